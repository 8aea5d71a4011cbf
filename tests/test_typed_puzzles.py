"""Texts as people type them: whatever is left out or written otherwise, they are read as the same puzzle, or refused.

Every test here is over all genres, by what their layers say of themselves.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from pencilp import cli, genres
from pencilp.board.lattice import square
from pencilp.board.layers.arrows import WRITTEN, Arrow
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.formats import examples
from pencilp.formats.text import text as plain
from pencilp.formats.text.sections import bare_layer
from pencilp.formats.text.values import written_as
from pencilp.genres import Genre

WIDE = str.maketrans({chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F) if chr(code) not in '"'})

Lines = list[str]
Loosened = Iterator[Lines]


def canonical(puzzle: Puzzle) -> Lines:
    """The lines of a puzzle with its answer as they are written."""
    return plain.write(puzzle, puzzle.answer).splitlines()


def sections(lines: Lines, genre: type[Genre]) -> Iterator[tuple[int, int, str]]:
    """(first line, line behind the last, layer) of each section with lines below its name; of an answer's layer the name has
    ``answer `` before it.
    """
    heads = [i for i, line in enumerate(lines) if re.match(r"\w+:", line)] + [len(lines)]
    answered = False
    for here, behind in pairwise(heads):
        name = lines[here].split(":")[0]
        if name == "answer":
            answered = True
        elif behind > here + 1 and name in (genre.answers if answered else genre.inputs):
            yield here + 1, behind, f"answer {name}" if answered else name


def layer_of(genre: type[Genre], name: str) -> object:
    return genre.answers[name.removeprefix("answer ")] if name.startswith("answer ") else genre.inputs[name]


# -- the ways to write a puzzle more loosely: each yields some loosened texts, none where there is nothing to loosen


def without_the_name_of_the_layer(puzzle: Puzzle, lines: Lines) -> Loosened:
    kind: type[Genre] = puzzle.genre  # type: ignore[assignment]
    for layers, mark in ((kind.inputs, ""), (kind.answers, "answer:")):
        layer = bare_layer(layers)
        for here, behind, name in sections(lines, kind):
            if layer is not None and name == f"{mark[:-1]} {layer.name}".strip():
                # it stands before all that have a name and lines
                top = lines.index(mark) if mark else 0
                rest = lines[top + 1 : here - 1] + lines[behind:]
                yield [*lines[: top + 1], *lines[here:behind], *rest]
                if not mark and rest[:1] and rest[0].startswith("name:"):
                    yield [lines[0], rest[0], *lines[here:behind], *rest[1:]]


def with_other_signs_for_nothing(puzzle: Puzzle, lines: Lines) -> Loosened:
    for sign in "._":
        content = list(lines)
        for here, behind, name in sections(lines, puzzle.genre):  # type: ignore[arg-type]
            layer = layer_of(puzzle.genre, name)  # type: ignore[arg-type]
            try:
                layer.meant(sign)  # type: ignore[attr-defined]
            except ValueError:
                content[here:behind] = [re.sub(r"(?<!\S)-(?!\S)", sign, line) for line in content[here:behind]]
        yield content


def in_other_letters(puzzle: Puzzle, lines: Lines) -> Loosened:
    for case in (str.upper, str.lower, str.title):
        content = [case(line) if re.match(r"\w+:", line) and not line.startswith("name:") else line for line in lines]
        yield content
        for here, behind, name in sections(lines, puzzle.genre):  # type: ignore[arg-type]
            layer = layer_of(puzzle.genre, name)
            letters = "".join(getattr(layer.value, "tokens", ())) or getattr(layer.value, "alphabet", "")
            if len(set(letters.lower())) < len(set(letters)):
                continue  # small letters are others than capital ones
            if layer.value.kind not in ("room",) and written_as(layer) in ("grid", "sides"):  # type: ignore[attr-defined,arg-type]
                yield content[:here] + [case(line) for line in content[here:behind]] + content[behind:]


def without_spaces(puzzle: Puzzle, lines: Lines) -> Loosened:
    content = list(lines)
    for here, behind, name in sections(lines, puzzle.genre):  # type: ignore[arg-type]
        layer = layer_of(puzzle.genre, name)
        rows = [line.split() for line in lines[here:behind]]
        signs = {word for row in rows for word in row}
        if written_as(layer) == "grid" and layer.value.packs and {*map(len, signs)} == {1}:  # type: ignore[attr-defined,arg-type]
            if len(rows[0]) == 3:
                rows = [[("." if word == "-" else word) for word in row] for row in rows]
            if len(rows[0]) > 1:
                content[here:behind] = map("".join, rows)
    yield content


def in_groups(puzzle: Puzzle, lines: Lines) -> Loosened:
    """Two by two, with walls between and without."""
    for here, behind, name in sections(lines, puzzle.genre):  # type: ignore[arg-type]
        layer = layer_of(puzzle.genre, name)
        rows = [line.split() for line in lines[here:behind]]
        signs = {word for row in rows for word in row}
        if written_as(layer) == "grid" and layer.value.kind == "number" and {*map(len, signs)} == {1}:  # type: ignore[attr-defined,arg-type]
            wide = len(rows[0])
            if wide % 2 == 0 and wide > 2 and "-" in signs:
                parted = [" ".join("".join(row[i : i + 2]) for i in range(0, wide, 2)) for row in rows]
                yield lines[:here] + parted + lines[behind:]
                walls = [line.replace(" ", " | ") for line in parted]
                walls.insert(1, "--+" * (wide // 2 - 1) + "--")
                yield lines[:here] + walls + lines[behind:]


def in_wide_characters(puzzle: Puzzle, lines: Lines) -> Loosened:
    yield [
        line if line.startswith("name:") or '"' in line else line.translate(WIDE).replace(" ", "　") for line in lines
    ]


def with_other_arrows(puzzle: Puzzle, lines: Lines) -> Loosened:
    for here, behind, name in sections(lines, puzzle.genre):  # type: ignore[arg-type]
        kind = layer_of(puzzle.genre, name).value  # type: ignore[attr-defined]
        if not isinstance(kind, Arrow) or not kind.names:
            # without directions there is a colour and a number alone, and w is a colour
            continue
        ways = dict(zip(kind.names, WRITTEN, strict=False))
        pattern = (
            rf"(?<!\S)([{kind.colors}]?)([0-9]+|[?])?([nesw])(?!\S)"
            if kind.colors
            else r"(?<!\S)()([0-9]+|[?])?([nesw])(?!\S)"
        )
        for pick in range(4):
            sign: Callable[[re.Match[str]], str] = lambda m: ways[m[3]][pick % len(ways[m[3]])]  # noqa: B023, E731
            for form in ("{0}{1}{2}", "{0}{2}{1}"):
                content = [
                    re.sub(pattern, lambda m: form.format(m[1], m[2] or "", sign(m)), line)  # noqa: B023
                    for line in lines[here:behind]
                ]
                yield lines[:here] + content + lines[behind:]
                yield lines[:here] + [line.upper() for line in content] + lines[behind:]


def with_remarks(puzzle: Puzzle, lines: Lines) -> Loosened:
    yield ["# from a magazine", "#", *lines]
    yield [lines[0], "# from a magazine, page 7", *lines[1:]]
    for here, behind, name in sections(lines, puzzle.genre):  # type: ignore[arg-type]
        if written_as(layer_of(puzzle.genre, name)) in ("grid", "sides"):  # type: ignore[arg-type]
            for at in (here, here + 1, behind):
                yield [*lines[:at], "# the hard ones", *lines[at:]]


def pushed_in(puzzle: Puzzle, lines: Lines) -> Loosened:
    yield [lines[0], *(f"  {line}" for line in lines[1:])]
    yield [line.replace(": ", ":", 1) if re.match(r"\w+: ", line) else line for line in lines]


WAYS = [
    without_the_name_of_the_layer, with_other_signs_for_nothing, in_other_letters, without_spaces, in_groups, in_wide_characters,
    with_other_arrows, with_remarks, pushed_in,
]  # fmt: skip
MAY_BE_REFUSED = {in_other_letters, with_remarks, pushed_in, in_wide_characters}


@pytest.mark.mechanism
@pytest.mark.parametrize("name", genres.names())
def test_a_loosened_text_is_the_same_puzzle(name: str) -> None:
    rng = random.Random(name)
    for example in examples.names_of(genres.load(name)):
        puzzle = examples.example(example)
        lines = canonical(puzzle)
        for way in WAYS:
            for content in way(puzzle, lines):
                same(puzzle, content, refused=way in MAY_BE_REFUSED)
        # and several at a time
        for _ in range(6):
            content = lines
            for way in rng.sample(WAYS, 3):
                content = rng.choice([content, *way(puzzle, content)]) if way is not in_wide_characters else content
            same(puzzle, content, refused=True)


def same(puzzle: Puzzle, lines: Lines, *, refused: bool) -> None:
    text = "\n".join(lines) + "\n"
    try:
        (again,) = plain.read(text)
    except InputError as error:
        assert refused, f"{error}\n{text}"  # noqa: PT017
        return
    assert again == puzzle, text
    assert again.answer == puzzle.answer, text


def read(text: str) -> Puzzle:
    (puzzle,) = plain.read(text)
    return puzzle


@pytest.mark.parametrize(
    ("text", "says"),
    [
        # two digits and two dots: six cells a row, or three?
        ("nurikabe\n.. 10 ..\n12 .. ..\n", "2:1: clues: '..' is not a number"),
        (
            "nurikabe\n2...\n",
            "2:1: 4 cells in one line may be one row, or 2 rows: add a line 'size: 2 2' or 'size: 1 4'",
        ),
        ("nurikabe\n2--\n--1\n", "rows of three cells cannot have - for nothing without spaces"),
        ("nurikabe\n2----\n----\n", "3:1: this row has 4 characters where 5 cells are needed"),
        ("yajilin\n1e--\n----\n", "2:1: clues: '1e--' does not end in one of n, e, s, w; write 1n, 1e, 1s or 1w, or -"),
        ("heyawake\n1 - -\n", "2:1: the layer's name comes first, rooms: or walls: or clues:; '1' is in none"),
        ("lits\nrooms:\na b\n# cc\n", "4:1: is this a remark or a row? A remark among rows begins with //"),
        ("castle\n2e -\n", "2:1: clues: '2e' must begin with one of w, b, g; write w1n, w1e, "),
    ],
)
def test_ambiguous_texts_are_refused_with_advice(text: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        plain.read(text)
    assert says in str(caught.value)


def test_a_sudoku_in_one_line() -> None:
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    rows = [line[i : i + 9] for i in range(0, 81, 9)]
    wanted = [None if ch == "." else int(ch) for ch in line]
    boxes = [" | ".join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) for row in rows]
    for text in (
        line, line.replace(".", "0"), line.replace(".", "-"), "\n".join(rows), "\n".join(rows).replace(".", "0"),
        "\n".join(f"{row[:3]} {row[3:6]} {row[6:]}" for row in rows),
        "\n".join([*boxes[:3], "------+-------+------", *boxes[3:]]),
        "size: 9x9\n" + line, "\n".join(f"{row[:3]}|{row[3:6]}|{row[6:]}" for row in rows),
    ):  # fmt: skip
        puzzle = read(f"# easy\nSudoku\n{text}\n")
        assert list(puzzle["given"]) == wanted, text
        assert len(puzzle.lattice) == 81


def test_a_board_of_one_column_is_announced() -> None:
    puzzle = read("nurikabe\nsize: 3 1\nclues:\n10\n12\n--\n".replace("--", "-").replace("10", "1").replace("12", "3"))
    assert [len(puzzle.lattice), puzzle.lattice.cols] == [3, 1]
    tall = Puzzle(genres.load("hitori"), square(3, 1), {"numbers": [10, 12, 11]})
    assert plain.write(tall) == "hitori\nsize: 3 1\nnumbers:\n10\n12\n11\n"
    assert read(plain.write(tall)) == tall
    assert list(read("hitori\n10\n12\n11\n")["numbers"]) == [1, 0, 1, 2, 1, 1]


@pytest.mark.parametrize(
    ("token", "value"),
    [
        ("17/6", (17, 6)),
        ("17\\-", (17, None)),
        ("17¥6", (17, 6)),
        ("/6", (None, 6)),
        ("x", (None, None)),
        ("■", (None, None)),
    ],
)
def test_sums_have_many_slashes(token: str, value: object) -> None:
    assert genres.load("kakuro").inputs["sums"].meant(token) == value


@pytest.mark.parametrize(
    ("token", "value"), [("×24", (24, "*")), ("24x", (24, "*")), ("X24", (24, "*")), ("-3", (3, "-"))]
)
def test_signs_stand_before_or_behind(token: str, value: object) -> None:
    assert genres.load("kenken").inputs["results"].meant(token) == value


def test_numbers_outside_may_have_commas_and_a_fleet_none() -> None:
    one = read("nonogram\nsize: 2 3\nTop:\n1\n1,\n-\nLeft:\n1, 1\n-\n".replace("1, 1", "1,1"))
    assert one["clues"] == {"top": [(1,), (1,), ()], "left": [(1, 1), ()]}
    assert read("battleship\nfleet: 3, 2 1\nparts:\n- -\n")["fleet"] == (("xxx",), ("xx",), ("x",))


# -- slips of the hand: the message names the line that is wrong, and what to write there


@pytest.mark.mechanism
@pytest.mark.parametrize("name", genres.names())
def test_rows_of_wrong_length_are_reported_with_their_line(name: str) -> None:
    """No board of one column comes of it, however its rows may be read."""
    for example in examples.names_of(genres.load(name)):
        puzzle = examples.example(example)
        if puzzle.lattice.cols < 3:
            continue
        for lines in without_spaces(puzzle, canonical(puzzle)):
            for here, behind, _ in sections(lines, puzzle.genre):  # type: ignore[arg-type]
                rows = lines[here:behind]
                if behind - here < 3 or any(" " in row or len(row) < 3 for row in rows):
                    continue
                for at in {here, behind - 1, (here + behind) // 2}:
                    for row in (lines[at][:-1], lines[at] + lines[at][-1]):
                        with pytest.raises(InputError) as caught:
                            plain.read("\n".join([*lines[:at], row, *lines[at + 1 :]]))
                        assert caught.value.where == f"{at + 1}:1"
                        assert f"this row has {len(row)} characters where {len(lines[at])} cells" in str(caught.value)


SPACED = "write the cells with spaces between them if one takes two characters"
COLUMN = SPACED + ", or a line 'size: {} 1' if the board has one column"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "starbattle\nAABBB\nAABBC\nDDDC\nDEEEC\nEEEEC\nstars: 1\n",
            f"4:1: this row has 4 characters where 5 cells are needed, as others have; {COLUMN.format(5)}",
        ),
        (
            "hitori\n12345\n23451\n3451\n45123\n51234\n",
            f"4:1: this row has 4 characters where 5 cells are needed, as others have; {COLUMN.format(5)}",
        ),
        ("hitori\n1\n12\n3\n", "3:1: this row has 2 characters where 1 cell is needed, as others have; "),
        ("norinori\nAABB\nAABBB\nCCDD\nCCDD\n", "3:1: this row has 5 characters where 4 cells are needed"),
        ("ripple\nrooms:\naab\nabb\ncc\n", "5:1: this row has 2 characters where 3 cells are needed"),
        ("fillomino\n1234\n123\n1234\n", "3:1: this row has 3 characters where 4 cells are needed"),
        (
            # a board with as many rows as columns has no column alone
            "sudoku\n" + 8 * "530070000\n" + "00008007\n",
            "10:1: this row has 8 characters where 9 cells are needed, as others have; write the cells with spaces between "
            "them if one takes two characters",
        ),
        # boxes typed as groups
        ("sudoku\n" + 3 * "53. .7. ...\n" + "... .7. ....\n" + 5 * "... .7. ...\n", "5:1: this row has 10 characters where 9 "),
        ("sudoku\n... .7.\n" + 8 * "53. .7. ...\n", "2:1: this row has 6 characters where 9 cells are needed"),
        (
            "sudoku\n" + 8 * "530070000" + "53007000\n",
            "2:1: this line has 80 characters, a board of 9x9 has 81: write one for each cell, . for an empty one",
        ),
        ("sudoku\n" + 15 * "." + "\n", "2:1: this line has 15 characters, a board of 4x4 has 16: "),
        ("sudoku\n" + 13 * "." + "\n", "2:1: this line has 13 characters, a board of 4x4 has 16: "),
        ("sudoku\n" + 12 * "." + "\n", "sudoku has as many rows as columns, not 1 of 12"),
        (
            "killersudoku\ncages:\naabb\nccbb\nddee\nffee\nsums:\na 3\n",
            "8:1: sums: 'a' is not a number; write a number from 1 on or ?, or - for an empty cell; "
            "sums has 4 rows of 4, one value for each cell of the board",
        ),
        ("killersudoku\nsums:\na 3\nb 4\ncages:\naabb\nccbb\nddee\nffee\n", "3:1: sums: 'a' is not a number; "),
        ("kenken\ncages:\naab\ncbb\ncdd\nresults:\na 3+\nb 5+\n", "7:1: results: 'a' is not a number; "),
        (
            "masyu\ncircles:\n- -\n- -\nanswer:\nline:\nse #\n- -\n",
            "7:4: line: # says that there is no cell, and r1c2 is one; write the directions of its lines, or -",
        ),
        ("futoshiki\n. < .\n. . .\n. > .\n", "2:3: given: '<' is not a number; write "),
        ("futoshiki\n. < .\n. . .\n. > .\n", "; the signs between cells stand below a line 'marks:', "),
        (
            "tents\n- 1 0 1\n1 - T -\n",
            "2:3: trees: '1' is not one of T; write T, or - for an empty cell; clues outside stand below a line 'counts:' as ",
        ),
        ("tents\n. T .\n. .\n. . .\n", "3:1: this row has 2 values where others have 3 (write # where there is no cell)"),
        (
            "tents\n. T . 1\n. . .\n. . .\ncounts:\ntop 1 0 1\nleft 0 1 0\n",
            "2:1: this row has 4 values where others have 3",
        ),
    ],
)  # fmt: skip
def test_a_typing_error_is_reported_with_its_place(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(InputError) as caught:
        plain.read(text)
    assert says in str(caught.value)
    path = tmp_path / "p.txt"
    path.write_text(text)
    assert cli.main(["solve", str(path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"pencilp: {path}:{caught.value}\n")


def test_the_advised_text_can_be_read() -> None:
    frame = read("tents\n. T .\n. . .\nT . .\ncounts:\ntop 1 - 2\nleft 1 - 2\n")
    assert frame["counts"] == {"top": [(1,), (), (2,)], "left": [(1,), (), (2,)]}
    runs = read("nonogram\nclues:\ntop 1,1 - 2\nleft 1,1 - 2\n")
    assert runs["clues"] == {"top": [(1, 1), (), (2,)], "left": [(1, 1), (), (2,)]}
    assert read("futoshiki\n. .\n. .\nmarks:\nr1c1e <\n")["marks"][0] == "<"


def test_hashes_in_an_answer_are_shaded_cells() -> None:
    for text, shaded in (
        ("nurikabe\n2--.\n..1.\nanswer:\n.#..\n####\n", [0, 1, 0, 0, 1, 1, 1, 1]),
        ("nonogram\nclues:\ntop 1 1\nleft 1 1\nanswer:\n# .\n. #\n", [1, 0, 0, 1]),
    ):
        (puzzle,) = plain.read(text)
        assert puzzle.answer is not None
        assert [*puzzle.answer["shaded"]] == shaded


def test_clues_at_two_sides_determine_the_size() -> None:
    for text in ("top\n1 1\n2\n1\nleft\n2\n1\n", "top 1,1 2 1\nleft 2 1\n", "left 2 1\ntop\n1,1\n2\n1\n"):
        puzzle = read(f"nonogram\nclues:\n{text}")
        assert puzzle == read(f"nonogram\nsize: 2 3\nclues:\n{text}")
    # the answer does not make it smaller
    with pytest.raises(InputError, match="shaded has 2 rows of 2 where the board has 2 of 3"):
        read("nonogram\nclues:\ntop 1 1 1\nleft 2 1\nanswer:\nx -\n- x\n")
    assert read("kakurasu\nsums:\ntop 1 2 3\nleft 1 2\n").lattice is square(2, 3)
    assert read("skyscrapers\nclues:\nbottom 1 2 3\nright 1 2 3\n").lattice is square(3, 3)
    with pytest.raises(InputError, match="the board's size is not known"):
        read("nonogram\nclues:\ntop 1 1\n")
    with pytest.raises(InputError, match="clues: bottom has 2 lines where the board has 3"):
        read("skyscrapers\nclues:\ntop 1 2 3\nleft 1 2 3\nbottom 1 2\n")


def test_a_column_of_long_values_is_written_so_that_it_can_be_read() -> None:
    hole = Puzzle(genres.load("hitori"), square(4, 1, [(1, 0)]), {"numbers": [10, 1, 11]})
    assert read(plain.write(hole)) == hole
    text = "hitori\nboard:\n-\n-\n-\nnumbers:\n10\n1\n11\n"
    assert list(read(text)["numbers"]) == [10, 1, 11]
    assert list(read(text.replace("board:\n-\n-\n-", "size: 3 1"))["numbers"]) == [10, 1, 11]
