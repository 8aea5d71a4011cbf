"""How people would solve: python bench/steps.py [GENRE...] [--corpus N] [--cells 100] [--limit 60] [--markdown] [-o FILE]

For each genre, over its example and up to N puzzles of the corpus: how many steps the ways have, how many rule instances
a reason (median / 95th percentile / largest), how many steps are chains and trials, how many ways have no trial, and
the processor seconds of a hint and of the way (median / 95th percentile / largest). A hint is asked for at the start,
after a third and after two thirds of the way. A way that takes more than ``--limit`` seconds ends there; the hints at
what is known by then still count. The last lines have the figures of all puzzles and the hardest steps.

``--read FILE...`` finds no way, but prints a shorter table of what ``-o`` wrote, for a page: steps and reasons, the longest of
the hints, the median of the ways. A genre that is in several files is taken from the first one.

``--small`` prints the largest sets of puzzles as small as those for which demystify's sets are published. Puzzles of 5 by
5 cells are made if the corpus has too few.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import measuring
from measuring import figures, joined, table

import pencilp
from pencilp import genres
from pencilp.analysis.steps.step import CHAIN, GIVEN, KINDS, RULE, TRIAL
from pencilp.analysis.steps.walk import Walk
from pencilp.board.puzzle import Puzzle
from pencilp.formats import dataset
from pencilp.formats.text import text as plain

ROOT = Path(__file__).parent.parent
HEAD = ["genre", "puzzles", "steps", "size", "chains", "trials", "no trial %", "hint s", "way s", "ended"]
SMALL = {
    "kakuro": (36, 4),
    "nonogram": (25, 4),
    "skyscrapers": (25, 3),
    "starbattle": (25, 3),
    "tents": (25, 3),
    "thermometers": (25, 2),
}
"""The genres with published sets of demystify: the number of cells (of Kakuro with those of clues), and the largest set."""
SIDE = 5
"""The cells of a row or column of a puzzle that is made."""
HARDEST = 20
HINT_SECONDS = 5
"""The limit of a hint, in processor seconds."""
LOOK_SECONDS = 0.02
"""Seconds between two looks at the time of the processor, since a look takes long on some systems."""
BUSY = 20
"""Seconds that may pass in a second of the processor; a way or a hint that takes more ends."""


class Taken(NamedTuple):
    """A step of a way: its kind, how many rule instances and links its reason has, its cost, and how long it took."""

    kind: str
    size: int
    links: int
    cost: float
    seconds: float
    text: str


class Measured(NamedTuple):
    """The way of one puzzle, its seconds and those of hints. ``ended``: the reason why it does not reach the answer."""

    genre: str
    id: str
    cells: int
    steps: list[Taken]
    seconds: float
    hints: list[float]
    ended: str

    @property
    def trials(self) -> int:
        """The number of trials; a way that ends early counts as one with a trial."""
        return sum(step.kind == TRIAL for step in self.steps) + bool(self.ended)


def main(arguments: Sequence[str] | None = None) -> None:
    """See the module's text."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("genres", nargs="*", help="default: all")
    parser.add_argument(
        "--corpus", type=int, default=0, metavar="N", help="up to N puzzles of the corpus per genre (0)"
    )
    parser.add_argument("--folder", type=Path, default=measuring.CORPUS, help="the folder of the corpus")
    parser.add_argument("--cells", type=int, default=100, help="only boards with at most this many cells (100)")
    parser.add_argument("--limit", type=float, default=60, help="processor seconds of a way (60)")
    parser.add_argument("--no-examples", action="store_true", help="the example only if the corpus has no such puzzle")
    parser.add_argument("--small", action="store_true", help="the table of demystify's puzzles")
    parser.add_argument("--read", nargs="+", type=Path, metavar="FILE", help="print the table of these files")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("-o", "--output", type=Path, help="the file for the steps of each puzzle, as JSON")
    options = parser.parse_args(arguments)
    if options.read:
        print(page(read(options.read)))
        return
    names = [genres.find(name).name for name in options.genres] or ([*SMALL] if options.small else genres.names())
    if options.small:
        print(small(names, options.folder, options.corpus or 20, options.limit, markdown=options.markdown))
        return
    folder = measuring.files(options.folder) if options.corpus else {}
    found: list[Measured] = []
    rows = []
    for name in names:
        puzzles = [*of_corpus(name, folder, options.corpus, options.cells)]
        if not (options.no_examples and puzzles):
            puzzles.insert(0, example(name))
        some = [measured(name, puzzle, options.limit) for puzzle in puzzles]
        if not some:
            continue
        found += some
        rows.append(row_of(name, some))
        measuring.say(" ".join(rows[-1]))
        if options.output:
            measuring.write_json(
                options.output, [{**m._asdict(), "steps": [s._asdict() for s in m.steps]} for m in found]
            )
    print(table(HEAD, [*rows, row_of("all", found)], markdown=options.markdown))
    print()
    print("\n".join(totals(found)))


