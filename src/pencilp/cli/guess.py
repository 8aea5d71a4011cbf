"""``pencilp guess``: the best next guess of a game with a hidden code."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from pencilp import api
from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.analysis import guess as guessing
from pencilp.cli import options as shared
from pencilp.cli import watchdog
from pencilp.cli.files import single_puzzle
from pencilp.cli.output import LIMIT, NOT_SOLVED, SOLVED, ProgressLine, name_entry, print_text, to_json, warn

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
    shared.words_or_data(parser)
    parser.add_argument(
        "--time-limit",
        type=shared.seconds,
        metavar="SECONDS",
        help="stop after this time, and print the best guess found by then",
    )
    shared.memory(parser)


def run(options: argparse.Namespace) -> int:
    """Search and print the best guess, even if the search is stopped."""
    clock = TimeLimit(watchdog.set_deadline(options.time_limit, anew=False))
    try:
        puzzle = clock.run(lambda: single_puzzle(api.load_all(options.puzzle, options.genre), options.puzzle))
    except TimeLimitReached:
        warn("stopped: the time limit was reached before the puzzle was read")
        return LIMIT
    search = guessing.Search(puzzle, options.by)
    stopped: BaseException | None = None
    with ProgressLine(options, "pencilp is counting"):
        try:
            search.run(clock.left())
        except (KeyboardInterrupt, MemoryError) as error:
            stopped = error
            watchdog.begin_report()
    watchdog.set_deadline(None)
    result = search.result()
    if options.format == "json":
        print_text(to_json(_record(puzzle, result)))
    else:
        why = "stopped by the limit" if stopped is None else "stopped"
        print_text("\n".join(_lines(result, options.table, why)))
    if stopped is not None:
        raise stopped
    if not result.complete:
        return LIMIT
    return SOLVED if result.best is not None else NOT_SOLVED


def _record(puzzle: Any, result: Guess) -> dict[str, Any]:
    """Return the JSON record of a guess."""
    best = result.best
    guess: dict[str, Any] = {"guess": None}
    if best is not None:
        guess = {"guess": best.symbols, "may_be_the_code": best.may_be, "worst": best.worst, "average": best.average}
        scores = [dict(zip(result.words, score, strict=True)) for score in best.replies]
        guess["scores"] = [{**score, "left": n} for score, n in zip(scores, best.replies.values(), strict=True)]
    keys = ("codes", "counted", "possible", "sampled", "complete")
    return {
        "genre": puzzle.genre.name, **name_entry(puzzle), "by": result.by, "left": result.left, "exact": result.exact, **guess,
        **{key: getattr(result, key) for key in keys}, "seconds": round(result.seconds, 6),
    }  # fmt: skip


def _lines(result: Guess, table: bool, stopped: str) -> list[str]:
    """Return the lines to print; ``stopped`` are the words for a search that was stopped."""
    best = result.best
    if best is None:
        if result.complete:
            return ["no code is left that has these scores"]
        return [f"{stopped} before a guess was counted"]
    left = "one code is left" if result.left == 1 else f"{result.left} codes are left"
    guess = "guess " + " ".join(map(str, best.symbols))
    if not result.exact:
        left = f"more than {left}"
    elif result.left == 1:
        return [left, f"{guess}: it is the code"]
    worst, average = f"{best.worst}", f"{best.average:.2f}"
    if result.codes < result.left or not result.exact:
        worst, average = (f"{share / result.codes:.1%} of them" for share in (best.worst, best.average))
    may_be = "may be" if best.may_be else "cannot be"
    lines = [left, f"{guess}: {worst} left in the worst case, {average} on average; it {may_be} the code"]
    return [*lines, *(_table(result) if table else ()), _how(result, stopped)]


def _table(result: Guess) -> list[str]:
    """Return a line for each score, with the number of codes that it would leave."""
    assert result.best is not None
    heads = [*result.words, "left" if result.codes == result.left else f"left of {result.codes}"]
    rows = [[str(n) for n in (*score, count)] for score, count in result.best.replies.items()]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    return ["  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)) for row in [heads, *rows]]


def _how(result: Guess, stopped: str) -> str:
    """Return the line about the search: guesses counted, seconds, and whether there may be a better one."""
    seconds = f"{result.seconds:.1f} s"
    many = "all" if result.counted == result.possible else f"{result.counted} of {result.possible}"
    guesses = "guesses without a symbol twice" if result.different else "guesses"
    better = "there may be a better one"
    if not result.complete:
        return f"{stopped} after {result.counted} of {result.possible} {guesses} ({seconds}): {better}"
    against = f", against {result.codes} of the codes" if result.codes < result.left or not result.exact else ""
    if result.sampled:
        against = ", first against some of the codes"
    if not against and result.counted == result.possible:
        better = ""
    return f"{many} {guesses} were counted{against} ({seconds})" + (f": {better}" if better else "")
