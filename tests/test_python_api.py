"""What a program does with pencilp: answers one by one, rules and solvers of its own, layers as rows and arrays."""

from __future__ import annotations

import itertools
import time
from typing import Any

import numpy
import pytest

import pencilp
from pencilp import solvers
from pencilp.errors import InputError, SolverError
from pencilp.model import Model, Solution, exactly
from pencilp.solvers.result import Result

OPEN = pencilp.puzzle("norinori", pencilp.square(4, 4), rooms=[[0, 0, 1, 1]] * 4)
"""A puzzle with 80 answers."""


def shading(answer: pencilp.Answer) -> tuple[int, ...]:
    return tuple(answer["shaded"])


# -- answers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", ["clasp", "highs"])
def test_answers_come_one_by_one_and_are_those_of_solve(solver: str) -> None:
    found = pencilp.answers(OPEN, solver)
    assert found.complete is None
    first = list(itertools.islice(found, 3))
    assert len({shading(a) for a in first}) == 3
    assert found.complete is None
    all_answers = {shading(a) for a in [*first, *found]}
    assert found.complete is True
    assert next(found, None) is None
    assert all_answers == {shading(a) for a in pencilp.solve(OPEN, count=0).answers}
    assert len(all_answers) == 80


@pytest.mark.parametrize("solver", ["clasp", "highs"])
def test_answers_can_be_stopped(solver: str) -> None:
    found = pencilp.answers(OPEN, solver)
    next(found)
    found.close()
    assert list(found) == []
    assert found.complete is None
    # what was left behind does not hinder the next search
    assert len(list(pencilp.answers(OPEN, solver))) == 80


def test_the_first_of_very_many_answers_needs_no_other() -> None:
    puzzle = pencilp.puzzle("creek", pencilp.square(12, 12), clues=[None] * 169)
    found = list(itertools.islice(pencilp.answers(puzzle), 10))
    assert len({shading(a) for a in found}) == 10


@pytest.mark.parametrize("solver", ["clasp", "highs"])
@pytest.mark.parametrize(
    ("count", "found", "status"), [(1, 1, "unknown"), (3, 3, "multiple"), (80, 80, "multiple"), (0, 80, "multiple")]
)
def test_an_answer_count_is_complete(solver: str, count: int, found: int, status: str) -> None:
    answers = pencilp.answers(OPEN, solver, count=count)
    assert len({shading(a) for a in answers}) == found == answers.found
    assert (answers.complete, answers.status, answers.solver) == (True, status, solver)
    assert answers.seconds["total"] == pytest.approx(answers.seconds["state"] + answers.seconds["solve"])
    outcome = pencilp.solve(OPEN, solver, count=count)
    assert (outcome.complete, outcome.status, len(outcome.answers)) == (True, status, found)


def test_a_time_limit_ends_the_answers_with_a_report() -> None:
    puzzle = pencilp.puzzle("creek", pencilp.square(14, 14), clues=[None] * 225)
    found = pencilp.answers(puzzle, time_limit=0.5)
    assert sum(1 for _ in found) > 1
    assert found.complete is False


def test_a_wrong_argument_is_refused_before_the_first_answer_is_asked_for() -> None:
    with pytest.raises(InputError, match="time limit is 0 seconds or more"):
        pencilp.answers(OPEN, time_limit=-1)
    with pytest.raises(SolverError, match="there is no solver 'magic', only clasp, highs"):
        pencilp.answers(OPEN, "magic")


@pytest.mark.parametrize("solver", ["clasp", "highs"])
def test_only_the_best_answers_come_when_there_is_an_objective(solver: str) -> None:
    def few(m: Model, genre: Any) -> None:
        m.minimize(sum((genre.shaded[c] for c in genre.board.cells if c % 4 == 0), start=0 * genre.shaded[0]))

    best = {shading(a) for a in pencilp.answers(OPEN, solver, rules=[few])}
    fewest = min(sum(a[::4]) for a in map(shading, pencilp.answers(OPEN)))
    assert best == {a for a in map(shading, pencilp.answers(OPEN)) if sum(a[::4]) == fewest}


