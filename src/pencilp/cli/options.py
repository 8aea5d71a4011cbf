"""The options of the command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from pencilp.cli.output import BAD_INPUT, EXIT_CODES, complain
from pencilp.errors import PencilpError, did_you_mean
from pencilp.numerals import digits, real

if TYPE_CHECKING:
    import argparse


def parser() -> argparse.ArgumentParser:
    """The parser; it tells the command as ``command``: see the file of that name for what is done with the rest."""
    import argparse

    from pencilp import __version__

    class Parser(argparse.ArgumentParser):
        def error(self, message: str) -> NoReturn:
            complain(str(PencilpError(f"{message} (see {self.prog} --help)")))
            raise SystemExit(BAD_INPUT)

    plain = argparse.RawDescriptionHelpFormatter
    about: Any = {"epilog": EXIT_CODES, "formatter_class": plain, "allow_abbrev": False}
    result = Parser(prog="pencilp", description="Pencil puzzles as integer programs.", **about)
    result.add_argument("--version", action="version", version=f"pencilp {__version__}")
    commands = result.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)

    def command(name: str, text: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=text, description=text, **about)

    def solving(
        sub: argparse.ArgumentParser,
        solver: str | None = "clasp",
        known: str = "clasp (default), highs, scip, glpk, cbc, cpsat, or external:COMMAND",
    ) -> None:
        sub.add_argument(
            "--solver",
            type=_solver,
            default=solver,
            metavar="S",
            help=known,
        )
        sub.add_argument(
            "--time-limit",
            type=_seconds,
            metavar="SECONDS",
            help="give up a puzzle after this time, whatever is being done with it",
        )
        memory(sub)
        sub.add_argument(
            "--threads",
            type=_few,
            default=0,
            metavar="N",
            help="so many searches at once (default: one, and a race on all processors if that takes long)",
        )

    def memory(sub: argparse.ArgumentParser) -> None:
        sub.add_argument(
            "--memory-limit",
            type=_megabytes,
            metavar="MB",
            help="stop when so much memory is in use, in each process (default: three quarters of what is free; Linux only)",
        )

    def formulation(sub: argparse.ArgumentParser) -> None:
        sub.add_argument(
            "--formulation", choices=("rules", "paper"), default="rules", help="ours (default) or the seed document's"
        )

    def genre(sub: argparse.ArgumentParser) -> None:
        sub.add_argument("--genre", metavar="G", help="the genre, for files that do not name it")

    def writes(sub: argparse.ArgumentParser) -> None:
        sub.add_argument(
            "--allow-writes", action="store_true", help="a model may write files (printf ... > file, table ... OUT)"
        )

    def values(sub: argparse.ArgumentParser) -> None:
        sub.add_argument(
            "--values",
            type=_names,
            default=(),
            metavar="NAMES",
            help="also show these variables of the document's formulation, such as N,arrows for the way along the loop",
        )

    def drawing(sub: argparse.ArgumentParser) -> None:
        sub.add_argument(
            "--orientation",
            choices=("pointed", "flat"),
            default="pointed",
            help="draw hexagons with a corner up (default) or with a flat side up, as the Second Turn document does",
        )
        sub.add_argument(
            "--directions",
            choices=("compass", "document"),
            default="compass",
            help="in puzzle texts name directions se, nw, ... (default), or as that document does BC, TC, ...",
        )

    def lossy(sub: argparse.ArgumentParser) -> None:
        sub.add_argument(
            "--lossy", action="store_true", help="write FILE without what its format has no room for (default: refuse)"
        )
        sub.add_argument(
            "--backup", action="store_true", help="keep the file that FILE replaces as FILE.bak (or .bak2, .bak3, ...)"
        )

    sub = command("solve", "Solve a puzzle, say whether the answer is the only one, and draw it.")
    sub.add_argument(
        "puzzle", metavar="PUZZLE", help="a puzzle file, a link, an .lp or .mps model, or - for standard input"
    )
    genre(sub)
    solving(sub)
    formulation(sub)
    sub.add_argument(
        "--count",
        type=_count,
        default=2,
        metavar="N",
        help="stop after N answers; 0 for all (default 2: enough to know whether it is the only one)",
    )
    sub.add_argument(
        "--facts", action="store_true", help="show what all answers share; where they differ it is left undecided"
    )
    sub.add_argument(
        "--format",
        choices=("text", "svg", "json", "jsonl"),
        help="how to print the answer (default text); jsonl: a line of JSON for each as it is found, and one at the end",
    )
    sub.add_argument(
        "--all-columns", action="store_true", help="of an .lp or .mps model show the columns that are 0 as well"
    )
    sub.add_argument(
        "-o", "--output", metavar="FILE",
        help="write the answer to FILE (.txt, .svg, .png, .json, .xlsx, .xlsm); of a model: .json, .sol (SCIP's form)",
    )  # fmt: skip
    lossy(sub)
    values(sub)
    drawing(sub)
    sub.add_argument("--ascii", action="store_true", help="draw with ASCII characters only")

    sub = command("check", "Say which rules an answer breaks, and where; also of an answer that is not finished.")
    sub.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="files with a puzzle and an answer each; or a puzzle without one, and a file with its answer",
    )
    genre(sub)
    sub.add_argument(
        "--strict", action="store_true", help="of an unfinished answer also say whether it can still be finished"
    )
    sub.add_argument(
        "--time-limit", type=_seconds, metavar="SECONDS", help="with --strict: give up finding that out after this time"
    )
    memory(sub)
    sub.add_argument("--format", choices=("text", "json"), default="text")

    sub = command("guess", "Find the next best guess of a Mastermind (Hit & Blow, bulls and cows), by counting.")
    sub.add_argument(
        "puzzle", metavar="PUZZLE", help="a file with the guesses so far, a row without symbols if there are none"
    )
    genre(sub)
    sub.add_argument(
        "--by",
        choices=("worst", "average"),
        default="worst",
        help="the guess that leaves the fewest codes in the worst case (default), or on average",
    )
    sub.add_argument("--table", action="store_true", help="also say how many codes each score would leave")
    sub.add_argument(
        "--time-limit", type=_seconds, metavar="SECONDS", help="take the best guess that is found after this time"
    )
    memory(sub)
    sub.add_argument("--format", choices=("text", "json"), default="text")

    sub = command("export", "Write the integer program of a puzzle or a MathProg model as a file for other solvers.")
    sub.add_argument(
        "puzzle", metavar="PUZZLE", help="a puzzle file, a link, a MathProg model, or - for standard input"
    )
    sub.add_argument("data", metavar="DATA.dat", nargs="*", default=[], help="files with the data of a MathProg model")
    genre(sub)
    formulation(sub)
    sub.add_argument(
        "--objective",
        choices=("none", "document"),
        default="none",
        help="with --formulation paper: also the document's objective, which all answers have the same value of",
    )
    sub.add_argument("-o", "--output", required=True, metavar="FILE", help="a file ending in .lp, .mps, .opb or .aspif")
    writes(sub)
    memory(sub)

    sub = command("read", "Draw the answer that a solver's solution file holds.")
    sub.add_argument("puzzle", metavar="PUZZLE")
    sub.add_argument(
        "solution",
        metavar="SOLUTION",
        help="a solution file of SCIP, HiGHS, CBC, GLPK, CPLEX or Gurobi, of our program or of the document's",
    )
    genre(sub)
    sub.add_argument(
        "--formulation",
        choices=("rules", "paper"),
        help="of the exported model (default: found by its variables' names)",
    )
    sub.add_argument("-o", "--output", metavar="FILE", help="write the answer to FILE")
    lossy(sub)
    values(sub)
    drawing(sub)
    sub.add_argument("--ascii", action="store_true", help="draw with ASCII characters only")

    sub = command("run", "Solve a MathProg model and print what it prints.")
    sub.add_argument("model", metavar="MODEL.mod", help="a model, with its data or without, or - for standard input")
    sub.add_argument(
        "data", metavar="DATA.dat", nargs="*", default=[], help="files with its data, read one after another; also -"
    )
    solving(
        sub,
        None,
        "default: clasp for bounded whole numbers, highs for all else; also scip, glpk, cbc, cpsat, external:COMMAND",
    )
    sub.add_argument(
        "--statistics", action="store_true", help="at the end print rows, columns, non-zeros, time and memory"
    )
    writes(sub)

    sub = command("convert", "Write a puzzle in another format.")
    sub.add_argument("puzzle", metavar="PUZZLE")
    genre(sub)
    sub.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="a file (.txt, .svg, .png, .xlsx, .xlsm, .url, .pzpr, .jsonl, .dat), or a format on standard output: text, "
        "svg, url, pzpr, dat",
    )
    lossy(sub)
    drawing(sub)
    sub.add_argument("--ascii", action="store_true", help=argparse.SUPPRESS)

    sub = command("excel-template", "Write an empty board as an Excel sheet to be filled in, which then can be solved.")
    sub.add_argument("genre", metavar="GENRE", help="a genre, by any of its names")
    sub.add_argument(
        "size",
        metavar="SIZE",
        help="10x10 (rows, columns), hexagonal-6x8, or hexagon-4 for a hexagon with 4 cells a side",
    )
    sub.add_argument("-o", "--output", required=True, metavar="FILE", help="a file ending in .xlsx")

    sub = command("bench", "Run files of puzzles and print counts and times per genre.")
    sub.add_argument("files", metavar="FILE", nargs="+", help="a dataset's .jsonl file, or puzzles in any other format")
    genre(sub)
    solving(sub)
    sub.add_argument("--jobs", type=_few, default=1, metavar="N", help="so many puzzles at once (default 1)")
    sub.add_argument("--limit", type=_positive, metavar="N", help="only the first N puzzles of each file")
    sub.add_argument("--each", action="store_true", help="with json: one record a puzzle too")
    sub.add_argument("--format", choices=("table", "json"), default="table")

    sub = command("genres", "List the genres, or describe one.")
    sub.add_argument("genre", metavar="G", nargs="?", help="a genre, by any of its names")
    sub.add_argument("--format", choices=("text", "json"), default="text")
    sub = command("completion", "Print a script that completes command lines.")
    sub.add_argument("shell", choices=("bash", "zsh", "fish"))
    return result


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The options in ``arguments`` (None: those of the process). What is not known is refused with what comes near."""
    whole = parser()
    words = sys.argv[1:] if arguments is None else list(arguments)
    commands: Any = next(action.choices for action in whole._actions if action.dest == "command")
    command = next((word for word in words if not word.startswith("-")), None)
    if command is not None and command not in commands:
        puzzle = os.path.exists(command) or "://" in command
        hint = f" (did you mean pencilp solve {command[:60]}?)" if puzzle else did_you_mean(command, commands)
        whole.error(f"there is no command {command!r}{hint}: they are {', '.join(commands)}")
    options, rest = whole.parse_known_args(words)
    if rest:
        sub = commands[options.command]
        for word in rest:
            if word.startswith("-"):
                option = word.partition("=")[0]
                sub.error(f"there is no option {option[:60]}{did_you_mean(option, sub._option_string_actions)}")
        sub.error(f"there is an argument too many: {rest[0]!r}")
    return options


