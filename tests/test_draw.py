"""Drawings: small boards drawn exactly, every look of every kind of layer, and what a drawing must never contain."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

import pencilp
from pencilp import api
from pencilp.board.lattice import Lattice, hexagon, square
from pencilp.board.layers import (
    AnswerNumbers,
    Arrows,
    Borders,
    Boxes,
    EdgeLoop,
    GivenMarks,
    Layer,
    Lines,
    Loop,
    Numbers,
    NumbersOrSymbols,
    Param,
    Paths,
    Rooms,
    Shading,
    Sums,
    Symbols,
)  # fmt: skip
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.draw import svg
from pencilp.draw.svg import GREY, to_png, to_svg
from pencilp.draw.terminal import to_text
from pencilp.errors import PencilpError
from pencilp.formats import examples
from pencilp.formats.text import text as plain
from pencilp.genres.base import Genre
from pencilp.genres.norinori import Norinori

EXAMPLES = Path(__file__).parent.parent / "examples"
N = None


def genre(**layers: Layer) -> type[Genre]:
    """A throw-away genre with these layers."""
    return type("Drawn", (Genre,), {"name": "drawn", "shapes": ("square", "hexagonal"), **layers})


def picture(drawing: str) -> str:
    """The drawing of a test: without the first line break and the indentation."""
    lines = drawing.strip("\n").split("\n")
    indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return "\n".join(line[indent:].rstrip() for line in lines).rstrip() + "\n"


def along(lattice: Lattice, cells: list[int]) -> list[int]:
    """A closed line through these cells."""
    values = [0] * len(lattice.links)
    for a, b in zip(cells, cells[1:] + cells[:1], strict=True):
        values[lattice.link_between[a, b]] = 1
    return values


def around(lattice: Lattice, cells: list[int]) -> list[int]:
    """The edges around a group of cells."""
    values = [0] * len(lattice.edges)
    for c in cells:
        for e in lattice.cell_edges[c]:
            values[e] ^= 1
    return values


ROOMS = Puzzle(Norinori, square(3, 4), {"rooms": [0, 0, 1, 1, 2, 0, 1, 3, 2, 2, 3, 3]})
SHADED = Answer(ROOMS, {"shaded": [1, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0]})

# -- exact drawings -------------------------------------------------------------------------------------------------


def test_rooms_and_shading() -> None:
    assert to_text(ROOMS, SHADED) == picture("""
        ┌─────┬─────┐
        │██ ██│   ██│
        ├──┐  │  ┌──┤
        │  │  │  │██│
        │  └──┼──┘  │
        │     │     │
        └─────┴─────┘
    """)


def test_rooms_and_shading_in_ascii() -> None:
    assert to_text(ROOMS, SHADED, unicode=False) == picture("""
        +-----+-----+
        |## ##|   ##|
        +--+  |  +--+
        |  |  |  |##|
        |  +--+--+  |
        |     |     |
        +-----+-----+
    """)


def test_colours_change_the_look_and_nothing_else() -> None:
    coloured = to_text(ROOMS, SHADED, color=True)
    assert "\x1b[36m██\x1b[0m" in coloured
    for code in ("\x1b[36m", "\x1b[0m", "\x1b[2m"):
        coloured = coloured.replace(code, "")
    assert coloured == to_text(ROOMS, SHADED)


def test_differences_of_two_answers() -> None:
    other = Answer(ROOMS, {"shaded": [1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0]})
    assert to_text(ROOMS, SHADED, compare=other) == picture("""
        ┌─────┬─────┐
        │██ ▓▓│   ██│
        ├──┐  │  ┌──┤
        │░░│  │  │██│
        │  └──┼──┘  │
        │     │     │
        └─────┴─────┘
    """)
    assert "\x1b[1;31m░░" in to_text(ROOMS, SHADED, compare=other, color=True)


def test_hexagons_with_a_flat_side_up() -> None:
    puzzle = Puzzle(Norinori, hexagon(2), {"rooms": [0, 0, 1, 1, 0, 2, 2]})
    answer = Answer(puzzle, {"shaded": [1, 0, 0, 1, 0, 0, 1]})
    assert dedent(to_text(puzzle, answer, orientation="flat")) == picture(r"""
              ─────
             /█████\
        ─────███████─────
       /     \█████      \
              ─────
       \      █████\     /
        ─────███████
       /     \█████/     \
              ─────
       \      █████\     /
        ─────███████─────
             \█████/
              ─────
    """)
    with pytest.raises(PencilpError, match="hexagons are drawn pointed or flat, not 'upside down'"):
        to_text(puzzle, orientation="upside down")


def test_a_loop_on_hexagons_with_a_flat_side_up() -> None:
    lattice = hexagon(2)
    turn = genre(dots=Symbols({"o": ""}, look="dot"), loop=Loop())
    puzzle = Puzzle(turn, lattice, {"dots": [N, "o", N, N, N, N, N]})
    answer = Answer(puzzle, {"loop": along(lattice, [0, 1, 4, 6, 5, 2])})
    assert dedent(to_text(puzzle, answer, orientation="flat")) == picture(
        """
              ─────
             /     ?
        ───── ╺━━━╸ ─────
       /     ╱     ╲     ?
          ┏━╸       ╺━•
       ?  ┃           ┃  /
          ┃           ┃
       /  ┃           ┃  ?
          ┗━╸       ╺━┛
       ?     ╲     ╱     /
        ───── ╺━━━╸ ─────
             ?     /
              ─────
    """.replace("?", chr(92))
    )
    assert to_text(puzzle, answer, orientation="flat", unicode=False).splitlines()[4:7] == [
        "    +--       --o",
        " \\  |           |  /",
        "    |           |",
    ]


@pytest.mark.parametrize("orientation", ["pointed", "flat"])
def test_both_orders_of_an_edge_are_drawn_alike(orientation: str) -> None:
    """Tags and texts are the same, and the direction that Second Turn calls TC is straight up."""
    for path in sorted(EXAMPLES.glob("*.txt")):
        puzzle = pencilp.load(str(path))
        if puzzle.lattice.shape == "hexagonal":
            roots = [ET.fromstring(to_svg(puzzle, puzzle.answer, orientation=way)) for way in ("pointed", orientation)]
            content = [[(e.tag, e.text, e.get("data-cell"), e.get("data-edge")) for e in root.iter()] for root in roots]
            assert content[0] == content[1]
            lattice = puzzle.lattice.laid(orientation)
            assert lattice == puzzle.lattice
            x, y = lattice.way(lattice.side_names.index("TC"))
            assert (x, y) == pytest.approx((0, -1) if orientation == "flat" else (-0.5, -(3**0.5) / 2))


def test_rooms_on_hexagons() -> None:
    puzzle = Puzzle(Norinori, hexagon(2), {"rooms": [0, 0, 1, 1, 0, 2, 2]})
    assert to_text(puzzle, Answer(puzzle, {"shaded": [1, 0, 0, 1, 0, 0, 0]})) == picture(r"""
           / \ / \
          │███    │
         / \ / \   \
        │    ███│   │
         \ / \ / \ /
          │       │
           \ / \ /
    """)


def test_a_loop_through_cells_with_circles() -> None:
    lattice = square(3, 3)
    masyu = genre(pearls=Symbols({"w": "", "b": ""}, look="circle"), loop=Loop())
    puzzle = Puzzle(masyu, lattice, {"pearls": ["b", "w", N, N, N, N, N, N, N]})
    answer = Answer(puzzle, {"loop": along(lattice, [0, 1, 2, 5, 8, 7, 6, 3])})
    assert to_text(puzzle, answer) == picture("""
        ┌───────────┐
        │ ●━━━○━━━┓ │
        │ ┃ ·   · ┃ │
        │ ┃       ┃ │
        │ ┃ ·   · ┃ │
        │ ┗━━━━━━━┛ │
        └───────────┘
    """)
    assert to_text(puzzle, answer, unicode=False) == picture("""
        +-----------+
        | @===o===# |
        | # +   + # |
        | #       # |
        | # +   + # |
        | #=======# |
        +-----------+
    """)


def test_a_loop_crosses_the_walls_of_rooms() -> None:
    lattice = square(2, 2)
    puzzle = Puzzle(genre(rooms=Rooms(), loop=Loop()), lattice, {"rooms": [0, 1, 0, 0]})
    assert to_text(puzzle, Answer(puzzle, {"loop": along(lattice, [0, 1, 3, 2])})) == picture("""
        ┌───┬───┐
        │ ┏━┿━┓ │
        │ ┃ └─╂─┤
        │ ┗━━━┛ │
        └───────┘
    """)


def test_a_loop_on_hexagons_with_dots() -> None:
    """A turn is not taken for a dot: a level line ends in it, and slanting ones meet in a point."""
    lattice = hexagon(2)
    turn = genre(dots=Symbols({"o": ""}, look="dot"), loop=Loop())
    puzzle = Puzzle(turn, lattice, {"dots": ["o", N, N, N, N, N, N]})
    assert to_text(puzzle, Answer(puzzle, {"loop": along(lattice, [0, 1, 4, 6, 5, 2])})) == picture(r"""
           / \ / \
          │ •━━━╸ │
         / ╱     ╲ \
        │ <       > │
         \ ╲     ╱ /
          │ ╺━━━╸ │
           \ / \ /
    """)
    inner = Answer(puzzle, {"loop": along(lattice, [0, 3, 1, 4, 6, 5, 2])})
    assert to_text(puzzle, inner).splitlines()[2:5] == [" / ╱ ╲ ╱ ╲ \\", "│ <   ∨   > │", " \\ ╲     ╱ /"]
    assert to_text(puzzle, inner, unicode=False).splitlines()[2:5] == [
        " / / \\ / \\ \\",
        "| <   v   > |",
        " \\ \\     / /",
    ]


def test_undecided_lines_and_borders_have_a_dash() -> None:
    lattice = square(2, 2)
    puzzle = Puzzle(genre(clues=Numbers(), loop=EdgeLoop()), lattice, {"clues": [3, N, N, 2]})
    loop = around(lattice, [0, 2, 3])
    undecided = [
        N if 1 in corners or 5 in corners else x for x, corners in zip(loop, lattice.edge_corners, strict=True)
    ]
    assert to_text(puzzle, Answer(puzzle, {"loop": undecided})) == picture("""
        ╻ ┄ · ┄ ·
        ┃ 3 ┆   ┆
        ┃   · ┄ ·
        ┃     2 ┆
        ┗━━━━━━━╸
    """)
    walls = Puzzle(genre(clues=Numbers(), borders=Borders()), lattice, {"clues": [3, N, N, 2]})
    assert to_text(walls, Answer(walls, {"borders": [1, N, 0, N]}), unicode=False) == picture("""
        +---#---+
        | 3 #   |
        |   # ~ |
        |   : 2 |
        +-------+
    """)


def test_a_line_along_the_grid_leaves_dots() -> None:
    lattice = square(2, 2)
    puzzle = Puzzle(genre(clues=Numbers(), loop=EdgeLoop()), lattice, {"clues": [3, N, N, 2]})
    answer = Answer(puzzle, {"loop": around(lattice, [0, 2, 3])})
    assert to_text(puzzle) == picture("""
        ·   ·   ·
          3
        ·   ·   ·
              2
        ·   ·   ·
    """)
    assert to_text(puzzle, answer) == picture("""
        ┏━━━┓   ·
        ┃ 3 ┃
        ┃   ┗━━━┓
        ┃     2 ┃
        ┗━━━━━━━┛
    """)
    assert to_text(puzzle, answer, unicode=False) == picture("""
        +---+   +
        | 3 |
        |   +---+
        |     2 |
        +-------+
    """)


def test_bridges() -> None:
    lattice = square(2, 3)
    puzzle = Puzzle(genre(n=Numbers(look="circle"), bridges=Loop(most=2)), lattice, {"n": [3, N, 2, 1, N, N]})
    values = [0] * len(lattice.links)
    for a, b, count in ((0, 1, 2), (1, 2, 2), (0, 3, 1)):
        values[lattice.link_between[a, b]] = count
    assert to_text(puzzle, Answer(puzzle, {"bridges": values})).strip() == "(3)═════(2)\n  │\n (1)"


def test_borders_of_regions_are_heavy() -> None:
    lattice = square(2, 2)
    puzzle = Puzzle(genre(n=Numbers(), borders=Borders()), lattice, {"n": [3, N, N, 1]})
    of = [0, 0, 0, 1]
    assert to_text(puzzle, Answer(puzzle, {"borders": [int(of[a] != of[b]) for a, b in lattice.links]})) == picture("""
        ┌───────┐
        │ 3     │
        │   ┏━━━┥
        │   ┃ 1 │
        └───┸───┘
    """)


def test_centres_lie_in_cells_and_between_them() -> None:
    stars = Symbols(dict.fromkeys(["w", "be", "ws", "bse"], ""), look="center")
    puzzle = Puzzle(genre(stars=stars), square(3, 3), {"stars": ["w", "be", N, "ws", "bse", N, N, N, N]})
    assert to_text(puzzle) == picture("""
        ┌───────────┐
        │ ○     ●   │
        │   ·   ·   │
        │           │
        │ ○ ·   ●   │
        │           │
        └───────────┘
    """)
    places = [
        (e.attrib["cx"], e.attrib["cy"]) for e in ET.fromstring(to_svg(puzzle)).iter() if e.tag.endswith("circle")
    ]
    assert places == [("20", "20"), ("80", "20"), ("20", "80"), ("80", "80")]


def test_given_digits_differ_from_written_digits() -> None:
    sudoku = genre(given=Numbers(), boxes=Boxes(), number=AnswerNumbers(1, 4))
    puzzle = Puzzle(sudoku, square(4, 4), {"given": [1, N, N, 4] + [N] * 12})
    answer = Answer(puzzle, {"number": [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]})
    assert to_text(puzzle, answer) == picture("""
        ┌───────┬───────┐
        │[1]  2 │ 3  [4]│
        │   ·   │   ·   │
        │ 3   4 │ 1   2 │
        ├───────┼───────┤
        │ 2   1 │ 4   3 │
        │   ·   │   ·   │
        │ 4   3 │ 2   1 │
        └───────┴───────┘
    """)
    coloured = to_text(puzzle, answer, color=True)
    assert "\x1b[1m1\x1b[0m" in coloured
    assert "\x1b[36m2\x1b[0m" in coloured


def test_clues_outside_and_captions() -> None:
    puzzle = Puzzle(
        genre(runs=Lines(), shaded=Shading(), total=Param(), option=Param(high=1)),
        square(2, 2),
        {"runs": {"top": [(1, 10), (2,)], "left": [(2,), (1, 1)]}, "total": 3, "option": 0},
    )
    assert to_text(puzzle, Answer(puzzle, {"shaded": [1, 1, 0, 1]})) == picture("""
        total: 3
              1
             10  2
            ┌─────┐
          2 │██ ██│
            │  ·  │
        1 1 │   ██│
            └─────┘
    """)


def test_a_board_with_holes_corner_clues_and_walls() -> None:
    lattice = square(2, 3, holes=[(0, 2)])
    puzzle = Puzzle(
        genre(corner=Numbers(on="corners"), walls=GivenMarks(on="links")),
        lattice,
        {"corner": [4 if key == (1, 1) else N for key in lattice.corner_keys], "walls": [0, 1, 0, 0, 0]},
    )
    assert to_text(puzzle) == picture("""
        ┌───────┐
        │       │
        │   4   └───┐
        │   │       │
        └───┴───────┘
    """)


def test_black_cells_arrows_and_sums() -> None:
    kinds = genre(walls=NumbersOrSymbols({"x": ""}, look="wall"), clues=Arrows(colors="wb"), sums=Sums())
    puzzle = Puzzle(
        kinds,
        square(2, 2),
        {"walls": ["x", 3, N, N], "clues": [N, N, ("w", 1, 2), N], "sums": [N, N, N, (N, 16)]},
    )
    assert to_text(puzzle) == picture("""
        ┌───────┐
        │███ █3█│
        │   ·   │
        │ 2→ \\16│
        └───────┘
    """)


def test_thermometers_and_codes() -> None:
    kinds = genre(tubes=Paths(), filled=Shading(), code=AnswerNumbers(1, 9, on="columns"))
    puzzle = Puzzle(kinds, square(2, 2), {"tubes": [(1, 1), (1, 2), N, (1, 3)]})
    assert to_text(puzzle, Answer(puzzle, {"filled": [0, 0, 0, 0], "code": [7, 5]})) == picture("""
        ┌───────┐
        │ ●───┐ │
        │   · │ │
        │     ╵ │
        └───────┘
          7   5
    """)


# -- SVG ------------------------------------------------------------------------------------------------------------


def test_text_is_escaped_and_legal() -> None:
    puzzle = Puzzle(
        genre(signs=Symbols({'<"&>': ""})),
        square(1, 1),
        {"signs": ['<"&>']},
        name="a <script> & \x00\x1b\ud800 のりのり",
    )
    root = ET.fromstring(to_svg(puzzle))
    texts = [e.text for e in root.iter() if e.tag.endswith("}text")]
    assert texts == ['<"&>']
    assert root[0].text == "drawn a <script> & \ufffd\ufffd\ufffd のりのり"


def test_hexagons_are_hexagons() -> None:
    """A shaded cell is a polygon of six sides of equal length, around its centre."""
    puzzle = Puzzle(Norinori, hexagon(2), {"rooms": [0] * 7})
    root = ET.fromstring(to_svg(puzzle, Answer(puzzle, {"shaded": [0, 0, 0, 1, 0, 0, 0]})))
    (shaded,) = [e for e in root.iter() if e.tag.endswith("polygon")]
    points = [complex(*map(float, p.split(","))) for p in shaded.attrib["points"].split()]
    assert len(points) == 6
    sides = [abs(a - b) for a, b in zip(points, points[1:] + points[:1], strict=True)]
    assert max(sides) - min(sides) < 0.05
    assert sum(sides) / 6 == pytest.approx(svg.UNIT / 3**0.5, abs=0.05)
    x, y = puzzle.lattice.center(3)
    assert abs(sum(points) / 6 - complex(x, y) * svg.UNIT) < 0.05


def test_the_dashes_of_a_cage_meet() -> None:
    """Every end of a dashed line is the end of another: cages are closed, on both lattices, around corners of all kinds."""
    for lattice, ids in (
        (square(3, 3), [1, 1, 2, 3, 1, 2, 3, 3, 2]),
        (hexagon(3), [1, 1, 2, 1, 3, 3, 2, 1, 3, 4, 4, 2, 3, 3, 4, 5, 5, 5, 5]),
    ):
        puzzle = Puzzle(genre(cages=Rooms(connected=False, cages=True)), lattice, {"cages": ids})
        root = ET.fromstring(to_svg(puzzle))
        (dashed,) = [e for e in root.iter() if "stroke-dasharray" in e.attrib]
        ends = [
            tuple(round(float(n)) for n in point.split())
            for piece in dashed.attrib["d"].split("M")[1:]
            for point in piece.split("L")
        ]
        lonely = [p for p in ends if sum(abs(p[0] - q[0]) < 2 and abs(p[1] - q[1]) < 2 for q in ends) < 2]
        assert not lonely


def test_print_shows_drawings() -> None:
    assert str(ROOMS) == to_text(ROOMS).rstrip("\n")
    assert str(SHADED) == to_text(ROOMS, SHADED).rstrip("\n")
    assert repr(ROOMS).startswith("<Puzzle ")
    assert repr(SHADED) == f"<Answer to {ROOMS!r}: shaded>"


def test_notebooks_show_pictures() -> None:
    assert ROOMS._repr_svg_() == to_svg(ROOMS)
    assert SHADED._repr_svg_() == to_svg(ROOMS, SHADED)
    outcome = pencilp.solve(pencilp.puzzle("norinori", square(1, 2), rooms=[0, 0]))
    assert outcome.answer is not None
    assert outcome.answer._repr_svg_() in outcome._repr_html_()
    assert "<svg" not in pencilp.solve(ROOMS)._repr_html_()  # it has no answer


def test_png(tmp_path: Any) -> None:
    pytest.importorskip("resvg_py", reason="the extra png is not installed")
    path = tmp_path / "board.png"
    image = to_png(to_svg(ROOMS, SHADED), path, width=300)
    assert image.startswith(b"\x89PNG")
    assert int.from_bytes(image[16:20], "big") == 300
    assert path.read_bytes() == image
    with pytest.raises(PencilpError, match="PNG"):
        to_png("<svg")


def test_png_without_its_library_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(PencilpError, match=r"pip install 'pencilp\[png\]'"):
        to_png(to_svg(ROOMS))


def test_drawing_text_loads_little() -> None:
    """It is on the path of every ``pencilp solve``."""
    code = "import sys, pencilp.board.puzzle; a = set(sys.modules); import pencilp.draw.terminal; print(*set(sys.modules) - a)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert set(loaded) <= {"pencilp.draw", "pencilp.draw.terminal", "pencilp.draw.drawn", "pencilp.board.layers.glyphs"}


def test_a_number_as_wide_as_its_cell_does_not_hide_that_it_is_shaded() -> None:
    puzzle = api.puzzle("yajikazu", square(1, 3), clues=[None, (1, 99), None])
    shaded, clear = (Answer(puzzle, {"shaded": [0, x, 0]}) for x in (1, 0))
    assert to_text(puzzle, shaded) != to_text(puzzle, clear)


def test_an_arrow_in_a_shaded_cell_is_as_bright_as_a_number_there() -> None:
    puzzle = api.puzzle("yajikazu", square(1, 3), clues=[None, (1, 7), None])
    shaded, clear = (to_svg(puzzle, Answer(puzzle, {"shaded": [0, x, 0]})) for x in (1, 0))
    digit, arrow = (f'fill="{svg.PAPER}"', f'stroke="{svg.PAPER}"')
    assert (digit in shaded.split(">7<")[0].rsplit("<text", 1)[-1], arrow in shaded) == (True, True)
    assert (digit in clear.split(">7<")[0].rsplit("<text", 1)[-1], arrow in clear) == (False, False)


def test_a_given_piece_of_the_loop_lies_on_the_line():
    board = square(1, 1)
    puzzle = Puzzle(genre(pieces=GivenMarks(on="edges"), line=EdgeLoop()), board, {"pieces": [1, 0, 0, 0]})
    drawn = to_svg(puzzle, Answer(puzzle, {"line": [1] * 4}))
    assert drawn.rindex(svg.PENCIL_LINE) < drawn.rindex(f'stroke="{svg.INK}"')


def test_long_diagonals_are_drawn_for_diagonal_sudoku_only() -> None:
    def lines(diagonals: int) -> list[str]:
        puzzle = pencilp.puzzle("sudoku", square(3, 3, [(0, 0)]), given=[None] * 8, diagonals=diagonals)
        return [e.attrib["d"] for e in ET.fromstring(to_svg(puzzle)).iter() if e.attrib.get("stroke") == GREY]

    assert lines(0) == []
    # a piece in each cell: the hole at a corner has none, the cell in the middle has two
    (drawn,) = lines(1)
    assert drawn.count("M") == 5


def test_thermometers_with_numbers_are_grey() -> None:
    given = {"thermometers": [(1, 1), (1, 2), None, None]}
    sudoku = to_svg(pencilp.puzzle("thermo_sudoku", square(2, 2), given=[None] * 4, **given))
    glass = to_svg(pencilp.puzzle("thermometers", square(2, 2), **given))
    assert (GREY in sudoku, GREY in glass) == (True, False)


@pytest.mark.parametrize("draw", [to_text, to_svg])
def test_drawing_refuses_other_objects_in_one_line(draw: Any) -> None:
    puzzle = api.puzzle("creek", square(1, 2), clues=[None] * 6)
    (answer, *_) = api.solve(puzzle).answers
    for wrong, content in (
        ((answer,), "a Puzzle is needed, not Answer"),
        ((puzzle, puzzle), "an Answer is needed, not Puzzle"),
    ):
        with pytest.raises(TypeError, match=content):
            draw(*wrong)


def test_circles_stand_in_place_of_a_grid() -> None:
    board = square(2, 2, [(1, 1)])
    puzzle = Puzzle(genre(n=Numbers(), m=AnswerNumbers(1, 9, circles=True)), board, {"n": [3, N, N]})
    for picture in (to_svg(puzzle), to_svg(puzzle, Answer(puzzle, {"m": [3, 1, N]}))):
        assert len(re.findall(r'<circle [^>]*r="17\.2" fill="none"', picture)) == 3
        assert "<path" not in picture


def test_walls_next_to_shaded_cells_have_a_rim_of_paper() -> None:
    """What is shaded would hide them."""
    puzzle = pencilp.puzzle("norinori", square(1, 4), rooms=[0, 0, 1, 1])
    for shaded, rims in (((0, 1, 1, 0), 1), ((1, 0, 1, 1), 1), ((1, 0, 0, 1), 0)):
        drawn = to_svg(puzzle, Answer(puzzle, {"shaded": shaded}))
        walls = re.findall(r'<path d="(\S+ \S+ \S+)" fill="none" stroke="#ffffff"', drawn)
        assert walls == ["M80 0L80 40"] * rims
        assert all(drawn.index(wall) < drawn.index('stroke="#1a1a1a"') for wall in walls), "below the wall"


def test_text_on_a_line_has_a_rim_of_paper() -> None:
    """A number with its arrow, too."""
    puzzle = pencilp.puzzle("yajisoko", square(1, 3), boxes=["o", N, N], clues=[N, N, (3, 1)])
    for line, rim in (([1, 1], True), ([0, 0], False)):
        drawn = to_svg(puzzle, Answer(puzzle, {"line": line}))
        (text,) = re.findall(r"<text [^>]*>1</text>", drawn)
        assert ('paint-order="stroke"' in text) == rim
        assert len(re.findall(r'class="given" d="[^"]*" fill="none" stroke="#ffffff"', drawn)) == rim


def read(text: str) -> Puzzle:
    (puzzle,) = plain.read(text)
    return puzzle


def test_pieces_and_options_stand_above_the_board() -> None:
    fleet = read("battleship\nsize: 2 3\nfleet: 2,1,1\n")
    assert str(fleet).splitlines()[:2] == ["fleet: 1×2, 2×1", "  ■ ■  ■  ■"]
    bank = read("statuepark\nsize: 3 3\nbank: xx/x.,3\n")
    assert str(bank).splitlines()[:3] == ["bank: 2", "  ■ ■  ■ ■ ■", "  ■"]
    assert to_text(bank, unicode=False).splitlines()[1] == "  # #  # # #"
    picture = to_svg(bank)
    assert ">bank: 2</text>" in picture
    assert picture.count("<polygon") == 6
    assert "xx" not in str(bank) + picture
    full = read("slitherlink\nsize: 2 2\nfull: 1\n")
    assert str(full).splitlines()[0] == "the loop passes every corner"


def test_a_picture_has_the_title_that_it_is_given() -> None:
    puzzle = read("nurikabe\nclues:\n1 -\n- -\n")
    plain, titled = to_svg(puzzle), to_svg(puzzle, title="Week 3 & more")
    assert ">Week 3 &amp; more</text>" in titled
    assert "<title>Week 3 &amp; more</title>" in titled
    assert "<title>Nurikabe</title>" in plain


def test_a_number_in_the_bulb_of_a_thermometer_is_seen() -> None:
    puzzle = examples.example("thermo_sudoku")
    assert puzzle.answer is not None
    assert sum(str(puzzle.answer).count(str(digit)) for digit in range(1, 10)) == 81
