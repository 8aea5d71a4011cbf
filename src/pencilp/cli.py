"""The command line: ``pencilp solve``, ``check``, ``export``, ``read``, ``run``, ``convert``, ``bench``, ``genres``.

Exit codes: 0 solved (or the answer is right), 1 no answer (or it is wrong), 2 bad input or usage, 3 a limit was reached.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from pencilp.errors import InputError, PencilpError

if TYPE_CHECKING:
    import argparse

SOLVED, NOT_SOLVED, BAD_INPUT, LIMIT = 0, 1, 2, 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    _prepare_output()
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except PencilpError as error:
        _complain(str(error))
        return BAD_INPUT
    except KeyboardInterrupt:
        _complain("stopped")
        return LIMIT
    except BrokenPipeError:
        # the reader of our output has gone; nothing is wrong, but Python must not try to flush to it again
        sys.stdout = None  # type: ignore[assignment]
        return SOLVED
    except OSError as error:
        # files are read and written with errors of their own, so it is what we print that found no place
        sys.stdout = None  # type: ignore[assignment]
        _complain(f"the output cannot be written: {error.strerror or error}")
        return BAD_INPUT


def _prepare_output() -> None:
    """Make standard output take whatever is printed: a closed one nothing, one in ASCII all characters."""
    if sys.stdout is None:
        import os

        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    elif hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")


def _complain(message: str) -> None:
    """One line on standard error, whatever is in the message."""
    try:
        if sys.stderr is not None:
            print(f"pencilp: {' '.join(message.split())}", file=sys.stderr, flush=True)
    except OSError:
        sys.stderr = None  # type: ignore[assignment]  # nobody listens; the exit code still says it


def _parser() -> argparse.ArgumentParser:
    import argparse

    from pencilp import __version__

    class Parser(argparse.ArgumentParser):
        def error(self, message: str) -> NoReturn:
            _complain(f"{message} (see {self.prog} --help)")
            raise SystemExit(BAD_INPUT)

    parser = Parser(prog="pencilp", description="Pencil puzzles as integer programs.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"pencilp {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)

    def command(name: str, run: Any, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        sub.set_defaults(run=run)
        return sub

    def solving(sub: argparse.ArgumentParser) -> None:
        sub.add_argument(
            "--solver",
            default="clasp",
            metavar="S",
            help="clasp (default), highs, scip, glpk, cbc, cpsat, or external:COMMAND",
        )
        sub.add_argument("--time-limit", type=_seconds, metavar="SECONDS", help="give up after this time")
        sub.add_argument("--threads", type=_few, default=1, metavar="N", help="threads of the solver (default 1)")

    def formulation(sub: argparse.ArgumentParser) -> None:
        sub.add_argument(
            "--formulation", choices=("rules", "paper"), default="rules", help="ours (default) or the seed document's"
        )

    def genre(sub: argparse.ArgumentParser) -> None:
        sub.add_argument("--genre", metavar="G", help="the genre, for files that do not name it")

    sub = command("solve", _solve, "Solve a puzzle, say whether the answer is the only one, and draw it.")
    sub.add_argument(
        "puzzle", metavar="PUZZLE", help="a puzzle file, a link, an .lp or .mps model, or - for standard input"
    )
    genre(sub)
    solving(sub)
    formulation(sub)
    sub.add_argument(
        "--count",
        type=_count,
        default=2,
        metavar="N",
        help="stop after N answers; 0 for all (default 2: enough to know whether it is the only one)",
    )
    sub.add_argument("--format", choices=("text", "svg", "json"), help="how to print the answer (default text)")
    sub.add_argument("-o", "--output", metavar="FILE", help="write the answer to FILE (.txt, .svg, .png, .json, .xlsx)")
    sub.add_argument("--ascii", action="store_true", help="draw with ASCII characters only")

    sub = command("check", _check, "Say which rules an answer breaks, and where.")
    sub.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="files with a puzzle and an answer each; or a puzzle without one, and a file with its answer",
    )
    genre(sub)
    sub.add_argument("--format", choices=("text", "json"), default="text")

    sub = command("export", _export, "Write the integer program of a puzzle as a file for other solvers.")
    sub.add_argument("puzzle", metavar="PUZZLE")
    genre(sub)
    formulation(sub)
    sub.add_argument("-o", "--output", required=True, metavar="FILE", help="a file ending in .lp, .mps or .opb")

    sub = command("read", _read, "Draw the answer that a solver's solution file holds.")
    sub.add_argument("puzzle", metavar="PUZZLE")
    sub.add_argument("solution", metavar="SOLUTION", help="a solution file of SCIP, HiGHS, CBC, GLPK or CPLEX")
    genre(sub)
    sub.add_argument(
        "--formulation",
        choices=("rules", "paper"),
        help="of the exported model (default: found by its variables' names)",
    )
    sub.add_argument("-o", "--output", metavar="FILE", help="write the answer to FILE")
    sub.add_argument("--ascii", action="store_true", help="draw with ASCII characters only")

    sub = command("run", _run, "Solve a MathProg model and print what it prints.")
    sub.add_argument("model", metavar="MODEL.mod")
    sub.add_argument("data", metavar="DATA.dat", nargs="?")
    solving(sub)

    sub = command("convert", _convert, "Write a puzzle in another format.")
    sub.add_argument("puzzle", metavar="PUZZLE")
    genre(sub)
    sub.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="a file (.txt, .svg, .png, .xlsx, .url, .pzpr, .jsonl), or a format on standard output: text, svg, url, pzpr",
    )
    sub.add_argument("--ascii", action="store_true", help=argparse.SUPPRESS)

    sub = command("bench", _bench, "Run files of puzzles and print counts and times per genre.")
    sub.add_argument("files", metavar="FILE", nargs="+", help="a dataset's .jsonl file, or puzzles in any other format")
    genre(sub)
    solving(sub)
    sub.add_argument("--jobs", type=_few, default=1, metavar="N", help="so many puzzles at once (default 1)")
    sub.add_argument("--limit", type=_positive, metavar="N", help="only the first N puzzles of each file")
    sub.add_argument("--each", action="store_true", help="with json: one record a puzzle too")
    sub.add_argument("--format", choices=("table", "json"), default="table")

    sub = command("genres", _genres, "List the genres, or describe one.")
    sub.add_argument("genre", metavar="G", nargs="?", help="a genre, by any of its names")
    sub.add_argument("--format", choices=("text", "json"), default="text")
    return parser


def _number(text: str, wanted: str, convert: type, low: float, high: float = 1e15) -> Any:
    """The number in ``text``, from ``low`` to ``high``; for argparse, which puts the option's name before what is raised."""
    import argparse

    try:
        value = convert(text)
    except ValueError:
        value = None
    if value is None or not low <= value <= high:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not {wanted}")
    return value


