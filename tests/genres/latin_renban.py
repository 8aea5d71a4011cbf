"""Latin Renban: what proves it."""

from __future__ import annotations

import random

from pencilp import api
from pencilp.board.lattice import square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, differ, grids, groups_of, judged, kept, printed, random_rooms


def case(rng: random.Random) -> Case:
    """Random rooms that some square fits, mostly, and some of its numbers."""
    board = rng.choice([square(3, 3), square(4, 4), square(4, 4), square(3, 3, [(1, 2)])])
    rooms = groups_of(labels := random_rooms(board, rng, 3))

    def in_order(number: Cells) -> bool:
        inside = [sorted(number[c] for c in room) for room in rooms]
        return differ(number, rooms) and all(room == [*range(room[0], room[0] + len(room))] for room in inside)

    pool: list[Filling] = [(grid,) for grid in grids(board)]
    fitting = [filling for filling in pool if in_order(*filling)]
    if not fitting and rng.random() < 0.95:
        return case(rng)
    given = printed(rng.choice(fitting or pool)[0], rng, 3)
    found = judged(
        "latin_renban", board, pool, lambda n: kept(n, given) and in_order(n), rooms=labels, given=given
    )  # fmt: skip
    return found._replace(near=[*fitting * 3, *found.near])


PUZZLES = 60
RARE = True
REASONS: dict[str, str] = {}
CORPUS = Corpus("Renban", every=8)


def test_the_file_of_the_dataset_is_not_that_of_renban_madoguchi() -> None:
    from pencilp.genres import of_dataset

    assert of_dataset("Renban").name == "latin_renban"
    assert of_dataset("Kuromasu").name == "kurodoko"


def test_a_room_of_more_cells_than_there_are_numbers_has_no_answer() -> None:
    for rooms in ([0, 1, 0, 0], [0, 0, 0, 0]):
        assert api.solve(api.puzzle("latin_renban", square(2, 2), rooms=rooms, given=[None] * 4)).status == "none"
