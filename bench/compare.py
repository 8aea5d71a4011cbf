"""The genres on the corpus: milliseconds to read, state, solve and prove, and other solvers side by side.

    python bench/compare.py                                   a sample of every genre
    python bench/compare.py --all                             every puzzle
    python bench/compare.py --genres norinori,lits --peers-python PEERS/bin/python
    python bench/compare.py --clock cpu --before ../before      compared with an earlier state of pencilp, checked out there
    python bench/compare.py --report bench/results/compare.json --markdown

Every contestant runs in one process of its own, warm, all of them on the same core; puzzle by puzzle it is ours' turn,
then theirs. A puzzle is run several times and the quickest time (``--take median``: the middle one) counts. ``--clock cpu``
counts processor time, for a machine on which others work too. Results are written after every genre, so that a run that
was stopped goes on with ``--resume``. See docs/performance.md.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import measuring
from measuring import Entry, Figures, figures, joined, say, short, table

OURS = "pencilp"
BEFORE = "before"
PEERS = ("puzzlekit", "multi-puzzle-solver")
STAGES = ("read", "state", "solve", "first", "prove", "total")
GRACE_SECONDS = 15.0
"""Seconds after its time limit at which a contestant is ended."""
MAX_CLOCK_FACTOR = 6
"""The factor by which passing time may exceed processor time, if the latter is measured."""
GOALS = {"mean": 0.2, "median": 0.5}
"""Goals for the geometric means of ours over native."""
TINY_FACTOR = 2.0
"""The factor by which our mean may exceed that of the quickest peer, for puzzles that are only stated."""
SLOW = (10.0, 60.0)
"""Seconds: puzzles above these are named."""
OURS_SOLVED = ("unique", "multiple", "none")


class Contestant:
    """A contestant in its process, which is started again after it had to be ended."""

    def __init__(self, name: str, python: str, clock: str = "wall", tree: Path = measuring.HERE.parent) -> None:
        self.name, self._python, self._clock, self._tree = name, python, clock, tree
        self._start()

    def _start(self) -> None:
        who = OURS if self.name == BEFORE else self.name
        command = [self._python, str(self._tree / "bench" / "worker.py"), who, self._clock]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=measuring.environment() | {"PYTHONPATH": str(self._tree / "src")},
        )  # fmt: skip
        assert self._process.stdout is not None
        hello = self._process.stdout.readline()
        if not hello:
            raise SystemExit(f"{self.name} does not start: try {' '.join(command)}")
        facts = json.loads(hello)
        self.version, self.genres, self.proves = facts["version"], set(facts["genres"]), facts["proves"]

    def run(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request; see worker.py. One that takes too long, or dies, has failed."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        allowed = (request["limit"] + request["enough"] + GRACE_SECONDS) * (
            1 if self._clock == "wall" else MAX_CLOCK_FACTOR
        )
        timer = threading.Timer(allowed, process.kill)
        timer.start()
        try:
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            late = not timer.is_alive()
            timer.cancel()
        if line:
            return dict(json.loads(line))
        self.close()
        self._start()
        if late:
            return {"status": "unknown", "equal": None, "passes": [], "error": f"ended after {allowed:.0f} s"}
        return {"status": "failed", "equal": None, "passes": [], "error": "its process died"}

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    continue


def main(arguments: Sequence[str] | None = None) -> None:
    """See the module's text."""
    options = _parser().parse_args(arguments)
    if options.report:
        result = json.loads(options.report.read_text(encoding="utf-8"))
    else:
        result = run(options)
    print(report(result, take=options.take, markdown=options.markdown))


