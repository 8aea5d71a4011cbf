"""Numbers: which texts are some, in which formats, and that nothing else reads them."""

from __future__ import annotations

import ast
import io
from pathlib import Path

import openpyxl
import pytest

from pencilp._util.parse_number import digits, narrow, real
from pencilp.errors import InputError
from pencilp.formats.dataset import read_dataset
from pencilp.formats.excel import puzzles
from pencilp.formats.links import read_link
from pencilp.formats.pzpr import read_pzpr
from pencilp.formats.text import text as puzzle_text
from pencilp.genres import find

SOURCE = Path(__file__).parent.parent / "src" / "pencilp"
NO_NUMBERS = ["", "²", "①", "５", "٣", "1_0", "+1", "-1", " 1", "1 ", "1.0", "0x1", "nan", "1" * 10, "1" * 5000]


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_texts_that_are_no_number_give_none(text: str) -> None:
    assert digits(text) is None


def test_digits_are_a_number_up_to_their_most() -> None:
    assert [digits(text) for text in ("0", "007", "999999999")] == [0, 7, 999999999]
    assert [digits("123", most) for most in (2, 3)] == [None, 123]


def test_real_numbers_are_finite_decimals() -> None:
    good = {"1": 1.0, "-.5": -0.5, "+2.": 2.0, "1e-05": 1e-05, "1.0D+2": 100.0, "1e-400": 0.0}
    assert {text: real(text) for text in good} == good
    for text in ("", ".", "e5", "nan", "inf", "-Infinity", "1e400", "-1e400", "1_0", "１", "²", "0x1", "9" * 5000):
        assert real(text) is None


def test_full_width_characters_are_narrowed_one_for_one() -> None:
    assert narrow("５？　ａ²①é") == "5? a²①é"


def test_only_one_function_reads_digits() -> None:
    for path in SOURCE.rglob("*.py"):
        if path.name != "parse_number.py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                name = getattr(node, "attr", "")
                assert name not in ("isdigit", "isdecimal", "isnumeric"), (
                    f"{path}: {name} (use pencilp._util.parse_number)"
                )


KAKURO = "pzprv3/kakuro/1/2/0 {} 0 /0 . . /. . /"


@pytest.mark.parametrize("bad", ["²", "①", "1" * 5000])
@pytest.mark.parametrize(
    "read",
    [
        lambda bad: puzzle_text.read(f"nurikabe\nclues:\n- {bad}\n"),
        lambda bad: puzzle_text.read(f"kakuro\nsums:\n\\ {bad}\\\n\\ -\n"),
        lambda bad: puzzle_text.read(f"nurikabe\nsize: 1 {bad}\n"),
        lambda bad: puzzle_text.read(f"battleship\nsize: 2 2\nfleet: {bad},1\n"),
        lambda bad: read_link(f"https://puzz.link/p?nurikabe/{bad}/1/g"),
        lambda bad: read_link(f"https://puzz.link/p?nurikabe/1/1/{bad}"),
        lambda bad: read_link(f"https://puzz.link/p?starbattle/2/2/{bad}/00"),
        lambda bad: read_link(f"https://puzz.link/p?battleship/2/2/1111j/{bad}/11g"),
        lambda bad: read_pzpr(f"pzprv3/norinori/1/{bad}/1/0 0 /"),
        lambda bad: read_pzpr(f"pzprv3/nurikabe/1/2/{bad} . /. . /"),
        lambda bad: read_pzpr(f"pzprv3.{bad}/nurikabe/1/2/. . /. . /"),
        lambda bad: read_pzpr(KAKURO.format(bad)),
        lambda bad: read_pzpr(KAKURO.format("123456789012")),
        lambda bad: read_pzpr(f"pzprv3/battleship/1/1/{bad}/11g/. 1 /1 . /. /"),
        lambda bad: read_dataset(f"{bad} 1\n-", "", find("nurikabe")),
        lambda bad: read_dataset(f"1 1\n{bad}", "", find("nurikabe")),
    ],
)
def test_no_reader_takes_what_is_no_number(read: object, bad: str) -> None:
    with pytest.raises(InputError):
        read(bad)  # type: ignore[operator]


def test_any_sign_names_a_room() -> None:
    assert read_pzpr("pzprv3/norinori/1/3/2/① ① ² /. . . /")["rooms"].of == [0, 0, 1]
    assert read_dataset("1 3\n- - -\n① ① ²", "", find("norinori"))["rooms"].of == [0, 0, 1]


def test_full_width_digits_are_numbers_in_texts_and_workbooks_but_not_in_links() -> None:
    (expected,) = puzzle_text.read("nurikabe\nname: ５\nclues:\n1 ? 2\n")
    assert expected.name == "５"
    assert puzzle_text.read("nurikabe\nname: ５\nclues:\n１　？　２\n") == [expected]
    workbook = openpyxl.Workbook()
    workbook.active.append(["１", "？", "２"])
    workbook.active.cell(2, 4, "E")
    stream = io.BytesIO()
    workbook.save(stream)
    assert puzzles.read(stream.getvalue(), "nurikabe") == expected
    workbook.active.cell(1, 1, "⁵")
    stream = io.BytesIO()
    workbook.save(stream)
    with pytest.raises(InputError, match="A1"):
        puzzles.read(stream.getvalue(), "nurikabe")
    with pytest.raises(InputError, match="number of rows"):
        read_link("https://puzz.link/p?nurikabe/1/３/g")
