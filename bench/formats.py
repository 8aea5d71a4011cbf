"""Counts the puzzles that each format of other editors keeps: the table in docs/formats.md.

    python bench/formats.py [--corpus FOLDER] [--boards 6] [--formats fpuzzles janko]

Each puzzle is written, read back and compared. The puzzles are all examples and, with ``--corpus``, boards of the public
dataset's files in a folder at regular distances, up to ``--boards`` of each genre. A format that has answers is given the
examples' answers.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.formats import editors, examples
from pencilp.formats.dataset import read_dataset
from pencilp.formats.reading import read
from pencilp.genres import of_dataset


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, metavar="FOLDER")
    parser.add_argument("--boards", type=int, default=6, help="of each file of the corpus")
    parser.add_argument("--formats", nargs="+", choices=sorted(editors.writers()), default=sorted(editors.writers()))
    options = parser.parse_args()

    names = sorted(examples.names())
    puzzles = [examples.example(name) for name in names]
    boards = [*dataset(options.corpus, options.boards)] if options.corpus else []
    print("| format | genres | examples: the same / refused | boards of the dataset: the same / refused |")
    print("|---|---:|---:|---:|")
    wrong = 0
    for kind in options.formats:
        editor = editors.writers()[kind]
        genres = {puzzle.genre.name for puzzle in puzzles if editor.takes(puzzle.genre)}
        found = [counted(editor, each) for each in (puzzles, boards)]
        wrong += sum(each["different"] for each in found)
        same = " | ".join(f"{each['the same']} / {each['refused']}" for each in found)
        print(f"| {kind} | {len(genres)} | {same} |", flush=True)
    sys.exit(f"{wrong} boards came back different" if wrong else 0)


def dataset(folder: Path, most: int) -> Iterator[Puzzle]:
    """Yield some boards of each file of the dataset whose genre is known."""
    for path in sorted(folder.glob("*.jsonl")):
        try:
            genre = of_dataset(path.stem)
        except InputError:
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        for line in lines[:: max(1, len(lines) // most)][:most]:
            try:
                yield read_dataset(json.loads(line)["problem"], "", genre)
            except InputError as error:
                print(f"not read: {path.name}: {error}", file=sys.stderr)


def counted(editor: editors.Editor, puzzles: Iterable[Puzzle]) -> Counter[str]:
    """Return how many puzzles come back the same, come back different, and are refused."""
    found: Counter[str] = Counter()
    for puzzle in puzzles:
        if editor.takes(puzzle.genre):
            try:
                text = editor.write(puzzle, puzzle.answer)
            except InputError:
                found["refused"] += 1
                continue
            (back,) = read(f"board.{editor.kind}", content=text.encode())
            same = back == puzzle and (not editor.answers or back.answer == puzzle.answer)
            found["the same" if same else "different"] += 1
    return found


if __name__ == "__main__":
    main()