def _seconds(text: str) -> float:
    value: float = _number(text, "a number of seconds above 0", float, 1e-9, 1e7)
    return value


def _few(text: str) -> int:
    value: int = _number(text, "a whole number from 1 to 64", int, 1, 64)
    return value


def _positive(text: str) -> int:
    value: int = _number(text, "a whole number from 1 on", int, 1)
    return value


def _count(text: str) -> int:
    value: int = _number(text, "a whole number from 0 on", int, 0)
    return value


# -- solve ------------------------------------------------------------------------------------------------------------


def _solve(options: argparse.Namespace) -> int:
    if options.puzzle.lower().endswith((".lp", ".mps")):
        return _solve_program(options)
    from pencilp import api

    if options.output is not None:
        _check_target(options.output, _ANSWER_KINDS)
    start = time.perf_counter()
    puzzles = api.load_all(options.puzzle, options.genre)
    read = (time.perf_counter() - start) / len(puzzles)
    if len(puzzles) > 1 and options.output is not None and _kind(options.output) in _SINGLE_KINDS:
        raise InputError(f"{len(puzzles)} puzzles do not fit into one such file", options.output)
    for puzzle in puzzles:
        if "variant" in puzzle.notes:
            _complain("its setter marked it as a variant; it is solved by the usual rules")
    worst = SOLVED
    shown = []
    with _alive(options):
        for puzzle in puzzles:
            outcome = api.solve(
                puzzle, options.solver, formulation=options.formulation, count=options.count,
                time_limit=options.time_limit, threads=options.threads,
            )  # fmt: skip
            outcome.seconds = {"read": read, **outcome.seconds, "total": outcome.seconds["total"] + read}
            shown.append((puzzle, outcome))
            worst = max(worst, _exit_code(outcome.status, len(outcome.answers), options.count))
    kind = options.format or "text"
    if options.output is not None:
        _save_outcomes(options, shown)
        kind = options.format or "status"
    if kind == "json":
        _print_json(_outcomes_record(shown))
    for puzzle, outcome in shown:
        if kind == "svg":
            from pencilp.draw.svg import to_svg

            print(to_svg(puzzle, outcome.answer))
        elif kind in ("text", "status"):
            if kind == "text":
                _print_answers(puzzle, outcome.answers, options)
            print(_summary(puzzle, outcome, options.count))
    return worst


