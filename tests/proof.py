"""The machinery of tests/test_genres.py: what proves a genre, read from tests/genres/NAME.py, and what is asked of it."""

from __future__ import annotations

import json
import random
import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pencilp import api, genres
from pencilp.board.lattice import Lattice, square
from pencilp.board.layers import UNKNOWN, Layer, Param, Rooms
from pencilp.board.layers.places import Outside
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.formats.dataset import Record, read_jsonl
from pencilp.formats.text import text as plain
from pencilp.genres import Genre, genre_of
from pencilp.model import Int, Model, Rule, any_of, between, total
from pencilp.model.structures import instances
from pencilp.reformulate import plan
from pencilp.solvers.clasp.search import Clasp
from tests import amount
from tests.small_boards import Case, Filling, shown

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared"
PUZZLES = 40
"""How many random cases a genre is held against whose proof does not say. Of more than these half are tried, but not with
``--genre`` or ``--whole``, and not where the proof says that some of what it needs is ``RARE``."""
MOST = 2000
"""More answers than this no puzzle of a proof has."""


class Incomplete(UserWarning):
    """Something that a genre may lack at first, such as its Japanese."""


def incomplete(lacks: str) -> None:
    """Warn of what a genre lacks; pytest shows it below the results."""
    warnings.warn(Incomplete(lacks), stacklevel=2)


class Corpus(NamedTuple):
    """What of a genre's file in the public dataset is solved: every N-th puzzle of the smaller three quarters.

    ``several`` are the names of puzzles with more answers than one, ``unreadable`` of those that contradict themselves.
    """

    file: str
    every: int
    several: frozenset[str] = frozenset()
    unreadable: frozenset[str] = frozenset()


class Proof(NamedTuple):
    """What the module tests/genres/NAME.py says: docs/proofs.md has the meaning of each name."""

    genre: type[Genre]
    case: Callable[[random.Random], Case]
    puzzles: int
    reasons: Mapping[str, str | tuple[str, ...]] | None
    follows: Mapping[str, str]
    boards: Sequence[str]
    presence: Sequence[str]
    unnamed: Mapping[str, str]
    together: Mapping[str, str]
    corpus: Corpus | None
    pinned: int
    rare: bool

    @property
    def name(self) -> str:
        return self.genre.name


def is_there(name: str) -> bool:
    """Whether a genre has a proof."""
    return find_spec(f"tests.genres.{name}") is not None


@lru_cache
def proof(name: str) -> Proof:
    """The proof of a genre. Raises AttributeError when its module lacks what every proof has, or has misspelled a name."""
    said = import_module(f"tests.genres.{name}")
    known = [field.upper() for field in Proof._fields if field not in ("genre", "case")]
    for constant in vars(said):
        if constant.isupper() and constant not in known and (meant := get_close_matches(constant, known, 1, 0.8)):
            raise AttributeError(f"tests/genres/{name}.py: nobody asks for {constant} (did you mean {meant[0]}?)")
    return Proof(
        genres.load(name), said.case, getattr(said, "PUZZLES", PUZZLES), getattr(said, "REASONS", None),
        getattr(said, "FOLLOWS", {}), getattr(said, "BOARDS", ()), getattr(said, "PRESENCE", ()), getattr(said, "UNNAMED", {}),
        getattr(said, "TOGETHER", {}),
        getattr(said, "CORPUS", None), getattr(said, "PINNED", 0), getattr(said, "RARE", False),
    )  # fmt: skip


# -- the puzzles ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def cases(name: str) -> list[Case]:
    """The random cases of a genre, always the same."""
    rng = random.Random(name)
    return [proof(name).case(rng) for _ in range(amount.of(usually_tried(name), proof(name).puzzles))]


