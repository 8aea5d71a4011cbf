"""Programs as text: CPLEX LP, free MPS, and OPB (pseudo-Boolean).

SCIP, HiGHS, GLPK, CBC and CPLEX all read these files in the same way: no two-sided rows and no constant in the
objective in LP (readers disagree on both), an objective that is never empty, explicit bounds for every integer column
in MPS.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import lcm

from pencilp.errors import InputError
from pencilp.model.variables import Number, exact
from pencilp.reformulate.linear.layout import TITLES
from pencilp.reformulate.linear.names import place_in_name, with_legal_names
from pencilp.reformulate.linear.program import CONTINUOUS, INTEGER, Column, Program, Row, Terms

WIDTH = 110
"""Lines are wrapped here; the LP format's limit is 255."""


# -- LP ----------------------------------------------------------------------------------------------------------------


def to_lp(program: Program) -> str:
    """Return ``program`` in CPLEX LP format. ``layout.arranged`` puts it into the order that is best for people.

    A comment above the rows of a rule has its words. A row with two different sides becomes two rows, ``NAME_least``
    and ``NAME_most``.
    """
    program = with_legal_names(program)
    names = [column.name for column in program.columns] or ["x"]
    lines = [f"\\ {size_in_words(program)}", *_remarks(program, "\\ ")]
    lines.append("Maximize" if program.sense == "maximize" and program.objective else "Minimize")
    lines += _wrapped(f" {program.objective_name}: ", _sum(_lp_objective(program), names))
    lines.append("Subject To")
    used = {row.name for row in program.rows} | {program.objective_name}
    part = 0
    for row, remark in _with_remarks(program.rows):
        if _says_nothing(row):
            continue  # not needed, and CBC crashes on a program that has only such rows
        if row.part != part and program.arranged:
            part = row.part
            lines += ("", f"\\ --- {TITLES[part]} ---")
        if remark:
            lines += _wrapped("\\ ", remark.split(" "), "\\   ")
        terms = row.terms or [(0, 0)]
        if row.low is not None and row.high is not None and row.low != row.high:
            lines += _wrapped(
                f" {_free(row.name + '_least', used)}: ", [*_sum(terms, names), ">=", number_as_text(row.low)]
            )
            lines += _wrapped(
                f" {_free(row.name + '_most', used)}: ", [*_sum(terms, names), "<=", number_as_text(row.high)]
            )
        else:
            sign, side = (
                ("=", row.low) if row.low == row.high else (">=", row.low) if row.high is None else ("<=", row.high)
            )
            if side is not None:
                lines += _wrapped(f" {row.name}: ", [*_sum(terms, names), sign, number_as_text(side)])
    if not lp_rows(program):
        lines += _row_of_bound(program.columns, used)
    bounds = list(_bounds(program, _lp_bounds, "\\ "))
    whole = [column for column in program.columns if column.kind == INTEGER]
    binary = [column.name for column in whole if (column.low, column.high) == (0, 1)]
    general = [column.name for column in whole if (column.low, column.high) != (0, 1)]
    for title, entries in (("Bounds", bounds), ("General", general), ("Binary", binary)):
        if entries:
            lines += ("", title) if program.arranged else (title,)
            lines += entries if title == "Bounds" else _wrapped(" ", entries)
    lines.append("End")
    return "\n".join(lines) + "\n"


def _row_of_bound(columns: Iterable[Column], used: set[str]) -> Iterator[str]:
    """Yield a bound as a row, for a program without rows, which GLPK cannot read."""
    for name, low, high, _ in columns:
        bound = high if low is None else low
        if bound is not None:
            yield "\\ no row is needed; GLPK reads no file without one"
            yield f" {_free('nothing', used)}: {name} {'<=' if low is None else '>='} {number_as_text(bound)}"
            return


def _lp_bounds(column: Column) -> Iterator[str]:
    name, low, high, kind = column
    if low is None:
        yield f" {name} free" if high is None else f" -inf <= {name} <= {number_as_text(high)}"
    elif low == high:
        yield f" {name} = {number_as_text(low)}"
    elif high is not None:
        if kind != INTEGER or (low, high) != (0, 1):
            yield f" {number_as_text(low)} <= {name} <= {number_as_text(high)}"
    elif low:
        yield f" {name} >= {number_as_text(low)}"


