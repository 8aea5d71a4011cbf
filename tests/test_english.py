"""Plain English: how often words and constructions of the old dialect occur in 10,000 words.

``python tests/test_english.py`` prints the figures, ``python tests/test_english.py FOLDER`` those of another checkout. To
hold another kind of text to plain English, add a root: a function that returns its texts, and a row of ``BOUNDS``.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

MARKS = {
    "told, tells": r"\b(?:told|tell|tells|telling)\b",
    "so many": r"\bso (?:many|much|often|long)\b",
    "Where ... (if)": r"(?:^|[;:(,] )where\b(?!.*\?$)",
    "What ... (noun)": r"^(?:What|Who|Whoever|Nearest)\b(?!.*\?$)",
    "Of ...": r"^Of\b",
    "beside": r"\bbesides?\b",
    "hang together": r"\bhangs? together\b",
    "of which": r"\bof wh(?:ich|om|ose)\b",
    "you, your": r"\byou(?:rs?)?\b",
}
"""Each mark of a dialect, looked for in every sentence. Upper and lower case count as one where a pattern begins a sentence."""

DOCUMENTS = {
    "told, tells": 3.0,
    "so many": 1.0,
    "Where ... (if)": 3.0,
    "What ... (noun)": 2.0,
    "Of ...": 0.5,
    "beside": 1.0,
    "hang together": 0.0,
    "of which": 1.0,
}


def markdown(*patterns: str) -> Callable[[Path], Iterable[str]]:
    """Return a function that yields the text of a checkout's Markdown files without code, addresses and generated pages."""

    def texts(root: Path) -> Iterable[str]:
        for path in sorted({path for pattern in patterns for path in root.glob(pattern)}):
            text = path.read_text(encoding="utf-8")
            if path.name not in ("formats-by-example.md", "genres.md"):
                text = re.sub(r"^ *```.*?^ *```|<!--.*?-->", "", text, flags=re.DOTALL | re.MULTILINE)
                text = re.sub(r"^(?: {4,}(?![*\d]).*|\|[-:| ]+\|)$", "", text, flags=re.MULTILINE)
                yield re.sub(r"`+[^`]+`+", "X", re.sub(r"\]\([^)]*\)", "]", text))

    return texts


def source(*folders: str) -> Callable[[Path], Iterable[str]]:
    """Return a function that yields the docstrings, comments and messages of a checkout's folders."""

    def texts(root: Path) -> Iterable[str]:
        for path in sorted(path for folder in folders for path in root.glob(f"src/pencilp/{folder}")):
            text = path.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value.split()) > 2:
                    yield re.sub(r"`+[^`]+`+", "X", node.value)
            yield "\n\n".join(
                token.string.lstrip("# ")
                for token in tokenize.generate_tokens(io.StringIO(text).readline)
                if token.type == tokenize.COMMENT
            )

    return texts


ROOTS = {
    "docs": markdown("docs/*.md", "docs/*/*.md"),
    "README": markdown("README.md"),
    "CHANGELOG": markdown("CHANGELOG.md"),
    "common source": source("*.py", "analysis/*.py", "rules/*.py", "board/**/*.py", "cli/*.py"),
    "boards and files": source("board/**/*.py", "draw/**/*.py", "formats/**/*.py"),
    "source": source("**/*.py"),
}
AT_MOST = dict.fromkeys(ROOTS, DOCUMENTS)
"""The greatest figures of each root."""
AT_LEAST = {"docs": {"you, your": 60.0}, "README": {"you, your": 60.0}}


def sentences(text: str) -> list[str]:
    """Return the sentences of a text. A paragraph, an item of a list and a cell of a table end a sentence, too."""
    parts = re.split(r"\n\s*\n|\n(?=\s*(?:[*#|]|\d+\.) ?)|\|", text)
    return [
        sentence.lstrip("*#_( ")
        for part in parts
        for sentence in re.split(r"(?<=[.!?])[)*\"]*\s+", " ".join(re.sub(r"^\s*(?:[*#]+|\d+\.)\s", "", part).split()))
        if sentence.strip()
    ]


def figures(texts: Iterable[str]) -> tuple[int, dict[str, tuple[float, list[str]]]]:
    """Return the number of words, and for each mark how often it occurs in 10,000 words, and the sentences that have it."""
    every = [sentence for text in texts for sentence in sentences(text)]
    words = sum(len(re.findall(r"[A-Za-z][\w'-]*", sentence)) for sentence in every)
    found = {
        mark: [sentence for sentence in every for _ in re.finditer(pattern, sentence, _flags(pattern))]
        for mark, pattern in MARKS.items()
    }
    return words, {mark: (10_000 * len(where) / max(words, 1), where) for mark, where in found.items()}


def _flags(pattern: str) -> int:
    return 0 if re.match(r"\^\(?(?:\?:)?[A-Z]", pattern) else re.IGNORECASE


@pytest.mark.parametrize("name", ROOTS)
def test_texts_are_in_plain_english(name: str) -> None:
    words, rates = figures(ROOTS[name](ROOT))
    assert words > 500
    for mark, most in AT_MOST[name].items():
        rate, where = rates[mark]
        assert rate <= most or len(where) == 1, f"{mark}: {rate:.1f} in 10,000 words:\n" + "\n".join(where)
    for mark, least in AT_LEAST.get(name, {}).items():
        assert rates[mark][0] >= least, f"{mark}: only {rates[mark][0]:.1f} in 10,000 words"


def test_marks_are_found_in_sentences_that_have_them() -> None:
    text = "What is read is told. Of two the first\n\n* Where it ends, so many hang together beside one, of which:\n"
    text += "\n| Where? | What? |\n"
    _, rates = figures([text])
    assert {mark: len(where) for mark, (_, where) in rates.items()} == {**dict.fromkeys(MARKS, 1), "you, your": 0}


def table(root: Path) -> str:
    """Return the figures of all roots as a table."""
    rates = {name: figures(texts(root)) for name, texts in ROOTS.items()}
    lines = ["".join([f"{'':18}", *(f"{name:>18}" for name in rates)])]
    lines.append("".join([f"{'words':18}", *(f"{words:18,}" for words, _ in rates.values())]))
    lines += ["".join([f"{mark:18}", *(f"{of[mark][0]:18.1f}" for _, of in rates.values())]) for mark in MARKS]
    return "\n".join(lines)


if __name__ == "__main__":
    print(table(Path(sys.argv[1]) if sys.argv[1:] else ROOT))
