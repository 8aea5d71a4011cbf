"""Codes: how the values of places stand in the characters of a link, one place after the other.

A code reads the characters that begin with one of its ``starts``, and writes the values that it knows. A ``Run`` chooses between
several codes, place by place: by the next character when it reads, and by the value when it writes, where the first code that
can say the value does. So one declaration both reads and writes:

    Run(Numeral(10), Sign(".", UNKNOWN), Blanks("a"))   # 0 to 9, a dot is a number that is not given, a to z skip 1 to 26

The value of a place without anything is None; ``HOLE`` is that of a cell that does not exist.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pencilp.board.layers import UNKNOWN
from pencilp.encodings.partial_puzzle import DIGITS, PZPR_WAYS, Body, Declared, written
from pencilp.errors import InputError

HOLE: Any = ("hole",)
"""The value of a cell that does not exist."""
TOO_LONG = "the link says more than the board has places for"


class Code(Declared):
    """How the values of some places stand in characters."""

    starts = ""
    """The characters that it begins with."""
    least = 1
    """The number of its characters, at least."""
    skips = False
    """Whether it says that nothing stands in some places."""
    pads = False
    """Whether it may go on after the last place."""
    parts: Sequence[Code] = ()
    """The codes that it is made of, if it is a choice itself."""

    def read(self, body: Body) -> list[Any]:
        """Return the values of the places that the next characters speak of. Raises InputError."""
        raise NotImplementedError

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int] | None:
        """Return the characters for the value at ``at`` and how many places they speak of; None if it cannot say that."""
        raise NotImplementedError


class Sign(Code):
    """One character for one value."""

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
    """A character for each of some values."""

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
    """Characters that mean something in a variant that is not supported."""

    def __init__(self, signs: str, reason: str) -> None:
        self.starts, self.reason = signs, reason

    def read(self, body: Body) -> list[Any]:
        raise InputError(self.reason, body.place())

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int] | None:
        return None

    def words(self) -> str:
        return f"`{self.starts[0]}`-`{self.starts[-1]}` are refused"


class Numeral(Code):
    """Numbers from ``first`` on: ``digits`` digits of ``base`` behind ``mark``. None from ``below`` on is written."""

    def __init__(self, base: int, digits: int = 1, mark: str = "", *, first: int = 0, below: int | None = None) -> None:
        self.base, self.digits, self.mark, self.first = base, digits, mark, first
        self.below = first + base**digits if below is None else below
        self.starts = mark or DIGITS[:base]
        self.least = len(mark) + digits

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
            # a percent sign would begin an encoded character: it is read alone
            Numeral(16, 3, "@", first=8192, below=12240),
            Numeral(16, 3, "%", first=8192, below=0),
            Numeral(16, 4, "*", first=12240),
            Numeral(16, 5, "$", first=77776),
        )


class Blanks(Code):
    """Places without anything: the characters ``first`` to ``z`` skip ``shortest`` and more of them."""

    skips = True

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
    """One of some values and the number of places without anything behind it, up to ``most``, in one digit.

    At the end ``most`` are written, also if there are fewer places, unless ``exact``.
    """

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
        known = ", ".join(in_words(value) for value in self.values)
        return f"`0`-`{self.starts[-1]}` {known} and 0 to {self.most} places without anything behind it"


class Packed(Code):
    """One of ``values`` for each of ``count`` places in one digit, the first place the highest; None is the first value."""

    pads = True

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
            known = k < len(values) and values[k] in self.values
            number = number * len(self.values) + (self.values.index(values[k]) if known else 0)
        return DIGITS[number], self.count

    def words(self) -> str:
        known = ", ".join(in_words(value) for value in self.values)
        return f"one of {known} for each of {self.count} places in a digit of base {self.base}"


class Arrow(Code):
    """A direction and a number: ``0`` to ``4`` the direction and one digit, ``5`` to ``9`` direction and two, ``-`` direction and
    three; ``.`` in place of the digit is a number that is not given, without a direction no number at all if ``bare``.
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
    """The values that several codes read one after the other, as one value: a tuple, with the elements of tuples in it.

    ``order`` is where the value of each code stands in the tuple. ``mark`` stands before the first one.
    If fewer than ``least`` characters are left at the end of a link, it is missing.
    """

    def __init__(self, *codes: Code | Run, order: Sequence[int] = (), mark: str = "", least: int = 1) -> None:
        self.mark, self.least = mark, least
        self.runs = [code if isinstance(code, Run) else Run(code) for code in codes]
        self.order = [*(order or range(len(codes)))]
        self.starts = mark or self.runs[0].starts

    def read(self, body: Body) -> list[Any]:
        body.at += len(self.mark)
        found = [run.one(body) for run in self.runs]
        value: list[Any] = []
        for k in range(len(found)):
            part = found[self.order.index(k)]
            value += part if type(part) is tuple else (part,)
        return [tuple(value)]

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int] | None:
        value = values[at]
        if type(value) is not tuple:
            return None
        out = [self.mark]
        for run, place in zip(self.runs, self.order, strict=True):
            # the last code has what is left
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
    """Several numbers as one number of two digits of base 36 behind ``mark``.

    ``counts`` says per count of numbers the first code and the base in which what is above it has the numbers as digits; 0 is a
    number that is not given.
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
    """A value alone in a tuple, as another code has it."""

    def __init__(self, code: Code) -> None:
        self.code, self.starts, self.least = code, code.starts, code.least

    def read(self, body: Body) -> list[Any]:
        return [(value,) for value in self.code.read(body)]

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int] | None:
        value = values[at]
        return self.code.write(value, 0) if type(value) is tuple and len(value) == 1 else None

    def words(self) -> str:
        return self.code.words()


class InLayer(NamedTuple):
    """The value of a place in another layer than the grid's own."""

    layer: str
    value: Any


