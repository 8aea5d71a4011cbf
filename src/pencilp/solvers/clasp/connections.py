"""Connectivity by unfounded-set reasoning: connected sets, reachability, one loop, floods.

Each function states one constraint in a program: if all ``conditions`` (literals) are true, the constraint holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import combinations, repeat
from typing import TYPE_CHECKING, Any

from pencilp._util.cache import Cache
from pencilp._util.separations import MAX_NODES, Separation, separations
from pencilp.model import Connected, Flood, Lazy, Lit, OneLoop, Reached
from pencilp.model.constraints import FixedEdges
from pencilp.model.fixed_literals import FixedLiterals
from pencilp.solvers.clasp.cutting import Pieces, shifts
from pencilp.solvers.clasp.domains import TRUE

if TYPE_CHECKING:
    from pencilp.solvers.clasp.statement import ClaspProgram

_negated = int.__neg__

MAX_STEP_ATOMS, MAX_STEPS = 20_000, 30
"""Limits for counting the steps of groups: the atoms that this may add, and the greatest distance of a cell from its
root. In larger groups nearly all paths are short enough, so that counting excludes nothing."""
MAX_CUT_NODES = 1000
"""The greatest number of nodes of a connected set that may be stated by cuts."""


def count_steps(program: ClaspProgram) -> None:
    """See ``ClaspProgram.count_steps``."""
    most = program.atoms + MAX_STEP_ATOMS
    for constraint in program.steps:
        _count_steps(program, constraint, most)


def _count_steps(program: ClaspProgram, constraint: Reached, most: int) -> None:
    """State that each node of a group is reached in at most ``steps`` steps.

    Do nothing if that needs more than ``most`` atoms in all.
    """
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
    if program.atoms + sum(steps + 1 - n for n in least.values() if 0 < n <= steps) > most:
        return
    roots = set(constraint.roots)
    near = {i: nodes[i] for i in roots}
    for step in range(1, steps + 1):
        ring = [i for i in least if least[i] <= step and i not in roots]
        atoms = {i: program.atom() for i in ring}
        for i, atom in atoms.items():
            for j, arc in before[i]:
                if j in near:
                    program.rule(atom, [near[j], nodes[i], arc] if arc else [near[j], nodes[i]])
        near.update(atoms)
    for i, x in enumerate(nodes):
        if i not in roots:
            program.forbid((x, -near[i]) if i in near else (x,))


def _supportable(program: ClaspProgram, nodes: Sequence[int], arcs: Iterable[tuple[int, int, Any]]) -> bool:
    """Return whether the nodes can be choice atoms that their neighbours support.

    A variable can be supported in one graph only: in the largest, because further atoms and rules for each of its nodes
    would take longest.
    """
    if program.guarded or (arcs.__class__ is not FixedEdges and any(e is not None for _, _, e in arcs)):
        return False
    mine = set(map(abs, nodes))
    if len(mine) < len(nodes) or not mine.isdisjoint(program.defined):
        return False
    if program.graph_sizes is None:
        program.graph_sizes = _graph_sizes(program)
    return len(nodes) >= max(map(program.graph_sizes.get, mine, repeat(0)), default=0)


def _graph_sizes(program: ClaspProgram) -> dict[int, int]:
    """Return for each node of connected sets the number of nodes of the largest graph that it is in."""
    sizes: dict[int, int] = {}
    for constraint, *_ in program.lasting:
        if isinstance(constraint, (Connected, Reached)):
            size = len(constraint.nodes)
            for x in constraint.nodes:
                sizes[abs(x.n)] = max(size, sizes.get(abs(x.n), 0))
    return sizes


def _as_choices(program: ClaspProgram, nodes: Sequence[int]) -> list[int]:
    """Return atoms for free nodes, and claim them for this constraint. A negative literal gets an atom of its own."""
    # If other rules define something by a node, a rule "x if not stand_in" misleads clasp's search for equivalent
    # atoms: it replaces one by the other, and no longer sees that the nodes support each other in a circle. Our own
    # search turns that off (``search.OPTIONS``), but a reader of a file may not.
    mentioned: set[int] = set()
    if program.standalone:
        mentioned.update(abs(y.n) for definition in program.plan.definitions for y in definition[1])
        mentioned.update(abs(y.n) for flood in program.plan.floods for y in flood.variables() if isinstance(y, Lit))
    result = []
    for x in nodes:
        if x > 0:
            result.append(x)
        else:
            stand_in = program.atom()
            if -x in mentioned:
                program.choose((-x,), ())
                program.forbid((-x, stand_in))
                program.forbid((x, -stand_in))
            else:
                program.rule(-x, (-stand_in,))
            result.append(stand_in)
    program.defined.update(map(abs, nodes))
    return result


def _spread(program: ClaspProgram, atoms: Sequence[int], arcs: Iterable[tuple[int, int, Any]]) -> None:
    """State that a true node supports every node to which an arc leads: one rule a node, ``{x; y; z} :- node.``"""
    heads: list[list[int]] = [[] for _ in atoms]
    for i, j, _ in arcs:
        heads[i].append(atoms[j])
    for atom, supported in zip(atoms, heads, strict=True):
        if supported:
            program.choose(supported, (atom,))


def _first_root(program: ClaspProgram, active: Sequence[int], roots: Sequence[int], start: Any) -> None:
    """Call ``start(root, body)`` for each candidate, which is the root if ``body`` holds: no earlier one is active."""
    earlier = 0
    for k, i in enumerate(roots):
        start(i, (-earlier,) if earlier else ())
        if k + 1 < len(roots):
            so_far = program.atom()
            program.rule(so_far, (active[i],))
            if earlier:
                program.rule(so_far, (earlier,))
            earlier = so_far


def state_connected(program: ClaspProgram, constraint: Connected, conditions: tuple[int, ...]) -> None:
    """State that the true nodes are connected: each is reached from the root, the first true one of some candidates.

    In a small graph, such as a room, clauses state it instead (``pencilp._util.separations``). For two nodes a and b, and
    each minimal set S that separates them: not a, or not b, or a node of S.
    """
    edges = constraint.edges
    if (apart := _separations(constraint)) is not None:
        opposite = [-x.n for x in constraint.nodes]
        for a, b, between in apart:
            program.forbid([-opposite[a], -opposite[b], *[opposite[k] for k in between], *conditions])
        return
    if _by_cuts(program, constraint, conditions):
        assert constraint.first is not None
        program.state(constraint.first, ())
        program.pieces.append(Pieces(constraint))
        return
    nodes = [x.n for x in constraint.nodes]
    roots = _roots(program, nodes)
    if not conditions and _supportable(program, nodes, edges):
        if edges.__class__ is FixedEdges and not program.standalone:
            atoms = _connect_joined(program, constraint, nodes)
        else:
            atoms = _as_choices(program, nodes)
            _spread(program, atoms, constraint.arcs)
        _first_root(program, atoms, roots, lambda i, body: program.choose([atoms[i]], body))
        return
    count = len(nodes)
    reached = [program.atom() for _ in nodes]

    def state(literals: Sequence[int]) -> None:
        atoms, own = literals[:count], literals[count:]
        for i, j, e in edges:
            along = () if e is None else (e.n,)
            program.rule(atoms[i], (atoms[j], own[i], *along))
            program.rule(atoms[j], (atoms[i], own[j], *along))
        for x, r in zip(own, atoms, strict=True):
            program.forbid((x, -r, *conditions))

    if edges.__class__ is FixedEdges and not conditions:
        program.state_recorded(edges.cache, ("reached",), [*reached, *nodes], state)  # type: ignore[attr-defined]
    else:
        state([*reached, *nodes])
    _first_root(program, nodes, roots, lambda i, body: program.rule(reached[i], (nodes[i], *body)))


def _separations(constraint: Connected) -> Sequence[Separation] | None:
    """Return the separations of a small graph whose edges are all there, None for any other graph."""
    if len(constraint.nodes) > MAX_NODES or any(e is not None for _, _, e in constraint.edges):
        return None
    return separations(len(constraint.nodes), tuple([(i, j) for i, j, _ in constraint.edges]))


def _by_cuts(program: ClaspProgram, constraint: Connected, conditions: tuple[int, ...]) -> bool:
    """Return whether the constraint is stated by cuts."""
    if not program.cutting or constraint.first is None or conditions or len(constraint.nodes) > MAX_CUT_NODES:
        return False
    return constraint.edges.__class__ is FixedEdges and shifts(constraint.edges) is not None


def _connect_joined(program: ClaspProgram, constraint: Connected, nodes: list[int]) -> Sequence[int]:
    """State connected free nodes of a graph that many models share, and return their atoms."""
    count = len(nodes)
    atoms = [x if x > 0 else program.atoms + k for k, x in enumerate(nodes, 1)]
    opposite = tuple(k for k, x in enumerate(nodes) if x < 0)
    if opposite:
        program.atoms += count
    program.defined.update(map(abs, nodes))

    def state(literals: Sequence[int]) -> None:
        for k in opposite:
            program.rule(literals[count + k], (-literals[k],))
        _spread(program, literals[:count], constraint.arcs)

    kept: Cache = constraint.edges.cache  # type: ignore[attr-defined]
    program.state_recorded(kept, ("connected", opposite), [*atoms, *map(abs, nodes)] if opposite else atoms, state)
    return atoms


def _roots(program: ClaspProgram, nodes: list[int], edges: Sequence[tuple[int, int, int]] = ()) -> Sequence[int]:
    """Return nodes, one of them true if any node is: as few as the rules show, or all if rules can be switched off."""
    if program.guarded:
        return range(len(nodes))
    if program.domains.narrowed:
        known = [*map(program.domains.known.__getitem__, nodes)]
        if TRUE in known:
            return [known.index(TRUE)]
    if program.known is None:
        true = program.model.false_if_made
        program.known = FixedLiterals([rule[0] for rule in program.lasting], 0 if true is None else -true.n)
    found = program.known.roots_of_edges(nodes, edges) if edges else program.known.roots(nodes)
    return range(len(nodes)) if found is None else found


def state_one_loop(program: ClaspProgram, constraint: OneLoop, conditions: tuple[int, ...]) -> None:
    """State that the true edges form one loop through the true nodes: each is reached from the first of some roots."""
    nodes = [x.n for x in constraint.nodes]
    never = 0 if program.model.false_if_made is None else program.model.false_if_made.n
    lits = [e.n for _, _, e in constraint.edges]
    program.forbid([*map(_negated, lits), *conditions])
    every = edges = [(i, j, e.n) for i, j, e in constraint.edges]
    if never in nodes:
        edges = []
        for i, j, e in every:
            if nodes[i] == never or nodes[j] == never:
                _never(program, e, conditions)
            else:
                edges.append((i, j, e))
    taken = program.defined.union(map(abs, lits))
    atoms = [_head(program, x, taken, conditions) if x != never else 0 for x in nodes]
    if constraint.cache is None or conditions or never in nodes:
        _loop(program, atoms, edges, conditions)
    else:

        def state(literals: Sequence[int]) -> None:
            own, rest = literals[: len(nodes)], literals[len(nodes) :]
            _loop(program, own, [(i, j, e) for (i, j, _), e in zip(every, rest, strict=True)], ())

        program.state_recorded(constraint.cache, ("loop",), [*atoms, *lits], state)
    roots = _roots(program, nodes, every)

    at: dict[int, list[int]] = {i: [] for i in roots}
    for p, q, e in edges:
        if p in at:
            at[p].append(e)
        if q in at:
            at[q].append(e)

    def start(i: int, body: tuple[int, ...]) -> None:
        for e in at[i]:
            program.rule(atoms[i], (e, *body))

    _first_root(program, nodes, roots, start)


def _loop(
    program: ClaspProgram, atoms: Sequence[int], edges: Iterable[tuple[int, int, int]], conditions: tuple[int, ...]
) -> None:
    """State that each true node has two true edges, and that one end of a true edge supports the other."""
    at: list[list[int]] = [[] for _ in atoms]
    # most of the work for a loop is done here, so hand the rules over with few calls
    rule, handle, forbid = program.add_rule, program.handle, program.forbid
    for i, j, e in edges:
        at[i].append(e)
        at[j].append(e)
        p, q = atoms[i], atoms[j]
        rule(handle, False, (p,), 1, (q, e), 2)
        rule(handle, False, (q,), 1, (p, e), 2)
        forbid((e, -p, *conditions))
    for p, here in zip(atoms, at, strict=True):
        # two edges at each node of the loop
        n = len(here)
        if 3 <= n <= 4:
            for three in combinations(here, 3):
                forbid((*three, *conditions))
            for others in combinations([*map(_negated, here)], n - 1):
                forbid((p, *others, *conditions))
        elif p:
            program.at_most(2, here, conditions)
            program.at_least(2, here, (p, *conditions))


def _head(program: ClaspProgram, node: int, taken: set[int], conditions: tuple[int, ...]) -> int:
    """Return an atom for heads of rules that equals ``node``.

    It is ``node`` itself if its variable is not ``taken``.
    """
    if node > 0 and node not in taken and not conditions:
        taken.add(node)
        program.defined.add(node)
        return node
    if conditions or abs(node) in taken:
        atom = program.atom()
        program.forbid((node, -atom, *conditions))
        program.forbid((-node, atom, *conditions))
        return atom
    taken.add(-node)
    program.defined.add(-node)
    atom = program.atom()
    program.rule(-node, (-atom,))
    return atom


def _never(program: ClaspProgram, lit: int, conditions: tuple[int, ...]) -> None:
    """State that ``lit`` is false."""
    if conditions or lit < 0 or lit in program.defined:
        program.forbid((lit, *conditions))
    else:
        program.defined.add(lit)


def state_reached(program: ClaspProgram, constraint: Reached, conditions: tuple[int, ...]) -> None:
    """State that every true node is reached from a root over true arcs."""
    if constraint.decided_by is not None and not program.standalone and not conditions:
        from pencilp.reformulate.linear.reached import cuts

        program.lazy.append(Lazy(constraint.decided_by, partial(cuts, constraint)))
        return
    nodes = [x.n for x in constraint.nodes]
    if constraint.steps is not None and constraint.steps <= MAX_STEPS and not conditions and not program.standalone:
        program.steps.append(constraint)
    if not conditions and _supportable(program, nodes, constraint.arcs):
        atoms = _as_choices(program, nodes)
        if constraint.roots:
            program.choose([atoms[i] for i in constraint.roots], ())
        _spread(program, atoms, constraint.arcs)
        return
    reached = [program.atom() for _ in nodes]
    for i in constraint.roots:
        program.rule(reached[i], (nodes[i],))
    for i, j, e in constraint.arcs:
        program.rule(reached[j], (reached[i], nodes[j]) if e is None else (reached[i], nodes[j], e.n))
    for x, r in zip(nodes, reached, strict=True):
        program.forbid((x, -r, *conditions))


def state_flood(program: ClaspProgram, flood: Flood) -> None:
    """Define a literal for each node: it is reached from a source over true nodes."""
    flooded, nodes = [x.n for x in flood.flooded], [x.n for x in flood.nodes]
    handle, add_rule = program.handle, program.add_rule
    program.defined.update(flooded)
    for i in flood.sources:
        program.rule(flooded[i], (nodes[i],))
    for i, j, e in flood.edges:
        one, other = flooded[i], flooded[j]
        if e is None:
            add_rule(handle, False, (one,), 1, (other, nodes[i]), 2)
            add_rule(handle, False, (other,), 1, (one, nodes[j]), 2)
        else:
            along = e.n
            add_rule(handle, False, (one,), 1, (other, nodes[i], along), 3)
            add_rule(handle, False, (other,), 1, (one, nodes[j], along), 3)
