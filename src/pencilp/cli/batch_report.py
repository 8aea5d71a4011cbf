"""The report of a batch: one HTML file without scripts, with counts, plots, failures, and drawings of puzzles to mend."""

from __future__ import annotations

import base64
import heapq
import io
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from html import escape
from math import log10
from typing import Any

from pencilp import __version__, api
from pencilp.batches.tasks import DUPLICATE, result_of
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.cli.batch_summary import reason_in
from pencilp.cli.output import duration_text
from pencilp.draw.drawn import Marked
from pencilp.errors import InputError, SolverError, counted, install

MAX_DRAWN, MAX_SLOWEST, MAX_REASONS, MAX_GENRES = 50, 20, 20, 40
"""The greatest number of puzzles that are drawn, of slow puzzles, of reasons, and of genres in the plot."""
MAX_KINDS = 1000
"""Different reasons that are counted; later ones are counted together."""
MAX_UNFOLDED = 20
"""The genres of a table that is not folded up."""
SOLVING_SECONDS = 5.0
"""The time to find two answers of a puzzle that is drawn."""
STEPS = 20
"""Steps of a histogram of times for each power of ten."""
OTHER_REASONS = "other reasons"
NOT_UNIQUE = ("multiple", "none")
"""The statuses of puzzles that are drawn."""
WORDS = {
    "unique": "one answer", "multiple": "several answers", "none": "no answer", "right": "right", "wrong": "wrong",
    "unknown": "limit reached", "failed": "failed", DUPLICATE: "duplicate",
}  # fmt: skip
STYLE = """
body { font: 16px/1.45 system-ui, sans-serif; color: #222; max-width: 68rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 0.7rem 0 1.5rem; }
th, td { padding: 0.2rem 0.7rem; border-bottom: 1px solid #ddd; text-align: right; white-space: nowrap; }
th:first-child, td:first-child, .texts td { text-align: left; white-space: normal; }
img { max-width: 100%; } figure { margin: 1.2rem 0 2rem; } figcaption { margin-bottom: 0.4rem; }
figure.boards img { width: 46%; max-width: 26rem; margin-right: 2%; vertical-align: top; }
code { overflow-wrap: anywhere; }
"""


def import_figure() -> Any:
    """Return matplotlib's class of figures. Raise InputError if matplotlib is not installed."""
    try:
        from matplotlib.figure import Figure  # an extra
    except ImportError:
        raise InputError(f"a report needs matplotlib: {install('report')}", "--report") from None
    return Figure


