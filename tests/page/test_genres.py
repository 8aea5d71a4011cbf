"""Every genre in a browser: judged, drawn and checked; and set and solved by mouse and by keyboard.

Without ``--whole`` a few genres represent all ways of entry. Of each those layers are entered of which no
other has shown already how they are, on small puzzles; and examples are judged of so many that values are changed at all places
in each way that the page knows. With ``--whole`` all layers of all genres are entered, by mouse and by
keys, and each puzzle is solved; with ``--genre`` those of one.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator
from functools import cache
from typing import Any

import pytest

from pencilp import Genre, Puzzle, api, genres
from pencilp.draw.svg import by_hand
from pencilp.formats import examples
from pencilp.web.drafts import Draft, record_of, written_of
from tests import amount
from tests import proof as proofs
from tests.page.chosen import Layer, chosen, way_of_entry
from tests.page.hands import Hands
from tests.page.ways import KEYS, MOUSE, way_of

ENOUGH = 9
"""Cells of a board on which there is something to do."""
SMALL = 12
"""Cells of a board than which no smaller one is looked for."""
CHANGED = ("typed", "cycled")
"""How values are entered of which one is changed with an answer."""
TRIES = 30
"""Places, and then cells with all that is around them, that are tried until wrong values there break a rule."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The ``representatives``, or those that are ``judged``, or all genres where ``--whole`` or ``--genre`` is given."""
    if "name" in metafunc.fixturenames:
        options = metafunc.config.option
        some = judged if "judged" in metafunc.function.__name__ else representatives
        metafunc.parametrize("name", genres.names() if options.whole or options.genre else some())


def layers_of(genre: Genre) -> Iterator[tuple[Layer, Any]]:
    """((part, name), layer) of all layers."""
    for part, layers in (("puzzle", genre.inputs), ("answer", genre.answers)):
        for key, layer in layers.items():
            yield (part, key), layer


@cache
def ways(name: str) -> dict[Layer, Hashable]:
    """The way of entry of each layer of a genre's example on which something stands. Holes are for test_shapes.py."""
    puzzle = examples.example(name)
    board = puzzle.lattice
    found = {}
    for (part, key), layer in layers_of(puzzle.genre):
        if part == "answer" or key in given(puzzle):
            found[part, key] = (board.shape, way_of_entry(part, layer.on, layer.described(board)["value"]))
    return found


def cost(name: str) -> int:
    """What a genre takes: its cells, and what a board without any costs too, to open it, and the verdict."""
    return 20 + len(examples.example(name).lattice)


@cache
def representatives() -> dict[str, set[Layer]]:
    """Genres that have together all ways of entry, small boards first, each with the layers whose way is new."""
    return chosen({name: ways(name) for name in genres.names()}, {name: cost(name) for name in genres.names()})


@cache
def judged() -> dict[str, set[Layer]]:
    """Some of the ``representatives``, each with the layers of which a value is changed once its example is judged: together
    they have clues and answers at all places, entered and drawn in all ways.
    """
    found: dict[str, dict[Layer, Hashable]] = {}
    for name in representatives():
        puzzle, found[name] = examples.example(name), {}
        *_, (wrong_in, _) = layers_of(puzzle.genre)
        for (part, key), layer in layers_of(puzzle.genre):
            value = layer.described(puzzle.lattice)["value"]
            if (part, key) == wrong_in:
                found[name][part, key] = (puzzle.lattice.shape, part, layer.on, value["entry"], value["drawn"])
            elif part == "puzzle" and (part, key) in ways(name) and value["entry"] in CHANGED:
                found[name][part, key] = (part, layer.on, value["entry"])
    return chosen(found, {name: cost(name) for name in found})


def test_all_ways_of_entry_are_tried() -> None:
    tried = {ways(name)[layer] for name, layers in representatives().items() for layer in layers}
    assert tried == {way for name in genres.names() for way in ways(name).values()}


def test_an_example_is_judged_drawn_and_checked_as_the_library_does(name, kept, server):
    puzzle = examples.example(name)
    answer = puzzle.answer or api.solve(puzzle, count=1).answer
    hands = Hands(kept, server)
    board = record_of(puzzle, answer)
    hands.open(board)
    assert verdict(hands) == api.solve(puzzle, count=2).status
    facts(hands, puzzle, answer)
    hands.tab.click("[data-does=check]")
    hands.tab.wait_for_selector(".check .done")
    for part, layer in list(hands.layers()):
        changed = amount.WHOLE or (part, layer["name"]) in judged()[name]
        if part == "puzzle" and layer["value"]["entry"] in CHANGED and changed:
            hands.choose(part, layer)
            for place, token in hands.tokens(hands.values())[:1]:
                way_of(hands).change(place, token, None, MOUSE)
                way_of(hands).change(place, None, token, KEYS)
    assert hands.board == board
    hands.choose("answer", hands.layout["answers"][-1])
    broken(hands)


def tried(name: str, part: str, layer: dict[str, Any]) -> bool:
    """Whether a layer is entered: without ``--whole`` only where another genre has not shown already how that goes."""
    return amount.WHOLE or (part, layer["name"]) in representatives()[name]


