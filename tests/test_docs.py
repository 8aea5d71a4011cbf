"""What is generated from the genres' pages is up to date, and every genre tells what a user needs to know."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from pencilp import genres
from pencilp.errors import InputError

DOCS = Path(__file__).parent.parent / "docs"


def generator():  # type: ignore[no-untyped-def]
    spec = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_of_genres_is_up_to_date() -> None:
    assert (DOCS / "genres.md").read_text(encoding="utf-8") == generator().page(), "run python docs/generate.py"


def test_the_index_of_names_is_up_to_date() -> None:
    made = generator()
    assert made.INDEX.read_text(encoding="utf-8") == made.index(), "run python docs/generate.py"


def test_two_genres_with_one_name_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(genres.find("lits"), "aliases", ("Nori Nori",))
    with pytest.raises(ValueError, match="lits and norinori are both called 'norinori'"):
        generator().index()


def test_a_page_that_the_index_does_not_know_is_found_and_an_old_entry_misleads_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    left = {name: known for name, known in genres._index().items() if known != "kurodoko"}
    old = {**left, "kuromasu": "lits", "mashu": "a_page_that_was_removed"}
    monkeypatch.setattr(genres, "_index", lambda: old)
    genres.find.cache_clear()
    for name in ("kuromasu", "Kurodoko", "黒どこ"):
        assert genres.find(name).name == "kurodoko"
    assert genres.find("mashu").name == "masyu"
    genres.find.cache_clear()


@pytest.mark.parametrize("name", genres.names())
def test_a_genre_is_complete(name: str) -> None:
    genre = genres.load(name)
    assert genre.title
    assert genre.title_ja
    assert genre.__doc__
    assert len(genre.__doc__) > 40
    assert genre.answers
    for layer in [*genre.inputs.values(), *genre.answers.values()]:
        assert layer.text, f"{layer.name} has no text"


@pytest.mark.parametrize("name", genres.names())
def test_a_genre_is_found_by_all_its_names(name: str) -> None:
    genre = genres.load(name)
    for alias in (genre.title, genre.title_ja, *genre.aliases, *([genre.link_id] if genre.link_id else [])):
        assert genres.find(alias) is genre, alias


def test_an_unknown_genre_is_answered_with_the_nearest() -> None:
    with pytest.raises(InputError, match=r"did you mean norinori\?"):
        genres.find("norinorri")
    with pytest.raises(InputError, match=r"did you mean norinori\?"):
        genres.find("nornori")
    with pytest.raises(InputError, match=r"did you mean mashu or masyu"):
        genres.find("Mashuu")
    with pytest.raises(InputError, match="there is no genre ''"):
        genres.find("")


@pytest.mark.parametrize("name", genres.names())
def test_every_genre_has_an_example(name: str) -> None:
    examples = DOCS.parent / "examples"
    texts = [p.read_text(encoding="utf-8").split("\n", 1)[0].strip() for p in examples.glob("*.txt")]
    assert any(first == name for first in texts), f"no file in examples/ is a {name}"
