"""What the page paints at once is what the server draws, and a stroke asks nothing before it ends or rests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from pencilp import api, genres
from pencilp.draw.svg import by_hand
from pencilp.formats import examples
from pencilp.web.drafts import Draft, record_of
from pencilp.web.jobs import JOBS
from pencilp.web.painted import left_to_server
from tests.page.conftest import until

MAX_CELLS = 2000
PAINT = """async ({ layout, glyphs, boards, pictures }) => {
    const { Painter } = (await import(document.querySelector("script").src)).modules.painter;
    const drawn = (text) => document.importNode(
        new DOMParser().parseFromString(text.replaceAll(">\\n<", "><"), "image/svg+xml").documentElement, true);
    const painter = new Painter(layout), shown = drawn(pictures[0]);
    painter.adopt(shown, boards[0], glyphs);
    const lines = (node) => node.outerHTML.replaceAll("><", ">\\n<").split("\\n");
    return boards.slice(1).map((board, i) => {
        if (painter.paint(board) === null) return "not painted";
        const wanted = drawn(pictures[i + 1]);
        if (shown.isEqualNode(wanted)) return "";
        const [mine, its] = [lines(shown), lines(wanted)];
        const at = its.findIndex((line, k) => line !== mine[k]);
        return `${mine[at]} should be ${its[at]}`;
    });
}"""
"""Paints one board after the other over the first picture: for each "", or the first difference."""


def steps(name: str) -> Iterator[dict[str, Any]]:
    """Boards from the empty answer of an example to the whole answer and back, by way of some values at random."""
    puzzle = examples.example(name)
    answer = puzzle.answer or api.solve(puzzle, count=1).answer
    board = record_of(puzzle)
    whole = record_of(puzzle, answer)["answer"]
    chance = random.Random(name)
    yield board
    for share in (0.1, 0.6, 0.5):
        some = {key: [token if chance.random() < share else None for token in values] for key, values in whole.items()}
        yield board | {"answer": some}
    yield board | {"answer": whole}
    # wrong values next to clues
    turned = {key: [*values[1:], values[0]] for key, values in whole.items()}
    yield board | {"answer": turned}
    yield board


def paint(tab: Any, boards: list[dict[str, Any]]) -> list[str]:
    """Compare what the page paints with what the server draws: for each board but the first "", or the first difference."""
    request = {"board": boards[0], "cells": MAX_CELLS}
    pictures = [by_hand(*Draft(board).sketch()) for board in boards]
    glyphs = JOBS["draw"](request)["glyphs"]
    found: list[str] = tab.evaluate(
        PAINT, {"layout": JOBS["layout"](request), "glyphs": glyphs, "boards": boards, "pictures": pictures}
    )
    return found


@pytest.fixture
def page(tab: Any, server: str) -> Any:
    tab.goto(f"{server}/")
    until(tab, "window.pencilp !== undefined")
    return tab


@pytest.mark.slow
def test_the_answers_of_all_genres_are_painted_as_the_server_draws_them(page: Any) -> None:
    wrong: dict[str, list[str]] = {}
    for name in genres.names():
        genre = genres.load(name)
        left = [key for key, layer in genre.answers.items() if left_to_server(layer, genre)]
        found = paint(page, [*steps(name)])
        # the last board is the first one, which needs no painting
        if found[:-1] != ["not painted" if left else ""] * (len(found) - 1) or found[-1]:
            wrong[name] = found
    assert wrong == {}


@pytest.mark.slow
def test_the_clues_of_all_genres_are_painted_as_the_server_draws_them(page: Any) -> None:
    wrong: dict[str, list[str]] = {}
    tried = 0
    for name in genres.names():
        genre = genres.load(name)
        board = record_of(examples.example(name))
        for key, layer in genre.inputs.items():
            values = board["puzzle"][key]
            if left_to_server(layer, genre) or layer.optional or values is None:
                continue
            chance = random.Random(name)
            fewer = [token if chance.random() < 0.5 else None for token in values]
            boards = [board, board | {"puzzle": {**board["puzzle"], key: fewer}}, board]
            glyphs = JOBS["draw"]({"board": board, "cells": MAX_CELLS})["glyphs"].get(key, {})
            corner = any(shape.get("corner") for glyph in glyphs.values() for shape in glyph["shapes"])
            found = paint(page, boards)
            tried += not corner
            if {*found} - ({"not painted"} if corner else set()) - {""}:
                wrong[f"{name} {key}"] = [text for text in found if text]
    assert wrong == {}
    assert tried > len(genres.names()) / 2


@pytest.mark.parametrize("name", ["nurikabe", "slitherlink", "masyu", "heyawake", "suguru", "fillomino", "hashi"])
def test_answers_on_hexagons_are_painted_as_the_server_draws_them(page: Any, name: str) -> None:
    lattice = {"shape": "hexagonal", "rows": 5, "cols": 6}
    board = JOBS["new"]({"genre": name, "lattice": lattice, "cells": MAX_CELLS})["board"]
    layout = JOBS["layout"]({"board": board, "cells": MAX_CELLS})
    chance = random.Random(name)
    boards = [board]
    for _ in range(3):
        answer = {}
        for layer in layout["answers"]:
            tokens = [
                None,
                *(["2"] if layer["glyphs"].get("2") else []),
                *(t["token"] for t in layer["value"]["tokens"]),
            ]
            tokens += [""] if layer["value"]["nothing"] is not None else []
            answer[layer["name"]] = [chance.choice(tokens) for _ in layout["places"][layer["on"]]]
        boards.append(board | {"answer": answer})
    assert paint(page, boards) == ["", "", ""]
