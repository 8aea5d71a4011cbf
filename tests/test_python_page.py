"""Everything that docs/python.md shows runs as it stands, and gives what it says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from pencilp import solvers

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_every_example_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(solvers, "_registered", {})
    assert all(block.startswith(">>> ") for block in BLOCKS)
    session = doctest.DocTestParser().get_doctest("\n".join(BLOCKS), {}, "docs/python.md", None, 0)
    assert len(session.examples) > 30
    failed, _ = doctest.DocTestRunner().run(session)
    assert not failed, capsys.readouterr().out
