"""pencilp and a native solver on the same links, in turns: the ratios of means and of medians for each genre.

    python bench/native.py LINKS [LINKS ...] [--native PROGRAM] [--before TREE] [--genres NAME,...]

A file of links has a link in each line, after a genre and a tab if you like. ``--corpus`` adds a sample of the corpus, and
``--examples`` our own examples. The native solver is a program that is started as ``PROGRAM SECONDS PASSES``. For each line
``KIND<TAB>LINK`` it solves the puzzle, proves that the answer is unique, and prints a line: kind, link, milliseconds,
status (``ok``, ``limit`` or ``error``), milliseconds of the processor, result, memory, milliseconds of each pass. Without such
a program the script says so and measures ours alone. ``--before TREE`` measures an earlier state of pencilp too.

Each takes turns puzzle by puzzle on the same core, warm. The shortest of ``--passes`` runs counts. All times are processor
times, which other work on the machine changes little. A puzzle at the time limit counts with the limit.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import measuring
from compare import BEFORE, OURS, OURS_SOLVED, Contestant
from measuring import say, short, table

NATIVE = "native"
PROGRAM = measuring.CORPUS.parent / "native" / "bench_native"
"""The default program of the native solver."""
NATIVE_PASSES = 8
"""Enough for a mean if its clock counts ticks."""
EXAMPLES = measuring.HERE.parent / "examples"
ALIASES = {"slitherlink": "slither", "lightup": "akari", "hashikake": "hashi", "mashu": "masyu"}
"""Kinds of links that the native solver knows by another name."""


class Link(NamedTuple):
    """A puzzle: its genre of ours, and its link."""

    genre: str
    link: str


class Native:
    """The native solver in its process."""

    def __init__(self, program: Path, limit: float, passes: int) -> None:
        self._limit = limit
        self._process = subprocess.Popen(
            [program, str(limit), str(passes)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True,
        )  # fmt: skip

    def run(self, link: str) -> tuple[str, float | None]:
        """Return the status and the milliseconds of the shortest pass: the limit if it was reached, None for an error.

        If a pass seems to take no time, the clock counts ticks. The mean of all passes is right then.
        """
        result = self._ask(link)
        if result[3] == "error":
            return f"error: {result[5]}", None
        if result[3] == "limit":
            return "limit", 1000 * self._limit
        passes = [float(ms) for ms in result[7].split(",")]
        return result[5], min(passes) or statistics.mean(passes)

    def _ask(self, link: str) -> list[str]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        head, kind, rest = _parts(link)
        kind = ALIASES.get(kind, kind)
        self._process.stdin.write(f"{kind}\t{head}{kind}/{rest}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"the native solver ended at {link}")
        return line.rstrip("\n").split("\t")

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def _parts(link: str) -> tuple[str, str, str]:
    """Return what is before the kind of puzzle in a link, the kind, and the rest."""
    head, _, rest = link.partition("?")
    kind, _, rest = rest.partition("/")
    return f"{head}?", kind, rest


def main(arguments: Sequence[str] | None = None) -> None:
    """See the module's text."""
    options = _parser().parse_args(arguments)
    wanted = options.genres.split(",") if options.genres else []
    links: dict[str, list[str]] = {}
    for genre, link in dict.fromkeys(_links(options, wanted)):
        if not wanted or genre in wanted:
            links.setdefault(genre, []).append(link)
    if not links:
        raise SystemExit("there are no links: name a file of links, --corpus or --examples")
    measuring.one_core(options.cpu)
    ours = {OURS: Contestant(OURS, sys.executable, "cpu")}
    if options.before:
        ours[BEFORE] = Contestant(BEFORE, sys.executable, "cpu", options.before.resolve())
    native = Native(options.native, options.time_limit, NATIVE_PASSES) if options.native.exists() else None
    if native is None:
        say(f"no native solver at {options.native}: ours alone is measured")
    result: dict[str, list[dict[str, Any]]] = {}
    try:
        for i, (genre, of_genre) in enumerate(sorted(links.items()), 1):
            result[genre] = [_measured(genre, link, ours, native, options) for link in of_genre]
            measuring.write_json(options.output, {"machine": measuring.machine(), "genres": result})
            say(f"{i}/{len(links)} {'  '.join(_row(genre, result[genre]))}")
    finally:
        for contestant in (*ours.values(), *([native] if native else [])):
            contestant.close()
    print(report(result, markdown=options.markdown))


def _parser() -> argparse.ArgumentParser:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("links", nargs="*", type=Path, help="files of links")
    parser.add_argument("--genres", help="some of ours, separated by commas")
    parser.add_argument("--native", type=Path, default=PROGRAM, help="the program of the native solver")
    parser.add_argument("--before", type=Path, metavar="TREE", help="another checkout of pencilp to compare with")
    parser.add_argument("--corpus", type=Path, nargs="?", const=measuring.CORPUS, help="a sample of the corpus, too")
    parser.add_argument("--spread", type=int, default=10, help="puzzles of each genre, spread over all sizes (10)")
    parser.add_argument("--largest", type=int, default=2, help="of the largest puzzles in addition (2)")
    parser.add_argument("--examples", action="store_true", help="our examples, too")
    parser.add_argument("--passes", type=int, default=3, help="runs of each puzzle (3)")
    parser.add_argument("--enough", type=float, default=3.0, help="seconds after which a puzzle is not run again (3)")
    parser.add_argument("--time-limit", type=float, default=20.0, help="seconds a puzzle (20)")
    parser.add_argument("--cpu", type=int, help="the core to run on (default: the last one)")
    parser.add_argument("-o", "--output", type=Path, default=measuring.RESULTS / "native.json", help="the JSON file")
    parser.add_argument("--markdown", action="store_true", help="a table for a page")
    return parser


