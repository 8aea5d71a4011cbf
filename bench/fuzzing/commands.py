"""Attacks on the command line: any command with any options, right ones and wild ones."""

from __future__ import annotations

import argparse
import os
from functools import lru_cache
from pathlib import Path
from random import Random

from fuzzing import boards
from fuzzing.judging import Case
from fuzzing.mutating import NUMBERS, mutated
from fuzzing.processes import command
from pencilp import genres
from pencilp.cli.commands import COMMANDS
from pencilp.cli.parser import parser_of

LIMIT = 1
"""Default seconds for the search of a puzzle."""
WILD = (*NUMBERS, "", "-", "--", "-o", "a b", "a\nb", "\x1b[2J", "//", "/", "/dev/null", "nosuch.txt", "nosuch/x.txt", "x" * 300,
        "norinori", "sudoku", "norinry", "clasp", "highs", "external:", "external:false", "external:nosuch {lp}", "svg",
        "url", "out.txt", "out.svg", "out.png", "out.xlsx", "out.jsonl", "out.pzpr", "out.url", "out.lp", "out.doc",
        "\u202e", "💣")  # fmt: skip
FILES = ("good.txt", "several.txt", "answered.txt", "bad.txt", "empty.txt", "good.xlsx", "good.pzpr", "good.jsonl", "links.url",
         "folder", "-", "nosuch.txt", "a\nb.txt", "\x1b[31m.txt", "model.lp", "model.mod", "out.txt")  # fmt: skip
SOLVERS = ("clasp", "clasp", "clasp", "highs", "glpk", "cbc", "external:false", "external:true")


def command_line(rng: Random) -> Case:
    """A command, files that are there or not, and a few options."""
    command_name, takes = rng.choice(list(_commands().items()))
    words = [command_name]
    for _ in range(rng.choice((0, 1, 1, 1, 2))):
        words.append(rng.choice(FILES) if rng.random() < 0.9 else _link(rng))
    for option in rng.sample(takes, min(len(takes), rng.choice((0, 1, 1, 2, 3)))):
        words += [option.option_strings[-1]] + ([_value(rng, option)] if option.nargs != 0 else [])
    if command_name in ("solve", "bench", "run") and not any(word.startswith("--time-limit") for word in words):
        words += ["--time-limit", str(LIMIT)]
    if rng.random() < 0.1:
        at = rng.randint(0, len(words))
        words[at:at] = [rng.choice(WILD)]
    given = next((words[i + 1] for i, word in enumerate(words[:-1]) if word == "--time-limit"), LIMIT)
    words = [word.replace("\0", "") for word in words]
    files = _files(rng)

    def run(folder: Path) -> None:
        for name, content in files.items():
            (folder / name).write_bytes(content)
        (folder / "folder").mkdir(exist_ok=True)
        before = set(os.listdir(folder))
        try:
            limit = min(5.0, max(float(given), LIMIT))
        except ValueError:
            limit = LIMIT
        # several puzzles have a limit each
        command(words, folder, 4 * limit + 4, files["good.txt"])
        for name in set(os.listdir(folder)) - before:
            if name.endswith(".part"):
                raise AssertionError(f"{name} is left")

    return Case(repr(words), run)


@lru_cache
def _commands() -> dict[str, list[argparse.Action]]:
    """Each command that ends by itself, and its options."""
    ending = [name for name in COMMANDS if name != "serve"]
    return {name: [a for a in parser_of(name)._actions if a.option_strings and a.dest != "help"] for name in ending}


def _value(rng: Random, option: argparse.Action) -> str:
    if rng.random() < 0.3:
        return rng.choice(WILD)
    if option.choices:
        return str(rng.choice(list(option.choices)))
    if option.dest == "solver":
        return rng.choice(SOLVERS)
    if option.dest == "genre":
        return rng.choice(genres.names())
    if option.dest == "output":
        return rng.choice([word for word in WILD if word.startswith("out.")])
    if option.dest == "time_limit":
        return rng.choice(("0.01", "0.5", "1", "2"))
    return str(rng.choice((0, 1, 1, 2, 3, 8, 64)))


def _link(rng: Random) -> str:
    good = boards.good(rng, "url")[1].decode().strip()
    return good if rng.random() < 0.5 else mutated(rng, good)


def _files(rng: Random) -> dict[str, bytes]:
    """Small puzzles in all formats, good and bad."""
    puzzle = boards.random_puzzle(rng, most=4)
    text = boards.written(puzzle, "text") or b"norinori\nrooms:\n1 1\n"
    answered = boards.random_puzzle(rng, most=4)
    files = {
        "good.txt": text,
        "several.txt": text + b"---\n" + text,
        "answered.txt": boards.written(answered, "text") or text,
        "bad.txt": mutated(rng, text.decode("utf-8", "replace")).encode("utf-8", "replace"),
        "empty.txt": b"",
        "a\nb.txt": text,
        "\x1b[31m.txt": text,
        "good.pzpr": boards.written(puzzle, "pzpr") or b"pzprv3/norinori/2/2/1/0 0 /0 0 /",
        "good.jsonl": boards.written(puzzle, "jsonl") or b"{}",
        "links.url": boards.written(puzzle, "url") or b"",
        "model.lp": b"max\n obj: x + 2 y\nst\n c: x + y <= 3\nbounds\n x <= 2\n y <= 2\ngeneral\n x y\nend\n",
        "model.mod": b'var x binary; maximize o: x; solve; printf "%d\\n", x; end;\n',
    }
    if rng.random() < 0.1:
        files["good.xlsx"] = boards.good(rng, "xlsx")[1]
    return files
