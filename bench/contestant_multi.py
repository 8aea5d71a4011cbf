"""multi-puzzle-solver as a contestant: CP-SAT, one worker.

It reads no text: a puzzle is made of arrays, which a function a genre makes here from the dataset's text. It looks for
all answers, so its times hold a proof that there is no other one (of its own idea of the rules).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from typing import Any, NamedTuple

import numpy as np
from ortools.sat.python import cp_model

VERSION = version("multi-puzzle-solver")
PROVES = True
Tokens = list[list[str]]


class Refused(Exception):
    """It does not take this puzzle."""


class Case(NamedTuple):
    """A puzzle ready to be stated: the arguments of its board, and how answers are compared.

    ``found`` reads one of its solutions (values by (row, column)), ``recorded`` the tokens of the recorded one; equal
    results mean the same answer.
    """

    arguments: tuple[Any, ...]
    found: Callable[[dict[tuple[int, int], Any]], Any]
    recorded: Callable[[Tokens], Any]
    options: dict[str, Any] = {}


class Limited(cp_model.CpSolver):  # type: ignore[misc]
    """A CP-SAT solver with one worker and a time limit, which remembers the status of the last search."""

    seconds = 60.0
    outcome = ""

    def __init__(self) -> None:
        super().__init__()
        self.parameters.num_workers = 1
        self.parameters.max_time_in_seconds = Limited.seconds

    def solve(self, *arguments: Any, **options: Any) -> Any:
        found = super().solve(*arguments, **options)
        Limited.outcome = self.status_name(found)
        return found

    def StatusName(self, status: Any = None) -> str:
        # without an argument OR-Tools 9.15 fails in its own
        return Limited.outcome if status is None else self.status_name(status)


cp_model.CpSolver = Limited  # type: ignore[misc]  # its modules make their solvers by this name


def genre_names() -> list[str]:
    """The genres it takes."""
    return list(CASES)


def run(genre: str, problem: str, solution: str, limit: float) -> dict[str, Any]:
    """One pass over a puzzle; see worker.py."""
    make = CASES[genre]
    module = import_module(f"puzzle_solver.puzzles.{MODULES[genre]}.{MODULES[genre]}")
    Limited.seconds, Limited.outcome = limit, ""
    recorded = tokens(solution)[1:]
    start = time.perf_counter()
    lines = tokens(problem)
    try:
        case = make(lines[0], lines[1:], recorded)
    except Refused as error:
        return {"status": "refused", "equal": None, "ms": {}, "error": str(error)}
    read = time.perf_counter()
    board = module.Board(*case.arguments, **case.options)
    stated = time.perf_counter()
    answers = board.solve_and_print(verbose=False)
    end = time.perf_counter()
    equal = None
    if answers and recorded:
        expected = case.recorded(recorded)
        equal = any(case.found({(p.y, p.x): v for p, v in a.assignment.items()}) == expected for a in answers)
    seconds = {"read": read - start, "state": stated - read, "solve": end - stated, "total": end - start}
    status = "unknown"
    if len(answers) > 1:
        status = "multiple"
    elif Limited.outcome in ("OPTIMAL", "INFEASIBLE"):
        status = "unique" if answers else "none"
    return {"status": status, "equal": equal, "ms": {key: 1000 * value for key, value in seconds.items()}}


def tokens(text: str) -> Tokens:
    """The tokens of each line."""
    return [line.split() for line in text.strip().split("\n")] if text.strip() else []


# -- what the cases are made of ---------------------------------------------------------------------------------------


def size(head: list[str]) -> tuple[int, int]:
    return int(head[0]), int(head[1])


def clues(rows: Tokens, names: dict[str, str] | None = None) -> Any:
    """An array of tokens with a blank for "-"; ``names`` renames tokens."""
    known = {"-": " ", **(names or {})}
    return np.array([[known.get(t, t) for t in row] for row in rows])


def numbers(line: list[str]) -> Any:
    """An array of numbers, -1 for "-"."""
    return np.array([-1 if t == "-" else int(t) for t in line])


def where(*marks: Any) -> Callable[[dict[tuple[int, int], Any]], Any]:
    """The places with one of these values."""
    return lambda answer: {place for place, value in answer.items() if value in marks}


def marked(*marks: str) -> Callable[[Tokens], Any]:
    """The places with one of these tokens."""
    return lambda rows: {(r, c) for r, row in enumerate(rows) for c, t in enumerate(row) if t in marks}


def values(answer: dict[tuple[int, int], Any]) -> Any:
    return {place: str(value) for place, value in answer.items()}


def digits(rows: Tokens) -> Any:
    return {(r, c): t for r, row in enumerate(rows) for c, t in enumerate(row) if t != "-"}


def partition(answer: dict[tuple[int, int], Any]) -> Any:
    """The division into areas of equal values."""
    areas: dict[Any, set[tuple[int, int]]] = {}
    for place, value in answer.items():
        areas.setdefault(value, set()).add(place)
    return {frozenset(area) for area in areas.values()}


def areas(rows: Tokens) -> Any:
    return partition(digits(rows))


HEADINGS = {"n": "U", "s": "D", "w": "L", "e": "R"}


def heading(answer: dict[tuple[int, int], Any]) -> Any:
    """Return for each cell on the line the sides at which the line leaves it."""
    return {place: set(sides) for place, sides in answer.items() if sides and set(sides) <= set("UDLR")}


def headings(rows: Tokens) -> Any:
    result = {}
    for place, token in digits(rows).items():
        if set(token) <= set(HEADINGS):
            result[place] = {HEADINGS[t] for t in token}
    return result


def edges(answer: dict[tuple[int, int], Any]) -> Any:
    """The edges of cells that a loop follows: (row, column, whether upright), by the corner where they begin."""
    ends = {"U": (0, 0, False), "D": (1, 0, False), "L": (0, 0, True), "R": (0, 1, True)}
    found = set()
    for (r, c), sides in answer.items():
        for side in sides:
            down, right, upright = ends[side]
            found.add((r + down, c + right, upright))
    return found


def outline(rows: Tokens) -> Any:
    """The edges between what is inside ("x") and what is outside."""
    inside = marked("x")(rows)
    found = set()
    for r, c in inside:
        for side, (dr, dc) in {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}.items():
            if (r + dr, c + dc) not in inside:
                found |= edges({(r, c): side})
    return found


# -- the cases: (words of the first line, other lines, the recorded solution's lines) -----------------------------------


def shading(*, names: dict[str, str] | None = None, found: Any = 1, mark: str = "x") -> Callable[..., Case]:
    """A genre with one board of clues whose answer is some cells."""

    def make(head: list[str], rows: Tokens, _: Tokens) -> Case:
        return Case((clues(rows[: size(head)[0]], names),), where(found), marked(mark))

    return make


def filled(head: list[str], rows: Tokens, _: Tokens) -> Case:
    return Case((clues(rows[: size(head)[0]]),), values, digits)


def norinori(head: list[str], rows: Tokens, _: Tokens) -> Case:
    height = size(head)[0]
    return Case((clues(rows[-height:]),), set, marked("x"))


def heyawake(head: list[str], rows: Tokens, _: Tokens) -> Case:
    height = size(head)[0]
    rooms = rows[height : 2 * height]
    known = {rooms[r][c]: int(t) for (r, c), t in digits(rows[:height]).items()}
    return Case((clues(rooms), known), where(1), marked("x"))


def lits(head: list[str], rows: Tokens, _: Tokens) -> Case:
    return Case((clues(rows[: size(head)[0]]),), where(1), marked(*"LITS"))


def nonogram(head: list[str], rows: Tokens, _: Tokens) -> Case:
    height, width = size(head)
    lines = [[int(t) for t in row if int(t)] for row in rows[: width + height]]
    return Case((lines[:width], lines[width:]), where(1), marked("x"))


def slitherlink(head: list[str], rows: Tokens, _: Tokens) -> Case:
    return Case((clues(rows[: size(head)[0]], {".": " "}),), edges, outline)


def masyu(head: list[str], rows: Tokens, _: Tokens) -> Case:
    return Case((clues(rows[: size(head)[0]], {"b": "B", "w": "W"}),), heading, headings)


def yajilin(head: list[str], rows: Tokens, _: Tokens) -> Case:
    def turned(token: str) -> str:
        if token == "-":
            return " "
        if token[-1:] not in HEADINGS or not token[:-1].isdecimal():
            raise Refused(f"no cell for {token!r}")
        return HEADINGS[token[-1]] + token[:-1]

    board = np.array([[turned(t) for t in row] for row in rows[: size(head)[0]]])
    return Case((board,), heading, headings)


def shingoki(head: list[str], rows: Tokens, _: Tokens) -> Case:
    board = [[" " if t == "-" else t[1:] + t[0].upper() for t in row] for row in rows[: size(head)[0]]]
    return Case((np.array(board),), heading, headings)


def hashi(head: list[str], rows: Tokens, _: Tokens) -> Case:
    islands = set(digits(rows[: size(head)[0]]))

    def bridges(answer: Tokens) -> Any:
        ways = {t: ("right", n) for n, t in ((1, "1"), (2, "2"))} | {t: ("down", n) for n, t in ((1, "a"), (2, "b"))}
        found = set()
        for r, c in islands:
            for way, dr, dc in (("right", 0, 1), ("down", 1, 0)):
                r2, c2 = r + dr, c + dc
                if r2 < len(answer) and c2 < len(answer[r2]) and ways.get(answer[r2][c2], ("", 0))[0] == way:
                    found.add((r, c, *ways[answer[r2][c2]]))
        return found

    def built(answer: dict[tuple[int, int], Any]) -> Any:
        return {
            (*place, way, n)
            for place, (right, _, down, _) in answer.items()
            for way, n in (("right", right), ("down", down))
            if n
        }

    return Case((clues(rows[: size(head)[0]]),), built, bridges)


def fillomino(head: list[str], rows: Tokens, _: Tokens) -> Case:
    if any(int(t) > 9 for t in digits(rows[: size(head)[0]]).values()):
        raise Refused("it takes no number above 9")
    return filled(head, rows, _)


def shikaku(head: list[str], rows: Tokens, _: Tokens) -> Case:
    return Case((clues(rows[: size(head)[0]]),), partition, areas)


def galaxies(head: list[str], rows: Tokens, _: Tokens) -> Case:
    from puzzle_solver.core.utils import get_pos

    height, width = size(head)
    around = {"0": [(0, 0)], "1": [(0, 0), (0, 1)], "2": [(0, 0), (1, 0)], "3": [(0, 0), (0, 1), (1, 0), (1, 1)]}
    centres = [
        tuple(get_pos(x=c + dc, y=r + dr) for dr, dc in around[t]) for (r, c), t in digits(rows[:height]).items()
    ]
    return Case((centres, height, width), partition, areas)


def fourcells(head: list[str], rows: Tokens, solution: Tokens) -> Case:
    sizes = {len(area) for area in areas(solution)} or {4}
    if len(sizes) > 1:
        raise Refused("regions of several sizes")
    return Case((clues(rows[: size(head)[0]]), sizes.pop()), partition, areas)


def letters(rows: Tokens) -> Any:
    """Digits as one character each: 10 is a."""
    return np.array(
        [[" " if t == "-" else t if len(t) == 1 else chr(int(t) - 10 + ord("a")) for t in row] for row in rows]
    )


def sudoku(head: list[str], rows: Tokens, _: Tokens) -> Case:
    return Case((letters(rows[: size(head)[0]]),), values, digits)


def jigsaw_sudoku(head: list[str], rows: Tokens, _: Tokens) -> Case:
    height = size(head)[0]
    options = {"constrain_blocks": False, "jigsaw": clues(rows[height : 2 * height])}
    return Case((letters(rows[:height]),), values, digits, options)


def killer_sudoku(head: list[str], rows: Tokens, _: Tokens) -> Case:
    height, width = size(head)
    cages = rows[height : 2 * height]
    sums = {cages[r][c]: int(t) for (r, c), t in digits(rows[:height]).items()}
    blocks = {4: (2, 2), 6: (2, 3), 9: (3, 3)}
    options = {"block_size": blocks[height], "killer": (clues(cages), sums)}
    return Case((np.full((height, width), " "),), values, digits, options)


def kakuro(head: list[str], rows: Tokens, _: Tokens) -> Case:
    grid = rows[: size(head)[0]]
    # it wants a run in every row and every column: what has none at the rims is cut off
    top = min(r for r, row in enumerate(grid) if "0" in row)
    bottom = max(r for r, row in enumerate(grid) if "0" in row) + 1
    left = min(row.index("0") for row in grid if "0" in row)
    right = max(c for row in grid for c, t in enumerate(row) if t == "0") + 1
    board = np.array([[" " if t == "0" else "#" for t in row[left:right]] for row in grid[top:bottom]])

    def sums(line: list[str], part: int) -> list[Any]:
        """The sums of the runs of a line: the clue before each, or "#"."""
        found: list[Any] = []
        for before, t in zip(["-", *line], line, strict=False):
            if t == "0" and before != "0":
                clue = before.split(",")[part] if "," in before else ""
                found.append(int(clue) if clue else "#")
        return found

    across = [sums(row, 1) for row in grid[top:bottom]]
    down = [sums([row[c] for row in grid], 0) for c in range(left, right)]

    def found(answer: dict[tuple[int, int], Any]) -> Any:
        return {(r + top, c + left): str(value) for (r, c), value in answer.items()}

    return Case((board, across, down), found, digits)


def skyscrapers(head: list[str], rows: Tokens, _: Tokens) -> Case:
    height = size(head)[0]
    if head[2:] != [head[0]]:
        raise Refused("gaps between the houses, or diagonals")
    top, bottom, left, right = (numbers(line) for line in rows[:4])
    return Case((clues(rows[4 : 4 + height]), top, bottom, right, left), values, digits)


def rooms_second(head: list[str], rows: Tokens, _: Tokens) -> Case:
    height = size(head)[0]
    return Case((clues(rows[:height]), clues(rows[height : 2 * height])), values, digits)


def suguru(head: list[str], rows: Tokens, _: Tokens) -> Case:
    height = size(head)[0]
    return Case((clues(rows[height : 2 * height]), clues(rows[:height])), values, digits)


def binairo(head: list[str], rows: Tokens, _: Tokens) -> Case:
    return Case((clues(rows[: size(head)[0]], {"1": "W", "2": "B"}),), where(1), marked("2"))


def tents(head: list[str], rows: Tokens, _: Tokens) -> Case:
    board = clues(rows[2 : 2 + size(head)[0]], {"x": "T"})
    return Case((board, numbers(rows[1]), numbers(rows[0])), where(1), marked("o"))


def battleship(head: list[str], rows: Tokens, _: Tokens) -> Case:
    if "-" in rows[0] + rows[1]:
        raise Refused("it takes no row or column without a number")
    names = {"n": "U", "s": "D", "w": "L", "e": "R", "m": "O", "o": "S", "x": "W"}
    board = clues(rows[2 : 2 + size(head)[0]], names)
    ships = {length: int(n) for length, n in enumerate(head[2:], 1) if int(n)}
    return Case((board, numbers(rows[0]), numbers(rows[1]), ships), where(1), marked(*names.keys() - {"x"}))


def starbattle(head: list[str], rows: Tokens, _: Tokens) -> Case:
    return Case((clues(rows[: size(head)[0]]), int(head[2])), where(1), marked("x"))


def shakashaka(head: list[str], rows: Tokens, _: Tokens) -> Case:
    corners = {"TL": "nw", "TR": "ne", "BL": "sw", "BR": "se"}

    def halves(answer: dict[tuple[int, int], Any]) -> Any:
        return {place: corners[value] for place, value in answer.items() if value in corners}

    def recorded(solution: Tokens) -> Any:
        return {place: t for place, t in digits(solution).items() if t in corners.values()}

    return Case((clues(rows[: size(head)[0]], {"x": "B", "5": "B"}),), halves, recorded)


def gokigen(head: list[str], rows: Tokens, _: Tokens) -> Case:
    return Case((clues(rows),), values, digits)


def thermometers(head: list[str], rows: Tokens, _: Tokens) -> Case:
    height, width = size(head)
    at = {t: place for place, t in digits(rows[2 : 2 + height]).items()}
    sides = {(-1, 0): "U", (1, 0): "D", (0, -1): "L", (0, 1): "R"}
    board = np.full((height, width), "X")
    for token, (r, c) in at.items():
        tube, step = token.split(".")
        ahead = at.get(f"{tube}.{int(step) + 1}")
        if ahead is not None:
            board[r, c] = sides[ahead[0] - r, ahead[1] - c]
    return Case((board, numbers(rows[0]), numbers(rows[1])), where(1), marked("x"))


CASES: dict[str, Callable[[list[str], Tokens, Tokens], Case]] = {
    "akari": shading(names={"x": "W"}, mark="o"), "battleship": battleship, "binairo": binairo, "dominosa": shikaku,
    "fillomino": fillomino, "fourcells": fourcells, "galaxies": galaxies, "gokigen": gokigen, "hashi": hashi,
    "heyawake": heyawake, "hidato": filled, "hitori": shading(), "jigsaw_sudoku": jigsaw_sudoku, "kakuro": kakuro,
    "killer_sudoku": killer_sudoku, "kurodoko": shading(), "lits": lits, "masyu": masyu, "mosaic": shading(),
    "nonogram": nonogram, "norinori": norinori, "nurikabe": shading(), "ripple": rooms_second,
    "shakashaka": shakashaka, "shikaku": shikaku, "shingoki": shingoki, "skyscrapers": skyscrapers,
    "slitherlink": slitherlink, "starbattle": starbattle, "sudoku": sudoku, "suguru": suguru, "tents": tents,
    "thermometers": thermometers, "yajilin": yajilin,
    "yinyang": shading(names={"b": "B", "w": "W"}, found="B", mark="b"),
}  # fmt: skip
MODULES = {
    **{name: name for name in CASES}, "akari": "light_up", "battleship": "battleships", "fillomino": "filling",
    "fourcells": "palisade", "gokigen": "slant", "hashi": "bridges", "hidato": "hidoku", "hitori": "singles",
    "jigsaw_sudoku": "sudoku", "killer_sudoku": "sudoku", "kurodoko": "range", "masyu": "pearl", "nonogram": "nonograms",
    "ripple": "ripple_effect", "shikaku": "rectangles", "skyscrapers": "towers", "starbattle": "star_battle",
    "yinyang": "yin_yang",
}  # fmt: skip
"""Its names of our genres."""
