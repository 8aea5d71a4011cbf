"""Plain command lines are read as argparse reads them."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from pencilp.cli.commands import COMMANDS, parse, plain_of
from pencilp.cli.parser import parser_of, read
from pencilp.cli.plain import NotPlain, Plain

WORDS = (
    "norinori",
    "a.txt",
    "b.mod",
    "-",
    "3",
    "0",
    "10x10",
    "clasp",
    "clasp,highs",
    "json",
    "xlsx",
    "N,arrows",
    "",
    "x y",
    "bash",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_plain_is_what_argparse_reads(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    reader = plain_of(command)
    rng = random.Random(command)
    seen = 0
    while seen < 30:
        words = [word for name, says in reader.options.items() if says.get("required") for word in (name, "a.txt")][:2]
        for _ in range(rng.randrange(5)):
            kind = rng.randrange(3)
            option = rng.choice([*reader.options, "-h"])
            words += (
                [rng.choice(WORDS)],
                [rng.choice([option, "--no-such", "-x"])],
                [option, _value_for(reader, option, rng)],
            )[kind]
        try:
            plain = vars(reader.read(words))
        except NotPlain:
            continue
        seen += 1
        assert {**plain, "command": command} == vars(read([command, *words])), words
    assert not capsys.readouterr().err


def _value_for(reader: Plain, option: str, rng: random.Random) -> str:
    choices = reader.options.get(option, {}).get("choices")
    return str(rng.choice([*choices])) if choices and rng.random() < 0.8 else rng.choice(WORDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_both_are_told_of_the_same_options(command: str) -> None:
    known = parser_of(command)._option_string_actions
    assert {*plain_of(command).options, "-h", "--help"} == {*known}
    for name, says in plain_of(command).options.items():
        assert known[name].dest == says["dest"]


@pytest.mark.parametrize(
    "words",
    [
        ["solve"],
        ["solve", "a.txt", "--count"],
        ["solve", "a.txt", "--count", "many"],
        ["solve", "a.txt", "--format", "no"],
        ["solve", "--count=3", "a.txt"],
        ["solve", "-oa.svg", "a.txt"],
        ["solve", "a.txt", "--count", "1", "b.txt"],
        ["solve", "--", "a.txt"],
        ["show", "a.txt", "--rows"],
        ["check", "--help"],
        ["excel-template", "norinori"],
        ["new", "norinori", "3x3", "4x4"],
    ],
)
def test_what_is_not_plain_is_left_to_argparse(words: list[str]) -> None:
    with pytest.raises(NotPlain):
        plain_of(words[0]).read(words[1:])


def test_options_may_stand_between_the_files() -> None:
    assert parse(["solve", "a.txt", "--count", "1", "b.txt"]).files == ["a.txt", "b.txt"]


def test_a_fault_of_a_type_is_no_complaint() -> None:
    reader = Plain()
    reader.add_argument("--size", type=lambda _: {}["nothing"])
    with pytest.raises(KeyError):
        reader.read(["--size", "3"])


def test_a_plain_command_line_loads_no_argparse() -> None:
    code = (
        "import sys; a = set(sys.modules); from pencilp.cli import main\n"
        "main(['solve', 'examples/norinori-p01.txt', '--count', '1']); print(*set(sys.modules) - a)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert not loaded & {"argparse", "typing", "signal", "gettext"}
