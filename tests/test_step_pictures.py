"""Pictures of steps: structure, marks, texts that are escaped, and the files that the commands write."""

from __future__ import annotations

import json
import re
import runpy
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import pencilp
from pencilp import Answer, Puzzle, translations
from pencilp.analysis.steps.pictures import view_of, views_of
from pencilp.analysis.steps.step import Step, Way
from pencilp.cli import main
from pencilp.draw.svg.steps import StepPicture, StepView, layers, strip

EXAMPLES = Path(__file__).parent.parent / "examples"
SVG = "{http://www.w3.org/2000/svg}"
KINDS_OF_BOARDS = ("akari", "sudoku", "tents", "norinori-p01", "yajilin", "hitori")
HOSTILE = "</script><script>alert(1)</script>&\"'\x00 http://example.org/ {{title}}"


def example(name: str) -> Puzzle:
    return pencilp.load(EXAMPLES / f"{name}.txt")


def way_of(puzzle: Puzzle) -> Way:
    way = pencilp.explain(puzzle).way
    assert way is not None
    return way


@pytest.fixture(scope="module")
def akari() -> Way:
    return way_of(example("akari"))


def elements(svg: str) -> list[ElementTree.Element]:
    return [*ElementTree.fromstring(svg).iter()]


@pytest.mark.parametrize("name", KINDS_OF_BOARDS)
def test_a_picture_marks_a_step_and_its_reason(name: str) -> None:
    puzzle = example(name)
    way = way_of(puzzle)
    for step in way.steps[:8]:
        found = elements(step.to_svg())
        assert [e.text for e in found if e.tag == f"{SVG}title"] == [step.text]
        # each mark is drawn twice, with its halo
        assert len([e for e in found if e.get("class") == "follows"]) == 2 * len(step.marks)
        dashed = [e for e in found if e.get("class") == "reason" and e.get("stroke-dasharray")]
        assert bool(dashed) == bool(view_of(step, step.before or way.start).reason)
        assert not [e for e in found if e.get("class") == "follows" and e.get("stroke-dasharray")]


def test_a_notebook_shows_a_step_and_a_way(akari: Way) -> None:
    step = akari.steps[3]
    assert step._repr_svg_() == step.to_svg()
    assert f"<p>{step.text}</p>" in step._repr_html_()
    assert akari._repr_html_() == akari.to_svg()
    assert Step("none", text="nothing")._repr_svg_() is None


def test_a_hint_has_a_picture_of_the_board_before_it() -> None:
    puzzle = example("akari")
    step = pencilp.hint(puzzle, Answer(puzzle, {}))
    black = [None if wall is None else 0 for wall in puzzle["walls"]]  # as the rules state outright
    assert step.before == Answer(puzzle, {"lamps": black})
    assert len([e for e in elements(step.to_svg()) if e.get("class") == "follows"]) == 2 * len(step.marks)


def test_a_hint_in_stages_reveals_no_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle, path = str(EXAMPLES / "akari.txt"), tmp_path / "hint.svg"
    values = {}
    for stage in ("where", "rule", "step"):
        assert main(["hint", puzzle, "--stage", stage, "-o", str(path)]) == 0
        found = elements(path.read_text(encoding="utf-8"))
        values[stage] = len([e for e in found if e.get("class") == "nothing" or e.get("fill") == "#ffdf5e"])
        printed = "; ".join(capsys.readouterr().out.splitlines())
        assert [e.text for e in found if e.tag == f"{SVG}title"] == [printed]
    step = pencilp.hint(example("akari"), Answer(example("akari"), {}))
    seen = [e for e in elements(step.to_svg()) if e.get("class") == "follows"]
    assert seen
    assert values["where"] == values["rule"] == 0


def test_a_hint_on_a_terminal_shows_the_board_with_the_places_marked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = str(EXAMPLES / "akari.txt")
    step = pencilp.hint(example("akari"), Answer(example("akari"), {}))
    for terminal in (True, False):
        monkeypatch.setattr("pencilp.cli.hint.is_terminal", lambda shown=terminal: shown)
        assert main(["hint", source]) == 0
        assert capsys.readouterr().out.count("!") == (len(step.marks) if terminal else 0)


