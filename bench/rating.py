"""Compare ratings with the levels of Simon Tatham's generators: python bench/rating.py [GAME...] [--boards 40] [--jobs 2]

The generators are Debian's package sgt-puzzles (/usr/games/sgt-*). Each makes boards of every level that it has, from
fixed seeds. Each board is rated, and for each game the rank correlation of rating and level is printed: Spearman's rho and
Kendall's tau-b, both with ties. Half of the boards come from the seed on which the weights were chosen
(``pencilp.analysis.rating.weights``); the others are held out: nobody looked at them before. ``best`` is the largest rho of
a rating without ties, since all boards of a level are equal to the generator.

``--others`` compares other sizes and kinds of these games, and Galaxies: no weight was chosen with any of them.

``--bank FILE`` rates Sudokus instead whose ratings by another program are known, such as those of grantm's Sudoku Exchange
Puzzle Bank: lines with a name, 81 digits (0: empty) and the rating.

``--fit`` prints the mean rho on the first half for other weights of the number. ``--levels`` prints how many boards of each
level of a generator have each level of pencilp. A game without its generator is left out, with a message.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import log, sqrt
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple, TypeVar

from measuring import table

import pencilp
from pencilp.analysis.rate import rate
from pencilp.analysis.rating.weights import GRAIN, LEVELS, TOTAL
from pencilp.board.lattice import square
from pencilp.formats.tatham import read_id

Job, Result = TypeVar("Job"), TypeVar("Result")

PLACES = "/usr/games"
"""The folder of the generators on Debian."""
FIT_SEED, HELD_OUT_SEED = 1, 5
GENERATE_SECONDS = 300


class Game(NamedTuple):
    """A game: its ``title`` in an ID, the parameters before the level, and the ``levels``, easiest first."""

    title: str
    params: str
    levels: str


GAMES = {
    "solo": Game("Solo", "3x3d", "tbiaeu"),
    "keen": Game("Keen", "5d", "enhxu"),
    "towers": Game("Towers", "5d", "ehxu"),
    "lightup": Game("Light Up", "7x7b20s4d", "012"),
    "loopy": Game("Loopy", "6x6t0d", "enth"),
    "bridges": Game("Bridges", "7x7i30e10m2d", "012"),
    "unequal": Game("Unequal", "5d", "tekxr"),
    "tents": Game("Tents", "8x8d", "et"),
    "singles": Game("Singles", "6x6d", "ek"),
    "unruly": Game("Unruly", "8x8d", "ten"),
    "slant": Game("Slant", "6x6d", "eh"),
    "dominosa": Game("Dominosa", "5d", "tbhe"),
    "magnets": Game("Magnets", "6x5d", "et"),
    "pearl": Game("Pearl", "6x6d", "et"),
}
"""The games whose levels are compared."""
OTHERS = {
    "solo-2x3": Game("Solo", "2x3d", "tbiae"),
    "solo-x": Game("Solo", "3x3xd", "tbiaeu"),
    "solo-jigsaw": Game("Solo", "7jd", "tbiae"),
    "unequal-6": Game("Unequal", "6d", "tekx"),
    "keen-6": Game("Keen", "6d", "enhx"),
    "towers-4": Game("Towers", "4d", "ehxu"),
    "lightup-9x9": Game("Light Up", "9x9b20s4d", "012"),
    "loopy-5x5": Game("Loopy", "5x5t0d", "enth"),
    "bridges-8x8": Game("Bridges", "8x8i30e10m2d", "012"),
    "tents-10x10": Game("Tents", "10x10d", "et"),
    "singles-8x8": Game("Singles", "8x8d", "ek"),
    "unruly-6x6": Game("Unruly", "6x6d", "ten"),
    "slant-8x8": Game("Slant", "8x8d", "eh"),
    "dominosa-6": Game("Dominosa", "6d", "tbhe"),
    "magnets-8x7": Game("Magnets", "8x7d", "et"),
    "pearl-8x8": Game("Pearl", "8x8d", "et"),
    "galaxies-5x5": Game("Galaxies", "5x5d", "nu"),
}
"""Games of other sizes and kinds, by the generator and a word. Larger Galaxies take too long."""
ALL = {**GAMES, **OTHERS}


class Board(NamedTuple):
    """A board: its ``game``, the index of its ``level``, the half that it belongs to, and its game ID."""

    game: str
    level: int
    held_out: bool
    id: str


class Rated(NamedTuple):
    """A rated board: the costs of its waves, its number and level, and the processor seconds that it took."""

    board: Board
    costs: list[float]
    number: float
    level: str
    seconds: float
    finished: bool


def boards_of(name: str, count: int) -> list[Board]:
    """Return ``count`` boards of each level; none if the generator is absent or fails.

    Half of the boards of ``GAMES`` are held out, and all those of ``OTHERS``.
    """
    generator = f"sgt-{name.partition('-')[0]}"
    program = shutil.which(generator, path=f"{PLACES}:/usr/local/bin:/usr/bin")
    if program is None:
        print(f"{name}: no generator {generator}; install sgt-puzzles", file=sys.stderr)
        return []
    game = ALL[name]
    halves = ((False, FIT_SEED), (True, HELD_OUT_SEED)) if name in GAMES else ((True, HELD_OUT_SEED),)
    result = []
    for level, sign in enumerate(game.levels):
        for held_out, seed in halves:
            wanted = [program, "--generate", str(count // len(halves)), f"{game.params}{sign}#{seed}{sign}"]
            done = subprocess.run(wanted, capture_output=True, text=True, timeout=GENERATE_SECONDS, check=True)
            result += [Board(name, level, held_out, f"{game.title}:{line}") for line in done.stdout.split("\n") if line]
    return result


def rated(job: tuple[Board, float]) -> Rated | None:
    """Return the rating of a board; None if it has not exactly one answer, or the limit came first."""
    board, limit = job
    begin = time.process_time()
    result = rate(read_id(board.id), time_limit=limit)
    seconds = time.process_time() - begin
    if result.number is None:
        return None
    costs = [wave.cost for wave in result.waves]
    return Rated(board, costs, result.number, result.level, seconds, result.finished)


class BankEntry(NamedTuple):
    """A Sudoku of a bank: its 81 digits, and the ``rating`` that the bank gives it."""

    digits: str
    rating: float


def read_bank(path: Path) -> list[BankEntry]:
    """Return the Sudokus of a file. Raise ValueError with the line that is not one."""
    result = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        fields = line.split()
        if not fields:
            continue
        if len(fields) != 3 or len(fields[1]) != 81 or not fields[1].isdecimal():
            raise ValueError(f"{path}:{number}: a name, 81 digits and a rating are expected")
        result.append(BankEntry(fields[1], float(fields[2])))
    return result


def number_in_bank(job: tuple[BankEntry, float]) -> tuple[float | None, bool]:
    """Return the number of a Sudoku of a bank, None if it has none, and whether its way was finished."""
    entry, limit = job
    given = [int(digit) or None for digit in entry.digits]
    result = rate(pencilp.puzzle("sudoku", square(9, 9), given=given), time_limit=limit)
    return result.number, result.finished


def show_bank(entries: Sequence[BankEntry], numbers: Sequence[tuple[float | None, bool]], markdown: bool) -> None:
    """Print the rank correlation with the ratings of a bank, and the median number of each whole rating."""
    pairs = [(e.rating, n) for e, (n, _) in zip(entries, numbers, strict=True) if n is not None]
    unfinished = sum(not finished for _, finished in numbers)
    ratings, own = [r for r, _ in pairs], [n for _, n in pairs]
    by_rating: dict[int, list[float]] = {}
    for rating, number in pairs:
        by_rating.setdefault(int(rating), []).append(number)
    rows = [[str(k), str(len(some)), f"{median(some):.2f}"] for k, some in sorted(by_rating.items())]
    print(table(["rating", "Sudokus", "median number"], rows, markdown=markdown))
    print(
        f"{len(pairs)} Sudokus, {unfinished} unfinished: rho {spearman(ratings, own):.2f}, tau-b {kendall(ratings, own):.2f}"
    )


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value, the mean one for equal values."""
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values)):
        places.setdefault(value, []).append(place)
    return [mean(places[value]) for value in values]