def usually_tried(name: str) -> int:
    """The number of random cases, the first ones, that are tried without ``--whole`` and ``--genre``."""
    every = proof(name).puzzles
    return every if proof(name).rare else min(every, max(PUZZLES, every // 2))


@lru_cache
def examples(name: str) -> list[Puzzle]:
    """The genre's own examples, each with its answer: examples/NAME.txt first, then examples/NAME-*.txt."""
    folder = ROOT / "examples"
    paths = [*folder.glob(f"{name}.txt"), *sorted(folder.glob(f"{name}-*.txt"))]
    return [puzzle for path in paths for puzzle in plain.read(path.read_text(encoding="utf-8"))]


def smallest_example(name: str) -> Puzzle:
    """The example with the fewest cells. An assertion says so where there is none."""
    assert examples(name), f"there is no example: examples/{name}.txt"
    return min(examples(name), key=lambda puzzle: len(puzzle.lattice))


@lru_cache
def boards(name: str) -> list[Puzzle]:
    """The further puzzles of a proof, with the answers that stand below them."""
    return [puzzle for content in proof(name).boards for puzzle in plain.read(content)]


@lru_cache(maxsize=1)
def _reference() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SHARED / "reference" / "pzpr.json").read_text(encoding="utf-8"))
    return found


def reference_boards(genre: type[Genre]) -> list[dict[str, Any]]:
    """The boards of the reference data that one of a genre's names stands for; skips the test where the data is not."""
    if not SHARED.is_dir():
        pytest.skip("the reference data is not next to the checkout (../shared)")
    called = genres.called(genre) | {genres.plain(genre.link_id)}
    return [board for key, entry in _reference().items() if genres.plain(key) in called for board in entry["boards"]]


def corpus_lines(file: str) -> list[str]:
    """The lines of a file of the public dataset, short ones first; skips the test where there is none."""
    path = SHARED / "corpus" / f"{file}.jsonl"
    if not path.exists():
        pytest.skip(f"the public dataset is not next to the checkout (../shared/corpus/{file}.jsonl)")
    return sorted(path.read_text(encoding="utf-8").splitlines(), key=len)


def records(lines: Sequence[str], genre: type[Genre]) -> Iterator[Record]:
    """What stands in lines of the public dataset."""
    return read_jsonl("\n".join(lines), genre)


# -- what puzzles can be ----------------------------------------------------------------------------------------------


def unreached(genre: type[Genre], puzzles: Sequence[Puzzle]) -> list[str]:
    """What puzzles of a genre can be and none of these is: a shape, with holes, every way to give a layer.

    A layer must be there with every one of its signs, ``?`` if that is one of them, and with all values of a choice; one
    that may be missing must be there and be missing.
    """
    missed = [shape for shape in genre.shapes if all(puzzle.lattice.shape != shape for puzzle in puzzles)]
    holes = any(len(p.lattice) < p.lattice.rows * p.lattice.cols for p in puzzles if p.lattice.shape == "square")
    if not holes and may_be_empty(genre, square(4, 4)) and may_be_empty(genre, square(4, 4, [(1, 1)])):
        missed.append("holes")
    for key, layer in genre.inputs.items():
        tokens = {layer.token(v) for p in puzzles for _, v in layer.place.items(p[key]) if v is not None}
        missed += [f"{key} {token}" for token in _signs(layer) if token not in tokens]
        if layer.optional and {p[key] == layer.default(p.lattice) for p in puzzles} != {True, False}:
            missed.append(f"{key}, which may be missing")
    return missed


def _signs(layer: Layer[Any]) -> set[str]:
    """The tokens of a layer that each mean something of its own."""
    value = layer.value
    signs = set(getattr(value, "tokens", ()))
    if isinstance(layer, Param) and layer.initial is not None and value.high is not None and value.high - value.low < 2:
        signs |= {str(n) for n in range(value.low, value.high + 1)}
    if not isinstance(layer, Rooms):
        with suppress(ValueError):
            signs.add(layer.token(layer.parse(UNKNOWN)))
    return signs


def may_be_empty(genre: type[Genre], board: Lattice) -> bool:
    """Whether a board on which nothing is given is a puzzle."""
    try:
        puzzle = Puzzle(
            genre, board, {k: layer.empty(board) for k, layer in genre.inputs.items() if not layer.optional}
        )
        genre(puzzle)
    except InputError:
        return False
    return True


