"""Standard encodings: a genre module declares with them how its layers are written in links and texts.

    link = [Border("rooms"), RoomNumber16("clues")]              # the body of a puzz.link URL, in order
    pzpr = [RoomIds("rooms"), Cells("clues"), Cells("shaded")]   # the lines of the pzpr v3 text
    dataset = [Cells("clues"), RoomIds("rooms"), Cells("shaded")]  # the public dataset's text: problem, then solution

Each part both reads and writes. Many genres use the same parts. Other links are composed of codes:

    link = [Border("tiles"), Grid("signs", Signs("1234", "SGct"), Blanks("5"))]

Encodings that no code can express are in the genre's own folder.
"""

from __future__ import annotations

from pencilp.encodings.banks import Fleet, PieceMarks
from pencilp.encodings.borders import EdgeSets, Inside, LetteredBorders, LinkMarks, Matrix, RoomIds, Walls, Weighed
from pencilp.encodings.cells import After, Cells, Framed, Listed
from pencilp.encodings.codes import (
    HOLE,
    Arrow,
    Blanks,
    Combined,
    Hex16,
    Numeral,
    Of,
    One,
    Packed,
    Record,
    Refused,
    Run,
    Sign,
    Signs,
    WithBlanks,
)
from pencilp.encodings.dots import DotGrid, Dots
from pencilp.encodings.lines import (
    Header,
    Ignored,
    IgnoredLinks,
    Options,
    OutsideLines,
    OutsideRuns,
    OwnBoard,
    SquareSize,
    Word,
)
from pencilp.encodings.link import (
    Apart,
    ArrowNumber16,
    Bits,
    Border,
    Both,
    Circle,
    CircleNumber16,
    Count,
    Fixed,
    Flag,
    FormerCell,
    FourCell,
    Gaps,
    Grid,
    Holes,
    Number10,
    Number16,
    Number36,
    Older,
    OneCell,
    OutsideNumber16,
    RoomNumber16,
    RoomSigns,
    Slash,
    Spots,
)
from pencilp.encodings.places import CellSides, Joined, OnLayer, OutsidePlaces
from pencilp.encodings.pointers import NumbersAndArrows

__all__ = [
    "HOLE",
    "After",
    "Apart",
    "Arrow",
    "ArrowNumber16",
    "Bits",
    "Blanks",
    "Border",
    "Both",
    "CellSides",
    "Cells",
    "Circle",
    "CircleNumber16",
    "Combined",
    "Count",
    "DotGrid",
    "Dots",
    "EdgeSets",
    "Fixed",
    "Flag",
    "Fleet",
    "FormerCell",
    "FourCell",
    "Framed",
    "Gaps",
    "Grid",
    "Header",
    "Hex16",
    "Holes",
    "Ignored",
    "IgnoredLinks",
    "Inside",
    "Joined",
    "LetteredBorders",
    "LinkMarks",
    "Listed",
    "Matrix",
    "Number10",
    "Number16",
    "Number36",
    "NumbersAndArrows",
    "Numeral",
    "Of",
    "Older",
    "OnLayer",
    "One",
    "OneCell",
    "Options",
    "OutsideLines",
    "OutsideNumber16",
    "OutsidePlaces",
    "OutsideRuns",
    "OwnBoard",
    "Packed",
    "PieceMarks",
    "Record",
    "Refused",
    "RoomIds",
    "RoomNumber16",
    "RoomSigns",
    "Run",
    "Sign",
    "Signs",
    "Slash",
    "Spots",
    "SquareSize",
    "Walls",
    "Weighed",
    "WithBlanks",
    "Word",
]  # fmt: skip
