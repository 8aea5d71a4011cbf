"""Needless clues, judged by brute force: each clue is left out, the puzzle is stated anew, and its answers are counted."""

from __future__ import annotations

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Collection
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import pencilp
from pencilp import Needless, Puzzle, genres, needless
from pencilp.analysis.left_out import clues_of
from pencilp.board.layers import UNKNOWN
from pencilp.cli import main
from pencilp.errors import InputError
from pencilp.formats.examples import example
from pencilp.formats.writing import written
from pencilp.genres import genre_of
from tests import amount
from tests import proof as proofs

ROOT = Path(__file__).parent.parent
Place = tuple[Any, ...]


def nothing(_: Any) -> Any:
    return None


def unknown(_: Any) -> Any:
    return "?"


LEFT: dict[str, dict[str, Callable[[Any], Any]]] = {
    "akari": {"walls": lambda _: "x"},
    "fillomino": {"given": nothing, "walls": lambda _: 0},
    "futoshiki": {"given": nothing, "marks": nothing},
    "galaxies": {"stars": nothing},
    "gokigen": {"clues": nothing},
    "hashi": {"islands": unknown},
    "kropki": {"dots": nothing, "given": nothing},
    "masyu": {"circles": nothing},
    "nurikabe": {"clues": unknown},
    "skyscrapers": {"clues": lambda _: (), "given": nothing},
    "slitherlink": {"numbers": nothing},
    "sudoku": {"given": nothing},
    "tapa": {"clues": nothing},
    "yajilin": {"clues": lambda value: (*value[:-1], None)},
}
"""Per genre and layer what stays where a clue was."""
MAX_SUBSETS = 7
"""The number of clues up to which all sets of them are tried."""


def left_out(puzzle: Puzzle, places: Collection[Place]) -> Puzzle | None:
    """The puzzle without some clues; None if it makes no sense then."""
    inputs = puzzle.genre.inputs
    # the usual boxes of a board with holes may be none that can be given
    values = {
        key: value
        for key, value in puzzle.values.items()
        if not (inputs[key].optional and value == inputs[key].default(puzzle.lattice)) or key in LEFT[puzzle.genre.name]
    }
    for key, where, *more in places:
        way = LEFT[puzzle.genre.name][key]
        if isinstance(where, str):
            lines = [*values[key][where]]
            lines[more[0]] = way(lines[more[0]])
            values[key] = {**values[key], where: lines}
        else:
            cells = [*values[key]]
            cells[where] = way(cells[where])
            values[key] = cells
    try:
        return pencilp.puzzle(puzzle.genre.name, puzzle.lattice, **values)
    except InputError:
        return None


def stays_unique(puzzle: Puzzle, places: Collection[Place]) -> bool:
    """Whether the puzzle without some clues has the same answer, and no other."""
    other = left_out(puzzle, places)
    if other is None:
        return False
    before, after = pencilp.solve(puzzle), pencilp.solve(other)
    assert before.answer is not None
    return after.status == "unique" and after.answer is not None and after.answer.values == before.answer.values


def unique_cases(name: str) -> list[Puzzle]:
    """Random small boards with one answer and some clues."""
    found = [case.puzzle for case in proofs.cases(name) if len(case.right) == 1]
    return [puzzle for puzzle in found if len(clues_of(puzzle, genre_of(puzzle).model(puzzle))) > 1][: amount.of(6, 30)]


@pytest.mark.parametrize("name", LEFT)
def test_needless_clues_are_those_that_brute_force_finds(name: str) -> None:
    puzzles = unique_cases(name)
    assert len(puzzles) > 2
    examined = 0
    for puzzle in puzzles:
        found = needless(puzzle)
        assert found.status == "unique"
        assert found.complete
        assert not found.undecided
        places = [clue.place for clue in clues_of(puzzle, genre_of(puzzle).model(puzzle))]
        assert found.clues <= len(places)
        # what says nothing already is left out in another way
        places = [place for place in places if left_out(puzzle, [place]) != puzzle]
        alone = [clue.clue for clue in found.alone if clue.clue in places]
        examined += len(places)
        assert set(alone) == {place for place in places if stays_unique(puzzle, [place])}, puzzle
        together = [clue.clue for clue in found.together]
        assert found.minimal is not None or not together
        if len(alone) == len(found.alone) <= MAX_SUBSETS:
            sizes = (
                size
                for size in range(len(alone), 0, -1)
                if any(stays_unique(puzzle, some) for some in combinations(alone, size))
            )
            best = next(sizes, 0)
            assert len(together) <= best
            assert len(together) == best or not found.largest
        if found.minimal is not None:
            holds_true(found)
    assert examined > 5


