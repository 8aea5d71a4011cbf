"""The data of steps: facts, rules that are used, links of a chain, steps, and a way of steps."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, NamedTuple

from pencilp._util.services import service
from pencilp.analysis.phrases import said
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.genres.base import genre_of, lineage_of
from pencilp.translations import Catalogue, catalogue

FORMAT = 1
"""The version of the JSON objects of steps. It grows if a key changes its meaning; keys may be added."""

GIVEN = "given"
"""Rules state the values outright, such as that no cell with a number is shaded."""
RULE = "rule"
"""One rule instance alone forces the values."""
PAIR = "pair"
"""Two rule instances force the value together."""
SET = "set"
"""A small set of rule instances forces the values."""
CHAIN = "chain"
"""The opposite is supposed, and short links lead to a broken rule."""
TRIAL = "trial"
"""The opposite is tried: it cannot be finished, but no short chain shows it."""
MISTAKE = "mistake"
"""The answer so far has a mistake: ``gives`` are wrong values, ``rules`` the broken rules."""
DONE = "done"
"""Nothing is left to find."""
NONE = "none"
"""No step was found; the text says why."""
KINDS = (GIVEN, RULE, PAIR, SET, CHAIN, TRIAL)
"""The kinds of steps that give values, easiest first."""


class Fact(NamedTuple):
    """A value that a place of the answer has, or with ``holds`` False does not have.

    ``layer`` and ``index`` say which place, ``place`` names it ("r3c4"), ``mark`` is what a drawing marks (a cell, or
    ("links", index)). ``value`` is as in an ``Answer``. ``text`` says it: "r3c4 is not shaded".
    """

    layer: str
    index: int  # type: ignore[assignment]
    value: Any
    holds: bool
    place: str
    mark: Any
    text: str

    def record(self) -> dict[str, Any]:
        """Return what JSON says of it."""
        return {
            "layer": self.layer, "index": self.index, "place": self.place, "value": self.value, "holds": self.holds,
            "text": self.text,
        }  # fmt: skip

    def said(self, say: Catalogue) -> Fact:
        """Return the same fact in the language of a catalogue."""
        return self._replace(text=said(self.text, say))


class RuleUse(NamedTuple):
    """A rule instance that a reason uses.

    ``rule`` are its words, ``at`` names its place, ``cells`` are the cells there. ``clue`` is the clue it comes from:
    the name of its layer and where it stands there (None: no clue); ``clue_text`` names that clue ("2 at r3c4"),
    ``mark`` is its place in drawings. ``text`` is a sentence part about the rule at this place, ``where`` this place alone:
    the clue, or a line, a room, or cells ("" for the whole board).
    """

    rule: str
    at: str
    cells: tuple[int, ...]
    clue: tuple[Any, ...] | None
    clue_text: str
    mark: Any
    text: str
    where: str = ""

    @property
    def marks(self) -> list[Any]:
        """The places that a drawing marks: the cells, and the clue."""
        return [*self.cells, *([] if self.mark is None else [self.mark])]

    def record(self) -> dict[str, Any]:
        """Return what JSON says of it."""
        return {"rule": self.rule, "at": self.at, "cells": [*self.cells], "clue": self.clue_text, "text": self.text}

    def said(self, say: Catalogue) -> RuleUse:
        """Return the same rule in the language of a catalogue."""
        return self._replace(
            rule=said(self.rule, say),
            clue_text=said(self.clue_text, say),
            text=said(self.text, say),
            where=said(self.where, say),
        )


class Link(NamedTuple):
    """A link of a chain: ``facts`` and ``rules`` give ``gives``. The last link of a chain gives nothing: a rule is broken.

    ``witness`` are places that show why a rule about the whole board is broken (cells, or ("links", index)).
    """

    gives: tuple[Fact, ...]
    rules: tuple[RuleUse, ...]
    facts: tuple[Fact, ...]
    witness: tuple[Any, ...] = ()
    text: str = ""

    def record(self) -> dict[str, Any]:
        """Return what JSON says of it."""
        return {
            "gives": [fact.record() for fact in self.gives],
            "rules": [rule.record() for rule in self.rules],
            "facts": [fact.record() for fact in self.facts],
            "witness": _places(self.witness),
            "text": self.text,
        }

    def said(self, say: Catalogue) -> Link:
        """Return the same link in the language of a catalogue."""
        return self._replace(
            gives=tuple(fact.said(say) for fact in self.gives),
            rules=tuple(rule.said(say) for rule in self.rules),
            facts=tuple(fact.said(say) for fact in self.facts),
            text=said(self.text, say),
        )


class Step(NamedTuple):
    """One step: the values that follow, and the reason.

    ``kind`` is one of ``KINDS``, or ``MISTAKE``, ``DONE``, ``NONE`` where there is no step. ``gives`` are the values
    that follow; ``rules`` and ``facts`` are the whole reason: together they force ``gives``, and none can be left out.
    A chain has the value that is ``supposed`` and its ``links``. ``witness`` are places that show why (see ``Link``).
    ``cost`` says how hard the step is (``pencilp.analysis.steps.costs``), ``open`` how many other steps were found at
    this point. ``text`` is the sentence, ``where`` only says where to look, ``rule_text`` which rules to use. ``before`` is
    what was known before the step, for pictures.
    """

    kind: str
    gives: tuple[Fact, ...] = ()
    rules: tuple[RuleUse, ...] = ()
    facts: tuple[Fact, ...] = ()
    supposed: tuple[Fact, ...] = ()
    links: tuple[Link, ...] = ()
    witness: tuple[Any, ...] = ()
    cost: float = 0.0
    open: int = 0
    text: str = ""
    where: str = ""
    before: Answer | None = None
    rule_text: str = ""

    @property
    def size(self) -> int:
        """How many rule instances the reason has."""
        return len(self.rules)

    @property
    def marks(self) -> list[Any]:
        """The places of the values that follow, for drawings (``marked=``)."""
        return list(dict.fromkeys(fact.mark for fact in self.gives))

    @property
    def reason_marks(self) -> list[Any]:
        """The places of the reason: known values, clues, and the witness."""
        marks = [fact.mark for fact in self.facts]
        marks += [rule.mark for rule in self.rules if rule.mark is not None]
        return list(dict.fromkeys([*marks, *self.witness]))

    def record(self) -> dict[str, Any]:
        """Return what JSON says of it."""
        return {
            "format": FORMAT, "kind": self.kind,
            "gives": [fact.record() for fact in self.gives],
            "rules": [rule.record() for rule in self.rules],
            "facts": [fact.record() for fact in self.facts],
            "supposed": [fact.record() for fact in self.supposed],
            "links": [link.record() for link in self.links],
            "witness": _places(self.witness),
            "size": self.size, "cost": round(self.cost, 3), "open": self.open, "where": self.where, "text": self.text,
        }  # fmt: skip

    def in_language(self, language: str) -> Step:
        """Return the same step with all its texts in a language ("en" or "ja"). Raise InputError for an unknown one."""
        genres = () if self.before is None else lineage_of(genre_of(self.before.puzzle))
        return self._said(catalogue(language, genres, steps=True))

    def _said(self, say: Catalogue) -> Step:
        """Return the same step in the language of a catalogue."""
        return self._replace(
            gives=tuple(fact.said(say) for fact in self.gives),
            rules=tuple(rule.said(say) for rule in self.rules),
            facts=tuple(fact.said(say) for fact in self.facts),
            supposed=tuple(fact.said(say) for fact in self.supposed),
            links=tuple(link.said(say) for link in self.links),
            text=said(self.text, say),
            where=said(self.where, say),
            rule_text=said(self.rule_text, say),
        )

    def to_svg(self, *, orientation: str = "pointed") -> str:
        """Return a picture of the step as an SVG document: what follows is marked, and its reason.

        ``orientation`` is that of hexagons, as in ``Puzzle.to_svg``. The picture is "" if ``before`` is None.
        """
        return str(service("draw step")(self, orientation=orientation))

    def _repr_svg_(self) -> str | None:
        """Return the picture in a notebook, None if there is none."""
        return self.to_svg() or None

    def _repr_html_(self) -> str:
        """Return the picture with its sentence in a notebook."""
        return f"<div>{self.to_svg()}<p>{escape(self.text)}</p></div>"

    @property
    def can_be_revealed(self) -> bool:
        """Whether it can be revealed in stages: a step, or a mistake whose text says the right values."""
        return bool(self) or (self.kind == MISTAKE and not self.rules and bool(self.where))

    def __bool__(self) -> bool:
        """Return whether it gives a value."""
        return self.kind in KINDS

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Step {self.kind}: {self.text}>"


def after(board: Answer, step: Step) -> Answer:
    """Return a board with the values that a step gives."""
    values = {key: list(held) for key, held in board.values.items()}
    for fact in step.gives:
        if fact.holds:
            values[fact.layer][fact.index] = fact.value
    return Answer(board.puzzle, values)


class Way:
    """The way from a board to its answer.

    ``steps`` lead from ``start`` (an ``Answer`` with what was known; nothing by default) to ``end``, which has all that
    is known then. ``status`` is how many answers the puzzle has, as in ``Outcome``. ``finished``: the way reaches the
    answer, or, if there are several, all that they have in common. ``stopped`` says in words why it ends where it does,
    "" if it reaches the answer. ``boards()`` gives the board before the first and after each step.
    """

    __slots__ = ("end", "finished", "puzzle", "seconds", "start", "status", "steps", "stopped")

    def __init__(
        self,
        puzzle: Puzzle,
        status: str,
        steps: Sequence[Step],
        start: Answer,
        end: Answer,
        seconds: float,
        *,
        finished: bool,
        stopped: str,
    ) -> None:
        self.puzzle, self.status, self.steps, self.start, self.end = puzzle, status, [*steps], start, end
        self.seconds, self.finished, self.stopped = seconds, finished, stopped
        boards = self.boards()
        self.steps = [step._replace(before=board) for step, board in zip(steps, boards, strict=False)]

    @property
    def cost(self) -> float:
        """The sum of the costs of all steps."""
        return sum(step.cost for step in self.steps)

    @property
    def hardest(self) -> Step | None:
        """The step with the greatest cost, the first of equal ones; None if there is no step."""
        return max(self.steps, key=lambda step: step.cost, default=None)

    def boards(self) -> list[Answer]:
        """Return what is known before the first step, and after each: ``len(steps) + 1`` answers."""
        result = [self.start]
        for step in self.steps:
            result.append(after(result[-1], step))
        return result

    def in_language(self, language: str) -> Way:
        """Return the same way with all its texts in a language ("en" or "ja"). Raise InputError for an unknown one."""
        say = catalogue(language, lineage_of(genre_of(self.puzzle)), steps=True)
        return Way(
            self.puzzle,
            self.status,
            [step._said(say) for step in self.steps],
            self.start,
            self.end,
            self.seconds,
            finished=self.finished,
            stopped=said(self.stopped, say),
        )

    def to_svg(self, *, orientation: str = "pointed") -> str:
        """Return numbered pictures of all steps, each with its sentence, as one SVG document."""
        return str(service("draw way")(self, orientation=orientation))

    def to_html(self, *, language: str = "en", orientation: str = "pointed") -> str:
        """Return a page for a browser that goes through the steps; it needs no network.

        ``language`` is that of its words ("en" or "ja"). Raise InputError for an unknown one.
        """
        return str(service("way as page")(self, language=language, orientation=orientation))

    def _repr_html_(self) -> str:
        """Return the pictures of all steps in a notebook."""
        return self.to_svg()

    def __str__(self) -> str:
        lines = [f"{number}. {step.text}" for number, step in enumerate(self.steps, 1)]
        return "\n".join([*lines, *([self.stopped] if self.stopped else [])])

    def __repr__(self) -> str:
        return f"<Way {self.status}: {len(self.steps)} steps, {'finished' if self.finished else 'not finished'}>"


def _places(marks: Sequence[Any]) -> list[Any]:
    """Return places as JSON has them: a cell's number, or [kind, index]."""
    return [list(mark) if isinstance(mark, tuple) else mark for mark in marks]
