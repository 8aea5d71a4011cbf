"""What is kept with the shapes of boards stays within a bound, and is not copied."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
import threading
from collections.abc import Iterator, Sequence
from operator import ne
from typing import Any

import pytest

from pencilp import Genre, api
from pencilp._util import cache
from pencilp._util.cache import Cache
from pencilp.board.lattice import Lattice, square
from pencilp.board.layers import AnswerNumbers, Borders, Numbers, Shading
from pencilp.genres.voxas.rules import regions_fit
from pencilp.model import AllDifferent, Clause, Int, Lit, Model, all_hold, any_of, at_most, total
from pencilp.model.structures import BoardFamily, CachedRules, NotAllFamily
from pencilp.rules import regions
from pencilp.rules.everywhere import cached_per_shape, of_every_cell
from pencilp.rules.lines import no_run_of
from pencilp.structures.groups import DifferentColours, Parted
from pencilp.structures.regions import Regions
from pencilp.structures.shapes import Shapes
from tests.ours import ours


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear_all()
    monkeypatch.setattr(cache, "MAX_SIZE", 100)


def test_a_full_cache_is_emptied() -> None:
    first, second = Cache(), Cache()
    first.put("a", [1], 60)
    second.put("b", [2], 40)
    assert (first["a"], second["b"]) == ([1], [2])
    second.put("c", [3], 1)
    assert not first
    assert second == second
    assert first != Cache()
    assert dict(second) == {"c": [3]}
    assert (first.size, second.size) == (0, 1)


def test_an_entry_put_twice_counts_once() -> None:
    keep = Cache()
    for _ in range(5):
        keep.put("a", keep.pop("a", "made"), 60)
    assert (keep.size, keep["a"]) == (60, "made")


def test_a_copy_is_empty() -> None:
    keep = Cache()
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
        monkeypatch.setattr(cache, "MAX_SIZE", most)
        if not most:
            cache.clear_all()
        found.append([sorted(str(answer) for answer in api.answers(puzzle)) for puzzle in puzzles])
        kept = sum(len(keep._put) for keep in cache._alive())
        assert kept == (2 if most else 0)
    assert all(len(answers) > 1 for answers in found[0])
    assert all(answers == found[0] for answers in found)


def test_entries_freed_with_their_board_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    stays = Cache()
    stays.put("a", 1, 40)
    for _ in range(3):
        Cache().put("b", 2, 60)
        gc.collect()
    assert dict(stays) == {"a": 1}
    # nor is it counted again and again how much there is
    monkeypatch.setattr(cache, "_alive", lambda: pytest.fail("all were counted where there was room"))
    cache._added = 0
    stays.put("c", 3, 60)
    assert dict(stays) == {"a": 1, "c": 3}


def test_threads_use_a_cache_at_the_same_time() -> None:
    held = [Cache() for _ in range(2000)]
    wrong: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(300):
                fresh = Cache()
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
            regions_fit(m, pieces, link, shapes, ne, "pieces at a mark differ")
        regions.equal_regions_apart(m, pieces, shapes, "equal pieces do not touch")


def test_results_of_single_rules_are_not_kept_for_other_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_SIZE", 10**6)
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
    monkeypatch.setattr(cache, "MAX_SIZE", 10**6)
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
        cache.clear_all()
        alone[size] = count(*size)
    assert len(set(alone.values())) > 1
    for size in [*alone, *alone, *alone, *alone]:
        assert count(*size) == alone[size]


def test_colours_that_another_rule_has_asked_for_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_SIZE", 10**6)

    class Parts(Genre):
        """Divide the board; what is defined first is another thing from puzzle to puzzle."""

        first = Numbers("whether a rule asks for colours", on="links")
        borders = Borders("the borders")

        def rules(self, m: Model) -> None:
            board = self.board
            pieces = Regions(m, self.borders, board.links, board.names, [])
            pieces.cache = board.cache
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
    monkeypatch.setattr(cache, "MAX_SIZE", 10**6)

    def genre(page: str) -> type[Genre]:
        names: dict[str, Any] = {"Mine": Mine, "Alike": BoardFamily, "Clause": Clause, "CachedRules": CachedRules}
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
            return CachedRules([~x for x in two], board.links, board.cache)
        m.require("apart", m.cached(board.cache, ("pairs",), lits, made))
"""
    for page in (rule, word):
        found = [answers(genre(page.replace("SIGN", sign))) for sign in ("~", "~", "~", "", "", "")]
        assert sorted(set(found)) == [10, 17]
        assert found[:3] == found[:1] * 3
        assert found[3:] == found[3:4] * 3


