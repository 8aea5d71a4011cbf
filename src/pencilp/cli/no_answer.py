"""The lines of ``pencilp solve`` and ``run`` about a puzzle without an answer, and about two answers that differ."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pencilp.analysis.phrases import said
from pencilp.cli.options import old_name
from pencilp.cli.output import warn
from pencilp.errors import SolverError

if TYPE_CHECKING:
    from pencilp.cli.options import Options
    from pencilp.translations import Catalogue

CONFLICT_SECONDS = 0.5
"""Seconds of the search for clues that contradict each other, without ``--explain``."""
MAX_ROW_CHARACTERS = 200
"""Characters of a row that are printed."""
MAX_PLACES = 12
"""Differing places that are named."""


def options(parser: Options) -> None:
    """Add the options ``--explain`` and ``--repair`` of ``solve``."""
    parser.add_argument(
        "--explain",
        action="store_true",
        help="if there is no answer, search until it is known which clues contradict each other, also for pictures and JSON "
        "(without this option, text names them if they are found within half a second); for a program, name the rows and "
        "bounds that contradict each other",
    )
    old_name(parser, "--why", "explain", action="store_true")
    parser.add_argument(
        "--repair",
        action="store_true",
        help="if there is no answer, or more than one, find the fewest clues to change so that there is exactly one answer",
    )


def repair(puzzle: Any, left: float | None) -> Any:
    """Return the smallest changes of clues that give a puzzle exactly one answer, found within ``left`` seconds."""
    from pencilp.analysis.repair import repair as find_repair  # only with --repair

    return find_repair(puzzle, time_limit=left)


def repair_record(outcome: Any) -> dict[str, Any]:
    """Return the JSON record of a repair."""
    return {
        "status": outcome.status,
        "proved": outcome.proved,
        "changes": [
            [{"at": each.at, "before": each.before or None, "after": each.after or None} for each in changes]
            for changes in outcome.changes
        ],
    }


def explanation(puzzle: Any, left: float | None, options: argparse.Namespace) -> Any:
    """Return the contradicting clues of a puzzle without an answer; None if they are not wanted or not found.

    ``left`` are the remaining seconds (None: no limit).
    """
    if not options.explain and options.format != "text":
        return None
    limit = left if options.explain else CONFLICT_SECONDS if left is None else min(left, CONFLICT_SECONDS)
    from pencilp.analysis.conflict import conflict  # only if there is no answer

    try:
        result = conflict(puzzle, time_limit=limit)
    except SolverError as error:
        if options.explain:
            warn(f"the clues that contradict each other are not found: {error}")
        return None
    return result if result.status == "none" else None


def explanation_lines(outcome: Any, options: argparse.Namespace) -> list[str]:
    """Return the lines about why there is no answer, or about ``--explain``, which finds out."""
    marked = " (marked with !)" if options.format == "text" else ""
    if outcome is None or not (outcome.minimal or options.explain):
        return [] if options.explain else ["add --explain to find out which clues contradict each other"]
    return conflict_lines(outcome, marked)


def conflict_lines(outcome: Any, marked: str = "") -> list[str]:
    """Return the lines about clues and rules that contradict each other; ``marked`` says how a drawing shows them."""
    clues = outcome.clues
    placed = [rule for rule in outcome.rules if rule.at and rule.clue is None]
    lines: list[str] = []
    from pencilp.analysis.phrases import Phrase  # only if there is no answer

    if clues:
        count = len({_clue_of(rule) for rule in clues})
        if count == 1:
            lines.append(Phrase("this clue cannot be right{}:", marked))
        elif count == 2:
            lines.append(Phrase("these two clues cannot both be right{}:", marked))
        else:
            lines.append(Phrase("these {} clues cannot all be right{}:", count, marked))
        lines += _grouped(clues)
    if placed:
        lines.append(Phrase("the puzzle contradicts these rules{}:", marked))
        lines += _grouped(placed)
    rest = [rule.rule for rule in outcome.rules if rule not in clues and rule not in placed]
    if rest:
        if not (clues or placed):
            lines.append("these rules contradict each other on this board:")
        elif len(rest) == 1:
            lines.append("together with this rule of the puzzle:")
        else:
            lines.append("together with these rules of the puzzle:")
        lines += [Phrase("  {}", words) for words in rest]
    if not outcome.minimal:
        lines.append("some of them may not be needed: the time was not enough to find out")
    return lines


def _grouped(rules: Sequence[Any]) -> list[str]:
    """Return a line for each rule, with all its clues or places."""
    from pencilp.analysis.phrases import Phrase, listed  # only if there is no answer

    groups: dict[str, dict[Any, str]] = {}
    for rule in rules:
        which = rule.at if rule.clue is None else _clue_of(rule)
        groups.setdefault(rule.rule, {})[which] = rule.where or rule.at
    return [Phrase("  {}: {}", words, listed([*places.values()])) for words, places in groups.items()]


def _clue_of(rule: Any) -> tuple[Any, ...]:
    """Return the layer and the place of the clue that a rule comes from, without the index of a number."""
    key, where, *more = rule.clue
    return (key, where, *more) if isinstance(where, str) else (key, where)


def record(outcome: Any) -> dict[str, Any]:
    """Return the JSON record of an explanation."""
    return {"minimal": outcome.minimal, "rules": [rule_record(rule) for rule in outcome.rules]}


def rule_record(rule: Any, say: Catalogue | None = None) -> dict[str, Any]:
    """Return the JSON record of a rule at a place, with texts in the language of a catalogue (default: English)."""
    texts = {"rule": rule.rule, "at": rule.at, "clue": rule.given, "found": rule.found}
    kept = {key: text for key, text in texts.items() if text or key in ("rule", "at")}
    return kept if say is None else {key: text if key == "at" else said(text, say) for key, text in kept.items()}


def program_conflict(program: Any, left: float | None) -> Any:
    """Return rows and bounds of a program that contradict each other, found within ``left`` seconds."""
    from pencilp.solvers.programs.infeasible_set import infeasible_set  # only with --explain

    return infeasible_set(program, left)


def program_lines(outcome: Any) -> list[str]:
    """Return the lines about why a program has no solution; ``outcome`` is None without ``--explain``."""
    if outcome is None:
        return ["add --explain to find out which rows and bounds contradict each other"]
    if outcome.status != "none":
        return ["the limit was reached before it was known which rows and bounds contradict each other"]
    lines = outcome.lines
    what = " and ".join(kind for kind, some in (("rows", outcome.rows), ("bounds", outcome.bounds)) if some)
    if not outcome.minimal:
        head = f"these {what} contradict each other (some may not be needed: the time was not enough to find out):"
    elif len(lines) == 1:
        head = "this row has no solution by itself:" if outcome.rows else "this bound has no solution by itself:"
    else:
        head = f"these {what} contradict each other; without any one of them there is a solution:"
    cut = [line if len(line) <= MAX_ROW_CHARACTERS else f"{line[:MAX_ROW_CHARACTERS]} ..." for line in lines]
    end = ["if fractions were allowed, there would be a solution"] if outcome.fractions else []
    return [head, *(f"  {line}" for line in cut), *end]


def program_record(outcome: Any) -> dict[str, Any]:
    """Return the JSON record of rows and bounds that contradict each other."""
    from pencilp.program_files.write import row_as_text  # only with --explain

    return {
        "minimal": outcome.minimal,
        "rows": [{"name": row.name, "row": row_as_text(row, outcome.names)} for row in outcome.rows],
        "bounds": [{"column": bound.column, "bound": str(bound)} for bound in outcome.bounds],
        "fractions": outcome.fractions,
    }


def differences(puzzle: Any, places: Sequence[Any]) -> str:
    """Return the line that names the places where two answers differ."""
    return f"the second differs from the first at {_names(puzzle, places)}"


def undecided(puzzle: Any, cells: Sequence[int]) -> str:
    """Return the line that names undecided cells whose dots are hidden by clues."""
    return f"undecided cells with a clue: {_names(puzzle, cells)}"


def _names(puzzle: Any, places: Sequence[Any]) -> str:
    """Return the names of the first places, and how many more there are."""
    lattice = puzzle.lattice
    kinds = {"edges": lattice.edge_names, "corners": lattice.corner_names, "cells": lattice.names}
    names = [
        kinds[kind][i] if kind in kinds else f"{kind[:-1]} {i + 1}"
        for kind, i in (place if isinstance(place, tuple) else ("cells", place) for place in places)
    ]
    more = f" and {len(names) - MAX_PLACES} more" if len(names) > MAX_PLACES else ""
    return f"{' '.join(names[:MAX_PLACES])}{more}"
