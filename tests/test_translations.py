"""Every genre speaks every language of the page: what it says of itself has an entry, and no entry is left over."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import pytest

from pencilp import api, genres
from pencilp.board.lattice import Lattice, hexagonal, square
from pencilp.board.layers import Layer
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.formats import plain
from pencilp.genres import Genre, genre_of
from pencilp.model.structures import instances
from pencilp.translations import LANGUAGES, SHARED, Catalogue, catalogue, entries_of
from pencilp.web.layouts import rules_in_words, title_of
from pencilp.web.spoken import pages_of, said
from tests import proof as proofs
from tests.proof import answer_of, filling_of

SOURCE = Path(__file__).parent.parent / "src" / "pencilp"
OTHERS = LANGUAGES[1:]
WRONG = 30
"""So many wrong answers of a genre are checked, to hear what is said of them."""


# -- what a genre says ------------------------------------------------------------------------------------------------


def said_of(genre: type[Genre]) -> Iterator[str]:
    """All that a genre says of itself: its rules, its layers, what their values mean."""
    yield rules_in_words(genre)
    board: Lattice = square(4, 4) if "square" in genre.shapes else hexagonal(4, 4)
    for layer in [*genre.inputs.values(), *genre.answers.values()]:
        yield title_of(layer)
        yield layer.text
        yield from (token["meaning"] for token in layer.described(board)["value"]["tokens"])
    for layer in genre.answers.values():
        for n in (0, 1, 2):
            yield layer.counted(n)
            yield layer.counted(n, False)


def said_of_puzzles(name: str) -> Iterator[str]:
    """What the rules of a genre say in the puzzles of its proof, and of wrong answers to them."""
    puzzles = [*(puzzle for puzzle, _, _ in proofs.cases(name)), *proofs.boards(name), *proofs.examples(name)]
    for words in proofs.said_of_all(name):
        yield from words
    if "paper" in vars(genres.load(name)):
        for puzzle in puzzles:
            try:
                yield from words_of(puzzle, "paper")
            except InputError:
                continue  # the document has no formulation of such a board
    rng = random.Random(name)
    for puzzle in proofs.examples(name)[:1]:
        right = filling_of(puzzle.answer)
        values = proofs.domains(puzzle)
        for _ in range(WRONG):
            filling = right
            for _ in range(rng.randint(1, 4)):
                filling = proofs.changed(filling, values, rng) or filling
            for broken in api.check(puzzle, answer_of(puzzle, filling)):
                yield from filter(None, (broken.rule, broken.found, broken.given))


def words_of(puzzle: Puzzle, formulation: str) -> set[str]:
    """The rules of a formulation in words."""
    rules = instances(genre_of(puzzle).model(puzzle, formulation).rules)
    return {rule.words for rule in rules if rule.words}


def messages_of(genre: type[Genre]) -> Iterator[str]:
    """The errors that stand on the page of a genre, with a number in every place."""
    for node in ast.walk(ast.parse(page(genre.name).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "InputError":
            yield text_of(node.args[0]).replace("{}", "7")


def page(name: str) -> Path:
    return SOURCE / "genres" / f"{name}.py"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", genres.names())
def test_all_that_a_genre_says_is_translated(name: str, language: str) -> None:
    if not proofs.is_there(name):
        pytest.skip(f"there is no tests/genres/{name}.py")
    genre = genres.load(name)
    say = catalogue(language, pages_of(genre))
    told = dict.fromkeys([*said_of(genre), *said_of_puzzles(name), *messages_of(genre)])
    tokens = tokens_of(genre)
    missing = [text for text in told if not is_told(say, text, tokens)]
    file = f"src/pencilp/translations/{language}/{name}.json"
    assert not missing, f"{file} (or {SHARED}.json, if several genres say it) needs entries for:\n" + "\n".join(missing)


def is_told(say: Catalogue, text: str, tokens: set[str]) -> bool:
    """Whether a text is said in the other language, all of it: no words of English are left."""
    return not english_in(text, set()) or (say.found(text) is not None and not english_in(say(text), tokens))


def english_in(text: str, tokens: set[str]) -> list[str]:
    """The words of English in a text: what has three small letters and is no token of a genre, and no shape (``xxx``)."""
    return [word for word in re.findall("[a-z]{3,}", text) if word not in tokens and set(word) != {"x"}]


def tokens_of(genre: type[Genre]) -> set[str]:
    """What may be written on a genre's board."""
    layers = [*genre.inputs.values(), *genre.answers.values()]
    return {token["token"] for layer in layers for token in layer.described(square(4, 4))["value"]["tokens"]}


