"""A ground logic program that is handed to a backend rule by rule: atoms, choices, clauses, counts, weighted rows.

The rules go to a ``Backend``: the C library (``pencilp.solvers.clasp.backend``) or a text (``pencilp.solvers.clasp.aspif``).
This module knows neither, and nothing of models. A literal is an atom's number, or its negative.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from itertools import combinations
from math import comb
from typing import Any, Protocol

from pencilp._util.cache import Cache
from pencilp.solvers.clasp.domains import FALSE, TRUE, Domains

_negated = int.__neg__

MAX_CLAUSES = 4
"""A count that so few clauses can say is stated by them: they are as quick to state, and propagate better."""
MAX_KEPT, MAX_BLOCKS = 1000, 64
"""Rules that are the same for many boards of a shape are kept where they speak of so many literals, as long as there are so few
such sets of rules. On larger boards the search takes longer than stating, and few are of the same shape."""
MAX_WEIGHT = 2**31 - 1
"""clasp's weights are 32-bit numbers."""
SAME = Cache()
"""Rules that have the same literals in many models."""


class Backend(Protocol):
    """Where the rules of a program go.

    The functions have the form of clingo's C interface, so that its own functions can stand for them: many thousands of
    calls are made for one puzzle. ``handle`` is what ``begin`` returned; every list comes with its length.
    """

    none: Any
    """The list of no literals."""

    def begin(self) -> Any:
        """Rules will follow; returns the handle for them."""

    def end(self, atoms: int, /) -> None:
        """End the rules, for now; they use at most ``atoms`` atoms."""

    def weighted(self, numbers: array[int], /) -> Any:
        """Literals and weights (literal, weight, literal, weight ...) in the form that they are taken in."""

    def rule(self, handle: Any, choice: bool, head: Any, heads: int, body: Any, bodies: int, /) -> Any:
        """State that one of ``head`` is true if all of ``body`` is (``choice``: any of them; no head: a contradiction)."""

    def weight_rule(
        self, handle: Any, choice: bool, head: Any, heads: int, least: int, body: Any, pairs: int, /
    ) -> Any:
        """Return the same where the weights of what is true in ``body`` reach ``least``; it is ``weighted``."""

    def forbid(self, body: Sequence[int], /) -> Any:
        """Not all of ``body`` is true. It must stay as it is until the ``end``."""

    def counts(self, handle: Any, least: Sequence[int], sizes: Sequence[int], literals: list[int], /) -> None:
        """State a contradiction for each of ``sizes``: ``least`` of that number of the next ``literals`` are true."""

    def recorder(self) -> Any:
        """Return what takes rules as this does (``rule``, ``weight_rule``, ``forbid``), and makes a ``block()`` of them.

        Or None.

        The rules speak of the literals 1, 2, ... n. The block is to be kept: called with a backend and a list of
        literals, it states all of them of those. It may leave out rules that need one of the literals 1, -1, 2, -2, ...
        that a third argument, a function, returns: they are false. Its ``size`` is about how many literals there are in
        all.
        """

    def minimize(self, body: Any, pairs: int) -> None:
        """Minimize the sum of the weights of true literals in ``body``."""

    def project(self, atoms: Collection[int]) -> None:
        """Two answers are the same where these atoms are, if the search is one that steps from answer to answer."""


def positive(terms: Iterable[tuple[int, int]]) -> tuple[list[int], list[int], int]:
    """Return the sum of weight * literal over ``terms`` (weight, literal).

    Literals, positive weights, and what is added to these.
    """
    summed: dict[int, int] = {}
    for weight, x in terms:
        summed[x] = summed.get(x, 0) + weight
    literals, weights, constant = [], [], 0
    for x, weight in summed.items():
        if weight < 0:
            literals.append(-x)
            weights.append(-weight)
            constant += weight
        elif weight > 0:
            literals.append(x)
            weights.append(weight)
    return literals, weights, constant


