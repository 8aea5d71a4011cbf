"""MathProg: the document's model and its two data sections, by every solver; and models that are wrong."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pencilp.cli import main
from pencilp.errors import InputError, LimitReached
from pencilp.reformulate.linear.program import CONTINUOUS, INTEGER
from pencilp.solvers.programs import mathprog
from pencilp.solvers.programs.solve import FileResult

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
    text, code, _ = mathprog.run(MODEL, str(EXAMPLES / f"{data}.dat"), solver=solver)[:3]
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
    with mathprog.translate(MODEL, str(EXAMPLES / "p79.dat")) as translated:
        program = translated.program
        assert translated.postsolve(None) == ""
    assert (len(program.rows), len(program.columns)) == (815, 416)
    assert sum(len(row.terms) for row in program.rows) == 4112
    assert program.columns[0].name == "b[0,0]"
    assert {"Cwall[0,0]", "C2seat[62]", "Cpair1[14,24]", "Cpair2[1,1]", "MMM"} <= {row.name for row in program.rows}
    assert all(column.kind == INTEGER for column in program.columns)


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
        theirs = mathprog.run(str(tmp_path / "norinori.mod"), str(tmp_path / f"{name}.txt"))
        assert theirs[:2] == ours[:2]
        assert theirs.statistics[:5] == ours.statistics[:5]


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
    with mathprog.translate(path) as translated:
        program = translated.program
    assert {(c.name, c.low, c.high, c.kind) for c in program.columns} == {
        ("x", 0, 5, INTEGER), ("y", -2.5, None, CONTINUOUS), ("z", None, None, CONTINUOUS), ("w", None, 3, CONTINUOUS),
        ("v", 4, 4, CONTINUOUS),
    }  # fmt: skip
    sides = {row.name: (row.low, row.high) for row in program.rows}
    assert sides == {"both": (-1, 7.5), "equal": (1, 1), "least": (2, None), "most": (None, 9), "best": (None, None)}
    assert (program.sense, program.offset) == ("maximize", 10)
    # GLPK prints the objective without its constant
    assert mathprog.run(path)[:2] == ("5 17.5\n", mathprog.SOLVED)


def test_a_model_with_its_data_in_one_file_needs_no_second(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        'param n; var x integer >= 0; s.t. c: x >= n; minimize o: x; solve; printf "x=%d\\n", x; data; param n := 3; end;',
    )
    assert mathprog.run(path, solver="glpk")[:2] == ("x=3\n", mathprog.SOLVED)


@pytest.mark.parametrize("solver", ["highs", "clasp"])
def test_output_before_a_failed_solve_is_kept(solver: str, tmp_path: Path) -> None:
    path = write(tmp_path, 'var x binary; s.t. c: 2 * x = 1; printf "before\\n"; solve; printf "after\\n"; end;')
    text, code, _ = mathprog.run(path, solver=solver)[:3]
    assert (text, code) == (f"before\nthe model has no solution ({solver})\n", mathprog.NO_SOLUTION)


def test_the_time_limit_of_a_search_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, 'var x binary; s.t. c: x = 1; printf "before\\n"; solve; printf "after\\n"; end;')
    monkeypatch.setattr(mathprog, "solve_program", lambda *_, **__: FileResult("highs", "unknown", [], None))
    text, code, _ = mathprog.run(path)[:3]
    assert (text, code) == ("before\nno solution was found in time (highs)\n", mathprog.LIMIT_REACHED)


def test_shift_jis_comments_are_read(tmp_path: Path) -> None:
    path = tmp_path / "m.mod"
    path.write_bytes('# 黒マス\nvar x binary; s.t. c: x = 1; solve; printf "%d\\n", x; end;'.encode("cp932"))
    assert mathprog.run(str(path)).text == "1\n"


NEEDS = 'param n; param m; var x integer >= 0, <= 99; s.t. c: x >= n + m; minimize o: x; solve; printf "x=%d\\n", x;'


def test_data_may_be_in_several_files_and_replaces_that_of_the_model(tmp_path: Path) -> None:
    path = write(tmp_path, NEEDS + " data; param n := 9; param m := 9; end;")
    first = write(tmp_path, "data; param n := 3;", "first.dat")
    second = write(tmp_path, "param m := 4; end;", "second.dat")
    assert mathprog.run(path, first, second).text == "x=7\n"
    with pytest.raises(InputError, match="no value for m"):
        mathprog.run(path, first)
    third = write(tmp_path, "data;\nparam m := four;\nend;", "third.dat")
    with pytest.raises(InputError) as error:
        mathprog.run(path, first, third)
    assert str(error.value).startswith(f"{third}:2:")


@pytest.mark.parametrize("place", [0, 1])
def test_one_of_the_files_may_be_standard_input(place: int, tmp_path: Path) -> None:
    files = [write(tmp_path, NEEDS + " end;"), write(tmp_path, "data; param n := 3; param m := 2; end;", "m.dat")]
    given = Path(files[place]).read_bytes()
    files[place] = "-"
    command = [sys.executable, "-m", "pencilp", "run", *files]
    assert subprocess.run(command, input=given, capture_output=True, check=True).stdout == b"x=5\n"
    with pytest.raises(InputError, match="only one of the files"):
        mathprog.run("-", "-")


@pytest.mark.parametrize(("name", "change"), [
    ("UTF-8 with a mark", lambda text: ("\ufeff" + text).encode()),
    ("ends of lines of Windows", lambda text: text.replace("\n", "\r\n").encode()),
    ("ends of lines of old Macs", lambda text: text.replace("\n", "\r").encode()),
    ("no end statement", lambda text: text.replace("end;\n", "").encode()),
    ("the end of DOS files", lambda text: text.encode() + b"\x1a"),
    ("Shift-JIS", lambda text: text.encode("cp932")),
    ("EUC-JP", lambda text: text.encode("euc_jp")),
    ("UTF-16", lambda text: text.encode("utf-16")),
    ("no-break spaces", lambda text: text.replace(" ", "\u00a0").encode()),
    ("ideographic spaces", lambda text: text.replace(" ", "\u3000").encode()),
    ("full-width signs", lambda text: text.replace("3;", "３；").replace(">=", "＞＝").replace("x:", "ｘ：").encode()),
    ("quotes of typographers", lambda text: text.replace('"黒=%d\\n"', "“黒=%d\\n”").encode()),
])  # fmt: skip
def test_a_model_is_read_as_web_pages_and_editors_leave_it(name: str, change: Any, tmp_path: Path) -> None:
    text = """\
        param n, integer; # 「黒」マス
        var x integer >= 0, <= 5; /* 白
        */ s.t. c: x >= n; minimize x0: x;
        solve;
        for {i in 1..2} { printf "黒=%d\\n", x; }
        data;
        param n := 3;
        end;
