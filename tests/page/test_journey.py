"""Journeys of a person through the page: from a blank board to a link that is sent, back to the start and forth again."""

from __future__ import annotations

import json
from collections.abc import Hashable
from functools import cache
from typing import Any

import pytest

from pencilp import genres
from pencilp.board.lattice import hexagon
from pencilp.formats import examples
from pencilp.formats.text import text as plain
from pencilp.web.drafts import record_of
from pencilp.web.jobs import JOBS
from tests import amount
from tests.page.chosen import Layer, chosen, way_of_entry
from tests.page.conftest import until
from tests.page.hands import LETTERS, Hands, address, sent
from tests.page.ways import KEYS, MOUSE, Edges, way_of


def blank(tab: Any, server: str, genre: str, rows: int, cols: int, shape: str = "square") -> Hands:
    """A blank board, asked for in the dialog that a new page opens."""
    hands = Hands(tab, server)
    tab.goto(server)
    tab.fill("dialog input[type=search]", genre)
    tab.click(f'dialog [data-genre="{genre}"]')
    tab.fill("dialog [name=rows]", str(rows))
    tab.fill("dialog [name=columns]", str(cols))
    tab.select_option("dialog select", shape)
    tab.click("dialog .size .primary")
    hands.look()
    return hands


def clues_of(hands: Hands, board: dict[str, Any]) -> None:
    """Enter all that a board's puzzle has."""
    for part, layer in list(hands.layers()):
        if part == "puzzle" and board["puzzle"][layer["name"]] is not None:
            hands.choose(part, layer)
            way_of(hands).fill(board["puzzle"][layer["name"]], MOUSE)


def test_from_a_blank_board_to_a_sent_link(tab, server, small):
    puzzle = examples.example("nurikabe")
    wanted = record_of(puzzle) | {"answer": {}}
    hands = blank(tab, server, "nurikabe", puzzle.lattice.rows, puzzle.lattice.cols)
    clues_of(hands, wanted)
    tab.wait_for_selector('.verdict[data-status="unique"]')
    assert hands.board == wanted
    tab.wait_for_url(lambda url: sent(url) == wanted)
    link = tab.url
    small.goto(link)  # it is another browser's
    small.wait_for_selector('#board[aria-busy="false"]')
    assert {**small.evaluate("window.pencilp.board"), "loose": None} == {**wanted, "loose": None}


def test_undo_to_the_start_and_forth_again(tab, server):
    puzzle = examples.example("country")
    hands = Hands(tab, server)
    start = record_of(puzzle) | {"answer": {}}
    hands.open(start)
    boards = [tab.evaluate("window.pencilp.board")]
    for part, layer in list(hands.layers()):
        if layer["on"] == "board":
            continue
        hands.choose(part, layer)
        tokens = hands.tokens(record_of(puzzle, puzzle.answer)[part][layer["name"]])
        if layer["value"]["drawn"] == "outlines":
            hands.drag([hands.cell(0), hands.cell(1), hands.cell(2)])
        else:
            way_of(hands).change(tokens[0][0] if tokens else 0, None, (tokens or [(0, "1")])[0][1], MOUSE)
        boards.append(tab.evaluate("window.pencilp.board"))
    undo, redo = tab.locator("[data-does=undo]"), tab.locator("[data-does=redo]")
    strokes = 0
    while undo.is_enabled():
        undo.click()
        strokes += 1
    assert strokes >= 3
    assert hands.board == start
    for _ in range(strokes):
        tab.keyboard.press("Control+Shift+z")
    assert tab.evaluate("window.pencilp.board") == boards[-1]
    assert redo.is_disabled()


def test_a_pasted_text_and_a_dropped_file_are_opened(tab, server):
    hands = Hands(tab, server)
    first, second = examples.example("sudoku"), examples.example("masyu")
    hands.open(record_of(first))
    send = """([kind, text]) => {
        const data = new DataTransfer();
        if (kind === "paste") data.setData("text", text);
        else data.items.add(new File([text], "puzzle.txt"));
        const options = { bubbles: true, cancelable: true };
        document.body.dispatchEvent(kind === "paste"
            ? new ClipboardEvent("paste", { ...options, clipboardData: data })
            : new DragEvent("drop", { ...options, dataTransfer: data }));
    }"""
    for kind, puzzle in (("paste", second), ("drop", first)):
        tab.evaluate(send, [kind, plain.write(puzzle)])
        tab.wait_for_selector(f"#title:text-is({json.dumps(puzzle.genre.title)})")
        hands.look()
        assert hands.board["puzzle"] == record_of(puzzle)["puzzle"]


PASTE = """text => {
    const data = new DataTransfer();
    data.setData("text", text);
    const options = { bubbles: true, cancelable: true, clipboardData: data };
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", options));
}"""


def test_pasted_text_goes_into_the_open_dialog_and_good_puzzles_survive_a_bad_one(tab, server):
    good, bad = plain.write(examples.example("masyu")), "norinori\nrooms:\n1 1\n1 1 1\n"
    tab.goto(server)
    tab.focus("dialog [data-does=close]")
    tab.evaluate(PASTE, f"{good}---\n{bad}---\n{good}")
    tab.wait_for_selector("dialog .card[data-status]")
    assert tab.locator("dialog").count() == 1  # that for a new board has gone
    assert tab.locator("dialog [role=status]").inner_text().startswith("Puzzle 2 was not read: text:")
    assert tab.locator("dialog .card").count() == 2
    tab.click("dialog [data-does=close]")
    tab.click("#tools [data-does=open]")
    tab.fill("dialog input[type=text]", "masyu")
    tab.focus("dialog button.primary")
    tab.evaluate(PASTE, f"{good}---\n{bad}")
    tab.click("dialog button.primary")
    until(tab, "window.pencilp.board?.genre === 'masyu'")
    until(tab, "!document.querySelector('dialog')")
    assert "Puzzle 2 was not read: text:" in tab.locator("#remarks").inner_text()