# -- answers ----------------------------------------------------------------------------------------------------------


def filling_of(answer: Answer) -> Filling:
    """The values of an answer, layer by layer, as the numbers that stand for them in a model."""
    return tuple(map(tuple, genre_of(answer.puzzle).numbers_of(answer).values()))  # type: ignore[arg-type]


def answer_of(puzzle: Puzzle, filling: Filling) -> Answer:
    """The answer with these values."""
    return genre_of(puzzle).answer_of(puzzle, dict(zip(puzzle.genre.answers, filling, strict=True)))


def all_answers(puzzle: Puzzle, solver: str = "clasp", formulation: str = "rules", count: int = 0) -> set[Filling]:
    """All answers of a puzzle (or ``count``); none of them may be there twice."""
    found = [filling_of(answer) for answer in api.solve(puzzle, solver, formulation=formulation, count=count).answers]
    assert len(found) == len(set(found)), f"an answer twice\n{shown(puzzle)}"
    return set(found)


@contextmanager
def second_statement(found: list[int]) -> Iterator[None]:
    """Inside, a plan states from the start what it states only where a search takes long; ``found`` counts the rules of each."""
    first = plan._planned

    def planned(model: Model) -> plan.Plan:
        made = first(model)
        with model.scratch() as more:
            rules = [rule for make in (*made.second_statement_rules, *made.deferred_rules) for rule in make()]
            rules += plan._tied(model, more)
        found.append(len(rules))
        made.rules = [*made.rules, *rules]
        made.definitions, made.floods = [*made.definitions, *more.definitions], [*made.floods, *more.floods]
        made.made = (*made.made, more)
        return made

    plan._planned = planned
    try:
        yield
    finally:
        plan._planned = first


def alike(one: Puzzle, other: Puzzle) -> bool:
    """Whether two puzzles are the same, be it in other words: on the same board, with the same answers."""
    return one == other or (one.lattice == other.lattice and all_answers(one) == all_answers(other))


def domains(puzzle: Puzzle) -> list[list[range | tuple[int, ...]]]:
    """Per answer layer and place the values that the variable of the place takes."""
    model = genre_of(puzzle).model(puzzle)
    return [[x.values if isinstance(x, Int) else range(2) for x in layer] for layer in model.answer.values()]


def changed(filling: Filling, values: Sequence[Sequence[Sequence[int]]], rng: random.Random) -> Filling | None:
    """A filling with one value changed to another that its place takes; None where every place takes only one."""
    open_places = [(k, i) for k, layer in enumerate(values) for i, v in enumerate(layer) if len(v) > 1]
    if not open_places:
        return None
    k, i = rng.choice(open_places)
    value = rng.choice([v for v in values[k][i] if v != filling[k][i]])
    return tuple((*layer[:i], value, *layer[i + 1 :]) if n == k else layer for n, layer in enumerate(filling))


class Keeps(NamedTuple):
    """What a rule of one's own says of a filling, and whether one keeps it.

    ``places`` are (layer, index, value). A "clause" or "count" says that from ``low`` to ``high`` of them have their value,
    "defined" says so by a literal, "not defined" by the opposite of one. In a "linear" one the third number is no value but
    a factor: the sum of factors and values is from ``low`` to ``high``.
    """

    kind: str
    places: tuple[tuple[int, int, int], ...]
    low: int
    high: int

    def __call__(self, filling: Filling) -> bool:
        if self.kind == "linear":
            return self.low <= sum(factor * filling[k][i] for k, i, factor in self.places) <= self.high
        return self.low <= sum(filling[k][i] == value for k, i, value in self.places) <= self.high

    def rule(self, m: Model, page: Genre) -> None:
        """State it."""
        layers = list(m.answer.values())
        words = "a rule of one's own"
        if self.kind == "linear":
            expression = sum((factor * layers[k][i] for k, i, factor in self.places), total([]))
            m.require(words, expression >= self.low)
            m.require(words, expression <= self.high)
            return
        lits = [x == v if isinstance(x := layers[k][i], Int) else x if v else ~x for k, i, v in self.places]
        if self.kind == "clause":
            m.require(words, any_of(lits))
        elif self.kind == "count":
            m.require(words, between(self.low, self.high, lits))
        elif self.kind == "defined":
            m.require(words, m.count_of(self.low, lits))
        else:
            m.require(words, ~m.count_of(self.high + 1, lits))


