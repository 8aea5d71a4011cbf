"""``pencilp solve``: a puzzle. An LP or MPS file is another page: ``solve_program.py``.

What is found is shown as it is found, and only what is still needed is kept: there may be millions of answers. Whatever
ends a search, what it has found by then is reported and written.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from pencilp.cli import watch
from pencilp.cli.files import check_answer_target, check_backup, check_fit, check_values, ending, save, save_json
from pencilp.cli.output import (
    LIMIT,
    NOT_SOLVED,
    SOLVED,
    Alive,
    Unbroken,
    complain,
    drawn,
    json_of,
    named,
    put,
    told,
)
from pencilp.errors import InputError, SolverError, shown
from pencilp.limits import OutOfTime, TimeLimit

if TYPE_CHECKING:
    import argparse

PROGRAMS = (".lp", ".mps", ".lp.gz", ".mps.gz")
"""How the names of files with programs end."""
STOPS = (InputError, SolverError, KeyboardInterrupt, MemoryError)
"""What stops a search, but not what is to be told of it."""


def run(options: argparse.Namespace) -> int:
    """Solve, write and print; ``options.puzzle`` is a puzzle, or an LP or MPS file."""
    check_backup(options, to_file=options.output is not None)
    program = options.puzzle.lower().endswith(PROGRAMS)
    if options.facts:
        _check_facts(options, program=program)
    if program:
        from pencilp.cli import solve_program

        if options.values:
            raise InputError("a program has no formulation of a document", "--values")
        return solve_program.run(options)
    if options.all_columns:
        raise InputError("only LP and MPS files have columns", "--all-columns")
    from pencilp import api

    if options.output is not None:
        check_answer_target(options.output)
    start = time.perf_counter()
    clock = TimeLimit(watch.until(options.time_limit, anew=False))
    try:
        puzzles = clock.run(lambda: api.load_all(options.puzzle, options.genre))
    except OutOfTime:
        return not_read()
    left = clock.left()
    read = (time.perf_counter() - start) / len(puzzles)
    if options.output is not None:
        check_fit(options.output, puzzles, options.puzzle, lossy=options.lossy)
    check_values(options, puzzles)
    for puzzle in puzzles:
        if "variant" in puzzle.notes:
            complain("its setter marked it as a variant; it is solved by the usual rules")
    options.format = options.format or ("text" if options.output is None else "status")
    results: list[Solved] = []
    stopped: BaseException | None = None
    try:
        for number, puzzle in enumerate(puzzles, 1):
            if number > 1:
                left = watch.until(options.time_limit)
            with Alive(options) as alive:
                _solve(puzzle, number, read, left, options, alive, results)
    except STOPS as error:
        stopped = error
    watch.telling()
    if options.output is not None:
        _save(options, results, len(puzzles))
    if options.format == "json" and results:
        put(json_of(_document(results, len(puzzles))))
    if stopped is not None:
        raise stopped
    return max(solved.code for solved in results)


def not_read() -> int:
    """Tell that the time was over before anything was solved; the exit code."""
    complain("stopped: the time limit was reached before the puzzle was read")
    return LIMIT


def _check_facts(options: argparse.Namespace, *, program: bool) -> None:
    """Refuse what does not go with ``--facts``."""
    if program:
        raise InputError("what all answers share is found for puzzles only", "--facts")
    if options.solver != "clasp":
        raise InputError("what all answers share is found by clasp only", "--solver")
    if options.formulation != "rules":
        raise InputError("what all answers share is found by our own rules only", "--formulation")
    if options.count != 2:
        raise InputError("what all answers share does not depend on how many are shown: leave it out", "--count")
    if options.values:
        raise InputError("what all answers share has no values beside it", "--values")


class Solved:
    """What was found of a puzzle (or of an LP file), and how its search ended.

    ``answers`` are those that are still needed: the first one, or all. ``stopped`` is what ended the search from outside.
    """

    def __init__(self, puzzle: Any, number: int, options: argparse.Namespace) -> None:
        self.puzzle, self.number, self.count = puzzle, number, options.count
        self.keeps_all = options.format == "json" or ending(options.output or "") == ".json"
        self.answers: list[Any] = []
        self.found = 0
        self.status, self.complete, self.solver = "unknown", False, options.solver
        self.seconds: dict[str, float] = {}
        self.facts: Any = None
        self.stopped: BaseException | None = None

    def add(self, answer: Any) -> None:
        """One more answer."""
        self.found += 1
        if self.keeps_all or not self.answers:
            self.answers.append(answer)

    @property
    def code(self) -> int:
        """The exit code."""
        if not self.complete:
            return LIMIT
        return NOT_SOLVED if self.status == "none" else SOLVED

    def ending(self) -> dict[str, Any]:
        """The entries of a JSON object that tell how the search ended."""
        error = {"error": str(self.stopped)} if isinstance(self.stopped, (InputError, SolverError)) else {}
        return {"solver": self.solver, "seconds": {stage: round(t, 6) for stage, t in self.seconds.items()}, **error}

    def says(self) -> str:
        """How it ended, in words."""
        if self.facts is not None:
            return _settled(self.facts)
        if not self.complete:
            if self.stopped is None:
                why = "the limit was reached"
            else:
                why = "the solver failed" if isinstance(self.stopped, (InputError, SolverError)) else "stopped"
            if self.found < 2:
                return (
                    f"{why}, with an answer that may not be the only one" if self.found else f"{why} without an answer"
                )
            return f"{why} after {self.found} answers; there may be more"
        if self.status == "unique":
            return "one answer, and it is the only one"
        if self.status == "none":
            return "there is no answer"
        if self.status == "unknown":
            return "an answer; whether there are others was not asked"
        return (
            f"more than one answer ({self.found} shown)" if self.found == self.count else f"{self.found} answers in all"
        )


def _solve(
    puzzle: Any, number: int, read: float, time_limit: float | None,
    options: argparse.Namespace, alive: Alive, results: list[Solved],
) -> None:  # fmt: skip
    """Solve a puzzle and show what is found as soon as it is; JSON is one document, at the end of all puzzles."""
    from pencilp import api

    if options.values:
        from pencilp.beside import beside
    solved = Solved(puzzle, number, options)
    if options.facts:
        _find_facts(solved, time_limit, options)
        results.append(solved)
    else:
        found = api.answers(
            puzzle, options.solver, formulation=options.formulation, count=options.count,
            time_limit=time_limit, threads=options.threads,
        )  # fmt: skip
        results.append(solved)
        try:
            whole = Unbroken()
            for answer in found:
                text = ""
                if options.values:
                    answer.beside = beside(answer, options.values)
                if options.format == "text":
                    text = drawn(puzzle, answer, options)
                elif options.format == "jsonl":
                    text = json_of({"puzzle": number, "answer": told(answer)})
                if not solved.found:
                    watch.until(None)  # what was found is shown to the end
                with whole:
                    solved.add(answer)
                    if text:
                        alive.print(text)
        except STOPS as error:
            solved.stopped = error
            watch.telling()
        finally:
            found.close()
        solved.status, solved.complete, solved.solver = found.status, found.complete is True, found.solver
        solved.seconds = found.seconds
    solved.seconds = {"read": read, **solved.seconds, "total": solved.seconds["total"] + read}
    _show_end(solved, options, alive)
    if solved.stopped is not None:
        raise solved.stopped


def _find_facts(solved: Solved, time_limit: float | None, options: argparse.Namespace) -> None:
    """What all answers share."""
    from pencilp.sharing import facts

    solved.facts = found = facts(solved.puzzle, time_limit=time_limit, threads=options.threads)
    solved.answers = [found.answer] if found.answer is not None else []
    solved.status, solved.complete, solved.solver = found.status, found.status != "unknown", found.solver
    solved.seconds = found.seconds


def _show_end(solved: Solved, options: argparse.Namespace, alive: Alive) -> None:
    """Print what is to be told of a puzzle when its search is over."""
    first = solved.answers[0] if solved.answers else None
    if options.format == "svg":
        from pencilp.draw.svg import to_svg

        alive.print(to_svg(solved.puzzle, first, orientation=options.orientation))
    elif options.format == "jsonl":
        alive.print(json_of({"puzzle": solved.number, **_record(solved)}))
    elif options.format != "json":
        if options.format == "text" and not solved.found:
            alive.print(drawn(solved.puzzle, first, options))
        name = f"{solved.puzzle.name}: " if solved.puzzle.name else ""
        alive.print(shown(f"{name}{solved.says()} ({solved.solver}, {solved.seconds['total'] * 1000:.1f} ms)"))


def _document(results: list[Solved], puzzles: int) -> Any:
    """What JSON says of solved puzzles: an object for one, a list of them for several."""
    records = [_record(solved, answers=[told(answer) for answer in solved.answers]) for solved in results]
    return records[0] if puzzles == 1 else records


def _record(solved: Solved, **found: Any) -> dict[str, Any]:
    """What JSON says of a puzzle: with ``found``, or how many answers were found; or what all of them share."""
    if solved.facts is not None:
        found = {"facts": dict(solved.facts.values)}
    return {
        "genre": solved.puzzle.genre.name, **named(solved.puzzle), "status": solved.status, "complete": solved.complete,
        **(found or {"found": solved.found}), **solved.ending(),
    }  # fmt: skip


def _save(options: argparse.Namespace, results: list[Solved], puzzles: int) -> None:
    """Write what was found to a file."""
    if ending(options.output) != ".json":
        answered = [(solved.puzzle, solved.answers[0]) for solved in results if solved.answers]
        if answered:
            save(options.output, answered, options.puzzle, options)
    elif results:
        save_json(_document(results, puzzles), options.output, backup=options.backup)


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
