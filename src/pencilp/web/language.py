"""The language of the answers to requests."""

from __future__ import annotations

import re
from typing import Any

from pencilp import genres
from pencilp.board.layers import Layer
from pencilp.draw.drawn import Worded
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


def error_text(error: PencilpError, say: Catalogue) -> str:
    """Return an error message with its place, both translated or both in English."""
    where = shown(error.where) if isinstance(error, InputError) else ""
    message = str(error).removeprefix(f"{where}: ") if where else str(error)
    translated = say(message)
    if translated == message:
        return on_page(str(error))
    if not where:
        return translated
    layer, _, place = where.partition(" ")
    return f"{say(layer.replace('_', ' '))} {say.places(place)}".strip() + f": {translated}"


def worded_by(say: Catalogue) -> Worded:
    """Return the function for the titles and texts of layers in the language of ``say``."""
    return lambda layer: (say.of_genre(title_of(layer)), say.of_genre(layer.text))


def title_of(layer: Layer[Any]) -> str:
    """Return the title of a layer."""
    return layer.name.replace("_", " ")


SHELL_WORDS = [
    (r"name (?:the genre|it|one) by --genre", "write its name next to “Read it”"),
    (r"or you do by --genre", "or you write its name next to “Read it”"),
    (r", and --genre or a \"genre\"", ', and a "genre"'),
    (r"; if that is one of yours, say --genre \S+", ""),
    (r"; 'pencilp genres' lists them", "; “New” lists them"),
    (r"; 'pencilp example' lists them", ""),
    (r", as pencilp solve --format json prints it,", ","),
    (r"; 'pencilp new [^']*' prints one", "; “New” makes one"),
    (r"(try|use) another --solver", r"\1 another solver"),
    (r"; use --solver \w+", "; another solver may solve it"),
    (r" \((?:--lossy )[^)]*\)", ""),
    (r"; pencilp solve takes \.lp and \.mps files", ""),
    (r"; its --summary and --report read them", ""),
    (r"; (?:solve it with|as a model,) pencilp run.*", ""),
]
"""What messages say of commands and their options, as patterns, and what the page says instead."""


def on_page(message: str) -> str:
    """Return a message in English without the commands and options of the shell."""
    for pattern, words in SHELL_WORDS:
        message = re.sub(pattern, words, message)
    return message


def refusal(error: PencilpError, request: dict[str, Any]) -> str:
    """Return the message for a refused request, in its language if possible."""
    try:
        return error_text(error, catalogue_for(request, _genre_of(request)))
    except InputError:
        return on_page(str(error))  # the language itself may be the error


def _genre_of(request: dict[str, Any]) -> type[Genre] | None:
    """Return the genre that a request names, if any."""
    board = request.get("board")
    name = board.get("genre") if isinstance(board, dict) else request.get("genre")
    try:
        return genres.find(name) if isinstance(name, str) else None
    except InputError:
        return None