"""
    folder = tmp_path / "パズル の 本"
    folder.mkdir()
    path = folder / "の り.mod"
    path.write_bytes(change(text))
    assert mathprog.run(str(path))[:2] == ("黒=3\n黒=3\n", mathprog.SOLVED), name


def test_signs_of_other_scripts_stay_in_strings_and_comments(tmp_path: Path) -> None:
    path = write(
        tmp_path, "var x binary; # ；\ns.t. c: x = １； /* “ */ solve; printf \"；“”\\n\"; printf '：%d’', x；"
    )
    assert mathprog.run(path).text == "；“”\n：1’"


def test_statistics_are_those_of_glpsol(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(
        tmp_path,
        "var x binary; var y >= 0, <= 3, integer; var z >= 0; s.t. c: x + y + z >= 2; s.t. d{i in 1..3}: y - z <= i;"
        "minimize o: x + 2*z; solve; end;",
    )
    found = mathprog.run(path).statistics
    assert (found.rows, found.columns, found.integers, found.binaries, found.non_zeros) == (5, 3, 2, 1, 11)
    assert found.solver == "highs"
    assert 0 < found.translating < found.total
    glpsol = shutil.which("glpsol")
    if glpsol:
        content = subprocess.run([glpsol, "-m", path, "--check"], capture_output=True, text=True, check=True).stdout
        figures = dict(re.findall(r"Number of (rows|columns|non-zeros \(matrix\)) += +([0-9]+)", content))
        assert figures == {"rows": "5", "columns": "3", "non-zeros (matrix)": "11"}
    assert main(["run", MODEL, str(EXAMPLES / "p79.dat"), "--statistics"]) == 0
    lines = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()[-5:])
    assert list(lines) == ["rows", "columns", "non-zeros", "time", "memory"]
    assert (lines["rows"], lines["columns"], lines["non-zeros"]) == ("815", "416 (416 whole, of these 416 0/1)", "4112")
    assert re.fullmatch(r"[0-9.]+ s \([0-9.]+ translation, [0-9.]+ highs\)", lines["time"])
    assert " MB" in lines["memory"]


def test_without_a_solver_it_is_one_that_takes_the_program(tmp_path: Path) -> None:
    whole = write(tmp_path, "var x integer >= 0, <= 9; s.t. c: x >= 2; minimize o: x; solve; end;")
    assert mathprog.run(whole).statistics.solver == "clasp"
    for unbounded in ("var x integer >= 0;", "var x >= 0, <= 9;"):
        path = write(tmp_path, f'{unbounded} s.t. c: x >= 2; minimize o: x; solve; printf "%d", x; end;')
        assert mathprog.run(path)[:2] == ("2", mathprog.SOLVED)
        assert mathprog.run(path).statistics.solver == "highs"


@pytest.mark.parametrize(("text", "line", "says"), [
    ("var x binary;\ns.t. c: x ≥ 1;", 2, "'≥' (U+2265) is not allowed in MathProg outside of strings and comments"),
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
    with pytest.raises(InputError, match="not UTF-8 text, nor Shift-JIS, nor EUC-JP"):
        mathprog.run(str(path))


# -- what a model may do -----------------------------------------------------------------------------------------------

ENDLESS = {
    "translation": "var x binary;\ns.t. c: sum{i in 1..3000, j in 1..3000, k in 1..3000: i > 3000} x = 0;\nsolve; end;",
    "statement": 'var x binary; s.t. c: x = 1; solve; printf{i in 1..10**9: i < 0} "%d", i; end;',
    "output": 'var x binary; s.t. c: x = 1; solve; printf{i in 1..10**9} "%d", i; end;',
}


@pytest.mark.parametrize("what", ENDLESS)
def test_the_time_limit_ends_a_models_own_statements(what: str, tmp_path: Path) -> None:
    # the translator is there, so that the limit counts what the model does and not the start of a process: on a busy machine
    # that alone may take all of it, and then it is the search that has no time left, which is no error
    mathprog.run(write(tmp_path, "var x binary; s.t. c: x = 1; solve; end;"), solver="clasp")
    path = write(tmp_path, ENDLESS[what])
    with pytest.raises(LimitReached, match="time limit"):
        mathprog.run(path, solver="clasp", time_limit=0.7)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux")
def test_a_model_with_more_than_the_memory_holds_is_one_line(tmp_path: Path) -> None:
    path = write(tmp_path, "set S := 1..100000000; var x{S} binary; s.t. c: sum{i in S} x[i] = 1; solve; end;")
    script = f"""
