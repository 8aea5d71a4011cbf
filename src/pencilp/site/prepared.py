"""Answers that the build prepares: a board of each genre can be chosen and drawn on before the workers are ready."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from pencilp.board.lattice import MAX_CELLS
from pencilp.translations import languages
from pencilp.web.quick import JOBS

FOLDER = "start"


def prepared() -> tuple[str, dict[str, bytes]]:
    """Return the name of a folder, and its files by name: ``genres.LANGUAGE.gz``, and ``GENRE.LANGUAGE.gz`` for each genre.

    Each is JSON, compressed by gzip: that of a genre has an example and an empty board of the genre's usual size, each with
    its layout and its picture.
    """
    files = {}
    for language in languages():
        known = _answer("genres", language=language)
        files[f"genres.{language}.gz"] = _packed(known)
        for genre in known["genres"]:
            files[f"{genre['name']}.{language}.gz"] = _packed([*_boards(genre, language)])
    return f"{FOLDER}-{sha256(b''.join(files.values())).hexdigest()[:16]}", files


def _boards(genre: dict[str, Any], language: str) -> Iterator[dict[str, Any]]:
    rows, cols = genre["size"]
    lattice = {"shape": genre["shapes"][0], "rows": rows, "cols": cols, "missing": []}
    asked = {"example": {}, "new": {"lattice": lattice}}
    for job, question in asked.items():
        board = _answer(job, genre=genre["name"], language=language, **question)["board"]
        answers = {name: _answer(name, board=board, language=language) for name in ("layout", "draw")}
        yield {"job": job, **question, "board": board, **answers}


def _answer(job: str, **request: Any) -> dict[str, Any]:
    return JOBS[job]({**request, "cells": MAX_CELLS, "embedded": True})


def _packed(content: Any) -> bytes:
    return gzip.compress(json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode(), 9, mtime=0)
