"""The parts of a genre's encodings, and helpers of the formats that use them."""

from __future__ import annotations

from typing import Any

from pencilp.board.puzzle import Answer, Puzzle
from pencilp.encodings.partial_puzzle import PartialPuzzle, TextPart
from pencilp.errors import InputError
from pencilp.genres import Genre, find, genre_of, with_text_id

_parts: dict[tuple[type[Genre], str], tuple[Any, ...]] = {}


def parts(genre: type[Genre], encoding: str) -> tuple[Any, ...]:
    """Return the parts of ``encoding`` ("link", "pzpr" or "dataset") that a genre declares.

    Raise InputError if it declares none, or if a part names a layer that the genre does not have.
    """
    if (genre, encoding) in _parts:
        return _parts[genre, encoding]
    declared = tuple(getattr(genre, encoding))
    if not declared:
        what = {"link": "puzz.link links", "pzpr": "pzpr texts", "dataset": "texts of the public dataset"}[encoding]
        raise InputError(f"there are no {what} of {genre.name}")
    for part in declared:
        for name in part.layers() if isinstance(part, TextPart) else ():
            if name not in genre.inputs and name not in genre.answers:
                raise InputError(f"{genre.name}.{encoding} names a layer {name!r}, which {genre.name} does not have")
    _parts[genre, encoding] = declared
    return declared


def margin(found: tuple[Any, ...]) -> tuple[int, int]:
    """Return how many rows and columns the board has more than the size that the format writes; negative if fewer."""
    return next((part.margin for part in found if part.margin != (0, 0)), (0, 0))


def draft_to_write(puzzle: Puzzle, answer: Answer | None, found: tuple[Any, ...]) -> PartialPuzzle:
    """Return the draft of a finished puzzle for its ``parts`` to write; without holes if they cannot write holes.

    Raise InputError on boards that are not square.
    """
    draft = PartialPuzzle.of(puzzle, answer, margin(found))
    if draft.holes and not any(part.holes for part in found):
        draft.fill()
    return draft


def link_id(genre: type[Genre]) -> str:
    """Return the name of a genre in puzz.link links."""
    return genre.link_id or genre.name


def text_id(genre: type[Genre]) -> str:
    """Return the name of a genre in pzpr texts."""
    return genre.text_id or link_id(genre)


def genre_with_word(genre: type[Genre], word: str) -> type[Genre]:
    """Return the genre whose pzpr texts have the name of ``genre`` and begin with ``word``; ``genre`` if there is none."""
    sharing = (genre, *with_text_id(link_id(genre)))
    return next((other for other in sharing if word in parts(other, "pzpr")[0].accepted), genre)


VARIANT_GENRES = {
    "pipelinkr": "pipelink with rings",
}
"""The names of variants of some genres at puzz.link, whose puzzles look like theirs but have other rules."""


def genre_with_id(name: str) -> type[Genre]:
    """Return the genre that a link or a pzpr text names; raise InputError if it is unknown or not supported."""
    if name in VARIANT_GENRES:
        raise InputError(f"{name} is {VARIANT_GENRES[name]}, a variant that is not supported")
    return find(name)


def puzzle_of_draft(draft: PartialPuzzle, name: str = "") -> Puzzle:
    """Return the puzzle of a draft that was read, checked by its layers and its genre. Raise InputError."""
    puzzle = draft.puzzle(name)
    genre = genre_of(puzzle)
    genre(puzzle)
    return puzzle
