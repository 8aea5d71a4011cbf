"""Little that stands for much: numbers that no board can use, small files that grow, input without an end.

All of it ends soon and takes little memory, with the right answer or with an error of one line.
"""

from __future__ import annotations

import resource
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import pencilp
from pencilp import genres
from pencilp.board.layers.rooms import RoomGrid
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.formats import plain as puzzle_text
from pencilp.formats.dataset import read_dataset, write_dataset
from pencilp.formats.links import read_link
from pencilp.formats.mathprog_data import read as read_mathprog
from pencilp.formats.pzpr import read_pzpr

EXAMPLES = Path(__file__).parent.parent / "examples"
HUGE = (10**3, 10**6, 999_999_999, 10**12, 10**40)
ROOM = 1024**3


@contextmanager
def little(seconds: int = 20, room: int = ROOM) -> Iterator[None]:
    """Inside, more memory than ``room`` bytes beside what is used already is a MemoryError, more time an error as well."""

    def late(*_: object) -> None:
        raise AssertionError(f"this takes more than {seconds} seconds")

    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    before = signal.signal(signal.SIGALRM, late)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + room, hard))
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        signal.signal(signal.SIGALRM, before)


pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="there is no limit to be set here")


# -- numbers ----------------------------------------------------------------------------------------------------------


def example(name: str) -> Puzzle:
    """The first example of a genre."""
    return pencilp.load_all(min(EXAMPLES.glob(f"{name}*.txt")))[0]


def numbers_in(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where numbers are in the value of a layer, as the indices that lead to them; the names of rooms are none."""
    if isinstance(value, dict):
        for side, lines in value.items():
            yield from numbers_in(lines, (*at, side))
    elif isinstance(value, list | tuple) and not isinstance(value, RoomGrid):
        for i, each in enumerate(value):
            yield from numbers_in(each, (*at, i))
    elif type(value) is int:
        yield at


def replaced(value: Any, places: Iterable[tuple[Any, ...]], number: int) -> Any:
    """The value of a layer with another number at some places."""
    below: dict[Any, list[tuple[Any, ...]]] = {}
    for place in places:
        if not place:
            return number
        below.setdefault(place[0], []).append(place[1:])
    if isinstance(value, dict):
        return {k: replaced(each, below[k], number) if k in below else each for k, each in value.items()}
    listed = [replaced(each, below[i], number) if i in below else each for i, each in enumerate(value)]
    return tuple(listed) if isinstance(value, tuple) else listed


def status(puzzle: Puzzle, changes: dict[str, Any], solver: str = "clasp") -> str:
    """The status of a puzzle with other values, "" when they are refused."""
    try:
        return pencilp.solve(Puzzle(puzzle.genre, puzzle.lattice, {**puzzle.values, **changes}), solver).status
    except InputError as error:
        assert "\n" not in str(error)  # noqa: PT017
        return ""


@pytest.mark.parametrize("name", genres.names())
def test_a_number_that_no_board_can_use_costs_nothing(name: str) -> None:
    puzzle = example(name)
    for key, layer in puzzle.genre.inputs.items():
        value = puzzle[key]
        if value is None and layer.on == "board":
            value = 1
        places = list(numbers_in(value))
        for some in [places, places[:1], places[len(places) // 2 :][:1], places[-1:]] if places else []:
            with little():
                found = {status(puzzle, {key: replaced(value, some, number)}) for number in HUGE}
            assert len(found - {""}) < 2, "one number too large is as good as another"
            # HiGHS takes long for regions whose clue only says that they are small
            if found - {""} and name != "araf":
                assert {status(puzzle, {key: replaced(value, some, 10**6)}, "highs")} == found - {""}


def test_a_set_of_dominoes_that_does_not_cover_the_board_is_no_search() -> None:
    board = pencilp.square(40, 40)
    for numbers in ([i % 39 for i in board.cells], [i % 38 for i in board.cells], [0] * 1600):
        with little():
            assert pencilp.solve(pencilp.puzzle("dominosa", board, numbers=numbers)).status == "none"


def test_a_number_of_the_dataset_s_first_line_is_no_amount_before_it_is_checked() -> None:
    puzzle = example("minesweeper-10")
    told = write_dataset(puzzle)
    first, _, rest = told["problem"].partition("\n")
    rows, cols, *_ = first.split()
    with little():
        read = read_dataset(f"{rows} {cols} 999999999\n{rest}", "", genres.find("minesweeper"))
    assert read["total"] == 999_999_999


@pytest.mark.parametrize(("rows", "cols"), [(1_000_000, 1_000_000), (1, 10**12), (10**40, 10**40), (250_001, 1)])
def test_a_board_that_is_too_large_is_refused_before_it_is_made(rows: int, cols: int) -> None:
    readers: list[Callable[[], object]] = [
        lambda: puzzle_text.read(f"norinori\nsize: {rows} {cols}\n"),
        lambda: read_link(f"https://puzz.link/p?norinori/{cols}/{rows}/zzzz"),
        lambda: read_link(f"https://puzz.link/p?slither/{cols}/{rows}/zzzz"),
        lambda: read_pzpr(f"pzprv3\nnorinori\n{rows}\n{cols}\n"),
        lambda: read_dataset(f"{rows} {cols}\n- -", "", genres.find("norinori")),
        lambda: read_mathprog(f"data;\nparam Nr := {rows};\nparam Nc := {cols};\nparam N := 2;\nend;\n", "norinori"),
        lambda: pencilp.square(rows, cols),
        lambda: pencilp.hexagonal(rows, cols),
    ]
    for read in readers:
        with little(5, ROOM // 8), pytest.raises(InputError) as caught:
            read()
        assert "\n" not in str(caught.value)


def test_more_than_two_bridges_side_by_side_are_refused_by_the_dataset() -> None:
    puzzle = example("hashi")
    answer = pencilp.solve(puzzle).answer
    assert answer is not None
    many = pencilp.Answer(puzzle, {"bridges": [9 * n for n in answer["bridges"]]})
    with pytest.raises(InputError, match="more than two bridges"):
        write_dataset(puzzle, many)
