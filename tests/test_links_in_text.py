"""Links as they are found: with a query, a quote or a stop behind, in a sentence, in markdown, encoded once more."""

from __future__ import annotations

import multiprocessing
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pencilp import api
from pencilp.cli import main
from pencilp.errors import InputError
from pencilp.formats import reading, writing
from pencilp.formats.links import read_link, write_link
from pencilp.formats.links_in_text import is_in
from pencilp.formats.pzpr import read_pzpr
from pencilp.formats.remarks import remarks
from pencilp.genres import genre_of
from pencilp.model.structures import instances
from pencilp.translations import catalogue

LINK = "https://puzz.link/p?norinori/5/5/cag4ocjo"
PUZZLE = read_link(LINK)


@pytest.mark.parametrize(("text", "aside"), [
    (LINK, None),
    (f" {LINK}\n", None),
    (f"{LINK}/", None),
    (f"{LINK}&id=a1b2", "'&id=a1b2'"),
    (f"{LINK}%22", "'%22'"),
    (f"{LINK}%22.", "'%22.'"),
    (f"{LINK}.", "'.'"),
    (f"{LINK}.0", "'.0'"),
    (f'{LINK}"', "'\"'"),
    (f"<{LINK}>", "'<' and '>'"),
    (f"[a puzzle]({LINK}), by me", "'[a puzzle](' and '), by me'"),
    (f"Look at {LINK}, it is nice.", "'Look at' and ', it is nice.'"),
    (f"これを {LINK}。", "'これを' and '。'"),
    (LINK.replace("https", "http"), None),
    (LINK.removeprefix("https://"), None),
    (LINK.replace("/p?", "/p.html?"), None),
    (LINK.replace("norinori", "norinori_edit"), None),
    (LINK.replace("norinori", "norinori_play"), None),
    (LINK.replace("norinori/5/5/", "norinori%2F5%2F5%2F"), None),
    (LINK.replace("?", "?type=editor&") + "&id=1", "'&id=1'"),
    ("http://pzv.jp/p.html?norinori/5/5/cag4ocjo", None),
    ("https://pzprxs.vercel.app/p?norinori/5/5/cag4ocjo", None),
    ("https://pzplus.tck.mn/p.html?norinori/5/5/cag4ocjo", None),
])  # fmt: skip
def test_a_link_is_read_whatever_is_around_it(text: str, aside: str | None, capsys) -> None:  # type: ignore[no-untyped-def]
    puzzle = read_link(text)
    assert puzzle == PUZZLE
    assert puzzle.notes.get("left aside") == aside
    if "\n" not in text:
        assert api.load(text) == PUZZLE
        assert main(["convert", text, "-o", "url"]) == 0
        out, err = capsys.readouterr()
        assert out.strip() == LINK
        assert err == (f"pencilp: left aside, as no part of the link: {aside}\n" if aside else "")


def test_no_part_of_a_link_is_ignored_silently() -> None:
    # a ? is written as a stop, a large number with a percent sign: neither ends a sentence or is an encoding
    assert read_link("https://puzz.link/p?nurikabe/3/1/h.")["clues"][2] == "?"
    with pytest.raises(InputError, match="8746"):
        read_link("https://puzz.link/p?nurikabe/3/1/h%22a")


@pytest.mark.parametrize("rest", ["00", "zz", "a", "%4"])
def test_a_link_that_goes_on_is_refused(rest: str) -> None:
    with pytest.raises(InputError, match="the link goes on after the last cell"):
        read_link(LINK + rest)


def test_the_error_is_about_the_link_and_not_about_the_words_around_it() -> None:
    with pytest.raises(InputError, match="there is no genre 'norinory'"):
        read_link(f"see {LINK.replace('norinori', 'norinory')}, please")
    with pytest.raises(InputError, match=r"the link goes on after the last cell: '00"):
        read_link(f"see {LINK}00, please")


def test_one_of_two_links_is_not_left_aside() -> None:
    with pytest.raises(InputError, match="there is more than one link in this line"):
        read_link(f"either {LINK} or {LINK}")


