"""The parser of the command line, with argparse: options, help and error messages.

The options of a command are in its own module. ``pencilp --help`` and an unknown command import none of them.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from typing import Any, NoReturn

from pencilp import __version__
from pencilp._util.parse_number import digits
from pencilp.cli.commands import COMMANDS, module_of
from pencilp.cli.output import ALWAYS, BAD_INPUT, exit_codes, print_text, warn
from pencilp.errors import PencilpError, did_you_mean

FIRST_STEPS = """\
to begin with:
  pencilp example nurikabe     a puzzle as a text that you could have typed, and its answer
  pencilp solve FILE           solve a puzzle of yours
  pencilp COMMAND --help       what a command does and takes, with examples
  pencilp help tutorial        the first ten minutes, step by step"""


_EXPLAIN = "pencilp explain FILE gives the way to the answer, or the clues that contradict each other"
MISSING_COMMANDS = {
    "hints": "pencilp hint FILE prints the next step and why it holds",
    "why": _EXPLAIN,
    "create": "pencilp generate GENRE makes a new puzzle; pencilp new GENRE prints an empty one to fill in",
    "difficulty": "pencilp rate FILE says how hard a puzzle is",
}
"""Hints for commands that do not exist."""

_Formatter = argparse.RawDescriptionHelpFormatter


class Parser(argparse.ArgumentParser):
    """A parser with error messages of one line and exit code 2. Its usage line has only the required arguments."""

    def __init__(self, prog: str, **about: Any) -> None:
        # argparse makes a formatter for every option; finding the terminal's width is slow, and only the help needs it
        super().__init__(
            prog, formatter_class=partial(_Formatter, width=80), allow_abbrev=False, add_help=False, **about
        )
        self._positionals.title = "arguments"
        self.add_argument("-h", "--help", action="help", help="show this text and exit")

    def format_help(self) -> str:
        """Return the help, as wide as the terminal."""
        self.formatter_class = partial(_Formatter, width=_columns() - 2)
        return super().format_help()

    def format_usage(self) -> str:
        """Return the usage line with the required arguments; the help lists the options."""
        return f"usage: {self.usage}\n"

    def error(self, message: str) -> NoReturn:
        missing = message.removeprefix("the following arguments are required: ")
        if missing != message:
            message = f"{missing} is missing: {self.usage}"
        option = message.removeprefix("argument ").removesuffix(": expected one argument")
        if f"argument {option}: expected one argument" == message:
            *_, long = option.split("/")
            message = f"{option} needs a value"
            if self._option_string_actions[long].type is None:
                message += f"; one that begins with - is written {long}=-..."
        warn(str(PencilpError(f"{message} (see {self.prog} --help)")))
        raise SystemExit(BAD_INPUT)


def _columns() -> int:
    """Return the width of the terminal, 80 if unknown. argparse would import ``shutil``, which takes longer than the help."""
    try:
        return digits(os.environ.get("COLUMNS", "")) or os.get_terminal_size(1).columns or 80
    except OSError:
        return 80


def parser_of(command: str) -> Parser:
    """Return the parser of the arguments after the name of a command."""
    module = module_of(command)
    does = COMMANDS[command]
    parser = Parser(
        f"pencilp {command}",
        usage=f"pencilp {command} {module.TAKES} [OPTIONS]",
        description=f"{does[0].upper()}{does[1:]}.",
        epilog=f"{_examples(module.EXAMPLES)}\n\n{exit_codes(module.EXITS)}",
    )
    parser.set_defaults(command=command)
    module.options(parser)
    return parser


def _examples(examples: Sequence[tuple[str, str]]) -> str:
    """Return the part of the help with examples: command lines, and what each does."""
    width = max(len(line) for line, _ in examples)
    return "\n".join(["examples:", *(f"  {line:{width}}   {does}".rstrip() for line, does in examples)])


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the options in ``arguments`` (None: those of the process), with the command as ``command``.

    An unknown word ends the process with a line that suggests similar ones.
    """
    words = sys.argv[1:] if arguments is None else arguments
    at = next((i for i, word in enumerate(words) if not word.startswith("-")), len(words))
    before = main_parser()
    _, rest = before.parse_known_args(words[:at])
    if rest:
        _refuse_arguments(before, rest)
    if at == len(words):
        # ``pencilp`` alone prints the help
        print_text(before.format_help())
        raise SystemExit(BAD_INPUT)
    command = words[at]
    if command not in COMMANDS:
        before.error(f"there is no command {command!r}{_suggestion(command)}")
    parser = parser_of(command)
    # report unknown options before argparse reports missing arguments
    options_there = [word for word in takewhile("--".__ne__, words[at + 1 :]) if word.startswith("--")]
    _refuse_options(
        parser, [word for word in options_there if word.partition("=")[0] not in parser._option_string_actions]
    )
    options, rest = parser.parse_known_args(words[at + 1 :])
    if rest and hasattr(options, "files") and not any(word.startswith("-") and word != "-" for word in rest):
        # options may stand between the files
        options.files += rest
    elif rest:
        _refuse_arguments(parser, rest)
    return options


def main_parser() -> Parser:
    """Return the parser of the arguments before the name of a command."""
    width = max(map(len, COMMANDS)) + 2
    listed = "\n".join(f"  {name:{width}}{does}" for name, does in COMMANDS.items())
    result = Parser(
        "pencilp",
        usage="pencilp COMMAND ...",
        description=f"Pencil puzzles as integer programs: solved, checked and drawn.\n\n{FIRST_STEPS}\n\ncommands:\n{listed}",
        epilog=exit_codes(ALWAYS),
    )
    result.add_argument(
        "-V", "--version", action="version", version=f"pencilp {__version__}", help="show the version and exit"
    )
    return result


def _suggestion(word: str) -> str:
    """Return a hint for a word that is no command, but perhaps a file, a misspelt command or a genre."""
    if os.path.exists(word) or "://" in word:
        return f" (did you mean pencilp solve {word[:60]}?)"
    if word in MISSING_COMMANDS:
        return f": {MISSING_COMMANDS[word]}"
    if near := did_you_mean(word, COMMANDS):
        return near
    from pencilp import genres  # only for an unknown command

    try:
        name = genres.find(word).name
    except PencilpError:
        return f": they are {', '.join(COMMANDS)}"
    return f"; it is a kind of puzzle: pencilp genres {name} explains its rules, pencilp example {name} shows one"


def _refuse_arguments(parser: Parser, rest: Sequence[str]) -> NoReturn:
    """Report the first argument of ``rest``, which the parser does not know, and exit."""
    _refuse_options(parser, rest)
    parser.error(f"unexpected argument: {rest[0]!r}")


def _listed(parser: Parser) -> list[str]:
    """Return the options that the help lists."""
    return [name for name, action in parser._option_string_actions.items() if action.help != argparse.SUPPRESS]


def _refuse_options(parser: Parser, rest: Sequence[str]) -> None:
    """Report the first option of ``rest``, if any, which the parser does not know, and exit."""
    for word in rest:
        if word.startswith("-"):
            option = word.partition("=")[0]
            parser.error(f"there is no option {option[:60]}{did_you_mean(option, _listed(parser))}")
