"""What a page can ask for: each job is a function from a request's JSON to its answer's.

The server has put into a request how large a board may be (``cells``), how many seconds a search may take (``limit``), and
whether only embedded solvers are asked (``embedded``). A request may ask for a ``language``: what is said of rules, layers and
places is in it. Jobs are called in processes that end when a page has gone or the time
is over, so none looks at a clock of its own. What is wrong with a request is an InputError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pencilp.errors import InputError
from pencilp.genres import genre_of
from pencilp.web.drafts import Draft, is_blank, record_of, written_of
from pencilp.web.spoken import language_of, said, title_in, tongue_of

MAX_OPENED = 50
"""So many puzzles of a file are shown."""
MAX_ANSWERS = 1000
"""So many answers are listed."""
MAX_COUNTED = 1000
"""So many answers are counted."""
SOLVERS = ("clasp", "highs", "scip", "glpk", "cbc", "cpsat")
"""The solvers that a page may ask for: never a command of this machine."""
EMBEDDED = ("clasp", "highs")
"""Those of them that come with pencilp."""


def draw(request: dict[str, Any]) -> dict[str, Any]:
    """Return the picture of a board, and why it is no puzzle yet; with ``over`` of the answer alone, to be laid over it."""
    from pencilp.draw.svg import by_hand

    draft = draft_of(request)
    puzzle, answer = draft.sketch()
    return {
        "svg": by_hand(puzzle, answer, over=bool(request.get("over"))),
        "problems": [p._asdict() for p in draft.problems],
    }


def layout(request: dict[str, Any]) -> dict[str, Any]:
    """Return all that a page needs to know of a board's genre and lattice to enter values: see ``layouts``."""
    from pencilp.web.layouts import layout_of

    draft = draft_of(request)
    try:
        bound = draft.genre(draft.puzzle())
    except InputError:
        bound = None  # it is no puzzle yet
    title = title_in(draft.genre, language_of(request))
    return {"title": title, **layout_of(draft.genre, draft.lattice, bound, tongue_of(request, draft.genre))}


def new(request: dict[str, Any]) -> dict[str, Any]:
    """Return an empty board of a ``genre`` on a ``lattice``."""
    draft = Draft(request, request["cells"])
    draft.lattice = draft.genre.board_in(draft.lattice)
    puzzle, _ = draft.sketch()
    board = record_of(puzzle)
    for key, layer in draft.genre.inputs.items():
        if layer.optional:
            board["puzzle"][key] = None  # what it is unless it is given
        elif layer.value.missing:
            # until there are borders all cells are together
            board["puzzle"][key] = [layer.token(0)] * layer.size(draft.lattice)
    return {"board": board}


def change(request: dict[str, Any]) -> dict[str, Any]:
    """Return a board turned, mirrored, with another size or other holes: see ``turning``."""
    from pencilp.web.turning import changed

    return changed(request)


def live(request: dict[str, Any]) -> dict[str, Any]:
    """Return whether a board has no answer, one, or several, and the first ``answers`` found, two at most."""
    from pencilp import api

    draft = draft_of(request)
    try:
        puzzle = draft.puzzle()
    except InputError as error:
        return {"status": "unfinished", "message": said(error, tongue_of(request, draft.genre))}
    found = api.solve(puzzle, count=2, time_limit=seconds(request))
    if found.status == "none" and is_blank(puzzle):
        # who begins a puzzle has made no mistake
        say = tongue_of(request, draft.genre)
        return {"status": "unfinished", "message": say("nothing is given yet: as it is there is no answer")}
    answers = [written_of(puzzle, answer) for answer in found.answers]
    differing = places_of(differences(puzzle, *found.answers)) if len(found.answers) == 2 else []
    return {"status": found.status, "answers": answers, "differing": differing, "seconds": found.seconds}


def conflict(request: dict[str, Any]) -> dict[str, Any]:
    """Why a board has no answer: ``rules`` that contradict each other, those of clues first.

    Each has its ``clue`` as it is written, its place (``at``), and the ``places`` to be marked; one that holds all over the board
    has none. ``minimal``: no clue can be left out.
    """
    from pencilp.analysis.conflict import conflict as found

    puzzle = draft_of(request).puzzle()
    result = found(puzzle, time_limit=seconds(request))
    say = tongue_of(request, genre_of(puzzle))
    return {
        "status": result.status,
        "minimal": result.minimal,
        "seconds": result.seconds,
        "rules": [
            {"rule": say(b.rule), "at": say.places(b.at), "clue": say(b.given), "places": places_of(b.places)}
            for b in result.rules
        ],
    }