def test_lines_of_a_file_may_be_sentences(tmp_path: Path, capsys) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "mail.md"
    path.write_text(f"# Puzzles\n\n* [one]({LINK})\n* another: {LINK}&id=2\n")
    assert [p == PUZZLE for p in api.load_all(str(path))] == [True, True]
    for command in (["solve"], ["convert", "-o", "url"], ["bench"]):
        assert main([*command, str(path)]) == 0
        err = capsys.readouterr().err
        assert f"{path}:3" in err
        assert "'* [one](' and ')'" in err
    assert main(["check", str(path)]) == 2
    err = capsys.readouterr().err
    assert f"{path}:3" in err
    assert "'* [one](' and ')'" in err


@pytest.mark.parametrize("text", ["norinori", "board?.txt", "a?b", "what/p", "name: who knows?"])
def test_other_texts_hold_no_link(text: str) -> None:
    assert not is_in(text)


@pytest.mark.parametrize("unit", ["a", "a/", "a/p", "http://", "http://a ", "/p?", "a.b-", "https://x?&", "%22", ".0"])
def test_a_hostile_text_is_looked_through_once(unit: str) -> None:
    text = (unit * 500_000)[:400_000]
    _ends(is_in, text)


def test_a_hostile_link_is_read_in_one_way() -> None:
    _ends(_refused, "https://puzz.link/p?shimaguni/8/" + "9" * 1000 + "%e0n9")


def test_half_a_character_is_refused() -> None:
    with pytest.raises(InputError, match="character 26 of the link is half of one"):
        api.load("https://puzz.link/p?battl\ud800hip/9/9/1g")


def _refused(link: str) -> None:
    with pytest.raises(InputError):
        api.load(link)


def _ends(call: Callable[[str], object], text: str) -> None:
    process = multiprocessing.get_context("spawn").Process(target=call, args=(text,))
    process.start()
    process.join(30)
    assert process.exitcode == 0, "it takes a second or so, not the square of that"


@pytest.mark.parametrize(("link", "layer"), [
    ("slither/f/3/3/gdk", "full"),
    ("country/e/2/2/00g", "empty"),
    ("masyu/f/4/4/0003i0", "full"),
    ("aqre/b/3/3/vg00i", ""),
    ("koburin/m/4/4/n.i..10", ""),
])  # fmt: skip
def test_a_variant_that_we_know_is_read_and_written_back(link: str, layer: str) -> None:
    puzzle = read_link(f"https://puzz.link/p?{link}")
    assert not layer or puzzle[layer] == 1
    assert f"/{link.split('/')[1]}/" in write_link(puzzle)


@pytest.mark.parametrize(("link", "content"), [
    ("ichimaga/m/3/3/n", "the variant 'm' of ichimaga is not supported"),
    ("ichimaga/x/3/3/n", "the variant 'x' of ichimaga is not supported"),
    ("slither/x/3/3/gdk", "the variant 'x' of slitherlink is not supported"),
    ("pipelink/3/3/0o", "a board with rings is one of Pipelink Returns, a variant that is not supported"),
    ("pipelinkr/3/3/0o", "pipelinkr is pipelink with rings, a variant that is not supported"),
    ("hitori/3/3/123.@4567", "a number is needed, not '\\?'"),
    ("numlin/2/2/1.h", "a number is needed, not '\\?'"),
    ("skyscrapers/4/3/t", "skyscrapers has as many rows as columns, not 3 of 4"),
])  # fmt: skip
def test_a_variant_that_we_do_not_know_is_refused_and_not_read_as_the_usual_genre(link: str, content: str) -> None:
    with pytest.raises(InputError, match=content):
        read_link(f"https://puzz.link/p?{link}")


