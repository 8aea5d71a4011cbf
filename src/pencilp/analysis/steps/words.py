"""Sentences about steps, in English: facts, rules at their places, and reasons."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from pencilp.analysis.check import Broken
from pencilp.analysis.steps.program import Program
from pencilp.analysis.steps.step import Fact, RuleUse
from pencilp.board.layers.values import ValueType

MAX_NAMED = 8
"""A sentence names this many places of one kind, then only how many more there are."""
MAX_LEFT = 3
"""A sentence names the values that are left for a place if there are at most 3, otherwise the excluded ones."""
SIDES = {"n": "top", "e": "right", "s": "bottom", "w": "left"}
CORNERS = {"nw": "top left", "ne": "top right", "se": "bottom right", "sw": "bottom left"}
_PLURAL = (
    ("{} is ", "{} are "),
    ("{} has ", "{} have "),
    ("{} belongs ", "{} belong "),
    ("{} does ", "{} do "),
    ("{} lies ", "{} lie "),
    ("there is a ", "there are "),
    ("there is no ", "there are no "),
)


def joined(words: Sequence[str], last: str = "and") -> str:
    """Return words as they stand in a sentence: "a, b and c"; of many the first, and how many more."""
    if len(words) > MAX_NAMED + 1:
        more = len(words) - MAX_NAMED
        return f"{', '.join(words[:MAX_NAMED])} {last} {more} more"
    return f" {last} ".join([*filter(None, [", ".join(words[:-1])]), *words[-1:]])


class Words:
    """The sentences of one puzzle's steps."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.puzzle = program.puzzle
        self._rules: dict[int, RuleUse] = {}

    # -- places and facts --------------------------------------------------------------------------------------------

    def place(self, layer: str, index: int) -> str:
        """Return the name of a place of the answer as a sentence has it."""
        kind, lattice = self.puzzle.genre.answers[layer], self.puzzle.lattice
        title = kind.title(index, lattice)
        if kind.on == "edges" and lattice.shape == "square":
            return f"the {SIDES[title[-1]]} side of {title[:-1]}" if title[-1] in SIDES else title
        if kind.on == "corners" and lattice.shape == "square":
            way = title[-2:]
            return f"the {CORNERS[way]} corner of {title[:-2]}" if way in CORNERS else title
        return title

    def fact(self, n: int) -> Fact:
        """Return the fact that a literal holds."""
        key, index, number = self.program.place[abs(n)]
        layer = self.puzzle.genre.answers[key]
        whole = abs(n) in self.program.number
        holds = n > 0 or not whole
        value = self._value(key, index, number if n > 0 or whole else 1 - number)
        place = layer.title(index, self.puzzle.lattice)
        mark = index if layer.on == "cells" else (layer.on, index)
        text = layer.value.said(value, layer.text, holds=holds).format(self.place(key, index))
        return Fact(key, index, value, holds, place, mark, text)

    def _value(self, key: str, index: int, number: int) -> Any:
        """Return the value of a place that stands for a number of the model."""
        numbers: list[int | None] = [None] * len(self.program.m.answer[key])
        numbers[index] = number
        return self.puzzle.genre.answers[key].value.told(numbers, self.puzzle.values)[index]

    def gives(self, lits: Iterable[int], true: Collection[int]) -> str:
        """Return a clause that says that literals follow; if few values are left for a place, these are named."""
        program = self.program
        groups: dict[tuple[str, int], list[int]] = {}
        other: list[int] = []
        for n in lits:
            if n < 0 and -n in program.number and self._plain(program.place[-n][0]):
                groups.setdefault(program.number[-n], []).append(n)
            else:
                other.append(n)
        clauses = [self.facts(other)] if other else []
        for (key, index), excluded in groups.items():
            left = [m for m in program.atoms_of[key, index] if -m not in true and -m not in excluded]
            if len(left) > MAX_LEFT or len(left) >= len(excluded):
                clauses.append(self.facts(excluded))
                continue
            layer = self.puzzle.genre.answers[key]
            shown = joined([self._shown(layer, self.fact(m).value) for m in left], "or")
            clauses.append(f"{self.place(key, index)} is {shown}")
        return joined_clauses(_merged(clauses))

    def facts(self, lits: Iterable[int]) -> str:
        """Return a clause that says that literals hold, those of the same kind together."""
        groups: dict[tuple[str, str], list[str]] = {}
        excluded: dict[tuple[str, int], list[Fact]] = {}
        for n in sorted(lits, key=lambda n: (self.program.place[abs(n)], n)):
            fact = self.fact(n)
            layer = self.puzzle.genre.answers[fact.layer]
            if fact.holds:
                sentence = layer.value.said(fact.value, layer.text)
                groups.setdefault((fact.layer, sentence), []).append(self.place(fact.layer, fact.index))
            else:
                excluded.setdefault((fact.layer, fact.index), []).append(fact)
        for (key, index), some in excluded.items():
            layer = self.puzzle.genre.answers[key]
            if not self._plain(key):
                for fact in some:
                    sentence = layer.value.said(fact.value, layer.text, holds=False)
                    groups.setdefault((key, sentence), []).append(self.place(key, index))
                continue
            shown = _ranges([self._shown(layer, fact.value) for fact in some])
            groups.setdefault((key, f"{{}} is not {shown}"), []).append(self.place(key, index))
        return joined_clauses([_said(sentence, places) for (_, sentence), places in groups.items()])

    def _plain(self, key: str) -> bool:
        """Return whether values of a layer are said by their tokens alone, as numbers are."""
        return type(self.puzzle.genre.answers[key].value).said is ValueType.said

    @staticmethod
    def _shown(layer: Any, value: Any) -> str:
        return "empty" if value == layer.value.nothing else layer.token(value)

    # -- rules -------------------------------------------------------------------------------------------------------

    def rule(self, number: int) -> RuleUse:
        """Return a rule instance as a reason names it."""
        found = self._rules.get(number)
        if found is None:
            rule = self.program.instances[number].rule
            assert rule is not None
            broken = Broken.of(self.puzzle, self.program.m, rule)
            given = self._clue(broken) or broken.given
            where = given or self.where(broken.cells, broken.at)
            text = f"{broken.rule} ({where})" if where else broken.rule
            found = self._rules[number] = RuleUse(
                broken.rule, broken.at, broken.cells, broken.clue, given, broken.mark, text
            )
        return found

    def _clue(self, broken: Broken) -> str:
        """Return a clue by the meaning of its sign, such as "white circle at r1c2"; "" if it has none."""
        if broken.clue is None or isinstance(broken.clue[1], str):
            return ""
        key, index = broken.clue[0], broken.clue[1]
        layer = self.puzzle.genre.inputs[key]
        value = self.puzzle.values[key][index]
        if not layer.value.closed or not isinstance(value, (str, int)):
            return ""
        meaning = next((meaning for known, meaning in layer.value.samples() if known == value), "")
        name = broken.given.rpartition(" at ")[2]
        short = re.split(r"[:,]| \(", meaning)[0].removeprefix("a ").removeprefix("an ")
        return f"{short} at {name}" if meaning else ""

    def where(self, cells: Collection[int], at: str) -> str:
        """Return the place of a rule in words: a line of the board, or its cells; "" for the whole board."""
        lattice = self.puzzle.lattice
        if not cells or len(cells) == len(lattice.cells):
            return at if not cells else ""
        if len(cells) > 1 and lattice.shape == "square":
            rows = {lattice.positions[c][0] for c in cells}
            cols = {lattice.positions[c][1] for c in cells}
            if len(rows) == 1 and len(cells) == sum(r in rows for r, _ in lattice.positions):
                return f"row {rows.pop() + 1}"
            if len(cols) == 1 and len(cells) == sum(c in cols for _, c in lattice.positions):
                return f"column {cols.pop() + 1}"
        names = at.split(" ")
        if len(names) > 4:
            return f"{names[0]} to {names[-1]}"
        return at

    def rules(self, numbers: Iterable[int]) -> str:
        """Return a clause with the words of rule instances, each once, with their places."""
        groups: dict[str, list[str]] = {}
        for number in numbers:
            use = self.rule(number)
            where = use.clue_text or self.where(use.cells, use.at)
            groups.setdefault(use.rule, [])
            if where and where not in groups[use.rule]:
                groups[use.rule].append(where)
        return joined_clauses([f"{rule} ({joined(at)})" if at else rule for rule, at in groups.items()])


