"""Programs that are shown: ``pencilp show``, ``export`` on standard output, models that print nothing, LP files by default."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pencilp
from pencilp import api
from pencilp.cli import main
from pencilp.formats.reading import is_link
from pencilp.model.show import Wording

EXAMPLES = Path(__file__).parent.parent / "examples"
AKARI = str(EXAMPLES / "akari.txt")
MODEL, DATA = str(EXAMPLES / "norinori.mod"), str(EXAMPLES / "p01.dat")
LINK = "https://puzz.link/p?norinori/5/5/cag4ocjo"

QUIET = """\
var x integer >= 0; var y >= 0, <= 3;
maximize value: 2*x + y + 100;
s.t. c: 3*x + y <= 10.5;
end;
"""


def shown(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert main(list(arguments)) == code, capsys.readouterr().err
    return capsys.readouterr().out


@pytest.mark.parametrize("source", [AKARI, LINK])
def test_show_prints_the_same_as_formulate(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert is_link(source) == (source == LINK)
    expected = f"{api.formulate(api.load(source))}\n"
    assert shown(capsys, "show", source) == expected
    assert shown(capsys, "show", source, "--rules") == expected
    assert "shaded" in expected or "lamps" in expected


@pytest.mark.parametrize("name", [path.stem for path in sorted(EXAMPLES.glob("*.txt"))])
def test_every_place_in_the_text_of_a_program_is_on_the_board(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pencilp.model.show.MAX_LISTED", 10**6)
    lines = str(api.formulate(api.load(EXAMPLES / f"{name}.txt"))).splitlines()
    assert len(lines) > lines.index("Rules") + 1


def test_a_node_on_an_edge_is_shown_by_the_cells_of_the_edge(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text("slashpack\nnumbers:\n1 2\n")
    text = str(api.formulate(api.load(path)))
    assert "r1c1 r1c2, " in text.partition("the group of each of ")[2].partition(" holds exactly 2 of r1c1, r1c2")[0]


def test_show_takes_the_documents_formulation(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = str(EXAMPLES / "norinori-p01.txt")
    assert (
        shown(capsys, "show", puzzle, "--formulation", "published") == f"{api.formulate(api.load(puzzle), 'paper')}\n"
    )


@pytest.mark.parametrize("kind", ["lp", "mps", "opb", "aspif"])
def test_export_prints_a_format_as_it_writes_it(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / f"akari.{kind}"
    assert main(["export", AKARI, "-o", str(path)]) == 0
    capsys.readouterr()
    assert shown(capsys, "export", AKARI, "-o", kind) == path.read_text()
    if kind == "lp":
        assert shown(capsys, "show", AKARI, "--rows") == path.read_text()
        assert shown(capsys, "show", str(path), "--rows").splitlines()[1:4] == path.read_text().splitlines()[1:4]


def test_rows_of_a_model_are_shown_apart_from_its_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("swiglpk")
    text = shown(capsys, "show", MODEL, DATA)
    assert text.startswith("\\ 268 rows (the objective is one), 144 columns, 1244 non-zeros\n")
    assert shown(capsys, "export", MODEL, DATA, "-o", "lp") == text
    path = tmp_path / "speaks.mod"
    path.write_text('var x binary; printf "hello"; s.t. c: x >= 1; end;\n')
    assert main(["export", str(path), "-o", "lp"]) == 0
    printed = capsys.readouterr()
    assert printed.err == "hello\n"
    assert printed.out.startswith("\\ 1 rows, 1 columns")


def test_show_refuses_other_input_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "akari.lp"
    assert main(["export", AKARI, "-o", str(path)]) == 0
    capsys.readouterr()
    for arguments, says in (
        ([str(path), "--rules"], "--rules: an LP or MPS file has rows, and no rules in words"),
        ([MODEL, DATA, "--rules"], "--rules: a MathProg model has rows"),
        ([str(path), "--formulation", "published"], "--formulation: this is for puzzles"),
        ([MODEL, DATA, "--genre", "lits"], "--genre: this is for puzzles"),
        ([AKARI, "--formulation", "published"], "akari has no published formulation"),
    ):
        assert main(["show", *arguments]) == 2
        error = capsys.readouterr().err
        assert says in error
        assert error.count("\n") == 1


def test_a_model_that_prints_nothing_has_its_solution_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("swiglpk")
    path = tmp_path / "quiet.mod"
    path.write_text(QUIET)
    for command in ("run", "solve"):
        lines = shown(capsys, command, str(path)).splitlines()
        assert lines[:3] == ["x = 3", "y = 1.5", "objective 107.5"]
        assert lines[3].startswith("a best solution; the model prints nothing (highs, ")
    path.write_text("var x{1..2} binary; s.t. c: x[1] + x[2] <= 0; end;\n")
    lines = shown(capsys, "run", str(path), "--statistics").splitlines()
    assert lines[0] == "all variables are 0"
    assert lines[1].startswith("a solution; the model prints nothing (clasp, ")
    assert lines[2].startswith("rows ")
    path.write_text('var x binary; solve; printf "x is %d\\n", x; end;\n')
    assert shown(capsys, "solve", str(path)) == "x is 0\n"
    path.write_text("var x binary; s.t. c: x >= 2; end;\n")
    said = "the model has no solution (clasp)\n"
    assert shown(capsys, "solve", str(path), code=1) == said


def test_solve_and_run_refuse_the_same_options(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--common"], ["-o", "x.txt"], ["--format", "json"], ["--show-variables", "N"]):
        assert main(["solve", MODEL, *arguments]) == 2
        error = capsys.readouterr().err
        assert f"{arguments[0]}: a MathProg model prints its own output" in error


def test_highs_solves_programs_that_clasp_cannot_and_a_line_reports_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = tmp_path / "small.txt"
    puzzle.write_text("heyawake\nrooms:\na a b\na a b\nc c c\nclues:\n1 - -\n- - -\n- - -\n")
    path = str(tmp_path / "small.lp")
    assert main(["export", str(puzzle), "-o", path]) == 0
    capsys.readouterr()
    assert main(["solve", path, "--format", "json", "--count", "1"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["solver"] == "highs"
    assert printed.err.startswith(f"pencilp: {path}: root_by_shaded(2,2)_5 is ")
    assert printed.err.endswith(" is continuous, which clasp does not take: HiGHS solves it\n")
    assert main(["solve", path, "--solver", "clasp"]) == 3
    assert "is continuous, which clasp does not take; use --solver highs" in capsys.readouterr().err
    assert main(["export", AKARI, "-o", path]) == 0
    capsys.readouterr()
    assert main(["solve", path]) == 0
    printed = capsys.readouterr()
    assert "(clasp, " in printed.out
    assert printed.err == ""


def test_rules_about_groups_are_shown_in_plain_words() -> None:
    shown = str(
        pencilp.formulate(pencilp.puzzle("nurikabe", pencilp.square(2, 3), clues=[None, 2, None, None, None, 1]))
    )
    assert (
        "an island holds no two numbers: the group of each of r1c2, r2c3, if it is in one, holds at most 1 of these cells\n"
        in shown
    )
    assert "[r1c2]: the group of r1c2 has 2 cells\n" in shown
    assert "[r2c3]: the group of r2c3 has 1 cell\n" in shown


def test_a_compass_is_shown_with_the_cells_that_it_counts() -> None:
    shown = str(pencilp.formulate(api.load(str(EXAMPLES / "compass.txt"))))
    counts = "[r1c2]: the group of r1c2 has "
    assert f"{counts}1 cell among r1c1, r2c1, r3c1, r4c1, r5c1, r6c1, r7c1, r8c1\n" in shown
    assert f"{counts}0 cells among no cells\n" in shown, "above it there is no cell"


@pytest.mark.parametrize(
    ("low", "high", "says"),
    [(1, 1, "1 cell"), (2, 2, "2 cells"), (1, 9, "at least 1 cell"), (0, 1, "at most 1 cell"), (2, 4, "2 to 4 cells")],
)
def test_sizes_are_shown_in_words(low: int, high: int, says: str) -> None:
    assert Wording.cells(low, high, 9) == says
