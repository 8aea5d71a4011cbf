"""The choice among tests by ``pytest --genre``."""

from __future__ import annotations

import types
from pathlib import Path

import pytest

from tests import conftest


def chosen(*arguments: str) -> list[str]:
    """Return the genres that a command line of pytest names."""
    parser = pytest.Parser(_ispytest=True)
    conftest.pytest_addoption(parser)
    return [name for text in parser.parse(list(arguments)).genre for name in conftest.genres_named(text)]


def test_several_genres_are_named_by_commas_or_again() -> None:
    assert chosen() == []
    assert chosen("--genre", "norinori") == ["norinori"]
    assert chosen("--genre", "norinori,slither", "--genre=lits") == ["norinori", "slitherlink", "lits"]


def test_an_unknown_genre_among_several_is_refused() -> None:
    with pytest.raises(pytest.UsageError, match="there is no genre 'nosuch'"):
        chosen("--genre", "norinori,nosuch")


class Item:
    """What pytest knows of a test about a genre."""

    path = Path("tests/test_genres.py")

    def __init__(self, nodeid: str) -> None:
        self.nodeid = nodeid

    def get_closest_marker(self, mark: str) -> None:
        """Return no mark."""


def test_the_tests_of_each_chosen_genre_run() -> None:
    class Config:
        hook = types.SimpleNamespace(pytest_deselected=lambda items: None)

        def getoption(self, name: str) -> list[str]:
            assert name == "--genre"
            return ["norinori", "lits"]

    names = ["norinori", "slitherlink", "lits"]
    items = [Item(f"test_genres.py::test_it[{name}]") for name in names]
    conftest.pytest_collection_modifyitems(Config(), items)  # type: ignore[arg-type]
    assert [conftest.genre_of_test(one.nodeid) for one in items] == ["lits", "norinori"]
