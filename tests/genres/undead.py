"""Undead: what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.errors import InputError
from tests.small_boards import Case, Cells, judged, printed, rows_and_columns, sometimes

GHOST, VAMPIRE, ZOMBIE = 1, 2, 3
STEPS = {"top": (1, 0), "left": (0, 1), "bottom": (-1, 0), "right": (0, -1)}


def seen(board: Lattice, mirrors: list[str | None], monsters: Cells, cell: int, step: tuple[int, int]) -> int:
    """How many monsters are seen from outside on the line that enters the board at a cell."""
    place, aside, count = board.positions[cell], False, 0
    while place in board.cell_at:
        cell = board.cell_at[place]
        down, right = step
        if mirrors[cell]:
            aside = True
            step = (-right, -down) if mirrors[cell] == "/" else (right, down)
        else:
            count += monsters[cell] == ZOMBIE or monsters[cell] == (GHOST if aside else VAMPIRE)
        place = (place[0] + step[0], place[1] + step[1])
    return count


def case(rng: random.Random) -> Case:
    """Monsters between random mirrors, seen from some places; now and then a wrong number."""
    board = rng.choice(
        [square(2, 3), square(3, 3), square(3, 3), square(3, 4), square(3, 3, [(1, 1)]), square(1, 4), square(2, 2)]
    )
    free = {*rng.sample(board.cells, min(len(board), rng.randint(2, 6)))}
    mirrors = [None if c in free else rng.choice("/\\") for c in board.cells]
    truth = tuple([rng.randint(1, 3) if c in free else 0 for c in board.cells])
    rows, cols = rows_and_columns(board)
    lines = {"top": cols, "left": rows, "bottom": [col[::-1] for col in cols], "right": [row[::-1] for row in rows]}
    few = rng.choice([0.0, 0.3, 0.7])
    clues: dict[str, list[Any]] = {
        side: [
            sometimes(rng, few, seen(board, mirrors, truth, line[0], STEPS[side]), rng.choice([None, "?"]))
            for line in lines[side]
        ]
        for side in lines
    }
    if rng.random() < 0.2:
        clues[rng.choice([*lines])][0] = rng.randint(0, 5)
    totals = {
        name: sometimes(rng, 0.5, truth.count(kind))
        for kind, name in ((GHOST, "ghosts"), (VAMPIRE, "vampires"), (ZOMBIE, "zombies"))
    }
    given = [" GVZ"[n] if type(n) is int and n and c in free else None for c, n in enumerate(printed(truth, rng, 1))]

    def right(monsters: Cells) -> bool:
        return (
            all(
                clue in (None, "?", seen(board, mirrors, monsters, line[0], STEPS[side]))
                for side in lines
                for clue, line in zip(clues[side], lines[side], strict=True)
            )
            and all(sign is None or " GVZ"[n] == sign for sign, n in zip(given, monsters, strict=True))
            and all(
                totals[name] in (None, monsters.count(kind))
                for kind, name in ((GHOST, "ghosts"), (VAMPIRE, "vampires"), (ZOMBIE, "zombies"))
            )
        )

    pool = [(monsters,) for monsters in product(*((1, 2, 3) if c in free else (0,) for c in board.cells))]
    return judged("undead", board, pool, right, mirrors=mirrors, clues=clues, given=given, **totals)


PUZZLES = 80
REASONS: dict[str, str] = {}
PRESENCE = ("mirrors",)
UNNAMED = {"mirrors": "a mirror turns the lines of several clues aside"}
BOARDS = (
    # the line from the left passes the zombie twice
    "undead\nmirrors:\n- - - -\n- - / \\\n- - \\ /\nclues:\nleft - 6 -\n",
)


def test_a_monster_on_a_mirror_is_refused() -> None:
    with pytest.raises(InputError, match="no monster stands in a cell with a mirror"):
        api.puzzle("undead", square(1, 2), mirrors=["/", None], given=["G", None], clues={})
