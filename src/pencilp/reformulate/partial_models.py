"""Models of single rules, or of a few: questions about these do not pay for all others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pencilp.model.model import Model, ScratchVariables
from pencilp.model.variables import Int, Lit

if TYPE_CHECKING:
    from pencilp.model.constraints import Constraint, Flood
    from pencilp.model.model import Definition, Rule
    from pencilp.reformulate.plan import Plan


class PartialModels:
    """Makes models of some rules of a ``plan`` in which each rule of ``model`` is decomposed.

    Such a model has the variables that the rules depend on, with their numbers, and what defines them. A variable may
    have no definition, but ties to others. Other ties are left out, since every answer can satisfy them.
    """

    def __init__(self, model: Model, plan: Plan) -> None:
        self.model = model
        self._definitions = {d.lit.n: d for d in plan.definitions}
        self._floods = {x.n: flood for flood in plan.floods for x in flood.flooded}
        self._ints = {n: x for x in model.ints for n in (*x.block, *x.order_block)}
        given = {_key(x) for layer in model.answer.values() for x in layer}
        self._ties: dict[tuple[bool, int], list[Rule]] = {}
        """Per variable that is neither defined nor in the answer, the ties that it has."""
        for tie in plan.rules[len(plan.rules) - plan.lasting :]:
            for x in _variables(tie.constraint):
                whole, key = self._whole(x), _key(x)
                if whole is not None:
                    key = _key(whole)
                elif key[1] in self._definitions or key[1] in self._floods:
                    continue
                if key not in given:
                    self._ties.setdefault(key, []).append(tie)

    def model_alone(self, rule: Rule, atoms_too: Iterable[int]) -> Model:
        """Return the model of one rule, in which it has no text and cannot be switched off."""
        return self.model_of([rule._replace(words="")], atoms_too)

    def model_of(self, rules: Sequence[Rule], atoms_too: Iterable[int]) -> Model:
        """Return the model of some rules, which come first; ``atoms_too`` are in it as well."""
        definitions: dict[int, Definition] = {}
        floods: dict[int, Flood] = {}
        ints: dict[int, Int] = {}
        ties: dict[int, Rule] = {}
        atoms: set[int] = set()
        todo = [*(x for rule in rules for x in _variables(rule.constraint)), *map(Lit, atoms_too)]
        while todo:
            x = todo.pop()
            whole = self._whole(x)
            if whole is not None:
                if whole.index in ints:
                    continue
                ints[whole.index] = whole
                atoms.update(whole.block, whole.order_block)
            else:
                n = abs(x.n)
                if n in atoms:
                    continue
                atoms.add(n)
                if n in self._definitions:
                    definitions[n] = self._definitions[n]
                    todo += definitions[n].lits
                elif n in self._floods and id(flood := self._floods[n]) not in floods:
                    floods[id(flood)] = flood
                    todo += flood.variables()
            for tie in self._ties.get(_key(x if whole is None else whole), ()):
                if id(tie) not in ties:
                    ties[id(tie)] = tie
                    todo += _variables(tie.constraint)
        part = Model(self.model.place_name)
        part.size, part.ints = self.model.size, [ints[k] for k in sorted(ints)]
        part.rules = [*rules, *ties.values()]
        part.definitions, part.floods = [definitions[n] for n in sorted(definitions)], [*floods.values()]
        part.scratch_variables = _others(atoms, part.size)
        return part

    def _whole(self, x: Any) -> Int | None:
        """Return the whole number that a variable is, or whose value it is about; None if there is none."""
        return x if isinstance(x, Int) else self._ints.get(abs(x.n))


def _variables(constraint: Constraint | Lit) -> Iterable[Any]:
    return (constraint,) if isinstance(constraint, Lit) else constraint.variables()


def _key(x: Any) -> tuple[bool, int]:
    return (True, x.index) if isinstance(x, Int) else (False, abs(x.n))


def _others(atoms: Iterable[int], size: int) -> list[ScratchVariables]:
    """Return the numbers up to ``size`` that are not among ``atoms``, as those of other statements of the model."""
    result = []
    before = 0
    for n in [*sorted(atoms), size + 1]:
        if n > before + 1:
            gap = ScratchVariables()
            gap.numbers = range(before + 1, n)
            result.append(gap)
        before = n
    return result
