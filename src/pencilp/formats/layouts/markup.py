"""Tables of web pages (HTML) and of notes (Markdown) as lines with tabs, one for each row."""

from __future__ import annotations

import re

from pencilp._util.decode import lines_of
from pencilp.formats.text.tokens import COMMENT

_RULE = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?\s*")
_TABLE = re.compile(r"<t[dh][\s>]", re.IGNORECASE)
TAB = "\t"


def as_lines_with_tabs(text: str) -> str:
    """Return a text with its tables as lines with tabs; any other text unchanged. Line numbers stay the same."""
    if _TABLE.search(text):
        return _of_html(text)
    lines = lines_of(text)
    at = next((i for i, line in enumerate(lines[1:], 1) if _RULE.fullmatch(line) and "|" in lines[i - 1]), 0)
    above, below = (lines[at - 1], lines[at + 1 : at + 2]) if at else ("", [])
    # a board with lines around its cells has such lines between its rows, too
    if not below or lines[at].count("|") != above.count("|") or any(map(_RULE.fullmatch, lines[at + 1 :])):
        return text
    end = next((i for i in range(at, len(lines)) if "|" not in lines[i]), len(lines))
    rows = [_of_markdown(line) for line in lines[at - 1 : end]]
    head = rows[0] if rows[0].strip() else COMMENT
    return "\n".join([*lines[: at - 1], head, COMMENT, *rows[2:], *lines[end:]])


def _of_markdown(line: str) -> str:
    return TAB.join(cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|"))


def _of_html(text: str) -> str:
    """Return the text of a web page. Each row of a table is put into the line where the row begins, if that is free."""
    from html.parser import HTMLParser

    lines: dict[int, str] = {}

    class Reader(HTMLParser):
        cells: list[str] | None = None
        first = last = 0
        apart = False

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            if tag == "tr":
                self._end()
                self.cells, self.first = [], self.getpos()[0]
            elif tag in ("td", "th"):
                self.cells = self.cells if self.cells is not None else []
                self.cells.append("")
            elif tag in ("style", "script", "title"):
                self.apart = True

        def handle_endtag(self, tag: str) -> None:
            if tag in ("tr", "table"):
                self._end()
            elif tag in ("style", "script", "title"):
                self.apart = False

        def handle_data(self, data: str) -> None:
            if self.apart:
                return
            if self.cells:
                self.cells[-1] += data
            elif data.strip():
                self._put(self.getpos()[0], " ".join(data.split()))

        def _end(self) -> None:
            if self.cells:
                self._put(self.first, TAB.join(" ".join(cell.split()) for cell in self.cells))
            self.cells = None

        def _put(self, number: int, line: str) -> None:
            self.last = max(number, self.last + 1)
            lines[self.last] = line

    reader = Reader()
    reader.feed(text)
    reader.close()
    return "\n".join(lines.get(number, COMMENT) for number in range(1, reader.last + 1))
