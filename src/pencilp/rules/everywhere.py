"""Rules that are the same on all boards of a shape, whatever the clues: they are made once for all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, wraps
from itertools import chain

from pencilp.board.lattice import Lattice
from pencilp.model import Constraint, Int, Lit, Model
from pencilp.model.variables import Array, OfPlaces, told_apart
from pencilp.typed import Any, TypeVar, cast

Word = TypeVar("Word", bound=Callable[..., Any])


def same_on_all_boards(word: Word) -> Word:
    """Marks a function, called with the model, the board and more, that says the same on all boards of a shape.

    It states rules by ``m.require`` as a page does, defines literals, and may return some for other rules. For the next board of
    the shape, with the same arguments, it is not called: what it stated is there, and what it returned, which nobody may change.

    So what it says may depend on its arguments alone, and on what never changes, such as the constants of its file. Of the model
    it takes only what defines literals and states rules. The other arguments are literals, whole numbers of the model, plain
    numbers, texts, lists and tuples of these, and functions that take nothing else from the function around them: never clues.
    Its rules are clauses and counts of literals, without a clue.

    Raises TypeError where it takes names from a function around it, is called with other arguments, or states something else.
    """
    if word.__closure__:  # type: ignore[attr-defined]
        names = ", ".join(word.__code__.co_freevars)  # type: ignore[attr-defined]
        raise TypeError(
            f"{word.__name__} says the same on all boards: what it speaks of are its arguments, so {names} too"
        )

    @wraps(word)
    def once(m: Model, board: Lattice, *things: Any, **named: Any) -> Any:
        if not (isinstance(m, Model) and isinstance(board, Lattice)):
            raise TypeError(
                f"{word.__name__} says the same on all boards: its arguments are the model, the board, and more"
            )
        try:
            key = word, len(things), *[_told(x, m, board) for x in (*things, *named, *named.values())]
        except TypeError as error:
            raise TypeError(f"{word.__name__} says the same on all boards: it cannot depend on {error}") from None
        result = m.alike(board.kept, key, (), partial(word, m, board, *things, **named))
        if hasattr(result, "__next__"):
            raise TypeError(f"{word.__name__} says the same on all boards: it returns a list, not what is used up once")
        return result

    return cast(Word, once)


@same_on_all_boards
def of_every_cell(m: Model, board: Lattice, said: Callable[[int], Constraint | Lit], words: str) -> None:
    """``said(cell)`` holds for every cell. It is the same on all boards of a shape."""
    for cell in board.cells:
        m.require(words, said(cell), at=cell)


_LISTS = {list, tuple, Array, OfPlaces}
_PLAIN = {int, str, bool, range, type(None)}
_FUNCTION = type(same_on_all_boards)


def _told(thing: Any, m: Model, board: Lattice) -> Any:
    """What tells an argument from all others. Raises TypeError for what can differ on boards of one shape."""
    kind = thing.__class__
    if kind in _LISTS:
        returned = any(known.result is thing for known in m.alike_ones.values())
        return _Itself(thing) if returned else _all_told(thing, m, board)
    if kind is Lit:
        return kind, thing.n
    if kind is Int:
        return kind, *told_apart([thing])
    if kind in _PLAIN:
        return kind, thing
    if kind is _FUNCTION:
        # what it takes from the function around it are arguments, too
        taken = [cell.cell_contents for cell in thing.__closure__ or ()]
        taken += [*(thing.__defaults__ or ()), *(thing.__kwdefaults__ or {}).values()]
        return thing.__code__, thing.__module__, *[_told(x, m, board) for x in taken]
    if thing is m or thing is board:
        return kind
    raise TypeError(f"a {kind.__name__}")


def _all_told(things: Sequence[Any], m: Model, board: Lattice) -> tuple[Any, ...]:
    """The same for all ``things`` of a list."""
    kinds = {*map(type, things)}
    if kinds == {Lit}:
        return Lit, *[x.n for x in things]
    if kinds == {Int}:
        return Int, *told_apart(things)
    if kinds and kinds <= _LISTS:
        return list, *map(len, things), *_all_told([*chain.from_iterable(things)], m, board)
    if len(kinds) == 1 and kinds <= _PLAIN:
        return *kinds, *things
    return tuple, *[_told(x, m, board) for x in things]


class _Itself:
    """Stands for what was returned, which never changes: it would take long to look through it."""

    __slots__ = ("returned",)

    def __init__(self, returned: Any) -> None:
        self.returned = returned

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self.returned is other.returned

    def __hash__(self) -> int:
        return id(self.returned)
