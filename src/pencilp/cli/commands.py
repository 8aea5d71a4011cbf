"""The list of commands. The module of a command is imported when the command is used."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

COMMANDS = {
    "solve": "solve a puzzle, say whether the answer is the only one, and draw it",
    "check": "say whether an answer is right, and if not, which rule it breaks and where",
    "needless": "say which clues of a puzzle could be left out, alone and together",
    "hint": "say which step is the next one, and why (or only where to look)",
    "explain": "give the whole way to the answer step by step, or say why there is none",
    "rate": "say how hard a puzzle is: a level and a number",
    "repair": "find the fewest clues to add or change so that a puzzle has exactly one answer",
    "generate": "make new puzzles of a kind, each with exactly one answer",
    "guess": "say what to guess next in a game of Mastermind (Hit & Blow, bulls and cows)",
    "new": "print an empty puzzle of a kind and a size, to fill in as a text",
    "example": "show a puzzle that comes with pencilp, and its answer; or write it to a file",
    "genres": "list the kinds of puzzles that pencilp knows, or explain the rules of one",
    "convert": "write a puzzle in another format (text, picture, link, Excel sheet, ...)",
    "print": "print puzzles into a book (PDF or HTML): rules, puzzles, levels, answers at the end",
    "excel-template": "write an empty board as an Excel sheet, to fill in and solve",
    "serve": "open a page in the browser to draw, solve and check puzzles",
    "site": "write the page as a folder of files that any web server can serve",
    "batch": "do many puzzles at once, with a record for each; goes on where it stopped",
    "bench": "solve many puzzles, and report how many were solved and how fast",
    "show": "print a puzzle's integer program: its rules in words, or its rows",
    "export": "write a puzzle's integer program as a file for other solvers (LP, MPS, ...)",
    "read": "draw the answer that another solver has written to a solution file",
    "run": "solve a MathProg model, and print what it prints (needs the extra glpk)",
    "completion": "print a script with which the Tab key completes pencilp's command lines",
    "help": "print the help of a command, or a document such as the tutorial",
}
"""The commands and what each does, in the order of the help."""


def module_of(command: str) -> ModuleType:
    """Return the module of a command."""
    return import_module(f"pencilp.cli.{command.replace('-', '_')}")