def spearman(a: Sequence[float], b: Sequence[float]) -> float:
    """Return Spearman's rank correlation, 0 if all values of one are equal."""
    x, y = ranks(a), ranks(b)
    middle = (len(x) - 1) / 2
    spread = sqrt(sum((i - middle) ** 2 for i in x) * sum((j - middle) ** 2 for j in y))
    return sum((i - middle) * (j - middle) for i, j in zip(x, y, strict=True)) / spread if spread else 0.0


def kendall(a: Sequence[float], b: Sequence[float]) -> float:
    """Return Kendall's tau-b, 0 if all values of one are equal."""
    both = first = second = 0
    for i in range(len(a)):
        for j in range(i):
            x, y = (a[i] > a[j]) - (a[i] < a[j]), (b[i] > b[j]) - (b[i] < b[j])
            both += x * y
            first += abs(x)
            second += abs(y)
    return both / sqrt(first * second) if first and second else 0.0


def number_of(costs: Sequence[float], total: float, grain: float) -> float:
    """Return the number of a rating for other weights."""
    value = max(costs) + total * log(max(1.0, sum(costs)))
    return round(round(value / grain) * grain, 2) if grain else value


def correlation(results: Sequence[Rated], number: Callable[[Rated], float] = lambda r: r.number) -> tuple[float, float]:
    """Return Spearman's rho and Kendall's tau-b of numbers and levels."""
    levels, numbers = [r.board.level for r in results], [number(r) for r in results]
    return spearman(levels, numbers), kendall(levels, numbers)