def test_the_picture_of_a_mistake_marks_it() -> None:
    puzzle = example("akari")
    wrong = list(pencilp.solve(puzzle).answers[0]["lamps"])
    first = wrong.index(1)
    step = pencilp.hint(puzzle, Answer(puzzle, {"lamps": [0 if c == first else None for c in range(len(wrong))]}))
    assert step.kind == "mistake"
    assert step.witness
    found = [e.get("class") for e in elements(step.to_svg())]
    assert found.count("follows") == 2 * len(step.witness)
    assert "reason" not in found


def test_links_of_a_chain_have_numbers_and_no_place_is_marked_twice(akari: Way) -> None:
    chains = [step for step in akari.steps if step.links]
    assert chains
    for step in chains:
        view = view_of(step, step.before or akari.start)
        places = {fact.mark for link in step.links for fact in link.gives} - {*step.marks}
        assert {place for place, _ in view.notes} == places
        assert places <= {*view.reason}
        assert not {*view.follows} & {*view.reason}
        notes = [e.text for e in elements(step.to_svg()) if e.get("class") == "note"]
        assert notes == [text for _, text in view.notes]


def test_no_note_is_written_over_a_known_value() -> None:
    views = views_of(way_of(example("easyasabc")))
    assert any(view.notes for view in views)
    for view in views:
        known = {cell for cell, value in enumerate(view.board["letters"]) if value is not None}
        assert known.isdisjoint(place for place, _ in view.notes)


def test_a_strip_has_each_step_once_with_its_sentence(akari: Way) -> None:
    found = elements(akari.to_svg())
    steps = [e for e in found if e.get("class") == "step"]
    assert [e.get("id") for e in steps] == [f"step-{k}" for k in range(1, len(akari.steps) + 1)]
    for number, (group, step) in enumerate(zip(steps, akari.steps, strict=True), 1):
        assert group.findtext(f"{SVG}title") == f"{number}. {step.text}"
        written = group.findall(f"{SVG}text")[-1]
        assert "".join(" ".join(line.text or "" for line in written).split()) == f"{number}.{step.text}".replace(
            " ", ""
        )


def test_a_strip_of_no_steps_has_a_title() -> None:
    found = elements(strip([], title="Akari", last="nothing is left"))
    assert [e.text for e in found if e.tag == f"{SVG}tspan"] == ["Akari", "nothing is left"]


@pytest.mark.parametrize("name", KINDS_OF_BOARDS)
def test_layers_switched_to_a_step_are_its_picture(name: str) -> None:
    way = way_of(example(name))
    views = [StepView(way.start), *views_of(way)]
    whole = ElementTree.fromstring(layers(views))
    for number, view in enumerate(views):
        picture = f'<svg xmlns="http://www.w3.org/2000/svg">{StepPicture(view, "pointed").body()}</svg>'
        paper, *shown = leaves(whole, number)
        assert "rect" in paper
        assert sorted(shown) == sorted(leaves(ElementTree.fromstring(picture), 0))


def leaves(element: ElementTree.Element, number: int, outer: dict[str, str] | None = None) -> list[str]:
    """The elements that a picture of this number shows, each with the attributes of its groups."""
    attributes = {**(outer or {}), **element.attrib}
    within, hidden = attributes.pop("data-in", None), attributes.pop("display", None) == "none"
    runs = [[*map(int, run.split("-"))] for run in within.split()] if within else [[0, number]]
    shown = any(run[0] <= number <= run[-1] for run in runs)
    if number == 0:
        assert shown != hidden
    if not shown:
        return []
    if element.tag == f"{SVG}svg":
        attributes = {}
    if len(element):
        return [one for child in element for one in leaves(child, number, attributes)]
    return [f"{element.tag} {sorted(attributes.items())} {element.text}"]


def test_a_page_has_each_step_once_and_no_address(akari: Way) -> None:
    page = akari.to_html()
    items = re.findall(r'<li><a href="#(\d+)">(.*?)</a></li>', page)
    assert items[1:] == [(str(k), step.text) for k, step in enumerate(akari.steps, 1)]
    assert len(page.encode()) < 1_000_000
    assert not re.search(r"https?:(?!//www\.w3\.org/2000/svg\")|(?:src|href)=\"(?!#)", page)
    assert not re.search(r"\{\{|<link|<img|<iframe|@import|url\(", page)
    assert '<html lang="en">' in page


def test_a_page_in_japanese_has_japanese_words(akari: Way) -> None:
    page = akari.to_html(language="ja")
    assert '<html lang="ja">' in page
    for word in ("最初へ", "戻る", "次へ", "最後へ", "美術館"):
        assert word in page
    for number, step in enumerate(akari.in_language("ja").steps, 1):
        assert f'<a href="#{number}">{step.text}</a>' in page
    with pytest.raises(pencilp.InputError, match="there is no language"):
        akari.to_html(language="xx")


