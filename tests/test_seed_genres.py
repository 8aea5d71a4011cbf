"""The genres of the seed documents together: every solver on both formulations, what they are called, a printed answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from pencilp import api, genres
from pencilp.errors import SolverError
from pencilp.formats.text import text as plain
from pencilp.genres import Genre
from tests.proof import all_answers, cases

EXAMPLES = Path(__file__).parent.parent / "examples"
PAPERS = [name for name in genres.names() if genres.load(name).published is not Genre.published]
"""The genres with a formulation of a document."""


@pytest.mark.parametrize("solver", ["highs", "scip", "glpk", "cbc", "cpsat"])
@pytest.mark.parametrize("genre", PAPERS)
def test_other_solvers_find_the_same_on_small_boards(genre: str, solver: str) -> None:
    few = [(puzzle, answers) for puzzle, answers, _ in cases(genre) if len(answers) <= 3]
    for puzzle, answers in few[:2]:
        for formulation in ("rules", "published"):
            try:
                assert all_answers(puzzle, solver, formulation) == answers, plain.write(puzzle)
            except SolverError as error:
                if "not installed" not in str(error):
                    raise
                pytest.skip(str(error))


def test_the_documents_answers() -> None:
    code = api.solve(api.load(str(EXAMPLES / "mastermind-seed.txt"))).answer
    assert code is not None
    assert code["code"] == [9, 2, 7, 5, 6, 7]


@pytest.mark.parametrize(
    ("name", "genre"),
    [
        ("mines", "minesweeper"), ("Bomber Puzzle", "minesweeper"), ("ボンバーパズル", "minesweeper"),
        ("Hit & Blow", "mastermind"), ("guess", "mastermind"), ("のりのり", "norinori"),
        ("Second Turn", "second_turn"), ("Every Second Turn", "second_turn"), ("Panorama", "panorama"),
    ],
)  # fmt: skip
def test_names(name: str, genre: str) -> None:
    assert genres.find(name).name == genre
