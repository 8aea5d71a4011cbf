"""The plan of a model: the rules that a solver states, with fast forms in place of those about structures.

The rules of a genre are not always fast to search. A structure (``pencilp.model.structures``) may have a *fast form*
for all of its rules together (``pencilp.reformulate.fast``), with other variables, implied rules, or rules that are
stated only when an answer breaks them. A ``Plan`` is the model with such forms. It has the same answers.
``print(plan(model))`` shows the form that was taken for each structure, or why there is none.

Rules that can be switched off have no fast forms. ``guarded`` returns a plan in which each instance of them is
decomposed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from operator import is_
from typing import TYPE_CHECKING, Any, NamedTuple

from pencilp.errors import counted
from pencilp.model.constraints import Clause, Count, Flood, Implies, all_hold
from pencilp.model.model import Rule
from pencilp.model.structures import RuleFamily, Structure, has_structure_rules, instances, without_structures
from pencilp.model.variables import Int, Lit, Sum, Var
from pencilp.reformulate.fast import rewrite
from pencilp.reformulate.rewrite import Derived, Narrowing, Rewrite

if TYPE_CHECKING:
    from pencilp.model.model import Definition, Model, ScratchVariables


class Choice(NamedTuple):
    """The ``form`` that was taken for a structure, or "" and the ``reason`` why there is none."""

    structure: type[Structure]
    form: str
    reason: str

    def __str__(self) -> str:
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", self.structure.__name__).lower()
        return f"{words}: {self.form}" if self.form else f"{words}: no fast form, because {self.reason}"


class AdditionalRules(NamedTuple):
    """Implied rules of a plan, with variables of their own. ``last`` is the number of the last of these.

    Those of ``Rewrite.second_statement_rules`` are used if a search takes long: they and the plan are the second
    statement, and a search of it alternates with the first search. Both share the plan's variables, so each can use
    results of the other. Those of ``Rewrite.deferred_rules`` are added to the plan between two searches.
    """

    definitions: Sequence[Definition]
    floods: Sequence[Flood]
    rules: Sequence[Rule]
    last: int


class Plan:
    """The rules that a solver states, with hints for its search."""

    __slots__ = (
        "choices",
        "claimed",
        "deferred_rules",
        "defined",
        "definitions",
        "derived",
        "floods",
        "lasting",
        "look_ahead",
        "made",
        "model_objective",
        "model_rules",
        "model_sizes",
        "narrowing",
        "rules",
        "second_statement_rules",
    )

    def __init__(self, model: Model, rules: Sequence[Rule]) -> None:
        self.rules = rules
        self.lasting = len(rules)
        """The number of rules, at the end of ``rules``, that cannot be switched off."""
        self.model_rules: list[Rule] = []
        """The model's rules when the plan was made."""
        self.model_sizes: tuple[int, ...] = ()
        """The numbers of definitions, floods, ties and structures in the model when the plan was made."""
        self.model_objective: Sum | None = None
        """The model's objective when the plan was made."""
        self.choices: list[Choice] = []
        """The choice for each structure."""
        self.definitions: Sequence[Definition] = model.definitions
        self.floods: Sequence[Flood] = model.floods
        self.made: tuple[ScratchVariables, ...] = ()
        """The variables and definitions that were made for the plan."""
        self.derived: list[Derived] = []
        """Variables that a search may leave out."""
        self.defined: Plan | None = None
        """The same plan with all derived variables defined, made on first use."""
        self.narrowing: Narrowing | None = None
        self.claimed: frozenset[int] = frozenset()
        self.look_ahead = False
        self.second_statement_rules: list[Callable[[], Sequence[Rule]]] = []
        """Functions that make the rules of the second statement."""
        self.deferred_rules: list[Callable[[], Sequence[Rule]]] = []
        """Functions that make rules for searches that are not done soon."""

    def __str__(self) -> str:
        """Return one line for each structure, then the number of rules that are stated."""
        stated = f"{counted(len(self.rules), 'rule')} stated"
        return "\n".join([*map(str, self.choices), stated])

    def foreign(self, model: Model) -> list[range]:
        """Return the numbers of the variables that belong to other statements of the model."""
        return [made.numbers for made in model.scratch_variables if not any(made is own for own in self.made)]


