"""``pencilp read``: the answer that a solver's solution file holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pencilp.cli.files import check_answer_target, check_backup, check_fit, check_values, ending, only, save, save_json
from pencilp.cli.output import SOLVED, complain, named, print_answers, told

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    """Draw or write the answer, if it is one."""
    from pencilp import api
    from pencilp.recovery import answer_in

    check_backup(options, to_file=options.output is not None)
    if options.output is not None:
        check_answer_target(options.output)
    puzzle = only(api.load_all(options.puzzle, options.genre), options.puzzle)
    if options.output is not None:
        check_fit(options.output, [puzzle], options.puzzle, lossy=options.lossy)
    check_values(options, [puzzle])
    answer, notes = answer_in(options.solution, puzzle, options.formulation)
    for note in notes:
        complain(f"{options.solution}: {note}")
    if options.values:
        from pencilp.beside import beside

        answer.beside = beside(answer, options.values)
    if options.output is None:
        print_answers(puzzle, [answer], options)
    elif ending(options.output) == ".json":
        record = {"genre": puzzle.genre.name, **named(puzzle), "answers": [told(answer)]}
        save_json(record, options.output, backup=options.backup)
    else:
        save(options.output, [(puzzle, answer)], options.puzzle, options)
    return SOLVED
