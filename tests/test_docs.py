"""The generated page of genres is up to date, and every genre tells what a user needs to know."""

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
    with pytest.raises(InputError, match="did you mean norinori"):
        genres.find("norinorri")


@pytest.mark.parametrize("name", genres.names())
def test_every_genre_has_an_example(name: str) -> None:
    examples = DOCS.parent / "examples"
    texts = [p.read_text(encoding="utf-8").split("\n", 1)[0].strip() for p in examples.glob("*.txt")]
    assert any(first == name for first in texts), f"no file in examples/ is a {name}"