# -- rules of one's own ------------------------------------------------------------------------------------------------


def one_in_the_first_row(m: Model, genre: Any) -> None:
    m.require("the first row has one shaded cell", exactly(1, genre.shaded[0:4]), at=[0, 1, 2, 3])


@pytest.mark.parametrize("solver", ["clasp", "highs"])
def test_solve_answers_and_formulate_obey_user_rules(solver: str) -> None:
    wanted = {a for a in map(shading, pencilp.answers(OPEN)) if sum(a[:4]) == 1}
    assert 0 < len(wanted) < 80
    rules = [one_in_the_first_row]
    assert {shading(a) for a in pencilp.solve(OPEN, solver, rules=rules, count=0).answers} == wanted
    assert {shading(a) for a in pencilp.answers(OPEN, solver, rules=rules)} == wanted
    assert len(pencilp.formulate(OPEN, rules=rules).solve(solver, count=0).solutions) == len(wanted)


def test_broken_user_rules_are_reported_in_their_words() -> None:
    answers = list(pencilp.answers(OPEN))
    right = next(a for a in answers if sum(shading(a)[:4]) == 1)
    wrong = next(a for a in answers if sum(shading(a)[:4]) != 1)
    assert pencilp.check(OPEN, right, rules=[one_in_the_first_row]) == []
    assert pencilp.check(OPEN, wrong) == []
    (broken,) = pencilp.check(OPEN, wrong, rules=[one_in_the_first_row])
    assert str(broken) == "r1c1 r1c2 r1c3 r1c4: the first row has one shaded cell"


def test_the_place_of_a_rule_may_be_a_number_of_numpy_and_must_exist() -> None:
    wrong = next(a for a in pencilp.answers(OPEN) if shading(a)[0])
    places: list[tuple[Any, str]] = [(numpy.int64(1), "r1c2"), (numpy.array([1, 2]), "r1c2 r1c3")]
    places += [((c for c in (1, 2)), "r1c2 r1c3"), ("here", "here"), (None, "")]
    for at, name in places:
        rules = [lambda m, genre, at=at: m.require("mine", ~genre.shaded[0], at=at)]
        (broken,) = pencilp.check(OPEN, wrong, rules=rules)
        assert (broken.rule, broken.at) == ("mine", name)
    for cell in (-1, 16):
        with pytest.raises(InputError, match=f"mine: there is no cell {cell}, only 0 to 15"):
            pencilp.solve(OPEN, rules=[lambda m, genre, at=cell: m.require("mine", genre.shaded[0], at=at)])


def test_rules_without_words_are_found_broken_too() -> None:
    def impossible(m: Model, genre: Any) -> None:
        free = m.binary("free")
        m.require("", free >> exactly(17, genre.shaded))
        m.require("", ~free >> exactly(17, genre.shaded))

    def simple(m: Model, genre: Any) -> None:
        m.require("", exactly(16, genre.shaded))

    right = pencilp.solve(OPEN).answer
    for rule in (impossible, simple):
        assert [str(b) for b in pencilp.check(OPEN, right, rules=[rule])] == ["a rule without words"]