class Of(Code):
    """The values of another layer than the grid's own, ``layer``, as another code has them."""

    def __init__(self, layer: str, code: Code) -> None:
        self.layer, self.code, self.starts, self.least = layer, code, code.starts, code.least

    def read(self, body: Body) -> list[Any]:
        return [InLayer(self.layer, value) for value in self.code.read(body)]

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int] | None:
        value = values[at]
        mine = isinstance(value, InLayer) and value.layer == self.layer
        return self.code.write([value.value], 0) if mine else None

    def words(self) -> str:
        return f"{self.code.words()} of `{self.layer}`"


class Run(Declared):
    """A choice between codes, place by place; see the module's text.

    At the end of a link the characters that skip places may be missing, or skip more places than there are. puzz.link reads such
    links, and so do we: how many places that is stands in the body. ``spare`` is how many places a link may leave out at its end
    if nothing stands there.
    """

    def __init__(self, *codes: Code, spare: int = 0) -> None:
        self.declared, self.spare = codes, spare
        codes = self.codes = tuple([part for code in codes for part in code.parts or (code,)])
        self.table = {sign: code for code in reversed(codes) for sign in code.starts}
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
        """Return the characters of one value; None if no code says it."""
        found = (code.write((value,), 0) for code in self.codes)
        return next((told[0] for told in found if told is not None), None)

    def read(self, body: Body, count: int) -> list[Any]:
        """Read the values of ``count`` places; raises InputError."""
        values: list[Any] = []
        code: Code | None = None
        start = body.at
        while len(values) < count:
            start = body.at
            code = self.table.get(body.peek())
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
        """Whether nothing stands in all places, or nothing that a code can say."""
        first = [code.values[0] for code in self.codes if isinstance(code, Packed)]
        return all(value is None or value in first or self.text(value) is None for value in values)

    def write(self, values: Sequence[Any]) -> str:
        """Return the characters of all places; what no code can say is left out."""
        known = {value for value in set(values) if self.text(value) is not None}
        values = [value if value in known else None for value in values]
        out, at = [], 0
        while at < len(values):
            text, count = next(told for code in self.codes if (told := code.write(values, at)) is not None)
            out.append(text)
            at += count
        return "".join(out)

    def words(self) -> str:
        """Return in words what it reads and writes."""
        return "; ".join(code.words() for code in self.declared)


def refusal(body: Body) -> InputError:
    """Return the error for a character that no code begins with, or for the end of the body."""
    ch = body.peek()
    return InputError(f"{ch!r} cannot stand here" if ch else "the link ends too soon", body.place())


def blanks(values: Sequence[Any], at: int, most: int) -> int:
    """Return how many places from ``at`` on hold nothing, up to ``most``."""
    end = min(at + most, len(values))
    return next((i for i in range(at, end) if values[i] is not None), end) - at


def in_words(value: Any) -> str:
    """Return a value as documents name it."""
    if value is None:
        return "nothing"
    if value is HOLE:
        return "a cell that does not exist"
    return "a number that is not given" if value == UNKNOWN else str(value)


NUMBER16 = Run(Hex16(), Sign(".", UNKNOWN), Blanks("g"))
"""Numbers that need not be given, as most genres have them."""
