"""Words about objects in cells: how many there are in a line, which may not touch, what lies between walls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers import UNKNOWN
from pencilp.model import Implied, Lit, Model, at_most, exactly
from pencilp.model.constraints import Value


def segments(board: Lattice, clear: Sequence[bool], axis: int | None = None) -> Iterator[tuple[int, ...]]:
    """The unbroken stretches of cells that are ``clear`` (per cell), along one axis of the lattice or along all."""
    for lines in board.lines if axis is None else (board.lines[axis],):
        for line in lines:
            start = 0
            for end, cell in enumerate(line):
                if not clear[cell]:
                    if start < end:
                        yield line[start:end]
                    start = end + 1
            if start < len(line):
                yield line[start:]


@lru_cache(maxsize=64)
def touching(board: Lattice) -> list[tuple[int, ...]]:
    """Groups of cells that all touch each other, at least at a corner, such that any two that touch share a group."""
    groups: list[tuple[int, ...]] = []
    covered: set[tuple[int, int]] = set()
    for group in sorted(board.corner_cells, key=len, reverse=True):
        pairs = {(a, b) for a in group for b in group if a < b}
        if not pairs <= covered:
            covered |= pairs
            groups.append(group)
    return groups


@lru_cache(maxsize=64)
def across_corners(board: Lattice) -> list[tuple[int, int, tuple[int, ...]]]:
    """Two cells that touch at a corner alone, and the other cells at that corner, for all such pairs."""
    return [
        (a, b, tuple([c for c in group if c not in (a, b)]))
        for group in board.corner_cells
        for a, b in combinations(group, 2)
        if b not in board.near[a]
    ]


def not_touching(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> None:
    """No two cells whose literal is true touch, not even at a corner."""
    groups = touching(board)
    m.require_all(words, [at_most(1, [lits[c] for c in group]) for group in groups], groups)


def counts_outside(
    m: Model, board: Lattice, clues: Mapping[str, Sequence[tuple[Any, ...]]], lits: Sequence[Lit], words: str
) -> None:
    """A number outside (``clues``: a layer of single ``Lines``) says how many literals are true in its row or column."""
    for side, numbers in clues.items():
        lines = board.col_cells if side in ("top", "bottom") else board.row_cells
        for line, number in zip(lines, numbers, strict=True):
            if number and number[0] != UNKNOWN:
                m.require(words, exactly(number[0], [lits[c] for c in line]), at=line)


def paired(m: Model, board: Lattice, fixed: Sequence[int], lits: Sequence[Lit], words: str, words_back: str) -> None:
    """The ``fixed`` cells and the cells whose literal is true can be paired, each with a neighbour of its own.

    ``words`` say that every fixed cell has its partner, ``words_back`` that every true cell has.
    """
    held = set(fixed)
    partners: list[list[Lit]] = [[] for _ in board.cells]
    for cell in fixed:
        near = [n for n in board.near[cell] if n not in held]
        pairs = m.binaries(f"with {board.names[cell]}", len(near))
        for n, pair in zip(near, pairs, strict=True):
            partners[n].append(pair)
            m.require("", pair >> lits[n])
        m.require(words, exactly(1, pairs), at=cell)
    for cell in board.cells:
        if cell not in held:
            m.require(words_back, lits[cell] >> exactly(1, partners[cell]), at=cell)

    def single(value: Value) -> tuple[list[int], list[int]]:
        true = {c for c in board.cells if c not in held and value(lits[c])}
        partner = matching({c: [n for n in board.near[c] if n in true] for c in fixed})
        return [c for c in fixed if c not in partner.values()], sorted(true.difference(partner))

    # whatever else is wrong, name those who would be left alone
    m.require(words, Implied(lits, lambda value: single(value)[0]))
    m.require(words_back, Implied(lits, lambda value: single(value)[1]))


def matching(wanted: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """A largest set of pairs in which nobody is twice: from what is wanted to who has it."""
    owner: dict[int, int] = {}

    def find(one: int, tried: set[int]) -> bool:
        for other in wanted[one]:
            if other not in tried:
                tried.add(other)
                if other not in owner or find(owner[other], tried):
                    owner[other] = one
                    return True
        return False

    for one in wanted:
        find(one, set())
    return owner