def test_arguments_of_a_wrong_kind_are_named() -> None:
    with pytest.raises(InputError, match=r"count of answers is 0 \(all\) or more, not 2\.5"):
        pencilp.solve(OPEN, count=2.5)  # type: ignore[arg-type]
    for count in (float("inf"), float("nan")):
        with pytest.raises(InputError, match=r"count of answers is 0 \(all\) or more, not (inf|nan)"):
            pencilp.solve(OPEN, count=count)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a genre is a name or a class, not 5"):
        pencilp.puzzle(5, OPEN.lattice)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a board is needed"):
        pencilp.puzzle("norinori", None, rooms=[0])
    with pytest.raises(TypeError, match="a solver is a name or a function"):
        pencilp.solve(OPEN, None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a solver is a function that takes a model, not 5"):
        pencilp.register_solver("five", 5)  # type: ignore[arg-type]


def _around(value: Any) -> Any:
    around: list[Any] = []
    around.append(around)
    return [value or around] * 16


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: pencilp.puzzle("norinori", pencilp.square(2, 3), rooms=5), "rooms: a list of values is needed, not 5"),
        (lambda: pencilp.puzzle("nonogram", pencilp.square(2, 3), clues=5), "clues: a dictionary with clues for"),
        (lambda: pencilp.puzzle("sudoku", pencilp.square(4, 4), given=_around(None)), "given r1c1: a number is needed"),
        (lambda: pencilp.puzzle("sudoku", pencilp.square(4, 4), given=_around([["x" * 99] * 99])), "not [['xxx"),
        (lambda: pencilp.solve(OPEN, count="2"), "the count of answers is 0 (all) or more, not '2'"),
        (lambda: pencilp.solve(OPEN, count=None), "the count of answers is 0 (all) or more, not None"),
        (lambda: pencilp.solve(OPEN, time_limit="1"), "the time limit is 0 seconds or more, not '1'"),
        (lambda: pencilp.square("2", 3), "the size of a board is given by whole numbers, not '2' and 3"),
        (lambda: pencilp.square(2, 3, 5), "holes are pairs of a row and a column from 0, not 5"),
        (lambda: pencilp.hexagonal(2.5, 3), "the size of a board is given by whole numbers, not 2.5 and 3"),
        (lambda: pencilp.hexagon("a"), "the size of a board is given by whole numbers, not 'a'"),
        (lambda: pencilp.Answer(OPEN, None), "an answer is a dictionary of values by layer, not None"),
    ],
)  # fmt: skip
def test_arguments_that_make_no_sense_are_refused_in_one_short_line(call: Any, says: str) -> None:
    with pytest.raises(InputError) as caught:
        call()
    assert says in str(caught.value)
    assert len(str(caught.value)) < 120


def test_a_path_may_be_bytes_and_an_answer_needs_its_puzzle() -> None:
    with pytest.raises(InputError, match=r"^no such file\.txt: No such file"):
        pencilp.load(b"no such file.txt")
    with pytest.raises(TypeError, match="a Puzzle is needed, not NoneType"):
        pencilp.Answer(None, {})  # type: ignore[arg-type]


def test_a_rule_sees_the_puzzle_as_a_page_does() -> None:
    seen: list[Any] = []

    def look(m: Model, genre: Any) -> None:
        seen.extend([genre.board, genre.rooms.count(0), genre.name, len(genre.shaded), m.answer["shaded"]])

    pencilp.formulate(OPEN, rules=[look])
    assert seen[:4] == [OPEN.lattice, 8, "norinori", 16]
    seen.clear()
    paper = pencilp.formulate(pencilp.load("examples/norinori-p01.txt"), "published", rules=[look])
    assert seen[3:] == [100, paper.answer["shaded"]]


# -- solvers of one's own ----------------------------------------------------------------------------------------------


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.setattr(solvers, "_registered", {})
    return solvers._registered


def stubborn(model: Model, *, threads: int = 1) -> Any:
    """Looks for answers by trying all."""

    def search(count: int = 2, time_limit: float | None = None) -> Result:
        lits = [x for layer in model.answer.values() for x in layer]
        found = []
        for values in itertools.product((0, 1), repeat=len(lits)):
            solution = Solution({abs(x.n): v for x, v in zip(lits, values, strict=True)}, {})
            if all(rule.constraint.holds(solution) for rule in model.rules):  # type: ignore[union-attr]
                found.append(solution)
                if len(found) == count:
                    return Result("stubborn", found, False)
        return Result("stubborn", found, True)

    return search


