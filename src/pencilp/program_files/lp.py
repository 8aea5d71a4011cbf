"""LP files: CPLEX's LP format, as CPLEX, Gurobi, GLPK, SCIP, HiGHS and CBC write it and people type it.

A text is refused if these programs read it differently, or if some of them misread it.
``docs/files-of-the-ip-world.md`` has a table of what was tried.

=============  =======================================================================================================
lines          a sum may go over lines up to its sign ``<=``; a row ends with the line of its right side
rows           variables on one side, each as often as it likes, a number on the other; or ``R1: 3 <= x + y <= 5``
objective      may be empty, and have constants
names          hold all but spaces and ``+ - * ^ < > = : \\``, and begin with no digit, bracket or comma
keywords       begin a section at the start of a line, and where no variable can stand
=============  =======================================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import inf, isnan

from pencilp._util.parse_number import real
from pencilp.errors import InputError
from pencilp.model.variables import Number, int_if_whole
from pencilp.reformulate.linear.program import CONTINUOUS, INTEGER, Column, Program, Row, Terms

INFINITE = 1e20
"""A bound or side at least this large is infinite."""

_NUMBER = r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_NAME = r"(?:(?!\.[0-9])[^\s\x00-\x1f\x7f0-9+\-*^<>=:\\()\[\],])[^\s\x00-\x1f\x7f+\-*^<>=:\\]*"
_PART = r"""\s*(?=\S)(?:
      (?P<relation>->|<->|<-|[<>]\s*=?|=\s*[<>=]?)
    | (?P<other>[\x00-\x1f\x7f*^:\\()\[\],])
    | (?P<sign>[+-][+\-\s]*)?{}(?P<colon>\s*:(?!:))?)"""
_TERM = re.compile(_PART.format(rf"(?P<number>{_NUMBER})?\s*(?P<name>{_NAME})?"), re.VERBOSE)
"""A part of a sum: a relation, a character that is not allowed, or a term with any of sign, number and name; or a
label."""
_WORD = re.compile(_PART.format(rf"(?:(?P<number>{_NUMBER})|(?P<name>{_NAME}))?"), re.VERBOSE)
"""The same, for places where a number is no factor."""
_SENSE = re.compile(r"\s*(?:(min(?:imi[sz]e|imum)?)|max(?:imi[sz]e|imum)?)(?=\s|\Z)", re.IGNORECASE)
_SECTIONS = {
    "rows": r"subject\s+to|such\s+that|st\.?|s\.\s?t\.?|lazy\s+constraints?|user\s+cuts?",
    "refused": r"general\s+constraints?|gencons?|semi(?:s|-continuous|-integer)?|sec|sin|sos[12]?|ranges|pwlobj"
    r"|min(?:imi[sz]e|imum)?|max(?:imi[sz]e|imum)?",
    "bounds": r"bounds?",
    "general": r"generals?|gens?|integers?|int",
    "binary": r"binary|binaries|bins?",
    "end": r"end",
}
_KEYWORD = re.compile(
    r"\s*(?:" + "|".join(f"(?P<{kind}>{words})" for kind, words in _SECTIONS.items()) + r")(?=\s|\Z)(?!\s*:)",
    re.IGNORECASE,
)
_REFUSED = {"semi": "semi-continuous variables", "sec": "semi-continuous variables", "sin": "semi-integer variables",
            "sos": "special ordered sets", "gen": "general constraints", "ran": "a section of ranges",
            "pwl": "a piecewise linear objective", "min": "a second objective", "max": "a second objective"}  # fmt: skip
"""Unsupported sections, by the start of their keyword."""
_OTHERS = {"[": "'[': quadratic terms cannot be read", "^": "'^': quadratic terms cannot be read",
           "*": "'*': write a factor before its variable without '*'; products cannot be read"}  # fmt: skip
_SIDES = "a row has its variables on one side, and one number on the other"
_BEGINNINGS = frozenset(
    (
        *("subject", "such", "st", "st.", "s.t.", "lazy", "user", "bounds", "bound", "end"),
        *("generals", "general", "gens", "gen", "integers", "integer", "int", "binary", "binaries", "bins", "bin"),
        *("semi-continuous", "semi", "semis", "sec", "sin", "sos", "sos1", "sos2", "ranges", "pwlobj"),
    )
)
_BEGINNINGS |= {form(word) for word in _BEGINNINGS for form in (str.upper, str.capitalize)}
"""The words with which keywords begin."""


def read(text: str) -> Program:
    """Return the program in the text of an LP file. Raise InputError with the number of the first wrong line."""
    reader = _Reader()
    try:
        for line in lines_of(text):
            reader.line += 1
            reader.read(line)
        return reader.program()
    except InputError as error:
        raise InputError(error.message, str(max(1, reader.line))) from None


def lines_of(text: str) -> Iterator[str]:
    """Yield the lines of a text that may be large, one by one."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield text[start:end]
        start = end + 1


