"""Every genre's encodings against the links, boards and files of the reference data next to the checkout, where it is there.

All of a dataset file is read with ``--whole``, otherwise every 20th puzzle.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from pencilp import genres
from pencilp.errors import InputError
from pencilp.formats.codecs import link_id, parts
from pencilp.formats.dataset import Record, genre_of_file, read_dataset, read_jsonl, write_dataset
from pencilp.formats.links import read_link, write_link
from pencilp.formats.pzpr import read_pzpr, write_pzpr
from tests import amount

SHARED = Path(__file__).parent.parent.parent / "shared"
pytestmark = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the reference data is not next to the checkout (../shared)"
)

UNREADABLE_LINKS = {
    "compass/{}/{}/{}": "is a pattern for links",
    "compass/10/6/....0......0.0....0.000013426897acdbe-10-11f-10=100%100+100g....h....i....j....k....zn"
    "0000": "has numbers greater than the board",
    "easyasabc/5/5/3/123j654h987.0-ff-33": "has clues 0 and 255, which are no letters",
    "geradeweg/17/10/j6m1q4g4o55o54i1s1o2h3p6h3o2s1i35o53o2g3q6m.+100j": "has a cell more than the board",
    "hitori/9/6/number15burgerkingfootlettucethelastthingyouwantinyourburger": "has six letters more than cells",
    "meander/10/10/5k88hh20i142e2c5880g3o03vs0001fs02030g123g4g5": "breaks off among the numbers",
    "renban/10/10/5k88hh20i142e2c5880g3o03vs0001fs02030g123g4g5": "breaks off among the numbers",
    "mochikoro/10/10/4t4i35zq3y+100k2r3j-10i": "has a number greater than the board",
    "nanro/{}/{}/{}": "is a pattern for links",
    "slalom/d/{}/{}/{}{}/{}": "is a pattern for links",
    "tasquare/10/10/.n.i+fffm-ffj+100m-10i2g.k2l2k2k2k2k2k.l.j2i./": "has numbers greater than the board",
    "putteria/8/8/adcaagl55ac0dntnvpnvjrng0123456789abcdef1g1z1z1h1": "has a number 0, which no room has for its size",
    "yajilin/6/3/1122334400a1.2.3.4.0.a-13e3-23e4-33e5962563": "has a cell less than the board",
}
OTHERWISE_WRITTEN_LINKS = {
    "geradeweg/17/17/0000i000i0000000i3g0g2i000000g1m3g000000j3g2j0000000g1k1g00000000000i00000000j0k0h2g0g2g1i.g.h4l1g3q2g2g2g"
    "0h2h0g2k1g00k00h3g0h000h1h000h0000000k000000000000g2g2g0000000000000i000000000000000g0000000000000000g00000000":
        "says by 0 what is said by a dot now",
    "curvedata/4/4/=g1l0l/b000080/3/3/5e85/3/3/06a4": "numbers its drawings in another order",
    "factors/15/15/77kfnev5ulvdbs9vs5tpnrfblfbalfcf6iuuuapp9jsceghsd7jnsffo7v7jvhjo9u3u3dkojbsguffds7us-84+780-1a=110*6db0"
    "-9c-87-14=518*378c+5dc-62-164+1ef+120-75-28+1ef-a5+118-7e+9e76-48-62-18+1f8+738+168+24c+5a0-28%aa8+144+384-2c2-96-27"
    "+6e4+104-14+160-5a-23*ebb0*15cc+4eca$22c6cc$22550$38f30+270-1c-9a-1be-96+738-f0-2d-60-82-a2+555+168+1b8-1e+3d4-20-7e-8f":
        "has a percent sign before a number, where puzz.link writes @",
    "koburin/m/4/4/n.i..10": "ends without the blanks that there are not",
    "kurarin/6/5/2icn4kcg1l8icm4l3g": "ends without the last blanks",
    "mines/5/3/1g1g.j.0g1g": "has lost the dot at its end",
    "shakashaka/12/12/.hcc6.rbrchbdh.mczck.jbehdrbp.gbcc": "has lost the dot at its end",
    "yajilin/b/16/16/0.210.0.0.0.0.220.0.0.0.0.0.0.0.42n0.0.n0.0.b0.a0.c0.a0.c0.0.a41e0.f0.0.f0.e31a0.0.c41a31c21a21b"
    "0.0.n0.0.n0.0.b11a2.c0.a0.c0.0.a41e0.f0.0.f0.e31a0.0.c11a11c0.a0.b0.0.n0.0.n320.0.0.0.0.0.0.0.120.0.0.0.0.110":
        "has lost the dot at its end",
    "yajisoko/5/4/-11-22-11h.-1dg.h..g-17.g": "has lost the three dots at its end",
    "tents/20/20/py0o001123456789abcdefghi0j0k0l0m0n0o0p0q0r0s0t0u0v0w0x0y0z00jkl0": "skips in pieces what one letter can",
}  # fmt: skip
UNREADABLE_RECORDS = {
    "Sternenhimmel": {"25_10x10"},  # a number too many outside
    "Hitori": {"85_17x17"},  # its solution is one of 18 rows
    "Kurotto": {"82_10x10"},  # a row of its solution lacks a cell
    "LITS": {"281_11x11", "282_11x11", "285_11x11", "287_11x11"},  # 11 by 11, but rows of 10
    "Usoone": {"51_8x8"},  # another file stands in the middle of it
}


NO_ROOM = {
    "anglers": {("0", "1"), ("1", "0")},  # lines across the outline: one for each number, and no others
    "country": {"board"},  # some countries have holes
    "easyasabc": {"given"},
    "kakurasu": {"sums"},  # lines without a number
    "lits": {"board"},
    "starbattle": {"board"},
    "yajilin": {"board"},  # one has holes
    "fourcells": {"size"},  # most are of five cells
    "minesweeper": {"total"},
    "skyscrapers": {"heights", "diagonals"},
}
"""What of the dataset's puzzles neither links nor pzpr texts can say: names of layers, or outlines."""


