"""What a solver states of a model: its rules, or quicker forms of them.

The rules as a person would say them are not always the quickest to search. A structure (``pencilp.model.structures``)
may know a *quick form* for all of its rules together: other variables, rules that follow, rules stated only where an
answer breaks them. A ``Plan`` is the model with such forms in place of the rules that they replace. It has the same answers.

Rules that can be switched off have no such forms: ``guarded`` is the plan with every instance of these decomposed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import is_
from typing import TYPE_CHECKING, Any, NamedTuple

from pencilp.model.constraints import Clause, Constraint, Count, Flood, Implies, Value, all_hold
from pencilp.model.structures import Many, Structure, has_members, instances, plain
from pencilp.model.variables import Int, Lit, Sum, Var

if TYPE_CHECKING:
    from pencilp.model.model import Definition, Made, Model, Rule, Solution


class Derived(NamedTuple):
    """Answer variables that follow from a form's own ones, such as borders between placements.

    A solver may leave them out of its search, as long as nothing else speaks of them. On a solution it then calls
    ``read(value)``. That returns their values, and the true literals that decide them: no other answer has all of these
    true, so that the clause "one of them is false" excludes exactly this answer. Where they are not left out,
    ``define()`` makes what defines them: definitions, and rules to be stated.

    ``deciding`` are the literals that may be among these. In all solutions with the same answer they have the same values.

    ``differing(value)``, where it is known, returns literals for each variable. One of them is true in every other solution
    that gives the variable another value.
    """

    xs: Sequence[Var]
    read: Callable[[Value], tuple[Sequence[int], Sequence[Lit]]]
    define: Callable[[], tuple[Sequence[Definition], Sequence[Rule]]]
    deciding: Sequence[Lit]
    differing: Callable[[Value], Sequence[Sequence[Lit]]] | None = None


class Narrowing(NamedTuple):
    """What may be asked of answers when the question is only whether there is one, and whether there is a second.

    For structures whose answers can be changed a little at a time, as when a path takes a detour through cells that
    nothing else needs. Two things are promised, as long as nothing else speaks of the variables ``of``. If there is an
    answer at all, there is one with all ``constraints``. And if exactly one answer has them, and ``another(value)`` finds no
    variation of that one (it returns the values of the answer variables that change, or None), then that answer is the
    only one at all.

    ``likely`` is a literal that the answers of most puzzles satisfy: they are looked for first.
    """

    of: Sequence[Var]
    constraints: Sequence[Constraint]
    another: Callable[[Solution], Mapping[Lit, int] | None]
    likely: Lit | None


class Form(NamedTuple):
    """What is stated instead of the rules about a structure.

    ``replaced`` are the rules that need not be stated; ``rules`` those that are; ``claimed`` the numbers of variables whose
    definitions are left out, because a constraint of ``rules`` decides them. ``look_ahead``: before each guess, a solver does
    well to try single values and see what follows, because each tells much of the board.

    ``further``, where there is one, returns more rules, which follow from all the others. They cost much, or slow down as many
    searches as they help. So they are stated only when a search has taken long; see ``Further``. ``later`` returns rules that
    follow as well, and help hard searches, but take longer to state than most searches take: they are stated to a search that
    is not done soon, which goes on with them.
    """

    replaced: Sequence[Rule]
    rules: Sequence[Rule]
    derived: Sequence[Derived] = ()
    narrowing: Narrowing | None = None
    claimed: frozenset[int] = frozenset()
    look_ahead: bool = False
    further: Callable[[], Sequence[Rule]] | None = None
    later: Callable[[], Sequence[Rule]] | None = None


class Further(NamedTuple):
    """Rules that follow from a model's plan, with variables of their own. ``last`` is the number of the last of these.

    Those of ``Form.further`` are stated when a search has taken long, in a second statement: the plan and these. A second search
    with it then takes turns with the first one. Both have the plan's variables, so each can use what the other finds out.
    Those of ``Form.later`` are stated beside the plan, between two searches.
    """

    definitions: Sequence[Definition]
    floods: Sequence[Flood]
    rules: Sequence[Rule]
    last: int


class Plan:
    """The rules to be stated, and what is known of their search; see the module's text."""

    __slots__ = (
        "besides",
        "claimed",
        "defined",
        "definitions",
        "derived",
        "floods",
        "further",
        "lasting",
        "later",
        "look_ahead",
        "made",
        "narrowing",
        "of",
        "rules",
        "wanted",
    )

    def __init__(self, model: Model, rules: Sequence[Rule]) -> None:
        self.rules = rules
        self.lasting = len(rules)
        """So many of them, at the end, cannot be switched off."""
        self.of: list[Rule] = []
        """The model's rules when it was made."""
        self.besides: tuple[int, ...] = ()
        """How much there was in the model besides them."""
        self.wanted: Sum | None = None
        """The model's objective when it was made."""
        self.definitions: Sequence[Definition] = model.definitions
        self.floods: Sequence[Flood] = model.floods
        self.made: tuple[Made, ...] = ()
        """What it has made in the model for itself."""
        self.derived: list[Derived] = []
        """Variables that need not be stated."""
        self.defined: Plan | None = None
        """The same plan with all of these defined, once it was asked for."""
        self.narrowing: Narrowing | None = None
        self.claimed: frozenset[int] = frozenset()
        self.look_ahead = False
        self.further: list[Callable[[], Sequence[Rule]]] = []
        """What makes the rules of its second statement."""
        self.later: list[Callable[[], Sequence[Rule]]] = []
        """What makes the rules that are stated to a search that is not done soon."""

    def foreign(self, model: Model) -> list[range]:
        """The numbers of variables that were made for other statements of the model."""
        return [made.numbers for made in model.made if not any(made is own for own in self.made)]


