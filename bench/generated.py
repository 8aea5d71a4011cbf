"""Holds generated puzzles against other programs: python bench/generated.py [--genres 60] [--solver cpsat]

One after another, the genres make a puzzle each, until there are enough (``--puzzles``). Another solver searches for two
answers of each: it has to find exactly one, the answer of the generator. puzz.link's own code opens the links and judges
the answers (needs node and ../shared/puzzlink, see bench/puzzlink.py). A line for each puzzle that differs, then the figures.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from random import Random

import puzzlink

from pencilp import api, genres
from pencilp.board.lattice import square
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.formats.links import write_link
from pencilp.formats.pzpr import write_pzpr
from pencilp.generation.generator import generate


def new_puzzle(name: str, side: int, seed: int, limit: float) -> Puzzle | None:
    """Return a new puzzle of a genre, on its usual board if it has none of this size."""
    genre = genres.load(name)
    try:
        return next(generate(genre, square(side, side), seed=seed, time_limit=limit), None)
    except InputError:
        return next(generate(genre, seed=seed, time_limit=limit), None)


def judged_by_solver(puzzle: Puzzle, solver: str, limit: float) -> str:
    """Return what another solver says about the answers of a puzzle: "right" if it finds exactly the one that is known."""
    outcome = api.solve(puzzle, solver, count=2, time_limit=limit)
    if outcome.status != "unique":
        return outcome.status
    assert puzzle.answer is not None
    return "right" if outcome.answers[0].values == puzzle.answer.values else "another answer"


def judged_by_puzzlink(site: puzzlink.PuzzLink, puzzle: Puzzle) -> str:
    """Return what puzz.link says about the link and the answer of a puzzle: "right", "opened", "no link" or its reason."""
    if not puzzle.genre.link:
        return "no link"
    try:
        link = write_link(puzzle)
    except InputError:
        return "no link"
    opened = site.open(link)
    if "error" in opened:
        return f"not opened: {opened['error']}"
    try:
        text = write_pzpr(puzzle, puzzle.answer)
    except InputError:
        return "opened"
    verdict = site.judge(link, text)
    return "right" if verdict.get("complete") else f"refused: {verdict.get('code') or verdict}"


def main() -> None:
    """Print what differs, and the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--genres", type=int, default=60, help="the number of genres, chosen at random (default 60)")
    parser.add_argument("--puzzles", type=int, default=200, help="the number of puzzles (default 200)")
    parser.add_argument("--side", type=int, default=6, help="rows and columns (default 6)")
    parser.add_argument("--solver", default="cpsat", help="the other solver (default cpsat)")
    parser.add_argument(
        "--limit", type=float, default=5.0, help="seconds to make a puzzle, and six times to solve it (5)"
    )
    parser.add_argument("--seed", type=int, default=0, help="another seed chooses other genres and puzzles (0)")
    parser.add_argument("--minutes", type=float, default=60.0, help="end after this time with fewer puzzles (60)")
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    every = Random(options.seed).sample([*genres.names()], len(genres.names()))
    chosen: list[str] = []
    solved: Counter[str] = Counter()
    opened: Counter[str] = Counter()
    number = 0
    with puzzlink.PuzzLink() as site:
        while sum(solved.values()) < options.puzzles and (number < len(every) or chosen):
            if time.monotonic() > end:
                break
            # first a puzzle of each genre, until enough genres have made one; then more of these
            first = number < len(every) and len(chosen) < options.genres
            name = every[number] if first else chosen[number % len(chosen)]
            number += 1
            puzzle = new_puzzle(name, options.side, options.seed + number, options.limit)
            if puzzle is None:
                continue
            if first:
                chosen.append(name)
            verdicts = judged_by_solver(puzzle, options.solver, 6 * options.limit), judged_by_puzzlink(site, puzzle)
            solved[verdicts[0]] += 1
            opened[verdicts[1].partition(":")[0]] += 1
            if verdicts[0] != "right" or verdicts[1] not in ("right", "opened", "no link"):
                print(
                    f"{name}: {options.solver}: {verdicts[0]}; puzz.link: {verdicts[1]}; {write_one(puzzle)}",
                    flush=True,
                )
    print(f"{sum(solved.values())} puzzles of {len(chosen)} genres")
    for judge, counts in ((options.solver, solved), ("puzz.link", opened)):
        print(f"{judge}: {', '.join(f'{count} {verdict}' for verdict, count in counts.most_common())}")


def write_one(puzzle: Puzzle) -> str:
    """Return the link of a puzzle, or its name."""
    try:
        return write_link(puzzle)
    except InputError:
        return puzzle.genre.name


if __name__ == "__main__":
    main()
