"""Holds every genre against its judges and prints the table: python bench/proof.py [GENRE...] [--jobs N] [--limit N]

The judges are data that does not belong to the project and is looked for in ../shared (``--shared DIR``): the corpus (every
puzzle solved, its answer the recorded one and the only one), boards in pzpr text that must be accepted or refused, and
links that must be read, solved, and written back as they were. ``--vocabulary`` prints how many genres use each word of
the rules instead; ``--plan N`` how long the tests take with N genres, from the
seconds that they took when pytest ran last (on a machine with nothing else to do, or they are too many).
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from pathlib import Path
from typing import Any

import measuring

from pencilp import api, genres
from pencilp.cli import benchmark
from pencilp.errors import PencilpError
from pencilp.formats import links, pzpr
from pencilp.formats.sources import Sources
from pencilp.genres import Genre

ROOT = Path(__file__).parent.parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("genres", nargs="*", help="default: all")
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=int, help="only the first N puzzles of each corpus file")
    parser.add_argument("--time-limit", type=float, default=60)
    parser.add_argument("--vocabulary", action="store_true")
    parser.add_argument("--plan", type=int, metavar="N", help="how long the tests take with N genres on two cores")
    options = parser.parse_args()
    if options.plan is not None:
        print(plan(measured_seconds(), options.plan))
        return
    chosen = [genres.find(name) for name in options.genres] or [genres.load(name) for name in genres.names()]
    if options.vocabulary:
        print(vocabulary(chosen))
        return
    if not options.shared.is_dir():
        sys.exit(f"{options.shared} is not there: the proof needs the corpus and the reference data")
    boards = json.loads((options.shared / "reference" / "pzpr.json").read_text(encoding="utf-8"))
    listed = (options.shared / "reference" / "urls.tsv").read_text(encoding="utf-8")
    urls = [line.split("\t") for line in listed.split("\n") if line]
    corpus = measuring.files(options.shared / "corpus")
    head = [
        "genre",
        "corpus",
        *benchmark.COUNTS.values(),
        "differing",
        "boards",
        "links",
        "lines",
        "median ms",
        "mean ms",
        "max ms",
    ]
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    remarks: list[str] = []
    for genre in chosen:
        judged = judge_boards(genre, boards, remarks)
        linked = judge_links(genre, boards, urls, remarks)
        counts = judge_corpus(genre, corpus, options, remarks)
        print(f"| {genre.name} | {counts[0]} | {judged} | {linked} | {lines_of(genre)} | {counts[1]} |", flush=True)
    print("\n" + "\n".join(remarks))


def judge_corpus(genre: type[Genre], corpus: dict[str, Path], options: Any, remarks: list[str]) -> tuple[str, str]:
    """The counts and the times of a genre's corpus file, as cells of the table."""
    path = corpus.get(genre.name)
    if path is None:
        return "– | | | | | | ", " | | "
    puzzles = Sources([str(path)], genre.name, limit=options.limit)
    records = list(benchmark.run(puzzles, genre=genre.name, jobs=options.jobs, time_limit=options.time_limit))
    (entry,) = benchmark.Report(records).genres()
    for record in records:
        if record["status"] != "unique" or record["equal"] is False:
            why = record.get(
                "error", record["status"] + (", not the recorded answer" if record["equal"] is False else "")
            )
            remarks.append(f"* {genre.name} {record['id']}: {why}")
    counts = " | ".join(str(entry[key]) for key in ("puzzles", "unique", "several", "none", "limit", "failed"))
    ms = entry["ms"]["total"]
    return f"{counts} | {len(entry['differing'])}", f"{ms['median']:.2f} | {ms['mean']:.2f} | {ms['max']:.0f}"