# -- what stands in the code ------------------------------------------------------------------------------------------


def text_of(node: ast.expr) -> str:
    """A text as it stands in the code, with ``{}`` for what is put into it."""
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


@lru_cache
def written_in(path: Path) -> frozenset[str]:
    """All texts in a file of ours, and the names of what is declared there."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.expr) and (text := text_of(node)):
            paragraphs = re.split(r"\n\s*\n", text.replace("``", ""))
            found |= {text, "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)}
        elif isinstance(node, ast.Name):
            found.add(node.id.replace("_", " "))
    return frozenset(found)


class Written:
    """What stands in files of ours, to ask whether somebody says a text."""

    def __init__(self, paths: Iterable[Path]) -> None:
        texts = frozenset[str]().union(*map(written_in, paths))
        self.all = "\n".join(sorted(texts))
        self.patterns = [
            re.compile(".+".join(map(re.escape, text.split("{}"))))
            for text in texts
            if re.search("[a-z]{3}.*{}|{}.*[a-z]{3}", text)
        ]

    def says(self, key: str) -> bool:
        """Whether the words of an entry stand there: each piece between two places, or all with something put in."""
        return all(piece.strip() in self.all for piece in key.split("{}")) or any(
            p.fullmatch(key) for p in self.patterns
        )


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", genres.names())
def test_no_entry_of_a_genre_is_left_over(name: str, language: str) -> None:
    kinds = [kind for kind in pages_of(genres.load(name)) if page(kind).exists()]
    code = Written(map(page, kinds))
    shared = entries_of(language, SHARED)
    entries = entries_of(language, name)
    assert [key for key in entries if not code.says(key)] == [], "nobody says this"
    assert [key for key, told in entries.items() if shared.get(key) == told] == [], f"{SHARED}.json has this"
    inherited: dict[str, str] = {}
    for kind in kinds[1:]:
        inherited |= entries_of(language, kind)
    assert [key for key, told in entries.items() if inherited.get(key) == told] == [], "it is inherited"


@pytest.mark.parametrize("language", OTHERS)
def test_no_shared_entry_is_left_over(language: str) -> None:
    code = Written(path for path in SOURCE.rglob("*.py") if path.parent.name != "translations")
    assert [key for key in entries_of(language, SHARED) if not code.says(key)] == [], "nobody says this"


@pytest.mark.parametrize("language", OTHERS)
def test_every_file_is_that_of_a_genre_and_has_the_same_places_on_both_sides(language: str) -> None:
    for file in files("pencilp.translations").joinpath(language).iterdir():
        name = file.name.removesuffix(".json")
        assert name == SHARED or name in genres.names(), file.name
        for key, told in entries_of(language, name).items():
            count = key.count("{}")
            places = re.findall(r"\{(\d*)\}", told)
            assert key.strip("{}"), "an entry has a word of its own"
            assert places == [""] * count or set(places) <= set(map(str, range(count))), f"{name}: {key}"


# -- how it is said ---------------------------------------------------------------------------------------------------


def test_what_fills_a_place_is_said_too() -> None:
    say = Catalogue({"{} instead of {}": "{1}ではなく{0}", "{} shaded cell{}": "黒マス{0}つ", "no": "0"}, "ja")
    assert say("3 shaded cells instead of 2") == "2ではなく黒マス3つ"
    assert say("no shaded cell instead of 1") == "1ではなく黒マス0つ"


def test_what_has_more_words_of_its_own_comes_first() -> None:
    say = Catalogue({"{} instead of {}": "{} {}", "{} instead of {} at most": "{} <= {}"})
    assert say("3 instead of 2 at most") == "3 <= 2"


def test_a_sentence_that_is_not_known_fills_no_place() -> None:
    say = Catalogue({"{} at {}": "{1}の{0}"}, "ja")
    assert say("3 at r1c2") == "1行2列の3"
    assert say("the file ends at once, at line 3") == "the file ends at once, at line 3"
    assert say("'two words here' at r1c2") == "1行2列の'two words here'"


def test_places_have_names_in_the_language() -> None:
    say = Catalogue({}, "ja")
    assert say.places("r1c2 r10c3") == "1行2列 10行3列"
    assert say("r1c2-r1c3") == "1行2列-1行3列"
    assert say("r1c2e, r3c1nw, r2c2w+nw") == "1行2列の右, 3行1列の左上, 2行2列の左・左上"
    assert say("tr1c2 r1c2x") == "tr1c2 r1c2x"


def test_english_is_as_it_is_and_other_languages_are_refused() -> None:
    assert catalogue("en", ["norinori"])("a room holds two shaded cells") == "a room holds two shaded cells"
    with pytest.raises(InputError, match="there is no language 'xx', only en and ja"):
        catalogue("xx")


def test_long_texts_are_not_looked_at_for_long() -> None:
    assert catalogue("ja").found(" and of the at instead of {} not only " * 1000) is None


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("token", ["-5", "77777777", "0", "x!", "3.1", "two words"])
def test_what_is_wrong_with_a_clue_is_told_in_the_language(token: str, language: str) -> None:
    english = []
    for name in genres.names():
        genre = genres.load(name)
        say = catalogue(language, pages_of(genre))
        for layer in genre.inputs.values():
            if message := refusal_of(layer, token):
                told = re.sub(r"'[^']*'|\(.*?\)", "", said(InputError(message, f"{layer.name} r1c1"), say))
                if english_in(told, tokens_of(genre)):
                    english.append(f"{name}: {message}: {told}")
    assert english == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    "text",
    [
        "nosuchgenre\n", "norinorri\n1 1\n", "norinori\nroom:\n1 1\n", "norinori\nrooms\n1 1\n",
        "norinori\n1 1 1\n1 1\n", "norinori\n111\n11\n", "norinori\nrooms:\n1 2\n2 1\n",
        "norinori\nsize: 2\nrooms:\n1 1\n", "starbattle\nstars: 1 2\nrooms:\n1\n",
        "norinori\nsize: 3 2\nrooms:\n1 1\n1 1\n", "nurikabe\nclues:\n- x\n",
        "nurikabe\nclues:\n- 2\nanswer:\nshaded:\nx y\n", "nurikabe\nclues:\n- 2\nanswer:\nshaded:\nx\n",
        "masyu\ncircles:\n- -\n- -\nanswer:\nline:\nn -\n- -\n", "nonogram\nclues:\n1\n",
        "nonogram\nsize: 1 5\nclues:\nleft\n1 0\n", "nonogram\nsize: 2 2\nclues:\ntop\n1\n",
        "sudoku\n" + 80 * "." + "\n", "aqre\nrooms:\n1 1\nwalls:\ne -\n", "statuepark\nbank: x./.x\ncircles:\n- -\n",
        "tents\n. T . 1\n. . . 0\nT . . 1\n1 0 1\n", "norinori\nboard: round\nrooms:\n1 1\n",
        "kakuro\nboard: hexagonal\nsums:\n-\n",
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_text_is_told_in_the_language(text: str, language: str) -> None:
    with pytest.raises(InputError) as refused:
        plain.read(text)
    told = said(refused.value, catalogue(language))
    # what is typed is English: names of genres, of layers, of places
    assert not re.search("[a-z]{3,} [a-z]{2,}", re.sub(r"'[^']*'|「.*?」", "", told)), told


def refusal_of(layer: Layer[object], token: str) -> str:
    try:
        layer.parse(token)
    except ValueError as error:
        return str(error)
    return ""
