"""Fingers and pens on the board: gestures enter nothing, and a stroke that is taken away leaves the board as it was."""

from __future__ import annotations

from typing import Any

import pytest

from pencilp.formats import examples
from pencilp.web.drafts import record_of
from tests.page.conftest import until
from tests.page.hands import Hands

PART = {"country": ("puzzle", "rooms"), "masyu": ("answer", "line"), "nurikabe": ("answer", "shaded")}
"""Rooms that are dragged, lines that are drawn, and signs that are painted."""


LOSE = """document.getElementById("board").addEventListener("pointermove",
    (event) => event.currentTarget.releasePointerCapture(event.pointerId))"""


class Fingers(Hands):
    """A person with fingers and a pen, as the browser's own events."""

    def __init__(self, tab: Any, server: str) -> None:
        super().__init__(tab, server)
        self.cdp = tab.context.new_cdp_session(tab)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """Fingers that ``kind`` ("Start", "Move", "End", "Cancel"): all that are on the board afterwards."""
        found = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.cdp.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": found})

    def pen(self, kind: str, x: float, y: float) -> None:
        """A pen that is "Pressed", "Moved" or "Released"."""
        held = {"button": "left", "buttons": 0 if kind == "Released" else 1, "clickCount": 1}
        self.cdp.send(
            "Input.dispatchMouseEvent", {"type": f"mouse{kind}", "x": x, "y": y, "pointerType": "pen", **held}
        )

    def on(self, cell: int) -> tuple[float, float]:
        return self.screen(*self.cell(cell))

    def begin(self, genre: str) -> dict[str, Any]:
        """Open the example of a genre, with the layer of PART to be entered; return the board."""
        self.open(record_of(examples.example(genre)) | {"answer": {}})
        part, name = PART[genre]
        self.choose(part, next(layer for p, layer in self.layers() if (p, layer["name"]) == (part, name)))
        self.tab.evaluate("document.getElementById('board').scrollIntoView()")
        self.matrix = []
        return self.board


@pytest.fixture
def fingers(small: Any, server: str) -> Fingers:
    return Fingers(small, server)


GENRES = pytest.mark.parametrize("genre", PART)


@GENRES
def test_a_finger_draws_and_one_undo_takes_the_whole_stroke_back(fingers, genre):
    before = fingers.begin(genre)
    fingers.touch("Start", fingers.on(0))
    for cell in (1, 2):
        fingers.touch("Move", fingers.on(cell))
    fingers.touch("End")
    drawn = fingers.board
    assert drawn != before
    fingers.tab.keyboard.press("Control+z")
    assert fingers.board == before
    assert fingers.tab.locator("[data-does=undo]").is_disabled()
    fingers.tab.keyboard.press("Control+y")
    assert fingers.board == drawn


@GENRES
def test_removing_a_stroke_restores_the_board(fingers, genre):
    before = fingers.begin(genre)
    # the capture is lost for good, so that is the last of them
    for end in ("a gesture", "a second finger", "undo", "lost capture"):
        cursor = fingers.tab.evaluate("window.pencilp.cursor")
        taken_away(fingers, end)
        fingers.drawn()
        assert fingers.board == before, end
        assert fingers.tab.evaluate("window.pencilp.cursor") == cursor, end
        assert fingers.tab.locator("[data-does=undo]").is_disabled(), end
        assert fingers.tab.locator("#overlay .chosen > *").count() == 0, end
        # the next stroke is like any other
        fingers.touch("Start", fingers.on(0))
        fingers.touch("Move", fingers.on(1))
        fingers.touch("End")
        assert (fingers.board == before) == (end == "lost capture"), end
        fingers.tab.keyboard.press("Control+z")
        assert fingers.board == before, end


def taken_away(fingers: Fingers, end: str) -> None:
    """A stroke of a finger that is none in the end."""
    if end == "lost capture":
        fingers.tab.evaluate(LOSE)
    fingers.touch("Start", fingers.on(0))
    fingers.touch("Move", fingers.on(1))
    fingers.touch("Move", fingers.on(2))
    if end == "a gesture":
        fingers.touch("Cancel")
    elif end == "a second finger":
        fingers.touch("Start", fingers.on(2), fingers.on(20))
        fingers.touch("Move", fingers.on(3), fingers.on(21))
        fingers.touch("Move", fingers.on(4), fingers.on(22))
        fingers.touch("End", fingers.on(4))
        fingers.touch("Move", fingers.on(5))
        fingers.touch("End")
    elif end == "undo":
        fingers.tab.keyboard.press("Control+z")
        fingers.touch("Move", fingers.on(3))
        fingers.touch("End")
    else:
        fingers.touch("Move", fingers.on(3))
        fingers.touch("End")


SETTLED = """() => new Promise((done) => {
    let last = "";
    const look = () => {
        const seen = [visualViewport.offsetLeft, visualViewport.offsetTop];
        if ([visualViewport.scale, ...seen].join() === last) {
            done(seen);
        } else {
            last = [visualViewport.scale, ...seen].join();
            requestAnimationFrame(() => requestAnimationFrame(look));
        }
    };
    look();
})"""
"""The part of the page that is seen, when it no longer changes."""


def test_two_fingers_make_the_page_larger_and_enter_nothing(fingers):
    before = fingers.begin("nurikabe")
    (x, y), (u, v) = fingers.on(30), fingers.on(32)
    fingers.touch("Start", (x, y), (u, v))
    for n in range(1, 16):
        fingers.touch("Move", (x - 6 * n, y), (u + 6 * n, v))
    fingers.touch("End")
    until(fingers.tab, "visualViewport.scale > 1.2")
    assert fingers.board == before
    # larger, a tap still goes where it is
    cell = 40
    left, top = fingers.tab.evaluate(SETTLED)
    fingers.matrix = []
    x, y = fingers.on(cell)
    fingers.touch("Start", (x - left, y - top))  # in pixels of the page, from where it is seen
    fingers.touch("End")
    assert fingers.board["answer"]["shaded"][cell] == "x"


@GENRES
def test_a_stroke_may_leave_the_board_and_come_back(fingers, genre):
    fingers.begin(genre)
    fingers.touch("Start", fingers.on(1))
    fingers.touch("Move", fingers.on(0))
    outside = fingers.screen(-30, -30)
    fingers.touch("Move", outside)
    fingers.touch("Move", fingers.on(0))
    fingers.touch("Move", fingers.on(1))
    fingers.touch("Move", fingers.screen(*[-30, fingers.cell(1)[1]]))
    fingers.touch("End")
    values = fingers.values()
    if genre == "country":
        assert values[0] == values[1]
    else:
        marks = [place for place, token in fingers.tokens(values)]
        assert marks == ([0, 1] if genre == "nurikabe" else [fingers.layout["joins"].index([0, 1])])


def test_a_quick_stroke_crosses_all_that_lies_between(fingers):
    fingers.begin("nurikabe")
    # a row without clues: a drag may leave out cells with a clue
    fingers.touch("Start", fingers.on(36))
    fingers.touch("Move", fingers.on(44))
    fingers.touch("End")
    assert fingers.values()[36:45] == ["x"] * 9


def test_the_hand_that_holds_a_pen_draws_nothing(fingers):
    fingers.begin("nurikabe")
    fingers.pen("Pressed", *fingers.on(0))
    fingers.touch("Start", fingers.on(40))
    fingers.pen("Moved", *fingers.on(1))
    fingers.touch("End")
    fingers.pen("Released", *fingers.on(1))
    assert [place for place, _ in fingers.tokens(fingers.values())] == [0, 1]
