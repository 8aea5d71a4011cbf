"""Pictures of steps: what was known, what follows, and what it follows from.

What follows has a solid orange frame or ring, its reason a dashed blue one, and the cells of the rule a pale background; so
the two also differ without colour. Links of a chain have numbers. ``step_picture`` draws one step, ``strip`` a numbered
sequence, and ``layers`` one board for all steps, in which each element has its first and last picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from unicodedata import east_asian_width

from pencilp.board.puzzle import Answer
from pencilp.draw.drawn import Marked, Marks
from pencilp.draw.marks import MarkStyle, onto_picture
from pencilp.draw.svg.canvas import coordinate, escape
from pencilp.draw.svg.picture import SolvingPicture
from pencilp.draw.svg.style import FONTS, INK, PAPER, UNIT

FOLLOWS = MarkStyle("follows", "#c2410c", 0.9, 0.2, 0.085)
REASON = MarkStyle("reason", "#1d4ed8", 0.76, 0.2, 0.06, "5 3")
"""The marks of what follows and of its reason."""
SCOPE = "#fdf3d0"
"""The background of the cells that a rule is about."""
MARGIN = 0.35 * UNIT
BOARD_WIDTH, GAP, LINE = 240.0, 28.0, 17.0
"""The width of a board of a strip, the gap between two, and the height of a line, in pixels."""
FONT_SIZE = 13.0
MAX_COLUMNS = 4
NOTE_SIZE, NOTE_WIDTH = 0.34, 0.8
"""The greatest font size of a note and its greatest width, as shares of a cell."""

Box = tuple[float, float, float, float]


class StepView(NamedTuple):
    """What a picture of a step shows.

    ``board`` is what is known after the step. ``follows`` and ``reason`` are places to mark, ``scope`` are cells of its rules,
    ``notes`` are short texts in cells or at edges, such as a value that is excluded. ``text`` is the sentence.
    """

    board: Answer
    follows: Sequence[Marked] = ()
    reason: Sequence[Marked] = ()
    scope: Sequence[int] = ()
    notes: Sequence[tuple[Marked, str]] = ()
    text: str = ""


class StepPicture(SolvingPicture):
    """The picture of a step."""

    grouped = False

    def __init__(self, view: StepView, orientation: str) -> None:
        super().__init__(view.board.puzzle, view.board, orientation, False)
        self.view = view
        self.description = view.text
        self.board()

    def make_room(self) -> None:
        """Leave no room outside: nobody writes clues here."""

    def board(self) -> None:
        self.tag = ' class="scope"'
        for cell in self.view.scope:
            self.fill_cell(cell, SCOPE)
        self.tag = ""
        super().board()
        onto_picture(self, Marks(self.view.reason), REASON)
        onto_picture(self, Marks(self.view.follows), FOLLOWS)
        self.tag = ' class="note"'
        for place, text in self.view.notes:
            kind, index = place if isinstance(place, tuple) else ("cells", place)
            if kind == "columns":
                x, y = self.column_point(index)
            else:
                x, y = self.place_point(kind, index)
            self.text(x, y, text, min(NOTE_SIZE, NOTE_WIDTH / max(_ems(text), 1)), FOLLOWS.color, rim=0.08)
        self.tag = ""

    @property
    def frame(self) -> Box:
        """The left, top, right and bottom of the picture."""
        left, top, right, bottom = self.box
        return left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN


def step_picture(view: StepView, *, orientation: str = "pointed") -> str:
    """Return the picture of a step as a standalone SVG document; its sentence is the description."""
    picture = StepPicture(view, orientation)
    return (
        f"{_start(_view_box(picture.frame), *_size(picture.frame))}\n"
        f"<title>{escape(view.text)}</title>\n<desc>{escape(_named(view))}</desc>\n"
        f"{picture.paper(*_place(picture.frame))}{picture.body()}\n</svg>\n"
    )


def strip(views: Sequence[StepView], *, title: str = "", last: str = "", orientation: str = "pointed") -> str:
    """Return small pictures of steps in rows as a standalone SVG document, each numbered, with its sentence below it.

    ``title`` stands above them, and ``last`` below them.
    """
    pictures = [StepPicture(view, orientation) for view in views]
    frame = _joined([picture.frame for picture in pictures]) if pictures else (0.0, 0.0, 1.0, 1.0)
    width, height = _size(frame)
    scale = min(1.0, BOARD_WIDTH / width)
    width, height = max(width * scale, BOARD_WIDTH), height * scale
    columns = max(1, min(MAX_COLUMNS, len(views)))
    whole = columns * (width + GAP) + GAP
    parts: list[str] = []
    y = GAP
    if title:
        y += _text_lines(parts, GAP, y, _wrapped(title, (whole - 2 * GAP) / 20), 20.0, bold=True)
    for start in range(0, len(pictures), columns):
        tallest = 0
        for column, picture in enumerate(pictures[start : start + columns]):
            x, number = GAP + column * (width + GAP), start + column + 1
            text = f"{number}. {picture.view.text}"
            lines = _wrapped(text, width / FONT_SIZE)
            tallest = max(tallest, len(lines))
            parts.append(
                f'<g class="step" id="step-{number}" role="img"><title>{escape(text)}</title>\n'
                f'<svg x="{coordinate(x)}" y="{coordinate(y)}" width="{coordinate(width)}" height="{coordinate(height)}" '
                f'viewBox="{_view_box(frame)}">\n{picture.body()}\n</svg>'
            )
            _text_lines(parts, x, y + height, lines, FONT_SIZE)
            parts.append("</g>")
        y += height + tallest * LINE + GAP
    if last:
        y += _text_lines(parts, GAP, y - GAP / 2, _wrapped(last, (whole - 2 * GAP) / FONT_SIZE), FONT_SIZE)
    body = "\n".join(parts)
    return (
        f"{_start(f'0 0 {coordinate(whole)} {coordinate(y)}', whole, y)}\n<title>{escape(title)}</title>\n"
        f'<rect width="{coordinate(whole)}" height="{coordinate(y)}" fill="{PAPER}"/>\n{body}\n</svg>\n'
    )


def layers(views: Sequence[StepView], *, orientation: str = "pointed") -> str:
    """Return one SVG element with the pictures of all steps, as layers to be switched.

    An element that is not in all pictures has ``data-in="2-5 9"``: it is in the pictures 2 to 5 and 9, counted from 0. Elements
    with ``data-in`` that are not in the first picture are hidden (``display="none"``).
    """
    pictures = [StepPicture(view, orientation) for view in views]
    frame = _joined([picture.frame for picture in pictures])
    sheets = []
    for name in pictures[0].sheets:
        elements = [*_lasting([[*_single(picture.sheets[name])] for picture in pictures])]
        if elements:
            anchor = ' text-anchor="middle"' if name == "text" else ""
            sheets.append("\n".join([f"<g{anchor}>", *elements, "</g>"]))
    body = "\n".join(sheets)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_view_box(frame)}" font-family="{escape(FONTS)}" '
        f'role="img" aria-labelledby="sentence">\n{pictures[0].paper(*_place(frame))}{body}\n</svg>\n'
    )


def _single(elements: Sequence[str]) -> Iterator[str]:
    """Yield elements, and those of a group one by one, each in a group of its own."""
    for element in elements:
        head, *inner = element.split("\n")
        if inner and head.startswith("<g "):
            yield from (f"{head}{child}</g>" for child in inner[:-1])
        else:
            yield element


def _lasting(pictures: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield each element of a sheet of several pictures once, with the numbers of its pictures."""
    within: dict[tuple[str, int], list[int]] = {}
    for number, elements in enumerate(pictures):
        seen: dict[str, int] = {}
        for element in elements:
            seen[element] = nth = seen.get(element, 0) + 1
            within.setdefault((element, nth), []).append(number)
    # the order of a sheet matters: printed elements come after those of the answer
    rank = {key: place for place, key in enumerate(_merged(pictures))}
    for key in sorted(within, key=rank.__getitem__):
        element, numbers = key[0], within[key]
        if len(numbers) == len(pictures):
            yield element
            continue
        name, _, rest = element.partition(" ")
        hidden = "" if numbers[0] == 0 else ' display="none"'
        yield f'{name} data-in="{_ranges(numbers)}"{hidden} {rest}'