def test_texts_of_a_puzzle_are_escaped() -> None:
    puzzle = example("akari")
    puzzle.name = HOSTILE
    way = way_of(puzzle)
    way.steps[0] = way.steps[0]._replace(text=HOSTILE)
    page = way.to_html()
    assert page.count("<script>") == page.count("</script>") == 1
    assert "{{title}}" in page  # a text is no gap
    for picture in (way.to_svg(), way.steps[0].to_svg()):
        assert not [e for e in elements(picture) if e.tag.endswith("script")]
    assert "<script>" not in way.steps[0]._repr_html_()


def test_explain_writes_files_by_their_endings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = str(EXAMPLES / "akari.txt")
    assert main(["explain", source]) == 0
    text = capsys.readouterr().out
    assert main(["explain", source, "--format", "json"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for ending in ("txt", "json", "jsonl", "svg", "html"):
        assert main(["explain", source, "-o", str(tmp_path / f"way.{ending}")]) == 0
    assert capsys.readouterr().out == ""
    written = {path.suffix: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert len(written) == 5
    assert written[".txt"] == text
    for found in (json.loads(written[".json"]), [json.loads(line) for line in written[".jsonl"].splitlines()]):
        for record in (*found, *records):
            record.pop("seconds", None)
        assert found == records
    assert elements(written[".svg"])
    assert written[".html"].startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["explain", "-o", "way.doc"], "way.doc: cannot write .doc; use one of .html, .svg, .png, .txt, .json, .jsonl"),
        (["explain", "-o", "no/way.svg"], "no folder"),
        (["explain", "-o", "way.json", "--format", "json"], "--format: the ending of the file of -o says the format"),
        (["hint", "-o", "hint.html"], "hint.html: cannot write .html; use one of .svg, .png"),
    ],
)
def test_a_wrong_file_is_one_line(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*words, str(EXAMPLES / "akari.txt")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line
    assert [*tmp_path.iterdir()] == []


def test_only_another_language_needs_the_reader_of_translations(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "polib", None)
    translations.read.cache_clear()
    translations._catalogue.cache_clear()
    page, source = tmp_path / "way.html", str(EXAMPLES / "akari.txt")
    assert main(["explain", source, "-o", str(page)]) == 0
    page.unlink()
    capsys.readouterr()
    assert main(["explain", source, "-o", str(page), "--lang", "ja"]) == 2
    assert (
        "ja: polib, which reads translations, is not installed: pip install 'pencilp[web]'" in capsys.readouterr().err
    )
    assert not page.exists()


def test_without_a_step_no_picture_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pencilp.analysis.steps.walk.Walk.run", interrupted)
    target = tmp_path / "way.svg"
    assert main(["explain", str(EXAMPLES / "akari.txt"), "-o", str(target)]) == 3
    captured = capsys.readouterr()
    assert captured.err.startswith(f"pencilp: {target} was not written: no step was found yet\n")
    assert not target.exists()


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def test_without_an_answer_no_picture_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "none.txt", tmp_path / "way.html"
    source.write_text("norinori\nrooms:\n1 2\n", encoding="utf-8")
    assert main(["explain", str(source), "-o", str(target)]) == 1
    captured = capsys.readouterr()
    assert captured.out
    assert "was not written" in captured.err
    assert not target.exists()


def test_the_document_has_the_pictures_that_are_generated() -> None:
    docs = EXAMPLES.parent / "docs"
    shown = re.findall(r"!\[[^]]+\]\((pictures/.*?)\)", (docs / "insight.md").read_text(encoding="utf-8"))
    made = runpy.run_path(str(docs / "generate.py"))["step_pictures"]()
    assert [docs / name for name in shown] == [*made]
    for path in made:
        classes = {e.get("class") for e in elements(path.read_text(encoding="utf-8"))}
        assert {"follows", "reason"} <= classes


@pytest.mark.parametrize(("name", "note"), [("alter", "≠□"), ("news", "≠-"), ("news", "≠N"), ("roma", "≠→")])
def test_an_excluded_value_has_its_own_sign(name: str, note: str) -> None:
    notes = [text for view in views_of(way_of(example(name))) for _, text in view.notes]
    assert note in [text.split(" ")[0].split(",")[0] for text in notes]
    assert not [text for text in notes if re.search(r"≠\d", text)]