def _parser() -> argparse.ArgumentParser:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--corpus", type=Path, default=measuring.CORPUS, help="the folder of NAME.jsonl")
    parser.add_argument("--genres", help="some of ours, separated by commas (default: all with a file in the corpus)")
    parser.add_argument("--all", action="store_true", help="every puzzle, not a sample")
    parser.add_argument("--spread", type=int, default=30, help="puzzles of a sample spread over all sizes (30)")
    parser.add_argument("--largest", type=int, default=5, help="of the largest puzzles in a sample (5)")
    parser.add_argument("--passes", type=int, default=5, help="runs of each puzzle (5)")
    parser.add_argument("--enough", type=float, default=1.0, help="seconds after which a puzzle is not run again (1)")
    parser.add_argument("--time-limit", type=float, default=60.0, help="seconds a puzzle (60)")
    parser.add_argument("--clock", choices=("wall", "cpu"), default="wall", help="cpu: time of the processor")
    parser.add_argument("--take", choices=("min", "median"), default="min", help="the run that counts")
    parser.add_argument("--before", type=Path, metavar="TREE", help="another checkout of pencilp to compare with")
    parser.add_argument(
        "--peers-python", help="the Python of an environment with bench/requirements.txt; none: only us"
    )
    parser.add_argument("--peers", default=",".join(PEERS), help="which of them, separated by commas")
    parser.add_argument("--peers-budget", type=float, default=300.0, help="seconds a genre for each of them (300)")
    parser.add_argument("--cpu", type=int, help="the core to run on (default: the last one)")
    parser.add_argument("-o", "--output", type=Path, default=measuring.RESULTS / "compare.json", help="the JSON file")
    parser.add_argument("--resume", action="store_true", help="keep the genres that the JSON file has already")
    parser.add_argument("--report", type=Path, metavar="JSON", help="run nothing, print the tables of an earlier run")
    parser.add_argument("--markdown", action="store_true", help="tables for a page")
    return parser