def rules_of(puzzle: Puzzle) -> Callable[[Model, Genre], None]:
    """The rules of a puzzle, to be stated of the answer of another on the same board."""

    def rule(m: Model, page: Genre) -> None:
        also = type(page)(puzzle)
        for key, variables in m.answer.items():
            setattr(also, key, variables)
        before = len(m.rules)
        also.rules(m)
        # its clues stand in no layer of the puzzle that is answered
        m.rules[before:] = [rule._replace(clue=None) for rule in m.rules[before:]]

    return rule


def random_rule(puzzle: Puzzle, rng: random.Random, near: Filling) -> Keeps:
    """A rule over the answer of a puzzle that its page does not state, kept by about half of the fillings like ``near``."""
    values = domains(puzzle)
    places = [(k, i) for k, layer in enumerate(values) for i in range(len(layer))]
    some = rng.sample(places, min(len(places), rng.randint(1, 4)))
    n = len(some)
    kind = rng.choice(("clause", "count", "linear", "defined", "not defined"))
    if kind == "linear":
        terms = tuple((k, i, rng.choice((-2, -1, 1, 2, 3))) for k, i in some)
        middle = sum(factor * near[k][i] for k, i, factor in terms) + rng.choice((-1, 0, 0, 1))
        return Keeps(kind, terms, *rng.choice(((middle, middle + 100), (middle - 100, middle), (middle, middle))))
    wanted = tuple((k, i, near[k][i] if rng.random() < 0.5 else rng.choice(values[k][i])) for k, i in some)
    low = rng.randint(0, n)
    return Keeps(kind, wanted, *{
        "clause": (1, n), "count": (low, rng.randint(low, n)), "defined": (max(1, low), n), "not defined": (0, min(low, n - 1)),
    }[kind])  # fmt: skip


# -- the words of rules -----------------------------------------------------------------------------------------------


def rule_of(words: str) -> str:
    """What is the same in the words of all instances of a rule: numbers (``a region has 4 cells``) and shapes drawn in
    text (``xx/x.``) are put aside."""
    return re.sub(r"(?<!\w)([x.]*x[x.]*(/[x.]+)*|[0-9]+)(?![\w.])", "…", words)


def said(puzzle: Puzzle) -> dict[str, bool]:
    """The words of the rules that the page states of a puzzle, and whether some instance has a place."""
    found: dict[str, bool] = {}
    for rule in instances(genre_of(puzzle).model(puzzle).rules):
        if rule.words:
            found[rule.words] = found.get(rule.words, False) or rule.at is not None
    return found


@lru_cache(maxsize=4)
def said_of_all(name: str) -> list[dict[str, bool]]:
    """The same of each case, board and example of a proof."""
    return [said(puzzle) for puzzle in (*(case.puzzle for case in cases(name)), *boards(name), *examples(name))]


def rules_in(words: Mapping[str, bool]) -> dict[str, bool]:
    """The rules that some words are those of (``rule_of``), and whether some instance has a place."""
    found: dict[str, bool] = {}
    for content, placed in words.items():
        found[rule_of(content)] = found.get(rule_of(content), False) or placed
    return found


def answers_without(puzzle: Puzzle, words: str, count: int) -> Iterator[Filling]:
    """Up to ``count`` answers of a puzzle when all instances of a rule are left out."""
    genre = genre_of(puzzle)
    m = genre.model(puzzle)
    m.rules = [rule for rule in m.rules if rule_of(rule.words) != words]
    for solution in Clasp(m).search(count).solutions:
        yield filling_of(genre.answer(puzzle, m, solution))


