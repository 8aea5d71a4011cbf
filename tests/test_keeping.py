"""What is kept with the shapes of boards stays within a bound, and is not copied."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
import threading
from operator import ne
from typing import Any

import pytest

from pencilp import Genre, api, keeping
from pencilp.board.lattice import square
from pencilp.board.layers import Borders, Numbers, Shading
from pencilp.keeping import Keep
from pencilp.model import AllDifferent, Clause, Model
from pencilp.model.groups import DifferentColours, Parted
from pencilp.model.regions import Regions
from pencilp.model.shapes import Shapes
from pencilp.model.structures import Alike, Kept, NeverAll
from pencilp.rules import regions


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    keeping.forget()
    monkeypatch.setattr(keeping, "MOST", 100)


def test_where_there_is_too_much_all_is_forgotten() -> None:
    first, second = Keep(), Keep()
    first.put("a", [1], 60)
    second.put("b", [2], 40)
    assert (first["a"], second["b"]) == ([1], [2])
    second.put("c", [3], 1)
    assert not first
    assert second == second
    assert first != Keep()
    assert dict(second) == {"c": [3]}
    assert (first.size, second.size) == (0, 1)


def test_what_is_put_again_counts_once() -> None:
    keep = Keep()
    for _ in range(5):
        keep.put("a", keep.pop("a", "made"), 60)
    assert (keep.size, keep["a"]) == (60, "made")


def test_a_copy_is_empty() -> None:
    keep = Keep()
    keep.put("a", 1, 1)
    assert [dict(same) for same in (copy.copy(keep), copy.deepcopy(keep), pickle.loads(pickle.dumps(keep)))] == [{}] * 3


def test_the_same_is_found_again_and_after_all_was_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    board = square(4, 5)
    puzzles = [
        api.puzzle("masyu", board, circles=[None] * 7 + ["b"] + [None] * 12),
        api.puzzle("slitherlink", board, numbers=[None] * 7 + [3, 3] + [None] * 11),
    ]
    found = []
    for most in (10**6, 10**6, 10**6, 0, 0, 10**6, 10**6):
        monkeypatch.setattr(keeping, "MOST", most)
        if not most:
            keeping.forget()
        found.append([sorted(str(answer) for answer in api.answers(puzzle)) for puzzle in puzzles])
        kept = sum(len(keep._put) for keep in keeping._alive())
        assert kept == (2 if most else 0)
    assert all(len(answers) > 1 for answers in found[0])
    assert all(answers == found[0] for answers in found)


def test_what_goes_with_its_board_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    stays = Keep()
    stays.put("a", 1, 40)
    for _ in range(10):
        Keep().put("b", 2, 60)
        gc.collect()
    assert dict(stays) == {"a": 1}
    # nor is it counted again and again how much there is
    monkeypatch.setattr(keeping, "_alive", lambda: pytest.fail("all were counted where there was room"))
    keeping._put = 0
    stays.put("c", 3, 60)
    assert dict(stays) == {"a": 1, "c": 3}


def test_threads_keep_things_at_once() -> None:
    held = [Keep() for _ in range(2000)]
    wrong: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(300):
                fresh = Keep()
                fresh.put("a", 1, 60)
        except BaseException as error:
            wrong.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not wrong
    assert len(held) == 2000


class Dominoes(Genre):
    """Divide the board into pieces of two to four cells. Equal pieces do not touch; nor do those at a marked link."""

    marked = Numbers("links at which the pieces are not alike", on="links")
    borders = Borders("the borders")
    kinds = (
        ("D", ((0, 0), (0, 1))),
        ("I", ((0, 0), (0, 1), (0, 2))),
        ("L", ((0, 0), (0, 1), (1, 0))),
        ("O", ((0, 0), (0, 1), (1, 0), (1, 1))),
    )

    def rules(self, m: Model) -> None:
        pieces = regions.divided(m, self.board, self.borders)
        shapes = regions.shapes_of(self.board, self.kinds)
        regions.each_is_one_of(m, pieces, shapes, "a piece has one of the shapes")
        for link, _ in self.marked.known():
            regions.regions_fit(m, pieces, link, shapes, ne, "pieces at a mark differ")
        regions.equal_regions_apart(m, pieces, shapes, "equal pieces do not touch")


def test_what_single_rules_have_made_is_not_kept_for_other_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST", 10**6)
    board = square(3, 4)
    links = range(len(board.links))
    # a mark says nothing that does not hold everywhere
    found = {
        len(api.solve(api.puzzle(Dominoes, board, marked=[int(k == link) or None for k in links]), count=0).answers)
        for link in (0, 0, 0, *links)
    }
    assert len(found) == 1
    assert found != {0}


def test_shapes_that_two_boards_share_lie_on_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST", 10**6)
    halves = Shapes({(0, 1, 2): "a", (3, 4, 5): "a", (0, 1): "a", (2, 3): "b", (4, 5): "a"})

    class Halves(Genre):
        """Divide the board."""

        borders = Borders("the borders")

        def rules(self, m: Model) -> None:
            m.require("what is true", m.true)  # whoever is the first to ask for it is not kept
            pieces = regions.divided(m, self.board, self.borders)
            regions.each_is_one_of(m, pieces, halves, "a piece has one of the shapes")
            regions.equal_regions_apart(m, pieces, halves, "equal pieces do not touch")

    def count(rows: int, cols: int) -> int:
        return len(api.solve(api.puzzle(Halves, square(rows, cols)), count=0).answers)

    alone = {}
    for size in ((3, 2), (2, 3), (1, 6)):
        keeping.forget()
        alone[size] = count(*size)
    assert len(set(alone.values())) > 1
    for size in [*alone, *alone, *alone, *alone]:
        assert count(*size) == alone[size]


def test_colours_that_another_rule_has_asked_for_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST", 10**6)

    class Parts(Genre):
        """Divide the board; what is defined first is another thing from puzzle to puzzle."""

        first = Numbers("whether a rule asks for colours", on="links")
        borders = Borders("the borders")

        def rules(self, m: Model) -> None:
            board = self.board
            pieces = Regions(m, self.borders, board.links, board.names, [])
            pieces.kept = board.kept
            for link, n in self.first.known():
                if n == 1:
                    m.require("a border parts two pieces", DifferentColours(pieces, link))
                else:
                    m.require("nothing", Filler(pieces, link))
            m.require("a border parts two pieces", Parted(pieces))

    class Filler(DifferentColours):
        def holds(self, value: Any) -> bool:
            return True

        def decomposed(self) -> list[Clause]:
            m = self.of.m
            for _ in range(2 * self.of.count + 2):  # as many literals as colours and their differences
                m.any_of((self.of.borders[0], self.of.borders[1]))
            return []

    board = square(2, 3)
    found = []
    for n in (1, 1, 1, 2, 2, 2, 1, 2):
        first = [n] + [None] * (len(board.links) - 1)
        found.append(len(api.solve(api.puzzle(Parts, board, first=first), count=0).answers))
    assert set(found) == {found[0]}


class Mine(Genre):
    """Shade some cells."""

    shaded = Shading("the shaded cells")


def answers(genre: type[Genre]) -> int:
    return len(api.solve(api.puzzle(genre, square(2, 3)), count=0).answers)


def test_a_rule_that_is_defined_again_is_not_taken_for_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a notebook, where a cell is run again after it was changed."""
    monkeypatch.setattr(keeping, "MOST", 10**6)

    def genre(page: str) -> type[Genre]:
        names: dict[str, Any] = {"Mine": Mine, "Alike": Alike, "Clause": Clause, "Kept": Kept}
        exec(page, names)
        found: type[Genre] = names["Same"]
        return found

    rule = """
class Apart(Alike):
    def made(self, at, lits):
        return [Clause((SIGN lits[a], ~lits[b])) for a, b in at]
class Same(Mine):
    def rules(self, m):
        m.require("apart", Apart(self.board, self.shaded, self.board.links))
"""
    word = """
class Same(Mine):
    def rules(self, m):
        board, lits = self.board, self.shaded
        def made():
            two = [m.all_of((SIGN lits[a], lits[b])) for a, b in board.links]
            return Kept([~x for x in two], board.links, board.kept)
        m.require("apart", m.alike(board.kept, ("pairs",), lits, made))
"""
    for page in (rule, word):
        found = [answers(genre(page.replace("SIGN", sign))) for sign in ("~", "~", "~", "", "", "")]
        assert sorted(set(found)) == [10, 17]
        assert found[:3] == found[:1] * 3
        assert found[3:] == found[3:4] * 3


