"""The sentences of steps: names of places, what layers say of their values, and whole sentences."""

from __future__ import annotations

import pickle
import re
from itertools import islice
from pathlib import Path

import pytest

import pencilp
from pencilp import Answer, Puzzle, genres
from pencilp.analysis.phrases import MAX_NAMED, Phrase, joined, joined_clauses
from pencilp.analysis.steps.places import Places
from pencilp.analysis.steps.program import Program
from pencilp.analysis.steps.search import Search
from pencilp.analysis.steps.step import Step
from pencilp.analysis.steps.telling import step_of
from pencilp.analysis.steps.words import Words
from pencilp.board.lattice import hexagonal, square
from pencilp.translations import Catalogue, read
from tests.messages import tokens_of

EXAMPLES = Path(__file__).parent.parent / "examples"
WRONG = re.compile(
    r"None|\(\)|\[\]|\{|\b1 (cells|clues|edges|lines|numbers)\b|not no |\s\s|\s[,.;:]|\b([a-z]+) \2\b|r\d+c\d+[nesw]\b"
    r"|r\d+c\d+-r|\brule instance"
)
"""Signs of a sentence that was put together badly."""
WRONG_JAPANESE = re.compile(r"None|（）|［］|「」|、、|。。|\{|、よって|^[、。]")
"""The same in Japanese. English words that are left are looked for as well, but for tokens such as "xx"."""
QUICK = (
    "arrow_sudoku", "battleship", "doors", "dominosa", "easyasabc", "hashi", "heyawake", "hitori", "kakurasu", "kropki",
    "lits", "makaro", "munraito", "pipes", "roma", "skyscrapers", "starbattle", "stitches", "tents", "yajilin",
)  # fmt: skip
"""Genres of all kinds whose first steps are found within a second."""
GOLDEN = {
    "akari": "r1c7, r2c4, r3c1, r3c6, r3c8, r4c2 and 6 more have no lamp: there is no lamp in a black cell.",
    "slitherlink": "the loop does not use the edges around r1c6: the loop follows as many edges of the cell as its number "
    "says (0 at r1c6).",
    "masyu": "the loop does not go from r1c8 to r2c8: the loop goes straight through a white circle (r1c8).",
    "gokigen": "r5c2 and r6c3 have the diagonal \\, and r5c3 and r6c2 have the diagonal /: a number counts the diagonals "
    "that end there (4 at the corner between r5c2 and r6c3).",
    "castle": "the loop goes from r5c9 to r6c9: a white clue lies inside the loop (r6c8).",
    "kakuro": "r3c8 is 7: the numbers of a run add up to its sum (the sum 7 below r2c8).",
    "pencils": "r1c3 and r3c6 have the tip of a pencil that points to the right, r1c6 and r2c2 have the tip of a pencil that "
    "points up, and r5c1 has the tip of a pencil that points down: a given tip stays.",
    "dominosa": "there is no border between r3c5 and r4c5: the domino 2-5 is there once (r3c5 and r4c5).",
}
"""The sentence of the first step of an example: cells, edges, links, corners, arrows, and borders."""


JAPANESE = {
    "akari": "黒マスに照明は置けない。よって、1行7列、2行4列、3行1列、3行6列、3行8列、4行2列ほか6か所には照明がない。",
    "slitherlink": "輪はマスの辺を数字の数だけ通る（1行6列の0）。よって、輪は1行6列の周りの辺を通らない。",
    "masyu": "輪は白丸を直進する（1行8列）。よって、輪は1行8列～2行8列を通らない。",
    "gokigen": "数字はそこに集まる斜線の数を表す（5行2列と6行3列の間の角の4）。"
    "よって、5行2列と6行3列の斜線は＼、5行3列と6行2列の斜線は／。",
    "castle": "白いヒントは輪の内側にある（6行8列）。よって、輪は5行9列～6行9列を通る。",
    "kakuro": "続くマスの数字の合計は黒マスの数字になる（2行8列の下の合計7）。よって、3行8列は7。",
    "pencils": "最初から入っている芯の先は変えない。"
    "よって、1行3列と3行6列には右向きの鉛筆の芯の先がある、"
    "1行6列と2行2列には上向きの鉛筆の芯の先がある、"
    "5行1列には下向きの鉛筆の芯の先がある。",
    "dominosa": "2と5のドミノは1つだけある（3行5列と4行5列）。よって、3行5列と4行5列の間に境界線はない。",
}
"""The same sentences in Japanese."""


