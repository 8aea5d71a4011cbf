"""The attacks of ``bench/fuzz.py``: one file for each kind, and their shared parts.

A kind is a function that takes a seeded generator of random numbers and returns a ``Case``. The same seed makes the same case.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from fuzzing import answers, bombs, commands, formats, kills, layouts, programs, trips
from fuzzing.judging import Case


class Kind(NamedTuple):
    """A kind of attack: ``make`` makes its cases, ``share`` is its number of cases among all kinds' 200.

    A case may use ``seconds`` of processor time. A ``timed`` kind depends on the clock: on limits of time, or on signals at
    random moments.
    """

    make: Callable[[Random], Case]
    share: int
    seconds: float
    timed: bool = False


KINDS = {
    "text": Kind(formats.puzzle_text, 26, 2),
    "link": Kind(formats.link, 40, 2),
    "pzpr": Kind(formats.pzpr_text, 26, 2),
    "jsonl": Kind(formats.dataset, 8, 2),
    "trip": Kind(trips.round_trip, 8, 2),
    "layout": Kind(layouts.layout, 16, 2),
    "game": Kind(layouts.game_id, 22, 2),
    "data": Kind(formats.mathprog_data, 10, 4),
    "solution": Kind(programs.solution, 8, 2),
    "workbook": Kind(formats.workbook, 1, 2),
    "lp": Kind(programs.lp, 10, 3),
    "lp_solve": Kind(programs.lp_solve, 8, 3),
    "mps": Kind(programs.mps, 8, 3),
    "mathprog": Kind(programs.mathprog_model, 1, 4),
    "answer": Kind(answers.wrong_answer, 2, 10),
    "command": Kind(commands.command_line, 2, 30, timed=True),
    "numbers": Kind(bombs.numbers, 1, 8, timed=True),
    "sizes": Kind(bombs.sizes, 1, 8, timed=True),
    "status": Kind(answers.status, 1, 10, timed=True),
    "kill": Kind(kills.kill, 1, 100, timed=True),
}
"""All kinds by name."""
