"""Makes our own examples of the five seed genres, each proved to have one answer, into a folder (default: examples/).

Every example has its own random seed, so that changing one leaves the others as they are. Run from the project's folder:

    python bench/make_seed_examples.py [NAME...] [--to FOLDER]
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from pencilp import api
from pencilp.board.lattice import NOWHERE, Lattice, hexagon, hexagonal, square
from pencilp.board.puzzle import Puzzle
from pencilp.formats.text import text
from pencilp.model import Model, at_most, exactly
from pencilp.rules.loops import loop_through_cells
from pencilp.solvers.clasp import search as clasp

Clues = dict[int, Any]


def unique(puzzle: Puzzle) -> bool:
    """Whether a puzzle has exactly one answer."""
    return api.solve(puzzle).status == "unique"


def thinned(rng: random.Random, board: Lattice, clues: Clues, make: Callable[[Clues], Puzzle], keep: int = 0) -> Clues:
    """``clues`` without those that are not needed, taken away by pairs that lie opposite each other; at least ``keep``."""
    rows, cols = board.rows - 1, board.cols - 1
    order = list(clues)
    rng.shuffle(order)
    for cell in order:
        row, col = board.positions[cell]
        partner = board.cell_at.get((rows - row, cols - col), cell)
        fewer = {c: n for c, n in clues.items() if c not in (cell, partner)}
        if keep <= len(fewer) < len(clues) and unique(make(fewer)):
            clues = fewer
    return clues


def listed(board: Lattice, clues: Clues) -> list[Any]:
    """Clues by cell as a layer's values."""
    return [clues.get(cell) for cell in board.cells]


# -- minesweeper ----------------------------------------------------------------------------------------------------


def minesweeper(rng: random.Random, board: Lattice, density: float, *, total: bool = False, unknown: int = 0) -> Puzzle:
    """Random mines on a share of ``density`` of the cells; ``unknown`` of the clues are question marks."""
    while True:
        mines = set(rng.sample(board.cells, round(density * len(board))))
        clues: Clues = {c: sum(n in mines for n in board.around[c]) for c in board.cells if c not in mines}

        def make(clues: Clues, mines: set[int] = mines) -> Puzzle:
            return api.puzzle(
                "minesweeper", board, clues=listed(board, clues), total=len(mines) if total else None
            )  # fmt: skip

        if not unique(make(clues)):
            continue
        clues = thinned(rng, board, clues, make)
        hidden = [c for c in clues if unique(make({**clues, c: "?"}))] if unknown else []
        for c in hidden:
            if unknown and unique(make({**clues, c: "?"})):
                clues[c] = "?"
                unknown -= 1
        if not unknown:
            return make(clues)


# -- norinori -------------------------------------------------------------------------------------------------------


def norinori(rng: random.Random, board: Lattice, rooms: int) -> Puzzle:
    """Random dominoes, two cells for each room; then cells change their room until there is one answer only."""
    while True:
        m = Model()
        shaded = m.binaries("shaded", len(board))
        for cell in board.cells:
            m.require("", shaded[cell] >> exactly(1, shaded[board.near[cell]]))
        m.require("", exactly(2 * rooms, shaded))
        found = clasp.solve(m, count=1, options=shuffled(rng)).solutions
        if not found:
            raise ValueError(f"{rooms} dominoes do not fit on {board}")
        room_of = divided(rng, board, [c for c in board.cells if found[0](shaded[c])])
        if room_of is None:
            continue
        puzzle = narrowed(rng, board, room_of, {c for c in board.cells if found[0](shaded[c])})
        if puzzle is not None:
            return puzzle


def divided(rng: random.Random, board: Lattice, shaded: list[int]) -> list[int] | None:
    """Connected rooms with two of the ``shaded`` cells each, at random; None when it does not come out even."""
    room_of = [NOWHERE] * len(board)
    for room, cell in enumerate(shaded):
        room_of[cell] = room
    while NOWHERE in room_of:
        cell = rng.choice([c for c in board.cells if room_of[c] == NOWHERE])
        room_of[cell] = room_of[rng.choice(board.near[cell])]
    single = set(range(len(shaded)))
    while single:
        # the room with the fewest neighbours to join with goes first
        adjacent = {r: sorted({room_of[n] for c in board.cells if room_of[c] == r for n in board.near[c]} & single - {r})
                  for r in sorted(single)}  # fmt: skip
        room = min(adjacent, key=lambda r: len(adjacent[r]))
        if not adjacent[room]:
            return None
        other = rng.choice(adjacent[room])
        room_of = [room if r == other else r for r in room_of]
        single -= {room, other}
    return room_of


