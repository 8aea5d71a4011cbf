"""Rules that depend only on the shape of a board, not on clues: they are made once and cached."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from itertools import chain
from types import FunctionType, MappingProxyType
from typing import Any, TypeVar, cast

from pencilp.board.lattice import Lattice
from pencilp.model import Constraint, Int, Lit, Model, Sum
from pencilp.model.structures import NotCacheable, RuleFamily, of_literals
from pencilp.model.variables import Array, Block, OfPlaces, fingerprint

Word = TypeVar("Word", bound=Callable[..., Any])
_LISTS = {list, tuple, Array, OfPlaces}
_SETS = {set, frozenset}
_DICTS = {dict, MappingProxyType}
_PLAIN = {int, str, bool, float, range, type(None)}
_NEVER_CHANGED = _PLAIN | {Lit, Block}


def cached_per_shape(word: Word) -> Word:
    """Decorate a function of the model, the board and more whose rules are the same on all boards of a shape.

    The function adds rules by ``m.require`` as a genre module does, defines literals, and may return some for other
    rules. For the next board of the shape, with the same arguments, it is not called: its rules and its result come
    from a cache. The result cannot be changed: lists come back as tuples, sets as frozensets, and dicts are read-only.

    The rules depend only on the arguments, and the function changes none of these. Arguments are literals, whole
    numbers of the model, numbers, texts, functions, and lists, tuples, sets and dicts of these, but never clues. The
    rules are clauses and counts of literals, without a clue. Raise TypeError for any other argument, rule or result.

    Outside this package the decorator has no effect, because such a file may change while it is in use, as in a
    notebook. Calls with a function of such a file as an argument are not cached either.
    """
    if not _is_ours(word):
        return word
    name = word.__name__

    @wraps(word)
    def once(m: Model, board: Lattice, *things: Any, **named: Any) -> Any:
        def own_key() -> tuple[tuple[Any, ...], list[Int]]:
            ints: list[Int] = []
            of = [_key_of(x, m, board, ints) for x in (*things, *named, *named.values())]
            return (word, len(things), *of), ints

        def made() -> Any:
            result = _fixed(word(m, board, *things, **named))
            if own_key()[0] != key:
                raise NotCacheable("it changes no argument")
            return result

        try:
            key, ints = own_key()
            return m.cached(board.cache, key, (), made, ints)
        except _NotOursError:
            return word(m, board, *things, **named)
        except NotCacheable as error:
            raise TypeError(f"{name} has the same rules on all boards: {error.args[0]}") from None

    return cast(Word, once)


same_on_all_boards = cached_per_shape
"""The old name of ``cached_per_shape``, up to 0.2.0."""


class _NotOursError(Exception):
    """Raised for an argument from a file outside this package, whose names may change their meaning."""


def _is_ours(thing: Any) -> bool:
    """Return whether a function or a class is of this package, whose names never change their meaning."""
    module: str = thing.__module__ or ""
    return module.startswith("pencilp.")


def _key_of(thing: Any, m: Model, board: Lattice, ints: list[Int]) -> Any:
    """Return a key that distinguishes an argument from all others.

    Whole numbers of the model are added to ``ints``. Raise NotCacheable for objects that can differ on boards of one
    shape, _NotOursError for objects from a file outside this package.
    """
    kind = thing.__class__
    if kind is Lit:
        return kind, thing.n
    if kind is Int:
        return _key_of_all([thing], m, board, ints)
    if kind in _PLAIN:
        return kind, thing
    if thing is m or thing is board:
        return kind
    if kind in _LISTS:
        cached = m.cached_results.get(id(thing))
        # a result of ``cached`` need not be examined: its own key identifies it
        return cached[1] if cached is not None else (kind, *_key_of_all(thing, m, board, ints))
    if kind in _SETS:
        return kind, *_key_of_all([*thing], m, board, ints)
    if kind in _DICTS:
        return kind, *_key_of_all([*thing, *thing.values()], m, board, ints)
    if not _is_ours(thing if kind is FunctionType else kind):
        raise _NotOursError
    if isinstance(thing, tuple):
        return kind, *_key_of_all(thing, m, board, ints)
    if kind is FunctionType:
        # values from the enclosing function are arguments, too
        taken = [cell.cell_contents for cell in thing.__closure__ or ()]
        taken += [*(thing.__defaults__ or ()), *(thing.__kwdefaults__ or {}).values()]
        return thing.__code__, *_key_of_all(taken, m, board, ints)
    raise NotCacheable(f"it cannot depend on a {kind.__name__}")


def _key_of_all(things: Sequence[Any], m: Model, board: Lattice, ints: list[Int]) -> tuple[Any, ...]:
    """Return the key of all ``things`` of a list."""
    kinds = {*map(type, things)}
    if kinds == {Lit}:
        return Lit, *[x.n for x in things]
    if kinds == {Int}:
        ints += things
        return Int, *fingerprint(things)
    if kinds and kinds <= _LISTS:
        each = kinds if len(kinds) == 1 else map(type, things)
        return *each, *map(len, things), *_key_of_all([*chain.from_iterable(things)], m, board, ints)
    if len(kinds) == 1 and kinds <= _PLAIN:
        return *kinds, *things
    return tuple, *[_key_of(x, m, board, ints) for x in things]


def _fixed(result: Any) -> Any:
    """Return a copy of a result that cannot be changed.

    Raise NotCacheable for a result that cannot be the same on all boards.
    """
    kind = result.__class__
    if kind in _LISTS:
        return _all_fixed(result)
    if kind in _DICTS:
        return MappingProxyType(dict(zip(result, _all_fixed(result.values()), strict=True)))
    if kind in _SETS:
        return frozenset(_all_fixed(result))
    if hasattr(kind, "_make"):
        return kind._make(_all_fixed(result))  # a NamedTuple
    if isinstance(result, RuleFamily):
        fits = result.is_basic and result.of is None
    elif isinstance(result, Sum):
        fits = all(x.__class__ is Lit for _, x in result.terms)
    else:
        fits = kind in _PLAIN or of_literals(result)
    if not fits:
        expected = "it returns literals, constraints of these, plain numbers, texts, and lists of these"
        raise NotCacheable(f"{expected}, no {kind.__name__}")
    return result


def _all_fixed(items: Iterable[Any]) -> tuple[Any, ...]:
    items = [*items]
    kinds = {*map(type, items)}
    if kinds <= _NEVER_CHANGED or (kinds == {tuple} and _never_change(items)):
        return (*items,)
    return (*map(_all_fixed if kinds <= _LISTS else _fixed, items),)


def _never_change(items: Sequence[Any]) -> bool:
    """Return whether tuples contain, at any depth, only objects that cannot change.

    Often there are thousands of tuples of a cell and a literal, so this avoids recursion.
    """
    kinds = {*map(type, items)}
    while tuple in kinds:
        items = [*chain.from_iterable([x for x in items if x.__class__ is tuple])]
        kinds.remove(tuple)
        kinds.update(map(type, items))
    return kinds <= _NEVER_CHANGED


@cached_per_shape
def of_every_cell(m: Model, board: Lattice, said: Callable[[int], Constraint | Lit], words: str) -> None:
    """Require ``said(cell)`` for every cell. The rules are the same on all boards of a shape."""
    for cell in board.cells:
        m.require(words, said(cell), at=cell)
