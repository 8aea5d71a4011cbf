"""Solution files of SCIP, HiGHS, CBC, GLPK, CPLEX and Gurobi; which one it is, is found by looking.

=========  ===========================================================================================================
SCIP       ``write solution``: ``solution status: ...``, ``objective value: ...``, then ``name value (obj:...)``
HiGHS      ``--solution_file``, styles 0 (raw), 1 (pretty) and 4 (sparse); 2 and 3 are GLPK's
CBC        ``solu``: ``Optimal - objective value ...``, then ``index name value reduced-cost``
GLPK       ``glpsol -w`` (columns by number: needs the program) and ``glpsol -o`` (the table)
CPLEX      ``write x.sol``: XML with ``variable`` elements
Gurobi     ``ResultFile=x.sol``: ``# Objective value = ...``, then ``name value``
=========  ===========================================================================================================

A variable that a file does not mention is 0: SCIP and CBC write only the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pencilp.bounded import MB, MOST_BYTES, content_of
from pencilp.errors import InputError
from pencilp.model import Solution
from pencilp.model.program import Linearised, Program
from pencilp.model.write import column_order
from pencilp.numerals import digits, real
from pencilp.solvers.milp.search import INFEASIBLE, LIMIT, OPTIMAL, UNBOUNDED
from pencilp.texts import decoded, lines_of

FEASIBLE = "feasible"
"""A solution that the solver did not prove to be best."""
LONGEST_LINE = 512
"""Bytes of a line about a column or a row: two names of 255 at most, or a name and a few numbers."""


class Found(NamedTuple):
    """What a solution file says: the status (a word of ``milp``, or FEASIBLE) and the values by name."""

    status: str
    values: dict[str, float]


def read(path: str, program: Program | None = None) -> dict[str, float]:
    """The values by name in the solution file ``path``.

    ``program`` is needed for GLPK's ``-w`` files, which number the columns in the order of its LP file. Raises InputError
    when the file cannot be read, has no known form, or says that there is no solution.
    """
    try:
        text = decoded(content_of(path, most_bytes(program)))
        found = parse(text, program)
    except InputError as error:
        raise error.within(path) from None
    if found.status in (INFEASIBLE, UNBOUNDED, LIMIT) and not found.values:
        says = {INFEASIBLE: "has no solution", UNBOUNDED: "has no best solution", LIMIT: "was not solved in time"}
        raise InputError(f"the solver says that the program {says[found.status]}", path)
    return found.values


def most_bytes(program: Program | None) -> int:
    """No solution file of a program has more bytes."""
    return MOST_BYTES if program is None else MB + LONGEST_LINE * (len(program.columns) + len(program.rows))


def solution_of(form: Linearised, values: dict[str, float]) -> Solution:
    """The solution of a model that the values of its program's columns mean.

    Raises InputError for a name that the program does not have, and when the values do not solve the model.
    """
    columns = form.program.columns
    names = {column.name for column in columns}
    stranger = next((name for name in values if name not in names), None)
    if stranger is not None:
        raise InputError(f"this model has no variable {stranger!r}; was it written with another --formulation?")
    solution = form.solution([values.get(column.name, 0.0) for column in columns])
    broken = form.broken(solution)
    if broken:
        raise InputError(f"these values are no solution; they break: {broken}")
    if form.violated(solution):
        raise InputError("these values break a rule that has no rows in the file; use pencilp solve --solver instead")
    return solution


def parse(text: str, program: Program | None = None) -> Found:
    """What the text of a solution file says. Raises InputError with the line where it makes no sense."""
    lines = lines_of(text.lstrip("\ufeff"))
    first = next((line.strip() for line in lines if line.strip()), "")
    if not first:
        raise InputError("the solution file is empty")
    for begins, form in _FORMS:
        if re.match(begins, first):
            return form(lines, program)
    raise InputError(
        f"this is no solution file of SCIP, HiGHS, CBC, GLPK, CPLEX or Gurobi; it begins {first[:60]!r}", "1"
    )


def _number(word: str, line: int) -> float:
    number = real(word)
    if number is None:
        raise InputError(f"{word!r} is not a number", str(line))
    return number


def _words(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words:
            yield number, words


def _status(words: str, default: str = FEASIBLE) -> str:
    """The status that a solver's words mean."""
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


def _scip(lines: Sequence[str], program: Program | None) -> Found:
    status = OPTIMAL
    values: dict[str, float] = {}
    for number, words in _words(lines):
        line = " ".join(words)
        if line.startswith("solution status:"):
            status = _status(line)
        elif line.startswith("objective value:"):
            continue
        elif line == "no solution available":
            return Found(status if status != OPTIMAL else LIMIT, {})
        elif len(words) < 2:
            raise InputError("a line of a SCIP solution has a name and a value", str(number))
        else:
            values[words[0]] = _number(words[1], number)
    return Found(FEASIBLE if values and status == LIMIT else status, values)


