"""The command line: ``pencilp solve FILE`` and all other commands (``pencilp.cli.commands.COMMANDS``).

Each command has a module of its name (``excel_template.py`` for ``excel-template``). ``options(parser)`` adds its options,
``TAKES``, ``EXAMPLES`` and ``EXITS`` are for its help, and ``run(options)`` returns the exit code. Only the module of the command
in use is imported.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from pencilp.cli import memory, watchdog
from pencilp.cli.commands import module_of
from pencilp.cli.output import BAD_INPUT, FAULT, LIMIT, SOLVED, Output, OutputError, code_of, print_excerpt, warn
from pencilp.cli.parser import parse
from pencilp.errors import InputError, PencilpError

GARBAGE_THRESHOLD = 50_000
"""The number of new objects after which Python collects garbage."""


def process() -> NoReturn:
    """Run the command line as a process of its own, and end the process."""
    # a command creates little garbage: this saves 6 % of the time for a small puzzle
    gc.set_threshold(GARBAGE_THRESHOLD)
    watchdog.start()
    try:
        code = main()
    except SystemExit as end:
        code = int(end.code or 0)
    watchdog.exit_process(_flushed_files(code))
    raise SystemExit(code)


def _flushed_files(code: int) -> int:
    """Write what the files of a user's own genre still hold, and return the exit code."""
    own = sys.modules.get("pencilp.genres.own")
    if own is not None and own.was_run():
        try:
            own.flush_files()
        except OSError as error:
            warn(f"a file of your genre cannot be written: {error.strerror}")
            return code or BAD_INPUT
    return code


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    stdout: Any = _prepared_output()
    sys.stdout = Output(stdout)  # type: ignore[assignment]
    try:
        with watchdog.SignalsAsInterrupt():
            options = parse(arguments)
            if watchdog.is_command():
                memory.limit(options)
            if getattr(options, "genre", None):
                from pencilp.cli.sources import find_genre  # only with --genre: the help needs no genres

                find_genre(options)
            code: int = module_of(options.command).run(options)
            sys.stdout.flush()
            return code
    except SystemExit as end:
        pages = sys.modules.get("pencilp.genres.own")
        if pages is not None and (place := pages.place_of(end)):
            # a user's genre has called sys.exit(): Python would end with success, and print nothing
            warn(str(PencilpError(pages.said(end), place)))
            return BAD_INPUT
        # the help was printed, or argparse has refused the arguments
        sys.stdout.flush()
        raise
    except KeyboardInterrupt:
        watchdog.stop("stopped")
        warn("stopped")
        return LIMIT
    except MemoryError:
        # printing the message needs memory before the memory in use is free
        watchdog.stop(memory.lift_limit())
        warn(memory.lift_limit())
        return LIMIT
    except BrokenPipeError:
        # the reader of the output has gone: no error, but Python must not flush it again
        stdout = None
        return SOLVED
    except PencilpError as error:
        if isinstance(error, OutputError) or not _flushed():
            stdout = None
        warn(str(error))
        if isinstance(error, InputError):
            print_excerpt(error)
        return code_of(error)
    except OSError as error:
        # for example a full disk for temporary files, or too many open files
        stdout = stdout if _flushed() else None
        warn(_reason(error))
        return BAD_INPUT
    except Exception as error:
        from pencilp.genres import own  # only after an error that is no PencilpError

        stdout = stdout if _flushed() else None
        if place := own.place_of(error):
            warn(str(PencilpError(own.said(error), place)))
            return BAD_INPUT
        import traceback  # only after a fault of ours: it takes 5 ms

        # Python would end with exit code 1, which means that there is no answer
        traceback.print_exc()
        return FAULT
    finally:
        sys.stdout = stdout


def _flushed() -> bool:
    """Flush what was printed before an error, and return whether that was possible."""
    try:
        sys.stdout.flush()
    except (OSError, OutputError):
        return False
    return True


def _prepared_output() -> Any:
    """Return a standard output that accepts every character, even if it is closed or in ASCII."""
    if sys.stdout is None:
        return open(os.devnull, "w", encoding="utf-8")
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    return sys.stdout


def _reason(error: OSError) -> str:
    """Return the message of a system error, with the file that it is about."""
    message = error.strerror or str(error)
    if error.filename:
        return f"{error.filename}: {message}"
    try:
        os.getcwd()
    except OSError:
        return f"the working folder is not there any more: {message}"
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        import tempfile  # only for this message

        return f"temporary files cannot be written in {tempfile.tempdir}: {message}"
    return message
