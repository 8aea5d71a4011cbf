"""The words of one puzzle's steps: facts, and rules at their places."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from pencilp._util.parse_number import are_digits
from pencilp.analysis.check import Broken
from pencilp.analysis.names import LINE, Names
from pencilp.analysis.phrases import MAX_NAMED, Phrase, Stated, joined, joined_clauses, listed
from pencilp.analysis.steps.program import Program
from pencilp.analysis.steps.step import Fact, RuleUse
from pencilp.board.layers.values import ValueType

MAX_LEFT = 3
"""A sentence names the values that are left for a place if there are at most 3, otherwise the excluded ones."""
_PLURAL = (
    ("{} is ", "{} are "),
    ("{} has ", "{} have "),
    ("{} belongs ", "{} belong "),
    ("{} does ", "{} do "),
    ("{} lies ", "{} lie "),
)


_ABSENT = re.compile(r"\b(not|no)\b")
"""Whether a sentence says that no line is there."""
_KIND_OF_CELL = re.compile("an? ([a-z]+) cell")
"""The meaning of a value that is said of its cell."""
_SUBJECT = re.compile(r"(the (?:loop|line|path)) ")
"""The subject of a sentence that the next one calls "it"."""


class Words:
    """The words of one puzzle's steps."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.puzzle = program.puzzle
        self._names = Names(program.puzzle)
        self.places = self._names.places
        self._cells = {name: c for c, name in enumerate(program.puzzle.lattice.names)}
        self._rules: dict[int, RuleUse] = {}

    # -- places and facts --------------------------------------------------------------------------------------------

    def place(self, layer: str, index: int) -> str:
        """Return the name of a place of the answer as a sentence has it."""
        return self._named(layer, [index])[0]

    def where_to_look(self, places: Iterable[tuple[str, int]]) -> str:
        """Return the names of places of the answer, as few words as name them all."""
        layers: dict[str, list[int]] = {}
        for key, index in places:
            layers.setdefault(key, []).append(index)
        return joined(
            [name for key, some in layers.items() for name in self._names.things(key, [*dict.fromkeys(some)])]
        )

    def _named(self, key: str, some: Iterable[int], *, absent: bool = False) -> list[str]:
        """Return the names of places of a layer of the answer, as few words as name them all."""
        return self._names.of_answer(key, some, absent=absent)

    def fact(self, n: int) -> Fact:
        """Return the fact that a literal holds."""
        key, index, number = self.program.place[abs(n)]
        layer = self.puzzle.genre.answers[key]
        whole = abs(n) in self.program.number
        holds = n > 0 or not whole
        value = self._value(key, index, number if n > 0 or whole else 1 - number)
        place = layer.title(index, self.puzzle.lattice)
        mark = index if layer.on == "cells" else (layer.on, index)
        if self._plain(key):
            text = self._said(key, "{} is {}" if holds else "{} is not {}", [index], self._shown(layer, value))
        else:
            text = self._said(key, layer.value.said(value, layer.text, holds=holds), [index])
        return Fact(key, index, value, holds, place, mark, text)

    def _value(self, key: str, index: int, number: int) -> Any:
        """Return the value of a place that stands for a number of the model."""
        numbers: list[int | None] = [None] * len(self.program.m.answer[key])
        numbers[index] = number
        return self.puzzle.genre.answers[key].value.decode(numbers, self.puzzle.values)[index]

    def shown_value(self, n: int) -> str:
        """Return the value of a literal as a sentence has it."""
        key, index, number = self.program.place[abs(n)]
        return self._shown(self.puzzle.genre.answers[key], self._value(key, index, number))

    def bare_value(self, n: int) -> str:
        """Return the value of a literal without its place; "" if the genre has a sentence of its own for it."""
        return self.shown_value(n) if self._plain(self.program.place[abs(n)][0]) else ""

    def gives(self, lits: Iterable[int], true: Collection[int]) -> str:
        """Return a clause that says that literals follow; if few values are left for a place, these are named."""
        return joined_clauses(self.facts(lits, true))

    def known_facts(self, lits: Iterable[int], true: Collection[int]) -> list[str]:
        """Return clauses that say literals of ``true``; a place that is decided there has its number instead of others.

        If many values of a place are excluded, and few are left of it in ``true``, the clause names these.
        """
        number = self.program.number
        said = dict.fromkeys(lits)
        excluded = Counter(number[-n] for n in said if -n in number)
        decided = {number[n]: n for n in true if n in number and excluded[number[n]] > 1}
        said = dict.fromkeys(decided.get(number[-n], n) if -n in number else n for n in said)
        for place, count in excluded.items():
            atoms = self.program.atoms_of[place]
            left = [n for n in atoms if -n not in true]
            if count > MAX_LEFT and 1 < len(left) <= MAX_LEFT and place not in decided:
                said.update(dict.fromkeys(-n for n in atoms if n not in left))
        return self.facts(said)

    def facts(self, lits: Iterable[int], true: Collection[int] = ()) -> list[str]:
        """Return clauses that say that literals hold, those of the same kind together.

        If few values are left for a place (without those that ``true`` excludes), they are named instead of the
        excluded ones. A place that has a number needs no excluded ones.
        """
        number = self.program.number
        groups: dict[tuple[str, tuple[str, ...], str], list[int]] = {}
        excluded: dict[tuple[str, int], list[int]] = {}
        given = {number[n] for n in lits if n in number}
        in_order = sorted(lits, key=lambda n: (self.program.place[abs(n)], n))
        absent = self._absent(n for n in in_order if number.get(-n) not in given)
        for n in in_order:
            key, index, _ = self.program.place[abs(n)]
            if number.get(-n) in given:
                continue
            if -n in number and self._plain(key):
                excluded.setdefault((key, index), []).append(n)
            elif self._plain(key):
                groups.setdefault((key, ("{} is {}",), self.shown_value(n)), []).append(index)
            else:
                sentences = absent.get((key, index), ()) if -n in number else ()
                some = groups.setdefault((key, sentences or (self._sentence(n),), ""), [])
                if index not in some:
                    some.append(index)
        for (key, index), some in excluded.items():
            taken = {*true, *some}
            left = [m for m in self.program.atoms_of[key, index] if -m not in taken]
            if 0 < len(left) <= MAX_LEFT and len(left) < len(some):
                sentence, shown = "{} is {}", joined([self.shown_value(m) for m in left], "or")
            else:
                sentence, shown = "{} is not {}", _ranges([self.shown_value(n) for n in some])
            groups.setdefault((key, (sentence,), shown), []).append(index)
        return [
            _as_one([self._said(key, sentence, some, shown) for sentence in sentences])
            for (key, sentences, shown), some in groups.items()
        ]

    def _sentence(self, n: int) -> str:
        """Return the sentence of the genre that a literal holds, with a gap for its place."""
        key, index, value = self.program.place[abs(n)]
        layer = self.puzzle.genre.answers[key]
        whole = abs(n) in self.program.number
        number = value if n > 0 or whole else 1 - value
        return layer.value.said(self._value(key, index, number), layer.text, holds=n > 0 or not whole)

    def _absent(self, lits: Iterable[int]) -> dict[tuple[str, int], tuple[str, ...]]:
        """Return per place the sentences of all its excluded values; {} if one clause for each value is shorter."""
        places: dict[tuple[str, int], tuple[str, ...]] = {}
        for n in lits:
            key, index, _ = self.program.place[abs(n)]
            if -n in self.program.number and not self._plain(key):
                places[key, index] = (*places.get((key, index), ()), self._sentence(n))
        values = {(key, sentence) for (key, _), sentences in places.items() for sentence in sentences}
        return places if len(values) > len({(key, sentences) for (key, _), sentences in places.items()}) else {}

    def _said(self, key: str, sentence: str, some: Sequence[int], shown: str = "") -> str:
        """Return a sentence about places of a layer, with the value that is ``shown`` if the sentence has a gap for it."""
        line = self.puzzle.genre.answers[key].on in ("links", "edges")
        absent = line and bool(_ABSENT.search(sentence))
        places = self._named(key, some, absent=absent)
        english = sentence
        if len({*some}) > 1:
            for one, several in _PLURAL:
                if sentence.startswith(one):
                    english = sentence.replace(one, several, 1)
                    break
        return Phrase(english, joined(places, "or" if absent else "and"), *filter(None, [shown]), key=sentence)

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
        token: str = kind[1] if kind else layer.token(value)
        return token

    # -- rules -------------------------------------------------------------------------------------------------------

    def rule(self, number: int) -> RuleUse:
        """Return a rule instance as a reason names it."""
        found = self._rules.get(number)
        if found is None:
            rule = self.program.instances[number].rule
            assert rule is not None
            broken = Broken.of(self._names, self.program.m, rule)
            found = self._rules[number] = use_of(broken)
        return found

    def rules(self, numbers: Iterable[int], mentioned: Collection[Any] = (), *, outright: bool = False) -> list[str]:
        """Return clauses with the words of rule instances, each once, with their places.

        A rule about several cells needs no place if all are among the ``mentioned`` places, and it has no clue. A rule
        that states values ``outright`` needs none even if it has a clue or one cell, and none if it is used often: its
        places are those of the values.
        """
        groups: dict[str, list[RuleUse]] = {}
        for number in numbers:
            use = self.rule(number)
            groups.setdefault(use.rule, []).append(use)
        known = set(mentioned)
        clauses: dict[str, list[tuple[str, list[str]]]] = {}
        """Per text with a gap for a line, the rules with this text and their lines."""
        for rule, uses in groups.items():
            lines = _lines(rule, uses)
            if lines and (len(lines) == 1 or not rule.startswith("a ")):
                clauses.setdefault(LINE.sub("{}", rule, 1), []).append((rule, lines))
                continue
            needless = known.issuperset(c for use in uses for c in (use.marks if outright else use.cells))
            clue = any(use.clue_text for use in uses)
            if outright:
                named = not needless and (clue or len(uses) <= MAX_NAMED)
            else:
                named = not needless or clue or any(len(use.cells) == 1 for use in uses)
            clauses[_at(rule, self._places_of(uses) if named else [])] = []
        return [_in_lines(text, some) if some else text for text, some in clauses.items()]

    def _places_of(self, uses: Iterable[RuleUse]) -> list[str]:
        """Return the names of the places of a rule: of clues those with the same sign together, and cells together."""
        cells: list[int] = []
        clues: dict[str, list[str]] = {}
        other: dict[str, None] = {}
        for use in uses:
            if use.clue_text and isinstance(use.where, Phrase) and use.where.key == "{} at {}":
                sign, name = use.where.parts
                clues.setdefault(sign, []).append(name)
            elif use.where in self._cells:
                cells.append(self._cells[use.where])
            elif use.where:
                other[use.where] = None
        signs = [Phrase("{} at {}", sign, joined([*dict.fromkeys(names)])) for sign, names in clues.items()]
        return [*signs, *other, *self.places.cells(cells)]

    def rule_words(self, numbers: Iterable[int]) -> list[str]:
        """Return the words of rule instances without places, each once."""
        return [*dict.fromkeys(Stated(self.rule(number).rule) for number in numbers)]