def narrowed(rng: random.Random, board: Lattice, room_of: list[int], shaded: set[int]) -> Puzzle | None:
    """Cells that a wrong answer shades change their room, while that leaves no more answers; None when it leads nowhere."""
    most = 100
    puzzle = api.puzzle("norinori", board, rooms=room_of)
    answers = api.solve(puzzle, count=most).answers
    for _ in range(1500):
        if len(answers) == 1:
            return puzzle
        other = rng.choice(answers)
        wrong = {c for c in board.cells if other["shaded"][c]} - shaded
        cell = rng.choice(sorted(wrong or set(board.cells) - shaded))
        moved = [*room_of]
        moved[cell] = room_of[rng.choice(board.near[cell])]
        if moved != room_of and connected(board, [c for c in board.cells if moved[c] == room_of[cell]]):
            changed = api.puzzle("norinori", board, rooms=moved)
            left = api.solve(changed, count=min(len(answers) + 1, most)).answers
            if len(left) <= len(answers):
                room_of, puzzle, answers = moved, changed, left
    return None


def connected(board: Lattice, cells: Iterable[int]) -> bool:
    """Return whether the cells are connected."""
    left = set(cells)
    stack = [left.pop()]
    while stack:
        for n in board.near[stack.pop()]:
            if n in left:
                left.discard(n)
                stack.append(n)
    return not left


# -- second turn ----------------------------------------------------------------------------------------------------


