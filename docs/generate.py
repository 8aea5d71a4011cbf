"""Writes what the documents tell of all genres and all commands, from what these say themselves:

    python docs/generate.py

* docs/genres.md, a page with all genres. It is not kept in the repository.
* docs/formats-by-example.md, which shows an example of each genre in the formats that it can be written in.
* the table of exit codes in docs/command-line.md.
* the tables of the parts of links and texts in docs/encodings.md.
"""

from __future__ import annotations

import inspect
from pathlib import Path

from pencilp import encodings, genres
from pencilp.cli.commands import COMMANDS, module_of
from pencilp.cli.output import LIMIT, NOT_SOLVED, SOLVED
from pencilp.draw.terminal import to_text
from pencilp.encodings.cells import Tokens
from pencilp.encodings.codes import Code, Run
from pencilp.encodings.partial_puzzle import LinkPart, TextPart
from pencilp.encodings.places import Places
from pencilp.formats import examples, links
from pencilp.formats.text import text as plain

DOCS = Path(__file__).parent
START, END = "<!-- made by docs/generate.py -->", "<!-- so far -->"


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


def by_example() -> str:
    """The text of docs/formats-by-example.md."""
    known = [genres.load(name) for name in genres.names()]
    lines = [
        "# Formats by example",
        "",
        "`pencilp example NAME` prints one puzzle of this long page alone, for instance `pencilp example nurikabe`.",
        "",
        "A puzzle of every kind, as a text that can be typed, as a drawing, and as a link where there are links of it. `answer:`",
        "and what follows may be left out: it is what `pencilp solve` finds. `pencilp example NAME -o FILE.txt` writes a puzzle",
        "of this page to a file. [formats.md](formats.md) tells what may be written otherwise.",
        "",
        "This page is made from the examples by `python docs/generate.py`.",
        "",
        " · ".join(f"[{genre.name}](#{genre.name})" for genre in known),
    ]
    for genre in known:
        name = examples.names_of(genre)[0]
        puzzle = examples.example(name)
        titles = " ".join(dict.fromkeys([genre.title, genre.title_ja])).strip()
        lines += ["", f"## {genre.name}", "", f"{titles}{f', the example `{name}`' if name != genre.name else ''}", ""]
        lines += ["```text", plain.write(puzzle, puzzle.answer).rstrip("\n"), "```", ""]
        for layer in (*genre.inputs.values(), *genre.answers.values()):
            lines.append(f"* `{layer.name}`, on {layer.on}: {layer.text}")
        lines += ["", "```text", to_text(puzzle, puzzle.answer).rstrip("\n"), "```"]
        if genre.link:
            lines += ["", f"As a link: <{links.write_link(puzzle)}>", ""]
            lines += [f"* `{part}`: {plain_words(part.words())}" for part in genre.link]
    return "\n".join(lines) + "\n"


def exit_codes() -> str:
    """The table of what exit codes mean for each command."""
    rows: dict[tuple[str, ...], list[str]] = {}
    for command in COMMANDS:
        exits = module_of(command).EXITS
        rows.setdefault(tuple(exits.get(code, "") for code in (SOLVED, NOT_SOLVED, LIMIT)), []).append(f"`{command}`")
    lines = ["| command | 0 | 1 | 3 |", "|---|---|---|---|"]
    lines += [f"| {' | '.join([', '.join(commands), *cells])} |" for cells, commands in rows.items()]
    return "\n".join(lines)


def encodings_tables() -> str:
    """Return the tables of all parts of links and texts, codes and places."""
    classes = [getattr(encodings, name) for name in encodings.__all__ if name != "HOLE"]
    tables: list[tuple[str, list[type]]] = [
        ("Parts of links", [c for c in classes if issubclass(c, LinkPart) and not issubclass(c, TextPart)]),
        ("Parts of links and of texts", [c for c in classes if issubclass(c, LinkPart) and issubclass(c, TextPart)]),
        ("Parts of texts", [c for c in classes if issubclass(c, TextPart) and not issubclass(c, LinkPart)]),
        ("Codes", [c for c in classes if issubclass(c, (Code, Run))]),
        ("Places", [c for c in classes if issubclass(c, Places)]),
        ("Tokens", [c for c in classes if issubclass(c, Tokens)]),
    ]
    own: dict[str, type] = {}
    for genre in map(genres.load, genres.names()):
        for part in (*genre.link, *genre.pzpr, *genre.dataset):
            module = type(part).__module__
            if module.startswith("pencilp.genres."):
                own.setdefault(f"{module.split('.')[2]}.{type(part).__name__}", type(part))
    lines: list[str] = []
    for title, kinds in tables:
        lines += [f"### {title}", "", "| declaration | meaning |", "|---|---|"]
        lines += [f"| `{kind.__name__}{signature(kind)}` | {meaning(kind)} |" for kind in kinds]
        lines.append("")
    lines += ["### Parts of single genres", "", "| declaration | meaning |", "|---|---|"]
    lines += [f"| `{name}{signature(kind)}` | {meaning(kind)} |" for name, kind in sorted(own.items())]
    return "\n".join(lines)


def signature(kind: type) -> str:
    """Return the arguments of a class; options have their sign of equality."""
    if kind.__init__ is object.__init__:
        return "()"
    shown = []
    for parameter in list(inspect.signature(kind.__init__).parameters.values())[1:]:
        several = "..." if parameter.kind is parameter.VAR_POSITIONAL else ""
        shown.append(f"{parameter.name}{several}{'=' if parameter.kind is parameter.KEYWORD_ONLY else ''}")
    return f"({', '.join(shown)})"


def meaning(kind: type) -> str:
    """Return the text of a class in one line."""
    paragraphs = (inspect.getdoc(kind) or "").split("\n\n")
    return plain_words(" ".join(" ".join(paragraphs).split()))


def plain_words(text: str) -> str:
    """Return a text of the code as one of a document."""
    return text.replace("``", "`").replace("|", "\\|")


def with_part(text: str, part: str) -> str:
    """A page with the part that is made put between its two marks."""
    before, _, rest = text.partition(START)
    _, end, after = rest.partition(END)
    assert end, "the marks are missing"
    return f"{before}{START}\n\n{part}\n\n{END}{after}"


def pages() -> dict[Path, str]:
    """What is kept in the repository: each file and what it should hold."""
    command_line, parts = DOCS / "command-line.md", DOCS / "encodings.md"
    return {
        DOCS / "formats-by-example.md": by_example(),
        command_line: with_part(command_line.read_text(encoding="utf-8"), exit_codes()),
        parts: with_part(parts.read_text(encoding="utf-8"), encodings_tables()),
    }


if __name__ == "__main__":
    for path, text in {DOCS / "genres.md": page(), **pages()}.items():
        path.write_text(text, encoding="utf-8")
