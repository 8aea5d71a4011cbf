"""In which language a request is answered."""

from __future__ import annotations

from typing import Any

from pencilp import genres
from pencilp.errors import InputError, PencilpError, shown
from pencilp.genres import Genre
from pencilp.translations import ENGLISH, Catalogue, catalogue


def tongue_of(request: dict[str, Any], genre: type[Genre] | None = None) -> Catalogue:
    """Return what is said of a ``genre``, in the ``language`` that a request asks for: English if it asks for none."""
    return catalogue(language_of(request), () if genre is None else pages_of(genre))


def language_of(request: dict[str, Any]) -> str:
    """Return the ``language`` that a request asks for: English if it asks for none."""
    language = request.get("language", ENGLISH)
    if not isinstance(language, str):
        raise InputError("a text is needed", "language")
    return language


def pages_of(genre: type[Genre]) -> list[str]:
    """Return the names of a genre and of those that it is derived from."""
    return [kind.name for kind in genre.__mro__ if issubclass(kind, Genre) and kind.name]


def title_in(genre: type[Genre], language: str) -> str:
    """Return the title of a genre in a language: as its module has it (``title_ja``), as its catalogue has it, or in English."""
    own: str = getattr(genre, f"title_{language}", "")
    return own or catalogue(language, [genre.name])(genre.title)


def said(error: PencilpError, say: Catalogue) -> str:
    """Return an error, with its place: both in the same language."""
    where = shown(error.where) if isinstance(error, InputError) else ""
    message = str(error).removeprefix(f"{where}: ") if where else str(error)
    told = say(message)
    if not where or told == message:
        return told if not where else str(error)
    layer, _, place = where.partition(" ")
    return f"{say(layer.replace('_', ' '))} {say.places(place)}".strip() + f": {told}"


def refusal(error: PencilpError, request: dict[str, Any]) -> str:
    """Why a request is refused, in its language if it names one."""
    try:
        return said(error, tongue_of(request, _genre_of(request)))
    except InputError:
        return str(error)  # the language is none, which the error itself may say


def _genre_of(request: dict[str, Any]) -> type[Genre] | None:
    """Return the genre that a request speaks of, if it names one."""
    board = request.get("board")
    name = board.get("genre") if isinstance(board, dict) else request.get("genre")
    try:
        return genres.find(name) if isinstance(name, str) else None
    except InputError:
        return None
