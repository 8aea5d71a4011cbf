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
from pathlib import Path
from typing import Any, NamedTuple

from pencilp import api, genres
from pencilp.board.lattice import Lattice
from pencilp.board.layers import UNKNOWN, Flags, Layer, Param, Paths, Pieces, Rooms
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
EACH, ALL = 2, 110
"""How many near misses are kept of what one rule says of one kind of place, and in all."""
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

    def __init__(self, name: str, seconds: float | None = None) -> None:
        self.name, self.genre = name, genres.load(name)
        self.rng = random.Random(name)
        self.until = time.process_time() + (seconds or SECONDS)
        self.known = [p for p, _, _ in proofs.cases(name)] + proofs.boards(name) + proofs.examples(name)
        self.kinds: dict[tuple[Any, ...], int] = {}
        self.found: dict[str, NearMiss] = {}
        self.count = 0

    def late(self, part: float = 1.0) -> bool:
        return time.process_time() > self.until - (1 - part) * SECONDS or self.count >= ALL * part

    def find(self) -> list[NearMiss]:
        """Return what is found: first clues with other values, then rules that are left out one at a time."""
        small = sorted((p for p, right, _ in proofs.cases(self.name) if right), key=lambda p: -len(p.lattice))
        large = [p for p in small if p.lattice.shape == "square"][: len(small) // 2] or small
        bases = [
            *self.rng.sample(large, min(2, len(large))),
            *proofs.boards(self.name)[:1],
            proofs.smallest_example(self.name),
        ]
        for base in bases:
            if self.late(0.4):
                break
            self.other_clues(base)
        self.one_clue_changed(0.6)
        self.left_out(0.8)
        self.left_out_of_large_ones()
        return list(self.found.values())

    def add(self, puzzle: Puzzle, right: Filling | None, wrong: Filling, kind: tuple[Any, ...]) -> None:
        """Keep a near miss, unless there are enough of its kind."""
        if self.kinds.get(kind, 0) >= EACH:
            return
        with suppress(InputError):
            text = plain.write(puzzle, None)
            before = self.found.get(text)
            if before is None or all(wrong != filling for _, filling in before.wrong):
                broken = {fault.rule for fault in api.check(puzzle, proofs.answer_of(puzzle, wrong))}
                if len(broken) != 1:
                    return
                self.kinds[kind] = self.kinds.get(kind, 0) + 1
                self.count += 1
                old = before or NearMiss(puzzle, right, ())
                self.found[text] = old._replace(wrong=(*old.wrong, (broken.pop(), wrong)))

    # -- a clue with other values

    def other_clues(self, base: Puzzle) -> None:
        """Answers of puzzles that differ in one clue: each is a near miss of the others."""
        for key, layer in self.genre.inputs.items():
            if isinstance(layer, (Rooms, Paths, Flags, Pieces)) or getattr(layer, "walls_of", None):
                continue
            for bare in (self.bare(base, key, keep=True), self.bare(base, key, keep=False)):
                if bare is None:
                    continue
                for place, kind in self.places(base, layer, key):
                    if self.late(0.4):
                        return
                    self.other_values(bare, layer, key, place, kind)

    def one_clue_changed(self, part: float) -> None:
        """Right answers of puzzles of which one clue is changed to the next value."""
        solved = [(p, min(right)) for p, right, _ in proofs.cases(self.name) if right]
        solved += [
            (p, proofs.filling_of(p.answer))
            for p in (*proofs.examples(self.name), *proofs.boards(self.name))
            if p.answer
        ]
        for puzzle, answer in reversed(solved):
            for key, layer in self.genre.inputs.items():
                if isinstance(layer, (Rooms, Paths, Flags, Pieces)):
                    continue
                clues = [*layer.place.items(puzzle[key])] if layer.on != "board" else [(None, puzzle[key])]
                for at, value in self.rng.sample(clues, len(clues)):
                    if self.late(part):
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
            if isinstance(layer, (Rooms, Paths, Flags, Pieces)) or layer.on == "board":
                continue
            if not keep:
                if name in proofs.proof(self.name).presence and name != key:
                    continue
                values[name] = layer.empty(base.lattice)
        if keep:
            puzzle = base
            for at, _ in [*self.genre.inputs[key].place.items(base[key])]:
                for told in (UNKNOWN, None):
                    other = put(puzzle, key, at[:2] if isinstance(at, tuple) else at, told)
                    if other is not None:
                        puzzle = other
                        break
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
            large = max(rooms, key=len, default=[])
            result += [(c, "large room") for c in large[:1]]
        for some in (given, everywhere):
            shuffled = self.rng.sample(some, len(some))
            if layer.on != "cells":
                result += [(at, "") for at in shuffled[:2]]
                continue
            for kind in ("middle", "corner", "rim"):
                result += [(c, kind) for c in shuffled if kind_of_cell(lattice, c) == kind][:1]
        return list(dict(result).items())

    def other_values(self, bare: Puzzle, layer: Layer[Any], key: str, place: Any, kind: str) -> None:
        answers: list[tuple[Any, Puzzle, Filling]] = []
        until = time.process_time() + SECONDS / 12
        for value in self.values(layer, key, bare.lattice):
            if time.process_time() > until or self.late(0.4):
                break
            puzzle = put(bare, key, place, value)
            if puzzle is None:
                continue
            answer = self.answer(puzzle)
            if answer is not None:
                answers.append((value, puzzle, answer))
        for i, (value, puzzle, right) in enumerate(answers):
            others = [(abs(i - k), other, wrong) for k, (other, _, wrong) in enumerate(answers) if k != i]
            for _, other, wrong in sorted(others, key=lambda o: o[0])[: 12 if isinstance(value, str) else 3]:
                if wrong != right:
                    self.add(
                        puzzle, right, wrong, (key, repr(value), kind, repr(other) if isinstance(value, str) else "")
                    )

    def values(self, layer: Layer[Any], key: str, lattice: Lattice) -> list[Any]:
        """Values that a clue may have: signs, numbers from the greatest down, and the same in tuples."""
        known = [value for puzzle in self.known for _, value in _whole(layer, puzzle[key]) if value is not None]
        with suppress(NotImplementedError):
            known += [value for value, _ in layer.value.samples()]
        result: list[Any] = [value for value in dict.fromkeys(known) if isinstance(value, str) and value != UNKNOWN]
        highest = _greatest(layer, lattice, known)
        numbers = [*range(highest, -1, -1)] if highest <= FEW else sorted(
            {highest, highest - 1, highest - 2, highest * 3 // 4, highest * 3 // 4 - 1, highest * 2 // 3, highest // 2,
             highest // 2 - 1, highest // 3, highest // 4, 6, 5, 4, 3, 2, 1, 0}, reverse=True)  # fmt: skip
        if any(type(value) is int for value in known):
            result += numbers
        templates: dict[Any, Any] = {}
        for value in known:
            if isinstance(value, tuple):
                templates.setdefault(tuple([None if type(part) is int else part for part in value]), value)
        for value in self.rng.sample(list(templates.values()), min(6, len(templates))):
            for k, part in enumerate(value):
                if type(part) is int:
                    result += [(*value[:k], n, *value[k + 1 :]) for n in numbers]
            if not any(type(part) is int for part in value):
                result.append(value)
        return list(dict.fromkeys(result))

    # -- a rule left out

    def left_out(self, part: float) -> None:
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
            for i in self.rng.sample(range(len(stated)), len(stated)):
                if self.late(part):
                    return
                kind = kind_of(stated[i], puzzle.lattice)
                if not stated[i].words or self.kinds.get(kind, 0) >= EACH or tried.get(kind, 0) >= 12:
                    continue
                tried[kind] = tried.get(kind, 0) + 1
                for wrong in self.without(puzzle, i, len(right) + 3):
                    if wrong not in right:
                        self.add(puzzle, min(right), wrong, kind)

    def left_out_of_large_ones(self) -> None:
        """The same on the board of an example without its clues, in all variants: there many answers break a rule."""
        tried: dict[tuple[Any, ...], int] = {}
        for puzzle in self.variants(proofs.smallest_example(self.name)):
            if self.late() or (right := self.answer(puzzle)) is None:
                continue
            stated = instances(genre_of(puzzle).model(puzzle).rules)
            for i in self.rng.sample(range(len(stated)), len(stated)):
                if self.late():
                    return
                kind = kind_of(stated[i], puzzle.lattice)
                if not stated[i].words or self.kinds.get(kind, 0) >= EACH or tried.get(kind, 0) >= 4:
                    continue
                tried[kind] = tried.get(kind, 0) + 1
                for wrong in self.without(puzzle, i, 3):
                    self.add(puzzle, right, wrong, kind)

    def variants(self, base: Puzzle) -> Iterator[Puzzle]:
        """A puzzle without its clues, with large rooms, and with every choice for the whole board."""
        bare = []
        for keep in (True, False):
            puzzle: Puzzle | None = base
            for key, layer in self.genre.inputs.items():
                if puzzle and not isinstance(layer, (Rooms, Paths, Flags, Pieces)) and layer.on != "board":
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
                    low, high = layer.value.low, layer.value.high
                    for value in range(low, min(low + 3, low if high is None else high) + 1):
                        if value != puzzle[key] and (other := put(puzzle, key, None, value)):
                            yield other
        yield from bare

    def without(self, puzzle: Puzzle, i: int, count: int) -> list[Filling]:
        m = genre_of(puzzle).model(puzzle)
        stated = instances(m.rules)
        del stated[i]
        m.rules = stated
        return [proofs.filling_of(genre_of(puzzle).answer(puzzle, m, s)) for s in self.search(m, count)]

    def answer(self, puzzle: Puzzle) -> Filling | None:
        m = genre_of(puzzle).model(puzzle)
        solutions = self.search(m, 1)
        return proofs.filling_of(genre_of(puzzle).answer(puzzle, m, solutions[0])) if solutions else None

    def search(self, m: Model, count: int) -> Sequence[Any]:
        options = (f"--seed={self.rng.randrange(1000)}", "--rand-freq=0.2", "--sign-def=rnd")
        return Clasp(m, options=options).search(count, SEARCH_SECONDS).solutions


def kind_of_cell(board: Lattice, cell: int) -> str:
    """Return "corner", "rim" or "middle": by how many sides of a cell have no cell beyond them."""
    missing = len(board.direction_names) - len(board.near[cell])
    return "middle" if not missing else "rim" if missing == 1 else "corner"


def kind_of(rule: Rule, board: Lattice) -> tuple[Any, ...]:
    """Return what a rule says of what kind of place: its words, its clue, how many cells, where on the board."""
    at = rule.at
    cells = () if at is None or isinstance(at, str) else (at,) if isinstance(at, int) else tuple(at)
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
    """The puzzle with larger rooms: as many rooms as are needed for seven cells are joined, where two touch."""
    rooms = puzzle[key]
    label = {c: k for k, room in enumerate(rooms) for c in room}
    for _ in range(len(label)):
        cell = rng.choice([*label])
        size = sum(k == label[cell] for k in label.values())
        others = [n for n in puzzle.lattice.near[cell] if n in label and label[n] != label[cell]]
        if size < 7 and others:
            joined = label[others[0]]
            label = {c: label[cell] if k == joined else k for c, k in label.items()}
    return made(puzzle, {**puzzle.values, key: [label.get(c) for c in puzzle.lattice.cells]})


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


def _greatest(layer: Layer[Any], lattice: Lattice, known: Sequence[Any]) -> int:
    """The greatest number that a clue can be on a board; if the layer does not say, somewhat more than any that is known."""
    value = layer.value
    for one in (value, getattr(value, "value", None), *getattr(value, "types", ())):
        if callable(high := getattr(one, "greatest", None)):
            return int(high(lattice))
        if isinstance(high := getattr(one, "high", None), int):
            return min(high, 99)
    numbers = [n for v in known for n in (v if isinstance(v, tuple) else (v,)) if type(n) is int]
    return min(max(numbers, default=0) + 3, 40)


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
