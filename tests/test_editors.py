"""Links and texts of other editors: f-puzzles, SudokuPad, Kudamono, Simon Tatham, janko.at, Sudokus in one line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as some

import pencilp
from pencilp import genres
from pencilp.cli import main
from pencilp.errors import InputError
from pencilp.formats import editors, examples
from pencilp.formats.reading import is_link, read, unread
from pencilp.formats.remarks import entered
from pencilp.formats.sudoku import fpuzzles, graphics
from pencilp.formats.sudoku.lz_string import MAX_CHARACTERS, compress, decompress
from pencilp.formats.sudoku.zipped import unzip
from pencilp.formats.writing import written

FORMATS = Path(__file__).parent.parent / "docs" / "formats.md"
FOUR = [[{} for _ in range(4)] for _ in range(4)]


def examples_link(kind: str) -> str:
    return editors.writers()[kind].write(examples.example("nurikabe")).strip()


def link_of(board: dict[str, Any]) -> str:
    return "https://www.f-puzzles.com/?load=" + compress(json.dumps(board))


# -- lz-string ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "packed"),
    [
        ('{"x":3}', "N4IgHiBcDMC+Q==="),
        (
            '{"size":3,"grid":[[{},{},{}],[{},{},{}],[{},{},{}]]}',
            "N4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA==",
        ),
        ("", "Q==="),
    ],
)
def test_strings_of_lz_string_are_read_and_written(text: str, packed: str) -> None:
    assert decompress(packed) == text
    assert decompress(compress(text)) == text
    if packed != "N4IgHiBcDMC+Q===":  # its writer left out the padding
        assert compress(text) == packed


@given(some.text(max_size=200))
def test_compressed_texts_are_unpacked_to_themselves(text: str) -> None:
    assert decompress(compress(text * 3)) == text * 3


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    packed = compress("a" * (MAX_CHARACTERS + 1))
    assert len(packed) < 10_000
    with pytest.raises(InputError, match="more than 1,000,000 characters"):
        decompress(packed)
    with pytest.raises(InputError, match="f-puzzles: the link holds more than"):
        read("https://f-puzzles.com/?load=" + packed)


# -- all editors -------------------------------------------------------------------------------------------------------

LOST = {
    ("janko", "binairo"), ("janko", "galaxies"), ("janko", "lits-hexagon"), ("janko", "norinori-hexagon-4"),
    ("janko", "norinori-hexagon-5"), ("janko", "norinori-hexagonal-6x8"),
    ("tatham", "hashi"), ("tatham", "signpost"), ("tatham", "tents"), ("tatham", "undead"), ("tatham", "undead-totals"),
}  # fmt: skip
"""The examples that a format cannot hold: clues that are missing or without a number, hexagons, rules of a variant."""


@pytest.mark.parametrize("kind", sorted(editors.writers().keys() - {"penpa"}))  # Penpa has its own tests
def test_examples_are_written_and_read_back_or_refused(kind: str, tmp_path: Path) -> None:
    editor = editors.writers()[kind]
    puzzles = [(name, puzzle) for name in examples.names() if editor.takes((puzzle := examples.example(name)).genre)]
    texts = []
    for name, puzzle in puzzles:
        if (kind, name) in LOST:
            with pytest.raises(InputError):
                editor.write(puzzle)
        else:
            texts.append((puzzle, editor.write(puzzle, puzzle.answer)))
    assert texts
    path = tmp_path / f"all.{kind}"
    path.write_text("".join(text for _, text in texts), encoding="utf-8")
    found = [each.read() for each in unread(str(path))]
    assert found == [puzzle for puzzle, _ in texts]
    assert documented(kind) == (len({puzzle.genre for _, puzzle in puzzles}), len(texts), len(puzzles) - len(texts))
    assert not editor.answers or [puzzle.answer for puzzle in found] == [puzzle.answer for puzzle, _ in texts]


def documented(kind: str) -> tuple[int, ...]:
    """The numbers of a format in docs/formats.md: its genres, and the examples that come back or are refused."""
    (row,) = re.findall(
        rf"^\| `{kind}`[^|]*\| (\d+) \| (\d+) / (\d+) \|", FORMATS.read_text(encoding="utf-8"), re.MULTILINE
    )
    return tuple(map(int, row))


def test_the_number_of_genres_that_penpa_has_is_documented() -> None:
    assert documented("penpa")[0] == len(genres.names())


KILLER = (
    "https://sudokupad.app/fpuzN4IgzglgXgpiBcA2ANCALhNAbO8QBUAnATwAIBpCLHQ0gZQFcATAewGsGRUBDBtACxaEEIALIBJACJ1SAJgAsARi4hCDHGBhoRAMSpZSMbg"
    "GN+pYzGqkA7pjPdSAOwYBbAEYxaAM0IsXpRVI0FlJEADoAHUcogFETM19rZHMWLFdHZO5HJjkAdYBmUjcWAA9SFwYwNBTHNG4IR0N4p1cPWhgSk2wyFkcLSOjHAGFLLDBSAHNfBgA"
    "HGByG0gdjbgmYcsrqsFcgkIF153dPUkX981WYQEwCceCZgFocL2rjIUdPAaiAORDDtvLuMiEGBzbjVWwCRbLC7JGAANxgjQgXiC/HWiQA9C80i5GtxqCxrONMGEVFMIEwEABtSmgWF"
    "4hi4RQAX2QtPpuEQLLZaVwAFYuSA6TyELIBUKGQh5GL2Qh8kyALrIGmCmXwKWslXC+ByjXi3Ci3WqzmGrXMk0S+D8xXKvUi6Va/nmjn2i1m7kWnXu3BS61e2UuxkByVBy0hg1+pAKpU"
    "Rx0R8Oaj0h9UR40R5m+hPOp3B7PwN2Z/252MF+Ci+WKkBsfSeFZrKmgCzUMBUkAAJUUQ2UqHbQ1kKlbsk7IArtrwimUAsbYxbrfyQ5HqpAfcno2b8Epbd5Q15/a3iH7iG3B6G+4XWpAin"
    "kIBXTZnc533bn++78hPw9Qo4v+WvGqna43PbPm2g6nh+i4ABw/g2q4zh237dh2V4IUeZ4WheE6/jB67AUMSE4TuqG4CAADsUEgH+M6Dn2j69u+JYgJBN7TthA5DPBbZzt+hEiIxmG3ixc"
    "54a2r5Ca+D6brhdGfooy58cxAGvuxrZblxYHnqRTH/m2r5dtptHdluunKbR3Fjhh0H8QBh5GYe1FtoeSmHlepkXleCpMkAA=="
)
DIAGONALS = (
    "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSQA3AQwBsBXOeAdlTQgpgDsEAXDBkmSGDBlWgwQBmVuy69+MUdXqMArDI7d4fAQF1khMS"
    "oQAODXO0KRpa8PLKJSc1p2KbN/YSXjGAJmfyAu6gDowAbAGWQSE+CCzosi5WwbZEnnYZ3sbw0gmagW4x2ep5Fq5ZjhGlSdFpBpnBRo4AjJHlKY2hUm1W6bZNfj219rHwZtUFqSPZACxDh"
    "XVeHUUt8xWMKBNRC52jJWz52yJ9y+sI+4mTywNxax71Uw0ZN/BzW+W6+iDYEFRoAPacWgAagKqB+f0BtAAtJMgA==="
)
HIDATO = "https://pedros.works/kudamono/player?W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku"
"""Links in the wild."""


@pytest.mark.parametrize(
    ("link", "genre"),
    [
        (KILLER, "killer_sudoku"),
        (DIAGONALS, "diagonal_sudoku"),
        (HIDATO, "hidato"),
        (HIDATO.replace("kudamono/player", "paper-puzzle-player"), "hidato"),
        ("https://sudokupad.app/scfF0C1k0p", ""),
    ],
)
def test_links_in_the_wild_have_one_answer(link: str, genre: str) -> None:
    if not genre:
        with pytest.raises(InputError, match="cells, not 81"):
            read(link)
        return
    (puzzle,) = read(link)
    assert puzzle.genre.name == genre
    assert pencilp.solve(puzzle).status == "unique"


TATHAM = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/loopy.html#7x7t0:e2b3b21b1b20a22c3323a3a1c12b33b311a"


@pytest.mark.parametrize("link", [DIAGONALS, KILLER, HIDATO, TATHAM, examples_link("penpa")])
@pytest.mark.parametrize(
    "spelled",
    [
        "{}.",
        "[this]({}), he said",
        "<a href='{html}'>",
        "{html}",
        "{encoded}",
        "https://t.example/?u={encoded}",
        "{hash}",
        "\ufeff{}\u200b",
    ],
)
def test_a_link_is_read_in_the_spellings_of_pages_and_letters(link: str, spelled: str) -> None:
    html, encoded, hashed = link.replace("&", "&amp;"), quote(link, safe=""), link.replace("#", "%23")
    text = spelled.format(link, html=html, encoded=encoded, hash=hashed)
    assert is_link(text)
    assert read(text) == read(link)


def test_a_link_is_found_in_a_sentence() -> None:
    for text in (f"My best: {DIAGONALS}, thanks", f"[this]({DIAGONALS}) one", DIAGONALS.removeprefix("https://www.")):
        assert is_link(text)
        assert read(text)[0] == read(DIAGONALS)[0]
    assert read(f"see {HIDATO} now")[0].notes["left aside"] == "'see' and 'now'"
    with pytest.raises(InputError, match="more than one link"):
        read(f"{HIDATO} {HIDATO}")


def test_the_rest_of_a_puzzle_is_a_remark() -> None:
    board = {"size": 4, "grid": FOUR, "author": "A", "ruleset": "Normal rules.", "line": [{"lines": [["R1C1"]]}]}
    (puzzle,) = read(link_of(board))
    assert puzzle.notes == {"author": "A", "dropped": "lines, the rules in words ('Normal rules.')"}


@pytest.mark.parametrize("kind", ["fpuzzles", "sudokupad", "penpa", "janko", "text"])
def test_title_and_author_are_written_and_read(kind: str) -> None:
    puzzle = examples.example("sudoku")
    puzzle.name, puzzle.notes["author"] = "A, b: c", "Ørsted 数独"
    (again,) = read("-", content=written(puzzle, None, kind).encode())
    assert (again.name, again.notes["author"]) == (puzzle.name, puzzle.notes["author"])


@pytest.mark.parametrize(
    ("board", "says"),
    [
        ({"palindrome": [{"lines": [["R1C1", "R1C2"]]}]}, "the constraint 'palindrome' is not known here"),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "X"}]}, "the constraint 'xv'"),
        ({"xsum": [{"cell": "R0C1", "value": "3"}]}, "the constraint 'xsum'"),
        ({"diagonal+": True}, "one diagonal only"),
        ({"antiknight": True, "antiking": True}, "no genre has the knight's move and the king's move together"),
        (
            {"killercage": [{"cells": ["R1C1"], "value": "1"}], "thermometer": [{"lines": [["R1C1", "R1C2"]]}]},
            "no genre has killer cages and thermometers together",
        ),
        ({"killercage": [{"cells": ["R1C1"]}, {"cells": ["R1C1", "R1C2"]}]}, "two cages share a cell"),
        ({"killercage": [{"cells": ["R1C9"]}]}, "R1C9 of a cage is outside the board"),
        ({"killercage": [{"cells": ["A1"]}]}, "'A1' is no cell of a cage"),
        ({"killercage": [{"cells": ["R1C1"], "value": "many"}]}, "'many' is no number for a cage"),
        ({"killercage": {"cells": ["R1C1"]}}, "'killercage' should be a list"),
        ({"killercage": [7]}, "each killercage should be an object, not 7"),
        ({"arrow": [{"cells": ["R1C1", "R1C2"], "lines": []}]}, "circle of several cells"),
        ({"arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R4C4"]]}]}, "an arrow goes from cell to cell"),
        ({"difference": [{"cells": ["R1C1", "R1C2"]}]}, "white dots are read only if all of them are given"),
        ({"difference": [{"cells": ["R1C1", "R1C2"], "value": "3"}]}, "a difference of 3"),
        ({"difference": [{"cells": ["R1C1", "R2C2"]}], "nonconsecutive": True}, "between two neighbours"),
        ({"ratio": [{"cells": ["R1C1", "R1C2"]}], "negative": ["ratio"]}, "black dots are read only"),
        ({"negative": [["xv"]]}, "'negative' with"),
        ({"sandwichsum": [{"cell": "R0C0", "value": "3"}]}, "not at an end of a row or a column"),
        ({"odd": [{"cell": "R1C1"}], "even": [{"cell": "R1C1"}]}, "a cell is odd and even"),
        ({"cage": [{"cells": [], "fromConstraint": "Row Indexer"}]}, "the constraint 'Row Indexer'"),
        ({"cage": [{"cells": [], "value": "norowcol: true"}]}, "rows and columns may repeat digits"),
        ({"killercage": [{"cells": [], "value": "3"}]}, "one of the cages has no cells"),
        ({"thermometer": [{"lines": [[]]}]}, "one of the thermometers has no cells"),
        ({"arrow": [{"cells": ["R1C1"], "lines": []}]}, "an arrow has a circle and no line"),
        (
            {"grid": [[{"givenPencilMarks": [1, 2]}, {}, {}, {}], *FOUR[1:]]},
            "given candidates are not known here .r1c1.",
        ),
        ({"ruleset": "Disjoint groups."}, "the rules in words have 'Disjoint'"),
        ({"line": [{"lines": [["R1C1"]]}], "ruleset": "Green: German whispers."}, "the rules in words have 'whispers'"),
        ({"antiking": True, "ruleset": "Anti-knight."}, "no genre has the knight's move and the king's move together"),
        ({"ruleset": "x" * 30_000}, "the rules in words have 30,000 characters"),
        ({"size": 5}, "5 rows of 5 cells"),
        ({"size": 10**9}, "1 to 64 rows"),
        ({"grid": [[1]], "size": 1}, "a cell of the grid is no object .r1c1."),
        ({"grid": [[{"value": 7, "given": True}]], "size": 1}, "7"),
    ],
)
def test_constraints_of_no_genre_are_refused_by_name(board: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says.replace("+", r"\+")) as error:
        read(link_of({"size": 4, "grid": FOUR} | board))
    assert len(str(error.value)) < 300


def message(read: Callable[[], Any]) -> str:
    """The message of the InputError that reading raises, "" if it raises none."""
    try:
        read()
    except InputError as error:
        return str(error)
    return ""


VALUES = some.recursive(
    some.none()
    | some.booleans()
    | some.integers()
    | some.floats()
    | some.text(max_size=5)
    | some.sampled_from(["R1C1", "R0C2", "1"]),
    lambda inner: (
        some.lists(inner, max_size=3)
        | some.dictionaries(
            some.sampled_from(["cells", "cell", "lines", "value", "region", "given", "center", "width", "sum"]), inner
        )
    ),
    max_leaves=8,
)


@given(
    some.dictionaries(some.sampled_from(sorted(fpuzzles.READ | fpuzzles.SETTINGS) + ["palindrome"]), VALUES, max_size=4)
)
def test_boards_of_wrong_types_are_refused_in_one_line(board: dict[str, Any]) -> None:
    assert "\n" not in message(lambda: fpuzzles.puzzle_of({"size": 4, "grid": FOUR} | board))


@given(some.dictionaries(some.sampled_from(sorted(graphics.READ)), VALUES, max_size=4))
def test_pictures_of_wrong_types_are_refused_in_one_line(board: dict[str, Any]) -> None:
    assert "\n" not in message(lambda: graphics.puzzle_of({"cells": FOUR} | board))


@given(some.text(alphabet="[]{},:'\"tfa0#\\ 1", max_size=40))
def test_short_forms_that_are_broken_are_refused(text: str) -> None:
    assert "\n" not in message(lambda: unzip(text))


# -- SudokuPad's own boards --------------------------------------------------------------------------------------------

BOXES = [[[r + i, c + k] for i in (0, 1) for k in (0, 1)] for r in (0, 2) for c in (0, 2)]
GREY = {"backgroundColor": "#CFCFCF", "borderColor": "#CFCFCF"}


def drawn(**parts: Any) -> pencilp.Puzzle:
    board = {"cells": FOUR, "regions": BOXES, **parts}
    return read("https://sudokupad.app/scl" + compress(json.dumps(board)))[0]


def disc(center: list[float], size: float, **look: Any) -> dict[str, Any]:
    return {"center": center, "width": size, "height": size, "rounded": True, **GREY, **look}


def test_pictures_of_sudokupad_are_read_by_their_usual_look() -> None:
    puzzle = drawn(
        underlays=[disc([0.5, 0.5], 0.85)],
        lines=[{"color": "#cfcfcf", "thickness": 21, "wayPoints": [[0.5, 0.5], [0.5, 2.5], [1.5, 3.5]]}],
        cages=[{"value": "title: Warm"}, {"value": "author: B"}],
    )
    assert (puzzle.genre.name, puzzle.name) == ("thermo_sudoku", "Warm")
    assert puzzle["thermometers"].paths == [(0, 1, 2, 7)]
    assert puzzle.notes == {"author": "B"}
    ring = disc([2.5, 0.5], 0.75, backgroundColor="#FFFFFF")
    puzzle = drawn(overlays=[ring], arrows=[{"wayPoints": [[2.2, 0.5], [0.5, 0.5]], "thickness": 5}])
    assert puzzle["arrows"][8] == ("n", "n")
    puzzle = drawn(underlays=[disc([0.5, 0.5], 0.7), disc([1.5, 1.5], 0.7, rounded=False)])
    assert puzzle["marks"][0] == "o"
    assert puzzle["marks"][5] == "e"
    puzzle = drawn(lines=[{"wayPoints": [[0, 0], [4, 4]]}, {"wayPoints": [[0, 4], [4, 0]]}])
    assert puzzle.genre.name == "diagonal_sudoku"
    dot = disc([0.5, 1.0], 0.3, backgroundColor="#FFFFFF", borderColor="#000")
    puzzle = drawn(overlays=[dot], cages=[{"value": "rules: All dots are given."}])
    assert puzzle.genre.name == "consecutive_sudoku"
    eight = {"center": [-0.5, 1.5], "width": 0.25, "height": 0.25, "text": 3}
    puzzle = drawn(overlays=[eight], cages=[{"value": "rules: Sandwich sums."}])
    assert puzzle["sums"]["top"] == [(), (3,), (), ()]


def number_at(row: float, col: float = 0.5) -> dict[str, Any]:
    return {"center": [row, col], "width": 0.25, "text": "3"}


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"lines": [{"color": "red", "thickness": 9, "wayPoints": [[0.5, 0.5], [0.5, 2.5]]}]}, "the meaning of a line"),
        ({"lines": [{"wayPoints": [[0.5, 0.5], [1.5, 3.5]]}]}, "does not run from cell to cell"),
        ({"overlays": [{"center": [0.5, 0.5], "text": "X", "width": 0.5, "height": 0.5}]}, "the mark 'X'"),
        ({"overlays": [{"center": [-0.5, 0.5], "text": "7", "width": 0.5}]}, "numbers outside whose rule"),
        ({"cages": [{"cells": [[0, 0]], "value": "AB"}]}, "a cage with 'AB'"),
        ({"foglight": [[0, 0]]}, "the part 'foglight'"),
        ({"metadata": {"bgimage": "https://example.com/a.png"}}, "a picture in the background"),
        ({"cages": [{"value": "norowcol: true"}]}, "rows and columns may repeat digits"),
        ({"cells": [[{}]] * 4}, "no square"),
        ({"cells": [[{"givenCentremarks": [1]}, {}, {}, {}], *FOUR[1:]]}, "a cell with 'givenCentremarks'"),
        ({"cages": [{"cells": [[0, 0]], "value": 3, "unique": False}]}, "may repeat digits is not known here .r1c1."),
        (
            {"cages": [{"value": "rules: Sandwich sums."}], "overlays": [*map(number_at, (-0.5, -1.5))]},
            "two numbers outside",
        ),
        ({"cages": [{"value": "rules: Sandwich sums."}], "overlays": [number_at(-0.5, -0.5)]}, "at no end of a row"),
        ({"cages": [{"value": "rules: Slow thermometers."}]}, "the rules in words have 'Slow thermo'"),
        ({"lines": [{"wayPoints": [[0.5, 0.5], [3.5, 3.5]] * 20}]}, "a line has more cells than the board"),
        ({"overlays": [{"center": [10**400, 0.5], "text": "1"}]}, "is no point of the board"),
        ({"regions": [[[0, 0]], [[0, 0]]]}, "two regions share a cell"),
    ],
)
def test_pictures_of_another_look_are_refused(parts: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        drawn(**parts)


def test_rules_of_the_whole_board_are_read_from_words() -> None:
    for words, genre in (
        ("Cells a knight's move apart cannot repeat.", "anti_knight_sudoku"),
        ("A digit may not repeat within a king's move.", "anti_king_sudoku"),
        ("Adjacent cells may not be consecutive.", "consecutive_sudoku"),
        ("Digits on thermometers need not be consecutive.", "sudoku"),
    ):
        assert drawn(cages=[{"value": f"rules: {words}"}]).genre.name == genre
        assert read(link_of({"size": 4, "grid": FOUR, "ruleset": words}))[0].genre.name == genre
    assert drawn(cages=[{"value": "antiknight: false"}]).genre.name == "sudoku"


def test_the_solution_of_a_link_is_checked_unless_digits_are_entered(capsys: pytest.CaptureFixture[str]) -> None:
    right = "1234341221434321"
    wrong = right.replace("1", "2", 1)
    for digits, status in ((right, 0), (wrong, 1)):
        board = {"size": 4, "grid": FOUR, "solution": [*map(int, digits)]}
        picture = {"cells": FOUR, "regions": BOXES, "metadata": {"solution": digits}}
        for link in (link_of(board), "https://sudokupad.app/scl" + compress(json.dumps(picture))):
            (puzzle,) = read(link)
            assert puzzle.answer is not None
            assert puzzle.answer["number"] == [*map(int, digits)]
            assert entered(puzzle) is None  # the page does not show it
            assert main(["check", link]) == status
            assert "the link carries a solution" in capsys.readouterr().err
    (puzzle,) = read(link_of({"size": 4, "grid": [[{"value": 4}, {}, {}, {}], *FOUR[1:]], "solution": [*right]}))
    assert entered(puzzle) is not None
    assert entered(puzzle)["number"][0] == 4
    assert puzzle.notes["dropped"] == "the solution"


def test_many_arrows_are_read_in_one_pass() -> None:
    arrows = [{"cells": [f"R{r}C1"], "lines": [[f"R{r}C1", f"R{r}C2"]]} for r in range(1, 5)]
    (puzzle,) = read(link_of({"size": 4, "grid": FOUR, "arrow": arrows}))
    assert [puzzle["arrows"][cell] for cell in (0, 4, 8, 12)] == [("e",)] * 4
    with pytest.raises(InputError, match="longer than the board"):
        read(link_of({"size": 4, "grid": FOUR, "arrow": arrows[:1] * 40}))


def test_the_short_form_of_sudokupad_is_read() -> None:
    text = (
        "{cs:50,ce:[[{v:3},,,],[,,,],[,,,],[,,,{v:1}]],re:[[[0,0],[0,1],[1,0],[1,1]]],ca:[{v:'title: It\\'s'},{z:t}]}"
    )
    board = unzip(text)
    assert board["cells"][0] == [{"value": 3}, {}, {}, {}]
    assert board["cages"] == [{"value": "title: It's"}, {"z": True}]
    assert unzip("{c:FF00aa,b:#0,d:f}") == {"color": "#FF00aa", "b": "#000000", "duration": False}


def test_slashes_that_a_server_made_one_are_found() -> None:
    title = "\uffff"  # sixteen ones
    packed = compress(json.dumps({"size": 4, "title": title, "grid": FOUR}, ensure_ascii=False))
    assert "//" in packed
    assert read("https://sudokupad.app/fpuzzles" + packed.replace("//", "/"))[0].name == title


# -- lines and texts ---------------------------------------------------------------------------------------------------

LINE = ".5..83.17...1..4..3.4..56.8....3...9.9.8245....6....7...9....5...729..861.36.72.4"


def test_sudokus_in_lines_and_rows_are_read(tmp_path: Path) -> None:
    rows = [LINE[at : at + 9] for at in range(0, 81, 9)]
    texts = {
        "a.sdm": LINE,
        "b.sdk": "#ALee\n[Puzzle]\n" + "\n".join(rows) + "\n[State]\n" + "\n".join(["123456789"] * 9),
        "c.ss": "\n".join(f"{row[:3]}|{row[3:6]}|{row[6:]}" for row in rows[:3] + ["---------"] + rows[3:]),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text + "\n", encoding="utf-8")
        assert written(read(str(tmp_path / name))[0], None, "sdm") == LINE + "\n", name
    large = "." * 14 + "1G" + "." * 240
    assert read("-", content=f"{large}\n".encode())[0]["given"][15] == 16


def test_a_text_of_janko_names_its_genre_and_has_its_solution() -> None:
    text = "[begin]\npuzzle Sikaku\nauthor A\nsize 2\n[problem]\n2 -\n2 -\n[moves]\n1a\n[end]\n"
    first, second = read("-", content=(text + text.replace("Sikaku", "Kuromasu")).encode())
    assert (first.genre.name, second.genre.name) == ("shikaku", "kurodoko")
    assert first.notes == {"author": "A"}
    for wrong, says in (
        (text.replace("puzzle Sikaku\n", ""), "must name the genre"),
        (text.replace("Sikaku", "Sudoku-Cup"), "no genre that pencilp knows"),
        (text.replace("[moves]", "[nodes]"), r"the section \[nodes\]"),
        (text.replace("[moves]", "[areas]"), r"the section \[areas\] means nothing"),
        (text.replace("size 2", "size 3"), "line"),
        (text.replace("author A", "variant B"), "the line 'variant' is not known here"),
        (text.replace("Sikaku", "Sudoku").replace("author A", "diagonals"), "the line 'diagonals' is not known here"),
    ):
        with pytest.raises(InputError, match=says):
            read("-", content=wrong.encode())


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("W=4x3&L=(4)2&G=spokes", "the genre 'spokes' is not read"),
        ("W=4x3", "names no genre"),
        ("W=4&L=x1&G=masyu", "does not say its columns and rows"),
        ("W=4x3&L=(4)99&G=nurikabe", "more places than the board"),
        ("W=4x3&L=.1&G=nurikabe", "says nothing in L"),
        ("W=4x3&L=w1&G=nurikabe", "'w' means nothing"),
        ("W=4x3&SIE=1R&G=nurikabe", "borders mean nothing"),
        ("W=4x3&SIE=1RRRRRR&G=lits", "leaves the board"),
        ("W=4x3&L-N=(1)2&G=nurikabe", "the part 'L-N'"),
        ("W=9999x9999&G=nurikabe", "250,000 cells"),
    ],
)
def test_links_of_kudamono_are_refused_by_what_is_wrong(query: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        read(f"https://pedros.works/paper-puzzle-player?{query}")


def test_borders_of_kudamono_are_rooms() -> None:
    (puzzle,) = read("https://pedros.works/kudamono/player?W=3x2&L=(1)0&SIE=1RR6U&G=heyawake")
    assert puzzle["rooms"].of == [0, 0, 1, 1, 1, 1]
    assert puzzle["clues"][3] == 1


@pytest.mark.parametrize("text", ["m=edit&", "sudokupad.", "https://", "scln4 ", "f-puzzles.com/?load=", "m=solve&a=b"])
def test_patterns_of_links_look_at_few_places_twice(text: str) -> None:
    # a pattern that begins again at each place and runs to the end would take minutes
    assert editors.found(text * (300_000 // len(text))) is None or text.startswith("f-puzzles")
