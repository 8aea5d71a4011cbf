"""Consequences of one rule instance without a solver, for the constraints that most rules are made of.

A ``Native`` is complete: if all its variables are independent but for what it says, it finds all literals that it forces in
addition to known ones. ``native_of`` returns None for a constraint for which that is not known; a solver is asked
then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from functools import reduce
from operator import and_, or_, xor
from typing import NamedTuple, TypeVar

Item = TypeVar("Item")
MAX_REMEMBERED = 5000
"""The sets of known values whose consequences are remembered for each constraint."""


MAX_QUIET = 4
"""The proofs that nothing follows that are kept for each constraint."""


class CutOff(NamedTuple):
    """Nodes that are cut off from others, and their ``fence``: the excluded nodes around them.

    ``closed``: each of the nodes has two edges.
    """

    nodes: Sequence[int]
    fence: Sequence[int]
    closed: bool


class Native:
    """Consequences of one constraint. ``atoms`` are those it speaks of.

    ``asks_long``: a solver takes long to find the same, so that it is not asked for the reasons of a step.
    """

    __slots__ = ("atoms",)
    asks_long = False

    def __init__(self, atoms: Iterable[int]) -> None:
        self.atoms = frozenset(atoms)

    def forced(self, true: Set[int]) -> list[int] | None:
        """Return the literals that follow if all of ``true`` hold, new ones only; None if that cannot be."""
        raise NotImplementedError

    def breaks(self, true: Set[int]) -> bool:
        """Return whether it is broken if all of ``true`` hold."""
        return self.forced(true) is None

    def gives(self, lits: Set[int], true: Set[int]) -> bool:
        """Return whether all of ``lits`` follow if ``true`` holds."""
        forced = self.forced(true)
        return forced is not None and lits <= {*forced}

    def sources(self, lits: Iterable[int], true: Set[int]) -> Set[int]:
        """Return atoms that are enough to see that all of ``lits`` follow from ``true``; without any, that it cannot be."""
        return self.atoms

    def cut_off(self, true: Set[int]) -> CutOff | None:
        """Return the part of a graph that is cut off from the others if ``true`` holds; None if there is none."""
        return None

    def bounds(self, true: Set[int]) -> tuple[int, int] | None:
        """Return the least and the greatest amount that its places may have if ``true`` holds; None if it counts nothing."""
        return None

    def parity(self) -> bool | None:
        """Return whether an odd number of its atoms is always true; None if it may be odd or even, or is not known."""
        return None


class Breaking(Native):
    """Consequences of a constraint; it is quick to see whether it is broken."""

    __slots__ = ()

    def gives(self, lits: Set[int], true: Set[int]) -> bool:
        return all(self.breaks({*true, -n}) for n in lits)


class Quiet(NamedTuple):
    """A proof that nothing follows, as long as none of ``watched`` holds and all of ``relied`` do."""

    watched: frozenset[int]
    relied: frozenset[int]


class Watching(Native):
    """Consequences that are looked for only if no proof is known that there are none.

    Most values that become known, or are supposed, are far from what such a proof is about.
    """

    __slots__ = ("_quiet",)

    def __init__(self, atoms: Iterable[int]) -> None:
        super().__init__(atoms)
        self._quiet: list[Quiet] = []

    def forced(self, true: Set[int]) -> list[int] | None:
        for quiet in self._quiet:
            if quiet.watched.isdisjoint(true) and quiet.relied <= true:
                return []
        return self._forced(true)

    def _forced(self, true: Set[int]) -> list[int] | None:
        """Return what ``forced`` does; ``be_quiet`` takes down why nothing follows."""
        raise NotImplementedError

    def be_quiet(self, watched: Iterable[int], relied: Iterable[int]) -> list[int]:
        """Take down a proof that nothing follows, and return that."""
        self._quiet = [Quiet(frozenset(watched), frozenset(relied)), *self._quiet[: MAX_QUIET - 1]]
        return []


class Remembering(Native):
    """Consequences that take longer to find than to remember: the same few values are known again and again."""

    __slots__ = ("_found", "_lits")

    def __init__(self, atoms: Iterable[int]) -> None:
        super().__init__(atoms)
        self._lits = self.atoms.union(-n for n in self.atoms)
        self._found: dict[frozenset[int], list[int] | None] = {}

    def forced(self, true: Set[int]) -> list[int] | None:
        known = self._lits.intersection(true)
        if known in self._found:
            return self._found[known]
        if len(self._found) >= MAX_REMEMBERED:
            self._found.clear()
        found = self._found[known] = self._forced(known)
        return found

    def _forced(self, true: Set[int]) -> list[int] | None:
        """Return what ``forced`` does; ``true`` has only literals of its own atoms."""
        raise NotImplementedError


class Counted(Native):
    """From ``low`` to ``high`` of independent literals are true."""

    __slots__ = ("_false", "_true", "high", "lits", "low")

    def __init__(self, lits: Sequence[int], low: int, high: int) -> None:
        super().__init__(map(abs, lits))
        self.lits, self.low, self.high = lits, low, high
        self._true, self._false = frozenset(lits), frozenset(-n for n in lits)

    def forced(self, true: Set[int]) -> list[int] | None:
        count = len(self._true & true)
        most = len(self.lits) - len(self._false & true)
        if count > self.high or most < self.low:
            return None
        if count == most or (self.low < most and count < self.high):
            return []
        open_ = [n for n in self.lits if n not in true and -n not in true]
        return [-n for n in open_] if count == self.high else open_

    def bounds(self, true: Set[int]) -> tuple[int, int]:
        return len(self._true & true), len(self.lits) - len(self._false & true)

    def parity(self) -> bool | None:
        negative = sum(n < 0 for n in self.lits)
        return (self.low + negative) % 2 == 1 if self.low == self.high else None

    @property
    def exclusive(self) -> list[int]:
        """The literals at most one of which is true; none if two may be."""
        if self.high <= 1:
            return [*self.lits]
        return [-n for n in self.lits] if self.low >= len(self.lits) - 1 else []


class Parity(Native):
    """An odd number of independent literals is true, or an even number."""

    __slots__ = ("lits", "odd")

    def __init__(self, lits: Sequence[int], *, odd: bool) -> None:
        super().__init__(map(abs, lits))
        self.lits, self.odd = lits, odd

    def forced(self, true: Set[int]) -> list[int] | None:
        open_ = [n for n in self.lits if n not in true and -n not in true]
        if len(open_) > 1:
            return []
        right = sum(n in true for n in self.lits) % 2 == self.odd
        if not open_:
            return [] if right else None
        return [-n if right else n for n in open_]

    def parity(self) -> bool | None:
        return self.odd ^ (sum(n < 0 for n in self.lits) % 2 == 1)


class Tabled(Breaking, Remembering):
    """A constraint of few places, as a list of all values that it allows.

    Each row of all values is a bit: ``masks`` has, by literal, the rows where it is true, ``allowed`` those that the
    constraint allows. There are as many ``rows``.
    """

    __slots__ = ("allowed", "masks", "rows")

    def __init__(self, masks: dict[int, int], allowed: int, rows: int) -> None:
        super().__init__(masks)
        self.masks, self.allowed, self.rows = masks, allowed, rows

    def breaks(self, true: Set[int]) -> bool:
        rows = self.allowed
        for n, mask in self.masks.items():
            if n in true:
                rows &= mask
            elif -n in true:
                rows &= ~mask
        return not rows

    def parity(self) -> bool | None:
        odd = reduce(xor, self.masks.values(), 0)
        if not self.allowed & odd:
            return False
        return None if self.allowed & ~odd else True

    def _forced(self, true: Set[int]) -> list[int] | None:
        rows = self.allowed
        open_ = []
        for n, mask in self.masks.items():
            if n in true:
                rows &= mask
            elif -n in true:
                rows &= ~mask
            else:
                open_.append((n, mask))
        if not rows:
            return None
        result = []
        for n, mask in open_:
            here = rows & mask
            if not here:
                result.append(-n)
            elif here == rows:
                result.append(n)
        return result


class Listed(Breaking):
    """The true ones of independent literals are one of some ``sets``, each with a bit for each literal."""

    __slots__ = ("_false", "_true", "lits", "sets")

    def __init__(self, lits: Sequence[int], sets: Iterable[Iterable[int]]) -> None:
        super().__init__(map(abs, lits))
        self.lits = lits
        self._true = {n: 1 << k for k, n in enumerate(lits)}
        self._false = {-n: bit for n, bit in self._true.items()}
        self.sets = [sum({self._true[n] for n in some}) for some in sets]

    def _left(self, true: Set[int]) -> list[int]:
        """Return the sets that are left."""
        held = sum([self._true[n] for n in self._true.keys() & true])
        lacking = sum([self._false[n] for n in self._false.keys() & true])
        return [some for some in self.sets if not held & ~some and not some & lacking]

    def breaks(self, true: Set[int]) -> bool:
        return not self._left(true)

    def _bounds(self, left: Sequence[int]) -> tuple[int, int]:
        """Return the literals in all sets, and those in any."""
        return reduce(and_, left), reduce(or_, left)

    def forced(self, true: Set[int]) -> list[int] | None:
        left = self._left(true)
        if not left:
            return None
        every, some = self._bounds(left)
        return [
            n if every & bit else -n
            for n, bit in self._true.items()
            if (every & bit or not some & bit) and n not in true and -n not in true
        ]

    def gives(self, lits: Set[int], true: Set[int]) -> bool:
        left = self._left(true)
        if not left:
            return False
        every, some = self._bounds(left)
        return all(
            every & self._true[n] if n in self._true else n in self._false and not some & self._false[n] for n in lits
        )


class Summed(Remembering):
    """``low`` <= sum of the numbers of independent variables <= ``high``.

    Each of ``terms`` has the literal and the weight of each value of a variable. Sums are bits of a whole number: bit k
    is the sum k above the least one.
    """

    __slots__ = ("least", "terms", "wanted")

    def __init__(self, terms: Sequence[Sequence[tuple[int, int]]], low: int, high: int) -> None:
        super().__init__(abs(n) for term in terms for n, _ in term)
        least = [min(w for _, w in term) for term in terms]
        self.terms = [[(n, w - m) for n, w in term] for term, m in zip(terms, least, strict=True)]
        self.least = sum(least)
        low, high = max(0, low - self.least), high - self.least
        self.wanted = (1 << high + 1) - (1 << low) if low <= high else 0

    def _left(self, true: Set[int]) -> list[list[tuple[int, int]]]:
        """Return, for each variable, the literal and the weight of each value that is left."""
        left = []
        for term in self.terms:
            known = [pair for pair in term if pair[0] in true]
            left.append(known or [pair for pair in term if -pair[0] not in true])
        return left

    def bounds(self, true: Set[int]) -> tuple[int, int] | None:
        weights = [[w for _, w in term] for term in self._left(true)]
        if not all(weights):
            return None
        return self.least + sum(map(min, weights)), self.least + sum(map(max, weights))

    def _forced(self, true: Set[int]) -> list[int] | None:
        left = self._left(true)
        before = [1]
        for term in left:
            sums = 0
            for w in {w for _, w in term}:
                sums |= before[-1] << w
            before.append(sums)
        after = before[-1] & self.wanted
        if not after:
            return None
        result = []
        for term, sums in zip(reversed(left), reversed(before[:-1]), strict=True):
            weights: dict[int, int] = {}
            for _, w in term:
                weights[w] = weights.get(w, 0) + 1
            possible = {w for w in weights if sums << w & after}
            if len(term) > 1:
                for n, w in term:
                    if w not in possible:
                        result.append(-n)
                    elif len(possible) == 1 and weights[w] == 1:
                        result.append(n)
            rest = 0
            for w in possible:
                rest |= after >> w
            after = rest & sums
        return result


class Read(Remembering):
    """Independent numbers in order, as a machine reads them: each leads from a state to the next one, from state 0 on.

    ``places`` has, for each number, its literals; each literal has the states that it leads to, by the state before.
    ``ends`` are the last states that are allowed.
    """

    __slots__ = ("ends", "places")

    def __init__(self, places: Sequence[Sequence[tuple[int, dict[int, int]]]], ends: Set[int]) -> None:
        super().__init__(abs(n) for place in places for n, _ in place)
        self.places, self.ends = places, ends

    def _forced(self, true: Set[int]) -> list[int] | None:
        left, reached = [], [{0}]
        for place in self.places:
            known = [pair for pair in place if pair[0] in true]
            left.append(known or [pair for pair in place if -pair[0] not in true])
            before = reached[-1]
            reached.append({after[state] for _, after in left[-1] for state in before & after.keys()})
        wanted = reached.pop() & self.ends
        if not wanted:
            return None
        result: list[int] = []
        for place, before in zip(reversed(left), reversed(reached), strict=True):
            possible, leading = [], set[int]()
            for n, after in place:
                if some := {state for state in before & after.keys() if after[state] in wanted}:
                    possible.append(n)
                    leading |= some
            if len(place) > 1:
                found = [-n for n, _ in place if n not in possible]
                result += dict.fromkeys([*found, *possible] if len(possible) == 1 else found)
            wanted = leading
        return result


def needed(items: Sequence[Item], enough: Callable[[list[Item]], bool]) -> list[Item]:
    """Return a part of ``items`` that is ``enough`` and minimal; all of them are enough.

    The last are left out first, many at a time as long as that goes well.
    """
    kept: list[Item] = []
    rest = [*items]
    size = max(1, len(rest) // 2)
    while rest:
        size = min(size, len(rest))
        if enough([*rest[:-size], *kept]):
            del rest[-size:]
            size *= 2
        elif size == 1:
            kept.append(rest.pop())
        else:
            size = max(1, size // 4)
    return kept
