"""Solution files of SCIP, HiGHS, CBC, GLPK, CPLEX and Gurobi, recognised by their content.

=========  ===========================================================================================================
SCIP       ``write solution``: ``solution status: ...``, ``objective value: ...``, then ``name value (obj:...)``
HiGHS      ``--solution_file``, styles 0 (raw), 1 (pretty) and 4 (sparse); 2 and 3 are GLPK's
CBC        ``solu``: ``Optimal - objective value ...``, then ``index name value reduced-cost``
GLPK       ``glpsol -w`` (columns by number, in the order of its program) and ``glpsol -o`` (the table)
CPLEX      ``write x.sol``: XML with ``variable`` elements
Gurobi     ``ResultFile=x.sol``: ``# Objective value = ...``, then ``name value``
=========  ===========================================================================================================

A variable that a file does not mention is 0: SCIP and CBC write only the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from pencilp._util.decode import decoded, lines_of
from pencilp._util.parse_number import digits, real
from pencilp._util.read_limited import MAX_BYTES, MB, content_of
from pencilp.errors import InputError
from pencilp.program_files.status import INFEASIBLE, LIMIT, OPTIMAL, UNBOUNDED
from pencilp.program_files.write import column_order
from pencilp.reformulate.linear.program import Program

FEASIBLE = "feasible"
"""The status of a solution that the solver did not prove to be the best."""
MAX_LINE_BYTES = 512
"""The greatest number of bytes of a line about a column or a row: two names of up to 255, or a name and a few
numbers."""


class NumberedValues(NamedTuple):
    """The values of columns by number, from 1 on, with the numbers of rows and columns of the program."""

    rows: int
    columns: int
    values: dict[int, float]


class FileSolution(NamedTuple):
    """The result in a solution file: a status (of ``status.py``, or FEASIBLE), and the values by name or by number."""

    status: str
    values: dict[str, float]
    numbered: NumberedValues | None = None


def load(path: str, longest: int = MAX_BYTES, program: Program | None = None) -> FileSolution:
    """Return the result in the solution file ``path``; see ``parse``.

    Raise InputError if it cannot be read, has an unknown format, has more than ``longest`` bytes, or says that there is
    no solution.
    """
    try:
        text = decoded(content_of(path, longest))
    except InputError as error:
        raise error.within(path) from None
    return solved(text, path, program)


def solved(text: str, path: str, program: Program | None = None) -> FileSolution:
    """Return the result in the text of the solution file ``path``, as ``load`` does."""
    try:
        found = parse(text, program)
    except InputError as error:
        raise error.within(path) from None
    # some solvers also write values if the program is infeasible: those of a point that breaks rows
    nothing = not (found.values or found.numbered)
    if found.status == INFEASIBLE or (found.status in (UNBOUNDED, LIMIT) and nothing):
        says = {INFEASIBLE: "has no solution", UNBOUNDED: "has no best solution", LIMIT: "was not solved in time"}
        raise InputError(f"the solver says that the program {says[found.status]}", path)
    return found


def named(numbered: NumberedValues, names: Sequence[str]) -> dict[str, float]:
    """Return the values by name; ``names`` begins with the first column.

    Raise InputError if the numbers of names and columns differ.
    """
    if numbered.columns != len(names):
        raise InputError(f"the solution has {numbered.columns} columns, the program {len(names)}")
    return {names[number - 1]: value for number, value in numbered.values.items()}


def most_bytes(*programs: Program) -> int:
    """Return the greatest number of bytes of a solution file of one of the programs."""
    return MB + MAX_LINE_BYTES * max(len(program.columns) + len(program.rows) for program in programs)


def parse(text: str, program: Program | None = None) -> FileSolution:
    """Return the result in the text of a solution file.

    Numbered columns get the names of those in the LP file of ``program``. Raise InputError with the number of a wrong
    line, or if the numbers of columns differ.
    """
    lines = lines_of(text.lstrip("\ufeff"))
    first = _first(lines)
    if not first:
        raise InputError("the solution file is empty")
    for begins, form in _FORMS:
        if re.match(begins, first):
            found = form(lines)
            if found.numbered is None or program is None:
                return found
            return FileSolution(
                found.status, named(found.numbered, [program.columns[c].name for c in column_order(program)])
            )
    raise unknown(text)


def is_known(text: str) -> bool:
    """Return whether a text begins like a solution file."""
    first = _first(lines_of(text.lstrip("\ufeff")))
    return any(re.match(begins, first) for begins, _ in _FORMS)


def unknown(text: str) -> InputError:
    """Return the error for a text that is no solution file."""
    first = _first(lines_of(text.lstrip("\ufeff")))
    return InputError(
        f"this is no solution file of SCIP, HiGHS, CBC, GLPK, CPLEX or Gurobi; it begins {first[:60]!r}", "1"
    )


def _first(lines: Sequence[str]) -> str:
    """Return the first line that is not empty."""
    return next((line.strip() for line in lines if line.strip()), "")


def _number(word: str, line: int) -> float:
    number = real(word)
    if number is None:
        raise InputError(f"{word!r} is not a number", str(line))
    return number


def _put(values: dict[Any, float], key: Any, word: str, line: int) -> None:
    """Add a value. Raise InputError if the key already has one."""
    if key in values:
        raise InputError(f"{key} is there twice", str(line))
    values[key] = _number(word, line)


def _words(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words:
            yield number, words


def _status(words: str, default: str = FEASIBLE) -> str:
    """Return the status for a solver's words."""
    words = words.lower()
    if "unbounded" in words:
        return UNBOUNDED
    if re.search(r"infeasible|no feasible|empty", words):
        return INFEASIBLE
    if "optimal" in words and not re.search(r"non-optimal|not optimal", words):
        return OPTIMAL
    if re.search(r"limit|interrupt|stopped|unknown|undefined|not set", words):
        return LIMIT
    return default


