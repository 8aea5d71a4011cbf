"""Reads the answer from a drawing made by ``pencilp.draw.terminal``.

Each place of an answer has its own characters on the page. The puzzle is drawn once for each value, with that value at
every place. A place has the value whose drawing agrees with the given one there. In the end the answer is drawn, and
must give the same text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from pencilp.board.lattice import Lattice
from pencilp.board.layers.values import STROKES
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.draw.drawn import Drawn, Marks
from pencilp.draw.terminal import FILLS, HEAVY, MARK, Drawing, Page, SquarePlaces, caption_lines
from pencilp.errors import InputError, counted

Domains = Mapping[str, Sequence[tuple[int, int]]]
"""For each layer of the answer, the minimum and maximum of every place in a model."""

MAX_ROOM = 60
"""Characters of the widest cell of a drawing."""
MAX_HIDDEN = 60
"""Places whose values the puzzle hides. A drawing with more of them is refused."""
DASHES = dict.fromkeys(map(ord, "┄┆~"), " ")
"""Removes lines that only another answer has."""


def read_drawing(lines: Sequence[str], puzzle: Puzzle, domains: Domains) -> Answer:
    """Return the answer to ``puzzle`` in a drawing.

    ``domains`` are the possible numbers of its places. Raise InputError, whose place is line and column from 1, if the
    drawing is not of this puzzle or does not determine the answer.
    """
    lines, skipped = _without_words(lines, puzzle)
    try:
        return _read(lines, puzzle, domains)
    except InputError as error:
        line, _, column = error.where.partition(":")
        if not line:
            raise  # the error is about a layer, not about a place of the drawing
        raise InputError(error.message, f"{int(line) + skipped}:{column}") from None


def _without_words(lines: Sequence[str], puzzle: Puzzle) -> tuple[list[str], int]:
    """Return the lines of a board without the captions above it, and the number of lines of captions."""
    given = [line.rstrip() for line in lines]
    layers = [Drawn(layer, puzzle[key], puzzle, puzzle.lattice) for key, layer in puzzle.genre.inputs.items()]
    skipped = 0
    for unicode in (True, False):
        words = caption_lines(layers, unicode=unicode)
        start = next((i for i, line in enumerate(given) if line), 0)
        if words and [line.strip() for line in given[start : start + len(words)]] == [line.strip() for line in words]:
            skipped = start + len(words)
            break
    while skipped < len(given) and not given[skipped]:
        skipped += 1
    while len(given) > skipped and not given[-1]:
        given.pop()
    return given[skipped:], skipped


def _read(lines: Sequence[str], puzzle: Puzzle, domains: Domains) -> Answer:
    """Return the answer in a drawing of only the board; see ``read_drawing``."""
    plain = all(line.isascii() for line in lines)
    laid = ["pointed", "flat"] if puzzle.lattice.shape == "hexagonal" else ["pointed"]
    best: _Attempt | None = None
    unfinished: _Attempt | None = None
    for compared, orientation, color in product((False, True), laid, (True, False)):
        lattice = puzzle.lattice.laid(orientation)
        for room in _rooms(puzzle, lattice, lines, unicode=not plain):
            attempt = _Attempt(lines, puzzle, domains, lattice, room, unicode=not plain, color=color, compared=compared)
            if not attempt.faults:
                # prefer a complete answer: a drawing with colours does not mark given numbers
                if not attempt.undecided:
                    return attempt.answer()
                unfinished = unfinished or attempt
            if best is None or len(attempt.faults) < len(best.faults):
                best = attempt
        if not (compared or color) and orientation == laid[-1] and unfinished is not None:
            return unfinished.answer()
    if best is None:
        rows, cols = puzzle.lattice.rows, puzzle.lattice.cols
        size = f"{max(map(len, _dedented(lines)), default=0)} characters wide and {counted(len(lines), 'line')} high"
        raise InputError(f"the drawing is {size}, which does not fit a board of {rows} rows and {cols} columns", "1:1")
    raise best.fault()


def _rooms(puzzle: Puzzle, lattice: Lattice, lines: Sequence[str], *, unicode: bool) -> Iterator[int]:
    """Yield the cell widths for which a drawing of the puzzle is as wide as the given one."""
    width = max(map(len, _dedented(lines)), default=0)
    room = 0
    while room <= MAX_ROOM:
        page, where = _Printed(puzzle, lattice, unicode=unicode, color=False, room=room).page()
        has = max(map(len, _dedented(page.lines(color=False))))
        if has > width:
            return
        if has == width:
            yield where.room
        room = max(where.room + 1, 3) | 1


def _indent(lines: Iterable[str]) -> int:
    return min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)


def _dedented(lines: Sequence[str]) -> list[str]:
    indent = _indent(lines)
    return [line.rstrip()[indent:] for line in lines]


class _Printed:
    """The printed layers of a puzzle, which can be drawn with several answers."""

    def __init__(self, puzzle: Puzzle, lattice: Lattice, *, unicode: bool, color: bool, room: int) -> None:
        self.puzzle, self.lattice, self.unicode, self.color, self.room = puzzle, lattice, unicode, color, room
        self.layers = [Drawn(layer, puzzle[key], puzzle, lattice) for key, layer in puzzle.genre.inputs.items()]
        self.tight: set[int] = set()

    def page(self, numbers: Mapping[str, Sequence[int | None]] | None = None) -> tuple[Page, SquarePlaces]:
        """Return the page with the answer of these numbers. Put the cells that are too narrow for it into ``tight``."""
        layers = [*self.layers]
        for key, some in (numbers or {}).items():
            layer = self.puzzle.genre.answers[key]
            values = layer.place.filled(None, self.puzzle.lattice)
            values[:] = layer.value.decode(some, self.puzzle.values)
            layers.append(Drawn(layer, values, self.puzzle, self.lattice))
        drawing = Drawing(
            self.puzzle, self.lattice, layers, unicode=self.unicode, color=self.color, marks=Marks(()), room=self.room
        )
        page = drawing.page()
        self.tight = drawing.tight
        return page


class _Trace(Page):
    """A page that only records the indices of a line's characters in ``found``."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.found: list[int] = []

    def stroke(self, x1: int, y1: int, x2: int, y2: int, weight: int, style: int) -> None:
        step = 1 if y1 == y2 else self.width
        self.found += range(y1 * self.width + x1, y2 * self.width + x2 + 1, step)

    def put(self, x: int, y: int, text: str, style: int) -> None:
        self.found += range(y * self.width + x, y * self.width + x + len(text))


