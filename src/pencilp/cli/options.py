"""Options that several commands share, and the parsers of option values."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pencilp import genres
from pencilp._util.old_names import present_name
from pencilp._util.parse_number import digits, real
from pencilp.errors import SolverError
from pencilp.solvers import check_solver as known_solver
from pencilp.translations import ENGLISH, languages

MAX_TITLE = 300
"""Characters of a title of pictures."""

if TYPE_CHECKING:
    Options = argparse.ArgumentParser | argparse._ArgumentGroup
    """A parser, or a titled part of its help."""


def puzzles(parser: Options) -> None:
    """Add ``files``: the puzzles of a command that takes many."""
    parser.add_argument(
        "files",
        metavar="PUZZLE",
        nargs="+",
        help="files with puzzles, folders of them, links, or - for what is piped in",
    )


def words_or_data(parser: Options) -> None:
    """Add ``--format`` with text and json."""
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="print words (text, default) or data (json)"
    )


def time_for_each(parser: Options) -> None:
    """Add ``--time-limit`` of a command that prints what it has found when the time is over."""
    parser.add_argument(
        "--time-limit",
        type=seconds,
        metavar="SECONDS",
        help="stop after this time, and print what was found by then; if there are several puzzles, each has this time",
    )


def genre(parser: Options) -> None:
    """Add ``--genre``, for files that do not name their genre."""
    parser.add_argument(
        "--genre",
        metavar="NAME",
        help="the kind of puzzle, if the file does not name it (pencilp genres lists them); or a file with your own, "
        "my_genre.py",
    )


def solving(
    parser: Options,
    default: str | None = "clasp",
    known: str = "the solver: clasp (default) or highs, and as extras scip, glpk, cbc, cpsat; or external:COMMAND, a program "
    "that reads LP files",
    *,
    several: bool = False,
) -> None:
    """Add ``--solver`` (a list of solvers with ``several``) and the limits of a search."""
    if several:
        known += ". Several, as in clasp,highs,scip, are compared"
        parser.add_argument("--solver", type=solvers, default=["clasp"], metavar="NAMES", help=known)
    else:
        parser.add_argument("--solver", type=solver, default=default, metavar="NAME", help=known)
    parser.add_argument(
        "--time-limit",
        type=seconds,
        metavar="SECONDS",
        help="stop after this time; if there are several puzzles, each has this time",
    )
    memory(parser)
    parser.add_argument(
        "--threads",
        type=few,
        default=0,
        metavar="N",
        help="search on N processors at once (default: one, and all if that takes long)",
    )


def jobs(parser: Options) -> None:
    """Add ``--jobs`` and ``--parts``, for one hard puzzle."""
    parser.add_argument(
        "--jobs",
        type=few,
        metavar="N",
        help="divide a search that takes long into parts, for N processes (clasp only); for many puzzles: pencilp batch",
    )
    parser.add_argument(
        "--parts",
        metavar="FILE",
        help="with --jobs, keep the finished parts in FILE: the same command goes on where it was stopped",
    )


def puzzle_files(parser: Options) -> None:
    """Add the files of a command for many puzzles."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="files with puzzles in any format, folders of them, links, or - for standard input",
    )


def memory(parser: Options) -> None:
    """Add ``--memory-limit``."""
    parser.add_argument(
        "--memory-limit",
        type=megabytes,
        metavar="MB",
        help="stop when more memory than this is used (default: three quarters of the free memory; Linux only)",
    )


def formulation(parser: Options, default: str | None = "rules") -> None:
    """Add ``--formulation``, the choice of the integer program."""
    parser.add_argument(
        "--formulation",
        type=present_name,
        choices=("rules", "published"),
        default=default,
        help="which integer program: pencilp's own (rules, default) or the one published with this kind of puzzle, if there is "
        "one (published); pencilp help formulations shows both",
    )


def writes(parser: Options) -> None:
    """Add ``--allow-writes``, for MathProg models."""
    parser.add_argument(
        "--allow-writes", action="store_true", help="let the model write files (printf ... > file, table ... OUT)"
    )


def show_variables(parser: Options) -> None:
    """Add ``--show-variables``, for variables of the published formulation."""
    parser.add_argument(
        "--show-variables",
        type=names,
        default=(),
        metavar="NAMES",
        help="also show these variables of the published integer program, such as N,arrows (pencilp help command-line)",
    )
    old_name(parser, "--values", "show_variables", type=names, default=())


def drawing(parser: Options) -> None:
    """Add the options of drawings and puzzle texts."""
    orientation(parser)
    title(parser)
    parser.add_argument(
        "--directions",
        type=present_name,
        choices=("compass", "published"),
        default="compass",
        help="in puzzle texts, name directions se, nw, ... (compass, default) or as published, BC, TC, ... (published)",
    )