def joined_clauses(clauses: Sequence[str]) -> str:
    """Return clauses as one: "a, b, and c"."""
    if len(clauses) < 2:
        return "".join(clauses)
    return f"{', '.join(clauses[:-1])}, and {clauses[-1]}"


def _ranges(values: Sequence[str]) -> str:
    """Return values as a sentence has them, three or more numbers in a row as a range: "1, 2 or 5 to 9"."""
    parts: list[str] = []
    run: list[str] = []
    for value in [*values, ""]:
        if run and value.isdecimal() and run[-1].isdecimal() and int(value) == int(run[-1]) + 1:
            run.append(value)
            continue
        parts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else run
        run = [value]
    return joined(parts, "or")


def _merged(clauses: Sequence[str]) -> list[str]:
    """Return clauses of the same predicate as one: "r1c1 and r1c2 are 1 or 2"."""
    places: dict[str, list[str]] = {}
    for clause in clauses:
        place, verb, rest = clause.partition(" is ")
        if verb and " " not in place:
            places.setdefault(rest, []).append(place)
        else:
            places[clause] = []
    return [_said(f"{{}} is {rest}", some) if some else rest for rest, some in places.items()]


def _said(sentence: str, places: Sequence[str]) -> str:
    """Return a sentence about one place for several."""
    if len(places) > 1:
        for one, many in _PLURAL:
            if sentence.startswith(one):
                sentence = sentence.replace(one, many, 1)
                if one.startswith("there is "):
                    sentence = sentence.replace(" at {}", "s at {}")
                break
    return sentence.format(joined(places))
