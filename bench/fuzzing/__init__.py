"""What ``bench/fuzz.py`` attacks with: one file for each kind of attack, and what they share.

A kind is a function that takes a seeded generator of random numbers and returns a ``Case``. The same seed makes the same case.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from fuzzing import answers, bombs, commands, formats, kills, layouts, programs, trips
from fuzzing.judging import Case


class Kind(NamedTuple):
    """A kind of attack: what makes its cases, its share of the time in hundredths, the seconds that a case may take."""

    make: Callable[[Random], Case]
    share: int
    seconds: float


KINDS = {
    "text": Kind(formats.puzzle_text, 17, 2),
    "link": Kind(formats.link, 14, 2),
    "pzpr": Kind(formats.pzpr_text, 10, 2),
    "jsonl": Kind(formats.dataset, 10, 2),
    "trip": Kind(trips.round_trip, 12, 2),
    "layout": Kind(layouts.layout, 8, 2),
    "game": Kind(layouts.game_id, 4, 2),
    "data": Kind(formats.mathprog_data, 2, 4),
    "solution": Kind(programs.solution, 4, 2),
    "workbook": Kind(formats.workbook, 4, 2),
    "lp": Kind(programs.lp, 2, 3),
    "lp_solve": Kind(programs.lp_solve, 2, 3),
    "mps": Kind(programs.mps, 2, 3),
    "mathprog": Kind(programs.mathprog_model, 2, 4),
    "command": Kind(commands.command_line, 5, 30),
    "numbers": Kind(bombs.numbers, 4, 8),
    "sizes": Kind(bombs.sizes, 4, 8),
    "answer": Kind(answers.wrong_answer, 3, 10),
    "status": Kind(answers.status, 3, 10),
    "kill": Kind(kills.kill, 2, 100),
}
"""All kinds by name."""