def needs(puzzle: Puzzle, right: set[Filling], words: str) -> bool:
    """Whether a puzzle, whose answers are ``right``, has another one when a rule is left out."""
    return any(filling not in right for filling in answers_without(puzzle, words, len(right) + 1))


def judged_puzzles(name: str) -> Iterator[tuple[Puzzle, set[Filling]]]:
    """All puzzles of a proof with all their answers: the cases, the boards, the examples."""
    for puzzle, right, _ in cases(name):
        yield puzzle, right
    for puzzle in boards(name):
        right = all_answers(puzzle, count=MOST)
        assert len(right) < MOST, shown(puzzle)
        yield puzzle, right
    for puzzle in examples(name):
        assert puzzle.answer is not None
        yield puzzle, {filling_of(puzzle.answer)}


def stated_and_needed(name: str) -> tuple[set[str], set[str]]:
    """The rules of a genre that its proof's puzzles state, in words (``rule_of``), and those of them that some puzzle needs.

    Cases that only ``--whole`` and ``--genre`` try do not count: a rule that only these need would fail in CI alone.
    """
    every_puzzle = list(zip(judged_puzzles(name), map(rules_in, said_of_all(name)), strict=True))
    del every_puzzle[usually_tried(name) : len(cases(name))]
    # small boards first: what they need is found in less time
    judged, content = zip(*sorted(every_puzzle, key=lambda both: len(both[0][0].lattice)), strict=True)
    every = {words for found in content for words in found}
    return every, {
        words
        for words in every
        if any(
            words in found and needs(puzzle, right, words)
            for found, (puzzle, right) in zip(content, judged, strict=True)
        )
    }


# -- rules that can be switched off -----------------------------------------------------------------------------------


