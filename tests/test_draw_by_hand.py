"""Boards as somebody sees them who is solving them: dots for what is decided to be nothing."""

from __future__ import annotations

import re

from pencilp import api
from pencilp.board.puzzle import Answer
from pencilp.draw.svg import INK, PAPER, PENCIL_SHADE, PENCIL_TEXT, UNIT, by_hand, to_svg
from pencilp.formats import examples


def dots(genre: str) -> dict[int, tuple[float, float]]:
    """How far from the middle of its cell each dot of the example's answer is, in cells."""
    puzzle = examples.example(genre)
    answer = puzzle.answer or api.solve(puzzle, count=1).answer
    assert answer is not None
    lattice = puzzle.lattice
    found = {}
    for tag in re.findall(r"<circle [^>]*class=\"nothing\"[^>]*>", by_hand(puzzle, answer)):
        name, x, y = (re.search(rf'{key}="([^"]*)"', tag)[1] for key in ("data-cell", "cx", "cy"))  # type: ignore[index]
        cell = lattice.names.index(name)
        middle = lattice.center(cell)
        found[cell] = (float(x) / UNIT - middle[0], float(y) / UNIT - middle[1])
    return found


def test_dots_make_way_for_numbers() -> None:
    numbered = dict(examples.example("kurodoko")["clues"].items())
    found = dots("kurodoko")
    assert numbered.keys() <= found.keys()
    for cell, (right, down) in found.items():
        if cell not in numbered:
            assert abs(right) < 0.01
            assert abs(down) < 0.01
        else:
            assert 0.2 < right < 0.45
            assert -0.45 < down < -0.2  # below it would be a decimal point


def test_black_cells_have_no_dots() -> None:
    black = dict(examples.example("kakuro")["sums"].items())
    assert black
    assert not dots("kakuro").keys() & black.keys()


def elements(svg: str, name: str) -> list[str]:
    """The elements of a picture that are called so, from the bottom to the top."""
    return re.findall(rf"<{name} [^>]*>", svg)


def solved(genre: str, *, over: bool = False) -> str:
    puzzle = examples.example(genre)
    answer = puzzle.answer or api.solve(puzzle, count=1).answer
    assert answer is not None
    return by_hand(puzzle, answer, over=over)


def test_clues_lie_on_an_answer_that_is_laid_over_them() -> None:
    """What is drawn lightly over a board changes nothing where a clue is printed."""
    shaded = solved("creek", over=True)
    rings = [e for e in elements(shaded, "circle") if "data-corner" in e]
    assert len(rings) == len([clue for _, clue in examples.example("creek")["clues"].items() if clue is not None])
    assert all('class="given"' in e and f'fill="{PAPER}"' in e for e in rings)
    last = max(i for i, e in enumerate(elements(shaded, r"\w+")) if "data-cell" in e)
    assert all(i > last for i, e in enumerate(elements(shaded, r"\w+")) if "data-corner" in e)


def test_a_light_shade_leaves_numbers_dark() -> None:
    numbers = [e for e in elements(solved("hitori", over=True), "text") if "given" in e]
    assert len(numbers) == 64
    assert all(f'fill="{INK}"' in e for e in numbers)
    assert any(f'fill="{PAPER}"' in e for e in elements(solved("hitori"), "text"))


def test_printed_signs_lie_above_written_signs() -> None:
    """A ship's part that is given stays black when the answer has it, too."""
    both = [e for e in elements(solved("battleship"), r"\w+") if 'data-cell="r1c2"' in e and "class=" in e]
    assert both
    after = solved("battleship").split(both[-1])[1]
    assert 'data-cell="r1c2"' not in after


def test_a_line_passes_below_its_number_and_is_seen() -> None:
    """No disc of paper cuts a loop where it passes a number: the number has a rim."""
    puzzle = examples.example("country")
    answer = puzzle.answer or api.solve(puzzle, count=1).answer
    drawn = to_svg(puzzle, answer)
    assert not elements(drawn, "circle")
    (passed,) = [e for e in elements(drawn, "text") if 'data-cell="r1c4"' in e]
    assert f'stroke="{PAPER}"' in passed
    assert 'paint-order="stroke"' in passed