def holds_true(found: Needless) -> None:
    """What is said of a puzzle's clues is so, as far as some of them show."""
    puzzle, answer = found.puzzle, found.answer
    assert answer is not None
    alone = {clue.clue for clue in found.alone}
    assert alone | {clue.clue for clue in found.undecided} >= {clue.clue for clue in found.together}
    assert found.clues >= len(found.alone) + len(found.undecided)
    # leaving out one clue is what keeping all others does
    every = [clue.place for clue in clues_of(puzzle, genre_of(puzzle).model(puzzle))]
    for clue in found.alone[:2]:
        assert clue.clue in every
    if found.together:
        assert found.minimal is not None
        assert found.minimal != puzzle
        again = pencilp.solve(read_again(found.minimal), time_limit=60)
        assert again.status in ("unique", "unknown", "found")
        assert again.answer is None or again.answer.values == answer.values
    else:
        assert found.minimal is None


def read_again(puzzle: Puzzle) -> Puzzle:
    """The puzzle after it was written as a text."""
    from pencilp.formats.text.text import read

    (again,) = read(written(puzzle, None, "text"))
    assert again == puzzle
    return again


@pytest.mark.mechanism
@pytest.mark.parametrize("name", genres.names())
def test_without_needless_clues_an_example_has_the_same_answer(name: str) -> None:
    found = needless(proofs.smallest_example(name), time_limit=amount.of(1, 20))
    if found.status == "unknown":
        pytest.skip("the time ended before the first search: the machine is busy")
    assert found.status == "unique"
    holds_true(found)


def test_an_island_may_stay_without_its_number() -> None:
    puzzle = example("hashi")
    (clue,) = needless(puzzle).alone
    assert str(clue) == "1 at r8c1 (? stays)"
    assert stays_unique(puzzle, [clue.clue])


def test_a_clue_is_left_out_in_the_first_way_that_keeps_the_answer() -> None:
    puzzle = example("araf")
    first = next(cell for cell in puzzle.lattice.cells if puzzle["numbers"][cell] is not None)
    others = [cell for cell in puzzle.lattice.cells if puzzle["numbers"][cell] is not None and cell != first]
    assert [str(clue) for clue in needless(puzzle, keep=others).alone] == ["2 at r1c2 (? stays)"]
    before = pencilp.solve(puzzle).answer
    assert before is not None
    for left, same in ((None, False), (UNKNOWN, True)):
        numbers = [left if cell == first else value for cell, value in enumerate(puzzle["numbers"])]
        after = pencilp.solve(pencilp.puzzle("araf", puzzle.lattice, numbers=numbers))
        assert (after.status == "unique" and after.answer is not None and after.answer.values == before.values) == same


def test_a_needless_clue_is_needless_if_all_others_must_stay() -> None:
    puzzle = example("nurikabe")
    found = needless(puzzle)
    assert [str(clue) for clue in found.alone] == ["3 at r1c7 (? stays)", "1 at r6c8 (? stays)", "1 at r7c9 (? stays)"]
    every = [place for _, place in (clue.clue for clue in found.alone)]
    for clue in found.alone:
        others = [cell for cell in puzzle.lattice.cells if cell != clue.clue[1]]
        only = needless(puzzle, keep=others)
        assert [each.clue for each in only.alone] == [clue.clue] == [each.clue for each in only.together]
    assert needless(puzzle, keep=every).alone == []
    assert needless(puzzle, keep=["clues"]).lines == ["no other clue could be left out: each is needed"]


@pytest.mark.parametrize("name", ["minesweeper-10x10", "nurikabe"])
def test_nothing_needless_stays_of_clues_that_are_left_out(name: str) -> None:
    found = needless(example(name))
    assert found.minimal is not None
    holds_true(found)
    assert needless(found.minimal).alone == []
    stays = {clue.clue for clue in found.together if clue.left}
    assert any(clue.left for clue in found.alone)
    for layer, at in (clue.clue for clue in found.together):
        assert (found.minimal[layer][at] == UNKNOWN) == ((layer, at) in stays)


@pytest.mark.parametrize(
    ("names", "left"), [(["r1c7"], 2), (["R1C7", "row 6"], 1), (["column 7", "column 8", "column 9"], 0), ([], 3)]
)
def test_clues_are_kept_by_the_names_of_their_places(names: list[str], left: int) -> None:
    assert len(needless(example("nurikabe"), keep=names).alone) == left


