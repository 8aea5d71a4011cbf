"""``pencilp read``: the answer that a solver's solution file holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pencilp.cli.files import check_answer_target, check_backup, check_fit, ending, only, save, save_json
from pencilp.cli.output import SOLVED, named, print_answers
from pencilp.errors import InputError

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    """Draw or write the answer, if it is one."""
    from pencilp import api
    from pencilp.genres import genre_of

    check_backup(options, to_file=options.output is not None)
    if options.output is not None:
        check_answer_target(options.output)
    puzzle = only(api.load_all(options.puzzle, options.genre), options.puzzle)
    if options.output is not None:
        check_fit(options.output, [puzzle], options.puzzle, lossy=options.lossy)
    genre = genre_of(puzzle)
    model, solution = _solution_in(options.solution, puzzle, options.formulation)
    answer = genre.answer(puzzle, model, solution)
    broken = api.check(puzzle, answer)
    if broken:
        raise InputError(f"this is no answer of the puzzle: {broken[0]}", options.solution)
    if options.output is None:
        print_answers(puzzle, [answer], options)
    elif ending(options.output) == ".json":
        record = {"genre": genre.name, **named(puzzle), "answers": [answer.values]}
        save_json(record, options.output, backup=options.backup)
    else:
        save(options.output, [(puzzle, answer)], options.puzzle, options)
    return SOLVED


def _solution_in(path: str, puzzle: Any, formulation: str | None) -> tuple[Any, Any]:
    """The model whose variables a solution file speaks of, and the solution in it."""
    from pencilp import api
    from pencilp.model.program import linearise
    from pencilp.solvers.files import solutions as solution_files

    refused: InputError | None = None
    for choice in [formulation] if formulation else ["rules", "paper"]:
        try:
            model = api.formulate(puzzle, choice)
            form = linearise(model)
            return model, solution_files.solution_of(form, solution_files.read(path, form.program))
        except InputError as error:
            refused = refused or error
    assert refused is not None
    raise refused if path in str(refused) else refused.within(path)
