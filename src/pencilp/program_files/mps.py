"""MPS files, free and fixed, as CPLEX, Gurobi, GLPK, SCIP, HiGHS and CBC write them.

A text that these programs read differently is refused. ``docs/files-of-the-ip-world.md`` has a table of what was tried.

=============  =======================================================================================================
format         free; a file that is wrong in this format is read as fixed, in which names may have spaces
sections       NAME, OBJSENSE, OBJNAME, ROWS, LAZYCONS and USERCUTS (as rows), COLUMNS, RHS, RANGES, BOUNDS, ENDATA
objective      the first row N, or that of OBJNAME; other rows N are left out; its right side is subtracted
ranges         ``R`` widens G upwards, L downwards, E in the direction of its sign
whole numbers  between markers: 0 or 1 if they have no bound, else from 0 on; and by bounds BV, LI, UI
=============  =======================================================================================================
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pencilp._util.parse_number import real
from pencilp.errors import InputError, brief
from pencilp.model.variables import Number, exact, int_if_whole
from pencilp.program_files.lp import INFINITE, lines_of
from pencilp.reformulate.linear.program import CONTINUOUS, INTEGER, Column, Program, Row, Terms

_FIELDS = (slice(1, 4), slice(4, 14), slice(14, 24), slice(24, 39), slice(39, 49), slice(49, 61))
"""The fields of a line in the fixed format."""
_MORE_ROWS = ("LAZYCONS", "USERCUTS")
_DATA = ("OBJSENSE", "OBJNAME", "ROWS", *_MORE_ROWS, "COLUMNS", "RHS", "RANGES", "BOUNDS")
_REFUSED = {"Q": "quadratic programs", "SOS": "special ordered sets", "SETS": "special ordered sets",
            "INDICATORS": "indicator constraints", "GENCONS": "general constraints", "PWLOBJ": "piecewise linear objectives",
            "CSECTION": "quadratic programs"}  # fmt: skip
"""Unsupported sections, by the start of their name."""
_SENSES = {**dict.fromkeys(("MAX", "MAXIMIZE", "MAXIMISE", "MAXIMUM"), True),
           **dict.fromkeys(("MIN", "MINIMIZE", "MINIMISE", "MINIMUM"), False)}  # fmt: skip
_MAXIMISED = re.compile(r"\*+\s*(?:obj(?:ective)?[\s_]*)?(?:sense|direction)\s*[:=]?\s*['\"]?max", re.IGNORECASE)
"""A comment that says that the objective as it is written is to be maximised, such as PuLP's ``*SENSE:Maximize``."""
_NEGATED = re.compile(r"\*.*(?:\borigsense\s*=\s*['\"]max|\bobjective\b.*\bmaximi[sz]ed\b.*\bnegated)", re.IGNORECASE)
"""A comment that says that the objective was to be maximised and is written negated, such as lp_solve's and our own."""
_WITH_NUMBER = ("UP", "LO", "FX", "UI", "LI")
_WITHOUT = ("FR", "MI", "PL", "BV")
_LOWER, _UPPER = ("LO", "LI", "FX", "FR", "MI", "BV"), ("UP", "UI", "FX", "FR", "PL", "BV")
"""The kinds of bounds that set the lower bound, and those that set the upper bound."""


def read(text: str) -> Program:
    """Return the program in the text of an MPS file. Raise InputError with the number of the first wrong line."""
    try:
        return _Reader(fixed=False).read(text)
    except InputError as error:
        try:
            return _Reader(fixed=True).read(text)
        except InputError:
            raise error from None


class _SenseComment(NamedTuple):
    """A comment that says that the objective is to be maximised, perhaps ``negated``: its text and its line."""

    text: str
    line: int
    negated: bool