def genre_names(encoding: str) -> list[str]:
    return [name for name in genres.names() if getattr(genres.load(name), encoding)]


@lru_cache(maxsize=1)
def boards() -> dict[str, Any]:
    return json.loads((SHARED / "reference" / "pzpr.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@cache
def genre_called(name: str) -> type[genres.Genre] | None:
    try:
        return genres.find(name)
    except InputError:
        return None


def links_of(name: str) -> list[str]:
    """The bodies of all links whose id is one of the genre's names."""
    genre = genres.load(name)
    result = [boards()[link_id(genre)]["url"]] if link_id(genre) in boards() else []
    for line in (SHARED / "reference" / "urls.tsv").read_text(encoding="utf-8").splitlines():
        key, url = line.split("\t")
        if genre_called(key) is genre:
            result.append(url.split("?", 1)[1])
    return result


@pytest.mark.parametrize("name", genre_names("link"))
def test_links_are_read_and_written_back(name: str) -> None:
    found = links_of(name)
    assert found
    for body in found:
        url = f"https://puzz.link/p?{body}"
        if body in UNREADABLE_LINKS:
            with pytest.raises(InputError):
                read_link(url)
            continue
        puzzle = read_link(url)
        again = write_link(puzzle)
        assert read_link(again) == puzzle
        if body not in OTHERWISE_WRITTEN_LINKS:
            assert again.split("?", 1)[1].split("/", 1)[1] == body.split("/", 1)[1]


MARKS = {("+", "."), ("-1", "0"), ("-", "."), ("s2", "."), ("2", "1")}
"""What a person has noted on a board in addition to the answer, and what is written instead."""
NOTED = {"shimaguni", "tapaloop", "tslither", "vslither"}
"""Genres in whose boards a solver's notes can stand behind the rest, or are missing."""
REFUSED_WHEN_READ = {
    "anglers": {"lnOnShade"},  # a line out of the board
    "fillomino": {"bsSameNum"},  # a border between equal numbers
    "icebarn": {"lrOffField"},  # a line out of the board
    "rassi": {"laOnBorder"},  # a line into a hole
}
"""Boards with an answer that no answer of ours can be."""
OTHER_MARKS = {
    "bosanowa": {("0", "."), ("1", "."), ("2", "."), ("3", ".")},  # empty circles, and a solver's differences
    "castle": {(".", "0,-1,0")},  # cells without a clue
    "kakurasu": {("0", ".")},  # the corner
    "kakuro": {("0,0", "-1,-1")},  # cells without a sum
    "pipelink": {("circle", "pipe")},  # how it is drawn
    "mejilink": {("-1", "1")},  # a solver's crosses on dotted lines
    "curvedata": {("0", "1"), ("1", "0")},  # drawings in another order
    "kakuru": {("0", ".")},  # no number yet
    "numrope": {("0", ".")},  # no number yet
    "tateyoko": {("0", ".")},  # no bar yet
    "easyasabc": {(".[1,3,,]", ".")},  # letters that may be
    "kropki": {(".[2,4,,]", ".")},  # numbers that may be
    "battleship": {("1", "0")},  # pieces that are done
    "anglers": {("0", "1"), ("1", "0")},  # lines across the outline: one for each number, and no others
    "country": {("1", "0"), ("2", "0")},  # colours of cells
    "galaxies": {("1", "0"), ("2", "0")},
    "moonsun": {("2", "0")},
    "nagenawa": {("1", "0"), ("2", "0")},
    "lapaz": {("0", "1"), ("1", "0")},  # borders around shaded cells, and where there is no cell
    "nagare": {("u", "0"), ("l", "0"), ("r", "0"), ("1u", "1"), ("1r", "1"), ("1l", "1")},  # a solver's arrows
    "nanro": {(".", "1"), (".", "2")},  # numbers that a ? stands for
    "nondango": {("%", "o")},  # circles that stay white
    "nothing": {("1", "0"), ("2", "0")},
    # borders follow from pencils, and a tip may be noted
    "pencils": {("0", "1"), ("1", "0"), ("-1", "1"), ("-4", "4")},
    "rassi": {("1", "0")},  # colours of cells
    "statuepark": {("1", "0")},  # pieces that are done
    "usoone": {(mark, ".") for mark in ("o", "x", "+o", "+x")},  # what a solver thinks of a number
    "fillomino": {(".", number) for number in "12345"}
    | {("0", "1"), ("1", "0")},  # numbers and borders follow from each other
    # a line that a solver has drawn over the outline next to IN and OUT
    "icebarn": {("1", "0")},
    # letters that a solver has written; borders follow from them
    "tetrominous": {(letter, ".") for letter in "01234"},
    "pentominous": {(str(letter), ".") for letter in range(12)} | {("0", "1")},
}


def tokens(text: str) -> list[list[str]]:
    """The tokens of the lines of a pzpr text."""
    return [line.split() for line in text.replace("\n", "/").strip("/ ").split("/")]


@pytest.mark.parametrize("name", genre_names("pzpr"))
def test_boards_and_their_drawings_are_read_and_written_back(name: str) -> None:
    found = boards().get(link_id(genres.load(name)), {"boards": []})["boards"]
    refused: set[str] = set()
    for entry in found:
        try:
            puzzle = read_pzpr(entry["board"])
        except InputError:
            refused.add(entry["code"])
            continue
        assert puzzle.answer is not None
        text = write_pzpr(puzzle, puzzle.answer)
        again = read_pzpr(text)
        assert again == puzzle
        assert again.answer == puzzle.answer
        before, after = tokens(entry["board"]), tokens(text)
        if name in NOTED:
            before, after = before[: len(after)], after[: len(before)]
        if len(before) > 5 and before[0] == after[0]:  # not an empty board, even with a word, not an older version
            assert [len(line) for line in before] == [len(line) for line in after]
            changed = {pair for pair in zip(chain(*before[4:]), chain(*after[4:]), strict=True) if pair[0] != pair[1]}
            assert changed <= MARKS | OTHER_MARKS.get(name, set())
    assert refused == REFUSED_WHEN_READ.get(name, set())


def file_is_of(name: str, genre: type[genres.Genre]) -> bool:
    """Whether the dataset has a genre's puzzles in the file called ``name``."""
    try:
        return genre_of_file(name) is genre
    except InputError:
        return False


def records(name: str) -> Iterator[Record]:
    """The records of the files of a genre's puzzles that can be read."""
    genre = genres.load(name)
    files = [path for path in sorted((SHARED / "corpus").glob("*.jsonl")) if file_is_of(path.stem, genre)]
    every = amount.of(20, 1)
    for path in files:
        lines = path.read_text(encoding="utf-8").splitlines()
        unreadable = UNREADABLE_RECORDS.get(path.stem, set())
        some = [line for i, line in enumerate(lines) if i % every == 0]
        for record in read_jsonl("\n".join(some), genre):
            if record.name in unreadable:
                assert record.error is not None
                continue
            assert record.error is None, f"{record.name} {record.error}"
            yield record


@pytest.mark.genre_sample
@pytest.mark.parametrize("name", sorted({*genre_names("link"), *genre_names("pzpr")} & set(genre_names("dataset"))))
def test_puzzles_of_the_dataset_are_the_same_as_links_and_pzpr_texts_or_refused(name: str) -> None:
    refused: set[str] = set()
    for record in records(name):
        puzzle = record.puzzle
        assert puzzle is not None
        for write, read, answer in (
            (lambda p: write_link(p), read_link, None),
            (lambda p: write_pzpr(p, p.answer), read_pzpr, puzzle.answer),
        ):
            try:
                text = write(puzzle)
            except InputError as error:
                where = error.where.split()[0] if isinstance(error.where, str) else error.where
                refused.add(where if "have no room for" in error.message else str(error))
                continue
            again = read(text)
            assert again == puzzle, record.name
            assert answer is None or again.answer == answer, record.name
    assert refused <= NO_ROOM.get(name, set())


@pytest.mark.genre_sample
@pytest.mark.parametrize("name", genre_names("dataset"))
def test_the_dataset_is_read_and_written_back(name: str) -> None:
    genre = genres.load(name)
    for record in records(name):
        puzzle = record.puzzle
        assert puzzle is not None
        entry = write_dataset(puzzle, puzzle.answer)
        again = read_dataset(entry["problem"], entry.get("solution", ""), genre)
        assert again == puzzle, record.name
        assert again.answer == puzzle.answer, record.name


@pytest.mark.every_genre
def test_every_declared_part_can_be_made_and_names_layers_that_exist() -> None:
    for name in genres.names():
        genre = genres.load(name)
        for encoding in ("link", "pzpr", "dataset"):
            if getattr(genre, encoding):
                for part in parts(genre, encoding):
                    named = getattr(part, "layers", tuple)()
                    assert set(named) <= {*genre.inputs, *genre.answers}, (name, part)