def use_of(broken: Broken) -> RuleUse:
    """Return a rule at its place as a reason names it."""
    text = _at(Stated(broken.rule), [broken.where] if broken.where else [])
    return RuleUse(broken.rule, broken.at, broken.cells, broken.clue, broken.given, broken.mark, text, broken.where)


def _at(rule: str, places: Sequence[str]) -> str:
    """Return a rule with its places in brackets; semicolons part those that have an "and" of their own."""
    if not places:
        return rule
    if len(places) < 2 or not any(" and " in place for place in places):
        at = joined(places)
    else:
        more = len(places) - MAX_NAMED
        at = listed(places[:MAX_NAMED], "; ")
        at = Phrase("{}; {} more", at, more) if more > 0 else at
    return Phrase.of(f"{rule} ({at})", "{} ({})", (rule, at))


def _lines(rule: str, uses: Sequence[RuleUse]) -> list[str]:
    """Return the lines or rooms of a rule if its words speak of one, such as "a row"; [] if they do not."""
    its = LINE.findall(rule)
    if len(its) != 1:
        return []
    lines = []
    for use in uses:
        where = use.where
        if use.clue_text or not isinstance(where, Phrase):
            return []
        if its[0] == "run" and where.key == "{} to {}":
            where = Phrase("the run {}", where)
        if not re.match(f"(the )?({its[0].replace(' or ', '|')}) ", where):
            return []
        lines.append(where)
    return [*dict.fromkeys(lines)]