def lp_rows(program: Program) -> int:
    """Return the number of rows in the LP file of a program."""
    return sum(1 + _two_sided(row) for row in program.rows if not _says_nothing(row))


def size_in_words(program: Program) -> str:
    """Return the size of a program's LP file as GLPK counts a MathProg model, with the objective as a row."""
    rows, entries = lp_rows(program), sum(len(row.terms) for row in program.rows)
    counted = ""
    if program.objective:
        rows, entries, counted = rows + 1, entries + len(program.objective), " (the objective is one)"
    return f"{rows} rows{counted}, {len(program.columns)} columns, {entries} non-zeros"


def _says_nothing(row: Row) -> bool:
    return not row.terms and (row.low or 0) <= 0 <= (row.high or 0)


def _two_sided(row: Row) -> bool:
    return row.low is not None and row.high is not None and row.low != row.high


def row_as_text(row: Row, names: Sequence[str]) -> str:
    """Return a row as people write it, ``3 <= x + 2 y <= 8``; ``names`` are the names of the columns."""
    text = " ".join(_sum(row.terms, names)) or "0"
    if row.low is not None and row.low == row.high:
        return f"{text} = {number_as_text(row.low)}"
    below = "" if row.low is None else f"{number_as_text(row.low)} <= "
    above = "" if row.high is None else f" <= {number_as_text(row.high)}"
    return f"{text} >= {number_as_text(row.low)}" if row.low is not None and not above else f"{below}{text}{above}"


def column_order(program: Program) -> list[int]:
    """Return the columns in the order of their first occurrence in ``to_lp``, in which some readers number them."""
    order = dict.fromkeys(c for _, c in _lp_objective(program)) if program.columns else {}
    for row in program.rows:
        order.update(dict.fromkeys(c for _, c in row.terms or [(0, 0)]))
    return list(order)


def _lp_objective(program: Program) -> Terms:
    """Return the objective with all columns that are in no row, so that readers learn them; it is never empty."""
    terms = list(program.objective or [])
    seen = {c for row in program.rows for _, c in row.terms} | {c for _, c in terms}
    terms += [(0, c) for c in range(len(program.columns)) if c not in seen]
    return terms or [(0, 0)]


def _sum(terms: Terms, names: Sequence[str]) -> list[str]:
    """Return a sum as words between which a line may be broken."""
    words = []
    for k, (a, c) in enumerate(terms):
        factor = "" if a in (1, -1) else number_as_text(-a if a < 0 else a) + " "
        sign = "- " if a < 0 else "+ " if k else ""
        words.append(f"{sign}{factor}{names[c]}")
    return words


def _wrapped(start: str, words: Iterable[str], further: str = "   ") -> Iterator[str]:
    line = start
    fresh = True
    for word in words:
        if not fresh and len(line) + 1 + len(word) > WIDTH:
            yield line
            line, fresh = further, True
        line += word if fresh else " " + word
        fresh = False
    yield line


def _free(name: str, used: set[str]) -> str:
    """Return ``name``, or a similar name that no row has."""
    k, result = 1, name
    while result in used:
        k += 1
        result = f"{name}_{k}"
    used.add(result)
    return result


def number_as_text(number: Number) -> str:
    """Return a number as decimal text; a fraction without a finite decimal form is rounded to 17 digits."""
    value = exact(number)
    if value.denominator == 1:
        return str(int(value))
    assert isinstance(value, Fraction)
    return repr(float(value))


def _remarks(program: Program, mark: str) -> Iterator[str]:
    if program.offset:
        yield f"{mark}the objective is {number_as_text(program.offset)} more than its terms"
    for words in dict.fromkeys(program.left_out):
        yield f"{mark}stated only if a solution breaks it: {_ascii(words)}"


def _with_remarks(rows: Iterable[Row]) -> Iterator[tuple[Row, str]]:
    """Yield each row with the comment above it.

    The first row of a rule has its words, and the place if the name lacks it.
    """
    said = ("", "")
    for row in rows:
        # the name of a row has its cell, if there is only one; if there are several, it may have the first
        place = row.place if " " in row.place and not place_in_name(row.place, row.name) else ""
        now = (row.words, place)
        words = row.words + (f" [{place}]" if place else "")
        yield row, _ascii(words) if now != said and row.words else ""
        said = now


