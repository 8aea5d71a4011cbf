"""Every conversion is the identity, or it is refused: all genres and formats, on examples, random boards and corpus puzzles."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from copy import copy
from functools import lru_cache
from typing import Any

import pytest

from pencilp import genres
from pencilp.board.lattice import Lattice, hexagonal, square
from pencilp.board.layers import Layer
from pencilp.board.layers.places import Groups, Outside
from pencilp.board.layers.values import GROUPS
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.encodings.link import Grid
from pencilp.encodings.places import RoomPlaces
from pencilp.errors import InputError, LossWarning
from pencilp.formats import writing
from pencilp.formats.codecs import parts
from pencilp.formats.dataset import read_jsonl
from pencilp.formats.excel import puzzles as excel
from pencilp.formats.links import read_link
from pencilp.formats.penpa.links import read as read_penpa
from pencilp.formats.pzpr import read_pzpr
from pencilp.formats.text import text as plain
from pencilp.genres import Genre, genre_of
from tests import amount
from tests import proof as proofs
from tests.small_boards import shown

TOKENS = """
0 1 2 3 4 5 6 7 8 9 12 20 35 46 100 255 256 300 1000 4096 99999 999999999 -1 ? x o w b g T A B C D L I S
2e ?w 3? ?? -? 2n 300s ne sw w2e g3 b?n w- wb 17\\6 17\\ \\6 \\ 3\\? ?\\ 45\\45 46\\3 24* 3- 7+ 2/ 1,3,? 1,1 ns ew nesw xx x.x
- # . _ + = " // a: --- top ５
"""
"""Signs of all kinds: a layer takes those that it can read."""

NAMES = (
    "",
    "of the week 3",
    " two  spaces ",
    'say "hi"',
    "a // b",
    "line\nbreak",
    "\x00\x1b[31m",
    "-",
    "名前",
    "\ud800",
    "n" * 300,
)

READERS: dict[str, Callable[[str, type[Genre]], Puzzle]] = {
    "text": lambda stored, genre: plain.read(stored)[0],
    "url": lambda stored, genre: read_link(stored),
    "penpa": lambda stored, genre: read_penpa(stored, genre.name),
    "pzpr": lambda stored, genre: read_pzpr(stored),
    "jsonl": lambda stored, genre: _entry(stored, genre),
}


def _entry(stored: str, genre: type[Genre]) -> Puzzle:
    (record,) = read_jsonl(stored, genre)
    assert record.puzzle is not None, record.error
    return record.puzzle


# -- random puzzles ---------------------------------------------------------------------------------------------------


def signs(layer: Layer[Any]) -> list[Any]:
    """Values that a layer takes."""
    found = [value for value, _ in layer.value.samples()]
    for token in TOKENS.split():
        try:
            value = layer.parse(token)
        except ValueError:
            continue
        if value not in found:
            found.append(value)
    return found


def rooms(board: Lattice, layer: Layer[Any], rng: random.Random) -> list[Any]:
    """A random division, of connected rooms where they must be; some cells in none where that may be."""
    of = [rng.randrange(1 + len(board) // 2) for _ in board.cells]
    if getattr(layer.value, "partial", False):
        of = [room if rng.random() < 0.8 else None for room in of]
    if layer.value.connected:
        pieces = connected(board, of)
        for number, piece in enumerate(pieces):
            for c in piece:
                of[c] = number
    return of


def connected(board: Lattice, of: list[Any]) -> list[tuple[int, ...]]:
    """The pieces that rooms fall into, cells in none left out."""
    walls = [of[a] != of[b] for a, b in board.links]
    return board.groups(walls, [c for c in board.cells if of[c] is not None])


def layer_on(board: Lattice, layer: Layer[Any], rng: random.Random, values: dict[str, Any]) -> Any:
    """Random values of a layer."""
    if layer.value.way in GROUPS:
        return rooms(board, layer, rng)
    known, place, chance = signs(layer), layer.place, rng.choice((0.1, 0.3, 0.6, 1))
    if layer.on == "board":
        return rng.choice([None, *known])
    if isinstance(place, Outside):
        most = 1 if place.single else 3
        return {
            side: [
                tuple(rng.choice(known) for _ in range(rng.randint(0, most))) if rng.random() < chance else ()
                for _ in range(place.count(side, board))
            ]
            for side in place.sides
        }
    size = len(values[place.of].groups) if isinstance(place, Groups) else layer.size(board)
    return [rng.choice(known) if rng.random() < chance else None for _ in range(size)]


def holed(puzzle: Puzzle, rng: random.Random) -> Puzzle | None:
    """The puzzle with a cell less, or None where that makes none."""
    old = puzzle.lattice
    if len(old) < 2:
        return None
    gone = rng.choice(old.positions)
    holes = [(r, c) for r in range(old.rows) for c in range(old.cols) if (r, c) not in old.cell_at or (r, c) == gone]
    board = (square if old.shape == "square" else hexagonal)(old.rows, old.cols, holes)
    values: dict[str, Any] = {}
    for key, layer in puzzle.genre.inputs.items():
        if layer.on == "cells":
            values[key] = [puzzle[key].listed[old.cell_at[position]] for position in board.positions]
            if layer.value.connected:
                of = values[key]
                pieces = connected(board, of)
                of[:] = [next((n for n, piece in enumerate(pieces) if c in piece), None) for c in board.cells]
        elif layer.on in ("lines", "board"):
            values[key] = puzzle[key]
        else:
            values[key] = layer_on(board, layer, rng, values)
    return made(puzzle.genre, board, values)


def made(genre: Any, board: Lattice, values: dict[str, Any], name: str = "") -> Puzzle | None:
    """The puzzle with these values, None where they make none."""
    try:
        puzzle = Puzzle(genre, board, values, name=name)
        genre(puzzle)
    except InputError:
        return None
    return puzzle


def changed(puzzle: Puzzle, rng: random.Random) -> Puzzle | None:
    """The puzzle with one layer filled anew, or with one value of it, or with a hole more; None where that makes none."""
    genre, board = puzzle.genre, puzzle.lattice
    key = rng.choice([*genre.inputs, ""])
    if not key:
        return holed(puzzle, rng)
    layer, values = genre.inputs[key], dict(puzzle.values)
    new = layer_on(board, layer, rng, values)
    if isinstance(new, list) and new and rng.random() < 0.7:
        at = rng.randrange(len(new))
        new = [*values[key].listed[:at], new[at], *values[key].listed[at + 1 :]]
    return made(genre, board, {**values, key: new}, puzzle.name)


def random_answer(puzzle: Puzzle, rng: random.Random) -> Answer:
    """Values that the places of the answer take, one as good as the other."""
    page = genre_of(puzzle)(puzzle)
    values: dict[str, Any] = {}
    for key, layer in puzzle.genre.answers.items():
        domain, size = layer.domain(page), layer.size(puzzle.lattice)
        per_place = domain if isinstance(domain, list) else [domain] * size
        chance = rng.choice((0, 0, 0.2))
        values[key] = [
            None if rng.random() < chance else rng.randint(low, max(low, min(high, 99))) for low, high in per_place
        ]
    return Answer(puzzle, values)


@lru_cache(maxsize=2)
def puzzles(name: str) -> tuple[list[tuple[Puzzle, Answer | None]], list[tuple[Puzzle, Answer | None]]]:
    """The puzzles of a genre's proof, and random ones made of these or of nothing, with names and answers."""
    rng = random.Random(f"identity {name}")
    genre = genres.load(name)
    known = [
        *proofs.examples(name),
        *proofs.boards(name),
        *(case.puzzle for case in proofs.cases(name)[: amount.of(4, 8)]),
    ]
    random_ones: list[tuple[Puzzle, Answer | None]] = []
    most = len(genre.own_board() or range(64))
    small = [puzzle for puzzle in known if len(puzzle.lattice) <= most]
    for n in range(max(amount.of(*counts) for counts in COUNTS.values())):
        puzzle = None
        if n % 3 == 0:
            rows = rng.randint(1, 6)
            cols = rng.choice((rows, rng.randint(1, 6)))
            every = [(r, c) for r in range(rows) for c in range(cols)]
            holes = rng.sample(every, min(len(every) - 1, rng.choice((0, 0, 1, 3))))
            board = {"square": square, "hexagonal": hexagonal}[rng.choice(genre.shapes)](rows, cols, holes)
            values: dict[str, Any] = {}
            for key, layer in genre.inputs.items():
                values[key] = layer_on(board, layer, rng, values)
            puzzle = made(genre, board, values)
        if puzzle is None:
            puzzle = rng.choice(small)
            for _ in range(rng.randint(1, 6)):
                puzzle = changed(puzzle, rng) or puzzle
        named = copy(puzzle)
        named.name = rng.choice(NAMES)
        answers = (None, None, puzzle.answer and Answer(named, puzzle.answer.values), random_answer(named, rng))
        random_ones.append((named, rng.choice(answers)))
    return [(puzzle, puzzle.answer) for puzzle in known], random_ones


