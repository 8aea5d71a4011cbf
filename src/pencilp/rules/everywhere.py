"""Rules that are the same on all boards of a shape, whatever the clues: they are made once for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, wraps
from itertools import chain
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, MappingProxyType, ModuleType

from pencilp.board.lattice import Lattice
from pencilp.model import Constraint, Int, Lit, Model, Sum
from pencilp.model.structures import Many, NotAlike, of_literals
from pencilp.model.variables import Array, Block, OfPlaces, told_apart
from pencilp.typed import Any, TypeVar, cast

Word = TypeVar("Word", bound=Callable[..., Any])
_LISTS = {list, tuple, Array, OfPlaces}
_SETS = {set, frozenset}
_DICTS = {dict, MappingProxyType}
_PLAIN = {int, str, bool, float, range, type(None)}
_NEVER_CHANGED = _PLAIN | {Lit, Block}
TAKEN = (
    *("all_of", "any_of", "binaries", "binary", "count_of", "defined", "differ", "equal", "greater", "require", "require_all"),
    *("true", "false"),
)  # fmt: skip
"""What a function with the mark may take of the model: what defines literals, and what states rules."""


def same_on_all_boards(word: Word) -> Word:
    """Marks a function, called with the model, the board and more, that says the same on all boards of a shape.

    It states rules by ``m.require`` as a page does, defines literals, and may return some for other rules. For the next board of
    the shape, with the same arguments, it is not called: what it stated is there, and what it returned. That nobody can change:
    lists come back as tuples, sets as frozensets, and dicts can only be read.

    What it says depends on its arguments, and on what its text names: other functions of its file, and constants. Where one of
    these is another one than before, the function is called anew; it may change none. The arguments are literals, whole numbers
    of the model, plain numbers, texts, lists, tuples, sets and dicts of these, and functions: never clues. Of the model it
    takes only ``TAKEN``. Its rules are clauses and counts of literals, without a clue.

    Raises TypeError where it takes names from a function around it, depends on something else, or states or returns it.
    """
    if word.__class__ is not FunctionType:
        raise TypeError(
            f"@same_on_all_boards marks a function that def makes, not a {word.__class__.__name__}: {word!r}"
        )
    name = word.__name__
    if word.__closure__:  # type: ignore[attr-defined]
        names = ", ".join(word.__code__.co_freevars)  # type: ignore[attr-defined]
        raise TypeError(f"{name} says the same on all boards: what it speaks of are its arguments, so {names} too")

    @wraps(word)
    def once(m: Any, board: Lattice, *things: Any, **named: Any) -> Any:
        if m.__class__ is _Taken:
            m = m._m  # one that is marked calls another
        if not (isinstance(m, Model) and isinstance(board, Lattice)):
            raise TypeError(f"{name} says the same on all boards: its arguments are the model, the board, and more")

        def told() -> tuple[_Teller, tuple[Any, ...]]:
            teller = _Teller(m, board)
            key = word, len(things), *[teller.told(x) for x in (*things, *named, *named.values())]
            return teller, key if _is_ours(word) else (*key, teller.told(word))

        def made() -> Any:
            taken = _Taken(m, name)
            for cell in teller.cells:
                cell.cell_contents = taken
            try:
                found = _fixed(word(taken, board, *things, **named))
            finally:
                for cell in teller.cells:
                    cell.cell_contents = m
            if told()[1] != key:
                raise NotAlike("it changes no argument, and nothing else that its text names")
            return found

        try:
            teller, key = told()
        except TypeError as error:
            raise TypeError(f"{name} says the same on all boards: it cannot depend on {error}") from None
        try:
            return m.alike(board.kept, key, (), made, teller.ints)
        except NotAlike as error:
            raise TypeError(f"{name} says the same on all boards: {error.args[0]}") from None

    return cast(Word, once)


@same_on_all_boards
def of_every_cell(m: Model, board: Lattice, said: Callable[[int], Constraint | Lit], words: str) -> None:
    """``said(cell)`` holds for every cell. It is the same on all boards of a shape."""
    for cell in board.cells:
        m.require(words, said(cell), at=cell)


class _Taken:
    """What a function with the mark gets in place of the model: all else differs from board to board."""

    def __init__(self, m: Model, name: str) -> None:
        own = self.__dict__
        own["_m"], own["_name"] = m, name
        for key in TAKEN:
            if key not in ("true", "false"):  # which are made when somebody asks
                own[key] = getattr(m, key)

    @property
    def true(self) -> Lit:
        """See ``Model.true``."""
        return self._m.true  # type: ignore[no-any-return]

    @property
    def false(self) -> Lit:
        """See ``Model.false``."""
        return self._m.false  # type: ignore[no-any-return]

    def __getattr__(self, key: str) -> Any:
        said = f"{self._name} says the same on all boards"
        raise TypeError(f"{said}: of the model it takes only {', '.join(TAKEN)}, not {key}")

    def __setattr__(self, key: str, value: object) -> None:
        getattr(self, key)
        raise TypeError(f"{self._name} says the same on all boards: it cannot change the model's {key}")


def _is_ours(function: Any) -> bool:
    """Whether a function is of this package, where what names stand for never changes."""
    name: str = function.__globals__.get("__name__") or ""
    return name.startswith("pencilp.")


def _is_value(thing: Any) -> bool:
    """Whether a thing is told by what is in it, and cannot change, as far as its kind says: its hash is one of what is in it."""
    if callable(thing) or thing.__class__.__hash__ in (None, object.__hash__):
        return False
    try:
        hash(thing)
    except TypeError:
        return False
    return True


class _Unknown(TypeError):
    """Something that can differ on boards of one shape."""

    def __init__(self, thing: Any) -> None:
        super().__init__(f"a {thing.__class__.__name__}")


class _Teller:
    """Tells what a function is called with, and what it names, from all else: ``ints`` are the whole numbers among it.

    ``cells`` are those through which functions take the model from a function around them.
    """

    __slots__ = ("_board", "_functions", "_m", "cells", "ints")

    def __init__(self, m: Model, board: Lattice) -> None:
        self._m, self._board = m, board
        self.ints: list[Int] = []
        self.cells: list[CellType] = []
        self._functions: dict[int, int] = {}

    def told(self, thing: Any) -> Any:
        """What tells a thing from all others. Raises TypeError for what can differ on boards of one shape."""
        kind = thing.__class__
        if kind in _LISTS:
            known = self._m.returned.get(id(thing))
            # what was returned need not be looked through: it is told by that of which it was made
            return known[1] if known is not None else (kind, *self._all_told(thing))
        if kind is Lit:
            return kind, thing.n
        if kind is Int:
            self.ints.append(thing)
            return kind, *told_apart([thing])
        if kind in _PLAIN:
            return kind, thing
        if kind is FunctionType:
            return self._function_told(thing)
        if thing is self._board:
            return kind
        if kind in _SETS or isinstance(thing, tuple):
            return kind, *self._all_told([*thing])
        if kind in _DICTS:
            return kind, *self._all_told([*thing, *thing.values()])
        if isinstance(thing, (type, ModuleType)):
            return _Itself(thing)
        if kind is BuiltinFunctionType and isinstance(thing.__self__, (type, ModuleType)):
            return _Itself(thing)
        if _is_value(thing):
            return kind, thing
        raise _Unknown(thing)

    def _all_told(self, things: Sequence[Any]) -> tuple[Any, ...]:
        """The same for all ``things`` of a list."""
        kinds = {*map(type, things)}
        if kinds == {Lit}:
            return Lit, *[x.n for x in things]
        if kinds == {Int}:
            self.ints += things
            return Int, *told_apart(things)
        if kinds and kinds <= _LISTS:
            each = kinds if len(kinds) == 1 else map(type, things)
            return *each, *map(len, things), *self._all_told([*chain.from_iterable(things)])
        if len(kinds) == 1 and kinds <= _PLAIN:
            return *kinds, *things
        return tuple, *[self.told(x) for x in things]

    def _function_told(self, function: Any) -> tuple[Any, ...]:
        """What it takes from the function around it are arguments, too, and so is what its text names."""
        before = self._functions.get(id(function))
        if before is not None:
            return FunctionType, before
        self._functions[id(function)] = len(self._functions)
        found: list[Any] = [function.__code__, function.__module__]
        for cell in function.__closure__ or ():
            taken = cell.cell_contents
            if taken is self._m:
                self.cells.append(cell)
            found.append(Model if taken is self._m or taken.__class__ is _Taken else self.told(taken))
        found += map(self.told, function.__defaults__ or ())
        found += map(self.told, (function.__kwdefaults__ or {}).values())
        if not _is_ours(function):
            found += self._named(function)
        return tuple(found)

    def _named(self, function: Any) -> Iterator[Any]:
        """The names in the text of a function, and what they stand for."""
        known = function.__globals__
        names, attributes = _names(function.__code__)
        for name in names:
            if name in known:
                thing = known[name]
                try:
                    yield name, self._of_name(thing, known)
                    if isinstance(thing, (type, ModuleType)):
                        inside = vars(thing)
                        yield from [(a, self._of_name(inside[a], known)) for a in attributes if a in inside]
                except _Unknown as error:
                    raise TypeError(f"{name}, {error}") from None

    def _of_name(self, thing: Any, known: dict[str, Any]) -> Any:
        """What a name stands for in a file, whose names are ``known``. A function of another file says what it says."""
        inner = thing
        while hasattr(inner, "__wrapped__"):
            inner = inner.__wrapped__
        if inner.__class__ is FunctionType:
            return self._function_told(inner) if inner.__globals__ is known else _Itself(thing)
        return self.told(thing)


@lru_cache(maxsize=256)
def _names(code: CodeType) -> tuple[list[str], list[str]]:
    """The global names that a text reads, those of functions in it among them, and the attributes."""
    from dis import get_instructions

    names: dict[str, None] = {}
    attributes: dict[str, None] = {}
    for instruction in get_instructions(code):
        does, name = instruction.opname, instruction.argval
        if does in ("STORE_GLOBAL", "DELETE_GLOBAL"):
            raise TypeError(f"what {name} is, as it changes that")
        if does in ("LOAD_GLOBAL", "LOAD_NAME"):
            names[name] = None
        elif does in ("LOAD_ATTR", "LOAD_METHOD"):
            attributes[name] = None
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            more = _names(inner)
            names.update(dict.fromkeys(more[0]))
            attributes.update(dict.fromkeys(more[1]))
    return [*names], [*attributes]


def _fixed(found: Any) -> Any:
    """What is returned, so that nobody can change it. Raises NotAlike for what cannot be the same on all boards."""
    kind = found.__class__
    if kind in _LISTS:
        return _all_fixed(found)
    if kind in _DICTS:
        return MappingProxyType(dict(zip(found, _all_fixed(found.values()), strict=True)))
    if kind in _SETS:
        return frozenset(_all_fixed(found))
    if hasattr(kind, "_make"):
        return kind._make(_all_fixed(found))  # a NamedTuple
    if isinstance(found, Many):
        fits = found.plain and found.of is None
    elif isinstance(found, Sum):
        fits = all(x.__class__ is Lit for _, x in found.terms)
    else:
        fits = kind in _PLAIN or of_literals(found) or _is_value(found)
    if not fits:
        said = "it returns literals, constraints of these, plain numbers, texts, and lists of these"
        raise NotAlike(f"{said}, no {kind.__name__}")
    return found


def _all_fixed(found: Iterable[Any]) -> tuple[Any, ...]:
    found = [*found]
    kinds = {*map(type, found)}
    if kinds <= _NEVER_CHANGED or (kinds == {tuple} and _never_change(found)):
        return (*found,)
    return (*map(_all_fixed if kinds <= _LISTS else _fixed, found),)


def _never_change(things: Sequence[Any]) -> bool:
    """Whether there is nothing in tuples that can change, however deep: there are thousands of them, of a cell and a literal."""
    kinds = {*map(type, things)}
    while tuple in kinds:
        things = [*chain.from_iterable([x for x in things if x.__class__ is tuple])]
        kinds.remove(tuple)
        kinds.update(map(type, things))
    return kinds <= _NEVER_CHANGED


class _Itself:
    """Stands for what never changes but can be another one: it would take long to look through it."""

    __slots__ = ("_thing",)

    def __init__(self, thing: Any) -> None:
        self._thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self._thing is other._thing

    def __hash__(self) -> int:
        return id(self._thing)