def test_a_board_for_bridges_shows_its_cells_while_it_is_set() -> None:
    puzzle = examples.example("hashi")
    assert "stroke-dasharray" not in to_svg(puzzle)
    assert "stroke-dasharray" in solved("hashi")


def test_elements_of_clues_have_the_class_given() -> None:
    outside = [e for e in elements(solved("battleship"), "text") if "data-line" in e]
    assert {'data-line="top1"', 'data-line="left9"'} <= {re.search(r'data-line="\w+"', e)[0] for e in outside}  # type: ignore[index]
    assert all('class="given"' in e for e in outside)
    grounds = [e for e in elements(solved("akari"), "polygon") if "data-cell" in e and f'fill="{INK}"' in e]
    assert grounds
    assert not any("given" in e for e in grounds)  # a black cell stays black when its number goes grey


def test_a_number_in_a_white_circle_stays_dark_on_a_shaded_cell() -> None:
    puzzle = examples.example("kurotto")
    wrong = Answer(puzzle, {"shaded": [1] * len(puzzle.lattice.cells)})
    numbers = elements(by_hand(puzzle, wrong), "text")
    assert numbers
    assert all(f'fill="{INK}"' in e for e in numbers)


def test_numbers_in_cages_are_all_as_large_and_stand_in_line() -> None:
    written = [e for e in elements(solved("killer_sudoku"), "text") if "given" not in e]
    assert len(written) == 36
    assert len({re.search(r'font-size="([^"]*)"', e)[1] for e in written}) == 1  # type: ignore[index]
    assert len({re.search(r' y="([^"]*)"', e)[1] for e in written}) == 6  # type: ignore[index]


def test_values_with_their_own_sign_have_no_dot() -> None:
    assert dots("yinyang") == {}


def test_an_answer_is_laid_over_boxes_below_the_board() -> None:
    written = [e for e in elements(solved("mastermind", over=True), "text") if "given" not in e]
    assert len(written) == examples.example("mastermind").lattice.cols


def test_an_answer_is_laid_over_thermometers_as_mercury() -> None:
    puzzle = examples.example("thermometers")
    answer = puzzle.answer or api.solve(puzzle, count=1).answer
    assert answer is not None
    bulbs = [cell for cell, (_, place) in puzzle["thermometers"].items() if place == 1 and answer["filled"][cell]]
    drawn = [e for e in elements(solved("thermometers", over=True), "circle") if f'fill="{PENCIL_SHADE}"' in e]
    assert len(drawn) == len(bulbs) > 0


def test_numbers_next_to_corner_clues_have_one_size() -> None:
    puzzle = examples.example("panorama")
    answer = puzzle.answer or api.solve(puzzle, count=1).answer
    assert answer is not None
    written = re.findall(rf'<text [^>]*font-size="([^"]*)" fill="{PENCIL_TEXT}"', by_hand(puzzle, answer))
    assert len(written) == len(puzzle.lattice.cells)
    assert len(set(written)) == 1


def test_clues_on_shades_and_black_signs_have_classes() -> None:
    """Who makes finished clues grey needs another grey in shaded cells, and none on black circles."""
    svg = solved("usoone")
    shaded = set(re.findall(rf'<polygon data-cell="(\w+)" [^>]*fill="{PENCIL_SHADE}"', svg))
    texts = [e for e in elements(solved("kurochute"), "text") if "data-cell" in e]
    assert all('class="given"' in e for e in texts)
    given = re.findall(r'<text data-cell="(\w+)" class="given( shaded)?"', svg)
    assert shaded
    assert all((cell in shaded) == bool(content) for cell, content in given)
    balls = [e for e in elements(solved("balance"), "text") if "data-cell" in e]
    assert {("solid" in e, f'fill="{PAPER}"' in e) for e in balls} == {(True, True), (False, False)}


def test_signs_at_corners_show_the_count_of_each_side() -> None:
    """The picture shows which clues of Magnets count plus poles, and which minus poles."""
    svg = solved("magnets")
    signs = {
        text: (float(x), float(y)) for x, y, text in re.findall(r'<text x="([^"]*)" y="([^"]*)" [^>]*>([+−])<', svg)
    }
    side = examples.example("magnets").lattice.cols * UNIT
    assert signs["+"] < (0, 0)
    assert min(signs["−"]) > side
