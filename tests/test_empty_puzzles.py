"""Empty puzzles to be filled in, what ``pencilp genres`` shows of a genre, and where an error in a link is."""

from __future__ import annotations

import re

import pytest

from pencilp import genres
from pencilp.board.lattice import hexagon, hexagonal, square
from pencilp.cli import main
from pencilp.errors import InputError
from pencilp.formats.links import read_link
from pencilp.formats.text import text as plain
from pencilp.formats.text.template import template


@pytest.mark.parametrize("name", genres.names())
def test_an_empty_puzzle_lists_all_layers_and_is_read_once_its_rooms_are_filled(name: str) -> None:
    genre = genres.load(name)
    for shape in genre.shapes:
        lattice = genre.own_board() or {"square": square, "hexagonal": hexagonal}[shape](4, 4)
        content = template(genre, lattice)
        assert max(map(len, content.splitlines())) < 130
        for layer in genre.inputs.values():
            assert f"// {layer.name}: " in content
            assert " ".join(layer.text.split()[:4]) in content.replace("\n//  ", "")
            if layer.value.missing and not layer.optional:
                # what must be there cannot be empty
                content = content.replace(f"{layer.name}:\n" + "- - - -\n" * 4, f"{layer.name}:\n" + "1 1 1 1\n" * 4)
        content = re.sub(r"^// (fleet|stars): ?$", r"\1: 1", content, flags=re.MULTILINE)
        try:
            (puzzle,) = plain.read(content)
        except InputError as error:
            # a page may refuse what is not filled in: a Dominosa has a number everywhere
            assert "needs" in str(error) or "every" in str(error), f"{error}\n{content}"  # noqa: PT017
            continue
        assert puzzle.lattice == lattice
        for key, layer in genre.inputs.items():
            if layer.on != "board" and not layer.value.missing:
                assert puzzle[key] == layer.default(lattice), key


def test_boards_of_hexagons_keep_their_outline() -> None:
    content = template(genres.load("second_turn"), hexagon(2))
    assert plain.read(content)[0].lattice is hexagon(2)
    with pytest.raises(InputError, match="kakuro is not played on hexagonal boards"):
        template(genres.load("kakuro"), hexagon(2))


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "Nurikabe", "2x3"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0] == "nurikabe"
    assert (
        "// clues: how many cells the island has; a number, 1 to 6; ? an unknown number\nclues:\n- - -\n- - -\n" in out
    )
    assert main(["new", "kenken"]) == 0
    assert "\ncages:\n" + "- - - - - -\n" * 6 + "//" in capsys.readouterr().out
    assert main(["new", "nurikabe", "2"]) == 2
    assert "'2' is no size of a board, such as 10x10" in capsys.readouterr().err


@pytest.mark.parametrize("name", [name for name in genres.names() if genres.load(name).own_board() is not None])
def test_a_kind_with_a_board_of_its_own_has_no_other(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", name, "6x6"]) == 2
    assert f"{name} needs its own board of " in capsys.readouterr().err


@pytest.mark.parametrize("name", genres.names())
def test_an_empty_puzzle_has_a_default_size(name: str) -> None:
    genre = genres.load(name)
    board = genre.usual_board()
    genre.check_board(board)
    assert ("sudoku" not in name) or (board.rows, board.cols) == (9, 9) or board == genre.own_board()
    assert genre.name in template(genre, board)


def test_a_genre_is_shown_with_its_tokens_and_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["genres", "masyu"]) == 0
    out = capsys.readouterr().out
    assert "      w a white circle\n      b a black circle\n" in out
    text = out.partition("solves it):\n\n")[2].partition("\n\n")[0]
    assert plain.read(text)[0].genre.name == "masyu"
    assert "┌──" in out


@pytest.mark.parametrize(
    ("link", "says", "caret"),
    [
        ("norinori/5/5/cag4o", "the link ends too soon (character 6 of the body)", "    cag4o\n         ^\n"),
        (
            "norinori/5/5/cag4ocjoab",
            "the link goes on after the last cell: 'ab' (character 9",
            "cjoab\n            ^\n",
        ),
        ("nurikabe/5/5/-1azj", "26 is not allowed on this board, only 1 to 25 (clues r1c1)", ""),
        ("nurikabe/500/500/" + "z" * 99 + "!", "'!' ", "…" + "z" * 40 + "!\n" + " " * 45 + "^\n"),
    ],
)
def test_an_error_in_a_link_has_a_reason_and_points_at_the_character(
    link: str, says: str, caret: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", f"https://puzz.link/p?{link}"]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"pencilp: {says}")
    assert err.endswith(caret)
    assert err.count("\n") == (3 if caret else 1)
    assert "puzz.link" not in err


def test_the_excerpt_stays_with_the_error() -> None:
    with pytest.raises(InputError) as caught:
        read_link("https://puzz.link/p?norinori/5/5/cag4o")
    assert caught.value.excerpt == ("cag4o", 5)
    assert caught.value.within("links.txt").excerpt == ("cag4o", 5)
    assert InputError("no").pointed() == ""
    assert template(genres.load("norinori"), square(1, 2)).count("\nrooms:\n- -\n") == 1
