"""Enters boards as a person does: by mouse and by keyboard, from what the page knows of its layers, for any genre."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator
from typing import Any

from tests.page.conftest import until

LETTERS = {"n": "w", "e": "d", "s": "s", "w": "a", "nw": "q", "ne": "e", "sw": "z", "se": "c"}
"""The key for the side of a cell in each direction."""
ARROWS = {"n": "ArrowUp", "e": "ArrowRight", "s": "ArrowDown", "w": "ArrowLeft"}
PARTS = {"inputs": "puzzle", "answers": "answer"}
WAY = """async ({ layer, part, x, y }) => {
    const { ahead, placesOf } = (await import(document.querySelector("script").src)).modules.places;
    const { board, cursor, layout } = window.pencilp;
    const places = placesOf(layout, layer, board[part][layer.name]);
    const name = (place) => `${place.x} ${place.y}`;
    const ways = new Map([[name(cursor), []]]);
    for (const from of ways.keys()) {
        const [atX, atY] = from.split(" ").map(Number);
        if (Math.hypot(atX - x, atY - y) < 1) return ways.get(from);
        for (const [key, dx, dy] of [["Up", 0, -1], ["Right", 1, 0], ["Down", 0, 1], ["Left", -1, 0]]) {
            const there = ahead(places, places.find((place) => name(place) === from) ?? cursor, dx, dy, layout.unit);
            if (there && !ways.has(name(there))) ways.set(name(there), [...ways.get(from), `Arrow${key}`]);
        }
    }
    return null;
}"""
"""The arrow keys that lead from the cursor to a point, as few as possible; null where none do."""

Board = dict[str, Any]
Place = tuple[str, int] | int
"""A line outside, or a number."""


def address(server: str, board: Board) -> str:
    """The page's address with a board in it, as the page itself would write it."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = squeeze.compress(json.dumps(board).encode()) + squeeze.flush()
    return f"{server}/#{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def sent(link: str) -> Board | None:
    """The board in an address of the page."""
    packed = link.partition("#")[2]
    if not packed:
        return None
    data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    board: Board = json.loads(zlib.decompress(data, -15))
    board.pop("loose", None)
    return board


