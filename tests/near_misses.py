"""Near misses: answers that break one rule at one place, and keep all others.

Small random boards (``case``) hold small numbers, small rooms, and few cells that are not at the rim. Near misses reach
farther: for each rule they hold an answer that breaks it at the greatest numbers, in large rooms, at the corner, the rim and
in the middle of a board. They are found once, from the genre module, and kept in tests/near_misses/NAME.jsonl, so that a
module which loses a part of a rule accepts an answer that it must refuse.

    python -m tests.near_misses NAME...     finds and writes them
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice, product, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from pencilp import api, genres
from pencilp.board.lattice import Lattice, square
from pencilp.board.layers import UNKNOWN, Boxes, GivenMarks, Layer, Param, Paths, Pieces, Rooms
from pencilp.board.layers.places import Outside
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.formats.text import text as plain
from pencilp.genres.base import genre_of
from pencilp.model import Model, Rule
from pencilp.model.structures import instances
from pencilp.solvers.clasp.search import Clasp
from tests import proof as proofs
from tests.small_boards import Filling

FOLDER = Path(__file__).parent / "near_misses"
SECONDS = 6.0
"""Seconds of processor time that the search for the near misses of a genre may take."""
SEARCH_SECONDS = 0.4
"""Seconds that the search for one answer may take."""
EACH = 2
"""How many near misses are kept of what one rule says of one kind of place."""
CLUES, CHANGED, LEFT_OUT, LARGE = 80, 18, 30, 24
"""How many are kept of each way to find them."""
NO_CLUES = (Rooms, Paths, GivenMarks, Pieces)
"""Layers that are parts of the board, not clues."""
UNBOUNDED = 20
"""A clue whose layer has no greatest number is tried up to this number at least."""
MAX_KINDS = 60
"""Number of kinds of tuples of one length that a clue can be."""
FEW = 12
"""Up to this number every value of a clue is tried."""


class NearMiss(NamedTuple):
    """A puzzle, one right answer if one is known, and wrong ones, each with the words of the rule that it breaks."""

    puzzle: Puzzle
    right: Filling | None
    wrong: tuple[tuple[str, Filling], ...]


# -- kept in a file ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def read(name: str) -> list[NearMiss]:
    """Return the near misses that are kept of a genre; none if there is no file."""
    path = FOLDER / f"{name}.jsonl"
    found = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        entry = json.loads(line)
        (puzzle,) = plain.read(entry["puzzle"])
        wrong = [(words, _read(filling)) for words, fillings in entry["wrong"].items() for filling in fillings]
        found.append(NearMiss(puzzle, entry["right"] and _read(entry["right"]), tuple(wrong)))
    return found


def write(name: str, found: Iterable[NearMiss]) -> None:
    """Write the near misses of a genre into its file."""
    FOLDER.mkdir(exist_ok=True)
    lines = []
    for puzzle, right, wrong in found:
        by_words: dict[str, list[str]] = {}
        for words, filling in wrong:
            by_words.setdefault(words, []).append(_written(filling))
        entry = {"puzzle": plain.write(puzzle, None), "right": right and _written(right), "wrong": by_words}
        lines.append(json.dumps(entry, ensure_ascii=False))
    (FOLDER / f"{name}.jsonl").write_text("".join(line + "\n" for line in lines), encoding="utf-8")


def _written(filling: Filling) -> str:
    """A filling as text: per layer a digit for each value, or numbers with commas if one has more than a digit."""
    return " ".join("".join(map(str, layer)) if max(layer, default=0) < 10 and min(layer, default=0) >= 0
                    else ",".join(map(str, layer)) + "," for layer in filling)  # fmt: skip


def _read(text: str) -> Filling:
    layers = text.split(" ")
    return tuple(tuple(map(int, layer.strip(",").split(",") if "," in layer else layer)) for layer in layers)


# -- found ------------------------------------------------------------------------------------------------------------


class Finder:
    """Looks for the near misses of a genre, for some seconds of processor time."""

    def __init__(self, name: str) -> None:
        self.name, self.genre = name, genres.load(name)
        self.rng = random.Random(name)
        self.until, self.most = 0.0, 0
        self.known = [p for p, _, _ in proofs.cases(name)] + proofs.boards(name) + proofs.examples(name)
        self.kinds: dict[tuple[Any, ...], int] = {}
        self.found: dict[str, NearMiss] = {}
        self.count = 0
        self.found_of: dict[tuple[str, int], int] = {}

    def late(self) -> bool:
        """Whether the time or the number of near misses for what is done now is used up."""
        return time.process_time() > self.until or self.count >= self.most

    def begin(self, seconds: float, most: int) -> None:
        """Begin another way to look for near misses."""
        self.until, self.most = time.process_time() + seconds, self.count + most

    def find(self) -> list[NearMiss]:
        """Return what is found: first clues with other values, then rules that are left out one at a time."""
        small = sorted((p for p, right, _ in proofs.cases(self.name) if right), key=lambda p: -len(p.lattice))
        large = [p for p in small if p.lattice.shape == "square"][: len(small) // 2] or small
        example = proofs.smallest_example(self.name)
        bases = [example, self.with_large_rooms(example), *proofs.boards(self.name)[:1]]
        bases += [*self.rng.sample(large, min(2, len(large))), *map(self.with_large_rooms, large[:1])]
        bases += [p for p in small if p.lattice.shape != "square"][:2]
        bases += self.blanks()[:2]
        there = [base for base in bases if base is not None]
        for left, base in zip(range(len(there), 0, -1), there, strict=True):
            self.begin(SECONDS / 2 / len(there), (CLUES - self.count) // left)
            self.other_clues(base)
        for find, most in (
            (self.one_clue_changed, CHANGED),
            (self.left_out, LEFT_OUT),
            (self.left_out_of_large_ones, LARGE),
        ):
            self.begin(SECONDS / 6, most)
            find()
        return list(self.found.values())

    def add(self, puzzle: Puzzle, right: Filling | None, wrong: Filling, kind: tuple[Any, ...]) -> None:
        """Keep a near miss, unless there are enough of its kind."""
        if self.kinds.get(kind, 0) >= EACH:
            return
        with suppress(InputError):
            text = plain.write(puzzle, None)
            before = self.found.get(text)
            if before is None or all(wrong != filling for _, filling in before.wrong):
                broken = [fault.rule for fault in api.check(puzzle, proofs.answer_of(puzzle, wrong))]
                if len({*map(proofs.rule_of, broken)}) != 1:
                    return
                self.kinds[kind] = self.kinds.get(kind, 0) + 1
                self.count += 1
                old = before or NearMiss(puzzle, right, ())
                self.found[text] = old._replace(wrong=(*old.wrong, (broken[0], wrong)))

    # -- a clue with other values

    def other_clues(self, base: Puzzle) -> None:
        """Answers of puzzles that differ in one clue: each is a near miss of the others."""
        for key, layer in self.genre.inputs.items():
            if isinstance(layer, NO_CLUES) or getattr(layer, "walls_of", None):
                continue
            for bare in (self.bare(base, key, keep=True), self.bare(base, key, keep=False)):
                if bare is None:
                    continue
                places = self.places(base, layer, key)
                given = dict(layer.place.items(base[key])) if layer.on != "lines" else {}
                shared = self.values(layer, key, base.lattice)
                self.found_of.clear()
                for place, kind in places:
                    own = self.parts(given[place], shared) if isinstance(given.get(place), tuple) else []
                    for k, part in enumerate([*own, *shared]):
                        if self.late():
                            return
                        if k < len(own) or self.found_of.get((key, k - len(own)), 0) < (
                            24 if isinstance(part[0], str) else 6
                        ):
                            before = self.count
                            self.other_values(bare, key, place, kind, part)
                            if k >= len(own):
                                self.found_of[key, k - len(own)] = (
                                    self.found_of.get((key, k - len(own)), 0) + self.count - before
                                )

    def one_clue_changed(self) -> None:
        """Right answers of puzzles of which one clue is changed to the next value."""
        solved = [(p, min(right)) for p, right, _ in proofs.cases(self.name) if right]
        solved += [
            (p, proofs.filling_of(p.answer))
            for p in (*proofs.examples(self.name), *proofs.boards(self.name))
            if p.answer
        ]
        for puzzle, answer in self.rng.sample(solved, len(solved)):
            for key, layer in self.genre.inputs.items():
                if isinstance(layer, NO_CLUES):
                    continue
                clues = [*layer.place.items(puzzle[key])] if layer.on != "board" else [(None, puzzle[key])]
                for at, value in self.rng.sample(clues, len(clues)):
                    if self.late():
                        return
                    many = isinstance(at, tuple) and not layer.place.single
                    where = at[:2] if isinstance(at, tuple) else at
                    kind = (
                        kind_of_cell(puzzle.lattice, at)
                        if layer.on == "cells"
                        else str(where and where[0])
                        if isinstance(at, tuple)
                        else ""
                    )
                    whole = puzzle[key][where[0]][where[1]] if many else value
                    for k, other in changed(whole, layer, self.rng):
                        if self.kinds.get((key, repr(value), kind, k), 0) < EACH and (
                            p := put(puzzle, key, where, other)
                        ):
                            self.add(p, None, answer, (key, repr(value), kind, k))

    def bare(self, base: Puzzle, key: str, *, keep: bool) -> Puzzle | None:
        """The puzzle with clues that say as little as they can: with ``keep`` where they are, else with none."""
        values = dict(base.values)
        for name, layer in self.genre.inputs.items():
            if isinstance(layer, NO_CLUES) or layer.on == "board":
                continue
            if not keep:
                if name in proofs.proof(self.name).presence and name != key:
                    continue
                values[name] = layer.empty(base.lattice)
        if keep:
            puzzle = base
            for at, value in [*self.genre.inputs[key].place.items(base[key])]:
                where = at[:2] if isinstance(at, tuple) else at
                puzzle = next((p for less in _less(value) if (p := put(puzzle, key, where, less))), puzzle)
            return puzzle
        return made(base, values)

    def places(self, base: Puzzle, layer: Layer[Any], key: str) -> list[tuple[Any, str]]:
        """Some places for a clue, each with what kind of place it is; those that have a clue first."""
        lattice = base.lattice
        if layer.on == "board":
            return [(None, "board")]
        if isinstance(layer.place, Outside):
            sides = [(side, i) for side, lines in base[key].items() for i in range(len(lines))]
            return [(at, at[0]) for at in self.rng.sample(sides, min(3, len(sides)))]
        everywhere = [*range(layer.size(lattice))]
        given = [at for at, value in layer.place.items(base[key]) if value is not None]
        result = []
        rooms = next((base[k] for k, other in self.genre.inputs.items() if isinstance(other, Rooms)), None)
        if rooms is not None and layer.on == "cells":
            large: Sequence[int] = max(rooms, key=len, default=[])
            result += [(c, "large room") for c in large[:1]]
        for some in (given, everywhere):
            shuffled = self.rng.sample(some, len(some))
            if layer.on != "cells":
                result += [(at, "") for at in shuffled[:2]]
                continue
            for kind in ("middle", "corner", "rim"):
                result += [(c, kind) for c in shuffled if kind_of_cell(lattice, c) == kind][:1]
        return list(dict(result).items())

    def other_values(self, bare: Puzzle, key: str, place: Any, kind: str, values: Sequence[Any]) -> None:
        """Answers with each of some values, the greatest first, are near misses of the puzzle with the next value."""
        made_of: list[tuple[Any, Puzzle, Filling | None]] = []
        signs = isinstance(values[0], str)
        most = 12 if signs else 4
        for value in values:
            if sum(answer is not None for _, _, answer in made_of) == most or self.late():
                break
            if (puzzle := put(bare, key, place, value)) is not None:
                answer = self.answer(puzzle)
                if answer is None and not signs:
                    # of the numbers that are too great the least one
                    made_of = [each for each in made_of if each[2] is not None]
                made_of.append((value, puzzle, answer))
        pairs = [
            (abs(i - k), i, k) for k, (*_, wrong) in enumerate(made_of) if wrong for i in range(len(made_of)) if i != k
        ]
        if signs:
            self.rng.shuffle(pairs)
        for away, i, k in pairs if signs else sorted(pairs):
            (value, puzzle, right), (other, _, wrong) = made_of[i], made_of[k]
            if wrong is not None and wrong != right and (signs or away < 3):
                self.add(puzzle, right, wrong, (key, value, kind, other if signs else ""))

    def parts(self, own: tuple[Any, ...], shared: Sequence[Sequence[Any]]) -> list[list[Any]]:
        """The values of a clue of several numbers, in which one number varies and the others are unknown."""
        numbers = next((sorted({n for v in part for n in (v if isinstance(v, tuple) else (v,)) if type(n) is int}, reverse=True)
                        for part in shared if part and not isinstance(part[0], str)), [])  # fmt: skip
        unknown = [UNKNOWN if type(part) is int else part for part in own]
        return [
            [(*unknown[:k], n, *unknown[k + 1 :]) for n in numbers] for k, part in enumerate(own) if type(part) is int
        ]

    def values(self, layer: Layer[Any], key: str, lattice: Lattice) -> list[list[Any]]:
        """The values that a clue may have: its signs, its numbers from the greatest down, and so each number of a tuple."""
        known = [value for puzzle in self.known for _, value in _whole(layer, puzzle[key]) if value is not None]
        with suppress(NotImplementedError):
            known += [value for value, _ in layer.value.samples()]
        signs: list[Any] = [v for v in dict.fromkeys(known) if isinstance(v, str) and v != UNKNOWN]
        result = [signs] if signs else []
        content = [n for v in known for n in (v if isinstance(v, tuple) else (v,)) if type(n) is int]
        highest = greatest(layer, lattice, min(max(*content, UNBOUNDED - 3, 0) + 3, 40))
        # each of them, or some between
        numbers: list[Any] = [*range(highest, -1, -1)]
        if highest > FEW:
            parts = {highest * k // 12 + d for k in range(1, 13) for d in (0, -1)}
            numbers = sorted({n for n in (*parts, *range(7)) if n >= 0}, reverse=True)
        if any(type(value) is int for value in known):
            result.append(numbers)
        templates = [kind for kind in kinds_of_tuples(known) if any(type(part) is int for part in kind)]
        for value in self.rng.sample(templates, min(6, len(templates))):
            for k, part in enumerate(value):
                if type(part) is int:
                    result.append([(*value[:k], n, *value[k + 1 :]) for n in numbers])
        return result

    # -- a rule left out

    def left_out(self) -> None:
        """Answers of puzzles without one instance of a rule: those that are not right are near misses."""
        judged = [(p, right) for p, right, _ in proofs.cases(self.name) if 0 < len(right) <= 8]
        judged += [
            (p, {proofs.filling_of(p.answer)}) for p in proofs.examples(self.name) if p.answer and len(p.lattice) <= 150
        ]
        self.rng.shuffle(judged)
        judged.sort(key=lambda both: len(both[1]) > 1)
        tried: dict[tuple[Any, ...], int] = {}
        for puzzle, right in judged:
            model = genre_of(puzzle).model(puzzle)
            stated = instances(model.rules)
            for i in self.in_turns(stated):
                if self.late():
                    return
                kind = kind_of(stated[i], puzzle.lattice)
                if not stated[i].words or self.kinds.get(kind, 0) >= EACH or tried.get(kind, 0) >= 12:
                    continue
                tried[kind] = tried.get(kind, 0) + 1
                self.leave_out(puzzle, min(right), i, len(right) + 12)

    def left_out_of_large_ones(self) -> None:
        """The same on the board of an example without its clues, in all variants, and on large boards."""
        tried: dict[tuple[Any, ...], int] = {}
        for puzzle in (*self.variants(proofs.smallest_example(self.name)), *self.blanks()):
            if self.late() or (right := self.answer(puzzle)) is None:
                continue
            stated = instances(genre_of(puzzle).model(puzzle).rules)
            for i in self.in_turns(stated):
                if self.late():
                    return
                kind = kind_of(stated[i], puzzle.lattice)
                if not stated[i].words or self.kinds.get(kind, 0) >= EACH or tried.get(kind, 0) >= 4:
                    continue
                tried[kind] = tried.get(kind, 0) + 1
                self.leave_out(puzzle, right, i, 6)

    def add_different(self, puzzle: Puzzle, right: Filling, others: Sequence[Filling], rule: Rule) -> None:
        """Keep some of several answers to a puzzle without a rule, those that differ near its place."""
        kind = kind_of(rule, puzzle.lattice)
        cells = cells_of(rule)
        near = {*cells, *(n for c in cells[:1] for n in puzzle.lattice.near[c])}
        for wrong in others:
            there = tuple(
                tuple([layer[c] for c in sorted(near) if c < len(layer)])
                for layer, of in zip(wrong, self.genre.answers.values(), strict=True)
                if of.on == "cells"
            )
            if self.kinds.get((*kind, there), 0) < 1 and self.kinds.get(kind, 0) < 2 * EACH:
                before = self.count
                self.add(puzzle, right, wrong, (*kind, there))
                self.kinds[kind] = self.kinds.get(kind, 0) + self.count - before

    def with_large_rooms(self, base: Puzzle) -> Puzzle | None:
        """A puzzle with larger rooms and without its clues; None for one without rooms."""
        for key, layer in self.genre.inputs.items():
            if isinstance(layer, Rooms):
                bare = {
                    name: other.empty(base.lattice)
                    for name, other in self.genre.inputs.items()
                    if not isinstance(other, NO_CLUES) and other.on != "board"
                }
                puzzle = made(base, {**base.values, **bare})
                return puzzle and put_rooms(puzzle, key, self.rng)
        return None

    def variants(self, base: Puzzle) -> Iterator[Puzzle]:
        """A puzzle without its clues, with large rooms, and with every choice for the whole board."""
        bare = []
        for keep in (True, False):
            puzzle: Puzzle | None = base
            for key, layer in self.genre.inputs.items():
                if puzzle and not isinstance(layer, NO_CLUES) and layer.on != "board":
                    puzzle = (
                        self.bare(puzzle, key, keep=True)
                        if keep
                        else made(puzzle, {**puzzle.values, key: layer.empty(base.lattice)})
                    )
            if puzzle is not None:
                bare.append(puzzle)
        for puzzle in bare:
            for key, layer in self.genre.inputs.items():
                if isinstance(layer, Rooms) and (large := put_rooms(puzzle, key, self.rng)):
                    yield large
            for key, layer in self.genre.inputs.items():
                if isinstance(layer, Param):
                    low, high = getattr(layer.value, "low", 0), getattr(layer.value, "high", None)
                    for value in range(low, min(low + 3, low if high is None else high) + 1):
                        if value != puzzle[key] and (other := put(puzzle, key, None, value)):
                            yield other
        yield from bare

    def blanks(self) -> list[Puzzle]:
        """Large boards without clues."""
        example = proofs.smallest_example(self.name)
        made = (blank(example, board, size, self.rng) for board, size in large_boards(self.name))
        return [puzzle for puzzle in made if puzzle is not None]

    def in_turns(self, stated: Sequence[Rule]) -> list[int]:
        """The numbers of the instances: those of all rules in turn, large ones first."""
        turns: dict[str, list[int]] = {}
        for i in self.rng.sample(range(len(stated)), len(stated)):
            turns.setdefault(proofs.rule_of(stated[i].words), []).append(i)
        for some in turns.values():
            some.sort(key=lambda i: -min(len(cells_of(stated[i])), 6))
        return [i for together in zip_longest(*turns.values()) for i in together if i is not None]

    def leave_out(self, puzzle: Puzzle, right: Filling, i: int, count: int) -> None:
        """Look for near misses without one instance of a rule, else without those around it, else without the rule."""
        stated = instances(genre_of(puzzle).model(puzzle).rules)
        rule, before = stated[i], self.count
        words, cells = proofs.rule_of(rule.words), cells_of(rule)
        around = {*cells, *(n for c in cells for n in puzzle.lattice.near[c])}
        alike = [k for k, other in enumerate(stated) if proofs.rule_of(other.words) == words]
        near = [k for k in alike if around.intersection(cells_of(stated[k]))]
        for left in ([i], near, alike):
            self.add_different(puzzle, right, self.without(puzzle, {*left}, count), rule)
            if self.count > before or self.late():
                return

    def without(self, puzzle: Puzzle, left: set[int], count: int) -> list[Filling]:
        m = genre_of(puzzle).model(puzzle)
        m.rules = [rule for k, rule in enumerate(instances(m.rules)) if k not in left]
        return [proofs.filling_of(genre_of(puzzle).answer(puzzle, m, s)) for s in self.search(m, count)]

    def answer(self, puzzle: Puzzle) -> Filling | None:
        m = genre_of(puzzle).model(puzzle)
        solutions = self.search(m, 1)
        return proofs.filling_of(genre_of(puzzle).answer(puzzle, m, solutions[0])) if solutions else None

    def search(self, m: Model, count: int, seconds: float = SEARCH_SECONDS) -> Sequence[Any]:
        """Return up to ``count`` random solutions."""
        options = (f"--seed={self.rng.randrange(1000)}", "--rand-freq=0.2", "--sign-def=rnd")
        return Clasp(m, options=options).search(count, seconds).solutions


def kinds_of_tuples(known: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Return tuples in which each part is of a kind that tuples of this length have there: a number, or a sign of its own.

    So an arrow ``?`` and an unknown number, which no known tuple has both, meet in one of them.
    """
    parts: dict[int, list[dict[Any, Any]]] = {}
    for value in known:
        if isinstance(value, tuple):
            for part, kinds in zip(value, parts.setdefault(len(value), [{} for _ in value]), strict=True):
                kinds.setdefault(int if type(part) is int else part, part)
    return [kind for kinds in parts.values() for kind in islice(product(*(some.values() for some in kinds)), MAX_KINDS)]