import resource
resource.setrlimit(resource.RLIMIT_DATA, (400 << 20, 400 << 20))
from pencilp.errors import LimitReached
from pencilp.solvers.programs import mathprog
try:
    mathprog.run({path!r})
except LimitReached as error:
    print(error)
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "memory" in run.stdout
    assert run.stdout.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="the size of files is bounded where there are limits of resources")
def test_output_of_a_model_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mathprog, "MAX_PRINTED_BYTES", 1024 * 1024)
    path = write(tmp_path, f'var x binary; s.t. c: x = 1; solve; printf{{i in 1..14000}} "{90 * "a"}"; end;')
    with pytest.raises(InputError, match="prints more than 1 MB"):
        mathprog.run(path)


HEAD = "var x integer >= 0, <= 3; set S := 1..2; s.t. c: x = 2;\nsolve;\n"
WRITES = [
    'printf "a" > "FILE";', 'printf "a" >> "FILE";', 'printf{i in S} "%d", i>"FILE";', 'printf "%d", (x) > "FILE";',
    'printf "%s", if x > 3 then "a" else "b" > "FILE";',
    "printf/**/'a'/* > */>/**/'FILE';", "printf '#''>' > 'FILE'; # >", 'printf "a"\n\n> "FI" & "LE";',
    'for {i in S} { for {j in S} { printf "%d", j > "FILE"; } }', 'for {i in S: i > 1} printf "a" > "FILE";',
    'table t {i in S} OUT "CSV" "FILE": i;', "table t 'a' {i in S: i > 1} OUT 'CSV' 'FILE': i ~ a;",
    'table/**/t#{\n{i in S}OUT "CSV" "FILE": i;',
    'param printf := 2; for {i in 1..printf} { for {j in S} { printf "%d", j > "FILE"; } }',
    "printf 'a'; printf \"'\" > \"FILE\"; printf 'b';",
]  # fmt: skip


@pytest.mark.parametrize("statement", WRITES)
def test_a_model_writes_files_only_if_that_is_allowed(statement: str, tmp_path: Path) -> None:
    target = tmp_path / "written"
    path = write(tmp_path, HEAD + statement.replace("FILE", str(target)).replace('FI" & "LE', str(target)) + "\nend;\n")
    with pytest.raises(InputError, match="--allow-writes") as error:
        mathprog.run(path)
    assert str(error.value).startswith(f"{path}:")
    assert not target.exists()
    mathprog.run(path, allow_writes=True)
    assert target.exists()


@pytest.mark.parametrize("statement", [
    'printf "%d > %d", x, 1;', "printf '>';", 'printf "%s", if x > 1 then "a" else "b";', 'printf "%d", (if x > 1 then 1);',
    'printf{i in S: i > 1} "a";', "printf 'a'; # > \"FILE\"", 'printf /* > "FILE" */ "a";', "check: x > 1;",
    'printf "a"; end; printf "a" > "FILE";', 'printf "%d", sum{i in S: i > 1} i;', "for {i in S: i > 1} { printf 'a'; }",
    'param p; printf "a"; data; param p := 1; end; printf "a" > "FILE";', 'printf "%d %d", x <> 1, x >= 1;',
])  # fmt: skip
def test_models_that_write_no_file_are_accepted(statement: str, tmp_path: Path) -> None:
    assert mathprog.written(f"{HEAD}{statement}\nend;\n") is None


def test_a_table_may_be_read(tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_text("i,a\n1,5\n2,7\n")
    text = f'set S; param a{{S}}; table t IN "CSV" "{tmp_path / "table.csv"}": S <- [i], a;'
    path = write(tmp_path, text + ' var x; s.t. c: x = sum{i in S} a[i]; solve; printf "%d", x; end;')
    assert mathprog.run(path).text == "12"