def test_an_unknown_variant_is_solved_by_the_usual_rules_with_a_remark() -> None:
    marked = "its setter marked it as {}; it is solved by the usual rules"
    puzzle = read_link("https://puzz.link/p?slither/v:wolf/3/3/gdk")
    assert remarks(puzzle) == [marked.format("the variant 'wolf'")]
    assert catalogue("ja")(remarks(puzzle)[0]) == "作者が変種'wolf'と記していますが、通常のルールで解きます"
    puzzle = read_link("https://puzz.link/p?slither/v:/3/3/gdk")
    assert remarks(puzzle) == [marked.format("a variant")]
    assert catalogue("ja")(remarks(puzzle)[0]) == "作者が変種と記していますが、通常のルールで解きます"
    puzzle = read_link(f"https://puzz.link/p?slither/v:{'wolf' * 100}/3/3/gdk")
    assert remarks(puzzle) == [marked.format(f"the variant '{'wolf' * 15}'")]


@pytest.mark.parametrize("name", ["wolf", "", "a // b", "狼", '"q"', "=1+1"])
def test_the_mark_of_a_variant_is_kept_in_whatever_file(name: str, tmp_path: Path) -> None:
    puzzle = read_link("https://puzz.link/p?norinori/v:wolf/2/1/0")
    puzzle.notes["variant"] = name
    for ending in (".txt", ".xlsx", ".jsonl", *((".pzpr", ".url") if name in ("wolf", "") else ())):
        writing.write([(puzzle, None)], path := str(tmp_path / f"x{ending}"))
        (again,) = reading.read(path)
        assert again == puzzle
        assert again.notes["variant"] == name
    with pytest.raises(InputError, match="MathProg data of norinori have no room for"):
        writing.write([(puzzle, None)], str(tmp_path / "x.dat"))


@pytest.mark.parametrize(("link", "words"), [
    ("magnets/a/2/2/n0o", "poles that touch across a border are equal"),
    ("voxas/t/2/2/j", "no four regions meet at a corner"),
    ("fillomino/t/4/4/g21o21h", "a region has no more than three cells"),
    ("yajilin/o/3/3/i", "a shaded cell lies outside the loop"),
    ("yajilin-regions/o/3/3/0000g", "a shaded cell lies outside the loop"),
])  # fmt: skip
def test_the_rule_of_a_variant_is_stated_and_without_the_letter_it_is_not(link: str, words: str) -> None:
    genre, letter, rest = link.split("/", 2)
    assert words in stated(f"{genre}/{letter}/{rest}")
    assert words not in stated(f"{genre}/{rest}")


def stated(link: str) -> set[str]:
    """The words of the rules of a link's puzzle."""
    puzzle = read_link(f"https://puzz.link/p?{link}")
    return {rule.words for rule in instances(genre_of(puzzle).model(puzzle).rules)}


def test_shapes_may_cover_arrows_in_the_variant_of_pentopia_alone() -> None:
    words = "arrows are not covered"
    assert words in stated("pentopia/2/2/2i//p")
    assert words not in stated("pentopia/t/2/2/2i//p")


def test_all_water_of_an_aquarium_stands_equally_high_in_its_variant_alone() -> None:
    # one room of the shape of an n: its legs do not know of each other
    for flag, count in (("", 5), ("r/", 3)):
        puzzle = read_link(f"https://puzz.link/p?aquarium/{flag}3/2/30/k")
        assert len(api.solve(puzzle, count=20).answers) == count


@pytest.mark.parametrize(("link", "today"), [
    ("creek/d/2/2/0..1....4", "creek/2/2/abhe"),
    ("creek/c/2/2/abhe", "creek/2/2/abhe"),
    ("gokigen/d/2/2/0..1....4", "gokigen/2/2/abhe"),
    ("gokigen/c/2/2/abhe", "gokigen/2/2/abhe"),
    ("lits/d/3/3/aabaabbbb", "lits/3/3/a030"),
    ("lits/c/3/3/a030", "lits/3/3/a030"),
])  # fmt: skip
def test_an_old_form_of_links_is_read_and_not_called_a_variant(link: str, today: str) -> None:
    puzzle = read_link(f"https://puzz.link/p?{link}")
    assert puzzle == read_link(f"https://puzz.link/p?{today}")
    assert write_link(puzzle) == f"https://puzz.link/p?{today}"


