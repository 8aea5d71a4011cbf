"""The mark ``@cached_per_shape`` in wrong hands: what is kept is what would be stated, or one clear line refuses it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from pencilp import Genre, api
from pencilp._util import cache
from pencilp.board.lattice import Lattice, square
from pencilp.board.layers import AnswerNumbers, Numbers, Shading
from pencilp.model import Int, Lit, Model, any_of, total
from pencilp.rules.everywhere import cached_per_shape, of_every_cell
from tests.ours import ours

BOARD = square(1, 3)
SAME = "has the same rules on all boards: "
TIMES = 4
"""So often a board of a shape is stated: what is the same is made for the first two, and kept for the others."""


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.clear_all()


class Page(Genre):
    """Shade some cells, and write numbers."""

    marks = Numbers("marks, which differ from board to board")
    shaded = Shading("the shaded cells")
    number = AnswerNumbers(0, 2, "the numbers")

    def rules(self, m: Model) -> None:
        said(self, m)


def said(page: Any, m: Model) -> None:
    """What the page says: a test puts something else here."""
    raise NotImplementedError


def model(says: Callable[[Any, Model], Any], marks: Sequence[int | None] = (None, None, None)) -> Model:
    """The model of a board on which the page ``says`` this."""
    global said
    said = says
    return Page.model(api.puzzle(Page, BOARD, marks=list(marks)))


def answers(says: Callable[[Any, Model], Any]) -> int:
    """How many answers a board has on which the page ``says`` this, whichever time it is stated."""
    found = {len(model(says).solve(count=0).solutions) for _ in range(TIMES)}
    assert len(found) == 1
    return found.pop()


def refused(says: Callable[[Any, Model], Any], message: str) -> None:
    """It is refused each time."""
    for _ in range(TIMES):
        with pytest.raises(TypeError, match=message):
            model(says)


# -- what is returned ------------------------------------------------------------------------------------------------


class Found(NamedTuple):
    """Something that is returned."""

    cells: Sequence[int]
    lit: Lit


@cached_per_shape
@ours
def many_kinds(m: Model, board: Lattice, lits: Sequence[Lit]) -> Any:
    """Returns lists of many kinds."""
    pairs = [[m.all_of((lits[a], lits[b]))] for a, b in board.links]
    return [
        pairs,
        {"a": [1], "b": pairs[0]},
        {1, 2},
        Found([0], lits[0]),
        (lits, None),
        total(lits),
        any_of(lits),
    ]


def test_nobody_can_change_what_was_returned() -> None:
    seen = []

    def says(page: Any, m: Model) -> None:
        found = many_kinds(m, BOARD, page.shaded)
        pairs, named, numbers, other, rest, _, _ = found
        for thing in (found, pairs, pairs[0], named["a"], numbers, other.cells, rest[0]):
            assert not [change for change in ("append", "add", "clear", "__setitem__") if hasattr(thing, change)]
        with pytest.raises(TypeError, match="does not support item assignment"):
            named["c"] = 1
        seen.append((found[:3], dict(named), other.lit))

    assert answers(says) == 2**3 * 3**3
    assert seen == seen[:1] * TIMES
    assert seen[0][0][0] == ((seen[0][0][0][0][0],), (seen[0][0][0][1][0],))


def returns(thing: Callable[[Any], Any]) -> Callable[[Any, Model], Any]:
    """A page with a rule that returns something of its whole numbers."""

    @cached_per_shape
    @ours
    def giver(m: Model, board: Lattice, number: Sequence[Int], of: Callable[[Any], Any]) -> Any:
        return of(number)

    return lambda page, m: giver(m, BOARD, page.number, ours(thing))


@pytest.mark.parametrize(("thing", "kind"), [
    (lambda number: number[0], "Int"), (lambda number: [[x] for x in number], "Int"), (lambda number: {0: number[0]}, "Int"),
    (lambda number: total(number), "Sum"), (lambda number: total(number) <= 2, "Linear"),
    (lambda number: lambda cell: number[cell] == 0, "function"),
    (lambda number: (x == 0 for x in number), "generator"), (lambda number: partial(len, number), "partial"),
    (lambda number: number[0].model, "Model"), (lambda number: [number[0].__eq__], "method"),
    (lambda number: bytearray(), "bytearray"),
])  # fmt: skip
def test_literals_of_one_board_cannot_be_cached(thing: Callable[[Any], Any], kind: str) -> None:
    refused(returns(thing), rf"^giver {SAME}it returns literals, .* no {kind}$")


@cached_per_shape
@ours
def bounds(m: Model, board: Lattice, number: Sequence[Int]) -> list[Any]:
    """Plain numbers and texts that come from variables."""
    return [(x.low, x.high, x.index, x.name, [*x.values]) for x in number]


def test_plain_numbers_that_come_from_variables_are_those_of_the_board() -> None:
    kinds: list[tuple[int, int, list[int] | None, str, int]] = [
        (0, 2, None, "a", 0), (0, 3, None, "a", 0), (0, 3, [1, 3], "a", 0), (0, 2, None, "b", 0), (0, 2, None, "a", 1),
    ]  # fmt: skip
    for low, high, values, name, before in kinds * TIMES:
        m = Model()
        for k in range(before):
            m.integer(f"before{k}", 0, 5)
        x = m.integer(name, low, high, values)
        assert bounds(m, BOARD, [x]) == ((low, high, before, name, tuple(values or range(low, high + 1))),)


# -- what a text names -----------------------------------------------------------------------------------------------

NOTEBOOK = """
import operator as ways
from pencilp.model import any_of
from pencilp.rules.everywhere import of_every_cell, cached_per_shape

