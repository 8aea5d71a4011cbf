"""Generate the documents that follow from genres and commands:

    python docs/generate.py

* docs/genres.md, a list of all genres. It is shipped in the wheel, and is not kept in the repository.
* docs/formats-by-example.md, well-known puzzles in the formats in which they can be written.
* the table of exit codes in docs/command-line.md.
* the tables of the parts of links and texts in docs/encodings.md,
* the table of looks in docs/layers.md.
* docs/pictures/way-*.svg, steps for docs/insight.md.

The site also has a page for each genre and the Python reference. docs/site.py asks for these when it builds the site.
"""

from __future__ import annotations

import inspect
from pathlib import Path

import pencilp
from pencilp import encodings, genres
from pencilp.board.layers.looks import LOOKS, Look
from pencilp.cli.commands import COMMANDS, module_of
from pencilp.cli.output import LIMIT, NOT_SOLVED, SOLVED
from pencilp.draw.svg import to_svg
from pencilp.draw.terminal import to_text
from pencilp.encodings.cells import Tokens
from pencilp.encodings.codes import Code, Run
from pencilp.encodings.partial_puzzle import LinkPart, TextPart
from pencilp.encodings.places import Places
from pencilp.formats import examples, links
from pencilp.formats.text import text as plain
from pencilp.genres.base import Genre

DOCS = Path(__file__).parent
START, END = "<!-- made by docs/generate.py -->", "<!-- so far -->"

WAY, WAY_PICTURES = "https://puzz.link/p?nurikabe/5/5/5i5o5p", (4, 6, 12)
"""The puzzle whose way docs/insight.md goes, and the steps of which it has pictures."""


WELL_KNOWN = (
    "sudoku",
    "slitherlink",
    "nurikabe",
    "kakuro",
    "masyu",
    "nonogram",
    "numberlink",
    "hashi",
    "heyawake",
    "skyscrapers",
)


def page(linked: bool = False) -> str:
    """Return the text of docs/genres.md. On the site each genre has a page to link to."""
    known = [genres.load(name) for name in genres.names()]
    lines = ["# Genres", "", f"pencilp knows {len(known)} kinds of puzzles.", ""]
    lines += ["| genre | title | | also called | link | boards |", "|---|---|---|---|---|---|"]
    for genre in known:
        link = f"`{genre.link_id or genre.name}`" if genre.link else ""
        name = f"[{genre.name}](genres/{genre.name}.md)" if linked else genre.name
        boards = ", ".join(genre.shapes)
        lines.append(f"| {name} | {genre.title} | {genre.title_ja} | {', '.join(genre.aliases)} | {link} | {boards} |")
    if not linked:
        for genre in known:
            lines += ["", f"## {genre.name}", "", inspect.getdoc(genre) or "", *layers_of(genre)]
    return "\n".join(lines) + "\n"


def layers_of(genre: type[Genre]) -> list[str]:
    """Return the lines that list the layers of a genre."""
    lines = []
    for kind, layers in (("The puzzle", genre.inputs), ("The answer", genre.answers)):
        lines += ["", f"{kind}:", ""]
        for layer in layers.values():
            optional = " (may be left out)" if layer.optional and kind == "The puzzle" else ""
            lines.append(f"* `{layer.name}`, on {layer.on}{optional}: {layer.text}")
    return lines


def formats_of(genre: type[Genre]) -> list[str]:
    """Return the lines that show a genre's example as a text, as a drawing, and as a link if it has links."""
    puzzle = examples.example(examples.names_of(genre)[0])
    lines = ["", "As a text:", "", "```text", plain.write(puzzle, puzzle.answer).rstrip("\n"), "```"]
    lines += ["", "As a drawing:", "", "```text", to_text(puzzle, puzzle.answer).rstrip("\n"), "```"]
    if genre.link:
        lines += ["", f"As a link: <{links.write_link(puzzle)}>", ""]
        lines += [f"* `{part}`: {plain_words(part.words())}" for part in genre.link]
    return lines


def genre_page(genre: type[Genre]) -> str:
    """Return the page of one genre on the site: rules, picture, layers, and an example in all formats."""
    titles = " ".join(dict.fromkeys([genre.title, genre.title_ja])).strip()
    lines = [f"# {titles}", "", inspect.getdoc(genre) or "", "", f"![An answer of {genre.title}]({genre.name}.svg)"]
    aliases = f" It is also called {', '.join(genre.aliases)}." if genre.aliases else ""
    lines += ["", f"The name in files and commands is `{genre.name}`.{aliases}", *layers_of(genre)]
    return "\n".join([*lines, "", "## Formats", *formats_of(genre)]) + "\n"


