"""Sentences above and below a board: a caption, its author, a greeting."""

from __future__ import annotations

from pencilp._util.decode import lines_of
from pencilp.formats.layouts.rows import Row
from pencilp.formats.layouts.title import title_of
from pencilp.formats.text.tokens import COMMENT

MIN_LETTERS, MIN_WORDS = 3, 2
"""A sentence has at least ``MIN_WORDS`` words of at least ``MIN_LETTERS`` letters."""
MAX_LINES = 400
"""Lines of a text that are examined."""
MAX_QUOTED_LENGTH = 200
"""Characters of the sentences that the remark quotes."""
_MARKS = ".,;!?()[]\"'«»*_–—-"


def parted(text: str) -> tuple[str, str]:
    """Return a text without the sentences at its beginning, below its title and at its end, and these in quotes.

    All other lines keep their numbers.
    """
    lines = lines_of(text)
    if len(lines) > MAX_LINES:
        return text, ""
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    titled = bool(lines) and title_of(Row(1, lines[first])) is not None
    left_out = []
    for order in (range(first + titled, len(lines)), range(len(lines) - 1, first, -1)):
        for i in order:
            if lines[i].strip() and not is_sentence(lines[i]):
                break
            if lines[i].strip() and i not in left_out:
                left_out.append(i)
    kept = [COMMENT if i in left_out else line for i, line in enumerate(lines)]
    quoted = ", ".join(repr(lines[i].strip()) for i in sorted(left_out))
    return "\n".join(kept), quoted if len(quoted) <= MAX_QUOTED_LENGTH else quoted[: MAX_QUOTED_LENGTH - 1] + "…"


def are_like_rows(text: str, rest: str) -> bool:
    """Return whether each line that ``parted`` left out looks like a row that stays: its words are as long, as in ``aab bcc``.

    ``rest`` is the text without these lines.
    """
    both = [*zip(lines_of(text), rest.split("\n"), strict=True)]  # lines_of drops an empty line at the end
    kept = {tuple(map(len, line.split())) for line, other in both if line == other}
    return all(tuple(map(len, line.split())) in kept for line, other in both if line != other)


def has_long_words(text: str) -> bool:
    """Return whether a line below the first has a word of letters that is as long as those of a sentence."""
    lines = [line for line in lines_of(text) if line.strip() and ":" not in line and line != COMMENT]
    return any(len(word) >= MIN_LETTERS and word.isalpha() for line in lines[1:] for word in line.split())


def is_sentence(line: str) -> bool:
    """Return whether a line is a sentence. A line with a colon, or with one word repeated, may be part of a puzzle."""
    words = [word.strip(_MARKS) for word in line.split()]
    long = {word.lower() for word in words if len(word) >= MIN_LETTERS and word.isalpha() and len({*word.lower()}) > 1}
    return ":" not in line and "=" not in line and len(long) >= MIN_WORDS and any(word[1:].islower() for word in words)