class _Attempt:
    """A reading of the drawing with one style and cells ``room`` characters wide.

    With ``compared``, marks and signs of another answer are ignored. ``faults`` maps characters of the page that do not
    agree to messages.
    """

    def __init__(
        self, lines: Sequence[str], puzzle: Puzzle, domains: Domains, lattice: Lattice, room: int, *, unicode: bool,
        color: bool, compared: bool,
    ) -> None:  # fmt: skip
        self.printed = _Printed(puzzle, lattice, unicode=unicode, color=color, room=room)
        self.puzzle, self.lattice, self.domains, self.compared = puzzle, lattice, domains, compared
        self.layers = puzzle.genre.answers
        self.sizes = {key: layer.size(puzzle.lattice) for key, layer in self.layers.items()}
        # values below the columns make the page higher
        filled = {
            key: _visible(layer.value.nothing, *domains[key][0]) if layer.on == "columns" else None
            for key, layer in self.layers.items()
        }
        empty, self.where = self.printed.page({key: [filled[key]] * size for key, size in self.sizes.items()})
        self.width = empty.width
        self.faults: dict[int, str] = {}
        self.given = self._aligned(lines, empty)
        self.found: dict[str, list[int | None]] = {key: [None] * size for key, size in self.sizes.items()}
        self.hidden: list[tuple[str, int, list[int]]] = []
        """Places with several values that look the same: (layer, place, values)."""
        self.as_printed: set[tuple[str, int]] = set()
        """Those of them whose number is printed there. A drawing with colours marks it only by colour."""
        self.soft: list[tuple[str, int, int]] = []
        """Places that look the same undecided and with a value: (layer, place, value)."""
        self.surely_open = False
        """Whether some place can only be undecided."""
        order = sorted(self.layers, key=lambda key: self.layers[key].value.way not in STROKES)
        for key in order:
            self._find(key)
        if not self.surely_open:
            for key, place, value in self.soft:
                self.found[key][place] = value
        if not self.faults:
            self._settle()

    @property
    def undecided(self) -> bool:
        """Whether some place is undecided."""
        return any(None in some for some in self.found.values())

    def answer(self) -> Answer:
        """Return the answer that was read."""
        values = {key: self.layers[key].value.decode(some, self.puzzle.values) for key, some in self.found.items()}
        return Answer(self.puzzle, values)

    def fault(self) -> InputError:
        """Return the error for the first place that does not agree."""
        at = min(self.faults)
        return InputError(self.faults[at], self._place(at))

    def _place(self, at: int) -> str:
        y, x = divmod(at, self.width)
        return f"{max(0, y - self.down) + 1}:{max(0, x - self.right) + 1}"

    def _aligned(self, lines: Sequence[str], empty: Page) -> list[str]:
        """Return the given characters, aligned with the page."""
        own = empty.lines(color=False)
        above = next((y for y, line in enumerate(own) if line), 0)
        self.down, self.right = above, _indent(own) - _indent(lines)
        result = [" "] * (empty.width * empty.height)
        for y, line in enumerate(lines, above):
            for x, ch in enumerate(line, self.right):
                if ch == " ":
                    continue
                if y < empty.height and 0 <= x < empty.width:
                    result[y * empty.width + x] = ch
                else:
                    self.faults[y * empty.width + x] = f"{ch!r} stands outside of the puzzle's board"
        if self.compared:
            shade = FILLS["shade next to walls" if "█" in empty.chars else "shade"][not self.printed.unicode]
            changed = {ord("▓"): shade, ord("X"): shade} if self.printed.unicode else {ord("X"): shade}
            if "░" not in empty.chars:
                changed[ord("░")] = " "
            result = [ch.translate(DASHES).translate(changed) for ch in result]
        return result

    # -- place by place ----------------------------------------------------------------------------------------------

    def _find(self, key: str) -> None:
        """Find the numbers of a layer. Layers of lines must come before layers of cells."""
        regions = self._regions(key)
        matches: list[list[int | None]] = [[] for _ in regions]
        stripped = self.compared and self.layers[key].on == "cells"
        wanted = ["".join(self.given[i] for i in region if i < len(self.given)) for region in regions]
        for number in [*self._numbers(key), None]:
            chars = self._drawn(self.found | {key: [number] * self.sizes[key]})
            tight = self.printed.tight if self.layers[key].on == "cells" else ()
            for place, region in enumerate(regions):
                if place in tight:
                    continue
                looks = "".join(chars[i] for i in region)
                if looks == wanted[place] or (self.compared and _alike(looks, wanted[place], stripped=stripped)):
                    matches[place].append(number)
        if not self.layers[key].value.apart:
            self._by_neighbours(key, matches)
        for place, (found, (low, high)) in enumerate(zip(matches, self.domains[key], strict=True)):
            decided = [number for number in found if number is not None and low <= number <= high]
            if not found:
                at = regions[place][0]
                shown = "".join(wanted[place]).strip() or " "
                name = self.layers[key].title(place, self.puzzle.lattice)
                self.faults[at] = f"{shown[:20]!r} at {name} of the drawing is no value of {key}"
            elif not decided:
                self.surely_open = True
            elif len(decided) > 1:
                same = self._as_printed(key, place, decided) if self.printed.color else None
                self.found[key][place] = decided[0] if same is None else same
                self.hidden.append((key, place, decided))
                if same is not None:
                    self.as_printed.add((key, place))
            elif None in found:
                self.soft.append((key, place, decided[0]))
            else:
                self.found[key][place] = decided[0]

    def _by_neighbours(self, key: str, matches: list[list[int | None]]) -> None:
        """Add 1 to the matches of places whose glyph depends on neighbours, which were not drawn correctly."""
        printed = {cell for d in self.printed.layers if d.on == "cells" for cell, _, glyph in d.glyphs if glyph.text}
        for place, found in enumerate(matches):
            if not found or (self.printed.color and place in printed and 1 not in found):
                found.append(1)

    def _as_printed(self, key: str, place: int, numbers: list[int]) -> int | None:
        """Return the number that is printed in its cell; None if none is.

        A drawing with colours has no brackets there.
        """
        layer = self.layers[key]
        if layer.on != "cells":
            return None
        printed = {
            glyph.text for d in self.printed.layers for cell, _, glyph in d.glyphs if d.on == "cells" and cell == place
        }
        if not layer.value.apart:
            return 1 if printed else None
        for number in numbers:
            numbers_there: list[int | None] = [None] * self.sizes[key]
            numbers_there[place] = number
            values = layer.value.decode(numbers_there, self.puzzle.values)
            if any(glyph.text in printed for _, _, glyph in layer.value.glyphs([(place, values[place])], self.lattice)):
                return number
        return None

    def _numbers(self, key: str) -> list[int]:
        """Return the possible numbers of a layer. If they are many, return those that occur in the drawing."""
        numbers = sorted({n for low, high in {*self.domains[key]} for n in range(low, high + 1)})
        if len(numbers) <= MAX_ROOM:
            return [*numbers]
        text = "".join(self.given)
        return [n for n in numbers if abs(n) < 2 or str(n) in text]

    def _regions(self, key: str) -> list[list[int]]:
        """Return for each place of a layer the characters that belong to no other place."""
        layer, lattice, where = self.layers[key], self.lattice, self.where
        if layer.on == "cells":
            return [self._inside(position) for position in lattice.positions]
        if layer.on == "corners":
            return [[self._at(*where.corner(corner))] for corner in lattice.corner_keys]
        if layer.on == "columns":
            page, _ = self.printed.page()
            last = page.height  # the answer is below all printed lines
            starts = (where.cell(0, col)[0] for col in range(lattice.cols))
            return [[self._at(x, last) for x in range(start, min(start + where.room, self.width))] for start in starts]
        if layer.on != "links" and layer.value.way != "along":
            raise InputError(f"{key} cannot be read from a drawing: write its values below '{key}:'")
        trace = _Trace(self.width)
        lines = []
        for e in range(self.sizes[key]):
            trace.found = []
            if layer.value.way == "along":
                a, b = (lattice.corner_keys[p] for p in lattice.edge_corners[e])
                where.along(trace, a, b, HEAVY, 0, self.printed.unicode)
            else:
                a, b = (lattice.positions[c] for c in lattice.links[e])
                where.across(trace, a, b, HEAVY, 0, self.printed.unicode)
            lines.append(trace.found)
        often = Counter(i for line in lines for i in line)
        # the middle of a cell depends on all of its lines
        half = where.room // 2 if lattice.shape == "hexagonal" else (where.room - 1) // 2
        corners = [where.cell(*position) for position in lattice.positions]
        covered = {self._at(x + half, y) for x, y in corners} if layer.value.way != "along" else set()
        if any(other.on == "cells" for other in self.layers.values()):
            covered |= {i for position in lattice.positions for i in self._inside(position)}
        return [[i for i in line if often[i] == 1 and i not in covered] for line in lines]

    def _at(self, x: int, y: int) -> int:
        return y * self.width + x

    def _inside(self, position: tuple[int, int]) -> list[int]:
        return [self._at(x + i, y) for x, y, count in self.where.inside(*position) for i in range(count)]

    # -- the whole ---------------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Choose the values of hidden places, and note the characters where the drawing differs from the given one."""
        wrong = self._differing()
        if wrong and len(self.hidden) <= MAX_HIDDEN:
            self._choose()
            wrong = self._differing()
            if wrong:
                for key, place, values in self.hidden:
                    self.found[key][place] = values[0]
                self._choose()
                wrong = self._differing()
        ours = self._drawn(self.found) if wrong else []
        for at in wrong:
            self.faults[at] = f"the drawing has {self.given[at]!r} here, but that of this puzzle has {ours[at]!r}"
        if wrong:
            return
        for key, place, values in self.hidden:
            kept = self.found[key][place]
            for value in values if (key, place) not in self.as_printed else ():
                self.found[key][place] = value
                if value != kept and not self._differing():
                    layer = self.layers[key]
                    names = " and ".join(self._token(key, place, number) for number in (kept, value))
                    name = layer.title(place, self.puzzle.lattice)
                    says = f"the drawing does not say what {key} has at {name}: {names} look the same"
                    self.faults[0] = f"{says}; write its values below a line '{key}:'"
            self.found[key][place] = kept

    def _choose(self) -> None:
        """Give each hidden place the value whose drawing differs least from the given one."""
        for key, place, values in self.hidden:
            counts = {}
            first = self.found[key][place]
            for value in sorted(values, key=lambda value: value != first):
                self.found[key][place] = value
                counts[value] = len(self._differing())
            self.found[key][place] = min(counts, key=counts.__getitem__)

    def _token(self, key: str, place: int, number: int | None) -> str:
        """Return the token of a number."""
        layer = self.layers[key]
        numbers: list[int | None] = [None] * self.sizes[key]
        numbers[place] = number
        value = layer.value.decode(numbers, self.puzzle.values)[place]
        return "-" if value == layer.value.nothing else layer.token(value)

    def _drawn(self, numbers: Mapping[str, Sequence[int | None]]) -> list[str]:
        """Return the characters of the page with these numbers."""
        page, _ = self.printed.page(numbers)
        return page.chars + [" "] * (len(self.given) - len(page.chars))

    def _differing(self) -> list[int]:
        """Return the indices of characters where the drawing of the answer differs from the given one."""
        drawn = zip(self._drawn(self.found), self.given, strict=True)
        wrong = [i for i, (ours, given) in enumerate(drawn) if ours != given]
        if self.compared and wrong:
            free = {i for position in self.lattice.positions for i in self._inside(position)}
            wrong = [i for i in wrong if self.given[i] != MARK and i not in free]
        return wrong


def _visible(nothing: int | None, low: int, high: int) -> int:
    """Return a number between ``low`` and ``high`` that is drawn, if there is one."""
    return low + (low == nothing and low < high)


def _alike(looks: str, given: str, *, stripped: bool) -> bool:
    """Return whether a place looks as given, apart from marks."""
    if stripped:
        return looks.strip() == given.replace(MARK, "").strip()
    return all(a == b or b == MARK for a, b in zip(looks, given, strict=True))
