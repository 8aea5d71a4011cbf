"""Wishes for new puzzles: their symmetry, level and number of clues, where clues stand, and puzzles that they begin with."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from pencilp.analysis.left_out import Place
from pencilp.board.lattice import Lattice
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.board.symmetry import TURNS, Matrix, times
from pencilp.errors import InputError, brief
from pencilp.generation.habits import is_nothing
from pencilp.genres import Genre

LEVELS = ("easy", "normal", "hard", "expert")
"""The levels that can be asked for, as ``rate`` names them."""
TURN, MIRROR, TRANSPOSE = (TURNS["square"][name] for name in ("turn", "mirror", "transpose"))
SYMMETRIES: dict[str, tuple[Matrix, ...]] = {
    "none": (),
    "h": (MIRROR,),
    "v": (times(times(TURN, TURN), MIRROR),),
    "rot180": (times(TURN, TURN),),
    "rot90": (TURN,),
    "diagonal": (TRANSPOSE,),
}
"""The symmetries of the places of clues, each with the operations that generate it: "h" mirrors left and right, "v" top and
bottom, "diagonal" at the main diagonal."""
NO_PLACE = frozenset(".-_ ")
"""The signs of a mask for places without a clue."""


class Wishes(NamedTuple):
    """Requirements for a puzzle: see ``generate``."""

    symmetry: str = "none"
    difficulty: str | None = None
    min_clues: int | None = None
    max_clues: int | None = None
    minimal: bool = False
    touching: bool = True
    places: Collection[Any] | None = None
    """The places where clues may stand, as in ``generate``; None: all."""
    base: Mapping[str, Any] | None = None
    """The values of layers that a puzzle begins with, and keeps."""
    theme: Mapping[str, Any] | None = None
    """The values that the answer must have, layer by layer."""

    def allows(self, place: Place) -> bool:
        """Return whether a clue may stand at a place, as far as ``places`` say it."""
        return self.places is None or place in self.places or place[1:] in self.places or place[1] in self.places


def checked_places(genre: type[Genre], board: Lattice, places: Iterable[Any] | str | None) -> Collection[Any] | None:
    """Return the places where clues may stand; see ``generate``. Raise InputError if one of them is no place for a clue."""
    if places is None:
        return None
    if isinstance(places, str):
        return mask_places(board, places)
    try:
        found = {*places}
    except TypeError:
        raise InputError(
            f"a set of places, or a text with a line for each row, is needed, not {brief(places)}", "places"
        ) from None
    known: set[Any] = set()
    for key, layer in genre.inputs.items():
        if layer.on in ("board", "groups"):
            continue
        empty = layer.empty(board)
        lines = empty.items() if isinstance(empty, dict) else ()
        each: list[tuple[Any, ...]] = [(side, i) for side, line in lines for i in range(len(line))]
        each = each or [(i,) for i in range(layer.size(board))]
        known |= {(key, *at) for at in each} | {at if len(at) > 1 else at[0] for at in each}
    for place in found - known:
        raise InputError(f"no clue of {genre.name} can stand at {brief(place)} on this board", "places")
    return found


def mask_places(board: Lattice, mask: str) -> set[int]:
    """Return the cells that a mask marks: a line for each row, with ``.``, ``-``, ``_`` or a space for cells without a clue.

    Raise InputError if it has other rows or columns than the board.
    """
    lines = [line for line in mask.splitlines() if line.strip()]
    if len(lines) != board.rows or any(len(line) > board.cols for line in lines):
        raise InputError(f"a mask of {board.rows} rows and {board.cols} columns is needed", "places")
    marked = {(r, c) for r, line in enumerate(lines) for c, sign in enumerate(line) if sign not in NO_PLACE}
    found = {cell for cell in board.cells if board.positions[cell] in marked}
    if len(found) != len(marked):
        raise InputError("the mask marks a place that is no cell of the board", "places")
    return found


def checked_board(genre: type[Genre], board: Lattice | None, fill: Puzzle | None, like: Puzzle | None) -> Lattice:
    """Return the board of new puzzles. Raise InputError if a given puzzle is of another genre or board."""
    if fill is not None and like is not None:
        raise InputError("a puzzle is filled up, or made like another one, but not both", "like")
    for name, puzzle in (("fill", fill), ("like", like)):
        if puzzle is None:
            continue
        if not isinstance(puzzle, Puzzle) or puzzle.genre.name != genre.name:
            raise InputError(f"a puzzle of {genre.name} is needed, not {brief(puzzle)}", name)
        if board is not None and board != puzzle.lattice:
            raise InputError("the board is that of the puzzle; leave out the other one", name)
        board = puzzle.lattice
    board = genre.usual_board() if board is None else board
    genre.check_board(board)
    return board


def given_values(puzzle: Puzzle) -> dict[str, Any]:
    """Return the values of a puzzle, but for those of optional layers without any."""
    inputs, board = puzzle.genre.inputs, puzzle.lattice
    return {
        key: value
        for key, value in puzzle.values.items()
        if not (inputs[key].optional and value == inputs[key].default(board))
    }


def outline_of(puzzle: Puzzle, clues: Collection[str]) -> tuple[dict[str, Any], set[Place]]:
    """Return the values of the layers of a puzzle without ``clues``, and the places of its clues."""
    given = given_values(puzzle)
    places: set[Place] = set()
    for key in clues:
        layer = puzzle.genre.inputs[key]
        for at, value in layer.place.items(puzzle.values[key]):
            if not is_nothing(layer, value):
                places.add((key, *at[:2]) if isinstance(at, tuple) else (key, at))
    return {key: value for key, value in given.items() if key not in clues}, places


def theme_of(answer: Answer | Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Return the values of an unfinished answer by layer. Raise InputError if it is none."""
    if answer is None or isinstance(answer, Mapping):
        return answer
    if isinstance(answer, Answer):
        return answer.values
    raise InputError(f"an answer is needed, not {brief(answer)}", "answer")


def check_wishes(board: Lattice, wishes: Wishes) -> None:
    """Raise InputError for wishes that cannot be."""
    symmetry, level = wishes.symmetry, wishes.difficulty
    if symmetry not in SYMMETRIES:
        raise InputError(f"there is no symmetry {symmetry!r}, only {', '.join(SYMMETRIES)}", "symmetry")
    if symmetry != "none" and board.shape != "square":
        raise InputError(
            f"clues at symmetric places are made on square boards only, not on {board.shape} ones", "symmetry"
        )
    if symmetry in ("rot90", "diagonal") and board.rows != board.cols:
        raise InputError(
            f"a board of {board.rows}x{board.cols} has no symmetry {symmetry}: its sides differ", "symmetry"
        )
    if level is not None and level not in LEVELS:
        raise InputError(f"there is no level {level!r}, only {', '.join(LEVELS)}", "difficulty")
    least, most = wishes.min_clues, wishes.max_clues
    for name, number in (("min_clues", least), ("max_clues", most)):
        if number is not None and (type(number) is not int or number < 0):
            raise InputError(f"a number from 0 on is needed, not {number!r}", name)
    if least is not None and most is not None and least > most:
        raise InputError(f"no puzzle has at least {least} and at most {most} clues", "min_clues")
    if wishes.places is not None and not wishes.places and wishes.base is None:
        raise InputError("at least one place is needed", "places")
