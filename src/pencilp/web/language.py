"""The language of the answers to requests."""

from __future__ import annotations

from typing import Any

from pencilp import genres
from pencilp.errors import InputError, PencilpError, shown
from pencilp.genres import Genre
from pencilp.genres.base import lineage_of
from pencilp.translations import ENGLISH, Catalogue, catalogue


def catalogue_for(request: dict[str, Any], genre: type[Genre] | None = None, *, steps: bool = False) -> Catalogue:
    """Return the catalogue for texts of a ``genre`` in the request's ``language``; with the sentences of ``steps``."""
    return catalogue(language_of(request), () if genre is None else lineage_of(genre), steps=steps)


def language_of(request: dict[str, Any]) -> str:
    """Return the ``language`` of a request, English if it names none."""
    language = request.get("language", ENGLISH)
    if not isinstance(language, str):
        raise InputError("a text is needed", "language")
    return language


def title_in(genre: type[Genre], language: str) -> str:
    """Return the title of a genre in a language: from its module (``title_ja``), its catalogue, or in English."""
    own: str = getattr(genre, f"title_{language}", "")
    return own or catalogue(language, [genre.name])(genre.title)


def error_text(error: PencilpError, say: Catalogue) -> str:
    """Return an error message with its place, both translated or both in English."""
    where = shown(error.where) if isinstance(error, InputError) else ""
    message = str(error).removeprefix(f"{where}: ") if where else str(error)
    translated = say(message)
    if not where or translated == message:
        return str(error) if where else translated
    layer, _, place = where.partition(" ")
    return f"{say(layer.replace('_', ' '))} {say.places(place)}".strip() + f": {translated}"


def refusal(error: PencilpError, request: dict[str, Any]) -> str:
    """Return the message for a refused request, in its language if possible."""
    try:
        return error_text(error, catalogue_for(request, _genre_of(request)))
    except InputError:
        return str(error)  # the language itself may be the error


def _genre_of(request: dict[str, Any]) -> type[Genre] | None:
    """Return the genre that a request names, if any."""
    board = request.get("board")
    name = board.get("genre") if isinstance(board, dict) else request.get("genre")
    try:
        return genres.find(name) if isinstance(name, str) else None
    except InputError:
        return None
