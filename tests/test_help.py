"""What help says is true: its examples work, its exit codes are those of the documents, nothing is missing."""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path

import pytest

from pencilp.cli import main
from pencilp.cli.commands import COMMANDS, module_of
from pencilp.cli.output import ALWAYS, BAD_INPUT, FAULT, LIMIT, NOT_SOLVED, SOLVED
from pencilp.cli.parser import MISSING_COMMANDS, parser_of

ROOT = Path(__file__).parent.parent


# a site needs npm and its packages: tests/page/test_site.py builds one
@pytest.mark.parametrize("command", [command for command in COMMANDS if command != "site"])
def test_the_examples_of_a_command_work_in_an_empty_folder(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    # a page is served until somebody stops it
    monkeypatch.setattr("pencilp.web.server.serve", lambda host, port, ready, **more: ready("http://localhost:8080/"))
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    own = 0
    for line, does in module_of(command).EXAMPLES:
        assert does or own == 0, "what brings files needs no words, all else does"
        first, *words = shlex.split(line)
        assert first == "pencilp"
        own += words[0] == command
        files = set(tmp_path.iterdir())
        assert main(words) == 0, capsys.readouterr().err
        if "-o" in words and words[words.index("-o") + 1] not in ("text", "svg", "url", "pzpr", "dat"):
            assert set(tmp_path.iterdir()) - files == {tmp_path / words[words.index("-o") + 1]}
        else:
            assert capsys.readouterr().out
    assert own >= 3


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_has_a_description(command: str) -> None:
    shown = parser_of(command).format_help()
    assert argparse.SUPPRESS not in shown
    for action in parser_of(command)._actions:
        if action.help == argparse.SUPPRESS:
            continue
        assert action.help, f"{command}: {action.dest} has no help"
        for choice in action.choices or ():
            assert str(choice) in action.help or f"{{{','.join(map(str, action.choices or ()))}}}" in shown
    for line, does in module_of(command).EXAMPLES:
        assert line in shown
        assert does in shown


@pytest.mark.parametrize("command", COMMANDS)
def test_required_values_stand_in_the_first_line(command: str) -> None:
    shown = parser_of(command).format_help()
    assert shown.startswith(f"usage: pencilp {command} ")
    usage = shown.splitlines()[0]
    for action in parser_of(command)._actions:
        if action.required or not action.option_strings:
            assert str(action.metavar) in usage


def test_documents_list_the_same_exit_codes() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8").partition("## Exit codes")[2]
    listed = re.findall(r"^\| (\d+) \| .* \|$", page, re.MULTILINE)
    assert {int(code) for code in listed} == {*ALWAYS, BAD_INPUT, FAULT}
    for command in COMMANDS:
        assert {SOLVED} <= module_of(command).EXITS.keys() <= {SOLVED, NOT_SOLVED, LIMIT}


def test_help_shows_commands_and_documents(capsys: pytest.CaptureFixture[str]) -> None:
    for word in ("-h", "--help", "help"):
        assert main_or_exit([word]) == 0
        shown = capsys.readouterr().out
        for command, does in COMMANDS.items():
            assert re.search(rf"^  {command} +{re.escape(does)}$", shown, re.MULTILINE)
    assert re.search(r"^  formats +Formats$", shown, re.MULTILINE)
    assert main(["help", "solve"]) == 0
    solve = capsys.readouterr().out
    assert main_or_exit(["solve", "--help"]) == 0
    assert capsys.readouterr().out.strip() == solve.strip()
    assert main(["help", "formats"]) == 0
    assert capsys.readouterr().out.strip() == (ROOT / "docs" / "formats.md").read_text(encoding="utf-8").strip()
    assert main(["help", "Nuri Kabe"]) == main(["genres", "nurikabe"]) == 0
    shown = capsys.readouterr().out
    assert shown[: len(shown) // 2] == shown[len(shown) // 2 :]
    assert main(["help", "fromats"]) == 2
    assert "did you mean formats or " in capsys.readouterr().err


def test_a_document_that_is_called_like_a_command_is_reached_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "genres.md").write_text("# All kinds\n\nall kinds on one page\n")
    monkeypatch.setattr("pencilp.cli.help.folder", lambda _: str(tmp_path))
    assert main(["help"]) == 0
    assert re.search(r"^  genres\.md +All kinds$", capsys.readouterr().out, re.MULTILINE)
    assert main(["help", "genres.md"]) == 0
    assert capsys.readouterr().out.strip() == "# All kinds\n\nall kinds on one page"
    assert main(["help", "genres"]) == 0
    assert capsys.readouterr().out.startswith("usage: pencilp genres ")


def test_the_name_alone_shows_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main_or_exit([]) == 2
    assert "pencilp solve FILE" in capsys.readouterr().out


@pytest.mark.parametrize(("word", "says"), MISSING_COMMANDS.items())
def test_missing_features_are_reported(word: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main_or_exit([word]) == 2
    assert says in capsys.readouterr().err


def main_or_exit(words: list[str]) -> object:
    """The exit code, also where argparse ends the program."""
    try:
        return main(words)
    except SystemExit as end:
        return end.code
