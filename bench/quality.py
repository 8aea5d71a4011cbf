"""Measures how good new puzzles are: clues compared with the corpus', levels asked for and got, and how much puzzles differ.

    python bench/quality.py density [--genres slitherlink,masyu] [--seeds 2] [--limit 10]
    python bench/quality.py levels --genres slitherlink,akari [--seeds 3] [--size 6x6]
    python bench/quality.py usual
    python bench/quality.py variety --genres skyscrapers,masyu [--seeds 100] [--size 5x5]
    python bench/quality.py spread --genres skyscrapers,masyu [--seeds 1000] [--size 4x4]

"density" takes, for each genre of the corpus, the size that occurs most among the boards of at most ``--cells`` cells, makes
puzzles of this size, and compares the clues for each cell and the share of ``?`` among them. "levels" rates puzzles that were
asked for with a level. "usual" prints the table of ``generation/usual_clues.py``. "variety" counts puzzles that are alike up
to turning and reflection. "spread" compares how often each answer occurs among new puzzles with the list of all answers of
the board without clues. Times are processor time.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from statistics import mean, median
from typing import Any

import measuring

from pencilp import api
from pencilp.analysis.left_out import clues_of
from pencilp.analysis.rate import rate
from pencilp.board.lattice import Lattice, square
from pencilp.board.layers import UNKNOWN
from pencilp.board.puzzle import Puzzle
from pencilp.board.symmetry import canonical, group
from pencilp.errors import InputError
from pencilp.formats.dataset import read_dataset, size_of
from pencilp.generation.generator import generate
from pencilp.generation.habits import habits_of, is_nothing, is_telling, values_of_layer
from pencilp.generation.wishes import LEVELS
from pencilp.genres import find, genre_of, names

MAX_ANSWERS = 3000
"""The greatest number of answers of a board for "spread"."""
USUAL_PUZZLES = 40
"""The number of puzzles of a genre from which its usual shares are computed."""


def made(name: str, board: Lattice, seed: int, limit: float, **wishes: Any) -> Puzzle | None:
    """Return a new puzzle of a genre, None if it takes longer than ``limit`` seconds of processor time or is refused."""
    start = time.process_time()
    puzzles = generate(name, board, seed=seed, stop=lambda: time.process_time() - start > limit, **wishes)
    try:
        return next(puzzles, None)
    except InputError as error:
        print(f"{name}: {error}", flush=True)
        return None


def density(puzzle: Puzzle) -> tuple[float, float]:
    """Return the number of clues for each cell, and the share of ``?`` among them."""
    clues = clues_of(puzzle, genre_of(puzzle).model(puzzle))
    unknown = sum(clue.value == UNKNOWN or (isinstance(clue.value, tuple) and UNKNOWN in clue.value) for clue in clues)
    return len(clues) / len(puzzle.lattice), unknown / max(1, len(clues))


def from_corpus(name: str, cells: int) -> list[Puzzle]:
    """Return the corpus puzzles of the size that occurs most among those with at most this number of cells."""
    entries = measuring.entries(measuring.files(measuring.CORPUS)[name])
    sizes = [(size_of(each.problem, each.solution), each) for each in entries if each.cells <= cells]
    if not sizes:
        return []
    ((usual, _),) = Counter(size for size, _ in sizes).most_common(1)
    puzzles = []
    for size, each in sizes:
        if size == usual:
            try:
                puzzles.append(read_dataset(each.problem, each.solution, find(name), answered=False))
            except InputError:
                continue
    return puzzles


def show_density(options: argparse.Namespace) -> None:
    """Print for each genre its clues compared with those of the corpus."""
    ratios: dict[str, float] = {}
    for name in options.chosen or sorted(measuring.files(measuring.CORPUS)):
        theirs = from_corpus(name, options.cells)
        boards = [puzzle.lattice for puzzle in theirs]
        if not boards:
            continue
        ours = [made(name, boards[0], seed, options.limit) for seed in range(options.seeds)]
        some = [density(puzzle) for puzzle in ours if puzzle is not None]
        size = f"{boards[0].rows}x{boards[0].cols}"
        if not some:
            print(f"{name} {size}: not made", flush=True)
            continue
        usual = [density(puzzle) for puzzle in theirs]
        setters, new = (mean(each for each, _ in them) for them in (usual, some))
        unknown = [mean(share for _, share in them) for them in (usual, some)]
        ratios[name] = new / setters if setters else 1.0
        print(
            f"{name} {size}: {setters:.2f} in {len(theirs)} of the corpus, {new:.2f} in {len(some)} new, "
            f"ratio {ratios[name]:.2f}, unknown {unknown[0]:.2f} and {unknown[1]:.2f}",
            flush=True,
        )
    near = sum(1 / 1.3 <= ratio <= 1.3 for ratio in ratios.values())
    print(f"{near} of {len(ratios)} within 1.3 times, {sum(ratio > 1.3 for ratio in ratios.values())} denser")


def show_usual(options: argparse.Namespace) -> None:
    """Print for each genre and layer of clues the usual share of places with a clue, and with one that says something."""
    for name, path in sorted(measuring.files(measuring.CORPUS).items()):
        genre = find(name)
        shares: dict[str, list[tuple[float, float]]] = {}
        for each in [each for each in measuring.entries(path) if each.cells <= options.cells][:USUAL_PUZZLES]:
            try:
                puzzle = read_dataset(each.problem, each.solution, genre, answered=False)
            except InputError:
                continue
            for key in habits_of(genre).clues:
                layer = genre.inputs[key]
                values = values_of_layer(layer, puzzle)
                given = [value for value in values if not is_nothing(layer, value)]
                telling = sum(is_telling(layer, value) for value in given)
                shares.setdefault(key, []).append((len(given) / len(values), telling / len(values)))
        means = {key: tuple(round(mean(side), 3) for side in zip(*pairs, strict=True)) for key, pairs in shares.items()}
        if means:
            print(f'    "{name}": {json.dumps(means).replace("[", "(").replace("]", ")")},', flush=True)


def show_levels(options: argparse.Namespace) -> None:
    """Print for each genre and level the levels of new puzzles."""
    right = every = 0
    for name in options.chosen or names():
        for level in LEVELS[: options.levels]:
            got = []
            for seed in range(options.seeds):
                puzzle = made(name, board_of(name, options.size), seed, options.limit, difficulty=level)
                got.append("none" if puzzle is None else rate(puzzle).level)
            right, every = right + got.count(level), every + len(got)
            print(f"{name} {level}: {', '.join(got)}", flush=True)
    print(f"{right} of {every} have the level that was asked for")


def show_variety(options: argparse.Namespace) -> None:
    """Print for each genre how many puzzles are alike."""
    for name in options.chosen or names():
        genre = find(name)
        puzzles = [made(name, board_of(name, options.size), seed, options.limit) for seed in range(options.seeds)]
        forms = Counter(
            canonical(each, group(each.lattice.shape, tuple(genre.symmetries)), genre.check_board)[0]
            for each in puzzles
            if each is not None
        )
        clues = [density(each)[0] for each in puzzles if each is not None]
        if forms:
            print(
                f"{name}: {len(forms)} different of {sum(forms.values())}, the most frequent {max(forms.values())} times; "
                f"clues for each cell {min(clues):.2f} to {max(clues):.2f}, median {median(clues):.2f}",
                flush=True,
            )


def show_spread(options: argparse.Namespace) -> None:
    """Print for each genre how often the most frequent answer occurs beside its share of all answers."""
    for name in options.chosen or names():
        genre, board = find(name), board_of(name, options.size)
        kept = {key: layer.empty(board) for key, layer in genre.inputs.items() if not (layer.optional or layer.usual)}
        outcome = api.solve(Puzzle(genre, board, kept), count=MAX_ANSWERS + 1)
        every = {str(answer.values) for answer in outcome.answers}
        if len(every) > MAX_ANSWERS:
            print(f"{name}: more than {MAX_ANSWERS} answers", flush=True)
            continue
        puzzles = [made(name, board, seed, options.limit) for seed in range(options.seeds)]
        counts = Counter(str(each.answer.values) for each in puzzles if each is not None and each.answer is not None)
        new = sum(counts.values())
        strange = counts.keys() - every
        most = max(counts.values(), default=0)
        print(
            f"{name}: {len(counts)} of {len(every)} answers in {new} puzzles ({len(strange)} not in the list); the most frequent "
            f"{most} times, {most * len(every) / max(1, new):.1f} times its share; the most frequent of {new} random draws "
            f"{expected_most(len(every), new)} times",
            flush=True,
        )


def expected_most(answers: int, draws: int) -> int:
    """Return how often the most frequent answer occurs if answers are drawn at random, all of them with the same chance."""
    return max(Counter(random.Random(1).choices(range(answers), k=draws)).values(), default=0)


def board_of(name: str, size: str) -> Lattice:
    """Return the board of a size, or the usual one if the genre is not played on it."""
    genre = find(name)
    board = square(*map(int, size.split("x")))
    try:
        genre.check_board(board)
    except InputError:
        return genre.usual_board()
    return board


def main() -> None:
    """Measure what the first argument says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("density", "levels", "spread", "usual", "variety"))
    parser.add_argument("--genres", default="", help="some of the genres, separated by commas (all)")
    parser.add_argument("--size", default="6x6", help="rows and columns (default 6x6)")
    parser.add_argument(
        "--cells", type=int, default=100, help="the greatest number of cells of boards for density (100)"
    )
    parser.add_argument("--seeds", type=int, default=2, help="puzzles for each genre, or genre and level (default 2)")
    parser.add_argument("--levels", type=int, default=3, help="the number of levels, from easy on (default 3)")
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for each puzzle (default 10)")
    options = parser.parse_args()
    options.chosen = options.genres.split(",") if options.genres else []
    {
        "density": show_density,
        "usual": show_usual,
        "levels": show_levels,
        "spread": show_spread,
        "variety": show_variety,
    }[options.what](options)


if __name__ == "__main__":
    main()
