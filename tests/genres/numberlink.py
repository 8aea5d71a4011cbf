"""Numberlink: what proves it."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf
from pathlib import Path

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.formats import dataset
from pencilp.genres.numberlink import Numberlink
from pencilp.model import Lit, Model
from pencilp.reformulate.fast.path_heights import heights
from pencilp.solvers.clasp.search import Clasp
from tests.proof import Corpus, all_answers, second_statement
from tests.small_boards import Case, Filling, line_of, loops, near

HARD = Path(__file__).parents[2] / "bench" / "hard.jsonl"
EXAMPLE = Path(__file__).parents[2] / "examples" / "numberlink.txt"


def drawings(board: Lattice, numbers: Sequence[int | None]) -> list[tuple[int, ...]]:
    """All ways to join the two cells with each number, as the values of the links."""
    ends = [[c for c in board.cells if numbers[c] == n] for n in sorted({n for n in numbers if n is not None})]

    def walks(path: list[int], goal: int, free: frozenset[int]) -> Iterator[list[int]]:
        for n in near(board)[path[-1]]:
            if n == goal:
                yield [*path, n]
            elif n in free:
                yield from walks([*path, n], goal, free - {n})

    def join(rest: list[list[int]], free: frozenset[int], lines: list[list[int]]) -> Iterator[list[list[int]]]:
        if not rest:
            yield lines
            return
        start, goal = rest[0]
        for path in walks([start], goal, free):
            yield from join(rest[1:], free.difference(path), [*lines, path])

    empty = frozenset(c for c in board.cells if numbers[c] is None)
    return [drawn(board, lines) for lines in join(ends, empty, [])]


def drawn(board: Lattice, lines: list[list[int]]) -> tuple[int, ...]:
    """The values of the links of some paths."""
    steps = {frozenset(step) for path in lines for step in pairwise(path)}
    return tuple([int(frozenset(link) in steps) for link in board.links])


def passed(board: Lattice, line: Sequence[int]) -> set[int]:
    """The cells where a drawing has a line."""
    return {c for x, link in zip(line, board.links, strict=True) if x for c in link}


def random_ends(board: Lattice, rng: random.Random) -> list[int | None]:
    """Two to six cells, in pairs."""
    cells = rng.sample(board.cells, 2 * rng.randint(1, 3))
    return [cells.index(c) // 2 + 1 if c in cells else None for c in board.cells]


def ends_of_walks(board: Lattice, rng: random.Random) -> list[int | None]:
    """The ends of random walks that use up most cells and do not touch themselves: at times nothing else joins them."""
    free = set(board.cells)
    numbers: list[int | None] = [None] * len(board)
    while free:
        walk = [rng.choice(sorted(free))]
        while onward := [
            n for n in near(board)[walk[-1]] if n in free and n not in walk and not {*near(board)[n]} & {*walk[:-1]}
        ]:
            walk.append(rng.choice(onward))
        free.difference_update(walk)
        if len(walk) > 1:
            numbers[walk[0]] = numbers[walk[-1]] = len(free) + 1
    return numbers


def case(rng: random.Random) -> Case:
    """Random ends, or those of random walks, now and then paired differently; some boards have holes."""
    board = rng.choice(
        [square(3, 3), square(3, 4), square(3, 4, [(1, 1)]), square(2, 5, [(0, 2)]), hexagonal(3, 3), hexagon(2)]
    )
    numbers = rng.choice([random_ends, ends_of_walks, ends_of_walks])(board, rng)
    if rng.random() < 0.2:
        rng.shuffle(numbers)
    right = drawings(board, numbers)
    # the same ends joined otherwise, and loops next to the paths, which belong to none
    cells = [c for c in board.cells if numbers[c] is not None]
    others = rng.sample(cells, len(cells))
    exchanged = {c: others.index(c) // 2 for c in cells}
    pool = [*right[:20], *drawings(board, [exchanged.get(c) for c in board.cells])[:20]]
    for line in pool[:10]:
        for loop in loops(board):
            if passed(board, line).isdisjoint(loop):
                pool.append(tuple(map(sum, zip(line, line_of(board, loop), strict=True))))
    near_ones: list[Filling] = [(line,) for line in pool or [(0,) * len(board.links)]]
    return Case(api.puzzle("numberlink", board, numbers=numbers), {(line,) for line in right}, near_ones)


PUZZLES = 80
# a number that is not there ends no path, and passing it is no fault then
PRESENCE = ("numbers",)
REASONS = {
    "lnBranch": "a path neither branches nor stops on its way",
    "lnCross": "a path neither branches nor stops on its way",
    "nmConnDiff": "a path joins the two cells with the same number",
    "lcOnNum": "one path ends at every number",
    "lnDeadEnd": "a path neither branches nor stops on its way",
    "lcIsolate": "every line belongs to a path between numbers",
}
# paths of these can go another way if cells stay empty
CORPUS = Corpus("NumberLink", every=40, several=frozenset({"424_12x12", "435_12x12", "445_12x12"}))


@pytest.mark.parametrize("large", [0, 200])
def test_short_paths_and_their_variations_tell_whether_an_answer_is_the_only_one(
    large: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pencilp.reformulate.fast.paths.MIN_CELLS_FOR_BOWS", large)
    rng = random.Random(5)
    seen = Counter[str]()
    for board in [square(4, 4), square(3, 5, [(1, 2)]), hexagonal(3, 3), square(4, 5), square(3, 6)] * 40:
        numbers = ends_of_walks(board, rng)
        if rng.random() < 0.3:
            rng.shuffle(numbers)
        right = set(drawings(board, numbers))
        outcome = api.solve(api.puzzle("numberlink", board, numbers=numbers))
        assert outcome.status == ("none", "unique", "multiple")[min(2, len(right))]
        found = {tuple(answer["line"]) for answer in outcome.answers}
        assert found <= right
        assert len(found) == len(outcome.answers) == min(2, len(right))
        seen[outcome.status] += 1
    assert all(seen[status] > 10 for status in ("none", "unique", "multiple")), seen


def test_heights_of_corners_say_nothing_that_paths_do_not() -> None:
    rng = random.Random(6)
    boards = [square(3, 4), square(3, 4, [(1, 1)]), square(3, 5, [(0, 2), (1, 2)]), square(2, 5, [(0, 2)])]
    # of two parts, one of them with a hole; two that meet at a corner
    boards += [
        square(4, 5, [(1, 1), (0, 3), (1, 3), (2, 3), (3, 3)]),
        square(3, 4, [(0, 2), (0, 3), (1, 2), (2, 0), (2, 1)]),
    ]
    boards += [square(4, 4), hexagonal(3, 3), hexagon(2)]
    seen = Counter[bool]()
    for board in boards * 15:
        numbers = rng.choice([random_ends, ends_of_walks, ends_of_walks])(board, rng)
        if rng.random() < 0.3:
            rng.shuffle(numbers)
        right = {(line,) for line in drawings(board, numbers)}
        stated: list[int] = []
        with second_statement(stated):
            assert all_answers(api.puzzle("numberlink", board, numbers=numbers)) == right
        if any(numbers):
            assert stated == [1]
        seen[bool(right)] += 1
    assert min(seen.values()) > 10


def test_heights_tell_that_more_paths_must_pass_than_fit() -> None:
    # three paths from the left to the right, of which the middle column lets two pass
    board = square(3, 5, [(0, 2)])
    numbers: list[int | None] = [None] * len(board)
    for row in range(3):
        numbers[board.cell_at[row, 0]] = numbers[board.cell_at[row, 4]] = row + 1
    m = Model()
    pairs = [(board.cell_at[row, 0], board.cell_at[row, 4]) for row in range(3)]
    assert heights(m, board, m.binaries("line", len(board.links)), pairs).never == [[]]
    outcome = []
    with second_statement(outcome):
        assert api.solve(api.puzzle("numberlink", board, numbers=numbers)).status == "none"
    assert outcome == [1]


def test_deferred_rules_reach_hard_searches_only(monkeypatch: pytest.MonkeyPatch) -> None:
    easy = Clasp(api.formulate(api.load(EXAMPLE)))
    assert easy.search().status == "unique"
    assert easy.program.has_deferred_rules
    monkeypatch.setattr("pencilp.solvers.clasp.search.DEFERRED_RULES_CONFLICTS", 100)
    m = api.formulate(hard_one())
    hard = Clasp(m)
    size, names = m.size, m.names()
    assert hard.search().status == "unique"
    assert not hard.program.has_deferred_rules
    # the literals for heights are none of the model's
    assert (m.size, m.names()) == (size, names)


def test_cpsat_looks_for_a_second_answer_as_clasp_does() -> None:
    rng = random.Random(8)
    seen = Counter[str]()
    for board in [square(3, 4), square(4, 4, [(1, 2)]), hexagonal(3, 3)] * 10:
        numbers = ends_of_walks(board, rng)
        right = set(drawings(board, numbers))
        m = api.formulate(puzzle := api.puzzle("numberlink", board, numbers=numbers))
        clasp = Clasp(m)
        for first in clasp.search(1).solutions:
            task = clasp._task(2, ())
            task.excluded = [-n if first(Lit(n)) else n for n in task.free]
            handed = clasp._hand_over(task, inf)
            found = [*clasp._variation(first), *handed][:1]
            drawn = {tuple(map(solution, m.answer["line"])) for solution in [first, *found]}
            assert drawn <= right, puzzle
            assert len(drawn) == min(2, len(right)), puzzle
            seen["second" if found else "only"] += 1
    assert all(seen[what] > 5 for what in ("second", "only")), seen


@pytest.mark.parametrize(("handed", "by"), [(500, "clasp, then cpsat"), (10**9, "clasp")])
def test_a_hard_proof_is_handed_over(handed: int, by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if by != "clasp":
        pytest.importorskip("ortools")
    puzzle = hard_one()
    for name, value in (("BEFORE_NEARBY_SECONDS", 0.05), ("HAND_OVER_CONFLICTS", handed)):
        monkeypatch.setattr(f"pencilp.solvers.clasp.search.{name}", value)
    outcome = api.solve(puzzle, time_limit=300)
    assert (outcome.status, outcome.solver) == ("unique", by)
    assert outcome.answer == puzzle.answer


def hard_one(name: str = "474_15x15-1") -> Puzzle:
    """A puzzle whose proof takes clasp long."""
    records = [json.loads(line) for line in HARD.read_text(encoding="utf-8").splitlines()]
    record = next(r for r in records if r["id"] == f"numberlink-{name}")
    return dataset.read_dataset(record["problem"], record["solution"], Numberlink)


def test_cpsat_ends_at_the_limit_and_is_not_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = hard_one("527_20x20-1")  # nothing decides it within a minute
    monkeypatch.setattr("pencilp.solvers.clasp.search.BEFORE_NEARBY_SECONDS", 0.05)
    monkeypatch.setattr("pencilp.solvers.clasp.search.HAND_OVER_CONFLICTS", 500)
    assert api.solve(puzzle, time_limit=0.5).status == "unknown"
    # without it clasp goes on alone
    monkeypatch.setattr("pencilp.solvers.installed.installed", lambda name: False)
    assert api.solve(puzzle, time_limit=0.5).solver == "clasp"


def test_invalid_puzzles_are_refused() -> None:
    with pytest.raises(InputError, match="twice"):
        api.puzzle("numberlink", square(1, 3), numbers=[1, None, 2])
    with pytest.raises(InputError) as refused:
        api.puzzle("numberlink", square(20, 20), numbers=[1] * 400)
    assert str(refused.value) == "numbers r1c1 r1c2 r1c3 r1c4 …: 1 must be there twice, but is in 400 cells"