def _highs(lines: Sequence[str], program: Program | None) -> Found:
    status, inside, after_status = LIMIT, False, False
    values: dict[str, float] = {}
    for number, words in _words(lines):
        if words == ["Model", "status"]:
            after_status = True
        elif after_status:
            status, after_status = _status(" ".join(words)), False
        elif words[0] == "#":
            inside = words[1:2] == ["Columns"]
        elif inside:
            if len(words) < 2:
                raise InputError("a column of a HiGHS solution has a name and a value", str(number))
            values[words[0]] = _number(words[1], number)
    return Found(FEASIBLE if values and status == LIMIT else status, values)


def _highs_pretty(lines: Sequence[str], program: Program | None) -> Found:
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
            # the values stand under the ends of their titles, and some may be missing
            before = line[:place].split()
            if len(before) >= 4:
                values[words[-1]] = _number(before[-1], number)
    return Found(FEASIBLE if values and status == LIMIT else status, values if status != INFEASIBLE else {})


def _cbc(lines: Sequence[str], program: Program | None) -> Found:
    head = " ".join(next(_words(lines))[1])
    status = _status(head)
    values: dict[str, float] = {}
    if status in (INFEASIBLE, UNBOUNDED) or "no integer solution" in head:
        return Found(status, values)
    for number, words in list(_words(lines))[1:]:
        if words[0] == "**":
            words = words[1:]
        if len(words) < 3:
            raise InputError("a line of a CBC solution has an index, a name and a value", str(number))
        values[words[1]] = _number(words[2], number)
    return Found(FEASIBLE if status == LIMIT and values else status, values)


def _glpk_raw(lines: Sequence[str], program: Program | None) -> Found:
    letters = {"o": OPTIMAL, "f": FEASIBLE, "n": INFEASIBLE, "u": LIMIT, "i": INFEASIBLE}
    status, kind = LIMIT, "mip"
    values: dict[str, float] = {}
    names: list[str] = []
    for number, words in _words(lines):
        if words[0] == "s":
            if len(words) < 5 or words[1] not in ("mip", "bas", "ipt"):
                raise InputError("expected 's mip', 's bas' or 's ipt' with sizes and status", str(number))
            kind = words[1]
            status = letters.get(words[4], LIMIT)
            if program is None:
                raise InputError(
                    "this file numbers its columns, which needs the model; write one with glpsol -o instead"
                )
            names = [program.columns[c].name for c in column_order(program)]
            if words[3] != str(len(names)):
                raise InputError(f"the solution has {words[3]!r} columns, the model {len(names)}", str(number))
        elif words[0] == "j":
            at = 3 if kind == "bas" else 2
            column = digits(words[1]) if len(words) > at else None
            if column is None or not 1 <= column <= len(names):
                raise InputError("expected a column's number and value", str(number))
            values[names[column - 1]] = _number(words[at], number)
        elif words == ["e", "o", "f"]:
            return Found(status, values if status in (OPTIMAL, FEASIBLE) else {})
    raise InputError("the file is cut off: its last line must be 'e o f'", str(len(lines)))


def _glpk_table(lines: Sequence[str], program: Program | None) -> Found:
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
            values[name] = _number(words[0], number)
            name = ""
    return Found(status, values if status in (OPTIMAL, FEASIBLE) else {})


def _cplex(lines: Sequence[str], program: Program | None) -> Found:
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
        values[variable.get("name", "")] = _number(variable.get("value", ""), 1)
    return Found(FEASIBLE if values and status == LIMIT else status, values)


def _gurobi(lines: Sequence[str], program: Program | None) -> Found:
    values: dict[str, float] = {}
    for number, words in _words(lines):
        if words[0].startswith("#"):
            continue
        if len(words) != 2:
            raise InputError("a line of a Gurobi solution has a name and a value", str(number))
        values[words[0]] = _number(words[1], number)
    return Found(OPTIMAL, values)


_FORMS: tuple[tuple[str, Callable[[Sequence[str], Program | None], Found]], ...] = (
    (r"<\?xml|<CPLEXSolution", _cplex),
    (r"solution status:|objective value:", _scip),
    (r"Model status$", _highs),
    (r"Columns$", _highs_pretty),
    (r"c Problem:|c$|s (mip|bas|ipt) ", _glpk_raw),
    (r"Problem:", _glpk_table),
    (r"# (Solution for|Objective value)", _gurobi),
    (r"(Optimal|Infeasible|Integer infeasible|Unbounded|Stopped|Status unknown)\b.*objective value", _cbc),
)