def example(name: str) -> Puzzle:
    return pencilp.load(min(EXAMPLES.glob(f"{name}[.-]*txt"), key=lambda path: path.stem))


def steps_of(name: str, count: int) -> list[Step]:
    """The first steps of the way of an example."""
    program = Program(example(name))
    (right,) = pencilp.solve(program.puzzle).answers
    search, words = Search(program, program.literals_of(right), []), Words(program)
    result = []
    for found in islice(iter(search.next, None), count):
        result.append(step_of(search, words, found)._replace(before=Answer(program.puzzle, {})))
        search.take(found)
        if not search.places_left:
            break
    return result


def test_cells_are_named_by_lines_and_runs() -> None:
    places = Places(square(4, 5))
    assert places.cells([0, 1, 2, 3, 4]) == ["the cells of row 1"]
    assert places.cells([1, 6, 11, 16]) == ["the cells of column 2"]
    assert places.cells(range(10)) == ["the cells of rows 1 and 2"]
    assert places.cells([0, 1, 5, 6, 10, 11, 15, 16, 4]) == ["the cells of columns 1 and 2", "r1c5"]
    assert places.cells([0, 1, 2, 8]) == ["r1c1 to r1c3", "r2c4"]
    assert places.cells([0, 1, 5]) == ["r1c1", "r1c2", "r2c1"]
    assert Places(hexagonal(2, 3)).cells([0, 1, 2]) == ["r1c1", "r1c2", "r1c3"]


def test_areas_are_named_by_their_shape() -> None:
    places = Places(square(4, 5))
    assert places.area([0, 1, 5, 6]) == "the block r1c1 to r2c2"
    assert places.area([0, 5, 10, 15]) == "column 1"
    assert places.area([0, 1, 5]) == ""


def test_lines_between_cells_have_the_words_of_players() -> None:
    board = square(2, 3)
    places = Places(board)
    link = {pair: k for k, pair in enumerate(board.links)}
    straight = [link[0, 1], link[1, 2]]
    assert places.links(straight, along=False) == ["from r1c1 to r1c3"]
    assert places.links(straight, along=False, absent=True) == ["from r1c2 to r1c1 or r1c3"]
    assert places.links(straight, along=True) == ["between r1c2 and each of r1c1 and r1c3"]
    assert places.links([link[0, 1], link[1, 4]], along=True) == ["between r1c2 and each of r1c1 and r2c2"]
    assert places.links([link[0, 1]], along=True) == ["between r1c1 and r1c2"]
    assert places.links([link[0, 1], link[0, 3]], along=True) == ["around r1c1"]
    assert places.links([link[0, 1], link[0, 3]], along=False, absent=True) == ["through r1c1"]


def test_edges_and_corners_are_named_by_the_cells_between_which_they_lie() -> None:
    board = square(2, 2)
    places = Places(board)
    n, e, s, w = board.cell_edges[0]
    assert places.edges([n]) == "the edge above r1c1"
    assert places.edges([e, w]) == "the edges between r1c1 and r1c2 and left of r1c1"
    assert places.edges([n, e, s, w]) == "the edges around r1c1"
    assert places.corners(board.cell_corners[0]) == "the corners of r1c1"
    corners = {cells: places.corner(p) for p, cells in enumerate(board.corner_cells)}
    assert corners[0, 1, 2, 3] == "the corner between r1c1 and r2c2"
    assert corners[0, 2] == "the corner between r1c1 and r2c1"
    assert corners[0,] == "the upper left corner of r1c1"
    assert places.corner_of([0, 1]) == "the corner between r1c1 and r1c2"
    assert places.corner_of([0, 3]) == ""