class Hands:
    """A person at a page (a Playwright page)."""

    def __init__(self, tab: Any, server: str) -> None:
        self.tab, self.server = tab, server
        self.layout: dict[str, Any] = {}
        self.layer: dict[str, Any] = {}
        self.part = ""
        self.matrix: list[float] = []

    # -- the page ----------------------------------------------------------------------------------------------------

    def open(self, board: Board) -> None:
        """Open a board, also where there is one already."""
        self.tab.goto(address(self.server, board))
        wanted = json.dumps(board, separators=(",", ":"), ensure_ascii=False)
        until(self.tab, f"JSON.stringify(window.pencilp?.board) === {json.dumps(wanted)}")
        self.look()

    def look(self) -> None:
        """See the board that has been opened."""
        self.drawn()
        self.layout = self.tab.evaluate("window.pencilp.layout")
        self.matrix = []

    @property
    def board(self) -> Board:
        """The board, without what the page alone knows of it."""
        board: Board = self.tab.evaluate("window.pencilp.board")
        assert not any((board.pop("loose", None) or {}).values()), "a wall ends within a room"
        return board

    def values(self) -> Any:
        """The values of the layer that is being entered."""
        return self.board[self.part].get(self.layer["name"])

    def drawn(self) -> None:
        """Wait until the picture is that of the board."""
        self.tab.wait_for_selector('#board[aria-busy="false"]')

    def layers(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """(part, layer) of all layers."""
        for key, part in PARTS.items():
            for layer in self.layout[key]:
                yield part, layer

    def choose(self, part: str, layer: dict[str, Any]) -> None:
        """From now on values of ``layer`` are entered."""
        self.part, self.layer = part, layer
        if layer["on"] != "board":
            self.tab.click(f'[data-layer="{part}.{layer["name"]}"]')
        self.drawn()
        self.matrix = []

    def screen(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the picture is on the screen."""
        if not self.matrix:
            self.matrix = self.tab.evaluate(
                "() => { const m = document.getElementById('overlay').getScreenCTM(); return [m.a, m.d, m.e, m.f]; }"
            )
        a, d, e, f = self.matrix
        return a * x + e, d * y + f

    # -- the mouse ---------------------------------------------------------------------------------------------------

    def click(self, x: float, y: float, times: int = 1) -> None:
        self.tab.mouse.move(*self.screen(x, y))
        for _ in range(times):
            self.tab.mouse.down()
            self.tab.mouse.up()

    def drag(self, points: list[tuple[float, float]], button: str = "left") -> None:
        self.tab.mouse.move(*self.screen(*points[0]))
        self.tab.mouse.down(button=button)
        for point in points[1:]:
            self.tab.mouse.move(*self.screen(*point))
        self.tab.mouse.up(button=button)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.tab.keyboard.press(key)

    # -- places ------------------------------------------------------------------------------------------------------

    def point(self, place: Place) -> tuple[float, float]:
        """Where a place of the layer is on the picture."""
        if isinstance(place, tuple):
            side, line = place
            end, unit = self.layout["outside"][side][line], self.layout["unit"]
            return end["x"] + 0.9 * end["away"]["x"] * unit, end["y"] + 0.9 * end["away"]["y"] * unit
        if self.layer["on"] == "columns":
            bottom = max(p["y"] for p in self.layout["places"]["corners"])
            return (place + 0.5) * self.layout["unit"], bottom + 0.85 * self.layout["unit"]
        found = self.layout["places"][self.layer["on"]][place]
        return found["x"], found["y"]

    def cell(self, cell: int) -> tuple[float, float]:
        found = self.layout["places"]["cells"][cell]
        return found["x"], found["y"]

    def tokens(self, values: Any) -> list[tuple[Place, str]]:
        """(place, token) of all that stands on the layer; the clues of a line outside are one token."""
        if values is None:
            return []
        if self.layer["on"] == "board":
            return [(0, values)]
        if self.layer["on"] == "lines":
            return [((s, i), " ".join(line)) for s, lines in values.items() for i, line in enumerate(lines) if line]
        return [(i, token) for i, token in enumerate(values) if token]

    def sides(self, place: int) -> Iterator[tuple[int, str]]:
        """(cell, direction) from which an edge can be named."""
        for cell, around in enumerate(self.layout["around"]):
            for d, edge in enumerate(around):
                if edge == place:
                    yield cell, self.layout["directions"][d]["name"]

    def go(self, place: Place) -> None:
        """Move the cursor to a place by the arrow keys, as few as lead there."""
        # lines on edges are drawn from cell to cell, signs are put on the edges themselves
        drawn = self.layer["on"] in ("links", "edges") and self.layer["value"]["entry"] not in ("typed", "cycled")
        x, y = self.cell(place) if drawn else self.point(place)  # type: ignore[arg-type]
        layer = {**self.layer, "on": "cells"} if drawn else self.layer
        keys = self.tab.evaluate(WAY, {"layer": layer, "part": self.part, "x": x, "y": y})
        assert keys is not None, f"the arrow keys do not lead to {place} at {x}, {y}"
        self.press(*keys)
        at = self.tab.evaluate("window.pencilp.cursor")
        assert (round(at["x"] - x), round(at["y"] - y)) == (0, 0), (
            f"{keys} do not lead to {place} at {x}, {y} but to {at}"
        )

    # -- values of the whole board -----------------------------------------------------------------------------------

    def field(self, token: str | None) -> None:
        """Write into the field of a value of the whole board, or tick it."""
        field = self.tab.locator(f'#whole [data-layer="{self.layer["name"]}"]')
        if field.get_attribute("type") == "checkbox":
            field.set_checked(token == "1")
        else:
            field.evaluate("field => field.closest('details')?.setAttribute('open', '')")
            field.fill(token or "")
            field.press("Enter")
