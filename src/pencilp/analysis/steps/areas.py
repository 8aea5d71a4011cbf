"""Consequences of "a number is the size of its area" without a solver. An area is a connected set of nodes with one number.

For each number that a node may have, ``Area`` looks for one area of this size that holds the node. A value is excluded if
no such area allows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from typing import TYPE_CHECKING

from pencilp.analysis.steps.native import Native
from pencilp.analysis.steps.regions import Ways, around, find_group
from pencilp.structures.groups import Groups, GroupSizeIs

if TYPE_CHECKING:
    from pencilp.analysis.steps.program import Program
    from pencilp.model import Int


class Numbered:
    """The nodes of a graph, with an atom for each number that a node may have. Sets of nodes have a bit for each.

    ``near`` has the neighbours of each node, ``values`` the atoms of each node by number, and ``nodes`` those of each
    number by node.
    """

    def __init__(self, of: Groups, numbers: Sequence[Int]) -> None:
        self.every = (1 << of.count) - 1
        self.near = [sum(1 << j for j in {j for j, _ in pairs}) for pairs in of.around]
        self.values = [dict(zip(x.values, (lit.n for lit in x.eq), strict=True)) for x in numbers]
        self.nodes: dict[int, dict[int, int]] = {}
        for i, values in enumerate(self.values):
            for v, n in values.items():
                self.nodes.setdefault(v, {})[i] = n
        self.bits = {v: {n: 1 << i for i, n in nodes.items()} for v, nodes in self.nodes.items()}
        """Per number the bit of the node of each atom."""
        self.excluded = {v: {-n: bit for n, bit in bits.items()} for v, bits in self.bits.items()}
        """Per number the bit of the node of each excluded atom."""
        self.atoms = frozenset(n for values in self.values for n in values.values())


class Area(Native):
    """The number of ``node`` is the size of its area."""

    __slots__ = ("_shown", "graph", "node")
    asks_long = True

    def __init__(self, node: int, graph: Numbered) -> None:
        super().__init__(graph.atoms)
        self.node, self.graph = node, graph
        self._shown: dict[int, tuple[int, frozenset[int]]] = {}
        """Per number the last area that was found, and the literals that contradict it."""

    def sources(self, lits: Iterable[int], true: Set[int]) -> set[int]:
        lits, own = set(lits), self.graph.values[self.node]
        known = {n for n in own.values() if n in true}
        values = {v for v, n in own.items() if -n in lits}
        atoms: set[int] = set()
        if known or not lits or len(values) < len(lits):
            values = self._possible(true)
            atoms.update(known or own.values())
            for some in self.graph.values:
                if not lits.isdisjoint(some.values()):
                    atoms.update(some.values())  # the last number that is left
        for v in values:
            atoms.update(self.graph.nodes[v].values())
        return atoms

    def _possible(self, true: Set[int]) -> set[int]:
        """Return the numbers that the node may have."""
        own = self.graph.values[self.node]
        return {v for v, n in own.items() if n in true} or {v for v, n in own.items() if -n not in true}

    def gives(self, lits: Set[int], true: Set[int]) -> bool:
        own = self.graph.values[self.node]
        here = [v for v, n in own.items() if -n in lits]
        if here and not any(n in true for n in own.values()):
            if any(self._shown_area(v, true) is not None for v in here):
                return False
            if len(here) == len(lits):
                return True
        return super().gives(lits, true)

    def forced(self, true: Set[int]) -> list[int] | None:
        graph, own = self.graph, self.graph.values[self.node]
        found = {}
        for v in sorted(self._possible(true)):
            group = self._shown_area(v, true)
            if group is not None:
                found[v] = group
        if not found:
            return None
        excluded = {n for v, n in own.items() if v not in found and -n not in true}
        excluded.update(self._excluded_around(found, true))
        result = [-n for n in excluded]
        for values in graph.values if excluded else ():
            if excluded.isdisjoint(values.values()):
                continue
            left = [n for n in values.values() if -n not in true and n not in excluded]
            if not left:
                return None
            if len(left) == 1 and left[0] not in true:
                result.append(left[0])
        return result

    def _shown_area(self, v: int, true: Set[int]) -> int | None:
        """Return an area of ``v`` nodes, the one that was found last if it is still possible; None if there is none."""
        group, against = self._shown.get(v, (0, frozenset()))
        if group and against.isdisjoint(true):
            return group
        found = self._area(_Board(self.graph, v, true))
        if found is not None:
            atoms, beyond = self.graph.nodes[v], around(found, self.graph.near) & ~found
            against = frozenset(-n if found >> i & 1 else n for i, n in atoms.items() if (found | beyond) >> i & 1)
            self._shown[v] = found, against
        return found

    def _area(self, board: _Board, *, known: int = 0, without: int = 0) -> int | None:
        """Return an area of the size of the board's number; nodes of ``known`` have it as well, those of ``without`` not."""
        size, known, possible = board.number, board.known | known, board.possible & ~without
        if not possible >> self.node & 1:
            return None
        near = self.graph.near
        first = todo = 1 << self.node
        while todo:
            todo = around(todo, near) & known & ~first
            first |= todo
        missing = size - first.bit_count()
        if missing < 0:
            return None
        # away from other known nodes of this number, any connected nodes will do
        free = possible & ~around(known & ~first, near)
        group = last = first
        while missing and (last := around(last, near) & free & ~group):
            while last.bit_count() > missing:
                last &= last - 1
            group |= last
            missing -= last.bit_count()
        if not missing:
            return group
        ways = Ways(
            {i: some & known for i, some in enumerate(near)}, {i: some & possible for i, some in enumerate(near)}
        )
        return find_group(ways, self.node, self.graph.every, size, size)

    def _excluded_around(self, found: dict[int, int], true: Set[int]) -> list[int]:
        """Return the atoms of other nodes that are excluded whichever number the node has; ``found`` has an area for each.

        ``same`` are the nodes that are in all areas found: they have none but these numbers. ``barred`` has per number the
        nodes that do not have it in any.
        """
        near = self.graph.near
        others = self.graph.every & ~(1 << self.node)
        same, barred = others, dict.fromkeys(found, others)

        def take(v: int, group: int) -> None:
            nonlocal same
            same &= group
            for w, nodes in [*barred.items()]:
                left = nodes & (around(group, near) & ~group if w == v else group)
                if left:
                    barred[w] = left
                else:
                    del barred[w]

        for v, group in found.items():
            take(v, group)
            if not same and not barred:
                return []
        boards = {v: _Board(self.graph, v, true) for v in found}
        excluded: list[int] = []
        while same:
            node = same & -same
            same ^= node
            values = self.graph.values[node.bit_length() - 1]
            open_ = [n for w, n in values.items() if w not in found and n not in true and -n not in true]
            if open_ and not self._allowed(boards, node, None, take):
                excluded += open_
        while barred:
            w, nodes = next(iter(barred.items()))
            node = nodes & -nodes
            barred[w] = nodes ^ node
            if not barred[w]:
                del barred[w]
            atom = self.graph.nodes[w].get(node.bit_length() - 1)
            if atom is None or atom in true or -atom in true:
                continue
            if not self._allowed(boards, node, w, take):
                excluded.append(atom)
        return excluded

    def _allowed(
        self, boards: dict[int, _Board], node: int, number: int | None, take: Callable[[int, int], None]
    ) -> bool:
        """Return whether a node may have a number (None: any other); ``take`` the area that shows it."""
        for v, board in boards.items():
            group = self._area(board, known=node) if v == number else self._area(board, without=node)
            if group is not None:
                take(v, group)
                return True
        return False


class _Board:
    """Which nodes are known to have a ``number``, and which may have it."""

    __slots__ = ("known", "number", "possible")

    def __init__(self, graph: Numbered, number: int, true: Set[int]) -> None:
        bits, excluded = graph.bits[number], graph.excluded[number]
        self.number = number
        self.known = sum([bits[n] for n in bits.keys() & true])
        self.possible = sum(bits.values()) - sum([excluded[n] for n in excluded.keys() & true])


def area_of(constraint: object, program: Program) -> Area | None:
    """Return what finds the consequences of the rule; None for another rule, or if the answer does not have its numbers."""
    if not isinstance(constraint, GroupSizeIs):
        return None
    of, numbers = constraint.of, constraint.of.numbers
    if numbers is None or constraint.size is not numbers[constraint.node]:
        return None
    graph = program.numbered.get(id(of))
    if graph is None:
        atoms = [lit.n for x in numbers for lit in x.eq]
        if len({*atoms}) < len(atoms) or not all(n in program.number for n in atoms):
            return None
        graph = program.numbered[id(of)] = Numbered(of, numbers)
    return Area(constraint.node, graph)
