"""Reads and writes Penpa+ links."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from pencilp._util.parse_number import are_digits, digits
from pencilp.board.lattice import Lattice, possible, square
from pencilp.board.layers import Layer
from pencilp.board.layers.places import SIDES, Outside
from pencilp.board.layers.shading import Shade
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.formats.penpa.container import (
    AUTHOR,
    RULES,
    SEVERAL,
    SITE,
    TITLE,
    escaped,
    lengthened,
    packed,
    parameters,
    parsed,
    shortened,
    unescaped,
    unpacked,
)
from pencilp.formats.penpa.layers import Codec, codecs
from pencilp.formats.penpa.names import OTHER_SUDOKUS, SUDOKU, drawn, tagged, titled, with_elements
from pencilp.formats.penpa.signs import BLACK
from pencilp.formats.penpa.sketch import FRAME, Points, Sketch, data_of, sketch_of
from pencilp.formats.remarks import ANSWER_DROPPED, DROPPED, GENRE_FROM_TITLE, GENRE_GUESSED, SOLUTION, VARIANT
from pencilp.formats.remarks import AUTHOR as AUTHOR_NOTE
from pencilp.formats.round_trip import prove
from pencilp.genres import Genre, find, genre_of

SQUARE = ("square", "sudoku", "kakuro")
"""Penpa's types of grids with square cells."""
OTHER_GRIDS = {
    "hex": "hexagons", "tri": "triangles", "pyramid": "a pyramid of triangles", "iso": "cubes", "tetrakis_square": "triangles",
    "truncated_square": "octagons and squares", "snub_square": "triangles and squares", "cairo_pentagonal": "pentagons",
    "rhombitrihexagonal": "hexagons, squares and triangles", "deltoidal_trihexagonal": "kites", "penrose_P3": "rhombs",
}  # fmt: skip
"""Penpa's other types of grids, in words."""
TITLE_MARK, AUTHOR_MARK = "Title: ", "Author: "
QUESTION_STYLE, ANSWER_STYLE = 2, 3
"""The colours of lines: black in questions, green in answers."""
CELL_SIZE = 38
VERSION = (3, 2, 0)
"""The version of Penpa whose links these are."""


class Drawing(NamedTuple):
    """A drawing: its type of grid, its size with clues outside, the cells of its board, its texts, and its elements in JSON.

    ``accepted``: the kinds of elements in the answer to compare with, if it is a choice of answers; None if it is one.
    """

    kind: str
    rows: int
    cols: int
    cells: list[tuple[int, int]]
    title: str
    author: str
    rules: str
    tags: list[str]
    question: Any
    answer: Any
    accepted: list[str] | None


# -- reading ----------------------------------------------------------------------------------------------------------


def read(link: str, genre: str | None = None) -> Puzzle:
    """Return the puzzle in a Penpa link; ``genre`` names its genre, for links that do not.

    Its notes have the elements that were left out. Raise InputError if it is broken, or no puzzle of the genre.
    """
    found = parameters(link)
    drawing = _drawing(found.drawing)
    kind, notes = _genre(drawing, genre)
    answers: list[Any] = []
    try:
        answers = _checked_answers(found.answer, drawing.accepted)
    except InputError as error:
        notes = notes | {ANSWER_DROPPED: str(error)}
    puzzle = puzzle_of(drawing, kind, answers)
    if GENRE_GUESSED in notes and kind.name == SUDOKU and (left_out := puzzle.notes.get(DROPPED)):
        raise InputError(f"the Penpa link must name the genre: a plain Sudoku has no {left_out}; name it by --genre")
    puzzle.notes.update(notes)
    return puzzle


def _drawing(coded: str) -> Drawing:
    lines = lengthened(unpacked(coded, "drawing")).split("\n")
    header = lines[0].split(",")
    if not header[0].isidentifier():
        raise InputError("this is a Penpa link of the first version: open it in Penpa+ and share it again")
    if header[0] not in SQUARE:
        what = OTHER_GRIDS.get(header[0], repr(header[0][:30]))
        raise InputError(f"Penpa drawings on {what} are not read, only those on squares")
    if len(lines) < 4 or len(header) < 3:
        raise InputError("the drawing in the Penpa link is cut off: was it copied whole?")
    rows, cols = _number(header[2], "rows"), _number(header[1], "columns")
    possible(rows, cols)
    field = [unescaped(part) for part in header] + [""] * SEVERAL
    tags = parsed(lines[17], "the list of tags") if len(lines) > 17 and lines[17].startswith("[") else []
    return Drawing(
        header[0],
        rows,
        cols,
        _cells(lines, rows, cols),
        field[TITLE].removeprefix(TITLE_MARK),
        field[AUTHOR].removeprefix(AUTHOR_MARK),
        field[RULES],
        [tag for tag in tags if isinstance(tag, str)],
        parsed(lines[3], "the question"),
        parsed(lines[4], "the answer") if len(lines) > 4 and lines[4].strip() else None,
        _accepted(lines) if field[SEVERAL] == "true" else None,
    )


