"""The documents as a site: every document is in the navigation, links and anchors exist, and mkdocs builds it strictly."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pencilp
from pencilp import genres

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
CONFIG = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
PAGES = {
    path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8")
    for path in DOCS.rglob("*.md")
    if path.name != "genres.md"
}
OUTSIDE = {
    name: (ROOT / name).read_text(encoding="utf-8")
    for name in ("README.md", "README.ja.md", "CHANGELOG.md", "CONTRIBUTING.md")
}
MADE_FOR_THE_SITE = {"index.md", "index.ja.md", "genres.md", "api.md", "changelog.md", "contributing.md", "security.md"}


def anchors(text: str) -> set[str]:
    """Return the anchors of a document: its headings in lower case without punctuation."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_document_is_in_the_navigation_once() -> None:
    listed = re.findall(r"^ +- (?:.*: )?(\S+\.md)$", CONFIG.partition("\nnav:")[2], re.MULTILINE)
    assert sorted(listed) == sorted({*PAGES, *MADE_FOR_THE_SITE})


@pytest.mark.parametrize("name", [*PAGES, *OUTSIDE])
def test_links_lead_to_files_and_headings_that_exist(name: str) -> None:
    folder = DOCS if name in PAGES else ROOT
    text = re.sub(
        r"^```.*?^```|`[^`\n]*`", "", (folder / name).read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    for target in re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", text):
        path, _, anchor = "".join(target).partition("#")
        if "://" in path:
            continue
        file = (folder / name).parent / path if path else folder / name
        assert file.exists(), path
        if anchor:
            assert anchor in anchors(file.read_text(encoding="utf-8")), f"{path}#{anchor}"


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    for package in ("material", "mkdocstrings"):
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"{package} is not installed: pip install '.[docs]'")
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    built = {path.parent.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("index.html")}
    assert {f"genres/{name}" for name in genres.names()} <= built
    assert {"api", "tutorial", "index.ja", "contributing", "."} <= built
    assert "proved to be the only one" in (tmp_path / "index.html").read_text(encoding="utf-8")
    reference = (tmp_path / "api" / "index.html").read_text(encoding="utf-8")
    present = [getattr(pencilp, name) for name in pencilp.__all__ if getattr(pencilp, name).__name__ == name]
    assert [item for item in present if f'id="{item.__module__}.{item.__name__}"' not in reference] == []
