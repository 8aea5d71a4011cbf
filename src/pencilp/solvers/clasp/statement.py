"""States a model to clasp as a logic program, rule by rule, without grounding.

Variable v is atom v; the program's own atoms come after. ``pencilp.solvers.clasp.ground`` states rules, ``numbers``
states constraints on whole numbers, ``connections`` those on connectivity. The translation:

* free variables: one choice rule for all of them;
* a clause: an integrity constraint over the negated literals; many clauses go directly to clasp's solver
  (``pencilp.solvers.clasp.backend``);
* a cardinality or a linear row: an integrity constraint over a weight body ("not more than ... may be false");
* a definition: rules with the defined literal as head (their completion makes it an equivalence);
* a whole number: its value literals if the model uses them (only for values that remain after domain propagation:
  ``pencilp.solvers.clasp.domains``), else a chain of thresholds, or binary digits if the range is long;
* ``Connected`` and ``Reached``: unfounded-set reasoning. If the nodes are free variables and the arcs have no conditions,
  each node is a choice atom that a true neighbour supports, ``{x} :- y.``; otherwise new atoms are reached from the root,
  and every true node must be reached. The root is the first true node of a few candidates; by the rules
  (``pencilp.model.fixed_literals``) one of them is true. A node of several graphs is a choice atom in the largest. In a
  small graph clauses state that two true nodes are not separated (``pencilp._util.separations``).

The plan of the model (``pencilp.reformulate.plan``) is stated, with its fast forms. With ``guarded=True`` every
instance of a rule gets a guard atom, and holds if the guard is true. Redundant rules are then left out: no fast forms,
no helpers, and no root taken from other rules. Rules that are ``lasting`` have no guards and use their fast forms.

With ``standalone=True`` nothing of ours processes the answers. So derived variables are defined in the program, and the
narrowing of a plan, which must examine the answer found, is left out. The program cannot contain rules that are stated
only when an answer breaks them; ``lazy`` has them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import compress, filterfalse, pairwise
from math import gcd, lcm
from typing import TYPE_CHECKING, Any

from pencilp.errors import SolverError
from pencilp.model import And, Clause, Constraint, Count, Flood, Implies, Int, Lazy, Lit, Model, Reached
from pencilp.model.model import ODD
from pencilp.model.structures import BoardFamily, CachedRules, ClauseFamily, RuleFamily
from pencilp.model.variables import Number, exact
from pencilp.reformulate.plan import AdditionalRules, plan
from pencilp.reformulate.plan import guarded as guarded_plan
from pencilp.solvers.clasp.domains import FALSE, TRUE, Domains
from pencilp.solvers.clasp.ground import MAX_RECORDED_LITERALS, RECORDED, Backend, GroundProgram

if TYPE_CHECKING:
    from fractions import Fraction

    from pencilp.model.fixed_literals import FixedLiterals
    from pencilp.model.line_runs import Line
    from pencilp.model.model import Definition, Place, Rule
    from pencilp.solvers.clasp.cutting import Pieces

_negated = int.__neg__

MAX_CHAIN_VALUES = 64
"""Whole numbers with more values than this, and no literals of their own, are stated by binary digits."""
MAX_SPLIT_LITERALS = 4
"""The greatest size of a disjunction that is defined by a rule for each literal; a larger one is a count."""

MODULES = {
    **dict.fromkeys(("AllDifferent", "Fitting", "Linear", "Runs", "Table", "MayTake", "Towers"), "numbers"),
    **dict.fromkeys(("Connected", "OneLoop", "Reached"), "connections"),
}
"""The module of this package that states a kind of constraint; it is imported on first use."""
TOGETHER = {"AllDifferent", "Fitting"}
"""The kinds of constraints that are stated together if several follow each other."""


@cache
def _stating(kind: str) -> Callable[[ClaspProgram, Any, tuple[int, ...]], None]:
    """Return the function of ``numbers`` or ``connections`` that states constraints of this ``kind``."""
    home = import_module(f"pencilp.solvers.clasp.{MODULES[kind]}")
    words = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in kind)
    return getattr(home, f"state{words}")  # type: ignore[no-any-return]


def _single(constraints: Iterable[Constraint | Lit]) -> Iterator[Constraint | Lit]:
    """Yield ``constraints`` without clauses, with the parts and helpers of each ``And`` in its place."""
    for constraint in constraints:
        if constraint.__class__ is And:
            yield from _single((*constraint.parts, *constraint.helpers))  # type: ignore[union-attr]
        elif constraint.__class__ is not Clause:
            yield constraint


def _without_literals(x: Int) -> bool:
    """Return whether the model has no literals for the values of ``x``: the program then makes atoms for them."""
    return x.value_literals is None and x.order_literals is None


class ClaspProgram(GroundProgram):
    """The program of ``model``, stated in ``backend``."""

    def __init__(
        self,
        backend: Backend,
        model: Model,
        *,
        guarded: bool = False,
        standalone: bool = False,
        lasting: Sequence[Rule] = (),
        additional: AdditionalRules | None = None,
        cutting: bool = False,
    ) -> None:
        self.model = model
        self.plan = guarded_plan(model, lasting) if guarded else plan(model, deriving=not standalone)
        """The rules that are stated; with ``guarded`` each instance of a rule that is not ``lasting``."""
        self.derived = tuple(self.plan.derived)
        """Variables that are not stated but read from solutions (see ``pencilp.reformulate.plan``)."""
        switched = len(self.plan.rules) - self.plan.lasting if guarded else 0
        self.lasting = rules = self.plan.rules[switched:] if switched else self.plan.rules
        """The rules that cannot be switched off."""
        domains = Domains(self._stated_ints(), _single(rule[0] for rule in rules), model.size)
        super().__init__(backend, model.size, domains)
        self.guarded = guarded
        """Whether the rules being stated can be switched off."""
        self.guards: list[int] = []
        """With ``guarded``: the guard atom of each rule instance, in the order of ``plan.rules``; 0 for none."""
        self.standalone = standalone
        """Whether nothing of ours processes the answers."""
        self.lazy: list[Lazy] = []
        """The rules that are stated only when an answer breaks them."""
        # rules in place of cuts add atoms, so atoms made later would get other numbers
        later = self.plan.narrowing is not None or any(map(_without_literals, self._stated_ints()))
        self.cutting = cutting and not later
        """Whether connected sets may be stated by cuts."""
        self.pieces: list[Pieces] = []
        """The connected sets that are stated by cuts."""
        self.steps: list[Reached] = []
        """The groups of limited size, whose steps are counted in a long search."""
        self.has_deferred_rules = bool(self.plan.deferred_rules)
        """Whether ``state_later`` has rules to state."""
        self.defined: set[int] = set()
        """The variables that rules define, so that they are no choice atoms."""
        self._claimed = False
        """Whether ``defined`` includes the literals that ``domains`` knows."""
        self._orders: list[list[int]] = []
        """Thresholds that no rule defines."""
        self._int_terms: dict[int, tuple[list[tuple[int, int]], int]] = {}
        self.summands: dict[int, tuple[list[int], list[int], int]] = {}
        """The literals, weights and constant of whole numbers, by index, computed on first use."""
        self.known: FixedLiterals | None = None
        """The literals known from single rules, computed on first use."""
        self.graph_sizes: dict[int, int] | None = None
        """The size of the largest graph that each node of a connected set is in, computed on first use."""
        self.lines: dict[int, Line] | None = None
        """The state of each ``Runs`` after joint propagation, computed on first use."""
        self._false: list[int] | None = None
        forbid = self.forbid
        needless = self.domains.needless
        narrowed = bool(self.domains.narrowed)
        self.handle = backend.begin()
        self._define()
        self._ints()
        for constraint, words, at, _, _ in self.plan.rules[:switched]:
            guard = self.atom(free=True) if words else 0
            self.guards.append(guard)
            self.state_rule(constraint, (guard,) if guard else (), words, at)
        if guarded:
            self.guards += [0] * len(rules)
            self.guarded = False
        never: list[int] = []
        counts: list[tuple[int, int, list[int]]] = []
        several: list[Any] = []
        for constraint, words, at, _, _ in rules:
            if several and constraint.__class__ is not several[0].__class__:
                self._state_together(several)
            if constraint.__class__ is Clause:
                # most rules are clauses, and most of the time goes here
                body = [-x.n for x in constraint]
                if narrowed:
                    body = self.open(body)  # type: ignore[assignment]
                    if body is None:
                        continue
                forbid(body)
                continue
            if id(constraint) in needless:
                continue
            if not narrowed:
                if constraint.__class__ is Count:
                    lits = [x.n for x in constraint.lits]
                    if constraint.high == 0 and min(lits, default=0) > 0 >= constraint.low:
                        never += lits
                    else:
                        counts.append((constraint.low, constraint.high, lits))
                    continue
                if constraint.__class__ is Lit:
                    if constraint.n < 0:
                        never.append(-constraint.n)
                    else:
                        forbid((-constraint.n,))
                    continue
            if counts:
                self.counts(counts)
                counts.clear()
            if constraint.__class__.__name__ in TOGETHER:
                several.append(constraint)
            else:
                self.state_rule(constraint, (), words, at)
        if several:
            self._state_together(several)
        self.counts(counts)
        if never:
            self._make_false(never)
        self.narrow = 0
        """The atom under which ``plan.narrowing`` holds; 0 for none."""
        if self.plan.narrowing is not None and not standalone:
            self.narrow = self.atom(free=True)
            for constraint in self.plan.narrowing.constraints:
                self.state(constraint, (self.narrow,))
        for x in self._stated_ints():
            if x.value_literals is None:
                self.terms_of(x)
        self.stated = self.atoms
        """The number of atoms before later additions."""
        if additional is not None:
            self._add(additional)
        self._free_variables()
        self.optimising = False
        """Whether some answers are better than others."""
        if model.objective is not None:
            self._objective()
        backend.end(self.atoms)

    # -- between two searches -------------------------------------------------------------------------------------

    def add(self, constraints: Iterable[Constraint]) -> None:
        """State more constraints, between two searches."""
        self.handle = self.backend.begin()
        for constraint in constraints:
            self.state(constraint, ())
        self.backend.end(self.atoms)

    def add_clauses(self, clauses: Iterable[Sequence[int]]) -> None:
        """State more clauses of this program's own literals, between two searches."""
        self.handle = self.backend.begin()
        for clause in clauses:
            self.forbid([*map(_negated, clause)])
        self.backend.end(self.atoms)

    def state_later(self, additional: AdditionalRules) -> None:
        """State, between two searches, the rules of the plan that only long searches need."""
        self.has_deferred_rules = False
        self.handle = self.backend.begin()
        self._add(additional)
        self.backend.end(self.atoms)

    @property
    def counts_steps(self) -> bool:
        """Whether ``count_steps`` has groups to state."""
        return bool(self.steps)

    def count_steps(self) -> None:
        """State, between two searches, that each node of some groups is within ``Reached.steps`` of a root.

        This takes an atom for each node and number of steps. It excludes much if the size of a group is known: a cell
        that only a detour reaches is too far.
        """
        from pencilp.solvers.clasp.connections import count_steps

        self.handle = self.backend.begin()
        count_steps(self)
        self.steps.clear()
        self.backend.end(self.atoms)

    def project(self, atoms: Collection[int]) -> None:
        """Set, between two searches, the atoms that determine an answer."""
        self.handle = self.backend.begin()
        self.backend.project(atoms)
        self.backend.end(self.atoms)

    def free_atom(self) -> int:
        """Return a new choice atom, made between two searches."""
        self.handle = self.backend.begin()
        atom = self.atom(free=True)
        self.backend.end(self.atoms)
        return atom

    # -- variables -----------------------------------------------------------------------------------------------

    def _define(self) -> None:
        defined, claimed = self.defined, self.plan.claimed
        for derived in self.derived:
            defined.update(x.n for x in derived.xs if isinstance(x, Lit))
        definitions: Sequence[Definition] = self.plan.definitions
        if claimed:
            definitions = [definition for definition in definitions if definition[0].n not in claimed]
        alike = self.model.cache_entries

        def define(some: Sequence[Definition]) -> None:
            self._define_all(some)
            defined.update([definition[0].n for definition in some])

        start = at = 0
        while alike and at < len(definitions):
            same = alike.get(definitions[at][0].n)
            end = at + len(same.definitions) if same else at
            if same and end <= len(definitions) and definitions[end - 1] is same.definitions[-1]:
                define(definitions[start:at])
                self.state_cached(same.cache, same.definitions, self._define_all)
                defined.update(same.defined)
                start = at = end
            else:
                at += 1
        define(definitions[start:])
        self._floods(self.plan.floods)

    def _define_all(self, definitions: Iterable[Definition]) -> None:
        add_rule, handle, weightless = self.add_rule, self.handle, self.with_weight_one
        for literal, literals, least in definitions:
            head, lits = (literal.n,), [y.n for y in literals]
            n = len(lits)
            if least == n:
                add_rule(handle, False, head, 1, lits, n)
            elif least == 1 and n <= MAX_SPLIT_LITERALS:
                for y in lits:
                    add_rule(handle, False, head, 1, (y,), 1)
            elif least == ODD:
                add_rule(handle, False, head, 1, (lits[0], -lits[1]), 2)
                add_rule(handle, False, head, 1, (lits[1], -lits[0]), 2)
            else:
                self.add_weight_rule(handle, False, head, 1, least, weightless(lits), n)

    def _state_together(self, constraints: list[Any]) -> None:
        """State constraints of one kind, and clear the list."""
        from pencilp.solvers.clasp.numbers import state_several

        state_several(self, constraints)
        constraints.clear()

    def _floods(self, floods: Sequence[Flood]) -> None:
        if floods:
            from pencilp.solvers.clasp.connections import state_flood

            for flood in floods:
                state_flood(self, flood)

    def _add(self, additional: AdditionalRules) -> None:
        """State additional rules with variables of their own."""
        new = range(self.atoms + 1, additional.last + 1)
        self.atoms = additional.last
        self.domains.reach(additional.last)
        self._define_all(additional.definitions)
        self._floods(additional.floods)
        defined = {definition[0].n for definition in additional.definitions}
        defined.update(x.n for flood in additional.floods for x in flood.flooded)
        self.defined.update(defined)
        free = [x for x in new if x not in defined]
        if free:
            self.choose(free, ())
        for constraint, words, at, _, _ in additional.rules:
            self.state_rule(constraint, (), words, at)

    def _stated_ints(self) -> list[Int]:
        ints = self.model.ints
        if not ints or not self.derived:
            return ints
        read = {x.index for derived in self.derived for x in derived.xs if isinstance(x, Int)}
        return [x for x in ints if x.index not in read]

    def false(self) -> Sequence[int]:
        """Return literals that are false by single rules, and those of excluded values."""
        if self._false is None:
            constraints = [rule[0] for rule in self.lasting]
            self._false = [-c.n for c in constraints if c.__class__ is Lit]  # type: ignore[union-attr]
            self._false += [x.n for c in constraints if c.__class__ is Count and c.high == 0 for x in c.lits]  # type: ignore[union-attr]
            if self.domains.narrowed:
                self._false += compress(range(self.variables + 1), map(FALSE.__eq__, self.domains.known))
        return self._false

    def _ints(self) -> None:
        literals, add_rule, handle = self.domains.literals, self.add_rule, self.handle
        one_of: list[tuple[int, int, list[int]]] = []
        ints = self._stated_ints()
        blocks = [x.block for x in ints if x.block]
        whole = self.much_left(ints) and bool(blocks)
        if whole:
            identity = ("one each", *map(len, blocks), *[block.start for block in blocks])
            self.state_cached(RECORDED, blocks, self._one_each, (), identity)
        for x in ints:
            order = [lit.n for lit in x.order_literals] if x.order_literals is not None else None
            if x.value_literals is not None:
                pairs = literals[x.index]
                if len(pairs) == 1:
                    add_rule(handle, False, (pairs[0][1],), 1, self.none, 0)
                    self.defined.add(pairs[0][1])
                elif not whole:
                    one_of.append((1, 1, [lit for _, lit in pairs]))
                if order is not None:
                    # a number is at least v if it is v, or at least v + 1
                    is_value = dict(pairs)
                    self.defined.update(order)
                    for v, threshold in enumerate(order, x.low + 1):
                        if v in is_value:
                            add_rule(handle, False, (threshold,), 1, (is_value[v],), 1)
                    for threshold, upper in pairwise(order):
                        add_rule(handle, False, (threshold,), 1, (upper,), 1)
            elif order is not None:
                self._chain(order)
                self._orders.append(order)
        self.counts(one_of)

    def much_left(self, ints: Sequence[Int]) -> bool:
        """Return whether cached rules for all values of ``ints`` are quicker than new rules for those left."""
        left, count = self.domains.literals, sum([len(x.block) for x in ints])
        kept = self.can_record and count <= 2 * MAX_RECORDED_LITERALS
        return kept and 4 * sum([len(left[x.index]) for x in ints if x.block]) >= 3 * count

    def _one_each(self, blocks: Sequence[range]) -> None:
        """State that one literal of each block is true."""
        for block in blocks:
            self.count(1, 1, [*block])

    def _chain(self, thresholds: Sequence[int]) -> None:
        for lower, upper in pairwise(thresholds):
            self.forbid((upper, _negated(lower)))

    def by_values(self, x: Int) -> bool:
        """Return whether ``x`` was stated by its value literals: the model may have made literals since."""
        return x.index in self.domains.literals

    def terms_of(self, x: Int) -> tuple[list[tuple[int, int]], int]:
        """Return ``x`` as (weight, literal) terms and a constant."""
        known = self._int_terms.get(x.index)
        if known is None:
            if self.by_values(x):
                pairs = self.domains.literals[x.index]
                least = pairs[0][0]
                self._int_terms[x.index] = [(v - least, lit) for v, lit in pairs[1:]], least
                return self._int_terms[x.index]
            if x.order_literals is not None:
                terms = [(1, lit.n) for lit in x.order_literals]
            elif len(x.values) <= MAX_CHAIN_VALUES:
                chain = [self.atom(free=True) for _ in x.values[1:]]
                self._chain(chain)
                terms = [(1, lit) for lit in chain]
            else:
                span = x.high - x.low
                if span.bit_length() > 30:
                    raise SolverError(f"clasp: {x.name} has too many values; use --solver highs")
                terms = [(1 << k, self.atom(free=True)) for k in range(span.bit_length())]
                self.row([(-w, lit) for w, lit in terms], -span, ())
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
        if self.defined:
            free = [*filterfalse(self.defined.__contains__, free)]
        if free:
            self.add_rule(self.handle, True, free, len(free), self.none, 0)

    def integral(self, terms: Sequence[tuple[Number, Any]]) -> tuple[list[tuple[int, int]], int | Fraction, int]:
        """Return terms over literals with whole weights, the constant, and the factor by which all was multiplied."""
        flat: list[tuple[Number, int]] = []
        constant: int | Fraction = 0
        for weight, x in terms:
            if isinstance(x, Int):
                parts, base = self.terms_of(x)
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

    def state_rule(self, constraint: Constraint | Lit, conditions: tuple[int, ...], words: str, at: Place) -> None:
        """State a rule with these ``words``. Raise SolverError with them if its numbers are too large."""
        try:
            self.state(constraint, conditions)
        except OverflowError as error:
            raise SolverError(f"clasp: {words} {self.model.place(at)}: {error}") from None

    def state(self, constraint: Constraint | Lit, conditions: tuple[int, ...]) -> None:
        """State that a constraint holds if all ``conditions`` do."""
        kind = constraint.__class__
        if kind is Clause:
            body: list[int] | None = [-x.n for x in constraint]  # type: ignore[union-attr]
            if self.domains.narrowed:
                body = self.open(body)  # type: ignore[arg-type]
            if body is not None:
                self.forbid([*body, *conditions] if conditions else body)
        elif kind is Implies:
            self.state(constraint.then, (*conditions, *[x.n for x in constraint.conditions]))  # type: ignore[union-attr]
        elif kind is Count:
            lits = [x.n for x in constraint.lits]  # type: ignore[union-attr]
            low, high = constraint.low, constraint.high  # type: ignore[union-attr]
            if self.domains.narrowed:
                known = [*map(self.domains.known.__getitem__, lits)]
                if any(known):
                    true = known.count(TRUE)
                    low, high = low - true, high - true
                    lits = [x for x, seen in zip(lits, known, strict=True) if not seen]
            self.count(low, high, lits, conditions)
        elif kind is Lit:
            self.forbid((-constraint.n, *conditions))
        elif kind is And:
            helpers = () if self.guarded else constraint.helpers  # type: ignore[union-attr]
            self.parts((*constraint.parts, *helpers) if helpers else constraint.parts, conditions)  # type: ignore[union-attr]
        elif isinstance(constraint, BoardFamily) and not conditions and not self.domains.narrowed:
            lits = [x.n for x in constraint.lits]

            def state(lits: Sequence[int]) -> None:
                self.parts(constraint.made(constraint.at, [*map(Lit, lits)]), ())

            # the recorded rules also depend on the sign of the first literal
            self.state_recorded(constraint.board.cache, (*constraint.key, *lits[:1]), lits, state)
        elif kind is CachedRules:
            self.state_cached(constraint.cache, constraint.parts, self.parts, conditions)  # type: ignore[union-attr]
        elif kind is ClauseFamily:
            self._forbid_each(constraint.never, conditions)  # type: ignore[union-attr]
        elif isinstance(constraint, RuleFamily):
            self.parts(constraint.parts, conditions)
        elif kind is Lazy:
            # it cannot be switched on and off during a search; guarded programs check it afterwards
            if not self.guarded:
                self.lazy.append(constraint)  # type: ignore[arg-type]
        else:
            if self.domains.narrowed and not self._claimed:
                # this constraint must not make choice atoms of literals that are known
                self._claimed = True
                size = self.model.size
                self.defined.update(compress(range(size + 1), self.domains.known[: size + 1]))
            _stating(kind.__name__)(self, constraint, conditions)

    def parts(self, parts: Iterable[Constraint | Lit], conditions: tuple[int, ...] = ()) -> None:
        """State all of ``parts``."""
        needless, narrowed = self.domains.needless, self.domains.narrowed
        forbid = self.forbid
        for part in parts:
            if part.__class__ is Clause and not conditions:
                body: list[int] | None = [-x.n for x in part]
                if narrowed:
                    body = self.open(body)  # type: ignore[arg-type]
                if body is not None:
                    forbid(body)
            elif part.__class__ is Lit and not conditions and not narrowed:
                forbid((-part.n,))
            elif id(part) not in needless:
                self.state(part, conditions)

    def _forbid_each(self, bodies: Iterable[list[int]], conditions: tuple[int, ...]) -> None:
        """State that no body has all its literals true if all ``conditions`` are."""
        if self.domains.narrowed:
            bodies = [left for body in bodies if (left := self.open(body)) is not None]
        for body in bodies:
            self.forbid([*body, *conditions] if conditions else body)

    def _make_false(self, never: list[int]) -> None:
        """Make the variables ``never`` false. A variable that no rule defines is false if it is not a choice atom."""
        free = [x for x in never if x not in self.defined]
        for x in never if len(free) < len(never) else ():
            if x in self.defined:
                self.forbid((x,))
        if free:
            self.defined.update(free)
            # an empty rule that makes clasp number its own atoms after ours
            self.add_rule(self.handle, False, self.none, 0, (self.atoms, -self.atoms), 2)

    def _objective(self) -> None:
        terms, _, _ = self.integral(self.model.objective.terms)  # type: ignore[union-attr]
        sign = 1 if self.model.sense == "minimize" else -1
        common = gcd(*(w for w, _ in terms)) or 1
        try:
            weighted = array("i", [n for w, x in terms for n in (x, sign * w // common)])
        except OverflowError:
            raise SolverError(
                "clasp: the objective: the numbers are too large for clasp's 32-bit weights; use --solver highs"
            ) from None
        if len(weighted):
            self.optimising = True
            self.backend.minimize(self.backend.weighted(weighted), len(weighted) // 2)

    # -- reading back --------------------------------------------------------------------------------------------

    def literals_of(self, x: Any) -> list[int]:
        """Return the literals that determine the value of ``x``."""
        if not isinstance(x, Int):
            return [abs(x.n)]
        if self.by_values(x):
            pairs = self.domains.literals[x.index]
            return [lit for _, lit in pairs] if len(pairs) > 1 else []
        return [lit for _, lit in self.terms_of(x)[0]]

    def differing(self, x: Any, value: int) -> list[int]:
        """Return literals at least one of which is true exactly if ``x`` is not ``value``; none if ``x`` is fixed."""
        if not isinstance(x, Int):
            return [-x.n if value else x.n]
        if self.by_values(x):
            pairs = self.domains.literals[x.index]
            return [-lit for v, lit in pairs if v == value] if len(pairs) > 1 else []
        terms, base = self.terms_of(x)
        rest = value - base
        if terms and terms[-1][0] > 1:
            return [-lit if rest & weight else lit for weight, lit in terms]
        return [-lit if k < rest else lit for k, (_, lit) in enumerate(terms) if k in (rest - 1, rest)]

    def value_of(self, x: Int, true: Any) -> int:
        """Return the value of ``x``, where ``true(literal)`` returns whether a literal is true."""
        if self.by_values(x):
            pairs = self.domains.literals[x.index]
            return pairs[0][0] if len(pairs) == 1 else next((v for v, lit in pairs if true(lit)), pairs[-1][0])
        terms, base = self.terms_of(x)
        return base + sum(w for w, lit in terms if true(lit))