def test_places_of_a_rule_are_those_of_its_literals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_SIZE", 10**6)

    class Apart(Mine):
        """Shade some cells; no two at a marked link."""

        marked = Numbers("marks", on="links")

        def rules(self, m: Model) -> None:
            m.require(
                "apart", NotAllFamily(self.board, self.shaded, [self.board.links[e] for e, _ in self.marked.known()])
            )

    board = square(1, 3)
    found = [
        len(api.solve(api.puzzle(Apart, board, marked=marked), count=0).answers)
        for marked in ([1, None], [1, None], [1, None], [1, 1], [None, None])
    ]
    assert found == [6, 6, 6, 5, 8]


def test_entries_that_cannot_be_cached_are_refused() -> None:
    board = square(1, 3)

    def number(m: Model) -> Any:
        return m.integer("n", 0, 2).eq[1]

    def value(m: Model) -> Any:
        return m.ints[0] == 1

    def threshold(m: Model) -> Any:
        return m.ints[0] >= 1

    def flood(m: Model) -> Any:
        return m.flood(m.answer["x"], [(0, 1, None)], [0])

    def objective(m: Model) -> Any:
        m.minimize(total(m.answer["x"]))

    for make in (number, value, threshold, flood, objective):
        m = Model()
        m.integer("first", 0, 2)
        m.answer["x"] = m.binaries("x", 3)
        with pytest.raises(
            TypeError,
            match=r"^cached for all boards of a shape: it defines literals and states rules, and nothing else$",
        ):
            m.cached(board.cache, ("mine",), m.answer["x"], lambda make=make, m=m: make(m))


def test_cached_rules_use_literals() -> None:
    m = Model()
    numbers = [m.integer(name, 0, 2) for name in "xy"]
    a, b = m.binaries("a", 2)
    assert len(CachedRules([a, ~b, Clause((a, b)), a + b <= 1, 2 * a + b <= 2], range(5), Cache()).parts) == 5
    for constraint in (AllDifferent(numbers), numbers[0] + a <= 2):
        with pytest.raises(
            TypeError, match=r"^cached for all boards of a shape: its rules are clauses and counts of literals, no "
        ):
            CachedRules([a, constraint], range(2), Cache())


def test_cached_rules_have_a_place_for_each_constraint() -> None:
    a, b = Model().binaries("a", 2)
    for places in ([], [0], [0, 1, 2]):
        with pytest.raises(ValueError, match=rf"^CachedRules: 2 constraints for {len(places)} places"):
            CachedRules([a, b], places, Cache())


class Described(Mine):
    """Shade some cells; the rest depends on marks, which differ from board to board."""

    marks = Numbers("marks")
    number = AnswerNumbers(0, 2, "numbers")
    least = 1
    """What a genre that is derived from another says otherwise."""


@cached_per_shape
@ours
def none_here(
    m: Model, board: Lattice, lits: Sequence[Lit], number: Sequence[Int], cells: Sequence[int], least: int
) -> Lit:
    """There is nothing at some cells; whether there is a number, ``least`` or more, in each of the others."""
    for cell in cells:
        m.require("none here", ~lits[cell], at=cell)
        m.require("no number here", number[cell] == 0, at=cell)
    return m.all_of([m.any_of([x == v for v in range(least, 3)]) for c, x in enumerate(number) if c not in cells])