def kind_of_cell(board: Lattice, cell: int) -> str:
    """Return "corner", "rim" or "middle": by how many sides of a cell have no cell beyond them."""
    missing = len(board.direction_names) - len(board.near[cell])
    return "middle" if not missing else "rim" if missing == 1 else "corner"


def cells_of(rule: Rule) -> tuple[int, ...]:
    """Return the cells that a rule speaks of."""
    return (
        ()
        if rule.at is None or isinstance(rule.at, str)
        else (rule.at,)
        if isinstance(rule.at, int)
        else tuple(rule.at)
    )


def kind_of(rule: Rule, board: Lattice) -> tuple[Any, ...]:
    """Return what a rule says of what kind of place: its words, its clue, how many cells, where on the board."""
    cells = cells_of(rule)
    clue: tuple[Any, ...] = ()
    if rule.clue is not None:
        value, *path = rule.clue
        for step in path:
            value = value[step]
        clue = (
            repr(value) if not isinstance(value, tuple) or len(value) < 3 else "",
            *path[: 1 if isinstance(path[0], str) else 0],
            *path[1:],
        )
        clue = clue[:2] if isinstance(path[0], str) else clue
    where = kind_of_cell(board, cells[0]) if cells else ""
    return proofs.rule_of(rule.words), *clue, min(len(cells), 6), where


