"""Writes docs/genres.md, a page with all genres, from the genres' own pages:

    python docs/generate.py

The file is not kept in the repository, so that a new genre is one page and its proof and nothing else.
"""

from __future__ import annotations

import inspect
from pathlib import Path

from pencilp import genres

PAGE = Path(__file__).with_name("genres.md")


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
