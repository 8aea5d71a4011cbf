"""The hook of mkdocs: adds generated pages to the site, and lets links to files outside docs/ lead somewhere."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS))

import generate  # noqa: E402

from pencilp import genres  # noqa: E402

OUTSIDE = {
    "README.md": "index.md",
    "README.ja.md": "index.ja.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}
"""Files of the repository, and their names on the site."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Give every genre a place in the navigation."""
    pages = [{genres.load(name).title: f"genres/{name}.md"} for name in genres.names()]
    assert config.nav is not None
    (section,) = (entry["Genres"] for entry in config.nav if "Genres" in entry)
    section.extend(pages)
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are generated and those that lie outside docs/."""
    made: dict[str, str | bytes] = {"genres.md": generate.page(linked=True), "api.md": generate.api()}
    for name in genres.names():
        genre = genres.load(name)
        made[f"genres/{name}.md"] = generate.genre_page(genre)
        made[f"genres/{name}.svg"] = generate.genre_picture(genre)
    for name, place in OUTSIDE.items():
        text = (DOCS.parent / name).read_text(encoding="utf-8")
        made[place] = re.sub(r"(\]\(|src=\")docs/", r"\1", text)
    for place, content in made.items():
        old = files.get_file_from_path(place)
        if old is not None:
            files.remove(old)
        files.append(File.generated(config, place, content=content))
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Lead links to files of the repository to their pages, and unlink the others."""
    for name, place in OUTSIDE.items():
        markdown = re.sub(rf"\]\((?:\.\./)?{re.escape(name)}(#[^)]*)?\)", rf"]({place}\1)", markdown)
    return re.sub(r"\[([^]]*)\]\((?:\.\./[^)]*|LICENSE)\)", r"`\1`", markdown)