def _scip(lines: Sequence[str]) -> FileSolution:
    status = OPTIMAL
    values: dict[str, float] = {}
    for number, words in _words(lines):
        line = " ".join(words)
        if line.startswith("solution status:"):
            status = _status(line)
        elif line.startswith("objective value:"):
            continue
        elif line == "no solution available":
            return FileSolution(status if status != OPTIMAL else LIMIT, {})
        elif len(words) < 2:
            raise InputError("a line of a SCIP solution has a name and a value", str(number))
        else:
            _put(values, words[0], words[1], number)
    return FileSolution(FEASIBLE if values and status == LIMIT else status, values)


def _highs(lines: Sequence[str]) -> FileSolution:
    status, inside, primal, after_status = LIMIT, False, True, False
    values: dict[str, float] = {}
    for number, words in _words(lines):
        if words == ["Model", "status"]:
            after_status = True
        elif after_status:
            status, after_status = _status(" ".join(words)), False
        elif words[0] == "#":
            # other sections have other columns, which are no values of variables
            primal = words[1:2] == ["Primal"] or (primal and words[1:2] not in (["Dual"], ["Basis"]))
            inside = primal and words[1:2] == ["Columns"]
        elif inside:
            if len(words) < 2:
                raise InputError("a column of a HiGHS solution has a name and a value", str(number))
            _put(values, words[0], words[1], number)
    return FileSolution(FEASIBLE if values and status == LIMIT else status, values)


def _highs_pretty(lines: Sequence[str]) -> FileSolution:
    status, inside = LIMIT, False
    values: dict[str, float] = {}
    place = 0
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words in (["Columns"], ["Rows"]):
            inside = words == ["Columns"]
        elif words[:2] == ["Model", "status:"]:
            status = _status(" ".join(words[2:]))
        elif inside and words[:2] == ["Index", "Status"]:
            place = line.find("Primal") + len("Primal")
        elif inside and len(words) >= 4:
            # values end below the ends of their titles, and some may be missing
            before = line[:place].split()
            if len(before) >= 4:
                _put(values, words[-1], before[-1], number)
    return FileSolution(FEASIBLE if values and status == LIMIT else status, values if status != INFEASIBLE else {})


def _cbc(lines: Sequence[str]) -> FileSolution:
    head = " ".join(next(_words(lines))[1])
    status = _status(head)
    values: dict[str, float] = {}
    if status in (INFEASIBLE, UNBOUNDED) or "no integer solution" in head:
        return FileSolution(status, values)
    for number, words in list(_words(lines))[1:]:
        if words[0] == "**":
            words = words[1:]
        if len(words) < 3:
            raise InputError("a line of a CBC solution has an index, a name and a value", str(number))
        _put(values, words[1], words[2], number)
    return FileSolution(FEASIBLE if status == LIMIT and values else status, values)


