"""LP files of lp_solve, judged by lp_solve itself where it is installed; and the senses of MPS files."""

from __future__ import annotations

import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pencilp.cli import main
from pencilp.errors import InputError
from pencilp.program_files import lp, lp_solve, mps
from pencilp.reformulate.linear.program import CONTINUOUS, INTEGER, Program
from pencilp.solvers.programs.solve import program_from_file

LP_SOLVE = shutil.which("lp_solve")
needs_lp_solve = pytest.mark.skipif(LP_SOLVE is None, reason="lp_solve is not installed (Debian: lp-solve)")


def form(p: Program, *, constant: bool = True) -> Any:
    """A program by the names of its columns and rows, whatever their order.

    The ``constant`` of the objective is left out where it went through an MPS file: programs differ on its sign there.
    """
    names = [column.name for column in p.columns]

    def terms(some: Any) -> frozenset[tuple[str, float]]:
        return frozenset((names[c], round(float(a), 8)) for a, c in some or () if a)

    def number(side: Any) -> float | None:
        return None if side is None else round(float(side), 8)

    columns = {column.name: (number(column.low), number(column.high), column.kind) for column in p.columns}
    rows = {row.name: (terms(row.terms), number(row.low), number(row.high)) for row in p.rows}
    sign = -1 if p.sense == "maximize" else 1
    objective = (
        frozenset((name, sign * a) for name, a in terms(p.objective)),
        round(sign * float(p.offset), 8) if constant else 0,
    )
    return columns, rows, objective


