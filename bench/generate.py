"""Measures how long new puzzles take, genre by genre, in processor time.

    python bench/generate.py [--size 6x6] [--seeds 1] [--limit 10] [--genres masyu,akari]

A genre with one fixed board has its usual board. "failed" is a puzzle that was not made within the limit;
the reasons are what came in the way (``Generator.why``).
"""

from __future__ import annotations

import argparse
import time
from statistics import median

from pencilp.board.lattice import square
from pencilp.errors import InputError
from pencilp.generation.generator import generate
from pencilp.genres import find, names


def main() -> None:
    """Print a line for each genre, and a summary."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="6x6", help="rows and columns, or usual (default 6x6)")
    parser.add_argument("--seeds", type=int, default=1, help="puzzles of each genre (default 1)")
    parser.add_argument(
        "--limit", type=float, default=10.0, help="seconds of processor time for each puzzle (default 10)"
    )
    parser.add_argument("--genres", default="", help="some of the genres, separated by commas (all)")
    options = parser.parse_args()
    made, failed, every = [], [], options.genres.split(",") if options.genres else names()
    for name in every:
        genre = find(name)
        board = genre.usual_board()
        if options.size != "usual" and genre.own_board() is None:
            smaller = square(*map(int, options.size.split("x")))
            try:
                genre.check_board(smaller)
                board = smaller
            except InputError as error:
                print(f"{name}: {error}; the usual board instead")
        seconds = []
        for seed in range(options.seeds):
            start = time.process_time()
            puzzles = generate(
                genre, board, seed=seed, stop=lambda start=start: time.process_time() - start > options.limit
            )
            if next(puzzles, None) is None:
                failed.append(name)
                print(f"{name}: failed ({puzzles.why})", flush=True)
            else:
                seconds.append(time.process_time() - start)
        made += seconds
        if seconds:
            print(f"{name}: {', '.join(f'{each:.2f}' for each in seconds)} s", flush=True)
    print(f"{len(made)} puzzles made, {len(failed)} failed in {len({*failed})} of {len(every)} genres")
    if made:
        print(f"seconds: median {median(made):.2f}, largest {max(made):.2f}")


if __name__ == "__main__":
    main()