def _glpk_raw(lines: Sequence[str]) -> FileSolution:
    letters = {"o": OPTIMAL, "f": FEASIBLE, "n": INFEASIBLE, "u": LIMIT, "i": INFEASIBLE}
    status, kind = LIMIT, "mip"
    found = NumberedValues(0, 0, {})
    for number, words in _words(lines):
        if words[0] == "s":
            sizes = [digits(word) for word in words[2:4]]
            if len(words) < 5 or words[1] not in ("mip", "bas", "ipt") or None in sizes:
                raise InputError("expected 's mip', 's bas' or 's ipt' with sizes and status", str(number))
            kind = words[1]
            status = letters.get(words[4], LIMIT)
            found = NumberedValues(sizes[0] or 0, sizes[1] or 0, {})
        elif words[0] == "j":
            at = 3 if kind == "bas" else 2
            column = digits(words[1]) if len(words) > at else None
            if column is None or not 1 <= column <= found.columns:
                raise InputError("expected a column's number and value", str(number))
            _put(found.values, column, words[at], number)
        elif words == ["e", "o", "f"]:
            return FileSolution(status, {}, found if status in (OPTIMAL, FEASIBLE) else None)
    raise InputError("the file is cut off: its last line must be 'e o f'", str(len(lines)))


def _glpk_table(lines: Sequence[str]) -> FileSolution:
    status, inside = LIMIT, False
    values: dict[str, float] = {}
    name = ""
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words[:1] == ["Status:"]:
            status = _status(line)
        elif words[:2] == ["No.", "Row"] or words[:2] == ["No.", "Column"]:
            inside = words[1] == "Column"
        elif inside and not words:
            if values:
                inside = False
        elif inside and not words[0].startswith("---"):
            # "number name [* or status] activity ..."; a long name has a line of its own
            if not name:
                if len(words) < 2:
                    raise InputError("expected a column's number and name", str(number))
                name, words = words[1], words[2:]
                if not words:
                    continue
            if words[0] in ("*", "B", "NL", "NU", "NF", "NS"):
                words = words[1:]
            if not words:
                raise InputError(f"{name} has no value", str(number))
            _put(values, name, words[0], number)
            name = ""
    return FileSolution(status, values if status in (OPTIMAL, FEASIBLE) else {})


def _cplex(lines: Sequence[str]) -> FileSolution:
    import xml.etree.ElementTree as tree

    text = "\n".join(lines)
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise InputError("a CPLEX solution declares no types or entities of its own")
    try:
        root = tree.fromstring(text.encode())
    except (LookupError, ValueError):
        raise InputError("its XML is not in UTF-8", "1") from None
    except tree.ParseError as error:
        raise InputError(
            f"broken XML ({error.msg if hasattr(error, 'msg') else error})", str(error.position[0])
        ) from None
    if root.tag == "CPLEXSolutions":
        root = next(iter(root), root)
    header = root.find("header")
    status = _status("" if header is None else header.get("solutionStatusString", ""))
    values: dict[str, float] = {}
    for variable in root.iter("variable"):
        _put(values, variable.get("name", ""), variable.get("value", ""), 1)
    return FileSolution(FEASIBLE if values and status == LIMIT else status, values)


def _gurobi(lines: Sequence[str]) -> FileSolution:
    values: dict[str, float] = {}
    for number, words in _words(lines):
        if words[0].startswith("#"):
            continue
        if len(words) != 2:
            raise InputError("a line of a Gurobi solution has a name and a value", str(number))
        _put(values, words[0], words[1], number)
    return FileSolution(OPTIMAL, values)


_FORMS: tuple[tuple[str, Callable[[Sequence[str]], FileSolution]], ...] = (
    (r"<\?xml|<CPLEXSolution", _cplex),
    (r"solution status:|objective value:", _scip),
    (r"Model status$", _highs),
    (r"Columns$", _highs_pretty),
    (r"c Problem:|c$|s (mip|bas|ipt) ", _glpk_raw),
    (r"Problem:", _glpk_table),
    (r"# (Solution for|Objective value)", _gurobi),
    (r"(Optimal|Infeasible|Integer infeasible|Unbounded|Stopped|Status unknown)\b.*objective value", _cbc),
)
