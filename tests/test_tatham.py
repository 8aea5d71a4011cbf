"""Game IDs and save files of Simon Tatham's Portable Puzzle Collection."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from string import ascii_lowercase
from typing import Any
from urllib.parse import unquote

import pytest

import pencilp
from pencilp.errors import InputError
from pencilp.formats import examples, tatham, tatham_writing
from pencilp.formats.reading import read, unread

FOLDER = "/usr/games"
"""Where Debian's package sgt-puzzles puts its programs."""


def runs(values: Any, *, parted: bool = False) -> str:
    """Some values as a description: letters for places without one; ``parted`` by ``_`` where two numbers meet."""
    text, none = "", 0
    for value in values:
        if value is None:
            none += 1
            continue
        if not none and parted and text[-1:].isdigit():
            text += "_"
        while none:
            text += ascii_lowercase[min(none, 26) - 1]
            none -= min(none, 26)
        text += str(value)
    while none:
        text += ascii_lowercase[min(none, 26) - 1]
        none -= min(none, 26)
    return text


@pytest.mark.parametrize(
    ("game", "params", "layer"),
    [
        ("Filling", "{w}x{h}", "given"), ("Loopy", "{w}x{h}t0de", "numbers"), ("Mosaic", "{w}x{h}", "clues"),
        ("Range", "{w}x{h}", "clues"), ("Rectangles", "{w}x{h}", "numbers"), ("Slant", "{w}x{h}dh", "clues"),
    ],
)  # fmt: skip
def test_a_grid_of_numbers_is_read(game: str, params: str, layer: str) -> None:
    (genre,) = tatham.GENRES[game.lower()]
    puzzle = examples.example(genre)
    values = puzzle[layer]
    if any(isinstance(value, str) for value in values):
        pytest.skip("it has a clue without a number")
    lattice = puzzle.lattice
    desc = runs(values, parted=game in ("Range", "Rectangles"))
    game_id = f"{game}:{params.format(w=lattice.cols, h=lattice.rows)}:{desc}"
    assert tatham.read_id(game_id)[layer] == values
    assert tatham.read_id(game_id.partition(":")[2], genre)[layer] == values


UNDEAD = {
    "mirrors": ["/", None, None, None],
    "given": [None, None, None, "G"],
    "clues": {"top": [(2,), (0,)], "left": [(0,), (1,)], "bottom": [(2,), (0,)], "right": [(0,), (1,)]},
    "ghosts": 1, "vampires": 1, "zombies": 1,
}  # fmt: skip
TOWERS = {"top": [(1,), (2,)], "left": [(1,), (2,)], "bottom": [(), (2,)], "right": [(2,), (1,)]}


