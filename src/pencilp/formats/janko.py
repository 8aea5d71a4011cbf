"""The text of janko.at: each page holds its puzzle as lines of tokens, in sections.

    [begin]
    puzzle norinori
    rows 2
    cols 3
    [areas]
    1 1 2
    1 2 2
    [solution]
    x x -
    - x x
    [end]

Clues in cells are in ``problem``, rooms in ``areas``, clues outside in ``clabels`` (above and below) and ``rlabels``
(left and right). The public dataset was made of these pages, so each genre's tokens are those of ``Genre.dataset``.
Source: the scrapers of that dataset (https://github.com/SmilingWayne/puzzlekit).
"""

from __future__ import annotations

import re
from typing import Any

from pencilp._util.decode import lines_of
from pencilp._util.parse_number import digits
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.encodings.borders import RoomIds
from pencilp.encodings.lines import Header, OutsideLines
from pencilp.encodings.link import Fixed
from pencilp.errors import InputError, brief
from pencilp.formats.dataset import entry_of, halves, read_dataset
from pencilp.formats.remarks import AUTHOR, DROPPED
from pencilp.formats.round_trip import prove
from pencilp.genres import Genre, find, genre_of, of_dataset

BEGIN, END = "[begin]", "[end]"
SECTION = re.compile(r"\[([a-z]+)\]")
NAMES = {
    "arukone": "numberlink", "galaxien": "galaxies", "kendoku": "kenken", "sikaku": "shikaku",
    "sternenschlacht": "starbattle", "mosaik": "mosaic", "nonogramme": "nonogram", "lichtschatten": "lightshadow",
    "maeanderzahlen": "meander", "hashi2": "hashi", "sudokudiagonals": "diagonal_sudoku",
    "sudokuchaos": "jigsaw_sudoku", "sudokukiller": "killer_sudoku", "sudokuoddeven": "even_odd_sudoku",
    "sudokukonsekutiv": "consecutive_sudoku", "sudokurandsummen": "margin_sudoku",
    "sudokuwolkenkratzer": "skyscraper_sudoku", "hochhaus": "skyscrapers", "wolkenkratzer": "skyscrapers",
}  # fmt: skip
"""The names of puzzles on the site, letters only, that are no names of our genres or of the dataset's files."""
KNOWN = frozenset(("problem", "areas", "solution", "clabels", "rlabels"))
RULES = frozenset(("depth", "diagonal", "diagonals", "variant", "stars", "ships", "fleet", "symbols", "digits"))
"""Lines before the sections that change the rules. Lines with the name of a layer do, too."""
SILENT = frozenset(("moves",))
"""Sections that are not part of the puzzle."""
LABELS = {"top": ("clabels", 0), "bottom": ("clabels", 1), "left": ("rlabels", 0), "right": ("rlabels", 1)}
"""The section and the line of the clues on each side."""


def takes(genre: type[Genre]) -> bool:
    """Return whether puzzles of a genre have such a text."""
    return bool(genre.dataset) and not any(isinstance(part, Header) for part in halves(genre)[0])


def holds_puzzle(text: str) -> bool:
    """Return whether a text has the sections of a puzzle."""
    return "[problem]" in text or "[areas]" in text or "[clabels]" in text


def blocks(text: str) -> list[str]:
    """Return the puzzles of a text, each from its ``[begin]`` on."""
    begins = [match.start() for match in re.finditer(re.escape(BEGIN), text)] or [0]
    return [text[begin:end] for begin, end in zip(begins, [*begins[1:], len(text)], strict=True)]


def read(text: str, genre: str | None = None) -> Puzzle:
    """Return the puzzle of a text, with its solution as its answer. Raise InputError, whose place is a line."""
    keys, sections = _sections(text)
    kind = find(genre) if genre else _genre(keys)
    stated, solved = halves(kind)
    unknown = sorted(sections.keys() - KNOWN - SILENT)
    if unknown:
        raise InputError(f"the section [{unknown[0]}] is not known here; without it the puzzle would be another one")
    rule = next((key for key in keys if key in RULES or key in kind.inputs), None)
    if rule:
        raise InputError(f"the line {brief(rule)} is not known here; without it the puzzle would be another one")
    solved_rows, solved_cols = rows, cols = _size(keys, sections)
    if around := 2 * max((part.uncounted for part in solved), default=0):
        # the problem has a frame that the site does not count
        rows, cols = rows + around, cols + around
    lines: list[str] = []
    taken = {"solution"}
    for part in stated:
        if isinstance(part, OutsideLines):
            for side in part.sides:
                name, number = LABELS[side]
                label = sections.get(name, [])
                lines.append(
                    label[number] if number < len(label) else " ".join("-" * (cols if name == "clabels" else rows))
                )
                taken.add(name)
            continue
        name = "areas" if isinstance(part, RoomIds) else "problem"
        if name not in taken and not isinstance(part, Fixed):
            lines += sections.get(name) or ["- " * cols] * rows
            taken.add(name)
    left = sorted(
        name for name in sections.keys() & KNOWN - taken if any(set(line) - set("- .") for line in sections[name])
    )
    if left:
        raise InputError(f"the section [{left[0]}] means nothing in a puzzle of {kind.name}")
    solution = "\n".join([f"{solved_rows} {solved_cols}", *sections["solution"]]) if sections.get("solution") else ""
    puzzle = read_dataset("\n".join([f"{rows} {cols}", *lines]), solution, kind, keys.get("title", ""))
    if keys.get(AUTHOR):
        puzzle.notes[AUTHOR] = keys[AUTHOR]
    dropped = sorted(keys.keys() - {"puzzle", "size", "rows", "cols", "title", AUTHOR, "unit"})
    if dropped:
        puzzle.notes[DROPPED] = ", ".join(dropped)
    return puzzle


