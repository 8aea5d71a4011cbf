"""Small random boards of the five seed genres with all their answers, found by trying everything.

Nothing here uses the genres' rules or the lattices' tables: neighbours are worked out from rows and columns.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Any

from pencilp import api
from pencilp.board.lattice import Lattice, Position, hexagon, hexagonal, square
from pencilp.board.puzzle import Puzzle

Case = tuple[Puzzle, set[tuple[int, ...]]]
"""A puzzle and all its answers, each as the values of its one answer layer."""

SIDES = {
    "square": [(-1, 0), (0, 1), (1, 0), (0, -1)],
    "hexagonal": [(-1, 0), (0, 1), (1, 1), (1, 0), (0, -1), (-1, -1)],
}
TOUCHING = {"square": [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)],
            "hexagonal": SIDES["hexagonal"]}  # fmt: skip


def beside(board: Lattice, steps: dict[str, list[Position]]) -> list[list[int]]:
    """Per cell the cells one of the ``steps`` away."""
    at = {p: i for i, p in enumerate(board.positions)}
    return [[at[r + dr, c + dc] for dr, dc in steps[board.shape] if (r + dr, c + dc) in at] for r, c in board.positions]


def minesweeper(rng: random.Random) -> Case:
    """Clues of a random board, now and then a wrong one, a question mark, or a total."""
    board = rng.choice([square(3, 3), square(2, 5), square(3, 4, [(1, 1)]), hexagonal(3, 3), hexagonal(3, 4, [(2, 0)])])
    around = beside(board, TOUCHING)
    mines = [rng.random() < 0.35 for _ in board.cells]
    clues: list[Any] = [None] * len(board)
    for c in board.cells:
        if not mines[c] and rng.random() < 0.6:
            clues[c] = rng.choice([sum(mines[n] for n in around[c])] * 6 + ["?", rng.randrange(4)])
    total = rng.choice([None, sum(mines)])
    answers = set()
    for bits in product((0, 1), repeat=len(board)):
        right = all(clue is None or (not bits[c] and clue in ("?", sum(bits[n] for n in around[c])))
                    for c, clue in enumerate(clues))  # fmt: skip
        if right and total in (None, sum(bits)):
            answers.add(bits)
    return api.puzzle("minesweeper", board, clues=clues, total=total), answers


def norinori(rng: random.Random) -> Case:
    """Random rooms."""
    board = rng.choice([square(3, 4), square(3, 3, [(1, 1)]), hexagonal(3, 4), hexagon(2), hexagonal(4, 3, [(2, 1)])])
    near = beside(board, SIDES)
    rooms = [-1] * len(board)
    while -1 in rooms:
        c = rng.choice([c for c in board.cells if rooms[c] < 0])
        taken = [rooms[n] for n in near[c] if rooms[n] >= 0]
        if taken and rng.random() < 0.9:
            rooms[c] = rng.choice(taken)
        elif max(rooms) < 2:
            rooms[c] = max(rooms) + 1
    answers = set()
    for bits in product((0, 1), repeat=len(board)):
        full = all(sum(b for b, r in zip(bits, rooms, strict=True) if r == room) == 2 for room in set(rooms))
        if full and all(sum(bits[n] for n in near[c]) == 1 for c in board.cells if bits[c]):
            answers.add(bits)
    if not answers and rng.random() < 0.8:
        return norinori(rng)
    return api.puzzle("norinori", board, rooms=rooms), answers


def score(guess: list[int], code: tuple[int, ...]) -> tuple[int, int]:
    """Hits and blows, as one counts them with pegs."""
    hits = [i for i, digit in enumerate(guess) if digit == code[i]]
    rest = [digit for i, digit in enumerate(code) if i not in hits]
    blows = 0
    for i, digit in enumerate(guess):
        if i not in hits and digit in rest:
            rest.remove(digit)
            blows += 1
    return len(hits), blows


def mastermind(rng: random.Random) -> Case:
    """Guesses with many repeated symbols; some scores are open, now and then one is wrong."""
    columns, symbols = rng.choice([(3, 3), (4, 2), (4, 3), (2, 4), (5, 2), (1, 3)])
    code = tuple(rng.randint(1, symbols) for _ in range(columns))
    guesses = [[rng.randint(1, symbols) for _ in range(columns)] for _ in range(rng.randint(1, 3))]
    scores: list[list[Any]] = []
    for guess in guesses:
        numbers = [rng.choice([n] * 6 + ["?", 1]) for n in score(guess, code)]
        scores.append(rng.choice([numbers, numbers, numbers, []]))
    answers = set()
    for tried in product(range(1, symbols + 1), repeat=columns):
        real = [score(guess, tried) for guess in guesses]
        if all(n in ("?", r) for s, rs in zip(scores, real, strict=True) for n, r in zip(s, rs, strict=False)):
            answers.add(tried)
    flat = [digit for guess in guesses for digit in guess]
    puzzle = api.puzzle("mastermind", square(len(guesses), columns), guesses=flat, scores={"right": scores},
                        symbols=symbols)  # fmt: skip
    return puzzle, answers


@lru_cache
def loops(board: Lattice) -> list[list[int]]:
    """All closed loops through all cells, each once, as the cells in their order."""
    near = beside(board, SIDES)
    found: list[list[int]] = []

    def walk(path: list[int]) -> None:
        if len(path) == len(board):
            if 0 in near[path[-1]] and path[1] < path[-1]:
                found.append(path)
            return
        for n in near[path[-1]]:
            if n not in path:
                walk([*path, n])

    walk([0])
    return found


def turning(board: Lattice, loop: list[int]) -> list[int]:
    """The cells where a loop turns, in its order."""
    place = board.positions
    following = [*loop[1:], loop[0]]
    return [
        b
        for a, b, c in zip([loop[-1], *loop], loop, following, strict=False)
        if any(place[a][k] + place[c][k] != 2 * place[b][k] for k in (0, 1))
    ]


def second_turn(rng: random.Random) -> Case:
    """Dots at every second turn of some loop, or anywhere."""
    board = rng.choice([square(4, 4), square(3, 4), square(4, 5, [(0, 0), (0, 1)]), hexagon(2), hexagonal(3, 3),
                        hexagonal(3, 4), hexagonal(4, 4, [(0, 3), (1, 1)]), square(1, 4), hexagon(3)])  # fmt: skip
    every = loops(board)
    if every and rng.random() < 0.8:
        dots = set(turning(board, rng.choice(every))[::2])
    else:
        dots = set(rng.sample(board.cells, rng.randint(1, len(board) // 2)))
    answers = set()
    for loop in every:
        turns = turning(board, loop)
        dotted = [c in dots for c in turns]
        alternate = all(a != b for a, b in zip(dotted, [*dotted[1:], dotted[0]], strict=True))
        if dots <= set(turns) and alternate:
            pairs = {frozenset(pair) for pair in zip(loop, [*loop[1:], loop[0]], strict=True)}
            answers.add(tuple(int(frozenset(link) in pairs) for link in board.links))
    return api.puzzle("second_turn", board, dots=["o" if c in dots else None for c in board.cells]), answers


@lru_cache
def hills(board: Lattice) -> list[tuple[int, ...]]:
    """All heights from 1 to 4 with 1 at the water and steps of at most 1."""
    near = beside(board, SIDES)
    inland = [c for c in board.cells if len(near[c]) == len(SIDES[board.shape])]
    found = []
    for tops in product((1, 2, 3, 4), repeat=len(inland)):
        heights = [1] * len(board)
        for c, h in zip(inland, tops, strict=True):
            heights[c] = h
        if all(abs(heights[c] - heights[n]) <= 1 for c in inland for n in near[c]):
            found.append(tuple(heights))
    return found


def panorama(rng: random.Random) -> Case:
    """Clues of random hills, now and then a wrong one; some boards have a lake."""
    board = rng.choice([hexagon(2), hexagon(3), hexagonal(4, 4), square(4, 4), square(5, 4), square(5, 5, [(0, 0)]),
                        hexagonal(5, 5, [(r, c) for r in range(5) for c in range(5) if abs(r - c) > 2 or (r, c) == (2, 1)]),
                        square(4, 6, [(1, 3)])])  # fmt: skip
    at = {p: i for i, p in enumerate(board.positions)}

    def seen(c: int, heights: tuple[int, ...]) -> int:
        count = 0
        for dr, dc in SIDES[board.shape]:
            place = (board.positions[c][0] + dr, board.positions[c][1] + dc)
            while place in at and heights[at[place]] <= heights[c]:
                count += 1
                place = (place[0] + dr, place[1] + dc)
        return count

    truth = rng.choice(hills(board))
    clues = {c: seen(c, truth) + rng.choice([0] * 15 + [1]) for c in rng.sample(board.cells, rng.randint(1, 5))}
    answers = {h for h in hills(board) if all(seen(c, h) == n for c, n in clues.items())}
    return api.puzzle("panorama", board, clues=[clues.get(c) for c in board.cells]), answers


GENRES: dict[str, Callable[[random.Random], Case]] = {
    "mastermind": mastermind,
    "minesweeper": minesweeper,
    "norinori": norinori,
    "panorama": panorama,
    "second_turn": second_turn,
}


@lru_cache
def cases(genre: str) -> list[Case]:
    """Fifty boards of a genre, always the same."""
    rng = random.Random(genre)
    return [GENRES[genre](rng) for _ in range(50)]


def found(puzzle: Puzzle, **options: Any) -> set[tuple[int, ...]]:
    """All answers that a solver finds, each as the values of its one answer layer; they must differ from each other."""
    (key,) = puzzle.genre.answers
    answers = [tuple(answer[key]) for answer in api.solve(puzzle, count=0, **options).answers]
    assert len(set(answers)) == len(answers)
    return set(answers)