def test_places_that_are_told_with_a_rule_are_those_it_is_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST", 10**6)

    class Apart(Mine):
        """Shade some cells; no two at a marked link."""

        marked = Numbers("marks", on="links")

        def rules(self, m: Model) -> None:
            m.require("apart", NeverAll(self.board, self.shaded, [self.board.links[e] for e, _ in self.marked.known()]))

    board = square(1, 3)
    found = [
        len(api.solve(api.puzzle(Apart, board, marked=marked), count=0).answers)
        for marked in ([1, None], [1, None], [1, None], [1, 1], [None, None])
    ]
    assert found == [6, 6, 6, 5, 8]


def test_what_is_not_kept_cannot_be_made_there() -> None:
    board = square(1, 3)

    def number(m: Model) -> Any:
        return m.integer("n", 0, 2).eq[1]

    def rule(m: Model) -> Any:
        m.require("a rule", m.answer["x"][0])

    def flood(m: Model) -> Any:
        return m.flood(m.answer["x"], [(0, 1, None)], [0])

    for make in (number, rule, flood):
        m = Model()
        m.answer["x"] = m.binaries("x", 3)
        with pytest.raises(
            TypeError, match=r"^m.alike: what is the same on all boards defines literals, and nothing else"
        ):
            m.alike(board.kept, ("mine",), m.answer["x"], lambda make=make, m=m: make(m))


def test_what_is_kept_speaks_of_literals() -> None:
    m = Model()
    numbers = [m.integer(name, 0, 2) for name in "xy"]
    a, b = m.binaries("a", 2)
    assert len(Kept([a, ~b, Clause((a, b)), a + b <= 1, 2 * a + b <= 2], range(5), Keep()).parts) == 5
    for constraint in (AllDifferent(numbers), numbers[0] + a <= 2):
        with pytest.raises(
            TypeError, match=r"^Kept: what is the same on all boards is clauses and counts of literals, no "
        ):
            Kept([a, constraint], range(2), Keep())