@pytest.mark.parametrize(
    ("game_id", "genre", "values"),
    [
        ("Bridges:3x2m2:2a3b1", "hashi", {"islands": [2, None, 3, None, None, 1]}),
        ("Dominosa:1:110010", "dominosa", {"numbers": [1, 1, 0, 0, 1, 0]}),
        ("Galaxies:3x2:acI", "galaxies", {"stars": ["w", "we", None, None, "b", None]}),
        ("Keen:2:_aa,a1a5", "kenken", {"results": [(1, None), (5, "+"), None, None]}),
        ("Light Up:3x2:aB1b0", "akari", {"walls": [None, "x", 1, None, None, 0]}),
        ("Magnets:2x2:1.,.1,..,1.:LRLR", "magnets", None),
        ("Magnets:2x2:1.,.1,..,1.,LRLR", "magnets", {"rooms": [0, 0, 1, 1]}),
        ("Palisade:2x2n2:a3", "palisade", {"numbers": [None, 3, None, None], "size": 2}),
        ("Pattern:2x2:1/2/1.1/", "nonogram", {"clues": {"top": [(1,), (2,)], "left": [(1, 1), ()]}}),
        ("Pearl:3x2:BaWc", "masyu", {"circles": ["b", None, "w", None, None, None]}),
        ("Signpost:2x2:1cee4a", "signpost", {"arrows": ["e", "s", "s", None], "given": [1, None, None, 4]}),
        ("Signpost:2x2:1cei4a", "signpost", None),
        ("Signpost:2x2:1ce4a", "signpost", None),
        ("Singles:2x2:12a1", "hitori", {"numbers": [1, 2, 10, 1]}),
        ("Solo:2x2:a1_2b10_3i", "sudoku", None),
        ("Solo:2x2:a1_2b4_3i", "sudoku", {"given": [None, 1, 2, None, None, 4, 3, *[None] * 9]}),
        ("Tents:3x2:a_c,1,0,1,1,1", "tents", {"trees": [None, "T", "T", None, None, None]}),
        ("Towers:2:1/2//2/1/2/2/1", "skyscrapers", {"clues": TOWERS}),
        ("Undead:2x2:1,1,1,RbG,2,0,0,1,0,2,1,0", "undead", UNDEAD),
        ("Undead:2x2:1,1,1,RbG,2,0,0,1,0,2,1", "undead", None),
        ("Undead:2x2:1,1,1,RbX,2,0,0,1,0,2,1,0", "undead", None),
        ("Undead:2x2:1,1,1,RbG,2,0,0,a,0,2,1,0", "undead", None),
        ("Unequal:2:0R,0,0,1U,", "futoshiki", {"given": [None, None, None, 1], "marks": [">", None, None, "^"]}),
        ("Unruly:4x2:bAc", "binairo", None),
        ("Unruly:4x4:bAzzm", "binairo", None),
        ("Unruly:2x2:aAca", "binairo", None),
        ("Unruly:2x2u:aAc", "binairo", {"given": [0, 1, None, None], "alike": 0}),
        ("Unruly:2x2:aAc", "unruly", {"given": [0, 1, None, None]}),
    ],
)  # fmt: skip
def test_an_id_names_its_puzzle(game_id: str, genre: str, values: dict[str, Any] | None) -> None:
    if values is None:
        with pytest.raises(InputError):
            tatham.read_id(game_id)
        return
    puzzle = tatham.read_id(game_id)
    assert puzzle.genre.name == genre
    for layer, value in values.items():
        got = puzzle[layer].of if layer == "rooms" else puzzle[layer]
        assert got == value, layer


def test_blocks_are_read_by_the_walls_between_cells() -> None:
    # none in the two rows, then one in each column, then the end
    puzzle = tatham.read_id("Solo:2j:1c,b__")
    assert puzzle.genre.name == "jigsaw_sudoku"
    assert [len(group) for group in puzzle["regions"].groups] == [2, 2]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("7x7#123", "random seed"),
        ("Loopy:7x7t1:2a", r"Slitherlinks on triangles \(t1\)"),
        ("Unequal:4adk:0", "Adjacent"),
        ("Bridges:7x7m3:a", "up to 3 lines"),
        ("Bridges:7x7m2L:a", "loop"),
        ("Mines:9x9:4,3,mcd", "hides where its mines are"),
        ("Untangle:4:1,2", "does not read; it reads Bridges, "),
        ("Chess:4x4:aaa", "no game 'Chess'"),
        ("Loopy:3x3:a", "only 1 cells where the board has 9"),
        ("Loopy:3x3:zz", "more than 9 cells"),
        ("Loopy:9999x9999:a", "cells"),
        ("Solo:3x3:" + "9" * 5000, "only 1 cells"),
        (f"Loopy:{'9' * 5000}x3:a", "are no parameters of Loopy"),
        (f"Loopy:3x3t{'9' * 5000}:i", "are no parameters of Loopy"),
        (f"Palisade:3x3n{'9' * 5000}:i", "are no parameters of Palisade"),
        (f"Dominosa:{'9' * 5000}:1", "are no parameters of Dominosa"),
        (f"{'9' * 5000}x3:a", "no game that pencilp reads"),
        ("Singles:2x2:12!1", "no letter or digit for each of the 4 cells"),
        ("Towers:1:²///", "'²' is no number"),
        ("Solo:4j:1b１２a41d14a4b1,_a_c_f_d_b", r"'１' says nothing in the description \(character 3\)"),
        ("2x2:11a1", r"Bridges, .*Loopy, Mosaic.* write the game before it"),
        ("5x5:&&", "no game that pencilp reads"),
    ],
)
def test_games_that_are_not_read_are_named(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says) as error:
        tatham.read_id(text)
    assert len(str(error.value)) < 400