def repair(request: dict[str, Any]) -> dict[str, Any]:
    """Return the fewest clues to change so that a board without an answer has exactly one.

    ``changes``, the first repair found.

    Each change has its place (``at``), the ``places`` to be marked, and the clue ``before`` and ``after`` ("": taken
    away). ``board`` is the changed puzzle. ``single``: it is known that no change of one clue is enough.
    """
    from pencilp.analysis.repair import repair as found

    puzzle = draft_of(request).puzzle()
    result = found(puzzle, time_limit=seconds(request))
    say = tongue_of(request, genre_of(puzzle))
    changes = [
        {"at": say.places(c.at), "places": places_of([c.mark]), "before": c.before, "after": c.after}
        for c in next(iter(result.changes), [])
    ]
    board = record_of(result.puzzles[0])["puzzle"] if result.puzzles else None
    return {"status": result.status, "changes": changes, "board": board, "single": result.proved > 0}


def count(request: dict[str, Any]) -> dict[str, Any]:
    """Return how many answers a board has, up to a bound (``most``), and whether these are all (``complete``)."""
    from pencilp import api

    puzzle = draft_of(request).puzzle()
    most = request.get("most", MAX_COUNTED)
    if type(most) is not int or not 1 <= most <= MAX_COUNTED:
        raise InputError(f"1 to {MAX_COUNTED} answers are counted", "most")
    # one more than the bound tells whether there are more
    found = api.answers(puzzle, count=most + 1, time_limit=seconds(request))
    for _ in found:
        pass
    return {
        "found": min(found.found, most),
        "complete": found.complete is True and found.found <= most,
        "seconds": found.seconds,
    }


def shared(request: dict[str, Any]) -> dict[str, Any]:
    """Return what all answers of a board share, as an ``answer`` (null: it has none, or the time was not enough)."""
    from pencilp.analysis.common import common

    puzzle = draft_of(request).puzzle()
    found = common(puzzle, time_limit=seconds(request))
    answer = None if found.answer is None else record_of(puzzle, found.answer)["answer"]
    return {"status": found.status, "answer": answer, "settled": found.settled, "places": found.places}


def check(request: dict[str, Any]) -> dict[str, Any]:
    """Return which rules the answer so far breaks, and whether it is finished."""
    from pencilp import api

    draft = draft_of(request)
    puzzle = draft.puzzle()
    answer = draft.answer(puzzle)
    broken = api.check(puzzle, answer, unfinished=True)
    say = tongue_of(request, draft.genre)
    return {
        "broken": [
            {
                "rule": say(b.rule), "at": say.places(b.at), "clue": say(b.given), "found": say(b.found),
                "cells": list(b.cells),
                "places": places_of(dict.fromkeys((*b.cells, *b.places))),
            }
            for b in broken
        ],
        "finished": not broken and not api.check(puzzle, draft.whole_answer(puzzle)),
    }  # fmt: skip


def outlook(request: dict[str, Any]) -> dict[str, Any]:
    """Return whether an answer that breaks no rule so far can be finished (``can``; null: the time was not enough to tell).

    Where it cannot, ``says`` tells how it stands with it, and ``aside`` what the only answer has in place of what
    differs.
    """
    from pencilp.analysis.check import outlook as found

    draft = draft_of(request)
    puzzle = draft.puzzle()
    result = found(draft.genre, puzzle, draft.answer(puzzle), time_limit=seconds(request))
    say = tongue_of(request, draft.genre)
    aside = [{"right": say(a.right), "at": say.places(a.at), "places": places_of(a.places)} for a in result.aside]
    return {"can": result.can, "says": say(result.says), "aside": aside}


def clues(request: dict[str, Any]) -> dict[str, Any]:
    """Return the clues that the answer so far has ``finished``, as marks; all of them when nothing is missing."""
    from pencilp.analysis.done_clues import finished_clues

    draft = draft_of(request)
    puzzle = draft.puzzle()
    found = finished_clues(puzzle, draft.finished_answer(puzzle))
    return {"finished": places_of(mark_of(puzzle, clue) for clue in found)}