def put(puzzle: Puzzle, key: str, at: Any, value: Any) -> Puzzle | None:
    """The puzzle with another value at a place of a layer; None if that makes no puzzle."""
    values = dict(puzzle.values)
    if at is None:
        values[key] = value
    elif isinstance(at, tuple):
        side, i = at
        lines = list(values[key][side])
        lines[i] = value if isinstance(value, tuple) else () if value is None else (value,)
        values[key] = {**values[key], side: lines}
    elif isinstance(values[key], list):
        listed = list(values[key].listed)
        listed[at] = value
        values[key] = listed
    else:
        return None
    return made(puzzle, values)


def _less(value: Any) -> Iterator[Any]:
    """What says less than a clue."""
    if isinstance(value, tuple):
        yield tuple([UNKNOWN if type(part) is int else part for part in value])
    yield UNKNOWN
    if not isinstance(value, tuple):
        yield None


def changed(value: Any, layer: Layer[Any], rng: random.Random) -> Iterator[tuple[str, Any]]:
    """The values next to the value of a clue: numbers one more and one less, another sign."""
    if type(value) is int:
        yield from (("more", value + 1), ("less", value - 1))
    elif isinstance(value, tuple):
        for i, part in enumerate(value):
            if type(part) is int:
                yield f"more {i}", (*value[:i], part + 1, *value[i + 1 :])
                yield f"less {i}", (*value[:i], part - 1, *value[i + 1 :])
    elif isinstance(value, str) and value != UNKNOWN:
        tokens = [t for t in getattr(layer.value, "tokens", ()) if t not in (value, UNKNOWN)]
        yield from ((token, token) for token in rng.sample(tokens, min(3, len(tokens))))


