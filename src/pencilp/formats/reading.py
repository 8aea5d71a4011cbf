"""Reads puzzles from wherever they are: a link, a file, standard input; the format is found by looking.

================== ==================================================================================================
what               how it is known
================== ==================================================================================================
puzz.link link     it begins with ``http://`` or ``https://``, or has a ``?`` with a site before it (``puzz.link/p?...``)
Excel workbook     its first bytes are those of a zip file, or of a file of Excel 97 to 2003
pzpr v3 text       begins with ``pzprv3``
the dataset        its name ends in ``.jsonl``, or it begins with ``{``
MathProg data      its name ends in ``.dat`` or ``.mod``, or a line begins with ``data;``, ``param``, ``set``, ``var``
links, one a line  its lines begin with ``http://`` or ``https://``
puzzle text        anything else
================== ==================================================================================================
"""

from __future__ import annotations

import os

from pencilp.board.puzzle import Answer, Puzzle
from pencilp.bounded import read_bytes
from pencilp.errors import InputError
from pencilp.formats import plain as text
from pencilp.genres import find
from pencilp.texts import decoded, lines_of, plain_spaces

WORKBOOKS = (".xlsx", ".xlsm", ".xltx", ".xltm", ".xls", ".xlsb", ".ods", ".fods", ".numbers")
"""The endings of workbooks of all kinds, be they read or not."""


def read(source: str, genre: str | None = None, *, content: bytes | None = None) -> list[Puzzle]:
    """All puzzles of ``source``: a link, a file's path, or ``-`` for standard input. ``content`` is what was read there before.

    ``genre`` names the genre for formats that do not; where one does, it must be the same. Raises InputError naming the
    source and the place in it.
    """
    try:
        if content is None and is_link(source):
            return _of_genre(_links(source), genre)
        return _of_genre(_content(read_bytes(source) if content is None else content, source, genre), genre)
    except InputError as error:
        # a path is never cut short: it has to be found again
        long = is_link(source) and len(source) > 80
        raise error.within(source[:79] + "…" if long else source) from None


def _of_genre(puzzles: list[Puzzle], genre: str | None) -> list[Puzzle]:
    """Puzzles that are of the genre that was named. Raises InputError when one is not."""
    wanted = find(genre) if genre else None
    for puzzle in puzzles:
        if wanted is not None and puzzle.genre is not wanted:
            raise InputError(f"this is a puzzle of {puzzle.genre.name}, not of {wanted.name}")
    return puzzles


def is_link(source: str) -> bool:
    """Whether ``source`` is a link rather than a file's path."""
    head, mark, _ = source.partition("?")
    if "\n" in source:
        return False
    return head.startswith(("http://", "https://")) or (mark != "" and head.endswith(("/p", "/p.html", "/p_edit.html")))


def _links(source: str) -> list[Puzzle]:
    from pencilp.formats.links import read_link

    return [read_link(source)]


def _content(content: bytes, source: str, genre: str | None) -> list[Puzzle]:
    if _is_workbook(content, source):
        from pencilp.formats import excel

        return [excel.read(content, genre)]
    told = decoded(content)
    start = told.lstrip()[:8]
    if start.startswith("pzprv3"):
        from pencilp.formats.pzpr import read_pzpr

        return [read_pzpr(told)]
    if start.startswith(("{", "[{")) or source.lower().endswith(".jsonl"):
        return _dataset(told, source, genre)
    if start.startswith(("http://", "https:/")):
        return _link_lines(told)
    if source.lower().endswith((".dat", ".mod")) or _mathprog(told):
        from pencilp.formats import mathprog_data

        return mathprog_data.read(told, genre)
    return text.read(told)


def _is_workbook(content: bytes, source: str) -> bool:
    return content[:4] in (b"PK\x03\x04", b"\xd0\xcf\x11\xe0") or source.lower().endswith(WORKBOOKS)


def read_answer(source: str, puzzle: Puzzle, board: str) -> Answer:
    """The answer in the file ``source`` to a ``puzzle`` that was read from ``board``. Raises InputError when there is none.

    Of two workbooks the second is taken for a copy of the first in which somebody has filled in the answer, in whatever
    colour.
    """
    if is_link(source):
        other = read(source, puzzle.genre.name)[0]
    else:
        try:
            # read once: it may be a pipe
            content = read_bytes(source)
            if _is_workbook(content, source) and (empty := workbook_at(board)) is not None:
                from pencilp.formats import excel

                answer = excel.read_filled(content, empty, puzzle.genre.name)
                if answer is None:
                    raise InputError(f"nothing is filled in that {board} does not have")
                return Answer(puzzle, answer.values)
            other = _of_genre(_content(content, source, puzzle.genre.name), puzzle.genre.name)[0]
        except InputError as error:
            raise error.within(source) from None
    if other.answer is None:
        raise InputError("there is no answer in it", source)
    if other != puzzle:
        raise InputError("its puzzle is not the one to be checked", source)
    return Answer(puzzle, other.answer.values)


def workbook_at(source: str) -> bytes | None:
    """What is in a workbook; None for what is no file or none of these."""
    content = b"" if is_link(source) or not os.path.isfile(source) else read_bytes(source)
    return content if _is_workbook(content, source) else None


def template(source: str) -> bytes | None:
    """What is in a workbook of which a copy can be written; None for anything else."""
    content = workbook_at(source)
    return content if content and content.startswith(b"PK") else None


def _dataset(told: str, source: str, genre: str | None) -> list[Puzzle]:
    from pencilp.formats.dataset import read_jsonl

    puzzles = []
    for record in read_jsonl(told, genre, source):
        if record.error is not None:
            raise record.error
        assert record.puzzle is not None
        puzzles.append(record.puzzle)
    if not puzzles:
        raise InputError("there is no puzzle in it", "1")
    return puzzles


def _link_lines(told: str) -> list[Puzzle]:
    puzzles = []
    for number, line in enumerate(lines_of(told), 1):
        if line.strip():
            try:
                puzzles += _links(line.strip())
            except InputError as error:
                raise error.within(str(number)) from None
    return puzzles


def _mathprog(told: str) -> bool:
    return any(
        line.strip().startswith(("data;", "param ", "set ", "var ")) for line in lines_of(plain_spaces(told))[:200]
    )
