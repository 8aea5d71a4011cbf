"""Standard encodings: how a genre's layers stand in links and texts, declared on the genre's page.

    link = [Border("rooms"), RoomNumber16("clues")]              # the body of a puzz.link URL, in order
    pzpr = [RoomIds("rooms"), Cells("clues"), Cells("shaded")]   # the lines of the pzpr v3 text
    dataset = [Cells("clues"), RoomIds("rooms"), Cells("shaded")]  # the public dataset's text: problem, then solution

A page only *names* parts; what is imported from here are declarations that cost next to nothing. The parts themselves
(pencilp.encodings.link, pencilp.encodings.text) are loaded when a file or link is first read or written with them.
docs/adding-a-genre.md has the table of all parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

LINK = (
    "ArrowNumber16", "Bits", "Border", "Circle", "CastleNumber16", "Count", "Dots", "Fleet", "Flag", "Fixed", "FourCell", "Holes",
    "KakuroCells", "Number10", "Number16", "Number36", "OneCell", "OutsideNumber16", "Pipes", "RoomNumber16",
    "TilepaintCells",
)  # fmt: skip
"""The parts of link bodies (pencilp.encodings.link); Count, Dots, Fleet, Flag, KakuroCells and TilepaintCells are parts of
texts too."""

TEXT = (
    "Areas", "Bridges", "Cells", "Framed", "Header", "Ignored", "IgnoredLinks", "Inside", "Matrix", "OutsideLines", "OutsideRuns",
    "PieceMarks", "RegionSize", "RoomIds", "SquareSize", "Walls", "Word",
)  # fmt: skip
"""The parts of texts (pencilp.encodings.text)."""

__all__ = [*LINK, *TEXT, "Declared", "declared_part"]


class Declared:
    """A part as a page names it: ``part()`` makes the real one, importing its module."""

    __slots__ = ("args", "kind", "options")

    def __init__(self, kind: str, args: tuple[Any, ...], options: dict[str, Any]) -> None:
        self.kind, self.args, self.options = kind, args, options

    def __repr__(self) -> str:
        options = [f"{key}={value!r}" for key, value in self.options.items()]
        return f"{self.kind}({', '.join([*map(repr, self.args), *options])})"

    def part(self) -> Any:
        """The part itself."""
        if self.kind in LINK:
            from pencilp.encodings import link as home
        else:
            from pencilp.encodings import text as home  # type: ignore[no-redef]
        return getattr(home, self.kind)(*self.args, **self.options)


def declared_part(declared: Any) -> Any:
    """The part that an entry of a genre's list stands for: an entry may also be a part itself."""
    return declared.part() if isinstance(declared, Declared) else declared


if TYPE_CHECKING:
    from pencilp.encodings.link import ArrowNumber16 as ArrowNumber16
    from pencilp.encodings.link import Bits as Bits
    from pencilp.encodings.link import Border as Border
    from pencilp.encodings.link import CastleNumber16 as CastleNumber16
    from pencilp.encodings.link import Circle as Circle
    from pencilp.encodings.link import Count as Count
    from pencilp.encodings.link import Dots as Dots
    from pencilp.encodings.link import Fixed as Fixed
    from pencilp.encodings.link import Flag as Flag
    from pencilp.encodings.link import Fleet as Fleet
    from pencilp.encodings.link import FourCell as FourCell
    from pencilp.encodings.link import Holes as Holes
    from pencilp.encodings.link import KakuroCells as KakuroCells
    from pencilp.encodings.link import Number10 as Number10
    from pencilp.encodings.link import Number16 as Number16
    from pencilp.encodings.link import Number36 as Number36
    from pencilp.encodings.link import OneCell as OneCell
    from pencilp.encodings.link import OutsideNumber16 as OutsideNumber16
    from pencilp.encodings.link import Pipes as Pipes
    from pencilp.encodings.link import RoomNumber16 as RoomNumber16
    from pencilp.encodings.link import TilepaintCells as TilepaintCells
    from pencilp.encodings.text import Areas as Areas
    from pencilp.encodings.text import Bridges as Bridges
    from pencilp.encodings.text import Cells as Cells
    from pencilp.encodings.text import Framed as Framed
    from pencilp.encodings.text import Header as Header
    from pencilp.encodings.text import Ignored as Ignored
    from pencilp.encodings.text import IgnoredLinks as IgnoredLinks
    from pencilp.encodings.text import Inside as Inside
    from pencilp.encodings.text import Matrix as Matrix
    from pencilp.encodings.text import OutsideLines as OutsideLines
    from pencilp.encodings.text import OutsideRuns as OutsideRuns
    from pencilp.encodings.text import PieceMarks as PieceMarks
    from pencilp.encodings.text import RegionSize as RegionSize
    from pencilp.encodings.text import RoomIds as RoomIds
    from pencilp.encodings.text import SquareSize as SquareSize
    from pencilp.encodings.text import Walls as Walls
    from pencilp.encodings.text import Word as Word
else:

    def __getattr__(name):
        if name in LINK or name in TEXT:

            def declare(*args, **options):
                return Declared(name, args, options)

            declare.__name__ = name
            globals()[name] = declare
            return declare
        raise AttributeError(f"module 'pencilp.encodings' has no attribute {name!r}")
