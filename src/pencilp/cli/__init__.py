"""The command line: ``pencilp solve FILE`` and all other commands (``pencilp.cli.commands.COMMANDS``).

One file per command, named like it (``excel_template.py`` for ``excel-template``): ``options(parser)`` says what it takes,
``TAKES``, ``EXAMPLES`` and ``EXITS`` are for its help, ``run(options)`` does it and returns the exit code. Only the one that is
asked for is imported.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any, NoReturn

from pencilp.cli import memory, watch
from pencilp.cli.commands import module_of
from pencilp.cli.output import BAD_INPUT, FAULT, LIMIT, SOLVED, Output, OutputError, code_of, complain, point_at
from pencilp.cli.parser import parse
from pencilp.errors import InputError, PencilpError

LARGE = 50_000
"""How many new objects make Python look for garbage."""


def process() -> NoReturn:
    """Run the command line as a process of its own, which ends here."""
    # a command drops little of what it makes: this saves 6 % of the time for a small puzzle
    gc.set_threshold(LARGE)
    watch.start()
    try:
        code = main()
    except SystemExit as end:
        code = int(end.code or 0)
    watch.leave(code)
    raise SystemExit(code)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    stdout: Any = _prepared_output()
    sys.stdout = Output(stdout)  # type: ignore[assignment]
    try:
        with watch.Listening():
            options = parse(arguments)
            if watch.on():
                memory.limit(options)
            if getattr(options, "genre", None):
                from pencilp.cli.sources import find_genre

                find_genre(options)
            code: int = module_of(options.command).run(options)
            sys.stdout.flush()
            return code
    except SystemExit as end:
        pages = sys.modules.get("pencilp.genres.own")
        if pages is not None and (place := pages.place_of(end)):
            # left to Python this would be a success, of which nothing is seen
            complain(str(PencilpError(pages.said(end), place)))
            return BAD_INPUT
        # the help was asked for, or the command makes no sense
        sys.stdout.flush()
        raise
    except KeyboardInterrupt:
        watch.stop("stopped")
        complain("stopped")
        return LIMIT
    except MemoryError:
        # the message needs some, and what was in use goes only after it
        watch.stop(memory.lifted())
        complain(memory.lifted())
        return LIMIT
    except BrokenPipeError:
        # the reader of our output has gone; nothing is wrong, but Python must not try to flush to it again
        stdout = None
        return SOLVED
    except PencilpError as error:
        if isinstance(error, OutputError) or not _flushed():
            stdout = None
        complain(str(error))
        if isinstance(error, InputError):
            point_at(error)
        return code_of(error)
    except OSError as error:
        # such as no room for temporary files, or too many open files
        stdout = stdout if _flushed() else None
        complain(_reason(error))
        return BAD_INPUT
    except Exception as error:
        from pencilp.genres import own

        stdout = stdout if _flushed() else None
        if place := own.place_of(error):
            complain(str(PencilpError(own.said(error), place)))
            return BAD_INPUT
        # left to Python this would be exit code 1, which says that there is no answer
        traceback.print_exc()
        return FAULT
    finally:
        sys.stdout = stdout


def _flushed() -> bool:
    """Write what was printed before an error, as by a genre of a user's own; whether that can be written."""
    try:
        sys.stdout.flush()
    except (OSError, OutputError):
        return False
    return True


def _prepared_output() -> Any:
    """Make standard output take whatever is printed: if it is closed nothing, in ASCII all characters."""
    if sys.stdout is None:
        return open(os.devnull, "w", encoding="utf-8")
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    return sys.stdout


def _reason(error: OSError) -> str:
    """Return what the system says, and of what. Files that were named are read and written with errors of their own."""
    says = error.strerror or str(error)
    if error.filename:
        return f"{error.filename}: {says}"
    try:
        os.getcwd()
    except OSError:
        return f"the working folder is not there any more: {says}"
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        import tempfile

        return f"temporary files cannot be written in {tempfile.tempdir}: {says}"
    return says
