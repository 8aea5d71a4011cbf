"""Slalom: what proves it."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from pencilp import api
from pencilp.analysis import check as checking
from pencilp.board.lattice import Lattice, square
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.draw.svg import to_svg
from pencilp.draw.terminal import to_text
from pencilp.errors import InputError
from pencilp.formats.links import read_link, write_link
from pencilp.formats.pzpr import read_pzpr
from tests.small_boards import SIDES, Case, Cells, judged, line_of, loops, sometimes

ALONG = {"ew": (1, 3), "ns": (0, 2)}
"""The directions in which a gate goes on, as places in SIDES."""


def next_to(board: Lattice, cell: int, way: int) -> int | None:
    """The cell next to a cell in a direction."""
    (row, col), (down, right) = board.positions[cell], SIDES["square"][way]
    return {p: c for c, p in enumerate(board.positions)}.get((row + down, col + right))


def gates_of(board: Lattice, signs: list[Any]) -> dict[int, int]:
    """Per cell of a gate the first cell of that gate."""
    found: dict[int, int] = {}
    for cell, sign in enumerate(signs):
        if sign in ALONG:
            before = next_to(board, cell, ALONG[sign][1] if sign == "ew" else ALONG[sign][0])
            found[cell] = found[before] if before is not None and signs[before] == sign else cell
    return found


def straight_across(board: Lattice, loop: tuple[int, ...], at: int, sign: str) -> bool:
    """Whether a loop comes to the cell at a place of it, and leaves it, over the sides that a gate there does not meet."""
    near = {next_to(board, loop[at], way) for way in range(4) if way not in ALONG[sign]}
    return near == {loop[at - 1], loop[(at + 1) % len(loop)]}


def right_order(board: Lattice, order: list[int], numbers: list[Any], gates: dict[int, int], signs: list[Any]) -> bool:
    """Whether gates, by their first cells in their order, fit the numbers."""
    for cell, number in enumerate(numbers):
        if number is None or number[1] in (None, "?"):
            continue
        way, n = number
        ways = range(4) if way in (None, "?") else (way,)
        adjacent = [(c, w) for w in ways if (c := next_to(board, cell, w)) is not None]
        held = {gates[c] for c, w in adjacent if c in gates and w in ALONG[signs[c]]}
        if held and not (0 < n <= len(order) and order[n - 1] in held):
            return False
    return True


def case(rng: random.Random) -> Case:
    """A loop with gates across it, shaded cells next to it, and numbers of its gates; now and then something is wrong."""
    board = rng.choice([square(3, 3), square(3, 4), square(4, 4), square(4, 5), square(4, 5), square(5, 4),
                        square(4, 4, [(0, 0)]), square(4, 5, [(1, 2)])])  # fmt: skip
    truth = rng.choice(loops(board))
    k = rng.randrange(len(truth))
    path = truth[k:] + truth[:k]
    signs: list[Any] = [None] * len(board)
    signs[path[0]] = "o"
    if rng.random() < 0.05:
        signs[path[0]], signs[rng.choice(board.cells)] = None, "o"
    shade = rng.choice([0.2, 0.6, 0.9])
    for at, cell in enumerate(path):
        for sign in rng.sample(["ew", "ns"], 2):
            if not signs[cell] and rng.random() < 0.5 and straight_across(board, path, at, sign):
                signs[cell] = sign
                for way in ALONG[sign]:
                    n = next_to(board, cell, way)
                    if n is not None and not signs[n] and n not in path:
                        signs[n] = rng.choice([sign, "x", "x"])
    for cell in board.cells:
        if not signs[cell]:
            signs[cell] = sometimes(rng, shade if cell not in path else 0.01, None, "x")
    if rng.random() < 0.1:
        free = [c for c in board.cells if signs[c] != "o"]
        signs[rng.choice(free)] = rng.choice(["x", "ew", "ns"])
    gates = gates_of(board, signs)
    order = [gates[c] for c in path if c in gates]
    if rng.random() < 0.5:
        order.reverse()
    numbers: list[Any] = [None] * len(board)
    for cell in board.cells:
        if signs[cell] == "x" and rng.random() < 0.7:
            ways = [w for w in range(4) if (c := next_to(board, cell, w)) in gates and w in ALONG[signs[c]]]
            way = rng.choice(ways or [0, 1, 2, 3])
            gate = gates.get(next_to(board, cell, way))
            n: Any = order.index(gate) + 1 if gate in order else 1
            n = sometimes(rng, 0.15, n, rng.choice(["?", "?", 0, 1, 2, len(board)]))
            numbers[cell] = (rng.choice([way, way, None, "?"]), n)
            signs[cell] = None

    def right(line: Cells) -> bool:
        loop = by_line[line]
        start = next((k for k, c in enumerate(loop) if signs[c] == "o"), None)
        if start is None or any(signs[c] == "x" or numbers[c] for c in loop):
            return False
        way = loop[start:] + loop[:start]
        for at, c in enumerate(way):
            if c in gates and not straight_across(board, way, at, signs[c]):
                return False
        passed = [gates[c] for c in way if c in gates]
        both = passed, passed[::-1]
        return sorted(passed) == sorted(set(gates.values())) and any(
            right_order(board, one, numbers, gates, signs) for one in both
        )

    by_line = {line_of(board, loop): loop for loop in loops(board)}
    return judged("slalom", board, [(line,) for line in by_line], right, signs=signs, numbers=numbers)


PUZZLES = 120
RARE = True
UNNAMED = {"signs": "every puzzle has a circle, and the gates and shaded cells are the board"}
PRESENCE = ("signs", "numbers")
LOOP = "the loop neither branches nor ends"
REASONS = {
    "lnOnShade": "the loop keeps out of shaded cells",
    "lnCross": LOOP,
    "lnBranch": LOOP,
    "lnDeadEnd": LOOP,
    "gateUnpass": "the loop passes every gate exactly once",
}
NUMBER = "a number is the place of its gate in the order of the loop"


def test_there_is_one_circle() -> None:
    with pytest.raises(InputError, match="the puzzle needs one circle, not 0"):
        api.solve(api.puzzle("slalom", square(2, 2), signs=[None] * 4, numbers=[None] * 4))


def test_a_number_stands_alone() -> None:
    with pytest.raises(InputError, match="a cell with a number has no other sign"):
        api.solve(api.puzzle("slalom", square(2, 2), signs=["o", "ns", None, None], numbers=[None, (0, 1), None, None]))


def test_one_direction_holds_for_all_numbers() -> None:
    # 1 and 3 of four gates may be passed that way round; 1 and 2 are not first and second in any direction
    board = square(5, 5)
    ring = [None if 0 < r < 4 and 0 < c < 4 else "o" if (r, c) == (0, 0) else None for r, c in board.positions]
    signs: list[Any] = ["x" if 0 < r < 4 and 0 < c < 4 else s for (r, c), s in zip(board.positions, ring, strict=True)]
    for (row, col), sign in {(0, 2): "ns", (2, 4): "ew", (4, 2): "ns", (2, 0): "ew"}.items():
        signs[5 * row + col] = sign

    def solved(**stated: int) -> str:
        here, numbers = list(signs), [None] * 25
        for way, n in stated.items():
            (row, col), direction = {"n": ((1, 2), 0), "e": ((2, 3), 1), "s": ((3, 2), 2), "w": ((2, 1), 3)}[way]
            here[5 * row + col], numbers[5 * row + col] = None, (direction, n)  # type: ignore[call-overload]
        return api.solve(api.puzzle("slalom", board, signs=here, numbers=numbers)).status

    assert solved(n=1, e=2) == solved(n=4, e=3) == solved(w=1, s=2) == solved() == "unique"
    assert solved(n=1, e=3) == solved(n=1, w=1) == solved(n=2) == solved(n=5) == "none"


FORMER = "https://puzz.link/p?slalom/{}6/6/9314131314131a1131a{}/33"


def test_older_links_and_texts_say_the_same() -> None:
    # numbers with arrows, numbers alone, and numbers of the gates, of which the fourth is 1
    arrows = read_link(FORMER.format("d/", "g3404j0101"))
    alone = read_link(FORMER.format("p/", "g44j11"))
    of_gates = read_link(FORMER.format("", "g4h1"))
    for puzzle in (arrows, alone, of_gates):
        assert api.solve(puzzle).status == "unique"
        assert write_link(puzzle).startswith("https://puzz.link/p?slalom/d/6/6/9314131314131a1131a")
        assert read_link(write_link(puzzle)) == puzzle
    assert api.solve(arrows).answers[0]["line"] == api.solve(of_gates).answers[0]["line"]
    board = "pzprv3{}/slalom/6/6/. . . . . . /{}/. . . . . . /{}/. . . o . . /"
    read = [
        read_pzpr(board.format(version, rows, last))
        for version, rows, last in (
            ("", "w # . # w4 # /w # . # w # ", ". # # w1 # . "),
            (".1", "- # . 4 - 4 /- # . # - # ", ". # 1 - 1 . "),
            (".2", "- # . 4,4 - 0,4 /- # . # - # ", ". # 0,1 - 3,1 . "),
        )
    ]
    assert [api.solve(puzzle).status for puzzle in read] == ["unique"] * 3
    assert api.solve(read[0]).answers[0]["line"] == api.solve(read[2]).answers[0]["line"]


def test_each_numbered_gate_of_an_old_link_finds_a_shaded_cell() -> None:
    # the gate along the row could write its number to its left, where alone the other one can
    puzzle = read_link("https://puzz.link/p?slalom/3/2/1312512/4")
    assert puzzle["numbers"].listed == [(2, 2), None, (3, 1), None, None, None]
    with pytest.raises(InputError, match="a gate has a number, but no shaded cell at its ends to hold it"):
        read_link("https://puzz.link/p?slalom/2/2/132412/3")


@pytest.mark.parametrize(
    ("body", "message"),
    [("16/0", "cannot stand"), ("14", "ends too soon"), ("1z/0", "more values than the board"), ("0", "cannot stand"),
     ("16g/4", "a slash and the cell"), ("16g", "ends too soon"), ("16g/x", "a slash and the cell")],
)  # fmt: skip
def test_links_that_say_no_board_are_refused(body: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_link(f"https://puzz.link/p?slalom/d/2/2/{body}")


def ring(numbers: dict[tuple[int, int], tuple[int, int]], size: int = 5) -> Puzzle:
    """A loop around the board, from the upper left corner over four gates, and numbers next to these."""
    signs: list[Any] = [None] * size**2
    given: list[Any] = [None] * size**2
    for (row, col), sign in {(0, 2): "ns", (2, size - 1): "ew", (size - 1, 2): "ns", (2, 0): "ew"}.items():
        signs[size * row + col] = sign
    signs[0] = "o"
    for (row, col), number in numbers.items():
        given[size * row + col] = number
    return api.puzzle("slalom", square(size, size), signs=signs, numbers=given)


def around(puzzle: Puzzle, nothing: int | None = 0, missing: int = 0) -> Answer:
    """The loop around the board without its last ``missing`` steps from the circle down; ``nothing`` is where it is not."""
    board, last = puzzle.lattice, puzzle.lattice.rows - 1
    gone = {(k, 0) for k in range(1, missing + 1)}
    line = []
    for a, b in board.links:
        (row, col), end = board.positions[a], board.positions[b]
        outer = row == end[0] in (0, last) or col == end[1] in (0, last)
        line.append(1 if outer and end not in gone else nothing)
    return Answer(puzzle, {"line": line})


def test_a_finished_answer_is_walked_along_and_nothing_is_searched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def searched(*_: Any, **__: Any) -> None:
        raise AssertionError("searched")

    monkeypatch.setattr(checking, "Clasp", searched)
    n, e, s, w = (1, 2), (2, 3), (3, 2), (2, 1)
    for numbers, wrong in [
        ({n: (0, 1), e: (1, 2), s: (2, 3), w: (3, 4)}, []),
        ({n: (0, 4), e: (1, 3)}, []),
        # in the direction in which the fewest are wrong
        ({n: (0, 4), e: (1, 3), s: (2, 3), w: (3, 1)}, ["r4c3"]),
        ({n: (0, 1), e: (1, 2), s: (2, 2), w: (3, 4)}, ["r4c3"]),
        ({n: (0, 1), e: (1, 5)}, ["r3c4"]),
        ({n: (0, 0)}, ["r2c3"]),
    ]:
        puzzle = ring(numbers)
        found = api.check(puzzle, around(puzzle))
        assert [(broken.at, broken.rule) for broken in found] == [(place, NUMBER) for place in wrong]


def test_a_closed_loop_excludes_undecided_neighbours() -> None:
    puzzle = ring({(1, 2): (0, 1), (2, 3): (1, 2), (3, 2): (2, 2), (2, 1): (3, 4)})
    assert [broken.at for broken in api.check(puzzle, around(puzzle, None), unfinished=True)] == ["r4c3"]


def test_a_way_that_is_open_may_go_on() -> None:
    # the line is drawn from the start to the gates n, e and s; w is the last
    n, e, w = (1, 2), (2, 3), (2, 1)
    right, backwards = {n: (0, 1), w: (3, 4)}, {e: (1, 3), w: (3, 1)}
    for numbers in (right, backwards):
        assert api.check(ring(numbers), around(ring(numbers), None, 3), unfinished=True) == []
    # there are four gates
    assert api.check(ring({n: (0, 9)}), around(ring({n: (0, 9)}), None, 3), unfinished=True)


def test_a_large_unfinished_answer_breaks_no_rule() -> None:
    # to search for what each number says by itself took minutes
    board = square(25, 25)
    signs: list[Any] = ["o", *["ns"] * 23, *[None] * 601]
    numbers: list[Any] = [None] * 625
    for col in range(1, 24):
        numbers[25 + col] = (0, 1 + col % 23)
    puzzle = api.puzzle("slalom", board, signs=signs, numbers=numbers)
    line = list(around(puzzle)["line"])
    line[::3] = [None] * len(line[::3])
    assert api.check(puzzle, Answer(puzzle, {"line": line}), unfinished=True) == []


@pytest.mark.parametrize(("signs", "count"), [
    (["o", "ew", "ew", "ns", "ew", "x", "ns", None, "ew"], 4),
    (["o", "ns", "ns", "ew", "ns", "x", "ew", None, None], 4),
    (["o", *[None] * 8], 0),
])  # fmt: skip
def test_the_number_of_gates_stands_in_the_circle(signs: list[str | None], count: int) -> None:
    puzzle = api.puzzle("slalom", square(3, 3), signs=signs, numbers=[None] * 9)
    texts = re.findall(r"<text[^>]*>([^<]*)<", to_svg(puzzle))
    assert texts == [str(count)] * bool(count)
    assert (str(count) in to_text(puzzle)) is bool(count)