def test_a_user_solver_is_given_by_name_or_as_a_function(registry: dict[str, Any]) -> None:
    puzzle = pencilp.puzzle("norinori", pencilp.square(2, 4), rooms=[[0, 0, 1, 1]] * 2)
    wanted = {shading(a) for a in pencilp.answers(puzzle)}
    pencilp.register_solver("stubborn", stubborn)
    for solver in ("stubborn", stubborn):
        outcome = pencilp.solve(puzzle, solver, count=0)
        assert {shading(a) for a in outcome.answers} == wanted
        assert outcome.solver == "stubborn"
        answers = pencilp.answers(puzzle, solver)
        assert {shading(a) for a in answers} == wanted
        assert answers.complete is True
        assert len(pencilp.formulate(puzzle).solve(solver, count=0).solutions) == len(wanted)
    assert solvers.names()[-1] == "stubborn"
    with pytest.raises(SolverError, match=r"there is no solver 'magic', only clasp, .*, stubborn"):
        pencilp.solve(puzzle, "magic")


@pytest.mark.parametrize("name", ["clasp", "external", "external:x"])
def test_our_own_solvers_cannot_be_replaced(name: str, registry: dict[str, Any]) -> None:
    with pytest.raises(SolverError, match="is a solver of pencilp's own"):
        pencilp.register_solver(name, stubborn)


# -- models by themselves ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", ["clasp", "highs"])
def test_a_model_is_solved_by_itself(solver: str) -> None:
    m = Model()
    xs = m.binaries("x", 4)
    n = m.integer("n", 0, 5)
    m.require("two", pencilp.exactly(2, xs))
    m.require("n", pencilp.total(xs[:2]) + n == 5)
    result = m.solve(solver, count=0)
    assert result.status == "multiple"
    assert {(*map(solution, xs), solution(n)) for solution in result.solutions} == {
        (*bits, 5 - sum(bits[:2])) for bits in itertools.product((0, 1), repeat=4) if sum(bits) == 2
    }
    m.require("first", xs[0] >> (n <= 3))
    m.require("none", pencilp.none_of(xs[2:]))
    result = m.solve(solver)
    assert repr(result) == f"<Result unique: 1 solution by {solver}>"
    assert result.solution is not None
    assert result.solution(n) == 3
    m.require("not", ~xs[0])
    assert m.solve(solver).solution is None


# -- layers as rows and arrays -----------------------------------------------------------------------------------------


def test_layers_are_given_and_given_back_as_rows() -> None:
    flat = pencilp.puzzle("sudoku", pencilp.square(4, 4), given=[1, None, None, 4] + [None] * 12)
    rows = [[1, None, None, 4]] + [[None] * 4] * 3
    for given in (
        rows,
        numpy.array(rows),
        numpy.array(rows).reshape(-1),
        tuple(rows),
        [numpy.int64(1), None, None, 4, *[None] * 12],
    ):
        assert pencilp.puzzle("sudoku", pencilp.square(4, 4), given=given) == flat
    assert flat.grid("given") == rows
    answer = pencilp.solve(flat).answer
    assert answer is not None
    array = numpy.array(answer.grid("number"))
    assert array.shape == (4, 4)
    assert (numpy.sort(array, axis=1) == numpy.sort(array, axis=0).T).all()
    assert pencilp.Answer(flat, {"number": array}) == pencilp.Answer(flat, {"number": array.tolist()}) == answer


