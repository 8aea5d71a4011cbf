"""Digital Battleship: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import square
from tests.genres.battleship import SHIPS, cells_of, fits, fleet_of, fleets, shape, some_parts
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, judged, rows_and_columns


def case(rng: random.Random) -> Case:
    """The ships of a random board, the sums of what they cover, now and then a wrong one; some parts of ships."""
    board = rng.choice([square(3, 3), square(2, 5), square(3, 4), square(3, 4, [(1, 1)])])
    pieces = {shape(cells_of(rows)): rows for rows in SHIPS.values()}
    playable = [fleet for fleet in fleets(board) if fleet and set(fleet) <= set(pieces)]
    fleet = [pieces[ship] for ship in rng.choice(playable)]
    every = fleets(board)[fleet_of(map(cells_of, fleet))]
    truth = rng.choice(every)
    if rng.random() < 0.1:
        fleet.append(rng.choice([("x",), ("xx",)]))
    numbers: list[Any] = [rng.choice([rng.randint(0, 9)] * 20 + [None]) for _ in board.cells]
    lines = dict(zip(("left", "top"), rows_and_columns(board), strict=True))

    def covered(ships: Cells, line: list[int]) -> int:
        return sum(numbers[c] or 0 for c in line if ships[c])

    few = rng.choice([3, 12])
    sums = {
        side: [rng.choice([covered(truth, line)] * 6 + [None] * few + ["?"]) for line in lines[side]] for side in lines
    }
    if rng.random() < 0.2:
        sums["top"][0] = rng.randint(0, 9)
    parts = some_parts(board, truth, rng)
    if rng.random() < 0.4:
        sums = {side: [None] * len(some) for side, some in sums.items()}

    def right(ships: Cells) -> bool:
        return all(part is None or fits(board, ships, c, part) for c, part in enumerate(parts)) and all(
            n in (None, "?", covered(ships, line))
            for side in lines
            for n, line in zip(sums[side], lines[side], strict=True)
        )

    pool: list[Filling] = [(filling,) for filling in fleets(board).get(fleet_of(map(cells_of, fleet)), [])]
    others: list[Filling] = [(rng.choice(fleets(board)[other]),) for other in rng.sample(playable, 5)]
    found = judged("digital_battleship", board, pool, right, fleet=fleet, sums=sums, numbers=numbers, parts=parts)
    return found._replace(near=pool + others)


PUZZLES = 150
RARE = True
BOARDS = (
    "digital_battleship\nfleet: xx/x.\nparts:\n- -  - -\n- - ne -\n- -  - -\nnumbers:\n1 2 3 4\n5 6 7 8\n9 1 2 3\n",
    "digital_battleship\nfleet: 3\nparts:\n- - - -\n- m - -\n- - - -\nnumbers:\n1 2 3 4\n5 6 7 8\n9 1 2 3\n",
)
REASONS: dict[str, str] = {}
UNNAMED = {"numbers": "a sum is of the numbers of its line: a rule about several of them"}
CORPUS = Corpus("DigitalBattleship", every=5)
