"""The time to state each genre: making the model and handing it to clasp, without any search.

    python bench/stating.py [--genres NAME,...] [--above 5] [--links FILE] [--markdown]

For every genre it takes the example, puzzles of the corpus that are near 10x10, the boards of ``boards.tsv``, which
``boards.py`` makes of genres with a small example only, and with ``--links`` those of a file (lines with a genre, a
tab and a link). Milliseconds of the processor, the quickest of several runs, on a board with 100 cells: what a board
takes is multiplied by 100 and divided by its cells. So what is kept for boards of a shape is there: the first two or
three of a shape take longer. A genre's figure is the median of its boards. If there are boards of 60 cells or more,
the smaller ones do not count. Only genres ``--above`` a limit are printed, the slowest first.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import measuring
from measuring import say, short, table

EXAMPLES = measuring.HERE.parent / "examples"
BOARDS = measuring.HERE / "boards.tsv"
CELLS = 100
LEAST, MOST = 60, 225
"""Boards with at least this number of cells give the time of a board of 100."""


def main(arguments: Sequence[str] | None = None) -> None:
    """See the module's text."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--genres", default="", help="a list of genres (all)")
    parser.add_argument("--corpus", type=Path, default=measuring.CORPUS)
    parser.add_argument("--boards", type=int, default=5, help="of the corpus for each genre (5)")
    parser.add_argument("--links", type=Path, help="a file of links, each behind its genre and a tab")
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--above", type=float, default=5.0, help="milliseconds (5)")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("-o", "--output", type=Path, default=measuring.RESULTS / "stating.json")
    parser.add_argument("--cpu", type=int)
    options = parser.parse_args(arguments)
    measuring.one_core(options.cpu)
    from pencilp import genres

    names = [genres.find(name).name for name in options.genres.split(",") if name] or genres.names()
    result = {name: measured(name, options) for name in names}
    measuring.write_json(options.output, {"machine": measuring.machine(), "genres": result})
    print(report(result, options.above, markdown=options.markdown))


def measured(name: str, options: argparse.Namespace) -> list[dict[str, Any]]:
    """The figures of a genre, one record a board."""
    from pencilp import genres, solvers

    records = []
    for source, puzzle in boards(name, options):
        genre = genres.genre_of(puzzle)
        solvers.prepare(genre.model(puzzle))  # imports and tables of the board are made here
        models, whole = [], []
        for _ in range(options.passes):
            gc.collect()
            gc.disable()  # when it runs is chance
            start = time.process_time()
            model = genre.model(puzzle)
            made = time.process_time()
            solvers.prepare(model)
            end = time.process_time()
            gc.enable()
            models.append(1000 * (made - start))
            whole.append(1000 * (end - start))
        lattice = puzzle.lattice
        record = {"source": source, "size": f"{lattice.rows}x{lattice.cols}", "cells": len(lattice.positions)}
        records.append({**record, "model": min(models), "state": min(whole)})
    say(f"{name}: {', '.join(short(r['state']) + ' ms at ' + r['size'] for r in records)}")
    return records


def boards(name: str, options: argparse.Namespace) -> Iterator[tuple[str, Any]]:
    """The boards that a genre is measured on, and where each comes from."""
    from pencilp import api, genres
    from pencilp.errors import InputError
    from pencilp.formats import dataset

    for path in sorted(EXAMPLES.glob(f"{name}.[tx][xl]*")):
        yield from ((path.name, puzzle) for puzzle in api.load_all(path) if genres.genre_of(puzzle).name == name)
    source = measuring.files(options.corpus).get(name) if options.corpus.is_dir() else None
    if source is not None:
        near = [entry for entry in measuring.entries(source) if LEAST <= entry.cells <= MOST]
        near.sort(key=lambda entry: (abs(entry.cells - CELLS), entry.id))
        for entry in near[: options.boards]:
            yield (
                entry.id,
                dataset.read_dataset(entry.problem, entry.solution, genre=genres.find(name), answered=False),
            )
    for file in [BOARDS, options.links] if options.links is not None else [BOARDS]:
        for line in file.read_text(encoding="utf-8").splitlines():
            genre, _, link = line.partition("\t")
            if genre == name:
                try:
                    yield link, api.load(link)
                except InputError as error:
                    say(f"{link}: {error}")


def scaled(records: Sequence[dict[str, Any]]) -> tuple[float, float, str]:
    """Return the milliseconds of the model and in total for a genre's boards, per 100 cells, and their sizes."""
    large = [r for r in records if r["cells"] >= LEAST] or records
    sizes = [r["size"] for r in sorted(large, key=lambda r: r["cells"])]
    model, whole = (statistics.median(CELLS * r[part] / r["cells"] for r in large) for part in ("model", "state"))
    return model, whole, sizes[0] if sizes[0] == sizes[-1] else f"{sizes[0]} to {sizes[-1]}"


def report(result: dict[str, list[dict[str, Any]]], above: float, *, markdown: bool) -> str:
    """The table of the genres above the limit, and how many are below it."""
    rows = sorted(((*scaled(records), name) for name, records in result.items() if records), key=lambda row: -row[1])
    over = [[name, short(whole), short(model), size] for model, whole, size, name in rows if whole > above]
    summary = f"{len(rows) - len(over)} of {len(rows)} genres take at most {short(above)} ms"
    if none := [name for name, records in result.items() if not records]:
        summary += f"; of {', '.join(none)} there is no board"
    return (
        table(["genre", "ms at 100 cells", "of these the model", "boards"], over, markdown=markdown) + "\n\n" + summary
    )


if __name__ == "__main__":
    main()
