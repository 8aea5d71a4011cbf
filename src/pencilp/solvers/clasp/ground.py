"""A ground logic program that is handed to a backend rule by rule: atoms, choices, clauses, counts, weighted rows.

The rules go to a ``Backend``: the C library (``pencilp.solvers.clasp.backend``) or a text
(``pencilp.solvers.clasp.aspif``). This module depends on neither, and not on models. A literal is the number of an
atom, or its negative.
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
"""The greatest number of clauses in place of a count. They are as quick to state and propagate better."""
MAX_RECORDED_LITERALS, MAX_RECORDED_BLOCKS = 1000, 64
"""Limits for rules cached for boards of a shape: the literals of one set of rules, and the number of sets. On larger
boards the search takes longer than stating, and few boards share a shape."""
MAX_WEIGHT = 2**31 - 1
"""clasp's weights are 32-bit numbers."""
RECORDED = Cache()
"""The cache of rules that have the same literals in many models."""


class Backend(Protocol):
    """The receiver of a program's rules.

    The methods have the signatures of clingo's C interface, so that C functions can take their place: a puzzle needs
    many thousands of calls. ``handle`` is the result of ``begin``; every list comes with its length.
    """

    none: Any
    """The empty list of literals."""

    def begin(self) -> Any:
        """Start a group of rules. Return the handle for them."""

    def end(self, atoms: int, /) -> None:
        """End the group. Its rules use at most ``atoms`` atoms."""

    def weighted(self, numbers: array[int], /) -> Any:
        """Return literals and weights (literal, weight, literal, weight ...) in the type that ``weight_rule`` takes."""

    def rule(self, handle: Any, choice: bool, head: Any, heads: int, body: Any, bodies: int, /) -> Any:
        """State ``head`` if all of ``body`` is true: one of its atoms, with ``choice`` any subset.

        An empty head is false.
        """

    def weight_rule(
        self, handle: Any, choice: bool, head: Any, heads: int, least: int, body: Any, pairs: int, /
    ) -> Any:
        """State ``head`` as ``rule`` does, if the weights of the true literals in ``body`` reach ``least``."""

    def forbid(self, body: Sequence[int], /) -> Any:
        """State that not all of ``body`` is true. The list must not change before ``end``."""

    def counts(self, handle: Any, least: Sequence[int], sizes: Sequence[int], literals: list[int], /) -> None:
        """State for each of ``sizes``: fewer than ``least`` of the next literals, ``size`` in number, are true."""

    def recorder(self) -> Any:
        """Return a recorder of rules, or None if this backend has none.

        It has the methods ``rule``, ``weight_rule`` and ``forbid``, for rules about the literals 1, 2, ... n, and
        ``block()`` returns the recorded rules. A block, called with a backend and a list of literals, states the rules
        with these literals in place of 1, 2, ... n. Its third argument, a function, returns those of 1, -1, 2, -2, ...
        that are false: rules with one of them in the body may be left out. Its ``size`` is roughly the number of
        literals.
        """

    def minimize(self, body: Any, pairs: int) -> None:
        """Minimize the sum of the weights of true literals in ``body``."""

    def project(self, atoms: Collection[int]) -> None:
        """Count two answers as equal if these atoms are, in a search that steps from answer to answer."""