def _bounds(program: Program, written: Callable[[Column], Iterable[str]], mark: str) -> Iterator[str]:
    """Yield the lines about the bounds of columns: first those that come from rules, with the words of the rule above.

    The place of the rule is added if it is not in the column's name.
    """
    columns = program.columns
    rules: dict[int, list[str]] = {}
    for c, words, place in program.bound_by:
        numbers = _NUMBERS(place)
        at = "" if _NUMBERS(columns[c].name)[: len(numbers)] == numbers else f" [{place}]"
        rules.setdefault(c, []).append(_ascii(words + at) if words else "")
    last = ""
    for c, said in rules.items():
        remark = "; ".join(dict.fromkeys(filter(None, said)))
        if remark and remark != last:
            yield from _wrapped(mark, remark.split(" "), f"{mark}  ")
        last = remark
        yield from written(columns[c])
    others = [line for c, column in enumerate(columns) if c not in rules for line in written(column)]
    if others and rules:
        yield f"{mark}all other bounds"
    yield from others


_NUMBERS = re.compile("[0-9]+").findall


def _ascii(words: str) -> str:
    """Return words that every reader takes: one line, with ``?`` for each character outside ASCII."""
    return " ".join(words.split()).encode("ascii", "replace").decode()


# -- MPS ---------------------------------------------------------------------------------------------------------------


def to_mps(program: Program) -> str:
    """Return ``program`` in free MPS format.

    An objective to be maximized is negated, because the format only minimizes.
    """
    program = with_legal_names(program)
    sign = 1
    lines = list(_remarks(program, "* "))
    if program.objective and program.sense == "maximize":
        sign = -1
        lines.append("* the objective is to be maximized; it is written negated")
    objective = program.objective_name
    lines += ("NAME pencilp", "ROWS", f" N {objective}")
    entries: list[list[str]] = [[] for _ in program.columns]
    for a, c in program.objective or ():
        entries[c].append(f"{objective} {number_as_text(sign * a)}")
    sides, ranges = [], []
    part = 0
    for row, remark in _with_remarks(_contradictions_split(program.rows)):
        if row.part != part and program.arranged:
            part = row.part
            lines.append(f"* --- {TITLES[part]} ---")
        if remark:
            lines.append(f"* {remark}")
        low, high = row.low, row.high
        kind, side = ("E", low) if low == high else ("G", low) if low is not None else ("L", high)
        if low is None and high is None:
            kind, side = "N", 0
        lines.append(f" {kind} {row.name}")
        if side:
            sides.append(f" RHS {row.name} {number_as_text(side)}")
        if low is not None and high is not None and low != high:
            ranges.append(f" RNG {row.name} {number_as_text(exact(high) - exact(low))}")
        for a, c in row.terms:
            entries[c].append(f"{row.name} {number_as_text(a)}")
    lines.append("COLUMNS")
    whole = False
    for column, values in zip(program.columns, entries, strict=True):
        if (column.kind == INTEGER) != whole:
            whole = not whole
            lines.append(f" MARKER 'MARKER' '{'INTORG' if whole else 'INTEND'}'")
        lines += [f" {column.name} {entry}" for entry in values or [f"{objective} 0"]]
    if whole:
        lines.append(" MARKER 'MARKER' 'INTEND'")
    lines += ("RHS", *sides)
    if ranges:
        lines += ("RANGES", *ranges)
    lines.append("BOUNDS")
    lines += _bounds(program, _mps_bounds, "* ")
    lines.append("ENDATA")
    return "\n".join(lines) + "\n"


