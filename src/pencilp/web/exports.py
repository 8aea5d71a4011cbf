"""Boards as files to download: puzzle texts, links, pictures, workbooks, programs."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from pencilp import api
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.draw.svg import to_png, to_svg
from pencilp.errors import InputError
from pencilp.formats import mathprog_data
from pencilp.formats.editors import writers
from pencilp.formats.excel import puzzles
from pencilp.formats.writing import written
from pencilp.genres import Genre, genre_of
from pencilp.program_files import write as files
from pencilp.reformulate.linear import layout
from pencilp.reformulate.linear.linearise import linearise
from pencilp.translations import Catalogue
from pencilp.web.drafts import Draft, record_of
from pencilp.web.language import error_text


def export_of(draft: Draft, kind: str, formulation: str) -> dict[str, Any]:
    """Return a board as a file: its ``name`` and its content, ``text`` or, in base64, ``data``.

    Raise InputError for an unknown kind, or one that cannot express this board.
    """
    if kind not in KINDS:
        raise InputError(f"there is no file of the kind {kind!r}, only {', '.join(KINDS)}", "kind")
    empty = all(value is None for v in draft.answered.values() for value in v or [None])
    answer: Answer | None = None
    try:
        puzzle = draft.puzzle()
        if not empty:
            # JSON is for this page: keep undecided places undecided
            answer = draft.answer(puzzle) if kind == "json" else draft.finished_answer(puzzle)
    except InputError:
        if kind not in PICTURES:
            raise
        puzzle, sketched = draft.sketch()
        answer = None if empty else sketched
    content = KINDS[kind](puzzle, answer, formulation)
    name = f"{draft.genre.name}.{'txt' if kind in ('text', 'url') else kind}"
    if isinstance(content, bytes):
        return {"name": name, "data": base64.b64encode(content).decode()}
    return {"name": name, "text": content}


def _svg(puzzle: Puzzle, answer: Answer | None, formulation: str) -> str:
    return to_svg(puzzle, answer)


def _png(puzzle: Puzzle, answer: Answer | None, formulation: str) -> bytes:
    return to_png(_svg(puzzle, answer, formulation))


def _written(kind: str) -> Callable[[Puzzle, Answer | None, str], str]:
    def write(puzzle: Puzzle, answer: Answer | None, formulation: str) -> str:
        return written(puzzle, answer, kind)

    return write


def _json(puzzle: Puzzle, answer: Answer | None, formulation: str) -> str:
    return json.dumps(record_of(puzzle, answer), ensure_ascii=False) + "\n"


def _xlsx(puzzle: Puzzle, answer: Answer | None, formulation: str) -> bytes:
    return puzzles.write(puzzle, answer)


def _program(kind: str) -> Callable[[Puzzle, Answer | None, str], str]:
    def write(puzzle: Puzzle, answer: Answer | None, formulation: str) -> str:
        # an OPB file has only 0/1 variables, and no bounds: each bound becomes a row
        linear = layout.arranged(linearise(api.formulate(puzzle, formulation)).program, bounds=kind != "opb")
        writers = {"lp": files.to_lp, "mps": files.to_mps, "opb": files.to_opb}
        return writers[kind](linear)

    return write


PICTURES = ("svg", "png")
"""The kinds that can also show an unfinished puzzle."""
KINDS: dict[str, Callable[[Puzzle, Answer | None, str], str | bytes]] = {
    "svg": _svg,
    "png": _png,
    "text": _written("text"),
    "url": _written("url"),
    "pzpr": _written("pzpr"),
    "jsonl": _written("jsonl"),
    "json": _json,
    "dat": _written("dat"),
    **{kind: _written(kind) for kind in writers()},
    "xlsx": _xlsx,
    "lp": _program("lp"),
    "mps": _program("mps"),
    "opb": _program("opb"),
}
"""The functions that write each kind of file."""


def kinds_of(genre: type[Genre], puzzle: Puzzle | None, say: Catalogue) -> dict[str, str]:
    """Return the kinds of files for a genre, each with the reason why ``puzzle`` cannot be written.

    The reason is "" if it can be written, otherwise in the language of ``say``. OPB (0/1 variables only) needs a puzzle.
    """
    has = {
        "png": find_spec("resvg_py") is not None,
        "url": bool(genre.link),
        "pzpr": bool(genre.pzpr),
        "jsonl": bool(genre.dataset),
        "dat": mathprog_data.takes(genre),
        **{kind: editor.takes(genre) for kind, editor in writers().items()},
        "xlsx": find_spec("openpyxl") is not None,
        "opb": puzzle is not None and _only_bits(puzzle),
    }
    return {kind: _refusal(kind, puzzle, say) for kind in KINDS if has.get(kind, True)}


def _refusal(kind: str, puzzle: Puzzle | None, say: Catalogue) -> str:
    """Return the reason why a puzzle cannot be written in a format, "" if it can."""
    if puzzle is None or kind not in ("url", "pzpr", "jsonl", "dat", *writers()):
        return ""
    try:
        KINDS[kind](puzzle, None, "rules")
    except InputError as error:
        return error_text(error, say)
    return ""


def _only_bits(puzzle: Puzzle) -> bool:
    """Return whether a puzzle's program has only 0/1 variables."""
    return all(column.binary for column in linearise(genre_of(puzzle).model(puzzle)).program.columns)
