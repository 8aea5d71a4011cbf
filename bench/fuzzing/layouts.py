"""Attacks on the readers of boards in people's layouts, of game IDs and of save files. A puzzle that is read is
written and read again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from fuzzing.judging import Case, refused
from fuzzing.mutating import encoded, mutated
from fuzzing.trips import there_and_back
from pencilp.board.puzzle import Puzzle
from pencilp.formats import reading, tatham

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LAYOUTS = (
    ("sudoku", SUDOKU),
    ("sudoku", f"{SUDOKU}\n{SUDOKU}\nGrid 02\n{SUDOKU}"),
    ("sudoku", "[[1,0,0,4],[0,4,1,0],\n[0,1,4,0],[4,0,0,1]]"),
    ("sudoku", 'board = ["1..4",\n ".41.", ".14.", "4..1"]'),
    ("sudoku", "1,,,4\n,4,1,\n,1,4,\n4,,,1"),
    ("sudoku", '"1";"";"";"4"\n"";"4";"1";""\n"";"1";"4";""\n"4";"";"";"1"'),
    ("sudoku", "+-----+-----+\n| 1 . | . 4 |\n| . 4 | 1 . |\n+-----+-----+\n| . 1 | 4 . |\n| 4 . | . 1 |\n+-----+-----+"),
    ("sudoku", "┌───┬───┐\n│1  │  4│\n│  4│1  │\n├───┼───┤\n│  1│4  │\n│4  │  1│\n└───┴───┘"),
    ("slitherlink", "slitherlink 4x4\n3 . . 2\n. 1 . .\n. . 2 .\n2 . . 3"),
    ("slitherlink", "slitherlink\n+ + + +\n 3 2 1\n+ + + +\n   0  \n+ + + +\n 2   3\n+ + + +"),
    ("nurikabe", "nurikabe\n3   \n  2 \n   1"),
    ("masyu", "o..@\n.●..\n..○.\n@..o"),
    ("numberlink", "a..b\n.c..\n..c.\nb..a"),
    ("skyscrapers", "  2 1 3 2\n3 . . . . 1\n1 . . 4 . 2\n2 . . . . 2\n2 . . . . 3\n  2 3 1 2"),
    ("tents", "T . . . 1\n. . T . 0\n. T . . 2\n. . . . 0\n1 0 1 1"),
    ("battleships", "fleet: 3 2 2 1 1 1\n. . . . 1\n. ~ . . 0\n. . O . 2\n. . . . 0\n1 0 1 1"),
    ("star_battle", "star battle 1\nAABB\nAABC\nDDCC\nDDDC"),
    ("nonogram", "width 3\nheight 3\nrows\n1,1\n3\n1\ncolumns\n2\n1,1\n2\n"),
    ("nonogram", 'title "a"\nheight 2\nwidth 2\n\nrows\n1\n2\n\ncolumns\n1\n2\ngoal "0111"'),
    ("nonogram", "      1\n  2 1 1\n1 . . .\n3 . . .\n1 1 . ."),
    ("heyawake", "┌───┬───┐\n│ 2 │   │\n├───┤ 1 │\n│   │   │\n└───┴───┘"),
    ("lits", "+-+-+-+\n|     |\n+ +-+ +\n| |   |\n+-+-+-+"),
)  # fmt: skip
"""Boards as people lay them out, each with the genre that is named for it."""
IDS = (
    "5x5:33b2d2f2b31a", "Loopy:4x4t0:3a2d1b2a3a", "Range:4x3:b7b4d3a", "Solo:2x2:1b4a41d14a4b1",
    "Solo:4j:1b4a41d14a4b1,_a_c_f_d_b",
    "Bridges:4x4:2b3i1b2", "Light Up:3x3:a1bBd", "Pearl:4x4:aWbBkW", "Tents:4x4:_cbdc,1,0,1,1,1,0,2,0", "Keen:3:_a_3a_a,a3m2s1d3",
    "Towers:3:1/2//3/2/1/1/2/2/3/2/1", "Unequal:3:0R,0,2D,0,0,0U,1L,0,0", "Unruly:4x4:aBcDbBa", "Galaxies:3x3:bgAc",
    "Pattern:3x3:2/1.1/2/1.1/3/1", "Singles:3x3:122133213", "Slant:2x2:1c2a3b", "Palisade:4x2n4:a3b2c", "Mosaic:3x3:a4b6c3",
    "Filling:3x3:3a2b1b", "Rectangles:3x2:3b3a", "Dominosa:2:001120122021", "Magnets:2x2:1.,.1,1.,.1,LRLR",
)  # fmt: skip
"""Game IDs, most of them of a puzzle."""


def layout(rng: Random) -> Case:
    """Boards as people type and paste them."""
    genre, good = rng.choice(LAYOUTS)
    bad = mutated(rng, good, [rng.choice(LAYOUTS)[1]])
    content = encoded(rng, bad)
    named = genre if rng.random() < 0.8 else None

    def run(folder: Path) -> None:
        path = folder / "bad.txt"
        path.write_bytes(content)
        _read(lambda: reading.read(str(path), named), folder)

    return Case(f"{named}: {bad[:300]!r}", run)


def game_id(rng: Random) -> Case:
    """Game IDs of Simon Tatham's collection, as arguments, in files, and as save files."""
    bad = mutated(rng, rng.choice(IDS))
    game, _, rest = bad.partition(":")
    params, _, desc = rest.partition(":")
    way = rng.randrange(4)
    if way == 0:
        entries = [("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"), ("VERSION", "1"), ("GAME", game)]
        entries += [("PARAMS", params), ("CPARAMS", params), ("DESC", desc), ("NSTATES", "1"), ("STATEPOS", "1")]
        save = "".join(f"{key:<8}:{len(said.encode(errors='replace'))}:{said}\n" for key, said in entries)
        content = encoded(rng, mutated(rng, save))
    else:
        content = encoded(rng, f"{bad}\n")

    def run(folder: Path) -> None:
        path = folder / "bad.txt"
        path.write_bytes(content)
        if way < 2:
            _read(lambda: reading.read(str(path)), folder)
        elif tatham.is_id(bad):
            _read(lambda: [tatham.read_id(bad)], folder)

    return Case(f"{way}: {bad[:300]!r}", run)


def _read(read: Callable[[], list[Puzzle]], folder: Path) -> None:
    """Read what may be a puzzle; written as a puzzle text it is the same one."""
    for puzzle in (refused(read) or [])[:3]:
        there_and_back(puzzle, puzzle.answer, "text", folder)
