"""``pencilp guess``: the next best guess of a game in which a hidden code is guessed."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.cli import options as shared
from pencilp.cli import watch
from pencilp.cli.files import only
from pencilp.cli.output import LIMIT, NOT_SOLVED, SOLVED, Alive, complain, json_of, named, put

if TYPE_CHECKING:
    from pencilp.analysis.guess import Guess


TAKES = "PUZZLE"
EXAMPLES = (
    ("pencilp example mastermind-colours -o game.txt", "a game to try it with: guesses and their scores"),
    ("pencilp guess game.txt", "what to guess next"),
    ("pencilp guess game.txt --table", "and how many codes each score would leave"),
    ("pencilp guess game.txt --by average --format json", "the best on average, for programs"),
)
EXITS = {
    SOLVED: "a guess was found",
    NOT_SOLVED: "no code has all these scores",
    LIMIT: "stopped by a limit or by Ctrl-C; the best guess so far was printed",
}


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    parser.add_argument(
        "puzzle",
        metavar="PUZZLE",
        help="a file with the guesses so far and their scores, or - for what is piped in; the first guess needs only the "
        "size and the symbols",
    )
    shared.genre(parser)
    parser.add_argument(
        "--by",
        choices=("worst", "average"),
        default="worst",
        help="the best guess is the one that leaves the fewest codes in the worst case (default), or on average",
    )
    parser.add_argument("--table", action="store_true", help="also print how many codes each score would leave")
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="print words (text, default) or data (json)"
    )
    parser.add_argument(
        "--time-limit",
        type=shared.seconds,
        metavar="SECONDS",
        help="stop after this time, and print the best guess found by then",
    )
    shared.memory(parser)


def run(options: argparse.Namespace) -> int:
    """Search and print; what stops the search, the best guess so far is printed."""
    from pencilp import api
    from pencilp.analysis import guess as guessing

    clock = TimeLimit(watch.until(options.time_limit, anew=False))
    try:
        puzzle = clock.run(lambda: only(api.load_all(options.puzzle, options.genre), options.puzzle))
    except TimeLimitReached:
        complain("stopped: the time limit was reached before the puzzle was read")
        return LIMIT
    search = guessing.Search(puzzle, options.by)
    stopped: BaseException | None = None
    with Alive(options, "pencilp is counting"):
        try:
            search.run(clock.left())
        except (KeyboardInterrupt, MemoryError) as error:
            stopped = error
            watch.telling()
    watch.until(None)
    found = search.result()
    if options.format == "json":
        put(json_of(_record(puzzle, found)))
    else:
        why = "stopped by the limit" if stopped is None else "stopped"
        put("\n".join(_lines(found, options.table, why)))
    if stopped is not None:
        raise stopped
    if not found.complete:
        return LIMIT
    return SOLVED if found.best is not None else NOT_SOLVED


def _record(puzzle: Any, found: Guess) -> dict[str, Any]:
    """Return what JSON says."""
    best = found.best
    told: dict[str, Any] = {"guess": None}
    if best is not None:
        told = {"guess": best.symbols, "may_be_the_code": best.may_be, "worst": best.worst, "average": best.average}
        scores = [dict(zip(found.words, score, strict=True)) for score in best.replies]
        told["scores"] = [{**score, "left": n} for score, n in zip(scores, best.replies.values(), strict=True)]
    keys = ("codes", "counted", "possible", "sampled", "complete")
    return {
        "genre": puzzle.genre.name, **named(puzzle), "by": found.by, "left": found.left, "exact": found.exact, **told,
        **{key: getattr(found, key) for key in keys}, "seconds": round(found.seconds, 6),
    }  # fmt: skip


def _lines(found: Guess, table: bool, stopped: str) -> list[str]:
    """Return what a person is told; ``stopped`` is what is said of a search that did not come to its end."""
    best = found.best
    if best is None:
        if found.complete:
            return ["no code is left that has these scores"]
        return [f"{stopped} before a guess was counted"]
    left = "one code is left" if found.left == 1 else f"{found.left} codes are left"
    guess = "guess " + " ".join(map(str, best.symbols))
    if not found.exact:
        left = f"more than {left}"
    elif found.left == 1:
        return [left, f"{guess}: it is the code"]
    worst, average = f"{best.worst}", f"{best.average:.2f}"
    if found.codes < found.left or not found.exact:
        worst, average = (f"{share / found.codes:.1%} of them" for share in (best.worst, best.average))
    may_be = "may be" if best.may_be else "cannot be"
    lines = [left, f"{guess}: {worst} left in the worst case, {average} on average; it {may_be} the code"]
    return [*lines, *(_table(found) if table else ()), _how(found, stopped)]


def _table(found: Guess) -> list[str]:
    """Return how many codes each score would leave, a line for each."""
    assert found.best is not None
    heads = [*found.words, "left" if found.codes == found.left else f"left of {found.codes}"]
    rows = [[str(n) for n in (*score, count)] for score, count in found.best.replies.items()]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    return ["  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)) for row in [heads, *rows]]


def _how(found: Guess, stopped: str) -> str:
    """How it was found."""
    seconds = f"{found.seconds:.1f} s"
    many = "all" if found.counted == found.possible else f"{found.counted} of {found.possible}"
    guesses = "guesses without a symbol twice" if found.different else "guesses"
    better = "there may be a better one"
    if not found.complete:
        return f"{stopped} after {found.counted} of {found.possible} {guesses} ({seconds}): {better}"
    against = f", against {found.codes} of the codes" if found.codes < found.left or not found.exact else ""
    if found.sampled:
        against = ", first against some of the codes"
    if not against and found.counted == found.possible:
        better = ""
    return f"{many} {guesses} were counted{against} ({seconds})" + (f": {better}" if better else "")
