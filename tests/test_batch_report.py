"""The report of a batch: an HTML file with counts, plots and drawings."""

from __future__ import annotations

import base64
import re
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pencilp import api
from pencilp.cli import main

ONE = "norinori\nrooms:\n1 1\n"
SEVERAL = "norinori\nname: <two>\nrooms:\n1 1 2 2\n1 1 2 2\n"
NONE = "norinori\nrooms:\n1 2\n"
Write = Callable[..., str]
needs_matplotlib = pytest.mark.skipif(
    find_spec("matplotlib") is None, reason="the extra pencilp[report] is not installed"
)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def put(content: str, name: str = "x.txt") -> str:
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        return str(path)

    return put


class Tags(HTMLParser):
    """The tags of a page and their attributes. Each tag that needs it is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in ("img", "meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def images_of(page: str) -> list[ElementTree.Element]:
    """The pictures of a page, which are all inside it."""
    tags = Tags(page).found
    assert not {"script", "link", "iframe"} & {tag for tag, _ in tags}
    head = "data:image/svg+xml;base64,"
    sources = [attributes["src"] or "" for tag, attributes in tags if tag == "img"]
    assert all(source.startswith(head) for source in sources)
    return [ElementTree.fromstring(base64.b64decode(source[len(head) :])) for source in sources]


@needs_matplotlib
def test_a_report_has_counts_plots_and_both_answers(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, report = write(f"{ONE}---\nbad & worse\n---\n{SEVERAL}---\n{NONE}"), write("old", "report.html")
    out = str(tmp_path / "out.jsonl")
    assert main(["batch", path, "-o", out, "--report", report, "--jobs", "1", "--quiet"]) == 2
    assert capsys.readouterr() == ("", "")
    page = Path(report).read_text(encoding="utf-8")
    assert "<h1>4 puzzles</h1>" in page
    assert re.search(r"<td>all</td><td>4</td><td>1</td><td>1</td><td>1</td><td>1</td>", page)
    assert "bad &amp; worse" in page
    assert "&lt;two&gt;" in page
    assert "the two differ at 2 places, which are marked" in page
    # two plots, two answers, and the puzzle without an answer
    assert len(images_of(page)) == 5
    assert not [each for each in tmp_path.iterdir() if each.name not in ("x.txt", "report.html", "out.jsonl")]
    # the same from the records, without the puzzles
    Path(path).unlink()
    again = str(tmp_path / "again.html")
    assert main(["batch", out, "--report", again, "--summary"]) == 2
    shown = capsys.readouterr().out
    assert "4 puzzles; summed up" in shown
    assert Path(again).read_text(encoding="utf-8") == page


@needs_matplotlib
def test_a_report_needs_no_file_of_records_and_draws_at_most_fifty(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = str(tmp_path / "report.html")
    assert main(["batch", write("---\n".join([NONE] * 53)), "--report", report]) == 1
    assert capsys.readouterr().out == ""
    page = Path(report).read_text(encoding="utf-8")
    assert "3 more puzzles without exactly one answer are not drawn" in page
    assert len(images_of(page)) == 52


def test_differing_places_of_all_kinds_are_found() -> None:
    from pencilp.cli.batch_report import differing

    cells = api.solve(api.load(SEVERAL), count=2).answers
    assert differing(cells[0], cells[0]) == []
    assert len(differing(cells[0], cells[1])) == 2
    lines = api.solve(api.load("slitherlink\nnumbers:\n- -\n- -\n"), count=2).answers
    assert {kind for kind, _ in differing(lines[0], lines[1])} == {"edges"}  # type: ignore[misc]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("IN --report x.svg", "x.svg: cannot write .svg; use one of .html"),
        ("IN --report no/x.html", "there is no folder"),
        ("REPORT.html --report REPORT.html", "REPORT.html: it is an input file; name another file"),
        ("RECORDS", "RECORDS.jsonl: these are records of a batch: add --summary or --report, or name puzzles"),
        ("RECORDS IN --summary", "IN: these are no records of a batch"),
        ("RECORDS --summary -o new.jsonl", "--output: the input is records"),
    ],
)
@needs_matplotlib
def test_wrong_reports_are_refused_before_anything_is_written(
    arguments: str, says: str, write: Write, tmp_path: Path,
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    write(ONE, "IN")
    write(ONE, "REPORT.html")
    main(["batch", "IN", "-o", "RECORDS.jsonl", "--quiet"])
    before = sorted(tmp_path.iterdir())
    words = [{"RECORDS": "RECORDS.jsonl"}.get(word, word) for word in arguments.split()]
    assert main(["batch", *words]) == 2
    assert says in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == before
    assert Path("REPORT.html").read_text(encoding="utf-8") == ONE


def test_a_report_without_the_library_is_one_line_before_the_work(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    out = tmp_path / "out.jsonl"
    assert main(["batch", write(ONE), "-o", str(out), "--report", str(tmp_path / "r.html")]) == 2
    assert capsys.readouterr().err.startswith(
        "pencilp: --report: a report needs matplotlib: pip install 'pencilp[report]'"
    )
    assert not out.exists()
