"""A clue that no board of its kind and size can use is refused with a line, in every genre and wherever it comes from."""

from __future__ import annotations

from typing import Any

import pytest

from pencilp import api, genres
from pencilp.board.lattice import square
from pencilp.board.layers import Numbers
from pencilp.board.layers.bounds import GREATEST, greatest
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.formats import examples
from pencilp.formats.dataset import read_dataset
from pencilp.formats.links import read_link
from pencilp.formats.pzpr import read_pzpr
from pencilp.formats.text import text as plain


def number_types(kind: Any) -> list[Any]:
    """The types of numbers that a value type is made of: those that set a bound of their own, be it none."""
    if hasattr(kind, "types"):
        return [each for part in kind.types for each in number_types(part)]
    return [kind] if "greatest" in vars(kind) else []


BOUNDED = [
    (name, layer.name)
    for name in genres.names()
    for layer in genres.load(name).inputs.values()
    if any(kind.greatest is not None for kind in number_types(layer.value))
]


def shifted(value: Any, number: int) -> Any:
    """A value with another number: a number, an arrow with it, or a pair of sums."""
    return (
        (*(None for _ in value[:-1]), number)
        if isinstance(value, tuple) and len(value) == 2
        else ((*value[:-1], number) if isinstance(value, tuple) else number)
    )


@pytest.mark.parametrize(("name", "key"), BOUNDED)
def test_a_number_above_what_the_board_can_use_is_refused(name: str, key: str) -> None:
    puzzle = examples.example(name)
    layer = puzzle.genre.inputs[key]
    (kind,) = number_types(layer.value)
    most = kind.greatest(puzzle.lattice)
    values = puzzle[key]
    place, value = next(((at, v) for at, v in layer.place.items(values) if v is not None and v != "?"), (0, None))
    value = value or next(value for value, _ in layer.value.samples())

    def changed(number: int) -> Any:
        new = shifted(value, number)
        if layer.on == "board":
            return new
        if layer.on == "lines":
            side, line, k = place
            lines = [list(clues) for clues in values[side]]
            lines[line][k] = new
            return {**values, side: [tuple(clues) for clues in lines]}
        return [new if i == place else v for i, v in enumerate(values.listed)]

    bound = layer.bind(changed(most), puzzle.lattice)
    assert bound is not None
    with pytest.raises(InputError, match=rf"^{key}.*: {most + 1} is not allowed on this board, only \d+ to {most}$"):
        layer.bind(changed(most + 1), puzzle.lattice)


@pytest.mark.every_genre
def test_every_genre_with_counting_clues_has_bounds() -> None:
    """What is left: numbers that may be anything, such as names of pairs or those that mean nothing where they are shaded,
    and results of calculations.
    """
    open_ended = {
        f"{name} {key}"
        for name in genres.names()
        for key, layer in genres.load(name).inputs.items()
        for kind in number_types(layer.value)
        if kind.greatest is None and getattr(kind, "high", None) is None
    }
    assert open_ended == {
        "araf numbers", "bdblock numbers", "dominosa numbers", "factors products", "hitori numbers", "japanesesums sums",
        "numberlink numbers", "pills numbers", "skyscrapers given", "skyscrapers heights", "slashpack numbers",
        "yajikazu clues", "yajisoko clues",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (
            "nurikabe\nclues:\n0 -\n",
            "3:1: clues: 0 is not allowed, only 1 or more; write a number from 1 on or ?, or -",
        ),
        ("nurikabe\nclues:\n3 -\n", "3:1: clues r1c1: 3 is not allowed on this board, only 1 to 2"),
        (
            "dbchoco\ngrey:\n-\nnumbers:\n4\n",
            "5:1: numbers r1c1: 4 is not allowed on this board, it is too small for any",
        ),
        ("hebi\nclues:\n6e -\n", "3:1: clues r1c1: 6 is not allowed, only 0 to 5"),
        ("slitherlink\nnumbers:\n5 -\n", "3:1: numbers r1c1: 5 is not allowed on this board, only 0 to 4"),
        ("tents\ntrees:\nT -\ncounts:\ntop 3 -\n", "4:1: counts top 1: 3 is not allowed on this board, only 0 to 2"),
        ("kakuro\nsums:\n\\ 46\\ \n\\7 -\n", "3:3: sums r1c2: 46 is not allowed, only 1 to 45"),
    ],
)
def test_the_line_names_the_range(content: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        plain.read(content)
    assert str(caught.value).startswith(says)


def test_all_formats_refuse_it_in_the_same_words() -> None:
    says = "5 is not allowed on this board, only 0 to 4"
    readers = [
        lambda: plain.read("slitherlink\nnumbers:\n5 -\n"),
        lambda: read_pzpr("pzprv3/slither/1/2/5 . /"),
        lambda: read_dataset("1 2\n5 -", "", genres.find("slitherlink")),
        lambda: api.puzzle("slitherlink", square(1, 2), numbers=[5, None]),
    ]
    for read in readers:
        with pytest.raises(InputError, match=says):
            read()
    with pytest.raises(InputError, match="r1c1: 26 is not allowed on this board, only 1 to 25"):
        read_link("https://puzz.link/p?nurikabe/5/5/-1azj")


def test_a_word_that_is_no_bound_is_refused() -> None:
    assert greatest("cells") is GREATEST["cells"]
    assert greatest(4) is greatest(None) is None
    with pytest.raises(ValueError, match="there is no bound 'stars', only sides, "):
        greatest("stars")


def test_bounds_do_not_depend_on_other_clues() -> None:
    puzzle = Puzzle(genres.load("nurikabe"), square(2, 2), {"clues": [4, None, None, 4]})
    assert api.solve(puzzle).status == "none"


def test_a_bound_is_in_words_if_there_is_no_board() -> None:
    sides = Numbers("", high="sides").value
    assert sides.range_text(None) == "a number, 0 to the number of sides of a cell"
    assert sides.range_text(square(2, 2)) == "a number, 0 to 4"
