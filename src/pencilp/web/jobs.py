"""The jobs that a page can request: each is a function from the request's JSON to the answer's.

The server adds to each request the largest number of ``cells`` of a board, the ``limit`` of a search in seconds, and whether only
built-in solvers are allowed (``embedded``). A request may name a ``language`` for texts about rules, layers and places. Jobs run
in processes that are interrupted if the page is closed or the time is up, so they need no clock. An invalid request is an
InputError.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable
from typing import Any

from pencilp import api
from pencilp.analysis.common import common
from pencilp.analysis.conflict import conflict as find_conflict
from pencilp.analysis.done_clues import finished_clues
from pencilp.analysis.import_solution import answers_in
from pencilp.analysis.kept_empty import kept_empty
from pencilp.analysis.names import place_of_clue
from pencilp.analysis.phrases import said
from pencilp.analysis.rate import rate as find_rating
from pencilp.analysis.repair import repair as find_repair
from pencilp.draw.marks import differing
from pencilp.errors import InputError
from pencilp.formats import reading
from pencilp.formats.remarks import entered, remarks
from pencilp.generation.generator import generate as generated
from pencilp.genres import Genre, genre_of
from pencilp.solvers.installed import installed
from pencilp.web.drafts import Draft, is_blank, record_of, written_of
from pencilp.web.exports import export_of, kinds_of
from pencilp.web.insight import Stream, broken_of, hint_of, needless_of, outlook_of, places_of, way_of
from pencilp.web.language import catalogue_for, error_text, language_of
from pencilp.web.programs import program_of
from pencilp.web.quick import JOBS as QUICK_JOBS
from pencilp.web.quick import draft_of, word

MAX_OPENED = 500
"""Puzzles of a file that are shown."""
MAX_ANSWERS = 1000
"""Answers that are listed."""
MAX_COUNTED = 1000
"""Answers that are counted."""
SOLVERS = ("clasp", "highs", "scip", "glpk", "cbc", "cpsat")
"""The solvers that a page may request: never a command of this machine."""
EMBEDDED = ("clasp", "highs")
"""The solvers that come with pencilp."""


def live(request: dict[str, Any]) -> dict[str, Any]:
    """Return whether a board has no answer, one, or several, and the first ``answers`` found, two at most."""
    draft = draft_of(request)
    try:
        puzzle = draft.puzzle()
    except InputError as error:
        return {"status": "unfinished", "message": error_text(error, catalogue_for(request, draft.genre))}
    result = api.solve(puzzle, count=2, time_limit=seconds(request))
    if result.status == "none" and is_blank(puzzle):
        # an empty board is no mistake
        say = catalogue_for(request, draft.genre)
        return {"status": "unfinished", "message": say("nothing is given yet: as it is there is no answer")}
    answers = [written_of(puzzle, answer) for answer in result.answers]
    differing = places_of(differences(puzzle, *result.answers)) if len(result.answers) == 2 else []
    return {"status": result.status, "answers": answers, "differing": differing, "seconds": result.seconds}


def conflict(request: dict[str, Any]) -> dict[str, Any]:
    """Return ``rules`` of a board without an answer that contradict each other, those of clues first.

    Each has its ``clue`` as written, its place (``at``), and the ``places`` to highlight; a rule for the whole board has none.
    ``minimal``: without any one of the clues there would be no contradiction.
    """
    puzzle = draft_of(request).puzzle()
    result = find_conflict(puzzle, time_limit=seconds(request))
    say = catalogue_for(request, genre_of(puzzle), steps=True)
    return {
        "status": result.status,
        "minimal": result.minimal,
        "seconds": result.seconds,
        "rules": [
            {
                "rule": say.of_genre(b.rule),
                "at": say.places(b.at),
                "clue": said(b.given, say),
                "places": places_of(b.places),
            }
            for b in result.rules
        ],
    }


def repair(request: dict[str, Any]) -> dict[str, Any]:
    """Return the fewest ``changes`` of clues after which a board without an answer has exactly one.

    Each change has its place (``at``), the ``places`` to highlight, and the clue ``before`` and ``after`` ("": removed).
    ``board`` is the changed puzzle. ``single``: it is proved that no change of one clue is enough.
    """
    puzzle = draft_of(request).puzzle()
    result = find_repair(puzzle, time_limit=seconds(request))
    say = catalogue_for(request, genre_of(puzzle))
    changes = [
        {"at": say.places(c.at), "places": places_of([c.mark]), "before": c.before, "after": c.after}
        for c in next(iter(result.changes), [])
    ]
    board = record_of(result.puzzles[0])["puzzle"] if result.puzzles else None
    return {"status": result.status, "changes": changes, "board": board, "single": result.proved > 0}


def count(request: dict[str, Any]) -> dict[str, Any]:
    """Return how many answers a board has, up to a bound (``most``), and whether these are all (``complete``)."""
    puzzle = draft_of(request).puzzle()
    most = request.get("most", MAX_COUNTED)
    if type(most) is not int or not 1 <= most <= MAX_COUNTED:
        raise InputError(f"1 to {MAX_COUNTED} answers are counted", "most")
    # search one more than the bound, to know whether there are more
    result = api.answers(puzzle, count=most + 1, time_limit=seconds(request))
    for _ in result:
        pass
    return {
        "found": min(result.found, most),
        "complete": result.complete is True and result.found <= most,
        "seconds": result.seconds,
    }


def shared(request: dict[str, Any]) -> dict[str, Any]:
    """Return the common values of all answers, as an ``answer`` (null: there is none, or the time was not enough)."""
    puzzle = draft_of(request).puzzle()
    result = common(puzzle, time_limit=seconds(request))
    answer = None if result.answer is None else record_of(puzzle, result.answer)["answer"]
    return {"status": result.status, "answer": answer, "settled": result.settled, "places": result.places}


def check(request: dict[str, Any]) -> dict[str, Any]:
    """Return which rules the answer so far breaks, and whether it is finished."""
    draft = draft_of(request)
    puzzle = draft.puzzle()
    answer = draft.answer(puzzle)
    broken = api.check(puzzle, answer, unfinished=True)
    say = catalogue_for(request, draft.genre, steps=True)
    return {
        "broken": broken_of(broken, say),
        "finished": not broken and not api.check(puzzle, draft.whole_answer(puzzle)),
    }


def outlook(request: dict[str, Any]) -> dict[str, Any]:
    """Return whether an answer that breaks no rule can be finished (``can``; null: the time was not enough).

    If it cannot, ``says`` has the reason, and ``aside`` the differences from the only answer.
    """
    draft = draft_of(request)
    puzzle = draft.puzzle()
    return outlook_of(puzzle, draft.answer(puzzle), seconds(request), catalogue_for(request, draft.genre))


def hint(request: dict[str, Any]) -> dict[str, Any]:
    """Return the next step of a board in stages, or the mistake in its answer: see ``insight``."""
    return hint_of(draft_of(request), seconds(request), language_of(request))


def explain(request: dict[str, Any]) -> Stream:
    """Yield the steps from a board to its answer: see ``insight``."""
    return (yield from way_of(draft_of(request), seconds(request), language_of(request)))


def rate(request: dict[str, Any]) -> dict[str, Any]:
    """Return how hard a board is: its ``level`` and ``number`` (null: it has not exactly one answer), and the parts of these."""
    return find_rating(draft_of(request).puzzle(), time_limit=seconds(request)).record()


def generate(request: dict[str, Any]) -> dict[str, Any]:
    """Return a new puzzle (``board``) with the genre and the lattice of a board; null: none was found in time.

    The request may have a ``seed``, a ``symmetry`` and a ``difficulty``; with ``fill`` the clues of the board stay. ``why`` lists
    what came in the way, ``limit`` is in seconds.
    """
    draft = draft_of(request)
    say = catalogue_for(request, draft.genre)
    base = draft.puzzle() if request.get("fill") else None
    level = None if request.get("difficulty") is None else word(request, "difficulty")
    try:
        puzzles = generated(
            draft.genre, draft.lattice if base is None else None, seed=request.get("seed", 0),
            symmetry=word(request, "symmetry", "none"), difficulty=level, fill=base, time_limit=seconds(request),
        )  # fmt: skip
    except InputError as error:
        raise InputError(error.message) from None  # the names of arguments mean nothing to readers of the page
    puzzle = next(puzzles, None)
    why = [say(reason) for reason in puzzles.why.split(", ")] if puzzle is None else []
    return {"board": None if puzzle is None else record_of(puzzle), "why": why, "limit": seconds(request)}


def needless(request: dict[str, Any]) -> Stream:
    """Yield the clues that could be left out: see ``insight``."""
    draft = draft_of(request)
    return (yield from needless_of(draft.puzzle(), seconds(request), catalogue_for(request, draft.genre, steps=True)))


def clues(request: dict[str, Any]) -> dict[str, Any]:
    """Return the places of the ``finished`` clues: those that the answer so far satisfies for good."""
    draft = draft_of(request)
    puzzle = draft.puzzle()
    result = finished_clues(puzzle, draft.finished_answer(puzzle))
    return {"finished": places_of(mark_of(puzzle, clue) for clue in result)}


def empty(request: dict[str, Any]) -> dict[str, Any]:
    """Return the ``cells`` that a single rule keeps empty, by layer: see ``analysis.kept_empty``."""
    draft = draft_of(request)
    try:
        puzzle = draft.puzzle()
    except InputError:
        return {"cells": {}}  # it is unfinished
    return {"cells": kept_empty(puzzle)}


def solution(request: dict[str, Any]) -> dict[str, Any]:
    """Return the ``answer`` in a solver's solution file, or in an answer that pencilp wrote, and ``notes`` on it.

    The request has the file's ``data`` in base64 and its ``name``. The program may be of any formulation.
    """
    puzzle = draft_of(request).puzzle()
    result = answers_in(str(request.get("name") or "file"), puzzle, content=bytes_of(request))[0]
    say = catalogue_for(request, genre_of(puzzle))
    return {"answer": written_of(puzzle, result.answer), "notes": [say(note) for note in result.notes]}


def offers(request: dict[str, Any]) -> dict[str, Any]:
    """Return the ``formulations``, installed ``solvers``, and ``kinds`` of files for a board.

    Each kind has the reason why this board cannot be written, "" if it can.
    """
    draft = draft_of(request)
    try:
        puzzle = draft.puzzle()
    except InputError:
        puzzle = None
    return {
        "formulations": ["rules"] if draft.genre.published is Genre.published else ["rules", "published"],
        "solvers": [name for name in (EMBEDDED if request["embedded"] else SOLVERS) if installed(name)],
        "kinds": kinds_of(draft.genre, puzzle, catalogue_for(request, draft.genre)),
    }


def read(request: dict[str, Any]) -> dict[str, Any]:
    """Return the puzzles of a text or link (``text``) or of a file (``data`` in base64, and its ``name``).

    Each has ``remarks`` on how it was read. ``bad`` lists the unreadable ones of several: ``which`` and ``why``.

    A text that does not name its genre has the requested ``genre``, or else the one ``shown`` on the page.
    """
    try:
        return _read(request, request.get("genre"))
    except InputError as error:
        shown = request.get("shown")
        if request.get("genre") or not isinstance(shown, str) or NO_GENRE not in error.message:
            raise
        try:
            return _read(request, shown)
        except InputError as other:
            raise (other if AMBIGUOUS in other.message else error) from None


NO_GENRE = "must name the genre"
AMBIGUOUS = "this may be "
"""Parts of the error messages for a text that names no genre, and for one with two readings."""


def _read(request: dict[str, Any], genre: Any) -> dict[str, Any]:
    say = catalogue_for(request)
    name, text = request.get("name"), request.get("text")
    if isinstance(text, str):
        content = text.encode(errors="surrogatepass")
        name = "text"
    else:
        content = bytes_of(request)
    if (board := taken_away(content)) is not None:
        draft = Draft(board, request["cells"])
        puzzle, answer = draft.sketch()
        result = {"name": "", "number": 1, "board": record_of(puzzle, answer), "remarks": []}
        return {"puzzles": [result], "count": 1, "bad": []}
    genre = genre if isinstance(genre, str) else None
    puzzles: list[tuple[int, Any]] = []
    bad: list[dict[str, str]] = []
    for each in reading.unread(str(name or "file"), genre, content=content):
        try:
            puzzle = each.read(genre)
            if puzzle.lattice.rows * puzzle.lattice.cols > request["cells"]:
                raise InputError(f"a board has at most {request['cells']} cells here")
            puzzles.append((each.number, puzzle))
        except InputError as error:
            if each.alone:
                raise
            which = f"{each.number} ({each.name})" if each.name else str(each.number)
            bad.append({"which": which, "why": error_text(error, say)})
    return {
        "puzzles": [
            {
                "name": p.name, "number": n, "board": record_of(p, entered(p)),
                "remarks": [say(remark) for remark in remarks(p)],
            }
            for n, p in puzzles[:MAX_OPENED]
        ],
        "count": len(puzzles),
        "bad": bad[:MAX_OPENED],
    }  # fmt: skip


def solve(request: dict[str, Any]) -> dict[str, Any]:
    """Return up to ``count`` answers of a board, found by a ``solver`` with a ``formulation``."""
    puzzle = draft_of(request).puzzle()
    count = request.get("count", 2)
    if type(count) is not int or not 1 <= count <= MAX_ANSWERS:
        raise InputError(f"1 to {MAX_ANSWERS} answers can be asked for", "count")
    result = api.solve(
        puzzle, solver_of(request), formulation=word(request, "formulation", "rules"), count=count,
        time_limit=seconds(request),
    )  # fmt: skip
    return {
        "status": result.status,
        "complete": result.complete,
        "answers": [written_of(puzzle, answer) for answer in result.answers],
        "seconds": result.seconds,
        "solver": result.solver,
    }


def program(request: dict[str, Any]) -> dict[str, Any]:
    """Return the integer program of a board: see ``programs``."""
    puzzle = draft_of(request).puzzle()
    return program_of(puzzle, word(request, "formulation", "rules"), catalogue_for(request, genre_of(puzzle)))


def export(request: dict[str, Any]) -> dict[str, Any]:
    """Return a board as a file of a ``kind``: its ``name``, and its content as ``text`` or, in base64, ``data``."""
    draft = draft_of(request)
    return export_of(draft, word(request, "kind"), word(request, "formulation", "rules"))


def bytes_of(request: dict[str, Any]) -> bytes:
    """Return the content of the file in a request. Raise InputError if there is none."""
    try:
        return base64.b64decode(word(request, "data"), validate=True)
    except (binascii.Error, ValueError):
        raise InputError("a text, or data in base64 is needed") from None


def taken_away(content: bytes) -> Any:
    """Return the record of a board in a file of the kind ``json``, None for other files."""
    if not content.lstrip().startswith(b"{"):
        return None
    try:
        result = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return result if isinstance(result, dict) and {"genre", "lattice", "puzzle"} <= set(result) else None


def differences(puzzle: Any, first: Any, second: Any) -> Any:
    """Return the places where two answers differ."""
    return differing(puzzle, first, second)


def mark_of(puzzle: Any, clue: tuple[Any, ...]) -> Any:
    """Return the place at which a drawing highlights a clue, given by its layer and its place there."""
    return place_of_clue(puzzle, *clue)


def solver_of(request: dict[str, Any]) -> Any:
    """Return the requested solver. Raise InputError if it is not allowed."""
    result = word(request, "solver", "clasp")
    allowed = EMBEDDED if request["embedded"] else SOLVERS
    if result not in allowed:
        raise InputError(f"there is no solver {result!r} here, only {', '.join(allowed)}", "solver")
    return result


def seconds(request: dict[str, Any]) -> float:
    """Return the time limit of a search in seconds."""
    return float(request["limit"])


JOBS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = QUICK_JOBS | {
    job.__name__: job
    for job in (
        read, export, program, offers, solution, clues, empty, conflict, repair, count, check, outlook, live, shared, solve,
        hint, rate, generate,
    )
}  # fmt: skip
"""All jobs by name but those of ``STREAMS`` (``protocol.QUICK`` and ``protocol.SEARCHES``)."""
STREAMS: dict[str, Callable[[dict[str, Any]], Stream]] = {job.__name__: job for job in (explain, needless)}
"""The jobs that send parts of their answer while they work (``protocol.STREAMED``)."""