@pytest.mark.parametrize(("link", "content"), [
    ("creek/d/2/2/0..1..5.4", "'5' cannot stand here"),
    ("creek/d/2/2/0..1..", "the link ends too soon"),
    ("creek/d/2/2/0..1....44", "the link goes on after the last cell: '4'"),
    ("lits/d/3/3/aabaabbb", "the link ends too soon"),
])  # fmt: skip
def test_errors_in_old_forms_are_reported(link: str, content: str) -> None:
    with pytest.raises(InputError, match=content):
        read_link(f"https://puzz.link/p?{link}")


@pytest.mark.parametrize(("link", "whole", "says"), [
    ("sudoku/4/4/1h3j2k4g", "sudoku/4/4/1h3j2k4g", ""),
    ("sudoku/4/4/1h3j2j4", "sudoku/4/4/1h3j2j4h", "the link ends 2 places early: they are taken as empty; was it cut off?"),
    ("sudoku/4/4/1h3j2j4k", "sudoku/4/4/1h3j2j4h", "the link skips more places at its end than the board has, too many by 3"),
])  # fmt: skip
def test_at_its_end_a_link_may_skip_too_little_or_too_much(link: str, whole: str, says: str) -> None:
    puzzle = read_link(f"https://puzz.link/p?{link}")
    assert write_link(puzzle) == f"https://puzz.link/p?{whole}"
    assert remarks(puzzle) == [says] * bool(says)


ONE_EARLY = "the link ends one place early: it is taken as empty; was a dot at its end lost?"


@pytest.mark.parametrize(("link", "whole"), [
    ("akari/3/1/6", "akari/3/1/b"),
    ("akari/2/1/1", "akari/2/1/b"),
    ("shakashaka/3/1/6", "shakashaka/3/1/b"),
    ("slither/4/4/dgdh2c7", "slither/4/4/dgdh2cc"),
    ("nurikabe/3/3/g6l", "nurikabe/3/3/g6m"),
    ("norinuri/2/2/2h", "norinuri/2/2/2i"),
    ("view/3/1/12", "view/3/1/12g"),
    ("sukoro/3/1/1a", "sukoro/3/1/1b"),
    ("yajilin/3/1/21a", "yajilin/3/1/21b"),
    ("tapa/3/1/1g", "tapa/3/1/1h"),
    ("aqre/2/2/o01", "aqre/2/2/o01g"),
    ("yajisoko/2/2/.-11g", "yajisoko/2/2/.-11h"),
])  # fmt: skip
def test_the_last_place_of_a_link_may_be_missing_and_is_empty(link: str, whole: str) -> None:
    puzzle = read_link(f"https://puzz.link/p?{link}")
    assert puzzle == read_link(f"https://puzz.link/p?{whole}")
    assert remarks(puzzle) == [ONE_EARLY]


@pytest.mark.parametrize(
    "link", ["yajilin/2/1/a2", "hebi/2/1/a2", "castle/2/1/a0", "castle/2/1/a02", "yajilin/2/1/21-", "yajilin/2/1/215"]
)
def test_a_clue_that_lacks_its_number_at_the_end_of_a_link_is_no_clue(link: str) -> None:
    puzzle = read_link(f"https://puzz.link/p?{link}")
    assert puzzle["clues"][1] is None
    assert remarks(puzzle) == [ONE_EARLY]


DRAWN = "pzprv3\nnurikabe\n3\n3\n. 6 .\n. . #\n. # #\n"
IN_A_LINK = "pzprv3/nurikabe/3/3/.%206%20.%20/.%20.%20%23%20/.%20%23%20%23%20/"


