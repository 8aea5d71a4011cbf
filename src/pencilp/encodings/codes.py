"""Codes: the characters of a link for the values of places, one place after the other.

A code reads characters that begin with one of its ``starts``, and writes the values that it knows. A ``Run`` chooses
between several codes for each place: by the next character when it reads; when it writes, the first code that can write
the value. So one declaration both reads and writes:

    Run(Numeral(10), Sign(".", UNKNOWN), Blanks("a"))   # 0 to 9, a dot is an unknown number, a to z skip 1 to 26

The value of an empty place is None. ``HOLE`` is that of a cell that does not exist.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pencilp.board.layers import UNKNOWN
from pencilp.encodings.partial_puzzle import DIGITS, PZPR_WAYS, Body, Declared, written
from pencilp.errors import InputError

HOLE: Any = ("hole",)
"""The value of a cell that does not exist."""
TOO_LONG = "the link has more values than the board has places"


class Code(Declared):
    """The characters for the values of one or more places."""

    starts = ""
    """The characters with which it may begin."""
    least = 1
    """The minimum number of its characters."""
    single = False
    """Whether it always has one character, so that a table can hold what each of its characters means."""
    skips = False
    """Whether it stands for empty places."""
    pads = False
    """Whether it may extend beyond the last place."""
    parts: Sequence[Code] = ()
    """Its codes, if it is a choice between several."""

    def read(self, body: Body) -> list[Any]:
        """Read the next characters and return the values of their places. Raise InputError."""
        raise NotImplementedError

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int] | None:
        """Return the characters for the value at ``at`` and their number of places, or None if it cannot write it."""
        raise NotImplementedError


class Sign(Code):
    """One character for one value."""

    single = True

    def __init__(self, sign: str, value: Any) -> None:
        self.starts, self.value = sign, value

    def read(self, body: Body) -> list[Any]:
        body.at += 1
        return [self.value]

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int] | None:
        return (self.starts, 1) if values[at] == self.value else None

    def words(self) -> str:
        return f"`{self.starts}` {in_words(self.value)}"


class Signs(Code):
    """A character for each of ``values``."""

    single = True

    def __init__(self, signs: str, values: Sequence[Any]) -> None:
        self.starts, self.values = signs, [*values]

    def read(self, body: Body) -> list[Any]:
        return [self.values[self.starts.index(body.take())]]

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int] | None:
        value = values[at]
        return (self.starts[self.values.index(value)], 1) if value in self.values else None

    def words(self) -> str:
        first, last = in_words(self.values[0]), in_words(self.values[-1])
        return f"`{self.starts[0]}`-`{self.starts[-1]}` {first} to {last}"


class Refused(Code):
    """Characters that only an unsupported variant uses."""

    def __init__(self, signs: str, reason: str) -> None:
        self.starts, self.reason = signs, reason

    def read(self, body: Body) -> list[Any]:
        raise InputError(self.reason, body.place())

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int] | None:
        return None

    def words(self) -> str:
        return f"`{self.starts[0]}`-`{self.starts[-1]}` are refused"


class Numeral(Code):
    """Numbers from ``first`` on: ``digits`` digits of ``base`` after ``mark``. Only numbers less than ``below`` are
    written.
    """

    def __init__(self, base: int, digits: int = 1, mark: str = "", *, first: int = 0, below: int | None = None) -> None:
        self.base, self.digits, self.mark, self.first = base, digits, mark, first
        self.below = first + base**digits if below is None else below
        self.starts = mark or DIGITS[:base]
        self.least = len(mark) + digits
        self.single = self.least == 1

    def read(self, body: Body) -> list[Any]:
        if self.mark:
            body.at += 1
        return [body.number(self.digits, self.base) + self.first]

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int] | None:
        value = values[at]
        if type(value) is not int or not self.first <= value < self.below:
            return None
        return self.mark + written(value - self.first, self.base).rjust(self.digits, "0"), 1

    def words(self) -> str:
        if not self.mark and self.digits == 1:
            return f"`0`-`{DIGITS[self.base - 1]}` {self.first} to {self.below - 1}"
        return f"`{self.mark}` and {self.digits} digits of base {self.base} {self.first} to {self.below - 1}"


class Hex16(Code):
    """Numbers: ``0`` to ``f``, ``-`` and two digits of base 16, ``+`` three, ``=`` three from 4096 on, ``@`` three from 8192 on,
    ``*`` four from 12240 on, ``$`` five from 77776 on.
    """

    def __init__(self) -> None:
        self.parts = (
            Numeral(16),
            Numeral(16, 2, "-"),
            Numeral(16, 3, "+"),
            Numeral(16, 3, "=", first=4096),
            # a percent sign would begin an encoded character, so it is only read
            Numeral(16, 3, "@", first=8192, below=12240),
            Numeral(16, 3, "%", first=8192, below=0),
            Numeral(16, 4, "*", first=12240),
            Numeral(16, 5, "$", first=77776),
        )


class Blanks(Code):
    """Empty places: the characters ``first`` to ``z`` skip ``shortest`` and more places."""

    skips = single = True

    def __init__(self, first: str, *, shortest: int = 1) -> None:
        self.starts = DIGITS[DIGITS.index(first) :]
        self.shortest = shortest
        self.longest = shortest + len(self.starts) - 1

    def read(self, body: Body) -> list[Any]:
        return [None] * (self.starts.index(body.take()) + self.shortest)

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int] | None:
        count = blanks(values, at, self.longest)
        return (self.starts[count - self.shortest], count) if count >= self.shortest else None

    def words(self) -> str:
        return f"`{self.starts[0]}`-`z` skip {self.shortest} to {self.longest} places"


class WithBlanks(Code):
    """One of ``values`` and the number of empty places after it, up to ``most``, in one digit.

    The last one is written with ``most``, even if there are fewer places, unless ``exact``.
    """

    single = True

    def __init__(self, values: Sequence[Any], most: int, *, exact: bool = False) -> None:
        self.values, self.most, self.pads = [*values], most, not exact
        self.base = len(self.values) * (most + 1)
        self.starts = DIGITS[: self.base]

    def read(self, body: Body) -> list[Any]:
        behind, number = divmod(body.number(1, self.base), len(self.values))
        return [self.values[number], *[None] * behind]

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int] | None:
        value = values[at]
        if value not in self.values:
            return None
        behind = blanks(values, at + 1, self.most)
        if at + 1 + behind == len(values) and self.pads:
            behind = self.most
        return DIGITS[self.values.index(value) + len(self.values) * behind], 1 + behind

    def words(self) -> str:
        listed = ", ".join(in_words(value) for value in self.values)
        return f"`0`-`{self.starts[-1]}` {listed} and 0 to {self.most} empty places after it"


class Packed(Code):
    """One of ``values`` for each of ``count`` places in one digit, the first place the highest; None is the first value."""

    pads = single = True

    def __init__(self, values: Sequence[Any], count: int) -> None:
        self.values, self.count = [*values], count
        self.base = len(self.values) ** count
        self.starts = DIGITS[: self.base]

    def read(self, body: Body) -> list[Any]:
        number, kinds = body.number(1, self.base), len(self.values)
        return [self.values[number // kinds**k % kinds] for k in reversed(range(self.count))]

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int] | None:
        number = 0
        for k in range(at, at + self.count):
            writable = k < len(values) and values[k] in self.values
            number = number * len(self.values) + (self.values.index(values[k]) if writable else 0)
        return DIGITS[number], self.count

    def words(self) -> str:
        listed = ", ".join(in_words(value) for value in self.values)
        return f"one of {listed} for each of {self.count} places in a digit of base {self.base}"


class Arrow(Code):
    """A direction and a number: ``0`` to ``4`` for the direction and one digit, ``5`` to ``9`` direction and two, ``-``
    direction and three; ``.`` instead of the digit is an unknown number, or, without a direction and with ``bare``, no
    number.
    """

    starts = "0123456789-"
    least = 2

    def __init__(self, *, bare: bool = False) -> None:
        self.bare = bare

    def read(self, body: Body) -> list[Any]:
        number: int | str | None
        if body.peek() == "-":
            body.at += 1
            way = body.number(1, 5)
            return [(PZPR_WAYS[way], body.number(3, 16))]
        long, way = divmod(body.number(1, 10), 5)
        if long:
            number = body.number(2, 16)
        elif body.peek() == ".":
            body.at += 1
            number = None if self.bare and not way else UNKNOWN
        else:
            number = body.number(1, 16)
        return [(PZPR_WAYS[way], number)]

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int] | None:
        if type(values[at]) is not tuple:
            return None
        direction, number = values[at]
        way = PZPR_WAYS.index(direction) if direction in PZPR_WAYS else 0
        if number is None or number == UNKNOWN:
            return f"{way}.", 1
        if number >= 16**3:
            return None
        if number >= 256:
            return f"-{way}{written(number, 16)}", 1
        return f"{way + 5 * (number >= 16)}{written(number, 16)}", 1

    def words(self) -> str:
        return (
            "`0`-`4` a direction (none, up, down, left, right) and a digit, `5`-`9` direction and two, `-` direction and three, "
            "`.` for the digit no number"
        )


class Record(Code):
    """A tuple of values that several codes read one after the other. If a value is a tuple, its elements are added.

    ``order`` is the index of each code's value in the tuple. ``mark`` comes before the first one. If fewer than
    ``least`` characters are left at the end of a link, the record is missing.
    """

    def __init__(self, *codes: Code | Run, order: Sequence[int] = (), mark: str = "", least: int = 1) -> None:
        self.mark, self.least = mark, least
        self.runs = [code if isinstance(code, Run) else Run(code) for code in codes]
        self.order = [*(order or range(len(codes)))]
        self.starts = mark or self.runs[0].starts

    def read(self, body: Body) -> list[Any]:
        body.at += len(self.mark)
        parts = [run.one(body) for run in self.runs]
        value: list[Any] = []
        for k in range(len(parts)):
            part = parts[self.order.index(k)]
            value += part if type(part) is tuple else (part,)
        return [tuple(value)]

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int] | None:
        value = values[at]
        if type(value) is not tuple:
            return None
        out = [self.mark]
        for run, place in zip(self.runs, self.order, strict=True):
            # the last code has the rest
            last = place == len(self.runs) - 1 < len(value) - 1
            text = run.text(value[place:] if last else value[place])
            if text is None:
                return None
            out.append(text)
        return "".join(out), 1

    def words(self) -> str:
        mark = [f"`{self.mark}`"] if self.mark else []
        return ", then ".join([*mark, *(f"({run.words()})" for run in self.runs)])


class Combined(Code):
    """Several numbers as one code of two digits of base 36 after ``mark``.

    ``counts`` maps the number of numbers to the first code and a base. The code less the first one has the numbers as
    digits of that base; 0 is an unknown number.
    """

    def __init__(self, counts: Mapping[int, tuple[int, int]], mark: str = "") -> None:
        self.counts, self.mark = counts, mark
        low = min(first for first, _ in counts.values())
        high = max(first + base**count - 1 for count, (first, base) in counts.items())
        self.starts = mark or DIGITS[low // 36 : high // 36 + 1]
        self.least = len(mark) + 2

    def read(self, body: Body) -> list[Any]:
        place = body.place()
        body.take(len(self.mark))
        code = body.number(2, 36)
        for count, (first, base) in self.counts.items():
            if 0 <= code - first < base**count:
                return [tuple([(code - first) // base**k % base or UNKNOWN for k in reversed(range(count))])]
        raise InputError("these are no numbers of a clue", place)

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int] | None:
        value = values[at]
        if type(value) is not tuple or len(value) not in self.counts:
            return None
        code, (first, base) = 0, self.counts[len(value)]
        for number in value:
            if number != UNKNOWN and not 0 < number < base:
                return None
            code = code * base + (0 if number == UNKNOWN else number)
        return self.mark + written(first + code, 36).rjust(2, "0"), 1

    def words(self) -> str:
        counts = ", ".join(f"{count} numbers below {base}" for count, (_, base) in self.counts.items())
        return f"{f'`{self.mark}` and ' if self.mark else ''}two digits of base 36 {counts}"


class One(Code):
    """A tuple of a single value, written by another code."""

    def __init__(self, code: Code) -> None:
        self.code, self.starts, self.least, self.single = code, code.starts, code.least, code.single

    def read(self, body: Body) -> list[Any]:
        return [(value,) for value in self.code.read(body)]

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int] | None:
        value = values[at]
        return self.code.write(value, 0) if type(value) is tuple and len(value) == 1 else None

    def words(self) -> str:
        return self.code.words()


class InLayer(NamedTuple):
    """The value of a place in a layer other than that of the grid."""

    layer: str
    value: Any


class Of(Code):
    """The values of ``layer``, which is not that of the grid, written by another code."""

    def __init__(self, layer: str, code: Code) -> None:
        self.layer, self.code = layer, code
        self.starts, self.least, self.single = code.starts, code.least, code.single

    def read(self, body: Body) -> list[Any]:
        return [InLayer(self.layer, value) for value in self.code.read(body)]

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int] | None:
        value = values[at]
        in_layer = isinstance(value, InLayer) and value.layer == self.layer
        return self.code.write([value.value], 0) if in_layer else None

    def words(self) -> str:
        return f"{self.code.words()} of `{self.layer}`"


class Run(Declared):
    """A choice between codes for each place; see the module's text.

    At the end of a link, characters that skip places may be missing, or may skip too many places. puzz.link reads such
    links, and so does this class: the body records the number of places. ``spare`` is the number of empty places that a
    link may leave out at its end.
    """

    def __init__(self, *codes: Code, spare: int = 0) -> None:
        self.declared, self.spare = codes, spare
        codes = self.codes = tuple([part for code in codes for part in code.parts or (code,)])
        self.table = {sign: code for code in reversed(codes) for sign in code.starts}
        self.meanings = {sign: code.read(Body(sign)) for sign, code in self.table.items() if code.single}
        """The values of the characters that stand alone: a link consists almost only of these."""
        self.starts = "".join(self.table)
        self.least = min((code.least for code in codes if not code.skips), default=1)
        self.longest = max((code.longest for code in codes if isinstance(code, Blanks)), default=0)
        self.layers = [*dict.fromkeys(code.layer for code in codes if isinstance(code, Of))]
        self.values = [code.value for code in codes if isinstance(code, Sign)]

    def one(self, body: Body) -> Any:
        """Read the value of one place."""
        code = self.table.get(body.peek())
        if code is None:
            raise refusal(body)
        return code.read(body)[0]

    def text(self, value: Any) -> str | None:
        """Return the characters of one value, or None if no code writes it."""
        results = (code.write((value,), 0) for code in self.codes)
        return next((result[0] for result in results if result is not None), None)

    def read(self, body: Body, count: int) -> list[Any]:
        """Read the values of ``count`` places. Raise InputError."""
        values: list[Any] = []
        code: Code | None = None
        start = body.at
        text, table, meanings = body.text, self.table, self.meanings
        while len(values) < count:
            start = body.at
            sign = text[start : start + 1]
            code = table.get(sign)
            if sign in meanings:
                values += meanings[sign]
                body.at = start + 1
                continue
            if body.left < self.least and not (code and code.skips):
                missing = count - len(values)
                if not body and missing <= self.spare:
                    return values + [None] * missing
                if not self.spare and values and missing <= self.longest:
                    body.take(body.left)
                    body.lacks = missing
                    return values + [None] * missing
            if code is None:
                raise refusal(body)
            values += code.read(body)
        beyond = len(values) - count
        if beyond and code and not code.pads:
            if body or not code.skips:
                raise InputError(TOO_LONG, f"character {start + 1} of the body")
            body.beyond = beyond
        return values[:count]

    def says_nothing(self, values: Sequence[Any]) -> bool:
        """Return whether no place has a value that a code can write."""
        first = [code.values[0] for code in self.codes if isinstance(code, Packed)]
        return all(value is None or value in first or self.text(value) is None for value in values)

    def write(self, values: Sequence[Any]) -> str:
        """Return the characters of all places. Values that no code can write are left out."""
        writable = {value for value in set(values) if self.text(value) is not None}
        values = [value if value in writable else None for value in values]
        out, at = [], 0
        while at < len(values):
            text, count = next(result for code in self.codes if (result := code.write(values, at)) is not None)
            out.append(text)
            at += count
        return "".join(out)

    def words(self) -> str:
        """Return a description for people."""
        return "; ".join(code.words() for code in self.declared)


def refusal(body: Body) -> InputError:
    """Return the error for a character with which no code begins, or for the end of the body."""
    ch = body.peek()
    return InputError(f"{ch!r} cannot stand here" if ch else "the link ends too soon", body.place())


def blanks(values: Sequence[Any], at: int, most: int) -> int:
    """Return the number of empty places from ``at`` on, up to ``most``."""
    end = min(at + most, len(values))
    return next((i for i in range(at, end) if values[i] is not None), end) - at


def in_words(value: Any) -> str:
    """Return the name of a value for documents."""
    if value is None:
        return "nothing"
    if value is HOLE:
        return "a cell that does not exist"
    return "an unknown number" if value == UNKNOWN else str(value)


NUMBER16 = Run(Hex16(), Sign(".", UNKNOWN), Blanks("g"))
"""Numbers, known or unknown, as in most genres."""
