"""The quick jobs of the page (see ``jobs``): drawing boards. They need no solvers, so they are ready sooner than the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pencilp.analysis.genre_words import title_in
from pencilp.board.layers import Pieces
from pencilp.draw.svg import by_hand, to_svg
from pencilp.errors import InputError
from pencilp.formats import examples
from pencilp.genres import load as load_genre
from pencilp.genres import names as genre_names
from pencilp.web.board_places import layout_of
from pencilp.web.drafts import Draft, record_of
from pencilp.web.families import family_of
from pencilp.web.language import catalogue_for, language_of, worded_by
from pencilp.web.painted import captions_on, glyphs_on
from pencilp.web.transform import changed


def draw(request: dict[str, Any]) -> dict[str, Any]:
    """Return the picture of a board, its ``problems``, ``captions`` and ``glyphs`` by token.

    With ``over`` it is the picture of the answer alone, as an overlay, without these.
    """
    draft = draft_of(request)
    puzzle, answer = draft.sketch()
    over = bool(request.get("over"))
    worded = worded_by(catalogue_for(request, draft.genre))
    return {
        "svg": by_hand(puzzle, answer, over=over, worded=worded),
        "problems": [p._asdict() for p in draft.problems],
        "glyphs": {} if over else glyphs_on(puzzle, answer),
        "captions": {} if over else captions_on(puzzle, worded),
    }


def layout(request: dict[str, Any]) -> dict[str, Any]:
    """Return the description of a board's genre and lattice that a page needs for input: see ``layouts``."""
    draft = draft_of(request)
    try:
        bound = draft.genre(draft.puzzle())
    except InputError:
        bound = None  # it is unfinished
    title = title_in(draft.genre, language_of(request))
    return {"title": title, **layout_of(draft.genre, draft.lattice, bound, catalogue_for(request, draft.genre))}


def new(request: dict[str, Any]) -> dict[str, Any]:
    """Return an empty board of a ``genre`` on a ``lattice``."""
    draft = Draft(request, request["cells"])
    draft.lattice = draft.genre.board_in(draft.lattice)
    puzzle, _ = draft.sketch()
    board = record_of(puzzle)
    for key, layer in draft.genre.inputs.items():
        if layer.optional:
            board["puzzle"][key] = None  # its default
        elif layer.value.missing:
            # without borders, all cells are one room
            board["puzzle"][key] = [layer.token(0)] * layer.size(draft.lattice)
    return {"board": board}


def change(request: dict[str, Any]) -> dict[str, Any]:
    """Return a board that is rotated, mirrored, resized or with other holes: see ``transform``."""
    return changed(request)


def genres(request: dict[str, Any]) -> dict[str, Any]:
    """Return all genres: their titles and other names, families, shapes of boards, and default sizes.

    ``own``: the genre has one fixed board. ``equal``: its boards have as many rows as columns. ``bank``: the name of its layer of
    pieces, if any.
    """
    language = language_of(request)
    return {
        "genres": [
            {
                "name": g.name, "title": title_in(g, language), "names": [*filter(None, [g.title, g.title_ja, *g.aliases])],
                "family": family_of(g), "shapes": list(g.shapes), "size": [usual.rows, usual.cols],
                "own": g.own_board() is not None, "equal": g.equal_sides,
                "bank": next((key for key, layer in g.inputs.items() if isinstance(layer, Pieces)), None),
            }
            for g, usual in ((g, g.usual_board()) for g in map(load_genre, genre_names()))
        ]
    }  # fmt: skip


def example(request: dict[str, Any]) -> dict[str, Any]:
    """Return an example of a ``genre``."""
    puzzle = examples.example(word(request, "genre"))
    return {"board": record_of(puzzle)}


def picture(request: dict[str, Any]) -> dict[str, Any]:
    """Return a small picture of a ``genre``, given by its main name: an example with its answer."""
    name = word(request, "genre")
    if name not in genre_names():
        raise InputError("no genre has this name", "genre")
    from pencilp import api  # needs the solvers, as no other of these jobs does

    puzzle = examples.example(name)
    return {"svg": to_svg(puzzle, puzzle.answer or api.solve(puzzle, count=1).answer)}


def draft_of(request: dict[str, Any]) -> Draft:
    """Return the board of a request."""
    return Draft(request.get("board"), request["cells"])


def word(request: dict[str, Any], name: str, default: str | None = None) -> str:
    """Return a text of a request. Raise InputError if it is missing and has no ``default``."""
    result = request.get(name, default)
    if not isinstance(result, str):
        raise InputError("a text is needed", name)
    return result


JOBS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    job.__name__: job for job in (draw, layout, new, change, genres, example, picture)
}
"""The jobs by name (``protocol.QUICK``)."""