def show(results: Sequence[Rated], markdown: bool) -> None:
    """Print the table of correlations."""
    lines: list[list[str]] = []
    halves: tuple[list[float], list[float]] = ([], [])
    for name in dict.fromkeys(r.board.game for r in results):
        own = [r for r in results if r.board.game == name]
        line = [name, str(len(ALL[name].levels))]
        for held_out, rhos in enumerate(halves):
            half = [r for r in own if r.board.held_out == bool(held_out)]
            if not half:
                line += ["0", "", ""]
                continue
            rho, tau = correlation(half)
            rhos.append(rho)
            line += [str(len(half)), f"{rho:.2f}", f"{tau:.2f}"]
        levels = [r.board.level for r in own]
        best = spearman(levels, [level + i / len(levels) for i, level in enumerate(levels)])
        seconds = [r.seconds for r in own]
        unfinished = sum(not r.finished for r in own)
        lines.append([*line, f"{best:.2f}", f"{mean(seconds):.2f}", f"{max(seconds):.2f}", str(unfinished)])
    head = [
        "game",
        "levels",
        "fitted",
        "rho",
        "tau-b",
        "held out",
        "rho",
        "tau-b",
        "best",
        "mean s",
        "max s",
        "unfinished",
    ]
    print(table(head, lines, markdown=markdown))
    medians = [f"{half} {median(rhos):.2f}" for half, rhos in zip(("fitted", "held out"), halves, strict=True) if rhos]
    print(f"median rho: {', '.join(medians)}")


def show_levels(results: Sequence[Rated], markdown: bool) -> None:
    """Print how many boards of each level of a generator have each level of pencilp."""
    lines = []
    for name in dict.fromkeys(r.board.game for r in results):
        for level, sign in enumerate(ALL[name].levels):
            some = [r for r in results if r.board.game == name and r.board.level == level]
            counts = Counter(r.level for r in some)
            numbers = sorted(r.number for r in some)
            lines.append([name, sign, *(str(counts[each] or "") for each in LEVELS), f"{median(numbers):.2f}"])
    print(table(["game", "level", *LEVELS, "median"], lines, markdown=markdown))


def show_fit(results: Sequence[Rated], markdown: bool) -> None:
    """Print the mean rho on the first half for other weights of the number."""
    half = [r for r in results if not r.board.held_out and r.costs]
    names = dict.fromkeys(r.board.game for r in half)
    lines = []
    for total in (0.0, 0.05, 0.1, 0.2, 0.4):
        for grain in (0.0, 0.1, 0.2, 0.5):

            def number(r: Rated, total: float = total, grain: float = grain) -> float:
                return number_of(r.costs, total, grain)

            rhos = [correlation([r for r in half if r.board.game == name], number)[0] for name in names]
            chosen = "now" if (total, grain) == (TOTAL, GRAIN) else ""
            lines.append([str(total), str(grain), f"{mean(rhos):.3f}", f"{median(rhos):.3f}", chosen])
    print(table(["TOTAL", "GRAIN", "mean rho", "median rho", ""], lines, markdown=markdown))


def all_of(function: Callable[[Job], Result], jobs: Sequence[Job], count: int) -> list[Result]:
    """Return the result of each job, ``count`` of them at once."""
    if count == 1:
        return [*map(function, jobs)]
    with ProcessPoolExecutor(count) as workers:
        return [*workers.map(function, jobs)]


def main(arguments: Sequence[str] | None = None) -> None:
    """See the module's text."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"default: {', '.join(GAMES)}")
    parser.add_argument("--boards", type=int, default=40, help="boards of each level, half of them held out (40)")
    parser.add_argument("--jobs", type=int, default=2, help="boards that are rated at once (2)")
    parser.add_argument("--time-limit", type=float, default=30.0, help="seconds for each board (30)")
    parser.add_argument("--others", action="store_true", help="compare other sizes and kinds of the games")
    parser.add_argument("--bank", type=Path, metavar="FILE", help="rate the Sudokus of a bank instead")
    parser.add_argument("--fit", action="store_true", help="also print the correlation for other weights")
    parser.add_argument("--levels", action="store_true", help="also print the levels of pencilp")
    parser.add_argument("--markdown", action="store_true", help="print tables for a document")
    parser.add_argument("-o", "--output", type=Path, help="write the number of each board (JSON lines)")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.games if name not in ALL]
    if unknown:
        parser.error(f"no game {unknown[0]}; there are {', '.join(ALL)}")
    if options.bank is not None:
        entries = read_bank(options.bank)
        show_bank(
            entries, all_of(number_in_bank, [(e, options.time_limit) for e in entries], options.jobs), options.markdown
        )
        return
    boards = [
        board
        for name in options.games or (OTHERS if options.others else GAMES)
        for board in boards_of(name, options.boards)
    ]
    if not boards:
        print("nothing to compare")
        return
    found = all_of(rated, [(board, options.time_limit) for board in boards], options.jobs)
    results = [r for r in found if r is not None]
    if len(results) < len(found):
        print(f"{len(found) - len(results)} boards were not solved in time", file=sys.stderr)
    if options.output is not None:
        rows = [json.dumps({**r.board._asdict(), "number": r.number, "level": r.level}) + "\n" for r in results]
        options.output.write_text("".join(rows), encoding="utf-8")
    show(results, options.markdown)
    if options.fit:
        show_fit(results, options.markdown)
    if options.levels:
        show_levels(results, options.markdown)


if __name__ == "__main__":
    main()
