"""Proof that a written text reads back as the same puzzle. Every writer of a format calls it.

A writer silently leaves out values that its format cannot hold. Then ``prove`` reads the text back and compares cells,
every input layer, the answer if one was written, and the name if the format has names. So no value is lost without a
message.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterator
from typing import Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers import Layer
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError, LossWarning


def prove(
    puzzle: Puzzle,
    answer: Answer | None,
    read: Callable[[], Puzzle],
    *,
    format: str,
    notes: Collection[str] = (),
    named: bool = False,
    lossy: bool = False,
) -> None:
    """Raise InputError if ``read()`` returns another puzzle or another ``answer`` (None: none was written).

    ``format`` names such texts in the message, ``notes`` are the notes that the format keeps, and ``named`` says that
    it keeps the name. With ``lossy``, each lost layer gives a LossWarning instead of the error, unless nothing can be
    read back at all.
    """
    lacks = f"{format} of {puzzle.genre.name} have no room for"
    try:
        again = read()
    except InputError as error:
        raise InputError(f"{lacks} this puzzle: {error.message}", error.where) from None
    for what, where in _losses(puzzle, answer, again, notes, named):
        if not lossy:
            raise InputError(f"{lacks} {what} (--lossy writes the rest)", where)
        warnings.warn(LossWarning(str(InputError(f"{lacks} {what}", where))), stacklevel=3)


def _losses(
    puzzle: Puzzle, answer: Answer | None, again: Puzzle, notes: Collection[str], named: bool
) -> Iterator[tuple[str, str]]:
    """Yield each loss with its place, layer by layer."""
    lattice = puzzle.lattice
    if again.genre is not puzzle.genre:
        yield f"it, which would be read as {again.genre.name}", ""
        return
    if again.lattice != lattice:
        yield _board(lattice, again.lattice), "board"
        return
    if named and again.name != puzzle.name:
        at = next((i for i, (a, b) in enumerate(zip(puzzle.name, again.name, strict=False)) if a != b), len(again.name))
        ours, read = (_short(("…" if at > 20 else "") + name[max(0, at - 20) :]) for name in (puzzle.name, again.name))
        yield f"{ours}, which would be read as {read}", "name"
    for note in notes:
        if puzzle.notes.get(note) != again.notes.get(note):
            yield _short(puzzle.notes.get(note, "")), note
    for key, layer in puzzle.genre.inputs.items():
        if again[key] != puzzle[key] and again.says(key) != puzzle.says(key):
            yield _first(layer, puzzle[key], again[key], lattice)
    if answer is not None:
        for key, answer_layer in puzzle.genre.answers.items():
            if again.answer is None:
                yield "it", f"answer {key}"
            elif again.answer[key] != answer[key]:
                what, where = _first(answer_layer, answer[key], again.answer[key], lattice)
                yield what, f"answer {where}"


def _board(lattice: Lattice, other: Lattice) -> str:
    """Return how two boards differ."""
    if (lattice.shape, lattice.rows, lattice.cols) != (other.shape, other.rows, other.cols):
        size = f"a {lattice.shape} board of {lattice.rows} rows and {lattice.cols} columns"
        return f"{size}, which would be read as a {other.shape} one of {other.rows} and {other.cols}"
    for row in range(lattice.rows):
        for col in range(lattice.cols):
            there, seen = (row, col) in lattice.cell_at, (row, col) in other.cell_at
            if there != seen:
                return f"{'a cell' if there else 'a hole'} at r{row + 1}c{col + 1}"
    raise AssertionError("boards differ in shape, size or holes")


def _first(layer: Layer[Any], values: Any, others: Any, lattice: Lattice) -> tuple[str, str]:
    """Return the first value that is lost, and its place."""
    wanted, found = dict(layer.place.items(values)), dict(layer.place.items(others))
    at = next(at for at in {**wanted, **found} if wanted.get(at) != found.get(at))
    wanted_text, other_text = _described(layer, wanted.get(at)), _described(layer, found.get(at))
    if isinstance(at, tuple):
        place = f"{at[0]} {at[1] + 1}"
    elif layer.on == "groups":
        place = str(at + 1)
    else:
        place = layer.title(at, lattice)
    return (
        wanted_text if other_text == "nothing" else f"{wanted_text}, which would be read as {other_text}",
        f"{layer.name} {place}".strip(),
    )


def _short(text: str) -> str:
    """Return a text in quotes, shortened, with only printable characters."""
    return repr(text if len(text) <= 40 else f"{text[:40]}…")


def _described(layer: Layer[Any], value: Any) -> str:
    """Return a value in words."""
    if value is None and layer.value.nothing is not None and not layer.filled:
        return "a place that is not decided"
    return "nothing" if value is None or value == layer.value.nothing else _short(layer.token(value))
