"""Boards as people type and paste them who have not read the documents: what each is read as."""

from __future__ import annotations

import pytest

from pencilp.board.puzzle import Puzzle
from pencilp.formats import plain, reading

SUDOKU = """
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
"""
GIVEN = [list(row) for row in SUDOKU.split()]
ROWS = [[0 if ch == "." else int(ch) for ch in row] for row in GIVEN]
IN_SUDOKU = "sudoku\n" + SUDOKU


def read(text: str, genre: str | None = None) -> Puzzle:
    """The only puzzle in a text."""
    (puzzle,) = reading.read("-", genre, content=text.encode())
    return puzzle


def sudoku(between: str = "", *, empty: str = ".", rows: str = "\n", ends: str = "") -> str:
    """The Sudoku with other signs."""
    lines = [between.join(empty if ch == "." else ch for ch in row) for row in GIVEN]
    return rows.join(ends + line + ends for line in lines) + "\n"


def boxed(bar: str, rule: str, empty: str) -> str:
    """The Sudoku with lines between its boxes."""
    lines = [rule]
    for r, row in enumerate(GIVEN):
        cells = [empty if ch == "." else ch for ch in row]
        lines.append(f"{bar} " + f" {bar} ".join(" ".join(cells[c : c + 3]) for c in (0, 3, 6)) + f" {bar}")
        if r % 3 == 2:
            lines.append(rule)
    return "\n".join(lines) + "\n"


def celled(bar: str, rule: str, empty: str) -> str:
    """The Sudoku with lines between all cells."""
    lines = [rule]
    for row in GIVEN:
        cells = [empty if ch == "." else ch for ch in row]
        lines += [f"{bar} " + f" {bar} ".join(cells) + f" {bar}", rule]
    return "\n".join(lines) + "\n"


SUDOKUS = {
    "bare": SUDOKU,
    "zeros": sudoku(empty="0"),
    "stars": sudoku(empty="*"),
    "x": sudoku(empty="x"),
    "low lines": sudoku(empty="_"),
    "spaced zeros": sudoku(" ", empty="0"),
    "spaced stars": sudoku(" ", empty="*"),
    "spaced low lines": sudoku("  ", empty="_"),
    "blanks": sudoku(empty=" "),
    "spaced blanks": sudoku(" ", empty=" "),
    "stripped blanks": "\n".join(line.rstrip() for line in sudoku(empty=" ").splitlines()),
    "middle dots": sudoku(" ", empty="·"),
    "squares": sudoku(" ", empty="□"),
    "long dashes": sudoku(" ", empty="—"),
    "one line": sudoku(rows=""),
    "one line with zeros": sudoku(rows="", empty="0"),
    "commas": sudoku(",", empty=""),
    "commas and zeros": sudoku(",", empty="0"),
    "commas and blanks": sudoku(", ", empty="0"),
    "semicolons": sudoku(";", empty=""),
    "a comma behind every row": sudoku(",", empty="0", rows=",\n"),
    "quoted fields": "\n".join(",".join(f'"{"" if ch == "." else ch}"' for ch in row) for row in GIVEN),
    "tabs": sudoku("\t", empty=""),
    "stripped tabs": "\n".join(line.rstrip() for line in sudoku("\t", empty="").splitlines()),
    "tabs and zeros": sudoku("\t", empty="0"),
    "a list": str(ROWS),
    "an assignment": "grid = " + str(ROWS).replace("], ", "],\n        "),
    "a list of None": str([[n or None for n in row] for row in ROWS]),
    "a list of null": str([[n or None for n in row] for row in ROWS]).replace("None", "null"),
    "a list of characters": str(GIVEN),
    "a list of texts": str(["".join(row) for row in GIVEN]),
    "numpy": "np.array(" + str(ROWS) + ")",
    "printed by numpy": "[" + "\n ".join("[" + " ".join(map(str, row)) + "]" for row in ROWS) + "]",
    "a list a row": "\n".join(f"{row}," for row in ROWS),
    "flat": str([n for row in ROWS for n in row]),
    "braces": str(ROWS).replace("[", "{").replace("]", "}") + ";",
    "braces a row": "\n".join("{" + str(row)[1:-1] + "}," for row in ROWS),
    "boxes": boxed("|", "+-------+-------+-------+", "."),
    "boxes without numbers": boxed("|", "+-------+-------+-------+", " "),
    "drawn boxes": boxed("│", "├───────┼───────┼───────┤", " "),
    "double boxes": boxed("║", "╠═══════╬═══════╬═══════╣", "."),
    "boxes inside": "53.|.7.|...\n6..|195|...\n.98|...|.6.\n---+---+---\n8..|.6.|..3\n4..|8.3|..1\n7..|.2.|..6\n---+---+---\n"
    ".6.|...|28.\n...|419|..5\n...|.8.|.79\n",
    "boxes of blanks inside": "53 | 7 |   \n6  |195|   \n 98|   | 6 \n---+---+---\n8  | 6 |  3\n4  |8 3|  1\n7  | 2 |  6\n"
    "---+---+---\n 6 |   |28 \n   |419|  5\n   | 8 | 79\n",
    "long rules": boxed("|", "-------------------------", "0"),
    "cells": celled("|", "+---+---+---+---+---+---+---+---+---+", " "),
    "cells with dots": celled("|", "+---+---+---+---+---+---+---+---+---+", "."),
    "drawn cells": celled("│", "├───┼───┼───┼───┼───┼───┼───┼───┼───┤", " "),
    "markdown": "\n".join("|" + "|".join(f" {ch} " if ch != "." else "   " for ch in row) + "|" for row in GIVEN),
    "groups": sudoku().replace("53..7....", "53. .7. ...").replace("53. .7. ...", "53..7...."),
    "quoted in a mail": "\n".join("> " + line for line in sudoku().splitlines()),
    "indented": sudoku(" ", rows="\n    ", empty="0"),
    "fenced": f"```\n{sudoku()}```\n",
    "a file of a Sudoku program": f"#A somebody\n#D of our own making\n{sudoku()}",
    "a numbered one": f"Grid 01\n{sudoku(empty='0')}",
}