class ByArguments(Described):
    """What differs are arguments."""

    def rules(self, m: Model) -> None:
        marked = [cell for cell, _ in self.marks.known()]
        numbered = none_here(m, self.board, self.shaded, self.number, marked, least=self.least)
        m.require("all others have numbers", numbered)


class ByNames(Described):
    """What differs are names of the function around."""

    def rules(self, m: Model) -> None:
        shaded, number, least = self.shaded, self.number, self.least
        marked = [[cell, [cell]] for cell, _ in self.marks.known()]
        seen = [cell for cell, _ in marked]

        def is_marked(cell: int) -> bool:
            return [cell, [cell]] in marked

        def said(cell: int, seen: Sequence[int] = tuple(seen)) -> Any:  # type: ignore[assignment]
            if is_marked(cell):
                return all_hold([~shaded[cell], number[cell] == 0])
            return any_of([number[cell] == v for v in range(least, 3)]) if cell not in seen else m.false

        of_every_cell(m, self.board, ours(said), "as the marks say")


class ByDefaults(Described):
    """Only default values of arguments differ."""

    def rules(self, m: Model) -> None:
        shaded, number, marks = self.shaded, self.number, [cell for cell, _ in self.marks.known()]

        def said(cell: int, marked: list[int] = marks, *, least: int = self.least) -> Any:
            if cell in marked:
                return all_hold([~shaded[cell], number[cell] == 0])
            return any_of([number[cell] == v for v in range(least, 3)])

        of_every_cell(m, self.board, ours(said), "as the marks say")