_PLAIN = frozenset((Lit, Clause, Count))
"""Frequent classes of constraints that belong to no structure."""


def guarded(model: Model, lasting: Sequence[Rule] = ()) -> Plan:
    """Return a plan in which every instance of a rule is decomposed, so that each can be switched off.

    The exceptions are the rules of ``lasting``. They cannot be switched off, use their fast forms, and come last.
    """
    result = Plan(model, [])
    lasting_ids = set(map(id, lasting))
    with model.scratch() as made:
        stated = [
            rule._replace(constraint=all_hold(without_structures(rule[0])))
            for rule in instances([rule for rule in model.rules if id(rule) not in lasting_ids])
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


def _tied(model: Model, *made: ScratchVariables) -> list[Rule]:
    return [Rule(tie, "", None) for ties in (model.ties, *(m.ties for m in made)) for tie in ties]


def plan(model: Model, *, deriving: bool = True) -> Plan:
    """Return the plan of ``model``. Without ``deriving``, all derived variables are defined."""
    if not model.structures:
        return Plan(model, model.rules)
    made = model.planned
    if (
        made is None
        or not _same(made.model_rules, model.rules)
        or made.model_sizes != _sizes(model)
        or made.model_objective is not model.objective
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


def _sizes(model: Model) -> tuple[int, ...]:
    """Return the numbers of definitions, floods, ties and structures.

    The definition of the literal ``true`` does not count, because any code may make it.
    """
    own = len(model.definitions) - (model.false_if_made is not None)
    return own, len(model.floods), len(model.ties), len(model.structures)


def _take(result: Plan, model: Model, made: ScratchVariables) -> None:
    result.made = (made,)
    result.definitions = [*model.definitions, *made.definitions]
    result.floods = [*model.floods, *made.floods]


def _planned(model: Model) -> Plan:
    result = Plan(model, [])
    result.model_rules = [*model.rules]
    about: dict[int, list[Rule]] = {id(structure): [] for structure in model.structures}
    for rule in model.rules:
        if rule[0].__class__ not in _PLAIN:
            of: Structure | None = getattr(rule[0], "of", None)
            if of is not None:
                about[id(of)].append(rule)
    more: list[Definition] = []
    defined, flooded = model.definitions, model.floods
    with model.scratch() as made:
        forms: list[Rewrite] = []
        own: list[set[int]] = []
        """For each form the ids of the definitions that it made."""
        for structure in model.structures:
            before = len(made.definitions), len(made.floods)
            form = rewrite(structure, about[id(structure)])
            if isinstance(form, str):
                result.choices.append(Choice(type(structure), "", form))
            else:
                result.choices.append(Choice(type(structure), form.form, ""))
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
        # inside this context the model's own definitions and floods are replaced
        result.definitions, result.floods = [*defined, *made.definitions], [*flooded, *made.floods]
        for form, own_ids in zip(forms, own, strict=True):
            if not form.derived and form.narrowing is None:
                continue
            others = [*rest, *(rule for other in forms if other is not form for rule in other.rules)]
            # if two forms derive the same variable, both define it
            derived_elsewhere = [x for other in forms for d in other.derived if other is not form for x in d.xs]
            for derived in form.derived:
                if not _each_once(derived.xs) or _mentioned(
                    derived.xs, others, result, own_ids, model, derived_elsewhere
                ):
                    definitions, defining = derived.define()
                    more += definitions
                    rules += defining
                else:
                    result.derived.append(derived)
            if form.narrowing is not None and not _mentioned(
                form.narrowing.of, others, result, own_ids, model, derived_elsewhere
            ):
                result.narrowing = form.narrowing
        more, agreeing = _defined_once(model, result.definitions, more)
        rules += agreeing
    _take(result, model, made)
    result.definitions = [*result.definitions, *more]
    result.rules = [*rules, *_tied(model, made)]
    result.claimed = frozenset().union(*(form.claimed for form in forms))
    result.look_ahead = any(form.look_ahead for form in forms)
    result.second_statement_rules = [f for form in forms if (f := form.second_statement_rules) is not None]
    result.deferred_rules = [f for form in forms if (f := form.deferred_rules) is not None]
    result.model_sizes, result.model_objective = _sizes(model), model.objective
    return result


def additional_rules(model: Model, makers: Iterable[Callable[[], Sequence[Rule]]], beyond: int) -> AdditionalRules:
    """Return the rules of ``makers``, the ``second_statement_rules`` or ``deferred_rules`` of a plan.

    New variables do not belong to the model. They have numbers above ``beyond``.
    """
    with model.numbered_beyond(beyond) as made:
        rules = [rule for make in makers for rule in make()]
        return AdditionalRules(made.definitions, made.floods, [*rules, *_tied(model, made)], model.size)


def _defined(model: Model, made: Plan) -> Plan:
    """Return the same plan with all derived variables defined."""
    result = Plan(model, made.rules)
    with model.scratch() as more:
        defined = [derived.define() for derived in made.derived]
    result.definitions = [*made.definitions, *more.definitions, *(d for definitions, _ in defined for d in definitions)]
    result.floods = [*made.floods, *more.floods]
    result.rules = [*made.rules, *(rule for _, rules in defined for rule in rules)]
    result.claimed, result.made = made.claimed, made.made
    return result


def _simple(rule: Rule) -> list[Rule]:
    """Return a rule as rules that are not about structures."""
    if getattr(rule[0], "of", None) is None or getattr(rule[0], "is_basic", False):
        if not has_structure_rules(rule[0]):
            return [rule]
        return [rule._replace(constraint=simple) for simple in without_structures(rule[0])]
    together = rule[0].decomposed_together() if isinstance(rule[0], RuleFamily) else None
    if together is not None:
        return [rule._replace(constraint=together)]
    parts = zip(rule[0].parts, rule[0].at, strict=True) if isinstance(rule[0], RuleFamily) else ((rule[0], rule[2]),)
    return [rule._replace(constraint=simple, at=at) for part, at in parts for simple in without_structures(part)]


def _each_once(xs: Sequence[Var]) -> bool:
    """Return whether ``xs`` are variables, not opposites, and all different."""
    literals = [x.n for x in xs if isinstance(x, Lit)]
    return min(literals, default=1) > 0 and len(set(literals)) + len(
        {x.index for x in xs if isinstance(x, Int)}
    ) == len(xs)


def _defined_once(
    model: Model, known: Sequence[Definition], more: Sequence[Definition]
) -> tuple[list[Definition], list[Rule]]:
    """Return the definitions ``more``, changed so that each defines a new variable, and rules for the changes.

    A literal that is defined already, or is the opposite of a variable, gets a new literal. A rule makes the two equal.
    """
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
    """Return whether any of ``xs`` occurs in ``rules``, definitions, the objective or ``others``.

    Definitions with the ids ``own`` do not count.
    """
    ints = {x.index for x in xs if isinstance(x, Int)}
    # for each number of a literal; the opposite of x has the index -x, which Python counts from the end
    searched = bytearray(2 * model.size + 1)
    for x in xs:
        if isinstance(x, Int):
            for block in (x.block, x.order_block):
                searched[block.start : block.stop] = b"\1" * len(block)
        else:
            searched[abs(x.n)] = 1
    searched[model.size + 1 :] = searched[model.size : 0 : -1]
    mentioned: list[Any] = [lit for d in plan.definitions if id(d) not in own for lit in (d.lit, *d.lits)]
    mentioned += others
    mentioned += [lit for flood in plan.floods if id(flood) not in own for lit in flood.variables()]
    mentioned += [x for _, x in model.objective.terms] if model.objective is not None else []
    for rule in rules:
        kind = rule[0].__class__
        if kind is Lit:
            mentioned.append(rule[0])
        elif kind is Clause or kind is Count:
            # most rules are clauses and counts, and all their variables are literals
            if any(map(searched.__getitem__, [x.n for x in rule[0].lits])):  # type: ignore[union-attr]
                return True
        else:
            mentioned += rule[0].variables()  # type: ignore[union-attr]
    return any(x.index in ints if x.__class__ is Int else searched[x.n] for x in mentioned)
