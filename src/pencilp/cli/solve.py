"""``pencilp solve``: a puzzle, or an LP or MPS file."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from pencilp.cli.files import check_answer_target, check_fit, check_target, ending, save, save_json
from pencilp.cli.output import LIMIT, NOT_SOLVED, SOLVED, Alive, complain, named, print_answers, print_json
from pencilp.errors import InputError

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    """Solve, write and print; ``options.puzzle`` is a puzzle, or an LP or MPS file."""
    if options.puzzle.lower().endswith((".lp", ".mps")):
        return _solve_program(options)
    from pencilp import api

    if options.output is not None:
        check_answer_target(options.output)
    start = time.perf_counter()
    puzzles = api.load_all(options.puzzle, options.genre)
    read = (time.perf_counter() - start) / len(puzzles)
    if options.output is not None:
        check_fit(options.output, puzzles)
    for puzzle in puzzles:
        if "variant" in puzzle.notes:
            complain("its setter marked it as a variant; it is solved by the usual rules")
    kind = options.format or ("text" if options.output is None else "status")
    worst = SOLVED
    shown = []
    for puzzle in puzzles:
        with Alive(options):
            outcome = api.solve(
                puzzle, options.solver, formulation=options.formulation, count=options.count,
                time_limit=options.time_limit, threads=options.threads,
            )  # fmt: skip
        outcome.seconds = {"read": read, **outcome.seconds, "total": outcome.seconds["total"] + read}
        shown.append((puzzle, outcome))
        worst = max(worst, _exit_code(outcome.status, len(outcome.answers), options.count))
        _show(puzzle, outcome, kind, options)
    if options.output is not None:
        _save_outcomes(options, shown)
    if kind == "json":
        print_json(_outcomes_record(shown))
    return worst


def _show(puzzle: Any, outcome: Any, kind: str, options: argparse.Namespace) -> None:
    """Print what was found at once, so that it is not lost when a later puzzle is stopped; JSON is one document, at the end."""
    if kind == "json":
        return
    if kind == "svg":
        from pencilp.draw.svg import to_svg

        print(to_svg(puzzle, outcome.answer), flush=True)
        return
    if kind == "text":
        print_answers(puzzle, outcome.answers, options)
    print(_summary(puzzle, outcome, options.count), flush=True)


def _solve_program(options: argparse.Namespace) -> int:
    """Solve an LP or MPS file and print the variables that are not 0."""
    from pencilp.solvers import files

    if options.format == "svg":
        raise InputError("an integer program has no drawing; use --format text or json", options.puzzle)
    if options.output is not None:
        check_target(options.output, (".json",))
    start = time.perf_counter()
    program = files.program_from_file(options.puzzle)
    with Alive(options):
        result = files.solve_program(
            program, options.solver, count=options.count, time_limit=options.time_limit, threads=options.threads
        )
    seconds = time.perf_counter() - start
    record = {
        "status": result.status, "objective": result.objective, "solutions": result.solutions,
        "solver": result.solver, "seconds": {"total": round(seconds, 6)},
    }  # fmt: skip
    code = _exit_code(result.status, len(result.solutions), options.count)
    if options.output is not None:
        save_json(record, options.output)
    if options.format == "json":
        print_json(record)
        return code
    if options.output is None:
        for solution in result.solutions:
            for name, value in solution.items():
                if value:
                    print(f"{name} = {value:g}")
            print()
    if result.objective is not None:
        print(f"objective {result.objective:g}")
    print(_says(result.status, len(result.solutions), options.count) + f" ({result.solver}, {seconds * 1000:.1f} ms)")
    return code


def _exit_code(status: str, found: int, count: int) -> int:
    """The exit code of a search that was to look for ``count`` answers and has found so many."""
    if status == "unknown":
        return SOLVED if found == count == 1 else LIMIT
    return NOT_SOLVED if status == "none" else SOLVED


def _summary(puzzle: Any, outcome: Any, count: int) -> str:
    says = _says(outcome.status, len(outcome.answers), count)
    seconds = outcome.seconds
    name = f"{puzzle.name}: " if puzzle.name else ""
    return f"{name}{says} ({outcome.solver}, {seconds['total'] * 1000:.1f} ms)"


def _says(status: str, found: int, count: int) -> str:
    """The status in words."""
    if status == "unique":
        return "one answer, and it is the only one"
    if status == "none":
        return "there is no answer"
    if status == "multiple":
        return f"more than one answer ({found} shown)" if found == count else f"{found} answers in all"
    if not found:
        return "the limit was reached without an answer"
    if count == 1:
        return "an answer; whether there are others was not asked"
    return "the limit was reached, with an answer that may not be the only one"


def _save_outcomes(options: argparse.Namespace, shown: list[tuple[Any, Any]]) -> None:
    path = options.output
    if ending(path) == ".json":
        save_json(_outcomes_record(shown), path)
        return
    answered = [(puzzle, outcome.answer) for puzzle, outcome in shown if outcome.answer is not None]
    if answered:
        save(path, answered, options.puzzle)


def _outcomes_record(shown: list[tuple[Any, Any]]) -> Any:
    """What JSON says of solved puzzles: an object for one, a list of them for several."""
    records = [
        {
            "genre": puzzle.genre.name,
            **named(puzzle),
            "status": outcome.status,
            "answers": [dict(answer.values) for answer in outcome.answers],
            "solver": outcome.solver,
            "seconds": {stage: round(t, 6) for stage, t in outcome.seconds.items()},
        }
        for puzzle, outcome in shown
    ]
    return records[0] if len(records) == 1 else records
