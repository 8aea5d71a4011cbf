"""Boards as tables: values with commas, semicolons or tabs between them, as spreadsheets save them."""

from __future__ import annotations

from pencilp.formats.layouts.blanks import Cells
from pencilp.formats.layouts.rows import Row
from pencilp.formats.text.tokens import NOTHING, QUOTE, Token

BETWEEN = (",", ";", "\t")


def readings(rows: list[Row], *, square: bool = False) -> list[Cells]:
    """Return the readings of rows as a table; empty if they are not one.

    An empty field is an empty cell. Every row has the same number of fields, except that tabs at its end may be
    missing, because editors strip them. A separator at the end of every row may end the row or precede an empty cell;
    ``square`` boards show which.
    """
    # a row with only tabs is a row of empty cells
    filled = [row for row in rows if not row.blank or "\t" in row.text]
    for sign in BETWEEN if filled else ():
        lines = [(row.number, _fields(row.text, sign)) for row in filled]
        if (
            len(lines) > 1
            and all(not fields[-1][1] for _, fields in lines[:-1])
            and lines[-1][1][-1][1]
            and sign != "\t"
        ):
            # a separator after every row except the last
            lines = [(number, fields[: len(lines[-1][1])]) for number, fields in lines]
        widths = {len(fields) for _, fields in lines}
        width = max(widths)
        if width < 2 or (len(widths) > 1 and sign != "\t"):
            continue
        if any(len(text.split()) > 1 for _, fields in lines for _, text in fields):
            continue
        wanted = {width}
        if sign == "\t":
            # the last columns may be empty and stripped
            wanted |= {len(lines)} if len(lines) > width and square else set()
        elif all(not fields[-1][1] for _, fields in lines):
            wanted |= {width - 1}
        return [
            Cells([(number, _filled(fields, n)) for number, fields in lines], f"{len(lines)} rows of {n} cells")
            for n in sorted(wanted)
            if not square or n == len(lines)
        ]
    return []


def _filled(fields: list[Token], width: int) -> list[Token]:
    """Return a token for each column, with the sign for nothing if a field is empty or missing."""
    end = fields[-1][0] + len(fields[-1][1])
    some = [(at, text or NOTHING) for at, text in fields[:width]]
    return some + [(end, NOTHING)] * (width - len(some))


def _fields(text: str, sign: str) -> list[Token]:
    """Return the fields of a line, each with its column, without surrounding blanks and quotes."""
    fields, at, quoted = [], 0, False
    for end, ch in enumerate([*text, sign]):
        if ch == QUOTE:
            quoted = not quoted
        elif ch == sign and (not quoted or end == len(text)):
            raw = text[at:end]
            word = raw.strip(" ").strip(QUOTE).strip()
            fields.append((at + (raw.find(word) if word else 0), word))
            at = end + 1
    return fields
