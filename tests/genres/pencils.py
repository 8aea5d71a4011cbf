"""Pencils: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.formats.links import read_link, write_link
from pencilp.formats.pzpr import read_pzpr, write_pzpr
from tests.small_boards import SIDES, Case, Filling, judged, line_of, near, ray

Pencil = tuple[int, int, tuple[int, ...], tuple[int, ...]]
"""Its tip, the direction in which it points, its cells from the tip on, the cells of its line from the tip on."""


def lines(board: Lattice, taken: tuple[int, ...], steps: int) -> list[tuple[int, ...]]:
    """All lines of ``steps`` steps from the first of the taken cells on, which pass no other of them."""
    if not steps:
        return [(taken[0],)]
    return [
        (taken[0], *line)
        for n in near(board)[taken[0]]
        if n not in taken
        for line in lines(board, (n, *taken), steps - 1)
    ]


@lru_cache
def pencils(board: Lattice) -> list[Pencil]:
    """All pencils with all their lines."""
    return [
        (tip, way, body, line)
        for tip in board.cells
        for way in range(len(SIDES["square"]))
        for behind in [ray(board, tip, (way + 2) % 4)]
        for body in [tuple(behind[:k]) for k in range(1, len(behind) + 1)]
        for line in lines(board, (tip, *body), len(body))
    ]


@lru_cache
def covered(board: Lattice) -> list[list[Pencil]]:
    """All ways to use every cell once."""
    found = []
    every = [(frozenset((*body, *line)), (tip, way, body, line)) for tip, way, body, line in pencils(board)]
    over = [[each for each in every if c in each[0]] for c in board.cells]

    def fill(free: frozenset[int], chosen: list[Pencil]) -> None:
        if not free:
            found.append(chosen)
            return
        for cells, pencil in over[min(free)]:
            if cells <= free:
                fill(free - cells, [*chosen, pencil])

    fill(frozenset(board.cells), [])
    return found


def drawn(board: Lattice, chosen: list[Pencil]) -> Filling:
    """The answer that pencils make."""
    parts, links = [0] * len(board), [0] * len(board.links)
    for tip, way, body, line in chosen:
        parts[tip] = 1 + way
        for c in body:
            parts[c] = 5 + way
        links = [a or b for a, b in zip(links, line_of(board, line, closed=False), strict=True)]
    return tuple(parts), tuple(links)


def case(rng: random.Random) -> Case:
    """Some tips and numbers of a random filling, now and then a wrong one."""
    board = rng.choice(
        [
            square(2, 3),
            square(3, 3),
            square(3, 3, [(0, 1)]),
            square(3, 4),
            square(3, 4, [(1, 1)]),
            square(2, 6),
            square(3, 5),
        ]
    )
    every = covered(board)
    truth = rng.choice(every) if every else []
    clues: list[Any] = [None] * len(board)
    for tip, way, body, _ in truth:
        clues[tip] = rng.choice([None, None, "nesw"[way]])
        for c in body:
            clues[c] = rng.choice([None, None, None, len(body), "?"])
    if rng.random() < 0.2:
        clues[rng.choice(board.cells)] = rng.choice(["n", "e", "s", "w", "?", 1, 2])

    def right(chosen: list[Pencil]) -> bool:
        said: dict[int, tuple[Any, ...]] = {}
        for tip, way, body, _ in chosen:
            said |= {tip: ("nesw"[way],), **dict.fromkeys(body, ("?", len(body)))}
        return all(clue is None or clue in said.get(c, ()) for c, clue in enumerate(clues))

    answers = {drawn(board, chosen) for chosen in every if right(chosen)}
    pool = [drawn(board, chosen) for chosen in every]
    return judged("pencils", board, pool, lambda *filling: filling in answers, clues=clues)


PUZZLES = 80
LONG = "a line is as long as its pencil"
IN = "a number lies in a pencil"
LENGTH = "a number is the length of its pencil"
REASONS = {
    "nmOutsidePencil": IN,
    "nmSizeLt": LENGTH,
    "lnCross": "a line neither branches nor crosses",
    "lnMultipleTips": LONG,
    "lnNoTip": "every line begins at a tip",
    "pcMultipleTips": LONG,
    "ptInPencil": LONG,
    "ptNoLine": "one line begins at every tip",
    "lnLengthGt": LONG,
    "lnLengthLt": LONG,
    "unusedCell": "a pencil or a line covers every cell",
}


def test_a_link_has_tips_and_numbers() -> None:
    link = "https://puzz.link/p?pencils/3/20/i.1j2g-10zzzo"
    puzzle = read_link(link)
    clues = puzzle["clues"]
    assert [*clues[:7]] == ["w", "?", 1, "e", 2, "n", 16]
    assert not any(clues[7:])
    assert write_link(puzzle) == link


def test_borders_in_a_text_follow_from_the_tips() -> None:
    puzzle = api.puzzle("pencils", square(1, 3), clues=[None, "e", None])
    answer = api.solve(puzzle).answers[0]
    text = write_pzpr(puzzle, answer)
    # none between the text tip and its pencil
    assert text.replace("\n", "/").split("/")[4:8] == [". 4 .", "0 0", "0 1", ". . ."]
    assert read_pzpr(text).answer == answer
    free = api.puzzle("pencils", square(1, 3), clues=[1, None, None])
    text = write_pzpr(free, api.solve(free).answers[0])
    assert text.replace("\n", "/").split("/")[4:8] == ["o1 . .", "1 0", "0 1", ". 4 ."]
