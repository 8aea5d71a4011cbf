"""What is made from the genres' pages is whole, and every genre tells what a user needs to know."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from pencilp import genres
from pencilp.encodings.partial_puzzle import Body
from pencilp.errors import InputError
from pencilp.model.structures import RuleFamily, Structure, StructureRule
from pencilp.structures.groups import GroupRule

DOCS = Path(__file__).parent.parent / "docs"


@pytest.mark.every_genre
def test_the_page_of_genres_has_every_genre_with_its_layers() -> None:
    page = runpy.run_path(str(DOCS / "generate.py"))["page"]()
    for name in genres.names():
        genre = genres.load(name)
        section = page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        assert inspect.getdoc(genre) in section
        for layer in [*genre.inputs.values(), *genre.answers.values()]:
            assert f"* `{layer.name}`, on {layer.on}" in section
            assert layer.text in section


@pytest.mark.every_genre
def test_the_index_has_every_name_of_every_genre() -> None:
    made = genres.index()
    assert {called: known for known in genres.names() for called in genres.called(genres.load(known))} == made


def test_two_genres_with_one_name_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(genres.find("lits"), "aliases", ("Nori Nori",))
    with pytest.raises(ValueError, match="lits and norinori are both called 'norinori'"):
        genres.index()


@pytest.mark.every_genre
def test_generated_documents_are_up_to_date() -> None:
    for path, text in runpy.run_path(str(DOCS / "generate.py"))["pages"]().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is old: python docs/generate.py"


def test_names_are_found_with_no_index_with_an_old_one_and_with_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    new = genres.index()
    left = {name: known for name, known in new.items() if known != "kurodoko"}
    old = {**left, "kuromasu": "lits", "mashu": "a_page_that_was_removed"}
    for known in ({}, old, new):
        monkeypatch.setattr(genres, "_index", lambda known=known: known)
        genres.find.cache_clear()
        for name in ("kuromasu", "Kurodoko", "黒どこ"):
            assert genres.find(name).name == "kurodoko"
        assert genres.find("mashu").name == "masyu"
        with pytest.raises(InputError, match=r"did you mean slitherlink"):
            genres.find("slitherlinc")
    genres.find.cache_clear()


def test_an_unknown_genre_is_answered_with_the_nearest() -> None:
    with pytest.raises(InputError, match=r"did you mean slitherlink"):
        genres.find("slitherlinc")
    with pytest.raises(InputError, match=r"did you mean slitherlink"):
        genres.find("sliterlink")
    with pytest.raises(InputError, match=r"did you mean mashu or masyu"):
        genres.find("Mashuu")
    with pytest.raises(InputError, match="there is no genre ''"):
        genres.find("")


def test_the_guide_shows_a_proof_as_it_is() -> None:
    proof = (DOCS.parent / "tests" / "genres" / "norinori.py").read_text(encoding="utf-8")
    guide = (DOCS / "adding-a-genre.md").read_text(encoding="utf-8")
    shown = guide.partition("## 5. Prove it")[2].partition("```python\n")[2].partition("```")[0]
    assert len(shown) > 500
    assert proof.startswith(shown.rstrip("\n"))


def test_the_guide_shows_a_page_as_it_is() -> None:
    page = (DOCS.parent / "src" / "pencilp" / "genres" / "norinori.py").read_text(encoding="utf-8")
    guide = (DOCS / "adding-a-genre.md").read_text(encoding="utf-8")
    shown = guide.partition("## 1. Write the module")[2].partition("```python\n")[2].partition("```")[0]
    parts = shown.partition("class ")[2].strip().split("\n\n")
    assert len(parts) == 4
    for part in parts:
        assert part in page


def test_the_vocabulary_lists_every_function_of_the_rules() -> None:
    table = (DOCS / "vocabulary.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.split("|")[2:4]] for line in table.splitlines() if line.startswith("| ")]
    listed = sorted((where.strip("`"), word) for words, where in rows for word in re.findall(r"`(\w+)`", words))
    there = []
    for path in (DOCS.parent / "src" / "pencilp" / "rules").glob("*.py"):
        functions = [n for n in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(n, ast.FunctionDef)]
        there += [(path.stem, function.name) for function in functions if not function.name.startswith("_")]
    assert listed == sorted(there)


def test_the_guide_to_a_new_genre_is_short() -> None:
    assert len((DOCS / "adding-a-genre.md").read_text(encoding="utf-8").split()) <= 2500


def test_the_formulations_name_every_structure_every_rule_about_one_and_every_fast_form() -> None:
    page = (DOCS / "formulations.md").read_text(encoding="utf-8").partition("## Rules about something larger")[2]
    source = DOCS.parent / "src" / "pencilp"
    own = [path for name in ("structure", "fast") for path in source.glob(f"genres/*/{name}.py")]
    files = [*source.glob("model/[a-z]*.py"), *source.glob("structures/[a-z]*.py"), *own]
    modules = [
        importlib.import_module(".".join(path.relative_to(source.parent).with_suffix("").parts)) for path in files
    ]
    kinds = {kind for module in modules for kind in vars(module).values() if inspect.isclass(kind)}
    bases = {Structure, StructureRule, RuleFamily, GroupRule}
    named = {kind.__name__ for kind in kinds - bases if issubclass(kind, Structure | StructureRule | RuleFamily)}
    forms = {path.stem for path in source.glob("reformulate/fast/[a-z]*.py")}
    words = set(re.findall(r"`(\w+)`", page))
    assert {name for name in named | forms if name not in words and not name.startswith("_")} == set()


def test_the_code_of_links_in_the_document_reads_and_writes() -> None:
    block = re.findall(
        r"^```python\n(.*?)^```", (DOCS / "encodings.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    names: dict[str, Any] = {}
    exec(block[0], names)
    code = names["CountedBlanks"]()
    assert code.read(Body("if")) == [None] * 15
    assert code.write([5, None, None, 7], 1) == ("i2", 2)
    assert code.write([5, None, 7], 1) is None


def test_the_loop_of_the_document_finds_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(
        r"^```python\n(.*?)^```", (DOCS / "proofs.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    exec(block, {})
    assert "●" in capsys.readouterr().out