class GroundProgram:
    """A program of ``atoms`` atoms that grows in ``backend``. Rules come between ``backend.begin()`` and ``backend.end()``.

    ``domains`` has the literals whose values are known before any search: they are left out where a rule would speak of them.
    """

    def __init__(self, backend: Backend, atoms: int, domains: Domains) -> None:
        self.backend = backend
        self.atoms = self.variables = atoms
        self.domains = domains
        self.none = backend.none
        self.keeps = backend.recorder() is not None
        """Whether rules can be kept for other models."""
        self.add_rule = backend.rule
        self.add_weight_rule = backend.weight_rule
        self.forbid = backend.forbid
        """Not all of the literals in a list are true. Nobody may change the list afterwards."""
        self.handle: Any = None
        """The object that takes the rules at present (``Backend.begin``)."""
        self._ones = array("i", (1,)) * 128
        """Room for literals of weight 1."""
        self._ones_at = backend.weighted(self._ones)
        self.widest = 0
        """The largest number of literals that must all be true, and of as many that must all be false, before some count says
        something of the others: clasp learns little from a count that is far from both its ends."""

    def false(self) -> Sequence[int]:
        """Literals that are known to be false: of what is kept, rules that need one of them are left out."""
        return ()

    def atom(self, *, free: bool = False) -> int:
        """Return a new atom; ``free``: it may be true or false as it likes."""
        self.atoms += 1
        if free:
            self.add_rule(self.handle, True, (self.atoms,), 1, self.none, 0)
        return self.atoms

    def keeping(
        self,
        kept: Cache,
        key: tuple[Any, ...],
        literals: list[int],
        state: Callable[[Sequence[int]], None],
    ) -> None:
        """State ``state(literals)``, and keep its rules for the next model that says the same of its literals.

        The ``key`` tells them from all other rules that are kept there.
        """
        if not self.keeps or len(literals) > MAX_KEPT:
            state(literals)
            return
        # another thread that needs them meanwhile makes its own
        known = kept.pop(key, None)
        if known is None:
            if len(kept) >= MAX_BLOCKS:
                kept.clear()
            known = self._recorded(partial(state, range(1, len(literals) + 1)))
        block, widest = known
        block(self.backend, literals)
        self.widest = max(self.widest, widest)
        kept.put(key, known, block.size)

    def again(
        self,
        kept: Cache,
        said: Sequence[Any],
        state: Callable[..., None],
        conditions: tuple[int, ...] = (),
        told: tuple[Any, ...] = (),
    ) -> None:
        """State ``state(said)``; from the second time on its rules are kept as long as the list ``said`` exists.

        Where there are ``conditions`` it is ``state(said, conditions)``. All that have the same ``told`` say the same.
        """
        key = "clasp", told or id(said), len(conditions)
        if not self.keeps or key not in kept:
            if told and len(kept) >= MAX_BLOCKS:
                kept.clear()
            kept.setdefault(key, None)
            state(said, conditions) if conditions else state(said)
            return
        # another thread that needs them meanwhile makes its own
        known = kept.pop(key, None)
        if known is None:
            size = self.variables
            own = tuple(range(size + 1, size + 1 + len(conditions)))
            made = self._recorded(partial(state, said, own) if own else partial(state, said))
            known = said, [*range(1, size + 1)], *made
        _, literals, block, widest = known
        more = len(literals) - self.variables
        if more > 0:
            # it was kept by a model with more variables; the rules speak of none that are not here
            literals = [*literals[: self.variables], *[1] * more]
        block(self.backend, [*literals, *conditions] if conditions else literals, self.false)
        self.widest = max(self.widest, widest)
        kept.put(key, known, block.size)

    def _recorded(self, state: Callable[[], None]) -> tuple[Any, int]:
        """Return the rules that ``state()`` states, and how wide the widest count is among them.

        They hold for other models as well, of which other values are known: so none is taken as read.
        """
        own = self.add_rule, self.add_weight_rule, self.forbid, self.widest, self.domains
        recorder = self.backend.recorder()
        self.add_rule, self.add_weight_rule, self.forbid = recorder.rule, recorder.weight_rule, recorder.forbid
        self.widest, self.domains = 0, Domains((), (), 0)
        try:
            state()
            return recorder.block(), self.widest
        finally:
            self.add_rule, self.add_weight_rule, self.forbid, self.widest, self.domains = own

    def rule(self, head: int, body: Sequence[int]) -> None:
        """``head`` is true where all of ``body`` is."""
        self.add_rule(self.handle, False, (head,), 1, body, len(body))

    def choose(self, heads: Sequence[int], body: Sequence[int]) -> None:
        """Any of ``heads`` may be true where all of ``body`` is."""
        self.add_rule(self.handle, True, heads, len(heads), body, len(body))

    def weightless(self, lits: Sequence[int]) -> Any:
        """``lits`` with weight 1 each, until the next call."""
        n = 2 * len(lits)
        if n > len(self._ones):
            self._ones = array("i", (1,)) * (2 * n)
            self._ones_at = self.backend.weighted(self._ones)
        self._ones[0:n:2] = array("i", lits)
        return self._ones_at

    def _forbid_sum(self, least: int, weighted: array[int]) -> None:
        """Forbid that the weights of the true literals of ``weighted`` (literal, weight, literal, ...) reach ``least``."""
        self.add_weight_rule(
            self.handle, False, self.none, 0, least, self.backend.weighted(weighted), len(weighted) // 2
        )

    def open(self, body: list[int]) -> list[int] | None:
        """Return a body without the literals that are known to be true; None when one of them is known to be false."""
        known = [*map(self.domains.known.__getitem__, body)]
        if FALSE in known:
            return None
        return [x for x, seen in zip(body, known, strict=True) if not seen] if TRUE in known else body

    def count(self, low: int, high: int, lits: list[int], conditions: Sequence[int] = ()) -> None:
        """When ``conditions`` hold, from ``low`` to ``high`` of ``lits`` do."""
        n = len(lits)
        if low > 0:
            self.at_least(low, lits, conditions)
        if high < n:
            self.at_most(high, lits, conditions)

    def counts(self, counts: Iterable[tuple[int, int, list[int]]]) -> None:
        """Many counts without conditions, (low, high, literals): what takes weights is handed over at once."""
        forbid = self.forbid
        counted: list[int] = []
        sizes: list[int] = []
        least: list[int] = []
        for low, high, lits in counts:
            n = len(lits)
            # some literals, and how many of them are never true together
            sides = [([*map(_negated, lits)], n - low + 1)] if low > 0 else []
            if high < n:
                sides.append((lits, high + 1))
            for some, few in sides:
                if few == n:
                    forbid(some)
                elif few <= 1 or (n <= 4 and comb(n, few) <= MAX_CLAUSES):
                    few = max(few, 0)
                    for body in combinations(some, few):
                        forbid(body)
                else:
                    counted += some
                    sizes.append(n)
                    least.append(few)
        if counted:
            self.backend.counts(self.handle, least, sizes, counted)
            for few, n in zip(least, sizes, strict=True):
                if n > 2 * self.widest:
                    self.widest = max(self.widest, min(few, n - few + 1))

    def at_least(self, least: int, lits: Sequence[int], conditions: Sequence[int]) -> None:
        """When ``conditions`` hold, ``least`` or more of ``lits`` do."""
        n = len(lits)
        if least <= 0:
            return
        if least > n:
            self.forbid(conditions)
        elif least == 1:
            self.forbid([*map(_negated, lits), *conditions])
        elif least == n:
            for x in map(_negated, lits):
                self.forbid((x, *conditions))
        else:
            self._forbid_count(n - least + 1, [*map(_negated, lits)], conditions)

    def at_most(self, most: int, lits: Sequence[int], conditions: Sequence[int]) -> None:
        """When ``conditions`` hold, ``most`` or fewer of ``lits`` do."""
        n = len(lits)
        if most >= n:
            return
        if most < 0:
            self.forbid(conditions)
        elif most == 0:
            for x in lits:
                self.forbid((x, *conditions))
        elif most == n - 1:
            self.forbid([*lits, *conditions])
        else:
            self._forbid_count(most + 1, list(lits), conditions)

    def one_way(self, head: int, ways: Sequence[Sequence[int]]) -> None:
        """``head`` is true where all literals of one of the ``ways`` are."""
        if len(ways) > 1 and max(map(len, ways)) == 1:
            self.add_weight_rule(self.handle, False, (head,), 1, 1, self.weightless([x for (x,) in ways]), len(ways))
            return
        for way in ways:
            self.rule(head, way)

    def _forbid_count(self, least: int, lits: list[int], conditions: Sequence[int]) -> None:
        n = len(lits)
        self.widest = max(self.widest, min(least, n - least + 1))
        if n <= 4 and comb(n, least) <= MAX_CLAUSES:
            for some in combinations(lits, least):
                self.forbid((*some, *conditions))
            return
        if not conditions:
            self.add_weight_rule(self.handle, False, self.none, 0, least, self.weightless(lits), n)
            return
        weighted = array("i", (1,)) * (2 * n)
        weighted[::2] = array("i", lits)
        big = n - least + 1
        for x in conditions:
            weighted.append(x)
            weighted.append(big)
            least += big
        self._forbid_sum(least, weighted)

    def row(self, terms: Sequence[tuple[int, int]], least: int, conditions: Sequence[int]) -> None:
        """When ``conditions`` hold, the sum of weight * literal over ``terms`` (weight, literal) is ``least`` or more."""
        literals, weights, constant = positive(terms)
        self.weigh(literals, weights, least - constant, None, conditions)

    def weigh(
        self,
        literals: Sequence[int],
        weights: Sequence[int],
        least: int | None,
        most: int | None,
        conditions: Sequence[int],
    ) -> None:
        """State that the positive ``weights`` of true ``literals`` add up to at least ``least`` when ``conditions`` hold.

        And to ``most`` or less; None for an open end. No literal is there twice. Raise OverflowError where the weights
        are too large for clasp.
        """
        reach = sum(weights)
        if least is not None and least > 0:
            # what is false must not weigh more than the rest
            self._forbid_row([*map(_negated, literals)], weights, reach, reach - least + 1, conditions)
        if most is not None and most < reach:
            self._forbid_row(literals, weights, reach, most + 1, conditions)

    def _forbid_row(
        self, literals: Sequence[int], weights: Sequence[int], reach: int, limit: int, conditions: Sequence[int]
    ) -> None:
        """When ``conditions`` hold, the ``weights`` of the ``literals`` that are true, in all ``reach``, stay below ``limit``."""
        if limit <= 0:
            self.forbid(conditions)
            return
        more = reach - limit + 1
        """The weight of each condition: with all of them but one the limit is not reached."""
        if reach + more * (len(conditions) + 1) > MAX_WEIGHT:
            raise OverflowError("the numbers are too large for clasp's 32-bit weights; use --solver highs")
        n = len(literals)
        pairs = array("i", (more,)) * (2 * (n + len(conditions)))
        pairs[: 2 * n : 2] = array("i", literals)
        pairs[1 : 2 * n : 2] = array("i", weights)
        if conditions:
            pairs[2 * n :: 2] = array("i", conditions)
        self._forbid_sum(limit + more * len(conditions), pairs)