def test_ids_are_read_wherever_links_are(tmp_path: Path) -> None:
    game_id = "Loopy:2x2t0:3c"
    assert read(game_id)[0]["numbers"] == [3, None, None, None]
    assert read("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/loopy.html#2x2t0:3c") == read(game_id)
    path = tmp_path / "ids.txt"
    path.write_text(f"{game_id}\n# my favourite\nLight Up:2x2:B2b\n", encoding="utf-8")
    assert [each.read().genre.name for each in unread(str(path))] == ["slitherlink", "akari"]


def save(**entries: str) -> bytes:
    output = {"SAVEFILE": "Simon Tatham's Portable Puzzle Collection", "VERSION": "1", **entries}
    return "".join(f"{key:<8}:{len(value)}:{value}\n" for key, value in output.items()).encode()


def test_a_save_file_names_its_game(tmp_path: Path) -> None:
    path = tmp_path / "game.sav"
    path.write_bytes(save(GAME="Light Up", PARAMS="2x2", DESC="B2b", NSTATES="1"))
    assert read(str(path))[0]["walls"] == ["x", 2, None, None]
    for content, says in (
        (save(GAME="Light Up", PARAMS="2x2", SEED="123"), "random seed"),
        (save(GAME="Map", PARAMS="2x2", DESC="a"), "Map is a game"),
        (save(GAME="Light Up"), "does not say"),
        (save(GAME="Light Up", PARAMS="2x2", DESC="B2b")[:-3], "damaged"),
        (save(GAME="Light Up", PARAMS="2x2", DESC="B2b") + b"\0\0", "damaged"),
    ):
        path.write_bytes(content)
        with pytest.raises(InputError, match=says):
            read(str(path))


def test_a_save_file_of_many_entries_is_read_in_one_pass() -> None:
    # 100,000 copies of what lies behind each entry would be 40 gigabytes
    entries = save(GAME="Light Up", PARAMS="2x2", DESC="B2b") + b"MOVE:1:a\n" * 100_000
    assert tatham.read_save(entries)["walls"] == ["x", 2, None, None]


PRESETS = {
    "bridges": "7x7m2", "dominosa": "4", "filling": "7x5", "galaxies": "5x5", "keen": "4", "lightup": "7x7", "loopy": "5x5t0",
    "magnets": "6x5", "mosaic": "5x5", "palisade": "5x5n5", "pattern": "8x8", "pearl": "6x6", "range": "6x5", "rect": "7x7",
    "signpost": "5x4", "singles": "5x5", "slant": "5x5", "solo": "2x3", "tents": "7x7", "towers": "4", "undead": "4x4",
    "unequal": "4", "unruly": "6x6",
}  # fmt: skip


@pytest.mark.parametrize("game", PRESETS)
def test_ids_of_the_program_itself_have_one_answer(game: str) -> None:
    program = shutil.which(f"{FOLDER}/sgt-{game}")
    if program is None:
        pytest.skip("Debian's package sgt-puzzles is not installed")
    run = subprocess.run(
        [program, "--generate", "3", PRESETS[game]], capture_output=True, text=True, check=True, timeout=300
    )
    for game_id in run.stdout.split():
        puzzle = tatham.read_id(f"{game}:{game_id}")
        assert pencilp.solve(puzzle).status == "unique", game_id
        # the program's own description, without the difficulty in its parameters
        written = unquote(tatham_writing.write(puzzle).partition("#")[2])
        assert written.partition(":")[2] == game_id.partition(":")[2]
