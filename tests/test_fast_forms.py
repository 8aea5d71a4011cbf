"""The registry of fast forms: its entries exist, and a plan says which form it took for each structure, and why none."""

from __future__ import annotations

import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import pencilp
from pencilp import genres
from pencilp.cli import main
from pencilp.model import Clause, Model
from pencilp.model.structures import Structure, StructureRule
from pencilp.reformulate import fast
from pencilp.reformulate.plan import plan
from pencilp.structures.islands import Islands, OneColour

ROOT = Path(__file__).parent.parent


def registered() -> dict[str, tuple[str, ...]]:
    for structure in (ROOT / "src" / "pencilp" / "genres").glob("*/structure.py"):
        import_module(f"pencilp.genres.{structure.parent.name}.structure")
    return fast.registered()


def test_every_entry_of_the_registry_is_a_structure_and_its_forms() -> None:
    entries = registered()
    assert len(entries) > 20
    for structure, forms in entries.items():
        assert issubclass(fast.load_form(structure), (Structure, StructureRule))  # type: ignore[arg-type]
        assert forms
        for form in forms:
            structure_and_rules = inspect.signature(fast.load_form(form)).parameters
            assert [*structure_and_rules][1:] == ["rules"]


def test_every_file_of_a_form_has_an_entry_or_is_used_by_one() -> None:
    entries = {form.partition(":")[0] for forms in registered().values() for form in forms}
    files = (ROOT / "src" / "pencilp" / "genres").glob("*/fast.py")
    assert {f"pencilp.genres.{path.parent.name}.fast" for path in files} <= entries


def test_a_structure_without_a_form_of_its_own_has_that_of_its_nearest_base() -> None:
    class MyIslands(Islands):
        pass

    assert fast.forms_of(MyIslands) == fast.forms_of(Islands) != fast.forms_of(OneColour)
    assert fast.forms_of(Structure) == ()


def test_only_the_forms_of_the_structures_that_are_there_are_loaded() -> None:
    script = """
import sys
import pencilp
pencilp.solve(pencilp.load("examples/slitherlink.txt"))
print(*sorted(name for name in sys.modules if name.startswith("pencilp.reformulate.fast.")))
"""
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["pencilp.reformulate.fast.loop"]


def test_a_plan_reports_why_a_form_was_not_used() -> None:
    m = Model()
    Islands(m, m.binaries("sea", 2), [(0, 1)], ["a", "b"])
    first, *_, last = str(plan(m)).splitlines()
    assert first == (
        "islands: no fast form, because the rules do not say that every island holds one number; the rules do not say of "
        "every island which labelled cells it holds; the rules do not say that every group is a rectangle"
    )
    assert last == "0 rules stated"


def test_a_plan_reports_rules_without_fast_form() -> None:
    m = Model()
    Structure(m)
    m.require("some rule", Clause([m.binary("x")]))
    assert str(plan(m)) == "structure: no fast form, because none is known for this structure\n1 rule stated"


def test_show_prints_the_plan(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(ROOT / "examples" / "fillmat.txt"), "--plan"]) == 0
    assert capsys.readouterr().out == "regions: listed placements of 4 shapes\n4 rules stated\n"


@pytest.mark.parametrize("name", sorted(genres.names())[::7])
def test_every_structure_of_an_example_has_a_line_in_its_plan(name: str) -> None:
    example = ROOT / "examples" / f"{name}.txt"
    if not example.exists():
        pytest.skip(f"{name} has no example of this name")
    m = pencilp.formulate(pencilp.load(example))
    lines = str(plan(m)).splitlines()
    assert len(lines) == len(m.structures) + 1
