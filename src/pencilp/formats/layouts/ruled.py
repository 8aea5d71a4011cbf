"""Boards with lines around and between their cells: ``+---+``, ``|``, and the box-drawing characters."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import NamedTuple

from pencilp.formats.layouts.blanks import Cells
from pencilp.formats.layouts.rows import Row
from pencilp.formats.text.tokens import NOTHING, Line, Token

BARS = frozenset("|│┃║┆┇┊┋╎╏")
HEAVY_BARS = frozenset("┃║")
FLAT = frozenset("-=_─━═┄┅┈┉╌╍—")
HEAVY_FLAT = frozenset("=━═")
CORNERS = frozenset(
    "+┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬╭╮╯╰┍┎┑┒┕┖┙┚┝┞┟┠┡┢┥┦┧┨┩┪┭┮┯┰┱┲┵┶┷┸┹┺┽┾┿╀╁╂╃╄╅╆╇╈╉╊╒╓╕╖╘╙╛╜╞╟╡╢╤╥╧╨╪╫╴╵╶╷╸╹╺╻"
)
POSTS = CORNERS | frozenset(".:·•*'oO")
"""Characters at which drawn lines may meet."""
MIN_RULE_LENGTH = 3
"""Characters of the shortest line without corners between two rows."""


class Ruled(NamedTuple):
    """A board with lines: the readings of its ``cells``, and its ``rooms`` if only some walls are drawn."""

    cells: list[Cells]
    rooms: list[Line]


def signs(rows: list[Row]) -> set[str]:
    """Return the characters of drawn lines that occur in the rows."""
    return {ch for row in rows for ch in row.text} & (BARS | CORNERS | FLAT)


def are_ruled(rows: list[Row]) -> bool:
    """Return whether lines are drawn around or between the cells."""
    rows = _with_posts(rows)
    rules = sum(_is_rule(row.text) for row in rows)
    bars = sum(bool(BARS.intersection(row.text)) for row in rows)
    return bars > 0 or any(_is_rule(row.text) and CORNERS.intersection(row.text) for row in rows) or rules > 1


def readings(rows: list[Row]) -> Ruled:
    """Return the cells and rooms of a board with drawn lines."""
    rows = _with_posts(rows)
    rules = [row for row in rows if _is_rule(row.text)]
    filled = [row for i, row in enumerate(rows) if not row.blank or _is_row(rows, i)]
    inside = [row for row in filled if row not in rules]
    posts = _posts(rules, inside)
    if posts:
        lines = [(row.number, [_cell(row, a, b) for a, b in itertools.pairwise(posts)]) for row in inside]
        if all(len(row.tokens(a + 1, b)) < 2 for row in inside for a, b in itertools.pairwise(posts)):
            how = f"{len(lines)} rows of {len(posts) - 1} cells"
            return Ruled([Cells(lines, how)], _rooms(filled, posts))
    return Ruled(_between_bars(inside), [])


def _with_posts(rows: list[Row]) -> list[Row]:
    """Return rows with dots as corners replaced by ``+``: dots in every second row, values between their columns."""
    dotted = rows[::2]
    places = {i for row in dotted for i, ch in enumerate(row.text) if ch != " "}
    if len(rows) % 2 == 0 or len(rows) < 3 or len(places) < 2:
        return rows
    alike = all({i for i, ch in enumerate(row.text) if ch == "."} == places for row in dotted)
    between = all(row.text[i : i + 1] in ("", " ") for row in rows[1::2] for i in places)
    if not alike or not between or not any(not row.blank for row in rows[1::2]):
        return rows
    return [Row(row.number, row.text.replace(".", "+")) if i % 2 == 0 else row for i, row in enumerate(rows)]


def _is_row(rows: list[Row], i: int) -> bool:
    """Return whether a blank line is a row without values: rules stand directly above and below it."""
    return 0 < i < len(rows) - 1 and _is_rule(rows[i - 1].text) and _is_rule(rows[i + 1].text)


def _is_rule(text: str) -> bool:
    """Return whether a line of text is a line drawn between two rows."""
    there = set(text.replace(" ", ""))
    if not there or not there <= FLAT | POSTS | BARS:
        return False
    flat = sum(ch in FLAT for ch in text)
    if there & CORNERS:
        return flat > 0 or there & (CORNERS - {"+"}) != set() or len(text.split()) > 1
    if there & BARS:
        return flat >= MIN_RULE_LENGTH and "--" in text
    return flat >= MIN_RULE_LENGTH and there <= FLAT and " " not in text.strip()


def _posts(rules: list[Row], inside: list[Row]) -> list[int]:
    """Return the columns where lines may meet; empty if not all cells are drawn.

    They are equally far apart and hold no value.
    """
    marks = Counter(
        i for row in rules for i, ch in enumerate(row.text) if ch in CORNERS or (ch in BARS and "-" in row.text)
    )
    bars = Counter(i for row in inside for i, ch in enumerate(row.text) if ch in BARS)
    posts = sorted(marks) if marks else sorted(i for i, n in bars.items() if n == len(inside))
    if len(posts) < 2 or any(i not in posts for i in bars):
        return []
    step = min(b - a for a, b in itertools.pairwise(posts))
    full = list(range(posts[0], posts[-1] + 1, step))
    if step < 2 or any(post not in full for post in posts):
        return []
    if len(rules) > 1 and len(rules) < len(inside) and len(full) > len(posts):
        return []
    if any(i < len(row.text) and row.text[i] not in BARS | {" "} for row in inside for i in full):
        return []
    if any(row.text[: full[0]].strip() or row.text[full[-1] + 1 :].strip() for row in inside):
        return []
    return full


def _cell(row: Row, first: int, end: int) -> Token:
    """Return the token between two bars, or the sign for nothing."""
    words = row.tokens(first + 1, end)
    return words[0] if words else (first + 1, NOTHING)


def _rooms(rows: list[Row], posts: list[int]) -> list[Line]:
    """Return the room of each cell, if lines and rows alternate and some walls are missing; otherwise an empty list."""
    drawn = [row.text for row in rows]
    if len(rows) % 2 == 0 or any(_is_rule(text) != (i % 2 == 0) for i, text in enumerate(drawn)):
        return []
    height, width = len(rows) // 2, len(posts) - 1
    middles = [(a + b) // 2 for a, b in itertools.pairwise(posts)]

    def at(r: int, column: int) -> str:
        return drawn[r][column] if column < len(drawn[r]) else " "

    east = [[at(2 * r + 1, posts[c + 1]) for c in range(width - 1)] for r in range(height)]
    south = [[at(2 * r + 2, middles[c]) for c in range(width)] for r in range(height - 1)]
    light = {ch for line in (*east, *south) for ch in line} - {" "}
    if light & (HEAVY_BARS | HEAVY_FLAT) and light - (HEAVY_BARS | HEAVY_FLAT):
        # thick lines separate rooms, thin lines cells
        walls = HEAVY_BARS | HEAVY_FLAT
    else:
        walls = BARS | FLAT
    names = [[-1] * width for _ in range(height)]
    count = 0
    for r in range(height):
        for c in range(width):
            if names[r][c] >= 0:
                continue
            names[r][c], todo = count, [(r, c)]
            while todo:
                y, x = todo.pop()
                near = [
                    (y, x + 1, x + 1 < width and east[y][x] not in walls),
                    (y, x - 1, x > 0 and east[y][x - 1] not in walls),
                ]
                near += [
                    (y + 1, x, y + 1 < height and south[y][x] not in walls),
                    (y - 1, x, y > 0 and south[y - 1][x] not in walls),
                ]
                for i, k, open_ in near:
                    if open_ and names[i][k] < 0:
                        names[i][k] = count
                        todo.append((i, k))
            count += 1
    if count == height * width:
        return []
    return [
        (rows[2 * r + 1].number, [(posts[c] + 1, str(names[r][c] + 1)) for c in range(width)]) for r in range(height)
    ]


def _between_bars(rows: list[Row]) -> list[Cells]:
    """Return the readings of rows with bars between cells: as words, or as characters with blanks as empty cells."""
    words = [(row.number, _unbarred(row)) for row in rows]
    widths = {len(tokens) for _, tokens in words}
    result = [Cells(words, "values with blanks between them")] if len(widths) == 1 and widths != {0} else []
    bars = {tuple(i for i, ch in enumerate(row.text) if ch in BARS) for row in rows}
    if len(bars) != 1 or not (places := bars.pop()):
        return result
    ends = [0, *(i + 1 for i in places)], [*places, max(len(row.text) for row in rows)]
    fields = [
        (a, b)
        for a, b in zip(*ends, strict=True)
        if any(row.text[a:b].strip() for row in rows) or 0 < a < b < ends[1][-1]
    ]
    for step in (1, 2):
        columns: list[int] = []
        for first, end in fields:
            used = {i for row in rows for i in range(first, min(end, len(row.text))) if row.text[i] != " "}
            lead = (min(used) - first) % step if used else (end - first - 1) % 2 if step == 2 else 0
            if step == 2 and not used:
                lead = 1 - (end - first) % 2 if (end - first) % 2 == 0 else 1
            columns += range(first + lead, end, step)
            if any((i - first - lead) % step for i in used):
                break
        else:
            lines = [
                (
                    row.number,
                    [(i, row.text[i] if i < len(row.text) and row.text[i] != " " else NOTHING) for i in columns],
                )
                for row in rows
            ]
            if columns and all(lines != cells.lines for cells in result):
                result.append(Cells(lines, f"{len(lines)} rows of {len(columns)} cells"))
    return result


def _unbarred(row: Row) -> list[Token]:
    """Return the words of a row, without the bars."""
    text = "".join(" " if ch in BARS else ch for ch in row.text)
    return Row(row.number, text).tokens()
