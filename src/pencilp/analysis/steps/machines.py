"""Constraints on numbers in order, as machines that read one number after the other: visible towers, and runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from pencilp.analysis.steps.native import Read
from pencilp.model import Int, Lit
from pencilp.model.constraints import Constraint, Runs
from pencilp.model.visible_towers import Towers

MAX_STEPS = 20_000
"""A machine with more steps from one state to another is not looked at natively."""


class Machine(NamedTuple):
    """The ``variables`` in the order in which a machine reads them (none if it reads places of the answer), and what it does.

    ``start`` is its first state; ``after(state, value)`` is the next one, None if that breaks the constraint; ``ends``
    says whether a last state is allowed.
    """

    variables: Sequence[Int | Lit]
    start: Any
    after: Callable[[Any, int], Any]
    ends: Callable[[Any], bool]


def machine_of(constraint: Constraint | Lit) -> Machine | None:
    """Return the machine of a constraint, None if it has none."""
    if isinstance(constraint, Towers):
        return _towers(constraint)
    return _runs(constraint) if isinstance(constraint, Runs) else None


def _towers(constraint: Towers) -> Machine:
    """Return a machine whose states are the greatest height so far and how many towers are visible."""

    def after(state: tuple[int, int], height: int) -> tuple[int, int] | None:
        highest, seen = state
        if height <= highest:
            return state
        return (height, seen + 1) if seen < constraint.count else None

    return Machine(constraint.line, (0, 0), after, lambda state: state[1] == constraint.count)


def _runs(constraint: Runs) -> Machine:
    """Return a machine whose states are how many runs have begun, and how long the last one is; 0: it has ended."""
    lengths = constraint.lengths

    def after(state: tuple[int, int], value: int) -> tuple[int, int] | None:
        begun, long = state
        wanted = lengths[begun - 1] if begun else None
        if not value:
            return (begun, 0) if not long or wanted in (None, long) else None
        if not long:
            return (begun + 1, 1) if begun < len(lengths) else None
        if wanted is None:
            return state
        return (begun, long + 1) if long < wanted else None

    def ends(state: tuple[int, int]) -> bool:
        begun, long = state
        return begun == len(lengths) and (not long or lengths[begun - 1] in (None, long))

    return Machine(constraint.lits, (0, 0), after, ends)


def read(machine: Machine, values: Sequence[dict[int, int]], most: int = MAX_STEPS) -> Read | None:
    """Return what finds the consequences of a machine; ``values`` has, for each variable, the value of each literal.

    None if it has more than ``most`` steps from one state to another.
    """
    numbers = {machine.start: 0}
    places = []
    steps = 0
    for of_literal in values:
        new: dict[Any, int] = {}
        place = []
        for n, value in of_literal.items():
            after = {}
            for state, number in numbers.items():
                following = machine.after(state, value)
                if following is not None:
                    after[number] = new.setdefault(following, len(new))
            place.append((n, after))
            steps += len(after)
        if steps > most:
            return None
        places.append(place)
        numbers = new
    return Read(places, {number for state, number in numbers.items() if machine.ends(state)})
