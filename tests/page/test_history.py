"""Whatever is done to boards can be undone to the start and done again to the end: many strokes at random."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from pencilp.formats import examples
from pencilp.web.drafts import record_of
from tests import amount
from tests.page.conftest import comes, until
from tests.page.hands import Hands, address

STROKES = amount.of(30, 100)

WALK = """(does) => {
    const button = document.querySelector(`[data-does=${does}]`), seen = [];
    for (let before = null; before !== window.pencilp.board; button.click()) seen.push(before = window.pencilp.board);
    return seen;
}"""
"""Presses undo, or redo, until nothing changes any more: all boards on the way."""


@pytest.mark.parametrize(
    ("genre", "other", "seed"), [("country", "sudoku", 1), ("yajilin", "kenken", 2), ("starbattle", "nonogram", 3)]
)
def test_strokes_at_random_are_undone_to_the_start_and_redone_to_the_end(tab, server, genre, other, seed):
    hands = Hands(tab, server)
    start = record_of(examples.example(genre)) | {"answer": {}}
    hands.open(start)
    first = picture(hands)
    person = Random(hands, seed, other)
    for _ in range(STROKES):
        person.stroke()
    settled(hands)
    tab.evaluate(WALK, "redo")  # the last of it may have been undone
    settled(hands)
    end, last = tab.evaluate("window.pencilp.board"), picture(hands)
    back = tab.evaluate(WALK, "undo")
    settled(hands)
    assert len(back) > STROKES / 4
    assert {**back[-1], "loose": None} == {**start, "loose": None}
    assert picture(hands) == first
    assert tab.locator("[data-does=undo]").is_disabled()
    forth = tab.evaluate(WALK, "redo")
    settled(hands)
    assert forth[-1] == end
    assert forth == back[::-1]
    assert picture(hands) == last
    assert tab.locator("[data-does=redo]").is_disabled()


def test_a_number_being_typed_ends_with_undo(tab, server):
    hands = Hands(tab, server)
    board = record_of(examples.example("nurikabe"))
    (layer,) = board["puzzle"]
    board = board | {"puzzle": {layer: [None] * len(board["puzzle"][layer])}, "answer": {}}
    hands.open(board)
    hands.choose(*next(hands.layers()))
    hands.go(0)
    hands.press("1", "Control+z", "1")
    assert hands.values()[0] == "1"
    hands.press("0")
    assert hands.values()[0] == "10"


def test_a_stroke_before_the_layout_of_another_lattice_is_there_does_not_go_astray(tab, server):
    hands = Hands(tab, server)
    hands.open(record_of(examples.example("starbattle")) | {"answer": {}})
    tab.uncheck("[data-does=live]")  # the larger board is none, which takes seconds to prove
    tab.click("details.shapes summary")
    held: list[Any] = []
    tab.route("**/api/layout", lambda route: held.append(route))
    rows = tab.evaluate("window.pencilp.layout.rows")
    tab.fill("details.shapes [name=rows]", str(rows + 1))
    tab.click("[data-does=resize]")
    until(tab, f"window.pencilp.board.lattice.rows === {rows + 1}")
    tab.focus("#board")
    tab.keyboard.press("*")
    assert not any(tab.evaluate("window.pencilp.board.answer.star ?? []"))
    comes(tab, lambda: bool(held), "the question for the layout")
    for route in held:
        route.continue_()
    settled(hands)
    tab.keyboard.press("*")
    settled(hands)
    stars = tab.evaluate("window.pencilp.board.answer.star")
    assert len(stars) == (rows + 1) * tab.evaluate("window.pencilp.layout.cols")
    assert stars.count("*") == 1


def picture(hands: Hands) -> str:
    return str(hands.tab.locator("#picture").inner_html())


def settled(hands: Hands) -> None:
    """Wait until nothing is under way: a change of the whole board, or another board's layout, may take several questions."""
    until(hands.tab, "!window.pencilp.asking && document.getElementById('board').getAttribute('aria-busy') === 'false'")


class Random:
    """A person who does anything; also opens an example of an ``other`` genre."""

    def __init__(self, hands: Hands, seed: int, other: str) -> None:
        self.hands, self.tab, self.chance, self.other = hands, hands.tab, random.Random(seed), other
        self.tab.click("details.shapes summary")

    def stroke(self) -> None:
        doings = [self.mouse] * 12 + [self.keys] * 8 + [self.layer] * 3 + [self.whole] * 2 + [self.trial, self.back]
        if self.chance.random() < 0.01:
            self.new()
        else:
            self.chance.choice(doings)()
        assert self.tab.locator("#hint").inner_text()

    def point(self) -> tuple[float, float]:
        """Any point on the board, or a little outside."""
        box: dict[str, Any] = self.tab.locator("#board").bounding_box()
        return box["x"] + box["width"] * self.chance.uniform(0, 1), box["y"] + box["height"] * self.chance.uniform(
            0, 1.02
        )

    def mouse(self) -> None:
        self.tab.mouse.move(*self.point())
        button = self.chance.choice(["left", "left", "right"])
        self.tab.mouse.down(button=button)
        for _ in range(self.chance.choice([0, 0, 1, 3])):
            self.tab.mouse.move(*self.point())
        self.tab.mouse.up(button=button)

    def keys(self) -> None:
        self.tab.focus("#board")
        arrows = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]
        signs = [*"012345wasd.x?", "Space", "Delete", "Backspace", *arrows, *(f"Shift+{arrow}" for arrow in arrows)]
        for key in self.chance.choices(signs, k=3):
            self.tab.keyboard.press(key)

    def layer(self) -> None:
        self.chance.choice(self.tab.locator("#layers button").all()).click()

    def whole(self) -> None:
        does = self.chance.choice(["turn", "mirror", "transpose", "resize", "holes", "move", "clear"])
        if does == "resize":
            for name in ("rows", "cols"):
                self.tab.fill(f"details.shapes [name={name}]", str(self.chance.randint(3, 9)))
        self.tab.click(f"[data-does={does}]")
        settled(self.hands)

    def trial(self) -> None:
        for does in self.chance.sample(["try", "keep", "drop", "candidates"], 4):
            button = self.tab.locator(f"[data-does={does}]")
            if button.is_visible() and button.is_enabled():
                button.click()
                return

    def back(self) -> None:
        for _ in range(self.chance.randint(1, 3)):
            self.tab.keyboard.press("Control+z")
        self.tab.keyboard.press("Control+y")

    def new(self) -> None:
        board = record_of(examples.example(self.other)) | {"answer": {}}
        fragment = address("", board).partition("#")[2]
        self.tab.evaluate("fragment => { location.hash = fragment; }", fragment)
        wanted = json.dumps(board, separators=(",", ":"), ensure_ascii=False)
        until(self.tab, f"JSON.stringify(window.pencilp.board) === {json.dumps(wanted)}")
        settled(self.hands)
