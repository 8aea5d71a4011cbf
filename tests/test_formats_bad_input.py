"""Bad input of every format: always an InputError of one line, never another exception, and quickly."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pencilp import genres
from pencilp.errors import InputError
from pencilp.formats import reading
from pencilp.formats.dataset import read_jsonl
from pencilp.formats.links import read_link, write_link
from pencilp.formats.mathprog_data import read as read_mathprog
from pencilp.formats.pzpr import read_pzpr, write_pzpr
from pencilp.formats.text import text as puzzle_text

NORINORI = "norinori\nrooms:\n1 1 2\n1 2 2\nanswer:\nshaded:\nx x -\n- x x\n"
LINK = "https://puzz.link/p?norinori/5/5/cag4ocjo"
PZPR = "pzprv3/norinori/2/3/2/0 0 1 /0 1 1 /# # . /. # # /"
DATA = "data;\nparam Nr := 2;\nparam Nc := 3;\nparam N := 2;\nparam ini1 : 1 2 3 :=\n 1 1 1 2\n 2 1 2 2 ;\nend;\n"
RECORD = '{"id": "a", "problem": "2 3\\n- - -\\n- - -\\n1 1 2\\n1 2 2", "solution": "2 3\\nx x -\\n- x x"}'

READERS: dict[str, tuple[Callable[[str], object], str]] = {
    "text": (puzzle_text.read, NORINORI),
    "link": (read_link, LINK),
    "pzpr": (read_pzpr, PZPR),
    "mathprog": (lambda content: read_mathprog(content, "norinori"), DATA),
}


def refused(reader: Callable[[str], object], content: str) -> str:
    with pytest.raises(InputError) as caught:
        reader(content)
    message = str(caught.value)
    assert message
    assert "\n" not in message
    return message


def one_line_or_fine(reader: Callable[[str], object], content: str) -> None:
    try:
        reader(content)
    except InputError as error:
        assert "\n" not in str(error)  # noqa: PT017


def test_the_good_ones_are_read() -> None:
    for reader, content in READERS.values():
        assert reader(content)
    (record,) = read_jsonl(RECORD, "norinori")
    assert record.error is None


@pytest.mark.parametrize("name", READERS)
def test_empty_and_binary(name: str) -> None:
    reader, _ = READERS[name]
    for content in ("", " ", "\n\n", "\x00\x01\x02", "\ud800", "💣" * 50, "ＮＯＲＩ", "-", "0", "#" * 5000):
        refused(reader, content)


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
@given(data=st.data())
@settings(max_examples=80, deadline=None)
def test_cut_short_or_changed_anywhere(name: str, data: st.DataObject) -> None:
    reader, good = READERS[name]
    cut = data.draw(st.integers(0, len(good)))
    end = data.draw(st.integers(cut, len(good)))
    new = data.draw(st.text(st.characters(codec="utf-8"), max_size=6))
    one_line_or_fine(reader, good[:cut] + new + good[end:])


@pytest.mark.parametrize("name", READERS)
@given(st.text(max_size=200))
@settings(max_examples=60, deadline=None)
def test_anything(name: str, content: str) -> None:
    one_line_or_fine(READERS[name][0], content)


# -- links ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("https://puzz.link/p?", "no puzz.link link"),
        ("https://puzz.link/p?norinori", "no puzz.link link"),
        ("https://puzz.link/p?norinori/5", "columns and rows"),
        ("https://puzz.link/p?norinori/5/x/cag4ocjo", "number of rows"),
        (
            "https://puzz.link/p?norinori/0/5/",
            "a board of 5 rows and 0 columns is not possible, only one of 1 to 250,000 cells",
        ),
        (
            "https://puzz.link/p?norinori/-5/5/cag4ocjo",
            "'-5' is no number of columns; it is written in the digits 0 to 9",
        ),
        (
            "https://puzz.link/p?norinori/５/5/cag4ocjo",
            "'５' is no number of columns; it is written in the digits 0 to 9",
        ),
        (
            "https://puzz.link/p?norinori/5/9999999999/",
            "'9999999999' is no number of rows; it is written in the digits",
        ),
        ("https://puzz.link/p?norinori/100000/100000/", "not possible"),
        ("https://puzz.link/p?norinori/99999999999999999999/5/", "number of columns"),
        ("https://puzz.link/p?nosuchgenre/5/5/abc", "no genre 'nosuchgenre'"),
        ("https://puzz.link/p?norinori/z/5/5/cag4ocjo", "variant 'z'"),
        ("https://puzz.link/p?norinori/5/5/", "too soon"),
        ("https://puzz.link/p?norinori/5/5/cag4ocj", "too soon"),
        ("https://puzz.link/p?norinori/5/5/cag4ocjo0", "goes on"),
        ("https://puzz.link/p?norinori/5/5/cag4ocjo/rubbish", "goes on"),
        ("https://puzz.link/p?norinori/5/5/cag4Zcjo", "'Z' cannot stand here"),
        ("https://puzz.link/p?nurikabe/5/5/g5k2o1k3gg", "goes on"),
        ("https://puzz.link/p?nurikabe/5/5/g5k2o1k3z1", "more values than the board"),
        ("https://puzz.link/p?nurikabe/5/5/g-", "too soon"),
        ("https://puzz.link/p?nurikabe/5/5/g-zz", "'z' cannot"),
        ("https://example.org/?q=a/b", "no puzz.link link"),
        ("https://puzz.link/p?norinori/5/5/" + "a" * 600_000, "characters"),
    ],
)
def test_links_that_are_wrong(url: str, says: str) -> None:
    assert says in refused(read_link, url)


@pytest.mark.genre_sample
@pytest.mark.parametrize("name", [n for n in genres.names() if genres.load(n).link])
@given(
    body=st.text("0123456789abcdefghijklmnopqrstuvwxyzABYZ.-+=%@*$/", max_size=60),
    size=st.tuples(*[st.integers(0, 7)] * 2),
)
@settings(max_examples=15, deadline=None)
def test_any_body_of_any_genre(name: str, body: str, size: tuple[int, int]) -> None:
    key = genres.load(name).link_id or name
    url = f"https://puzz.link/p?{key}/{size[0]}/{size[1]}/{body}"
    try:
        puzzle = read_link(url)
    except InputError as error:
        assert "\n" not in str(error)  # noqa: PT017
    else:
        # what can be read can be written, and is the same again
        assert read_link(write_link(puzzle)) == puzzle


@pytest.mark.parametrize(
    "site", ["puzz.link/p", "pzv.jp/p.html", "https://pzprxs.vercel.app/p", "http://pzplus.tck.mn/p"]
)
@pytest.mark.parametrize("kind", ["", "type=editor&", "type=player&"])
@pytest.mark.parametrize("suffix", ["", "_edit", "_play"])
def test_links_of_all_sites(site: str, kind: str, suffix: str) -> None:
    (puzzle,) = reading.read(f"{site}?{kind}norinori{suffix}/5/5/cag4ocjo")
    assert write_link(puzzle) == LINK


# -- pzpr texts -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("pzprv3", "no pzpr text"),
        ("pzprv3/norinori", "no pzpr text"),
        ("pzprvX/norinori/5/5/", "no pzpr text"),
        ("pzprv3/nosuchgenre/5/5/", "line 2: there is no genre"),
        ("pzprv3/norinori/five/5/", "line 3: a number is needed"),
        ("pzprv3/norinori/0/5/", "not possible"),
        ("pzprv3/norinori/99999/99999/", "not possible"),
        ("pzprv3/norinori/2/3/2/0 0 1 /", "line 7: the text ends too soon"),
        ("pzprv3/norinori/2/3/2/0 0 /0 1 1 /", "line 6: 2 values where 3 are needed"),
        ("pzprv3/norinori/2/3/2/0 0 1 /0 1 1 /# ? . /. # # /", "line 8 value 2"),
        (PZPR + "more/", "goes on after the last cell"),
    ],
)
def test_pzpr_texts_that_are_wrong(content: str, says: str) -> None:
    assert says in refused(read_pzpr, content)


def test_pzpr_texts_with_text_around_them_are_read() -> None:
    puzzle = read_pzpr(PZPR)
    lines = PZPR.replace("/", "\n")
    for content in (lines, lines.replace("\n", "\r\n"), "\ufeff" + lines, lines + 'info:{"metadata":\n{"author":"a/b"}}\n',
                 lines + "TrialData\n1 2 3\n", "pzprv3\nv:\nnorinori\n" + lines.split("\n", 2)[2]):  # fmt: skip
        again = read_pzpr(content)
        assert (again, again.answer) == (puzzle, puzzle.answer)
    assert read_pzpr(write_pzpr(puzzle, puzzle.answer)).answer == puzzle.answer


def test_a_pzpr_text_without_a_board_is_an_empty_one() -> None:
    puzzle = read_pzpr("pzprv3/norinori/2/2")
    assert puzzle["rooms"].of == [0, 0, 0, 0]
    assert puzzle.answer is not None


# -- the dataset ----------------------------------------------------------------------------------------------------


def test_a_wrong_line_does_not_stop_the_others() -> None:
    bad = ["{", "[]", "null", '{"id": 1}', '{"problem": 5}', '{"problem": ""}', '{"problem": "2 x"}',
           '{"problem": "2 3\\n- - -"}', '{"problem": "9999999 9999999\\n-"}', RECORD.replace("x x -", "x x"),
           RECORD.replace("1 2 2", "1 2 2\\nmore"), "[" * 100_000, '{"problem": "2 3\\n' + "9" * 10_000 + '"}']  # fmt: skip
    content = "\n".join([RECORD, *bad, RECORD])
    records = list(read_jsonl(content, "norinori"))
    assert [record.error is None for record in records] == [True, *[False] * len(bad), True]
    for record in records[1:-1]:
        assert record.puzzle is None
        assert "\n" not in str(record.error)
        assert str(record.error).startswith(f"{record.line}")


def test_a_mark_of_unicode_is_nothing_before_a_line_and_a_letter_within() -> None:
    marked = "\ufeff" + RECORD + "\n\ufeff" + RECORD.replace('"a"', '"a\ufeffb"')
    assert [record.name for record in read_jsonl(marked, "norinori")] == ["a", "a\ufeffb"]


def test_a_link_or_record_ends_with_its_line(tmp_path: Path) -> None:
    links = tmp_path / "links.url"
    links.write_text("https://puzz.link/p?norinori/2/2/00\u2028https://puzz.link/p?norinori/2/2/00\n", encoding="utf-8")
    with pytest.raises(InputError):
        reading.read(str(links))  # this is one line, and no link
    content = RECORD.replace('"a"', '"a\u2028b\u0085c"') + "\r" + RECORD
    assert [record.name for record in read_jsonl(content, "norinori")] == ["a\u2028b\u0085c", "a"]


def test_the_genre_comes_from_the_files_name() -> None:
    (record,) = read_jsonl(RECORD, source="some/folder/Norinori.jsonl")
    assert record.puzzle is not None
    (record,) = read_jsonl(RECORD, source="NoSuchGenre.jsonl")
    assert "--genre" in str(record.error)


def test_the_genre_of_a_line_comes_before_the_files_name() -> None:
    named = RECORD.replace("{", '{"genre": "norinori", ', 1)
    for source in ("norinori.jsonl", "heyawake.jsonl", "week.jsonl", "-"):
        (record,) = read_jsonl(named, source=source)
        assert record.puzzle is not None
        assert record.puzzle.genre.name == "norinori"
    (record,) = read_jsonl(named, "heyawake", "norinori.jsonl")
    assert str(record.error) == "1: this is a puzzle of norinori, not of heyawake"
    (record,) = read_jsonl(named.replace('"norinori"', "5"), source="norinori.jsonl")
    assert str(record.error) == '1: its "genre" is no name'
    (record,) = read_jsonl(named.replace('"norinori"', '"norinor"'), source="norinori.jsonl")
    assert "did you mean norinori" in str(record.error)


@given(st.text(max_size=120), st.text(max_size=60))
@settings(max_examples=80, deadline=None)
def test_any_problem(problem: str, solution: str) -> None:
    line = json.dumps({"id": "x", "problem": problem, "solution": solution})
    for record in read_jsonl(line, "norinori"):
        assert (record.puzzle is None) == (record.error is not None)


# -- MathProg data --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (DATA.replace("N := 2", "N := 3"), "2 regions where param N says 3"),
        (DATA.replace("Nr := 2", "Nr := 3"), "no value for row 3, column 1"),
        (DATA.replace("Nr := 2", "Nr := two"), "2: a number is needed"),
        (DATA.replace("param Nc := 3;\n", ""), "param Nr and param Nc"),
        (DATA.replace(" 2 1 2 2 ;", " 2 1 2 ;"), "7: row 2 of ini1 needs 3 values after its number"),
        (DATA.replace("1 1 1 2", "1 1 x 2"), "6: a number is needed, not 'x'"),
        (DATA.replace("Nr := 2", "Nr := 999999999"), "not possible"),
        ("param Nr := 2;", "no 'param ini1'"),
    ],
)
def test_mathprog_data_that_is_wrong(content: str, says: str) -> None:
    assert says in refused(READERS["mathprog"][0], content)


def test_mathprog_data_with_no_break_spaces_and_several_sections() -> None:
    web = DATA.replace(" ", "\u00a0").replace("2 ;", "2\n;end;")
    first, second = read_mathprog(web + "\n# p79\n" + DATA, "norinori")
    assert first == second
    assert "--genre" in refused(lambda content: read_mathprog(content, None), DATA)
    assert "more than the one table" in refused(lambda content: read_mathprog(content, "heyawake"), DATA)


# -- files ----------------------------------------------------------------------------------------------------------


def bomb() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/worksheets/sheet1.xml", b" " * (80 * 1024 * 1024))
    return stream.getvalue()


FILES = {
    "empty.txt": b"",
    "latin.txt": "norinori\nrooms:\né".encode("latin-1"),
    "zero.txt": b"norinori\0",
    "image.png": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    "utf16.txt": b"\xff\xfen",
    "short.xlsx": b"PK\x03\x04",
    "text.xlsx": b"norinori",
    "bomb.xlsx": bomb(),
    "huge.txt": b"norinori\nsize: 99999 99999\n",
    "wide.txt": b"norinori\nrooms:\n" + b"1 " * 300_000,
    "empty.jsonl": b"",
    "wrong.dat": b"data;",
}


@pytest.mark.parametrize("name", FILES)
def test_files_that_are_wrong(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(FILES[name])
    message = refused(lambda content: reading.read(content, "norinori"), str(path))
    assert message.startswith(str(path)[:70])


SEEN = {
    "a picture (PNG)": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "a picture (JPEG)": b"\xff\xd8\xff\xe0\0\x10JFIF",
    "a picture (GIF)": b"GIF89a\1\0\1\0",
    "a picture (TIFF)": b"II*\0\x08\0\0\0",
    "a picture (WebP)": b"RIFF\x1a\0\0\0WEBPVP8 ",
    "a picture (BMP)": b"BM\x3a\0\0\0\0\0\0\0",
    "a PDF document": b"%PDF-1.7\n%\xe2\xe3\n",
    "a picture (SVG)": b'\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a board -->\n<svg xmlns="http://www.w3.org/2000/svg"/>\n',
}


@pytest.mark.parametrize("what", SEEN)
@pytest.mark.parametrize("name", ["a.png", "a.txt", "a.xlsx", "a"])
def test_the_error_for_a_picture_names_alternatives(what: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(SEEN[what])
    says = f"{path}: this is {what}, from which no puzzle can be read: give a puzzle text, a puzz.link link or an Excel workbook"
    (puzzle,) = puzzle_text.read(NORINORI)
    for read in (lambda: reading.read(str(path)), lambda: reading.read_answer(str(path), puzzle, "board.txt")):
        with pytest.raises(InputError) as caught:
            read()
        assert str(caught.value) == says


def test_texts_that_begin_like_pictures_are_no_pictures(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    for content in ("BM is no genre\n", "RIFF is no genre\n", "<p> is no genre\n"):
        path.write_text(content)
        with pytest.raises(InputError, match="the first line must name the genre"):
            reading.read(str(path))


@pytest.mark.parametrize("name", ["a.xlsx", "a.ods", "a.numbers"])
def test_a_text_named_like_a_workbook_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(NORINORI)
    says = "this is no workbook, though it is called one: if it is a puzzle text, give it a name that ends in .txt"
    with pytest.raises(InputError) as caught:
        reading.read(str(path))
    assert str(caught.value) == f"{path}: {says}"
    (tmp_path / "b.txt").write_text(NORINORI)
    assert reading.read(str(tmp_path / "b.txt"))


def test_files_that_are_not_there(tmp_path: Path) -> None:
    refused(reading.read, str(tmp_path / "none.txt"))
    refused(reading.read, str(tmp_path))
    refused(reading.read, "a\0b")


def test_every_format_is_known_by_its_content(tmp_path: Path) -> None:
    expected = puzzle_text.read(NORINORI)[0]
    for name, content in {"a": NORINORI, "b": PZPR, "c": DATA, "d": RECORD, "e.jsonl": RECORD}.items():
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        assert reading.read(str(path), "norinori") == [expected]
    (tmp_path / "links").write_text(f"{LINK}\n\n{LINK}\n", encoding="utf-8")
    assert len(reading.read(str(tmp_path / "links"))) == 2
    (tmp_path / "utf16").write_bytes(NORINORI.encode("utf-16"))
    assert reading.read(str(tmp_path / "utf16")) == [expected]


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ({"text": f"{NORINORI}---\n{NORINORI}"}, '1: its "text" holds 2 puzzles; write each into a line of its own'),
        (json.loads(RECORD) | {"solution": 5}, '1: its "solution" is no text, but 5'),
    ],
)
def test_a_line_with_more_or_other_than_one_puzzle(entry: dict[str, object], says: str) -> None:
    (found,) = read_jsonl(json.dumps(entry), "norinori")
    assert str(found.error) == says


@pytest.mark.parametrize("rooms", ["\x01 1 1\n1 1 1", "111\n11\x02", '1 1 1\n1 1 "\\u0085"'])
def test_a_control_character_is_no_room(rooms: str) -> None:
    assert "it has a control character" in refused(puzzle_text.read, f"norinori\nrooms:\n{rooms}\n")


@pytest.mark.parametrize("unseen", ["\u200b", "\u00ad", "\u200e", "\u2060", "\ufe0f", "\u202e"])
def test_invisible_characters_do_not_name_a_room(unseen: str) -> None:
    (puzzle,) = puzzle_text.read(NORINORI.replace("1 1 2", f"1 {unseen}1{unseen} 2", 1))
    assert puzzle == puzzle_text.read(NORINORI)[0]
    (record,) = read_jsonl(RECORD.replace("1 1 2", f"1 1{unseen} 2", 1), "norinori")
    assert record.puzzle == puzzle


def test_letters_with_accents_are_the_same_however_they_are_coded() -> None:
    (puzzle,) = puzzle_text.read("norinori\nrooms:\né e\u0301\nb b\n")
    assert len(puzzle["rooms"].groups) == 2


def test_a_name_keeps_invisible_characters() -> None:
    (puzzle,) = puzzle_text.read(NORINORI.replace("rooms", "name: \u2600\ufe0f\nrooms", 1))
    assert puzzle.name == "\u2600\ufe0f"
    assert puzzle_text.read(puzzle_text.write(puzzle))[0].name == puzzle.name
