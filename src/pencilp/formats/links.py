"""puzz.link links: the board and its clues in the characters of a URL.

    https://puzz.link/p?norinori/5/5/cag4ocjo
    https://puzz.link/p?[type=editor&]ID[_edit]/[v:VARIANT/][FLAGS/]COLUMNS/ROWS/BODY
    https://puzz.link/p?[type=editor&][v:VARIANT/]pzprv3/ID/ROWS/COLUMNS/...

The last line is a pzpr text, with the marks on the board: puzz.link makes it when a board is duplicated.

pzv.jp, pzprxs.vercel.app and pzplus.tck.mn use the same links. Each genre declares its body (``Genre.link``). Text
around a link is dropped (``pencilp.formats.links_in_text``).
"""

from __future__ import annotations

from pencilp._util.parse_number import digits
from pencilp.board.puzzle import Puzzle
from pencilp.encodings.link import Flag
from pencilp.encodings.partial_puzzle import Body, PartialPuzzle, variant
from pencilp.errors import InputError
from pencilp.formats.codecs import draft_to_write, genre_with_id, link_id, margin, parts, puzzle_of_draft
from pencilp.formats.links_in_text import MAX_LINK_LENGTH, holds_text, spellings
from pencilp.formats.other_sites import refuse_other_sites
from pencilp.formats.remarks import AROUND_LINK, EXTRA_PLACES, MISSING_PLACES, VARIANT
from pencilp.formats.round_trip import prove
from pencilp.genres import genre_of

SITE = "https://puzz.link/p?"


def read_link(text: str) -> Puzzle:
    """Return the puzzle of a link, or of a text that contains one.

    Its notes have the text that was dropped. Raise InputError if it is not a link or describes no valid board.
    """
    if len(text) > MAX_LINK_LENGTH:
        raise InputError(f"the link has {len(text)} characters; no puzzle needs more than {MAX_LINK_LENGTH}")
    wrong: InputError | None = None
    for spelling in spellings(text):
        try:
            puzzle = _read(spelling.link)
        except InputError as error:
            # the error of the whole link is the most useful
            wrong = wrong or error
            continue
        if spelling.aside:
            puzzle.notes[AROUND_LINK] = spelling.aside
        return puzzle
    assert wrong is not None
    raise wrong


def _read(url: str) -> Puzzle:
    refuse_other_sites(url)
    query = url.partition("?")[2]
    if query.startswith("type="):
        query = query.partition("&")[2]
    if holds_text(query):
        return _read_text(query)
    query, _, fragment = query.partition("#")
    name, _, rest = query.partition("/")
    # penpa and other sites also have links with a query, but without a genre before a slash
    if not name or not rest or not name.replace("_", "").replace("-", "").isalnum():
        raise InputError("this is no puzz.link link: it should be like https://puzz.link/p?norinori/5/5/cag4ocjo")
    for suffix in ("_edit", "_play"):
        name = name.removesuffix(suffix)
    genre = genre_with_id(name)
    found = parts(genre, "link")
    segments = rest.split("/")
    notes: dict[str, str] = {}
    if fragment:
        notes["fragment"] = fragment
    if segments and segments[0].startswith("v:"):
        notes[VARIANT] = variant(segments.pop(0))
    flags = ""
    if segments and (not segments[0] or segments[0][0].isalpha()):
        flags = segments.pop(0)
    if len(segments) < 2:
        raise InputError("the link does not say its columns and rows")
    cols, rows = _size(segments[0], "columns"), _size(segments[1], "rows")
    draft = PartialPuzzle(genre, rows, cols, margin(found))
    draft.notes.update(notes)
    known = {part.letter: part for part in found if isinstance(part, Flag)}
    for letter in flags:
        if letter not in known:
            raise InputError(f"the variant {letter!r} of {genre.name} is not supported")
        known[letter].mark(draft)
    body_text = "/".join(segments[2:])
    if body_text.endswith("/") and not body_text[-2:-1].isalnum():
        # puzz.link adds a slash to links that would end in a dot or the like
        body_text = body_text[:-1]
    body = Body(body_text)
    try:
        for part in found:
            part.decode(body, draft)
        # a browser or a person may add a slash at the very end
        if body and body.text[body.at :] != "/":
            raise InputError(f"the link goes on after the last cell: {body.text[body.at :][:20]!r}", body.place())
    except InputError as error:
        if (at := body.index(error.where)) is not None:
            error.excerpt = (body_text, at)
        raise
    if body.lacks:
        draft.notes[MISSING_PLACES] = str(body.lacks)
    if body.beyond:
        draft.notes[EXTRA_PLACES] = str(body.beyond)
    return puzzle_of_draft(draft)


def _read_text(query: str) -> Puzzle:
    """Return the puzzle of a pzpr text in a link."""
    from urllib.parse import unquote

    from pencilp.formats.pzpr import read_pzpr

    # a browser encodes blanks and ``#`` (a shaded cell); people do not
    text, _, fragment = (query, "", "") if " " in query else query.partition("#")
    puzzle = read_pzpr(unquote(text))
    if fragment:
        puzzle.notes["fragment"] = fragment
    return puzzle


def _size(segment: str, what: str) -> int:
    number = digits(segment)
    if number is None:
        raise InputError(
            f"{segment!r} is no number of {what}; it is written in the digits 0 to 9, without a sign, nine at most"
        )
    return number


def write_link(puzzle: Puzzle, site: str = SITE, *, lossy: bool = False) -> str:
    """Return the link of a puzzle.

    Raise InputError if its genre has none or, without ``lossy``, if a link cannot hold everything.
    """
    genre = genre_of(puzzle)
    found = parts(genre, "link")
    draft = draft_to_write(puzzle, None, found)
    segments = [link_id(genre)]
    if VARIANT in draft.notes:
        segments.append(f"v:{draft.notes[VARIANT]}")
    flags = "".join(part.letter for part in found if isinstance(part, Flag) and part.marked(draft))
    if flags:
        segments.append(flags)
    body = "".join(part.encode(draft) for part in found)
    if body and not body[-1].isalnum():
        body += "/"
    link = site + "/".join([*segments, str(draft.width), str(draft.height), body])
    prove(puzzle, None, lambda: read_link(link), format="links", notes=(VARIANT, "flag"), lossy=lossy)
    return link