def _sections(text: str) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Return the words before the first section, by their first one, and the lines of each section."""
    keys: dict[str, str] = {}
    sections: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in lines_of(text):
        bare = line.strip()
        if not bare or bare.startswith(";"):
            continue
        if bare.lower() == END:
            break
        if bare.lower().startswith(BEGIN):
            continue
        if section := SECTION.fullmatch(bare.lower()):
            current = sections.setdefault(section[1], [])
        elif current is not None:
            current.append(bare)
        else:
            key, _, value = bare.partition(" ")
            keys[key.lower()] = value.strip()
    return keys, sections


def _genre(keys: dict[str, str]) -> type[Genre]:
    name = keys.get("puzzle", "")
    if not name:
        raise InputError("the text must name the genre (puzzle norinori), or you do by --genre")
    plain = re.sub(r"[^a-z0-9_]", "", name.lower())
    try:
        return of_dataset(NAMES.get(plain, name))
    except InputError:
        raise InputError(f"{brief(name)} is no genre that pencilp knows; name one by --genre") from None


def _size(keys: dict[str, str], sections: dict[str, list[str]]) -> tuple[int, int]:
    """Return rows and columns, which old texts leave out."""
    stated = (keys.get("rows") or keys.get("size") or "", keys.get("cols") or keys.get("size") or "")
    if all(digits(number, 5) is not None for number in stated):
        return int(stated[0]), int(stated[1])
    grid = sections.get("problem") or sections.get("areas") or []
    if any(stated) or not grid:
        raise InputError("the text does not say its rows and columns (size 10, or rows and cols)")
    return len(grid), len(grid[0].split())


def write(puzzle: Puzzle, answer: Answer | None = None, *, lossy: bool = False) -> str:
    """Return the text of a puzzle, with a whole answer as its solution.

    Raise InputError if its genre has none or the text cannot hold everything.
    """
    genre = genre_of(puzzle)
    if not takes(genre):
        raise InputError(f"there is no text of janko.at for {genre.name}")
    text = _text(puzzle, answer, genre)
    prove(puzzle, answer, lambda: read(text), format="texts of janko.at", notes=(AUTHOR,), named=True, lossy=lossy)
    return text


def _text(puzzle: Puzzle, answer: Answer | None, genre: type[Genre]) -> str:
    entry: dict[str, Any] = entry_of(puzzle, answer if answer is not None and answer.complete else None)
    (size, *lines), (stated, solved) = entry["problem"].split("\n"), halves(genre)
    count, wide = map(int, size.split()[:2])
    around = 2 * max((part.uncounted for part in solved), default=0)
    text = [BEGIN, f"puzzle {genre.name}"]
    if puzzle.name:
        text.append(f"title {puzzle.name}")
    if AUTHOR in puzzle.notes:
        text.append(f"{AUTHOR} {puzzle.notes[AUTHOR]}")
    text += [f"rows {count - around}", f"cols {wide - around}"]
    outside: dict[str, dict[int, str]] = {}
    boards: dict[str, list[str]] = {}
    for part in stated:
        if isinstance(part, OutsideLines):
            for side in part.sides:
                name, number = LABELS[side]
                outside.setdefault(name, {})[number] = lines.pop(0)
        elif isinstance(part, RoomIds):
            boards["areas"], lines = lines[:count], lines[count:]
        elif "problem" not in boards and not isinstance(part, Fixed):
            later = sum(
                len(each.sides) if isinstance(each, OutsideLines) else count * isinstance(each, RoomIds)
                for each in stated[stated.index(part) + 1 :]
            )
            boards["problem"], lines = lines[: len(lines) - later], lines[len(lines) - later :]
    for name, found in outside.items():
        empty = " ".join("-" * (wide if name == "clabels" else count))
        boards[name] = [found.get(number, empty) for number in range(max(found) + 1)]
    for name, section in boards.items():
        text += [f"[{name}]", *section]
    if "solution" in entry:
        text += ["[solution]", *entry["solution"].split("\n")[1:]]
    return "\n".join([*text, END])
