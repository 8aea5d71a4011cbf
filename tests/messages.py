"""All texts that the page shows, collected from the code, and the command that brings the catalogues up to date.

    python -m tests.messages                 all catalogues: add entries for new texts, remove those that nothing says
    python -m tests.messages --genre NAME    the same for one genre, in some seconds
    python -m tests.messages --new fr        begin a language
    python -m tests.messages --template FILE write the template (.pot) that some tools ask for

A new entry is empty: translate it in ``src/pencilp/translations/LANGUAGE/LC_MESSAGES/pencilp.po`` with Poedit, Weblate or an
editor. Rules and layers come from the genres themselves, rules in words and faults from the puzzles that prove a genre, and
messages from the source.
"""

from __future__ import annotations

import argparse
import ast
import random
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import polib

from pencilp import api, genres
from pencilp.analysis.genre_words import rules_in_words
from pencilp.analysis.phrases import Phrase
from pencilp.board.lattice import Lattice, hexagonal, square
from pencilp.board.layers.values import ValueType
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.genres import Genre, genre_of
from pencilp.genres.base import lineage_of
from pencilp.model.structures import instances
from pencilp.translations import ENGLISH, PAGE, PLACE, SHARED, STEP, Catalogue, file_of, languages
from pencilp.web.language import title_of
from pencilp.web.words import english
from tests import proof as proofs
from tests.proof import answer_of, filling_of

SOURCE = Path(__file__).parent.parent / "src" / "pencilp"
WRONG_ANSWERS = 30
"""How many wrong answers of a genre are checked, to collect what is said of them."""
HEADER = """\
{} stands for a number or a name. If the order changes, write {0}, {1}, ... in the translation: {0} is the first one.
The context of a message is the puzzle that says it ("page": the page in the browser, "place": names of cells,
"step": the sentences of hints)."""


# -- what a genre says ------------------------------------------------------------------------------------------------


def said_of(genre: type[Genre]) -> Iterator[str]:
    """Yield all that a genre says of itself: its rules, its layers, the meanings of their values."""
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
    """Yield what the rules of a genre say in the puzzles of its proof, and of wrong answers to them."""
    puzzles = [*(puzzle for puzzle, _, _ in proofs.cases(name)), *proofs.boards(name), *proofs.examples(name)]
    for words in proofs.said_of_all(name):
        yield from words
    if "published" in vars(genres.load(name)):
        for puzzle in puzzles:
            try:
                yield from words_of(puzzle, "published")
            except InputError:
                continue  # the document has no formulation of such a board
    rng = random.Random(name)
    for puzzle in proofs.examples(name)[:1]:
        right = filling_of(puzzle.answer)
        values = proofs.domains(puzzle)
        for _ in range(WRONG_ANSWERS):
            filling = right
            for _ in range(rng.randint(1, 4)):
                filling = proofs.changed(filling, values, rng) or filling
            for broken in api.check(puzzle, answer_of(puzzle, filling)):
                yield from filter(None, (broken.rule, broken.found, broken.given))


def words_of(puzzle: Puzzle, formulation: str) -> set[str]:
    """Return the rules of a formulation in words."""
    rules = instances(genre_of(puzzle).model(puzzle, formulation).rules)
    return {rule.words for rule in rules if rule.words}


def messages_of(name: str) -> Iterator[str]:
    """Yield the errors in the code of a genre, with a number in every gap."""
    for path in code_of(name):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "InputError":
                yield text_of(node.args[0]).replace("{}", "7")


def all_said(name: str) -> list[str]:
    """Return every text that a genre says, each once."""
    genre = genres.load(name)
    return list(dict.fromkeys([*said_of(genre), *said_of_puzzles(name), *messages_of(name)]))


def code_of(name: str) -> list[Path]:
    """Return the source files of a genre: its module, or its folder without the codec, whose errors the page does not show."""
    folder = SOURCE / "genres" / name
    files = sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]
    return [path for path in files if path.name != "codec.py"]


def is_translated(say: Catalogue, text: str, tokens: set[str]) -> bool:
    """Return whether a text is translated as a whole: no English word is left."""
    if isinstance(text, Phrase):
        return not english_in(text.said(say), tokens)
    return not english_in(text, set()) or (say.found(text) is not None and not english_in(say(text), tokens))