def language(parser: Options) -> None:
    """Add the option for the language of sentences."""
    parser.add_argument("--lang", choices=languages(), default=ENGLISH, help="the language of the sentences (en)")


def title(parser: Options) -> None:
    """Add ``--title``, for pictures."""
    parser.add_argument(
        "--title", type=heading, default="", metavar="TEXT", help="in pictures (.svg, .png), a title above the board"
    )


def orientation(parser: Options) -> None:
    """Add ``--orientation``, for hexagonal cells."""
    parser.add_argument(
        "--orientation",
        choices=("pointed", "flat"),
        default="pointed",
        help="draw hexagonal cells with a corner up (pointed, default) or a side up (flat)",
    )


def ascii_only(parser: Options) -> None:
    """Add ``--ascii``, for drawings as text."""
    parser.add_argument(
        "--ascii",
        action="store_true",
        help="draw with ASCII characters only, if your terminal shows lines and blocks badly",
    )


def lossy(parser: Options) -> None:
    """Add ``--lossy`` and ``--backup``."""
    parser.add_argument(
        "--lossy",
        action="store_true",
        help="write FILE even if its format cannot hold everything (default: report the losses, and write nothing)",
    )
    parser.add_argument(
        "--backup",
        action="store_true",
        help="keep a replaced FILE as FILE.bak (or .bak2, .bak3, ...)",
    )


def force(parser: Options) -> None:
    """Add ``--force``, for files that somebody may have filled in."""
    parser.add_argument("--force", action="store_true", help="replace FILE if it exists")


def old_name(parser: Options, name: str, present: str, **how: Any) -> None:
    """Add an old name of an option, which sets ``present`` and is not in the help."""
    parser.add_argument(name, dest=present, help=argparse.SUPPRESS, **how)


def _number(text: str, wanted: str, convert: Callable[[str], float | None], low: float, high: float = 1e15) -> Any:
    """Return the number in ``text``, from ``low`` to ``high``. Raise ArgumentTypeError, which names what is ``wanted``."""
    value = convert(text)
    if value is None or not low <= value <= high:
        raise argparse.ArgumentTypeError(f"{text!r} is not {wanted}")
    return value


def genre_name(text: str) -> str:
    """Return the name of a genre. A file with a user's own genre is loaded first."""
    return genres.name_of(text)


def port(text: str) -> int:
    """Return a port; 0 means any free one."""
    return int(_number(text, "a port from 0 to 65535", digits, 0, 65535))


def names(text: str) -> tuple[str, ...]:
    """Return the names in a list with commas."""
    result = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    if not all(result):
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of names such as N,arrows")
    return result


def solver(text: str) -> str:
    """Return the name of a solver. Raise ArgumentTypeError if it is not known or not installed."""
    if text != "clasp":
        try:
            known_solver(text)
        except SolverError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
    return text


def solvers(text: str) -> list[str]:
    """Return the names of solvers. ``external:COMMAND`` must be the only one, as a command may contain commas."""
    names = [text] if text.startswith("external:") else [name.strip() for name in text.split(",")]
    return list(dict.fromkeys(map(solver, names)))


def heading(text: str) -> str:
    """Return a title. It has a length limit, as drawing a very long one takes minutes."""
    if len(text) > MAX_TITLE:
        raise argparse.ArgumentTypeError(f"a title has at most {MAX_TITLE} characters, not {len(text):,}")
    return text


def seconds(text: str) -> float:
    """Return a number of seconds."""
    value: float = _number(text, "a number of seconds above 0", real, 1e-9, 1e7)
    return value


def megabytes(text: str) -> int:
    """Return a number of megabytes."""
    value: int = _number(text, "a whole number of megabytes from 128 to 999,999,999", digits, 128)
    return value


def whole(text: str) -> int:
    """Return a whole number, which may be negative."""

    def signed(text: str) -> int | None:
        number = digits(text.removeprefix("-"))
        return -number if number is not None and text.startswith("-") else number

    value: int = _number(text, "a whole number from -999,999,999 to 999,999,999", signed, -1e9)
    return value


def few(text: str) -> int:
    """Return a number from 1 to 64."""
    value: int = _number(text, "a whole number from 1 to 64", digits, 1, 64)
    return value


def positive(text: str) -> int:
    """Return a number from 1."""
    value: int = _number(text, "a whole number from 1 to 999,999,999", digits, 1)
    return value


def count(text: str) -> int:
    """Return a number from 0."""
    value: int = _number(text, "a whole number from 0 to 999,999,999", digits, 0)
    return value
