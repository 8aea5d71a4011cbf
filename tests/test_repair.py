"""The nearest repair, judged by brute force on small boards."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

import pencilp
from pencilp import genres
from pencilp.analysis.left_out import changed_puzzle
from pencilp.analysis.repair import nearest_answer, repair
from pencilp.cli import main
from pencilp.errors import InputError
from pencilp.formats import examples
from pencilp.formats.writing import written
from tests import proof as proofs


def solved(puzzle: pencilp.Puzzle) -> str:
    return pencilp.solve(puzzle, count=2).status


SUDOKU = ["1 - - -", "- - 1 -", "- 1 - 4", "- 3 - 1"]
BOARDS: dict[str, tuple[str, list[Any]]] = {
    "sudoku": ("numbers", [*range(1, 5), None]),
    "nurikabe": ("numbers", [*range(1, 10), "?", None]),
    "slitherlink": ("numbers", [*range(5), "?", None]),
    "masyu": ("pearls", ["w", "b", None]),
}


def clue_layer(puzzle: pencilp.Puzzle) -> str:
    """The layer of clues on the cells."""
    return next(key for key, layer in puzzle.genre.inputs.items() if layer.on == "cells" and not layer.value.missing)


def small(genre: str, chance: random.Random) -> pencilp.Puzzle | None:
    """A small board without an answer: clues by chance, of a board with few clues."""
    size = (4, 4) if genre == "sudoku" else (3, 3)
    board = pencilp.square(*size)
    kind = genres.load(genre)
    key = next(
        key for key, layer in kind.inputs.items() if layer.on == "cells" and not layer.value.missing and not layer.usual
    )
    values: list[Any] = [None] * len(board.cells)
    for cell in chance.sample(range(len(board.cells)), 5 if genre == "sudoku" else 3):
        values[cell] = chance.choice([v for v in BOARDS[genre][1] if v not in (None, "?")])
    try:
        puzzle = pencilp.puzzle(genre, board, **{key: values})
        return puzzle if solved(puzzle) == "none" else None
    except InputError:
        return None


def by_brute_force(puzzle: pencilp.Puzzle, key: str, values: list[Any], size: int) -> Iterator[dict[int, Any]]:
    """All changes of exactly ``size`` clues that give exactly one answer."""
    given = [cell for cell, value in enumerate(puzzle[key]) if value is not None]
    for cells in combinations(given, size):
        for after in product(values, repeat=size):
            if any(puzzle[key][cell] == value for cell, value in zip(cells, after, strict=True)):
                continue
            changes = {(key, cell): value for cell, value in zip(cells, after, strict=True)}
            try:
                if solved(changed_puzzle(puzzle, changes)) == "unique":
                    yield dict(zip(cells, after, strict=True))
            except InputError:
                continue


@pytest.mark.parametrize("genre", BOARDS)
def test_a_repair_changes_the_fewest_clues(genre: str) -> None:
    chance, tried = random.Random(7), 0
    while tried < 6:
        puzzle = small(genre, chance)
        if puzzle is None:
            continue
        tried += 1
        key = clue_layer(puzzle)
        found = repair(puzzle, most=2)
        single = list(by_brute_force(puzzle, key, BOARDS[genre][1], 1))
        assert (len(found.changes) > 0 and len(found.changes[0]) == 1) == bool(single)
        for changes, changed in zip(found.changes, found.puzzles, strict=True):
            assert solved(changed) == "unique"
            as_given = {change.clue[1]: change.value for change in changes}
            assert changed == changed_puzzle(puzzle, {(key, cell): v for cell, v in as_given.items()})
            if len(changes) == 1:
                assert as_given in single
        if not single:
            assert found.proved == 1
        if found.status == "found":
            assert found.fewest


def test_two_swapped_digits_of_a_sudoku_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    values = [2, 1, *right[2:]]
    wrong = pencilp.puzzle("sudoku", pencilp.square(4, 4), given=values)
    path = tmp_path / "x.txt"
    path.write_text(written(wrong, None, "text"))
    assert main(["solve", str(path), "--repair"]) == 1
    out = capsys.readouterr().out
    assert "no change of one clue is enough" in out
    line = next(line for line in out.splitlines() if "in place of" in line)
    assert f"r1c1: {right[0]} in place of {right[1]}" in line
    assert f"r1c2: {right[1]} in place of {right[0]}" in line


def test_two_clues_are_changed_if_one_leaves_several_answers() -> None:
    # without the 1 at r1c2 there are several answers, and no other digit there leaves just one
    given = [3, 1, 1, 0, 0, 0, 3, 4, 0, 0, 2, 0, 0, 0, 4, 3]
    found = repair(pencilp.puzzle("sudoku", pencilp.square(4, 4), given=[digit or None for digit in given]))
    assert found.proved == 1
    assert found.fewest
    assert [len(changes) for changes in found.changes] == [2]
    assert solved(found.puzzles[0]) == "unique"


def test_clues_outside_are_repaired(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = {"top": [(3,), (1,), (3,)], "left": [(3,), (1, 1), (3,)]}
    puzzle = pencilp.puzzle("nonogram", pencilp.square(3, 3), clues=lines)
    path = tmp_path / "x.txt"
    path.write_text(written(puzzle, None, "text"))
    assert solved(puzzle) == "none"
    found = repair(puzzle)
    assert found.status == "found"
    assert all(solved(changed) == "unique" for changed in found.puzzles)
    ats = {change.at for changes in found.changes for change in changes}
    assert "above column 2" in ats
    assert any(str(changes[0]) == "above column 2: 1 1 in place of 1" for changes in found.changes)
    assert found.proved == 0
    assert main(["solve", str(path), "--repair", "--format", "json"]) == 1
    record = json.loads(capsys.readouterr().out)["repair"]
    assert record["status"] == "found"
    assert {change["at"] for changes in record["changes"] for change in changes} == ats


def test_two_changes_that_mean_the_same_are_one_repair() -> None:
    puzzle = pencilp.puzzle("nonogram", pencilp.square(2, 2), clues={"top": [(1,), ()], "left": [(1,), (1,)]})
    lines = [str(change) for (change,) in repair(puzzle).changes]
    assert "left of row 1: 0 in place of 1" in lines
    assert "left of row 1: without 1" not in lines


def test_a_sum_of_a_kakuro_is_repaired() -> None:
    given = examples.example("kakuro")
    key = clue_layer(given)
    cell = next(c for c, value in enumerate(given[key]) if isinstance(value, tuple) and value[0] and value[0] < 40)
    wrong = changed_puzzle(given, {(key, cell): (45, given[key][cell][1])})
    assert solved(wrong) == "none"
    found = repair(wrong, time_limit=60)
    assert found.status == "found"
    assert any(puzzle == given for puzzle in found.puzzles)


@pytest.mark.parametrize("genre", ["hitori", "dominosa"])
def test_numbers_without_rules_of_their_own_are_changed_too(genre: str) -> None:
    chance, tried = random.Random(6), 0
    for case in proofs.cases(genre):
        given = case.puzzle["numbers"]
        cells = [cell for cell, value in enumerate(given) if type(value) is int]
        for cell in chance.sample(cells, min(2, len(cells))):
            wrong = changed_puzzle(case.puzzle, {("numbers", cell): given[cell] + 1})
            if len(case.right) != 1 or solved(wrong) != "none":
                continue
            found = repair(wrong, most=1)
            assert len(found.changes[0]) == 1
            assert all(solved(puzzle) == "unique" for puzzle in found.puzzles)
            assert not found.proved
            tried += 1
        if tried >= 4:
            break
    assert tried


ADDED: dict[str, tuple[str, list[Any]]] = {
    "sudoku": ("given", [1, 2, 3, 4]),
    "slitherlink": ("numbers", [0, 1, 2, 3, 4, 5, 6]),
    "masyu": ("circles", ["w", "b"]),
    "gokigen": ("clues", [0, 1, 2, 3, 4]),
}
"""The layer and the values of clues that are added, where that is never more than a clue."""


def with_several_answers(genre: str) -> list[pencilp.Puzzle]:
    """Random small boards with several answers, some of which one more clue decides."""
    key, _ = ADDED[genre]
    found = []
    for case in proofs.cases(genre):
        cells = [cell for cell, value in enumerate(case.puzzle[key]) if value is not None]
        if len(case.right) == 1 and cells:
            fewer = changed_puzzle(case.puzzle, {(key, cells[0]): None})
            if solved(fewer) == "multiple":
                found.append(fewer)
    return found[:5]


@pytest.mark.parametrize("genre", ADDED)
def test_an_added_clue_is_one_that_brute_force_finds(genre: str) -> None:
    key, values = ADDED[genre]
    puzzles = with_several_answers(genre)
    assert puzzles
    several = 0
    for puzzle in puzzles:
        enough = set()
        for cell, before in enumerate(puzzle[key]):
            for value in values if before is None else ():
                try:
                    other = changed_puzzle(puzzle, {(key, cell): value})
                except InputError:
                    continue
                if solved(other) == "unique":
                    enough.add((cell, value))
        found = repair(puzzle)
        assert found.answers == "multiple"
        added = {(change.clue[1], change.value) for (change,) in found.changes if not change.before}
        assert added <= enough
        assert len(added) == len(enough) or len(found.changes) == 5
        assert all(solved(changed) == "unique" for changed in found.puzzles)
        assert not (found.proved and enough)
        several += len(enough) > 1
    assert several


def test_an_unknown_number_gets_a_value_first() -> None:
    board = pencilp.square(1, 4)
    puzzle = pencilp.puzzle("nurikabe", board, clues=["?", None, None, None])
    found = repair(puzzle)
    assert found.answers == "multiple"
    assert str(found.changes[0][0]).startswith("r1c1: ")
    assert str(found.changes[0][0]).endswith(" in place of ?")
    assert all(solved(changed) == "unique" for changed in found.puzzles)
    assert str(found).startswith("add or change 1 clue, then there is exactly one answer:\n  r1c1: ")


def test_an_arrow_without_a_number_gets_one() -> None:
    given = examples.example("yajilin")
    puzzle = changed_puzzle(given, {("clues", 7): (3, None)})
    assert given["clues"][7] == (3, 2)
    assert solved(puzzle) == "multiple"
    found = repair(puzzle)
    assert str(found.changes[0][0]) == "r1c8: 2 with an arrow to the left in place of arrow to the left"
    assert found.puzzles[0] == given
    assert all(solved(changed) == "unique" for changed in found.puzzles)


def test_the_repair_keeps_the_answer_that_is_wanted() -> None:
    board = pencilp.square(2, 2)
    puzzle = pencilp.puzzle("slitherlink", board, numbers=[None] * 4)
    for answer in pencilp.answers(puzzle):
        found = repair(puzzle, answer=answer)
        for changed in found.puzzles:
            right = pencilp.solve(changed).answer
            assert right is not None
            assert right.values == answer.values
    other = pencilp.Answer(pencilp.puzzle("norinori", board, rooms=[0] * 4), {})
    with pytest.raises(InputError, match="an answer to this puzzle is needed"):
        repair(puzzle, answer=other)


def test_limits_hold_for_a_puzzle_with_several_answers() -> None:
    puzzle = pencilp.puzzle("slitherlink", pencilp.square(3, 3), numbers=[None] * 9)
    seen = set()
    for looks in range(1, 40, 3):
        left = iter([False] * looks)
        found = repair(puzzle, stop=lambda left=left: next(left, True))  # type: ignore[misc]
        assert all(solved(changed) == "unique" for changed in found.puzzles)
        seen.add((found.status, len(found.changes)))
    assert {"unknown", "found"} <= {status for status, _ in seen}


def test_the_command_repairs_writes_and_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "x.txt", tmp_path / "right.txt"
    path.write_text("slitherlink\nnumbers:\n- -\n- -\n")
    assert main(["repair", str(path), "--write", str(out)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(
        "add or change 1 clue, then there is exactly one answer:\n  r1c1: add 0\n  or r1c2: add 0\n"
    )
    assert solved(pencilp.load(out)) == "unique"
    assert main(["repair", str(out), str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{out}: there is exactly one answer, so there is nothing to repair"
    assert lines[1].startswith(f"{path}: add or change 1 clue, then there is exactly one answer: r1c1: add 0 or r1c2")
    assert main(["repair", str(path), "--format", "json"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert (content["answers"], content["status"], content["proved"]) == ("multiple", "found", 0)
    assert content["changes"][0] == [{"at": "r1c1", "before": None, "after": "0"}]
    assert main(["solve", str(path), "--repair"]) == 0
    assert "add or change 1 clue, then there is exactly one answer:" in capsys.readouterr().out


def test_examples_of_repair_in_the_documents_run(tmp_path: Path) -> None:
    page = (Path(__file__).parent.parent / "docs" / "command-line.md").read_text(encoding="utf-8")
    section = page.partition("### The nearest repair\n")[2].partition("\n## ")[0]
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "PYTHONUTF8": "1"}
    blocks = re.findall(r"^```sh\n(.*?)^```\n+((?:    [^\n]*\n)*)", section, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 2
    for block, shown in blocks:
        run = subprocess.run(
            ["bash", "-euc", block], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300, check=True
        )
        assert shown
        for line in shown.splitlines():
            assert f"{line[4:]}\n" in run.stdout


@pytest.mark.parametrize(
    ("more", "code", "says"),
    [
        (["--keep-answer"], 2, "--keep-answer: there is no whole answer in the file to keep"),
        (["--backup"], 2, "--backup: no file is written"),
        (["--write", "x.y"], 2, "x.y: cannot write .y"),
        (["--time-limit", "0.000001"], 3, "limit was reached"),
    ],
)
def test_impossible_requests_are_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], code: int, says: str
) -> None:
    path = tmp_path / "x.txt"
    path.write_text("slitherlink\nnumbers:\n- -\n- -\n")
    assert main(["repair", str(path), *more]) == code
    shown = capsys.readouterr()
    assert says in shown.err + shown.out


def test_the_answer_in_the_file_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "x.txt", tmp_path / "right.txt"
    puzzle = pencilp.puzzle("slitherlink", pencilp.square(2, 2), numbers=[None] * 4)
    answer = next(each for each in pencilp.answers(puzzle) if sum(each["line"]) == 4)
    path.write_text(written(puzzle, answer, "text"))
    assert main(["repair", str(path), "--keep-answer", "--write", str(out)]) == 0
    capsys.readouterr()
    found = pencilp.solve(pencilp.load(out))
    assert found.answer is not None
    assert (found.status, found.answer.values) == ("unique", answer.values)


def test_a_puzzle_with_an_answer_needs_no_repair() -> None:
    board = pencilp.square(2, 2)
    assert repair(pencilp.puzzle("slitherlink", board, numbers=[4, None, None, None])).status == "right"


def test_a_puzzle_without_clues_has_none_to_change() -> None:
    puzzle = pencilp.puzzle("norinori", pencilp.square(1, 3), rooms=[0, 0, 0])
    assert repair(puzzle).status in ("right", "none")
    if solved(puzzle) == "none":
        assert (repair(puzzle).status, repair(puzzle).changes) == ("none", [])


def test_a_limit_is_kept() -> None:
    board = pencilp.square(2, 2)
    puzzle = pencilp.puzzle("slitherlink", board, numbers=[3, 0, None, None])
    assert solved(puzzle) == "none"
    assert repair(puzzle, stop=lambda: True).status == "unknown"


def test_the_nearest_right_answer_is_the_nearest_of_all() -> None:
    board = pencilp.square(2, 5)
    puzzle = pencilp.puzzle("norinori", board, rooms=[[0, 1, 1, 1, 1]] * 2)
    answers = [list(answer["shaded"]) for answer in pencilp.answers(puzzle)]
    assert len(answers) > 1
    chance = random.Random(3)
    for _ in range(25):
        given = [chance.randint(0, 1) for _ in board.cells]
        found = nearest_answer(puzzle, pencilp.Answer(puzzle, {"shaded": given}))
        distance = min(sum(a != b for a, b in zip(given, right, strict=True)) for right in answers)
        assert (found.sure, found.places) == (True, distance)
        assert found.answer is not None
        assert list(found.answer["shaded"]) in answers


def test_check_repair_names_the_places(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.txt"
    path.write_text("norinori\nrooms:\n1 1 2\n1 2 2\nanswer:\nshaded:\nx x -\nx - x\n")
    assert main(["check", str(path), "--repair"]) == 1
    shown = capsys.readouterr()
    assert "the nearest right answer differs at 2 places:" in shown.out + shown.err
    assert main(["check", str(path), "--repair", "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["nearest"]["sure"] is True


@pytest.mark.parametrize("more", [["--model", "own.lp"], ["--relax"]])
def test_repair_is_for_puzzles(tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str]) -> None:
    path = tmp_path / "x.txt"
    path.write_text("slitherlink\nclues:\n3 0\n- -\n")
    assert main(["solve", str(path), "--repair", *more]) == 2
    assert "--repair: " in capsys.readouterr().err