def positive(terms: Iterable[tuple[int, int]]) -> tuple[list[int], list[int], int]:
    """Return the sum of weight * literal over ``terms`` (weight, literal) with positive weights.

    The result is the literals, their positive weights, and a constant to be added.
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
    """A program of ``atoms`` atoms that grows in ``backend``, between its ``begin()`` and ``end()``.

    ``domains`` has the literals whose values are known before any search: rules leave them out.
    """

    def __init__(self, backend: Backend, atoms: int, domains: Domains) -> None:
        self.backend = backend
        self.atoms = self.variables = atoms
        self.domains = domains
        self.none = backend.none
        self.can_record = backend.recorder() is not None
        """Whether rules can be recorded for other models."""
        self.add_rule = backend.rule
        self.add_weight_rule = backend.weight_rule
        self.forbid = backend.forbid
        """Adds the constraint that not all literals of a list are true. The list must not change afterwards."""
        self.handle: Any = None
        """The present handle for rules (``Backend.begin``)."""
        self._ones = array("i", (1,)) * 128
        """A buffer for literals with weight 1."""
        self._ones_at = backend.weighted(self._ones)
        self.widest = 0
        """The greatest width of a count: the least number of true, or of false, literals that make it propagate,
        whichever is less. clasp learns little from a wide count, which is far from both its bounds."""

    def false(self) -> Sequence[int]:
        """Return literals that are known to be false: a recorded rule with one of them in the body is left out."""
        return ()

    def atom(self, *, free: bool = False) -> int:
        """Return a new atom; if ``free``, a choice atom."""
        self.atoms += 1
        if free:
            self.add_rule(self.handle, True, (self.atoms,), 1, self.none, 0)
        return self.atoms

    def state_recorded(
        self,
        kept: Cache,
        key: tuple[Any, ...],
        literals: list[int],
        state: Callable[[Sequence[int]], None],
    ) -> None:
        """State ``state(literals)``, and cache its rules for the next model with such rules about other literals.

        The ``key`` identifies the rules in the cache ``kept``.
        """
        if not self.can_record or len(literals) > MAX_RECORDED_LITERALS:
            state(literals)
            return
        # a thread that needs them meanwhile records its own
        known = kept.pop(key, None)
        if known is None:
            if len(kept) >= MAX_RECORDED_BLOCKS:
                kept.clear()
            known = self._record(partial(state, range(1, len(literals) + 1)))
        block, widest = known
        block(self.backend, literals)
        self.widest = max(self.widest, widest)
        kept.put(key, known, block.size)

    def state_cached(
        self,
        kept: Cache,
        lists: Sequence[Any],
        state: Callable[..., None],
        conditions: tuple[int, ...] = (),
        identity: tuple[Any, ...] = (),
    ) -> None:
        """State ``state(lists)``. From the second time on the rules are cached, as long as the list ``lists`` exists.

        If there are ``conditions``, state ``state(lists, conditions)``. Lists with the same ``identity`` have the same
        rules.
        """
        key = "clasp", identity or id(lists), len(conditions)
        if not self.can_record or key not in kept:
            if identity and len(kept) >= MAX_RECORDED_BLOCKS:
                kept.clear()
            kept.setdefault(key, None)
            state(lists, conditions) if conditions else state(lists)
            return
        # a thread that needs them meanwhile records its own
        known = kept.pop(key, None)
        if known is None:
            size = self.variables
            own = tuple(range(size + 1, size + 1 + len(conditions)))
            made = self._record(partial(state, lists, own) if own else partial(state, lists))
            known = lists, [*range(1, size + 1)], *made
        _, literals, block, widest = known
        more = len(literals) - self.variables
        if more > 0:
            # a model with more variables recorded it; the rules use only variables that exist here
            literals = [*literals[: self.variables], *[1] * more]
        block(self.backend, [*literals, *conditions] if conditions else literals, self.false)
        self.widest = max(self.widest, widest)
        kept.put(key, known, block.size)

    def _record(self, state: Callable[[], None]) -> tuple[Any, int]:
        """Return the rules that ``state()`` states, and the width of the widest count.

        Other models use them too, and know other values, so no value is taken as known here.
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
        """State that ``head`` is true if all of ``body`` is."""
        self.add_rule(self.handle, False, (head,), 1, body, len(body))

    def choose(self, heads: Sequence[int], body: Sequence[int]) -> None:
        """State that any of ``heads`` may be true if all of ``body`` is."""
        self.add_rule(self.handle, True, heads, len(heads), body, len(body))

    def with_weight_one(self, lits: Sequence[int]) -> Any:
        """Return ``lits`` with weight 1 each, valid until the next call."""
        n = 2 * len(lits)
        if n > len(self._ones):
            self._ones = array("i", (1,)) * (2 * n)
            self._ones_at = self.backend.weighted(self._ones)
        self._ones[0:n:2] = array("i", lits)
        return self._ones_at

    def _forbid_sum(self, least: int, weighted: array[int]) -> None:
        """State that the weights of the true literals in ``weighted`` (literal, weight, ...) stay below ``least``."""
        self.add_weight_rule(
            self.handle, False, self.none, 0, least, self.backend.weighted(weighted), len(weighted) // 2
        )

    def open(self, body: list[int]) -> list[int] | None:
        """Return a body without literals known to be true, None if one is known to be false."""
        known = [*map(self.domains.known.__getitem__, body)]
        if FALSE in known:
            return None
        return [x for x, seen in zip(body, known, strict=True) if not seen] if TRUE in known else body

    def count(self, low: int, high: int, lits: list[int], conditions: Sequence[int] = ()) -> None:
        """State that ``low`` to ``high`` of ``lits`` are true if all ``conditions`` are."""
        n = len(lits)
        if low > 0:
            self.at_least(low, lits, conditions)
        if high < n:
            self.at_most(high, lits, conditions)

    def counts(self, counts: Iterable[tuple[int, int, list[int]]]) -> None:
        """State many counts (low, high, literals) without conditions. All weight rules are handed over in one call."""
        forbid = self.forbid
        counted: list[int] = []
        sizes: list[int] = []
        least: list[int] = []
        for low, high, lits in counts:
            n = len(lits)
            # a list of literals, and how many of them are never true together
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
        """State that at least ``least`` of ``lits`` are true if all ``conditions`` are."""
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
        """State that at most ``most`` of ``lits`` are true if all ``conditions`` are."""
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
        """State that ``head`` is true if all literals of one of the ``ways`` are."""
        if len(ways) > 1 and max(map(len, ways)) == 1:
            self.add_weight_rule(
                self.handle, False, (head,), 1, 1, self.with_weight_one([x for (x,) in ways]), len(ways)
            )
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
            self.add_weight_rule(self.handle, False, self.none, 0, least, self.with_weight_one(lits), n)
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
        """State that the true literals of ``terms`` weigh at least ``least`` if all ``conditions`` are true."""
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
        """State that true ``literals`` weigh ``least`` to ``most`` if all ``conditions`` are true.

        Weights are positive, no literal occurs twice, and None is an open bound. Raise OverflowError if the weights are
        too large for clasp.
        """
        reach = sum(weights)
        if least is not None and least > 0:
            # the false literals must not weigh more than the rest
            self._forbid_row([*map(_negated, literals)], weights, reach, reach - least + 1, conditions)
        if most is not None and most < reach:
            self._forbid_row(literals, weights, reach, most + 1, conditions)

    def _forbid_row(
        self, literals: Sequence[int], weights: Sequence[int], reach: int, limit: int, conditions: Sequence[int]
    ) -> None:
        """State that the true ``literals`` weigh less than ``limit`` if all ``conditions`` are true.

        All weigh ``reach``.
        """
        if limit <= 0:
            self.forbid(conditions)
            return
        more = reach - limit + 1
        """The weight of a condition: if one is false, the limit cannot be reached."""
        if reach + more * (len(conditions) + 1) > MAX_WEIGHT:
            raise OverflowError("the numbers are too large for clasp's 32-bit weights; use --solver highs")
        n = len(literals)
        pairs = array("i", (more,)) * (2 * (n + len(conditions)))
        pairs[: 2 * n : 2] = array("i", literals)
        pairs[1 : 2 * n : 2] = array("i", weights)
        if conditions:
            pairs[2 * n :: 2] = array("i", conditions)
        self._forbid_sum(limit + more * len(conditions), pairs)