@pytest.mark.parametrize(("link", "notes"), [
    (f"https://puzz.link/p?{IN_A_LINK}", {}),
    (f"https://puzz.link/p?type=editor&{IN_A_LINK}", {}),
    (f"https://puzz.link/p?type=player&{IN_A_LINK.replace('pzprv3', 'pzprv3.1')}", {}),
    (f"https://puzz.link/p?v:/{IN_A_LINK}", {"variant": ""}),
    (f"https://puzz.link/p?type=editor&v:wolf/{IN_A_LINK}", {"variant": "wolf"}),
    (f"puzz.link/p?{IN_A_LINK}#note", {"fragment": "note"}),
    (f"see [this]({'https://puzz.link/p?' + IN_A_LINK}), it is nice", {"left aside": "'see [this](' and '), it is nice'"}),
    (f"see https://puzz.link/p?{IN_A_LINK}, it is nice", {"left aside": "'see' and ', it is nice'"}),
    (f"https://puzz.link/p?{IN_A_LINK.replace('/', '%2F')}", {}),
    ("https://puzz.link/p?" + DRAWN.replace("\n", "/"), {}),
])  # fmt: skip
def test_a_link_may_hold_a_pzpr_text_as_of_a_duplicated_board(link: str, notes: dict[str, str]) -> None:
    puzzle = read_link(link)
    drawn = read_pzpr(DRAWN)
    assert (puzzle, puzzle.answer) == (drawn, drawn.answer)
    assert puzzle.notes == notes


@pytest.mark.parametrize(("text", "says"), [
    ("pzprv3/nurikabe/3/3/.%206%20.%20/.%20x%20.%20/.%20.%20.%20/", "'x' is not a number"),
    ("pzprv3/nurikabe/1/1/. /# /", "the text goes on after the last cell: '# '"),
    ("pzprv3/nosuch/3/3/", "there is no genre 'nosuch'"),
    ("pzprv3.x/nurikabe/3/3/", "this is no pzpr text"),
    ("pzprv3/ichimaga/3/3/cros/", "one of the words def is needed"),
    ("pzprv3/pipelinkr/3/3/circle/", "pipelinkr is pipelink with rings, a variant that is not supported"),
])  # fmt: skip
def test_errors_in_a_pzpr_text_in_a_link_are_reported(text: str, says: str) -> None:
    with pytest.raises(InputError, match=re.escape(says)):
        read_link(f"https://puzz.link/p?type=editor&{text}")


@pytest.mark.parametrize(("link", "says"), [
    ("sudoku/9/9/1h3j2", "the link ends too soon"),
    ("sudoku/4/4/1h3j2j4k1", "more values than the board has places"),
    ("sudoku/4/4/1h3j2j4-", "the link ends too soon"),
])  # fmt: skip
def test_a_link_that_is_too_short_or_too_long_is_refused(link: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        read_link(f"https://puzz.link/p?{link}")


@pytest.mark.parametrize("body", ["1%14142333214213", "1%1414233321421./"])
def test_an_invalid_sign_is_refused_even_if_it_is_a_code_elsewhere(body: str) -> None:
    with pytest.raises(InputError, match=r"a number is needed, not '\?'"):
        read_link(f"https://puzz.link/p?hitori/4/4/{body}")


@pytest.mark.parametrize(
    ("link", "name"),
    [
        ("https://swaroopg92.github.io/penpa-edit/", "Penpa link has no drawing"),
        ("https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2A", "f-puzzles: the link is cut off"),
        ("f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2A", "f-puzzles: the link is cut off"),
        ("https://sudokupad.app/abc123", "SudokuPad: this link has only the name of a puzzle"),
        ("https://app.crackingthecryptic.com/sudoku/abc", "SudokuPad: this link has only the name of a puzzle"),
        ("http://www.kanpen.net/slitherlink.html?problem=5", "kanpen links"),
        ("https://www.puzzle-loop.com/?e=MDo1", "puzzle-loop.com links"),
        ("https://tinyurl.com/abc", "short link of tinyurl.com"),
    ],
)
def test_a_link_of_another_site_is_refused_by_its_name(link: str, name: str) -> None:
    with pytest.raises(InputError, match=name):
        reading.read(link)


def test_a_file_whose_name_is_like_a_site_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "janko.at").mkdir()
    (tmp_path / "janko.at" / "7.txt").write_text("nurikabe\nclues:\n1 -\n- -\n", encoding="utf-8")
    assert reading.read("janko.at/7.txt")[0].genre.name == "nurikabe"
