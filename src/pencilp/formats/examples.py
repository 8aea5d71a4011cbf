"""The examples that come with pencilp: puzzles of every genre, each with its unique answer."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache

from pencilp._util.resources import folder
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError, did_you_mean
from pencilp.formats.reading import read
from pencilp.genres import Genre, find

_ENDING = ".txt"


@lru_cache(maxsize=1)
def names() -> Sequence[str]:
    """Return the sorted names of all examples, such as ``nurikabe``: file names without the extension."""
    return sorted(name.removesuffix(_ENDING) for name in os.listdir(folder("examples")) if name.endswith(_ENDING))


@lru_cache(maxsize=1)
def files() -> Sequence[str]:
    """Return the full names of the other files that come with pencilp: models in MathProg, their data, a workbook."""
    return sorted(name for name in os.listdir(folder("examples")) if not name.endswith(_ENDING))


def content(name: str) -> bytes:
    """Return the content of one of these files."""
    with open(os.path.join(folder("examples"), name), "rb") as file:
        return file.read()


def path_of(name: str) -> str:
    """Return the path of the example of this name."""
    return os.path.join(folder("examples"), name + _ENDING)


def names_of(genre: type[Genre]) -> list[str]:
    """Return the names of a genre's examples, the default first: the one named after the genre, or the smallest."""
    own = [name for name in names() if name == genre.name or name.startswith(f"{genre.name}-")]
    if genre.name not in own and len(own) > 1:
        size = {name: _size(genre, name) for name in own}
        own.sort(key=lambda name: size[name])
    return own


def _size(genre: type[Genre], name: str) -> tuple[bool, int]:
    """Return the sort key of an example. Examples on the genre's usual lattice come first."""
    lattice = example(name).lattice
    return lattice.shape != genre.shapes[0], len(lattice)


def example(name: str) -> Puzzle:
    """Return the example of this name, or the first one of the genre of this name, with its answer.

    Raise InputError if there is none.
    """
    (puzzle,) = read(path_of(resolve_name(name)))
    return puzzle


def resolve_name(name: str) -> str:
    """Return the name of the example that ``name`` means: its own name, or any name of its genre.

    Raise InputError if there is none.
    """
    if name in names():
        return name
    try:
        own = names_of(find(name))
    except InputError:
        near = did_you_mean(name, names())
        raise InputError(f"there is no example {name!r}{near}; 'pencilp example' lists them") from None
    if not own:
        raise InputError(f"there is no example of {name!r}")
    return own[0]
