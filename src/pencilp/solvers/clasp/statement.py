"""States a model to clasp as a logic program, rule by rule, without grounding.

The rules go to a ``Backend``: the C library (``pencilp.solvers.clasp.library``) or a text (``pencilp.solvers.clasp.aspif``).
This module knows neither. Variable v is atom v; atoms of this module's own come after. What becomes what:

* free variables: one choice rule for all of them;
* a clause: an integrity constraint over the opposite literals;
* a cardinality or a linear row: an integrity constraint over a weight body ("not more than ... may be false");
* a definition: rules with the defined literal as head (their completion makes it an equivalence);
* a whole number: its value literals if the model uses them (only those of values that are left when single values
  decided by rules are taken as read: ``pencilp.solvers.clasp.domains``), else a chain of thresholds, or binary digits when the
  range is long;
* ``Connected`` and ``Reached``: unfounded-set reasoning. Where the nodes are free variables and the arcs are always
  there, a node is itself a choice that an active neighbour supports, ``{x} :- y.``; otherwise fresh atoms are reached
  from the root and every active node must be reached. The root is the first active node of a few, of which the rules
  tell that one is active (``pencilp.model.known``).

What is stated is the plan of the model (``pencilp.model.plan``), with its quick forms. With ``guarded=True`` it is every
single instance of a rule, decomposed. Instance i gets a guard atom, and holds when that is assumed true. Nothing that
only helps a search is stated then: no quick forms, no helpers, and no root is taken from other rules. Only the rules that are
``lasting`` have no guards and are stated in their quick forms.

With ``standalone=True`` nobody looks at the answers that the program has. So derived variables are defined in it, and the
narrowing of a plan, which needs a look at the answer found, is not in it. Rules that are stated where an answer breaks them
cannot be in it; ``lazy`` has them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, compress, pairwise
from math import comb, lcm

from pencilp.errors import SolverError
from pencilp.keeping import Keep
from pencilp.model import (
    AllDifferent,
    And,
    Clause,
    Connected,
    Constraint,
    Count,
    Flood,
    Implies,
    Int,
    Lazy,
    Linear,
    Lit,
    Model,
    OneLoop,
    Reached,
    Runs,
    Table,
    Takers,
)
from pencilp.model.constraints import Joined
from pencilp.model.fitting import Fitting
from pencilp.model.known import Known
from pencilp.model.model import ODD
from pencilp.model.plan import Further, plan
from pencilp.model.plan import guarded as guarded_plan
from pencilp.model.structures import Alike, Clauses, Kept, Many
from pencilp.model.towers import looked_at
from pencilp.model.variables import Number, exact
from pencilp.solvers.clasp.cutting import Pieces, shifts
from pencilp.solvers.clasp.domains import FALSE, TRUE, Domains
from pencilp.typed import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from fractions import Fraction

    from pencilp.model.fitting import Relation
    from pencilp.model.line_runs import Line
    from pencilp.model.model import Definition, Place, Rule
    from pencilp.model.towers import Towers, View

_negated = int.__neg__
_WHOLE = {int, type(None)}
_ONE = [1]
_TOGETHER = {AllDifferent, Fitting}
"""Where several of these come one after the other they are stated together."""
_SAME = Keep()
"""Rules about whole numbers that have the same literals in many models."""

LONGEST_CHAIN = 64
"""Whole numbers with more values than this (and no literals of their own) are stated by binary digits."""
MOST_CLAUSES = 4
"""A count that so few clauses can say is stated by them: they are as quick to state, and propagate better."""
MOST_STEPS, FARTHEST = 20_000, 30
"""The steps of groups are counted as long as that takes no more atoms than this, and for groups whose cells are at most so many
steps away: in larger ones nearly all ways are short enough, so that the steps tell nothing."""
MOST_KEPT, MOST_BLOCKS = 1000, 64
"""Rules that are the same for many boards of a shape are kept where they speak of so many literals, as long as there are so few
such sets of rules. On larger boards the search takes longer than stating, and few are of the same shape."""
MOST_AT_ONCE = 16
"""So many pairs of numbers that fit together in the same way are stated at once."""
MOST_CUT = 1000
"""What is connected may be stated by cuts where it has no more nodes."""
FEW = 4
"""One of so many literals is said by a rule for each, one of more by a count."""
MOST_WEIGHT = 2**31 - 1
"""clasp's weights are 32-bit numbers."""


class Backend(Protocol):
    """Where the rules of a program go.

    The functions have the form of clingo's C interface, so that its own functions can stand for them: many thousands of
    calls are made for one puzzle. ``handle`` is what ``begin`` returned; every list comes with its length.
    """

    none: Any
    """The list of no literals."""

    def begin(self) -> Any:
        """Rules will follow; returns the handle for them."""

    def end(self) -> None:
        """The rules are complete, for now."""

    def weighted(self, numbers: array[int], /) -> Any:
        """Literals and weights (literal, weight, literal, weight ...) in the form that they are taken in."""

    def rule(self, handle: Any, choice: bool, head: Any, heads: int, body: Any, bodies: int, /) -> Any:
        """One of ``head`` (with ``choice``: any of them; when there are none: a contradiction) where all of ``body`` is true."""

    def weight_rule(
        self, handle: Any, choice: bool, head: Any, heads: int, least: int, body: Any, pairs: int, /
    ) -> Any:
        """The same where the weights of what is true in ``body`` reach ``least``; it is ``weighted``."""

    def counts(self, handle: Any, least: Sequence[int], sizes: Sequence[int], literals: list[int], /) -> None:
        """A contradiction for each of ``sizes`` where ``least`` of so many of the ``literals``, the next ones, are true."""

    def recorder(self) -> Any:
        """What takes rules as this does (``rule`` and ``weight_rule``), and makes a ``block()`` of them, to be kept; or None.

        The rules speak of the literals 1, 2, ... n. Called with a handle and a list of literals, the block states all of them
        of those, but for rules that need one of the literals 1, -1, 2, -2, ... that are given, too, as false. Its ``size`` is
        about how many literals there are in them.
        """

    def minimize(self, body: Any, pairs: int) -> None:
        """The weights of what is true in ``body`` are to be as small a sum as can be."""

    def project(self, atoms: Collection[int]) -> None:
        """Two answers are the same where these atoms are, if the search is one that steps from answer to answer."""


def _single(constraints: Iterable[Constraint | Lit]) -> Iterator[Constraint | Lit]:
    """``constraints`` one by one, but no clauses: a rule that takes several is taken apart, with the helpers that it names."""
    for constraint in constraints:
        if constraint.__class__ is And:
            yield from _single((*constraint.parts, *constraint.helpers))  # type: ignore[union-attr]
        elif constraint.__class__ is not Clause:
            yield constraint


def _without_literals(x: Int) -> bool:
    """Whether the model has no literals for the values of ``x``, so that the program makes atoms for them."""
    return x.value_literals is None and x.order_literals is None


def _positive(terms: Iterable[tuple[int, int]]) -> tuple[list[int], list[int], int]:
    """The sum of weight * literal over ``terms`` (weight, literal): literals, positive weights, and what is added to these."""
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