def example(name: str) -> Puzzle:
    """Return the example of a genre; NAME.txt comes before NAME-*.txt."""
    path = min((ROOT / "examples").glob(f"{name}[.-]*txt"), key=lambda path: path.stem)
    (puzzle, *_) = plain.read(path.read_text(encoding="utf-8"))
    return puzzle


def of_corpus(name: str, folder: dict[str, Path], count: int, cells: int) -> Iterator[Puzzle]:
    """Yield up to ``count`` puzzles of the corpus that have at most this many cells, evenly by size."""
    if name not in folder or not count:
        return
    fitting = [entry for entry in measuring.entries(folder[name]) if entry.cells <= cells]
    for entry in measuring.sample(fitting, count, 0):
        yield dataset.read_dataset(entry.problem, entry.solution, genres.find(name), entry.id)


def measured(name: str, puzzle: Puzzle, limit: float) -> Measured:
    """Return the way of a puzzle, with its times."""
    stamps: list[float] = []
    begin = time.process_time()
    last = time.perf_counter()

    def stop() -> bool:
        nonlocal last
        if len(stamps) == len(walk.steps) and time.perf_counter() - last < LOOK_SECONDS:
            return False
        last, now = time.perf_counter(), time.process_time()
        if len(stamps) < len(walk.steps):
            stamps.append(now)
        return now - begin > limit

    walk = Walk(puzzle, pencilp.Answer(puzzle, {}), stop=stop)
    walk.run(BUSY * limit)
    end = time.process_time()
    stamps += [end] * (len(walk.steps) - len(stamps))
    way = walk.way()
    taken = [
        Taken(step.kind, step.size, len(step.links), step.cost, after - before, step.text)
        for step, before, after in zip(way.steps, [begin, *stamps], stamps, strict=False)
    ]
    boards = way.boards()
    hints = []
    for k in (0, len(way.steps) // 3, 2 * len(way.steps) // 3):
        start = time.process_time()
        late = BUSY * HINT_SECONDS  # a single question may take longer than the processor time between two looks
        pencilp.hint(
            puzzle, boards[k], time_limit=late, stop=lambda start=start: time.process_time() - start > HINT_SECONDS
        )
        hints.append(time.process_time() - start)
    ended = "" if way.finished else way.stopped
    return Measured(name, puzzle.name, len(puzzle.lattice.cells), taken, end - begin, hints, ended)


def row_of(name: str, some: Sequence[Measured]) -> list[str]:
    """Return the row of a genre."""
    steps = [step for m in some for step in m.steps]
    reasons = [step.size for step in steps if step.kind != GIVEN]
    kinds = {kind: sum(step.kind == kind for step in steps) for kind in KINDS}
    return [
        name, str(len(some)), str(len(steps)), spread(reasons), str(kinds[CHAIN]), str(kinds[TRIAL]),
        percent(not m.trials for m in some), spread(h for m in some for h in m.hints), spread(m.seconds for m in some),
        str(sum(bool(m.ended) for m in some) or ""),
    ]  # fmt: skip


def read(paths: Sequence[Path]) -> list[Measured]:
    """Return what earlier runs have measured; a genre comes from the first file that has it."""
    result: list[Measured] = []
    for path in paths:
        before = {m.genre for m in result}
        for entry in json.loads(path.read_text(encoding="utf-8")):
            if entry["genre"] not in before:
                result.append(Measured(**{**entry, "steps": [Taken(**step) for step in entry["steps"]]}))
    return sorted(result, key=lambda m: m.genre)


def page(found: Sequence[Measured]) -> str:
    """Return the table of a page, with a row for each genre, and the lines with the figures of all puzzles."""
    rows = []
    for name in dict.fromkeys(m.genre for m in found):
        some = [m for m in found if m.genre == name]
        steps = [step for m in some for step in m.steps]
        reasons = figures([step.size for step in steps if step.kind != GIVEN] or [0])
        sizes = " / ".join(f"{n:g}" for n in (reasons.median, reasons.p95, reasons.max))
        kinds = [str(sum(step.kind == kind for step in steps)) for kind in (CHAIN, TRIAL)]
        hint, way = max(h for m in some for h in m.hints), figures([m.seconds for m in some]).median
        ended = "yes" if any(m.ended for m in some) else ""
        rows.append([name, str(len(steps)), sizes, *kinds, f"{hint:.2f}", f"{way:.1f}", ended])
    head = ["genre", "steps", "size", "chains", "trials", "hint s", "way s", "ended"]
    return "\n".join([table(head, rows, markdown=True), "", *totals(found)])


def totals(found: Sequence[Measured]) -> list[str]:
    """Return the lines with the figures of all puzzles, and the hardest steps."""
    per_genre: dict[str, list[Measured]] = {}
    for m in found:
        per_genre.setdefault(m.genre, []).append(m)
    low = [name for name, some in per_genre.items() if sum(not m.trials for m in some) < 0.7 * len(some)]
    hints = figures([h for m in found for h in m.hints])
    ways = figures([m.seconds for m in found])
    all_steps = [(step, m) for m in found for step in m.steps]
    worst = sorted(all_steps, key=lambda pair: -pair[0].cost)[:HARDEST]
    return [
        f"Hints: {len(found)} puzzles, median {hints.median:.3f} s, 95th percentile {hints.p95:.3f} s.",
        f"Ways: median {ways.median:.2f} s; within 2 s {percent(m.seconds <= 2 for m in found)} %, "
        f"within 10 s {percent(m.seconds <= 10 and not m.ended for m in found)} %.",
        f"Without a trial: {percent(not m.trials for m in found)} %; genres below 70 %: {', '.join(low) or 'none'}.",
        "The hardest steps:",
        *(f"* {m.genre} {m.id}: {step.kind}, {step.size} rule instances, {step.seconds:.2f} s" for step, m in worst),
    ]


def small(names: Sequence[str], folder: Path, count: int, limit: float, *, markdown: bool) -> str:
    """Return the table of the largest sets in small puzzles next to demystify's."""
    files = measuring.files(folder)
    rows = []
    for name in names:
        cells, published = SMALL[name]
        puzzles = [p for p in [example(name)] if len(p.lattice.cells) <= cells]
        puzzles += of_corpus(name, files, count, cells)
        puzzles += made(name, count - len(puzzles))
        some = [measured(name, puzzle, limit) for puzzle in puzzles]
        steps = [step for m in some for step in m.steps if step.kind != GIVEN]
        # demystify has a step of its own for each excluded value, so these are no rules of a later set
        sets = [1 if step.kind == RULE else step.size for step in steps if not step.links]
        chains = [step.size for step in steps if step.links]
        with_excluded = [step.size for step in steps if not step.links]
        largest = (str(max(sizes, default=0)) for sizes in (sets, with_excluded, chains))
        rows.append([name, str(len(some)), str(sum(bool(m.ended) for m in some)), str(published), *largest])
    head = ["genre", "puzzles", "ended", "demystify", "largest set", "with exclusions", "largest chain"]
    return table(head, rows, markdown=markdown)


def made(name: str, count: int) -> Iterator[Puzzle]:
    """Yield ``count`` random puzzles of 5 by 5 cells with one answer, if there is a maker for the genre."""
    maker, seed = MAKERS.get(name), 0
    while maker is not None and count > 0:
        seed += 1
        (puzzle, *_) = plain.read(maker(random.Random(f"{name} {seed}")))
        if pencilp.solve(puzzle).status == "unique":
            count -= 1
            yield puzzle


def nonogram(rng: random.Random) -> str:
    """Return a random picture's nonogram as text."""
    rows = ["".join(rng.choice("xxx..") for _ in range(SIDE)) for _ in range(SIDE)]
    lines = {"top": ["".join(column) for column in zip(*rows, strict=True)], "left": rows}
    clues = [
        f"{side}\n" + "".join(f"  {' '.join(str(len(run)) for run in line.split('.') if run) or 0}\n" for line in some)
        for side, some in lines.items()
    ]
    return f"nonogram\nsize: {SIDE} {SIDE}\nclues:\n{''.join(clues)}"


def tents(rng: random.Random) -> str:
    """Return trees with their tents at random cells as text, without the tents."""
    cells = [(r, c) for r in range(SIDE) for c in range(SIDE)]
    placed: set[tuple[int, int]] = set()
    trees: set[tuple[int, int]] = set()
    for r, c in rng.sample(cells, len(cells)):
        near = [(r + a, c + b) for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        free = [cell for cell in near if cell in cells and cell not in trees | placed]
        touches = any(abs(r - a) < 2 and abs(c - b) < 2 for a, b in placed)
        if free and not touches and (r, c) not in trees:
            placed.add((r, c))
            trees.add(rng.choice(free))
    rows = [" ".join("T" if (r, c) in trees else "-" for c in range(SIDE)) for r in range(SIDE)]
    top, left = (" ".join(str(sum(cell[axis] == k for cell in placed)) for k in range(SIDE)) for axis in (1, 0))
    return "\n".join(["tents", "trees:", *rows, "counts:", f"top {top}", f"left {left}", ""])


def thermometers(rng: random.Random) -> str:
    """Return random thermometers as text, with the counts of a random filling."""
    left = {(r, c) for r in range(SIDE) for c in range(SIDE)}
    at: dict[tuple[int, int], str] = {}
    warm: set[tuple[int, int]] = set()
    for start in rng.sample(sorted(left), SIDE * SIDE):
        path: list[tuple[int, int]] = []
        ahead = [start] if start in left else []
        while ahead:
            path.append(rng.choice(ahead))
            left.discard(path[-1])
            r, c = path[-1]
            ahead = [cell for cell in ((r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)) if cell in left]
        at.update({cell: f"{len(at) + 1}.{k}" for k, cell in enumerate(path, 1)} if len(path) > 1 else {})
        warm.update(path[: rng.randint(0, len(path))] if len(path) > 1 else [])
    rows = [" ".join(at.get((r, c), "-") for c in range(SIDE)) for r in range(SIDE)]
    top, side = ("\n".join(f"  {sum(cell[axis] == k for cell in warm)}" for k in range(SIDE)) for axis in (1, 0))
    return "\n".join(["thermometers", "thermometers:", *rows, "counts:", "top", top, "left", side, ""])


def kakuro(rng: random.Random) -> str:
    """Return the sums of random numbers as text: 5 by 5 cells and the clues around them. Most numbers are low or high."""
    inside = range(1, SIDE + 1)
    walls = {(r, c) for r in inside for c in inside if rng.random() < 0.25}
    board: dict[tuple[int, int], int] = {}

    def run(r: int, c: int, down: int, right: int) -> list[tuple[int, int]]:
        found = []
        while r in inside and c in inside and (r, c) not in walls:
            found.append((r, c))
            r, c = r + down, c + right
        return found

    for r in inside:
        for c in inside:
            if (r, c) not in walls:
                used = {board[cell] for cell in (*run(r - 1, c, -1, 0), *run(r, c - 1, 0, -1))}
                board[r, c] = rng.choice([n for n in (1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 8, 9, 9, 9) if n not in used])
    rows = []
    for r in (0, *inside):
        row = []
        for c in (0, *inside):
            below, beyond = ([board[cell] for cell in run(r + a, c + b, a, b)] for a, b in ((1, 0), (0, 1)))
            row.append("-" if (r, c) in board else f"{sum(below) or ''}\\{sum(beyond) or ''}")
        rows.append(" ".join(row))
    return "\n".join(["kakuro", "sums:", *rows, ""])


MAKERS: dict[str, Callable[[random.Random], str]] = {
    "kakuro": kakuro, "nonogram": nonogram, "tents": tents, "thermometers": thermometers,
}  # fmt: skip
"""Makers of small puzzles, for genres without any in the corpus."""


def spread(values: Iterable[float]) -> str:
    """Return median / 95th percentile / maximum."""
    f = figures([*values])
    return joined((f.median, f.p95, f.max))


def percent(values: Iterable[bool]) -> str:
    """Return how many percent of some values are true."""
    some: list[Any] = [*values]
    return f"{100 * sum(some) / max(1, len(some)):.0f}"


if __name__ == "__main__":
    main()