def put_rooms(puzzle: Puzzle, key: str, rng: random.Random) -> Puzzle | None:
    """The puzzle with larger rooms: two that touch are joined if they have up to six cells together."""
    label = {c: k for k, room in enumerate(puzzle[key]) for c in room}
    return made(puzzle, {**puzzle.values, key: joined(puzzle.lattice, label, 6, rng)})


def joined(board: Lattice, label: dict[int, int], size: int, rng: random.Random) -> list[int | None]:
    """The numbers of rooms, of which some that touch are joined if they have up to ``size`` cells together."""
    for _ in range(2 * len(label)):
        cell = rng.choice([*label])
        others = [n for n in board.near[cell] if n in label and label[n] != label[cell]]
        both = {label[cell], *(label[n] for n in others[:1])}
        if others and sum(k in both for k in label.values()) <= size:
            label = {c: label[cell] if k in both else k for c, k in label.items()}
    return [label.get(c) for c in board.cells]


def blank(example: Puzzle, board: Lattice, size: int, rng: random.Random) -> Puzzle | None:
    """A board without clues, but with rooms of up to ``size`` cells; None if that makes no puzzle.

    What is given of the whole board, such as its pieces, is that of an example.
    """
    values: dict[str, Any] = {}
    for key, layer in example.genre.inputs.items():
        if layer.on == "board":
            values[key] = example[key]
        elif isinstance(layer, Rooms):
            usual = layer.default(board) if isinstance(layer, Boxes) else None
            values[key] = usual or joined(board, dict(enumerate(board.cells)), size, rng)
        else:
            values[key] = layer.empty(board)
    try:
        puzzle = Puzzle(example.genre, board, values)
        genre_of(puzzle)(puzzle)
    except (InputError, NotImplementedError):
        return None
    return puzzle


