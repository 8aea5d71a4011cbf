"""Writes from the genres' pages the page docs/genres.md and the index of all names, src/pencilp/genres/index.txt:

    python docs/generate.py

A test tells when that was forgotten.
"""

from __future__ import annotations

import inspect
from pathlib import Path

from pencilp import genres

PAGE = Path(__file__).with_name("genres.md")
INDEX = Path(__file__).parent.parent / "src" / "pencilp" / "genres" / "index.txt"


def index() -> str:
    """The text of src/pencilp/genres/index.txt. Raises ValueError when two genres have the same name."""
    found: dict[str, str] = {}
    for name in genres.names():
        for called in genres.called(genres.load(name)):
            if found.setdefault(called, name) != name:
                raise ValueError(f"{found[called]} and {name} are both called {called!r}")
    return "".join(f"{called} {name}\n" for called, name in sorted(found.items()))


def page() -> str:
    """The text of docs/genres.md."""
    known = [genres.load(name) for name in genres.names()]
    lines = [
        "# Genres",
        "",
        f"{len(known)} genres, each one page in `src/pencilp/genres/`. This page is written by `python docs/generate.py`.",
        "",
        "| genre | title | | also called | link | boards |",
        "|---|---|---|---|---|---|",
    ]
    for genre in known:
        link = f"`{genre.link_id or genre.name}`" if genre.link else ""
        aliases = ", ".join(genre.aliases)
        shapes = ", ".join(genre.shapes)
        name = f"[{genre.name}](#{genre.name})"
        lines.append(f"| {name} | {genre.title} | {genre.title_ja} | {aliases} | {link} | {shapes} |")
    for genre in known:
        lines += ["", f"## {genre.name}", "", inspect.getdoc(genre) or ""]
        for kind, layers in (("The puzzle", genre.inputs), ("The answer", genre.answers)):
            lines += ["", f"{kind}:", ""]
            for layer in layers.values():
                optional = " (may be left out)" if layer.optional and kind == "The puzzle" else ""
                lines.append(f"* `{layer.name}`, on {layer.on}{optional}: {layer.text}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    INDEX.write_text(index(), encoding="utf-8")
