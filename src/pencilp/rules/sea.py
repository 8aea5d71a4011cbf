"""Words about islands: groups of unshaded cells, parted by the sea of shaded ones, each around a number of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pencilp.board.lattice import Lattice
from pencilp.model import Implied, Lit, Model, Reached, any_of, at_most, exactly


def islands(m: Model, board: Lattice, sea: Sequence[Lit], sizes: Mapping[int, int | None]) -> list[int] | None:
    """Every cell that is not ``sea`` lies on an island with exactly one of the cells of ``sizes``, which says how many
    cells the island has (None: any number).

    What is searched for is who owns every cell: the sea or one of the islands, which grow from their numbers. Returns
    cells of which one is sea (None: that may be any cell).
    """
    one, size_of = "an island holds exactly one number", "a number counts the cells of its island"

    def wrong_numbers(value: Callable[[Any], Any]) -> list[list[int]]:
        return [island for island in _groups(board, sea, value) if sum(c in sizes for c in island) != 1]

    def wrong_sizes(value: Callable[[Any], Any]) -> list[list[int]]:
        found = _groups(board, sea, value)
        return [island for island in found if any(sizes.get(c) not in (None, len(island)) for c in island)]

    m.require(one, Implied(sea, wrong_numbers))
    m.require(size_of, Implied(sea, wrong_sizes))
    owners: list[dict[int, Lit]] = [{} for _ in board.cells]
    for cell, area in _areas(board, sizes).items():
        size = sizes[cell]
        own = [~sea[cell]] if size == 1 else m.binaries(f"on_island_{board.names[cell]}", len(area))
        for c, lit in zip(area, own, strict=True):
            owners[c][cell] = lit
        m.require(one, own[0], at=cell)
        if size is not None:
            m.require(size_of, exactly(size, own), at=cell)
        if size != 1:
            _grows(m, board, area, own, size)
    for c, lits in enumerate(owners):
        m.require(one, exactly(1, [sea[c], *lits.values()]), at=c)
    for link in board.links:
        for c, n in (link, link[::-1]):
            there = owners[n]
            for owner, lit in owners[c].items():
                m.require(one, any_of((~lit, sea[n], there[owner]) if owner in there else (~lit, sea[n])), at=link)
    out_of_reach = next((c for c, lits in enumerate(owners) if not lits), None)
    return [out_of_reach] if out_of_reach is not None else _between(board, sizes)


def _areas(board: Lattice, sizes: Mapping[int, int | None]) -> dict[int, list[int]]:
    """Per numbered cell the cells that its island can reach, nearest first: it keeps away from all other numbers."""
    claims: list[set[int]] = [set() for _ in board.cells]
    for cell in sizes:
        for c in (cell, *board.near[cell]):
            claims[c].add(cell)
    result = {}
    for cell, size in sizes.items():
        area = ring = [cell]
        mine = {cell}
        for _ in range(len(board.cells) if size is None else size - 1):
            ring = [n for n in dict.fromkeys([n for c in ring for n in board.near[c]]) if claims[n] <= {cell}]
            ring = [n for n in ring if n not in mine]
            if not ring:
                break
            mine.update(ring)
            area = area + ring
        result[cell] = area
    return result


def _grows(m: Model, board: Lattice, area: Sequence[int], own: Sequence[Lit], size: int | None) -> None:
    """The cells that an island owns hang together with the first of its area."""
    number = {c: i for i, c in enumerate(area)}
    arcs = [(i, number[n], None) for c, i in number.items() for n in board.near[c] if number.get(n, 0) > 0]
    m.require("", Reached(own, arcs, (0,)))
    if size is not None and size > 6 and board.shape == "square":
        # a connected group of n cells touches at most n + 1 rows and columns
        lines: dict[tuple[int, int], list[Lit]] = {}
        for c, lit in zip(area, own, strict=True):
            row, col = board.positions[c]
            lines.setdefault((0, row), []).append(lit)
            lines.setdefault((1, col), []).append(lit)
        if len(lines) > size + 1:
            m.require("", at_most(size + 1, [m.any_of(lits) for lits in lines.values()]))


def _between(board: Lattice, numbers: Mapping[int, Any]) -> list[int] | None:
    """The cells on a shortest way from one number to another: one of them is sea."""
    origin = {c: c for c in numbers}
    came = dict(origin)
    queue = list(numbers)
    for c in queue:
        for n in board.near[c]:
            if n not in origin:
                origin[n], came[n] = origin[c], c
                queue.append(n)
            elif origin[n] != origin[c]:
                way = []
                for x in (c, n):
                    while x not in numbers:
                        way.append(x)
                        x = came[x]
                return way
    return None


def _groups(board: Lattice, sea: Sequence[Lit], value: Callable[[Any], Any]) -> list[list[int]]:
    """The islands of an answer."""
    seen: set[int] = set()
    found = []
    for start in board.cells:
        if start not in seen and not value(sea[start]):
            group = [start]
            seen.add(start)
            for c in group:
                fresh = [n for n in board.near[c] if n not in seen and not value(sea[n])]
                seen.update(fresh)
                group += fresh
            found.append(group)
    return found