def _in_lines(text: str, some: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Return rules that have the same ``text`` but for a gap as one clause, with their lines in that gap."""
    lines = joined([line for _, lines in some for line in lines], "or" if text.startswith("no ") else "and")
    whole = joined_clauses([Phrase.of("", "{} ({})", (rule, joined(lines))) for rule, lines in some])
    assert isinstance(whole, Phrase)
    return Phrase.of(text.replace("{}", lines, 1), whole.key, whole.parts)


def because(facts: Sequence[str], rules: Sequence[str]) -> str:
    """Return facts and rules as one clause, in which "it" stands for a subject that was named before."""
    english = joined_clauses(_with_pronouns([*facts, *rules]))
    if not facts or not rules:
        return english
    return Phrase.of(english, "{}, and the rule: {}", (joined_clauses(facts), joined_clauses(rules)))


def _with_pronouns(clauses: Sequence[str]) -> list[str]:
    """Return clauses in which "it" stands for a subject that the first clause names."""
    first = _SUBJECT.match(clauses[0]) if clauses else None
    if first is None:
        return [*clauses]
    return [clauses[0], *(_again(clause, first[0]) for clause in clauses[1:])]


def _again(clause: str, subject: str) -> str:
    if not clause.startswith(subject):
        return clause
    english = f"it {clause.removeprefix(subject)}"
    if isinstance(clause, Phrase):
        return Phrase.of(english, clause.key, clause.parts)
    return Phrase.of(english, clause)


def _as_one(clauses: Sequence[str]) -> str:
    """Return clauses that begin with the same words as one: "r1c1 has no plus or minus"."""
    whole = joined_clauses(clauses)
    if len(clauses) < 2 or not isinstance(whole, Phrase):
        return whole
    words = [clause.split(" ") for clause in clauses]
    same = 0
    while all(len(some) > same + 1 and some[same] == words[0][same] for some in words):
        same += 1
    english = " ".join([*words[0][:same], joined([" ".join(some[same:]) for some in words], "or")])
    return Phrase.of(english, whole.key, whole.parts)


def _ranges(values: Sequence[str]) -> str:
    """Return values as a sentence has them, three or more numbers in a row as a range: "1, 2 or 5 to 9"."""
    parts: list[str] = []
    run: list[str] = []
    for value in [*values, ""]:
        if run and are_digits(value) and are_digits(run[-1]) and int(value) == int(run[-1]) + 1:
            run.append(value)
            continue
        parts += [Phrase("{} to {}", run[0], run[-1])] if len(run) > 2 else run
        run = [value]
    return joined(parts, "or")