def english_in(text: str, tokens: set[str]) -> list[str]:
    """Return the English words in a text: three small letters, no token of a genre, and no shape (``xxx``)."""
    return [word for word in re.findall("[a-z]{3,}", text) if word not in tokens and set(word) != {"x"}]


def tokens_of(genre: type[Genre]) -> set[str]:
    """Return what may be written on a genre's board."""
    layers = [*genre.inputs.values(), *genre.answers.values()]
    return {token["token"] for layer in layers for token in layer.described(square(4, 4))["value"]["tokens"]}


# -- what steps say ---------------------------------------------------------------------------------------------------


def said_of_steps() -> Iterator[str]:
    """Yield the templates of the sentences of steps, as far as they stand in the code or belong to a value type."""
    for path in [*SOURCE.glob("analysis/**/*.py"), *SOURCE.glob("book/*.py"), *SOURCE.glob("cli/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Phrase":
                choice = node.args[0]
                for template in (choice.body, choice.orelse) if isinstance(choice, ast.IfExp) else (choice,):
                    if isinstance(template, ast.Constant):
                        yield str(template.value)
    for name in genres.names():
        yield from said_of_values(genres.load(name))


def said_of_values(genre: type[Genre]) -> Iterator[str]:
    """Yield the templates of the sentences about the values of a genre's answer, but for those about numbers."""
    for layer in genre.answers.values():
        if type(layer.value).said is not ValueType.said:
            for value, _ in layer.value.samples():
                yield from (layer.value.said(value, layer.text, holds=holds) for holds in (True, False))
            if layer.value.nothing is not None:
                yield from (layer.value.said(layer.value.nothing, layer.text, holds=holds) for holds in (True, False))


# -- what stands in the code ------------------------------------------------------------------------------------------


def text_of(node: ast.expr) -> str:
    """Return a text as it stands in the code, with ``{}`` for each value put into it."""
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


@lru_cache
def written_in(path: Path) -> frozenset[str]:
    """Return all texts in a source file, and the names of what is declared there."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.expr) and (text := text_of(node)):
            paragraphs = re.split(r"\n\s*\n", text.replace("``", ""))
            found |= {text, "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)}
        elif isinstance(node, ast.Name):
            found.add(node.id.replace("_", " "))
    return frozenset(found)


class Written:
    """The texts of some source files."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self.texts = frozenset[str]().union(*map(written_in, paths))
        self.all = "\n".join(sorted(self.texts))
        self.patterns = [
            re.compile(".+".join(map(re.escape, text.split("{}"))))
            for text in self.texts
            if re.search("[a-z]{3}.*{}|{}.*[a-z]{3}", text)
        ]

    def says(self, key: str) -> bool:
        """Return whether the words of an entry stand there: each piece between two gaps, or all with something put in."""
        return all(piece.strip() in self.all for piece in key.split("{}")) or any(
            p.fullmatch(key) for p in self.patterns
        )

    def key(self, text: str) -> str:
        """Return the text as it stands in the code: with gaps if only numbers and names fill them."""
        for key in self.texts:
            match = re.fullmatch("(.+?)".join(map(re.escape, key.split("{}"))), text) if "{}" in key else None
            if match and not any(english_in(part, set()) for part in match.groups()):
                return key
        return text


def unused(context: str, keys: Iterable[str]) -> list[str]:
    """Return the keys of a context that nothing says."""
    if context == PLACE:
        return []
    if context == PAGE:
        return sorted({*keys} - {*english().values()})
    if context == STEP:
        written, said = Written(SOURCE.rglob("*.py")), {*said_of_steps()}
        return [key for key in keys if key not in said and not written.says(key)]
    if context == SHARED:
        written = Written(path for path in SOURCE.rglob("*.py") if path.parent.name != "translations")
    elif context in genres.names():
        kinds = lineage_of(genres.load(context))
        written = Written(path for kind in kinds if kind in genres.names() for path in code_of(kind))
    else:
        return list(keys)
    return [key for key in keys if not written.says(key)]


# -- the catalogues ---------------------------------------------------------------------------------------------------

Keys = dict[str, dict[str, None]]
"""The keys of each context, in order."""


def known() -> Keys:
    """Return the keys of all catalogues that the code still says, and those of the page's own words."""
    keys: Keys = {PAGE: dict.fromkeys(english().values()), STEP: dict.fromkeys(said_of_steps())}
    for language in languages():
        if language != ENGLISH:
            for entry in polib.pofile(str(file_of(language)), encoding="utf-8"):
                if not entry.obsolete:
                    keys.setdefault(entry.msgctxt or SHARED, {})[entry.msgid] = None
    for context in keys:
        for key in unused(context, list(keys[context])):
            del keys[context][key]
    return keys


def add_new(keys: Keys, name: str) -> None:
    """Add keys for all that a genre says and no key covers, its title among them."""
    genre = genres.load(name)
    own = keys.setdefault(name, {})
    own[genre.title] = None
    written = Written(code_of(name))
    for text in all_said(name):
        contexts = (SHARED, *([STEP] if isinstance(text, Phrase) else ()), *reversed(lineage_of(genre)))
        covered = {key: None for context in contexts for key in keys.get(context, {})}
        # a translation without words: English that is left has no key
        wordless = Catalogue({key: re.sub("[A-Za-z]+", "*", key) for key in covered})
        if not is_translated(wordless, text, tokens_of(genre)):
            own[written.key(text)] = None


def update(language: str, keys: Keys) -> tuple[int, int]:
    """Write the catalogue of a language with these keys; return how many were added and removed.

    A genre's title is left out if its module has it in this language (``title_ja``).
    """
    path = file_of(language)
    before = polib.pofile(str(path), encoding="utf-8") if path.exists() else polib.POFile(encoding="utf-8")
    if not path.exists():
        before.header = f"{language} translation of pencilp.\n\n{HEADER}"
        before.metadata = {"Project-Id-Version": "pencilp", "Language": language, **TYPE}
        path.parent.mkdir(parents=True)
    after = polib.POFile(wrapwidth=WIDTH)
    after.header, after.metadata, after.metadata_is_fuzzy = before.header, before.metadata, before.metadata_is_fuzzy
    entries = {(entry.msgctxt or SHARED, entry.msgid): entry for entry in before}
    for at in places(keys, language):
        after.append(entries.get(at) or polib.POEntry(msgctxt=at[0] or None, msgid=at[1]))
    after.save(str(path))
    written = {(entry.msgctxt or SHARED, entry.msgid) for entry in after}
    return len(written - entries.keys()), len(entries.keys() - written)


WIDTH = 100
TYPE = {
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
}


def places(keys: Keys, language: str = "") -> Iterator[tuple[str, str]]:
    """Yield context and text of each entry, in the order of the file: shared ones, genres by name, the page."""
    for context in sorted(keys, key=lambda context: (context in (PLACE, PAGE, STEP), context)):
        titled = genres.load(context) if context in genres.names() else None
        for key in keys[context]:
            if not (titled and key == titled.title and getattr(titled, f"title_{language}", "")):
                yield context, key


def main() -> None:
    parser = argparse.ArgumentParser(description="Bring the catalogues of translations up to date.")
    parser.add_argument("--genre", metavar="NAME", help="only what one genre says")
    parser.add_argument("--new", metavar="LANGUAGE", help="begin a language, such as fr or zh_TW")
    parser.add_argument("--template", metavar="FILE", type=Path, help="write a template (.pot) instead")
    options = parser.parse_args()
    keys = known()
    for name in [genres.find(options.genre).name] if options.genre else genres.names():
        add_new(keys, name)
    if options.template:
        template = polib.POFile(wrapwidth=WIDTH)
        template.header, template.metadata = HEADER, {"Project-Id-Version": "pencilp", **TYPE}
        template.extend(polib.POEntry(msgctxt=context or None, msgid=key) for context, key in places(keys))
        template.save(str(options.template))
        return
    for language in {*languages(), *filter(None, [options.new])} - {ENGLISH}:
        added, removed = update(language, keys)
        print(f"{file_of(language)}: {added} added, {removed} removed")


if __name__ == "__main__":
    main()