def test_many_names_are_cut_off() -> None:
    names = [str(n) for n in range(MAX_NAMED + 2)]
    assert joined(names[:-1]).count(",") == MAX_NAMED - 1
    assert joined(names).endswith(" and 2 more")


@pytest.mark.parametrize("name", genres.names())
def test_layers_say_their_values_in_whole_sentences(name: str) -> None:
    for key, layer in genres.find(name).answers.items():
        if layer.value.closed or layer.value.kind in ("line", "shade"):
            for value, _ in layer.value.samples():
                for holds in (True, False):
                    said = layer.value.said(value, layer.text, holds=holds)
                    assert said.count("{}") == 1, key
                    assert not WRONG.search(said.format("r1c1")), said
                    assert " at r1c1" not in said, said


@pytest.mark.parametrize("name", GOLDEN)
def test_the_first_step_reads_as_players_say_it(name: str) -> None:
    (step,) = steps_of(name, 1)
    assert step.text == GOLDEN[name]
    assert step.in_language("en").text == GOLDEN[name]
    assert step.in_language("ja").text == JAPANESE[name]


@pytest.mark.parametrize(
    ("name", "count", "english", "japanese"),
    [
        (
            "sudoku",
            2,
            "r8c8 is 6: no other value is left, since r1c8 is 3, r3c8 is 8, r6c8 is 2, r7c9 is 4, r8c1 is 9, r8c4 is 1, r8c6 "
            "is 7, r8c7 is 5, and no number occurs twice in row 8, column 8 or the box of r7c7.",
            "1行8列は3、3行8列は8、6行8列は2、7行9列は4、8行1列は9、8行4列は1、8行6列は7、8行7列は5。"
            "ヨコ列に同じ数字は入らない（8行目）、タテ列に同じ数字は入らない（8列目）、"
            "ブロックに同じ数字は入らない（7行7列を含むブロック）。ほかの候補は残らないので、8行8列は6。",
        ),
        (
            "hitori",
            1,
            "r1c5 is shaded: suppose that r1c5 is not shaded; then r3c5 and r4c5 are shaded [no number is left twice in a "
            "line]; but then this would break a rule: shaded cells do not touch.",
            "1行5列は白マスと仮定する。すると、3行5列と4行5列は黒マス［列に同じ数字は残らない］。しかし、"
            "それでは「黒マスはタテヨコに連続しない」に反する。よって、1行5列は黒マス。",
        ),
        (
            "easyasabc",
            14,
            "r1c3 is not D: suppose that r1c3 is D; then r1c2 is A [every letter stands once in row 1]; but then no place "
            "would be left for B in row 1 [every letter stands once in row 1]. Known: r1c1, r1c4 and r1c5 are not A or B.",
            "1行3列はDと仮定する。すると、1行2列はA［ヨコ列にはどの文字も1つずつ入る（1行目）］。しかし、"
            "それでは1行目にBの入る場所がなくなる［ヨコ列にはどの文字も1つずつ入る（1行目）］。よって、1行3列はDではない。"
            "（すでに分かっていること：1行1列、1行4列と1行5列はAかBではない）",
        ),
        (
            "easyasabc",
            14,
            "r1c1 is D: it is the only place left for D in row 1, since r1c2 to r1c5 are not D.",
            "1行2列～1行5列はDではない。1行目でDが入る場所はここしかないので、1行1列はD。",
        ),
        (
            "heyawake",
            16,
            "r2c5 is not shaded: otherwise the part at r1c5 would be cut off by r1c4, r1c6 and r2c5, but the unshaded cells "
            "form one group.",
            "2行5列は白マス。そうでないと1行5列が1行4列、"
            "1行6列と2行5列によって切り離される（白マスは分断されずにつながる）。",
        ),
        (
            "heyawake",
            16,
            "r2c1 is not shaded: suppose that r2c1 is shaded; then r2c2 is not shaded [shaded cells do not touch]; then r2c3 "
            "and r3c2 are shaded [an unshaded line crosses one border at most]; but then the part at r1c2, r1c3 and r2c2 "
            "would be cut off by r1c4, r2c1, r2c3 and r3c2 [the unshaded cells form one group]. Known: r1c2, r2c4 and r2c5 "
            "are not shaded, and r1c4 is shaded.",
            "2行1列は黒マスと仮定する。すると、2行2列は白マス［黒マスはタテヨコに連続しない］。次に、2行3列と3行2列は黒マス［"
            "まっすぐに続く白マスが越える境界線は1つまで］。しかし、それでは1行2列、1行3列と2行2列が1行4列、2行1列、"
            "2行3列と3行2列によって切り離される［白マスは分断されずにつながる］。よって、2行1列は白マス。"
            "（すでに分かっていること：1行2列、2行4列と2行5列は白マス、1行4列は黒マス）",
        ),
        (
            "starbattle",
            6,
            "r1c5 has no star: suppose that r1c5 has a star; then r1c6 to r1c8 have no star [row 1 holds the given number of "
            "stars]; but then there could be none [the room of r1c6 holds the given number of stars]. The same rules give: "
            "r1c1 to r1c4 have no star.",
            "1行5列には星があると仮定する。すると、1行6列～1行8列には星がない［ヨコ列には決まった数の星が入る（1行目）］。"
            "しかし、それでは1個もなくなる［部屋には決まった数の星が入る（1行6列を含む部屋）］。よって、1行5列には星がない。"
            "同じルールから、1行1列～1行4列には星がない。",
        ),
        (
            "roma",
            16,
            "r4c2 has an arrow to the left: no other value is left.",
            "ほかの候補は残らないので、4行2列は左向きの矢印。",
        ),
        (
            "munraito",
            3,
            "r2c1 has a star: it is the only place left for that in row 2, since r2c2 has no star, and r2c3 to r2c6 are "
            "empty.",
            "2行2列には星がない、2行3列～2行6列は空。2行目でほかに入る場所はないので、2行1列には星がある。",
        ),
        (
            "nanro",
            24,
            "r1c1, r1c2, r3c1, r3c4 and r3c6 are not empty: suppose, for example, that r1c1 is empty; then the part at r1c3 "
            "would be cut off by r1c1, r1c4, r2c2 and r2c3, but all numbers form one group.",
            "1行1列、1行2列、3行1列、3行4列と3行6列は空ではない。例えば、1行1列は空と仮定すると、"
            "1行3列が1行1列、1行4列、2行2列と2行3列によって切り離される（数字はすべてつながる）。",
        ),
        (
            "invlitso",
            5,
            "r3c6 is shaded: suppose that r3c6 is not shaded; then r1c3, r1c4 and r2c3 are shaded [the room of r1c3 holds "
            "one group of four unshaded cells]; but then r1c3, r1c4, r2c3 and r2c4 are shaded, though no two by two "
            "is shaded. The same rules give: r1c4 and r1c5 are not shaded, and r3c5 is shaded.",
            "3行6列は白マスと仮定する。すると、1行3列、1行4列と2行3列は黒マス［部屋には4つの白マスのかたまりが1つ入る（1行"
            "3列を含む部屋）］。しかし、それでは1行3列、1行4列、2行3列と2行4列は黒マスとなり、「2×2のマスがすべて黒"
            "マスにはならない」に反する。よって、3行6列は黒マス。同じルールから、1行4列と1行5列は白マス、3行5列は黒マ"
            "ス。",
        ),
        (
            "invlitso",
            14,
            "r5c1 is not shaded: suppose that r5c1 is shaded; then r4c1 and r4c3 to r4c5 are shaded, and r4c2 to "
            "r6c2 are not shaded [the room of r4c1 holds one group of four unshaded cells]; but then the piece at r2c2 "
            "and r3c2 to r3c4 would touch the piece at r4c2 to r6c2 and r6c1 [equal shapes do not touch]. Known: r1c1 to "
            "r3c1, r1c2, r2c4 and r2c5 are shaded, and r2c2, r3c2 to r3c4 and r6c1 are not shaded.",
            "5行1列は黒マスと仮定する。すると、4行1列と4行3列～4行5列は黒マス、4行2列～6行2列は白マス［部屋には4"
            "つの白マスのかたまりが1つ入る（4行1列を含む部屋）］。しかし、それでは2行2列と3行2列～3行4列の図形が4行2列～6"
            "行2列と6行1列の図形に接してしまう［同じ形のブロックは隣り合わない］。よって、5行1列は白マス。（すでに分かって"
            "いること：1行1列～3行1列、1行2列、2行4列と2行5列は黒マス、2行2列、3行2列～3行4列と6行1列は白マス）",
        ),
        (
            "alter",
            6,
            "r1c2 is empty, and r1c4 and r1c5 have no square: r1c1 has a triangle, r1c2 has no circle or triangle, "
            "r1c3 has a circle, and row 1 holds exactly two of the shapes.",
            "1行1列には三角形がある、1行2列には丸がない、1行2列には三角形がない、1行3列には丸がある。行や列には記号が"
            "ちょうど2種類入る（1行目）。よって、1行2列は空、1行4列と1行5列には四角形がない。",
        ),
        (
            "sumiwake",
            13,
            "r6c5 is not shaded: suppose that r6c5 is shaded; then r6c6 is not shaded [shaded cells do not touch]; "
            "then r5c6 is shaded [an unshaded line crosses one border at most]; then r7c4 to r7c6 are not shaded, "
            "since otherwise, for example, the part at r6c6 would be cut off by r4c7, r5c6, r6c5 and r7c4 [the "
            "unshaded cells form one group]; but then this would break a rule: an unshaded line crosses one border "
            "at most. Known: r3c6 and r4c6 are not shaded, and r4c7 is shaded.",
            "6行5列は黒マスと仮定する。すると、6行6列は白マス［黒マスはタテヨコに連続しない］。次に、5行6列は黒マス［ま"
            "っすぐに続く白マスが越える境界線は1つまで］。次に、7行4列～7行6列は白マス（そうでないと、例えば6行6列が4"
            "行7列、5行6列、6行5列と7行4列によって切り離される）［白マスは分断されずにつながる］。しかし、それでは「ま"
            "っすぐに続く白マスが越える境界線は1つまで」に反する。よって、6行5列は白マス。（すでに分かっていること：3行6"
            "列と4行6列は白マス、4行7列は黒マス）",
        ),
    ],
)
def test_each_kind_of_step_has_its_sentence(name: str, count: int, english: str, japanese: str) -> None:
    steps = {step.text: step for step in steps_of(name, count)}
    assert english in steps
    assert steps[english].in_language("ja").text == japanese


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("masyu", "the line from r1c8 to r2c8"),
        ("dominosa", "the border between r3c5 and r4c5"),
        ("slitherlink", "the edges around r1c6"),
        ("kakuro", "r3c8"),
    ],
)
def test_a_place_to_look_at_is_a_thing(name: str, where: str) -> None:
    (step,) = steps_of(name, 1)
    assert step.where == where