# -- written, read, equal ---------------------------------------------------------------------------------------------


def rooms_written(puzzle: Puzzle, kind: str) -> dict[str, Any]:
    """The values of a puzzle, where links are concerned with the numbers of rooms by room: they may move within it."""
    values = dict(puzzle.values)
    for places in numbers_of_rooms(puzzle) if kind == "url" else ():
        of, numbers = values[places.rooms].of, values[places.layer]
        values[places.layer] = sorted((of[c], str(n)) for c, n in numbers.items())
    return values


def numbers_of_rooms(puzzle: Puzzle) -> list[RoomPlaces]:
    """Return where links have numbers of rooms."""
    places = (part.places for part in parts(genre_of(puzzle), "link") if isinstance(part, Grid))
    return [at for at in places if isinstance(at, RoomPlaces)]


def written(puzzle: Puzzle, answer: Answer | None, kind: str, *, lossy: bool = False) -> Any:
    if kind == "xlsx":
        return excel.write(puzzle, answer, lossy=lossy)
    return writing.written(puzzle, answer, kind, lossy=lossy)


def read(stored: Any, kind: str, genre: type[Genre]) -> Puzzle:
    # a workbook says its genre itself
    return excel.read(stored, None) if kind == "xlsx" else READERS[kind](stored, genre)


