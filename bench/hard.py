"""The hard set (``hard.jsonl``): puzzles that once took over a second, and a command to make more of them.

    python bench/hard.py                                   seconds of the processor for each, and their total
    python bench/hard.py --before ../before                compared with an earlier state of pencilp, checked out there
    python bench/hard.py --make fillomino,araf --found 40  makes more, from the corpus, and adds them to the set
    python bench/hard.py --make all --before ../before     also those that are hard for the earlier state only
    python bench/hard.py --make haisu --grow 10            from nothing: boards of 10x10, for genres that the corpus lacks

A puzzle is made from one of the corpus: it is turned or mirrored at random, and its clues are taken away one after the other,
in random order, as long as no second answer is found in time. With ``--grow`` an empty board, with random rooms where the genre
has rooms, is given clues such as the genre's example has, at random, one after the other, as long as an answer is found, until
there is only one, or no second one is found; then clues are taken away. A puzzle that takes longer than ``--least`` seconds is
hard. Each line of the set is a puzzle as the corpus has them, or its ``text``, with ``seconds``: its time when it was found (at
most the limit, or the time of the earlier state if that was longer).
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import measuring
from compare import BEFORE, OURS, Contestant
from measuring import say

from pencilp import api, genres
from pencilp._util import resources
from pencilp.board.lattice import Lattice, square
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.formats import dataset
from pencilp.formats.text import text as plain
from pencilp.web import transform
from pencilp.web.drafts import Draft, record_of

HARD = measuring.HERE / "hard.jsonl"
UNKNOWN = ("?", "-")
"""The values of a clue without its number."""
WAYS = (("turn",), ("mirror",), ("turn", "mirror"), ("turn", "turn"), ("transpose",))
"""The ways to turn a board."""
MAX_CELLS = 700
"""Larger puzzles are not looked at: they are hard because they are large."""


def main(arguments: Sequence[str] | None = None) -> None:
    """See the module's text."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--set", type=Path, default=HARD, help="the file of the set (hard.jsonl here)")
    parser.add_argument("--genres", help="some of the set's genres, separated by commas (default: all)")
    parser.add_argument("--time-limit", type=float, default=20.0, help="seconds a puzzle (20)")
    parser.add_argument("--before", type=Path, metavar="TREE", help="another checkout of pencilp to compare with")
    parser.add_argument(
        "--clock", choices=("wall", "cpu"), default="cpu", help="wall: what is handed over to CP-SAT counts as well"
    )
    parser.add_argument("--cpu", type=int, help="the core to run on (default: the last one)")
    parser.add_argument(
        "--make", metavar="GENRES", help="make puzzles of these genres (all: of every one) and add them to the set"
    )
    parser.add_argument("--corpus", type=Path, default=measuring.CORPUS, help="the folder of NAME.jsonl")
    parser.add_argument("--found", type=int, default=10, help="with --make: number of puzzles of each genre (10)")
    parser.add_argument("--budget", type=float, default=120.0, help="with --make: seconds a genre (120)")
    parser.add_argument("--least", type=float, default=1.0, help="with --make: seconds from which a puzzle is hard (1)")
    parser.add_argument("--grow", type=int, metavar="N", help="with --make: from nothing, on boards of N by N")
    parser.add_argument("--of", help="with --make: only from the puzzles with these ids, separated by commas")
    parser.add_argument("--seed", type=int, default=0, help="with --make: another number makes other puzzles (0)")
    options = parser.parse_args(arguments)
    if options.make:
        _make(options)
    else:
        _measure(options)


# -- measuring --------------------------------------------------------------------------------------------------------


def _measure(options: argparse.Namespace) -> None:
    wanted = set(options.genres.split(",")) if options.genres else None
    records = [json.loads(line) for line in options.set.read_text(encoding="utf-8").splitlines()]
    records = [r for r in records if wanted is None or r["genre"] in wanted]
    measuring.one_core(options.cpu)
    contestants = [Contestant(OURS, sys.executable, options.clock)]
    if options.before:
        contestants.append(Contestant(BEFORE, sys.executable, options.clock, options.before.resolve()))
    names = [c.name for c in contestants]
    totals: dict[str, dict[str, float]] = {}
    undecided: dict[str, list[str]] = {name: [] for name in names}
    wrong: list[str] = []
    for record in records:
        row = []
        for c in contestants:
            found = c.run(_request(record, options.time_limit))
            seconds = found["passes"][0]["total"] / 1000 if found["passes"] else options.time_limit
            totals.setdefault(record["genre"], dict.fromkeys(names, 0.0))[c.name] += seconds
            if found["status"] == "unknown":
                undecided[c.name].append(f"{record['genre']} {record['id']}")
            elif found["status"] == "none" or (found["status"], found["equal"]) == ("unique", False):
                wrong.append(f"{record['genre']} {record['id']} ({c.name}: {found['status']})")
            row.append(f"{seconds:8.2f} {found['status']:8}")
        print(f"{record['genre']:12} {record['id']:22} {record['seconds']:6.1f} {' '.join(row)}", flush=True)
    for contestant in contestants:
        contestant.close()
    totals["all"] = {name: sum(t[name] for t in totals.values()) for name in names}
    print(
        measuring.table(
            ["genre", *names], [[g, *(f"{t[n]:.1f}" for n in names)] for g, t in totals.items()], markdown=False
        )
    )
    for name in names:
        print(
            f"{name}: {len(undecided[name])} undecided at {options.time_limit:g} s: {', '.join(undecided[name]) or 'none'}"
        )
    if wrong:
        print(f"Not the recorded answer: {', '.join(wrong)}")