CHOICES = (
    "surface", "number", "loopline", "loopedge", "wall", "square", "circle", "tri", "arrow", "math", "battleship", "tent", "star",
    "akari", "mine",
)  # fmt: skip
"""The kinds of elements that are alternatives, in the order of their answers."""
CHOICE_MARK = "sol_or_"


def _accepted(lines: list[str]) -> list[str]:
    """Return the kinds of elements that are accepted as the answer."""
    chosen = parsed(lines[16], "the settings of the answer") if len(lines) > 16 and lines[16].strip() else {}
    return [name for name in CHOICES if isinstance(chosen, dict) and chosen.get(CHOICE_MARK + name) is True]


def _number(text: str, what: str) -> int:
    if digits(text, 6) is None:
        raise InputError(f"{text[:20]!r} is no number of {what} in the Penpa link")
    return int(text)


def _cells(lines: list[str], rows: int, cols: int) -> list[tuple[int, int]]:
    """Return the cells of the board, by row and column of the drawing."""
    listed = parsed(lines[5], "the list of cells") if len(lines) > 5 and lines[5].strip() else []
    numbers, at = [], 0
    for step in listed if isinstance(listed, list) else []:
        if isinstance(step, int):
            at += step
            numbers.append(at)
    width = cols + 2 * FRAME
    places = {(at // width - FRAME, at % width - FRAME) for at in numbers}
    inside = sorted((row, col) for row, col in places if 0 <= row < rows and 0 <= col < cols)
    if inside:
        return inside
    space = parsed(lines[1], "the margin") if lines[1].strip() else []
    whole = isinstance(space, list) and len(space) == 4 and all(isinstance(n, int) and n >= 0 for n in space)
    top, bottom, left, right = space if whole else (0, 0, 0, 0)
    inside = [(row, col) for row in range(top, rows - bottom) for col in range(left, cols - right)]
    if not inside:
        raise InputError("the drawing in the Penpa link has no cells")
    return inside


def _genre(drawing: Drawing, wanted: str | None) -> tuple[type[Genre], dict[str, str]]:
    """Return the genre of a drawing, and the note that it was taken from the title, or guessed."""
    if wanted:
        return find(wanted), {}
    kind, notes = _named(drawing)
    other = next((tag for tag in drawing.tags if tag in OTHER_SUDOKUS), None)
    if other and kind.name.endswith(SUDOKU):
        raise InputError(f"the Penpa link has the tag {other!r}, a Sudoku whose rules are not known here")
    return kind, notes


def _named(drawing: Drawing) -> tuple[type[Genre], dict[str, str]]:
    kinds = tagged(drawing.tags)
    if len(kinds) > 1:
        names = ", ".join(kind.name for kind in kinds)
        raise InputError(f"the Penpa link must name the genre once, but its tags name {names}: name one by --genre")
    if kinds:
        return with_elements(kinds[0], drawing.question), {}
    kind = titled(drawing.title)
    if kind is not None:
        kind = with_elements(kind, drawing.question)
        return kind, {GENRE_FROM_TITLE: kind.title}
    kind = drawn(drawing.kind, drawing.question)
    if kind is not None:
        return kind, {GENRE_GUESSED: kind.title}
    raise InputError("the Penpa link must name the genre in its tags or its title; if not, name it by --genre")


CHECKED_SYMBOLS = {
    "A": "circle_M", "B": "tri", "C": "arrow_S", "D": "battleship_B", "D+": "battleship_B+", "E": "star", "F": "tents",
    "G": "math", "H": "sun_moon", "I": "sun_moon",
}  # fmt: skip
"""The symbols in the answer that Penpa compares with, by the letter behind their style."""


CHOSEN_SYMBOLS = {
    "square": ("square_LL", 2), "circle": ("circle_M", 2), "tri": ("tri", 1), "arrow": ("arrow_S", 1), "math": ("math", 2),
    "battleship": ("battleship_B", 2), "tent": ("tents", 2), "star": ("star", 2), "akari": ("sun_moon", 3),
    "mine": ("sun_moon", 4),
}  # fmt: skip
"""The symbols of answers that are alternatives, with their usual style."""
CHOSEN_LISTS = ("surface", "loopline", "loopedge", "wall", "number")
"""The kinds whose answers are the first lists of an answer with all elements."""


def _checked_answers(coded: str, accepted: list[str] | None) -> list[Any]:
    """Return the answers that Penpa compares with, each as the JSON of an answer. One of them is enough.

    Raise InputError if they are damaged.
    """
    if not coded:
        return []
    listed = parsed(unpacked(coded, "answer"), "the answer")
    if not isinstance(listed, list) or not all(isinstance(part, list) for part in listed):
        raise InputError("the answer in the Penpa link is no list of lists: was it copied whole?")
    if accepted is None:
        return [_answer_of([*listed, *[[]] * 6][:6])] if listed else []
    if len(accepted) != len(listed):
        raise InputError(f"the answer in the Penpa link has {len(listed)} lists for {len(accepted)} kinds of elements")
    answers = []
    for name, elements in zip(accepted, listed, strict=True):
        if name in CHOSEN_LISTS:
            answers.append(_answer_of([elements if each == name else [] for each in CHOSEN_LISTS] + [[]]))
        else:
            symbol, usual = CHOSEN_SYMBOLS[name]
            pairs = [str(each).partition(",") for each in elements]
            answers.append({"symbol": {at: [digits(style) or usual, symbol, 1] for at, _, style in pairs}})
    return answers


def _answer_of(lists: list[list[Any]]) -> dict[str, Any]:
    """Return the lists of shaded cells, lines, edges, walls, numbers and symbols as the JSON of an answer."""
    shaded, lines, edges, walls, numbers, symbols = lists
    data: dict[str, Any] = {key: {} for key in ("surface", "number", "line", "lineE", "symbol")}
    data["wall"] = {",".join(str(each).split(",")[:2]): ANSWER_STYLE for each in walls}
    for each in shaded:
        data["surface"][str(each[0] if isinstance(each, list) and each else each)] = 4
    for key, found in (("line", lines), ("lineE", edges)):
        for each in found:
            ends, _, count = str(each).rpartition(",")
            data[key][ends] = 30 if count == "2" else ANSWER_STYLE
    for each in numbers:
        point, _, number = str(each).partition(",")
        data["number"][point] = [number, 2, "1"]
    for each in symbols:
        point, _, code = str(each).partition(",")
        style = code.rstrip("+ABCDEFGHI")
        if (name := CHECKED_SYMBOLS.get(code[len(style) :])) is not None and are_digits(style):
            # a star of any colour is 1; the usual one is 2
            data["symbol"][point] = [2 if name == "star" else int(style[:9]), name, 1]
    return data


def puzzle_of(drawing: Drawing, genre: type[Genre], answers: Iterable[Any] = ()) -> Puzzle:
    """Return a drawing as a puzzle of a genre; ``answers`` are the JSON of answers for a drawing without one.

    Raise InputError if it is none.
    """
    board = _Board(drawing, genre)
    question = board.question
    values = board.values | _options(genre, drawing.rules, board.lattice, question)
    notes = {VARIANT: variant} if (variant := _variant(drawing.rules)) is not None else {}
    if drawing.author:
        notes[AUTHOR_NOTE] = drawing.author
    puzzle = Puzzle(genre, board.lattice, values, name=drawing.title, notes=notes)
    genre(puzzle)
    for data in (drawing.answer, *answers):
        if data is not None and puzzle.answer is None:
            _add_answer(puzzle, genre, board.sketch(data), question)
            if puzzle.answer is not None and data is not drawing.answer:
                puzzle.notes[SOLUTION] = ""
    if puzzle.answer is not None:
        puzzle.notes.pop(ANSWER_DROPPED, None)
    left_out = ", ".join(f"{count} {kind}" for kind, count in sorted(question.left().items()))
    if left_out:
        puzzle.notes[DROPPED] = left_out
    return puzzle


def single_sides(genre: type[Genre]) -> set[str]:
    """Return the sides at which a genre has single clues."""
    places = [layer.place for layer in genre.inputs.values()]
    return {side for place in places if isinstance(place, Outside) and place.single for side in place.sides}


class _Board:
    """The board in a drawing: its ``lattice``, the ``question`` on it, and the ``values`` of its layers."""

    lattice: Lattice
    question: Sketch

    def __init__(self, drawing: Drawing, genre: type[Genre]) -> None:
        self._drawing = drawing
        self._top = self._left = 0
        self._corners = False
        self._lay(drawing.cells)
        if self._frame(genre):
            # the clues outside are in cells of the drawing
            self._lay(self._inner(genre))
        height, width, there = self.lattice.rows, self.lattice.cols, {*self.lattice.positions}
        if len(there) == height * width:
            if self._on_corners(genre):
                self._corners = True
                self.lattice, self.question = square(height + 1, width + 1), self.sketch(drawing.question)
            own = genre.board_in(self.lattice)
            assert isinstance(own, Lattice)
            self.lattice = own
        self.values = _read(genre.inputs, codecs(genre), self.lattice, self.question, self.question)
        black = self._black(genre)
        if black:
            holes = [(r, c) for r in range(height) for c in range(width) if (r, c) not in there or (r, c) in black]
            self.lattice, self.question = square(height, width, holes), self.sketch(drawing.question)
            self.values = _read(genre.inputs, codecs(genre), self.lattice, self.question, self.question)
            for row, col in black:
                self.question.adorn("colours", (2 * row + 1, 2 * col + 1))

    def _lay(self, cells: Sequence[tuple[int, int]]) -> None:
        """Lay the board on these cells of the drawing."""
        rows, cols = zip(*cells, strict=True)
        self._top, self._left = min(rows), min(cols)
        height, width = max(rows) + 1 - self._top, max(cols) + 1 - self._left
        there = {(row - self._top, col - self._left) for row, col in cells}
        self.lattice = square(
            height, width, [(r, c) for r in range(height) for c in range(width) if (r, c) not in there]
        )
        self.question = self.sketch(self._drawing.question)

    def _frame(self, genre: type[Genre]) -> bool:
        """Return whether the outer cells of the board hold the clues outside: only texts, and none in a corner."""
        sides, (rows, cols) = single_sides(genre), (self.lattice.rows, self.lattice.cols)
        at = {"top": 1, "bottom": 2 * rows - 1, "left": 1, "right": 2 * cols - 1}

        def around(y: int, x: int) -> int:
            return sum(side in sides and at[side] == (y if side in ("top", "bottom") else x) for side in at)

        texts = [point for point, label in self.question.texts.items() if label.text]
        others = [*self.question.symbols, *self.question.colours, *(cell for cell, _ in self.question.small)]
        filled = (rows, cols) == (self._drawing.rows, self._drawing.cols)
        if (
            not sides
            or not filled
            or min(rows, cols) < 4
            or not all(0 < y < 2 * rows and 0 < x < 2 * cols for y, x in texts)
        ):
            return False
        clues = [around(*point) for point in texts]
        return 1 in clues and 2 not in clues and not any(around(*point) for point in others)

    def _inner(self, genre: type[Genre]) -> list[tuple[int, int]]:
        """Return the cells of the drawing without those of clues outside."""
        sides = single_sides(genre)
        top, bottom = self._top + ("top" in sides), self._top + self.lattice.rows - ("bottom" in sides)
        left, right = self._left + ("left" in sides), self._left + self.lattice.cols - ("right" in sides)
        return [(row, col) for row, col in self._drawing.cells if top <= row < bottom and left <= col < right]

    def sketch(self, data: Any) -> Sketch:
        """Return the elements in the JSON of a question or an answer."""
        points = Points(self._drawing.rows, self._drawing.cols, self._top, self._left, corners=self._corners)
        sketch = sketch_of(data, points)
        if self._corners:
            # lines from corner to corner are edges in Penpa
            sketch.lines, sketch.edges = sketch.edges, sketch.lines
        return sketch

    def _on_corners(self, genre: type[Genre]) -> bool:
        """Return whether corners of the drawing are the cells: only they have clues, and the genre has none at corners."""
        if any(layer.on in ("corners", "links", "edges", "lines") for layer in genre.inputs.values()):
            return False
        clues = [*self.question.texts, *self.question.symbols]
        return bool(clues) and all(y % 2 == 0 == x % 2 for y, x in clues)

    def _black(self, genre: type[Genre]) -> set[tuple[int, int]]:
        """Return the rows and columns of black cells that are none of the board: no layer has them, and no cell is shaded."""
        if self._corners or any(isinstance(layer.value, Shade) for layer in genre.answers.values()):
            return set()
        used = self.question.used | self.question.adorned
        places = {
            (y // 2, x // 2)
            for (y, x), colour in self.question.colours.items()
            if colour == BLACK and ("colours", (y, x)) not in used
        }
        found = {place for place in places if place in self.lattice.cell_at}
        return found if len(found) < len(self.lattice) else set()


def _read(
    layers: Iterable[str], found: dict[str, Codec], lattice: Lattice, sketch: Sketch, question: Sketch
) -> dict[str, Any]:
    """Return the values of layers; those that have none are left out, or empty if a puzzle needs them."""
    values = {}
    # the numbers on black cells first: the other black cells are something else
    for name in sorted(layers, key=lambda name: name not in found or not found[name].on_colour):
        if name in found:
            codec = found[name]
            seen = codec.see(lattice, sketch, question)
            if seen is not None:
                values[name] = seen
            elif not codec.layer.optional:
                values[name] = codec.layer.empty(lattice)
    return values


def _add_answer(puzzle: Puzzle, genre: type[Genre], sketch: Sketch, question: Sketch) -> None:
    """Give a puzzle the answer in a drawing, if there is one; a note says that it cannot be one."""
    if not sketch:
        return
    found, lattice = codecs(genre), puzzle.lattice
    try:
        values = {name: found[name].see(lattice, sketch, question) for name in genre.answers}
    except InputError as error:
        puzzle.notes[ANSWER_DROPPED] = str(error)
        return
    if not sketch.used:
        return
    for name, seen in values.items():
        layer = genre.answers[name]
        nothing = layer.value.nothing
        if seen is None:
            values[name] = layer.empty(lattice)
        elif nothing is not None:
            values[name] = [nothing if value is None else value for value in seen]
    try:
        puzzle.answer = Answer(puzzle, values)
    except InputError as error:
        puzzle.notes[ANSWER_DROPPED] = str(error)


# -- options: lines of the rules --------------------------------------------------------------------------------------


def _option_lines(rules: str) -> dict[str, str]:
    """Return the lines of the rules that have a name and a colon."""
    parts = (line.partition(":") for line in rules.split("\n"))
    return {name.strip().lower(): value.strip() for name, colon, value in parts if colon}


OUTSIDE = "outside"
"""The look of a value of the whole puzzle that Penpa writes next to the board, such as the number of stars."""


def _options(genre: type[Genre], rules: str, lattice: Lattice, question: Sketch) -> dict[str, Any]:
    """Return the values of the whole puzzle in the rules or next to the board.

    Raise InputError for a wrong or a missing one.
    """
    lines, values = _option_lines(rules), {}
    for name, layer in genre.inputs.items():
        if layer.on != "board":
            continue
        if name in lines:
            try:
                values[name] = layer.meant(lines[name])
            except ValueError as error:
                raise InputError(str(error), name) from None
        elif genre.penpa.get(name) == OUTSIDE and (seen := _outside(layer, lattice, question)) is not None:
            values[name] = seen
        elif not layer.optional:
            raise InputError(
                f"a drawing has no {name}: write a line such as '{name}: {_sample(layer)}' into its rules", name
            )
    return values


def _sample(layer: Layer[Any]) -> str:
    return layer.token(next(iter(layer.value.samples()))[0])


def _outside(layer: Layer[Any], lattice: Lattice, question: Sketch) -> Any:
    """Return the value that the only text next to the board means, such as ``2`` or ``(A-C)``; None if there is none."""
    around = [p for p in question.texts if not (0 < p[0] < 2 * lattice.rows and 0 < p[1] < 2 * lattice.cols)]
    around = [p for p in around if ("texts", p) not in question.used]
    if len(around) != 1:
        return None
    try:
        value = layer.meant(question.texts[around[0]].text.strip("()").rpartition("-")[2])
    except ValueError:
        return None
    question.use("texts", around[0])
    for point in question.symbols:
        if not (0 < point[0] < 2 * lattice.rows and 0 < point[1] < 2 * lattice.cols):
            question.adorn("symbols", point)
    return value


VARIANT_LINE = "variant"


def _variant(rules: str) -> str | None:
    return _option_lines(rules).get(VARIANT_LINE)


def _rules(puzzle: Puzzle, genre: type[Genre]) -> str:
    """Return the rules with the values of the whole puzzle."""
    lines = [f"{VARIANT_LINE}: {puzzle.notes[VARIANT]}"] if VARIANT in puzzle.notes else []
    for name, layer in genre.inputs.items():
        if layer.on == "board" and puzzle[name] is not None and puzzle[name] != layer.default(puzzle.lattice):
            lines.append(f"{name}: {layer.token(puzzle[name])}")
    return "\n".join(lines)


# -- writing ----------------------------------------------------------------------------------------------------------


def takes(genre: type[Genre]) -> bool:
    """Return whether some puzzle of a genre can be written."""
    return "square" in genre.shapes


def write(puzzle: Puzzle, answer: Answer | None = None, *, lossy: bool = False) -> str:
    """Return the Penpa link of a puzzle, with its answer as Penpa's answer.

    Raise InputError on boards that are not square or, without ``lossy``, if a link cannot hold everything.
    """
    genre, lattice = genre_of(puzzle), puzzle.lattice
    if lattice.shape != "square":
        raise InputError(f"Penpa links have no {lattice.shape} boards, only square ones", "board")
    found = codecs(genre)
    question, answered = Sketch(), Sketch()
    for name in genre.inputs:
        if name in found:
            found[name].draw(puzzle[name], lattice, question, question)
    if answer is not None:
        for name in genre.answers:
            found[name].draw(answer[name], lattice, answered, question)
    link = SITE + "m=edit&p=" + packed(_text(puzzle, genre, question, answered))
    notes = (AUTHOR_NOTE, VARIANT)
    prove(puzzle, answer, lambda: read(link, genre.name), format="Penpa links", notes=notes, named=True, lossy=lossy)
    return link


def _text(puzzle: Puzzle, genre: type[Genre], question: Sketch, answer: Sketch) -> str:
    """Return the text in a link."""
    lattice = puzzle.lattice
    ys = [y for y, _ in (*question.texts, *question.symbols, *answer.texts)]
    xs = [x for _, x in (*question.texts, *question.symbols, *answer.texts)]
    least = {side: int(side in single_sides(genre)) for side in SIDES}
    top, left = (max(least[side], (1 - min([1, *at])) // 2) for side, at in (("top", ys), ("left", xs)))
    bottom = max(least["bottom"], (max([0, *ys]) - 2 * lattice.rows + 1) // 2)
    right = max(least["right"], (max([0, *xs]) - 2 * lattice.cols + 1) // 2)
    rows, cols = lattice.rows + top + bottom, lattice.cols + left + right
    points = Points(rows, cols, top, left)
    middle = Points(rows, cols, 0, 0).index((rows, cols))
    header = [
        "square", cols, rows, CELL_SIZE, 0, 1, 1, (cols + 1) * CELL_SIZE, (rows + 1) * CELL_SIZE, middle, middle, 0, 0, 0, 0,
        TITLE_MARK + escaped(puzzle.name), AUTHOR_MARK + escaped(puzzle.notes.get(AUTHOR_NOTE, "")), "",
        escaped(_rules(puzzle, genre)), "OFF", "false",
    ]  # fmt: skip
    assert str(header[AUTHOR]).startswith(AUTHOR_MARK)
    cells = [points.index((2 * row + 1, 2 * col + 1)) for row, col in lattice.positions]
    steps = [cells[0], *(b - a for a, b in pairwise(cells))]
    lines = [
        ",".join(map(str, header)), _json([top, bottom, left, right]), _json(TOOLS),
        _json(data_of(question, points, QUESTION_STYLE)), _json(data_of(answer, points, ANSWER_STYLE)), _json(steps),
        "[]", "{}", _json("x"), _json("x"), _json(VERSION), _json(TOOLS), _json("x"), "0",
        _json(data_of(Sketch(), points, 0)), _json(data_of(Sketch(), points, 0)), "{}", _json([genre.name]), "false",
    ]  # fmt: skip
    return shortened("\n".join(lines))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _tools(style: int) -> dict[str, Any]:
    """Return the tools of the editor as they are at first, with a colour."""
    return {
        "edit_mode": "surface", "surface": ["", 1], "line": ["1", style], "lineE": ["1", style], "wall": ["", style],
        "cage": ["1", 10], "number": ["1", style - 1], "symbol": ["circle_L", 1], "special": ["thermo", ""], "board": ["", ""],
        "move": ["1", ""], "combi": ["battleship", ""], "sudoku": ["1", 1 if style == QUESTION_STYLE else 9],
    }  # fmt: skip


TOOLS = {"qa": "pu_a", "grid": ["1", "2", "1"], "pu_q": _tools(QUESTION_STYLE), "pu_a": _tools(ANSWER_STYLE)}
