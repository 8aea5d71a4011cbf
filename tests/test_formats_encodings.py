"""The parts of links and texts on small boards and throw-away genres: what each reads, it writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pencilp import api, encodings, genres
from pencilp.board.lattice import square
from pencilp.board.layers import (
    UNKNOWN,
    AnswerNumbers,
    Arrows,
    Borders,
    EdgeLoop,
    Lines,
    Loop,
    Numbers,
    Param,
    Rooms,
    Shading,
    Symbols,
)
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.encodings import Blanks, Numeral, Sign, borders, cells, lines, link
from pencilp.encodings.codes import Run
from pencilp.encodings.partial_puzzle import DATASET, PZPR, Body, LineReader, PartialPuzzle
from pencilp.errors import InputError, LossWarning
from pencilp.formats import writing
from pencilp.formats.codecs import draft_to_write, link_id, parts
from pencilp.formats.dataset import read_dataset, write_dataset
from pencilp.formats.links import read_link, write_link
from pencilp.formats.pzpr import read_pzpr, write_pzpr
from pencilp.formats.text import text as plain
from pencilp.genres import Genre
from pencilp.genres.hashi.codec import Bridges as BridgeLines
from tests import proof

DOCS = Path(__file__).parent.parent / "docs"


class Everything(Genre):
    """A throw-away genre with one layer of each kind."""

    name = "everything"

    numbers = Numbers("numbers", optional=True)
    corners = Numbers("numbers at corners", on="corners", optional=True)
    circles = Symbols({"w": "white", "b": "black"}, optional=True)
    arrows = Arrows("arrows", optional=True)
    castle = Arrows("arrows with colours", colors="gwb", optional=True)
    rooms = Rooms("rooms", optional=True)
    walls = Borders("walls")
    single = Lines("one clue a line", single=True, optional=True)
    four = Lines("one clue a line", sides=("top", "left", "bottom", "right"), single=True, optional=True)
    runs = Lines("several clues a line", optional=True)
    stars = Param("a number")
    shaded = Shading("shaded cells")
    line = Loop("a line")
    loop = EdgeLoop("a loop along edges")
    digits = AnswerNumbers(0, 99, "digits")

    def rules(self, m: Any) -> None:
        raise AssertionError("nobody solves it")


def there_and_back(part: Any, rows: int, cols: int, **values: Any) -> str:
    """The characters that ``part`` writes for the layers in ``values``; it must read the same values from them."""
    draft = PartialPuzzle(Everything, rows, cols)
    draft.values.update(values)
    written = part.encode(draft)
    again = PartialPuzzle(Everything, rows, cols)
    body = Body(written)
    part.decode(body, again)
    assert not body, body.text[body.at :]
    for key, value in values.items():
        assert list(again.get(key)) == list(value) if isinstance(value, list) else again.get(key) == value
    return str(written)


# -- known strings (facts of the pzprjs program's own tests) -----------------------------------------------------------


def test_number16_skips_and_prefixes() -> None:
    values = [3, None, UNKNOWN, None, None, 16, 255, 256, 5000]
    assert there_and_back(link.Number16("numbers"), 3, 3, numbers=values) == "3g.h-10-ff+100=388"


@given(st.lists(st.one_of(st.none(), st.just(UNKNOWN), st.integers(0, 1_100_000)), min_size=12, max_size=12))
@settings(max_examples=60, deadline=None)
def test_number16_reads_what_it_writes(values: list[Any]) -> None:
    there_and_back(link.Number16("numbers"), 3, 4, numbers=values)


@given(st.lists(st.one_of(st.none(), st.integers(0, 1295)), min_size=12, max_size=12))
@settings(max_examples=40, deadline=None)
def test_number36_reads_what_it_writes(values: list[Any]) -> None:
    there_and_back(link.Number36("numbers"), 3, 4, numbers=values)


@given(st.lists(st.one_of(st.none(), st.just(UNKNOWN), st.integers(0, 9)), min_size=70, max_size=70))
@settings(max_examples=40, deadline=None)
def test_number10_reads_what_it_writes(values: list[Any]) -> None:
    there_and_back(link.Number10("numbers"), 7, 10, numbers=values)


@given(st.lists(st.one_of(st.none(), st.just(UNKNOWN), st.integers(0, 4)), min_size=30, max_size=30))
@settings(max_examples=60, deadline=None)
def test_four_cell_reads_what_it_writes(values: list[Any]) -> None:
    there_and_back(link.FourCell("numbers"), 5, 6, numbers=values)
    there_and_back(link.FourCell("corners"), 4, 5, corners=values)


@given(st.lists(st.sampled_from([None, "w"]), min_size=48, max_size=48))
@settings(max_examples=40, deadline=None)
def test_one_cell_and_bits_read_what_they_write(values: list[Any]) -> None:
    there_and_back(link.OneCell("circles", "w"), 4, 12, circles=values)
    there_and_back(link.Bits("circles", "w"), 4, 12, circles=values)


@given(st.lists(st.sampled_from([None, "w", "b"]), min_size=20, max_size=20))
@settings(max_examples=40, deadline=None)
def test_circles_read_what_they_write(values: list[Any]) -> None:
    there_and_back(link.Circle("circles", "wb"), 4, 5, circles=values)


arrow = st.tuples(
    st.one_of(st.none(), st.integers(0, 3)), st.one_of(st.just(UNKNOWN), st.integers(0, 4095))
)  # fmt: skip


@given(st.lists(st.one_of(st.none(), arrow), min_size=12, max_size=12))
@settings(max_examples=40, deadline=None)
def test_arrows_read_what_they_write(values: list[Any]) -> None:
    there_and_back(link.ArrowNumber16("arrows"), 3, 4, arrows=values)


def test_arrows_as_yajilin_writes_them() -> None:
    values = [None] * 13 + [(2, 3)] + [None] * 11
    assert there_and_back(link.ArrowNumber16("arrows"), 5, 5, arrows=values) == "m23k"


def test_castle_has_a_colour_before_each_arrow() -> None:
    values = [None, ("g", 2, 3), ("w", None, None), ("b", 0, 300)]
    (part,) = genres.load("castle").link
    assert part.run.write(values) == "a02310.2-112c"
    assert part.run.read(Body("a02310.2-112c"), 4) == values


@given(st.lists(st.integers(0, 3), min_size=12, max_size=12))
@settings(max_examples=40, deadline=None)
def test_walls_of_rooms_are_read_back(labels: list[int]) -> None:
    lattice = square(3, 4)
    walls = [int(labels[a] != labels[b]) for a, b in lattice.links]
    there_and_back(link.Border("walls"), 3, 4, walls=walls)


def test_a_known_border() -> None:
    puzzle = read_link("https://puzz.link/p?norinori/5/5/cag4ocjo")
    ids = [0, 0, 1, 2, 2, 1, 1, 1, 2, 2, 1, 3, 3, 2, 2, 3, 3, 3, 3, 3, 4, 4, 3, 3, 3]
    assert puzzle["rooms"].of == ids


clue = st.one_of(st.just(()), st.tuples(st.one_of(st.just(UNKNOWN), st.integers(0, 255))))


@given(st.lists(clue, min_size=14, max_size=14))
@settings(max_examples=30, deadline=None)
def test_clues_outside_are_read_back(clues: list[Any]) -> None:
    sides = {"top": clues[:3], "left": clues[3:7], "bottom": clues[7:10], "right": clues[10:]}
    single = {"top": clues[:3], "left": clues[3:7]}
    there_and_back(link.OutsideNumber16("four"), 4, 3, four=sides)
    there_and_back(link.OutsideNumber16("single"), 4, 3, single=single)
    there_and_back(link.OutsideNumber16("four", stacked=True), 4, 3, four=sides)


def test_runs_stand_next_to_the_board() -> None:
    runs = {"top": [(1, 2), (), (3,)], "left": [(2,), (), (1, 1)]}
    assert there_and_back(link.OutsideNumber16("runs"), 3, 3, runs=runs) == "21h3g2i11"


def test_a_run_chooses_by_the_next_character_and_by_the_value() -> None:
    run = Run(Numeral(10), Numeral(10, 2, "-"), Sign("x", "cross"), Blanks("y", shortest=2), Sign(".", None))
    values = [3, None, 42, None, None, "cross", None, None, None, None]
    assert run.write(values) == "3.-42yxz."
    assert run.read(Body("3.-42yxz."), 10) == values


@given(
    st.lists(
        st.one_of(st.none(), st.just((1, 1, 1, 1)), st.tuples(st.integers(0, 8)),
                  st.lists(st.integers(1, 5) | st.just(UNKNOWN), min_size=2, max_size=2).map(tuple),
                  st.lists(st.integers(1, 3) | st.just(UNKNOWN), min_size=3, max_size=3).map(tuple)),
        min_size=30, max_size=30,
    )
)  # fmt: skip
@settings(max_examples=40, deadline=None)
def test_clues_of_several_numbers_read_what_they_write(values: list[Any]) -> None:
    (part,) = genres.load("tapa").link
    assert part.run.read(Body(part.run.write(values)), 30) == values


def test_a_value_without_a_code_is_omitted() -> None:
    run = Run(Numeral(5), Blanks("a"))
    assert run.write([1, 7, None, 2]) == "1b2"


@pytest.mark.parametrize(
    ("text", "values", "lacks", "beyond"),
    [("1b2", [1, None, None, 2], 0, 0), ("1", [1, None, None, None], 3, 0), ("1b2d", [1, None, None, 2], 0, 0)],
)
def test_a_link_may_skip_too_few_places_at_its_end(text: str, values: list[Any], lacks: int, beyond: int) -> None:
    body = Body(text)
    assert Run(Numeral(5), Blanks("a")).read(body, 4) == values
    assert (body.lacks, body.beyond) == (lacks, beyond)


def test_a_link_that_skips_too_many_places_names_their_number() -> None:
    body = Body("1f")
    assert Run(Numeral(5), Blanks("a")).read(body, 4) == [1, None, None, None]
    assert body.beyond == 3


def test_rings_of_a_variant_are_refused_by_name() -> None:
    with pytest.raises(InputError, match=r"character 2 of the body: a board with rings is one of Pipelink Returns"):
        read_link("https://puzz.link/p?pipelink/4/4/a3l")


# -- texts ----------------------------------------------------------------------------------------------------------


def lines_there_and_back(part: Any, dialect: Any, rows: int, cols: int, **values: Any) -> list[str]:
    draft = PartialPuzzle(Everything, rows, cols)
    draft.values.update(values)
    written = part.write(draft, dialect)
    again = PartialPuzzle(Everything, rows, cols)
    reader = LineReader(written, dialect)
    part.read(reader, again)
    assert not reader
    for key, value in values.items():
        assert again.get(key) == value
    return list(written)


def test_cells_in_both_dialects() -> None:
    values = [1, None, UNKNOWN, 23]
    assert lines_there_and_back(cells.Cells("numbers"), PZPR, 2, 2, numbers=values) == ["1 .", "- 23"]
    assert lines_there_and_back(cells.Cells("numbers"), DATASET, 2, 2, numbers=values) == ["1 -", "? 23"]


def test_several_layers_in_one_grid() -> None:
    part = cells.Cells("numbers", "shaded")
    written = lines_there_and_back(part, PZPR, 1, 3, numbers=[5, None, None], shaded=[None, 1, None])
    assert written == ["5 # ."]


def test_a_line_through_cells_is_written_as_directions() -> None:
    lattice = square(2, 2)
    written = lines_there_and_back(cells.Cells("line"), DATASET, 2, 2, line=[1] * len(lattice.links))
    assert written == ["se sw", "ne nw"]


def test_a_line_on_one_side_only_is_refused() -> None:
    with pytest.raises(InputError, match="r1c1 and r1c2 do not agree"):
        cells.Cells("line").read(LineReader(["e -", "- -"], DATASET), PartialPuzzle(Everything, 2, 2))


def test_arrows_in_both_dialects() -> None:
    values = [(2, 3), None, (3, UNKNOWN), (None, 4)]
    assert lines_there_and_back(cells.Cells("arrows"), PZPR, 2, 2, arrows=values) == ["2,3 .", "3,- 0,4"]
    assert lines_there_and_back(cells.Cells("arrows"), DATASET, 2, 2, arrows=values) == ["3s -", "?w 4"]


def test_colours_of_arrows_are_the_formats() -> None:
    values = [("w", 2, 3), None]
    part = cells.Cells("castle", colors={"0": "g", "1": "w", "2": "b"})
    assert lines_there_and_back(part, PZPR, 1, 2, castle=values) == ["2,3,1 ."]


def test_joined_tokens_hold_values_of_several_layers() -> None:
    part = cells.Cells("numbers", ("circles", {"x": "b"}), joined=True)
    written = lines_there_and_back(part, DATASET, 1, 3, numbers=[1, None, 2], circles=["b", "b", None])
    assert written == ["1x x 2"]


def test_answers_that_are_given_are_not_repeated() -> None:
    draft = PartialPuzzle(Everything, 1, 3)
    draft.values.update(numbers=[1, None, None], digits=[1, 2, 3])
    part = cells.Cells("digits", given="numbers")
    assert part.write(draft, PZPR) == [". 2 3"]
    again = PartialPuzzle(Everything, 1, 3)
    again.values["numbers"] = [1, None, None]
    part.read(LineReader([". 2 3"], PZPR), again)
    assert again.values["digits"] == [1, 2, 3]


def test_marks_of_a_solver_are_read_past_in_answers_only() -> None:
    draft = PartialPuzzle(Everything, 1, 3)
    cells.Cells("shaded").read(LineReader(["# + ."], PZPR), draft)
    assert draft.values["shaded"] == [1, None, None]
    with pytest.raises(InputError, match="line 1 value 2"):
        cells.Cells("numbers").read(LineReader(["1 + ."], PZPR), PartialPuzzle(Everything, 1, 3))


def test_matrices_of_links_and_edges() -> None:
    lattice = square(2, 3)
    line = [1, 0, 1, 1, 0, 1, 0]
    assert len(line) == len(lattice.links)
    written = lines_there_and_back(borders.Matrix("line"), PZPR, 2, 3, line=line)
    assert written == ["1 0", "1 1", "0 1 0"]
    loop = [i % 2 for i in lattice.edges]
    assert len(lines_there_and_back(borders.Matrix("loop"), PZPR, 2, 3, loop=loop)) == 5


def test_a_loop_is_written_as_the_cells_inside() -> None:
    draft = PartialPuzzle(Everything, 2, 3)
    borders.Inside("loop").read(LineReader(["x - x", "x x x"], DATASET), draft)
    assert sum(draft.values["loop"]) == 12
    assert borders.Inside("loop").write(draft, DATASET) == ["x - x", "x x x"]


def test_clues_around_the_board() -> None:
    four = {"top": [(1,), ()], "left": [(), (2,)], "bottom": [(), (3,)], "right": [(UNKNOWN,), ()]}
    part = cells.Framed("four", "numbers")
    written = lines_there_and_back(part, PZPR, 2, 2, four=four, numbers=[7, None, None, 8])
    assert written == [". 1 . .", ". 7 . -", "2 . 8 .", ". . 3 ."]


def test_bridges_between_neighbours_follow_from_the_numbers() -> None:
    class Bridges(Genre):
        """A throw-away genre."""

        name = "bridges"
        islands = Numbers("islands")
        bridges = Loop("bridges", most=2)

    draft = PartialPuzzle(Bridges, 1, 4)
    draft.values["islands"] = [2, 3, None, 1]
    BridgeLines("bridges", "islands").read(LineReader(["- - 1 -"], DATASET), draft)
    assert draft.values["bridges"] == [2, 1, 1]


def test_room_names_that_come_again_are_other_rooms() -> None:
    draft = PartialPuzzle(Everything, 1, 4)
    borders.RoomIds("rooms").read(LineReader(["a b b a"], DATASET), draft)
    assert draft.values["rooms"] == [0, 1, 1, 2]


def test_cells_that_do_not_exist_are_no_part_of_the_board() -> None:
    draft = PartialPuzzle(Everything, 2, 2)
    borders.RoomIds("rooms", holes=True).read(LineReader(["1 1", "@ 2"], DATASET), draft)
    cells.Cells("numbers").read(LineReader(["3 -", "- 4"], DATASET), draft)
    puzzle = draft.puzzle()
    assert puzzle.lattice == square(2, 2, [(1, 0)])
    assert list(puzzle["numbers"]) == [3, None, 4]
    assert PartialPuzzle.of(puzzle, None).values["numbers"] == [3, None, None, 4]


# -- whole formats with throw-away genres -----------------------------------------------------------------------------


class Small(Genre):
    """A throw-away genre with all three encodings."""

    name = "small"
    rooms = Rooms("rooms")
    clues = Numbers("clues")
    stars = Param("stars", initial=1)
    shaded = Shading("shaded cells")

    link = [encodings.Flag("q"), encodings.Count("stars"), encodings.Border("rooms"), encodings.RoomNumber16("clues")]
    pzpr = [encodings.Count("stars"), encodings.RoomIds("rooms"), encodings.Cells("clues", "shaded")]
    dataset = [
        encodings.Header("stars"),
        encodings.Cells("clues"),
        encodings.RoomIds("rooms"),
        encodings.Cells("shaded"),
    ]

    def rules(self, m: Any) -> None:
        raise AssertionError("nobody solves it")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> type[Genre]:
    monkeypatch.setattr("pencilp.formats.codecs.find", lambda name: Small)
    return Small


def small_puzzle() -> Puzzle:
    puzzle = Puzzle(Small, square(2, 3), {"rooms": [0, 0, 1, 0, 2, 2], "clues": [4, None, None, None, UNKNOWN, None]})
    puzzle.answer = Answer(puzzle, {"shaded": [0, 1, 1, 1, 0, 0]})
    return puzzle


def test_a_genre_has_three_formats_and_they_agree(small: type[Genre]) -> None:
    puzzle = small_puzzle()
    assert write_link(puzzle) == "https://puzz.link/p?small/3/2/1/cc4g./"
    assert read_link(write_link(puzzle)) == puzzle
    again = read_pzpr(write_pzpr(puzzle, puzzle.answer))
    assert (again, again.answer) == (puzzle, puzzle.answer)
    entry = write_dataset(puzzle, puzzle.answer)
    again = read_dataset(entry["problem"], entry["solution"], Small)
    assert (again, again.answer) == (puzzle, puzzle.answer)


def test_variants_and_flags_are_kept(small: type[Genre]) -> None:
    url = "https://puzz.link/p?small/v:x/q/3/2/1/cc4g./"
    assert write_link(read_link(url)) == url


def test_parts_are_shown_as_they_are_declared() -> None:
    assert repr(genres.load("norinori").link) == "[Border('rooms')]"
    shown = "[Border('tiles'), Grid('signs', Signs('1234', 'SGct'), Blanks('5'))]"
    assert repr(genres.load("nurimaze").link) == shown


def test_an_unknown_part_is_no_part() -> None:
    with pytest.raises(AttributeError, match="Bordr"):
        encodings.Bordr  # type: ignore[attr-defined]  # noqa: B018


def test_the_guide_has_every_part() -> None:
    guide = (DOCS / "encodings.md").read_text(encoding="utf-8")
    assert not [name for name in encodings.__all__ if f"| `{name}(" not in guide and f"{name})`" not in guide]


def test_a_part_with_an_unknown_layer_is_refused() -> None:
    class Misspelled(Small):
        name = "misspelled"
        dataset = [encodings.Cells("clues"), encodings.Cells("shade")]

    with pytest.raises(InputError, match=r"misspelled\.dataset names a layer 'shade', which misspelled does not have"):
        parts(Misspelled, "dataset")


# -- what is written is what was there, or it is refused ----------------------------------------------------------------


def typed(text: str) -> Puzzle:
    (puzzle,) = plain.read(text)
    return puzzle


@pytest.mark.parametrize(
    ("text", "kinds", "place"),
    [
        # a wall around a hole is none: links and pzpr texts of these know no cells that do not exist
        ("heyawake\nrooms:\n1 1 #\n1 1 2\nclues:\n- - #\n- - 2\n", "url pzpr", "board"),
        ("lits\nrooms:\n1 1 # 2\n1 1 2 2\n", "url pzpr", "board"),
        ("ripple\nrooms:\n1 1 2\n# 1 2\n", "pzpr", "board"),
        # walls do not say that two areas are one room
        ("ripple\nrooms:\n1 2 1\n2 2 2\n", "url pzpr", "rooms r1c3"),
        ("starbattle\nrooms:\n1 2 1\n2 2 2\n", "url pzpr", "rooms r1c3"),
        ("starbattle\nrooms:\n1 1 -\n1 1 2\n", "url pzpr", "rooms r1c3"),
        # one number a room
        ("heyawake\nrooms:\n1 1 2\n1 1 2\nclues:\n2 - -\n- 1 -\n", "url", "clues r2c2"),
        # numbers that have no code
        ("hitori\nnumbers:\n1 1296\n", "url", "numbers r1c2"),
        # walls inside a country that part it
        ("country\nrooms:\n1 1\n1 1\nwalls:\ne w\ne w\n", "url pzpr", "rooms r1c2"),
    ],
)
def test_unsupported_values_are_refused_or_left_out_with_lossy(text: str, kinds: str, place: str) -> None:
    puzzle = typed(text)
    for kind in kinds.split():
        with pytest.raises(InputError, match=rf"^{place}: .* of {puzzle.genre.name} have no room for .* \(--lossy"):
            writing.written(puzzle, None, kind)
        with pytest.warns(LossWarning, match=f"^{place}: "):
            less = writing.written(puzzle, None, kind, lossy=True)
        again = read_link(less) if kind == "url" else read_pzpr(less)
        assert again != puzzle
        assert (again.lattice.rows, again.lattice.cols) == (puzzle.lattice.rows, puzzle.lattice.cols)


def test_a_height_equal_to_the_board_is_left_out() -> None:
    puzzle = typed("skyscrapers\nsize: 3 3\nclues:\ntop 1 - -\nheights: 3\n")
    assert read_link(write_link(puzzle)) == read_pzpr(write_pzpr(puzzle)) == puzzle


@pytest.mark.parametrize("name", [name for name in genres.names() if genres.load(name).pzpr])
@pytest.mark.filterwarnings("ignore::pencilp.errors.LossWarning")
def test_a_pzpr_text_that_ends_before_its_answer_has_an_empty_one(name: str) -> None:
    genre = genres.load(name)
    puzzle = proof.examples(name)[0]
    whole = read_pzpr(write_pzpr(puzzle, lossy=True))
    found = parts(genre, "pzpr")
    draft = draft_to_write(whole, None, found)
    # some genres have nothing but holes
    last = max(i for i, part in enumerate(found) if part.holes or set(part.layers()) & set(genre.inputs))
    written = [line for part in found[: last + 1] for line in part.write(draft, PZPR)]
    size = [draft.height] if isinstance(found[0], lines.SquareSize) else [draft.height, draft.width]
    again = read_pzpr("\n".join(["pzprv3", link_id(genre), *map(str, size), *written]) + "\n")
    assert again == whole
    assert again.answer == whole.answer
    assert whole.answer is not None


def test_a_pzpr_text_that_ends_within_its_answer_is_refused() -> None:
    with pytest.raises(InputError, match="line 8: the text ends too soon"):
        read_pzpr("pzprv3\ncave\n2\n3\n1 . .\n. . .\n# . .\n")


VARIANT = "{}\n{}nurikabe\n{}3\n3\n. 6 .\n. . .\n. . .\n"


def test_the_mark_of_a_variant_stands_first_in_a_pzpr_text() -> None:
    puzzle = read_link("https://puzz.link/p?nurikabe/v:wolf/3/3/g6m")
    whole = write_pzpr(puzzle)
    assert whole == VARIANT.format("v:wolf\npzprv3", "", "")
    # and behind the first or the second line in texts that older versions have written
    older = (VARIANT.format("pzprv3", "v:wolf\n", ""), VARIANT.format("pzprv3", "", "v:wolf\n"))
    for text in (whole, whole.replace("\n", "/"), *older):
        again = read_pzpr(text)
        assert again == puzzle
        assert again.notes["variant"] == "wolf"


def test_a_file_that_begins_with_the_mark_of_a_variant_is_a_pzpr_text(tmp_path: Path) -> None:
    in_a_line = "pzprv3/nurikabe/3/3/. 6 ./. . ./. . ./"
    for text in (VARIANT.format("v:\npzprv3", "", ""), f"v:/{in_a_line}", f"v:\n{in_a_line}\n"):
        path = tmp_path / "board"
        path.write_text(text)
        (puzzle,) = api.load_all(path)
        assert puzzle["clues"][1] == 6
        assert puzzle.notes["variant"] == ""


def test_cells_without_a_circle_are_undecided_in_yin_yang() -> None:
    puzzle = read_pzpr("pzprv3/yinyang/2/3/. 1 ./2 . ./1 . ./. 2 ./")
    assert puzzle.answer is not None
    assert list(puzzle.answer["black"]) == [0, 0, None, 1, 1, None]
    assert write_pzpr(puzzle, puzzle.answer) == "pzprv3\nyinyang\n2\n3\n. 1 .\n2 . .\n1 . .\n. 2 .\n"
    assert api.check(puzzle, puzzle.answer)
    empty = read_pzpr("pzprv3/yinyang/1/2/. ./")
    assert empty.answer is not None
    assert list(empty.answer["black"]) == [None, None]


def test_unmarked_cells_of_light_and_shadow_are_undecided() -> None:
    puzzle = read_pzpr("pzprv3/lightshadow/1/3/0,1 . ./0 1 0/")
    assert puzzle.answer is not None
    assert list(puzzle.answer["shaded"]) == [0, 1, None]


BORDERED = "pzprv3/pentominous/5/2/. ./. ./. ./. ./. ./{}1/1/1/1/1/0 0/0 0/0 0/0 0/"


def test_a_letter_in_a_whole_region_of_another_shape_is_refused() -> None:
    for letters in (". ./" * 5, "1 ./. 1/. ./. ./. ./", ". -/" * 5):
        puzzle = read_pzpr(BORDERED.format(letters))
        assert puzzle.answer is not None
        assert list(puzzle.answer["borders"]) == [1, 1, 1, 1, 1, *[0] * 8]
    with pytest.raises(InputError, match="line 11 value 2: r2c2: the region of the letter F has another shape"):
        read_pzpr(BORDERED.format(". ./. 0/. ./. ./. ./"))
    # while the region is not whole the letter may be right
    unfinished = read_pzpr(BORDERED.format(". ./. 0/. ./. ./. ./").replace("1/1/1/1/1", "0/0/0/0/0"))
    assert unfinished.answer is not None
    with pytest.raises(InputError, match="line 9 value 1: r1c1: the region of the letter T has another shape"):
        read_pzpr("pzprv3/tetrominous/4/1/. /. /. /. /4 /. /. /. /////0/0/0/")


def test_a_line_into_a_hole_is_refused() -> None:
    whole = "pzprv3/yajisoko/2/2/# ./0,-5 ./{}/0 0/0 0/"
    assert read_pzpr(whole.format("1/0/0 0")).answer is not None
    with pytest.raises(InputError, match="line: a line leads to r2c1, where there is no cell"):
        read_pzpr(whole.format("0/0/1 0"))


def test_a_board_of_one_column_has_its_empty_rows() -> None:
    puzzle = typed("castle\nclues:\nw1s\n-\n-\n")
    assert write_pzpr(puzzle) == "pzprv3\ncastle\n3\n1\n2,1,1\n0,-1,0\n0,-1,0\n\n\n\n0\n0\n"
    assert read_pzpr(write_pzpr(puzzle)) == puzzle
    # some leave them out
    assert read_pzpr("pzprv3\ncastle\n3\n1\n2,1,1\n.\n.\n0\n0\n") == puzzle


COUNTRY = "{}/country/2/2/{}2 . /. . /1 /1 /1 1 /0 0 /0 0 /"


@pytest.mark.parametrize(("first", "rooms"), [
    ("pzprv3", "2/0 0 /1 1 /"),
    ("pzprv3.1", "/2/0 0 /1 1 /"),
    ("pzprv3.2", "/0 /0 /1 1 /"),
])  # fmt: skip
def test_the_versions_of_a_country_text(first: str, rooms: str) -> None:
    puzzle = read_pzpr(COUNTRY.format(first, rooms))
    assert puzzle["rooms"].of == [0, 0, 1, 1]
    assert list(puzzle["numbers"]) == [2, None, None, None]


def test_options_of_a_text_are_read_or_refused_by_name() -> None:
    puzzle = read_pzpr(COUNTRY.format("pzprv3.2", "country_empty/0 /0 /1 1 /"))
    assert puzzle["empty"] == 1
    assert write_pzpr(puzzle).startswith("pzprv3.1\ncountry\n2\n2\ncountry_empty\n")
    with pytest.raises(InputError, match="line 5: the variant 'country_full' of country is not supported"):
        read_pzpr(COUNTRY.format("pzprv3.2", "country_full/0 /0 /1 1 /"))
    with pytest.raises(InputError, match="the variant 'x' of country is not supported"):
        read_link("https://puzz.link/p?country/x/2/2/00g")


@pytest.mark.parametrize("token", ["3", "-2", "x", "²", "12u"])
def test_tokens_that_are_no_line_are_refused(token: str) -> None:
    with pytest.raises(InputError, match=rf"line 6 value 2: '{token}' cannot stand here"):
        read_pzpr(f"pzprv3\nnumlin\n1\n3\n1 . 1\n1 {token}\n")
    assert read_pzpr("pzprv3\nnumlin\n1\n3\n1 . 1\n1 -1\n").answer["line"] == [1, 0]


def test_text_after_a_pzpr_text_is_kept_as_a_note() -> None:
    puzzle = read_pzpr('pzprv3\nlits\n1\n2\n1\n0 0\n. .\ninfo:{\n "metadata": {"author": "A"}\n}\n')
    assert puzzle.notes == {"trailer": 'info:{\n "metadata": {"author": "A"}\n}'}
    assert read_link("https://puzz.link/p?norinori/5/5/cag4ocjo#a").notes["fragment"] == "a"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "pzprv3\nnonogram\n1\n3\n7 . 1 . 1\n1 1 . . .\n",
            r"line 5 value 1: '7' is outside, but not at a row or column",
        ),
        ("pzprv3\ntilepaint\n1\n1\n1\n0\n5 1\n1 .\n.\n", r"line 7 value 1: '5' is outside, but not at a row or column"),
        ("pzprv3\npipelink\n1\n1\nround\n.\n", r"line 5: one of the words pipe, circle, ice is needed"),
    ],
)
def test_text_in_places_that_are_not_read_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_pzpr(text)


@pytest.mark.parametrize("name", [name for name in genres.names() if genres.load(name).pzpr])
def test_an_empty_pzpr_board_is_written_and_read(name: str) -> None:
    genre = genres.load(name)
    size = "4" if isinstance(parts(genre, "pzpr")[0], lines.SquareSize) else "4/4"
    try:
        puzzle = read_pzpr(f"pzprv3/{link_id(genre)}/{size}")
    except InputError as error:
        # what every puzzle of the genre has, such as the shapes to be placed
        if " needs " not in str(error):
            raise
        return
    again = read_pzpr(write_pzpr(puzzle, puzzle.answer))
    assert (again, again.answer) == (puzzle, puzzle.answer)
    assert read_link(write_link(puzzle)) == puzzle


def test_a_line_may_leave_the_board_only_at_openings() -> None:
    whole = "pzprv3\nicebarn\n1\n2\n5\n6\n0 0\n2 0 2\n0 0\n0 0\n{}\n{}\n0 0\n"
    puzzle = read_pzpr(whole.format("1 1 1", "0 0"))
    assert puzzle.answer is not None
    assert list(puzzle.answer["line"]) == [1]
    with pytest.raises(InputError, match="a line leaves the board at the top of column 2"):
        read_pzpr(whole.format("1 1 1", "0 1"))


def test_a_border_between_equal_numbers_is_refused_in_fillomino() -> None:
    whole = "pzprv3/fillomino/1/3/2 . ./. 2 1/{}/"
    assert read_pzpr(whole.format("0 1")).answer is not None
    with pytest.raises(InputError, match="a border between r1c1 and r1c2, which have the same number"):
        read_pzpr(whole.format("1 1"))


@pytest.mark.parametrize("text", ["sukoro/1/2/. ./1 {}/", "hanare/1/2/0/. ./2 {}/"])
def test_0_is_no_number_of_an_answer_in_pzpr_texts(text: str) -> None:
    assert read_pzpr("pzprv3/" + text.format(".")).answer is not None
    with pytest.raises(InputError, match="'0' is no number here"):
        read_pzpr("pzprv3/" + text.format("0"))


def test_links_are_written_with_the_id_that_puzz_link_knows() -> None:
    assert write_link(read_link("https://puzz.link/p?corral/3/1/1h")) == "https://puzz.link/p?cave/3/1/1h"


def test_large_numbers_are_written_without_a_percent_sign() -> None:
    for sign in "%@":
        puzzle = read_link(f"https://puzz.link/p?nurikabe/100/100/{sign}001" + "z" * 500)
        assert puzzle["clues"][0] == 8193
        assert "/@001z" in write_link(puzzle)


def test_a_clue_on_a_hole_is_refused() -> None:
    assert read_link("https://puzz.link/p?bosanowa/2/1/81g") is not None
    with pytest.raises(InputError, match="given: a value stands in r1c1, where there is no cell"):
        read_link("https://puzz.link/p?bosanowa/2/1/g1g")