WORDS, LEAST, CELLS = "as it says", 1, [0, 1]
class Settings:
    most = 1
def differ(a, b):
    return ways.ne(a, b)
def kept(x):
    return any_of([x == v for v in range(3) if v >= LEAST or v > Settings.most and differ(v, 1)])
@cached_per_shape
def numbered(m, board, number):
    for cell in CELLS:
        m.require(WORDS, kept(number[cell]), at=cell)
def everywhere(m, board, number):
    def said(cell):
        return kept(number[cell]) if cell in CELLS else kept(number[cell]) | m.true
    of_every_cell(m, board, said, WORDS)
"""


@pytest.mark.parametrize("word", ["numbered", "everywhere"])
@pytest.mark.parametrize(("change", "wanted"), [
    ("LEAST = 2", 1), ("LEAST = 0", 9), ("CELLS.append(2)", 4), ("CELLS = [0]", 2), ("Settings.most = 2", 4),
    ("LEAST = 3; Settings.most = 2", 0), ("def kept(x): return x == 1", 1), ("LEAST = 3; differ = lambda a, b: a == b", 0),
    ("LEAST = 3; ways.ne = ways.eq", 0), ("LEAST = 3", 1),
    ("class Settings:\n    most = 5", 4), ("any_of = lambda lits: lits[0]", 1),
])  # fmt: skip
def test_the_last_definition_in_a_notebook_holds(word: str, change: str, wanted: int) -> None:
    """Also in what is called, by the rule itself or by a function that is given to it. ``wanted`` is the number of answers."""
    ways = ModuleType("ways")
    vars(ways).update(ne=operator.ne, eq=operator.eq)
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(NOTEBOOK, names)
    names["ways"] = ways

    def count() -> int:
        return answers(lambda page, m: names[word](m, BOARD, page.number))

    assert count() == 2**3 * 2 * 2 * 3
    exec(change, names)
    cells = len(names["CELLS"])
    found, rest = divmod(count(), 2**3 * 3 ** (3 - cells))
    assert (found, rest) == ((2**3, 0) if change == "CELLS.append(2)" else (wanted, 0))


def test_two_files_of_one_name_are_two() -> None:
    found = []
    for least in (1, 2, 1, 2):
        names: dict[str, Any] = {"__name__": "pencilp_own_page"}
        exec(NOTEBOOK.replace('LEAST, CELLS = "as it says", 1', f'LEAST, CELLS = "as it says", {least}'), names)
        found.append(answers(lambda page, m, names=names: names["everywhere"](m, BOARD, page.number)))
    assert found == [2**3 * 12, 2**3 * 3] * 2


# -- what changes on the way -----------------------------------------------------------------------------------------


@cached_per_shape
@ours
def collects(m: Model, board: Lattice, lits: Sequence[Lit], found: list[Lit]) -> None:
    """Returns by a list that it is given."""
    found.append(m.all_of(lits))


def test_a_modified_request_is_refused() -> None:
    changes = f"{SAME}it changes no argument$"

    def counts(page: Any, m: Model) -> None:
        seen, shaded = 0, page.shaded

        @ours
        def said(cell: int) -> Lit:
            nonlocal seen
            seen += 1
            return shaded[cell]  # type: ignore[no-any-return]

        of_every_cell(m, BOARD, said, "counted")

    def collects_around(page: Any, m: Model) -> None:
        made, shaded = [], page.shaded

        @ours
        def said(cell: int) -> Lit:
            made.append(shaded[cell])
            return shaded[cell]  # type: ignore[no-any-return]

        of_every_cell(m, BOARD, said, "collected")

    refused(lambda page, m: collects(m, BOARD, page.shaded, []), f"^collects {changes}")
    refused(counts, f"^of_every_cell {changes}")
    refused(collects_around, f"^of_every_cell {changes}")


# -- files of one's own ----------------------------------------------------------------------------------------------


def test_the_mark_has_no_effect_in_a_user_genre() -> None:
    def word(m: Model, board: Lattice) -> None: ...

    assert cached_per_shape(word) is word


def test_results_of_a_user_genre_are_not_cached() -> None:
    """Neither of a function of such a file nor of an object of one of its classes."""

    class Says:
        """What can be called for a cell."""

        def __init__(self, lits: Sequence[Lit]) -> None:
            self.lits = lits

        def __call__(self, cell: int) -> Lit:
            return self.lits[cell]

        def said(self, cell: int) -> Lit:
            return ~self.lits[cell]

    kept = []

    def says(page: Any, m: Model) -> None:
        shaded, here = page.shaded, Says(page.shaded)
        of_every_cell(m, BOARD, here, "each is shaded")
        of_every_cell(m, BOARD, lambda cell: shaded[cell], "each is shaded")
        of_every_cell(m, BOARD, Says([~x for x in shaded]).said, "each is shaded")
        kept.append(len(BOARD.cache))

    assert answers(says) == 3**3
    assert [rule.words for rule in model(says).rules] == ["each is shaded"] * 9
    assert set(kept) == {0}


# -- lists and numbers -----------------------------------------------------------------------------------------------


@cached_per_shape
@ours
def by_kind(m: Model, board: Lattice, things: Any, lits: Sequence[Lit]) -> None:
    """Says another thing of a list than of a tuple."""
    lists = [things, *things]
    m.require(
        "kinds", any_of([x for x, y in zip(lits, lists, strict=False) if isinstance(y, list)]) if lists else m.true
    )


def test_lists_and_tuples_are_two_kinds() -> None:
    for _ in range(TIMES):
        for things, wanted in (
            ([], 1),
            ((), 0),
            ([(), ()], 1),
            (([], ()), 1),
            (((), []), 1),
            (([], []), 2),
            (((), ()), 0),
        ):
            m = model(lambda page, m, things=things: by_kind(m, BOARD, things, page.shaded))
            said = [len([*rule.constraint.variables()]) for rule in m.rules]
            assert said == [wanted]


@cached_per_shape
@ours
def compared(m: Model, board: Lattice, number: Sequence[Int], how: str) -> list[Lit]:
    """Compares whole numbers, in one of all ways."""
    one, other = number[:2]
    ways: dict[str, Callable[[], Lit]] = {
        ">=": lambda: one >= 1, "<=": lambda: one <= 1, ">": lambda: one > 1, "<": lambda: one < 1, "==": lambda: one == 1,
        "!=": lambda: one != 1, "greater": lambda: m.greater(one, other), "equal": lambda: m.equal(one, other),
        "inside": lambda: compared(m, board, number, ">=")[0],
    }  # fmt: skip
    found = ways[how]()
    m.require("as compared", found)
    return [found, ~found]


@pytest.mark.parametrize("how", [">=", "<=", ">", "<", "==", "!=", "greater", "equal", "inside"])
def test_numbers_are_compared_whatever_clues_have_asked_before(how: str) -> None:
    def says(page: Any, m: Model) -> None:
        for cell, _ in page.marks.known():
            m.require("a mark", page.number[cell] >= 1, clue=(page.marks, cell))
        found = compared(m, BOARD, page.number, how)
        m.require("and so it is", found[0])
        m.require("it is at most 2", page.number[0] <= 2)
        m.require("it is at least 1", (page.number[0] >= 1) | ~found[0] | found[1] | m.true)

    ways = {
        ">=": operator.ge,
        "<=": operator.le,
        ">": operator.gt,
        "<": operator.lt,
        "==": operator.eq,
        "!=": operator.ne,
    }
    wanted = {"greater": 3, "equal": 3}.get(how) or 3 * sum(ways.get(how, operator.ge)(x, 1) for x in range(3))
    for _ in range(TIMES):
        assert len(model(says).solve(count=0).solutions) == 2**3 * 3 * wanted
        texts = set()
        for marks in ([None] * 3, [1, None, None], [None, 1, None], [1, 1, 1]):
            m = model(says, marks)
            ours = [rule for rule in m.rules if rule.words != "a mark"]
            texts.add(len(ours))
            assert all(m.solve(count=0).solutions)
        assert texts == {4 + (how == "inside")}


def test_linear_rules_of_numbers_are_refused_always() -> None:
    @cached_per_shape
    @ours
    def sums(m: Model, board: Lattice, number: Sequence[Int]) -> None:
        m.require("a sum", total(number) <= 2)

    refused(
        lambda page, m: sums(m, BOARD, page.number),
        rf"^sums {SAME}its rules are clauses and counts of literals, no Linear$",
    )