class ClaspProgram:
    """The statement of ``model``, made in ``backend``."""

    def __init__(
        self,
        backend: Backend,
        model: Model,
        *,
        guarded: bool = False,
        standalone: bool = False,
        lasting: Sequence[Rule] = (),
        further: Further | None = None,
        cutting: bool = False,
    ) -> None:
        self.model = model
        self.guarded = guarded
        """Whether what is being stated can be switched off."""
        self._standalone = standalone
        self.plan = guarded_plan(model, lasting) if guarded else plan(model, deriving=not standalone)
        """What is stated; with ``guarded`` every single instance of a rule that is not ``lasting``."""
        switched = len(self.plan.rules) - self.plan.lasting if guarded else 0
        self._lasting = rules = self.plan.rules[switched:] if switched else self.plan.rules
        self.guards: list[int] = []
        """With ``guarded``: the guard atom of each rule instance, in the order of ``plan.rules``; 0 for what has none."""
        self.lazy: list[Lazy] = []
        self.pieces: list[Pieces] = []
        """What is stated by cuts."""
        self._steps: list[Reached] = []
        """Of these the steps are counted where a search takes long."""
        self.derived = tuple(self.plan.derived)
        """Variables that are not stated: they are read from solutions (see ``pencilp.model.plan``)."""
        self.atoms = model.size
        # where rules take the place of cuts they have atoms of their own: then an atom that comes later means something else
        later = self.plan.narrowing is not None or any(map(_without_literals, self._stated_ints()))
        self._cutting = cutting and not later
        self._known: Known | None = None
        self._orders: list[list[int]] = []
        """Thresholds that nothing defines."""
        self._backend = backend
        self._none = none = backend.none
        self._keeps = backend.recorder() is not None
        """Whether rules can be kept for other models."""
        self._add_rule = add_rule = backend.rule
        self._add_weight_rule = backend.weight_rule
        self._int_terms: dict[int, tuple[list[tuple[int, int]], int]] = {}
        self._summands: dict[int, tuple[list[int], list[int], int]] = {}
        self._defined: set[int] = set()
        self._claimed = False
        """Whether the literals that ``domains`` knows are among them."""
        self._ones = array("i", (1,)) * 128
        """Room for literals of weight 1."""
        self._ones_at = backend.weighted(self._ones)
        self.widest = 0
        """The largest number of literals that must all be true, and of as many that must all be false, before some count says
        something of the others: clasp learns little from a count that is far from both its ends."""
        self.domains = Domains(self._stated_ints(), _single(rule[0] for rule in rules), model.size)
        self._false = [-rule[0].n for rule in rules if rule[0].__class__ is Lit]
        """Literals that rules say are false."""
        if self.domains.narrowed:
            known = self.domains.known
            self._false += compress(range(model.size + 1), map(FALSE.__eq__, known))
        self._lines: dict[int, Line] | None = None
        needless = self.domains.needless
        narrowed = bool(self.domains.narrowed)
        self._handle = handle = backend.begin()
        self._define()
        self._ints()
        for constraint, words, at, _, _ in self.plan.rules[:switched]:
            guard = self._atom(free=True) if words else 0
            self.guards.append(guard)
            self._said(constraint, (guard,) if guard else (), words, at)
        if guarded:
            self.guards += [0] * len(rules)
            self.guarded = False
        never: list[int] = []
        counts: list[tuple[int, int, list[int]]] = []
        several: list[Any] = []
        for constraint, words, at, _, _ in rules:
            if several and constraint.__class__ is not several[0].__class__:
                self._several(several)
                several.clear()
            if constraint.__class__ is Clause:
                # most rules are clauses, and most of the time is spent here
                body = [-x.n for x in constraint]
                if narrowed:
                    body = self._open(body)  # type: ignore[assignment]
                    if body is None:
                        continue
                add_rule(handle, False, none, 0, body, len(body))
                continue
            if id(constraint) in needless:
                continue
            if not narrowed:
                if constraint.__class__ is Count:
                    counts.append((constraint.low, constraint.high, [x.n for x in constraint.lits]))
                    continue
                if constraint.__class__ is Lit:
                    if constraint.n < 0:
                        never.append(-constraint.n)
                    else:
                        add_rule(handle, False, none, 0, (-constraint.n,), 1)
                    continue
            if counts:
                self._counts(counts)
                counts.clear()
            if constraint.__class__ in _TOGETHER:
                several.append(constraint)
            else:
                self._said(constraint, (), words, at)
        if several:
            self._several(several)
        self._counts(counts)
        if never:
            self._without(never)
        self.narrow = 0
        """The atom under which ``plan.narrowing`` holds; 0 where there is none."""
        if self.plan.narrowing is not None and not standalone:
            self.narrow = self._atom(free=True)
            for constraint in self.plan.narrowing.constraints:
                self._state(constraint, (self.narrow,))
        for x in self._stated_ints():
            if x.value_literals is None:
                self._terms_of(x)
        self.stated = self.atoms
        """So many atoms it has before anything more is stated."""
        if further is not None:
            self._further(further)
        self._free_variables()
        self.optimising = False
        """Whether some answers are better than others."""
        if model.objective is not None:
            self._objective()
        backend.end()

    # -- the backend ---------------------------------------------------------------------------------------------

    def add(self, constraints: Iterable[Constraint]) -> None:
        """State more constraints, between two searches."""
        self._handle = self._backend.begin()
        for constraint in constraints:
            self._state(constraint, ())
        self._backend.end()

    def add_clauses(self, clauses: Iterable[Sequence[int]]) -> None:
        """State more clauses of this program's own literals, between two searches."""
        self._handle = self._backend.begin()
        for clause in clauses:
            self._forbid([*map(_negated, clause)])
        self._backend.end()

    @property
    def counts_steps(self) -> bool:
        """Whether there is something for ``count_steps`` to state."""
        return bool(self._steps)

    def count_steps(self) -> None:
        """State, between two searches, that no way from a root is longer than it may be (``Reached.steps``), of the first groups.

        With an atom for each node and number of steps that is dear to state. It tells much of groups whose size is known: what
        can only be reached in a roundabout way is too far.
        """
        self._handle = self._backend.begin()
        most = self.atoms + MOST_STEPS
        for constraint in self._steps:
            self._count_steps(constraint, most)
        self._steps.clear()
        self._backend.end()

    def _count_steps(self, constraint: Reached, most: int) -> None:
        """The same of one group, if that takes no more than ``most`` atoms in all."""
        assert constraint.steps is not None
        nodes, steps = [x.n for x in constraint.nodes], constraint.steps
        before: list[list[tuple[int, int]]] = [[] for _ in nodes]
        after: list[list[int]] = [[] for _ in nodes]
        for i, j, e in constraint.arcs:
            before[j].append((i, 0 if e is None else e.n))
            after[i].append(j)
        least = dict.fromkeys(constraint.roots, 0)
        ring = [*constraint.roots]
        while ring:
            ring = [j for i in ring for j in after[i] if j not in least and least.setdefault(j, least[i] + 1)]
        if self.atoms + sum(steps + 1 - n for n in least.values() if 0 < n <= steps) > most:
            return
        roots = set(constraint.roots)
        near = {i: nodes[i] for i in roots}
        for step in range(1, steps + 1):
            ring = [i for i in least if least[i] <= step and i not in roots]
            atoms = {i: self._atom() for i in ring}
            for i, atom in atoms.items():
                for j, arc in before[i]:
                    if j in near:
                        self._rule(atom, [near[j], nodes[i], arc] if arc else [near[j], nodes[i]])
            near.update(atoms)
        for i, x in enumerate(nodes):
            if i not in roots:
                self._forbid((x, -near[i]) if i in near else (x,))

    def project(self, atoms: Collection[int]) -> None:
        """Tell what decides answers, between two searches."""
        self._handle = self._backend.begin()
        self._backend.project(atoms)
        self._backend.end()

    def small_objective(self) -> bool:
        """Whether the objective can be kept by a row."""
        return sum(map(abs, self._weighted_objective()[1::2])) < MOST_WEIGHT // 2

    def keep_objective(self, cost: int) -> None:
        """State, between two searches, that the objective is not worse than ``cost``, and no longer ask for the best."""
        terms = self._weighted_objective()
        self._handle = self._backend.begin()
        self._row([(-weight, x) for x, weight in zip(terms[::2], terms[1::2], strict=True)], -cost, ())
        self._backend.end()
        self.optimising = False

    def choice(self) -> int:
        """A new atom that may be true or false, made between two searches."""
        self._handle = self._backend.begin()
        atom = self._atom(free=True)
        self._backend.end()
        return atom

    def _atom(self, *, free: bool = False) -> int:
        self.atoms += 1
        if free:
            self._add_rule(self._handle, True, (self.atoms,), 1, self._none, 0)
        return self.atoms

    def _kept(
        self,
        kept: Keep,
        key: tuple[Any, ...],
        literals: list[int],
        state: Callable[[Sequence[int]], None],
    ) -> None:
        """What ``state(literals)`` states: the rules are ``kept`` for the next model that says the same of its literals.

        The ``key`` tells them from all other rules that are kept there.
        """
        if not self._keeps or len(literals) > MOST_KEPT:
            state(literals)
            return
        # another thread that needs them meanwhile makes its own
        known = kept.pop(key, None)
        if known is None:
            if len(kept) >= MOST_BLOCKS:
                kept.clear()
            known = self._recorded(partial(state, range(1, len(literals) + 1)))
        block, widest = known
        block(self._handle, literals)
        self.widest = max(self.widest, widest)
        kept.put(key, known, block.size)

    def _again(
        self,
        kept: Keep,
        said: Sequence[Any],
        state: Callable[..., None],
        conditions: tuple[int, ...] = (),
        told: tuple[Any, ...] = (),
    ) -> None:
        """What ``state(said)`` states: from the second time on the rules are ``kept``, as long as the list ``said`` is there.

        Where there are ``conditions`` it is ``state(said, conditions)``. All that have the same ``told`` say the same.
        """
        key = "clasp", told or id(said), len(conditions)
        if not self._keeps or key not in kept:
            if told and len(kept) >= MOST_BLOCKS:
                kept.clear()
            kept.setdefault(key, None)
            state(said, conditions) if conditions else state(said)
            return
        # another thread that needs them meanwhile makes its own
        known = kept.pop(key, None)
        if known is None:
            size = self.model.size
            own = tuple(range(size + 1, size + 1 + len(conditions)))
            made = self._recorded(partial(state, said, own) if own else partial(state, said))
            known = said, [*range(1, size + 1)], *made
        _, literals, block, widest = known
        block(self._handle, [*literals, *conditions] if conditions else literals, self._false)
        self.widest = max(self.widest, widest)
        kept.put(key, known, block.size)

    def _recorded(self, state: Callable[[], None]) -> tuple[Any, int]:
        """The rules that ``state()`` states, and how wide the widest count is among them.

        They hold for other models as well, of which other values are known: so none is taken as read.
        """
        own, recorder = (self._add_rule, self._add_weight_rule, self.widest, self.domains), self._backend.recorder()
        self._add_rule, self._add_weight_rule, self.widest = recorder.rule, recorder.weight_rule, 0
        self.domains = Domains((), (), 0)
        try:
            state()
            return recorder.block(), self.widest
        finally:
            self._add_rule, self._add_weight_rule, self.widest, self.domains = own

    def _rule(self, head: int, body: Sequence[int]) -> None:
        self._add_rule(self._handle, False, (head,), 1, body, len(body))

    def _choice(self, heads: Sequence[int], body: Sequence[int]) -> None:
        self._add_rule(self._handle, True, heads, len(heads), body, len(body))

    def _forbid(self, body: Sequence[int]) -> None:
        self._add_rule(self._handle, False, self._none, 0, body, len(body))

    def _weightless(self, lits: Sequence[int]) -> Any:
        """``lits`` with weight 1 each, until the next call."""
        n = 2 * len(lits)
        if n > len(self._ones):
            self._ones = array("i", (1,)) * (2 * n)
            self._ones_at = self._backend.weighted(self._ones)
        self._ones[0:n:2] = array("i", lits)
        return self._ones_at

    def _forbid_sum(self, least: int, weighted: array[int]) -> None:
        """Forbid that the weights of the true literals of ``weighted`` (literal, weight, literal, ...) reach ``least``."""
        self._add_weight_rule(
            self._handle, False, self._none, 0, least, self._backend.weighted(weighted), len(weighted) // 2
        )

    def _open(self, body: list[int]) -> list[int] | None:
        """A body without the literals that are known to be true; None when one of them is known to be false."""
        known = [*map(self.domains.known.__getitem__, body)]
        if not any(known):
            return body
        return None if FALSE in known else [x for x, seen in zip(body, known, strict=True) if not seen]

    def _count(self, low: int, high: int, lits: list[int], conditions: Sequence[int] = ()) -> None:
        """When ``conditions`` hold, from ``low`` to ``high`` of ``lits`` do."""
        n = len(lits)
        if low > 0:
            self._at_least(low, lits, conditions)
        if high < n:
            self._at_most(high, lits, conditions)

    def _counts(self, counts: Iterable[tuple[int, int, list[int]]]) -> None:
        """Many counts, (low, high, literals): what takes weights is handed over at once."""
        add_rule, handle, none = self._add_rule, self._handle, self._none
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
                    add_rule(handle, False, none, 0, some, n)
                elif few <= 1 or (n <= 4 and comb(n, few) <= MOST_CLAUSES):
                    few = max(few, 0)
                    for body in combinations(some, few):
                        add_rule(handle, False, none, 0, body, few)
                else:
                    counted += some
                    sizes.append(n)
                    least.append(few)
        if counted:
            self._backend.counts(handle, least, sizes, counted)
            for few, n in zip(least, sizes, strict=True):
                if n > 2 * self.widest:
                    self.widest = max(self.widest, min(few, n - few + 1))

    def _at_least(self, least: int, lits: Sequence[int], conditions: Sequence[int]) -> None:
        """When ``conditions`` hold, ``least`` or more of ``lits`` do."""
        n = len(lits)
        if least <= 0:
            return
        if least > n:
            self._forbid(conditions)
        elif least == 1:
            self._forbid([*map(_negated, lits), *conditions])
        elif least == n:
            for x in map(_negated, lits):
                self._forbid((x, *conditions))
        else:
            self._forbid_count(n - least + 1, [*map(_negated, lits)], conditions)

    def _at_most(self, most: int, lits: Sequence[int], conditions: Sequence[int]) -> None:
        """When ``conditions`` hold, ``most`` or fewer of ``lits`` do."""
        n = len(lits)
        if most >= n:
            return
        if most < 0:
            self._forbid(conditions)
        elif most == 0:
            for x in lits:
                self._forbid((x, *conditions))
        elif most == n - 1:
            self._forbid([*lits, *conditions])
        else:
            self._forbid_count(most + 1, list(lits), conditions)

    def _forbid_count(self, least: int, lits: list[int], conditions: Sequence[int]) -> None:
        n = len(lits)
        self.widest = max(self.widest, min(least, n - least + 1))
        if n <= 4 and comb(n, least) <= MOST_CLAUSES:
            for some in combinations(lits, least):
                self._forbid((*some, *conditions))
            return
        if not conditions:
            self._add_weight_rule(self._handle, False, self._none, 0, least, self._weightless(lits), n)
            return
        weighted = array("i", (1,)) * (2 * n)
        weighted[::2] = array("i", lits)
        big = n - least + 1
        for x in conditions:
            weighted.append(x)
            weighted.append(big)
            least += big
        self._forbid_sum(least, weighted)

    def _row(self, terms: Sequence[tuple[int, int]], least: int, conditions: Sequence[int]) -> None:
        """When ``conditions`` hold, the sum of weight * literal over ``terms`` (weight, literal) is at least ``least``."""
        literals, weights, constant = _positive(terms)
        self._weigh(literals, weights, least - constant, None, conditions)

    def _weigh(
        self,
        literals: Sequence[int],
        weights: Sequence[int],
        least: int | None,
        most: int | None,
        conditions: Sequence[int],
    ) -> None:
        """When ``conditions`` hold, the ``weights``, all positive, of the ``literals`` that are true add up to ``least`` or more.

        And to ``most`` or less; None for an open end. No literal is there twice.
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
            self._forbid(conditions)
            return
        more = reach - limit + 1
        """What each condition weighs: with all of them but one the limit is not reached."""
        if reach + more * (len(conditions) + 1) > MOST_WEIGHT:
            raise OverflowError("the numbers are too large for clasp's 32-bit weights; use --solver highs")
        n = len(literals)
        pairs = array("i", (more,)) * (2 * (n + len(conditions)))
        pairs[: 2 * n : 2] = array("i", literals)
        pairs[1 : 2 * n : 2] = array("i", weights)
        if conditions:
            pairs[2 * n :: 2] = array("i", conditions)
        self._forbid_sum(limit + more * len(conditions), pairs)

    # -- variables -----------------------------------------------------------------------------------------------

    def _define(self) -> None:
        defined, claimed = self._defined, self.plan.claimed
        for derived in self.derived:
            defined.update(x.n for x in derived.xs if isinstance(x, Lit))
        definitions: Sequence[Definition] = self.plan.definitions
        if claimed:
            definitions = [definition for definition in definitions if definition[0].n not in claimed]
        alike = self.model.alike_ones

        def define(some: Sequence[Definition]) -> None:
            self._define_all(some)
            defined.update([definition[0].n for definition in some])

        start = at = 0
        while alike and at < len(definitions):
            same = alike.get(definitions[at][0].n)
            end = at + len(same.definitions) if same else at
            if same and end <= len(definitions) and definitions[end - 1] is same.definitions[-1]:
                define(definitions[start:at])
                self._again(same.kept, same.definitions, self._define_all)
                defined.update(same.defined)
                start = at = end
            else:
                at += 1
        define(definitions[start:])
        for flood in self.plan.floods:
            self._flood(flood)

    def _define_all(self, definitions: Iterable[Definition]) -> None:
        add_rule, handle, weightless = self._add_rule, self._handle, self._weightless
        for literal, literals, least in definitions:
            head, lits = (literal.n,), [y.n for y in literals]
            n = len(lits)
            if least == n:
                add_rule(handle, False, head, 1, lits, n)
            elif least == 1 and n <= FEW:
                for y in lits:
                    add_rule(handle, False, head, 1, (y,), 1)
            elif least == ODD:
                add_rule(handle, False, head, 1, (lits[0], -lits[1]), 2)
                add_rule(handle, False, head, 1, (lits[1], -lits[0]), 2)
            else:
                self._add_weight_rule(handle, False, head, 1, least, weightless(lits), n)

    def _further(self, further: Further) -> None:
        """A second statement of the model, beside its plan."""
        new = range(self.atoms + 1, further.last + 1)
        self.atoms = further.last
        self.domains.reach(further.last)
        self._define_all(further.definitions)
        for flood in further.floods:
            self._flood(flood)
        defined = {definition[0].n for definition in further.definitions}
        defined.update(x.n for flood in further.floods for x in flood.flooded)
        self._defined.update(defined)
        free = [x for x in new if x not in defined]
        if free:
            self._choice(free, ())
        for constraint, words, at, _, _ in further.rules:
            self._said(constraint, (), words, at)

    def _stated_ints(self) -> list[Int]:
        ints = self.model.ints
        if not ints or not self.derived:
            return ints
        read = {x.index for derived in self.derived for x in derived.xs if isinstance(x, Int)}
        return [x for x in ints if x.index not in read]

    def _ints(self) -> None:
        literals, add_rule, handle = self.domains.literals, self._add_rule, self._handle
        one_of: list[tuple[int, int, list[int]]] = []
        ints = self._stated_ints()
        blocks = [x.block for x in ints if x.block]
        whole = self._much_left(ints) and bool(blocks)
        if whole:
            told = ("one each", *map(len, blocks), *[block.start for block in blocks])
            self._again(_SAME, blocks, self._one_each, (), told)
        for x in ints:
            order = [lit.n for lit in x.order_literals] if x.order_literals is not None else None
            if x.value_literals is not None:
                pairs = literals[x.index]
                if len(pairs) == 1:
                    add_rule(handle, False, (pairs[0][1],), 1, self._none, 0)
                elif not whole:
                    one_of.append((1, 1, [lit for _, lit in pairs]))
                if order is not None:
                    # at least v: is v, or at least v + 1
                    is_value = dict(pairs)
                    self._defined.update(order)
                    for v, threshold in enumerate(order, x.low + 1):
                        if v in is_value:
                            add_rule(handle, False, (threshold,), 1, (is_value[v],), 1)
                    for threshold, upper in pairwise(order):
                        add_rule(handle, False, (threshold,), 1, (upper,), 1)
            elif order is not None:
                self._chain(order)
                self._orders.append(order)
        self._counts(one_of)

    def _much_left(self, ints: Sequence[Int]) -> bool:
        """Whether rules that are kept for all values of ``ints`` are quicker to state than rules are to make for what is left."""
        left, count = self.domains.literals, sum([len(x.block) for x in ints])
        return self._keeps and 4 * sum([len(left[x.index]) for x in ints if x.block]) >= 3 * count <= 3 * MOST_KEPT

    def _one_each(self, blocks: Sequence[range]) -> None:
        """Of each of ``blocks`` one literal is true."""
        for block in blocks:
            self._count(1, 1, [*block])

    def _chain(self, thresholds: Sequence[int]) -> None:
        for lower, upper in pairwise(thresholds):
            self._forbid((upper, _negated(lower)))

    def _terms_of(self, x: Int) -> tuple[list[tuple[int, int]], int]:
        """``x`` as (weight, literal) terms and a constant."""
        known = self._int_terms.get(x.index)
        if known is None:
            if x.value_literals is not None:
                pairs = self.domains.literals[x.index]
                least = pairs[0][0]
                self._int_terms[x.index] = [(v - least, lit) for v, lit in pairs[1:]], least
                return self._int_terms[x.index]
            if x.order_literals is not None:
                terms = [(1, lit.n) for lit in x.order_literals]
            elif len(x.values) <= LONGEST_CHAIN:
                chain = [self._atom(free=True) for _ in x.values[1:]]
                self._chain(chain)
                terms = [(1, lit) for lit in chain]
            else:
                span = x.high - x.low
                if span.bit_length() > 30:
                    raise OverflowError(f"{x.name} has too many values for clasp; use --solver highs")
                terms = [(1 << k, self._atom(free=True)) for k in range(span.bit_length())]
                self._row([(-w, lit) for w, lit in terms], -span, ())
            known = self._int_terms[x.index] = (terms, x.low)
        return known

    def _free_variables(self) -> None:
        size, ints = self.model.size, self.model.ints
        free = [lit for pairs in self.domains.literals.values() if len(pairs) > 1 for _, lit in pairs]
        for order in self._orders:
            free += order
        if sum([len(x.block) for x in ints]) < size:
            others = bytearray((1,)) * (size + 1)
            others[0] = 0
            blocks = [block for x in ints for block in (x.block, x.order_block) if block]
            for block in (*blocks, *self.plan.foreign(self.model)):
                others[block.start : block.stop] = bytes(len(block))
            free += compress(range(size + 1), others)
        if self._defined:
            free = [v for v in free if v not in self._defined]
        if free:
            self._add_rule(self._handle, True, free, len(free), self._none, 0)

    def _integral(self, terms: Sequence[tuple[Number, Any]]) -> tuple[list[tuple[int, int]], int | Fraction, int]:
        """Terms over literals with whole weights, the constant, and the factor by which all was multiplied."""
        flat: list[tuple[Number, int]] = []
        constant: int | Fraction = 0
        for weight, x in terms:
            if isinstance(x, Int):
                parts, base = self._terms_of(x)
                weight = exact(weight)
                constant += weight * base
                flat += [(weight * w, lit) for w, lit in parts]
            else:
                flat.append((weight, x.n))
        if all(type(w) is int for w, _ in flat):
            return flat, constant, 1  # type: ignore[return-value]
        fractions = [(exact(w), x) for w, x in flat]
        scale = lcm(*(w.denominator for w, _ in fractions))
        return [(int(w * scale), x) for w, x in fractions], constant, scale

    # -- constraints ---------------------------------------------------------------------------------------------

    def _said(self, constraint: Constraint | Lit, conditions: tuple[int, ...], words: str, at: Place) -> None:
        """State a rule of these ``words``."""
        try:
            self._state(constraint, conditions)
        except OverflowError as error:
            raise SolverError(f"clasp: {words} {self.model.place(at)}: {error}") from None

    def _state(self, constraint: Constraint | Lit, conditions: tuple[int, ...]) -> None:
        kind = constraint.__class__
        if kind is Clause:
            body: list[int] | None = [-x.n for x in constraint]  # type: ignore[union-attr]
            if self.domains.narrowed:
                body = self._open(body)  # type: ignore[arg-type]
            if body is not None:
                self._forbid([*body, *conditions] if conditions else body)
        elif kind is Implies:
            self._state(constraint.then, (*conditions, *[x.n for x in constraint.conditions]))  # type: ignore[union-attr]
        elif kind is Count:
            lits = [x.n for x in constraint.lits]  # type: ignore[union-attr]
            low, high = constraint.low, constraint.high  # type: ignore[union-attr]
            if self.domains.narrowed:
                known = [*map(self.domains.known.__getitem__, lits)]
                if any(known):
                    true = known.count(TRUE)
                    low, high = low - true, high - true
                    lits = [x for x, seen in zip(lits, known, strict=True) if not seen]
            self._count(low, high, lits, conditions)
        elif kind is Lit:
            self._forbid((-constraint.n, *conditions))
        elif kind is And:
            helpers = () if self.guarded else constraint.helpers  # type: ignore[union-attr]
            self._parts((*constraint.parts, *helpers) if helpers else constraint.parts, conditions)  # type: ignore[union-attr]
        elif isinstance(constraint, Alike) and not conditions and not self.domains.narrowed:
            lits = [x.n for x in constraint.lits]

            def state(lits: Sequence[int]) -> None:
                self._parts(constraint.made(constraint.at, [*map(Lit, lits)]), ())

            # what is said of the opposites as well is kept besides
            self._kept(constraint.board.kept, (*constraint.key, *lits[:1]), lits, state)
        elif kind is Kept:
            self._again(constraint.kept, constraint.parts, self._parts, conditions)  # type: ignore[union-attr]
        elif kind is Clauses:
            self._forbid_each(constraint.never, conditions)  # type: ignore[union-attr]
        elif isinstance(constraint, Many):
            self._parts(constraint.parts, conditions)
        else:
            if self.domains.narrowed and not self._claimed:
                # what is known is not theirs to decide
                self._claimed = True
                size = self.model.size
                self._defined.update(compress(range(size + 1), self.domains.known[: size + 1]))
            getattr(self, "_state_" + kind.__name__)(constraint, conditions)

    def _state_Linear(self, constraint: Linear, conditions: tuple[int, ...]) -> None:
        low, high = constraint.low, constraint.high
        if conditions and all(a == 1 and x.__class__ is Int for a, x in constraint.terms):
            ints: Any = [x for _, x in constraint.terms]
            if ints and not self.domains.can_add_up(ints, low, high):
                self._forbid(conditions)
                return
        summed = self._summed(constraint.terms) if {low.__class__, high.__class__} <= _WHOLE else None
        if summed is not None:
            literals, weights, constant = summed
            least = None if low is None else low - constant
            most = None if high is None else high - constant
        else:
            terms, base, scale = self._integral(constraint.terms)
            literals, weights, constant = _positive(terms)
            least = most = None
            if low is not None:
                low = (exact(low) - base) * scale
                least = -(-low.numerator // low.denominator) - constant
            if high is not None:
                high = (exact(high) - base) * scale
                most = high.numerator // high.denominator - constant
        self._weigh(literals, weights, least, most, conditions)  # type: ignore[arg-type]

    def _summed(self, terms: Sequence[tuple[Number, Any]]) -> tuple[list[int], list[int], int] | None:
        """Literals, their weights, all positive, and what is to be added to these where all are false.

        None where a factor is no whole number, or where a variable is there twice.
        """
        literals: list[int] = []
        weights: list[int] = []
        constant = 0
        for factor, x in terms:
            if factor.__class__ is not int or not factor:
                return None
            if x.__class__ is Int:
                known = self._summands.get(x.index)
                if known is None:
                    pairs, base = self._terms_of(x)
                    known = self._summands[x.index] = [lit for _, lit in pairs], [w for w, _ in pairs], base
                lits, some, base = known
                constant += factor * base  # type: ignore[assignment]
            else:
                lits, some = [x.n], _ONE
            if factor > 0:
                literals += lits
                weights += some if factor == 1 else [factor * w for w in some]  # type: ignore[misc]
            else:
                # what is true and taken away is what is false and added
                more = some if factor == -1 else [-factor * w for w in some]
                literals += map(_negated, lits)
                weights += more  # type: ignore[arg-type]
                constant -= sum(more)  # type: ignore[assignment]
        return (literals, weights, constant) if len(set(map(abs, literals))) == len(literals) else None

    def _several(self, constraints: Sequence[Any]) -> None:
        """State several of one kind, which come one after the other."""
        if constraints[0].__class__ is AllDifferent:
            self._differ(constraints)
        else:
            self._fit(constraints)

    def _differ(self, constraints: Sequence[AllDifferent]) -> None:
        """State several of them."""
        if len(constraints) > 1:
            ints = [*{x.index: x for constraint in constraints for x in constraint.ints}.values()]
            values = ints[0].values if ints else ()
            if all(x.values == values for x in ints) and self._much_left(ints):
                said = [[x.block for x in constraint.ints] for constraint in constraints]
                told = (
                    "different",
                    len(values),
                    *map(len, said),
                    *[block.start for blocks in said for block in blocks],
                )
                self._again(_SAME, said, self._all_differ, (), told)
                return
        for constraint in constraints:
            self._state_AllDifferent(constraint, ())

    def _all_differ(self, said: Sequence[Sequence[range]]) -> None:
        """The numbers of each list differ, whose literals of all values are given."""
        for blocks in said:
            for lits in zip(*blocks, strict=True):
                # are there as many values as numbers, each occurs
                self._count(int(len(lits) == len(blocks[0])), 1, [*lits])

    def _state_AllDifferent(self, constraint: AllDifferent, conditions: tuple[int, ...]) -> None:
        ints, literals = constraint.ints, self.domains.literals
        settled: dict[int, int] = {}
        values = ints[0].values if ints else ()
        if all(x.values == values and len(literals[x.index]) == len(values) for x in ints):
            able = dict(zip(values, map(list, zip(*[x.block for x in ints], strict=True)), strict=True))
        else:
            able = {}
            for x in ints:
                pairs = literals[x.index]
                value, lit = pairs[0]
                if len(pairs) == 1 and value not in settled:
                    settled[value] = lit
                    continue
                for value, lit in pairs:
                    if value in able:
                        able[value].append(lit)
                    else:
                        able[value] = [lit]
        # are there as many values as numbers, each occurs
        permutation = len(able.keys() | settled.keys()) == len(ints)
        counts = []
        for value, lits in able.items():
            if value in settled:
                lits.append(settled[value])
            counts.append((int(permutation and value not in settled), 1, lits))
        if conditions:
            for low, high, lits in counts:
                self._count(low, high, lits, conditions)
        else:
            self._counts(counts)

    def _fit(self, constraints: Sequence[Fitting]) -> None:
        """State several of them. Those of one relation are stated together, as far as they have all their values."""
        left = self.domains.literals
        alike: dict[tuple[Any, ...], list[Fitting]] = {}
        for constraint in constraints:
            x, y, relation = constraint.x, constraint.y, constraint.relation
            if relation.kept is not None and len(left[x.index]) == len(x.block) and len(left[y.index]) == len(y.block):
                alike.setdefault((relation, x.values, y.values), []).append(constraint)
            else:
                self._state_Fitting(constraint, ())
        for (relation, *values), some in alike.items():
            if len(some) == 1 and tuple(values) not in relation.kept:
                # this may be the only pair that has these values
                self._state_Fitting(some[0], ())
                continue
            size, at = sum(map(len, values)), 0

            def state(
                literals: Sequence[int], relation: Relation = relation, values: Any = values, size: int = size
            ) -> None:
                bodies = relation.at_most_ones(*values)
                for first in range(0, len(literals), size):
                    own = literals[first : first + size]
                    if bodies is None:
                        self._never_all(relation.contradictions(*values), own, ())
                        continue
                    for body in bodies:
                        lits = [own[x - 1] for x in body]
                        if len(lits) == 2:
                            self._forbid(lits)
                        else:
                            self._add_weight_rule(
                                self._handle, False, self._none, 0, 2, self._weightless(lits), len(lits)
                            )

            while at < len(some):
                count = 1 << min(MOST_AT_ONCE, len(some) - at).bit_length() - 1
                literals = [lit for fit in some[at : at + count] for x in (fit.x, fit.y) for lit in x.block]
                self._kept(relation.kept, ("clasp", count, *values), literals, state)
                at += count

    def _never_all(self, bodies: Iterable[Sequence[int]], literals: Sequence[int], conditions: tuple[int, ...]) -> None:
        """When ``conditions`` hold, no list of ``bodies`` is true, which have numbers of ``literals``, from 1 on."""
        # a negative number counts from the end
        meant = [0, *literals, *[-x for x in reversed(literals)]]
        for body in bodies:
            self._forbid([*map(meant.__getitem__, body), *conditions])

    def _state_Fitting(self, constraint: Fitting, conditions: tuple[int, ...]) -> None:
        x, y, relation = constraint.x, constraint.y, constraint.relation
        one, other = self.domains.literals[x.index], self.domains.literals[y.index]
        add_rule, handle, none = self._add_rule, self._handle, self._none
        if relation.least is not None:
            at, least = dict(other), relation.least
            for v, lit in one:
                if v in at and v >= least:
                    add_rule(handle, False, none, 0, (lit, at[v], *conditions), 2 + len(conditions))
            return
        values = tuple([v for v, _ in one]), tuple([v for v, _ in other])
        self._never_all(relation.contradictions(*values), [lit for _, lit in (*one, *other)], conditions)

    def _state_Towers(self, constraint: Towers, conditions: tuple[int, ...]) -> None:
        line, left = constraint.line, [self.domains.literals[x.index] for x in constraint.line]
        different = self.domains.all_different(line)
        # where much is left, rules for all heights are quicker to hand over than fewer rules are to make
        many = 4 * sum(map(len, left)) >= 3 * sum([len(x.values) for x in line])
        if many and not conditions:
            view = constraint.view(different=different)
            if view is not None and all(pairs[-1][0] <= most for pairs, most in zip(left, view.most, strict=True)):
                self._look(view, constraint)
                return

        def define(ways: list[tuple[int, ...]]) -> int:
            head = self._atom()
            self._one_way(head, ways)
            return head

        sure, literals = looked_at(left, define, different=different)
        self._count(constraint.count - sure, constraint.count - sure, literals, conditions)

    def _look(self, view: View, constraint: Towers) -> None:
        """So many towers are seen as ``constraint`` says, by the rules that are kept for its ``view``."""
        rest = constraint.count - view.sure
        first, self.atoms = self.atoms + 1, self.atoms + len(view.definitions)
        literals = [lit for x in constraint.line for lit in x.block] + [*range(first, self.atoms + 1)]

        def state(literals: Sequence[int]) -> None:
            # a negative number counts from the end
            meant = [0, *literals, *[-x for x in reversed(literals)]]
            for head, ways in view.definitions:
                self._one_way(meant[head], [[meant[x] for x in way] for way in ways])
            self._count(rest, rest, [meant[x] for x in view.literals])

        self._kept(view.kept, ("clasp", rest), literals, state)

    def _one_way(self, head: int, ways: Sequence[Sequence[int]]) -> None:
        """``head`` is true where all literals of one of the ``ways`` are."""
        if len(ways) > 1 and max(map(len, ways)) == 1:
            self._add_weight_rule(self._handle, False, (head,), 1, 1, self._weightless([x for (x,) in ways]), len(ways))
            return
        for way in ways:
            self._rule(head, way)

    def _state_Takers(self, constraint: Takers, conditions: tuple[int, ...]) -> None:
        for lit in constraint.excluded():
            self._forbid((lit.n, *conditions))

    def _state_Table(self, constraint: Table, conditions: tuple[int, ...]) -> None:
        chosen = [self._atom(free=True) for _ in constraint.rows]
        self._forbid([*map(_negated, chosen), *conditions])
        support: dict[int, list[int]] = {}
        for row, pick in zip(constraint.rows, chosen, strict=True):
            for x, v in zip(constraint.xs, row, strict=True):
                lit = (x == v).n if isinstance(x, Int) else x.n if v else -x.n
                self._forbid((pick, -lit))
                support.setdefault(lit, []).append(pick)
        for x in constraint.xs:
            for lit in [y.n for y in x.eq] if isinstance(x, Int) else (x.n, -x.n):
                self._forbid([lit, *map(_negated, support.get(lit, ())), *conditions])

    def _state_Runs(self, constraint: Runs, conditions: tuple[int, ...]) -> None:
        from pencilp.model.line_runs import Line

        if self._lines is None:
            self._lines = {} if self.guarded else self._narrowed_lines()
        line = self._lines.get(id(constraint))
        if line is None:
            line = Line(constraint)
            if not line.narrow():
                self._forbid(conditions)
                return
            for x in line.fixed:
                self._forbid((-x, *conditions))

        def new(_: str, count: int) -> list[int]:
            atoms = [*range(self.atoms + 1, self.atoms + count + 1)]
            self.atoms += count
            if count:
                self._choice(atoms, ())
            return atoms

        for _, contradictions in line.contradictions(new):
            for lits in contradictions:
                self._forbid([*lits, *conditions] if conditions else lits)

    def _narrowed_lines(self) -> dict[int, Line]:
        """What is left to each of the model's ``Runs`` when they are looked at together; what they decide is stated."""
        from pencilp.model.line_runs import Line, decided

        rules = [rule[0] for rule in self._lasting]
        lines = {id(c): Line(c) for c in rules if c.__class__ is Runs}
        known = decided([*lines.values()], [c.n for c in rules if c.__class__ is Lit])
        if known is None:
            self._forbid(())
            return {}
        # free variables become facts or are never true; of those that are defined it is a constraint
        for x in known:
            if abs(x) in self._defined:
                self._forbid((-x,))
            elif x > 0:
                self._rule(x, ())
        self._defined.update(map(abs, known))
        return lines

    def _parts(self, parts: Iterable[Constraint | Lit], conditions: tuple[int, ...] = ()) -> None:
        """All of ``parts``."""
        needless, narrowed = self.domains.needless, self.domains.narrowed
        handle, none, add_rule = self._handle, self._none, self._add_rule
        for part in parts:
            if part.__class__ is Clause and not conditions:
                body: list[int] | None = [-x.n for x in part]
                if narrowed:
                    body = self._open(body)  # type: ignore[arg-type]
                if body is not None:
                    add_rule(handle, False, none, 0, body, len(body))
            elif part.__class__ is Lit and not conditions and not narrowed:
                add_rule(handle, False, none, 0, (-part.n,), 1)
            elif id(part) not in needless:
                self._state(part, conditions)

    def _forbid_each(self, bodies: Iterable[list[int]], conditions: tuple[int, ...]) -> None:
        """When ``conditions`` hold, in no body all literals are true."""
        handle, none, add_rule = self._handle, self._none, self._add_rule
        if self.domains.narrowed:
            bodies = [left for body in bodies if (left := self._open(body)) is not None]
        for body in bodies:
            if conditions:
                body = [*body, *conditions]
            add_rule(handle, False, none, 0, body, len(body))

    def _state_Lazy(self, constraint: Lazy, conditions: tuple[int, ...]) -> None:
        if self.guarded:
            # it cannot be switched on and off while searching; who guards rules looks at it afterwards
            return
        self.lazy.append(constraint)

    def _supportable(self, nodes: Sequence[int], arcs: Iterable[tuple[int, int, Any]]) -> bool:
        """Whether the nodes can be choices that their neighbours support."""
        if self.guarded or (arcs.__class__ is not Joined and any(e is not None for _, _, e in arcs)):
            return False
        mine = set(map(abs, nodes))
        return len(mine) == len(nodes) and mine.isdisjoint(self._defined)

    def _as_choices(self, nodes: Sequence[int]) -> list[int]:
        """Atoms for free nodes, claimed by this constraint: a negative literal gets an atom that stands for it."""
        # Where other rules define something by a node, a rule "x where not stand_in" makes clasp's search for equivalent atoms
        # put one in place of the other and lose that the nodes support each other in a circle. Our own search does without
        # it (``search.OPTIONS``); who reads a file may not.
        mentioned: set[int] = set()
        if self._standalone:
            mentioned.update(abs(y.n) for definition in self.plan.definitions for y in definition[1])
            mentioned.update(abs(y.n) for flood in self.plan.floods for y in flood.variables() if isinstance(y, Lit))
        result = []
        for x in nodes:
            if x > 0:
                result.append(x)
            else:
                stand_in = self._atom()
                if -x in mentioned:
                    self._choice((-x,), ())
                    self._forbid((-x, stand_in))
                    self._forbid((x, -stand_in))
                else:
                    self._rule(-x, (-stand_in,))
                result.append(stand_in)
        self._defined.update(map(abs, nodes))
        return result

    def _spread(self, atoms: Sequence[int], arcs: Iterable[tuple[int, int, Any]]) -> None:
        """An active node supports all that arcs lead to from it: one rule a node, ``{x; y; z} :- node.``"""
        heads: list[list[int]] = [[] for _ in atoms]
        for i, j, _ in arcs:
            heads[i].append(atoms[j])
        for atom, supported in zip(atoms, heads, strict=True):
            if supported:
                self._choice(supported, (atom,))

    def _first_root(self, active: Sequence[int], roots: Sequence[int], start: Any) -> None:
        """Call ``start(root, body)`` for each candidate: it is the root when ``body`` (no earlier one active) holds."""
        earlier = 0
        for k, i in enumerate(roots):
            start(i, (-earlier,) if earlier else ())
            if k + 1 < len(roots):
                so_far = self._atom()
                self._rule(so_far, (active[i],))
                if earlier:
                    self._rule(so_far, (earlier,))
                earlier = so_far

    def _state_Connected(self, constraint: Connected, conditions: tuple[int, ...]) -> None:
        edges = constraint.edges
        if self._by_cuts(constraint, conditions):
            assert constraint.first is not None
            self._state(constraint.first, ())
            self.pieces.append(Pieces(constraint))
            return
        nodes = [x.n for x in constraint.nodes]
        roots = self._roots(nodes)
        if not conditions and self._supportable(nodes, edges):
            if edges.__class__ is Joined and not self._standalone:
                atoms = self._connect_joined(constraint, nodes)
            else:
                atoms = self._as_choices(nodes)
                self._spread(atoms, constraint.arcs)
            self._first_root(atoms, roots, lambda i, body: self._choice([atoms[i]], body))
            return
        reached = [self._atom() for _ in nodes]
        rule = self._rule
        for i, j, e in edges:
            if e is None:
                rule(reached[i], (reached[j], nodes[i]))
                rule(reached[j], (reached[i], nodes[j]))
            else:
                rule(reached[i], (reached[j], nodes[i], e.n))
                rule(reached[j], (reached[i], nodes[j], e.n))
        self._first_root(nodes, roots, lambda i, body: rule(reached[i], (nodes[i], *body)))
        for x, r in zip(nodes, reached, strict=True):
            self._forbid((x, -r, *conditions))

    def _by_cuts(self, constraint: Connected, conditions: tuple[int, ...]) -> bool:
        """Whether it is stated by cuts."""
        if not self._cutting or constraint.first is None or conditions or len(constraint.nodes) > MOST_CUT:
            return False
        return constraint.edges.__class__ is Joined and shifts(constraint.edges) is not None

    def _connect_joined(self, constraint: Connected, nodes: list[int]) -> Sequence[int]:
        """Free nodes of a graph that many models have, stated at once; returns their atoms."""
        count = len(nodes)
        atoms = [x if x > 0 else self.atoms + k for k, x in enumerate(nodes, 1)]
        opposite = tuple(k for k, x in enumerate(nodes) if x < 0)
        if opposite:
            self.atoms += count
        self._defined.update(map(abs, nodes))

        def state(literals: Sequence[int]) -> None:
            for k in opposite:
                self._rule(literals[count + k], (-literals[k],))
            self._spread(literals[:count], constraint.arcs)

        kept: Keep = constraint.edges.kept  # type: ignore[attr-defined]
        self._kept(kept, ("connected", opposite), [*atoms, *map(abs, nodes)] if opposite else atoms, state)
        return atoms

    def _roots(self, nodes: list[int], edges: Sequence[tuple[int, int, int]] = ()) -> Sequence[int]:
        """Nodes of which one is active if any is: as few as the rules tell, where no rule can be switched off."""
        if self.guarded:
            return range(len(nodes))
        if self._known is None:
            true = self.model.false_if_made
            self._known = Known([rule[0] for rule in self._lasting], 0 if true is None else -true.n)
        found = self._known.roots_of_edges(nodes, edges) if edges else self._known.roots(nodes)
        return range(len(nodes)) if found is None else found

    def _state_OneLoop(self, constraint: OneLoop, conditions: tuple[int, ...]) -> None:
        nodes = [x.n for x in constraint.nodes]
        never = 0 if self.model.false_if_made is None else self.model.false_if_made.n
        lits = [e.n for _, _, e in constraint.edges]
        self._forbid([*map(_negated, lits), *conditions])
        every = edges = [(i, j, e.n) for i, j, e in constraint.edges]
        if never in nodes:
            edges = []
            for i, j, e in every:
                if nodes[i] == never or nodes[j] == never:
                    self._never(e, conditions)
                else:
                    edges.append((i, j, e))
        taken = self._defined.union(map(abs, lits))
        atoms = [self._head(x, taken, conditions) if x != never else 0 for x in nodes]
        if constraint.kept is None or conditions or never in nodes:
            self._loop(atoms, edges, conditions)
        else:

            def state(literals: Sequence[int]) -> None:
                own, rest = literals[: len(nodes)], literals[len(nodes) :]
                self._loop(own, [(i, j, e) for (i, j, _), e in zip(every, rest, strict=True)], ())

            self._kept(constraint.kept, ("loop",), [*atoms, *lits], state)
        roots = self._roots(nodes, every)

        at: dict[int, list[int]] = {i: [] for i in roots}
        for p, q, e in edges:
            if p in at:
                at[p].append(e)
            if q in at:
                at[q].append(e)

        def start(i: int, body: tuple[int, ...]) -> None:
            for e in at[i]:
                self._rule(atoms[i], (e, *body))

        self._first_root(nodes, roots, start)

    def _loop(self, atoms: Sequence[int], edges: Iterable[tuple[int, int, int]], conditions: tuple[int, ...]) -> None:
        """A node that an ``edge`` is at is one of the ``atoms``, supported by the edge's other end, and at two edges."""
        at: list[list[int]] = [[] for _ in atoms]
        # this is most of the work for a loop, so the rules are handed over with as few calls as can be
        rule, handle, none = self._add_rule, self._handle, self._none
        more = len(conditions)
        for i, j, e in edges:
            at[i].append(e)
            at[j].append(e)
            p, q = atoms[i], atoms[j]
            rule(handle, False, (p,), 1, (q, e), 2)
            rule(handle, False, (q,), 1, (p, e), 2)
            rule(handle, False, none, 0, (e, -p, *conditions), 2 + more)
        for p, here in zip(atoms, at, strict=True):
            # two where it is passed
            n = len(here)
            if 3 <= n <= 4:
                for three in combinations(here, 3):
                    rule(handle, False, none, 0, (*three, *conditions), 3 + more)
                for others in combinations([*map(_negated, here)], n - 1):
                    rule(handle, False, none, 0, (p, *others, *conditions), n + more)
            elif p:
                self._at_most(2, here, conditions)
                self._at_least(2, here, (p, *conditions))

    def _head(self, node: int, taken: set[int], conditions: tuple[int, ...]) -> int:
        """An atom for the heads of rules that is true where ``node`` is: ``node`` itself if its variable is not ``taken``."""
        if node > 0 and node not in taken and not conditions:
            taken.add(node)
            self._defined.add(node)
            return node
        if conditions or abs(node) in taken:
            atom = self._atom()
            self._forbid((node, -atom, *conditions))
            self._forbid((-node, atom, *conditions))
            return atom
        taken.add(-node)
        self._defined.add(-node)
        atom = self._atom()
        self._rule(-node, (-atom,))
        return atom

    def _without(self, never: list[int]) -> None:
        """The variables ``never`` are false. What nothing else defines is so by not being chosen."""
        free = [x for x in never if x not in self._defined]
        for x in never if len(free) < len(never) else ():
            if x in self._defined:
                self._forbid((x,))
        if free:
            self._defined.update(free)
            # it says nothing, but that there are these
            self._forbid(free)

    def _never(self, lit: int, conditions: tuple[int, ...]) -> None:
        """``lit`` is false."""
        if conditions or lit < 0 or lit in self._defined:
            self._forbid((lit, *conditions))
        else:
            self._defined.add(lit)

    def _state_Reached(self, constraint: Reached, conditions: tuple[int, ...]) -> None:
        if constraint.told_by is not None and not self._standalone and not conditions:
            from pencilp.model.reformulations.reached import cuts

            self.lazy.append(Lazy(constraint.told_by, partial(cuts, constraint)))
            return
        nodes = [x.n for x in constraint.nodes]
        if constraint.steps is not None and constraint.steps <= FARTHEST and not conditions and not self._standalone:
            self._steps.append(constraint)
        if not conditions and self._supportable(nodes, constraint.arcs):
            atoms = self._as_choices(nodes)
            if constraint.roots:
                self._choice([atoms[i] for i in constraint.roots], ())
            self._spread(atoms, constraint.arcs)
            return
        reached = [self._atom() for _ in nodes]
        for i in constraint.roots:
            self._rule(reached[i], (nodes[i],))
        for i, j, e in constraint.arcs:
            self._rule(reached[j], (reached[i], nodes[j]) if e is None else (reached[i], nodes[j], e.n))
        for x, r in zip(nodes, reached, strict=True):
            self._forbid((x, -r, *conditions))

    def _flood(self, flood: Flood) -> None:
        flooded, nodes = [x.n for x in flood.flooded], [x.n for x in flood.nodes]
        handle, add_rule = self._handle, self._add_rule
        self._defined.update(flooded)
        for i in flood.sources:
            self._rule(flooded[i], (nodes[i],))
        for i, j, e in flood.edges:
            one, other = flooded[i], flooded[j]
            if e is None:
                add_rule(handle, False, (one,), 1, (other, nodes[i]), 2)
                add_rule(handle, False, (other,), 1, (one, nodes[j]), 2)
            else:
                along = e.n
                add_rule(handle, False, (one,), 1, (other, nodes[i], along), 3)
                add_rule(handle, False, (other,), 1, (one, nodes[j], along), 3)

    def _weighted_objective(self) -> array[int]:
        """What is minimised: literal, weight, literal, weight, ..."""
        terms, _, _ = self._integral(self.model.objective.terms)  # type: ignore[union-attr]
        sign = 1 if self.model.sense == "minimize" else -1
        try:
            return array("i", [n for w, x in terms for n in (x, sign * w)])
        except OverflowError:
            raise SolverError(
                "clasp: the objective: the numbers are too large for clasp's 32-bit weights; use --solver highs"
            ) from None

    def _objective(self) -> None:
        weighted = self._weighted_objective()
        if len(weighted):
            self.optimising = True
            self._backend.minimize(self._backend.weighted(weighted), len(weighted) // 2)

    # -- reading back --------------------------------------------------------------------------------------------

    def literals_of(self, x: Any) -> list[int]:
        """The literals that decide the value of ``x``."""
        if not isinstance(x, Int):
            return [abs(x.n)]
        if x.value_literals is not None:
            pairs = self.domains.literals[x.index]
            return [lit for _, lit in pairs] if len(pairs) > 1 else []
        return [lit for _, lit in self._terms_of(x)[0]]

    def differing(self, x: Any, value: int) -> list[int]:
        """Literals of which at least one is true exactly where ``x`` is not ``value``; none where it is nothing else."""
        if not isinstance(x, Int):
            return [-x.n if value else x.n]
        if x.value_literals is not None:
            pairs = self.domains.literals[x.index]
            return [-lit for v, lit in pairs if v == value] if len(pairs) > 1 else []
        terms, base = self._terms_of(x)
        rest = value - base
        if terms and terms[-1][0] > 1:
            return [-lit if rest & weight else lit for weight, lit in terms]
        return [-lit if k < rest else lit for k, (_, lit) in enumerate(terms) if k in (rest - 1, rest)]

    def value_of(self, x: Int, true: Any) -> int:
        """The value of ``x`` where ``true(literal)`` says what is true."""
        if x.value_literals is not None:
            pairs = self.domains.literals[x.index]
            return pairs[0][0] if len(pairs) == 1 else next((v for v, lit in pairs if true(lit)), pairs[-1][0])
        terms, base = self._terms_of(x)
        return base + sum(w for w, lit in terms if true(lit))
