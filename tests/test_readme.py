"""Everything that README, the tutorial and the questions show runs as it stands."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(sh|python)\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
INSTALLS = "pip install"
# the installed command comes first on the path, whatever environment the tests run in
ENV = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "PYTHONUTF8": "1"}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """An empty folder with the examples in it."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path


@pytest.mark.parametrize("number", [i for i, (kind, text) in enumerate(BLOCKS) if INSTALLS not in text])
def test_block(number: int, copy: Path) -> None:
    kind, text = BLOCKS[number]
    command = ["bash", "-euc", text] if kind == "sh" else [sys.executable, "-c", text]
    run = subprocess.run(command, cwd=copy, env=ENV, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.strip()


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

    for name in re.findall(r"pencilp ([a-z]+) ", README):
        assert name in COMMANDS or name in ("turns",)


def test_the_test_command_is_the_one_that_ci_runs() -> None:
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "pip install '.[test]' && pytest" in README
    assert "pip install --quiet '.[test]'" in ci
    assert "\npytest\n" in ci


def test_the_picture_is_what_solving_the_example_draws(copy: Path) -> None:
    from pencilp.cli import main

    assert "](docs/norinori-14x24.svg)" in README
    drawn = copy / "drawn.svg"
    assert main(["solve", str(copy / "examples" / "norinori-14x24.txt"), "-o", str(drawn)]) == 0
    assert drawn.read_text(encoding="utf-8") == (ROOT / "docs" / "norinori-14x24.svg").read_text(encoding="utf-8")


def test_the_picture_of_the_page_is_small() -> None:
    assert "](docs/page.png)" in README
    content = (ROOT / "docs" / "page.png").read_bytes()
    assert content.startswith(b"\x89PNG")
    assert len(content) < 60_000


def test_links_lead_somewhere() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
