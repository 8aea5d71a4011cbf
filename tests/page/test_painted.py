"""What the page paints at once is what the server draws, and a stroke asks nothing before it ends or rests."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator
from typing import Any

import pytest

from pencilp import api, genres
from pencilp.board.lattice import square
from pencilp.board.layers import Layer, Numbers, Pieces, Rooms, Shading
from pencilp.board.layers.numbers import Number
from pencilp.board.layers.places import Groups
from pencilp.formats import examples
from pencilp.genres import Genre
from pencilp.model import Model
from pencilp.web.drafts import record_of
from pencilp.web.jobs import JOBS
from tests import amount
from tests.page.chosen import chosen
from tests.page.conftest import until

MAX_CELLS = 2000
PAINT = """async ({ layout, drawn: first, boards, pictures }) => {
    const { Painter } = (await import(document.querySelector("script").src)).modules.painter;
    const drawn = (text) => document.importNode(
        new DOMParser().parseFromString(text.replaceAll(">\\n<", "><"), "image/svg+xml").documentElement, true);
    const painter = new Painter(layout), shown = drawn(pictures[0]);
    painter.adopt(shown, boards[0], first);
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


def paint(tab: Any, boards: list[dict[str, Any]], language: str = "en") -> list[str]:
    """Compare what the page paints with what the server draws: for each board but the first "", or the first difference."""
    requests = [{"board": board, "cells": MAX_CELLS, "language": language} for board in boards]
    drawn = [JOBS["draw"](request) for request in requests]
    layout, pictures = JOBS["layout"](requests[0]), [each["svg"] for each in drawn]
    found: list[str] = tab.evaluate(
        PAINT, {"layout": layout, "drawn": drawn[0], "boards": boards, "pictures": pictures}
    )
    return found


def sampled() -> dict[str, set[tuple[str, str]]]:
    """Return genres with layers of theirs that have together all kinds of layers; with ``--whole`` all genres and layers."""
    ways: dict[str, dict[tuple[str, str], Hashable]] = {}
    for name in genres.names():
        genre = genres.load(name)
        parts = (("puzzle", genre.inputs), ("answer", genre.answers))
        ways[name] = {(part, key): kind_of(part, layer) for part, layers in parts for key, layer in layers.items()}
    if amount.WHOLE:
        return {name: {*layers} for name, layers in ways.items()}
    return chosen(ways, {name: len(examples.example(name).lattice.cells) for name in ways})


def kind_of(part: str, layer: Layer[Any]) -> Hashable:
    """Return what the way in which a layer is drawn depends on."""
    place = layer.place.described()
    glyphs = [token["glyph"] for token in layer.described(square(3, 3))["value"]["tokens"]]
    shapes = frozenset(
        (shape["shape"], shape.get("corner"), shape.get("free"))
        for glyph in glyphs
        if glyph
        for shape in glyph["shapes"]
    )
    return (
        part,
        layer.on,
        layer.value.way,
        layer.value.joined,
        layer.value.counter,
        shapes,
        layer.usual,
        place.get("single"),
        bool(place.get("signs")),
    )


@pytest.fixture
def page(tab: Any, server: str) -> Any:
    tab.goto(f"{server}/")
    until(tab, "window.pencilp !== undefined")
    return tab


@pytest.mark.slow
def test_answers_are_painted_as_the_server_draws_them(page: Any) -> None:
    wrong: dict[str, list[str]] = {}
    for name, layers in sampled().items():
        if not any(part == "answer" for part, _ in layers):
            continue
        found = paint(page, [*steps(name)])
        if any(found):
            wrong[name] = found
    assert wrong == {}


@pytest.mark.slow
def test_clues_are_painted_as_the_server_draws_them(page: Any) -> None:
    wrong: dict[str, list[str]] = {}
    for name, layers in sampled().items():
        inputs = genres.load(name).inputs
        board = record_of(examples.example(name))
        boards, keys = [board], []
        for key in inputs:
            if ("puzzle", key) in layers:
                values = board["puzzle"][key]
                some = [*(others(inputs[key]) if inputs[key].on == "board" else fewer(values, name)), values]
                boards += [board | {"puzzle": {**board["puzzle"], key: values}} for values in some]
                keys += [key] * len(some)
        for key, found in zip(keys, paint(page, boards), strict=True):
            if found:
                wrong[f"{name} {key}"] = [*wrong.get(f"{name} {key}", []), found]
    assert wrong == {}


class Sized(Genre):
    """Nothing but cages with numbers."""

    name = "sized"
    title = "Sized"

    cages = Rooms("the cages", partial=True, cages=True)
    sizes = Numbers("the number of a cage", on=Groups("cages"), look="small")
    shaded = Shading()

    def rules(self, m: Model) -> None:
        pass


def test_numbers_move_with_their_cages(page: Any) -> None:
    genres.name_of(Sized)
    board = JOBS["new"]({"genre": "sized", "lattice": {"shape": "square", "rows": 2, "cols": 3}, "cells": 6})["board"]
    cages = (["1", "1", None, "2", "2", None], [None, "1", "1", "2", "2", None], ["1", "2", "2", "1", "1", "3"])
    sizes = (["7", "8"], ["7", "8"], ["8", None, "7"])
    boards = [board | {"puzzle": {"cages": of, "sizes": its}} for of, its in zip(cages, sizes, strict=True)]
    assert paint(page, [*boards, boards[0]]) == ["", "", ""]


def others(layer: Layer[Any]) -> Iterator[str | None]:
    """Yield values of the whole board: some of its type, usual pieces, and none."""
    yield from (layer.token(value) for value, _ in layer.value.samples())
    yield from (str(layer.value.low + 1), str(layer.value.low)) if isinstance(layer.value, Number) else ()
    yield from ("3,2,2,1,1,1", "5,.xx/xx./.x.,x.x/xxx,1") if isinstance(layer, Pieces) else ()
    yield None


@pytest.mark.parametrize(("name", "caption"), [("battleship", "艦隊: 1×3, 2×2, 3×1"), ("sudoku", "長い対角線2本にも")])
def test_captions_are_in_the_language_of_the_page(page: Any, name: str, caption: str) -> None:
    board = record_of(examples.example(name))
    (layer,) = (layer for layer in genres.load(name).inputs.values() if layer.on == "board")
    tokens = [None, "3,2,2,1,1,1" if isinstance(layer, Pieces) else "1"]
    boards = [board | {"puzzle": {**board["puzzle"], layer.name: token}} for token in tokens]
    assert paint(page, boards, "ja") == [""]
    assert f">{caption}" in JOBS["draw"]({"board": boards[1], "cells": MAX_CELLS, "language": "ja"})["svg"]


def fewer(values: Any, seed: str) -> Iterator[Any]:
    """Yield the values of a layer with half of its tokens, and those of its first place at the last one."""
    chance = random.Random(seed)
    if isinstance(values, dict):
        yield {side: [line if chance.random() < 0.5 else [] for line in lines] for side, lines in values.items()}
        yield {side: [*lines[1:], lines[0]] for side, lines in values.items()}
    else:
        yield [token if chance.random() < 0.5 else None for token in values]
        yield [*values[1:], values[0]]


@pytest.mark.parametrize("name", ["nurikabe", "slitherlink", "masyu", "heyawake", "suguru", "fillomino", "hashi"])
def test_boards_of_hexagons_are_painted_as_the_server_draws_them(page: Any, name: str) -> None:
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
        rooms = {
            layer["name"]: [chance.choice("123") for _ in layout["places"]["cells"]]
            for layer in layout["inputs"]
            if layer["value"]["drawn"] == "outlines"
        }
        boards.append(board | {"puzzle": board["puzzle"] | rooms, "answer": answer})
    assert paint(page, boards) == ["", "", ""]