_PLAIN = frozenset((Lit, Clause, Count))
"""What most rules are, and what belongs to no structure."""


def guarded(model: Model, lasting: Sequence[Rule] = ()) -> Plan:
    """The plan with every single instance of a rule, decomposed, so that each can be switched off.

    But those of ``lasting``, some of the model's rules, cannot be: they come last, in their quick forms.
    """
    result = Plan(model, [])
    kept = set(map(id, lasting))
    with model.apart() as made:
        stated = [
            rule._replace(constraint=all_hold(plain(rule[0])))
            for rule in instances([rule for rule in model.rules if id(rule) not in kept])
        ]
    if not lasting:
        _take(result, model, made)
        result.rules = [*stated, *_tied(model, made)]
        result.lasting = len(result.rules) - len(stated)
        return result
    every, model.rules = model.rules, list(lasting)
    try:
        below = plan(model, deriving=False)
    finally:
        model.rules = every
    result.definitions = [*below.definitions, *made.definitions]
    result.floods = [*below.floods, *made.floods]
    result.made, result.claimed = (*below.made, made), below.claimed
    result.rules = [*stated, *_tied(model, made), *below.rules]
    result.lasting = len(result.rules) - len(stated)
    return result


def _tied(model: Model, *made: Made) -> list[Rule]:
    from pencilp.model.model import Rule

    return [Rule(tie, "", None) for ties in (model.ties, *(m.ties for m in made)) for tie in ties]


def plan(model: Model, *, deriving: bool = True) -> Plan:
    """The plan for ``model``. Without ``deriving`` all variables that follow from others are defined."""
    if not model.structures:
        return Plan(model, model.rules)
    made = model.planned
    if (
        made is None
        or not _same(made.of, model.rules)
        or made.besides != _besides(model)
        or made.wanted is not model.objective
    ):
        made = model.planned = _planned(model)
    if deriving or not made.derived:
        return made
    if made.defined is None:
        made.defined = _defined(model, made)
    return made.defined