def second_turn(rng: random.Random, board: Lattice, turning: float) -> Puzzle:
    """A random loop that turns in at most a share of ``turning`` of the cells, with a dot at every second turn."""
    while True:
        m = Model()
        line = m.binaries("line", len(board.links))
        loop_through_cells(m, board, line, all_cells=True)
        turns = []
        for cell in board.cells:
            half = board.directions[: len(board.directions) // 2]
            pairs = [(board.link_to[cell][d], board.link_to[cell][board.opposite(d)]) for d in half]
            turns.append(~m.any_of([m.all_of(line[pair]) for pair in pairs if NOWHERE not in pair] or [m.false]))
        m.require("", at_most(int(turning * len(board)), turns))
        m.answer = {"line": list(line), "turns": list(turns)}
        solution = clasp.solve(m, count=1, options=shuffled(rng)).solutions[0]
        walk, before = [0], NOWHERE
        while True:
            here = walk[-1]
            on = [n for n in board.near[here] if solution(line[board.link_between[here, n]]) and n != before]
            if on[0] == 0:
                break
            walk.append(on[0])
            before = here
        turning_cells = [c for c in walk if solution(turns[c])]
        if len(turning_cells) % 2 == 0:
            dots = set(turning_cells[rng.randrange(2) :: 2])
            puzzle = api.puzzle("second_turn", board, dots=["o" if c in dots else None for c in board.cells])
            if unique(puzzle):
                return puzzle


def shuffled(rng: random.Random) -> list[str]:
    """Options that make clasp find a random solution."""
    return [f"--seed={rng.randrange(1, 10**6)}", "--rand-freq=0.3", "--sign-def=rnd"]


# -- mastermind -----------------------------------------------------------------------------------------------------


def mastermind(rng: random.Random, columns: int, symbols: int, *, unknown: int = 0) -> Puzzle:
    """Random guesses at a random code until there is one answer; those not needed go, ``unknown`` numbers are open."""
    code = [rng.randint(1, symbols) for _ in range(columns)]
    rows: list[tuple[list[int], list[Any]]] = []

    def make(rows: list[tuple[list[int], list[Any]]]) -> Puzzle:
        guesses = [digit for guess, _ in rows for digit in guess]
        return api.puzzle("mastermind", square(len(rows), columns), guesses=guesses,
                          scores={"right": [score for _, score in rows]}, symbols=symbols)  # fmt: skip

    while not rows or not unique(make(rows)):
        guess = [rng.randint(1, symbols) for _ in range(columns)]
        hits = sum(a == b for a, b in zip(guess, code, strict=True))
        found = sum(min(guess.count(k), code.count(k)) for k in set(guess))
        if found and hits < columns - 2:
            rows.append((guess, [hits, found - hits]))
    for row in list(rows):
        fewer = [r for r in rows if r is not row]
        if fewer and unique(make(fewer)):
            rows = fewer
    places = [(i, k) for i in range(len(rows)) for k in range(2)]
    rng.shuffle(places)
    for i, k in places:
        opened = [(g, [*s]) for g, s in rows]
        opened[i][1][k] = "?"
        if unknown and unique(make(opened)):
            rows = opened
            unknown -= 1
    return make(rows)


# -- panorama -------------------------------------------------------------------------------------------------------


def panorama(rng: random.Random, board: Lattice, keep: int) -> Puzzle:
    """Random hills; clues that are not needed go, as long as ``keep`` remain."""
    coast = set(board.coast)
    while True:
        heights = [1] * len(board)
        for _ in range(6 * len(board)):
            cell = rng.choice(board.cells)
            step = rng.choice((1, 1, -1))
            new = heights[cell] + step
            if cell not in coast and new >= 1 and all(abs(new - heights[n]) <= 1 for n in board.near[cell]):
                heights[cell] = new
        clues: Clues = {}
        for cell in board.cells:
            clues[cell] = 0
            for ray in board.rays[cell]:
                for other in ray:
                    if heights[other] > heights[cell]:
                        break
                    clues[cell] += 1

        def make(clues: Clues) -> Puzzle:
            return api.puzzle("panorama", board, clues=listed(board, clues))

        if unique(make(clues)):
            return make(thinned(rng, board, clues, make, keep))


# -- the examples ---------------------------------------------------------------------------------------------------

Maker = Callable[[random.Random], Puzzle]

EXAMPLES: dict[str, Maker] = {
    "minesweeper-8x8": lambda rng: minesweeper(rng, square(8, 8), 0.25),
    "minesweeper-10x10": lambda rng: minesweeper(rng, square(10, 10), 0.2, total=True),
    "minesweeper-9x9-unknown": lambda rng: minesweeper(rng, square(9, 9), 0.22, unknown=4),
    "minesweeper-hexagon": lambda rng: minesweeper(rng, hexagon(5), 0.3),
    "norinori-hexagon-4": lambda rng: norinori(rng, hexagon(4), 7),
    "norinori-hexagon-5": lambda rng: norinori(rng, hexagon(5), 12),
    "norinori-hexagonal-6x8": lambda rng: norinori(rng, hexagonal(6, 8), 9),
    "second_turn-6x6": lambda rng: second_turn(rng, square(6, 6), 0.6),
    "second_turn-6x7": lambda rng: second_turn(rng, square(6, 7), 0.6),
    "second_turn-holes": lambda rng: second_turn(rng, square(6, 7, [(2, 3), (3, 3)]), 0.6),
    "second_turn-hexagon": lambda rng: second_turn(rng, hexagon(3), 0.7),
    "second_turn-hexagonal": lambda rng: second_turn(rng, hexagonal(4, 7), 0.6),
    "second_turn-hexagonal-holes": lambda rng: second_turn(rng, hexagonal(5, 7, [(0, 6), (4, 0), (2, 3)]), 0.6),
    "mastermind-5x8": lambda rng: mastermind(rng, 5, 8),
    "mastermind-open": lambda rng: mastermind(rng, 4, 6, unknown=3),
    "panorama-lake": lambda rng: panorama(rng, hexagonal(9, 9, lake(hexagon(5), [(4, 4), (4, 5)])), 8),
    "panorama-square": lambda rng: panorama(rng, square(8, 8), 8),
}


def lake(board: Lattice, water: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The positions of a frame without a cell of ``board``, and ``water``."""
    frame = [(r, c) for r in range(board.rows) for c in range(board.cols)]
    return [p for p in frame if p not in board.cell_at or p in water]


def main() -> None:
    """Make the examples named on the command line, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(EXAMPLES)}")
    parser.add_argument("--to", type=Path, default=Path(__file__).parent.parent / "examples", metavar="FOLDER")
    arguments = parser.parse_args()
    for name in arguments.names or EXAMPLES:
        puzzle = EXAMPLES[name](random.Random(name))
        if not unique(puzzle):
            raise SystemExit(f"{name} has more than one answer")
        (arguments.to / f"{name}.txt").write_text(text.write(puzzle), encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main()
