"""Words about paths: lines from cell to cell that join two ends."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from pencilp.board.lattice import NOWHERE, Lattice
from pencilp.model import Lit, Model, exactly
from pencilp.model.model import Clue
from pencilp.model.paths import Belonging, Joined, Passing, Paths

Way = tuple[int, int]
"""A cell and a direction: over that link out of the cell."""


def paths_from_cell_to_cell(m: Model, board: Lattice, line: Sequence[Lit]) -> Paths:
    """The paths that ``line`` (a literal per link) draws, of which other rules speak."""
    return Paths(m, board, line)


def path_ends(m: Model, paths: Paths, cell: int, words: str, clue: Clue = None) -> None:
    """One path ends at ``cell``."""
    m.require(words, exactly(1, paths.lines_at(cell)), at=cell, clue=clue)


def paths_go_on(m: Model, paths: Paths, ends: Collection[int], words: str) -> None:
    """A path neither branches nor stops at any cell but ``ends``; cells may stay empty."""
    m.require(words, Passing(paths, [c for c in range(paths.count) if c not in ends]))


def path_joins(m: Model, paths: Paths, cell: int, other: int, words: str, clue: Clue = None) -> None:
    """A path leads from ``cell`` to ``other``."""
    m.require(words, Joined(paths, cell, other), at=(cell, other), clue=clue)


def paths_lead_to(m: Model, paths: Paths, ends: Collection[int], words: str) -> None:
    """Every line belongs to a path that leads to one of ``ends``: there are no loops."""
    m.require(words, Belonging(paths, ends))


def ends_near(m: Model, board: Lattice, line: Sequence[Lit], ends: Sequence[Lit], most: int) -> list[list[Lit]]:
    """Per number of steps from 0 to ``most``, and cell: ``line`` leads from it to one of the ``ends`` in at most so many steps.

    ``ends`` has a literal for each cell.
    """

    def made() -> list[list[Lit]]:
        near = [[*ends]]
        for _ in range(most):
            on = [m.all_of((x, near[-1][c])) for link, x in zip(board.links, line, strict=True) for c in link]
            steps = [[on[2 * e + (c == board.links[e][0])] for e in board.links_at[c]] for c in board.cells]
            near.append([m.any_of((x, *some)) for x, some in zip(near[-1], steps, strict=True)])
        return near

    return m.alike(board.kept, ("ends", most), [*line, *ends], made)


def counted_along(
    m: Model,
    board: Lattice,
    line: Sequence[Lit],
    starts: Iterable[Way],
    stops: Collection[int],
    counts: Callable[[Way, Way], bool],
    most: int,
) -> dict[tuple[Way, int], Lit]:
    """Going along ``line`` from ``starts`` on to one of ``stops``: where one comes, and after how many steps that count.

    A way is (cell, direction): over that link out of that cell. A step leads from one way to the next; ``counts`` says
    whether it counts. Per way, and number up to ``most``, there is a literal: one goes that way after so many such steps.
    """
    ways = [(c, d) for c in board.cells for d, link in enumerate(board.link_to[c]) if link != NOWHERE]
    nodes = [(way, k) for way in ways for k in range(most + 1)]
    number = {node: i for i, node in enumerate(nodes)}
    edges = []
    for c, d in ways:
        n = board.step[c][d]
        for after in range(len(board.directions)) if n not in stops else ():
            if board.link_to[n][after] != NOWHERE and after != board.opposite(d):
                more = counts((c, d), (n, after))
                for k in range(most + 1 - more):
                    edges.append((number[(c, d), k], number[(n, after), k + more], None))
    lines = [line[board.link_to[c][d]] for (c, d), _ in nodes]
    flooded = m.flood(lines, edges, [number[way, 0] for way in starts if (way, 0) in number])
    return dict(zip(nodes, flooded, strict=True))
