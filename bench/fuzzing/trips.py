"""Round trips: what is written is read back as the same puzzle with the same answer, or it is not written."""

from __future__ import annotations

from pathlib import Path
from random import Random

from fuzzing.boards import example, random_puzzle
from fuzzing.judging import Case, Wrong, refused
from pencilp import genres
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.formats import reading, writing

ENDINGS = {"text": ".txt", "url": ".url", "pzpr": ".pzpr", "jsonl": ".jsonl", "dat": ".dat", "xlsx": ".xlsx"}
"""The formats that are read and written, and the ending of a file."""
NAMED = ("text", "jsonl")
"""The formats that keep a puzzle's name."""
ANSWERED = ("text", "pzpr", "jsonl", "xlsx")
"""The formats that keep an answer."""


def round_trip(rng: Random) -> Case:
    """A random board with all its layers filled, or an example, in one of the formats."""
    given = example(rng.choice(genres.names())) if rng.random() < 0.05 else None
    puzzle = given or random_puzzle(rng)
    form = rng.choice(("text", "url", "pzpr", "jsonl") * 8 + ("dat", "dat", "xlsx"))
    return Case(f"{puzzle!r} as {form}", lambda folder: there_and_back(puzzle, puzzle.answer, form, folder))


def there_and_back(puzzle: Puzzle, answer: Answer | None, form: str, folder: Path) -> None:
    """Write a puzzle and read it again. Raises Wrong when it is another one."""
    path = folder / f"trip{ENDINGS[form]}"

    def write() -> bool:
        writing.write([(puzzle, answer)], str(path))
        return True

    if not refused(write):
        return
    found = reading.read(str(path), puzzle.genre.name)
    if len(found) != 1:
        raise Wrong(f"{form}: one puzzle was written, {len(found)} were read")
    again = found[0]
    if again != puzzle:
        lost = [key for key in puzzle.values if again.lattice == puzzle.lattice and again[key] != puzzle[key]]
        raise Wrong(f"{form} of {puzzle.genre.name} changes {', '.join(lost) or 'the board'}")
    if form in NAMED and again.name != puzzle.name:
        raise Wrong(f"{form} makes the name {puzzle.name!r} {again.name!r}")
    if form in ANSWERED and answer is not None and again.answer != answer:
        # an answer with nothing decided is no answer
        decided = any(value is not None for key in answer.values for value in answer[key])
        if decided or again.answer is not None:
            raise Wrong(f"{form} of {puzzle.genre.name} changes the answer")