def solution(request: dict[str, Any]) -> dict[str, Any]:
    """Return the ``answer`` to a board in a solver's solution file, and ``notes`` on it.

    The file is given by its ``data`` in base64 and its ``name``.

    Of programs that other formulations of it give, too; or in an answer that pencilp wrote.
    """
    from pencilp.analysis.import_solution import answers_in

    puzzle = draft_of(request).puzzle()
    found = answers_in(str(request.get("name") or "file"), puzzle, content=bytes_of(request))[0]
    say = tongue_of(request, genre_of(puzzle))
    return {"answer": written_of(puzzle, found.answer), "notes": [say(note) for note in found.notes]}


def offers(request: dict[str, Any]) -> dict[str, Any]:
    """Return what there is for a board: ``formulations``, installed ``solvers``, and ``kinds`` of files.

    Each kind comes with the reason why this board cannot be one, "" if it can.
    """
    from pencilp.genres import Genre
    from pencilp.solvers.installed import installed
    from pencilp.web.exports import kinds_of

    draft = draft_of(request)
    try:
        puzzle = draft.puzzle()
    except InputError:
        puzzle = None
    return {
        "formulations": ["rules"] if draft.genre.published is Genre.published else ["rules", "published"],
        "solvers": [name for name in (EMBEDDED if request["embedded"] else SOLVERS) if installed(name)],
        "kinds": kinds_of(draft.genre, puzzle, tongue_of(request, draft.genre)),
    }