class Report:
    """A report of records. Its memory does not grow with their number."""

    def __init__(self) -> None:
        self._figure = import_figure()
        self._counts: dict[str, Counter[str]] = defaultdict(Counter)
        """The number of puzzles by genre and result."""
        self._times: dict[str, Counter[int]] = defaultdict(Counter)
        """The number of puzzles by genre and time, in steps."""
        self._sums: Counter[str] = Counter()
        self._longest: dict[str, float] = defaultdict(float)
        """The milliseconds by genre: their sum, and the greatest of a puzzle."""
        self._sizes: dict[bool, Counter[tuple[int, int]]] = {False: Counter(), True: Counter()}
        """The number of puzzles by size and time, both in halves of steps, without and with a limit reached."""
        self._slowest: list[tuple[float, int, dict[str, Any]]] = []
        self._reasons: Counter[str] = Counter()
        self._drawn: list[dict[str, Any]] = []
        self._settings: dict[str, None] = {}

    @property
    def puzzles(self) -> int:
        """The number of records."""
        return sum(sum(counts.values()) for counts in self._counts.values())

    def add(self, record: dict[str, Any]) -> None:
        """Count one more record."""
        result, genre = result_of(record), record["genre"] or "?"
        self._counts[genre][result] += 1
        self._settings[record["settings"]] = None
        ms = record["ms"].get("total")
        if ms:
            self._times[genre][_step(ms)] += 1
            self._sums[genre] += ms
            self._longest[genre] = max(ms, self._longest[genre])
            if record["rows"]:
                cells = record["rows"] * record["cols"]
                self._sizes[result == "unknown"][round(STEPS * log10(cells) / 2), _step(ms) // 2] += 1
            kept = {name: record[name] for name in ("id", "genre", "rows", "cols", "file", "line")}
            heapq.heappush(self._slowest, (ms, -self.puzzles, {**kept, "result": result}))
            if len(self._slowest) > MAX_SLOWEST:
                heapq.heappop(self._slowest)
        if result == "failed":
            reason = reason_in(record)
            self._reasons[reason if reason in self._reasons or len(self._reasons) < MAX_KINDS else OTHER_REASONS] += 1
        if record["status"] in NOT_UNIQUE and len(self._drawn) < MAX_DRAWN:
            self._drawn.append(record)

    def html(self) -> str:
        """Return the report. It solves the puzzles that it draws again, to show two answers."""
        title = counted(self.puzzles, "puzzle").replace(str(self.puzzles), f"{self.puzzles:,}")
        parts = [
            f"<h1>{title}</h1>",
            f"<p>{escape('; '.join([*self._settings][:MAX_REASONS]))}; pencilp {__version__}</p>",
            *self._summary(), *self._plots(), *self._boards(), *self._failures(), *self._slow(), *self._by_kind(),
        ]  # fmt: skip
        head = f'<meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
        return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n' + "\n".join(parts) + "\n</body></html>\n"

    def _summary(self) -> list[str]:
        return [self._table([("all", sum(self._counts.values(), Counter()))])]

    def _by_kind(self) -> list[str]:
        """Return the table of all genres, folded up if it is long."""
        listed = sorted(self._counts.items(), key=lambda each: (-sum(each[1].values()), each[0]))
        unfolded = " open" * (len(listed) <= MAX_UNFOLDED)
        return [
            f"<h2>Genres</h2><details{unfolded}><summary>all {len(listed)}</summary>{self._table(listed)}</details>"
        ]

    def _table(self, rows: list[tuple[str, Counter[str]]]) -> str:
        results = [r for r in WORDS if any(counts[r] for counts in self._counts.values())]
        head = ["genre", "puzzles", *(WORDS[r] for r in results), "median", "95 %", "longest", "all time"]
        each = [
            [genre, sum(counts.values()), *(counts[r] or "" for r in results), *self._typical(genre)]
            for genre, counts in rows
        ]
        return _table(head, each)

    def _typical(self, genre: str) -> list[str]:
        """Return the times of a genre, or of "all", in words."""
        whole = genre == "all"
        times = sum(self._times.values(), Counter()) if whole else self._times[genre]
        if not times:
            return [""] * 4
        longest = max(self._longest.values()) if whole else self._longest[genre]
        spent = sum(self._sums.values()) if whole else self._sums[genre]
        low, high = (min(_quantile(times, part), longest) for part in (0.5, 0.95))
        return [*map(_time, (low, high, longest, spent))]

    # -- plots --------------------------------------------------------------------------------------------------------

    def _plots(self) -> list[str]:
        if not self._sums:
            return []
        return [
            "<h2>Time</h2>",
            self._plot(self._by_size, (8, 4.5)),
            self._plot(self._by_genre, (8, 1.4 + 0.26 * self._bars())),
        ]

    def _bars(self) -> int:
        return min(len(self._sums), MAX_GENRES)

    def _plot(self, draw: Callable[[Any], None], size: tuple[float, float]) -> str:
        from matplotlib import rc_context

        with rc_context({"svg.fonttype": "none", "svg.hashsalt": "pencilp", "font.size": 9}):
            figure = self._figure(figsize=size, layout="constrained")
            draw(figure.subplots())
            content = io.BytesIO()
            figure.savefig(content, format="svg", metadata={"Date": None})
        return f"<figure>{_image(content.getvalue(), 'a plot of times')}</figure>"

    def _by_size(self, axes: Any) -> None:
        """Draw a circle for each size and time; the more puzzles, the larger."""
        for limited, label, colour in (
            (False, "done (larger: more puzzles)", "#2a6fbb"),
            (True, "limit reached", "#c8501e"),
        ):
            if bins := self._sizes[limited]:
                sizes, times = zip(*((10 ** (2 * a / STEPS), _ms(2 * b)) for a, b in bins), strict=True)
                area = [10 * number**0.5 for number in bins.values()]
                axes.scatter(sizes, times, area, alpha=0.6, label=label, color=colour, linewidths=0)
        axes.set(
            xscale="log",
            yscale="log",
            xlabel="cells of the board",
            ylabel="ms",
            title="Time by size",
        )
        axes.legend(loc="upper left", markerscale=0.7, frameon=False)
        axes.grid(alpha=0.25)

    def _by_genre(self, axes: Any) -> None:
        """Draw a bar from the median to the 95th percentile for each genre, and a dot for the longest."""
        genres = [genre for genre, _ in self._sums.most_common(MAX_GENRES)][::-1]
        for y, genre in enumerate(genres):
            low, high = (min(_quantile(self._times[genre], part), self._longest[genre]) for part in (0.5, 0.95))
            axes.plot([low, high], [y, y], color="#2a6fbb", linewidth=6, solid_capstyle="butt", alpha=0.7)
            axes.plot([low], [y], "|", color="#123", markersize=8)
            axes.plot([self._longest[genre]], [y], "o", color="#c8501e", markersize=3)
        more = len(self._sums) - len(genres)
        others = f"; {more} others took less time" if more else ""
        axes.set(xscale="log", xlabel="ms", ylim=(-1, len(genres)))
        axes.set_title(f"Time by genre: median to 95 %, and the longest{others}")
        axes.set_yticks(range(len(genres)), genres)
        axes.grid(alpha=0.25, axis="x")

    # -- lists and drawings -------------------------------------------------------------------------------------------

    def _slow(self) -> list[str]:
        rows = [
            [
                _name(r),
                r["genre"] or "?",
                f"{r['rows']}x{r['cols']}" if r["rows"] else "",
                WORDS[r["result"]],
                _time(ms),
            ]
            for ms, _, r in sorted(self._slowest, key=lambda each: each[:2], reverse=True)
        ]
        return (
            ["<h2>Slowest</h2>", _table(["puzzle", "genre", "size", "result", "time"], rows, "texts")] if rows else []
        )

    def _failures(self) -> list[str]:
        if not self._reasons:
            return []
        listed = self._reasons.most_common(MAX_REASONS)
        parts = ["<h2>Failed</h2>", _table(["reason", "puzzles"], [list(each) for each in listed], "texts")]
        if more := sum(self._reasons.values()) - sum(number for _, number in listed):
            parts.append(f"<p>{counted(more, 'puzzle')} failed for other reasons.</p>")
        return parts

    def _boards(self) -> list[str]:
        if not self._drawn:
            return []
        more = sum(counts[result] for counts in self._counts.values() for result in NOT_UNIQUE) - len(self._drawn)
        last = [
            f"<p>{counted(more, 'more puzzle')} without exactly one answer {'is' if more == 1 else 'are'} not drawn.</p>"
        ]
        return ["<h2>Not unique</h2>", *map(_figure, self._drawn), *last * (more > 0)]


def _step(ms: float) -> int:
    return round(STEPS * log10(max(ms, 0.001)))


def _ms(step: float) -> float:
    return float(10 ** (step / STEPS))


def _quantile(times: Mapping[int, int], part: float) -> float:
    """Return the milliseconds below which a part of the puzzles lies; the histogram rounds them by at most 6 %."""
    rank, seen = part * sum(times.values()), 0
    for step in sorted(times):
        seen += times[step]
        if seen >= rank:
            return _ms(step)
    raise ValueError("there are no times")


def _time(ms: float) -> str:
    return duration_text(ms / 1000)


def _name(record: Mapping[str, Any]) -> str:
    place = f"{record['file']}:{record['line']}" if record["line"] else str(record["file"])
    return str(record["id"]) if str(record["id"]).startswith(str(record["file"])) else f"{record['id']} ({place})"


def _table(head: Iterable[str], rows: Iterable[list[Any]], style: str = "") -> str:
    lines = [f"<tr>{''.join(f'<th>{escape(name)}</th>' for name in head)}</tr>"]
    for row in rows:
        cells = "".join(f"<td>{escape(f'{each:,}' if isinstance(each, int) else str(each))}</td>" for each in row)
        lines.append(f"<tr>{cells}</tr>")
    return f"<table class='{style}'>{''.join(lines)}</table>"


def _image(svg: bytes, text: str) -> str:
    """Return an image with its content: names inside one drawing cannot meet those of another."""
    return f'<img alt="{escape(text)}" src="data:image/svg+xml;base64,{base64.b64encode(svg).decode()}">'


def _figure(record: dict[str, Any]) -> str:
    """Return the drawing of a puzzle that is not unique, with two answers, if they are found."""
    from pencilp.draw.svg import to_svg  # only for pictures

    caption = f"<b>{escape(_name(record))}</b>, {escape(record['genre'])}: {WORDS[record['status']]}"
    try:
        puzzle, answers = _two_answers(record)
    except (InputError, SolverError) as error:
        return f"<figure><figcaption>{caption}. It cannot be drawn: {escape(str(error))}</figcaption></figure>"
    marked: list[Marked] = []
    if len(answers) > 1:
        marked = differing(*answers)
        caption += (
            f"; the two differ at {counted(len(marked), 'place')}, which {'is' if len(marked) == 1 else 'are'} marked"
        )
    elif record["status"] == "multiple":
        caption += f"; a second one was not found again within {SOLVING_SECONDS:g} seconds"
    if record["link"]:
        caption += f'<br><a href="{escape(record["link"])}">{escape(record["link"])}</a>'
    shown = [to_svg(puzzle, answer, marked=marked) for answer in answers] or [to_svg(puzzle)]
    images = "".join(_image(svg.encode(errors="replace"), _name(record)) for svg in shown)
    return f'<figure class="boards"><figcaption>{caption}</figcaption>{images}</figure>'


def _two_answers(record: Mapping[str, Any]) -> tuple[Puzzle, list[Answer]]:
    """Return the puzzle of a record and at most two of its answers. Raise InputError if no format holds the puzzle."""
    said = record["text"] or record["link"]
    if not said:
        raise InputError("no format holds this puzzle")
    puzzle = api.load(said)
    if record["status"] == "none":
        return puzzle, []
    return puzzle, [*api.solve(puzzle, count=2, time_limit=SOLVING_SECONDS).answers]


def differing(one: Answer, other: Answer) -> list[Marked]:
    """Return the places at which two answers to a puzzle differ."""
    found: list[Marked] = []
    for key, layer in one.puzzle.genre.answers.items():
        for place, (a, b) in enumerate(zip(one[key], other[key], strict=True)):
            if a != b:
                found.append(place if layer.on == "cells" else (layer.on, place))
    return list(dict.fromkeys(found))
