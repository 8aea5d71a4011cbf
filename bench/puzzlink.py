"""Holds links, pzpr texts and answers against puzz.link's own code: python bench/puzzlink.py [GENRE...] [--bodies N]

Needs node and ../shared/puzzlink (``--shared DIR``), which is no part of the project. For every genre that has links, and
for puzzles of the examples, the corpus, the boards in pzpr text and the listed links:

* puzz.link opens the link and the text that pencilp writes, and writes both back the same;
* the answer is laid onto puzz.link's own reading of the link, and is right there;
* answers with one value changed are judged there as ``pencilp check`` judges them;
* so are the near misses of the tests (tests/near_misses), wrong answers and right ones. A clue ``?`` is left out for this if
  that changes no verdict of ours, as puzz.link takes it for a number in some genres.

``--bodies N`` cuts, extends and changes N link bodies of each genre: pencilp refuses them, says a line, or reads what
puzz.link reads. ``--marks N`` changes a sign in N solved pzpr texts of each genre, as a person might have drawn it: what
pencilp takes for right is right there. The table has the figures; what differs goes to standard error.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import measuring

from pencilp import api, genres
from pencilp.board.layers import UNKNOWN
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.encodings import Flag, RoomNumber16
from pencilp.errors import InputError, PencilpError
from pencilp.formats import dataset, examples
from pencilp.formats.codecs import link_id, parts
from pencilp.formats.links import read_link, write_link
from pencilp.formats.pzpr import read_pzpr, write_pzpr
from pencilp.formats.remarks import AROUND_LINK, remarks
from pencilp.genres import Genre

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from tests import near_misses  # noqa: E402
from tests import proof as proofs  # noqa: E402

SHARED = HERE.parent.parent / "shared"
SECONDS_TO_SOLVE = 10.0
MAX_CELLS = 400
"""Larger boards are opened, but their changed answers are not judged."""

REFUSED_THERE_ALONE = {
    "brNoShade": "no cell is shaded, and the rules ask for none",
    "icebarn lnBranch": "the line goes on over the outline at IN and OUT without being drawn there",
    "sukoro nmNumberNe": "a mark + counts there as a number that is not known yet",
    "slashpack bkOverNum": "no number stands on the board, and so in no region",
    "brNoTriangle": "no triangle is drawn, and the rules ask for none",
    "brNoLine": "no line is drawn, and the rules ask for none",
}
"""Per code of puzz.link, maybe with a genre before it, why pencilp takes an answer that is refused there."""
ON_A_CLUE = "puzz.link's page lets nobody fill the cell of a clue, so its check does not look there"
STRAY = "puzz.link's page lets nobody draw such a line, so its check does not look for one"
CANNOT_STAND = " cannot stand here"
"""The end of a rule that is broken by a number or letter that is too great. Nobody can enter it there, so that puzz.link's check
does not look for one."""
AT_THE_RIM = "puzz.link's check does not look at an arrow that points off the board"
UNFINISHED = "puzz.link takes an answer with blank cells whose numbers follow from the borders"
MAGNETS = "puzz.link takes one pole in a room of one cell, and two equal poles for a magnet of the variant"
REFUSED_HERE_ALONE = {
    "a number lies in the cave": ON_A_CLUE,
    "a clue's cell is not shaded": ON_A_CLUE,
    "a number is not shaded": ON_A_CLUE,
    "a circle is not shaded": ON_A_CLUE,
    "there is no mine under a clue": ON_A_CLUE,
    "nothing is shaded in a black cell": ON_A_CLUE,
    "a goal holds no arrow": ON_A_CLUE,
    "there is no bar in a black cell": ON_A_CLUE,
    "1 cannot stand here": ON_A_CLUE,
    "a letter is not shaded": ON_A_CLUE,
    "a number stays unshaded": ON_A_CLUE,
    "a cell with numbers is not shaded": ON_A_CLUE,
    "no snake lies on an arrow": ON_A_CLUE,
    "no arrow passes a number": ON_A_CLUE,
    "the loop crosses no wall": STRAY,
    "the loop keeps out of the cells with a clue": STRAY,
    "the loop keeps out of shaded cells": STRAY,
    "the loop passes no cell with numbers": STRAY,
    "the loop goes straight across a gate": STRAY,
    "an arrow is an end and points to the corner": AT_THE_RIM,
    "a number counts the numbers of its room": "puzz.link does not count a number under a clue ?",
    "a bridge goes straight on to the next island": STRAY,
    "a line goes straight on to the next circle": STRAY,
    "one line ends at every circle": STRAY,
    "a line neither branches nor ends outside the circles": STRAY,
    "a bed has two halves side by side, one with its pillow": "puzz.link's page lets nobody turn half of a bed",
    "every cell must be filled": UNFINISHED,
    "a cell of the snake touches one or two others": "puzz.link takes a single number for a snake",
    "a magnet has both poles, side by side": MAGNETS,
    "a room holds one magnet at most": MAGNETS,
    "the loop is one single loop": "puzz.link takes a board without a loop in some genres",
}
"""Per rule why puzz.link takes an answer that breaks it, and maybe others because of that."""


def unknown(puzzle: Puzzle) -> bool:
    """Whether a puzzle has a clue that is not known."""
    return UNKNOWN in values_of(puzzle)


def zero(puzzle: Puzzle) -> bool:
    """Whether a puzzle has a number 0."""
    return any(value == 0 and type(value) is int for value in values_of(puzzle))


def unknown_or_zero(puzzle: Puzzle) -> bool:
    """Whether a puzzle has a clue that is not known, or a number 0."""
    return unknown(puzzle) or zero(puzzle)


def gap(puzzle: Puzzle) -> bool:
    """Whether a number from 1 to the greatest of a puzzle is missing."""
    numbers = {value for value in values_of(puzzle) if type(value) is int}
    return numbers != {*range(1, max(numbers, default=0) + 1)}


def values_of(puzzle: Puzzle) -> list[Any]:
    """The values of the clues of a puzzle, and their parts."""
    values = [v for key, layer in puzzle.genre.inputs.items() for _, v in layer.place.items(puzzle[key])]
    return [part for value in values for part in (value if isinstance(value, tuple) else (value,))]


DIFFERENT_IF: dict[str, tuple[Callable[[Puzzle], bool], str]] = {
    "nonogram exNoMatch": (unknown_or_zero, "no line fits a clue ? or 0 there"),
    "coral exNoMatch": (unknown_or_zero, "no line fits a clue ? or 0 there"),
    "japanesesums nmSumOrderRowNe": (zero, "no row fits a clue 0 there"),
    "simplegako nmCountLt": (unknown, "puzz.link does not count a number under a clue ?"),
    "yajisoko anNoArrow": (unknown, "a number ? with an arrow says nothing here"),
    "tasquare nmNoSideShade": (zero, "a 0 touches no square, and so no shaded cell"),
    "slashpack bkMissingNum": (gap, "puzz.link wants all numbers from 1 on, not only those of the board"),
    "slashpack a region holds as many numbers as there are different ones": (zero, "puzz.link leaves a 0 aside"),
    "country the loop passes as many cells of a country as its number says": (zero, "puzz.link leaves a 0 aside"),
}
"""Per genre and code, or genre and rule, on which puzzles the verdicts may differ, and why."""
SAME_AGAIN = {
    "curvedata": "its drawings are numbered in another order",
    "geradeweg": "0 is an old sign for a circle without a number",
    "kakuro": "both - and 0 are no sum",
}
"""Genres whose links say the same in several ways, which puzz.link keeps apart: there links are compared as puzzles."""


class PuzzLink:
    """puzz.link's code in a process of node, asked line by line."""

    def __init__(self, shared: Path = SHARED) -> None:
        code = shared / "puzzlink" / "pzpr.js"
        node = shutil.which("node")
        if node is None or not code.is_file():
            raise FileNotFoundError("node is not installed" if node is None else f"{code} is not there")
        command = [node, str(HERE / "puzzlink.js"), str(code)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def __enter__(self) -> PuzzLink:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def ask(self, **request: Any) -> dict[str, Any]:
        """The reply to a request: see puzzlink.js."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        reply: dict[str, Any] = json.loads(self._process.stdout.readline())
        return reply

    def open(self, text: str) -> dict[str, Any]:
        """How a link or a pzpr text is written back."""
        return self.ask(open=text)

    def judge(self, link: str, answer: str) -> dict[str, Any]:
        """Whether the answer of a pzpr text is right for the puzzle of a link."""
        return self.ask(link=link, answer=answer)

    def right_fillings(self, link: str, group: str, key: str, values: Sequence[int]) -> set[tuple[int, ...]]:
        """All right fillings of a small board: each place of the ``group`` has one of the ``values`` of the ``key``."""
        reply = self.ask(link=link, group=group, key=key, values=[*values])
        if "error" in reply:
            raise ValueError(f"puzz.link's code cannot fill {link}: {reply['error']}")
        return {tuple(filling) for filling in reply["right"]}


class Sample(NamedTuple):
    """A puzzle with its answer, if there is one, and the link that it was read from, if it was."""

    label: str
    puzzle: Puzzle
    answer: Answer | None
    link: str = ""


# -- samples ----------------------------------------------------------------------------------------------------------


def samples(genre: type[Genre], shared: Path, count: int, *, solved: bool = True) -> Iterator[Sample]:
    """Yield the examples of a genre, ``count`` puzzles of its corpus file, its boards in pzpr text and its links.

    The links have no answers unless they are ``solved``.
    """
    for name in examples.names_of(genre):
        puzzle = examples.example(name)
        if puzzle.lattice.shape == "square":
            yield Sample(f"example {name}", puzzle, puzzle.answer)
    if empty := empty_board(genre):
        yield Sample("an empty board", empty, empty.answer)
    if path := corpus(shared).get(genre.name):
        lines = path.read_text(encoding="utf-8").splitlines()
        chosen = lines[:: max(1, len(lines) // count)][:count] if count else []
        for record in dataset.read_jsonl("\n".join(chosen), genre):
            if record.puzzle is not None:
                yield Sample(f"corpus {record.name}", record.puzzle, record.puzzle.answer)
    for i, board in enumerate(boards(shared).get(link_id(genre), {}).get("boards", [])):
        try:
            puzzle = read_pzpr(board["board"])
        except InputError:
            continue  # tests/test_formats_reference.py lists these
        yield Sample(f"board {i + 1}", puzzle, puzzle.answer)
    for link in listed_links(genre, shared):
        if not is_read(link):
            continue  # tests/test_formats_reference.py lists these
        puzzle = read_link(link)
        outcome = api.solve(puzzle, time_limit=SECONDS_TO_SOLVE) if solved else None
        yield Sample(link, puzzle, outcome.answer if outcome and outcome.status == "unique" else None, link)


def is_read(link: str) -> bool:
    """Whether pencilp reads a link."""
    try:
        read_link(link)
    except InputError:
        return False
    return True


def empty_board(genre: type[Genre]) -> Puzzle | None:
    """A board of five rows and columns without clues and with nothing drawn; None if a genre has no such board."""
    if genre.name == "nurimaze":
        return None  # puzz.link puts a start and a goal on every board
    try:
        return read_pzpr(f"pzprv3\n{link_id(genre)}\n5\n5\n")
    except InputError:
        return None


@lru_cache
def corpus(shared: Path) -> dict[str, Path]:
    """Per genre its file of the corpus."""
    return measuring.files(shared / "corpus")


@lru_cache
def boards(shared: Path) -> dict[str, Any]:
    """Per genre of puzz.link a link and boards in pzpr text."""
    found: dict[str, Any] = json.loads((shared / "reference" / "pzpr.json").read_text(encoding="utf-8"))
    return found


@lru_cache
def _urls(shared: Path) -> list[tuple[str, str]]:
    lines = (shared / "reference" / "urls.tsv").read_text(encoding="utf-8").splitlines()
    return [(line.split("\t")[0], line.split("\t")[1]) for line in lines if line]


def listed_links(genre: type[Genre], shared: Path) -> list[str]:
    """The links of a genre in the reference data."""
    ids = {link_id(genre), genre.name, *genre.aliases}
    own = boards(shared).get(link_id(genre))
    return [url for name, url in _urls(shared) if name in ids] + (["https://puzz.link/p?" + own["url"]] if own else [])


# -- what is compared -------------------------------------------------------------------------------------------------


def query(link: str) -> str:
    """A link without its site and a slash at its end; the genre's name is left out, as there may be several."""
    return re.sub(r"^.*?\?(type=\w+&)?[^/]*/", "", link).rstrip("/")


def without_looks(found: str, genre: type[Genre]) -> str:
    """Return ``query`` without a letter that only says how the board is drawn, which texts cannot hold."""
    letters = {part.letter for part in parts(genre, "link") if isinstance(part, Flag) and not part.layer}
    flag, slash, rest = found.partition("/")
    return rest if slash and flag in letters else found


def tokens(text: str) -> list[list[str]]:
    """The tokens of a pzpr text, line by line, without the genre's name and the mark of a variant."""
    lines = [line.split() for line in text.split("\n") if line.strip() and not line.startswith("v:")]
    return lines[:1] + lines[2:]


BLANKS = {"kakuru", "numrope", "tateyoko"}
"""Genres with two signs for a blank cell in texts. puzz.link writes the one that fits the cell."""


def different(text: str, again: str, sample: Sample) -> str:
    """How a text differs from what puzz.link makes of it; nothing if it says the same, maybe in a later version of the format."""
    before, after = tokens(text), tokens(again)
    unfinished = sample.answer is None or not sample.answer.complete
    in_a_room = any(isinstance(part, RoomNumber16) for part in sample.puzzle.genre.link)
    blanks = sample.puzzle.genre.name in BLANKS
    if before != after and (before[0] != after[0] or unfinished or in_a_room or blanks):
        # a later version of the format, blanks that follow from others, a number in another cell of its room
        puzzle = read_pzpr(again)
        same = puzzle == sample.puzzle and (sample.answer is None or puzzle.answer == sample.answer)
        return "" if same else f"as {again!r}"
    pairs = [(a, b) for a, b in zip([*before, [""]], [*after, [""]], strict=False) if a != b]
    return f"{' '.join(pairs[0][0])} as {' '.join(pairs[0][1])}" if pairs else ""


def changed(sample: Sample, rng: Random) -> Answer | None:
    """The answer with one value changed; None if it has no place for another value."""
    assert sample.answer is not None
    puzzle, right = sample.puzzle, sample.answer
    values = {key: list(right[key]) for key in right.values}
    domains = {key: layer.domain(puzzle.genre(puzzle)) for key, layer in puzzle.genre.answers.items()}  # type: ignore[call-arg]
    for _ in range(20):
        key = rng.choice([key for key in values if values[key]])
        at = rng.randrange(len(values[key]))
        domain: Any = domains[key]
        low, high = domain[at] if isinstance(domain, list) else domain
        value = rng.randint(low, high)
        if value != right[key][at]:
            values[key][at] = value
            return Answer(puzzle, values)
    return None


class Report:
    """The counts of one genre, and a line for each thing that differs."""

    COLUMNS = (
        "links", "texts", "answers", "refused", "taken on purpose", "refused on purpose", "near misses", "refused near misses",
        "changed", "refused here", "refused there", "marks", "right marks", "bodies", "refused bodies", "remarked bodies",
        "differing",
    )  # fmt: skip

    def __init__(self, genre: type[Genre]) -> None:
        self.genre = genre
        self.counts: Counter[str] = Counter()
        self.remarks: list[str] = []

    def remark(self, label: str, says: str) -> None:
        """Something differs."""
        self.remarks.append(f"{self.genre.name}, {label}: {says}")

    def row(self) -> str:
        """The line of the table."""
        return f"| {self.genre.name} | {' | '.join(str(self.counts[column]) for column in self.COLUMNS)} |"


def judge(site: PuzzLink, sample: Sample, report: Report, changes: int) -> None:
    """Hold a puzzle's link, its text, its answer and ``changes`` changed answers against puzz.link."""
    link = judge_link(site, sample, report)
    text = judge_text(site, sample, report, link)
    link = sample.link or link
    if not link or not text or sample.answer is None:
        return
    judge_answer(site, sample, sample.answer, link, text, report, "answers", "refused")
    if len(sample.puzzle.lattice) > MAX_CELLS:
        return
    rng = Random(sample.label)
    for _ in range(changes):
        answer = changed(sample, rng)
        try:
            text = "" if answer is None else write_pzpr(sample.puzzle, answer)
        except InputError:
            continue
        if answer is not None and text:
            judge_answer(site, sample, answer, link, text, report, "changed", "refused there")


def judge_link(site: PuzzLink, sample: Sample, report: Report) -> str:
    """The link of a puzzle, if it has one."""
    try:
        link = write_link(sample.puzzle)
    except InputError:
        return ""
    report.counts["links"] += 1
    opened = site.open(link)
    if "error" in opened:
        report.remark(sample.label, f"puzz.link does not open {link}: {opened['error']}")
    elif query(opened["url"]) != query(link):
        report.remark(sample.label, f"{link} comes back as {opened['url']}")
    return link


def judge_text(site: PuzzLink, sample: Sample, report: Report, link: str) -> str:
    """The text of a puzzle with its answer, if it has one."""
    try:
        text = write_pzpr(sample.puzzle, sample.answer)
    except InputError:
        return ""
    report.counts["texts"] += 1
    opened = site.open(text)
    if "error" in opened:
        report.remark(sample.label, f"puzz.link does not open the text {text!r}: {opened['error']}")
        return ""
    if difference := different(text, opened["file"], sample):
        report.remark(sample.label, f"the text comes back otherwise, {difference}: {text!r}")
    # room numbers in a text part the holes from the rest: such a wall means nothing
    holes = len(sample.puzzle.lattice) < sample.puzzle.lattice.rows * sample.puzzle.lattice.cols
    if link and holes and is_read(opened["url"]) and read_link(opened["url"]) == read_link(link):
        return text
    there, here = (without_looks(query(url), report.genre) for url in (opened["url"], site.open(link).get("url", "")))
    if link and there != here:
        report.remark(sample.label, f"the text is another puzzle than the link {link}: {opened['url']}")
    return text


def judge_answer(
    site: PuzzLink, sample: Sample, answer: Answer, link: str, text: str, report: Report, column: str, refused: str
) -> None:
    """Compare what both say of an answer."""
    broken = api.check(sample.puzzle, answer)
    reply = site.judge(link, text)
    report.counts[column] += 1
    if "error" in reply and broken:
        # its check breaks off at some answers that nobody can enter there
        report.counts[refused] += 1
        report.counts["refused here"] += column == "changed"
        return
    if "error" in reply:
        report.remark(sample.label, f"no verdict on {link} with {text!r}: {reply['error']}")
        return
    report.counts[refused] += not reply["complete"]
    if column == "changed":
        report.counts["refused here"] += bool(broken)
    rules = {fault.rule for fault in broken}
    if reply["complete"] and broken and not is_refused_on_purpose(sample.puzzle, rules):
        report.remark(sample.label, f"taken there, refused here ({broken[0]}): {link} with {text!r}")
    elif reply["complete"] and broken:
        report.counts["refused on purpose"] += 1
    elif not reply["complete"] and not broken and is_taken_on_purpose(sample.puzzle, reply["code"]):
        report.counts["taken on purpose"] += 1
    elif not reply["complete"] and not broken:
        report.remark(sample.label, f"refused there ({reply['code']}), taken here: {link} with {text!r}")


def is_taken_on_purpose(puzzle: Puzzle, code: str) -> bool:
    """Whether pencilp takes answers of a puzzle that puzz.link refuses with this code."""
    whole = f"{puzzle.genre.name} {code}"
    return code in REFUSED_THERE_ALONE or whole in REFUSED_THERE_ALONE or may_differ(puzzle, code)


def is_refused_on_purpose(puzzle: Puzzle, rules: Collection[str]) -> bool:
    """Whether pencilp refuses answers of a puzzle that break these rules, and that puzz.link takes."""
    return any(rule in REFUSED_HERE_ALONE or rule.endswith(CANNOT_STAND) or may_differ(puzzle, rule) for rule in rules)


def may_differ(puzzle: Puzzle, said: str) -> bool:
    """Whether the verdicts on a puzzle may differ by a code of puzz.link or by a rule."""
    differs, _ = DIFFERENT_IF.get(f"{puzzle.genre.name} {said}", (None, ""))
    return differs is not None and differs(puzzle)


# -- near misses ------------------------------------------------------------------------------------------------------


def judge_near_misses(site: PuzzLink, report: Report, *, most: int = 10**6) -> None:
    """Compare what both say of the near misses of a genre, and of the right answers among them.

    If there are more than ``most`` puzzles, a part of them is judged: every second one, or every third ...
    """
    misses = list(near_misses.read(report.genre.name))
    for miss in misses[:: -(-len(misses) // most) or 1]:
        fillings = [*([miss.right] if miss.right else []), *(filling for _, filling in miss.wrong)]
        puzzle = without_unknown(miss.puzzle, fillings)
        try:
            link = write_link(puzzle)
        except InputError:
            continue
        for filling in fillings:
            answer = proofs.answer_of(puzzle, filling)
            try:
                text = write_pzpr(puzzle, answer)
            except InputError:
                continue
            right = filling is miss.right
            columns = ("answers", "refused") if right else ("near misses", "refused near misses")
            judge_answer(site, Sample("near misses", puzzle, answer), answer, link, text, report, *columns)


def without_unknown(puzzle: Puzzle, fillings: Sequence[Any]) -> Puzzle:
    """The puzzle without its clues ``?``, if ``check`` says the same of all these answers then."""
    other = puzzle
    for key, layer in puzzle.genre.inputs.items():
        for at, value in list(layer.place.items(puzzle[key])) if layer.on != "board" and layer.place.single else ():
            if value == UNKNOWN:
                other = near_misses.put(other, key, at[:2] if isinstance(at, tuple) else at, None) or other
    same = all(
        bool(api.check(puzzle, proofs.answer_of(puzzle, filling)))
        == bool(api.check(other, proofs.answer_of(other, filling)))
        for filling in fillings
    )
    return other if same else puzzle


# -- signs in texts -----------------------------------------------------------------------------------------------------

SIGNS = (".", "#", "+", "-", "=", "o", "0", "1", "2", "3", "-1", "4", "5", "a", "s1")
"""Signs that may stand in the text of a drawn board."""


def solved_texts(site: PuzzLink, genre: type[Genre], shared: Path) -> list[str]:
    """The boards of a genre that puzz.link takes for right, as it writes them."""
    listed = [board["board"] for board in boards(shared).get(link_id(genre), {}).get("boards", []) if board["accepted"]]
    return [site.open(text)["file"] for text in listed]


def judge_marks(site: PuzzLink, text: str, report: Report, rng: Random) -> None:
    """Change a sign of an answer in a solved text: if pencilp takes it for right, puzz.link must, too."""
    lines = [line.split() for line in text.rstrip("\n").split("\n")]
    places = [(i, j) for i, line in enumerate(lines) for j in range(len(line)) if i >= 4]
    i, j = rng.choice(places)
    lines[i][j] = rng.choice((rng.choice(SIGNS), rng.choice([sign for line in lines[4:] for sign in line])))
    drawn = "\n".join(" ".join(line) for line in lines) + "\n"
    report.counts["marks"] += 1
    try:
        puzzle = read_pzpr(drawn)
        # another clue makes another puzzle
        right = puzzle == read_pzpr(text) and not api.check(puzzle, puzzle.answer)
    except PencilpError:
        right = False
    if right:
        report.counts["right marks"] += 1
        reply = site.judge(drawn, drawn)
        if not reply.get("complete") and not is_taken_on_purpose(read_pzpr(drawn), reply.get("code", "")):
            report.remark("marks", f"right here, there {reply}: {drawn!r}")


# -- bodies of links --------------------------------------------------------------------------------------------------


CHARACTERS = "0123456789abcdefghijklmnopqrstuvwxyz.-+"
"""The characters that may stand in a body."""


def other_body(link: str, rng: Random) -> str:
    """The link with a few characters less, more, or others in its body."""
    head, body = re.fullmatch(r"(.*?\?[^/]*/(?:v:[^/]*/)?(?:[a-z]+/)?\d+/\d+/)(.*?)/?", link).groups()  # type: ignore[union-attr]
    kind = rng.randrange(3)
    if kind == 0:
        return head + body[: max(0, len(body) - rng.choice((1, 1, 1, 2, 2, 3, 4, rng.randint(1, 9))))]
    some = "".join(rng.choice(CHARACTERS) for _ in range(rng.choice((1, 1, 1, 2, 3))))
    if kind == 1:
        return head + body + some
    at = rng.randrange(len(body) + 1)
    return head + body[:at] + some + body[at + rng.choice((0, len(some))) :]


def judge_body(site: PuzzLink, link: str, report: Report) -> None:
    """Compare what both read in a link that may be damaged."""
    report.counts["bodies"] += 1
    try:
        puzzle = read_link(link)
    except InputError:
        report.counts["refused bodies"] += 1
        return
    again = write_link(puzzle)
    if remarks(puzzle):
        report.counts["remarked bodies"] += 1
        if AROUND_LINK in puzzle.notes:
            return
    there, here = site.open(link), site.open(again)
    same = report.genre.name in SAME_AGAIN and "url" in there and is_read(there["url"])
    if same and read_link(there["url"]) == puzzle:
        return
    if query(there.get("url", "")) != query(here.get("url", "")):
        report.counts["differing"] += 1
        report.remark(link, f"is {again} here and {there.get('url', there.get('error'))} there")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("genres", nargs="*", help="default: all that have links")
    parser.add_argument("--shared", type=Path, default=SHARED)
    parser.add_argument("--corpus", type=int, default=5, metavar="N", help="puzzles of each corpus file (default: 5)")
    parser.add_argument(
        "--changes", type=int, default=5, metavar="N", help="changed answers of each puzzle (default: 5)"
    )
    parser.add_argument("--only", choices=("puzzles", "misses", "marks", "bodies"), help="one part of the work")
    parser.add_argument("--marks", type=int, default=0, metavar="N", help="changed signs in texts of each genre")
    parser.add_argument("--bodies", type=int, default=0, metavar="N", help="changed link bodies of each genre")
    options = parser.parse_args()
    chosen = [genres.find(name) for name in options.genres] or [genres.load(name) for name in genres.names()]
    print(f"| genre | {' | '.join(Report.COLUMNS)} |\n|{'---|' * (1 + len(Report.COLUMNS))}")
    total: Counter[str] = Counter()
    differences = 0
    warnings.simplefilter("ignore")
    with PuzzLink(options.shared) as site:
        for genre in chosen:
            if not genre.link:
                continue
            report = judged(site, genre, options)
            print(report.row(), flush=True)
            total += report.counts
            differences += len(report.remarks)
            print(*report.remarks, sep="\n", end="\n" if report.remarks else "", file=sys.stderr, flush=True)
    print(f"| all | {' | '.join(str(total[column]) for column in Report.COLUMNS)} |")
    sys.exit(f"{differences} things differ" if differences else 0)


def judged(site: PuzzLink, genre: type[Genre], options: argparse.Namespace) -> Report:
    """Compare one genre with puzz.link."""
    report = Report(genre)
    for sample in samples(genre, options.shared, options.corpus) if options.only in (None, "puzzles") else ():
        judge(site, sample, report, options.changes)
    if options.only in (None, "misses"):
        judge_near_misses(site, report)
    rng = Random(genre.name)
    if options.marks and options.only in (None, "marks"):
        solved = solved_texts(site, genre, options.shared)
        for _ in range(options.marks if solved else 0):
            judge_marks(site, rng.choice(solved), report, rng)
    links = [link for link in listed_links(genre, options.shared) if is_read(link) and "url" in site.open(link)]
    count = options.bodies if links and options.only in (None, "bodies") else 0
    for link in {other_body(rng.choice(links), rng) for _ in range(count)}:
        judge_body(site, link, report)
    return report


if __name__ == "__main__":
    main()
