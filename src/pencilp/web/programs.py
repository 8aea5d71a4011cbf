"""The integer program of a board for the page: the rules in words, each with its formulas."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pencilp.analysis.check import cells_of
from pencilp.board.puzzle import Puzzle
from pencilp.genres import genre_of
from pencilp.model.show import Wording
from pencilp.model.structures import instances
from pencilp.model.variables import Number
from pencilp.program_files import write
from pencilp.reformulate.linear import layout
from pencilp.reformulate.linear.linearise import linearise
from pencilp.reformulate.linear.program import Program, Row
from pencilp.translations import Catalogue

MAX_SHOWN = 2000
"""Instances of a rule that are listed."""
MAX_ROWS = 1000
"""Rows of an instance that are listed."""
MAX_TERMS = 200
"""Terms of a row that are listed."""
MAX_CHARACTERS = 3_000_000
"""The longest text of all instances together."""


def program_of(puzzle: Puzzle, formulation: str, say: Catalogue) -> dict[str, Any]:
    """Return the program of a puzzle, as in LP files, rule by rule, with texts in the language of ``say``.

    A rule has its ``words``, the numbers of its instances (``many``) and ``rows``, and ``instances``, each with its constraint
    (``text``), its place (``at``), its ``cells`` and its ``rows`` as text. The last rule, without words, has the rows that belong
    to no rule, such as definitions. ``rows``, ``columns`` and ``nonzeros`` are the numbers in the LP file, ``variables`` and
    ``integers`` those of 0/1 variables and whole numbers in the rules. ``cut``: not everything is listed. Raise InputError for a
    formulation that the genre does not have.
    """
    model = genre_of(puzzle).model(puzzle, formulation)
    wording = Wording(model)
    size = model.size  # read it now: linearising adds variables
    linear = layout.arranged(linearise(model).program)
    text = _Rows(linear)
    by_rule: dict[tuple[str, str], list[str]] = {}
    counts: dict[str, int] = {}
    for row in linear.rows:
        counts[row.words] = counts.get(row.words, 0) + 1
        by_rule.setdefault((row.words, row.place), []).append(text.row(row))
    for bound in linear.bound_by:
        by_rule.setdefault((bound.words, bound.place), []).append(text.bound(bound.column))
    rules: dict[str, dict[str, Any]] = {}
    for rule in instances(model.rules):
        place = model.place(rule.at)
        one = rules.setdefault(rule.words, _rule(rule.words, counts))
        one["many"] += 1
        if one["many"] <= MAX_SHOWN:
            rows = by_rule.pop((rule.words, place), [])
            one["instances"].append(
                {"text": wording.constraint(rule.constraint), "at": place, "cells": cells_of(rule.at), "rows": rows}
            )
    # rows of fast forms may have other places than the rules, and definitions have none
    cells = {name: cell for cell, name in enumerate(puzzle.lattice.names)}
    for (words, place), rows in by_rule.items():
        one = rules.setdefault(words, _rule(words, counts))
        if len(one["instances"]) < MAX_SHOWN:
            at = [cells[name] for name in place.split() if name in cells]
            one["instances"].append({"text": "", "at": place, "cells": at, "rows": rows})
    return {
        "variables": size,
        "integers": len(model.ints),
        "rows": write.lp_rows(linear),
        "columns": len(linear.columns),
        "nonzeros": sum(len(row.terms) for row in linear.rows),
        "cut": _cut(rules.values()),
        "rules": [_translated(rule, say) for rule in sorted(rules.values(), key=lambda rule: not rule["words"])],
    }


def _translated(rule: dict[str, Any], say: Catalogue) -> dict[str, Any]:
    """Return a rule with its words and places translated; the formulas stay."""
    instances = [{**one, "at": say.places(one["at"])} for one in rule["instances"]]
    return {**rule, "words": say.of_genre(rule["words"]), "instances": instances}


def _rule(words: str, counts: dict[str, int]) -> dict[str, Any]:
    return {"words": words, "many": 0, "rows": counts.get(words, 0), "instances": []}


def _cut(rules: Iterable[dict[str, Any]]) -> bool:
    """Drop the last rows and texts beyond the limits, and return whether anything was dropped."""
    cut, length = False, 0
    for rule in rules:
        cut = cut or rule["many"] > MAX_SHOWN
        for one in rule["instances"]:
            if len(one["rows"]) > MAX_ROWS:
                one["rows"], cut = one["rows"][:MAX_ROWS], True
            length += len(one["text"]) + sum(map(len, one["rows"]))
            if length > MAX_CHARACTERS:
                one["rows"], one["text"], cut = [], "", True
    return cut


class _Rows:
    """Rows of a program as text."""

    def __init__(self, program: Program) -> None:
        self.columns = program.columns

    def row(self, row: Row) -> str:
        """Return a row with its name: ``name: a + 2 b <= 3``."""
        parts: list[str] = []
        for factor, column in row.terms[:MAX_TERMS]:
            sign = "-" if factor < 0 else "+" if parts else ""
            magnitude = -factor if factor < 0 else factor
            size = "" if magnitude == 1 else f"{Wording.number(magnitude)} "
            parts.append(f"{sign} {size}{self.columns[column].name}".strip())
        if len(row.terms) > MAX_TERMS:
            parts.append(f"+ ... ({len(row.terms)})")
        middle = " ".join(parts) or "0"
        return f"{row.name}: {_between(row.low, middle, row.high)}"

    def bound(self, column: int) -> str:
        """Return the bounds of a column, if they are an instance of a rule."""
        name, low, high, _ = self.columns[column]
        return _between(low, name, high)


def _between(low: Number | None, middle: str, high: Number | None) -> str:
    if low is None:
        return middle if high is None else f"{middle} <= {Wording.number(high)}"
    if high is None:
        return f"{middle} >= {Wording.number(low)}"
    return (
        f"{middle} = {Wording.number(low)}"
        if low == high
        else f"{Wording.number(low)} <= {middle} <= {Wording.number(high)}"
    )
