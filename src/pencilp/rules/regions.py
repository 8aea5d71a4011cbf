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
) -> None:
    """Every region of the board is right, and every border parts two regions; stated only where an answer breaks it.

    ``too_small(cells)`` says that no region within these cells is right: some border around them must be missing.
    ``too_large(cells)`` says that no region is right that holds them all: some border must run between them. A region
    that is neither is right.
    """
    links, links_at = board.links, board.links_at
    for corner, cells in enumerate(board.corner_cells):
        if len(cells) == board.cells_at_corner:
            # a border that comes to a corner goes on there
            around = set(board.corner_edges[corner])
            ends = [any_of([~borders[e], *(borders[x] for x in around - {e})]) for e in around]
            m.require_all(words, ends, [cells] * len(ends))

    def open_tree(start: int, drawn: Sequence[int], enough: Callable[[list[int]], bool]) -> list[int]:
        """Links without a border that join ``start`` to cells around it, breadth first, until these are enough."""
        cells = [start]
        tree: list[int] = []
        for c in cells:
            for e in links_at[c]:
                n = sum(links[e]) - c
                if not drawn[e] and n not in cells:
                    cells.append(n)
                    tree.append(e)
                    if enough(cells):
                        return tree
        return tree

    def violated(value: Value) -> list[Constraint]:
        drawn = list(map(value, borders))
        region = regions(board, drawn)
        result: list[Constraint] = []
        for number, cells in enumerate(grouped(region)):
            if too_small(cells):
                around = [e for c in cells for e in links_at[c] if region[sum(links[e]) - c] != number]
                result.append(any_of([~borders[e] for e in around]))
            elif too_large(cells):
                for start in (cells[0], cells[-1]):
                    result.append(any_of([borders[e] for e in open_tree(start, drawn, too_large)]))
        for e, (a, b) in enumerate([] if result else links):
            if drawn[e] and region[a] == region[b]:
                way = open_tree(a, drawn, lambda cells, b=b: b in cells)  # type: ignore[misc]
                result.append(any_of([~borders[e], *(borders[x] for x in way)]))
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