def _same(rules: Sequence[Rule], others: Sequence[Rule]) -> bool:
    """Return whether these are the same rules, one by one."""
    return len(rules) == len(others) and all(map(is_, rules, others))


def _besides(model: Model) -> tuple[int, ...]:
    """How much there is in a model besides its rules; the literal that is always true does not count, which anyone may make."""
    own = len(model.definitions) - (model.false_if_made is not None)
    return own, len(model.floods), len(model.ties), len(model.structures)


def _take(result: Plan, model: Model, made: Made) -> None:
    result.made = (made,)
    result.definitions = [*model.definitions, *made.definitions]
    result.floods = [*model.floods, *made.floods]


def _planned(model: Model) -> Plan:
    result = Plan(model, [])
    result.of = [*model.rules]
    about: dict[int, list[Rule]] = {id(structure): [] for structure in model.structures}
    for rule in model.rules:
        if rule[0].__class__ not in _PLAIN:
            of: Structure | None = getattr(rule[0], "of", None)
            if of is not None:
                about[id(of)].append(rule)
    more: list[Definition] = []
    defined, flooded = model.definitions, model.floods
    with model.apart() as made:
        forms: list[Form] = []
        own: list[set[int]] = []
        """Per form the ids of the definitions that it made itself."""
        for structure in model.structures:
            before = len(made.definitions), len(made.floods)
            form = structure.quick(about[id(structure)])
            if form is not None:
                forms.append(form)
                own.append(set(map(id, (*made.definitions[before[0] :], *made.floods[before[1] :]))))
        replaced = {id(rule) for form in forms for rule in form.replaced}
        rest: list[Rule] = []
        for rule in model.rules:
            constraint = rule[0]
            if id(rule) in replaced:
                continue
            if constraint.__class__ in _PLAIN or (
                constraint.__class__ is Implies and constraint.then.__class__ in _PLAIN
            ):
                rest.append(rule)
            else:
                rest += _simple(rule)
        rules = [*rest, *(rule for form in forms for rule in form.rules)]
        # the model's own ones are put aside in here
        result.definitions, result.floods = [*defined, *made.definitions], [*flooded, *made.floods]
        for form, mine in zip(forms, own, strict=True):
            if not form.derived and form.narrowing is None:
                continue
            others = [*rest, *(rule for other in forms if other is not form for rule in other.rules)]
            # what two forms derive each of them defines, so that both mean the same
            theirs = [x for other in forms for d in other.derived if other is not form for x in d.xs]
            for derived in form.derived:
                if not _each_once(derived.xs) or _mentioned(derived.xs, others, result, mine, model, theirs):
                    definitions, defining = derived.define()
                    more += definitions
                    rules += defining
                else:
                    result.derived.append(derived)
            if form.narrowing is not None and not _mentioned(form.narrowing.of, others, result, mine, model, theirs):
                result.narrowing = form.narrowing
        more, agreeing = _defined_once(model, result.definitions, more)
        rules += agreeing
    _take(result, model, made)
    result.definitions = [*result.definitions, *more]
    result.rules = [*rules, *_tied(model, made)]
    result.claimed = frozenset().union(*(form.claimed for form in forms))
    result.look_ahead = any(form.look_ahead for form in forms)
    result.further = [form.further for form in forms if form.further is not None]
    result.later = [form.later for form in forms if form.later is not None]
    result.besides, result.wanted = _besides(model), model.objective
    return result


def further(model: Model, makers: Iterable[Callable[[], Sequence[Rule]]], beyond: int) -> Further:
    """What ``makers`` of a plan (``further`` or ``later``) make. Variables in it are not the model's: numbers ``beyond`` that."""
    with model.aside(beyond) as apart:
        rules = [rule for make in makers for rule in make()]
        return Further(apart.definitions, apart.floods, [*rules, *_tied(model, apart)], model.size)


