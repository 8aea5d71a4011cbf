"""Encodings: what Python's codecs write is read as it was, and what is in none of them is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from pencilp._util.decode import decoded, plain_spaces
from pencilp.cli import main
from pencilp.errors import InputError
from pencilp.formats import reading
from pencilp.formats.links import write_link
from pencilp.formats.pzpr import write_pzpr
from pencilp.formats.text import text as puzzle_text
from pencilp.program_files import solutions

JAPANESE = """\
# 「のりのり」は黒マスを置くパズル
部屋ごとに黒マスが２つずつ入ります。制約Ｃは①ではない
ｶﾅ と カナ、—ダッシュ…
"""
SEEDS = Path(__file__).parent.parent.parent / "shared" / "seeds"


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "cp932", "euc_jis_2004"])
def test_a_japanese_text_is_read_in_every_encoding(codec: str) -> None:
    text = JAPANESE.replace("—", "―") if codec in ("cp932", "euc_jis_2004") else JAPANESE
    assert decoded(text.encode(codec)) == text


def test_mail_has_japanese_letters_behind_escapes() -> None:
    text = "# のりのり\nparam Nr := 3; # ｶﾅ\n"
    assert decoded(text.encode("iso2022_jp_ext")) == text
    with pytest.raises(InputError, match=r"byte 6 is not ISO-2022-JP text") as refused:
        decoded(b"# \x1b$B\x7f\x7f\x1b(B\n")
    assert refused.value.where == "1"


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf_16_needs_its_mark(codec: str) -> None:
    assert decoded("\ufeff# 黒".encode(codec)) == "# 黒"
    with pytest.raises(InputError, match="zero byte"):
        decoded("param n := 3;".encode(codec))


@pytest.mark.parametrize("codec", ["utf-8", "cp932", "euc_jp"])
def test_every_line_of_the_documents_is_known_by_itself(codec: str) -> None:
    if not SEEDS.is_dir():
        pytest.skip(f"the seed documents are not at {SEEDS}")
    lines = {line.strip() for path in SEEDS.glob("*.txt") for line in path.read_text(encoding="utf-8").splitlines()}
    tried = 0
    for line in lines:
        try:
            content = line.encode(codec)
        except UnicodeEncodeError:
            continue
        if not line.isascii() and content.decode(codec) == line:
            assert decoded(content) == line
            tried += 1
    assert tried > 150


@pytest.mark.parametrize("text", ["ﾊﾟｽﾞﾙﾉ ﾘｮｳｲｷ", "ﾐﾝﾅﾉ ﾓﾝﾀﾞｲ", "ﾄﾅﾘｱｳ ﾏｽﾊ ﾇﾗﾅｲｶﾗ ﾑｽﾞｶｼｲ"])
def test_half_width_katakana_are_no_kanji_of_euc(text: str) -> None:
    assert decoded(text.encode("cp932")) == text


@pytest.mark.parametrize("text", ["盤面", "黒マスを置く", "制約", "領域の数"])
def test_kanji_of_euc_are_no_half_width_katakana(text: str) -> None:
    assert decoded(text.encode("euc_jp")) == text


@pytest.mark.parametrize(("content", "says"), [
    (b"norinori\nrooms:\n\xe9", "3: byte 17 is not UTF-8 text, nor Shift-JIS, nor EUC-JP; save it as UTF-8"),
    (b"abc\xff\xfe\xfd", "1: byte 4 is not UTF-8 text"),
    (b"\xff\xfen", "1: byte 3 is not UTF-16 text, though the file begins as one"),
    (b"\xef\xbb\xbfa\n\x93\xfa", "2: byte 6 is not UTF-8 text, though the file begins as one"),
    # a byte of a UTF-8 text is lost: it must not become other characters
    (
        "# 黒マスは必ず、タテかヨコに丁度２つだけつながった\n".encode()[:-2] + b"\n",
        "1: byte 72 is not UTF-8 text, though the text around it is",
    ),
    # an error has the place of the mistake, not of the beginning of the Japanese
    ("# 盤面\n# 黒マス".encode("cp932") + b"\n\xfd", "3: byte 17 is not"),
    (b"\nab\0", "2: this is no text file (it holds a zero byte)"),
])  # fmt: skip
def test_undecodable_bytes_are_refused_with_line_and_byte(content: bytes, says: str) -> None:
    with pytest.raises(InputError) as error:
        decoded(content)
    assert str(error.value).startswith(says)


def test_spaces_of_web_pages_are_plain_ones() -> None:
    assert plain_spaces("a\u00a0b\u3000c\u2007d\u202fe\u200bf\ufeff") == "a b c d ef"


PUZZLE = "norinori\nname: 黒マスの部屋\nrooms:\n1 1 2\n1 2 2\nanswer:\nshaded:\nx x -\n- x x\n"


@pytest.mark.parametrize("codec", ["cp932", "euc_jp", "utf-16"])
def test_every_reader_of_texts_takes_them(codec: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (puzzle,) = puzzle_text.read(PUZZLE)
    output = {
        "x.txt": PUZZLE,
        "x.pzpr": write_pzpr(puzzle, puzzle.answer),
        "x.url": write_link(puzzle) + "\n",
        "Norinori.jsonl": '{"id": "黒マス", "problem": "2 3\\n- - -\\n- - -\\n1 1 2\\n1 2 2", "solution": ""}\n',
        "x.dat": "# 黒マス\ndata; param Nr := 2; param Nc := 3; param ini1 : 1 2 3 := 1 1 1 2\n2 1 2 2;\nend;\n",
    }
    for name, text in output.items():
        path = tmp_path / name
        path.write_bytes(text.encode(codec))
        assert reading.read(str(path), "norinori") == [puzzle]
    assert reading.read(str(tmp_path / "x.txt"))[0].name == "黒マスの部屋"
    (tmp_path / "x.sol").write_bytes("solution status: optimal\nobjective value: 0\n黒 1 (obj:0)\n".encode(codec))
    assert solutions.load(str(tmp_path / "x.sol")).values == {"黒": 1.0}
    assert main(["bench", str(tmp_path / "Norinori.jsonl")]) == 0
    assert "Norinori" not in capsys.readouterr().err