def test_clues_outside_the_board_are_kept_by_name() -> None:
    puzzle = example("battleship")
    found = needless(puzzle)
    places = [clue.place for clue in clues_of(puzzle, genre_of(puzzle).model(puzzle))]
    at = next(place for place in places if isinstance(place[1], str))
    name = f"{'above column' if at[1] == 'top' else 'left of row'} {at[2] + 1}"
    assert name in {clue.at for clue in found.alone} or not found.alone
    for place in (name, name.upper(), f"{at[1]} {at[2] + 1}", " ".join(name.split()[-2:])):
        kept = needless(puzzle, keep=[place])
        assert {clue.at for clue in kept.alone} == {clue.at for clue in found.alone} - {name}


@pytest.mark.parametrize("name", ["r77c1", "rows", "", "above column 1"])
def test_a_place_without_a_clue_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="no clue has a place of this name"):
        needless(example("nurikabe"), keep=[name])


@pytest.mark.parametrize("how", [{"seed": 1.5}, {"time_limit": -1}, {"keep": [None]}, {"keep": [True]}])
def test_arguments_that_make_no_sense_are_refused(how: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        needless(example("nurikabe"), **how)


def test_the_same_seed_finds_the_same_clues() -> None:
    puzzle = example("battleship")
    for seed in (0, 1):
        first, second = (needless(puzzle, seed=seed) for _ in range(2))
        assert (first.alone, first.together, first.largest) == (second.alone, second.together, second.largest)


def test_a_puzzle_without_one_answer_has_no_needless_clue() -> None:
    board = pencilp.square(2, 2)
    none = needless(pencilp.puzzle("slitherlink", board, numbers=[3, 0, None, None]))
    assert (none.status, str(none)) == ("none", "there is no answer, so no clue is needless")
    several = needless(pencilp.puzzle("slitherlink", board, numbers=[None] * 4))
    assert (several.status, str(several)) == ("multiple", "there is more than one answer, so no clue is needless")


def test_a_stopped_search_keeps_its_results() -> None:
    puzzle = example("nurikabe")
    assert needless(puzzle, stop=lambda: True).status == "unknown"
    full = needless(puzzle)
    parts = set()
    for looks in range(1, 60, 2):
        left = iter([False] * looks)
        found = needless(puzzle, stop=lambda left=left: next(left, True))  # type: ignore[misc]
        assert {clue.clue for clue in found.alone} <= {clue.clue for clue in full.alone}
        assert not found.largest or found.complete
        parts.add((len(found.alone), found.complete))
        if not found.complete and found.status == "unique":
            assert found.lines[-1] == "the limit was reached before the search came to its end"
    assert len(parts) > 2


def test_a_limit_may_end_the_search_at_any_moment() -> None:
    puzzle = proofs.smallest_example("numbersnake")
    for hundredths in range(2, 40, 2):
        found = needless(puzzle, time_limit=hundredths / 100)
        assert found.status in ("unique", "unknown")
        assert found.complete or not found.largest


def test_a_user_rule_makes_clues_needless() -> None:
    puzzle = pencilp.puzzle(
        "sudoku", pencilp.square(4, 4), given=[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, None, None, None, None]
    )
    before = needless(puzzle, keep=["row 1", "row 2"])

    def fixed(m: pencilp.Model, genre: Any) -> None:
        m.require("the third row begins with 2", genre.number[8] == 2)

    after = needless(puzzle, keep=["row 1", "row 2"], rules=[fixed])
    assert len(after.together) >= len(before.together)
    assert any(clue.at == "r3c1" for clue in after.alone)


def test_each_number_of_a_cell_is_a_separate_clue() -> None:
    puzzle = example("compass")
    found = needless(puzzle, keep=[cell for cell, (row, _) in enumerate(puzzle.lattice.positions) if row])
    words = [str(clue) for clue in found.alone]
    assert "0 (n) in 0,1,0,1 at r1c2 (? stays)" in words
    assert "1 (w) in 0,1,0,1 at r1c2 (? stays)" in words
    assert {clue.at for clue in found.alone} <= {"r1c2", "r1c5"}
    holds_true(found)


def test_the_result_is_drawn_with_its_clues_marked() -> None:
    found = needless(example("nurikabe"))
    assert found._repr_svg_() != example("nurikabe")._repr_svg_()
    assert "3 of 12 clues alone, 2 together" in repr(found)


# -- the document -------------------------------------------------------------------------------------------------------

PAGE = (ROOT / "docs" / "insight.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## Which clues are needless\n")[2].partition("\n## ")[0]


def test_examples_in_the_documents_run(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "PYTHONUTF8": "1"}
    blocks = re.findall(r"^```sh\n(.*?)^```\n+((?:    [^\n]*\n)*)", SECTION, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 3
    for block, shown in blocks:
        run = subprocess.run(
            ["bash", "-euc", block], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300, check=True
        )
        for line in shown.splitlines():
            assert line[4:].removesuffix("...") in run.stdout


def test_python_in_the_document_has_the_output_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"^```python\n(.*?)^```", SECTION, re.DOTALL | re.MULTILINE)
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "docs/insight.md", None, 0)
    assert session.examples
    assert doctest.DocTestRunner().run(session).failed == 0


