"""MathProg: the document's model and its two data sections, by every solver; and models that are wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pencilp.errors import InputError
from pencilp.model.program import CONTINUOUS, INTEGER
from pencilp.solvers.files import mathprog

pytest.importorskip("swiglpk")
EXAMPLES = Path(__file__).parent.parent / "examples"
MODEL = str(EXAMPLES / "norinori.mod")
SEED = Path(__file__).parent.parent.parent / "shared" / "seeds" / "002_3a36d7beaf8570d2.txt"
SOLVERS = ("highs", "scip", "glpk", "cbc", "cpsat", "clasp")


def picture(text: str) -> tuple[list[str], list[list[bool]], list[list[int]]]:
    """What the model prints: the lines of the answer, which cells are shaded, and the rooms its walls enclose."""
    assert text.startswith("--problem-----\n")
    problem, answer = (part.splitlines() for part in text.removeprefix("--problem-----\n").split("--answer-----\n"))
    assert [line.replace("GD", "  ") for line in answer] == problem
    rows, cols = len(answer) // 2, len(answer[0]) // 3
    shaded = [[answer[2 * r + 1][3 * c + 1 : 3 * c + 3] == "GD" for c in range(cols)] for r in range(rows)]
    rooms = [[-1] * cols for _ in range(rows)]
    count = 0
    for r in range(rows):
        for c in range(cols):
            stack = [(r, c)] if rooms[r][c] < 0 else []
            count += bool(stack)
            while stack:
                a, b = stack.pop()
                rooms[a][b] = count - 1
                steps = [
                    (a + 1, b, answer[2 * a + 2][3 * b + 1]),
                    (a - 1, b, answer[2 * a][3 * b + 1]),
                    (a, b + 1, answer[2 * a + 1][3 * b + 3]),
                    (a, b - 1, answer[2 * a + 1][3 * b]),
                ]
                stack += [(i, j) for i, j, wall in steps if wall == " " and rooms[i][j] < 0]
    return answer, shaded, rooms


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("data", "size", "rooms"), [("p01", (10, 10), 23), ("p79", (14, 24), 62)])
def test_the_documents_puzzles_are_solved_and_printed(
    solver: str, data: str, size: tuple[int, int], rooms: int
) -> None:
    text, code = mathprog.run(MODEL, str(EXAMPLES / f"{data}.dat"), solver=solver)
    assert code == mathprog.SOLVED
    _, shaded, room = picture(text)
    rows, cols = size
    assert (len(shaded), len(shaded[0])) == size
    assert max(map(max, room)) == rooms - 1
    for k in range(rooms):
        assert sum(shaded[r][c] for r in range(rows) for c in range(cols) if room[r][c] == k) == 2
    for r in range(rows):
        for c in range(cols):
            if shaded[r][c]:
                near = [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
                assert sum(shaded[a][b] for a, b in near if 0 <= a < rows and 0 <= b < cols) == 1


def test_the_translation_has_the_size_that_glpk_reports() -> None:
    program, postsolve = mathprog.translate(MODEL, str(EXAMPLES / "p79.dat"))
    assert (len(program.rows), len(program.columns)) == (815, 416)
    assert sum(len(row.terms) for row in program.rows) == 4112
    assert program.columns[0].name == "b[0,0]"
    assert {"Cwall[0,0]", "C2seat[62]", "Cpair1[14,24]", "Cpair2[1,1]", "MMM"} <= {row.name for row in program.rows}
    assert all(column.kind == INTEGER for column in program.columns)
    assert postsolve(None) == ""


def test_the_seeds_own_text_with_its_no_break_spaces_prints_the_same(tmp_path: Path) -> None:
    if not SEED.exists():
        pytest.skip(f"the seed documents are not at {SEED}")
    text = SEED.read_text(encoding="utf-8")
    assert "\u00a0" in text
    start = text.index("[MathProg求解コード]")
    model = text[text.index("##", start) : text.index("end;", start) + 4]
    (tmp_path / "norinori.mod").write_text(model, encoding="utf-8")
    for name in ("p01", "p79"):
        begin = text.index(f"#{name}.txt")
        (tmp_path / f"{name}.txt").write_text(text[begin : text.index(";end;", begin) + 5], encoding="utf-8")
        ours = mathprog.run(MODEL, str(EXAMPLES / f"{name}.dat"))
        assert mathprog.run(str(tmp_path / "norinori.mod"), str(tmp_path / f"{name}.txt")) == ours


def write(folder: Path, text: str, name: str = "m.mod") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_columns_rows_and_objective_of_all_kinds(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """
        var x >= 0, <= 5, integer; var y >= -2.5; var z; var w <= 3; var v = 4;
        s.t. both: -1 <= x + 2*y <= 7.5; s.t. equal: z - w = 1; s.t. least: x + v >= 2; s.t. most: z + y <= 9;
        maximize best: 3*x - y + 10;
        solve; printf "%g %g\\n", x, best; end;
    """,
    )
    program, postsolve = mathprog.translate(path)
    assert {(c.name, c.low, c.high, c.kind) for c in program.columns} == {
        ("x", 0, 5, INTEGER), ("y", -2.5, None, CONTINUOUS), ("z", None, None, CONTINUOUS), ("w", None, 3, CONTINUOUS),
        ("v", 4, 4, CONTINUOUS),
    }  # fmt: skip
    sides = {row.name: (row.low, row.high) for row in program.rows}
    assert sides == {"both": (-1, 7.5), "equal": (1, 1), "least": (2, None), "most": (None, 9), "best": (None, None)}
    assert (program.sense, program.offset) == ("maximize", 10)
    postsolve(None)
    # GLPK prints the objective without its constant
    assert mathprog.run(path) == ("5 17.5\n", mathprog.SOLVED)


def test_a_model_with_its_data_in_one_file_needs_no_second(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        'param n; var x integer >= 0; s.t. c: x >= n; minimize o: x; solve; printf "x=%d\\n", x; data; param n := 3; end;',
    )
    assert mathprog.run(path, solver="glpk") == ("x=3\n", mathprog.SOLVED)


@pytest.mark.parametrize("solver", ["highs", "clasp"])
def test_without_a_solution_what_was_printed_before_is_kept(solver: str, tmp_path: Path) -> None:
    path = write(tmp_path, 'var x binary; s.t. c: 2 * x = 1; printf "before\\n"; solve; printf "after\\n"; end;')
    text, code = mathprog.run(path, solver=solver)
    assert (text, code) == (f"before\nthe model has no solution ({solver})\n", mathprog.NO_SOLUTION)


def test_the_time_limit_is_told(tmp_path: Path) -> None:
    path = write(tmp_path, 'var x binary; s.t. c: x = 1; solve; printf "after\\n"; end;')
    text, code = mathprog.run(path, time_limit=0.0)
    assert (text, code) == ("no solution was found in time (highs)\n", mathprog.LIMIT_REACHED)


def test_shift_jis_comments_are_read(tmp_path: Path) -> None:
    path = tmp_path / "m.mod"
    path.write_bytes('# 黒マス\nvar x binary; s.t. c: x = 1; solve; printf "%d\\n", x; end;'.encode("cp932"))
    assert mathprog.run(str(path)).text == "1\n"


@pytest.mark.parametrize(("text", "line", "says"), [
    ("var x binary;\ns.t. c: x >= y;\nsolve; end;", 2, "y not defined"),
    ("param n;\nvar x binary;\ns.t. c: x >= n;\nsolve; end;", 3, "no value for n"),
    ("var x binary\ns.t. c: x >= 1;", 2, "syntax error"),
    ("var x binary;\nparam a := 1 / 0;\ns.t. c: x >= a;", None, "1 / 0"),
    ("var x binary;\ncheck: 1 > 2;\ns.t. c: x >= 0; end;", 2, "check failed"),
    ('var x binary; s.t. c: x = 1;\nsolve;\nprintf "%d", 1 / (x - 1); end;', 3, "floating-point zero divide"),
    ("\x01\x02", 1, "control character"),
])  # fmt: skip
def test_a_wrong_model_is_one_line_with_file_and_line(text: str, line: int | None, says: str, tmp_path: Path) -> None:
    path = write(tmp_path, text)
    with pytest.raises(InputError, match=re.escape(says)) as error:
        mathprog.run(path)
    assert str(error.value).startswith(f"{path}:{line}:" if line else f"{path}:")
    assert "\n" not in str(error.value)


def test_an_error_in_the_data_names_the_data_file(tmp_path: Path) -> None:
    data = write(tmp_path, "data;\nparam Nr := ten;\nend;", "bad.dat")
    with pytest.raises(InputError) as error:
        mathprog.run(MODEL, data)
    assert str(error.value).startswith(f"{data}:2:")


def test_files_that_are_no_text_or_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        mathprog.run(str(tmp_path / "none.mod"))
    with pytest.raises(InputError, match="empty"):
        mathprog.run(write(tmp_path, " \n"))
    path = tmp_path / "m.mod"
    path.write_bytes(b"\x81\xff\xfe\xfd")
    with pytest.raises(InputError, match="neither UTF-8 nor Shift-JIS"):
        mathprog.run(str(path))