def large_boards(name: str) -> Iterator[tuple[Lattice, int]]:
    """Larger boards than those of small cases, and how many cells their rooms may have."""
    genre = genres.load(name)
    if own := genre.own_board():
        yield own, 9
    elif "square" not in genre.shapes:
        yield genre.usual_board(), 6
    elif genre.equal_sides:
        yield from ((square(n, n), n) for n in (8, 9, 6))
    else:
        yield from (
            (square(7, 7), 8),
            (square(9, 9), 20),
            (square(3, 13), 20),
            (square(13, 3), 20),
            (square(2, 19), 38),
        )


def made(puzzle: Puzzle, values: dict[str, Any]) -> Puzzle | None:
    """A puzzle on the board of another; None if the values make none."""
    try:
        other = Puzzle(puzzle.genre, puzzle.lattice, values)
        genre_of(puzzle)(other)
    except InputError:
        return None
    return other


def _whole(layer: Layer[Any], values: Any) -> Iterator[tuple[Any, Any]]:
    """The values of a layer, with all of a line outside as one."""
    if isinstance(layer.place, Outside) and not layer.place.single:
        yield from ((side, line) for side, lines in values.items() for line in lines if line)
    else:
        yield from layer.place.items(values)


def greatest(layer: Layer[Any], lattice: Lattice, otherwise: int) -> int:
    """The greatest number that a clue can be on a board; ``otherwise`` if the layer has numbers and does not say."""
    kinds = (layer.value, getattr(layer.value, "value", None), *getattr(layer.value, "types", ()))
    for kind in kinds:
        if callable(high := getattr(kind, "greatest", None)):
            return int(high(lattice))
        if isinstance(high := getattr(kind, "high", None), int):
            return min(high, 99)
    return otherwise


def main(names: Sequence[str]) -> None:
    for given in names:
        name = genres.find(given).name
        start = time.process_time()
        found = Finder(name).find()
        write(name, found)
        wrong = sum(len(miss.wrong) for miss in found)
        print(f"{name}: {wrong} near misses of {len(found)} puzzles in {time.process_time() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