# -- making -----------------------------------------------------------------------------------------------------------


def _make(options: argparse.Namespace) -> None:
    sources = set(genres.names()) if options.grow else set(measuring.files(options.corpus))
    names = sorted(sources) if options.make == "all" else options.make.split(",")
    for name in names:
        if name not in sources:
            raise SystemExit(f"no file of the corpus for {name}; there are {', '.join(sorted(sources))}")
    time.perf_counter = time.process_time  # others work on the machine too: only the processor's time counts
    before = Contestant(BEFORE, sys.executable, "cpu", options.before.resolve()) if options.before else None
    judge = Judge(options.least, options.time_limit, before)
    lines = options.set.read_text(encoding="utf-8").splitlines() if options.set.exists() else []
    records = [json.loads(line) for line in lines]
    known = {record["id"] for record in records} | {_told(record) for record in records}
    for name in names:
        rng = random.Random(f"{name} {options.seed}")
        end = time.process_time() + options.budget
        found = 0
        for puzzle in (_grown if options.grow else _changed)(name, rng, judge, end, options):
            if found >= options.found or time.process_time() > end:
                break
            hard = harder(puzzle, rng, judge, end)
            if hard is None:
                continue
            made, seconds = hard
            record = _record(made)
            record["id"] = f"{name}-{puzzle.name}-{options.seed}"
            if record["id"] in known or _told(record) in known:
                continue
            known.add(_told(record))
            with options.set.open("a", encoding="utf-8") as file:
                file.write(json.dumps({**record, "seconds": round(seconds, 1)}, ensure_ascii=False) + "\n")
            found += 1
            say(f"{name} {made.lattice.rows}x{made.lattice.cols} from {puzzle.name}: {seconds:.1f} s")


def _record(puzzle: Puzzle) -> dict[str, str]:
    """A line of the set."""
    for answer in (puzzle.answer, None):
        try:
            return dataset.write_dataset(puzzle, answer)
        except InputError:
            continue  # the recorded answer leaves some places open, or the corpus has no texts for this
    return {"genre": puzzle.genre.name, "id": "", "text": plain.write(puzzle)}


def _told(record: Mapping[str, Any]) -> str:
    """The puzzle of a line of the set, as a text."""
    return str(record.get("problem") or record["text"])


def _request(record: Mapping[str, Any], limit: float) -> dict[str, Any]:
    """Return the request to a contestant for a line of the set."""
    asked = {"genre": record["genre"], "problem": _told(record), "solution": record.get("solution") or ""}
    return {**asked, "limit": limit, "passes": 1, "enough": 0.0}


def _changed(name: str, rng: random.Random, judge: Judge, end: float, options: argparse.Namespace) -> Iterator[Puzzle]:
    """The puzzles of the corpus in random order, each turned or mirrored."""
    ids = set(options.of.split(",")) if options.of else None
    entries = measuring.entries(measuring.files(options.corpus)[name])
    chosen = [e for e in entries if e.cells <= MAX_CELLS and (ids is None or e.id in ids)]
    rng.shuffle(chosen)
    for entry in chosen:
        try:
            puzzle = dataset.read_dataset(entry.problem, entry.solution, genres.find(name), entry.id)
            yield turned(puzzle, rng)
        except InputError:
            continue  # one without a right answer


