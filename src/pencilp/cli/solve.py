"""``pencilp solve``: a puzzle, or an LP or MPS file."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from pencilp.cli import watch
from pencilp.cli.files import check_answer_target, check_fit, check_target, ending, save, save_json
from pencilp.cli.output import LIMIT, NOT_SOLVED, SOLVED, Alive, complain, named, print_answers, print_json, say
from pencilp.errors import InputError
from pencilp.limits import OutOfTime, TimeLimit

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    """Solve, write and print; ``options.puzzle`` is a puzzle, or an LP or MPS file."""
    if options.facts:
        _check_facts(options)
    if options.puzzle.lower().endswith((".lp", ".mps")):
        return _solve_program(options)
    from pencilp import api

    if options.output is not None:
        check_answer_target(options.output)
    start = time.perf_counter()
    clock = TimeLimit(watch.until(options.time_limit, anew=False))
    try:
        puzzles = clock.run(lambda: api.load_all(options.puzzle, options.genre))
    except OutOfTime:
        return _not_read()
    left = clock.left()
    read = (time.perf_counter() - start) / len(puzzles)
    if options.output is not None:
        check_fit(options.output, puzzles, lossy=options.lossy)
    for puzzle in puzzles:
        if "variant" in puzzle.notes:
            complain("its setter marked it as a variant; it is solved by the usual rules")
    kind = options.format or ("text" if options.output is None else "status")
    worst = SOLVED
    shown = []
    for number, puzzle in enumerate(puzzles):
        if number:
            left = watch.until(options.time_limit)
        with Alive(options):
            outcome = _searched(puzzle, options, left)
        if outcome.answer is not None:
            watch.until(None)  # what was found is shown to the end
        outcome.seconds = {"read": read, **outcome.seconds, "total": outcome.seconds["total"] + read}
        shown.append((puzzle, outcome))
        found = 0 if options.facts else len(outcome.answers)
        worst = max(worst, _exit_code(outcome.status, found, options.count))
        _show(puzzle, outcome, kind, options)
    if options.output is not None:
        _save_outcomes(options, shown)
    if kind == "json":
        print_json(_outcomes_record(shown))
    return worst


def _not_read() -> int:
    complain("stopped: the time limit was reached while the file was read")
    return LIMIT


def _check_facts(options: argparse.Namespace) -> None:
    """Refuse what does not go with ``--facts``."""
    if options.puzzle.lower().endswith((".lp", ".mps")):
        raise InputError("what all answers share is found for puzzles only", "--facts")
    if options.solver != "clasp":
        raise InputError("what all answers share is found by clasp only", "--solver")
    if options.formulation != "rules":
        raise InputError("what all answers share is found by our own rules only", "--formulation")
    if options.count != 2:
        raise InputError("what all answers share does not depend on how many are shown: leave it out", "--count")


def _searched(puzzle: Any, options: argparse.Namespace, time_limit: float | None) -> Any:
    """The answers, or with ``--facts`` what all of them share."""
    if options.facts:
        from pencilp.sharing import facts

        return facts(puzzle, time_limit=time_limit, threads=options.threads)
    from pencilp import api

    return api.solve(
        puzzle, options.solver, formulation=options.formulation, count=options.count,
        time_limit=time_limit, threads=options.threads,
    )  # fmt: skip


def _show(puzzle: Any, outcome: Any, kind: str, options: argparse.Namespace) -> None:
    """Print what was found at once, so that it is not lost when a later puzzle is stopped; JSON is one document, at the end."""
    if kind == "json":
        return
    if kind == "svg":
        from pencilp.draw.svg import to_svg

        print(to_svg(puzzle, outcome.answer), flush=True)
        return
    if kind == "text":
        answers = outcome.answers if not options.facts else [outcome.answer] if outcome.answer is not None else []
        print_answers(puzzle, answers, options)
    says = _settled(outcome) if options.facts else _says(outcome.status, len(outcome.answers), options.count)
    name = f"{puzzle.name}: " if puzzle.name else ""
    say(f"{name}{says} ({outcome.solver}, {outcome.seconds['total'] * 1000:.1f} ms)")


def _solve_program(options: argparse.Namespace) -> int:
    """Solve an LP or MPS file and print the variables that are not 0."""
    from pencilp.solvers.files import programs as files

    if options.format == "svg":
        raise InputError("an integer program has no drawing; use --format text or json", options.puzzle)
    if options.output is not None:
        check_target(options.output, (".json",))
    start = time.perf_counter()
    clock = TimeLimit(watch.until(options.time_limit, anew=False))
    try:
        program = clock.run(lambda: files.program_from_file(options.puzzle))
    except OutOfTime:
        return _not_read()
    with Alive(options):
        result = files.solve_program(
            program, options.solver, count=options.count, time_limit=clock.left(), threads=options.threads
        )
    if result.solutions:
        watch.until(None)
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
                    say(f"{name} = {value:g}")
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


def _settled(facts: Any) -> str:
    """What all answers share in words."""
    settled = f"{facts.settled} of {facts.places} places"
    if facts.status == "unique":
        return f"one answer, and it is the only one: {settled} are settled"
    if facts.status == "multiple":
        return f"more than one answer: {settled} are the same in all of them"
    if facts.status == "none":
        return "there is no answer"
    return "the limit was reached before it was known what all answers share"


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
        save(path, answered, options.puzzle, lossy=options.lossy)


def _outcomes_record(shown: list[tuple[Any, Any]]) -> Any:
    """What JSON says of solved puzzles: an object for one, a list of them for several."""
    records = [
        {
            "genre": puzzle.genre.name,
            **named(puzzle),
            "status": outcome.status,
            **_found(outcome),
            "solver": outcome.solver,
            "seconds": {stage: round(t, 6) for stage, t in outcome.seconds.items()},
        }
        for puzzle, outcome in shown
    ]
    return records[0] if len(records) == 1 else records


def _found(outcome: Any) -> dict[str, Any]:
    """The entry of a JSON object for the answers, or for what all of them share."""
    if hasattr(outcome, "answers"):
        return {"answers": [dict(answer.values) for answer in outcome.answers]}
    return {"facts": dict(outcome.values)}
