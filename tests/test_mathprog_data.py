"""Data sections of MathProg models as puzzles: what GLPK reads in them is what we read; and back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pencilp import api, genres
from pencilp.board.lattice import square
from pencilp.board.puzzle import Puzzle
from pencilp.cli import main
from pencilp.errors import InputError
from pencilp.formats import mathprog_data, reading, writing
from pencilp.formats.text import text as puzzle_text

EXAMPLES = Path(__file__).parent.parent / "examples"
MODEL = str(EXAMPLES / "norinori.mod")
HEAD = "data; param Nr := 2; param Nc := 3; param N := 2; "
READ_BY_GLPK = """\
set S dimen 2; param Nr integer; param Nc integer; param N integer; param other{1..9, 1..9}, default 0;
param ini1{0..Nr, 0..Nc} integer DEFAULT;
printf{r in 1..Nr, c in 1..Nc} "%d ", ini1[r,c];
end;
"""
WAYS = [
    "param ini1 : 1 2 3 := 1 1 1 2 2 1 2 2;",
    "param ini1: 1 2 3:= 1 1 1 2 2 1 2 2\n;end;",
    "param ini1 : 3 1 2 := 2 2 1 2 1 2 1 1;",
    "param ini1 : 1 2 := 1 1 1 2 1 2 : 3 := 1 2 2 2;",
    "param ini1 : 1 2 := 1 1 1 2 1 2, : 3 := 1 2 2 2;",
    "param ini1 := : 1 2 := 1 1 1 2 1 2 := : 3 := 1 2 2 2;",
    "param ini1 : 1 2 3 := 1 1 1 2 : 1 2 3 := 2 1 2 2;",
    "param ini1 (tr) : 1 2 := 1 1 1 2 1 2 3 2 2;",
    "param ini1 (tr) 1 2 := 1 1 1 2 1 2 3 2 2;",
    "param ini1 : 1 2 := 1 1 1 2 1 2 (tr) : 1 2 := 3 2 2;",
    "param ini1 [*,*] : 1 2 3 := 1 1 1 2 2 1 2 2;",
    "param ini1 [*,*] (tr): 1 2 := 1 1 1 2 1 2 3 2 2;",
    "param ini1 := [1,*] 1 1 2 1 3 2 [2,*] 1 1, 2 2, 3 2;",
    "param ini1 := [*,1] 1 1 2 1 [*,2] 1 1, 2 2 [1,3] 2 [*,*] 2 3 2;",
    "param ini1 := 1 1 1 1 2 1 1 3 2 2 1 1 2 2 2 2 3 2;",
    "param ini1 := 1, 1, 1, 1 2 1, 1 3 2, 2,1,1 2 2 2 2 3 2;",
    "param ini1 1 1 1 1 2 1 1 3 2 2 1 1 2 2 2 2 3 2;",
    "param : ini1 := 1 1 1 1 2 1 1 3 2 2 1 1 2 2 2 2 3 2;",
    "param : ini1 other := 1 1 1 5 1 2 1 . 1 3 2 7 2 1 1 7 2 2 2 . 2 3 2 8;",
    "param : S : ini1, other := 1 1 1 5, 1 2 1 ., 1 3 2 7, 2,1,1 7, 2 2 2 ., 2 3 2 8;",
    "param ini1 : 1 2 3 := 01 1 1.0 2 +2 1e0 2 2.;",
    "param ini1 : 0 1 2 3 := 0 0 0 . 0 1 0 1 1 2 2 0 1 2 2;",
    "param ini1 : 1 2 3 := # 9 9;\n 1 1 /* ; 5 */ 1 2 2 1 2 2; # end;",
    "set S := (1,1) (2,2); param other : 1 2 := 1 3 4; param ini1 : 1 2 3 := 1 1 1 2 2 1 2 2; end; param ini1 : 1 := 1 3;",
]
WITH_DEFAULTS = [
    "param ini1 default 2 := 1 1 1 1 2 1 2 1 1;",
    "param ini1 default 2 : 1 2 3 := 1 1 1 . 2 1 . .;",
    "param default 2 : ini1 := 1 1 1 1 2 1 2 1 1 2 2 .;",
    "param ini1 default 9 : 1 2 3 := 1 1 1 2 2 1 2 2;",
]


def by_glpk(text: str, folder: Path, default: str = "default 0") -> list[int]:
    """The table as GLPK's translator reads it."""
    pytest.importorskip("swiglpk")
    from pencilp.solvers.programs import mathprog

    model, data = folder / "m.mod", folder / "m.dat"
    model.write_text(READ_BY_GLPK.replace("DEFAULT", default))
    data.write_text(text)
    with mathprog.translate(str(model), str(data)) as translated:
        return [int(word) for word in translated.postsolve(None).split()]