def test_rows_have_none_for_missing_cells() -> None:
    board = pencilp.hexagon(2)
    puzzle = pencilp.puzzle(
        "norinori", board, rooms=[[1, 1, None], [1, 1, 1], [None, 1, 1]][: board.rows] if False else [1] * 7
    )
    rows = pencilp.Answer(puzzle, {"shaded": [1, 1, 0, 0, 0, 0, 0]}).grid("shaded")
    assert len(rows) == board.rows
    assert {len(row) for row in rows} == {board.cols}
    assert sum(value is None for row in rows for value in row) == board.rows * board.cols - 7
    assert pencilp.Answer(puzzle, {"shaded": rows}).grid("shaded") == rows
    hole = next((r, c) for r, row in enumerate(rows) for c, value in enumerate(row) if value is None)
    rows[hole[0]][hole[1]] = 1
    with pytest.raises(InputError, match="shaded: a value stands where the board has no cell"):
        pencilp.Answer(puzzle, {"shaded": rows})


def test_rows_of_a_wrong_length_are_refused() -> None:
    with pytest.raises(InputError, match="given: every row of the board has 4 cells"):
        pencilp.puzzle("sudoku", pencilp.square(4, 4), given=[[1, 2, 3]] * 4)
    with pytest.raises(InputError, match="given: 3 values where the board has 16 cells"):
        pencilp.puzzle("sudoku", pencilp.square(4, 4), given=[[1, 2, 3, 4]] * 3)


def test_clues_outside_may_be_arrays() -> None:
    sides = {"top": numpy.array([2, 1, 2]), "left": numpy.array([[1, 1], [1, 1]])}
    lists = {"top": [2, 1, 2], "left": [[1, 1], [1, 1]]}
    board = pencilp.square(2, 3)
    assert pencilp.puzzle("nonogram", board, clues=sides) == pencilp.puzzle("nonogram", board, clues=lists)


def test_only_layers_on_cells_have_rows() -> None:
    puzzle = pencilp.load("examples/slitherlink.txt")
    answer = pencilp.solve(puzzle).answer
    assert answer is not None
    with pytest.raises(InputError, match="line: only what lies on cells has rows; this lies on edges"):
        answer.grid("line")
    with pytest.raises(InputError, match="lines: slitherlink has no such layer, only line"):
        answer.grid("lines")


# -- what is shown ----------------------------------------------------------------------------------------------------


def test_repr() -> None:
    outcome = pencilp.solve(OPEN)
    assert repr(outcome).startswith("<Outcome multiple: 2 answers by clasp in 0.")
    assert repr(outcome.answer) == "<Answer to <Puzzle norinori 4x4>: shaded>"


def test_all_words_are_there_and_none_is_loaded_before_it_is_used() -> None:
    import subprocess
    import sys

    for word in pencilp.__all__:
        assert getattr(pencilp, word).__module__.startswith("pencilp.")
    assert set(pencilp.__all__) == {*pencilp._HOME, *pencilp._FORMER}
    script = "import sys, pencilp; print(*(m for m in sys.modules if m.startswith('pencilp')))"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["pencilp"]


class _Swallows:
    """A search that looks at no clock."""

    def __call__(self, count: int = 2, time_limit: float | None = None) -> Result:
        time.sleep(0.001)
        end = time.perf_counter() + 20
        while time.perf_counter() < end:
            time.sleep(0.001)
        return Result("slow", [], complete=True)


def test_a_time_limit_ends_a_user_solver(registry: dict[str, Any]) -> None:
    puzzle = pencilp.load("examples/norinori-p01.txt")
    outcome = pencilp.solve(puzzle, lambda model, threads=1: _Swallows(), time_limit=0.3)
    assert (outcome.status, outcome.complete) == ("unknown", False)


def test_a_user_solver_that_returns_nothing_gets_a_clear_error() -> None:
    puzzle = pencilp.load("examples/norinori-p01.txt")

    def solver(model: Model, threads: int = 1) -> Any:
        return lambda count=2, time_limit=None: None

    def empty(model: Model, threads: int = 1) -> Any:
        return None

    with pytest.raises(TypeError, match=r"a search returns a pencilp.Result, but that of solver returned None"):
        pencilp.solve(puzzle, solver)
    with pytest.raises(TypeError, match=r"a solver returns a search, .*, but empty returned None"):
        pencilp.solve(puzzle, empty)