@pytest.mark.parametrize("text", SUDOKUS.values(), ids=SUDOKUS.keys())
def test_a_bare_sudoku_is_read_in_any_layout(text: str) -> None:
    (right,) = plain.read(IN_SUDOKU)
    assert read(text, "sudoku") == right
    if not text.startswith(("#", "Grid", ">", "```")):
        assert read(f"Sudoku\n{text}") == right
        assert read(f"Sudoku 9x9:\n\n{text}") == right


# (what somebody types, the genre that is chosen, the same as a puzzle text)
LAYOUTS = {
    "slitherlink by blanks": (
        "slitherlink\n3   2\n 1 3\n  2\n2   3\n",
        None,
        "slitherlink\n3...2\n.1.3.\n..2..\n2...3\n",
    ),
    "slitherlink by blanks below a label": ("slitherlink\nnumbers:\n3 2\n 1 2\n", None, None),
    "nurikabe by blanks": ("nurikabe\n3  \n  2\n 1 \n", None, "nurikabe\n3..\n..2\n.1.\n"),
    "nurikabe with zeros": ("0 0 3\n2 0 0\n0 0 0\n", "nurikabe", "nurikabe\n..3\n2..\n...\n"),
    "nurikabe with a size": ("Nurikabe 3x3\n..3\n2..\n...\n", None, "nurikabe\n..3\n2..\n...\n"),
    "nurikabe with stars": ("nurikabe\n**3\n2**\n***\n", None, "nurikabe\n..3\n2..\n...\n"),
    "a list of lists": ("[[0,0,3],[2,0,0],[0,0,0]]", "nurikabe", "nurikabe\n..3\n2..\n...\n"),
    "slitherlink with a size": ("slitherlink 2x3\n3 . 1\n. 2 0\n", None, "slitherlink\n3.1\n.20\n"),
    "slitherlink with a size in a line": ("slitherlink 2x3\n3.1.20\n", None, None),
    "slitherlink, a row of blanks": ("slitherlink 3x3\n3 1\n\n 20\n", None, "slitherlink\n3.1\n...\n.20\n"),
    "masyu, o and a dot": ("masyu\n..o\n●..\n..o\n", None, "masyu\n..w\nb..\n..w\n"),
    "masyu, O and @": ("masyu\n. . O\n@ . .\n. . O\n", None, "masyu\n..w\nb..\n..w\n"),
    "masyu, W and B": ("Masyu\n--W\nB--\n--W\n", None, "masyu\n..w\nb..\n..w\n"),
    "masyu, circles": ("masyu\n・・○\n●・・\n・・○\n", None, "masyu\n..w\nb..\n..w\n"),
    "masyu, stars": ("masyu\n..o\n*..\n..o\n", None, "masyu\n..w\nb..\n..w\n"),
    "masyu, blanks": ("masyu\no o\n  @\no  \n", None, None),
    "yin-yang, circles": ("yinyang\n. O .\n● . .\n. . ○\n", None, "yinyang\n.w.\nb..\n..w\n"),
    "star battle": (
        "star battle 1\nAABBB\nAABBC\nDDDCC\nDEEEC\nEEEEC\n",
        None,
        "starbattle\nAABBB\nAABBC\nDDDCC\nDEEEC\nEEEEC\nstars: 1\n",
    ),
    "star battle drawn": (
        "star battle 1\n+---+---+---+\n| 1   1 | 2 |\n+---+   +   +\n| 3 | 1 | 2 |\n+   +---+   +\n"
        "| 3   3 | 2 |\n+---+---+---+\n",
        None,
        "starbattle\n112\n312\n332\nstars: 1\n",
    ),
    "rooms drawn": (
        "norinori\n+---+---+---+\n|       |   |\n+---+   +   +\n|   |   |   |\n+   +---+   +\n|       |   |\n+---+---+---+\n",
        None,
        "norinori\n112\n312\n332\n",
    ),
    "rooms drawn, with clues": (
        "heyawake\n┌───────┬───┐\n│ 1     │ 2 │\n├───┐   │   │\n│   │   │   │\n│   └───┤   │\n│       │   │\n└───────┴───┘\n",
        None,
        "heyawake\nrooms:\n112\n312\n332\nclues:\n1-2\n---\n---\n".replace("---\n", "- - -\n").replace("1-2", "1 - 2"),
    ),
    "two grids parted by a blank line": (
        "suguru\naab\ncab\nccb\n\n1 . .\n. . .\n. 2 .\n",
        None,
        "suguru\nrooms:\naab\ncab\nccb\ngiven:\n1 . .\n. . .\n. 2 .\n",
    ),
    "skyscrapers in a frame": (
        "skyscrapers\n- 2 1 3 2 -\n2 . . . . 2\n1 . . . . 4\n3 . . . . 1\n2 . . . . 2\n- 2 3 1 3 -\n",
        None,
        "skyscrapers\nsize: 4 4\ntop 2 1 3 2\nleft 2 1 3 2\nbottom 2 3 1 3\nright 2 4 1 2\n",
    ),
    "skyscrapers in a frame without corners": (
        "skyscrapers\n  2 1 3 2\n2 . . . . 2\n1 . . . . 4\n3 . . . . 1\n2 . . . . 2\n  2 3 1 3\n",
        None,
        "skyscrapers\nsize: 4 4\ntop 2 1 3 2\nleft 2 1 3 2\nbottom 2 3 1 3\nright 2 4 1 2\n",
    ),
    "skyscrapers in a frame of blanks": (
        " 2132 \n2    2\n1    4\n3    1\n2    2\n 2313 \n",
        "skyscrapers",
        "skyscrapers\nsize: 4 4\ntop 2 1 3 2\nleft 2 1 3 2\nbottom 2 3 1 3\nright 2 4 1 2\n",
    ),
    "skyscrapers in a list": (
        "[[0,2,1,3,2,0],[2,0,0,0,0,2],[1,0,0,0,0,4],[3,0,0,0,0,1],[2,0,0,0,0,2],[0,2,3,1,3,0]]",
        "skyscrapers",
        "skyscrapers\nsize: 4 4\ntop 2 1 3 2\nleft 2 1 3 2\nbottom 2 3 1 3\nright 2 4 1 2\n",
    ),
    "skyscrapers with few clues": (
        "skyscrapers\n. . 1 . . .\n2 . . . . .\n. . 3 . . 4\n. . . . . 1\n. . . . . .\n. . 3 . . .\n",
        None,
        "skyscrapers\nsize: 4 4\ngiven:\n....\n.3..\n....\n....\ntop - 1 - -\nleft 2 - - -\nbottom - 3 - -\nright - 4 1 -\n",
    ),
    "tents, sums above": (
        "tents\n  1 0 1\n1 . T .\n0 . . .\n1 T . .\n",
        None,
        "tents\n.T.\n...\nT..\ntop 1 0 1\nleft 1 0 1\n",
    ),
    "tents, sums below": (
        "tents\n. T . 1\n. . . 0\nT . . 1\n1 0 1\n",
        None,
        "tents\n.T.\n...\nT..\ntop 1 0 1\nleft 1 0 1\n",
    ),
    "tents, packed": ("tents\n 101\n1.T.\n0...\n1T..\n", None, "tents\n.T.\n...\nT..\ntop 1 0 1\nleft 1 0 1\n"),
    "tents, packed below": ("tents\n.T.1\n...0\nT..1\n101\n", None, "tents\n.T.\n...\nT..\ntop 1 0 1\nleft 1 0 1\n"),
    "tents, in a table": ("tents\n,1,0,1\n1,,T,\n0,,,\n1,T,,\n", None, "tents\n.T.\n...\nT..\ntop 1 0 1\nleft 1 0 1\n"),
    "tents, columns and rows": (
        "tents\n.T.\n...\nT..\ncolumns: 1 0 1\nrows: 1 0 1\n",
        None,
        "tents\n.T.\n...\nT..\ntop 1 0 1\nleft 1 0 1\n",
    ),
    "tents, a list": (
        "tents\n.T.\n...\nT..\ncolumns: [1, 0, 1]\nrows: [1, 0, 1]\n",
        None,
        "tents\n.T.\n...\nT..\ntop 1 0 1\nleft 1 0 1\n",
    ),
    "battleship, sums below": (
        "battleship\nfleet: 3 2 2 1 1 1\n. . . . . . 2\n. . . . . . 2\n. . . . . . 2\n. . . . . . 2\n"
        ". . . . . . 1\n. . . . . . 1\n2 2 2 2 1 1\n",
        None,
        "battleship\nsize: 6 6\nfleet: 3 2 2 1 1 1\ntop 2 2 2 2 1 1\nleft 2 2 2 2 1 1\n",
    ),
    "kakurasu": (
        "kakurasu\n  1 2 3\n1 . . .\n3 . . .\n1 . . .\n",
        None,
        "kakurasu\nsize: 3 3\ntop 1 2 3\nleft 1 3 1\n",
    ),
    "easy as abc": (
        "easyasabc\n- A - B -\n- . . . A\nB . . . -\n- . . . -\n- - C - -\n",
        None,
        "easyasabc\nsize: 3 3\ntop A - B\nleft - B -\nbottom - C -\nright A - -\n",
    ),
    "nonogram, columns and rows": (
        "nonogram\ncolumns: 1,1 2 1\nrows: 2 1,1 1\n",
        None,
        "nonogram\ntop 1,1 2 1\nleft 2 1,1 1\n",
    ),
    "nonogram, commas between lines": (
        "nonogram\ncolumns: 1 1, 2, 1\nrows: 2, 1 1, 1\n",
        None,
        "nonogram\ntop 1,1 2 1\nleft 2 1,1 1\n",
    ),
    "nonogram, lists": (
        "nonogram\ncolumns: [[1,1],[2],[1]]\nrows: [[2],[1,1],[1]]\n",
        None,
        "nonogram\ntop 1,1 2 1\nleft 2 1,1 1\n",
    ),
    "nonogram, a line each": (
        "Nonogram\nColumns:\n1 1\n2\n1\nRows:\n2\n1 1\n1\n",
        None,
        "nonogram\ntop 1,1 2 1\nleft 2 1,1 1\n",
    ),
    "nonogram, a file": (
        'catalogue "ours"\ntitle "a thing"\nby "us"\nwidth 3\nheight 3\n\nrows\n2\n1,1\n1\n\ncolumns\n1,1\n'
        '2\n1\n\ngoal "110101010"\n',
        None,
        "nonogram\nname: a thing\ntop 1,1 2 1\nleft 2 1,1 1\n",
    ),
    "nonogram, a picture": (
        "nonogram\n. . 1 . .\n. . 1 2 1\n. 2 . . .\n1 1 . . .\n. 1 . . .\n",
        None,
        "nonogram\ntop 1,1 2 1\nleft 2 1,1 1\n",
    ),
    "numberlink, letters": ("A.B\n...\nA.B\n", "numberlink", "numberlink\n1.2\n...\n1.2\n"),
    "numberlink, small letters": ("number link\nr..g\n....\nr..g\n", None, "numberlink\n2..1\n....\n2..1\n"),
    "16x16, letters": (
        "\n".join(["1" + 14 * "." + "G", *(16 * "." for _ in range(15))]),
        "sudoku",
        "sudoku\n" + "\n".join(["1 " + 14 * "- " + "16", *(16 * "- " for _ in range(15))]),
    ),
    "16x16, letters only": (
        "\n".join(["A" + 14 * "." + "P", *(16 * "." for _ in range(15))]),
        "sudoku",
        "sudoku\n" + "\n".join(["1 " + 14 * "- " + "16", *(16 * "- " for _ in range(15))]),
    ),
    "hitori, full": ("1 2 3\n2 2 1\n3 1 1\n", "hitori", "hitori\n123\n221\n311\n"),
    "hitori, a table": ("1,2,3\n2,2,1\n3,1,1\n", "hitori", "hitori\n123\n221\n311\n"),
    "minesweeper, question marks mean clues": ("minesweeper\n1 ? 2\n. . .\n", None, "minesweeper\n1?2\n...\n"),
    "akari, zeros are clues": ("akari\n. 0 .\n. . 2\nx . .\n", None, "akari\n.0.\n..2\nx..\n"),
    "akari, black squares": ("akari\n. 0 .\n. . 2\n■ . .\n", None, "akari\n.0.\n..2\nx..\n"),
    "kakuro is no table of commas": ("shikaku\n4,,\n,,2\n,3,\n", None, "shikaku\n4..\n..2\n.3.\n"),
    "shikaku, cells": (
        "shikaku\n+---+---+---+\n| 4 |   |   |\n+---+---+---+\n|   |   | 2 |\n+---+---+---+\n|   | 3 |   |\n+---+---+---+\n",
        None,
        "shikaku\n4..\n..2\n.3.\n",
    ),
    "fillomino, spaced zeros": ("0 2 0\n3 0 0\n0 0 1\n", "fillomino", "fillomino\n.2.\n3..\n..1\n"),
    "hashi, blanks": ("hashi\n2 3 2\n     \n1 2 2\n", None, None),
    "a name behind the genre": ("Nurikabe (easy)\n..3\n2..\n...\n", None, "nurikabe\nname: easy\n..3\n2..\n...\n"),
    "tapa": ("tapa\n. 1,1 .\n. . .\n3 . .\n", None, "tapa\n. 1,1 .\n. . .\n3 . .\n"),
    "str8ts, grids": (
        "str8ts\nx . .\n. . .\n. . x\n\n. 1 .\n. . 3\n. . .\n",
        None,
        "str8ts\nblack:\nx . .\n. . .\n. . x\ngiven:\n. 1 .\n. . 3\n. . .\n",
    ),
}


@pytest.mark.parametrize(("text", "genre", "right"), LAYOUTS.values(), ids=LAYOUTS.keys())
def test_a_layout_is_read_as_the_puzzle_it_is(text: str, genre: str | None, right: str | None) -> None:
    if right is None:
        with pytest.raises(reading.InputError, match="this may be"):
            read(text, genre)
        return
    (wanted,) = plain.read(right)
    found = read(text, genre)
    assert found == wanted
    assert found.name == wanted.name