class Guarded:
    """A puzzle's program with a guard on every rule instance."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.genre = puzzle, genre_of(puzzle)
        self.page = self.genre(puzzle)
        self.model = self.genre.model(puzzle)
        self.clasp = Clasp(self.model, guarded=True)
        self.guards = self.clasp.program.guards
        self.rules = self.clasp.program.plan.rules

    def answers(self, on: Callable[[Any], bool] = lambda _: True, count: int = 0, limit: float = 60) -> set[Filling]:
        """Up to ``count`` answers (0: all) with the instances for which ``on(rule)``."""
        active = [guard for guard, rule in zip(self.guards, self.rules, strict=True) if guard and on(rule)]
        result = self.clasp.search(count, limit, assumptions=active)
        assert result.complete or (count and len(result.solutions) == count), "the program with guards takes too long"
        return {filling_of(self.genre.answer(self.puzzle, self.model, s)) for s in result.solutions}

    def decided(self) -> list[tuple[str, int, int]]:
        """With all rules off: layer, place and value of every value that its place cannot take.

        All places are asked for a value each at once, and one by one only where that cannot be. Of hundreds of values some are
        asked about (``some_of``).
        """
        values = [
            [(key, i, v, self._says(x, v)) for v in (some_of(x.values) if isinstance(x, Int) else (0, 1))]
            for key, layer in self.model.answer.items()
            for i, x in enumerate(layer)
        ]
        result = []
        for together in zip_longest(*values):
            asked = [each for each in together if each is not None]
            if not self._possible([lit for *_, lits in asked for lit in lits]):
                result += [(key, i, v) for key, i, v, lits in asked if not self._possible(lits)]
        return result

    def _says(self, x: Any, v: int) -> list[int]:
        """The literals of the program that say that a variable has a value; none where it is written in binary digits."""
        if not isinstance(x, Int):
            return [x.n if v else -x.n]
        if x.value_literals is not None:
            return [(x == v).n]
        # exactly this number of its thresholds
        terms, base = self.clasp.program.terms_of(x)
        if any(weight != 1 for weight, _ in terms):
            return []
        return [lit if k < v - base else -lit for k, (_, lit) in enumerate(terms)]

    def _possible(self, lits: list[int]) -> bool:
        return bool(self.clasp.search(1, 20, assumptions=lits).solutions)


@lru_cache(maxsize=2)
def guarded(name: str, count: int) -> list[tuple[Guarded, set[Filling]]]:
    """Some of the random cases, those with answers first, stated with guards: all tests ask the same ones."""
    some = sorted(cases(name), key=lambda case: not case.right)[:count]
    return [(Guarded(puzzle), right) for puzzle, right, _ in some]


def some_of(values: Sequence[int]) -> list[int]:
    """All values; of hundreds only the first, the last, and every N-th between them."""
    every = amount.of(1 + len(values) // 100, 1)
    return [*values[:20], *values[20:-20:every], *values[max(20, len(values) - 20) :]]


def less(puzzle: Puzzle) -> Iterator[tuple[Puzzle, str, tuple[Any, ...]]]:
    """The puzzle with a single clue that says less: its number unknown, or, where there is no sign for that, without it.

    With the layer of the clue and what ``Rule.clue`` says of its place: an index, or a side and an index; further numbers
    say which of several values it is.
    """
    for key, layer in puzzle.genre.inputs.items():
        values = puzzle[key]
        for at, value in layer.place.items(values):
            if value is None:
                continue
            several = isinstance(layer.place, Outside) and not layer.place.single
            place = (at if several else at[:2]) if isinstance(at, tuple) else (at,)
            # where numbers and signs stand in the same cells a sign may be what is left without the number
            signs = [sign for kind in getattr(layer.value, "types", ()) for sign in getattr(kind, "tokens", ())]
            parts = list(enumerate(value)) if isinstance(value, tuple) else [(None, value)]
            for k, part in parts:
                for content in (UNKNOWN, *signs, None):
                    if not isinstance(part, int) and (content is not None or k is not None):
                        continue
                    if several and content is None:
                        continue
                    new = content if k is None else (*value[:k], content, *value[k + 1 :])
                    other = _with(puzzle, key, at, new)
                    if other is not None:
                        yield other, key, place if k is None else (*place, k)
                        break


LARGE = 20_000_000
"""A number that no board can meet, small enough that a page which counts up to it ends."""


def with_a_large_number(puzzle: Puzzle, done: set[str]) -> Iterator[tuple[Puzzle, str]]:
    """The puzzle with the first possible number of a layer ``LARGE``, and this layer; layers that are ``done`` are left out."""
    for key, layer in puzzle.genre.inputs.items():
        high = getattr(layer.value, "high", None)
        if key in done or (high is not None and high < LARGE):
            continue
        for at, value in layer.place.items(puzzle[key]):
            parts = list(enumerate(value)) if isinstance(value, tuple) else [(None, value)]
            others = (
                _with(puzzle, key, at, LARGE if k is None else (*value[:k], LARGE, *value[k + 1 :]))
                for k, part in parts
                if isinstance(part, int) and not isinstance(part, bool)
            )
            if other := next(filter(None, others), None):
                yield other, key
                break


def can_say_less(puzzle: Puzzle, rule: Rule) -> bool:
    """Whether a rule comes from a single clue, not from a line of several."""
    if rule.clue is None:
        return False
    values, *path = rule.clue
    place = next(layer.place for key, layer in puzzle.genre.inputs.items() if puzzle[key] is values)
    return not isinstance(place, Outside) or place.single or len(path) > 2


def _with(puzzle: Puzzle, key: str, at: Any, value: Any) -> Puzzle | None:
    """The puzzle with another value at a place of a layer; None where that makes no puzzle."""
    values = dict(puzzle.values)
    if isinstance(at, tuple):
        side, i, k = at
        lines = list(values[key][side])
        lines[i] = tuple([new for j, old in enumerate(lines[i]) if (new := value if j == k else old) is not None])
        values[key] = {**values[key], side: lines}
    elif isinstance(values[key], list):
        listed = list(values[key].listed)
        listed[at] = value
        values[key] = listed
    else:
        return None
    try:
        other = Puzzle(puzzle.genre, puzzle.lattice, values)
        genre_of(puzzle)(other)
    except InputError:
        return None
    return None if other == puzzle else other
