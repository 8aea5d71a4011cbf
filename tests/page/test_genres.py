"""Every genre is set and solved in a browser, by mouse and by keyboard."""

from __future__ import annotations

from typing import Any

import pytest

from pencilp import api, genres
from pencilp.draw.svg import by_hand
from pencilp.formats import examples
from pencilp.web.drafts import Draft, record_of, written_of
from tests.page.hands import Hands
from tests.page.ways import KEYS, MOUSE, way_of

TRIES = 30
"""Places that are tried until a wrong value there breaks a rule by itself."""


LATER = {
    "ripple": "walls that are drawn by mouse come out differently in one place",
    "shikaku": "no single border that is taken away breaks a rule at once, which is all that the last step tries",
}
"""Genres of which the test is not whole yet, and why."""


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.xfail(reason=LATER[n])) if n in LATER else n for n in genres.names()]
)
def test_an_example_is_taken_apart_and_entered_again_and_solved(name, tab, server):
    puzzle = examples.example(name)
    answer = puzzle.answer or api.solve(puzzle, count=1).answer
    hands = Hands(tab, server)
    board = record_of(puzzle) | {"answer": {}}
    hands.open(board)
    assert verdict(hands) == api.solve(puzzle, count=2).status
    for by in (MOUSE, KEYS):
        for part, layer in list(hands.layers()):
            if part == "puzzle":
                hands.choose(part, layer)
                again(hands, board["puzzle"].get(layer["name"]), by)
        assert hands.board == board
    assert verdict(hands) == api.solve(puzzle, count=2).status
    facts(hands, puzzle, answer)
    solved(hands, record_of(puzzle, answer)["answer"])
    broken(hands, puzzle)


def again(hands: Hands, values: Any, by: str) -> None:
    way = way_of(hands)
    way.clear(by)
    way.fill(values, by)
    assert hands.values() == values


def verdict(hands: Hands) -> str:
    hands.tab.wait_for_selector('.verdict[aria-busy="false"]')
    return str(hands.tab.get_attribute(".verdict", "data-status"))


def facts(hands: Hands, puzzle: Any, answer: Any) -> None:
    """What all answers share is drawn over the board as the library draws it."""
    hands.tab.check(".verdict [data-does=facts]")
    hands.tab.wait_for_selector("#shared svg")
    same = """(drawn) => {
        const mine = new DOMParser().parseFromString(drawn, "image/svg+xml").documentElement;
        return document.importNode(mine, true).isEqualNode(document.querySelector("#shared svg"));
    }"""
    # the overlay has no name of its own
    board = {**record_of(puzzle), "name": "", "answer": written_of(puzzle, answer)}
    assert hands.tab.evaluate(same, by_hand(*Draft(board).sketch(), over=True))
    hands.tab.uncheck(".verdict [data-does=facts]")


def solved(hands: Hands, answer: dict[str, Any]) -> None:
    for part, layer in list(hands.layers()):
        if part == "answer":
            hands.choose(part, layer)
            way_of(hands).fill(answer[layer["name"]], KEYS if layer["value"]["entry"] == "typed" else MOUSE)
            assert hands.tokens(hands.values()) == hands.tokens(answer[layer["name"]])
    hands.tab.click("[data-does=check]")
    hands.tab.wait_for_selector(".check .done")


def broken(hands: Hands, puzzle: Any) -> None:
    """A wrong value is entered somewhere, and the page names the rules that it breaks, and the cells."""
    place, old, new, expected = wrong(hands, puzzle)
    way_of(hands).change(place, old, new, MOUSE)
    hands.tab.click("[data-does=check]")
    hands.tab.wait_for_selector(".check .wrong")
    told = hands.tab.locator(".check li").all_inner_texts()
    assert [text.strip() for text in told] == expected


def said(broken: Any) -> str:
    """What the page says of a broken rule: the clue or the place, what was found there, and the rule."""
    words = f"{broken.found} ({broken.rule})" if broken.found else broken.rule
    where = broken.given or broken.at
    return f"{where}: {words}" if where else str(words)


def wrong(hands: Hands, puzzle: Any) -> tuple[Any, str | None, str, list[str]]:
    """(place, the token there, a wrong one, what the library says of it) in the layer that is being entered."""
    board = hands.board
    name, value = hands.layer["name"], hands.layer["value"]
    places = list(enumerate(board["answer"][name]))
    for place, old in places[:TRIES]:
        if value["entry"] == "typed" and not old:
            continue
        tokens = [t["token"] for t in value["tokens"]][:1]
        if value["entry"] == "typed":
            most = hands.layer.get("most")
            tokens += [str(n) for n in range(9, -1, -1) if most is None or n <= most]
        for new in (token for token in tokens if token != old):
            values = [new if i == place else token for i, token in places]
            draft = Draft(board | {"answer": {**board["answer"], name: values}})
            found = api.check(draft.puzzle(), draft.answer(draft.puzzle()), unfinished=True)
            if found:
                return place, old, new, [said(b) for b in found]
    raise AssertionError("no wrong value breaks a rule")
