"""Archipelagos: islands of shaded cells that are connected by corners, one of each size up to the largest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import isqrt
from typing import TYPE_CHECKING, Any

from pencilp._util.cache import Cache
from pencilp.model.constraints import Clause, Constraint, Linear, Reached, Value, at_most
from pencilp.model.structures import StructureRule
from pencilp.model.variables import Lit, Var
from pencilp.reformulate.fast import has_fast_form
from pencilp.structures.groups import Groups

if TYPE_CHECKING:
    from pencilp.model.model import Model


@has_fast_form("pencilp.genres.archipelago.fast:rewrite")
class Archipelagos(Groups):
    """The islands of ``shaded`` cells (a literal per cell) of a square ``board``. Islands that touch are connected:
    ``touching`` has the cells that share an edge or a corner with each cell. ``cache`` is that of the board.
    """

    cache: Cache

    def __init__(self, m: Model, board: Any, shaded: Sequence[Lit]) -> None:
        links = board.links
        super().__init__(m, len(shaded), [(a, b, None) for a, b in links], shaded)
        self.shaded, self.cache = shaded, board.cache
        self.touching: Sequence[Sequence[int]] = board.around
        self.most = 1
        """No island can have more cells.

        Push all islands a cell to the right, and none lies on another: an island of k cells takes k and its rows, all
        together no more than the cells and the ends of rows. The same downwards; rows and columns are 2 sqrt(k) at least.
        """
        needed = 4
        while (needed := needed + 2 * (self.most + 1) + 1 + isqrt(4 * self.most + 3)) <= 4 * self.count - len(links):
            self.most += 1

    def networks(self, value: Value) -> list[list[int]]:
        """Return the cells of each set of connected islands."""
        seen = {c for c in range(self.count) if not value(self.shaded[c])}
        found = []
        for c in range(self.count):
            if c not in seen:
                seen.add(c)
                network = [c]
                for i in network:
                    fresh = [n for n in self.touching[i] if n not in seen]
                    seen.update(fresh)
                    network += fresh
                found.append(sorted(network))
        return found


class OneOfEachSize(StructureRule):
    """Connected islands have the sizes 1, 2, 3 and so on, one each.

    Decomposition: see ``Coded``.
    """

    __slots__ = ()
    of: Archipelagos

    def holds(self, value: Value) -> bool:
        return not self.faults(value, None)

    def faults(self, value: Value, at: Any) -> list[Any]:
        """Return the networks without one island of each size."""
        size = {c: len(group) for group in self.of.all_groups(value) for c in group}
        wrong = []
        for network in self.of.networks(value):
            cells = Counter(size[c] for c in network)
            if any(cells[k] != k for k in range(1, max(cells) + 1)):
                wrong.append(tuple(network))
        return wrong

    def variables(self) -> Iterable[Var]:
        return self.of.shaded

    def decomposed(self) -> Sequence[Constraint | Lit]:
        return Coded(self.of).parts()


class Coded:
    """The formula of ``OneOfEachSize``, over new literals that an answer decides.

    own(c, d): cell d is of the island whose first cell is c; size(c, k): its island has k cells; has(c, k): some
    island connected to its own has k cells; code(c, k): the number of the first cell of that one, in binary digits.

    Shaded cells side by side have the same owners and sizes; each has one owner at most, and is joined to an owner; sum of
    own(c, d) over d = k where own(c, c) and size(c, k). Shaded cells that touch have the same has and code; size(c, k) =>
    has(c, k) => has(c, k - 1), reached from a cell of that size; own(c, c) and size(c, k) => code(c, k) = c, so that there are
    no two.
    """

    def __init__(self, islands: Archipelagos) -> None:
        self.of, self.m = islands, islands.m
        m, n = self.m, islands.count
        self.near = [[j for j, _ in around] for around in islands.around]
        self.most = islands.most
        self.own: list[dict[int, Lit]] = []
        for c in range(n):
            seen: dict[int, None] = {c: None}
            ring = [c]
            for _ in range(1, self.most):
                ring = [j for i in ring for j in self.near[i] if j > c and j not in seen and seen.setdefault(j) is None]
            self.own.append(dict(zip(seen, m.binaries("own", len(seen)), strict=True)))
        self.sizes = [dict(enumerate(m.binaries("size", self.most), 1)) for _ in range(n)]

    def parts(self) -> list[Constraint | Lit]:
        """The constraints."""
        return [*self._islands(), *self._networks()]

    def _islands(self) -> list[Constraint | Lit]:
        """Return the constraints by which owners and sizes are those of the islands."""
        m, n, near, sizes, shaded = self.m, self.of.count, self.near, self.sizes, self.of.shaded
        parts: list[Constraint | Lit] = []
        owners: list[dict[int, Lit]] = [{} for _ in range(n)]
        for c, cells in enumerate(self.own):
            for d, x in cells.items():
                owners[d][c] = x
        arcs: list[tuple[int, int, Lit | None]] = [(0, 1 + c, self.own[c][c]) for c in range(n)]
        arcs += [(1 + c, 1 + d, None) for c in range(n) for d in near[c]]
        parts.append(Reached([m.true, *shaded], arcs, [0]))
        for d in range(n):
            here = [*sizes[d].values()]
            parts += [Clause((~shaded[d], *here)), at_most(1, here), at_most(1, owners[d].values())]
            parts += [Clause((~x, shaded[d])) for x in (*here, *owners[d].values())]
            for e in near[d]:
                parts += [Clause((~x, ~shaded[e], sizes[e][k])) for k, x in sizes[d].items()]
                for c, x in owners[d].items():
                    there = owners[e].get(c)
                    parts.append(Clause((~x, ~shaded[e]) if there is None else (~x, ~shaded[e], there)))
        for c, cells in enumerate(self.own):
            parts += [Clause((~x, cells[c])) for d, x in cells.items() if d != c]
            first = [(-k, m.all_of((cells[c], x))) for k, x in sizes[c].items()]
            parts.append(Linear([*[(1, x) for x in cells.values()], *first], 0, 0))
        return parts

    def _networks(self) -> list[Constraint | Lit]:
        """One island of each size."""
        m, n, sizes, shaded = self.m, self.of.count, self.sizes, self.of.shaded
        parts: list[Constraint | Lit] = []
        pairs = [(c, d, m.all_of((shaded[c], shaded[d]))) for c in range(n) for d in self.of.touching[c] if c < d]
        bits = max(1, (n - 1).bit_length())
        below: Sequence[Lit] = ()
        for k in range(1, self.most + 1):
            has, code = m.binaries("has", n), [m.binaries("code", bits) for _ in range(n)]
            arcs: list[tuple[int, int, Lit | None]] = [(0, 1 + c, sizes[c][k]) for c in range(n)]
            arcs += [(1 + c, 1 + d, None) for a, b, _ in pairs for c, d in ((a, b), (b, a))]
            parts.append(Reached([m.true, *has], arcs, [0]))
            for c in range(n):
                parts += [Clause((~has[c], shaded[c])), Clause((~sizes[c][k], has[c]))]
                parts += [Clause((~has[c], below[c]))] if below else []
                first = (~self.own[c][c], ~sizes[c][k])
                parts += [Clause((*first, x if c >> i & 1 else ~x)) for i, x in enumerate(code[c])]
            for c, d, both in pairs:
                for x, y in zip((has[c], *code[c]), (has[d], *code[d]), strict=True):
                    parts += [Clause((~both, ~x, y)), Clause((~both, x, ~y))]
            below = has
        return parts
