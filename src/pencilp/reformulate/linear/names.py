"""Names of columns and rows that every reader of LP files accepts."""

from __future__ import annotations

import re

from pencilp.reformulate.linear.program import Program

MAX_NAME_LENGTH, MAX_ROW_NAME_LENGTH = 80, 150
"""Longer names are cut, with room left for suffixes. CBC drops all names if one has more than 100 characters."""

MAX_PLACES = 2
"""Maximum number of cells of a place in the name of a row. If there are more, only the first is used."""

_ILLEGAL = re.compile(r"[^A-Za-z0-9_(),.]+")

_EXPONENT = re.compile(r"[0-9.(),]|[eE]([0-9+\-.]|$)")

_KEYWORDS = frozenset(
    (
        *("free", "inf", "infinity", "nan", "st", "s.t.", "st.", "subject", "such", "to", "that", "bound", "bounds"),
        *("general", "generals", "gen", "integer", "integers", "int", "binary", "binaries", "bin", "end", "min", "max"),
        *("minimize", "maximize", "minimum", "maximum", "semi", "semis", "sos", "sos1", "sos2", "sec", "pwlobj"),
    )
)


def legal_name(name: str, longest: int = MAX_NAME_LENGTH) -> str:
    """Return ``name`` as a name that all LP readers accept.

    Letters, digits and ``_ ( ) , .`` stay, square brackets become round ones, everything else becomes ``_``. A name
    that begins like a number or is a keyword of the format gets a ``_`` before it.
    """
    legal = _ILLEGAL.sub("_", name.replace("[", "(").replace("]", ")"))
    name = (legal if legal == name else legal.rstrip("_"))[:longest] or "_"
    return "_" + name if _EXPONENT.match(name) or name.lower() in _KEYWORDS else name


def suffix(place: str) -> str:
    """Return a place as a suffix: ``(1,2)`` as in ``Around(1,2)``, other places with ``_`` before them."""
    legal = _ILLEGAL.sub("_", place).strip("_")[:MAX_NAME_LENGTH]
    return legal if legal.startswith("(") else "_" + legal


def with_legal_names(program: Program) -> Program:
    """Return the same program with names that all LP readers accept, ``program`` itself if its names are."""
    used: dict[str, int] = {}
    columns = [column._replace(name=unique(legal_name(column.name), used)) for column in program.columns]
    used = {}
    rows = [row._replace(name=unique(legal_name(row.name, MAX_ROW_NAME_LENGTH), used)) for row in program.rows]
    objective = unique(legal_name(program.objective_name, MAX_ROW_NAME_LENGTH), used)
    same = columns == program.columns and [row.name for row in rows] == [row.name for row in program.rows]
    if same and objective == program.objective_name:
        return program
    result = program.copy()
    result.columns, result.rows, result.objective_name = columns, rows, objective
    return result


def place_in_name(place: str, name: str) -> bool:
    """Return whether the name of a row contains its place."""
    return not place or suffix(place) in name


def unique(name: str, used: dict[str, int]) -> str:
    """Return ``name``, with a number after it if it is ``used``, and count the uses of the name."""
    result = name
    while result in used:
        used[name] += 1
        result = f"{name}_{used[name]}"
    used[result] = 1
    return result