def to_enter(name: str) -> Puzzle:
    """The example, or without ``--whole`` a smaller puzzle that gives all layers which the example gives: strokes take time."""
    example = examples.example(name)
    found = [example]
    proof, chance = proofs.proof(name), random.Random(name)
    wanted = given(example) | {key for part, key in representatives().get(name, ()) if part == "puzzle"}
    for _ in () if amount.WHOLE else range(proof.puzzles):
        puzzle, right, _ = proof.case(chance)
        board = puzzle.lattice
        full = len(board) == board.rows * board.cols and board.shape == example.lattice.shape
        if len(right) == 1 and full and len(board) >= ENOUGH and given(puzzle) >= wanted and whole(puzzle):
            found.append(puzzle)
            if len(board) <= SMALL:
                break
    return min(found, key=lambda puzzle: len(puzzle.lattice))


def whole(puzzle: Puzzle) -> bool:
    """Whether the walls inside rooms leave each room in one piece: others cannot be drawn, as they make two rooms of it."""
    board = puzzle.lattice
    for key, layer in puzzle.genre.inputs.items():
        if layer.walls:
            parted = {*puzzle[key].borders(board, puzzle[layer.walls])}
            if len(board.groups([e in parted for e in range(len(board.links))])) > len(puzzle[key].groups):
                return False
    return True


def given(puzzle: Puzzle) -> set[str]:
    """The layers of which a value is given."""
    layers = puzzle.genre.inputs.items()
    return {
        key
        for key, layer in layers
        if any(value not in (None, layer.value.nothing) for _, value in layer.place.items(puzzle[key]))
    }


def test_a_puzzle_is_taken_apart_and_entered_again_and_solved(name, kept, server):
    puzzle = to_enter(name)
    answer = puzzle.answer or api.solve(puzzle, count=1).answer
    hands = Hands(kept, server)
    board = record_of(puzzle) | {"answer": {}}
    hands.open(board)
    # what strokes are judged is for test_history.py: here it is asked once all of them are made
    hands.tab.uncheck("[data-does=live]")
    for by in (MOUSE, KEYS):
        for part, layer in list(hands.layers()):
            if part == "puzzle" and tried(name, part, layer):
                hands.choose(part, layer)
                again(hands, board["puzzle"].get(layer["name"]), by)
        assert hands.board == board
    hands.tab.check("[data-does=live]")
    assert verdict(hands) == api.solve(puzzle, count=2).status
    if any(tried(name, part, layer) for part, layer in hands.layers() if part == "answer"):
        solved(hands, record_of(puzzle, answer)["answer"])


def again(hands: Hands, values: Any, by: str) -> None:
    assert amount.WHOLE or hands.tokens(values), "there is nothing to enter"
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


def broken(hands: Hands) -> None:
    """Something wrong is entered, and the page names the rules that it breaks, and the cells."""
    changes, expected = wrong(hands)
    for place, old, new in changes:
        way_of(hands).change(place, old, new, MOUSE)
    hands.tab.click("[data-does=check]")
    hands.tab.wait_for_selector(".check .wrong")
    stated = hands.tab.locator(".check li").all_inner_texts()
    assert [text.strip() for text in stated] == expected


def said(broken: Any) -> str:
    """What the page says of a broken rule: the clue or the place, what was found there, and the rule."""
    words = f"{broken.found} ({broken.rule})" if broken.found else broken.rule
    where = broken.given or broken.at
    return f"broken: {where}: {words}" if where else f"broken: {words}"


def wrong(hands: Hands) -> tuple[list[tuple[int, str | None, str]], list[str]]:
    """Changes of the layer that is being entered, each (place, the token there, a wrong one), and what the library says of them:
    one change where that is enough, or else all that is at some cell and its neighbours.
    """
    board = hands.board
    name, value = hands.layer["name"], hands.layer["value"]
    before = board["answer"][name]
    typed = value["entry"] == "typed"
    signs = [t["token"] for t in value["tokens"]][:1]
    if typed:
        most = hands.layer.get("most")
        signs += [str(n) for n in range(9, -1, -1) if most is None or n <= most]
    for places in (*([p] for p in range(min(TRIES, len(before)))), *list(around(hands))[:TRIES]):
        for new in signs:
            changes = [(p, before[p], new) for p in places if before[p] != new and (before[p] or not typed)]
            values = list(before)
            for place, _, token in changes:
                values[place] = token
            draft = Draft(board | {"answer": {**board["answer"], name: values}})
            if found := api.check(draft.puzzle(), draft.answer(draft.puzzle()), unfinished=True):
                return changes, [said(b) for b in found]
    raise AssertionError("no wrong values break a rule")


def around(hands: Hands) -> Iterator[list[int]]:
    """For each cell the places of the layer that are around it."""
    edges = len(hands.layout["places"].get(hands.layer["on"], []))
    for cell, steps in enumerate(hands.layout["steps"]):
        if hands.layer["on"] in ("links", "edges"):
            yield [place for place in hands.layout["around"][cell] if 0 <= place < edges]
        elif hands.layer["on"] == "cells":
            yield [cell, *(c for c in steps if c >= 0)]