def read_by_lp_solve(text: str, folder: Path, name: str = "given") -> str:
    """What lp_solve makes of a text: the program in free MPS."""
    assert LP_SOLVE is not None
    path = folder / f"{name}.lp"
    path.write_text(text)
    done = subprocess.run(
        [LP_SOLVE, "-S1", str(path), "-parse_only", "-wfmps", "/dev/stdout"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert "ENDATA" in done.stdout, (text, done.stdout, done.stderr)
    return done.stdout


@st.composite
def texts(draw: Any) -> str:
    """A text in lp_solve's format, as people write it."""
    names = [f"x{k}" for k in range(draw(st.integers(1, 4)))]
    number = st.one_of(st.integers(1, 9).map(str), st.sampled_from(["1.5", "0.25", "2e1", "3.", ".5"]))
    relation = st.sampled_from(["<=", ">=", "<", ">", "="])

    def total(least: int = 1, constants: bool = True, most: int = 4) -> str:
        parts = []
        for _ in range(draw(st.integers(least, most))):
            factor = draw(st.one_of(st.just(""), number))
            kind = draw(st.sampled_from(["{a}{x}", "{a} {x}"]))
            parts.append(
                draw(st.sampled_from(["+ ", "- ", "+"])) + kind.format(a=factor, x=draw(st.sampled_from(names)))
            )
        if constants and draw(st.booleans()):
            parts.append("+ " + draw(number))
        return " ".join(parts).removeprefix("+ ")

    lines = [f"{draw(st.sampled_from(['max', 'min', 'MAX', 'minimise']))}: {total()};"]
    lines.append(f"all: {' + '.join(names)} >= -50;")
    for k in range(draw(st.integers(0, 4))):
        label = draw(st.sampled_from(["", f"c{k}: "]))
        shape = draw(st.integers(0, 3))
        if shape == 0:
            lines.append(f"{label}{total(2)} {draw(relation)} {total(2)};")
        elif shape == 1:
            lines.append(f"{label or f'd{k}: '}{total()} {draw(relation)} {draw(number)};")
        elif shape == 2:
            low, way = draw(st.integers(-5, 3)), draw(st.booleans())
            ends = (low, low + draw(st.integers(1, 9)))
            sides = (f"{ends[0]} <=", f"<= {ends[1]}") if way else (f"{ends[1]} >=", f">= {ends[0]}")
            lines.append(f"{label or f'd{k}: '}{sides[0]} {total(constants=False)} {sides[1]};")
        else:
            lines += [
                f"e{k}: {total(constants=False)} >= 1;",
                f"e{k}: <= {draw(st.integers(2, 9))}; /* its other side */",
            ]
    bounded = set()
    for x in names:
        shape = draw(st.integers(0, 4))
        factor = draw(st.sampled_from(["", "2 ", "4"]))
        if shape == 1:
            lines.append(f"{factor}{x} <= {draw(number)}; // a bound")
        elif shape == 2:
            lines.append(f"{draw(st.integers(-7, 3))} <= {factor}{x} <= {draw(st.integers(4, 8))};")
        elif shape == 3:
            lines.append(f"-{factor}{x} >= -{draw(number)};")
        if shape in (1, 2, 3):
            bounded.add(x)
    whole = [x for x in names if draw(st.booleans())]
    if whole:
        lines.append(f"int {draw(st.sampled_from([',', ', ', ' ']))!s}".rstrip(" ,") + " " + ",".join(whole) + ";")
    free = [x for x in names if x not in bounded and draw(st.booleans())]
    if free:
        lines.append(f"free {','.join(free)};")
    return "\n".join(lines) + "\n"


@needs_lp_solve
@settings(max_examples=150, deadline=None)
@given(text=texts())
def test_random_files_are_read_as_lp_solve_reads_them(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert lp_solve.is_lp_solve(text)
    ours, theirs = lp_solve.read(text), mps.read(read_by_lp_solve(text, tmp_path_factory.getbasetemp()))
    assert form(ours, constant=False) == form(theirs, constant=False)


@needs_lp_solve
@settings(max_examples=60, deadline=None)
@given(text=texts())
def test_files_of_lp_solve_are_read(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert LP_SOLVE is not None
    path = tmp_path_factory.getbasetemp() / "given.mps"
    path.write_text(read_by_lp_solve(text, tmp_path_factory.getbasetemp()))
    done = subprocess.run(
        [LP_SOLVE, "-S1", "-fmps", str(path), "-parse_only", "-wlp", "/dev/stdout"],
        capture_output=True,
        text=True,
        timeout=20,
    )
    assert form(lp_solve.read(done.stdout), constant=False) == form(mps.read(path.read_text()), constant=False)


GIVEN = """\
/* what we make */
max: 143 x + 60y;

120 x + 210 y <= 15000; // money
storage: 110x + 30y <= 4000;
x + y <= 75;
x <= 40;
int x;
"""


def test_a_file_is_found_by_its_content_and_solved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "model.lp"
    path.write_text(GIVEN)
    assert main(["solve", str(path)]) == 0
    out = capsys.readouterr().out
    assert "x = 22" in out
    assert "objective 6306" in out
    program = program_from_file(str(path))
    assert [row.name for row in program.rows] == ["R1", "storage", "R3"]
    assert [tuple(column) for column in program.columns] == [("x", 0, 40, INTEGER), ("y", 0, None, CONTINUOUS)]


def test_relations_constants_and_comments_are_read() -> None:
    p = lp_solve.read(
        "min: 3x + 2 - y; R1: 3 x >= 2 x + 4 - y; -5 <= z <= 5; R2: 2 >= x; R3: x + y + z >= 1; R3: <= 8; 3 x => 2;\n"
        "w >= -1e30; /* two\nlines */ R4: w + 2 =< 8 + y // end\n; R5: 8 > x + 2 w > 3; x <= 1e30; bin b; R6: b + w = 3;\n"
        "free y, u;"
    )
    columns, rows, objective = form(p)
    assert columns == {
        "x": (round(2 / 3, 8), None, CONTINUOUS), "y": (None, None, CONTINUOUS), "z": (-5, 5, CONTINUOUS),
        "w": (None, None, CONTINUOUS), "b": (0, 1, INTEGER),
    }  # fmt: skip
    assert p.remarks == ["u is declared 'free' but is in no row: it is left out"]
    assert rows == {
        "R1": (frozenset({("x", 1), ("y", 1)}), 4, None), "R2": (frozenset({("x", 1)}), None, 2),
        "R3": (frozenset({("x", 1), ("y", 1), ("z", 1)}), 1, 8), "R4": (frozenset({("w", 1), ("y", -1)}), None, 6),
        "R5": (frozenset({("x", 1), ("w", 2)}), 3, 8), "R6": (frozenset({("b", 1), ("w", 1)}), 3, 3),
    }  # fmt: skip
    assert objective == (frozenset({("x", 3), ("y", -1)}), 2)


def test_a_coefficient_of_a_bound_divides_exactly() -> None:
    p = lp_solve.read("max: x; 3 x <= 1; c: x + y <= 9;")
    assert p.columns[0].high == float(Fraction(1, 3))


@pytest.mark.parametrize(
    ("text", "where", "says"),
    [
        ("3x + 2y; x >= 1;", "1:1", "must begin with 'max:' or 'min:'"),
        ("max: x;\n x + y <= 3", "2:11", "a ';' is missing after '3'"),
        ("max: x;\nc: x <= 3;\nsec x;", "3:1", "'sec': semi-continuous variables cannot be read"),
        ("max: x;\nc: x <= 3;\n  sin x;", "3:3", "'sin': semi-continuous whole numbers cannot be read"),
        ("max: x;\nc: x + y <= 3;\nsos2\ns: x:1,y:2;", "3:1", "'sos2': special ordered sets cannot be read"),
        ("max: x; x <= -5;", "1:9", "negative upper bound and no lower one"),
        ("max: x; x >= 1; x >= 2;", "1:17", "a second lower bound of 'x'"),
        ("max: x; x + 5 >= 2;", "1:9", "for a bound of 'x' or for a row"),
        ("max: x; x = -2;", "1:9", "a negative '=' for a bound of 'x' or for a row"),
        ("max: x; c: x + y <= 3; c <= 2;", "1:24", "'c' is a row: its other side is written 'c: <= 8'"),
        ("max: x; c: <= 2;", "1:9", "there is no row 'c' above"),
        ("max: x; c: x + y <= 3; c: <= 2;", "1:27", "has this side already"),
        ("max: x; c: x + y <= 3; c: x <= 2;", "1:24", "there are two rows 'c'"),
        ("max: 2 3 x; c: x <= 2;", "1:8", "a sign is missing before '3'"),
        ("max: x; c: x y <= 2;", "1:14", "a sign is missing before 'y'"),
        ("max: x; c: 2 x x <= 2;", "1:16", "a sign is missing"),
        ("max: x; 3 >= 2;", "1:11", "there is no variable in this row"),
        ("max: x; >= 3 x;", "1:9", "there is nothing before '>='"),
        ("max: x; c: 3 x +;", "1:17", "a variable or a number is missing at the end"),
        ("max: x; c: 3 (x + y) <= 2;", "1:14", "'(' cannot stand here"),
        ("max: x; c: 3 <= x + y >= 2;", "1:23", "do not go together"),
        ("max: x; x + y;", "1:9", "a row needs"),
        ("max: x; /* no end", "1:9", "a comment has no end"),
        ("max: x; 0 x >= 3;", "1:9", "has the factor 0 in a bound"),
        ("max: x; x >= 1e30;", "1:9", "must be less than infinity"),
        ("max: x; x >= 1; c: x + y >= 2;\nfree x;", "2:6", "is free and has a lower bound"),
        ("max: x; x <= 3; c: x + y <= 9;\nfree x;", "2:6", "is free and has an upper bound"),
        ("max: x >= 2;", "1:8", "is not allowed in the objective"),
        ("max: x; int 3;", "1:13", "a sign is missing before '3'"),
    ],
)
def test_errors_name_line_and_column(text: str, where: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        lp_solve.read(text)
    assert caught.value.where == where
    assert says in caught.value.message


@pytest.mark.parametrize(
    ("text", "is_it"),
    [
        ("max: x;\nx<=3;\n", True),
        (" // c\n/* d */ Minimise : x;", True),
        ("/* c */\n3x;\nx>=1;", True),
        ("\\ max: x;\nMaximize\n obj: x\nSubject To\n c: x <= 3\nEnd\n", False),
        ("max\n x\nst\n c: x <= 3\nend\n", False),
        ("Minimize\n obj: x;\nEnd\n", False),
    ],
)
def test_the_two_lp_formats_are_distinguished(text: str, is_it: bool) -> None:
    assert lp_solve.is_lp_solve(text) is is_it
    if is_it:
        return
    if ";" not in text.replace("max: x;", ""):
        assert lp.read(text).columns[0].name == "x"


MPS = """\
{head}NAME          MODEL
{sense}ROWS
 N  OBJ
 L  C1
COLUMNS
    X         C1   1
    X         OBJ  3
RHS
    RHS       C1   4
ENDATA
"""


@pytest.mark.parametrize("space", [" ", "\n", "/* a */ ", "// a\n", "// // // //\n"])
def test_long_heads_of_blanks_and_comments_are_passed_once(space: str) -> None:
    # a pattern that goes back through them takes time that doubles with each
    assert lp_solve.is_lp_solve(space * 1000 + "max: x;")
    assert not lp_solve.is_lp_solve(space * 1000 + "\\ a comment of CPLEX's format")


@pytest.mark.parametrize(
    ("head", "sense", "maximise", "says"),
    [
        ("", "", False, ""),
        (
            "*SENSE:Maximize\n",
            "",
            True,
            "line 1: the comment '*SENSE:Maximize' counts here: the objective is maximised",
        ),
        ("* Objective sense: MAX\n", "", True, "counts here"),
        ("*SENSE:Minimize\n", "", False, ""),
        ("*SENSE:Maximize\n", "OBJSENSE\n    MIN\n", False, "OBJSENSE says minimise: OBJSENSE counts"),
        ("*SENSE:Maximize\n", "OBJSENSE\n    MAX\n", True, ""),
        ("*<meta origsense='MAX'>\n", "", False, "says that this is a maximum, negated"),
        ("*<meta origsense='MAX'>\n", "OBJSENSE\n MAX\n", True, ""),
        ("*<meta origsense='MIN'>\n", "", False, ""),
        ("", "OBJSENSE MAX\n", True, ""),
        ("", "OBJSENSE\nMAX\n", True, ""),
        ("", "OBJSENSE MAXIMISE\n", True, ""),
        ("", "OBJSENSEMAX\n", True, ""),
        ("", "OBJSENSEMIN\n", False, ""),
        ("", "OBJSENSE:\n  MAXIMIZE\n", True, ""),
        ("OBJSENSE\n  MAX\n", "", True, ""),
    ],
)
def test_the_sense_of_an_mps_file_is_never_taken_silently_from_a_comment(
    head: str, sense: str, maximise: bool, says: str
) -> None:
    program = mps.read(MPS.format(head=head, sense=sense))
    assert (program.sense == "maximize") is maximise
    assert len(program.remarks) == bool(says)
    assert says in "".join(program.remarks)


def test_an_mps_file_with_two_senses_is_refused() -> None:
    with pytest.raises(InputError, match="both MAX and MIN"):
        mps.read(MPS.format(head="OBJSENSE MIN\n", sense="OBJSENSE MAX\n"))


def test_solve_reports_the_direction_of_the_objective_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.mps"
    path.write_text(MPS.format(head="*SENSE:Maximize\n", sense=""))
    for more in ([], ["--relax"]):
        assert main(["solve", str(path), *more]) == 0
        shown = capsys.readouterr()
        assert "12" in shown.out
        assert sum("SENSE:Maximize" in line for line in shown.err.splitlines()) == 1
    with pytest.warns(UserWarning, match="SENSE:Maximize"):
        assert __import__("pencilp").relax(path).bound == 12
