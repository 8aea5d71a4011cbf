"""Boards as people type and paste them who have not read the documents: what each is read as."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from openpyxl import Workbook

import pencilp
from pencilp import cli
from pencilp.board.puzzle import Puzzle
from pencilp.formats import reading
from pencilp.formats.remarks import remarks
from pencilp.formats.text import text as plain

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
    "markdown with a head": "| | | | | | | | | |\n|---|---|---|---|---|---|---|---|---|\n"
    + "\n".join("| " + " | ".join(ch if ch != "." else " " for ch in row) + " |" for row in GIVEN),
    "markdown whose head is a row": "\n".join(
        ["| " + " | ".join(GIVEN[0]) + " |", "|" + 9 * ":-:|", *("| " + " | ".join(row) + " |" for row in GIVEN[1:])]
    ),
    "a table of a web page": "<table>\n"
    + "\n".join("<tr>" + "".join(f"<td>{ch if ch != '.' else '&nbsp;'}</td>" for ch in row) + "</tr>" for row in GIVEN)
    + "\n</table>\n",
    "a whole web page": "<html><head><title>Sudoku 5</title></head><body><table><tr>"
    + "<tr>".join("".join(f"<td class=c>{ch if ch != '.' else ''}" for ch in row) for row in GIVEN)
    + "</table></body></html>",
    "columns A to I, rows 1 to 9": "    A B C D E F G H I\n"
    + "\n".join(f"{i} | " + " ".join(row) for i, row in enumerate(GIVEN, 1)),
    "columns 1 to 9, rows A to I": "   1 2 3 4 5 6 7 8 9\n"
    + "\n".join(f"{name}  " + " ".join(row) for name, row in zip("ABCDEFGHI", GIVEN, strict=True)),
    "columns c1 to c9, rows r1 to r9": "    c1 c2 c3 c4 c5 c6 c7 c8 c9\n"
    + "\n".join(f"r{i}: " + "  ".join(row) for i, row in enumerate(GIVEN, 1)),
    "columns and rows by number, blanks": "  1 2 3 4 5 6 7 8 9\n"
    + "\n".join(f"{i} " + " ".join(row).replace(".", " ") for i, row in enumerate(GIVEN, 1)),
    "a sheet with its names": "\tA\tB\tC\tD\tE\tF\tG\tH\tI\n"
    + "\n".join(f"{i}\t" + "\t".join(row).replace(".", "") for i, row in enumerate(GIVEN, 1)),
    "Java": "int[][] board = {\n" + ",\n".join("{" + str(row)[1:-1] + "}" for row in ROWS) + "\n};\n",
    "an object": json.dumps({"grid": ROWS}),
    "an object of texts": json.dumps({"type": "Sudoku", "board": ["".join(row) for row in GIVEN]}),
    "an object with its solution": json.dumps({"puzzle": "".join(map("".join, GIVEN)), "solution": 81 * "1"}),
    "an object in several lines": json.dumps({"puzzle": [[n or None for n in row] for row in ROWS]}, indent=1),
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
    if not text.startswith(("#", "Grid", ">", "```", '{"', "{\n")):
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
    "nurikabe in Markdown, with names": (
        "|   | A | B | C |\n|---|---|---|---|\n| 1 |   |   | 3 |\n| 2 | 2 |   |   |\n| 3 |   |   |   |\n",
        "nurikabe",
        "nurikabe\n..3\n2..\n...\n",
    ),
    "nurikabe with names and blanks": (
        "nurikabe\n  A B C\n1     3\n2 2\n3\n",
        None,
        "nurikabe\n..3\n2..\n...\n",
    ),
    "a row of tabs": ("\t\t3\n\t\t\n2\t\t\n", "nurikabe", "nurikabe\n..3\n...\n2..\n"),
    "futoshiki, signs": (
        "futoshiki\n. < .   3\n    v   ^\n. > .   .\n\n1   . < .\n",
        None,
        "futoshiki\ngiven:\n..3\n...\n1..\nmarks:\nr1c1e <\nr1c2s v\nr1c3s ^\nr2c1e >\nr3c2e <\n",
    ),
    "futoshiki, signs without blanks": (
        "_<_ _\n_ _>_\n_ 2 _\n",
        "futoshiki",
        "futoshiki\ngiven:\n...\n...\n.2.\nmarks:\nr1c1e <\nr2c2e >\n",
    ),
    "kenken, results by name": (
        "kenken\naab\ncdb\ncdd\n\na: 3+\nb = 2-\nc: 6x, d: 6\n",
        None,
        "kenken\ncages:\naab\ncdb\ncdd\nresults:\n3+ - 2-\n6* 6 -\n- - -\n",
    ),
    "kenken, results by name below a label": (
        "kenken\ncages:\na a b\nc d b\nc d d\na: 3+\nb: 2-\nc: 6x\nd: 6\n",
        None,
        "kenken\ncages:\naab\ncdb\ncdd\nresults:\n3+ - 2-\n6* 6 -\n- - -\n",
    ),
    "kenken, results by name with the sign first": (
        "kenken\ncages:\na a b\nc d b\nc d d\na: +3\nb: 2 -\nc: x6\nd: 6·\n",
        None,
        "kenken\ncages:\naab\ncdb\ncdd\nresults:\n3+ - 2-\n6* 6* -\n- - -\n",
    ),
    "kenken, some results by name": (
        "kenken\ncages:\na a b b\nc c d d\ne e f f\ng g h h\nb: 3+\nh: 2-\n",
        None,
        "kenken\ncages:\naabb\nccdd\neeff\ngghh\nresults:\n- - 3+ -\n- - - -\n- - - -\n- - 2- -\n",
    ),
    "killer, a grid without a label above the cages": (
        "killer\n- 2 - -\n- - - -\n- - - 4\n- - - -\ncages:\naabb\naccb\ndcce\nddee\na: 8\n",
        None,
        "killer_sudoku\ngiven:\n- 2 - -\n- - - -\n- - - 4\n- - - -\ncages:\naabb\naccb\ndcce\nddee\n"
        "sums:\n8 - - -\n- - - -\n- - - -\n- - - -\n",
    ),
    "heyawake, a grid without a label above the rooms": (
        "heyawake\n1 - 0\n- - -\n- - -\nrooms:\na a b\nc a b\nc c b\n",
        None,
        "heyawake\nrooms:\naab\ncab\nccb\nclues:\n1 - 0\n- - -\n- - -\n",
    ),
    "heyawake, clues by name below their label": (
        "heyawake\nclues:\na: 1\nb: 0\nrooms:\na a b\nc a b\nc c b\n",
        None,
        "heyawake\nrooms:\naab\ncab\nccb\nclues:\n1 - 0\n- - -\n- - -\n",
    ),
    "easy as abc, clues above and at the left": (
        "easy as abc\nlast: C\n  A . . .\nB . . . .\nA . . . C\nB B . . .\n. . A . .\n",
        None,
        "easyasabc\nlast: C\nclues:\ntop A - - -\nleft B A B -\ngiven:\n----\n---C\nB---\n-A--\n",
    ),
    "skyscrapers, a frame without blanks": (
        "skyscrapers\n 12 2\n ..2.\n2...22\n4....1\n .3..2\n  212\n",
        None,
        "skyscrapers\nclues:\ntop 1 2 - 2\nleft - 2 4 -\nbottom - 2 1 2\nright - 2 1 2\ngiven:\n--2-\n---2\n----\n-3--\n",
    ),
    "heyawake, clues by name below rooms without a label": (
        "heyawake\na a b\nc a b\nc c b\nclues:\na: 1\nb: 0\n",
        None,
        "heyawake\nrooms:\naab\ncab\nccb\nclues:\n1 - 0\n- - -\n- - -\n",
    ),
    "suguru, rooms without a label above givens": (
        "suguru\na a b\na b b\nc c b\ngiven:\n1 . .\n. . .\n. . 3\n",
        None,
        "suguru\nrooms:\naab\nabb\nccb\ngiven:\n1 - -\n- - -\n- - 3\n",
    ),
    "star battle, a sentence with a word for each column": (
        "star battle\nStars in rows\na a b\na c b\nc c b\n",
        None,
        "starbattle\naab\nacb\nccb\n",
    ),
    "star battle, a sentence, with empty lines below": (
        "star battle\nStars in rows\na a b\na c b\nc c b\n\n\n",
        None,
        "starbattle\naab\nacb\nccb\n",
    ),
    "star battle, words of equal lengths are rows": (
        "star battle\naab bcc\naab bcc\nddd ddd\neee eee\nfff fff\nfff fff\n",
        None,
        "starbattle\na b\na b\nd d\ne e\nf f\nf f\n",
    ),
    "star battle, rooms drawn as lines": (
        "star battle\n+---+---+\n|   |   |\n+   +   +\n|   |   |\n+---+---+\n",
        None,
        "starbattle\nab\nab\n",
    ),
    "killer, sums by name in a line": (
        "a a b b\na c c b\nd c c e\nd d e e\na=8 b=7 c=10 d=7 e=8\n",
        "killer",
        "killer_sudoku\ncages:\naabb\naccb\ndcce\nddee\nsums:\n8 - 7 -\n- 10 - -\n7 - - 8\n- - - -\n",
    ),
    "heyawake, clues by name": (
        "heyawake\nAAB\nCAB\nCCB\nA: 1\nB: 0\n",
        None,
        "heyawake\nrooms:\nAAB\nCAB\nCCB\nclues:\n1-0\n---\n---\n".replace("1-0", "1 - 0").replace("---", "- - -"),
    ),
    "rooms in a table": ("star battle\n1,1,2\n3,1,2\n3,3,2\n", None, "starbattle\n112\n312\n332\n"),
    "nurikabe, fields of blanks": (
        "nurikabe\n10\n    2\n       1\n 1\n",
        None,
        "nurikabe\n10 - -\n- 2 -\n- - 1\n1 - -\n",
    ),
    "slitherlink, dots": (
        "slitherlink\n. . . .\n 3   2\n. . . .\n\n. . . .\n   1\n. . . .\n",
        None,
        "slitherlink\n3.2\n...\n.1.\n",
    ),
    "slitherlink, dots of plus signs": (
        "slitherlink\n+ + + +\n|3   2|\n+ + + +\n     1 \n+ + + +\n",
        None,
        "slitherlink\n3.2\n..1\n",
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
    "tents, pictures": (
        "tents\n. 🌳 . 1\n. . . 0\n🌳 . . 1\n1 0 1\n",
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


EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.txt"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_puzzle_text_reads_as_before(path: Path) -> None:
    found = reading.read(str(path))
    assert found == plain.read(path.read_text())
    assert not any("read as" in remark for puzzle in found for remark in remarks(puzzle))


TWO_READINGS = {
    "clues that count like names": ("skyscrapers\n  1 2 3 4\n1 . . . .\n2 . . . .\n3 . . . .\n4 . . . .\n", None, None),
    "circles of two sizes": ("masyu\no . O\n. . .\n. O .\n", None, "o and O may be two kinds of circles, or one"),
    "blanks between two columns": ("slitherlink\n3  \n  3\n", None, "2 rows of 3 cells or 2 rows of 2 cells"),
    "a square whose last column may be stripped": (
        "nurikabe\n 2\n1\n  3\n 1\n",
        None,
        "4 rows of 3 cells or 4 rows of 4 cells",
    ),
    "rows of two words that do not line up": ("hitori\n1  2\n 2 1\n", None, "write . for every empty cell"),
    "a blank may be missing": ("slitherlink\n3 2 1\n321\n1 2 1\n", None, "write . for every empty cell"),
    "a blank may be missing below a label": ("binairo\nnumbers:\n0 1\n01\n", None, None),
    "a blank may be missing between names and values": ("kenken\ncages:\naab\ncbb\ncdd\na 3+\n", None, None),
    "a square, or the parameter": ("star battle 3\nAAB\nACB\nCCB\n", None, None),
    "a grid that may be clues of two layers": (
        "killer\n3 - - -\n- - - -\n- - - -\n- - - -\ncages:\naabb\naccb\ndcce\nddee\n",
        None,
        "this may be sums or given: write its name above it, such as sums:",
    ),
    "a row of words, or names of rooms": (
        "lits\nred and blue\nred red red\nred red red\n",
        None,
        "may be rows of the board or sentences",
    ),
    "clues at two sides, or a larger board": (
        "skyscrapers\n. 2 3 2 .\n4 . . . .\n1 . . . .\n3 . . . 1\n2 . . 1 2\n",
        None,
        "5 rows of 5 cells or clues (top, left) around 4 rows of 4 cells",
    ),
    "one column, or rooms without blanks": ("suguru\nrooms:\nab\nab\ngiven:\n2\n1\n", None, "'size: 2 2'"),
    "an answer without a label": (
        "star battle\na a b b\na a c b\nd d c c\nd d c c\n\n. * . .\n. . . *\n* . . .\n. . * .\n",
        None,
        "an empty line ends the rooms",
    ),
    "rooms and a line of words": (
        "star battle\n2 stars\na a b b\na a c b\nd d c c\nd d c c\n",
        None,
        "this row has 2 values",
    ),
    "values by name of no rooms": ("suguru\na a b\na b b\nc c b\na: 3\nb: 4\nc: 2\n", None, "no values of whole rooms"),
    "values by name without rooms": ("star battle\nb: +4\n", None, None),
    "zeros of a list": (
        "[[0,3,0],[2,0,0],[0,0,0]]",
        "slitherlink",
        "0 as a number or 3 rows of 3 cells with 0 for an empty cell",
    ),
    "letters from 1 or from 10": (
        "\n".join(["A" + 14 * "." + "G", *(16 * "." for _ in range(15))]),
        "sudoku",
        "A for 10 or 16 rows of 16 cells with A for 1",
    ),
    "a frame of a genre that needs none": (
        "sandwich sudoku\n. 5 . . 3 . . . .\n4 . . . . . . . .\n" + 7 * ". . . . . . . . .\n",
        None,
        "9 rows of 9 cells or clues (top, left) around 8 rows of 8 cells",
    ),
    "a line of 48 cells": ("slitherlink 6x8\n" + 48 * "." + "\n", None, None),
}


@pytest.mark.parametrize(("text", "genre", "says"), TWO_READINGS.values(), ids=TWO_READINGS.keys())
def test_a_text_with_two_readings_is_refused_and_never_guessed(text: str, genre: str | None, says: str | None) -> None:
    with pytest.raises(pencilp.InputError) as refused:
        print(plain.write(read(text, genre)))
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400
    if says is not None:
        assert says in str(refused.value)


def test_a_frame_that_could_be_a_larger_board_is_reported() -> None:
    text, _, _ = LAYOUTS["skyscrapers in a frame"]
    assert remarks(read(text)) == [
        "read as clues (top, left, bottom, right) around 4 rows of 4 cells; "
        "if the board is larger, write the name of its layer above it"
    ]
    label = text.replace("skyscrapers\n", "skyscrapers\ngiven:\n")
    assert read(label).lattice.rows == 6


@pytest.mark.parametrize(
    ("text", "genre", "words"),
    [
        ("Daily puzzle, by Anna\n\n..3\n2..\n...\nGood luck!\n", "nurikabe", "'Daily puzzle, by Anna', 'Good luck!'"),
        ("nurikabe\nThis is a nice puzzle\n..3\n2..\n...\n", None, "'This is a nice puzzle'"),
    ],
)
def test_sentences_around_a_board_are_left_out_and_reported(text: str, genre: str | None, words: str) -> None:
    found = read(text, genre)
    assert found == plain.read("nurikabe\n..3\n2..\n...\n")[0]
    assert remarks(found) == [f"left out, as no part of the board: {words}"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("minesweeper\n1 ? ?\n? 2 ?\n? ? 1\n", "? is an unknown clue"),
        ("minesweeper\n1##\n#2#\n##1\n", "# is no cell"),
        ("minesweeper\n1??\n.2?\n??1\n", ""),
        ("nurikabe\n?.\n..\n", ""),
    ],
)
def test_a_board_without_empty_cells_is_remarked(text: str, says: str) -> None:
    wanted = [f"no cell is empty: {says}; write . for an empty cell"] if says else []
    assert remarks(read(text)) == wanted


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nurikabe\n1...\n\n1 island of 3\n", "write . for every empty cell"),
        ("kenken\naab\ncab\nccb\na = 3\nd = 4\n", "no cell is named d"),
        ("kenken\naab\ncab\nccb\na = 3\na = 4\n", "a has two values"),
        ("futoshiki\n. < . >\n. . .\n. . .\n", "marks"),
        ('{"genre": "sudoku", "grid": [[1, 0], [0, 0]], "regions": [[1, 1], [2, 2]]}', "sudoku has no layer 'regions'"),
        ('{"grid": [[1, 0], [0, 0]]}', "--genre"),
        ('{"genre": "sudoku", "grid": []}', 'its "grid" is no board'),
        ('{"genre": "slitherlink", "grid": -1}', 'its "grid" is no board'),
        ('{"genre": 5, "given": [[1, 0], [0, 0]]}', 'its "genre" is no name'),
        ("lits: +-+--+\n| ", "there is no genre"),
        ("sudoku: ┌───┬───┐\n││", "there is no genre"),
    ],
)
def test_texts_that_fit_no_layout_are_refused(text: str, says: str) -> None:
    with pytest.raises(pencilp.InputError, match=says.replace(".", "[.]")):
        read(text)


LINE = "".join("".join(row) for row in GIVEN)
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SEVERAL = {
    "a line each": (f"{LINE}\n{LINE}\n{LINE}\n", "sudoku", ["sudoku"] * 3),
    "a line each below the genre": (f"Sudoku\n{LINE}\n{LINE}\n", None, ["sudoku"] * 2),
    "with solutions": (f"quizzes,solutions\n{LINE},{SOLVED}\n{LINE},{SOLVED}\n", "sudoku", ["sudoku"] * 2),
    "numbered": (f"Grid 01\n{SUDOKU}Grid 02\n{SUDOKU}", "sudoku", ["sudoku"] * 2),
    "blank lines": (f"{SUDOKU}\n{SUDOKU}", "sudoku", ["sudoku"] * 2),
    "blank lines below the genre": (f"Sudoku\n{SUDOKU}\n{SUDOKU}", None, ["sudoku"] * 2),
    "names of genres": (
        f"Sudoku\n{SUDOKU}\nmasyu\n..o\n●..\n..o\n\nslitherlink 2x2\n3 .\n. 2\n",
        None,
        ["sudoku", "masyu", "slitherlink"],
    ),
}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("minesweeper\n1 . .\n. . 1\n. 2 .\n\nmines: 4\n", "no layer 'mines'"),
        ("star battle\na a b b\na a c b\nd d c c\nd d c c\n\nstars 2\n", "7:1: this row has 2 values"),
    ],
)
def test_a_line_below_a_board_is_no_puzzle_of_its_own(text: str, says: str) -> None:
    with pytest.raises(pencilp.InputError, match=says):
        reading.read("-", None, content=text.encode())


@pytest.mark.parametrize(("text", "genre", "wanted"), SEVERAL.values(), ids=SEVERAL.keys())
def test_several_puzzles_need_no_line_between_them(text: str, genre: str | None, wanted: list[str]) -> None:
    found = reading.read("-", genre, content=text.encode())
    assert [puzzle.genre.name for puzzle in found] == wanted
    (right,) = plain.read(IN_SUDOKU)
    assert all(puzzle == right for puzzle in found if puzzle.genre.name == "sudoku")
    if SOLVED in text:
        assert all(puzzle.answer is not None and not pencilp.check(puzzle) for puzzle in found)


def test_a_wrong_line_of_many_is_named() -> None:
    unread = list(reading.unread("many.txt", "sudoku", content=f"{LINE}\n{LINE[:-1]}x\n{LINE}\n".encode()))
    assert len(unread) == 3
    with pytest.raises(pencilp.InputError, match=r"^many\.txt:2:81: given: 'x' is not a number"):
        unread[1].read("sudoku")
    assert unread[2].read("sudoku") == read(SUDOKU, "sudoku")


def test_python_takes_texts_and_rows() -> None:
    (right,) = plain.read(IN_SUDOKU)
    assert pencilp.puzzle("sudoku", LINE) == right
    assert pencilp.puzzle("sudoku", ROWS) == right
    assert pencilp.puzzle("sudoku", ["".join(row) for row in GIVEN]) == right
    assert pencilp.load(SUDOKU, "sudoku") == right
    assert pencilp.load(IN_SUDOKU) == right
    with pytest.raises(TypeError, match="already has all layers"):
        pencilp.puzzle("sudoku", ROWS, given=ROWS)


def test_zeros_of_a_workbook_are_empty_if_numbers_begin_at_1() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for r, row in enumerate(ROWS, 1):
        for c, number in enumerate(row, 1):
            sheet.cell(r, c, number)
    sheet.cell(10, 10, "E")
    content = io.BytesIO()
    book.save(content)
    (found,) = reading.read("board.xlsx", "sudoku", content=content.getvalue())
    assert [found] == plain.read(IN_SUDOKU)


def test_rows_in_braces_and_broken_json_are_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    twice = '{"genre": "sudoku", "grid": [[1, 0], [0, 2]], "grid": [[1]]}\n'
    no_number = '{"genre": "sudoku", "grid": [[NaN]]}\n'
    for text in ("{5,3,0}\n" * 10, '{"a": 3\n' * 10, twice, no_number):
        (tmp_path / "rows.txt").write_text(text)
        assert cli.main(["solve", str(tmp_path / "rows.txt")]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_the_dataset_may_say_the_genre_by_its_own_name() -> None:
    problem = "3 3\n- - 4\n- - -\n- - -"
    for name in ("Simple Loop", "simpleloop"):
        line = json.dumps({"genre": name, "problem": "2 2\n- -\n- -"})
        assert read(line).genre.name == "simpleloop"
    with pytest.raises(pencilp.InputError) as refused:
        read(json.dumps({"genre": "Patchwork", "problem": problem}))
    assert "there is no genre" not in str(refused.value)


def test_errors_below_a_long_title_are_reported() -> None:
    with pytest.raises(pencilp.InputError, match="the board has 2 rows of 2 cells, and the first line says 3x3"):
        read("slitherlink 3x3\n3 .\n. 2\n")
    assert read("Star Battle (2 stars)\nAAB\nACB\nCCB\n")["stars"] == 2


def test_a_first_row_such_as_10_is_not_dropped() -> None:
    with pytest.raises(reading.InputError, match="0"):
        reading.read("-", "nurikabe", content=b"10.\n..2\n")


def test_groups_of_cells_with_a_blank_row_have_two_readings() -> None:
    with pytest.raises(reading.InputError, match=r"may be .* rows of .* or "):
        reading.read("-", "sudoku", content=b"12 34\n34 12\n\n21 43\n43 21\n")


def test_clues_around_two_rows_of_blank_cells_are_no_givens() -> None:
    with pytest.raises(reading.InputError, match=" or "):
        reading.read("-", "skyscrapers", content=b"2 1\n2 1\n1 2\n1 2\n")
    (puzzle,) = reading.read("-", "skyscrapers", content=b" 21 \n2  1\n1  2\n 12 \n")
    assert puzzle.lattice.rows == puzzle.lattice.cols == 2
