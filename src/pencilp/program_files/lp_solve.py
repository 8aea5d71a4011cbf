"""LP files of lp_solve: statements that end with ``;``, such as ``max: 3x + 2y; c1: x + y <= 4; int x;``.

The format is that of lp_solve's reference guide. A text that versions of lp_solve read differently is refused.

=============  =======================================================================================================
objective      first, after ``max:`` or ``min:``; may be empty and have constants
rows           sums with constants on both sides; ``R1: 3 <= x + y <= 8``; ``R1: <= 8`` gives a row its other side
bounds         a relation without a name that has one variable, once: ``3 x >= 2``, ``-5 <= x <= 5``
declarations   ``int``, ``bin`` (0 or 1), ``free`` (no lower bound)
comments       ``// to the end of the line`` and ``/* ... */``
=============  =======================================================================================================
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from pencilp._util.parse_number import real
from pencilp.errors import InputError
from pencilp.model.variables import Number, exact, int_if_whole
from pencilp.reformulate.linear.program import CONTINUOUS, INTEGER, Column, Program, Row

INFINITE = 10**30
"""A number at least this large is infinite."""

_SPACE = r"\s+|//[^\n]*|/\*.*?\*/"
_TOKEN = re.compile(
    rf"""(?:{_SPACE})
    | (?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    | (?P<name>[A-Za-z_][A-Za-z0-9_\[\]{{}}/.&\#$%~'@^]*)
    | (?P<relation><=|=<|>=|=>|==?|<|>)
    | (?P<sign>[+-])
    | (?P<mark>[:;,*])
    | (?P<other>.)""",
    re.DOTALL | re.VERBOSE,
)
_SKIPPED = re.compile(_SPACE, re.DOTALL)
_BEGINS = re.compile(r"(?:max|min)(?:imi[sz]e)?\s*:", re.IGNORECASE)
_OTHERS = re.compile(r"\s*(?:\\|(?:max|min)(?:imi[sz]e|imum)?(?=\s|\Z))", re.IGNORECASE)
"""The start of an LP file in CPLEX's format: a comment, or the sense of the objective."""
_SENSE = re.compile(r"(max|min)(imi[sz]e)?", re.IGNORECASE)
_DECLARATIONS = ("int", "bin", "binary", "free")
_REFUSED = {
    "sec": "semi-continuous variables", "sin": "semi-continuous whole numbers",
    "sos": "special ordered sets", "sos1": "special ordered sets", "sos2": "special ordered sets",
}  # fmt: skip
_INFINITY = ("inf", "infinity", "infinite")


def is_lp_solve(text: str) -> bool:
    """Return whether the text of an LP file is in lp_solve's format, not in CPLEX's."""
    at = 0
    while (skipped := _SKIPPED.match(text, at)) is not None:
        at = skipped.end()
    return _BEGINS.match(text, at) is not None or (_OTHERS.match(text) is None and ";" in text)


def read(text: str) -> Program:
    """Return the program in the text of an LP file of lp_solve. Raise InputError with line and column."""
    reader = _Reader()
    try:
        statement: list[_Token] = []
        for token in _tokens(text):
            if token.text == ";":
                reader.read(statement, token)
                statement = []
            else:
                statement.append(token)
        if statement:
            raise _Wrong(statement[-1], f"a ';' is missing after {statement[-1].text!r}")
        return reader.program()
    except _Wrong as wrong:
        before = text[: wrong.place]
        line, column = before.count("\n") + 1, wrong.place - before.rfind("\n")
        raise InputError(wrong.message, f"{line}:{column}") from None


class _Token(NamedTuple):
    """A piece of the text: its kind (a group of ``_TOKEN``), its text, and its place."""

    kind: str
    text: str
    place: int


class _Wrong(Exception):
    """An error, and the place of its token."""

    def __init__(self, token: _Token | None, message: str) -> None:
        self.place, self.message = 0 if token is None else token.place, message


def _tokens(text: str) -> list[_Token]:
    """Return the tokens of a text without its comments. Raise _Wrong."""
    found = []
    for match in _TOKEN.finditer(text):
        if match.lastgroup is None:
            continue
        token = _Token(match.lastgroup, match[0], match.start())
        if token.kind == "other":
            what = "a comment has no end" if text.startswith("/*", token.place) else f"{token.text!r} cannot stand here"
            raise _Wrong(token, what)
        found.append(token)
    return found


class _Sum:
    """A sum: its terms in order, and the sum of its constants (None if it has none)."""

    def __init__(self) -> None:
        self.terms: list[tuple[Fraction, str]] = []
        self.constant: Fraction | None = None


class _Reader:
    """Reads statement by statement."""

    def __init__(self) -> None:
        self._columns: dict[str, int] = {}
        self._rows: dict[str, Row] = {}
        self._objective: _Sum | None = None
        self._maximise = False
        self._low: dict[str, Fraction | None] = {}
        self._high: dict[str, Fraction | None] = {}
        self._places: dict[str, _Token] = {}
        """The token of the negative upper bound of a variable."""
        self._whole: set[str] = set()
        self._free: set[str] = set()
        self._declared: list[tuple[str, _Token]] = []
        self._remarks: list[str] = []

    def read(self, tokens: list[_Token], end: _Token) -> None:
        """Read a statement; ``end`` is its ';'. Raise _Wrong."""
        if self._objective is None:
            self._read_objective(tokens, end)
            return
        if not tokens:
            return
        word = tokens[0].text.lower()
        if len(tokens) > 1 and tokens[1].kind == "name":
            if word in _REFUSED:
                raise _Wrong(tokens[0], f"{tokens[0].text!r}: {_REFUSED[word]} cannot be read")
            if word in _DECLARATIONS:
                self._declare(word, tokens)
                return
        label = None
        if len(tokens) > 1 and tokens[0].kind == "name" and tokens[1].text == ":":
            label, tokens = tokens[0], tokens[2:]
        sums, relations = self._sides(tokens, end)
        if not relations:
            raise _Wrong(tokens[0] if tokens else end, "a row needs '<=', '>=' or '='")
        if len(relations) == 1:
            self._relation(label, sums[0], relations[0], sums[1], tokens[0])
        elif len(relations) == 2:
            self._double(label, sums, relations)
        else:
            raise _Wrong(relations[2], f"a third {relations[2].text!r} in a row")

    def _read_objective(self, tokens: list[_Token], end: _Token) -> None:
        sense = _SENSE.fullmatch(tokens[0].text) if len(tokens) > 1 and tokens[1].text == ":" else None
        if sense is None:
            raise _Wrong(
                tokens[0] if tokens else end,
                "the objective must begin with 'max:' or 'min:': without it some versions of lp_solve minimise, others maximise",
            )
        sums, relations = self._sides(tokens[2:], end)
        if relations:
            raise _Wrong(relations[0], f"{relations[0].text!r} is not allowed in the objective")
        self._maximise = sense[1].lower() == "max"
        self._objective = sums[0]

    def _sides(self, tokens: list[_Token], end: _Token) -> tuple[list[_Sum], list[_Token]]:
        """Return the sums of a statement, and the relations between them."""
        sums, relations = [_Sum()], list[_Token]()
        at = 0
        tokens = [*tokens, end]
        while tokens[at] is not end:
            if tokens[at].kind == "relation":
                relations.append(tokens[at])
                sums.append(_Sum())
                at += 1
            else:
                at = self._term(tokens, at, sums[-1])
        return sums, relations

    def _term(self, tokens: list[_Token], at: int, grows: _Sum) -> int:
        """Read a term of a sum at ``at``. Return the place after it."""
        first = tokens[at]
        sign, number, name = 1, None, None
        while tokens[at].kind == "sign":
            sign = -sign if tokens[at].text == "-" else sign
            at += 1
        if first.kind != "sign" and (grows.terms or grows.constant is not None):
            raise _Wrong(first, f"a sign is missing before {first.text!r}")
        if tokens[at].kind == "number":
            number = self._number(tokens[at])
            at += 1
            if tokens[at].text == "*":
                at += 1
                if tokens[at].kind != "name":
                    raise _Wrong(tokens[at], "a variable is missing after '*'")
        if tokens[at].kind == "name":
            name = tokens[at].text
            at += 1
        if number is None and name is None:
            what = "at the end of the statement" if tokens[at].text == ";" else f"before {tokens[at].text!r}"
            raise _Wrong(tokens[at], f"a variable or a number is missing {what}")
        factor = sign * (Fraction(1) if number is None else number)
        if name is None or name.lower() in _INFINITY:
            value = factor if name is None else factor * INFINITE
            grows.constant = value if grows.constant is None else grows.constant + value
        else:
            self._columns.setdefault(name, len(self._columns))
            grows.terms.append((factor, name))
        return at

    def _number(self, token: _Token) -> Fraction:
        value = real(token.text)
        if value is None:
            raise _Wrong(token, f"the number {token.text!r} is too large")
        return Fraction(exact(int_if_whole(value)))

    # -- rows and bounds -----------------------------------------------------------------------------------------

    def _relation(self, label: _Token | None, left: _Sum, relation: _Token, right: _Sum, first: _Token) -> None:
        """Read a statement with one relation: a row, a bound, or the other side of a row."""
        if not left.terms and not right.terms:
            if label is not None and left.constant is None and right.constant is not None:
                self._other_side(label, relation, right.constant)
                return
            raise _Wrong(relation, "there is no variable in this row")
        for side in (left, right):
            if not side.terms and side.constant is None:
                raise _Wrong(relation, f"there is nothing {'before' if side is left else 'after'} {relation.text!r}")
        upper, lower = "<" in relation.text, ">" in relation.text
        if not left.terms:
            left, right, upper, lower = right, left, lower, upper
        terms = left.terms + [(-a, name) for a, name in right.terms]
        value = (right.constant or Fraction(0)) - (left.constant or Fraction(0))
        low, high = None if upper else value, None if lower else value
        if label is None and len(terms) == 1:
            mixed = any(side.terms and side.constant is not None for side in (left, right))
            self._bound(terms[0], low, high, first, mixed=mixed)
        else:
            self._row(label, terms, low, high, relation)

    def _double(self, label: _Token | None, sums: list[_Sum], relations: list[_Token]) -> None:
        """Read a statement with two relations, such as ``3 <= x + y <= 8``."""
        first, middle, last = sums
        upwards = "<" in relations[0].text
        if any((">" in each.text) == ("<" in each.text) or ("<" in each.text) != upwards for each in relations):
            raise _Wrong(relations[1], f"{relations[0].text!r} and {relations[1].text!r} do not go together")
        if first.terms or last.terms or first.constant is None or last.constant is None or not middle.terms:
            raise _Wrong(relations[0], "between two relations there must be variables, outside of them numbers")
        low, high = (first.constant, last.constant) if upwards else (last.constant, first.constant)
        shift = middle.constant or Fraction(0)
        if label is None and len(middle.terms) == 1:
            self._bound(middle.terms[0], low - shift, high - shift, relations[0], mixed=False)
        else:
            self._row(label, middle.terms, low - shift, high - shift, relations[0])

    def _row(
        self,
        label: _Token | None,
        terms: list[tuple[Fraction, str]],
        low: Fraction | None,
        high: Fraction | None,
        place: _Token,
    ) -> None:
        factors: dict[int, Fraction] = {}
        for a, name in terms:
            c = self._columns[name]
            factors[c] = factors.get(c, Fraction(0)) + a
        name = f"R{len(self._rows) + 1}" if label is None else label.text
        if name in self._rows:
            raise _Wrong(label or place, f"there are two rows {name!r}")
        sides = self._side(low, -1, place), self._side(high, 1, place)
        self._rows[name] = Row(name, [(_plain(a), c) for c, a in factors.items() if a], *sides)

    def _other_side(self, label: _Token, relation: _Token, value: Fraction) -> None:
        """Set the other side of the row ``label``, as ``R1: <= 8`` does."""
        row = self._rows.get(label.text)
        if row is None:
            raise _Wrong(label, f"there is no row {label.text!r} above")
        upper = "<" in relation.text
        if (">" in relation.text) == upper or (row.high if upper else row.low) is not None:
            raise _Wrong(relation, f"the row {label.text!r} has this side already")
        side = self._side(value, 1 if upper else -1, relation)
        self._rows[label.text] = row._replace(high=side) if upper else row._replace(low=side)

    def _bound(
        self, term: tuple[Fraction, str], low: Fraction | None, high: Fraction | None, place: _Token, *, mixed: bool
    ) -> None:
        """Set a bound of a variable. ``mixed``: the variable's side has a constant."""
        factor, name = term
        if name in self._rows:
            raise _Wrong(
                place, f"{name!r} is a row: its other side is written '{name}: <= 8'; give a variable another name"
            )
        if not factor:
            raise _Wrong(place, f"{name!r} has the factor 0 in a bound")
        if low is not None:
            low /= factor
        if high is not None:
            high /= factor
        if factor < 0:
            low, high = high, low
        if mixed and any(side is not None and side < 0 for side in (low, high)):
            raise _Wrong(
                place,
                f"versions of lp_solve take this for a bound of {name!r} or for a row: give it a name, or write the bound alone",
            )
        if low is not None and low == high and low < 0 and name not in self._low:
            raise _Wrong(
                place,
                f"versions of lp_solve take a negative '=' for a bound of {name!r} or for a row: name it or write two bounds",
            )
        for side, value, bounds in (("lower", low, self._low), ("upper", high, self._high)):
            if value is None:
                continue
            if name in bounds and bounds[name] != value:
                raise _Wrong(place, f"a second {side} bound of {name!r}: keep the one that you mean")
            bounds[name] = value
        if high is not None and high < 0:
            self._places[name] = place
        self._side(low, -1, place)
        self._side(high, 1, place)

    def _side(self, value: Fraction | None, sign: int, place: _Token) -> Number | None:
        """Return a lower (``sign`` -1) or upper (1) side; None if it is infinite."""
        if value is None or -INFINITE < value < INFINITE:
            return None if value is None else _plain(value)
        if value * sign < 0:
            raise _Wrong(place, "a lower side must be less than infinity, an upper one greater")
        return None

    # -- declarations --------------------------------------------------------------------------------------------

    def _declare(self, word: str, tokens: list[_Token]) -> None:
        comma = True
        for token in tokens[1:]:
            if token.text == "," and not comma:
                comma = True
                continue
            if token.kind != "name":
                raise _Wrong(token, f"after {tokens[0].text!r} only names of variables are allowed, not {token.text!r}")
            comma = False
            self._declared.append((word, token))

    def _take_declared(self) -> None:
        """Apply the declarations of variables, after all rows were read."""
        for word, token in self._declared:
            name = token.text
            if name not in self._columns:
                self._remarks.append(f"{name} is declared {word!r} but is in no row: it is left out")
            elif word == "free":
                if self._low.get(name) is not None:
                    raise _Wrong(token, f"{name!r} is free and has a lower bound: leave out one of the two")
                if self._high.get(name) is not None:
                    raise _Wrong(
                        token,
                        f"{name!r} is free and has an upper bound, which lp_solve then drops: leave out one of the two "
                        f"(with the bound alone and no lower one: write {name} >= -1e30)",
                    )
                self._free.add(name)
            else:
                self._whole.add(name)
                if word != "int":
                    self._low[name], self._high[name] = Fraction(0), Fraction(1)
                    self._places.pop(name, None)

    def program(self) -> Program:
        """Return the program, after all statements were read. Raise _Wrong."""
        if self._objective is None:
            raise _Wrong(None, "the file has no program")
        self._take_declared()
        result = Program()
        for name in self._columns:
            low = None if name in self._free else self._low.get(name, Fraction(0))
            high = self._high.get(name)
            if name in self._places and name not in self._low and name not in self._free:
                raise _Wrong(
                    self._places[name],
                    f"{name!r} has a negative upper bound and no lower one, which versions of lp_solve take for 0 or for none: "
                    "give it one",
                )
            sides = self._side(low, -1, _NOWHERE), self._side(high, 1, _NOWHERE)
            result.columns.append(Column(name, *sides, INTEGER if name in self._whole else CONTINUOUS))
        result.rows = list(self._rows.values())
        factors: dict[int, Fraction] = {}
        for a, name in self._objective.terms:
            factors[self._columns[name]] = factors.get(self._columns[name], Fraction(0)) + a
        result.objective = [(_plain(a), c) for c, a in factors.items() if a] or None
        result.offset = _plain(self._objective.constant or Fraction(0))
        result.sense = "maximize" if self._maximise else "minimize"
        result.remarks = self._remarks
        return result


_NOWHERE = _Token("", "", 0)


def _plain(value: Fraction) -> Number:
    """Return a fraction as a number, rounded if it has no finite decimal form."""
    return int(value) if value.denominator == 1 else int_if_whole(float(value))