def judge_boards(genre: type[Genre], boards: dict[str, Any], remarks: list[str]) -> str:
    """How many of the genre's pzpr boards are judged rightly; the refusals' words stand in the remarks to be compared."""
    listed = boards.get(genre.link_id or genre.name, {}).get("boards", []) if genre.link else []
    right = 0
    for board in listed:
        try:
            puzzle = pzpr.read_pzpr(board["board"].replace("/", "\n"))
            broken = api.check(puzzle, puzzle.answer)
        except PencilpError as error:
            remarks.append(f"* {genre.name} board: {error}")
            continue
        if (not broken) == board["accepted"]:
            right += 1
            if broken:
                rules = dict.fromkeys(b.rule for b in broken)
                remarks.append(f"* {genre.name} refused: {board['message']} — {'; '.join(rules)}")
        else:
            remarks.append(f"* {genre.name} board judged wrongly: {board.get('message')} — {broken[:1]}")
    return f"{right}/{len(listed)}" if listed else "–"


def judge_links(genre: type[Genre], boards: dict[str, Any], urls: list[list[str]], remarks: list[str]) -> str:
    """How many of the genre's links are read, solved and written back as they were."""
    if not genre.link:
        return "–"
    ids = {genre.link_id or genre.name, genre.name, *genre.aliases}
    listed = [url for name, url in urls if name in ids]
    own = boards.get(genre.link_id or genre.name)
    listed += ["https://puzz.link/p?" + own["url"]] if own else []
    right = 0
    for url in listed:
        try:
            puzzle = links.read_link(url)
            written = links.write_link(puzzle)
            status = api.solve(puzzle, time_limit=60).status
        except PencilpError as error:
            remarks.append(f"* {genre.name} link {url}: {error}")
            continue
        # a genre may have several names
        here, there = (link.partition("?")[2].partition("/")[2].rstrip("/") for link in (written, url))
        if here == there and status == "unique":
            right += 1
        else:
            remarks.append(
                f"* {genre.name} link {url}: {status}{'' if here == there else ', written back as ' + written}"
            )
    return f"{right}/{len(listed)}"


def lines_of(genre: type[Genre]) -> int:
    """The lines of a genre's page."""
    return len(Path(genres.path_of(genre.name)).read_text(encoding="utf-8").splitlines())


def measured_seconds() -> dict[str, float]:
    """The seconds that each genre took when pytest ran last; "" is for what is of no genre."""
    measured = ROOT / ".pytest_cache" / "v" / "pencilp" / "seconds"
    if not measured.exists():
        sys.exit(f"{measured} is not there: run all of pytest first, which keeps the seconds that each genre takes")
    seconds: dict[str, float] = json.loads(measured.read_text(encoding="utf-8"))
    return seconds


def plan(seconds: dict[str, float], wanted: int, cores: int = 2) -> str:
    """Return how long the tests take now, and with ``number`` genres, from the measured seconds."""
    known = {name: s for name, s in seconds.items() if name in genres.names()}
    if not known:
        sys.exit("no genre was measured: run all of pytest first")
    others = seconds.get("", 0.0)
    each = sum(known.values()) / len(known)
    missing = len(genres.names()) - len(known)
    slowest = sorted(known, key=known.__getitem__, reverse=True)[:5]
    lines = [
        f"{len(known)} genres were measured: {each:.1f} s each; the slowest {', '.join(f'{n} {known[n]:.1f}' for n in slowest)}",
        f"tests of no genre: {others:.0f} s"
        if "" in seconds
        else "tests of no genre were never measured, and are left out",
    ]
    if missing:
        lines.append(f"{missing} genres were never measured: that they take as long as the others is only assumed")
    for count in (len(genres.names()), wanted):
        total = others + each * count
        lines.append(f"{count} genres: {total:.0f} s of work, {total / cores / 60:.1f} minutes on {cores} cores")
    return "\n".join(lines)


def vocabulary(chosen: list[type[Genre]]) -> str:
    """The words of the rules, with the genres that use each."""
    used: dict[str, list[str]] = {}
    for genre in chosen:
        for node in ast.walk(ast.parse(Path(genres.path_of(genre.name)).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pencilp.rules"):
                for alias in node.names:
                    used.setdefault(alias.name, []).append(genre.name)
    rows = sorted(used.items(), key=lambda item: (-len(item[1]), item[0]))
    return "\n".join(
        ["| word | genres | which |", "|---|---|---|", *(f"| {w} | {len(g)} | {', '.join(g)} |" for w, g in rows)]
    )


if __name__ == "__main__":
    main()
