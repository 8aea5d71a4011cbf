"""Compares how two states of pencilp read and write links, pzpr texts and the dataset's texts:

    python bench/codecs.py --before REV            30 puzzles of each file of the corpus, all links and boards
    python bench/codecs.py --before REV --count 0  every puzzle of the corpus

Everything that ../shared holds (``--shared DIR``) is read, and what was read is written in all three formats. ``--bodies N``
also damages N texts of each genre and format: these must be refused with the same message, or read the same. Each difference is
printed, and the exit status is 1 if there is one. The last line is the processor time for reading 1,000 links, now and before.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).resolve().parent
KINDS = ("link", "pzpr", "dataset")
MAX_SHOWN = 40
"""Differences that are printed."""
ROUNDS = 5
"""How often the time is taken; the least of these counts."""

Item = dict[str, str]


# -- what is read -----------------------------------------------------------------------------------------------------


def collect(shared: Path, count: int, bodies: int) -> Iterator[Item]:
    """Yield the texts of the reference data, and damaged ones."""
    from measuring import files

    from pencilp import genres
    from pencilp.formats.dataset import read_dataset
    from pencilp.formats.links import write_link
    from pencilp.formats.pzpr import write_pzpr

    texts: dict[tuple[str, str], list[Item]] = {}

    def add(**item: str) -> None:
        if not isinstance(attempt(lambda: genres.find(item["genre"])), str):
            texts.setdefault((item["kind"], item["genre"]), []).append(item)

    for line in (shared / "reference" / "urls.tsv").read_text(encoding="utf-8").splitlines():
        if line:
            add(kind="link", genre=line.split("\t")[0], text=line.split("\t")[1])
    for name, entry in json.loads((shared / "reference" / "pzpr.json").read_text(encoding="utf-8")).items():
        add(kind="link", genre=name, text=f"https://puzz.link/p?{entry['url']}")
        for board in entry["boards"]:
            add(kind="pzpr", genre=name, text=board["board"])
    for name, path in files(shared / "corpus").items():
        genre = genres.load(name)
        lines = path.read_text(encoding="utf-8").splitlines()
        for line in lines[:: max(1, len(lines) // count)][:count] if count else lines:
            entry = json.loads(line)
            problem, solution = entry["problem"], entry.get("solution") or ""
            add(kind="dataset", genre=name, text=problem, solution=solution)
            puzzle = attempt(lambda g=genre, p=problem, s=solution: read_dataset(p, s, g))
            if isinstance(puzzle, str):
                continue
            writers: dict[str, Callable[[Any], str]] = {
                "link": write_link,
                "pzpr": lambda puzzle: write_pzpr(puzzle, puzzle.answer),
            }
            for kind, write in writers.items() if count or len(texts["dataset", name]) <= 30 else ():
                if getattr(genre, kind):
                    text = attempt(lambda w=write, p=puzzle: w(p))
                    if not text.startswith("!"):
                        add(kind=kind, genre=name, text=text)
    for (kind, name), items in texts.items():
        yield from items
        rng = Random(f"{kind} {name}")
        for _ in range(bodies):
            yield damaged(rng.choice(items), rng)


def damaged(item: Item, rng: Random) -> Item:
    """Return a text in which something was cut off, left out, put in, moved or changed."""
    key = "solution" if item.get("solution") and rng.random() < 0.5 else "text"
    text = item[key]
    if item["kind"] == "link":
        head, _, body = text.rpartition("/") if rng.random() < 0.9 else text.partition("?")
        signs = rng.choice((body or "0", "0123456789abcdefghijklmnopqrstuvwxyz.-+=%@*$_/ABCZ"))
        at = rng.randrange(len(body) + 1)
        until = min(len(body), at + rng.choice((1, 1, 1, 2, 5)))
        new = rng.choice(
            (body[:at], body[:at] + body[until:], body[:at] + rng.choice(signs) + body[at:],
             body[:at] + rng.choice(signs) + body[at + 1 :], body + rng.choice(signs),
             body[:at] + body[at:until] * 2 + body[until:])
        )  # fmt: skip
        return {**item, key: f"{head}{text[len(head) : len(head) + 1]}{new}"}
    lines = [line.split(" ") for line in text.split("\n")]
    row = rng.randrange(len(lines))
    col = rng.randrange(len(lines[row]))
    token = rng.choice(
        (
            "-",
            ".",
            "0",
            "1",
            "2",
            "3",
            "9",
            "#",
            "+",
            "x",
            "?",
            "a",
            "-1",
            "-2",
            "1,2",
            "o",
            "X",
            "64",
            "n",
            "ew",
            "k",
            "@",
        )
    )
    match rng.randrange(6):
        case 0:
            lines[row][col] = token
        case 1:
            lines[row][col] = rng.choice([other for line in lines for other in line])
        case 2:
            del lines[row][col]
        case 3:
            lines[row].insert(col, token)
        case 4:
            del lines[row]
        case 5:
            lines = lines[: max(1, row)]
    return {**item, key: "\n".join(" ".join(line) for line in lines)}


# -- what becomes of it -----------------------------------------------------------------------------------------------


def attempt(call: Callable[[], Any]) -> Any:
    """Return what a call returns, or its error as a line that begins with "!"."""
    try:
        return call()
    except Exception as error:
        return f"!{type(error).__name__}: {error}"


def outcome(item: Item) -> list[str]:
    """Return what a text says, and how that is written in each format."""
    from pencilp.formats.dataset import read_dataset, write_dataset
    from pencilp.formats.links import read_link, write_link
    from pencilp.formats.pzpr import read_pzpr, write_pzpr
    from pencilp.genres import find

    if item["kind"] == "dataset":
        puzzle = attempt(lambda: read_dataset(item["text"], item["solution"], find(item["genre"])))
    else:
        puzzle = attempt(lambda: (read_link if item["kind"] == "link" else read_pzpr)(item["text"]))
    if isinstance(puzzle, str):
        return [puzzle]
    written = [
        attempt(lambda: write_link(puzzle, lossy=True)),
        attempt(lambda: write_pzpr(puzzle, puzzle.answer, lossy=True)),
        attempt(lambda: str(write_dataset(puzzle, puzzle.answer, lossy=True))),
        attempt(lambda: write_pzpr(puzzle, puzzle.answer)),
    ]
    return [shown(puzzle), "" if puzzle.answer is None else shown(puzzle.answer), *written]


def shown(values: Any) -> str:
    """Return all values of a puzzle or an answer in one line."""
    layers = {key: getattr(value, "listed", value) for key, value in values.values.items()}
    return f"{layers!r} {getattr(values, 'notes', '')!r}"


def answer(items: Path, out: Path) -> None:
    """Write what becomes of each item of a file."""
    warnings.simplefilter("ignore")
    with items.open(encoding="utf-8") as source, out.open("w", encoding="utf-8") as target:
        for line in source:
            found = outcome(json.loads(line))
            digest = sha256("\0".join(found).encode()).hexdigest()
            target.write(json.dumps([digest, [text[:1000] for text in found]]) + "\n")


def clock(items: Path) -> float:
    """Return the processor seconds for reading 1,000 links."""
    from pencilp.formats.links import read_link

    links = [item["text"] for line in items.open(encoding="utf-8") if (item := json.loads(line))["kind"] == "link"]
    links = [
        link
        for link in links[:: max(1, len(links) // 3000)]
        if not isinstance(attempt(lambda t=link: read_link(t)), str)
    ]
    links = links[:1000]
    start = time.process_time()
    for link in links:
        read_link(link)
    return (time.process_time() - start) * 1000 / len(links)


# -- the comparison ---------------------------------------------------------------------------------------------------


def child(tree: Path, *arguments: str | Path) -> str:
    """Run this file with the code of a checkout; return what it prints."""
    command = [sys.executable, str(Path(__file__).resolve()), *map(str, arguments)]
    environment = {"PYTHONPATH": f"{tree / 'src'}:{HERE}", "PATH": "/usr/bin:/bin", "PYTHONHASHSEED": "0"}
    return subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", metavar="REV", help="an earlier revision, or the folder of another checkout")
    parser.add_argument("--shared", type=Path, default=HERE.parent.parent / "shared", metavar="DIR")
    parser.add_argument("--count", type=int, default=30, help="puzzles of each file of the corpus (0: all)")
    parser.add_argument("--bodies", type=int, default=40, help="damaged texts of each genre and format")
    parser.add_argument("--collect", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--answer", type=Path, nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--clock", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.collect:
        with options.collect.open("w", encoding="utf-8") as target:
            target.writelines(
                json.dumps(item) + "\n" for item in collect(options.shared, options.count, options.bodies)
            )
        return 0
    if options.answer:
        answer(*options.answer)
        return 0
    if options.clock:
        print(clock(options.clock))
        return 0
    if not options.before:
        parser.error("--before REV is needed")
    with tempfile.TemporaryDirectory() as folder:
        return compare(options, Path(folder))


def compare(options: argparse.Namespace, folder: Path) -> int:
    """Print the differences; return the exit status."""
    before, now = Path(options.before), HERE.parent
    if not before.is_dir():
        before = folder / "before"
        before.mkdir()
        archive = subprocess.run(["git", "archive", options.before], cwd=now, check=True, stdout=subprocess.PIPE).stdout
        subprocess.run(["tar", "x", "-C", before], input=archive, check=True)
    items = folder / "items.jsonl"
    child(
        before,
        "--collect",
        items,
        "--shared",
        options.shared,
        "--count",
        str(options.count),
        "--bodies",
        str(options.bodies),
    )
    answers = {}
    for name, tree in (("before", before), ("now", now)):
        out = folder / f"{name}.jsonl"
        child(tree, "--answer", items, out)
        answers[name] = out.read_text(encoding="utf-8").splitlines()
    counts: Counter[str] = Counter()
    refused = different = 0
    for line, old, new in zip(
        items.read_text(encoding="utf-8").splitlines(), answers["before"], answers["now"], strict=True
    ):
        item, (digest, was), (again, is_) = json.loads(line), json.loads(old), json.loads(new)
        counts[item["kind"]] += 1
        refused += was[0].startswith("!")
        if digest == again:
            continue
        different += 1
        if different <= MAX_SHOWN:
            print(f"{item}\n  before: {first_difference(was, is_)}\n  now:    {first_difference(is_, was)}")
    seconds = {
        name: min(float(child(tree, "--clock", items)) for _ in range(ROUNDS))
        for name, tree in (("before", before), ("now", now))
    }
    print(f"{', '.join(f'{n} {kind}' for kind, n in counts.items())}; refused: {refused}; different: {different}")
    ratio = seconds["now"] / seconds["before"]
    print(f"1,000 links in {seconds['now']:.2f} s of processor time, {seconds['before']:.2f} before: {ratio:.3f}")
    return int(different > 0)


def first_difference(found: list[str], other: list[str]) -> str:
    """Return the first text of ``found`` that ``other`` does not have at its place, from where they differ."""
    for text, adjacent in zip(found, [*other, *[""] * len(found)], strict=False):
        if text != adjacent:
            at = next((k for k, (a, b) in enumerate(zip(text, adjacent, strict=False)) if a != b), 0)
            return f"...{text[max(0, at - 60) : at + 200]!r}"
    return "(later than the first 1,000 characters)"


if __name__ == "__main__":
    sys.exit(main())