@pytest.mark.parametrize(
    ("name", "count", "ends"),
    [
        ("kurodoko", 5, r"there would be at least 3 \[a number counts the unshaded cells it sees \(2 at r9c3\)\]"),
        ("nurikabe", 30, r"the group could reach none \[an island holds a number \(r\dc\d\)\]"),
        ("nurikabe", 30, r"the group would have at least \d cells \[a number counts the cells of its island .*\]"),
    ],
)
def test_a_chain_ends_with_the_amount_that_contradicts(name: str, count: int, ends: str) -> None:
    steps = [step for step in steps_of(name, count) if step.links and re.fullmatch(ends, step.links[-1].text)]
    assert steps
    assert all(f"; but then {step.links[-1].text}." in step.text for step in steps)


@pytest.mark.parametrize("name", QUICK)
def test_sentences_are_put_together_well(name: str) -> None:
    tokens = tokens_of(genres.load(name))
    for step in steps_of(name, 4):
        assert not WRONG.search(step.text), step.text
        japanese = step.in_language("ja")
        for text in (japanese.text, japanese.where, japanese.rule_text, *(link.text for link in japanese.links)):
            assert not WRONG_JAPANESE.search(text), text
            left = [word for word in re.findall("[a-z]{2,}", text) if word not in tokens and {*word} != {"x"}]
            assert left == [], text