def _contradictions_split(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield ``rows``. A row whose low side exceeds its high side becomes two, because MPS has no such range."""
    used = {row.name for row in rows}
    for row in rows:
        if row.low is not None and row.high is not None and exact(row.low) > exact(row.high):
            yield row._replace(name=_free(row.name + "_least", used), high=None)
            yield row._replace(name=_free(row.name + "_most", used), low=None)
        else:
            yield row


def _mps_bounds(column: Column) -> Iterator[str]:
    name, low, high, kind = column
    if low == high and low is not None:
        yield f" FX BND {name} {number_as_text(low)}"
    elif low is None and high is None:
        yield f" FR BND {name}"
    else:
        if low is None:
            yield f" MI BND {name}"
        elif low != 0 or kind == INTEGER:
            yield f" LO BND {name} {number_as_text(low)}"
        if high is not None:
            yield f" UP BND {name} {number_as_text(high)}"
        elif kind == INTEGER:
            yield f" PL BND {name}"


# -- OPB ---------------------------------------------------------------------------------------------------------------

MAX_CHAIN_VALUES = 8
"""The greatest number of values of a whole number that is written by thresholds; larger ones use binary digits."""


def to_opb(program: Program) -> str:
    """Return ``program`` in OPB format, with variables ``x1``, ``x2``, ..., and their names in comments.

    A bounded whole number becomes thresholds or binary digits. Raise InputError naming the first column that is not a
    bounded whole number.
    """
    names: list[str] = []
    forms: list[tuple[list[tuple[int, int]], int]] = []  # per column: (weight, variable) terms and a constant
    rows: list[tuple[list[tuple[int, int]], str, int, str]] = []
    for column in program.columns:
        if column.kind == CONTINUOUS or column.low is None or column.high is None:
            what = "continuous" if column.kind == CONTINUOUS else "without bounds"
            raise InputError(f"{column.name} is {what}: OPB files only hold 0/1 variables")
        low, span = int(column.low), int(column.high) - int(column.low)
        if span == 1:
            new = [(1, column.name if low == 0 else f"{column.name} >= {low + 1}")]
        elif span < MAX_CHAIN_VALUES:
            new = [(1, f"{column.name} >= {v}") for v in range(low + 1, low + span + 1)]
        else:
            new = [(1 << k, f"binary digit {k} of {column.name} - {low}") for k in range(span.bit_length())]
        first = len(names) + 1
        terms = [(weight, first + k) for k, (weight, _) in enumerate(new)]
        names += [name for _, name in new]
        forms.append((terms, low))
        if span >= MAX_CHAIN_VALUES:
            rows.append(([(-weight, v) for weight, v in terms], ">=", -span, ""))
        else:
            rows += [([(1, first + k), (-1, first + k + 1)], ">=", 0, "") for k in range(len(new) - 1)]
    for row, remark in _with_remarks(program.rows):
        scaled, constant, scale = _expanded(row.terms, forms, (row.low, row.high))
        low_side = None if row.low is None else int(exact(row.low) * scale) - constant
        high_side = None if row.high is None else int(exact(row.high) * scale) - constant
        if low_side == high_side and low_side is not None:
            rows.append((scaled, "=", low_side, remark))
            continue
        if low_side is not None:
            rows.append((scaled, ">=", low_side, remark))
        if high_side is not None:
            rows.append(([(-a, v) for a, v in scaled], ">=", -high_side, remark if low_side is None else ""))
    lines = [f"* #variable= {len(names)} #constraint= {len(rows)}", *_remarks(program, "* ")]
    lines += [f"* x{v} is {name}" for v, name in enumerate(names, 1)]
    if program.objective:
        terms, _, _ = _expanded(program.objective, forms, ())
        sign = -1 if program.sense == "maximize" else 1
        if sign < 0:
            lines.append("* the objective is to be maximized; it is written negated")
        lines.append("min: " + " ".join(f"{sign * a:+d} x{v}" for a, v in terms) + " ;")
    for terms, relation, side, remark in rows:
        if remark:
            lines.append(f"* {remark}")
        lines.append(" ".join([*(f"{a:+d} x{v}" for a, v in terms or [(0, 1)]), relation, str(side), ";"]))
    return "\n".join(lines) + "\n"


def _expanded(
    terms: Terms, forms: Sequence[tuple[list[tuple[int, int]], int]], sides: Sequence[Number | None]
) -> tuple[list[tuple[int, int]], int, int]:
    """Return a sum over 0/1 variables with whole weights, its constant, and the factor by which all was multiplied."""
    scale = lcm(*(exact(n or 0).denominator for n in (*(a for a, _ in terms), *sides)))
    weights: dict[int, int] = {}
    constant = 0
    for a, c in terms:
        factor = int(exact(a) * scale)
        constant += factor * forms[c][1]
        for weight, v in forms[c][0]:
            weights[v] = weights.get(v, 0) + factor * weight
    return [(a, v) for v, a in weights.items() if a], constant, scale
