"""The genres, one module each. They are found by any of their names and loaded one at a time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from pencilp.errors import InputError, did_you_mean

if TYPE_CHECKING:  # the names alone need no boards and models
    from pencilp.genres.base import Genre, genre_of
else:

    def __getattr__(name: str) -> Any:
        if name not in ("Genre", "genre_of"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        thing = globals()[name] = getattr(import_module("pencilp.genres.base"), name)
        return thing


__all__ = ["Genre", "find", "genre_of", "name_of", "names", "with_text_id"]

_FOLDER = os.path.dirname(__file__)
_NOT_GENRES = {"__init__", "__pycache__", "base", "own"}


LONGEST = 200
"""Characters of a genre's name."""


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """Return the ids of all genres, sorted."""
    with os.scandir(_FOLDER) as entries:
        found = (entry.name.removesuffix(".py") for entry in entries if entry.is_dir() or entry.name.endswith(".py"))
        return tuple(sorted(name for name in found if name not in _NOT_GENRES))


def path_of(name: str) -> str:
    """Return the path of a genre's module; a genre with code of its own is a folder."""
    path = os.path.join(_FOLDER, f"{name}.py")
    return path if os.path.exists(path) else os.path.join(_FOLDER, name, "__init__.py")


def load(name: str) -> type[Genre]:
    """Return the genre with the id ``name``, which must be one of ``names()``."""
    from pencilp.genres.base import Genre

    module = import_module(f"pencilp.genres.{name}")
    for thing in vars(module).values():
        if isinstance(thing, type) and issubclass(thing, Genre) and thing.name == name:
            return thing
    raise ImportError(f"pencilp.genres.{name} defines no genre called {name}")


def plain(name: str) -> str:
    """Return a name without differences in case, spaces, hyphens and width."""
    if not name.isascii():
        name = normalize("NFKC", name)
    for mark in "_-'’":
        name = name.replace(mark, "")
    return "".join(name.split()).lower()


def called(genre: type[Genre]) -> set[str]:
    """Return all names of a genre in their plain form: its id, its aliases, its English and Japanese title."""
    return {plain(name) for name in (genre.name, genre.title, genre.title_ja, *genre.aliases) if name}


@lru_cache(maxsize=1024)
def find(name: str) -> type[Genre]:
    """Return the genre called ``name``: its id, an alias, or its English or Japanese title. Genres of the user's
    files come first. Raise InputError with the nearest names if there is none.
    """
    if len(name) > LONGEST:  # keep it with its genre for the next call
        raise InputError(f"there is no genre {name[:LONGEST]!r}...; 'pencilp genres' lists them")
    if (found := named(name)) is not None:
        return found
    wanted = plain(name)
    own = sys.modules.get("pencilp.genres.own")
    if wanted.isidentifier() and os.path.isfile(f"{wanted}.py"):
        raise InputError(f"there is no genre {name!r}; if that is one of yours, say --genre {wanted}.py")
    if own is not None and (loaded := own.listed()):
        raise InputError(f"there is no genre {name!r}: {loaded}")
    near = did_you_mean(wanted, _index() or index())
    raise InputError(f"there is no genre {name!r}{near}; 'pencilp genres' lists them")


def named(name: str) -> type[Genre] | None:
    """Return the genre that ``find`` finds, or None, without a search for similar names."""
    if len(name) > LONGEST:
        return None
    wanted = plain(name)
    own = sys.modules.get("pencilp.genres.own")  # a module that was not loaded has registered no genre
    if own is not None and (mine := own.registered(wanted)) is not None:
        found: type[Genre] = mine
        return found
    for known in _perhaps(wanted):
        genre = load(known)
        if wanted == plain(genre.name) or wanted in called(genre):
            return genre
    return None


def of_dataset(file: str) -> type[Genre]:
    """Return the genre whose puzzles the public dataset has in a file of this name. This is a ``dataset_id`` or the
    genre's name. Raise InputError if there is none.
    """
    return _with_dataset_id(plain(file)) or find(file)


def _with_dataset_id(wanted: str) -> type[Genre] | None:
    """Return the genre with this ``dataset_id``, which is another genre's name elsewhere."""
    for known, words in _names_on_pages().items():
        if f'datasetid="{wanted}"' in words and plain((genre := load(known)).dataset_id) == wanted:
            return genre
    return None


def with_text_id(wanted: str) -> list[type[Genre]]:
    """Return the genres that have another genre's name, ``wanted``, in pzpr texts."""
    pages = _names_on_pages().items()
    return [load(known) for known, words in pages if f'textid="{wanted}"' in words]


def name_of(genre: str | type[Genre]) -> str:
    """Return the name by which ``find`` finds ``genre``, which is a name, a user's file with a genre, or its class."""
    from pencilp.genres import own

    if isinstance(genre, str):
        return own.load(genre).name if own.is_page(genre) else genre
    return own.register(genre).name


def index() -> dict[str, str]:
    """Return the genre's id for each plain name, from all genre modules. Raise ValueError if two genres have the same
    name.
    """
    found: dict[str, str] = {}
    for name in names():
        for word in called(load(name)):
            if found.setdefault(word, name) != name:
                raise ValueError(f"{found[word]} and {name} are both called {word!r}")
    return found


def _perhaps(wanted: str) -> Iterator[str]:
    """Yield the genres that may be called ``wanted``: the one with this id, then the one in the index, then those
    whose modules have the word among their names. The last are needed in a checkout without an index, and for a
    module that was added later.
    """
    if wanted in names():
        yield wanted
    known = _index().get(wanted)
    if known in names():
        yield known
    yield from (known for known, words in _names_on_pages().items() if wanted in words)


@lru_cache(maxsize=1)
def _index() -> dict[str, str]:
    """Return the ``index`` that was made when the package was built (hatch_build.py). It is empty in a checkout."""
    path = os.path.join(_FOLDER, "index.txt")
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as lines:
        return dict(line.split() for line in lines)


@lru_cache(maxsize=1)
def _names_on_pages() -> dict[str, str]:
    """Return for each genre module its plain text above the first method, which has the names. No module is loaded."""
    found = {}
    for known in names():
        with open(path_of(known), encoding="utf-8") as page:
            found[known] = plain(page.read().partition("    def ")[0])
    return found
