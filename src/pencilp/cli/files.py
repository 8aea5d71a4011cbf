"""The files that commands write: checks before the work begins, and writing."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterable, Sequence
from typing import Any

from pencilp.cli.output import WarningsToStderr
from pencilp.errors import InputError
from pencilp.formats.reading import template
from pencilp.formats.writing import KINDS, PROTECTED, is_protected, lost, replace_file, write

ONLY_ANSWER = "the only answer"
"""The sentence in a file about a unique answer."""
RECORDS = (".json", ".jsonl", ".csv")
"""The endings of files with records."""


def ending(path: str) -> str:
    """Return the ending of a file's name, which says its format: ".txt"."""
    return os.path.splitext(path)[1].lower()


def check_no_input(path: str, inputs: Iterable[str | None]) -> None:
    """Refuse a target that is one of the ``inputs``: it would be replaced."""
    for name in inputs:
        if name is not None and os.path.exists(name) and os.path.exists(path) and os.path.samefile(name, path):
            raise InputError("it is an input file; name another file", path)


def check_target(path: str, kinds: Sequence[str]) -> None:
    """Refuse a target that cannot be written before any work is done."""
    if ending(path) not in kinds:
        raise InputError(
            f"cannot write {ending(path) or 'a file without an ending'}; use one of {', '.join(kinds)}", path
        )
    try:
        target = os.path.realpath(path)
    except ValueError:
        raise InputError("cannot be written: no file can have this name", path) from None
    folder = os.path.dirname(target)
    if not os.path.isdir(folder):
        raise InputError(f"cannot be written: there is no folder {folder}", path)
    if os.path.isdir(target):
        raise InputError("cannot be written: it is a folder", path)
    # a file is replaced by a new one, so its folder must be writable; a device or a pipe is opened
    if os.path.exists(target) and not os.path.isfile(target):
        if not os.access(target, os.W_OK):
            raise InputError("cannot be written: you have no permission to write to it", path)
    elif is_protected(target):
        raise InputError(f"cannot be written: {PROTECTED}", path)
    elif not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(f"cannot be written: you may not write into the folder {folder}", path)
    if ending(path) == ".png":
        from pencilp.draw.svg import png_maker  # only for pictures

        png_maker()


def check_answer_target(path: str) -> None:
    """Refuse a target that cannot take answers."""
    check_target(path, [suffix for suffix, kind in KINDS.items() if kind.answer])


def check_solved_target(path: str) -> None:
    """Refuse a target that cannot take answers or records of solved puzzles."""
    check_target(path, [suffix for suffix, kind in KINDS.items() if kind.answer or suffix in RECORDS])


def check_puzzle_target(path: str) -> None:
    """Refuse a target that cannot take puzzles."""
    check_target(path, [suffix for suffix, kind in KINDS.items() if kind.puzzle])


def check_backup(options: Any, *, to_file: bool) -> None:
    """Refuse ``--backup`` if no file is written."""
    if options.backup and not to_file:
        raise InputError("no file is written, so there is no old one to keep: add -o FILE", "--backup")


def check_fit(path: str, puzzles: Sequence[Any], source: str = "", *, lossy: bool = False) -> None:
    """Refuse a target, with a known ending, that cannot hold these puzzles of ``source`` with their answers."""
    kind = KINDS[ending(path)]
    if len(puzzles) > 1 and not kind.several:
        raise InputError(f"{len(puzzles)} puzzles do not fit into one such file", path)
    if kind.format == "xlsx":
        from pencilp.formats.excel import puzzles as excel  # only for workbooks

        for puzzle in puzzles:
            try:
                excel.check_fit(puzzle)
                for loss in () if lossy else lost(path, source):
                    raise InputError(f"the workbook has {loss} (--lossy writes it without)")
            except InputError as error:
                raise error.within(path) from None
        if (content := template(source)) is not None:
            try:
                excel.check_room(puzzles[0], content, lossy=lossy)
            except InputError as error:
                raise error.within(source) from None


def check_values(options: argparse.Namespace, puzzles: Sequence[Any]) -> None:
    """Refuse ``--show-variables`` with variables that the puzzles do not have or the target cannot hold."""
    if not options.show_variables:
        return
    from pencilp.analysis.published_variables import check_names  # only with --show-variables

    if options.output is not None and ending(options.output) not in (".svg", ".png", ".json"):
        raise InputError("variables (--show-variables) are shown in .svg, .png and .json files only", options.output)
    for puzzle in puzzles:
        check_names(puzzle, options.show_variables)


def single_puzzle(puzzles: list[Any], source: str) -> Any:
    """Return the one puzzle of a source. Raise InputError when there are several."""
    if len(puzzles) > 1:
        raise InputError(f"it holds {len(puzzles)} puzzles, but one is needed", source)
    return puzzles[0]


def save(
    path: str,
    answered: list[tuple[Any, Any]],
    source: str,
    options: argparse.Namespace,
    *,
    marked: Sequence[Any] = (),
    verdict: str = "",
) -> None:
    """Write puzzles with their answers (or None) to a file; its ending is the format.

    ``options`` has ``lossy`` (leave out what the format cannot hold, with a warning), ``backup`` (keep the old file under another
    name), ``orientation`` of hexagons and ``title`` for pictures, and ``directions`` for texts. Pictures highlight the ``marked``
    places, and show ``verdict``, the words about the answer.
    """
    if ending(path) in (".svg", ".png"):
        check_fit(path, [puzzle for puzzle, _ in answered])
        from pencilp.draw.svg import to_svg  # only for pictures

        # readers expect a unique answer
        sentence = "" if verdict == ONLY_ANSWER else verdict
        how = {"orientation": options.orientation, "title": options.title}
        picture = to_svg(*answered[0], marked=marked, says=sentence, shown=sentence != "", **how)
        save_picture(path, picture, backup=options.backup)
    else:
        with WarningsToStderr():
            write(
                answered, path, source=source, lossy=options.lossy, directions=options.directions, backup=options.backup
            )


def save_picture(path: str, svg: str, *, backup: bool = False) -> None:
    """Write a picture as ``.svg`` or ``.png``, by the ending; ``backup`` as in ``save``."""
    from pencilp.draw.svg import to_png  # only for pictures

    replace_file(path, svg.encode() if ending(path) == ".svg" else to_png(svg), backup=backup)


def save_new(path: str, content: bytes, *, force: bool) -> None:
    """Write a file that users fill in. Raise InputError if there is a different file, unless ``force``.

    A replaced answer can be computed again, but a replaced puzzle is lost.
    """
    if not force and os.path.isfile(path):
        with open(path, "rb") as there:
            if there.read(len(content) + 1) != content:
                raise InputError("a different file of this name exists (--force replaces it)", path)
    replace_file(path, content)


def save_json(record: Any, path: str, *, backup: bool = False) -> None:
    """Write a record as a line of JSON; ``backup`` as in ``save``."""
    # a name may contain lone surrogates: escape them
    replace_file(path, (json.dumps(record, ensure_ascii=False) + "\n").encode(errors="backslashreplace"), backup=backup)