def read(request: dict[str, Any]) -> dict[str, Any]:
    """Return the puzzles of a text or link (``text``) or of a file (``data`` in base64, and its ``name``).

    Each has ``remarks`` on how it was read. ``bad`` lists those of several that could not be read: ``which`` and
    ``why``.

    ``genre`` is the genre of what does not name it, if somebody has chosen it; otherwise it is the one ``shown`` on the
    page.
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
"""Words of the errors for a text that names no genre, and for one with two readings."""


def _read(request: dict[str, Any], genre: Any) -> dict[str, Any]:
    from pencilp.formats import reading
    from pencilp.formats.remarks import remarks

    say = tongue_of(request)
    name, text = request.get("name"), request.get("text")
    if isinstance(text, str):
        content = text.encode(errors="surrogatepass")
        name = "text"
    else:
        content = bytes_of(request)
    if (board := taken_away(content)) is not None:
        draft = Draft(board, request["cells"])
        puzzle, answer = draft.sketch()
        found = {"name": "", "number": 1, "board": record_of(puzzle, answer), "remarks": []}
        return {"puzzles": [found], "count": 1, "bad": []}
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
            bad.append({"which": which, "why": said(error, say)})
    return {
        "puzzles": [
            {
                "name": p.name, "number": n, "board": record_of(p, p.answer),
                "remarks": [say(remark) for remark in remarks(p)],
            }
            for n, p in puzzles[:MAX_OPENED]
        ],
        "count": len(puzzles),
        "bad": bad[:MAX_OPENED],
    }  # fmt: skip


def genres(request: dict[str, Any]) -> dict[str, Any]:
    """Return all genres: their titles and other names, families, the shapes of their boards, and the default size.

    One with its ``own`` board has no other size, and one with ``equal`` sides as many rows as columns.
    """
    from pencilp import genres
    from pencilp.web.families import family_of

    language = language_of(request)
    return {
        "genres": [
            {
                "name": g.name, "title": title_in(g, language), "names": [*filter(None, [g.title, g.title_ja, *g.aliases])],
                "family": family_of(g), "shapes": list(g.shapes), "size": [usual.rows, usual.cols],
                "own": g.own_board() is not None, "equal": g.equal_sides,
            }
            for g, usual in ((g, g.usual_board()) for g in map(genres.load, genres.names()))
        ]
    }  # fmt: skip


def example(request: dict[str, Any]) -> dict[str, Any]:
    """Return an example of a ``genre``."""
    from pencilp.formats import examples

    puzzle = examples.example(word(request, "genre"))
    return {"board": record_of(puzzle)}


def picture(request: dict[str, Any]) -> dict[str, Any]:
    """Return a small picture of a ``genre``: an example with its answer. Other names of it have none."""
    from pencilp import api, genres
    from pencilp.draw.svg import to_svg
    from pencilp.formats import examples

    name = word(request, "genre")
    if name not in genres.names():
        raise InputError("no genre has this name", "genre")
    puzzle = examples.example(name)
    return {"svg": to_svg(puzzle, puzzle.answer or api.solve(puzzle, count=1).answer)}


def solve(request: dict[str, Any]) -> dict[str, Any]:
    """Return up to ``count`` answers of a board, found by a ``solver`` with a ``formulation``."""
    from pencilp import api

    puzzle = draft_of(request).puzzle()
    count = request.get("count", 2)
    if type(count) is not int or not 1 <= count <= MAX_ANSWERS:
        raise InputError(f"1 to {MAX_ANSWERS} answers can be asked for", "count")
    found = api.solve(
        puzzle, solver_of(request), formulation=word(request, "formulation", "rules"), count=count,
        time_limit=seconds(request),
    )  # fmt: skip
    return {
        "status": found.status,
        "complete": found.complete,
        "answers": [written_of(puzzle, answer) for answer in found.answers],
        "seconds": found.seconds,
        "solver": found.solver,
    }


def program(request: dict[str, Any]) -> dict[str, Any]:
    """Return the integer program of a board: see ``programs``."""
    from pencilp.web.programs import program_of

    puzzle = draft_of(request).puzzle()
    return program_of(puzzle, word(request, "formulation", "rules"), tongue_of(request, genre_of(puzzle)))


def export(request: dict[str, Any]) -> dict[str, Any]:
    """Return a board as a file of a ``kind``: its ``name``, and its content as ``text`` or, in base64, ``data``."""
    from pencilp.web.exports import export_of

    draft = draft_of(request)
    return export_of(draft, word(request, "kind"), word(request, "formulation", "rules"))


def bytes_of(request: dict[str, Any]) -> bytes:
    """Return what is in the file of a request. Raise InputError where there is none."""
    import base64
    import binascii

    try:
        return base64.b64decode(word(request, "data"), validate=True)
    except (binascii.Error, ValueError):
        raise InputError("a text, or data in base64 is needed") from None


def taken_away(content: bytes) -> Any:
    """Return the record of a board in a file of the kind ``json``; None in any other."""
    import json

    if not content.lstrip().startswith(b"{"):
        return None
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and {"genre", "lattice", "puzzle"} <= set(found) else None


def differences(puzzle: Any, first: Any, second: Any) -> Any:
    """Return the places where two answers differ."""
    from pencilp.draw.marks import differing

    return differing(puzzle, first, second)


def places_of(marks: Iterable[Any]) -> list[list[Any]]:
    """Places to be marked (``pencilp.draw.drawn.Marked``), each as its kind or side, and its index."""
    return [["cells", mark] if isinstance(mark, int) else list(mark) for mark in marks]


def mark_of(puzzle: Any, clue: tuple[Any, ...]) -> Any:
    """Return where a drawing marks a clue: a layer's name, and where in the layer it stands."""
    from pencilp.analysis.check import mark_of_clue

    return mark_of_clue(puzzle, *clue)


def draft_of(request: dict[str, Any]) -> Draft:
    """Return the board of a request."""
    return Draft(request.get("board"), request["cells"])


def word(request: dict[str, Any], name: str, default: str | None = None) -> str:
    """Return a text of a request. Raise InputError where there is none and no ``default``."""
    found = request.get(name, default)
    if not isinstance(found, str):
        raise InputError("a text is needed", name)
    return found


def solver_of(request: dict[str, Any]) -> Any:
    """Return the solver that is asked for."""
    found = word(request, "solver", "clasp")
    known = EMBEDDED if request["embedded"] else SOLVERS
    if found not in known:
        raise InputError(f"there is no solver {found!r} here, only {', '.join(known)}", "solver")
    return found


def seconds(request: dict[str, Any]) -> float:
    """How long a search may take."""
    return float(request["limit"])


JOBS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    job.__name__: job
    for job in (
        draw, layout, new, change, genres, example, picture,
        read, export, program, offers, solution, clues, conflict, repair, count, check, outlook, live, shared, solve,
    )
}  # fmt: skip
"""By name, all that can be asked for (``frames.QUICK`` and ``frames.SEARCHES``)."""
