"""Books on paper: their pages, texts, answers and messages."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import pencilp
from pencilp.book.pages import PUZZLES, Item, pages_of
from pencilp.cli import main
from pencilp.formats.writing import written

EXAMPLES = Path(__file__).parent.parent / "examples"
AKARI, NURIKABE = str(EXAMPLES / "akari.txt"), str(EXAMPLES / "nurikabe.txt")


def item(cells: int, *texts: str) -> Item:
    """Return an item of a square board."""
    return Item("heading", "", texts, "<svg/>", 40.0 * cells, 40.0 * cells)


def headings(html: str) -> list[str]:
    return re.findall(r"<h[12]>(.*?)</h[12]>", html)


def test_a_book_has_rules_levels_and_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = tmp_path / "book.html"
    assert main(["print", AKARI, NURIKABE, AKARI, "-o", str(book), "--title", "A <good> one", "--rate"]) == 0
    assert capsys.readouterr().out == f"{book}: 3 puzzles on 2 pages\n"
    html = book.read_text(encoding="utf-8")
    titles = ["1. Akari", "2. Nurikabe", "3. Akari"]
    assert headings(html) == ["A &lt;good&gt; one", *titles, "Answers", *titles]
    # the rules of a genre stand once
    assert html.count("Put lamps into white cells.") == 1
    assert re.findall("<p>Level: (.*)</p>", html) == [
        pencilp.rate(pencilp.load(p)).level for p in (AKARI, NURIKABE, AKARI)
    ]
    assert html.count("<svg ") == 6
    # nothing else is needed
    assert "<script" not in html
    assert set(re.findall(r"https?://[^\"]*", html)) == {"http://www.w3.org/2000/svg"}


def test_parts_of_a_book_are_left_out(tmp_path: Path) -> None:
    book = tmp_path / "book.html"
    assert main(["print", AKARI, "-o", str(book), "--no-rules", "--no-answers"]) == 0
    html = book.read_text(encoding="utf-8")
    assert headings(html) == ["1. Akari"]
    assert "<p>" not in html


def test_a_book_in_japanese(tmp_path: Path) -> None:
    pytest.importorskip("polib", reason="the extra web is not installed")
    book = tmp_path / "book.html"
    assert main(["print", AKARI, "-o", str(book), "--rate", "--lang", "ja"]) == 0
    html = book.read_text(encoding="utf-8")
    assert headings(html) == ["1. 美術館", "解答", "1. 美術館"]
    texts = re.findall("<p>(.*)</p>", html)
    assert texts[0] == "難易度：難しい"
    assert not re.search("[a-z]", "".join(texts))


def test_puzzles_without_a_unique_answer_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, numbers in (("none", "4 4\n- -"), ("several", "- -\n- -")):
        (tmp_path / f"{name}.txt").write_text(f"slitherlink\nnumbers:\n{numbers}\n", encoding="utf-8")
    book = tmp_path / "book.html"
    assert main(["print", str(tmp_path / "none.txt"), str(tmp_path / "several.txt"), "-o", str(book)]) == 1
    printed = capsys.readouterr()
    assert printed.err.splitlines() == [
        f"pencilp: {tmp_path / 'none.txt'}: it has no answer",
        f"pencilp: {tmp_path / 'several.txt'}: it has several answers; the book shows one",
    ]
    html = book.read_text(encoding="utf-8")
    assert "<p>This puzzle has no answer.</p>" in html
    assert "<p>This puzzle has several answers. This is one of them.</p>" in html
    assert html.count("<svg ") == 3


def test_links_become_a_book_and_bad_ones_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    links = [written(pencilp.load(path), None, "url").strip() for path in (AKARI, NURIKABE)] * 10
    source = tmp_path / "links.txt"
    source.write_text("\n".join([*links, "https://puzz.link/p?slitherlink/5"]), encoding="utf-8")
    book = tmp_path / "book.html"
    assert main(["print", str(source), "-o", str(book), "--no-answers", "--per-page", "2"]) == 2
    printed = capsys.readouterr()
    assert printed.out == f"{book}: 20 puzzles on 10 pages\n"
    assert "pencilp: 1 of 21 puzzles was left out: see above" in printed.err


def test_large_boards_get_more_space() -> None:
    def counts(items: list[Item], most: int = 4) -> list[int]:
        return [len(page.items) for page in pages_of(items, "", "a4", most, PUZZLES)]

    assert counts([item(8)] * 9) == [4, 4, 1]
    assert counts([item(8)] * 9, 12) == [9]
    assert counts([item(8), item(8), item(30), item(8)]) == [2, 1, 1]
    assert counts([item(8, "word " * 500)] * 2) == [1, 1]
    last = pages_of([*[item(8)] * 4, item(30)], "", "a4", 4, PUZZLES)[-1]
    assert (last.columns, last.rows) == (1, 1)
    # a board that is too large for any page has its own one
    assert counts([item(99), item(8)]) == [1, 1]
    # the last page has the layout of the one before it
    first, last = pages_of([item(8)] * 5, "", "a4", 4, PUZZLES)
    assert (first.columns, first.rows) == (last.columns, last.rows) == (2, 2)


def test_a_book_as_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("typst", reason="the extra pdf is not installed")
    puzzle = pencilp.load(AKARI)
    puzzle.name = "#strong[x] $y$ \\ <z>"
    named = tmp_path / "named.txt"
    named.write_text(written(puzzle, None, "text"), encoding="utf-8")
    book = tmp_path / "book.pdf"
    assert main(["print", str(named), NURIKABE, "-o", str(book), "--title", "*A* \U000f0000", "--paper", "letter"]) == 0
    printed = capsys.readouterr()
    assert printed.out == f"{book}: 2 puzzles on 2 pages\n"
    # a letter that no font has
    assert printed.err == (
        f"pencilp: {book}: no font of this machine has these letters, so they are missing in it: \\U000f0000\n"
    )
    content = book.read_bytes()
    assert content.startswith(b"%PDF-")
    first = tmp_path / "again.pdf"
    assert (
        main(["print", str(named), NURIKABE, "-o", str(first), "--title", "*A* \U000f0000", "--paper", "letter"]) == 0
    )
    assert first.read_bytes() == content


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "book.doc"], "book.doc: cannot write .doc; use one of .pdf, .html"),
        (["-o", "no/book.html"], "no/book.html: cannot be written: there is no folder"),
        (["-o", "book.html", "--per-page", "13"], "'13' is not a whole number from 1 to 12"),
        (["-o", "book.html", "--paper", "a9"], "invalid choice: 'a9'"),
    ],
)
def test_wrong_options_are_refused(
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        code = main(["print", AKARI, *arguments])
    except SystemExit as end:
        code = end.code
    assert code == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_pdf_needs_its_library(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    assert main(["print", AKARI, "-o", str(tmp_path / "book.pdf")]) == 2
    assert capsys.readouterr().err == (
        "pencilp: PDF files need the library typst: pip install 'pencilp[pdf]' (in a clone of it: pip install '.[pdf]'); "
        "or name an .html file, which a browser prints\n"
    )
