"""Puzzles of any size, made from a seed: a loop (slitherlink), a shading (kurodoko) and a region genre (shikaku).

Each starts from a random answer and some of its clues. Clues are added (shikaku: moved) at places that differ in
other answers, until the answer is unique. The same seed gives the same puzzle with the same solver.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from pencilp import api
from pencilp.board.lattice import square
from pencilp.board.puzzle import Puzzle

Clues = list[int | None]
ANSWERS = 16
"""Number of answers compared to find places with several values."""
ROUNDS = 500
"""Number of rounds of changing clues before a puzzle is given up."""
RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))


def slitherlink(n: int, seed: int = 0, share: float = 0.6) -> Puzzle:
    """A slitherlink of n by n cells with one answer; about ``share`` of its cells have a number."""
    rng = random.Random(f"slitherlink {n} {seed}")
    inside = blob(n, rng)
    board = square(n, n)
    numbers: Clues = [
        sum((place in inside) != ((place[0] + dr, place[1] + dc) in inside) for dr, dc in SIDES)
        for place in board.positions
    ]
    clues: Clues = [n if rng.random() < share else None for n in numbers]

    def open_cells(places: set[int]) -> list[int]:
        return [c for c, edges in enumerate(board.cell_edges) if clues[c] is None and not places.isdisjoint(edges)]

    return _mended(lambda: api.puzzle("slitherlink", board, numbers=clues), "line", clues, numbers, open_cells, rng)


def kurodoko(n: int, seed: int = 0, share: float = 0.3) -> Puzzle:
    """A kurodoko of n by n cells with one answer; about ``share`` of its unshaded cells have a number."""
    rng = random.Random(f"kurodoko {n} {seed}")
    shaded = scattered(n, rng)
    board = square(n, n)
    numbers: Clues = [None if place in shaded else _seen(place, shaded, n) for place in board.positions]
    clues: Clues = [k if rng.random() < share else None for k in numbers]

    def open_cells(places: set[int]) -> list[int]:
        near = {d for c in places for d in (c, *board.near[c])}
        return [c for c in sorted(near) if clues[c] is None and numbers[c] is not None]

    return _mended(lambda: api.puzzle("kurodoko", board, clues=clues), "shaded", clues, numbers, open_cells, rng)


def shikaku(n: int, seed: int = 0, largest: int = 12) -> Puzzle:
    """A shikaku of n by n cells with one answer, whose rectangles have at most ``largest`` cells."""
    rng = random.Random(f"shikaku {n} {seed}")
    board = square(n, n)
    areas = rectangles(n, largest, rng)
    at = {place: area for area in areas for place in area}
    number_at = {id(area): rng.choice(area) for area in areas}
    for _ in range(ROUNDS):
        clues: Clues = [None] * len(board.positions)
        for area in areas:
            clues[board.cell_at[number_at[id(area)]]] = len(area)
        puzzle = api.puzzle("shikaku", board, numbers=clues)
        differing = _differing(puzzle, "borders")
        if not differing:
            return puzzle
        cells = sorted({cell for link in differing for cell in board.links[link]})
        for area in {id(at[board.positions[c]]): at[board.positions[c]] for c in cells}.values():
            number_at[id(area)] = rng.choice(area)
    raise RuntimeError(f"no shikaku of {n}x{n} with one answer in {ROUNDS} rounds")


MAKERS: dict[str, Callable[..., Puzzle]] = {"slitherlink": slitherlink, "kurodoko": kurodoko, "shikaku": shikaku}


def _mended(
    make: Callable[[], Puzzle],
    layer: str,
    clues: Clues,
    numbers: Clues,
    open_cells: Callable[[set[int]], list[int]],
    rng: random.Random,
) -> Puzzle:
    """The puzzle with as many more ``clues`` as it needs, each taken from ``numbers`` where its answers differ."""
    for _ in range(ROUNDS):
        puzzle = make()
        differing = _differing(puzzle, layer)
        if not differing:
            return puzzle
        cells = open_cells(differing)
        for cell in rng.sample(cells, (len(cells) + 3) // 4):
            clues[cell] = numbers[cell]
    raise RuntimeError(f"no {puzzle!r} with one answer in {ROUNDS} rounds")


def _differing(puzzle: Puzzle, layer: str) -> set[int]:
    """The places of an answer layer where some answers of a puzzle differ; none when there is only one answer."""
    answers = [answer[layer] for answer in api.solve(puzzle, count=ANSWERS).answers]
    return {i for i, values in enumerate(zip(*answers, strict=True)) if len(set(values)) > 1}


# -- random answers ---------------------------------------------------------------------------------------------------


def blob(n: int, rng: random.Random, share: float = 0.55) -> set[tuple[int, int]]:
    """About ``share`` of the cells of a board: in one piece, without holes, nowhere touching itself at a corner."""
    start = (rng.randrange(n), rng.randrange(n))
    inside = {start}
    rim = [start]
    while rim and len(inside) < share * n * n:
        i = rng.randrange(len(rim))
        r, c = rim[i]
        around = [(r + dr, c + dc) for dr, dc in SIDES]
        found = [p for p in around if 0 <= p[0] < n and 0 <= p[1] < n and p not in inside and joins(p, inside)]
        if not found:
            rim[i] = rim[-1]
            rim.pop()
            continue
        place = rng.choice(found)
        inside.add(place)
        rim.append(place)
    return inside


def joins(place: tuple[int, int], inside: set[tuple[int, int]]) -> bool:
    """Whether the cells around a place that are inside lie in one stretch: the place can be added without harm."""
    ring = [(place[0] + dr, place[1] + dc) in inside for dr, dc in RING]
    return sum(a and not b for a, b in zip(ring, ring[1:] + ring[:1], strict=True)) == 1


def scattered(n: int, rng: random.Random, share: float = 0.6) -> set[tuple[int, int]]:
    """Cells that do not touch by an edge and leave the other cells in one piece."""
    parent: dict[tuple[int, int], tuple[int, int]] = {}
    outside = (-1, -1)

    def group(p: tuple[int, int]) -> tuple[int, int]:
        while parent.setdefault(p, p) != p:
            parent[p] = parent[parent[p]]
            p = parent[p]
        return p

    chosen: set[tuple[int, int]] = set()
    places = [(r, c) for r in range(n) for c in range(n)]
    rng.shuffle(places)
    for r, c in places:
        if rng.random() > share or any((r + dr, c + dc) in chosen for dr, dc in SIDES):
            continue
        # chosen cells that touch at corners, and the rim, must not close a ring around others
        groups = [group(p) for p in ((r + dr, c + dc) for dr, dc in RING[::2]) if p in chosen]
        if r in (0, n - 1) or c in (0, n - 1):
            groups.append(group(outside))
        if len(set(groups)) == len(groups):
            chosen.add((r, c))
            for g in groups:
                parent[g] = group((r, c))
    return chosen


def _seen(place: tuple[int, int], shaded: set[tuple[int, int]], n: int) -> int:
    """How many unshaded cells are seen from a place, itself included."""
    count = 1
    for dr, dc in SIDES:
        r, c = place[0] + dr, place[1] + dc
        while 0 <= r < n and 0 <= c < n and (r, c) not in shaded:
            count, r, c = count + 1, r + dr, c + dc
    return count


def rectangles(n: int, largest: int, rng: random.Random) -> list[list[tuple[int, int]]]:
    """A board divided into random rectangles of at most ``largest`` cells."""
    taken: set[tuple[int, int]] = set()
    areas = []
    for r in range(n):
        for c in range(n):
            if (r, c) in taken:
                continue
            room = next((w for w in range(n - c) if (r, c + w) in taken), n - c)
            shapes = [
                (h, w) for h in range(1, n - r + 1) for w in range(1, room + 1) if 2 <= h * w <= largest
            ] or [(1, 1)]  # fmt: skip
            height, width = rng.choice(shapes)
            area = [(r + i, c + j) for i in range(height) for j in range(width)]
            taken.update(area)
            areas.append(area)
    return areas