class _Reader:
    """Reads a file in one of the two formats."""

    def __init__(self, *, fixed: bool) -> None:
        self._fixed = fixed
        self._line = 0
        self._section = ""
        self._maximise = False
        self._sensed = False
        """Whether a section gives the sense of the objective."""
        self._said: _SenseComment | None = None
        """The comment about the sense."""
        self._objective: str | None = None
        self._named = False
        """Whether OBJNAME gives the name of the objective."""
        self._kinds: dict[str, str] = {}
        """N, L, G or E, by row."""
        self._rows: dict[str, Terms] = {}
        self._columns: dict[str, int] = {}
        self._seen: set[str] = set()
        """The rows in which the last column has a number."""
        self._whole: set[int] = set()
        """The columns between markers, and those that a bound makes whole."""
        self._inside = False
        self._sides: dict[str, Number] = {}
        self._ranges: dict[str, Number] = {}
        self._low: dict[int, Number | None] = {}
        self._high: dict[int, Number | None] = {}
        self._at: dict[int, int] = {}
        """The line of a negative upper bound, by column."""
        self._sets: dict[str, str] = {}
        """The name of the only set of right sides, ranges or bounds."""
        self._numbers: dict[str, Number] = {}

    def read(self, text: str) -> Program:
        """Return the program in a text. Raise InputError with the number of a line."""
        try:
            for line in lines_of(text):
                self._line += 1
                if line.startswith("*") or not line.strip():
                    self._remark(line)
                    continue
                if not line[0].isspace() and self._begin(line.split()):
                    if self._section == "ENDATA":
                        return self._program()
                    continue
                words = self._words(line)
                if words:
                    getattr(self, f"_in_{self._section.lower() or 'nothing'}")(words)
            raise InputError("the line 'ENDATA' is missing after it" if self._section else "the file is empty")
        except InputError as error:
            raise InputError(error.message, str(max(1, self._line))) from None

    # -- lines ---------------------------------------------------------------------------------------------------

    def _remark(self, line: str) -> None:
        """Look for the sense in a comment: some programs give it only there."""
        if self._said is None:
            negated = _NEGATED.match(line) is not None
            if negated or _MAXIMISED.match(line):
                self._said = _SenseComment(" ".join(line.split()), self._line, negated)

    def _begin(self, words: list[str]) -> bool:
        """Begin a section if the line does. Return whether it does."""
        word = words[0].upper().rstrip(":")
        if self._section == "OBJSENSE" and len(words) == 1 and word in _SENSES:
            return False  # some programs do not indent it
        if word in ("OBJSENSEMAX", "OBJSENSEMIN") and len(words) == 1:
            self._section = "OBJSENSE"
            self._in_objsense([word[-3:]])
        elif word in ("OBJSENSE", "OBJNAME") and len(words) == 2:
            self._section = word
            getattr(self, f"_in_{word.lower()}")(words[1:])
        elif word == "NAME" or (len(words) == 1 and word in (*_DATA, "ENDATA")):
            self._section = "" if word == "NAME" else word
        else:
            what = next((what for start, what in _REFUSED.items() if word.startswith(start)), "")
            if what and len(words) < 3:
                raise InputError(f"{words[0]!r}: {what} cannot be read")
            if len(words) == 1:
                raise InputError(f"there is no section {words[0]!r}")
            return False
        return True

    def _words(self, line: str) -> list[str]:
        """Return the fields of a line of data; a dollar sign begins a remark."""
        if not self._fixed or self._section in ("OBJSENSE", "OBJNAME"):
            words = line.split()
        else:
            words = [line[field].strip() for field in _FIELDS]
            if line[61:].strip() or (self._section in ("COLUMNS", "RHS", "RANGES") and words[0]):
                raise InputError("this line does not fit the fields of the format")
            # drop fields that the section does not use, and the missing name of a set
            words = [word for word in words if word]
        if "$" in line:
            cut = next((k for k, word in enumerate(words) if k and word.startswith("$")), None)
            words = words[:cut]
        return words

    def _in_nothing(self, words: list[str]) -> None:
        raise InputError(f"an MPS file begins with NAME or ROWS, not {words[0]!r}")

    def _in_objsense(self, words: list[str]) -> None:
        sense = _SENSES.get(words[0].upper()) if len(words) == 1 else None
        if sense is None:
            raise InputError(f"{' '.join(words)!r} is neither MAX nor MIN")
        if self._sensed and sense is not self._maximise:
            raise InputError("OBJSENSE says both MAX and MIN: keep the one that you mean")
        self._maximise, self._sensed = sense, True

    def _in_objname(self, words: list[str]) -> None:
        self._objective, self._named = words[0], True

    def _in_rows(self, words: list[str]) -> None:
        kind = words[0].upper()
        if kind not in ("N", "L", "G", "E"):
            raise InputError(f"{words[0]!r} is no kind of row: they are N, L, G and E")
        if len(words) != 2:
            raise InputError(f"{' '.join(words)!r} is not a kind and a name")
        name = words[1]
        if name in self._kinds:
            raise InputError(f"there are two rows {name!r}")
        self._kinds[name] = kind
        self._rows[name] = []
        if kind == "N" and self._objective is None:
            self._objective = name

    _in_lazycons = _in_usercuts = _in_rows

    def _in_columns(self, words: list[str]) -> None:
        if "'MARKER'" in words:
            if "'INTORG'" not in words and "'INTEND'" not in words:
                raise InputError(f"the marker {words[-1]!r} cannot be read")
            self._inside = "'INTORG'" in words
            return
        if len(words) not in (3, 5):
            raise InputError(f"{' '.join(words)!r} is not a name with rows and numbers")
        name = words[0]
        column = self._columns.get(name)
        if column is None:
            column = self._columns[name] = len(self._columns)
            self._seen.clear()
            if self._inside:
                self._whole.add(column)
        elif column != len(self._columns) - 1:
            raise InputError(f"the column {name!r} is in two places")
        for row, text in zip(words[1::2], words[2::2], strict=True):
            terms = self._rows.get(row)
            if terms is None:
                raise InputError(f"there is no row {row!r}")
            if row in self._seen:
                raise InputError(f"the column {name!r} has two numbers in the row {row!r}")
            self._seen.add(row)
            number = self._numbers.get(text)
            terms.append((self._number(text) if number is None else number, column))

    def _in_rhs(self, words: list[str]) -> None:
        self._in_set(words, self._sides)

    def _in_ranges(self, words: list[str]) -> None:
        self._in_set(words, self._ranges)

    def _in_set(self, words: list[str], numbers: dict[str, Number]) -> None:
        """Add the numbers of rows, perhaps after the name of the set."""
        named = len(words) % 2
        if len(words) < 2:
            raise InputError(f"{' '.join(words)!r} is not a name with rows and numbers")
        self._in_one_set(words[0] if named else "")
        for row, text in zip(words[named::2], words[named + 1 :: 2], strict=True):
            if row not in self._kinds:
                raise InputError(f"there is no row {row!r}")
            if row in numbers:
                raise InputError(f"the row {row!r} has two numbers in {self._section}")
            numbers[row] = self._number(text)

    def _in_one_set(self, name: str) -> None:
        if self._sets.setdefault(self._section, name) != name:
            raise InputError(f"a second set in {self._section}, {name!r}: keep the one that you mean")

    def _in_bounds(self, words: list[str]) -> None:
        kind, *rest = words
        kind = kind.upper()
        if kind == "SC":
            raise InputError("'SC': semi-continuous variables cannot be read")
        if kind not in _WITH_NUMBER and kind not in _WITHOUT:
            raise InputError(f"{words[0]!r} is no kind of bound")
        name, column, number = self._bound(rest, needed=kind in _WITH_NUMBER)
        self._in_one_set(name)
        if kind in _LOWER:
            if column in self._low:
                raise InputError(f"a second lower bound of {self._name(column)!r}: keep the one that you mean")
            low = 0 if kind == "BV" else number if kind in _WITH_NUMBER else None
            self._low[column] = self._finite(low, -1)
        if kind in _UPPER:
            if column in self._high:
                raise InputError(f"a second upper bound of {self._name(column)!r}: keep the one that you mean")
            high = 1 if kind == "BV" else number if kind in _WITH_NUMBER else None
            self._high[column] = self._finite(high, 1)
            if high is not None and high < 0 and kind != "FX":
                self._at[column] = self._line
        if kind in ("BV", "LI", "UI"):
            self._whole.add(column)

    def _bound(self, words: list[str], *, needed: bool) -> tuple[str, int, Number | None]:
        """Return the name of the set ("": none), the column and the number of a bound."""
        columns = self._columns
        ways = [(words[0], *words[1:3])] if len(words) == 3 else []
        if len(words) == 2:
            ways = [("", *words)] if needed else [(*words, ""), ("", *words)]
        elif len(words) == 1:
            ways = [("", words[0], "")]
        for name, column, text in ways:
            if column in columns:
                if needed and not text:
                    raise InputError(f"the bound of {column!r} has no number")
                return name, columns[column], self._number(text, infinite=True) if needed else None
        if needed and len(words) == 2 and words[1] in columns:
            raise InputError(f"the bound of {words[1]!r} has no number")
        if len(words) > 3 or not ways:
            raise InputError(f"{' '.join(words)!r} is not a column and a number")
        raise InputError(f"there is no column {ways[0][1]!r}")

    # -- the program ---------------------------------------------------------------------------------------------

    def _program(self) -> Program:
        program = Program()
        program.remarks = self._sense_remarks()
        program.sense = "maximize" if self._maximise else "minimize"
        if self._named and self._kinds.get(self._objective or "") != "N":
            raise InputError(f"the objective {self._objective!r} is no row N")
        for name, kind in self._kinds.items():
            if kind != "N":
                program.rows.append(Row(name, _without_zeros(self._rows[name]), *self._sides_of(name, kind)))
        if self._objective is not None:
            program.objective = _without_zeros(self._rows[self._objective]) or None
            program.offset = -self._sides.get(self._objective, 0)
        for name, column in self._columns.items():
            low, high = self._low.get(column, 0), self._high.get(column)
            whole = column in self._whole
            if column in self._at and column not in self._low:
                self._line = self._at[column]
                raise InputError(
                    f"{name!r} has a negative upper bound and no lower one, which solvers take for 0 or for none: give it one"
                )
            if whole and column not in self._low and column not in self._high:
                high = 1
            program.columns.append(Column(name, low, high, INTEGER if whole else CONTINUOUS))
        if not program.columns:
            raise InputError("the file has no columns")
        return program

    def _sense_remarks(self) -> list[str]:
        """Use the sense in a comment if no section gives one. Return the remarks about it."""
        said = self._said
        if said is None or self._maximise or (said.negated and self._sensed):
            return []
        text = f"line {said.line}: the comment {brief(said.text)}"
        if said.negated:
            return [f"{text} says that this is a maximum, negated: the maximum is minus the value here"]
        if self._sensed:
            return [f"{text} says maximise, OBJSENSE says minimise: OBJSENSE counts"]
        self._maximise = True
        return [f"{text} counts here: the objective is maximised; programs that skip comments minimise it"]

    def _sides_of(self, name: str, kind: str) -> tuple[Number | None, Number | None]:
        side: Number = self._sides.get(name, 0)
        width: Number | None = self._ranges.get(name)
        low: Number | None = None if kind == "L" else side
        high: Number | None = None if kind == "G" else side
        if width is not None:
            span = -width if width < 0 else width
            if kind == "G" or (kind == "E" and width > 0):
                high = _sum(side, span)
            elif kind == "L" or width < 0:
                low = _sum(side, -span)
        return self._finite(low, -1), self._finite(high, 1)

    def _name(self, column: int) -> str:
        return next(name for name, c in self._columns.items() if c == column)

    def _finite(self, value: Number | None, sign: int) -> Number | None:
        """Return a lower (``sign`` -1) or upper (1) bound; None if it is infinite."""
        if value is None or -INFINITE < value < INFINITE:
            return value
        if value * sign < 0:
            raise InputError("a lower bound must be less than infinity, an upper one greater")
        return None

    def _number(self, text: str, *, infinite: bool = False) -> Number:
        value = real(text)
        if value is None and infinite and text.lower().lstrip("+-") in ("inf", "infinity"):
            return float(text)
        if value is None:
            raise InputError(f"{text!r} is no number")
        number = self._numbers[text] = int_if_whole(value)
        return number


def _sum(a: Number, b: Number) -> Number:
    """Return the sum of two decimal fractions, rounded once."""
    return int_if_whole(float(exact(a) + exact(b)))


def _without_zeros(terms: Terms) -> Terms:
    return [(a, c) for a, c in terms if a]