class _Sum:
    """A sum: factors by column, and a constant. ``empty``: nothing was read yet."""

    __slots__ = ("constant", "empty", "terms")

    def __init__(self) -> None:
        self.terms: dict[int, Number] = {}
        self.constant: Number | None = None
        self.empty = True


class _Reader:
    """Reads line by line. The method of a section reads up to a keyword or the end of the line."""

    def __init__(self) -> None:
        self.line = 0
        self._section = ""
        self._columns: dict[str, int] = {}
        self._numbers: dict[str, Number] = {}
        self._rows: list[Row] = []
        self._objective = _Sum()
        self._maximise = False
        self._low: dict[int, Number | None] = {}
        self._high: dict[int, Number | None] = {}
        self._bounded: dict[int, int] = {}
        """The line of the last bound of a column."""
        self._general: set[int] = set()
        self._binary: set[int] = set()
        self._label: str | None = None
        self._sums: list[_Sum] = []
        """The sums of the present row; the last one grows."""
        self._relations: list[str] = []
        self._sign, self._number = "", None
        """The sign and the number before a name that may follow in the next line."""
        self._signed = 0
        """The line of that sign."""
        self._words: list[int | tuple[Number]] = []
        """The columns and the numbers (in a tuple) of the present bound."""
        self._fresh = False
        """Whether a line begins."""
        self._refusal = ""
        """The message about an unsupported section."""
        self._began = 0
        """The line in which the present row or section began, or in which the bound continues."""

    _number: Number | None

    def read(self, line: str) -> None:
        """Read the next line."""
        cut = line.find("\\")
        if cut >= 0:
            line = line[:cut]
        if not line.strip():
            return
        place: int | None = 0
        if not self._section:
            place = self._begin(line)
        self._fresh = True
        if place == 0 and self._awaits():
            self._refuse_keyword(line)
        while place is not None:
            found = None if self._awaits() else _KEYWORD.match(line, place)
            if found and self._section:
                self._finish()
                self._enter(found.lastgroup or "", found[0].strip())
                place = found.end()
                self._fresh = False
            place = getattr(self, f"_in_{self._section}")(line, place)
            self._fresh = False
        if self._section == "rows":
            self._line_of_row_ends()

    def program(self) -> Program:
        """Return the program, after all lines were read."""
        if not self._section:
            raise InputError("the file has no program" if self.line else "the file is empty")
        if self._section != "end":
            raise InputError("the line 'End' is missing after it")
        program = Program()
        for name, c in self._columns.items():
            low, high = self._low.get(c, 0), self._high.get(c)
            kind = INTEGER if c in self._general or c in self._binary else CONTINUOUS
            if c in self._binary:
                for side in (self._low.get(c, 0), self._high.get(c, 1)):
                    if side is None or not 0 <= side <= 1:
                        self.line = self._bounded[c]
                        bound = "no bound" if side is None else f"the bound {side:g}"
                        raise InputError(f"{name} is binary and has {bound}: make it general instead")
                high = self._high.get(c, 1)
            program.columns.append(Column(name, low, high, kind))
        named = {row.name for row in self._rows}
        for k, row in enumerate(self._rows, 1):
            name = row.name or next(name for name in (f"c{k}{'_' * n}" for n in range(k + 1)) if name not in named)
            program.rows.append(row if row.name else row._replace(name=name))
        program.objective = _terms(self._objective.terms) or None
        program.offset = self._objective.constant or 0
        program.sense = "maximize" if self._maximise else "minimize"
        return program

    # -- sections ------------------------------------------------------------------------------------------------

    def _begin(self, line: str) -> int:
        """Read the first word, which is the sense of the objective. Return the place after it."""
        found = _SENSE.match(line)
        if not found:
            first = line.split()[0]
            raise InputError(f"an LP file begins with Minimize or Maximize, not {first!r}")
        if re.match(r"\s*multi-objectives", line[found.end() :], re.IGNORECASE):
            raise InputError("there are several objectives, and only one can be read")
        self._maximise = not found[1]
        self._section = "objective"
        self._sums = [self._objective]
        return found.end()

    def _enter(self, section: str, word: str) -> None:
        if section == "refused":
            what = next(what for start, what in _REFUSED.items() if word.lower().startswith(start))
            self._refusal, self._began = f"{word!r}: {what} cannot be read", self.line
            if word[0].lower() == "m":
                raise InputError(self._refusal)
        self._section = section

    def _finish(self) -> None:
        """End the section."""
        if self._section == "objective":
            self._flush()
            if self._sign:
                raise InputError("the objective ends with a sign")
            self._sums = []
            self._label = None
        elif self._section == "rows":
            self._end_row()
        elif self._section == "bounds":
            self._end_bound()

    def _in_objective(self, line: str, place: int) -> int | None:
        return self._sum(line, place)

    def _in_rows(self, line: str, place: int) -> int | None:
        return self._sum(line, place)

    def _in_refused(self, line: str, place: int) -> None:
        """Accept a section only if it is empty, as HiGHS writes it."""
        if line[place:].strip():
            self.line = self._began
            raise InputError(self._refusal)

    def _in_end(self, line: str, place: int) -> None:
        rest = line[place:].split()
        if rest:
            raise InputError(f"after 'End' nothing may follow: {rest[0]!r}")

    def _in_general(self, line: str, place: int) -> int | None:
        return self._names(line, place, self._general)

    def _in_binary(self, line: str, place: int) -> int | None:
        return self._names(line, place, self._binary)

    def _names(self, line: str, place: int, columns: set[int]) -> int | None:
        """Add a list of variables to ``columns``. Return the place of a keyword that ends it."""
        for part in _WORD.finditer(line, place):
            name = part["name"]
            if name is None or part["sign"] or part["colon"]:
                raise InputError(f"only names of variables are allowed here, not {part[0].strip()!r}")
            if _KEYWORD.match(line, part.start()):
                return part.start()
            columns.add(self._column(name))
        return None

    # -- sums ----------------------------------------------------------------------------------------------------

    def _sum(self, line: str, place: int) -> int | None:
        """Continue the objective or a row. Return the place of a keyword that ends it."""
        columns, numbers = self._columns, self._numbers
        for part in _TERM.finditer(line, place):
            relation, other, sign, digits, name, colon = part.groups()
            if relation is not None:
                self._relate("".join(relation.split()))
                continue
            if other is not None:
                raise InputError(_OTHERS.get(other) or f"{other!r} cannot stand here")
            if colon:
                if sign or digits or not name:
                    raise InputError(f"{part[0].strip()!r} is no name of a row")
                self._begin_named(name)
                continue
            if self._fresh:
                self._fresh = False
                self._go_on(sign)
            if not self._sums:
                self._sums, self._began = [_Sum()], self.line
            grows = self._sums[-1]
            alone = False
            if sign:
                if self._number is not None:
                    self._flush()
                self._sign += sign
                self._signed = self.line
            elif self._number is None and not self._sign:
                alone = not grows.empty
            if (
                name in _BEGINNINGS
                and not self._awaits()
                and self._ends(line, part.start("name"), alone=alone, digits=digits)
            ):
                if digits:
                    self._number = self._value(digits)
                    grows.empty = False
                return part.start("name")
            if alone:
                raise InputError(f"a sign is missing before {part[0].strip()!r}")
            if digits:
                if self._number is not None:
                    raise InputError(f"two numbers in a row: {part[0].strip()!r}")
                number = numbers.get(digits)
                self._number = self._value(digits) if number is None else number
                grows.empty = False
            if name is None:
                continue
            factor = self._number
            if factor is None:
                factor = 1
                if name.lower() in ("inf", "infinity") and name not in columns:
                    self._number, grows.empty = inf, False
                    continue
            elif factor == inf:
                raise InputError(f"the factor of {name!r} is infinite")
            if self._sign and self._sign.count("-") % 2:
                factor = -factor
            column = columns.get(name)
            if column is None:
                column = columns[name] = len(columns)
            terms = grows.terms
            terms[column] = terms[column] + factor if column in terms else factor
            grows.empty = False
            self._sign, self._number = "", None
        return None

    def _awaits(self) -> bool:
        """Return whether a sign was read that needs a variable or a number after it."""
        return bool(self._sign) and self._number is None

    def _refuse_keyword(self, line: str) -> None:
        """Raise InputError if a line of two words begins a section where a variable or a number is missing."""
        found = _KEYWORD.match(line)
        if found is not None and len(words := found[0].split()) > 1 and not line[found.end() :].strip():
            self.line = self._signed
            what = "objective" if self._section == "objective" else "row"
            raise InputError(
                f"the {what} ends with a sign: a variable or a number is missing before {' '.join(words)!r}"
            )

    def _ends(self, line: str, place: int, *, alone: bool, digits: str | None) -> bool:
        """Return whether the word at ``place``, without a sign before it, is the keyword of the next section."""
        found = _KEYWORD.match(line, place)
        if found is None:
            return False
        constant = digits is not None or self._number is not None
        if self._section == "objective":
            return alone or found["rows"] is not None
        return alone or (constant and bool(self._relations))

    def _flush(self) -> None:
        """Take a number as a constant if no name followed it."""
        if self._number is None:
            return
        grows = self._sums[-1]
        number = -self._number if self._sign.count("-") % 2 else self._number
        if self._section == "rows" and (grows.terms or grows.constant is not None):
            raise InputError(_SIDES)
        grows.constant = (grows.constant or 0) + number
        self._sign, self._number = "", None

    def _begin_named(self, label: str) -> None:
        if self._section == "objective":
            if self._label is not None or not self._objective.empty or self._sign:
                raise InputError(f"a second objective, {label!r}: only one can be read")
        else:
            self._end_row()
        self._fresh = False
        self._label = label

    def _relate(self, relation: str) -> None:
        if self._section == "objective":
            raise InputError(f"{relation!r} in the objective: is the line 'Subject To' missing before it?")
        self._fresh = False
        if "-" in relation:
            raise InputError(f"{relation!r}: indicator constraints cannot be read")
        if not self._sums:
            raise InputError(f"there is nothing before {relation!r}")
        self._end_sum(f"before {relation!r}")
        if len(self._relations) == 2:
            raise InputError(f"a third sign {relation!r} in a row")
        self._relations.append(relation)
        self._sums.append(_Sum())

    def _end_sum(self, where: str) -> None:
        """Complete a side of a row."""
        self._flush()
        last = self._sums[-1]
        if self._sign or last.empty:
            raise InputError(f"a variable or a number is missing {where}")
        if last.terms and last.constant is not None:
            raise InputError(_SIDES)
        if last.terms and self._relations and self._sums[-2].terms:
            names = list(self._columns)
            raise InputError(f"{_SIDES}: {', '.join(repr(names[c]) for c in list(last.terms)[:3])} cannot stand here")

    def _line_of_row_ends(self) -> None:
        """End a row at the end of the line of its right side. A row that begins with a number may have a third side."""
        if self._relations and not self._sums[-1].empty and (not self._sign or self._number is not None):
            self._end_sum("at the end of a row")
            if len(self._relations) == 2 or self._sums[1].constant is not None:
                self._end_row()

    def _go_on(self, sign: str | None) -> None:
        """Decide whether a row ``3 <= x + y`` continues in a line that begins with a term."""
        if self._section == "rows" and len(self._relations) == 1 and not self._sums[1].empty and not self._sign:
            if not sign:
                self._end_row()
            elif self._label is None:
                raise InputError("it is unclear whether this line continues the row above: give the rows names")

    def _end_row(self) -> None:
        """Add the present row, if there is one."""
        if not self._sums:
            if self._label is not None:
                raise InputError(f"the row {self._label!r} is empty")
            return
        if not self._relations:
            self.line = self._began
            raise InputError("this row has no '<=', '>=' or '='")
        self._end_sum("at the end of a row")
        add = self._row if len(self._relations) == 1 else self._range
        self._rows.append(add(*self._sums))
        self._sums, self._relations, self._label = [], [], None

    def _row(self, left: _Sum, right: _Sum) -> Row:
        upwards = _upwards(self._relations[0])
        if left.constant is not None and right.constant is not None:
            left, right = _Sum(), _constant(float(right.constant or 0) - float(left.constant or 0))
        elif left.constant is not None:
            left, right, upwards = right, left, None if upwards is None else not upwards
        side = right.constant or 0
        low = None if upwards else self._side(side, -1)
        high = None if upwards is False else self._side(side, 1)
        if upwards is None and (low is None or high is None):
            raise InputError("a sum cannot be infinite")
        return Row(self._label or "", _terms(left.terms), low, high)

    def _range(self, first: _Sum, middle: _Sum, last: _Sum) -> Row:
        upwards, again = map(_upwards, self._relations)
        if upwards is None or again is not upwards:
            raise InputError(f"{' and '.join(self._relations)} in a row do not go together")
        if first.constant is None or last.constant is None:
            raise InputError("between two signs there must be variables, outside of them numbers")
        low, high = (first, last) if upwards else (last, first)
        sides = self._side(low.constant or 0, -1), self._side(high.constant or 0, 1)
        return Row(self._label or "", _terms(middle.terms), *sides)

    def _side(self, value: Number, sign: int) -> Number | None:
        """Return a lower (``sign`` -1) or an upper (1) side; None if it is infinite."""
        if -INFINITE < value < INFINITE:
            return value
        if isnan(value) or value * sign < 0:
            raise InputError("a lower bound must be less than infinity, an upper one greater than minus infinity")
        return None

    # -- bounds --------------------------------------------------------------------------------------------------

    def _in_bounds(self, line: str, place: int) -> int | None:
        words, relations = self._words, self._relations
        for part in _WORD.finditer(line, place):
            relation, other, sign, digits, name, colon = part.groups()
            complete = len(words) == len(relations) + 1
            if relation is not None:
                if not complete or len(relations) == 2 or self._sign:
                    raise InputError(f"a variable or a number is missing before {relation!r}")
                relations.append("".join(relation.split()))
                continue
            if other is not None or colon:
                raise InputError(f"{part[0].strip()!r} is not allowed in a bound")
            sign = self._sign + (sign or "")
            self._sign = ""
            word = "" if name is None or sign else name.lower()
            if word == "free" and complete and not relations:
                self._free(words[0])
                continue
            if complete and not relations:
                raise InputError(f"'<=', '>=' or '=' is missing before {part[0].strip()!r}; a bound has no factor")
            if word and (complete or not words) and _KEYWORD.match(line, part.start("name")):
                return part.start("name")
            if complete:
                self._end_bound()
            self._began = self.line
            if digits is None and name is None:
                self._sign = sign
            elif name is None or name.lower() in ("inf", "infinity"):
                value = inf if digits is None else self._value(digits)
                words.append((-value if sign.count("-") % 2 else value,))
            elif sign:
                raise InputError(f"a bound needs a variable alone, not {part[0].strip()!r}")
            else:
                words.append(self._column(name))
        return None

    def _free(self, column: int | tuple[Number]) -> None:
        if isinstance(column, tuple):
            raise InputError(f"{column[0]:g} is no variable, so it cannot be free")
        self._low[column] = self._high[column] = None
        self._bounded[column] = self.line
        self._words.clear()

    def _end_bound(self) -> None:
        """Apply the present bound, if there is one."""
        words, relations = self._words, self._relations
        here, self.line = self.line, self._began if words else self.line
        if self._sign or (words and (not relations or len(words) == len(relations))):
            raise InputError("a bound is incomplete")
        if not words:
            return
        columns = [word for word in words if not isinstance(word, tuple)]
        if len(columns) != 1 or (len(words) == 3 and isinstance(words[1], tuple)):
            raise InputError("a bound needs one variable alone, and numbers")
        column = columns[0]
        self._bounded[column] = self.line
        upwards = [_upwards(relation) for relation in relations]
        if len(words) == 3 and (upwards[0] is None or upwards[0] is not upwards[1]):
            raise InputError(f"{' and '.join(relations)} in a bound do not go together")
        for k, side in enumerate(upwards):
            before = isinstance(words[k], tuple)
            value = words[k if before else k + 1]
            assert isinstance(value, tuple)
            if side is None or side is before:
                self._low[column] = self._side(value[0], -1)
            if side is None or side is not before:
                self._high[column] = self._side(value[0], 1)
            if side is None and (self._low[column] is None or self._high[column] is None):
                raise InputError("a variable cannot be infinite")
        words.clear()
        relations.clear()
        self.line = here

    # -- words ---------------------------------------------------------------------------------------------------

    def _column(self, name: str) -> int:
        return self._columns.setdefault(name, len(self._columns))

    def _value(self, digits: str) -> Number:
        value = real(digits)
        if value is None:
            raise InputError(f"the number {digits!r} is too large")
        number = self._numbers[digits] = int_if_whole(value)
        return number


def _constant(value: Number) -> _Sum:
    result = _Sum()
    result.constant = value
    return result


def _upwards(relation: str) -> bool | None:
    """Return whether the right side of a relation is the greater one; None for an equation."""
    return True if "<" in relation else False if ">" in relation else None


def _terms(factors: dict[int, Number]) -> Terms:
    return [(a, c) for c, a in factors.items() if a]
