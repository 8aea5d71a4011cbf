"""Everything that docs/your-own.md shows runs as it stands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "your-own.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(sh|python)(?: (\S+))?\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_every_block_runs_in_an_empty_folder(tmp_path: Path) -> None:
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    script = bin_folder / "pencilp"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pencilp "$@"\n')
    script.chmod(0o755)
    env = {**os.environ, "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}", "PYTHONUTF8": "1"}
    printed = []
    for kind, name, text in BLOCKS:
        if name:
            (tmp_path / name).write_text(text)
            continue
        command = ["bash", "-euo", "pipefail", "-c", text] if kind == "sh" else [sys.executable, "-c", text]
        run = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300, check=False)
        assert run.returncode == 0, run.stdout + run.stderr
        printed.append(run.stdout)
    solved, noted, python, own = printed
    drawn = "\n".join(line[4:] for line in PAGE.splitlines() if line.startswith(("    ┌", "    │")))
    pictures = re.split(r"\n(?=┌)", drawn)
    assert len(pictures) == 3
    assert all(picture in solved for picture in pictures)
    assert "answers in all" in solved
    assert "note: it breaks a rule of the puzzle: r1c3 r1c4 r2c3 r2c4: a room holds two shaded cells" in noted
    assert python.strip() in ("unique", "multiple")
    assert "Shade some cells, no two side by side." in own
    assert "one answer, and it is the only one" in own


def test_the_genre_of_the_page_is_some_ten_lines() -> None:
    (page,) = (text for _, name, text in BLOCKS if name)
    assert len([line for line in page.splitlines() if line.strip()]) <= 15