def _solve_program(options: argparse.Namespace) -> int:
    """Solve an LP or MPS file and print the variables that are not 0."""
    from pencilp.solvers import files

    if options.format == "svg":
        raise InputError("an integer program has no drawing; use --format text or json", options.puzzle)
    if options.output is not None:
        _check_target(options.output, (".json",))
    start = time.perf_counter()
    program = files.program_from_file(options.puzzle)
    with _alive(options):
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
        _save_json(record, options.output)
    if options.format == "json":
        _print_json(record)
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


def _print_answers(puzzle: Any, answers: list[Any], options: argparse.Namespace) -> None:
    from pencilp.draw.text import to_text

    for answer in answers or [None]:
        print(to_text(puzzle, answer, unicode=_unicode(options), color=_color()))


def _unicode(options: argparse.Namespace) -> bool:
    return not options.ascii and _utf()


def _utf() -> bool:
    """Whether standard output takes all characters."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    return encoding.startswith("utf")


def _print_json(record: Any, indent: int | None = None) -> None:
    import json

    print(json.dumps(record, ensure_ascii=not _utf(), indent=indent))


def _save_json(record: Any, path: str) -> None:
    import json

    from pencilp.formats.writing import replace_file

    replace_file(path, (json.dumps(record, ensure_ascii=False) + "\n").encode())


def _color() -> bool:
    import os

    return "NO_COLOR" not in os.environ and _terminal(sys.stdout)


def _terminal(stream: Any) -> bool:
    """Whether ``stream`` is a terminal that knows how to move and colour."""
    import os

    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


class _alive:
    """Shows on a terminal that a long solve goes on; nothing in a pipe."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.stop: Any = None
        self.label = f"{options.solver} is searching"

    def __enter__(self) -> _alive:
        if not _terminal(sys.stderr):
            return self
        import threading

        self.stop = threading.Event()
        self.thread = threading.Thread(target=self._show, daemon=True)
        self.thread.start()
        return self

    def _show(self) -> None:
        start = time.perf_counter()
        if self.stop.wait(1.0):
            return
        while not self.stop.wait(0.5):
            print(f"\r\033[K{self.label}: {time.perf_counter() - start:.0f} s ", end="", file=sys.stderr, flush=True)
        print("\r\033[K", end="", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        if self.stop is not None:
            self.stop.set()
            self.thread.join()


_ANSWER_KINDS = (".txt", ".svg", ".png", ".json", ".xlsx")
_PUZZLE_KINDS = (".txt", ".svg", ".png", ".xlsx", ".url", ".pzpr", ".jsonl")
_SINGLE_KINDS = (".svg", ".png", ".xlsx")
"""These hold one puzzle only."""


def _kind(path: str) -> str:
    import os

    return os.path.splitext(path)[1].lower()


def _check_target(path: str, kinds: Sequence[str]) -> None:
    """Refuse a target that cannot be written before any work is done."""
    import os

    if _kind(path) not in kinds:
        raise InputError(
            f"cannot write {_kind(path) or 'a file without an ending'}; use one of {', '.join(kinds)}", path
        )
    folder = os.path.dirname(os.path.realpath(path))
    if not os.path.isdir(folder):
        raise InputError(f"cannot be written: there is no folder {folder}", path)
    if os.path.isdir(path):
        raise InputError("cannot be written: it is a folder", path)


def _save_outcomes(options: argparse.Namespace, shown: list[tuple[Any, Any]]) -> None:
    path = options.output
    if _kind(path) == ".json":
        _save_json(_outcomes_record(shown), path)
        return
    answered = [(puzzle, outcome.answer) for puzzle, outcome in shown if outcome.answer is not None]
    if answered:
        _save(path, answered, options.puzzle)


def _save(path: str, answered: list[tuple[Any, Any]], source: str) -> None:
    """Write puzzles with their answers (or None) to a file whose ending says the format."""
    from pencilp.formats.writing import replace_file, write

    kind = _kind(path)
    if kind in (".svg", ".png"):
        if len(answered) > 1:
            raise InputError(f"{len(answered)} puzzles do not fit into one picture", path)
        from pencilp.draw.svg import to_png, to_svg

        picture = to_svg(*answered[0])
        replace_file(path, picture.encode() if kind == ".svg" else to_png(picture))
    else:
        write(answered, path, source=source)


def _outcomes_record(shown: list[tuple[Any, Any]]) -> Any:
    """What JSON says of solved puzzles: an object for one, a list of them for several."""
    records = [
        {
            "genre": puzzle.genre.name,
            **_named(puzzle),
            "status": outcome.status,
            "answers": [dict(answer.values) for answer in outcome.answers],
            "solver": outcome.solver,
            "seconds": {stage: round(t, 6) for stage, t in outcome.seconds.items()},
        }
        for puzzle, outcome in shown
    ]
    return records[0] if len(records) == 1 else records


# -- the other commands -----------------------------------------------------------------------------------------------


def _check(options: argparse.Namespace) -> int:
    from pencilp import api

    worst = SOLVED
    first = None
    if len(options.files) == 2:
        first = api.load_all(options.files[0], options.genre)
        if all(puzzle.answer is None for puzzle in first):
            puzzle = _only(first, options.files[0])
            return _check_one(options, options.files[1], puzzle, _answer_for(puzzle, options.files[1], options.genre))
    for path in options.files:
        try:
            # standard input can be read only once
            puzzles = first if first and path == options.files[0] else api.load_all(path, options.genre)
            for number, puzzle in enumerate(puzzles, 1):
                name = path if len(puzzles) == 1 else f"{path}#{number}"
                if puzzle.answer is None:
                    raise InputError("there is no answer in it to check", name)
                worst = max(worst, _check_one(options, name, puzzle, puzzle.answer))
        except PencilpError as error:
            if len(options.files) == 1:
                raise
            _complain(str(error))
            worst = BAD_INPUT
    return worst


def _check_one(options: argparse.Namespace, name: str, puzzle: Any, answer: Any) -> int:
    """Check one answer and say so: a line or a JSON object when there are several, else a line a broken rule."""
    from pencilp import api

    broken = api.check(puzzle, answer)
    if options.format == "json":
        record = {"file": name, "accepted": not broken, "broken": [{"rule": b.rule, "at": b.at} for b in broken]}
        _print_json(record)
    elif len(options.files) > 1:
        print(f"{name}: {'; '.join(map(str, broken)) or 'the answer is right'}")
    else:
        print("\n".join(map(str, broken)) or "the answer is right")
    return NOT_SOLVED if broken else SOLVED


def _answer_for(puzzle: Any, source: str, genre: str | None) -> Any:
    from pencilp import api
    from pencilp.board.puzzle import Answer

    other = api.load_all(source, genre or puzzle.genre.name)[0]
    if other.answer is None:
        raise InputError("there is no answer in it", source)
    if other != puzzle:
        raise InputError("its puzzle is not the one to be checked", source)
    return Answer(puzzle, other.answer.values)


def _export(options: argparse.Namespace) -> int:
    _check_target(options.output, (".lp", ".mps", ".opb"))
    from pencilp import api
    from pencilp.formats.writing import replace_file
    from pencilp.model import program, write

    kinds = {".lp": write.to_lp, ".mps": write.to_mps, ".opb": write.to_opb}
    puzzle = _only(api.load_all(options.puzzle, options.genre), options.puzzle)
    linear = program.linearise(api.formulate(puzzle, options.formulation)).program
    replace_file(options.output, kinds[_kind(options.output)](linear).encode())
    print(f"{options.output}: {len(linear.columns)} columns, {len(linear.rows)} rows")
    return SOLVED


def _only(puzzles: list[Any], source: str) -> Any:
    if len(puzzles) > 1:
        raise InputError(f"it holds {len(puzzles)} puzzles where one is needed", source)
    return puzzles[0]


def _read(options: argparse.Namespace) -> int:
    from pencilp import api

    if options.output is not None:
        _check_target(options.output, _ANSWER_KINDS)
    puzzle = _only(api.load_all(options.puzzle, options.genre), options.puzzle)
    genre = api.genre_of(puzzle)
    model, solution = _solution_in(options.solution, puzzle, options.formulation)
    answer = genre.answer(puzzle, model, solution)
    broken = api.check(puzzle, answer)
    if broken:
        raise InputError(f"this is no answer of the puzzle: {broken[0]}", options.solution)
    if options.output is None:
        _print_answers(puzzle, [answer], options)
    elif _kind(options.output) == ".json":
        _save_json({"genre": genre.name, **_named(puzzle), "answers": [answer.values]}, options.output)
    else:
        _save(options.output, [(puzzle, answer)], options.puzzle)
    return SOLVED


def _named(puzzle: Any) -> dict[str, str]:
    """The entry of a JSON object for a puzzle's name, if it has one."""
    return {"name": puzzle.name} if puzzle.name else {}


def _solution_in(path: str, puzzle: Any, formulation: str | None) -> tuple[Any, Any]:
    """The model whose variables a solution file speaks of, and the solution in it."""
    from pencilp import api
    from pencilp.model.program import linearise
    from pencilp.solvers import solution_files

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


def _run(options: argparse.Namespace) -> int:
    from pencilp.solvers import mathprog

    with _alive(options):
        text, code = mathprog.run(
            options.model, options.data, solver=options.solver, time_limit=options.time_limit, threads=options.threads
        )
    sys.stdout.write(text)
    return code


def _convert(options: argparse.Namespace) -> int:
    from pencilp import api
    from pencilp.formats.writing import written

    puzzles = api.load_all(options.puzzle, options.genre)
    if options.output in ("text", "url", "pzpr"):
        for puzzle in puzzles:
            print(written(puzzle, puzzle.answer, options.output).rstrip("\n"))
    elif options.output == "svg":
        from pencilp.draw.svg import to_svg

        puzzle = _only(puzzles, options.puzzle)
        print(to_svg(puzzle, puzzle.answer))
    else:
        _check_target(options.output, _PUZZLE_KINDS)
        _save(options.output, [(puzzle, puzzle.answer) for puzzle in puzzles], options.puzzle)
    return SOLVED


def _bench(options: argparse.Namespace) -> int:
    from pencilp import benching

    records: list[dict[str, Any]] = []
    code = SOLVED
    with _alive(options) as progress:
        tasks = benching.tasks_of(options.files, options.genre, options.limit)
        total = sum(task.last - task.start for task in tasks)
        runs = benching.run(
            tasks, jobs=options.jobs, solver=options.solver, time_limit=options.time_limit, threads=options.threads
        )
        try:
            for record in runs:
                records.append(record)
                progress.label = f"{len(records)} of {total} puzzles"
        except KeyboardInterrupt:
            # hours of work are not thrown away: what is done is reported
            code = LIMIT
        finally:
            runs.close()
    if code == LIMIT:
        _complain(f"stopped after {len(records)} of {total} puzzles")
    result = benching.report(records)
    if options.format == "json":
        _print_json({"genres": result, **({"each": records} if options.each else {})})
    else:
        print(benching.table(result))
        for record in records:
            if record["status"] == "failed":
                print(f"{record['genre']} {record['id']}: {record['error']}")
    return code


def _genres(options: argparse.Namespace) -> int:
    from pencilp import genres

    if options.genre:
        known = [genres.find(options.genre)]
    else:
        known = [genres.load(name) for name in genres.names()]
    if options.format == "json":
        _print_json([_described(g) for g in known], indent=1)
    elif options.genre:
        print(_described_text(known[0]))
    else:
        width = max(len(g.name) for g in known)
        for g in known:
            print(f"{g.name:<{width}}  {g.title} {g.title_ja}".rstrip())
    return SOLVED


def _described(genre: Any) -> dict[str, Any]:
    import inspect

    layers = {
        kind: [{"name": x.name, "on": x.on, "optional": x.optional, "text": x.text} for x in group.values()]
        for kind, group in (("inputs", genre.inputs), ("answers", genre.answers))
    }
    return {
        "name": genre.name, "title": genre.title, "title_ja": genre.title_ja, "aliases": list(genre.aliases),
        "shapes": list(genre.shapes), "rules": inspect.getdoc(genre), **layers,
    }  # fmt: skip


def _described_text(genre: Any) -> str:
    described = _described(genre)
    lines = [f"{genre.title} {genre.title_ja}".rstrip(), "", described["rules"], ""]
    if genre.aliases:
        lines.append(f"also called: {', '.join(genre.aliases)}")
    lines.append(f"played on {' and '.join(genre.shapes)} boards")
    for kind, label in (("inputs", "the puzzle has"), ("answers", "the answer has")):
        lines.append(f"{label}:")
        for x in described[kind]:
            lines.append(
                f"  {x['name']} (on {x['on']}{', may be left out' if x['optional'] and kind == 'inputs' else ''}): {x['text']}"
            )
    return "\n".join(lines)
