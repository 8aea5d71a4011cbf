"""``pencilp completion``: a script that completes command lines in bash, zsh or fish.

The script contains all words, so that pressing Tab starts no Python. It is generated from the parsers of the commands. shtab
generates such scripts, too, but not for fish.
"""

from __future__ import annotations

import argparse
from typing import Any

from pencilp import genres
from pencilp.cli.commands import COMMANDS
from pencilp.cli.output import SOLVED
from pencilp.cli.parser import parser_of
from pencilp.solvers import SOLVERS

OF_A_GENRE = ("new", "genres", "example", "excel-template")
"""The commands whose first word is a genre."""


TAKES = "SHELL"
EXAMPLES = (
    ("pencilp completion bash", 'for bash: in ~/.bashrc, eval "$(pencilp completion bash)"'),
    ("pencilp completion zsh", 'for zsh: in ~/.zshrc, eval "$(pencilp completion zsh)"'),
    ("pencilp completion fish", "for fish: write it to ~/.config/fish/completions/pencilp.fish"),
)
EXITS = {
    SOLVED: "the script was printed",
}


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    parser.add_argument("shell", metavar="SHELL", choices=("bash", "zsh", "fish"), help="bash, zsh or fish")


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    commands = {name: _words(parser_of(name)) for name in COMMANDS}
    values = {"--genre": genres.names(), "--solver": SOLVERS}
    print({"bash": _bash, "zsh": _zsh, "fish": _fish}[options.shell](commands, values))
    return SOLVED


def _words(parser: argparse.ArgumentParser) -> dict[str, list[str]]:
    """Return the options of a command, each with its choices."""
    return {
        option: [str(choice) for choice in action.choices or ()]
        for option, action in parser._option_string_actions.items()
        if option.startswith("--") and action.help != argparse.SUPPRESS
    }


def _bash(commands: dict[str, dict[str, list[str]]], values: dict[str, Any]) -> str:
    lines = [
        '# bash completion for pencilp: put this into ~/.bashrc, or eval "$(pencilp completion bash)"',
        "_pencilp() {",
        '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" command="${COMP_WORDS[1]}" words=""',
        "  COMPREPLY=()",
        '  if [ "$COMP_CWORD" -eq 1 ]; then',
        f'    COMPREPLY=($(compgen -W "{" ".join(commands)}" -- "$word")); return',
        "  fi",
        '  case "$command $before" in',
    ]
    for name, options in commands.items():
        for option, choices in options.items():
            given = choices or values.get(option, ())
            if given:
                lines.append(
                    f'    "{name} {option}") COMPREPLY=($(compgen -W "{" ".join(given)}" -- "$word")); return ;;'
                )
    lines += [
        *(
            f'    "{name} {name}") COMPREPLY=($(compgen -W "{" ".join(values["--genre"])}" -- "$word")); return ;;'
            for name in OF_A_GENRE
        ),
        "  esac",
        '  case "$command" in',
        *(f'    {name}) words="{" ".join(options)}" ;;' for name, options in commands.items()),
        "  esac",
        '  case "$word" in',
        '    -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;',
        '    *) COMPREPLY=($(compgen -f -- "$word")) ;;',
        "  esac",
        "}",
        "complete -o filenames -F _pencilp pencilp",
    ]
    return "\n".join(lines)


def _zsh(commands: dict[str, dict[str, list[str]]], values: dict[str, Any]) -> str:
    return "autoload -Uz bashcompinit && bashcompinit\n" + _bash(commands, values)


def _fish(commands: dict[str, dict[str, list[str]]], values: dict[str, Any]) -> str:
    lines = ["# fish completion for pencilp: put this into ~/.config/fish/completions/pencilp.fish"]
    lines.append(f"complete -c pencilp -n __fish_use_subcommand -f -a '{' '.join(commands)}'")
    for name, options in commands.items():
        seen = f"'__fish_seen_subcommand_from {name}'"
        for option, choices in options.items():
            given = choices or values.get(option, ())
            takes = f" -x -a '{' '.join(given)}'" if given else ""
            lines.append(f"complete -c pencilp -n {seen} -l {option[2:]}{takes}")
    for name in OF_A_GENRE:
        lines.append(
            f"complete -c pencilp -n '__fish_seen_subcommand_from {name}' -f -a '{' '.join(values['--genre'])}'"
        )
    return "\n".join(lines)
