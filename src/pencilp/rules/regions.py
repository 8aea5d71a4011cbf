"""Words about the division of a board into regions.

The answer of such a genre is its borders: a literal per inner edge. Searching for borders directly is slow; what is
searched for is which region every cell belongs to, either as a choice among listed placements (``cover``) or as a choice
among owners (``owned``). The borders follow from that. What a person would say about the regions is stated once more in
terms of the borders (``each_region``, ``no_dead_ends``), for ``check`` to look at.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from pencilp.board.lattice import Lattice
from pencilp.model import Array, Constraint, Derived, Implied, Lazy, Lit, Model, Reached, any_of, exactly

Region = tuple[int, ...]
"""Its cells, in reading order."""
Value = Callable[[Any], Any]

ONE_REGION = "every cell belongs to one region"


def cover(
    m: Model, board: Lattice, borders: Sequence[Lit], placements: Sequence[Sequence[int]], words: str = ONE_REGION
) -> Array:
    """Every cell is covered by exactly one of the chosen ``placements`` (groups of cells); ``borders`` run between them.

    Returns the literals that choose the placements, in their order.
    """
    chosen = m.binaries("region", len(placements), lambda: [_cell_list(board, cells) for cells in placements])
    first = int(chosen[0]) if chosen else 0
    covering: list[list[Lit]] = [[] for _ in board.cells]
    for lit, cells in zip(chosen, placements, strict=True):
        for cell in cells:
            covering[cell].append(lit)
    m.require_all(words, [exactly(1, lits) for lits in covering], board.cells)

    def read(value: Value) -> tuple[list[int], list[Lit]]:
        region = [0] * len(covering)
        found = []
        for cell, lits in enumerate(covering):
            if not region[cell]:
                lit = next(filter(value, lits))
                found.append(lit)
                for other in placements[int(lit) - first]:
                    region[other] = lit
        return [int(region[a] != region[b]) for a, b in board.links], found

    def define() -> None:
        inside = list(map(frozenset, placements))
        for border, (a, b) in zip(borders, board.links, strict=True):
            m.define(border, [(lit,) for lit in covering[a] if b not in inside[int(lit) - first]])

    m.derive(Derived(borders, read, define))
    return chosen


def owned(
    m: Model, board: Lattice, borders: Sequence[Lit], owners: Sequence[Mapping[int, Lit]], words: str = ONE_REGION
) -> None:
    """Every cell has exactly one owner; ``borders`` run between cells of different owners.

    ``owners`` has per cell a literal for each owner it may have. It is a promise that the borders decide the owners:
    no two owners could be swapped, every one has a cell that only it can own.
    """
    m.require_all(words, [exactly(1, list(lits.values())) for lits in owners], board.cells)

    def read(value: Value) -> tuple[list[int], list[Lit]]:
        found = [next(item for item in lits.items() if value(item[1])) for lits in owners]
        return [int(found[a][0] != found[b][0]) for a, b in board.links], [lit for _, lit in found]

    def define() -> None:
        for border, (a, b) in zip(borders, board.links, strict=True):
            there = owners[b]
            m.define(border, [(x, ~there[k]) if k in there else (x,) for k, x in owners[a].items()])

    m.derive(Derived(borders, read, define))


def spreads(m: Model, board: Lattice, owner: Mapping[int, Lit], start: Sequence[int], words: str) -> None:
    """The cells of an owner hang together with ``start``; ``owner`` has a literal for each cell that may be its own.

    Several cells may share a literal (a cell and its mirror image).
    """
    nodes = list(dict.fromkeys(owner.values()))
    number = {lit: i for i, lit in enumerate(nodes)}
    arcs = dict.fromkeys(
        (number[owner[c]], number[owner[n]])
        for c in owner
        for n in board.near[c]
        if n in owner and owner[n] != owner[c]
    )
    m.require(words, Reached(nodes, [(i, j, None) for i, j in arcs], {number[owner[c]] for c in start}), start)


def right_regions(
    m: Model,
    board: Lattice,
    borders: Sequence[Lit],
    words: str,
    too_small: Callable[[Sequence[int]], bool],
    too_large: Callable[[Sequence[int]], bool],
    right: Callable[[Sequence[int]], bool] = lambda cells: True,
    starts: Collection[int] = (),
) -> None:
    """Every region of the board is right, and every border parts two regions; stated only where an answer breaks it.

    ``too_small(cells)`` says that no region within these cells is right, ``too_large`` that none that holds all of them
    is; a region that is neither is right when ``right`` says so. ``starts`` are cells from which what is too large is
    found soonest.
    """
    joined = [~border for border in borders]
    links, links_at = board.links, board.links_at
    for corner, cells in enumerate(board.corner_cells):
        around = [e for e in board.corner_edges[corner] if e < len(links)]
        if len(cells) == board.cells_at_corner:
            # a border that reaches a corner goes on there
            m.require_all(
                words,
                [any_of([joined[e], *(borders[x] for x in around if x != e)]) for e in around],
                [cells] * len(around),
            )

    def out_of(cells: Collection[int]) -> list[Lit]:
        inside = set(cells)
        return [joined[e] for c in inside for e in links_at[c] if sum(links[e]) - c not in inside]

    def tree(start: int, drawn: Sequence[int], enough: Callable[[Sequence[int]], bool]) -> list[tuple[int, int]]:
        """(cell, link to it) from ``start`` outwards, until there are enough; without those at the ends that need not be."""
        cells = [start]
        by = {start: -1}
        for c in cells:
            for e in links_at[c]:
                n = sum(links[e]) - c
                if not drawn[e] and n not in by:
                    by[n] = e
                    cells.append(n)
                    if enough(cells):
                        return prune(cells, by, enough)
        return []

    def prune(cells: list[int], by: dict[int, int], enough: Callable[[Sequence[int]], bool]) -> list[tuple[int, int]]:
        kept = list(cells)
        for c in reversed(cells[1:]):
            leaf = not any(by[n] >= 0 and c in links[by[n]] for n in kept if n != c)
            if leaf and enough([n for n in kept if n != c]):
                kept.remove(c)
        return [(c, by[c]) for c in kept]

    def violated(value: Value) -> list[Constraint]:
        drawn = list(map(value, borders))
        region = regions(board, drawn)
        result: list[Constraint] = []
        for cells in grouped(region):
            if too_small(cells):
                result.append(any_of(out_of(cells)))
            elif too_large(cells):
                for start in [c for c in cells if c in starts] or (cells[0], cells[-1]):
                    found = tree(start, drawn, too_large)
                    if found:
                        result.append(any_of([borders[e] for _, e in found[1:]]))
            elif not right(cells):
                inner = {e for c in cells for e in links_at[c] if not drawn[e]}
                result.append(any_of([*(borders[e] for e in inner), *out_of(cells)]))
        if not result:
            for e, (a, b) in enumerate(links):
                if drawn[e] and region[a] == region[b]:
                    way = tree(a, drawn, lambda cells, b=b: b in cells)  # type: ignore[misc]
                    result.append(any_of([joined[e], *(borders[x] for _, x in way[1:])]))
        return result

    m.require(words, Lazy(borders, violated))


def grouped(region: Sequence[int]) -> list[list[int]]:
    """The cells of each region, from the number of the region of each cell."""
    result: list[list[int]] = [[] for _ in range(max(region) + 1)]
    for cell, number in enumerate(region):
        result[number].append(cell)
    return result


def distances(board: Lattice, start: int, walls: Collection[int]) -> dict[int, int]:
    """The cells that can be reached from ``start`` without passing through ``walls``, with the number of steps.

    A wall can be reached, but not left.
    """
    far = {start: 0}
    ring = [start]
    while ring:
        ring = [n for cell in ring for n in board.near[cell] if n not in far and far.setdefault(n, far[cell] + 1)]
        ring = [cell for cell in ring if cell not in walls]
    return far


def symmetric_reach(board: Lattice, center: Sequence[int], taken: Collection[int]) -> dict[int, int]:
    """The cells that a point-symmetric region around ``center`` could hold, each with its mirror image.

    ``center`` are the cells around the centre: one, two neighbours, or four. ``taken`` cells are not for it.
    """
    positions, find = board.positions, board.cell_at.get
    (r1, c1), (r2, c2) = positions[min(center)], positions[max(center)]
    row, col = r1 + r2, c1 + c2
    image = {c: find((row - positions[c][0], col - positions[c][1]), -1) for c in center}
    stack = list(center)
    while stack:
        for n in board.near[stack.pop()]:
            if n not in image and n not in taken:
                other = find((row - positions[n][0], col - positions[n][1]), -1)
                if other >= 0 and other not in taken:
                    image[n], image[other] = other, n
                    stack += (n, other)
    return image


# -- what a person sees in the borders ---------------------------------------------------------------------------------


def regions(board: Lattice, borders: Sequence[int]) -> list[int]:
    """Per cell the number of its region, counted from 0 in reading order; ``borders`` has 1 for each edge that is one."""
    region = [-1] * len(board)
    links_at, links = board.links_at, board.links
    count = 0
    for start in board.cells:
        if region[start] < 0:
            region[start] = count
            stack = [start]
            while stack:
                cell = stack.pop()
                for e in links_at[cell]:
                    if not borders[e]:
                        a, b = links[e]
                        other = a + b - cell
                        if region[other] < 0:
                            region[other] = count
                            stack.append(other)
            count += 1
    return region


def each_region(m: Model, board: Lattice, borders: Sequence[Lit], words: str, right: Callable[[Region], bool]) -> None:
    """Every region is ``right``, which follows from other rules."""

    def faults(value: Value) -> list[Region]:
        found = grouped(regions(board, list(map(value, borders))))
        return [cells for group in found if not right(cells := tuple(group))]

    m.require(words, Implied(borders, faults))


def no_dead_ends(m: Model, board: Lattice, borders: Sequence[Lit], words: str = "a border parts two regions") -> None:
    """Every border has different regions on its two sides, which follows from other rules."""

    def faults(value: Value) -> list[Region]:
        drawn = list(map(value, borders))
        region = regions(board, drawn)
        return [(a, b) for line, (a, b) in zip(drawn, board.links, strict=True) if line and region[a] == region[b]]

    m.require(words, Implied(borders, faults))


def undivided(m: Model, board: Lattice, borders: Sequence[Lit], groups: Sequence[Sequence[int]], words: str) -> None:
    """No border runs between cells of one of the ``groups``, which follows from other rules."""
    near, link = board.near, board.link_between
    within = [(group, [link[a, b] for a in group for b in near[a] if b in group]) for group in groups]
    m.require(
        words,
        Implied(borders, lambda value: [group for group, links in within if any(value(borders[e]) for e in links)]),
    )


def is_rectangle(board: Lattice, region: Region) -> bool:
    """Whether a region of a square board fills the rows and columns it lies in."""
    rows, cols = zip(*(board.positions[c] for c in region), strict=True)
    filled: bool = len(region) == (max(rows) - min(rows) + 1) * (max(cols) - min(cols) + 1)
    return filled


def symmetric_about(board: Lattice, center: Sequence[int], region: Region) -> bool:
    """Whether a region is point symmetric about the middle of the cells ``center``."""
    positions = board.positions
    (r1, c1), (r2, c2) = positions[min(center)], positions[max(center)]
    inside = {positions[c] for c in region}
    return all((r1 + r2 - r, c1 + c2 - c) in inside for r, c in inside)


def sides(board: Lattice, cell: int, region: Sequence[int]) -> int:
    """How many sides of ``cell`` are borders, the outline included, when its region is ``region``."""
    return len(board.vectors) - sum(n in region for n in board.near[cell])


def _cell_list(board: Lattice, cells: Sequence[int]) -> str:
    return " ".join(board.names[c] for c in cells)