def differs(puzzle: Puzzle, answer: Answer | None, again: Puzzle, kind: str) -> set[str]:
    """What is not the same when it is read again: layers, "board", "name", "answer LAYER"."""
    found = set()
    if again.lattice != puzzle.lattice:
        return {"board"}
    wanted, got = rooms_written(puzzle, kind), rooms_written(again, kind)
    found |= {key for key in wanted if wanted[key] != got[key]}
    if kind == "url":
        # of rooms that are lost there are no numbers
        found -= {at.layer for at in numbers_of_rooms(puzzle) if at.rooms in found}
    if kind in ("text", "jsonl", "xlsx", "penpa") and puzzle.name != again.name:
        found.add("name")
    if answer is not None and kind != "url":
        found |= {f"answer {k}" for k in answer.values if again.answer is None or again.answer[k] != answer[k]}
    return found


def places(genre: type[Genre]) -> tuple[str, ...]:
    """What a refusal may name."""
    return (*genre.inputs, *(f"answer {key}" for key in genre.answers), "board", "name")


def converted(puzzle: Puzzle, answer: Answer | None, kind: str) -> str:
    """Write a puzzle and read it: "equal", "refused", or "none" where the genre has no such format. All else is an error."""
    genre = genre_of(puzzle)
    stored, refusal = tried(puzzle, answer, kind)
    if refusal is not None:
        if "there are no " in refusal.message or "no hexagonal boards" in refusal.message:
            return "none"
        assert "\n" not in str(refusal)
        named = any(refusal.where == what or refusal.where.startswith(f"{what} ") for what in places(genre))
        assert named, str(refusal)
        _lossy(puzzle, answer, kind, str(refusal))
        return "refused"
    assert not differs(puzzle, answer, read(stored, kind, genre), kind), f"{stored}\n{shown(puzzle, answer)}"
    return "equal"


def tried(puzzle: Puzzle, answer: Answer | None, kind: str, *, lossy: bool = False) -> tuple[Any, InputError | None]:
    """What is written, or why not."""
    try:
        return written(puzzle, answer, kind, lossy=lossy), None
    except InputError as error:
        return None, error


def _lossy(puzzle: Puzzle, answer: Answer | None, kind: str, refusal: str) -> None:
    """What is refused can be written in part, and a warning names each layer that is lost."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        stored, again_refused = tried(puzzle, answer, kind, lossy=True)
    assert ("--lossy" in refusal) == (again_refused is None), again_refused
    if again_refused is not None:
        return
    assert {warning.category for warning in caught} == {LossWarning}
    lost = [str(warning.message).partition(": ")[0] for warning in caught]
    again = read(stored, kind, genre_of(puzzle))
    for what in differs(puzzle, answer, again, kind):
        assert any(place == what or place.startswith(f"{what} ") for place in lost), (what, lost)


COUNTS = {"text": (10, 40), "jsonl": (6, 20), "url": (6, 15), "penpa": (4, 15), "pzpr": (6, 15), "xlsx": (1, 3)}
"""How many random puzzles of each genre are written in each format, and how many with ``--whole`` (a workbook takes ten times as
long as the others)."""


@pytest.mark.mechanism
@pytest.mark.parametrize("kind", COUNTS)
@pytest.mark.parametrize("name", genres.names())
def test_written_puzzles_are_read_back_or_refused(name: str, kind: str) -> None:
    known, random_ones = puzzles(name)
    if kind == "xlsx" and not amount.WHOLE:
        known = known[:: max(1, len(known) // 2)]
    every = known + random_ones[: amount.of(*COUNTS[kind])]
    stored = [converted(puzzle, answer, kind) for puzzle, answer in every]
    assert kind not in ("text", "xlsx") or set(stored) == {"equal"}


@pytest.mark.mechanism
@pytest.mark.parametrize("name", [name for name in genres.names() if genres.load(name).dataset])
def test_puzzles_of_the_public_dataset_are_written_and_read(name: str) -> None:
    """Into its own form and into texts always; all of them with ``--whole``, otherwise a few."""
    genre = genres.load(name)
    files = [
        path.stem
        for path in (proofs.SHARED / "corpus").glob("*.jsonl")
        if genres.plain(path.stem) in genres.called(genre)
    ]
    lines = [line for file in sorted(files) for line in proofs.corpus_lines(file)]
    if not lines:
        pytest.skip("the public dataset is not next to the checkout (../shared/corpus)")
    every = amount.of(len(lines) // 6 + 1, 1)
    for n, record in enumerate(proofs.records(lines[::every], genre)):
        if record.puzzle is not None:
            stored = {
                kind: converted(record.puzzle, record.puzzle.answer, kind)
                for kind in COUNTS
                if kind != "xlsx" or n == 0
            }
            assert stored["text"] == stored["jsonl"] == stored.get("xlsx", "equal") == "equal", record.name
