"""Everything that README, the tutorial and the questions show runs as it stands."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pencilp import genres

ROOT = Path(__file__).parent.parent
READMES = {name: (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.ja.md")}
COMMANDS_OF_TABLES = {
    f"{name}-{command}": command
    for name, readme in READMES.items()
    for command in re.findall(r"^\| .* \| `(pencilp .*)` \|$", readme, re.MULTILINE)
}
# the installed command comes first on the path, whatever environment the tests run in
ENV = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "PYTHONUTF8": "1"}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """An empty folder with the examples in it."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path


def runs(command: list[str], folder: Path) -> str:
    """Run a command and return what it prints. Its exit status must be 0."""
    run = subprocess.run(command, cwd=folder, env=ENV, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr
    return run.stdout


@pytest.mark.parametrize("name", READMES)
def test_the_number_of_genres_is_right(name: str) -> None:
    """The READMEs say "over N" (以上), so that not every new genre changes them."""
    stated = re.search(r"over (\d+) kinds|(\d+) 種類以上", READMES[name].split("\n## ")[0])
    assert stated is not None
    assert 0 < len(genres.names()) - int(stated[1] or stated[2]) <= 20


@pytest.mark.parametrize("name", READMES)
def test_blocks_work_from_top_to_bottom(name: str, copy: Path) -> None:
    for kind, block in re.findall(r"^```(sh|python)\n(.*?)^```", READMES[name], re.DOTALL | re.MULTILINE):
        if "pip install" not in block:
            printed = runs(["bash", "-euc", block] if kind == "sh" else [sys.executable, "-c", block], copy)
            assert printed.strip() or "-o " in block


@pytest.mark.parametrize("named", [named for named, command in COMMANDS_OF_TABLES.items() if "serve" not in command])
def test_commands_of_the_table_work(named: str, copy: Path) -> None:
    command = COMMANDS_OF_TABLES[named]
    # these are the reader's own files
    (copy / "mine.txt").write_text("shikaku\nnumbers:\n4 -\n- -\n", encoding="utf-8")
    (copy / "grid.txt").write_text("1234\n34..\n....\n....\n", encoding="utf-8")
    if command.startswith("pencilp new"):
        (copy / "mine.txt").unlink()
    # three of all examples stand for thousands of puzzles
    before = set(copy.iterdir())
    printed = runs(["bash", "-euc", command.replace("examples/*.txt", "examples/[kl]*.txt")], copy)
    assert printed.strip() or set(copy.iterdir()) - before


def test_both_readmes_have_the_same_commands() -> None:
    english, japanese = (
        {" ".join(c.split()[:2]) for c in re.findall(r"^\| .* \| `(pencilp .*)` \|$", text, re.MULTILINE)}
        for text in READMES.values()
    )
    assert japanese == english - {"pencilp help"}
    assert "pencilp serve" in english


def test_a_fresh_machine_needs_one_command_to_install_and_solve(copy: Path) -> None:
    for readme in READMES.values():
        solve, *_ = re.findall(r"^pip install \. && (pencilp solve .*)$", readme, re.MULTILINE)
        assert "one answer, and it is the only one" in runs(["bash", "-euc", solve], copy)


def test_the_number_of_kinds_is_right() -> None:
    for readme in READMES.values():
        (first,) = re.findall(r"\d{3,}", readme.partition("<p>")[0])
        # "over 270": a new genre changes no README
        assert int(first) <= len(genres.names()) < int(first) + 20


@pytest.mark.parametrize("page", ["tutorial", "faq"])
def test_a_page_for_beginners_works_from_top_to_bottom_in_an_empty_folder(page: str, tmp_path: Path) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w+)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert len(blocks) == text.count("\n```") / 2
    printed = ""
    for kind, block in blocks:
        if kind == "text":
            assert without_times(block) == without_times(printed)
        elif kind == "lp":
            assert block in (tmp_path / "garden.lp").read_text(encoding="utf-8")
        else:
            command = {"sh": ["bash", "-euc"], "python": [sys.executable, "-c"]}[kind]
            run = subprocess.run(
                [*command, block], cwd=tmp_path, env=ENV, timeout=120, check=False,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
            )  # fmt: skip
            printed = run.stdout
            assert run.returncode == 0, block + printed


def without_times(text: str) -> str:
    """What is printed without what is another each time: how long it took."""
    return re.sub(r"[\d.]+ (ms|s)(, of these [^)]*)?\)", "N ms)", text).strip()


def test_commands_in_sentences_name_real_subcommands() -> None:
    from pencilp.cli.commands import COMMANDS

    for readme in READMES.values():
        named = set(re.findall(r"`pencilp ([a-z-]+)[ `]", readme))
        assert len(named) > 5
        assert named <= set(COMMANDS)


def test_the_readme_ends_with_the_quick_tests_and_ci_runs_all() -> None:
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for readme in READMES.values():
        last = re.findall(r"^```sh\n(.*?)^```", readme, re.DOTALL | re.MULTILINE)[-1]
        assert last == "pip install '.[test]' && pytest\n"
    assert "pip install --quiet '.[dev]'" in ci
    assert "\npytest --all\n" in ci


def test_pictures_match_the_solved_examples(copy: Path) -> None:
    from pencilp.cli import main

    for readme in READMES.values():
        shown = re.findall(r'<img src="docs/pictures/(\w+)\.svg"', readme)
        assert len(shown) == 4
        for name in shown:
            drawn = copy / f"{name}.svg"
            assert main(["solve", str(copy / "examples" / f"{name}.txt"), "-o", str(drawn)]) == 0
            picture = ROOT / "docs" / "pictures" / f"{name}.svg"
            assert drawn.read_text(encoding="utf-8") == picture.read_text(encoding="utf-8")


def test_the_picture_of_the_page_is_small() -> None:
    assert all("](docs/pictures/page-hint.png)" in readme for readme in READMES.values())
    content = (ROOT / "docs" / "pictures" / "page-hint.png").read_bytes()
    assert content.startswith(b"\x89PNG")
    assert len(content) < 60_000
