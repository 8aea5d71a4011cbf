"""No long runs on a board with few cells between the runs: a count that follows from both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pencilp.model.constraints import Constraint, at_most
from pencilp.model.fixed_literals import minimum_true
from pencilp.model.model import Rule
from pencilp.reformulate.rewrite import Rewrite

if TYPE_CHECKING:
    from pencilp.structures.lines import NoRun, Stretches


def rewrite(stretches: Stretches, rules: Sequence[Rule]) -> Rewrite | str:
    """Return counts that follow from ``rules`` and the counts of the model."""
    counts = [(rule, count) for rule in rules if (count := _count(stretches, rule[0])) is not None]  # type: ignore[arg-type]
    if not counts:
        return "the board can hold many cells between the runs"
    return Rewrite(
        "counts of the few cells between runs", [], [Rule(count, rule.words, None) for rule, count in counts]
    )


def _count(stretches: Stretches, rule: NoRun) -> Constraint | None:
    """Return a count that follows if every ``length`` cells in a row include a false one, and the board has few.

    Disjoint stretches of that length are placed on the board, as many as possible. Each holds a cell with a false
    literal. If the board can hold hardly more of them than there are stretches, few are left: further ones in a
    stretch, and those outside all stretches. A search would have to count to find that.
    """
    board, length, m = stretches.board, rule.length, stretches.m
    cells = len(board.cells)
    most = cells - minimum_true(rule.lits, m.rules)
    if (most - cells // length) * 4 >= cells // length:
        return None
    taken, held = [False] * cells, set(rule.at)
    windows: list[tuple[int, ...]] = []
    for cell in board.cells:
        for d in board.line_directions:
            window = board.stretch(cell, d, length)
            if window in held and not any(taken[c] for c in window):
                windows.append(window)
                for c in window:
                    taken[c] = True
    spare = most - len(windows)
    if spare * 4 >= len(windows):
        return None
    beyond = [~rule.lits[c] for c in board.cells if not taken[c]]
    for window in windows:
        inside = [~rule.lits[c] for c in window]
        beyond += [m.count_of(n, inside) for n in range(2, min(length, spare + 2) + 1)]
    return at_most(spare, beyond)