def test_a_phrase_is_said_in_another_language_by_its_parts() -> None:
    say = Catalogue({"{} is {}": "{}は{}", "{} and {}": "{}と{}", "{}, and {}": "{}、{}"}, read("ja")["place"])
    several = Phrase("{} are {}", joined(["r1c1", "r1c2"]), 3, key="{} is {}")
    text = joined_clauses([several, Phrase("{} is {}", "r2c1", 4)])
    assert text == "r1c1 and r1c2 are 3, and r2c1 is 4"
    assert isinstance(text, Phrase)
    assert text.said(say) == "1行1列と1行2列は3、2行1列は4"
    assert pickle.loads(pickle.dumps(text)).said(say) == text.said(say)


def test_a_phrase_without_an_entry_stays_english() -> None:
    say = Catalogue({"{} is {}": "{}は{}"}, read("ja")["place"])
    assert Phrase("{} looks like {}", "r1c1", "{}").said(say) == "1行1列 looks like {}"
    assert Phrase("{} are {}", "r1c1", 2, key="{} is {}").said(Catalogue({})) == "r1c1 are 2"


def test_known_values_are_said_by_what_is_left_of_a_place() -> None:
    program = Program(example("sudoku"))
    words = Words(program)
    (key,) = program.genre.answers
    atoms = program.atoms_of[key, 0]
    excluded = [-n for n in atoms]
    assert words.known_facts(excluded[2:6], excluded[2:]) == ["r1c1 is 1 or 2"]
    assert words.known_facts(excluded[2:6], excluded[2:6]) == ["r1c1 is not 3 to 6"]
    assert words.known_facts(excluded[2:4], excluded[2:]) == ["r1c1 is not 3 or 4"]
    assert words.known_facts(excluded[2:4], [atoms[0], *excluded[1:]]) == ["r1c1 is 1"]
    assert words.known_facts(excluded[2:3], [atoms[0], *excluded[1:]]) == ["r1c1 is not 3"]


def test_a_rule_about_equal_shapes_names_both_pieces() -> None:
    *_, step = steps_of("heteromino", 5)
    last = step.links[-1]
    assert last.text.startswith("the piece at r1c3, r1c4 and r2c4 would touch the piece at r1c5, r1c6 and r2c6 [")
    japanese = "1行3列、1行4列と2行4列の図形が1行5列、1行6列と2行6列の図形に接してしまう［"
    assert step.in_language("ja").links[-1].text.startswith(japanese)
    names = pencilp.load(EXAMPLES / "heteromino.txt").lattice.names
    assert [names[c] for c in last.witness] == ["r1c3", "r1c4", "r2c4", "r1c5", "r1c6", "r2c6"]


def test_one_cell_is_in_the_singular() -> None:
    puzzle = pencilp.load("https://puzz.link/p?nurikabe/5/5/j5k1hbq")
    way = pencilp.explain(puzzle).way
    assert way is not None
    assert [step for step in way.steps if "the group could have at most 1 cell [" in step.text]
