"""Genres in files of a user's own: ``--genre my_genre.py``.

Such a file is a page as those in this folder are. It is run when a user names it, never because a puzzle does, and from then
on its genre is found by its names like any other. It may leave out its name, which is that of the file then, and its title.
"""

from __future__ import annotations

import os
import sys
from types import CodeType, ModuleType

from pencilp import keeping
from pencilp.errors import InputError, PencilpError
from pencilp.genres.base import Genre
from pencilp.model import Constraint, Lit, Model
from pencilp.model.model import Clue, Place, spoken

_loaded: dict[str, tuple[bytes, type[Genre]]] = {}
"""Per real path what was in the file, and its genre."""
NO_LAYERS = ("board", "size", "puzzle")
"""What a layer cannot be called, beside what ``Genre`` has."""
MODULE = "pencilp_own_"
"""What the modules of such files are called, before the file's name."""
_registered: dict[str, type[Genre]] = {}
"""The genres by their plain names."""


class Checked(Model):
    """A model that looks at each rule when it is stated: then a mistake is told with the line of the page."""

    def require(
        self, words: str, constraint: Constraint | Lit, at: Place = None, name: str = "", clue: Clue = None
    ) -> None:
        """See ``Model.require``. Raises TypeError and ValueError, too, for what no solver could take, and for a place or a clue
        that there is not.
        """
        super().require(words, constraint, at, name, clue)
        self.own_variables(words, spoken(words, constraint))
        try:
            self.place(self.rules[-1].at)
        except InputError as error:
            raise ValueError(f"{words}: {error}") from None
        if clue is None:
            return
        if not isinstance(clue, tuple) or len(clue) < 2:
            raise TypeError(f"{words}: a clue is told by its layer and its place, as in clue=(self.numbers, cell)")
        try:
            clue[0][clue[1]]
        except (LookupError, TypeError):
            raise ValueError(f"{words}: there is no clue at {clue[1]!r}") from None


def is_page(name: str) -> bool:
    """Whether a user who says ``name`` for a genre means a file."""
    return name.endswith(".py")


def pages() -> list[str]:
    """The files that were loaded."""
    return list(_loaded)


def listed() -> str:
    """What the genres in the files that were loaded are called; "" where none was."""
    return ", ".join(
        f"the one in {os.path.basename(path)} is called {genre.name!r}" for path, (_, genre) in _loaded.items()
    )


def was_run() -> bool:
    """Whether a file was run, be it one with a mistake in it."""
    return any(name.startswith(MODULE) for name in sys.modules)


def registered(name: str) -> type[Genre] | None:
    """The genre of a user's own with this plain name."""
    return _registered.get(name)


def is_own(genre: type[Genre]) -> bool:
    """Whether a genre comes from a user's file."""
    return any(genre is kind for _, kind in _loaded.values())


def register(genre: type[Genre]) -> type[Genre]:
    """From now on ``genre`` is found by its names, before those of our own."""
    from pencilp.genres import called, find

    for name in called(genre):
        _registered[name] = genre
    find.cache_clear()
    return genre


def load(path: str) -> type[Genre]:
    """The genre in the file ``path``, which is run if that was not done, or if it has changed.

    Raises InputError, with the line, when it cannot be run, or holds no genre or several.
    """
    real = os.path.realpath(path)
    try:
        with open(path, "rb") as file:
            source = file.read()
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {getattr(error, 'strerror', None) or error}", path) from None
    if real not in _loaded or _loaded[real][0] != source:
        if real in _loaded:
            # it may say other things now by the same words
            keeping.forget()
        _loaded[real] = source, _run(path, source)
    return register(_loaded[real][1])


def place_of(error: BaseException) -> str:
    """The file and line of a user's own genre where ``error`` was raised last; "" where none of them was at work."""
    trace, place = error.__traceback__, ""
    while trace is not None:
        path = trace.tb_frame.f_code.co_filename
        if os.path.realpath(path) in _loaded:
            place = f"{path}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


def _run(path: str, source: bytes) -> type[Genre]:
    code, lines = _compiled(path, source)
    stem = os.path.splitext(os.path.basename(path))[0]
    module = ModuleType(f"{MODULE}{stem}")
    module.__file__ = path
    sys.modules[module.__name__] = module
    try:
        exec(code, module.__dict__)
    except MemoryError:
        raise
    except (Exception, SystemExit) as error:
        # what else there is, such as Ctrl-C and a limit, comes from outside
        raise InputError(_said(error), f"{path}:{_line(error, path)}") from None
    own = [thing for thing in vars(module).values() if _is_genre(thing) and thing.__module__ == module.__name__]
    # of a genre and those that it is derived from only the first is meant
    own = [kind for kind in dict.fromkeys(own) if not any(kind in other.__mro__[1:] for other in own)]
    if not own:
        raise InputError("it holds no genre: a class derived from Genre is needed", path)
    if len(own) > 1:
        raise InputError(f"it holds {len(own)} genres where one is needed: {', '.join(k.__name__ for k in own)}", path)
    genre: type[Genre] = own[0]
    place = f"{path}:{lines.get(genre.__name__, 1)}"
    _check_names(genre, place)
    genre.name = genre.name or stem
    genre.title = genre.title or genre.name
    genre._program = Checked
    if genre.rules is Genre.rules:
        raise InputError(f"{genre.__name__} has no rules: a method rules(self, m) is needed", place)
    if not genre.answers:
        raise InputError(f"{genre.__name__} has no layer for the answer, such as Shading", place)
    return genre


def _compiled(path: str, source: bytes) -> tuple[CodeType, dict[str, int]]:
    """What is to be run, and the line of each class."""
    import ast

    try:
        tree = ast.parse(source, path)
        return compile(tree, path, "exec"), {n.name: n.lineno for n in ast.walk(tree) if isinstance(n, ast.ClassDef)}
    except SyntaxError as error:
        raise InputError(f"this is no Python: {error.msg}", f"{path}:{error.lineno or 1}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"this is no Python: {error}", path) from None


def _check_names(genre: type[Genre], place: str) -> None:
    """Refuse names that are no texts, and layers that are called like what every genre or puzzle text has."""
    layers = {**genre.inputs, **genre.answers}
    for key in layers:
        if hasattr(Genre, key) or key in NO_LAYERS:
            raise InputError(
                f"a layer cannot be called {key}: a genre or a puzzle has something else of that name", place
            )
    for key in ("name", "title", "title_ja"):
        if not isinstance(getattr(genre, key), str):
            raise InputError(f"{key} is a text, not {getattr(genre, key)!r}", place)
    if not isinstance(genre.aliases, (tuple, list)) or not all(isinstance(name, str) for name in genre.aliases):
        raise InputError(f'aliases are texts, as in ("one", "two"), not {genre.aliases!r}', place)
    if genre.__init__ is not Genre.__init__:
        raise InputError("a genre has no __init__ of its own; validate(self) is called for each puzzle", place)


def _is_genre(thing: object) -> bool:
    return isinstance(thing, type) and issubclass(thing, Genre) and thing is not Genre


def _said(error: BaseException) -> str:
    """An error in one line."""
    says = " ".join(str(error).split())
    return (
        says if isinstance(error, PencilpError) else f"{type(error).__name__}: {says}" if says else type(error).__name__
    )


def _line(error: BaseException, path: str) -> int:
    """The last line of ``path`` that was at work."""
    trace, line = error.__traceback__, 1
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
