"""What is kept with the shapes of boards stays within a bound, and is not copied."""

from __future__ import annotations

import copy
import pickle

import pytest

from pencilp import api, keeping
from pencilp.board.lattice import square
from pencilp.keeping import Keep


def forget() -> None:
    for keep in list(keeping._keeps):
        keep.clear()


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    monkeypatch.setattr(keeping, "MOST", 100)


def test_where_there_is_too_much_all_is_forgotten() -> None:
    first, second = Keep(), Keep()
    first.put("a", [1], 60)
    second.put("b", [2], 40)
    assert (first["a"], second["b"]) == ([1], [2])
    second.put("c", [3], 1)
    assert not first
    assert second == second
    assert dict(second) == {"c": [3]}
    assert (first.size, second.size) == (0, 1)


def test_what_is_put_again_counts_once() -> None:
    keep = Keep()
    for _ in range(5):
        keep.put("a", keep.pop("a", "made"), 60)
    assert (keep.size, keep["a"]) == (60, "made")


def test_a_copy_is_empty() -> None:
    keep = Keep()
    keep.put("a", 1, 1)
    assert [dict(same) for same in (copy.copy(keep), copy.deepcopy(keep), pickle.loads(pickle.dumps(keep)))] == [{}] * 3


def test_the_same_is_found_again_and_after_all_was_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    board = square(4, 5)
    puzzles = [
        api.puzzle("masyu", board, circles=[None] * 7 + ["b"] + [None] * 12),
        api.puzzle("slitherlink", board, numbers=[None] * 7 + [3, 3] + [None] * 11),
    ]
    found = []
    for most in (10**6, 10**6, 10**6, 0, 0, 10**6, 10**6):
        monkeypatch.setattr(keeping, "MOST", most)
        if not most:
            forget()
        found.append([sorted(str(answer) for answer in api.answers(puzzle)) for puzzle in puzzles])
        kept = sum(len(keep._put) for keep in list(keeping._keeps))
        assert kept == (2 if most else 0)
    assert all(len(answers) > 1 for answers in found[0])
    assert all(answers == found[0] for answers in found)
