"""Sentences about steps, in English: facts, rules at their places, and reasons."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from pencilp._util.parse_number import are_digits
from pencilp.analysis.check import Broken
from pencilp.analysis.steps.places import MAX_NAMED, Places, joined
from pencilp.analysis.steps.program import Program
from pencilp.analysis.steps.step import Fact, RuleUse
from pencilp.board.layers.rooms import Rooms
from pencilp.board.layers.symbols import WAYS_SAID
from pencilp.board.layers.values import ALONG, ValueType

MAX_LEFT = 3
"""A sentence names the values that are left for a place if there are at most 3, otherwise the excluded ones."""
ROOMS = {"boxes": "box", "cages": "cage", "regions": "region"}
"""The layers of rooms whose groups have another name than "room"."""
_PLURAL = (
    ("{} is ", "{} are "),
    ("{} has ", "{} have "),
    ("{} belongs ", "{} belong "),
    ("{} does ", "{} do "),
    ("{} lies ", "{} lie "),
)


_ABSENT = re.compile(r"\b(not|no)\b")
"""Whether a sentence says that no line is there."""
_ARROW = re.compile(r"[bgw]?(\d+|\?)-?([nesw])")
"""The token of a number with an arrow."""
_COLOURED = re.compile(r"([bgw])(\d+)")
"""The token of a number in a circle."""
_COLOURS = {"b": "black", "g": "grey", "w": "white"}
_KIND_OF_CELL = re.compile("an? ([a-z]+) cell")
"""The meaning of a value that is said of its cell."""
_SUBJECT = re.compile(r"(the (?:loop|line|path)) ")
"""The subject of a sentence that the next one calls "it"."""


class Words:
    """The sentences of one puzzle's steps."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.puzzle = program.puzzle
        self.places = Places(program.puzzle.lattice)
        self._cells = {name: c for c, name in enumerate(program.puzzle.lattice.names)}
        self._rules: dict[int, RuleUse] = {}
        self._rooms = {
            frozenset(group): ROOMS.get(key, "room")
            for key, layer in self.puzzle.values.items()
            if isinstance(self.puzzle.genre.inputs[key], Rooms)
            for group in layer.groups
        }

    # -- places and facts --------------------------------------------------------------------------------------------

    def place(self, layer: str, index: int) -> str:
        """Return the name of a place of the answer as a sentence has it."""
        return self._named(layer, [index])[0]

    def where_to_look(self, places: Iterable[tuple[str, int]]) -> str:
        """Return the names of places of the answer, as few words as name them all."""
        layers: dict[str, list[int]] = {}
        for key, index in places:
            layers.setdefault(key, []).append(index)
        return joined([name for key, some in layers.items() for name in self._named(key, dict.fromkeys(some))])

    def _named(self, key: str, some: Iterable[int], *, absent: bool = False) -> list[str]:
        """Return the names of places of a layer of the answer, as few words as name them all."""
        layer = self.puzzle.genre.answers[key]
        if layer.on == "cells":
            return self.places.cells(some)
        if layer.on == "links":
            return self.places.links(some, along=getattr(layer.value, "way", "") == ALONG, absent=absent)
        if layer.on == "edges":
            return [self.places.edges(some, "or" if absent else "and")]
        if layer.on == "corners":
            return [self.places.corners(some)]
        return [layer.title(i, self.puzzle.lattice) for i in some]

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
        left_of: dict[tuple[str, str], list[int]] = {}
        many: list[int] = []
        for (key, index), excluded in groups.items():
            left = [m for m in program.atoms_of[key, index] if -m not in true and -m not in excluded]
            if len(left) > MAX_LEFT or len(left) >= len(excluded):
                many += excluded
                continue
            layer = self.puzzle.genre.answers[key]
            shown = joined([self._shown(layer, self.fact(m).value) for m in left], "or")
            left_of.setdefault((key, shown), []).append(index)
        if many:
            clauses.append(self.facts(many))
        clauses += [self._said(key, f"{{}} is {shown}", some) for (key, shown), some in left_of.items()]
        return joined_clauses(clauses)

    def facts(self, lits: Iterable[int]) -> str:
        """Return a clause that says that literals hold, those of the same kind together."""
        groups: dict[tuple[str, str], list[int]] = {}
        excluded: dict[tuple[str, int], list[Fact]] = {}
        for n in sorted(lits, key=lambda n: (self.program.place[abs(n)], n)):
            fact = self.fact(n)
            layer = self.puzzle.genre.answers[fact.layer]
            if fact.holds:
                sentence = layer.value.said(fact.value, layer.text)
                groups.setdefault((fact.layer, sentence), []).append(fact.index)
            else:
                excluded.setdefault((fact.layer, fact.index), []).append(fact)
        for (key, index), some in excluded.items():
            layer = self.puzzle.genre.answers[key]
            if not self._plain(key):
                for fact in some:
                    sentence = layer.value.said(fact.value, layer.text, holds=False)
                    groups.setdefault((key, sentence), []).append(index)
                continue
            shown = _ranges([self._shown(layer, fact.value) for fact in some])
            groups.setdefault((key, f"{{}} is not {shown}"), []).append(index)
        return joined_clauses([self._said(key, sentence, some) for (key, sentence), some in groups.items()])

    def _said(self, key: str, sentence: str, some: Sequence[int]) -> str:
        """Return a sentence about one place of a layer for several."""
        line = self.puzzle.genre.answers[key].on in ("links", "edges")
        absent = line and bool(_ABSENT.search(sentence))
        places = self._named(key, some, absent=absent)
        if len(some) > 1:
            for one, several in _PLURAL:
                if sentence.startswith(one):
                    sentence = sentence.replace(one, several, 1)
                    break
        return sentence.format(joined(places, "or" if absent else "and"))

    def _plain(self, key: str) -> bool:
        """Return whether values of a layer are said by their tokens alone, as numbers are."""
        return type(self.puzzle.genre.answers[key].value).said is ValueType.said

    @staticmethod
    def _shown(layer: Any, value: Any) -> str:
        """Return a value as a sentence has it."""
        if value == layer.value.nothing:
            return "empty"
        meaning = next((meaning for known, meaning in layer.value.samples() if known == value), "")
        kind = _KIND_OF_CELL.fullmatch(meaning)
        return kind[1] if kind else layer.token(value)

    # -- rules -------------------------------------------------------------------------------------------------------

    def rule(self, number: int) -> RuleUse:
        """Return a rule instance as a reason names it."""
        found = self._rules.get(number)
        if found is None:
            rule = self.program.instances[number].rule
            assert rule is not None
            broken = Broken.of(self.puzzle, self.program.m, rule)
            given = self._clue(broken)
            where = given or self.where(broken.cells, broken.at)
            text = f"{broken.rule} ({where})" if where else broken.rule
            found = self._rules[number] = RuleUse(
                broken.rule, broken.at, broken.cells, broken.clue, given, broken.mark, text
            )
        return found

    def _clue(self, broken: Broken) -> str:
        """Return a clue with its place, by the meaning of its sign if it has one, such as "white circle at r1c2"."""
        if broken.clue is None or isinstance(broken.clue[1], str):
            return broken.given
        key, index = broken.clue[0], broken.clue[1]
        layer = self.puzzle.genre.inputs[key]
        sign, at, name = broken.given.rpartition(" at ")
        if layer.on == "corners":
            name = self.places.corner(index)
        elif layer.on == "edges":
            name = self.places.edges([index])
        elif layer.on == "links":
            sign, at, name = sign, " ", self.places.links([index], along=True)[0]
        value = self.puzzle.values[key][index]
        if layer.value.closed and isinstance(value, (str, int)):
            meaning = next((meaning for known, meaning in layer.value.samples() if known == value), "")
            short = re.split(r"[:,]| \(", meaning)[0].removeprefix("a ").removeprefix("an ")
            sign = "sign" if " is " in short else short.removeprefix("the ") or sign
        arrow = _ARROW.fullmatch(sign)
        if arrow:
            sign = f"{arrow[1]} with an arrow {WAYS_SAID[arrow[2]]}"
        if coloured := _COLOURED.fullmatch(sign):
            sign = f"{_COLOURS[coloured[1]]} {coloured[2]}"
        # a rule about white circles does not need the words "white circle" again
        return name if len(sign) > 3 and sign in broken.rule and at.strip() else f"{sign}{at}{name}"

    def where(self, cells: Collection[int], at: str) -> str:
        """Return the place of a rule in words: a line, a room, a corner, or its cells; "" for the whole board."""
        if not cells:
            return at
        if len(cells) == len(self.puzzle.lattice.cells):
            return ""
        if any(layer.on in ("edges", "corners") for layer in self.puzzle.genre.answers.values()):
            corner = self.places.corner_of(cells)
            if corner:
                return f"at {corner}"
        room = self._rooms.get(frozenset(cells))
        if room and len(cells) > 1:
            return f"the {room} of {self.puzzle.lattice.names[min(cells)]}"
        return self.places.area(cells) or joined(self.places.cells(cells))

    def rules(self, numbers: Iterable[int], gives: Iterable[int] = ()) -> str:
        """Return a clause with the words of rule instances, each once, with their places.

        A rule whose places are exactly those of the literals ``gives`` needs no place.
        """
        groups: dict[str, list[RuleUse]] = {}
        for number in numbers:
            use = self.rule(number)
            groups.setdefault(use.rule, []).append(use)
        given = [self.fact(n).mark for n in gives]
        clauses = []
        for rule, uses in groups.items():
            same = bool(given) and set(given) == {c for use in uses for c in use.cells}
            at = "" if same else _listed(self._places_of(uses))
            clauses.append(f"{rule} ({at})" if at else rule)
        return joined_clauses(clauses)

    def _places_of(self, uses: Iterable[RuleUse]) -> list[str]:
        """Return the names of the places of a rule: of clues those with the same sign together, and cells together."""
        cells: list[int] = []
        clues: dict[str, list[str]] = {}
        other: dict[str, None] = {}
        for use in uses:
            sign, at, name = use.clue_text.partition(" at ")
            if at and len(name.split()) == 1:
                clues.setdefault(sign, []).append(name)
                continue
            if use.clue_text in self._cells:
                cells.append(self._cells[use.clue_text])
                continue
            if use.clue_text:
                other[use.clue_text] = None
                continue
            where = self.where(use.cells, use.at)
            if len(use.cells) == 1 and not where.startswith("at "):
                cells.append(use.cells[0])
            elif where:
                other[where] = None
        signs = [f"{sign} at {joined([*dict.fromkeys(names)])}" for sign, names in clues.items()]
        return [*signs, *other, *self.places.cells(cells)]

    def rule_words(self, numbers: Iterable[int]) -> list[str]:
        """Return the words of rule instances without places, each once."""
        return [*dict.fromkeys(self.rule(number).rule for number in numbers)]


def _listed(places: Sequence[str]) -> str:
    """Return the places of a rule as one text; semicolons part those that have an "and" of their own."""
    if len(places) < 2 or not any(" and " in place for place in places):
        return joined(places)
    more = len(places) - MAX_NAMED
    return "; ".join([*places[:MAX_NAMED], *([f"{more} more"] if more > 0 else [])])


def joined_clauses(clauses: Sequence[str]) -> str:
    """Return clauses as one: "a, b, and c"."""
    if len(clauses) < 2:
        return "".join(clauses)
    first = _SUBJECT.match(clauses[0])
    if first:
        clauses = [clauses[0], *(re.sub(f"^{first[1]} ", "it ", clause) for clause in clauses[1:])]
    return f"{', '.join(clauses[:-1])}, and {clauses[-1]}"


def _ranges(values: Sequence[str]) -> str:
    """Return values as a sentence has them, three or more numbers in a row as a range: "1, 2 or 5 to 9"."""
    parts: list[str] = []
    run: list[str] = []
    for value in [*values, ""]:
        if run and are_digits(value) and are_digits(run[-1]) and int(value) == int(run[-1]) + 1:
            run.append(value)
            continue
        parts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else run
        run = [value]
    return joined(parts, "or")