def genre_picture(genre: type[Genre]) -> str:
    """Return the picture of a genre's example with its answer."""
    puzzle = examples.example(examples.names_of(genre)[0])
    return to_svg(puzzle, puzzle.answer)


def by_example() -> str:
    """Return the text of docs/formats-by-example.md."""
    lines = [
        "# Formats by example",
        "",
        "This document shows some well-known puzzles as a text that you can type, as a drawing, and as a link. You may leave out",
        "`answer:` and the lines after it: that is the part that `pencilp solve` finds.",
        "",
        "For every other genre, use `pencilp example NAME`. `pencilp example NAME -o FILE.txt` writes the text to a file that",
        "you can change. [formats.md](formats.md) explains other ways to write puzzles.",
        "",
        "This document is made by `python docs/generate.py`.",
    ]
    for name in WELL_KNOWN:
        genre = genres.load(name)
        titles = " ".join(dict.fromkeys([genre.title, genre.title_ja])).strip()
        lines += ["", f"## {name}", "", titles, *layers_of(genre), *formats_of(genre)]
    return "\n".join(lines) + "\n"


SECTIONS = {
    "Solve, check and load puzzles": ("pencilp.api",),
    "Puzzles, answers and boards": ("pencilp.board.",),
    "Questions about a puzzle": ("pencilp.analysis.",),
    "Models": ("pencilp.model.",),
    "Genres and solvers of your own": ("pencilp.genres.", "pencilp.solvers"),
    "Errors": ("pencilp.errors",),
}
"""The sections of the Python reference, and the modules whose public names they list."""


def api() -> str:
    """Return the Python reference: a directive for each public name, which mkdocstrings replaces by its docstring."""
    lines = ["# Python reference", "", "Import these names from `pencilp`. [python.md](python.md) has examples."]
    public = [getattr(pencilp, name) for name in sorted(pencilp.__all__, key=str.lower) if not is_deprecated(name)]
    for heading, modules in SECTIONS.items():
        lines += ["", f"## {heading}"]
        lines += [f"\n::: {item.__module__}.{item.__name__}" for item in public if item.__module__.startswith(modules)]
    return "\n".join(lines) + "\n"


def is_deprecated(name: str) -> bool:
    """Return whether a public name is the former one of something that has another name now."""
    return getattr(pencilp, name).__name__ != name


def exit_codes() -> str:
    """Return the table of exit codes of each command."""
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


def looks_table() -> str:
    """Return the table of all looks of tokens."""
    rows = [f"| `{name}` | {looked(look)} |" for name, look in LOOKS.items()]
    return "\n".join(["| look | drawing |", "|---|---|", *rows])


def looked(look: Look) -> str:
    """Return the sentence of a look without its verb and its full stop."""
    return plain_words((inspect.getdoc(look) or "").partition("\n\n")[0].removeprefix("Return ").rstrip("."))


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
    """Return a document with the generated part between its two marks."""
    before, _, rest = text.partition(START)
    _, end, after = rest.partition(END)
    assert end, "the marks are missing"
    return f"{before}{START}\n\n{part}\n\n{END}{after}"


def pages() -> dict[Path, str]:
    """Return the generated files of the repository with their content."""
    command_line, parts, layers = DOCS / "command-line.md", DOCS / "encodings.md", DOCS / "layers.md"
    return {
        DOCS / "formats-by-example.md": by_example(),
        command_line: with_part(command_line.read_text(encoding="utf-8"), exit_codes()),
        parts: with_part(parts.read_text(encoding="utf-8"), encodings_tables()),
        layers: with_part(layers.read_text(encoding="utf-8"), looks_table()),
    }


def step_pictures() -> dict[Path, str]:
    """Return pictures of some steps of the puzzle whose way docs/insight.md goes."""
    way = pencilp.explain(pencilp.load(WAY)).way
    assert way is not None
    return {DOCS / "pictures" / f"way-{number}.svg": way.steps[number - 1].to_svg() for number in WAY_PICTURES}


if __name__ == "__main__":
    for path, text in {DOCS / "genres.md": page(), **pages(), **step_pictures()}.items():
        path.write_text(text, encoding="utf-8")
