"""The weights of a rating, as data: what makes a step hard. All genres have the same.

``bench/rating.py`` compares ratings with the levels of Simon Tatham's generators.
"""

from __future__ import annotations

from typing import Final, NamedTuple

GIVEN: Final = 0.1
"""A rule states a value outright."""
RULE: Final = 1.0
"""One rule instance gives a value."""
EXCLUDES: Final = 1.0
"""A rule instance that only excludes numbers, and gives no value; added."""
LISTED, MAX_GLANCED = 0.5, 300
"""A rule instance that is more than a count, such as a cage or a view from outside, and allows its places more values
together than this; added."""
LINE, MIN_LINE = 0.25, 6
"""A rule instance about at least 6 places, such as a row; added."""
OPEN: Final = ((3, 0.25), (5, 0.25), (7, 0.25))
"""A rule instance with at least this number of open places; added, one after the other."""
CUT_OFF_ONE, CUT_OFF, BOARD = 2.0, 3.5, 2.5
"""A rule about the whole board, instead of the weights above: one cell would be cut off, several, or neither is known."""

CHAIN: Final = 2.0
"""The opposite of a value is supposed, and a rule is broken; the length of the links is added."""
GLANCE: Final = 0.4
"""A link because of one value: people see it at a glance."""
LINK: Final = 1.0
"""A link because of several values."""
LINK_BOARD: Final = 0.4
"""A link because of a rule about the whole board; added."""
PREMISE, MAX_PREMISES = 0.3, 5
"""Each value that such a link uses after the first; at most 5 count."""
MEETING: Final = 0.15
"""Two links that give opposite values; added."""
WIDTH: Final = 0.25
"""Chains that are longer than the shortest one by at most this are taken together."""

SAME_PLACES: Final = 1.5
"""Rule instances about the same places give a value together."""
SPACED: Final = 1.5
"""A count gives a value together with rules that allow one of some of its values, such as "do not touch"."""
PAIR: Final = 2.5
"""Two rule instances that touch give a value that neither gives alone."""
MORE: Final = 0.5
"""Up to six rule instances give a value together, and one of them has all places of the others: as a pair, and this is
added for each one after the second."""
REGION, STEP_OUT, MAX_STEPS_OUT = 6.0, 1.0, 4
"""A few rule instances near a value give it; added for each step that they are farther away, at most 4."""
MAX_SET: Final = 6
"""More rule instances than this are not seen together."""
NESTED, MAX_CHAIN = 6.0, 18.0
"""A link of a chain is a short chain of its own; added. A chain does not cost more than 18."""
TRIAL: Final = 20.0
"""The opposite is excluded only by many rule instances together."""

TOTAL: Final = 0.05
"""The number of a rating is the cost of the hardest step and this, times the logarithm of the sum of all costs."""
GRAIN: Final = 0.2
"""The number of a rating is a multiple of this."""

EASY, NORMAL, HARD, EXPERT, TRYING = "easy", "normal", "hard", "expert", "needs trying"
CUTS: Final = ((EASY, 3.0), (NORMAL, 4.0), (HARD, 5.2), (EXPERT, TRIAL))
"""Each level with the number at which the next one begins."""
LEVELS: Final = (EASY, NORMAL, HARD, EXPERT, TRYING)
"""The levels, easiest first."""


class Look(NamedTuple):
    """Features of a step of one rule instance.

    ``given``: a rule states the value outright; ``excludes``: it gives no value; ``listed``: it is more than a count;
    ``places``: the number of its places; ``open``: the number of those that are open; ``cut``: for a rule about the whole
    board the number of places that would be cut off, -1 if that is not known; None for other rules.
    """

    given: bool
    excludes: bool
    listed: bool
    places: int
    open: int
    cut: int | None


def single_cost(look: Look) -> float:
    """Return the cost of a step of one rule instance."""
    if look.given:
        return GIVEN
    if look.cut is not None:
        return BOARD if look.cut < 0 else CUT_OFF_ONE if look.cut <= 1 else CUT_OFF
    more = _for_open(look.open) + LINE * (look.places >= MIN_LINE)
    return RULE + EXCLUDES * look.excludes + LISTED * look.listed + more


def joint_cost(least: float, open_: int, *, excludes: bool) -> float:
    """Return the cost of a step of several rule instances with this number of ``open_`` places; ``excludes`` as in ``Look``.

    ``least`` is ``SAME_PLACES`` or ``PAIR``.
    """
    return least + EXCLUDES * excludes + _for_open(open_)


def _for_open(count: int) -> float:
    return sum(weight for least, weight in OPEN if count >= least)


def level_of(number: float) -> str:
    """Return the level of the number of a rating."""
    return next((level for level, end in CUTS if number < end), TRYING)