def _merged(pictures: Sequence[Sequence[str]]) -> list[tuple[str, int]]:
    """Return the elements of all pictures, each once, in an order that keeps a new element behind the one before it."""
    order: list[tuple[str, int]] = []
    following: dict[tuple[str, int] | None, tuple[str, int] | None] = {None: None}
    for elements in pictures:
        seen: dict[str, int] = {}
        before: tuple[str, int] | None = None
        for element in elements:
            seen[element] = nth = seen.get(element, 0) + 1
            key = (element, nth)
            if key not in following:
                following[key], following[before] = following[before], key
            before = key
    at = following[None]
    while at is not None:
        order.append(at)
        at = following[at]
    return order


def _ranges(numbers: Sequence[int]) -> str:
    """Return ascending numbers as ranges: "2-5 9"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return " ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def _named(view: StepView) -> str:
    """Return the name of the puzzle of a picture."""
    puzzle = view.board.puzzle
    genre = puzzle.genre
    return " ".join(filter(None, (getattr(genre, "title", "") or genre.name, puzzle.name)))


def _start(view_box: str, width: float, height: float) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}" width="{coordinate(width)}" '
        f'height="{coordinate(height)}" role="img" font-family="{FONTS}">'
    )


def _joined(frames: Sequence[Box]) -> Box:
    """Return the smallest frame around all frames."""
    lefts, tops, rights, bottoms = zip(*frames, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _size(frame: Box) -> tuple[float, float]:
    return frame[2] - frame[0], frame[3] - frame[1]


def _place(frame: Box) -> Box:
    """Return the left, top, width and height of a frame."""
    return (*frame[:2], *_size(frame))


def _view_box(frame: Box) -> str:
    return " ".join(map(coordinate, _place(frame)))


def _ems(text: str) -> float:
    """Return about how wide a text is, in its font size."""
    return sum(1.0 if east_asian_width(ch) in "WF" or "①" <= ch <= "⑳" else 0.56 for ch in text)


def _wrapped(text: str, width: float) -> list[str]:
    """Return a text as lines of at most ``width`` times its font size; it may break between East Asian characters."""
    lines = [""]
    for word in _words(text):
        if lines[-1] and _ems(lines[-1] + word.rstrip()) > width:
            lines.append("")
        lines[-1] += word if lines[-1] or not word.isspace() else ""
    return [line.rstrip() for line in lines]


def _words(text: str) -> Iterator[str]:
    """Yield the pieces of a text between which a line may break."""
    word = ""
    for ch in text:
        if word and (word[-1] == " " or east_asian_width(ch) in "WF" or len(word) >= 30):
            yield word
            word = ""
        word += ch
    if word:
        yield word


def _text_lines(
    parts: list[str], x: float, y: float, lines: Sequence[str], size: float, *, bold: bool = False
) -> float:
    """Write lines of text below a point, and return their height."""
    height = size * LINE / FONT_SIZE
    weight = ' font-weight="bold"' if bold else ""
    spans = "".join(
        f'<tspan x="{coordinate(x)}" y="{coordinate(y + height * (k + 0.8))}">{escape(line)}</tspan>'
        for k, line in enumerate(lines)
    )
    parts.append(f'<text font-size="{coordinate(size)}" fill="{INK}"{weight}>{spans}</text>')
    return height * len(lines)