# -- running ----------------------------------------------------------------------------------------------------------


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Run everything; the result is what the JSON file holds."""
    sources = measuring.files(options.corpus)
    wanted = options.genres.split(",") if options.genres else sorted(sources)
    if unknown := [name for name in wanted if name not in sources]:
        raise SystemExit(f"no file of the corpus for {', '.join(unknown)}; there are {', '.join(sorted(sources))}")
    measuring.one_core(options.cpu)
    result = _earlier(options) if options.resume else None
    contestants = [Contestant(OURS, sys.executable, options.clock)]
    if options.before:
        contestants.append(Contestant(BEFORE, sys.executable, options.clock, options.before.resolve()))
    if options.peers_python:
        contestants += [Contestant(name, options.peers_python, options.clock) for name in options.peers.split(",")]
    try:
        result = result or {
            "machine": measuring.machine(),
            "settings": {
                "clock": options.clock, "passes": options.passes, "enough": options.enough, "time_limit": options.time_limit,
                "sample": None if options.all else [options.spread, options.largest],
                "peers_budget": options.peers_budget,
            },
            "versions": {c.name: c.version for c in contestants} | measuring.versions(["clingo"]),
            "proves": {c.name: c.proves for c in contestants},
            "genres": {},
        }  # fmt: skip
        for i, name in enumerate(wanted, 1):
            if name in result["genres"]:
                continue
            whole = measuring.entries(sources[name])
            chosen = whole if options.all else measuring.sample(whole, options.spread, options.largest)
            records = run_genre(name, chosen, contestants, options)
            result["genres"][name] = {"of": len(whole), "puzzles": records}
            measuring.write_json(options.output, result)
            say(f"{i}/{len(wanted)} {_line(name, records, options.take)}")
    finally:
        for contestant in contestants:
            contestant.close()
    return result


def _earlier(options: argparse.Namespace) -> dict[str, Any] | None:
    if not options.output.exists():
        return None
    return dict(json.loads(options.output.read_text(encoding="utf-8")))


def run_genre(
    name: str, chosen: Sequence[Entry], contestants: Sequence[Contestant], options: argparse.Namespace
) -> list[dict[str, Any]]:
    """Run the puzzles of a genre, each by every contestant in turn."""
    records: list[dict[str, Any]] = []
    budget = {c.name: math.inf if c.name in (OURS, BEFORE) else options.peers_budget for c in contestants}
    for contestant in contestants:  # imports and the like are over before the first puzzle counts
        if name in contestant.genres:
            contestant.run(_request(name, chosen[0], options) | {"passes": 1})
    for entry in chosen:
        runs: dict[str, Any] = {}
        for contestant in contestants:
            if name not in contestant.genres:
                continue
            if budget[contestant.name] <= 0:
                runs[contestant.name] = {"status": "skipped", "equal": None, "passes": []}
                continue
            answer = contestant.run(_request(name, entry, options))
            spent = sum(p["total"] for p in answer["passes"]) / 1000
            budget[contestant.name] -= spent or (options.time_limit if answer["status"] == "unknown" else 0)
            runs[contestant.name] = answer
        records.append({"id": entry.id, "cells": entry.cells, "weight": round(entry.weight, 4), "runs": runs})
    return records


def _request(name: str, entry: Entry, options: argparse.Namespace) -> dict[str, Any]:
    return {
        "genre": name, "problem": entry.problem, "solution": entry.solution, "limit": options.time_limit,
        "passes": options.passes, "enough": options.enough,
    }  # fmt: skip


def _line(name: str, records: list[dict[str, Any]], take: str) -> str:
    """A genre in a line, to see how the run goes on."""
    parts = [f"{name}: {len(records)} puzzles"]
    for contestant in dict.fromkeys(c for r in records for c in r["runs"]):
        found = [r for r in records if contestant in r["runs"]]
        parts.append(f"{contestant} {joined(totals(found, contestant, take))}")
    return ", ".join(parts)


# -- what the figures mean --------------------------------------------------------------------------------------------


def solved(run: dict[str, Any]) -> bool:
    """Whether a contestant did what it was asked for: an answer, for ours with the proof, and not a wrong one."""
    return run["status"] in (*OURS_SOLVED, "answer") and run["equal"] is not False


def taken(run: dict[str, Any], stage: str, take: str) -> float | None:
    """The milliseconds of a stage in the run that counts; None when there is none."""
    passes = sorted((p for p in run["passes"] if stage in p), key=lambda p: p["total"])
    if not passes:
        return None
    return float(passes[0 if take == "min" else len(passes) // 2][stage])


def times(records: Sequence[dict[str, Any]], contestant: str, stage: str, take: str) -> Figures:
    """Weighted figures of a stage, over the puzzles that the contestant has times for."""
    found = [(taken(r["runs"][contestant], stage, take), r["weight"]) for r in records if contestant in r["runs"]]
    known = [(t, w) for t, w in found if t is not None]
    return figures([t for t, _ in known], [w for _, w in known])


def totals(records: Sequence[dict[str, Any]], contestant: str, take: str) -> Figures:
    """Figures of the whole time. Puzzles that were not solved within the limit count with the time they took."""
    return times(records, contestant, "total", take)


# -- the report -------------------------------------------------------------------------------------------------------


def report(result: dict[str, Any], *, take: str, markdown: bool) -> str:
    """All tables, as text."""
    genres = result["genres"]
    parts = [
        ("Settings", _settings(result)),
        ("Ours, milliseconds: median / mean / p95 / max", our_table(genres, take, markdown)),
        ("Shares of the mean time by stage, and the slowest puzzle", share_table(genres, take, markdown)),
        ("Compared with figures measured elsewhere", goal_table(genres, take, markdown)),
    ]
    if any(len(r["runs"]) > 1 for g in genres.values() for r in g["puzzles"]):
        parts.append(("Side by side on the same puzzles", peer_table(result, take, markdown)))
    parts.append(("Puzzles to look at", remarks(genres, take)))
    heading = "### {}\n\n{}\n" if markdown else "{}\n{}\n"
    return "\n".join(heading.format(title, text) for title, text in parts)


def _settings(result: dict[str, Any]) -> str:
    settings, sample = result["settings"], result["settings"]["sample"]
    which = (
        "all puzzles" if sample is None else f"{sample[0]} puzzles spread over the sizes and the {sample[1]} largest"
    )
    facts = [
        *result["machine"].values(),
        *(f"{name} {version}" for name, version in result["versions"].items()),
        f"{which}; {settings['passes']} runs each; limit {settings['time_limit']:g} s; {settings['clock']} time",
    ]
    return "; ".join(facts)


def our_table(genres: dict[str, Any], take: str, markdown: bool) -> str:
    """Per genre the counts and the times of each stage."""
    rows = []
    for name, genre in genres.items():
        records = genre["puzzles"]
        runs = [r["runs"][OURS] for r in records]
        status = [run["status"] for run in runs]
        different = sum(run["equal"] is False and run["status"] in OURS_SOLVED for run in runs)
        rows.append(
            [
                name,
                f"{len(records)} of {genre['of']}",
                *(str(status.count(s)) for s in ("unique", "multiple", "none", "unknown", "failed")),
                str(different),
                *(joined(times(records, OURS, stage, take)) for stage in STAGES),
            ]
        )
    head = ["genre", "puzzles", "unique", "several", "none", "limit", "failed", "different", *STAGES]
    return table(head, rows, markdown=markdown)


def share_table(genres: dict[str, Any], take: str, markdown: bool) -> str:
    """Return the shares of the stages per genre, the genre with the largest mean first."""
    rows = []
    means = {name: totals(genre["puzzles"], OURS, take).mean for name, genre in genres.items()}
    for name in sorted(means, key=lambda n: -means[n] if means[n] == means[n] else 0):
        records = genres[name]["puzzles"]
        stages = ("read", "state", "solve")
        mean = {stage: times(records, OURS, stage, take).mean for stage in stages}
        middle = {stage: times(records, OURS, stage, take).median for stage in stages}
        slowest = max(records, key=lambda r: taken(r["runs"][OURS], "total", take) or 0)
        memory = max((r["runs"][OURS].get("memory", 0) for r in records), default=0)
        rows.append(
            [
                name,
                short(means[name]),
                *(f"{100 * mean[stage] / sum(mean.values()):.0f}%" for stage in stages),
                *(f"{100 * middle[stage] / sum(middle.values()):.0f}%" for stage in stages),
                f"{slowest['id']} {short(taken(slowest['runs'][OURS], 'total', take) or math.nan)}",
                f"{memory:.0f}",
            ]
        )
    head = [
        "genre",
        "mean ms",
        "read",
        "state",
        "solve",
        "of medians: read",
        "state",
        "solve",
        "slowest",
        "peak so far MB",
    ]
    return table(head, rows, markdown=markdown)


def goal_table(genres: dict[str, Any], take: str, markdown: bool) -> str:
    """Return our figures next to those measured elsewhere, the two geometric means of the goal, and the goals that
    are missed."""
    elsewhere = json.loads((measuring.HERE / "elsewhere.json").read_text(encoding="utf-8"))
    rows, missed = [], []
    ratios: dict[str, list[float]] = {"mean": [], "median": []}
    for name, others in elsewhere["genres"].items():
        if name not in genres:
            continue
        mine = totals(genres[name]["puzzles"], OURS, take)
        row = [name, joined((mine.median, mine.mean, mine.max))]
        row += [joined(others[s]) if s in others else "–" for s in elsewhere["solvers"]]
        quickest = min(others[s][1] for s in elsewhere["solvers"] if s in others)
        allowed = quickest * (TINY_FACTOR if name in elsewhere["tiny"] else 1)
        ratio = {"median": mine.median / others["native"][0], "mean": mine.mean / others["native"][1]}
        for key, value in ratio.items():
            if value == value:
                ratios[key].append(value)
        if not mine.mean <= allowed:
            missed.append(f"{name} (mean {short(mine.mean)}, allowed {short(allowed)})")
        rows.append([*row, short(ratio["median"]), short(ratio["mean"]), "yes" if mine.mean <= allowed else "no"])
    head = ["genre", OURS, *elsewhere["solvers"], "median / native", "mean / native", "within the quickest"]
    lines = [table(head, rows, markdown=markdown), ""]
    for key, goal in GOALS.items():
        value = measuring.geometric_mean(ratios[key])
        lines.append(f"Geometric mean of our {key} / the native {key}: {value:.3f} (goal: at most {goal}).")
    lines.append(f"Means above the quickest of the three: {', '.join(missed) or 'none'}.")
    lines.append(f"The other columns: {elsewhere['note']}")
    return "\n".join(lines)


def peer_table(result: dict[str, Any], take: str, markdown: bool) -> str:
    """Per genre and peer: its counts, and both times over the puzzles that both solved."""
    rows = []
    ratios: dict[str, list[float]] = {}
    for name, genre in result["genres"].items():
        records = genre["puzzles"]
        for peer in dict.fromkeys(c for r in records for c in r["runs"] if c != OURS):
            runs = [r["runs"][peer] for r in records if peer in r["runs"]]
            status = [run["status"] for run in runs]
            different = sum(run["equal"] is False for run in runs)
            both = [r for r in records if solved(r["runs"][peer]) and solved(r["runs"][OURS])]
            ours, theirs = totals(both, OURS, take), totals(both, peer, take)
            if both:
                ratios.setdefault(peer, []).append(ours.mean / theirs.mean)
            rows.append(
                [
                    name,
                    peer,
                    f"{sum(map(solved, runs))} of {len(runs)}",
                    str(different),
                    *(str(status.count(s)) for s in ("unknown", "failed", "refused", "skipped")),
                    joined((ours.median, ours.mean, ours.max)),
                    joined((theirs.median, theirs.mean, theirs.max)),
                    short(theirs.median / ours.median),
                    short(theirs.mean / ours.mean),
                ]
            )
    head = [
        "genre", "peer", "solved", "different", "limit", "failed", "refused", "not run", "ours: median / mean / max",
        "theirs", "their median / ours", "mean",
    ]  # fmt: skip
    lines = [table(head, rows, markdown=markdown), ""]
    for peer, values in ratios.items():
        proof = (
            "proves that there is no other answer" if result["proves"][peer] else "proves nothing: first answer only"
        )
        lines.append(
            f"{peer} ({proof}): geometric mean of our mean / theirs over {len(values)} genres "
            f"{measuring.geometric_mean(values):.3f}."
        )
    lines.append(
        "Times are milliseconds over the puzzles that both solved; not run: its budget for the genre was spent."
    )
    return "\n".join(lines)


def remarks(genres: dict[str, Any], take: str) -> str:
    """The puzzles that were slow, that were not solved, and whose answer is not the recorded one."""
    lines = []
    for seconds in SLOW:
        slow = [
            f"{name} {r['id']}"
            for name, genre in genres.items()
            for r in genre["puzzles"]
            if (taken(r["runs"][OURS], "total", take) or 0) >= 1000 * seconds
        ]
        lines.append(f"Over {seconds:g} s: {', '.join(slow) or 'none'}.")
    kinds = {
        "not solved within the limit": "unknown",
        "failed": "failed",
        "several answers": "multiple",
        "none": "none",
    }
    for words, status in kinds.items():
        found = [
            f"{name} {r['id']}" + (f" ({r['runs'][OURS]['error']})" if r["runs"][OURS].get("error") else "")
            for name, genre in genres.items()
            for r in genre["puzzles"]
            if r["runs"][OURS]["status"] == status
        ]
        if found:
            lines.append(f"{words.capitalize()}: {', '.join(found)}.")
    different = [
        f"{name} {r['id']}"
        for name, genre in genres.items()
        for r in genre["puzzles"]
        if r["runs"][OURS]["equal"] is False and r["runs"][OURS]["status"] in OURS_SOLVED
    ]
    lines.append(f"Not the recorded answer: {', '.join(different) or 'none'}.")
    return "\n\n".join(lines)


if __name__ == "__main__":
    main()
