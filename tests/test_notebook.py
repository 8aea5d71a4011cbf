"""What a notebook shows, and the tour in ``examples``."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import pencilp
from pencilp.model import Model, exactly

ROOT = Path(__file__).parent.parent
TOUR = ROOT / "examples" / "tour.ipynb"


def cells(kind: str) -> list[str]:
    return ["".join(cell["source"]) for cell in json.loads(TOUR.read_text())["cells"] if cell["cell_type"] == kind]


def shown(source: str, names: dict[str, Any]) -> Any:
    """What a cell shows: the value of its last line, if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None


def html_of(value: Any) -> str:
    return value._repr_html_() if hasattr(value, "_repr_html_") else value._repr_svg_()


def well_formed(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<body>{html}</body>")


def test_every_cell_of_the_tour_runs_and_shows_something(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {}
    values = [shown(source, names) for source in cells("code")]
    assert [value is None for value in values] == [source.startswith("for ") for source in cells("code")]
    for value in values:
        if value is not None:
            well_formed(html_of(value))
    assert [value.status for value in values if isinstance(value, pencilp.Outcome)] == [
        "unique",
        "multiple",
        "multiple",
        "unique",
    ]
    assert "a shaded cell touches exactly one other" in capsys.readouterr().out
    assert all(json.loads(TOUR.read_text())["cells"])
    assert not any(cell.get("outputs") for cell in json.loads(TOUR.read_text())["cells"])


def test_the_tour_runs_in_its_own_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TOUR.parent)
    assert shown(cells("code")[0], {}).genre.name == "akari"


def test_an_outcome_shows_all_its_answers() -> None:
    puzzle = pencilp.puzzle("norinori", pencilp.square(2, 4), rooms=[[1, 1, 2, 2]] * 2)
    outcome = pencilp.solve(puzzle, count=0)
    tree = well_formed(outcome._repr_html_())
    assert len(tree.findall("div/{http://www.w3.org/2000/svg}svg")) == 9
    assert "multiple: 9 answers by clasp" in "".join(tree.find("p").itertext())  # type: ignore[union-attr]
    none = pencilp.solve(pencilp.puzzle("norinori", pencilp.square(1, 3), rooms=[[1, 2, 2]]))
    tree = well_formed(none._repr_html_())
    assert not tree.findall("div")
    assert "none: 0 answers" in none._repr_html_()


def test_a_model_shows_its_rules() -> None:
    m = Model(lambda c: f"r1c{c + 1}")
    x = m.binaries("x", 3)
    m.require("a < b & c", exactly(2, x), at=0)
    m.require("no place", x[0])
    m.maximize(x[0] + 2 * x[1])
    tree = well_formed(m._repr_html_())
    rows = [["".join(cell.itertext()) for cell in row] for row in tree.findall("table/tbody/tr")]
    assert rows == [["a < b & c", "r1c1", "exactly 2 of x(1), x(2), x(3)"], ["no place", "", "x(1)"]]
    assert "3 0/1 variables, 0 whole numbers, 2 rules" in "".join(tree.find("details/summary").itertext())  # type: ignore[union-attr]
    assert [p.text for p in tree.findall("p")] == ["Maximize", "x(1) + 2 x(2)"]


def test_of_very_many_rules_a_notebook_shows_the_first() -> None:
    m = Model()
    for x in m.binaries("x", 600):
        m.require("it holds", x)
    html = m._repr_html_()
    assert html.count("<tr><td>") == 500
    assert "100 more rules: print(model) shows all" in html
    assert well_formed(Model()._repr_html_()) is not None
