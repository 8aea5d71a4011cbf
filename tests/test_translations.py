"""Everything that the page shows has a translation, no entry is left over, and gaps agree."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest

from pencilp import genres, translations
from pencilp.analysis.phrases import Phrase, Stated
from pencilp.board.layers import Layer
from pencilp.errors import InputError
from pencilp.formats.text import text as plain
from pencilp.genres.base import lineage_of
from pencilp.translations import Catalogue, catalogue, file_of, languages, read
from pencilp.web.language import error_text
from pencilp.web.words import by_language, english
from tests import proof as proofs
from tests.messages import SOURCE, all_said, english_in, is_translated, tokens_of, unused

OTHERS = tuple(language for language in languages() if language != translations.ENGLISH)

PAGE_FILES = SOURCE / "web" / "page"
COMPLETE = ("ja",)
"""The languages that lack nothing. What a new genre lacks is a warning: somebody who knows the language adds it."""


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("name", genres.names())
def test_all_texts_of_a_genre_are_translated(name: str, language: str) -> None:
    if not proofs.is_there(name):
        pytest.skip(f"there is no tests/genres/{name}.py")
    genre = genres.load(name)
    # the names of clues are entries of steps
    say = catalogue(language, lineage_of(genre), steps=True)
    tokens = tokens_of(genre)
    missing = [text for text in all_said(name) if not is_translated(say, text, tokens)]
    todo = f"'python -m tests.messages --genre {name}' adds entries to {file_of(language)}: translate them"
    if missing:
        proofs.incomplete(f"{todo}. Missing:\n" + "\n".join(missing))


@pytest.mark.parametrize("language", COMPLETE)
def test_all_words_of_the_page_are_translated(language: str) -> None:
    assert english().keys() == by_language()[language].keys()


def test_the_script_uses_all_words_and_no_others() -> None:
    script = "".join(file.read_text(encoding="utf-8") for file in PAGE_FILES.glob("*.js"))
    # shapes of boards and outcomes of searches come from the server
    server = "".join(
        file.read_text(encoding="utf-8") for file in [*SOURCE.glob("web/*.py"), SOURCE / "board/lattice.py"]
    )
    quoted = set(re.findall(r"[\"`]([a-zA-Z.]+)(?:\.\$\{[^}]*\})?[\"`]", script + server))
    assert [key for key in english() if key not in quoted and key.partition(".")[0] not in quoted] == []
    assert [key for key in re.findall(r"\bt\(\"(\w+)\"", script) if key not in english()] == []


@pytest.mark.parametrize("language", COMPLETE)
def test_every_entry_is_translated(language: str) -> None:
    entries = [entry for entry in entries_of(language) if not entry.obsolete]
    assert [entry.msgid for entry in entries if not entry.translated()] == []


@pytest.mark.every_genre
@pytest.mark.parametrize("language", OTHERS)
def test_no_entry_is_left_over(language: str) -> None:
    left = {context: found for context, keys in read(language).items() if (found := unused(context, keys))}
    assert left == {}, "nothing says this: 'python -m tests.messages' removes it"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", genres.names())
def test_a_genre_repeats_no_entry_that_it_has_anyway(name: str, language: str) -> None:
    others = catalogue(language, lineage_of(genres.load(name))[1:]).entries
    own = read(language).get(name, {})
    assert [key for key, text in own.items() if others.get(key) == text] == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_translation_has_the_gaps_of_its_text(language: str) -> None:
    for entry in entries_of(language):
        gaps = re.findall(r"\{(\d*)\}", entry.msgstr)
        count = entry.msgid.count("{}")
        assert entry.msgid.strip("{}"), "an entry has a word of its own"
        assert gaps == [""] * count or set(gaps) <= set(map(str, range(count))) or not entry.msgstr, entry.msgid


def entries_of(language: str) -> polib.POFile:
    return polib.pofile(str(file_of(language)), encoding="utf-8")


# -- how it is said ---------------------------------------------------------------------------------------------------


def test_the_value_in_a_place_is_announced() -> None:
    say = Catalogue({"{} instead of {}": "{1}ではなく{0}", "{} shaded cell{}": "黒マス{0}つ", "no": "0"})
    assert say("3 shaded cells instead of 2") == "2ではなく黒マス3つ"
    assert say("no shaded cell instead of 1") == "1ではなく黒マス0つ"


def test_the_closest_name_comes_first() -> None:
    say = Catalogue({"{} instead of {}": "{} {}", "{} instead of {} at most": "{} <= {}"})
    assert say("3 instead of 2 at most") == "3 <= 2"


def test_a_sentence_that_is_not_known_fills_no_place() -> None:
    say = Catalogue({"{} at {}": "{1}の{0}"}, read("ja")["place"])
    assert say("3 at r1c2") == "1行2列の3"
    assert say("the file ends at once, at line 3") == "the file ends at once, at line 3"
    assert say("'two words here' at r1c2") == "1行2列の'two words here'"


def test_a_text_of_a_genre_matches_a_shared_pattern_only_without_english_in_its_gaps() -> None:
    shared = {"{} to {}": "{}～{}", "white": "白", "{} cell{}": "{}マス"}
    say = Catalogue({**shared, "from {} on": "{}から"}, read("ja")["place"], ["from {} on"])
    assert say.of_genre("left to right") == "left to right"
    assert say.of_genre("white to black") == "white to black"
    assert say.of_genre("white to r1c2") == "白～1行2列"
    assert say.of_genre("3 cells") == "3マス"
    assert say.of_genre("from left on") == "leftから"
    assert say("left to right") == "left～right"


def test_words_of_a_genre_within_a_step_are_not_taken_apart() -> None:
    say = Catalogue({"{} and {}": "{}と{}", "{} to {}": "{}～{}"})
    assert Phrase("{} has a black and white cell", "r1c1").said(say) == "r1c1 has a black and white cell"
    assert Phrase("{} and {}", Stated("from here to there"), "r1c1").said(say) == "from here to thereとr1c1"


def test_places_have_names_in_the_language() -> None:
    say = Catalogue({}, read("ja")["place"])
    assert say.places("r1c2 r10c3") == "1行2列 10行3列"
    assert say("r1c2-r1c3") == "1行2列-1行3列"
    assert say("r1c2e, r3c1nw, r2c2w+nw") == "1行2列の右, 3行1列の左上, 2行2列の左・左上"
    assert say("tr1c2 r1c2x") == "tr1c2 r1c2x"


def test_places_without_all_their_words_stay_english() -> None:
    say = Catalogue({}, {"r{}c{}": "Z{}S{}", "r{}c{}{}": "Z{}S{} {}", "n": "oben"})
    assert say("r1c2") == "Z1S2"
    assert say("r1c2n r1c2e r1c2n+e r1c2n+n") == "Z1S2 oben r1c2e r1c2n+e r1c2n+n"


def test_a_language_is_found_by_its_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translations, "FOLDER", tmp_path)
    for cached in (translations.languages, translations.read, translations._catalogue):
        cached.cache_clear()
    file = translations.file_of("eo")
    file.parent.mkdir(parents=True)
    file.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        'msgid "{} instead of {}"\nmsgstr "{1}, ne {0}"\n\nmsgid "sum"\nmsgstr ""\n\n'
        '#, fuzzy\nmsgid "dot"\nmsgstr "stelo"\n\nmsgctxt "nurikabe"\nmsgid "the sea"\nmsgstr "la maro"\n',
        encoding="utf-8",
    )
    try:
        assert languages() == ("en", "eo")
        say = catalogue("eo", ["nurikabe"])
        assert say("3 instead of 2") == "2, ne 3"
        assert [say(text) for text in ("the sea", "sum", "dot", "r1c2")] == ["la maro", "sum", "dot", "r1c2"]
        assert catalogue("eo")("the sea") == "the sea"
    finally:
        for cached in (translations.languages, translations.read, translations._catalogue):
            cached.cache_clear()


def test_english_is_as_it_is_and_other_languages_are_refused() -> None:
    assert catalogue("en", ["norinori"])("a room holds two shaded cells") == "a room holds two shaded cells"
    with pytest.raises(InputError, match="there is no language 'xx', only en and ja"):
        catalogue("xx")


def test_long_texts_are_not_looked_at_for_long() -> None:
    assert catalogue("ja").found(" and of the at instead of {} not only " * 1000) is None


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("token", ["-5", "77777777", "0", "x!", "3.1", "two words"])
def test_errors_in_clues_are_translated(token: str, language: str) -> None:
    english = []
    for name in genres.names():
        genre = genres.load(name)
        say = catalogue(language, lineage_of(genre))
        for layer in genre.inputs.values():
            if message := refusal_of(layer, token):
                content = re.sub(r"'[^']*'|\(.*?\)", "", error_text(InputError(message, f"{layer.name} r1c1"), say))
                if english_in(content, tokens_of(genre)):
                    english.append(f"{name}: {message}: {content}")
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
def test_errors_in_texts_are_translated(text: str, language: str) -> None:
    with pytest.raises(InputError) as refused:
        plain.read(text)
    content = error_text(refused.value, catalogue(language))
    # what is typed is English: names of genres, of layers, of places
    assert not re.search("[a-z]{3,} [a-z]{2,}", re.sub(r"'[^']*'|「.*?」", "", content)), content


def refusal_of(layer: Layer[object], token: str) -> str:
    try:
        layer.parse(token)
    except ValueError as error:
        return str(error)
    return ""