@pytest.mark.parametrize("genre", [ByArguments, ByNames, ByDefaults])
def test_rules_with_the_same_text_differ_by_the_values_in_it(
    genre: type[Described], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two boards of one shape, and a genre that is derived from another."""
    monkeypatch.setattr(cache, "MAX_SIZE", 10**6)

    class Other(genre):  # type: ignore[valid-type, misc]
        """The same with another number."""

        least = 2

    board = square(1, 3)
    cases = [
        (kind, marks) for kind in (genre, Other) for marks in ([None, 1, None], [1, 1, None], [1, None, None], [2] * 3)
    ]

    def count(kind: type[Described], marks: Sequence[Any]) -> tuple[int, str]:
        puzzle = api.puzzle(kind, board, marks=marks)
        return len(api.solve(puzzle, count=0).answers), str(kind.model(puzzle))

    alone = []
    for case in cases:
        cache.clear_all()
        alone.append(count(*case))
    assert [found for found, _ in alone] == [(2 * (3 - kind.least)) ** marks.count(None) for kind, marks in cases]
    for _ in range(4):
        assert [count(*case) for case in cases] == alone


@cached_per_shape
@ours
def no_two(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> tuple[list[Lit], Lit]:
    """Says many things, in many ways."""
    print(words)
    both = [m.all_of((lits[a], lits[b])) for a, b in board.links]
    for link, x in zip(board.links, both, strict=True):
        m.require(words, ~x, at=link)
        m.require("another rule", m.true, at=link)
    never_two(m, board, lits)
    m.require("few are shaded", at_most(2, lits))
    return both, m.false


@cached_per_shape
@ours
def never_two(m: Model, board: Lattice, lits: Sequence[Lit]) -> None:
    """Says it in one rule."""
    m.require("apart", NotAllFamily(board, lits, board.links))


def test_it_is_made_twice_and_then_no_more(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The rules are those that it states where nothing is kept, also where it is the first to ask for what is true."""
    monkeypatch.setattr(cache, "MAX_SIZE", 10**6)

    class Same(Mine):
        def rules(self, m: Model) -> None:
            both, none = no_two(m, self.board, self.shaded, "no two")
            again, _ = no_two(m, self.board, [~x for x in self.shaded], "some of two")
            m.require("nothing", none | ~both[0] | again[0])

    board = square(1, 3)
    models = [Same.model(api.puzzle(Same, board)) for _ in range(4)]
    assert capsys.readouterr().out.splitlines() == ["no two", "some of two"] * 2
    first = models[0]
    assert len(first.rules) == 9
    for m in models:
        assert str(m) == str(first)
        assert (m.size, m.definitions, m.true) == (first.size, first.definitions, first.true)
        assert m.solve(count=0).status == first.solve(count=0).status
    assert {answers(Same) for _ in range(4)} == {0}


@cached_per_shape
@ours
def as_often(m: Model, board: Lattice, lits: Sequence[Lit], words: str = "few", most: int = 0) -> None:
    """At most ``most`` of them are true."""
    m.require(words, at_most(most, lits))


def test_an_argument_with_its_name_is_another_than_two_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_SIZE", 10**6)

    class Few(Mine):
        named = False

        def rules(self, m: Model) -> None:
            if self.named:
                as_often(m, self.board, self.shaded, most=2)
            else:
                as_often(m, self.board, self.shaded, "most", 2)

    words = []
    for Few.named in (True, False) * 3:
        words += [rule.words for rule in Few.model(api.puzzle(Few, square(1, 3))).rules]
    assert words == ["few", "most"] * 3


def test_values_that_differ_on_boards_of_a_shape_are_refused() -> None:
    board = square(1, 3)

    @ours
    class Page(Described):
        """A page that says as the same on all boards what is not."""

        def rules(self, m: Model) -> None:
            wrong(self, m)

    def wrong(page: Any, m: Model) -> None:
        raise NotImplementedError

    def refused(how: Any, message: str) -> None:
        nonlocal wrong
        wrong = how
        with pytest.raises(TypeError, match=message):
            Page.model(api.puzzle(Page, board, marks=[None, 1, None]))

    same = "has the same rules on all boards: "
    refused(
        lambda page, m: of_every_cell(m, board, ours(lambda cell: page.shaded[cell]), "a rule"),
        rf"^of_every_cell {same}it cannot depend on a Page$",
    )
    refused(
        lambda page, m: of_every_cell(m, board, ours(lambda cell, marks=page.marks: m.true), "a rule"),
        rf"^of_every_cell {same}it cannot depend on a Grid$",
    )
    refused(
        lambda page, m: none_here(m, page.board, page.shaded, page.number, page.marks, 1),
        rf"^none_here {same}it cannot depend on a Grid$",
    )
    other = Model()
    refused(
        lambda page, m: of_every_cell(m, board, ours(lambda cell: other.true), "a rule"),
        rf"^of_every_cell {same}it cannot depend on a Model$",
    )

    @cached_per_shape
    @ours
    def clue(m: Model, board: Lattice) -> None:
        m.require("a clue", m.true, at=0, clue=([1], 0))

    @cached_per_shape
    @ours
    def named(m: Model, board: Lattice) -> None:
        m.require("a name", m.true, name="C1")

    @cached_per_shape
    @ours
    def structure(m: Model, board: Lattice, lits: Sequence[Lit]) -> None:
        no_run_of(m, board, 2, lits, "no run")

    @cached_per_shape
    @ours
    def one_by_one(m: Model, board: Lattice, lits: Sequence[Lit]) -> Iterator[Lit]:
        yield from lits

    refused(
        lambda page, m: one_by_one(m, board, page.shaded),
        rf"^one_by_one {same}it returns literals, .* and lists of these, no generator$",
    )
    of_one = "no rule comes from a clue, or has a name: "
    refused(lambda page, m: clue(m, board), rf"^clue {same}{of_one}'a clue'$")
    refused(lambda page, m: named(m, board), rf"^named {same}{of_one}'a name'$")
    refused(
        lambda page, m: structure(m, board, page.shaded),
        rf"^structure {same}it defines literals and states rules, and nothing else$",
    )