def tables(text: str, genre: str = "norinori", layer: str = "rooms") -> list[list[int | None]]:
    """The table as we read it."""
    return [puzzle[layer].listed for puzzle in mathprog_data.read(text, genre)]


@pytest.mark.parametrize("way", [*WAYS, *WITH_DEFAULTS])
def test_glpk_and_our_reader_agree(way: str, tmp_path: Path) -> None:
    wanted = by_glpk(HEAD + way, tmp_path, default="" if way in WITH_DEFAULTS else "default 0")
    assert wanted == [1, 1, 2, 1, 2, 2]
    assert tables(HEAD + way) == [[n - 1 for n in wanted]]


@pytest.mark.parametrize("scalars", [
    "param Nr 2; param Nc 3;", "param Nr:=2;param Nc:=3;param N:=2;", "param Nr default 2; param Nc default 3 := ;",
    "param Nr := +2; param Nc := 3.0; param N := 2e0;", "param\nNr\n:=\n2\n;\nparam Nc := 3 ;", "param Nr, := 2; param Nc := 3,;",
])  # fmt: skip
def test_single_values_in_all_forms(scalars: str) -> None:
    assert tables(f"data; {scalars} {WAYS[0]}") == [[0, 0, 1, 0, 1, 1]]


@pytest.mark.parametrize("seed", range(25))
def test_tables_in_pieces_of_all_kinds(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    rows, cols = chance.randint(1, 5), chance.randint(1, 6)
    values = {(r, c): chance.randint(0, min(4, rows * cols)) for r in range(1, rows + 1) for c in range(1, cols + 1)}
    left = list(values)
    chance.shuffle(left)
    pieces = []
    while left:
        r, c = left[0]
        kind = chance.randrange(5)
        if kind == 0:
            part, text = [(r, c)], f"[{r},{c}] {values[r, c]}"
        elif kind == 1:
            part = [cell for cell in left if cell[0] == r]
            text = f"[{r},*] " + " ".join(f"{b} {values[a, b]}" for a, b in part)
        elif kind == 2:
            part = [cell for cell in left if cell[1] == c]
            text = f"[*,{c}] " + ", ".join(f"{a} {values[a, b]}" for a, b in part)
        else:
            columns, lines = sorted({b for _, b in left}), sorted({a for a, _ in left})
            if kind == 4:
                columns = chance.sample(columns, chance.randint(1, len(columns)))
            part = [(a, b) for a, b in left if b in columns]
            content = {(a, b): str(values[a, b]) if (a, b) in part else "." for a in lines for b in columns}
            turned = chance.random() < 0.5
            heads, firsts = (lines, columns) if turned else (columns, lines)
            body = (
                f"{first} " + " ".join(content[(head, first) if turned else (first, head)] for head in heads)
                for first in firsts
            )
            text = f"[*,*]{' (tr)' * turned} : {' '.join(map(str, heads))} := " + "\n".join(body)
        left = [cell for cell in left if cell not in part]
        pieces.append(text)
    text = f"data; param Nr := {rows}; param Nc := {cols}; param N := 4;\nparam ini1 := {' '.join(pieces)};\nend;\n"
    wanted = by_glpk(text, tmp_path)
    assert wanted == list(values.values())
    assert tables(text, "nurikabe", "clues") == [[n or None for n in wanted]]


@pytest.mark.parametrize(("way", "says"), [
    ("param ini1 : 1 2 3 := 1 1 1 2 2 1 2;", "1: row 2 of ini1 needs 3 values after its number: one is missing"),
    ("param ini1 : 1, 2, 3 := 1 1 1 2 2 1 2 2;", "1: a column's number, or ':=', is missing before ','"),
    ("param ini1 : 1 2 3 := 1 1 1 2 2 1 2 2\n1 1 1 1;", "2: ini1[1,1] has a value already"),
    ("param ini1 : 1 2 3 := 1 1 1 2 2 1 2 2\n3 0 0 0;", "2: row 3, column 1 is not on the board"),
    ("param ini1 := 1 1 1 1 2 1 1 3 2 2 1 '1' 2 2 1 2 3 2;", "1: a number is needed, not \"'1'\""),
    ("param ini1 := 1 1 1 1 2 1 1 3 2 2 1 1 2 2 1 2 3 .;", "1: a number is needed, not '.'"),
    ("param ini1 := 1 1 1 1 2 1 1 3 2 2 1 1.5 2 2 1 2 3 2;", "1: a number is needed, not '1.5'"),
    ("param ini1 (t) : 1 := 1 1;", "1: (tr) must stand for a transposed table"),
    ("param ini1 [1,*,2] 1;", "1: ini1 has 2 subscripts, not 3"),
    ("param ini1 [1,*] : 1 := 1 1;", "1: a table gives values to two subscripts"),
    ("param Nr : 1 := 1 1;", "1: a table gives values to two subscripts"),
    ("param ini1 := 1 1;", "1: a value of ini1 is missing at the end of the statement"),
    ("param ini1 [1;", "1: a subscript in brackets is followed by ',' or ']'"),
    ("param;", "1: the name of a parameter is missing at the end"),
    ("let ini1 := 3;", "1: 'let' begins no statement of a data section"),
    # what the model takes, but is no puzzle
    ("param ini1 : 1 2 3 := 1 1 1 2\n2 1 2 0;", "2: row 2, column 3 has 0, which is no region from 1 to 2: a puzzle has"),
    ("param ini1 : 1 2 3 := 1 1 1 2\n2 1 2 .;", "1: there is no value for row 2, column 3: a puzzle has every cell in one"),
    ("param ini1 : 1 2 3 := 1 1 1 2\n2 1 2 3;", "2: row 2, column 3 has 3, which is no region from 1 to 2"),
    ("param ini1 : 1 2 3 := 1 1 1 1\n2 1 1 1;", "1: there are 1 regions where param N says 2"),
])  # fmt: skip
def test_refusals_are_one_line(way: str, says: str) -> None:
    with pytest.raises(InputError) as error:
        mathprog_data.read(HEAD + way, "norinori")
    assert str(error.value).startswith(says)
    assert "\n" not in str(error.value)


def test_a_model_with_its_data_holds_a_puzzle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = Path(MODEL).read_text(encoding="utf-8").replace("\nend;\n", "\n")
    data = (EXAMPLES / "p01.dat").read_text(encoding="utf-8")
    path = tmp_path / "whole.mod"
    path.write_bytes((model + data).encode("cp932"))
    wanted = reading.read(str(EXAMPLES / "p01.dat"), "norinori")
    assert reading.read(str(path), "norinori") == wanted
    assert mathprog_data.is_model(model)
    assert not mathprog_data.is_model(data)
    assert main(["convert", str(path), "-o", "text"]) == 2
    assert "name it by --genre; as a model, pencilp run solves it" in capsys.readouterr().err
    assert main(["solve", str(path), "--genre", "norinori"]) == 0
    assert "one answer, and it is the only one" in capsys.readouterr().out
    pytest.importorskip("swiglpk")
    assert main(["solve", str(path)]) == 0
    assert "--answer-----" in capsys.readouterr().out


def test_several_sections_are_several_puzzles() -> None:
    first = HEAD + WAYS[0]
    second = "data; param Nr := 1; param Nc := 2; param ini1 : 1 2 := 1 1 1;"
    for text in (f"{first} end; {second} end;", f"{first}\n{second}", f"{first} {second.removeprefix('data;')}"):
        assert tables(text) == [[0, 0, 1, 0, 1, 1], [0, 0]]


# -- written -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["norinori-p01", "norinori-14x24"])
def test_written_data_run_with_the_model_of_the_document(name: str, tmp_path: Path) -> None:
    pytest.importorskip("swiglpk")
    from pencilp.solvers.programs import mathprog

    target = tmp_path / "x.dat"
    assert main(["convert", str(EXAMPLES / f"{name}.txt"), "-o", str(target)]) == 0
    puzzle = api.load(str(EXAMPLES / f"{name}.txt"))
    assert reading.read(str(target), "norinori") == [puzzle]
    text, code = mathprog.run(MODEL, str(target))[:2]
    assert code == mathprog.SOLVED
    # the picture that the model prints has "GD" in the shaded cells
    lines = text.partition("--answer-----\n")[2].splitlines()[1::2]
    found = [line[3 * c + 1 : 3 * c + 3] == "GD" for line in lines for c in range(len(line) // 3)]
    answer = api.solve(puzzle).answer
    assert answer is not None
    assert found == [bool(value) for value in answer["shaded"]]


@pytest.mark.parametrize("seed", range(20))
def test_boards_of_all_sizes_come_back(seed: int) -> None:
    chance = random.Random(seed)
    rows, cols = chance.randint(1, 12), chance.randint(1, 30)
    board = square(rows, cols)
    stripes = [chance.random() < 0.4 for _ in range(rows * cols)]
    label, rooms = 0, []
    for cell in board.cells:
        label += stripes[cell] or cell % cols == 0
        rooms.append(label)
    puzzle = Puzzle(genres.find("norinori"), board, {"rooms": rooms})
    assert mathprog_data.read(mathprog_data.write(puzzle), "norinori") == [puzzle]
    numbers = [chance.choice([None, None, 1, len(board)]) for _ in rooms]
    puzzle = Puzzle(genres.find("nurikabe"), board, {"clues": numbers})
    assert mathprog_data.read(writing.written(puzzle, None, "dat"), "nurikabe") == [puzzle]


@pytest.mark.parametrize(("text", "says"), [
    ("norinori\nrooms:\n1 1 #\n1 2 2\n", "board: MathProg data of norinori have no room for holes"),
    ("norinori\nboard: hexagonal\nrooms:\n1 1 2\n1 2 2\n", "board: MathProg data of norinori have no room for a hexagonal board"),
    ("heyawake\nrooms:\n1 1\nclues:\n- 1\n", "heyawake needs more than the one table of numbers"),
    ("slitherlink\nnumbers:\n0 1\n", "numbers r1c1: MathProg data of slitherlink have no room for '0'"),
    ("nurikabe\nclues:\n? -\n", "MathProg data of nurikabe have no room for this puzzle: a number is needed, not '?'"),
])  # fmt: skip
def test_values_that_do_not_fit_are_refused(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (puzzle,) = puzzle_text.read(text)
    with pytest.raises(InputError) as error:
        mathprog_data.write(puzzle)
    assert says in str(error.value)
    source, target = tmp_path / "x.txt", tmp_path / "x.dat"
    source.write_text(text)
    target.write_text("kept")
    assert main(["convert", str(source), "-o", str(target)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert target.read_text() == "kept"


def test_data_is_printed_too_and_an_answer_does_not_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = str(EXAMPLES / "norinori-p01.txt")
    assert main(["convert", source, "-o", "dat"]) == 0
    printed = capsys.readouterr().out
    assert main(["convert", source, "-o", str(tmp_path / "x.dat")]) == 0
    assert (tmp_path / "x.dat").read_text() == printed
    assert main(["solve", source, "-o", str(tmp_path / "x.dat")]) == 2
    assert "cannot write .dat" in capsys.readouterr().err
    two = tmp_path / "two.txt"
    two.write_text("norinori\nrooms:\n1 1\n---\nnorinori\nrooms:\n1 1\n")
    assert main(["convert", str(two), "-o", str(tmp_path / "y.dat")]) == 2
    assert "several puzzles do not fit into one such file" in capsys.readouterr().err