def _links(options: argparse.Namespace, wanted: Sequence[str]) -> Iterator[Link]:
    """Yield the links of all sources. Links that pencilp does not read are reported."""
    from pencilp import genres
    from pencilp.errors import InputError
    from pencilp.formats import dataset
    from pencilp.formats.links import read_link, write_link
    from pencilp.formats.text import text

    for path in options.links:
        for line in path.read_text(encoding="utf-8").splitlines():
            link = line.split("\t")[-1].strip()
            if link and (not wanted or _parts(link)[1] in wanted or line.split("\t")[0] in wanted):
                try:
                    yield Link(read_link(link).genre.name, link)
                except InputError as error:
                    say(f"{link}: {error}")
    puzzles = []
    if options.corpus:
        for genre, file in measuring.files(options.corpus).items():
            if not wanted or genre in wanted:
                for entry in measuring.sample(measuring.entries(file), options.spread, options.largest):
                    puzzles.append(
                        dataset.read_dataset(entry.problem, entry.solution, genres.find(genre), answered=False)
                    )
    if options.examples:
        for path in sorted(EXAMPLES.glob("*.txt")):
            if not wanted or path.stem in wanted:
                puzzles += text.read(path.read_text(encoding="utf-8"))
    for puzzle in puzzles:
        try:
            yield Link(puzzle.genre.name, write_link(puzzle))
        except InputError:
            continue  # not every puzzle can be a link


def _measured(
    genre: str, link: str, ours: dict[str, Contestant], native: Native | None, options: argparse.Namespace
) -> dict[str, Any]:
    """Return the record of a link: the status and the milliseconds of each contestant."""
    request = {
        "genre": genre, "problem": link, "solution": "", "limit": options.time_limit, "passes": options.passes,
        "enough": options.enough,
    }  # fmt: skip
    record: dict[str, Any] = {"link": link, "runs": {}}
    for name, contestant in ours.items():
        run = contestant.run(request)
        times = [p["total"] for p in run["passes"]]
        stages = min(run["passes"], key=lambda p: p["total"], default={})
        record["runs"][name] = {"status": run["status"], "ms": min(times, default=None), "stages": stages}
        if run["status"] not in OURS_SOLVED:
            say(f"{genre}: {name}: {run['status']} {run.get('error', '')} {link}")
    if native is not None:
        status, ms = native.run(link)
        record["runs"][NATIVE] = {"status": status, "ms": ms}
    return record


# -- the report -------------------------------------------------------------------------------------------------------


def _ratios(records: Sequence[dict[str, Any]], other: str) -> tuple[int, float, float] | None:
    """Return the number of puzzles that both have times for, and the ratios of our mean and median to theirs."""
    both = [
        (r["runs"][OURS]["ms"], r["runs"][other]["ms"])
        for r in records
        if other in r["runs"] and r["runs"][OURS]["ms"] and r["runs"][other]["ms"]
    ]
    if not both:
        return None
    mine, theirs = zip(*both, strict=True)
    return (
        len(both), statistics.mean(mine) / statistics.mean(theirs), statistics.median(mine) / statistics.median(theirs),
    )  # fmt: skip


def _row(genre: str, records: Sequence[dict[str, Any]]) -> list[str]:
    row = [genre, str(len(records))]
    for name in (OURS, BEFORE, NATIVE):
        times = [r["runs"][name]["ms"] for r in records if name in r["runs"] and r["runs"][name]["ms"]]
        figures = measuring.figures(times)
        row.append(measuring.joined((figures.median, figures.mean, figures.max)) if times else "–")
    parts = [r["runs"][OURS]["stages"] for r in records if r["runs"][OURS]["stages"]]
    whole = sum(p["total"] for p in parts) or 1
    row.append(" / ".join(f"{100 * sum(p[stage] for p in parts) / whole:.0f}%" for stage in ("read", "state", "solve")))
    for name in (BEFORE, NATIVE):
        found = _ratios(records, name)
        row += [short(found[1]), short(found[2])] if found else ["–", "–"]
    return row


def report(result: dict[str, list[dict[str, Any]]], *, markdown: bool) -> str:
    """Return the table, the largest ratio first, the geometric means, and the puzzles with different results."""
    worst = sorted(result, key=lambda genre: -((_ratios(result[genre], NATIVE) or (0, 0, 0))[1]))
    head = [
        "genre", "links", "ours: median / mean / max ms", "before", "native", "read / state / solve",
        "mean / before", "median", "mean / native", "median",
    ]  # fmt: skip
    lines = [table(head, [_row(genre, result[genre]) for genre in worst], markdown=markdown), ""]
    for name in (BEFORE, NATIVE):
        found = [ratios for genre in result if (ratios := _ratios(result[genre], name))]
        if found:
            means, medians = (measuring.geometric_mean([ratios[i] for ratios in found]) for i in (1, 2))
            lines.append(
                f"{name}: geometric mean of the ratios of means {means:.2f}, of medians {medians:.2f}, {len(found)} genres."
            )
    agreeing = {("unique", "unique"), ("multiple", "several"), ("none", "none")}
    for genre, records in result.items():
        for record in records:
            runs = record["runs"]
            pair = runs[OURS]["status"], runs.get(NATIVE, {}).get("status", "")
            if BEFORE in runs and runs[BEFORE]["status"] != pair[0]:
                lines.append(f"{genre}: {pair[0]}, before {runs[BEFORE]['status']}: {record['link']}")
            if pair[1] and pair not in agreeing:
                lines.append(f"{genre}: ours {pair[0]}, native {pair[1]}: {record['link']}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