def _grown(name: str, rng: random.Random, judge: Judge, end: float, options: argparse.Namespace) -> Iterator[Puzzle]:
    """Yield boards with random clues. Each clue is kept if there is an answer with it, until the answer is unique. If
    a board without clues is no puzzle, it begins with the example's clues at random places.
    """
    board = square(options.grow, options.grow)
    example = api.load(f"{resources.folder('examples')}/{name}.txt")
    layers = {key: layer for key, layer in example.genre.inputs.items() if layer.on == "cells"}
    nothing = {key: layer.value.nothing for key, layer in layers.items()}
    clues = {key: [v for v in example.values[key].listed if v != nothing[key]] for key in layers}
    free = [key for key in layers if clues[key] and not layers[key].value.missing]
    for number in range(1000):
        given = {key: [nothing[key]] * len(board) if key in free else _rooms(board, rng) for key in layers}
        if looked(name, board, given, judge.least) is None:
            for key in free:
                for place, clue in zip(rng.sample(board.cells, len(clues[key])), clues[key], strict=True):
                    given[key][place] = clue
        places = [(key, place) for key in free for place in board.cells]
        rng.shuffle(places)
        for key, place in places:
            if time.process_time() > end:
                return
            tried = {**given, key: [*given[key]]}
            tried[key][place] = rng.choice(clues[key])
            found = looked(name, board, tried, judge.least)
            if found is None or not found.answers:
                continue
            given = tried
            if found.status in ("unique", "unknown"):
                values = api.puzzle(name, board, **given).values
                yield Puzzle(example.genre, board, values, name=f"{board.rows}x{board.cols}.{number}")
                break


def looked(name: str, board: Lattice, values: dict[str, list[Any]], seconds: float) -> api.Outcome | None:
    """Return the result of a short search; None if the values make no puzzle."""
    try:
        return api.solve(api.puzzle(name, board, **values), time_limit=seconds)
    except InputError:
        return None


def _rooms(board: Lattice, rng: random.Random) -> list[Any]:
    """Random rooms, about six cells each."""
    rooms: list[Any] = [None] * len(board)
    for room, cell in enumerate(rng.sample(board.cells, -(-len(board) // 6))):
        rooms[cell] = room
    while None in rooms:
        cell = rng.choice(board.cells)
        rooms[cell] = rooms[rng.choice(board.near[cell])] if rooms[cell] is None else rooms[cell]
    return rooms


def turned(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """The puzzle with its answer, turned and mirrored at random."""
    board = record_of(puzzle, puzzle.answer)
    for done in rng.choice(WAYS):
        board = transform.changed({"board": board, "cells": MAX_CELLS, "done": done})["board"]
    draft = Draft(board)
    result = draft.puzzle()
    return Puzzle(result.genre, result.lattice, result.values, name=puzzle.name, answer=draft.answer(result).values)


class Judge:
    """Finds out which puzzles are hard for this pencilp, or for an earlier state of it."""

    def __init__(self, least: float, limit: float, before: Contestant | None) -> None:
        self.least, self.limit, self.before = least, limit, before

    def __call__(self, puzzle: Puzzle) -> tuple[str, float]:
        """The status here, and seconds: here, or those of the earlier state where these are more and here they are few."""
        start = time.process_time()
        status = api.solve(puzzle, time_limit=self.limit).status
        seconds = time.process_time() - start
        if status == "unique" and seconds < self.least and self.before is not None:
            found = self.before.run(_request(_record(puzzle), self.limit))
            if found["status"] == "unknown":
                return status, self.limit
            if found["passes"]:
                seconds = max(seconds, found["passes"][0]["total"] / 1000)
        return status, seconds


def harder(puzzle: Puzzle, rng: random.Random, judge: Judge, end: float) -> tuple[Puzzle, float] | None:
    """Return the puzzle with fewer clues, as soon as it is hard, and its seconds; None if it never is."""
    places = list(clues(puzzle))
    rng.shuffle(places)
    for place in (None, *places):
        if time.process_time() > end:
            return None
        for less in (puzzle,) if place is None else without(puzzle, *place):
            try:
                if less.answer is not None and api.check(less, less.answer):
                    continue  # without this clue the answer may be no answer, and there may be none
                status, seconds = judge(less)
            except InputError:
                continue  # this clue cannot be missing
            if status in ("unique", "unknown"):
                puzzle = less
                if seconds >= judge.least:
                    return puzzle, seconds
                break
    return None


def clues(puzzle: Puzzle) -> Iterator[tuple[str, int]]:
    """The layer and the place of every clue that could be missing."""
    for key, layer in puzzle.genre.inputs.items():
        values = getattr(puzzle.values[key], "listed", None)
        if layer.on in ("cells", "corners") and not layer.value.missing and values is not None:
            yield from ((key, place) for place, value in enumerate(values) if value != layer.value.nothing)


def without(puzzle: Puzzle, key: str, place: int) -> Iterator[Puzzle]:
    """Return the puzzle without a clue, or with one without its number."""
    layer = puzzle.genre.inputs[key]
    for token in ("", *UNKNOWN):
        values: list[Any] = list(puzzle.values[key].listed)
        try:
            values[place] = layer.parse(token) if token else layer.value.nothing
            if values[place] == puzzle.values[key].listed[place]:
                return
            yield Puzzle(
                puzzle.genre,
                puzzle.lattice,
                {**puzzle.values, key: values},
                name=puzzle.name,
                answer=puzzle.answer and puzzle.answer.values,
            )
        except (InputError, ValueError):
            continue  # it must be there, or there is no such token


if __name__ == "__main__":
    main()
