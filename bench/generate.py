"""Measures how long new puzzles take, genre by genre, in processor time.

    python bench/generate.py [--size 6x6] [--seeds 1] [--limit 10] [--genres masyu,akari | --sample 60]

A genre whose usual board is smaller, or that has no puzzle of this size, has
its usual board. "failed" is a puzzle that was not made within the limit;
the reasons are what came in the way (``Generator.why``).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from random import Random
from statistics import median

from pencilp.board.lattice import Lattice, square
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.generation.generator import generate
from pencilp.genres import Genre, find, names


def stop(start: float, limit: float) -> Callable[[], bool]:
    """Return a function that says whether the processor time since ``start`` is over the limit."""
    return lambda: time.process_time() - start > limit


def made_on(genre: type[Genre], board: Lattice, seed: int, over: Callable[[], bool]) -> tuple[Puzzle | None, str, bool]:
    """Return a puzzle, or None and the reason, and whether the board was refused."""
    puzzles = generate(genre, board, seed=seed, stop=over)
    try:
        return next(puzzles, None), puzzles.why, False
    except InputError as error:
        return None, str(error), True


def main() -> None:
    """Print a line for each genre, and a summary."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="6x6", help="rows and columns, or usual (default 6x6)")
    parser.add_argument("--seeds", type=int, default=1, help="puzzles of each genre (default 1)")
    parser.add_argument(
        "--limit", type=float, default=10.0, help="seconds of processor time for each puzzle (default 10)"
    )
    parser.add_argument("--genres", default="", help="some of the genres, separated by commas (all)")
    parser.add_argument(
        "--sample", type=int, default=0, help="the number of genres, chosen at random, always the same (all)"
    )
    options = parser.parse_args()
    made, failed, every = [], [], options.genres.split(",") if options.genres else [*names()]
    if options.sample:
        every = Random(0).sample(every, min(options.sample, len(every)))
    for name in every:
        genre = find(name)
        board = genre.usual_board()
        if options.size != "usual" and genre.own_board() is None:
            rows, cols = map(int, options.size.split("x"))
            smaller = square(min(rows, board.rows), min(cols, board.cols))
            try:
                genre.check_board(smaller)
                board = smaller
            except InputError as error:
                print(f"{name}: {error}; the usual board instead")
        seconds = []
        for seed in range(options.seeds):
            start = time.process_time()
            puzzle, why, refused = made_on(genre, board, seed, stop(start, options.limit))
            if refused and board != genre.usual_board():
                print(f"{name}: {why}; the usual board instead")
                board = genre.usual_board()
                start = time.process_time()
                puzzle, why, refused = made_on(genre, board, seed, stop(start, options.limit))
            if puzzle is None:
                failed.append(name)
                print(f"{name}: failed ({why})", flush=True)
            else:
                seconds.append(time.process_time() - start)
        made += seconds
        if seconds:
            print(f"{name}: {', '.join(f'{each:.2f}' for each in seconds)} s", flush=True)
    print(f"{len(made)} puzzles made, {len(failed)} failed in {len({*failed})} of {len(every)} genres")
    if made:
        slow = sorted(made)[int(0.95 * len(made))]
        print(f"seconds: median {median(made):.2f}, 95 % {slow:.2f}, largest {max(made):.2f}")


if __name__ == "__main__":
    main()