def test_a_dialog_keeps_the_keys_from_the_board_behind_it(tab, server):
    """What is pasted stands in the dialog that somebody has opened for it, wherever in it the focus is, until it is read."""
    hands = Hands(tab, server)
    hands.open(record_of(examples.example("sudoku")))
    opened = hands.board
    tab.focus("#board")
    tab.keyboard.press("5")
    before = hands.board
    assert before != opened
    text = plain.write(examples.example("masyu"))
    tab.click("[data-does=open]")
    for place in ("dialog [data-does=close]", "dialog button.primary", "dialog textarea"):
        tab.fill("dialog textarea", "")
        tab.focus(place)
        tab.evaluate(PASTE, text)
        if place != "dialog textarea":  # there the browser does it
            assert tab.input_value("dialog textarea") == text
            assert tab.evaluate("document.activeElement.tagName") == "TEXTAREA"
        tab.focus(place)
        tab.keyboard.press("Control+z")
        assert tab.locator("dialog").count() == 1
        assert hands.board == before
    tab.fill("dialog textarea", text)
    tab.click("dialog button.primary")
    until(tab, "window.pencilp.board?.genre === 'masyu'")


def test_a_puzzle_pasted_into_the_genre_search_is_read(tab, server):
    tab.goto(server)
    tab.focus("dialog input[type=search]")
    tab.evaluate(PASTE, "sudoku")
    assert tab.locator("dialog textarea").count() == 0  # a name: the browser does it
    tab.evaluate(PASTE, plain.write(examples.example("masyu")))
    until(tab, "window.pencilp.board?.genre === 'masyu'")


def test_an_address_is_opened_while_the_page_writes_its_own(tab, server):
    hands = Hands(tab, server)
    hands.open(record_of(examples.example("sudoku")))
    other = record_of(examples.example("masyu"))
    write_over = (
        "fragment => { const own = location.hash; location.hash = fragment; history.replaceState(null, '', own); }"
    )
    tab.evaluate(write_over, address("", other).partition("#")[2])
    until(tab, "window.pencilp.board.genre === 'masyu'")


@cache
def hexagonal() -> dict[str, set[Layer]]:
    """Genres that have together all that is entered on hexagons in some way, each with the layers whose way is new."""
    ways: dict[str, dict[Layer, Hashable]] = {}
    for name in genres.names():
        genre = genres.load(name)
        if "hexagonal" in genre.shapes:
            ways[name] = {
                (part, key): way_of_entry(part, layer.on, layer.described(hexagon(2))["value"])
                for part, layers in (("puzzle", genre.inputs), ("answer", genre.answers))
                for key, layer in layers.items()
                if layer.on != "board"
            }
    return chosen(ways, dict.fromkeys(ways, 1))


def test_a_blank_board_of_hexagons_is_asked_for(tab, server):
    hands = blank(tab, server, "kurarin", 3, 4, "hexagonal")
    assert hands.board == blank_hexagons("kurarin")


def blank_hexagons(genre: str) -> dict[str, Any]:
    lattice = {"shape": "hexagonal", "rows": 3, "cols": 4, "missing": []}
    board: dict[str, Any] = JOBS["new"]({"genre": genre, "lattice": lattice, "cells": 12})["board"]
    return board


@pytest.mark.parametrize("name", hexagonal())
def test_a_value_of_each_layer_is_entered_on_hexagons(name, kept, server):
    """Without ``--whole`` only where no other genre has shown already how it is entered."""
    hands = Hands(kept, server)
    hands.open(blank_hexagons(name))
    for part, layer in list(hands.layers()):
        if layer["on"] == "board" or not (amount.WHOLE or (part, layer["name"]) in hexagonal()[name]):
            continue
        hands.choose(part, layer)
        empty = hands.values()
        for by in (MOUSE, KEYS):
            enter_some(hands, by)
            assert hands.values() != empty
            while hands.values() != empty:
                hands.press("Control+z")


def enter_some(hands: Hands, by: str) -> None:
    """Enter something on the layer: one value, or one at each side of a cell."""
    layer, cell = hands.layer, len(hands.layout["steps"]) // 2
    if layer["value"]["drawn"] == "outlines" or layer["value"]["drawn"] == "cages":
        there = next(n for n in hands.layout["steps"][cell] if n >= 0)
        if by == MOUSE:
            hands.drag([hands.cell(cell), hands.cell(there)])
        else:
            hands.go(cell)
            hands.press("Space")
        return
    way, token = way_of(hands), layer["value"]["tokens"][0]["token"]
    if not (isinstance(way, Edges) and by == KEYS):
        sides = hands.layout["around"][cell] if layer["on"] in ("links", "edges") else [cell, cell - 1]
        place = sides[by == KEYS]
        way.change(place, None, token, by)
        assert hands.tokens(hands.values()) == [(place, token)]
        return
    hands.go(cell)
    entered = []
    for direction, place in zip(hands.layout["directions"], hands.layout["around"][cell], strict=True):
        hands.press(LETTERS[direction["name"]])
        entered.append((place, token))
        assert hands.tokens(hands.values()) == sorted(entered)
