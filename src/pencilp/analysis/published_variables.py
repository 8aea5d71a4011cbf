"""Shows the variables of a published formulation in an answer: the order numbers of a loop, the hits of a guess.

The answer may come from any source. The formulation is solved with this answer, which determines the other variables.
If one stays open, the formulation says which value is meant (``Model.preferred``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pencilp import api
from pencilp.board.layers.remarks import REMARKS, CellRemark
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError, SolverError
from pencilp.genres import genre_of
from pencilp.model import Int, Lit, Model, Rule, total

SOLVING_SECONDS = 60.0
"""The greatest time in seconds for finding the variables."""


class PublishedValues(NamedTuple):
    """Values of variables to show with an answer.

    ``remarks``, one per cell, are for drawings; ``values`` has all values other than 0 by name.
    """

    remarks: Sequence[CellRemark]
    values: dict[str, int]
    unplaced: dict[str, int]
    """The values that have no place on the board."""


def check_names(puzzle: Puzzle, wanted: Sequence[str]) -> None:
    """Raise InputError if the genre has no published formulation, or if it has no variables of these names."""
    _checked(api.formulate(puzzle, "published"), wanted, genre_of(puzzle).name)


def _checked(model: Model, wanted: Sequence[str], genre: str) -> dict[str, list[tuple[str, Any]]]:
    families = _families(model)
    known = list(dict.fromkeys((*model.on_cells, *families)))
    for name in wanted:
        if name not in known:
            raise InputError(f"{genre} has no variables {name!r}: they are {', '.join(known)}", "--show-variables")
    return families


def _families(model: Model) -> dict[str, list[tuple[str, Any]]]:
    """Return the variables of a model with their names, by the part before the indices."""
    result: dict[str, list[tuple[str, Any]]] = {}
    literals = {lit.n for x in model.ints for lits in (x.value_literals, x.order_literals) for lit in lits or ()}
    bits = [(name, Lit(n)) for n, name in enumerate(model.names()) if "(" in name and n not in literals]
    for name, x in (*bits, *((x.name, x) for x in model.ints)):
        result.setdefault(name.partition("(")[0], []).append((name, x))
    return result


def published_values(answer: Answer, wanted: Sequence[str]) -> PublishedValues:
    """Return the values of the variables ``wanted`` (such as "N" for all N(1,2)) in the published formulation.

    Raise InputError as ``check_names`` does, and if the answer is not finished and right.
    """
    puzzle, genre = answer.puzzle, genre_of(answer.puzzle)
    model = api.formulate(puzzle, "published")
    families = _checked(model, wanted, genre.name)
    names = model.names()
    value = _solution(model, [lit for lit, _, _ in genre.assumptions(model, answer)])
    remarks = []
    for cell in puzzle.lattice.cells:
        texts: list[str] = []
        ways: list[int] = []
        for name in wanted:
            x = model.on_cells[name][cell] if name in model.on_cells else None
            if isinstance(x, list):
                ways += [d for d, lit in enumerate(x) if value(lit)]
            elif x is not None and value(x):
                texts.append(str(value(x)) if isinstance(x, Int) else name)
        remarks.append(CellRemark(" ".join(texts), tuple(ways)))
    values: dict[str, int] = {}
    unplaced: dict[str, int] = {}
    for name in wanted:
        drawn = [(names[lit.n], lit) for lits in model.on_cells.get(name, ()) if isinstance(lits, list) for lit in lits]
        found = {variable: value(x) for variable, x in drawn or families[name] if value(x)}
        values |= found
        unplaced |= {} if name in model.on_cells else found
    return PublishedValues(REMARKS.bind(remarks, puzzle.lattice), values, unplaced)


def _solution(model: Model, answer: Sequence[Any]) -> Any:
    """Return a solution of a model in which these literals are true, with values of all variables."""
    model.rules += [Rule(lit, "the answer", None) for lit in answer]
    model.answer = {}
    if model.preferred:
        model.maximize(total(model.preferred))
    result = model.solve("clasp", count=1, time_limit=SOLVING_SECONDS)
    if result.solution is None:
        if not result.complete:
            raise SolverError(f"the published variables of this answer were not found in {SOLVING_SECONDS:g} seconds")
        raise InputError("the published formulation does not have this answer")
    return result.solution