def _defined(model: Model, made: Plan) -> Plan:
    """The same plan with all derived variables defined."""
    result = Plan(model, made.rules)
    with model.apart() as more:
        defined = [derived.define() for derived in made.derived]
    result.definitions = [*made.definitions, *more.definitions, *(d for found, _ in defined for d in found)]
    result.floods = [*made.floods, *more.floods]
    result.rules = [*made.rules, *(rule for _, rules in defined for rule in rules)]
    result.claimed, result.made = made.claimed, made.made
    return result


def _simple(rule: Rule) -> list[Rule]:
    """A rule without members of structures."""
    if getattr(rule[0], "of", None) is None or getattr(rule[0], "plain", False):
        if not has_members(rule[0]):
            return [rule]
        return [rule._replace(constraint=simple) for simple in plain(rule[0])]
    together = rule[0].together() if isinstance(rule[0], Many) else None
    if together is not None:
        return [rule._replace(constraint=together)]
    parts = zip(rule[0].parts, rule[0].at, strict=True) if isinstance(rule[0], Many) else ((rule[0], rule[2]),)
    return [rule._replace(constraint=simple, at=at) for part, at in parts for simple in plain(part)]


def _each_once(xs: Sequence[Var]) -> bool:
    """Whether ``xs`` are variables, not opposites, and none of them is there twice."""
    literals = [x.n for x in xs if isinstance(x, Lit)]
    return min(literals, default=1) > 0 and len(set(literals)) + len(
        {x.index for x in xs if isinstance(x, Int)}
    ) == len(xs)


def _defined_once(
    model: Model, known: Sequence[Definition], more: Sequence[Definition]
) -> tuple[list[Definition], list[Rule]]:
    """The definitions ``more`` with a new literal where theirs has a definition already, or is the opposite of a variable.

    And the rules that the two have the same value.
    """
    from pencilp.model.model import Rule

    defined = {d.lit.n for d in known} if more else set()
    result: list[Definition] = []
    rules: list[Rule] = []
    for definition in more:
        x = definition.lit
        if x.n < 0 or x.n in defined:
            same = model.binary()
            definition = definition._replace(lit=same)
            rules += (Rule(Clause((~x, same)), "", None), Rule(Clause((x, ~same)), "", None))
        defined.add(definition.lit.n)
        result.append(definition)
    return result, rules


def _mentioned(
    xs: Sequence[Var], rules: Sequence[Rule], plan: Plan, own: set[int], model: Model, others: Sequence[Var]
) -> bool:
    """Whether ``rules``, definitions (but those with the ids ``own``) or the objective speak of any of ``xs``.

    Or whether one of them is among ``others``.
    """
    ints = {x.index for x in xs if isinstance(x, Int)}
    # per number of a literal; that of the opposite of x stands at [-x], as Python counts from the end
    theirs = bytearray(2 * model.size + 1)
    for x in xs:
        if isinstance(x, Int):
            for block in (x.block, x.order_block):
                theirs[block.start : block.stop] = b"\1" * len(block)
        else:
            theirs[abs(x.n)] = 1
    theirs[model.size + 1 :] = theirs[model.size : 0 : -1]
    spoken: list[Any] = [lit for d in plan.definitions if id(d) not in own for lit in (d.lit, *d.lits)]
    spoken += others
    spoken += [lit for flood in plan.floods if id(flood) not in own for lit in flood.variables()]
    spoken += [x for _, x in model.objective.terms] if model.objective is not None else []
    for rule in rules:
        kind = rule[0].__class__
        if kind is Lit:
            spoken.append(rule[0])
        elif kind is Clause or kind is Count:
            # most rules, and all their variables are literals
            if any(map(theirs.__getitem__, [x.n for x in rule[0].lits])):  # type: ignore[union-attr]
                return True
        else:
            spoken += rule[0].variables()  # type: ignore[union-attr]
    return any(x.index in ints if x.__class__ is Int else theirs[x.n] for x in spoken)