def _number(text: str, wanted: str, convert: Callable[[str], float | None], low: float, high: float = 1e15) -> Any:
    """The number in ``text``, from ``low`` to ``high``; for argparse, which puts the option's name before what is raised."""
    import argparse

    value = convert(text)
    if value is None or not low <= value <= high:
        raise argparse.ArgumentTypeError(f"{text!r} is not {wanted}")
    return value


def _names(text: str) -> tuple[str, ...]:
    """Names with commas between them."""
    import argparse

    names = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    if not all(names):
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of names such as N,arrows")
    return names


def _solver(text: str) -> str:
    """The name of a solver, as it is."""
    if text != "clasp":
        import argparse

        from pencilp import solvers
        from pencilp.errors import SolverError

        try:
            solvers.known(text)
        except SolverError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
    return text


def _seconds(text: str) -> float:
    value: float = _number(text, "a number of seconds above 0", real, 1e-9, 1e7)
    return value


def _megabytes(text: str) -> int:
    value: int = _number(text, "a whole number of megabytes from 128 on", digits, 128)
    return value


def _few(text: str) -> int:
    value: int = _number(text, "a whole number from 1 to 64", digits, 1, 64)
    return value


def _positive(text: str) -> int:
    value: int = _number(text, "a whole number from 1 on", digits, 1)
    return value


def _count(text: str) -> int:
    value: int = _number(text, "a whole number from 0 on", digits, 0)
    return value
