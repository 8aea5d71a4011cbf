"""The puzzle text: what docs/formats.md promises, errors with line and column, and every example there and back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pencilp import genres
from pencilp.board.lattice import hexagon, hexagonal, square
from pencilp.board.layers import (
    UNKNOWN,
    AnswerMarks,
    AnswerNumbers,
    Arrows,
    Borders,
    EdgeLoop,
    GivenMarks,
    Layer,
    Lines,
    Loop,
    Numbers,
    Param,
    Rooms,
    Shading,
    Symbol,
    Symbols,
)
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.formats import reading
from pencilp.formats.text import text
from pencilp.genres import Genre

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.txt"))
FORMATS = Path(__file__).parent.parent / "docs" / "formats.md"


class Everything(Genre):
    """A throw-away genre with one layer of each kind."""

    name = "everything"
    shapes = ("square", "hexagonal")

    numbers = Numbers("numbers", optional=True)
    corners = Numbers("numbers at corners", on="corners", optional=True)
    circles = Symbols({"w": "white", "b": "black"}, optional=True)
    arrows = Arrows("arrows", optional=True)
    rooms = Rooms("rooms", optional=True, connected=False)
    walls = GivenMarks("walls", optional=True)
    outside = Lines("clues outside", sides=("top", "left", "bottom", "right"), optional=True)
    stars = Param("a number")
    shaded = Shading("shaded cells")
    marks = AnswerMarks(("p", "q"), "marks")
    digits = AnswerNumbers(0, 99, "digits")
    line = Loop("a line", most=2)
    loop = EdgeLoop("a loop along edges")
    borders = Borders("borders")

    def rules(self, m: Any) -> None:
        raise AssertionError("nobody solves it")


@pytest.fixture(autouse=True)
def _everything(monkeypatch: pytest.MonkeyPatch) -> None:
    find = genres.find
    monkeypatch.setattr(genres, "find", lambda name: Everything if name == "everything" else find(name))


def one(content: str) -> Puzzle:
    (puzzle,) = text.read(content)
    return puzzle


def refused(content: str) -> str:
    with pytest.raises(InputError) as caught:
        text.read(content)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# -- reading --------------------------------------------------------------------------------------------------------


def test_the_smallest_puzzle() -> None:
    puzzle = one("norinori\nrooms:\na a b\na b b\n")
    assert puzzle.genre is genres.find("norinori")
    assert puzzle.lattice is square(2, 3)
    assert puzzle["rooms"].of == [0, 0, 1, 0, 1, 1]
    assert puzzle.answer is None


def test_genres_go_by_all_their_names() -> None:
    for title in ("Norinori", "NORI NORI", "のりのり", "genre: norinori"):
        assert one(f"{title}\nrooms:\n1 1\n").genre.name == "norinori"


def test_text_around_a_puzzle_is_ignored() -> None:
    content = (
        "\ufeff// my puzzle\n\nnorinori   // the genre\r\n\nname: of the week  3\n"
        "rooms:\n\n\t1\u00a01  2  // first\n\n 1 2 2\n\n---\n---\nnorinori\nrooms:\n1 1\n---\n"
    )
    first, second = text.read(content)
    assert first.name == "of the week 3"
    assert first["rooms"].of == [0, 0, 1, 0, 1, 1]
    assert second.lattice is square(1, 2)


def test_cells_that_are_none_make_the_outline_and_the_holes() -> None:
    puzzle = one("norinori\nrooms:\n1 1 #\n1 # 2\n2 2 2\n")
    assert puzzle.lattice is square(3, 3, [(0, 2), (1, 1)])


def test_hexagonal_boards_keep_the_documents_rows_and_columns() -> None:
    puzzle = one("norinori\nboard: hexagonal\nrooms:\n1 1 #\n1 1 2\n# 2 2\n")
    assert puzzle.lattice is hexagonal(3, 3, [(0, 2), (2, 0)])
    assert puzzle["rooms"].of == [0, 0, 0, 0, 1, 1, 1]


def test_answers_stand_behind_the_word() -> None:
    puzzle = one("norinori\nrooms:\n1 1 2\n1 2 2\nanswer:\nshaded:\nx x -\n- x x\n")
    assert puzzle.answer is not None
    assert list(puzzle.answer["shaded"]) == [1, 1, 0, 0, 1, 1]


def test_clues_outside_in_one_line_or_line_by_line() -> None:
    puzzle = one("everything\nsize: 2 3\noutside:\ntop\n 1 2\n -\n ?\nleft 4 -\nright\n  5\n  6 7\n")
    assert puzzle["outside"]["top"] == [(1, 2), (), (UNKNOWN,)]
    assert puzzle["outside"]["left"] == [(4,), ()]
    assert puzzle["outside"]["bottom"] == [(), (), ()]
    assert puzzle["outside"]["right"] == [(5,), (6, 7)]


def test_lines_are_written_as_directions() -> None:
    content = (
        "everything\nsize: 2 2\nanswer:\nline:\nes2 w\nn2 -\nloop:\nnw ne\nsw es\nshaded:\n- -\n- -\nmarks:\n- p\n- q\n"
    )
    puzzle = one(content + "digits:\n1 2\n3 -\nborders:\ne w\n- -\n")
    answer = puzzle.answer
    assert answer is not None
    lattice = puzzle.lattice
    assert [answer["line"][lattice.link_between[pair]] for pair in ((0, 1), (0, 2), (1, 3), (2, 3))] == [1, 2, 0, 0]
    assert sum(answer["loop"]) == 8
    assert list(answer["marks"]) == [0, 1, 0, 2]
    assert list(answer["digits"]) == [1, 2, 3, None]


def test_directions_on_hexagons_are_joined_by_a_plus() -> None:
    puzzle = one("second_turn\nboard: hexagonal\ndots:\n- o\n- -\nanswer:\nline:\ne+se w+sw\n- ne+nw\n")
    assert puzzle.answer is not None
    assert list(puzzle.answer["line"]) == [1, 0, 1, 0, 1]


def test_corner_clues_have_a_row_and_a_column_more() -> None:
    puzzle = one("creek\nclues:\n0 - -\n- 4 -\n- - ?\n")
    assert puzzle.lattice is square(2, 2)
    assert puzzle["clues"][4] == 4


def test_a_clue_layer_that_is_not_named_is_empty() -> None:
    puzzle = one("heyawake\nrooms:\n1 1 2\n")
    assert list(puzzle["clues"]) == [None, None, None]
    assert one("fourcells\nsize: 2 2\n")["numbers"] == [None] * 4
    assert one("nonogram\nsize: 1 2\n")["clues"] == {"top": [(), ()], "left": [()]}


def test_names_of_layers_may_have_capital_letters() -> None:
    plain = one("norinori\nname: Small\nrooms:\n1 1\nanswer:\nshaded:\nx x\n")
    other = one("norinori\nNAME: Small\nRooms:\n1 1\nAnswer:\nShaded:\nx x\n")
    assert (other, other.answer, other.name) == (plain, plain.answer, "Small")


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\u0085", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e"])
def test_only_the_ends_of_lines_end_a_line(sign: str) -> None:
    board = "rooms:\n1 1\n"
    puzzle = one(f"norinori\nname: a{sign}b\n{board}")
    assert puzzle.name == ("a b" if sign in "\x0b\x0c" else f"a{sign}b")
    assert one(text.write(puzzle)).name == puzzle.name
    assert one(f"norinori\n{board}// remark{sign}rooms:\n") == puzzle
    assert [one(f"norinori{end}rooms:{end}1 1{end}") for end in ("\n", "\r\n", "\r")] == 3 * [puzzle]


def test_other_signs_for_nothing() -> None:
    """They are values in layers that have such signs: magnets have ``_``, rooms any word."""
    assert one("nurikabe\nclues:\n. 2\n_ -\nanswer:\nshaded:\n. _\nx -\n") == one("nurikabe\nclues:\n- 2\n- -\n")
    puzzle = one("magnets\nrooms:\n. .\n_ _\ngiven:\n. _\n- -\ncounts:\ntop . 1\n")
    assert puzzle["rooms"].of == [0, 0, 1, 1]
    assert list(puzzle["given"]) == [None, "_", None, None]
    assert puzzle["counts"]["top"] == [(), (1,)]
    assert one("nonogram\nsize: 2 2\nclues:\nleft\n.\n_\n")["clues"]["left"] == [(), ()]
    assert one("nonogram\nboard:\n. _\n- #\n").lattice is square(2, 2, [(1, 1)])
    answer = one("masyu\ncircles:\n- -\n- -\nanswer:\nline:\n. _\n- -\n").answer
    assert answer is not None
    assert list(answer["line"]) == [0, 0, 0, 0]
    assert "clues: '.' is not a number" in refused('nurikabe\nclues:\n"." 2\n')


@pytest.mark.parametrize(
    "name",
    ["of the week 3", " a", "a  b", "a\tb", "a\nb", "\x00\x1b", "a // b", 'say "hi"', '"', "-", "---", "answer:", "\ud800",
     "\u2028", "a\u00a0b", "１２", "名前", "\ufeff", "n" * 1000],
)  # fmt: skip
def test_names_are_written_as_they_read(name: str) -> None:
    puzzle = one("norinori\nrooms:\n1 1\n")
    puzzle.name = name
    content = text.write(puzzle)
    assert one(content).name == name
    assert len(content.splitlines()) == 4
    assert content.isascii() or name.isprintable()


# -- errors ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "1:1: there is no puzzle"),
        ("\n// only words\n", "1:1: there is no puzzle"),
        ("nosuchgenre\n", "1:1: the first line must name the genre"),
        ("heyawake\n1 1\n", "2:1: the layer's name comes first, rooms: or walls: or clues:; '1' is in none"),
        (
            "norinori\nrooms:\n1 1\nname: a\n1 1\n",
            "5:1: the layer's name comes first, rooms: or walls:; '1' is in none",
        ),
        ("norinori\n", "1:1: norinori needs the layer 'rooms'"),
        ("norinori\nrooms:\n", "2:1"),
        (
            "norinori\nrooms:\n1 1\nMasyu\ncircles:\n- w\n",
            "4:1: another puzzle begins here: put a line --- between two puzzles",
        ),
        ("norinori\nrooms:\n1 1\n\nnorinori\nrooms:\n1 1\n", "5:1: another puzzle begins here"),
        ("norinori\nroom:\n1 1\n", "2:1: norinori has no layer 'room', only"),
        ("norinori\nroom:\n1 1\n", "(did you mean rooms?)"),
        ("sudoku\nsize: 4 4\n1 - - -\n", "3:1: given has 1 rows of 4, not 4 of 4"),
        ("sudoku\nname: easy\n\n1 - - -\n", "sudoku has as many rows as columns, not 1 of 4"),
        (
            "nurikabe\nclues:\n- 2\nanswer:\ny -\n",
            "5:1: shaded: 'y' is neither x nor -; write x, or - for an empty cell",
        ),
        ("yajilin\nclues:\n1 -\nanswer:\nx -\n", "5:1: 'x' is in no layer; a line 'shaded:' stands between 'answer:'"),
        ("nurikabe\nclues:\n- 2\nanswer: hello\n", "4:9: 'hello' is in no layer"),
        ("norinori\nrooms:\n1 1\nrooms:\n1 1\n", "4:1: 'rooms' is there twice"),
        ("norinori\nrooms:\n1 1\nRooms:\n1 1\n", "4:1: 'rooms' is there twice"),
        ("nurikabe\nclues\n- 2\n", "2:1: write clues: with a colon, if a layer begins here"),
        ("sudoku\n53..7....\n", "sudoku has as many rows as columns, not 1 of 9"),
        ("norinori\nrooms:\n1 1\n1\n", "4:1: this row has 1 values where others have 2"),
        ("norinori\nrooms:\n1 1\n1 1\n1 1 1\n1 1\n", "5:1: this row has 3 values where others have 2"),
        ("norinori\nsize: 3 2\nrooms:\n1 1\n1 1 1\n1 1 1\n", "5:1: this row has 3 values where others have 2"),
        (
            "aqre\nrooms:\n1 1\nwalls:\ne -\n",
            "5:3: '-': the side to r1c1 is given in both cells, here as w and there as e, or in neither",
        ),
        (
            "statuepark\nbank: 2,xx./..x\ncircles:\n- -\n",
            "2:7: bank: 'xx./..x' is in several parts, but all cells of a piece are connected by edges",
        ),
        ("shingoki\ncircles:\nw3? -\n", "3:1: circles: 'w3?' is more than a colour and a number; write "),
        ("shingoki\ncircles:\n- b-?\n", "3:3: circles: 'b-?' is more than a colour and a number; write "),
        ("nikoji\nletters:\n? -\n", "3:1: letters: '?' is not one of A, B, C, ..., z; write "),
        ("norinori\nrooms:\n1 2\n2 1\n", "4:3: rooms r2c2: this cell is cut off"),
        ("norinori\nrooms:\n1 -\n", "3:3: rooms r1c2: this cell is in no room"),
        ("norinori\nrooms: 1 1\n", "2:1: rooms: its values stand in the lines below it"),
        ("norinori\nsize: 1 2\nrooms: 1 1\n", "3:8: rooms: its values stand in the lines below it"),
        ("norinori\nsize: 2\nrooms:\n1 1\n", "2:1: size: needs two numbers"),
        ("norinori\nsize: 0 5\nrooms:\n1 1\n", "2:1: size: 0 rows"),
        ("norinori\nsize: 99999 99999\n", "not possible"),
        ("norinori\nsize: 3 3\nrooms:\n1 1\n", "3:1: rooms has 1 rows of 2"),
        ("nonogram\nboard:\n- 3\nclues:\ntop 1 1\n", "3:3: board: - for a cell, # for none, not '3'"),
        ("norinori\nboard:\n- -\nrooms:\n1\n", "4:1: rooms has 1 rows of 1 where the board has 1 of 2"),
        ("norinori\nboard:\n- #\nrooms:\n1 1\n", "5:3: rooms has a value where the board has no cell"),
        ("norinori\nboard:\nrooms:\n1 1\n", "2:1: a board is square or hexagonal, not ''"),
        ("norinori\nboard: round\nrooms:\n1 1\n", "2:1: a board is square or hexagonal"),
        ("kakuro\nboard: hexagonal\nsums:\n-\n", "2:1: kakuro is not played on hexagonal boards"),
        ("nurikabe\nclues:\n- 2\n- x\n", "4:3: clues: 'x' is not a number"),
        ("nurikabe\nclues:\n-   12345678901\n", "3:5: clues: 12345678901... is too large"),
        ("nurikabe\nclues:\n- 2\nanswer:\nshaded:\nx y\n", "6:3: shaded: 'y' is neither"),
        ("nurikabe\nclues:\n- 2\nanswer:\nshaded:\nx\n", "5:1: shaded has 1 rows of 1"),
        ("masyu\ncircles:\n- -\n- -\nanswer:\nline:\ne w2\n- -\n", "7:3: 'w2' and its neighbour r1c1 do not fit"),
        ("masyu\ncircles:\n- -\n- -\nanswer:\nline:\nn -\n- -\n", "7:1: 'n': there is nothing in direction n"),
        ("masyu\ncircles:\n- -\n- -\nanswer:\nline:\nq -\n- -\n", "7:1: 'q' in 'q' is no direction"),
        ("nonogram\nclues:\ntop\n1\n", "the board's size is not known"),
        ("nonogram\nsize: 1 11\nclues:\nleft 1 0\n", "left has"),
        ("nonogram\nsize: 1 11\nclues:\nleft\n1 0\n", "left 1: a 0 stands alone: the line has no run"),
        ("coral\nsize: 1 11\nclues:\nleft\n1 0\n", "left 1: a 0 stands alone: the line has no run"),
        ("japanesesums\nsize: 2 1\nsums:\nleft\n0\n0 3\n", "left 2: a 0 stands alone: the line has no run"),
        ("nonogram\nsize: 2 2\nclues:\n1\n", "4:1: expected one of the sides"),
        ("nonogram\nsize: 2 2\nclues:\ntop\n1\n1\n1\n", "7:1: top has more lines"),
        ("nonogram\nsize: 2 2\nclues:\ntop\n1\n", "3:1: clues: top has 1 lines"),
        ("starbattle\nstars: 1 2\nrooms:\n1 1\n", "2:1: stars: needs one value"),
        ("starbattle\nstars: x\nrooms:\n1 1\n", "2:8: stars: 'x' is not a number"),
    ],
)
def test_errors_name_line_and_column(content: str, says: str) -> None:
    assert says in refused(content)


@given(st.text(st.sampled_from("norinori\n:12-#x?/ answershaded"), max_size=80))
@settings(max_examples=200, deadline=None)
def test_any_text(content: str) -> None:
    try:
        text.read(f"norinori\nrooms:\n{content}")
    except InputError as error:
        assert "\n" not in str(error)  # noqa: PT017


def test_the_only_side_of_clues_need_not_be_named() -> None:
    game = "mastermind\nguesses:\n1 2\n3 4\nscores:\n{}1 0\n0 ?\n"
    named, plain = (text.read(game.format(side))[0] for side in ("right\n", ""))
    assert named == plain
    assert plain["scores"] == {"right": [(1, 0), (0, "?")]}
    assert refused(game.format("") + "1 1\n").startswith("8:1: right has more lines than the board's 2")


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("nurikabe\n2..\n..1\n---\n", "4:1"),
        ("nurikabe\n---\n2..\n..1\n", "2:1"),
        ("nurikabe\n2..\n---\n..1\n", "3:1"),
        ("nurikabe\n2..\n---\n#.1\n", "3:1"),
        ("tents\nT..\n.T.\n---\ntop 1 0 1\nleft 0 1 1\n", "4:1"),
        ("creek\n1..\n...\n---\n", "4:1"),
        ("nurikabe\n2..\n..1\nanswer:\n---\nxx.\n", "5:1"),
        ("nurikabe\n2..\n..1\nanswer:\n.xx\n---\n", "5:1"),
    ],
)
def test_three_dashes_that_may_be_a_row_end_no_puzzle(content: str, place: str, tmp_path: Path) -> None:
    says = f"{place}: --- ends a puzzle, but may be a row here: write ... for three empty cells, or leave it out"
    path = tmp_path / "a.txt"
    path.write_text(content)
    for read in (lambda: text.read(content), lambda: reading.read(str(path))):
        with pytest.raises(InputError) as error:
            read()
        assert str(error.value).endswith(says) or "rows of 3 where" in str(error.value)


@pytest.mark.parametrize("below", ["---\n", "---\n---\n// the end\n", ""])
def test_three_dashes_end_all_other_puzzles(below: str, tmp_path: Path) -> None:
    content = f"nurikabe\n2..\n..1\n---\n# a remark\n\nnurikabe\n2 - -\n- - 1\n---\nnurikabe\n2...\n...1\n{below}"
    path = tmp_path / "a.txt"
    path.write_text(content)
    for puzzles in (text.read(content), reading.read(str(path))):
        assert [len(puzzle.lattice) for puzzle in puzzles] == [6, 6, 8]


# -- there and back -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_is_written_as_it_reads(path: Path) -> None:
    for puzzle in text.read(path.read_text(encoding="utf-8")):
        again = one(text.write(puzzle, puzzle.answer))
        assert again == puzzle
        assert again.answer == puzzle.answer
        assert again.name == puzzle.name


def grids(on: str, values: Any, lattice: Any) -> Any:
    return st.lists(values, min_size=(n := len(getattr(lattice, on))), max_size=n)


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_every_layer_is_written_as_it_reads(data: st.DataObject) -> None:
    rows, cols = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4))
    frame = [(r, c) for r in range(rows) for c in range(cols)]
    holes = data.draw(st.sets(st.sampled_from(frame), max_size=len(frame) - 1))
    make = data.draw(st.sampled_from([square, hexagonal]))
    lattice = make(rows, cols, holes)
    number = st.one_of(st.none(), st.just(UNKNOWN), st.integers(0, 999))
    clues = st.lists(st.one_of(st.just(UNKNOWN), st.integers(0, 99)), max_size=3).map(tuple)
    values: dict[str, Any] = {
        "numbers": data.draw(grids("cells", number, lattice)),
        "circles": data.draw(grids("cells", st.sampled_from([None, "w", "b"]), lattice)),
        "rooms": data.draw(grids("cells", st.integers(0, 3), lattice)),
        "walls": data.draw(grids("links", st.integers(0, 1), lattice)),
        "stars": data.draw(st.one_of(st.none(), st.integers(0, 99))),
    }
    if make is square:
        way = st.tuples(st.one_of(st.none(), st.integers(0, 3)), st.one_of(st.just(UNKNOWN), st.integers(0, 99)))
        values["arrows"] = data.draw(grids("cells", st.one_of(st.none(), way), lattice))
        values["outside"] = {
            side: data.draw(st.lists(clues, min_size=n, max_size=n))
            for side, n in (("top", cols), ("left", rows), ("bottom", cols), ("right", rows))
        }
        if not holes:
            values["corners"] = data.draw(grids("corners", number, lattice))
    puzzle = Puzzle(Everything, lattice, values, name="any")
    answer = Answer(
        puzzle,
        {
            "shaded": data.draw(grids("cells", st.integers(0, 1), lattice)),
            "marks": data.draw(grids("cells", st.integers(0, 2), lattice)),
            "digits": data.draw(grids("cells", st.one_of(st.none(), st.integers(0, 99)), lattice)),
            "line": data.draw(grids("links", st.integers(0, 2), lattice)),
            "loop": data.draw(grids("edges", st.integers(0, 1), lattice)),
            "borders": data.draw(grids("links", st.integers(0, 1), lattice)),
        },
    )
    again = one(text.write(puzzle, answer))
    assert again == puzzle
    assert again.answer == answer


@pytest.mark.parametrize("make", [square, hexagonal])
def test_the_outline_is_kept_without_a_layer(make: Any) -> None:
    lattice = make(2, 3, [(0, 2), (1, 0)])
    puzzle = Puzzle(Everything, lattice, {"outside": {}} if make is square else {})
    assert one(text.write(puzzle)) == puzzle
    assert text.write(puzzle).splitlines()[1:4] == [
        "board:" if make is square else "board: hexagonal",
        "- - #",
        "# - -",
    ]


def test_an_outline_stands_below_the_word_board() -> None:
    assert one("nonogram\nboard: square\n- - #\n- - -\nclues:\ntop 2 2 1\nleft 2 3\n").lattice is square(2, 3, [(0, 2)])


def test_the_examples_of_the_guide_are_read() -> None:
    content = FORMATS.read_text(encoding="utf-8")
    blocks = [block.split("```", 1)[0] for block in content.split("```puzzle\n")[1:]]
    assert len(blocks) >= 5
    for block in blocks:
        assert text.read(block)


def test_directions_may_be_called_as_in_the_second_turn_document() -> None:
    puzzle = one("second_turn\nboard: hexagonal\ndots:\n- o\n- -\nanswer:\nline:\ne+se w+sw\n- ne+nw\n")
    content = text.write(puzzle, puzzle.answer, directions="published")
    assert content.endswith("line:\nBR+BC BL+TL\n    - TR+TC\n")
    assert text.read(content)[0].answer == puzzle.answer
    assert one(content.replace("BR+", "BR?+").replace("TL\n", "TL?\n")).answer is not None
    with pytest.raises(InputError, match="directions are compass or published, not 'stars'"):
        text.write(puzzle, directions="stars")
    with pytest.raises(InputError, match=r"'XX' in 'BR.XX' is no direction"):
        one(content.replace("BR+BC", "BR+XX"))
    squares = one("masyu\ncircles:\n- -\n- -\nanswer:\nline:\nse sw\nne nw\n")
    content = text.write(squares, squares.answer, directions="published")
    assert content.endswith("line:\nCR+BC BC+CL\nTC+CR TC+CL\n")
    assert text.read(content)[0].answer == squares.answer


def test_places_may_be_called_by_the_sides_of_cells() -> None:
    dots = Layer("edges", Symbol({"w": "", "b": ""}), "dots", optional=True)
    kind = type("Dotted", (Genre,), {"name": "dotted", "shapes": ("hexagonal",), "dots": dots})
    board = hexagon(2)
    puzzle = Puzzle(kind, board, {"dots": [None, "w", *["b"] * (len(board.edges) - 2)]})
    content = text.write(puzzle, directions="published")
    assert "r1c1TR" in content
    assert text._read_back(content, kind) == puzzle


def test_a_number_in_quotes_is_the_number() -> None:
    content = "sudoku\nsize: 4 4\ngiven:\n- {} - -\n- - - -\n- - - -\n- - - -\n"
    (quoted,), (plain,) = text.read(content.format('"3"')), text.read(content.format("3"))
    assert quoted == plain


@pytest.mark.parametrize(("rows", "clues"), [
    ("1\t\t2\n\t\t\n2\t\t4\n", [1, None, 2, None, None, None, 2, None, 4]),
    ("\t1\t\n\t\t\n2\t\t\n", [None, 1, None, None, None, None, 2, None, None]),
    ("1\t \t2\r\n\t\t\r\n2\t\t４\r\n", [1, None, 2, None, None, None, 2, None, 4]),
    ("\t1 - 2\n\t- - -\n\t2 - 4\t\n", [1, None, 2, None, None, None, 2, None, 4]),
    ("1\t-\t2\n-  - \t-\n2 - 4\n", [1, None, 2, None, None, None, 2, None, 4]),
])  # fmt: skip
def test_cells_between_tabs_may_be_empty_as_in_a_spreadsheet(rows: str, clues: list[int | None]) -> None:
    (puzzle,) = text.read(f"nurikabe\nclues:\n{rows}")
    assert puzzle["clues"] == clues


def test_tabs_that_do_not_tell_which_cells_are_empty_are_refused() -> None:
    with pytest.raises(InputError, match="tabs with nothing between them: write - for an empty cell") as content:
        text.read("nurikabe\nclues:\n1\t-\t2\n-\t\t-\t-\n2 - 4\n")
    assert content.value.where == "4:1"
