"""Penpa+ links: read as people draw them, written, and refused in one line if they are broken."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

import pytest

from pencilp import genres
from pencilp.board.lattice import square
from pencilp.board.layers.clues import UNKNOWN
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.formats import examples, reading
from pencilp.formats.penpa.container import MAX_TEXT_BYTES, lengthened, packed, shortened
from pencilp.formats.penpa.links import read as read_penpa
from pencilp.formats.penpa.links import write as write_penpa
from pencilp.formats.penpa.names import TAGS
from pencilp.formats.remarks import ANSWER_DROPPED, AROUND_LINK, DROPPED, SOLUTION, remarks
from pencilp.formats.text import text as plain
from pencilp.genres import find

SITE = "https://swaroopg92.github.io/penpa-edit/#"


def test_a_tag_with_the_name_of_a_genre_means_this_genre() -> None:
    assert TAGS.keys().isdisjoint(genres.names())
    kakuru = examples.example("kakuru")
    assert reading.read(write_penpa(kakuru)) == [kakuru]


class Drawing:
    """A drawing of ``rows`` by ``cols`` cells with margins (top, bottom, left, right), as Penpa numbers its points."""

    def __init__(self, rows: int, cols: int, margin: tuple[int, int, int, int] = (0, 0, 0, 0)) -> None:
        top, bottom, left, right = self.margin = margin
        self.rows, self.cols = rows + top + bottom, cols + left + right
        self.width, self.size = self.cols + 4, (self.cols + 4) * (self.rows + 4)
        self.board = [self.cell(r, c) for r in range(rows) for c in range(cols)]
        self.chosen: dict[str, bool] = {}
        self.several = False
        self.question: dict[str, Any] = {}
        self.answer: dict[str, Any] = {}
        self.title, self.rules, self.tags = "", "", [""]
        self.kind = "square"

    def cell(self, row: int, col: int, kind: int = 0) -> int:
        """Return the number of a cell (0), its lower right corner (1), its lower (2) or right edge (3)."""
        return kind * self.size + (row + self.margin[0] + 2) * self.width + col + self.margin[2] + 2

    def side(self, row: int, col: int, way: str) -> str:
        """Return the two corners of the lower (s) or right (e) edge of a cell."""
        end = self.cell(row, col, 1)
        return f"{end - (1 if way == 's' else self.width)},{end}"

    @property
    def text(self) -> str:
        head = f"{self.kind},{self.cols},{self.rows},38,0,1,1,1,1,1,1,0,0,0,0,Title: {self.title},Author: ,,{self.rules},OFF"
        head += ",true" * self.several
        steps = [self.board[0], *(b - a for a, b in zip(self.board, self.board[1:], strict=False))]
        lines = [
            head,
            json.dumps(self.margin),
            "{}",
            json.dumps(self.question),
            json.dumps(self.answer) if self.answer else "",
        ]
        lines += [
            json.dumps(steps),
            "[]",
            "{}",
            '"x"',
            '"x"',
            "[3,1,4]",
            "{}",
            '"x"',
            "0",
            "{}",
            "{}",
            json.dumps(self.chosen),
            json.dumps(self.tags),
        ]
        return shortened("\n".join(lines))

    @property
    def link(self) -> str:
        return f"{SITE}m=edit&p={packed(self.text)}"


def loads(text: str) -> Puzzle:
    """Return the puzzle of a text."""
    return plain.read(text)[0]


# -- reading ----------------------------------------------------------------------------------------------------------


def test_rooms_are_drawn_by_edges_and_the_answer_by_colours() -> None:
    d = Drawing(2, 4)
    d.tags = ["norinori"]
    d.question = {"lineE": {d.side(0, 1, "e"): 2, d.side(1, 1, "e"): 21, d.side(0, 0, "s"): 12}}
    d.answer = {
        "surface": {
            str(d.cell(0, 1)): 4,
            str(d.cell(1, 1)): 1,
            str(d.cell(0, 3)): 3,
            str(d.cell(1, 3)): 8,
            str(d.cell(0, 0)): 2,
        }
    }
    puzzle = read_penpa(d.link)
    assert puzzle.genre.name == "norinori"
    assert puzzle["rooms"].of == [0, 0, 1, 1, 0, 0, 1, 1]
    assert puzzle.answer is not None
    assert puzzle.answer["shaded"] == [0, 1, 0, 1, 0, 1, 0, 1]
    assert puzzle.notes[DROPPED] == "1 edges"


def test_numbers_on_black_cells_are_akari_walls() -> None:
    d = Drawing(3, 3)
    d.tags = ["akari"]
    d.question = {
        "surface": {str(d.cell(1, 1)): 4, str(d.cell(0, 2)): 4},
        "number": {str(d.cell(1, 1)): ["2", 7, "1"], str(d.cell(0, 2)): [" ", 7, "1"]},
    }
    puzzle = read_penpa(d.link)
    assert puzzle["walls"] == [None, None, "x", None, 2, None, None, None, None]
    assert remarks(puzzle) == []


def test_arrows_stand_behind_numbers_or_next_to_them() -> None:
    d = Drawing(2, 3)
    d.tags = ["yajilin"]
    d.question = {
        "number": {
            str(d.cell(0, 0)): ["1_2", 1, "2"],
            str(d.cell(1, 2)): ["0", 1, "1"],
            str(d.cell(1, 0)): ["?", 1, "1"],
        },
        "symbol": {str(d.cell(1, 2)): [[0, 0, 1, 0, 0, 0, 0, 0], "arrow_fouredge_B", 1]},
    }
    clues = read_penpa(d.link)["clues"]
    assert clues == [(1, 1), None, None, (None, UNKNOWN), None, (3, 0)]


def test_clues_outside_are_read_in_order_and_a_loop_is_read_from_lines() -> None:
    d = Drawing(2, 2, (2, 0, 1, 0))
    d.tags = ["nonogram"]
    d.question = {
        "number": {str(d.cell(-1, 1)): [1, 1, "1"], str(d.cell(-2, 0)): [1, 1, "1"], str(d.cell(-1, 0)): ["1", 1, "1"]}
    }
    assert read_penpa(d.link)["clues"] == {"top": [(1, 1), (1,)], "left": [(), ()]}
    d = Drawing(2, 2)
    d.tags = ["masyu"]
    d.question = {"symbol": {str(d.cell(0, 0)): [2, "circle_L", 1], str(d.cell(1, 1)): [1, "circle_M", 1]}}
    middle = d.cell(0, 0, 3)
    d.answer = {
        "line": {
            f"{d.cell(0, 0)},{middle}": 3, f"{d.cell(0, 1)},{middle}": 3, f"{d.cell(0, 0)},{d.cell(1, 0)}": 3,
            f"{d.cell(0, 1)},{d.cell(1, 1)}": 3, f"{d.cell(1, 0)},{d.cell(1, 1)}": 5, str(d.cell(1, 0, 2)): 98,
        }
    }  # fmt: skip
    puzzle = read_penpa(d.link)
    assert puzzle["circles"] == ["b", None, None, "w"]
    assert puzzle.answer is not None
    assert puzzle.answer["line"] == [1, 1, 1, 1]


def test_cages_are_read_from_lists_or_from_dashes() -> None:
    d = Drawing(2, 2)
    d.tags = ["kenken"]
    sums = {str(4 * d.cell(0, 0, 1)): ["3+", 1]}
    d.question = {"killercages": [[d.cell(0, 0), d.cell(0, 1)]], "numberS": sums}
    cages = [0, 0, None, None]
    assert read_penpa(d.link)["cages"].of == cages
    first, second = 4 * d.cell(0, 0, 1), 4 * d.cell(0, 1, 1)
    around = [
        (first, first + 1),
        (first + 2, first + 3),
        (first, first + 2),
        (first + 1, second),
        (second + 1, second + 3),
        (second, second + 1),
        (second + 2, second + 3),
    ]
    d.question = {"cage": {f"{a},{b}": 10 for a, b in around}, "numberS": sums}
    puzzle = read_penpa(d.link)
    assert puzzle["cages"].of == cages
    assert puzzle["results"] == [(3, "+"), None, None, None]


def test_the_answer_to_compare_with_is_an_answer() -> None:
    d = Drawing(1, 3)
    d.tags = ["nurikabe"]
    d.question = {"number": {str(d.cell(0, 0)): ["1", 1, "1"]}}
    content = [[str(d.cell(0, 1)), str(d.cell(0, 2))], [], [], [], [], []]
    puzzle = read_penpa(f"{d.link.replace('m=edit', 'm=solve')}&a={packed(json.dumps(content))}")
    assert puzzle.answer is not None
    assert puzzle.answer["shaded"] == [0, 1, 1]


def test_stars_in_the_answer_to_compare_with_are_stars() -> None:
    d = Drawing(1, 4)
    d.tags = ["starbattle"]
    content = [[], [], [], [], [], [f"{d.cell(0, 2)},1E", "7,9Q", 5]]
    puzzle = read_penpa(f"{d.link}&a={packed(json.dumps(content))}")
    assert puzzle.answer is not None
    assert puzzle.answer["star"] == [0, 0, 1, 0]


def test_one_of_several_answers_to_compare_with_is_an_answer() -> None:
    d = Drawing(1, 4)
    d.tags, d.several = ["starbattle"], True
    d.chosen = {"sol_or_surface": False, "sol_or_wall": True, "sol_or_star": True, "sol_or_mine": False}
    puzzle = read_penpa(f"{d.link}&a={packed(json.dumps([['7,8,1'], [str(d.cell(0, 2))]]))}")
    assert puzzle.answer is not None
    assert puzzle.answer["star"] == [0, 0, 1, 0]
    assert SOLUTION in puzzle.notes
    for answers, says in (
        ([[]], "1 lists for 2 kinds of elements"),
        ({}, "no list of lists"),
        ([1, 2], "no list of lists"),
    ):
        puzzle = read_penpa(f"{d.link}&a={packed(json.dumps(answers))}")
        assert puzzle.answer is None
        assert says in puzzle.notes[ANSWER_DROPPED]
    assert "was it copied whole?" in read_penpa(f"{d.link}&a=AAAA").notes[ANSWER_DROPPED]


@pytest.mark.parametrize(
    ("tags", "elements", "says"),
    [
        (
            ["classic"],
            {"killercages": [["00", "01"]], "thermo": [["10", "11"]]},
            "no genre has cages and thermometers together",
        ),
        (["nurikabe", "lits"], {}, "must name the genre once, but its tags name nurikabe, lits"),
        (["killer"], {"killercages": [["00", "01"], ["01", "02"]]}, "r1c2: two cages share a cell"),
        (
            ["thermo"],
            {"thermo": [["00", "01"], ["11", "01"]]},
            "r1c2: two thermometers share a cell, or one has it twice",
        ),
        (["arrow"], {"arrows": [["00", "23"]]}, "r1c1: an arrow goes from cell to cell of the board"),
        (["classic", "tile"], {}, "the tag 'tile', a Sudoku whose rules are not known here"),
        (["consecutivepairs"], {}, "must name the genre"),
        (["nonconsecutive"], {}, "consecutive_sudoku"),
        (["classic"], {"killercages": [["00", "01"]]}, "killer_sudoku"),
        (["classic", "thermo"], {"thermo": [["00", "01"]]}, "thermo_sudoku"),
    ],
)
def test_the_elements_of_a_sudoku_are_read_or_refused(tags: list[str], elements: dict[str, Any], says: str) -> None:
    d = Drawing(4, 4)
    d.tags = tags
    d.question = {key: [[d.cell(*map(int, at)) for at in path] for path in paths] for key, paths in elements.items()}
    if says.endswith("_sudoku"):
        assert read_penpa(d.link).genre.name == says
        return
    with pytest.raises(InputError, match=says):
        read_penpa(d.link)


def test_the_genre_is_guessed_from_symbols_that_no_other_genre_has() -> None:
    d = Drawing(3, 3)
    d.question = {"symbol": {str(d.cell(1, 1)): [1, "tents", 1]}}
    puzzle = read_penpa(d.link)
    assert puzzle.genre.name == "tents"
    assert remarks(puzzle) == ["the genre is guessed from the drawing: Tents"]
    d = Drawing(4, 4)
    d.kind = "sudoku"
    d.question = {"thermo": [[d.cell(0, 0), d.cell(0, 1)]], "lineE": {d.side(0, 0, "s"): 12}}
    assert read_penpa(d.link).genre.name == "thermo_sudoku"
    d.question = {"number": {str(d.cell(-1, 0)): ["12", 1, "1"]}}
    with pytest.raises(InputError, match="must name the genre: a plain Sudoku has no 1 texts"):
        read_penpa(d.link)


def test_cells_that_are_not_on_the_board_are_holes() -> None:
    d = Drawing(2, 2)
    d.board.pop(1)
    d.question = {"number": {str(d.cell(0, 0)): ["1", 1, "1"]}}
    puzzle = read_penpa(d.link, "nurikabe")
    assert puzzle.lattice == square(2, 2, [(0, 1)])


def test_an_answer_that_fits_no_layer_is_left_out_with_a_remark() -> None:
    d = Drawing(2, 2)
    d.question = {"number": {str(d.cell(0, 0)): ["1", 1, "1"]}}
    d.answer = {"number": {str(d.cell(1, 1)): ["1000000000000", 2, "1"]}}
    puzzle = read_penpa(d.link, "fillomino")
    assert puzzle.answer is None or ANSWER_DROPPED in puzzle.notes
    d.answer = {"number": {str(d.cell(1, 1)): [[0, 1, 0], 2, "7"]}}
    assert read_penpa(d.link, "fillomino").answer is None


def test_a_black_cell_is_a_hole_if_the_genre_shades_none() -> None:
    d = Drawing(2, 3)
    d.question = {"surface": {str(d.cell(0, 2)): 4}, "number": {str(d.cell(0, 0)): ["2", 1, "1"]}}
    assert read_penpa(d.link, "fillomino").lattice == square(2, 3, [(0, 2)])
    assert read_penpa(d.link, "nurikabe").lattice == square(2, 3)


def test_clues_at_corners_alone_are_clues_in_cells() -> None:
    d = Drawing(1, 1)
    d.tags = ["ichimaga"]
    places = {at: d.cell(*at, 1) for at in ((-1, -1), (-1, 0), (0, -1), (0, 0))}
    d.question = {"number": {str(places[-1, -1]): ["1", 6, "1"], str(places[0, 0]): [" ", 6, "1"]}}
    d.answer = {"lineE": {f"{places[-1, -1]},{places[-1, 0]}": 3}}
    puzzle = read_penpa(d.link)
    assert puzzle["numbers"] == [1, None, None, UNKNOWN]
    assert puzzle.answer is not None
    assert puzzle.answer["line"] == [1, 0, 0, 0]


def test_the_number_of_stars_stands_next_to_the_board() -> None:
    d = Drawing(4, 4, (1, 0, 0, 1))
    d.tags = ["starbattle"]
    d.question = {"number": {str(d.cell(-1, 3)): ["2", 1, "1"]}, "symbol": {str(d.cell(-1, 4)): [2, "star", 2]}}
    puzzle = read_penpa(d.link)
    assert puzzle["stars"] == 2
    assert remarks(puzzle) == []


def test_clues_outside_may_be_in_cells_of_the_drawing() -> None:
    d = Drawing(5, 5)
    d.tags = ["tents"]
    clues = {(0, 1): "1", (0, 3): "0", (3, 0): "2"}
    d.question = {
        "number": {str(d.cell(*at)): [text, 1, "1"] for at, text in clues.items()},
        "symbol": {str(d.cell(1, 2)): [1, "tents", 1]},
    }
    puzzle = read_penpa(d.link)
    assert (puzzle.lattice.rows, puzzle.lattice.cols) == (4, 4)
    assert puzzle["counts"] == {"top": [(1,), (), (0,), ()], "left": [(), (), (2,), ()]}
    assert [cell for cell, tree in enumerate(puzzle["trees"]) if tree] == [1]
    d.question["symbol"][str(d.cell(0, 4))] = [1, "tents", 1]
    assert read_penpa(d.link).lattice.rows == 5


def test_a_drawing_without_its_fleet_is_refused_with_the_line_to_write() -> None:
    d = Drawing(4, 4)
    with pytest.raises(InputError, match=r"write a line such as 'fleet: .*' into its rules"):
        read_penpa(d.link, "battleship")
    d.rules = "All ships%2C please%2Dfleet: 2%2C1"
    assert read_penpa(d.link, "battleship")["fleet"] == (("xx",), ("x",))


@pytest.mark.parametrize(
    ("tags", "title", "genre"),
    [
        (["hashiwokakero (hashi/bridges)"], "", "hashi"),
        (["wordpuzzle", "classic"], "", "sudoku"),
        ([], "A small Spiral Galaxies by me", "galaxies"),
        ([], "nurikabe", "nurikabe"),
        (["lits"], "Nurikabe", "lits"),
    ],
)
def test_the_genre_is_in_the_tags_or_in_the_title(tags: list[str], title: str, genre: str) -> None:
    d = Drawing(3, 3)
    d.tags, d.title = tags, title
    d.question = {"symbol": {str(d.cell(1, 1)): [1, "circle_SS", 1]}} if genre == "galaxies" else {}
    puzzle = read_penpa(d.link)
    assert puzzle.genre.name == genre
    assert any("title" in remark for remark in remarks(puzzle)) == (not tags)
    assert puzzle.name == title


def test_a_drawing_without_a_genre_needs_one() -> None:
    d = Drawing(3, 3)
    d.tags, d.title = ["wordsearch"], "for you"
    with pytest.raises(InputError, match="must name the genre"):
        read_penpa(d.link)
    assert read_penpa(d.link, "nurikabe").genre is find("nurikabe")


def test_a_link_is_read_from_a_sentence_and_from_a_file(tmp_path: Any) -> None:
    d = Drawing(3, 3)
    d.tags = ["nurikabe"]
    puzzle = reading.read(f"try ({d.link}) today, it is https://nice")[0]
    assert "try (" in puzzle.notes[AROUND_LINK]
    bare = d.link.partition("#")[2].rstrip("=")
    assert reading.is_link(bare)
    file = tmp_path / "links.txt"
    file.write_text(f"# mine\n{d.link}\n{bare}\n", encoding="utf-8")
    assert [each.genre.name for each in reading.read(str(file))] == ["nurikabe", "nurikabe"]


# -- writing ----------------------------------------------------------------------------------------------------------


def test_options_and_the_name_are_in_the_header() -> None:
    rows = ("1 1 2", "1 2 2", "1 2 2")
    puzzle = loads("starbattle\nname: one, two & three\nrooms:\n" + "\n".join(rows) + "\nstars: 2\n")
    again = read_penpa(write_penpa(puzzle))
    assert again == puzzle
    assert (again["stars"], again.name) == (2, "one, two & three")


def test_a_written_answer_is_penpas_answer() -> None:
    puzzle = loads("nurikabe\nclues:\n1 -\n- -\n")
    answer = Answer(puzzle, {"shaded": [0, 1, 1, 1]})
    again = read_penpa(write_penpa(puzzle, answer))
    assert again.answer == answer
    with pytest.raises(InputError, match="a place that is not decided"):
        write_penpa(puzzle, Answer(puzzle, {"shaded": [0, 1, None, 1]}))


def test_short_names_are_undone() -> None:
    text = 'zZ "lineE" "line" null "__a" pizza z_'
    assert lengthened(shortened(text)) == text


# -- hostile links ----------------------------------------------------------------------------------------------------


def header(**changes: Any) -> str:
    d = Drawing(2, 2)
    for name, value in changes.items():
        setattr(d, name, value)
    return d.link


def cut(text: str) -> str:
    return f"{SITE}m=edit&p={packed(text)}"


BOMB = zlib.compressobj(9, zlib.DEFLATED, -15)
BOMB_BYTES = BOMB.compress(b"0" * (MAX_TEXT_BYTES + 1)) + BOMB.flush()


@pytest.mark.parametrize(
    ("link", "message"),
    [
        (f"{SITE}m=edit&p=", "has no drawing"),
        (f"{SITE}m=edit&p=7VRNb9swDL37", "cut off"),
        (f"{SITE}m=edit&p=7VRNb9swDL37V", "broken"),
        (f"{SITE}m=edit&p=////", "broken"),
        (f"{SITE}m=edit&p={base64.b64encode(BOMB_BYTES).decode()}", "more than 8 MB"),
        (cut(""), "first version"),
        (cut("square"), "cut off"),
        (cut("square,2,2\n[]\n{}\n{}"), "must name the genre"),
        (cut("9,9,9"), "first version"),
        (header(kind="hex"), "drawings on hexagons are not read"),
        (header(kind="made_up"), "drawings on 'made_up' are not read"),
        (header(cols="-5"), "'-5' is no number of columns"),
        (header(rows=999999), "a board of 999999 rows"),
        (cut("square,2,2,38\n[0,0,0,0]\n{}\n{broken\n\n[14]"), "the question in the Penpa link cannot be read"),
        (
            cut("square,2,2,38\n[0,0,0,0]\n{}\n" + "[" * 100_000 + "\n\n[14]"),
            "the question in the Penpa link cannot be read",
        ),
        (cut("square,2,2,38\n[9,9,9,9]\n{}\n{}\n\n[]"), "has no cells"),
    ],
)
def test_broken_links_are_refused_in_one_line(link: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        reading.read(link)
    assert "\n" not in str(error.value)


JUNK = (
    {
        "30": [1.0, "firefly", 1],
        "31": [{}, "circle_L", 1],
        "32": [[[]], "arrow_cross", 1],
        "33": [1, "battleship_B", None],
    },
    None,
    True,
    -1,
    1e300,
    "",
    "x",
    [],
    [[]],
    {},
    {"a": 1},
    {"-1": 4, "99999999": 4, "1,2,3": 2, "x,y": 3, "9": [], "8": [[], [], []]},
)


@pytest.mark.parametrize(
    "key",
    ["surface", "number", "numberS", "symbol", "line", "lineE", "wall", "cage", "killercages", "thermo", "arrows"],
)
@pytest.mark.parametrize(
    "genre", ["nurikabe", "killer_sudoku", "masyu", "castle", "kakuro", "arrow_sudoku", "thermometers", "firefly"]
)
def test_junk_among_the_elements_is_left_out_or_refused(key: str, genre: str) -> None:
    for junk in JUNK:
        d = Drawing(4, 4)
        d.question, d.answer = {key: junk}, {key: junk}
        try:
            read_penpa(d.link, genre)
        except InputError as error:
            assert "\n" not in str(error)  # noqa: PT017
