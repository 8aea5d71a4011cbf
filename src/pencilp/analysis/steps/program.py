"""The guarded program of a puzzle: its rule instances, the places that they speak of, and questions about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from pencilp.analysis.steps.areas import Numbered, area_of
from pencilp.analysis.steps.asked import Asked
from pencilp.analysis.steps.diagrams import MAX_ALL_NODES, diagram_of
from pencilp.analysis.steps.followed import followed_of
from pencilp.analysis.steps.native import Counted, Native
from pencilp.analysis.steps.native_of import native_of
from pencilp.analysis.steps.regions import Graph, region_of
from pencilp.analysis.steps.shaped import shaped_of
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.genres.base import OwnRule, genre_of
from pencilp.model import AllDifferent, Count, Int, Lit, Rule
from pencilp.model.constraints import Constraint, Flood, Linear
from pencilp.model.structures import instances
from pencilp.reformulate.partial_models import PartialModels
from pencilp.solvers.clasp.questions import PartialQuestions, Questions, Undecided
from pencilp.solvers.clasp.search import Clasp

OF_STRUCTURES = region_of, area_of, shaped_of, followed_of
"""What makes natives of rules about structures, tried one after the other."""
CONFLICTS = 3000
"""The conflicts of a question about a single rule instance; one that needs more is given up."""
MAX_CONFLICTS_OF_SETS = 200
"""The conflicts of a question about several rule instances: no person sees further."""
MAX_WIDE_ASKED = 20
"""Rules about the whole board that need a solver: if there are more, chains do without them."""
MIN_LARGE_ATOMS = 1500
"""In a program of this number of atoms, a question about a few rules takes longer than to state these on their own."""
MAX_PARTS = 20
"""The sets of rules that are kept stated on their own."""
WIDE_SHARE, WIDE_LEAST = 0.4, 14
"""A rule of more than this share of all places, and of more than 14, is about the whole board."""


class Instance:
    """A rule instance: its ``rule`` as the genre states it, the number of its ``guard``, and what it speaks of.

    ``scope`` has the atoms of the answer that it depends on. ``native`` finds its consequences without a solver, if
    that is known to be complete; otherwise ``asked`` does. ``once`` is the number that it allows once, if it is a part of
    an all-different rule.
    """

    __slots__ = ("asked", "guard", "native", "number", "once", "places", "rule", "scope", "wide")

    def __init__(self, number: int, rule: Rule | None, guard: int, *, once: int | None = None) -> None:
        self.number, self.rule, self.guard, self.once = number, rule, guard, once
        self.scope: frozenset[int] = frozenset()
        self.native: Native | None = None
        self.asked: Asked
        self.wide = False
        self.places = 0

    def is_outright(self, place: Mapping[int, tuple[str, int, Any]]) -> bool:
        """Return whether the rule states a value of the answer outright."""
        constraint = None if self.rule is None else self.rule.constraint
        if isinstance(constraint, Linear):
            x = constraint.terms[0][1] if len(constraint.terms) == 1 and constraint.low == constraint.high else None
            return isinstance(x, Int) and x.eq[0].n in place
        return isinstance(constraint, Lit) and abs(constraint.n) in place

    def one_number(self, number: Mapping[int, Any], place: Mapping[int, tuple[str, int, Any]]) -> int | None:
        """Return a literal of the only number that the rule speaks of and allows once; None for another rule."""
        native = self.native
        if not isinstance(native, Counted) or native.high != 1 or self.rule is None:
            return None
        same = all(n in number for n in native.lits) and len({place[n][2] for n in native.lits}) == 1
        return native.lits[0] if same else None


class Program:
    """A puzzle's guarded program. Each rule instance holds if its guard is assumed; known values are assumed as well."""

    def __init__(self, puzzle: Puzzle, rules: Iterable[OwnRule] = ()) -> None:
        self.puzzle, self.genre = puzzle, genre_of(puzzle)
        self.m = m = self.genre.model(puzzle, rules=rules)
        m.objective = None
        self.place: dict[int, tuple[str, int, Any]] = {}
        """Per atom of the answer its layer, its index there, and the number that it stands for."""
        self.atoms_of: dict[tuple[str, int], list[int]] = {}
        """Per place of the answer its literals."""
        self.fixed: list[int] = []
        """Literals of places that have only one value."""
        self.number: dict[int, tuple[str, int]] = {}
        """Per atom of a whole number, the place that has it."""
        for key, layer in m.answer.items():
            for i, x in enumerate(layer):
                if isinstance(x, Int):
                    lits = [lit.n for lit in x.eq]
                    if len(lits) == 1:
                        self.fixed.append(lits[0])
                    for n, v in zip(lits, x.values, strict=True):
                        self.place.setdefault(n, (key, i, v))
                        self.number[n] = (key, i)
                else:
                    lits = [x.n]
                    self.place.setdefault(abs(x.n), (key, i, int(x.n > 0)))
                self.atoms_of[key, i] = lits
        self.numbered: dict[int, Numbered] = {}
        """The graphs of areas with one number, by the ``id`` of their structure."""
        self.graphs: dict[int, Graph] = {}
        """The graphs of groups, by the ``id`` of their structure."""
        self.diagram_nodes = MAX_ALL_NODES
        """The nodes that may still be made for decision diagrams of rules."""
        self._points: dict[int, tuple[float, float]] = {}
        fine, once = finer(m.rules)
        m.rules = fine
        self.clasp = Clasp(m, guarded=True)
        program = self.clasp.program
        stated = program.plan.rules[: len(program.plan.rules) - program.plan.lasting]
        raw = instances(m.rules)
        self.questions = Questions(self.clasp, CONFLICTS)
        self._sources(program.plan)
        self._models = PartialModels(m, program.plan)
        self._stated = stated
        self._parts: dict[frozenset[int], tuple[frozenset[int], PartialQuestions]] = {}
        self.instances: list[Instance] = []
        size = max(1, len(self.atoms_of))
        line = max(puzzle.lattice.rows, puzzle.lattice.cols)
        self.line = line
        for number, (rule, decomposed, guard) in enumerate(zip(raw, stated, program.guards, strict=False)):
            places, closed = self.places(decomposed.constraint)
            # a rule of auxiliary variables alone may still depend on what defines its structure
            places |= self.places(rule.constraint)[0]
            instance = Instance(number, rule, guard, once=once.get(id(rule.constraint)))
            if closed:
                instance.native = native_of(decomposed.constraint, self)
            if instance.native is None:
                some = (make(rule.constraint, self) for make in OF_STRUCTURES)
                instance.native = next((native for native in some if native is not None), None)
            if instance.native is None and closed:
                instance.native = diagram_of(decomposed.constraint, self)
            if instance.native is not None:
                instance.scope = instance.native.atoms
            else:
                # a solver also concludes from the other values of these places, since each has one value
                instance.scope = self._atoms_at(frozenset(places))
                instance.asked = self.asked_of(instance)
            instance.places = len({self.place[n][:2] for n in instance.scope})
            instance.wide = instance.places > max(WIDE_LEAST, WIDE_SHARE * size)
            self.instances.append(instance)
        for lits in self.atoms_of.values():
            if lits[0] in self.number and len(lits) > 1:
                granted = Instance(len(self.instances), None, 0)
                granted.native = Counted(lits, 1, 1)
                granted.scope = granted.native.atoms
                self.instances.append(granted)
        self.wide_looks = 0
        """How often chains have looked at a rule about the whole board."""
        self.inner_chains = 0
        """How often chains have looked for another chain inside."""
        self.asks_wide = sum(i.wide and i.native is None for i in self.instances) <= MAX_WIDE_ASKED
        """Whether chains may use rules about the whole board that need a solver: not if there are many."""
        self.by_atom: dict[int, list[int]] = {}
        for instance in self.instances:
            for n in instance.scope:
                self.by_atom.setdefault(n, []).append(instance.number)
        self.granted = frozenset(i.number for i in self.instances if i.rule is None)
        """The instances that are no rules: a place has one value."""

    def asked_of(self, instance: Instance) -> Asked:
        """Return the questions to a solver about the rule of ``instance`` alone."""
        model = partial(self._models.model_alone, self._stated[instance.number], instance.scope)
        return Asked((), instance.scope, PartialQuestions(self.questions, model))

    def guards(self, numbers: Iterable[int]) -> dict[int, int]:
        """Return the guards of some instances, each with its instance."""
        return {guard: i for i in sorted(numbers) if (guard := self.instances[i].guard)}

    def about(self, numbers: Iterable[int], lits: Iterable[int]) -> tuple[Questions, dict[int, int]]:
        """Return questions about some instances and ``lits``, and the instance of each guard.

        In a large program they are stated on their own.
        """
        guards = self.guards(numbers)
        if self.clasp.program.atoms < MIN_LARGE_ATOMS:
            return self.questions, guards
        numbers = [*guards.values()]
        atoms = frozenset(abs(n) for n in lits).union(*(self.instances[i].scope for i in numbers))
        key = frozenset(numbers)
        known, part = self._parts.get(key, (frozenset[int](), None))
        if part is None or not atoms <= known:
            rules = [self._stated[i] for i in numbers]
            part = PartialQuestions(self.questions, partial(self._models.model_of, rules, atoms | known))
            self._parts[key] = atoms | known, part
            if len(self._parts) > MAX_PARTS:
                del self._parts[next(iter(self._parts))]
        return part, dict(zip(part.guards, numbers, strict=False))

    def _sources(self, plan: Any) -> None:
        self._defined: dict[int, Any] = {}
        for d in (*self.m.definitions, *plan.definitions):
            self._defined.setdefault(d.lit.n, d)
        self._flooded = {lit.n: flood for flood in (*self.m.floods, *plan.floods) for lit in flood.flooded}
        self._int_of: dict[int, Int] = {}
        for x in self.m.ints:
            for n in (*x.block, *x.order_block):
                self._int_of[n] = x
        self._answer_ints = {
            x.index: (key, i)
            for key, layer in self.m.answer.items()
            for i, x in enumerate(layer)
            if isinstance(x, Int) and self.atoms_of[key, i]
        }
        self._flood_places: dict[int, frozenset[tuple[str, int]]] = {}
        self._known_places: dict[int, tuple[frozenset[tuple[str, int]], bool]] = {}
        self._known_atoms: dict[frozenset[tuple[str, int]], frozenset[int]] = {}

    def definition(self, atom: int) -> Any:
        """Return the definition of an auxiliary atom by other literals, None if it has none."""
        return self._defined.get(atom)

    def int_of(self, atom: int) -> Int | None:
        """Return the whole number that an atom compares with a value; None if the atom says something else."""
        return self._int_of.get(atom)

    def places(self, constraint: Constraint | Lit) -> tuple[set[tuple[str, int]], bool]:
        """Return the places of the answer that a constraint depends on, and whether these define all its variables."""
        variables = (constraint,) if isinstance(constraint, Lit) else constraint.variables()
        found: set[tuple[str, int]] = set()
        closed = True
        for x in variables:
            if isinstance(x, Int):
                place = self._answer_ints.get(x.index)
                if place is None:
                    closed = False
                else:
                    found.add(place)
            elif isinstance(x, Lit):
                more, decided = self._places_of(abs(x.n))
                found |= more
                closed = closed and decided
        return found, closed

    def _places_of(self, atom: int) -> tuple[frozenset[tuple[str, int]], bool]:
        known = self._known_places.get(atom)
        if known is not None:
            return known
        found: set[tuple[str, int]] = set()
        closed = True
        seen = {atom}
        stack = [atom]
        while stack:
            n = stack.pop()
            if n in self.place:
                found.add(self.place[n][:2])
                continue
            if n in self._int_of:
                place = self._answer_ints.get(self._int_of[n].index)
                if place is None:
                    closed = False
                else:
                    found.add(place)
                continue
            if n in self._flooded:
                closed = False
                found |= self._places_of_flood(self._flooded[n])
                continue
            d = self._defined.get(n)
            closed = closed and d is not None
            for lit in () if d is None else d.lits:
                if abs(lit.n) not in seen:
                    seen.add(abs(lit.n))
                    stack.append(abs(lit.n))
        self._known_places[atom] = frozenset(found), closed
        return self._known_places[atom]

    def in_order(self, constraint: Constraint | Lit) -> list[tuple[str, int]]:
        """Return the places that define all variables of a constraint, those that define one variable side by side."""
        variables = (constraint,) if isinstance(constraint, Lit) else constraint.variables()
        found: dict[tuple[str, int], None] = {}
        for x in variables:
            if isinstance(x, Int):
                found.setdefault(self._answer_ints[x.index])
                continue
            stack, seen = [abs(x.n)], set[int]()
            while stack:
                n = stack.pop()
                if n in seen:
                    continue
                seen.add(n)
                if n in self.place:
                    found.setdefault(self.place[n][:2])
                elif n in self._int_of:
                    found.setdefault(self._answer_ints[self._int_of[n].index])
                else:
                    stack += [abs(lit.n) for lit in reversed(self._defined[n].lits)]
        return [*found]

    def literals_at(self, place: tuple[str, int]) -> list[int]:
        """Return the literals of the values of a place, in their order."""
        lits = self.atoms_of[place]
        return lits if lits[0] in self.number else [-lits[0], lits[0]]

    def _atoms_at(self, places: frozenset[tuple[str, int]]) -> frozenset[int]:
        """Return all atoms of some places. Instances that depend on the same places share them."""
        atoms = self._known_atoms.get(places)
        if atoms is None:
            atoms = self._known_atoms[places] = frozenset(n for place in places for n in self.atoms_of[place])
        return atoms

    def point(self, n: int) -> tuple[float, float]:
        """Return where the place of a literal lies on the board."""
        found = self._points.get(abs(n))
        if found is None:
            key, i, _ = self.place[abs(n)]
            found = self._points[abs(n)] = self._point(self.genre.answers[key].on, i)
        return found

    def _point(self, on: str, i: int) -> tuple[float, float]:
        lattice = self.puzzle.lattice
        if on == "corners":
            return lattice.corner_point(i)
        if on == "edges":
            (ax, ay), (bx, by) = (lattice.corner_point(p) for p in lattice.edge_corners[i])
            return (ax + bx) / 2, (ay + by) / 2
        if on == "links":
            (ax, ay), (bx, by) = (lattice.center(c) for c in lattice.links[i])
            return (ax + bx) / 2, (ay + by) / 2
        return lattice.center(i) if on == "cells" else (float(i), 0.0)

    def _places_of_flood(self, flood: Flood) -> frozenset[tuple[str, int]]:
        """Return the places of the answer that decide what is reached in a graph."""
        found = self._flood_places.get(id(flood))
        if found is None:
            own = {lit.n for lit in flood.flooded}
            atoms = {abs(x.n) for x in flood.variables() if isinstance(x, Lit)} - own
            found = frozenset().union(*(self._places_of(n)[0] for n in atoms))
            self._flood_places[id(flood)] = found
        return found

    # -- answers as literals -------------------------------------------------------------------------------------

    def literals_of(self, answer: Answer) -> list[int]:
        """Return the literals that say what is decided in ``answer``."""
        unfilled = set(self.genre.unfilled(self.m, answer))
        numbers = self.genre.numbers_of(answer)
        result: list[int] = []
        for (key, i), lits in self.atoms_of.items():
            v = numbers[key][i]
            if (key, i) in unfilled or v is None:
                continue
            x = self.m.answer[key][i]
            if isinstance(x, Int):
                result += [n if w == v else -n for n, w in zip(lits, x.values, strict=True)]
            else:
                result.append(lits[0] if v else -lits[0])
        return result

    def exclusions(self, values: Iterable[tuple[str, int, Any]]) -> list[int]:
        """Return the literals that say that places do not have these values; each value comes with its layer and index."""
        result = []
        for key, i, value in values:
            listed = [value if i == at else None for at in range(len(self.m.answer[key]))]
            number = self.genre.answers[key].value.numbers(listed, self.puzzle.values)[i]
            result += [-n for n in self.atoms_of[key, i] if n in self.number and self.place[n][2] == number]
        return result

    def common(self, known: Sequence[int]) -> set[int] | None:
        """Return the literals that hold in all answers with the ``known`` ones; None if there is no such answer.

        A literal for which that is not decided soon is left out.
        """
        base = [*[i.guard for i in self.instances if i.guard], *known]
        atoms = sorted(self.place)
        held = self.questions.holding(base, atoms)
        if held is None:
            return None
        left = {n if v else -n for n, v in zip(atoms, held, strict=True)}
        result = set(known)
        left -= result
        while left:
            n = left.pop()
            try:
                held = self.questions.holding([*base, -n], atoms)
            except Undecided:
                continue
            if held is None:
                result.add(n)
            else:
                left &= {n if v else -n for n, v in zip(atoms, held, strict=True)}
        return result

    def answer_of(self, true: Any) -> Answer:
        """Return the answer in which all literals of ``true`` hold, undecided elsewhere."""
        numbers: dict[str, list[int | None]] = {key: [None] * len(layer) for key, layer in self.m.answer.items()}
        for (key, i), lits in self.atoms_of.items():
            x = self.m.answer[key][i]
            if isinstance(x, Int):
                numbers[key][i] = next((v for n, v in zip(lits, x.values, strict=True) if n in true), None)
            elif lits[0] in true or -lits[0] in true:
                numbers[key][i] = int(lits[0] in true)
        return self.genre.answer_of(self.puzzle, numbers)


def finer(rules: Sequence[Rule]) -> tuple[list[Rule], dict[int, int]]:
    """Return single rule instances as people use them, and which number those about a single number are about.

    "All different" becomes one instance for each number: it stands once, or at most once if not all numbers are needed.
    """
    result: list[Rule] = []
    once: dict[int, int] = {}
    for rule in instances(rules):
        c = rule.constraint
        if not isinstance(c, AllDifferent) or len(c.ints) < 2:
            result.append(rule)
            continue
        values = sorted({v for x in c.ints for v in x.values})
        full = len(values) == len(c.ints)
        for v in values:
            lits = [x.eq[x.values.index(v)] for x in c.ints if v in x.values]
            if len(lits) > 1 or full:
                count = Count(lits, int(full), 1)
                once[id(count)] = v
                result.append(rule._replace(constraint=count))
    return result, once
