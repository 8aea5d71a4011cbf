"""Layers: the values on a board. A layer is a *place* times a *value type*.

A genre declares its *input* layers (printed in the puzzle) and its *answer* layers (drawn by the solver). The place
(``places``) determines where values are and how many. The value type (one file each) determines which values are valid,
how they are written and how they look. Neither knows a rule.

A genre module declares layers by short words, each of them a place and a value type. If no word fits, combine the two:
``Layer("edges", Symbol({"w": "white", "b": "black"}), "the dots between cells")``.

Import all words from here; the file of a value type is loaded on demand.
"""

# ruff: noqa: F403

from importlib import import_module
from typing import TYPE_CHECKING, Any

HOMES = {
    "arrows": ("Arrow", "Arrows"),
    "calculations": ("Calculation", "Calculations"),
    "clues": ("UNKNOWN", "CellsClue", "Clue"),
    "drawings": ("Drawing", "Drawings"),
    "gates": ("GateSign", "Gates"),
    "grids": ("Grid",),
    "layer": ("AnswerLayer", "Layer"),
    "letters": ("Letter", "PrintedLetters", "WrittenLetters"),
    "numbers": ("AnswerNumbers", "Diagonals", "Digit", "Lines", "Number", "Numbers", "Param", "Run"),
    "paths": ("PathGrid", "Paths", "Step"),
    "pieces": ("Fleet", "Pieces"),
    "places": ("SIDES", "Everywhere", "Groups", "InRooms", "Outside", "Place", "Whole"),
    "rooms": ("Boxes", "Bricks", "InnerWalls", "Room", "RoomGrid", "Rooms"),
    "several": ("ClueLists", "Group"),
    "shading": ("Shade", "Shading"),
    "ships": ("ShipCell", "Ships"),
    "signs": ("Alphabet", "AnswerSigns", "Chosen", "ClueSigns", "Sign", "SignSet"),
    "sizes": ("RoomSize", "RoomSizes"),
    "strokes": ("Borders", "EdgeLoop", "GivenMarks", "Loop", "Stroke", "Wall"),
    "sums": ("SumPair", "Sums"),
    "symbols": (
        "AnswerChoice", "AnswerMarks", "Either", "Letters", "Mark", "NumbersOrSymbols", "Symbol", "Symbols", "TintedCells",
        "arrow_marks",
    ),
    "values": ("ValueType",),
}  # fmt: skip
"""The words of each file."""

OLD_NAMES = {
    "Choice": "AnswerChoice",
    "Digits": "AnswerNumbers",
    "Flags": "GivenMarks",
    "Marks": "AnswerMarks",
    "Mixed": "NumbersOrSymbols",
    "OneOf": "AnswerSigns",
    "Several": "ClueLists",
    "Signs": "ClueSigns",
    "Tint": "TintedCells",
}
"""Words of earlier versions, which users' own genres may import -> their present names."""

if TYPE_CHECKING:
    from pencilp.board.layers.arrows import *
    from pencilp.board.layers.calculations import *
    from pencilp.board.layers.clues import *
    from pencilp.board.layers.drawings import *
    from pencilp.board.layers.gates import *
    from pencilp.board.layers.grids import *
    from pencilp.board.layers.layer import *
    from pencilp.board.layers.letters import *
    from pencilp.board.layers.numbers import *
    from pencilp.board.layers.paths import *
    from pencilp.board.layers.pieces import *
    from pencilp.board.layers.places import *
    from pencilp.board.layers.rooms import *
    from pencilp.board.layers.several import *
    from pencilp.board.layers.shading import *
    from pencilp.board.layers.ships import *
    from pencilp.board.layers.signs import *
    from pencilp.board.layers.sizes import *
    from pencilp.board.layers.strokes import *
    from pencilp.board.layers.sums import *
    from pencilp.board.layers.symbols import *
    from pencilp.board.layers.values import *
else:

    def __getattr__(name: str) -> Any:
        present = OLD_NAMES.get(name, name)
        for home, words in HOMES.items():
            if present in words:
                result = getattr(import_module(f"{__name__}.{home}"), present)
                globals()[name] = result
                return result
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
