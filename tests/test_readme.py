"""Everything that README shows runs as it stands."""

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


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """An empty folder with the examples in it."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path


@pytest.mark.parametrize("number", [i for i, (kind, text) in enumerate(BLOCKS) if INSTALLS not in text])
def test_block(number: int, copy: Path) -> None:
    kind, text = BLOCKS[number]
    # the installed command comes first on the path, whatever environment the tests run in
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "PYTHONUTF8": "1"}
    command = ["bash", "-euc", text] if kind == "sh" else [sys.executable, "-c", text]
    run = subprocess.run(command, cwd=copy, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.strip()


def test_commands_in_sentences_name_real_subcommands() -> None:
    from pencilp.cli.options import parser

    known = parser()._subparsers._group_actions[0].choices  # type: ignore[union-attr]
    for name in re.findall(r"pencilp ([a-z]+) ", README):
        assert name in known or name in ("turns",)


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


def test_links_lead_somewhere() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
