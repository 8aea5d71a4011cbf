"""What the tests of all families do with a genre: its example, the reference boards and a few puzzles of the dataset."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from pencilp import api
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.formats import text
from pencilp.formats.codecs import link_id
from pencilp.formats.dataset import read_dataset, write_dataset
from pencilp.formats.links import read_link, write_link
from pencilp.formats.pzpr import read_pzpr, write_pzpr
from pencilp.genres import Genre, find
from pencilp.solvers.clasp import Clasp

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared"


def example(name: str) -> Puzzle:
    """The genre's own example, with its answer."""
    return text.read((ROOT / "examples" / f"{name}.txt").read_text(encoding="utf-8"))[0]


def solves_its_example(name: str) -> None:
    """The example has one answer, the one that stands below it, which ``check`` accepts."""
    puzzle = example(name)
    outcome = api.solve(puzzle)
    assert outcome.status == "unique"
    assert outcome.answer == puzzle.answer
    assert api.check(puzzle) == []


def a_mixed_integer_solver_finds_the_same(name: str) -> None:
    """HiGHS, by way of the reformulations, finds the example's answer and proves it to be the only one."""
    puzzle = example(name)
    outcome = api.solve(puzzle, "highs", time_limit=120)
    assert outcome.status == "unique"
    assert outcome.answer == puzzle.answer


def comes_back_from_links_and_pzpr_texts(name: str) -> None:
    """The example as a link and as a pzpr text is the same puzzle, with the same answer in the text."""
    puzzle = example(name)
    link = write_link(puzzle)
    assert read_link(link) == puzzle
    assert write_link(read_link(link)) == link
    again = read_pzpr(write_pzpr(puzzle, puzzle.answer))
    assert again == puzzle
    assert again.answer == puzzle.answer


def is_written_and_read_back(name: str) -> None:
    """The example as a link, a pzpr text and a text of the dataset is the same puzzle, with the same answer where it has one."""
    puzzle = example(name)
    assert text.read(text.write(puzzle, puzzle.answer))[0] == puzzle
    if puzzle.genre.link:  # type: ignore[attr-defined]
        comes_back_from_links_and_pzpr_texts(name)
    entry = write_dataset(puzzle, puzzle.answer)
    again = read_dataset(entry["problem"], entry["solution"], find(name))
    assert again == puzzle
    assert again.answer == puzzle.answer


def reference(path: str) -> Path:
    """A file of the reference data beside the checkout; skips the test where there is none."""
    found = SHARED / path
    if not found.exists():
        pytest.skip(f"the reference data is not beside the checkout (../shared/{path})")
    return found


def judges_the_boards(name: str) -> None:
    """The accepted boards of the reference are accepted, the refused ones refused."""
    boards = json.loads(reference("reference/pzpr.json").read_text(encoding="utf-8"))
    for entry in boards[link_id(find(name))]["boards"]:
        puzzle = read_pzpr(entry["board"])
        assert (api.check(puzzle) == []) == entry["accepted"], entry


def solves_the_corpus(
    file: str, *, every: int, several: frozenset[str] = frozenset(), unreadable: frozenset[str] = frozenset()
) -> None:
    """Every so many puzzles of a file, the smallest and the middle ones, have one answer, the recorded one."""
    genre = find(file)
    lines = reference(f"corpus/{file}.jsonl").read_text(encoding="utf-8").splitlines()
    lines.sort(key=len)
    for line in lines[: len(lines) * 3 // 4 : every]:
        entry = json.loads(line)
        if entry["id"] in unreadable:
            continue
        puzzle = read_dataset(entry["problem"], entry["solution"], genre, entry["id"])
        outcome = api.solve(puzzle, time_limit=20)
        if puzzle.name in several:
            assert outcome.status == "multiple", puzzle.name
        else:
            assert outcome.status == "unique", puzzle.name
            assert puzzle.answer is None or outcome.answer == puzzle.answer, puzzle.name


def all_answers(puzzle: Puzzle) -> set[tuple[Any, ...]]:
    """All answers of a puzzle whose genre has one answer layer, as the tuples of its values."""
    genre = puzzle.genre
    assert issubclass(genre, Genre)
    model = genre.model(puzzle)
    solutions = Clasp(model).search(0).solutions
    (layer,) = genre.answers
    found = [tuple(genre.answer(puzzle, model, solution)[layer]) for solution in solutions]
    assert len(set(found)) == len(found)
    return set(found)


def every_filling(puzzle: Puzzle, values: Any, right: Any) -> set[tuple[Any, ...]]:
    """The fillings of all cells with ``values`` for which ``right`` holds."""
    return {filling for filling in product(values, repeat=len(puzzle.lattice)) if right(filling)}


def checks_agree(puzzle: Puzzle, values: Any, right: set[tuple[Any, ...]]) -> None:
    """``check`` accepts exactly the fillings in ``right``."""
    (layer,) = puzzle.genre.answers
    for filling in product(values, repeat=len(puzzle.lattice)):
        assert (api.check(puzzle, Answer(puzzle, {layer: filling})) == []) == (filling in right), filling