# -- the command --------------------------------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> Path:
    result = tmp_path / "puzzle.txt"
    result.write_text(written(example("nurikabe"), None, "text"))
    return result


def test_the_command_names_clues_and_writes_the_puzzle_without_them(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = path.with_name("minimal.txt")
    assert main(["needless", str(path), "--write", str(out)]) == 0
    shown = capsys.readouterr().out
    assert "3 of 12 clues could be left out alone:\n  3 at r1c7 (? stays), 1 at r6c8 (? stays), 1 at r7c9" in shown
    assert "2 clues could be left out together (no larger set could be):" in shown
    assert shown.count("!") == 3  # the line above the drawing has one, too
    minimal = pencilp.load(out)
    assert minimal == needless(example("nurikabe")).minimal
    assert main(["needless", str(out)]) == 0
    assert capsys.readouterr().out.splitlines() == ["no clue could be left out: each is needed"]


@pytest.mark.parametrize("ending", [".pzpr", ".url", ".xlsx", ".svg"])
def test_the_puzzle_is_written_in_other_formats(path: Path, ending: str) -> None:
    out = path.with_suffix(ending)
    assert main(["needless", str(path), "--write", str(out), "--format", "json"]) == 0
    if ending != ".svg":
        assert pencilp.load(out) == needless(example("nurikabe")).minimal
    assert out.stat().st_size


def test_json_has_every_clue_with_its_place(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["needless", str(path), "--format", "json", "--keep", "row 1"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert content.pop("seconds") >= 0
    one, two = ({"layer": "clues", "at": at, "clue": f"1 at {at}", "left": "?"} for at in ("r6c8", "r7c9"))
    together = content.pop("together")
    assert together in ([one], [two], [one, two])
    assert content == {
        "file": str(path), "genre": "nurikabe", "status": "unique", "clues": 12, "alone": [one, two],
        "largest": True, "undecided": [], "complete": True,
    }  # fmt: skip


def test_a_mask_in_a_file_keeps_the_clues_of_its_cells(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mask = path.with_name("mask.txt")
    rows = [["."] * 9 for _ in range(9)]
    rows[0][6] = "x"
    mask.write_text("\n".join("".join(row) for row in rows) + "\n")
    assert main(["needless", str(path), "--keep", str(mask), "--keep", "r6c8"]) == 0
    assert "1 of 12 clues could be left out alone:\n  1 at r7c9 (? stays)" in capsys.readouterr().out
    mask.write_text("x.\n")
    assert main(["needless", str(path), "--keep", str(mask)]) == 2
    assert "a mask of this board has 9 rows of 9 characters" in capsys.readouterr().err
    mask.write_text("\n".join(["o........"] * 9))
    assert main(["needless", str(path), "--keep", str(mask)]) == 2
    assert "a mask has x for a clue and . or - elsewhere" in capsys.readouterr().err


def test_several_puzzles_are_examined_one_after_the_other(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = path.with_name("wrong.txt")
    wrong.write_text("slitherlink\nnumbers:\n3 0\n- -\n")
    assert main(["needless", str(path), str(wrong)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{path}: 3 of 12 clues could be left out alone: 3 at r1c7 (? stays)")
    assert lines[1] == f"{wrong}: there is no answer, so no clue is needless"
    assert main(["needless", str(path), str(wrong), "--write", str(path.with_name("x.txt"))]) == 2
    assert "--write: " in capsys.readouterr().err
    bad = path.with_name("bad.txt")
    bad.write_text("slitherlink\nnumbers:\n9 0\n")
    assert main(["needless", str(bad), str(path), "--format", "json"]) == 2
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert "error" in first
    assert second["status"] == "unique"


@pytest.mark.parametrize(
    "more", [["--keep", "r99c1"], ["--seed", "-1"], ["--write", "x.nothing"], ["--time-limit", "0"], ["--backup"]]
)
def test_options_that_make_no_sense_are_refused_in_one_line(
    path: Path, capsys: pytest.CaptureFixture[str], more: list[str]
) -> None:
    try:
        code: object = main(["needless", str(path), *more])
    except SystemExit as end:
        code = end.code
    assert code == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert more[0] in error or more[1] in error


def test_a_reached_limit_is_reported(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["needless", str(path), "--time-limit", "0.000001"]) == 3
    shown = capsys.readouterr()
    assert "the time limit was reached" in shown.err or "the limit was reached" in shown.out
