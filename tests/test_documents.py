"""The documents' programs: row by row against the paper formulations, and as the files that their readers solve."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.board.puzzle import Puzzle
from pencilp.cli import main
from pencilp.program_files.write import to_lp
from pencilp.reformulate.linear.linearise import linearise
from pencilp.solvers.programs.solve import program_from_file, program_solutions
from tests import documents

EXAMPLES = Path(__file__).parent.parent / "examples"


def example(name: str) -> Puzzle:
    return api.load(
        str(EXAMPLES / name), "norinori" if name.endswith(".dat") else "bomber" if name.endswith(".xlsx") else None
    )


def ours(puzzle: Puzzle) -> documents.Rows:
    """The rows of our own formulation after the document, in the same form as the document's."""
    program = linearise(api.formulate(puzzle, "published")).program
    result = {}
    for r in program.rows:
        sign, side = ("=", r.low) if r.low == r.high else ("<=", r.high) if r.low is None else (">=", r.low)
        result[r.name] = documents.row([(a, program.columns[c].name) for a, c in r.terms], sign, [side])  # type: ignore[list-item]
    return result


def placed(puzzle: Puzzle) -> list[tuple[int, int]]:
    return [(r + 1, c + 1) for r, c in puzzle.lattice.positions]


def dotted(puzzle: Puzzle) -> dict[str, Any]:
    """What the document's Second Turn needs: its start is the first cell with two neighbours, its arrow the first one."""
    cells = placed(puzzle)
    dots = [cell for cell, dot in zip(cells, puzzle["dots"], strict=True) if dot]
    near = [len(n) for n in puzzle.lattice.near]
    start = near.index(min(near))
    ways = ("TR", "BR", "BC", "BL", "TL", "TC")  # clockwise
    there = [w for w in ways if tuple(map(sum, zip(cells[start], documents.TO[w], strict=True))) in cells]
    big = puzzle.lattice.rows * puzzle.lattice.cols
    return {
        "cells": cells,
        "dots": dots,
        "start": cells[start],
        "first": there[0] if min(near) == 2 else None,
        "big": big,
    }


def document(puzzle: Puzzle) -> documents.Rows:
    """The document's rows for a puzzle."""
    genre, lattice = puzzle.genre.name, puzzle.lattice
    if genre == "minesweeper":
        return documents.bomber([[n or 0 for n in line] for line in puzzle.grid("clues")])
    if genre == "norinori":
        labels = puzzle["rooms"].labels
        return documents.norinori([[int(labels[room]) for room in line] for line in puzzle.grid("rooms")])
    if genre == "mastermind":
        scores = [(hits, blows) for hits, blows in puzzle["scores"]["right"]]
        return documents.mastermind(puzzle.grid("guesses"), scores, len(puzzle["symbols"]))
    if genre == "second_turn":
        return documents.second_turn(**dotted(puzzle))
    assert lattice.shape == "hexagonal"
    clues = {cell: n for cell, n in zip(placed(puzzle), puzzle["clues"], strict=True) if n is not None}
    return documents.panorama(placed(puzzle), clues, puzzle.genre(puzzle).highest())  # type: ignore[call-arg,attr-defined]


ADDED = {"mastermind": ("C14", "C15"), "second_turn": ("def_line",)}
"""The rows that are ours: what ties B to Nb, and what tells the answer."""


@pytest.mark.parametrize("name", [
    "bomber.xlsx", "p01.dat", "p79.dat", "mastermind-seed.txt", "mastermind-5x8.txt", "panorama-seed.txt", "panorama-lake.txt",
    "second_turn-hexagonal.txt", "second_turn-hexagon.txt",
])  # fmt: skip
def test_every_row_is_the_documents(name: str) -> None:
    puzzle = example(name)
    rows = ours(puzzle)
    added = {r for r in rows if r.split("(")[0].startswith(ADDED.get(puzzle.genre.name, ("nothing",)))}
    if puzzle.genre.name == "minesweeper":
        # the sheet of the document cannot tell a 0 from an empty cell
        zeros = [f"({i},{j})" for (i, j), n in zip(placed(puzzle), puzzle["clues"], strict=True) if n == 0]
        added = {r for r in rows for at in zeros if at in r}
    expected = document(puzzle)
    assert set(rows) - added == set(expected)
    for r, content in expected.items():
        assert rows[r] == content, r


def size(text: str) -> str:
    return text.splitlines()[0].removeprefix("\\ ")


def test_p79_has_the_size_of_the_documents_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = str(tmp_path / "p79.lp")
    arguments = ["export", str(EXAMPLES / "p79.dat"), "--genre", "norinori", "--formulation", "published", "-o", target]
    assert main([*arguments, "--objective", "published"]) == 0
    text = Path(target).read_text()
    assert size(text) == "815 rows (the objective is one), 416 columns, 4112 non-zeros"
    assert f"{target}: {size(text)}\n" == capsys.readouterr().out
    assert " MMM: b(1,1) + b(1,2) +" in text
    assert main(arguments) == 0
    assert size(Path(target).read_text()) == "814 rows, 416 columns, 3776 non-zeros"
    if shutil.which("glpsol"):
        assert main([*arguments[:-1], str(tmp_path / "p79.mps"), "--objective", "published"]) == 0
        output = subprocess.run(
            ["glpsol", "--freemps", str(tmp_path / "p79.mps"), "--check"], capture_output=True, text=True
        )
        assert "815 rows, 416 columns, 4112 non-zeros" in output.stdout


@pytest.mark.parametrize("name", ["bomber.xlsx", "mastermind-seed.txt", "panorama-seed.txt", "second_turn-6x6.txt"])
def test_the_documents_dummy_is_the_objective(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = str(tmp_path / "model.lp")
    genre = ["--genre", "bomber"] if name.endswith(".xlsx") else []
    given = ["export", str(EXAMPLES / name), *genre, "--objective", "published"]
    assert main([*given, "--formulation", "published", "-o", target]) == 0
    lines = Path(target).read_text().splitlines()
    assert lines[1:4] == ["Minimize", " value: x", "Subject To"]
    solved = program_solutions(program_from_file(target), "highs", count=1)
    assert next(solved)["x"] == 0
    solved.close()
    for kind, says in ((".opb", "x is continuous"), (".aspif", "cannot hold the published objective")):
        assert main([*given, "--formulation", "published", "-o", str(tmp_path / f"model{kind}")]) == 2
        assert says in capsys.readouterr().err
    assert main([*given, "-o", target]) == 2  # our own rules have no document


def test_no_hits_and_no_blows_are_equations() -> None:
    lp = api.formulate(example("mastermind-seed.txt"), "published")
    text = to_lp(linearise(lp).program).replace("\n   ", " ")
    assert " C2(1): A(1,5) + A(2,7) + A(3,4) + A(4,2) + A(5,1) + A(6,1) = 0\n" in text
    assert " C6(2): B(2,1) + B(2,2) + B(2,3) + B(2,4) + B(2,5) + B(2,6) = 0\n" in text


def test_rooms_keep_the_numbers_of_the_data_file() -> None:
    rows = ours(example("p79.dat"))
    assert rows["C2seat(18)"] == documents.row([f"b(5,{c})" for c in range(1, 6)], "=", [2])
    lettered = api.puzzle("norinori", square(2, 2), rooms=["b", "b", "a", "a"])
    assert ours(lettered)["C2seat(1)"] == documents.row(["b(1,1)", "b(1,2)"], "=", [2])
