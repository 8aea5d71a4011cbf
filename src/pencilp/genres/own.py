"""Genres in files of a user's own: ``--genre my_genre.py``.

Such a file is a genre module like those in this folder. It runs only if a user names it, never because a puzzle does.
After that, its genre is found by its names like any other. If it leaves out its name, the genre has that of the file.
The title may be left out, too.
"""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Callable, Iterable
from hashlib import blake2b
from types import CodeType, FunctionType, ModuleType
from typing import Any

from pencilp._util import cache
from pencilp.board.lattice import SHAPES, Lattice
from pencilp.board.layers import Alphabet, AnswerLayer
from pencilp.board.puzzle import Kind
from pencilp.board.symmetry import TURNS
from pencilp.errors import InputError, PencilpError
from pencilp.genres.base import Genre
from pencilp.model import Constraint, Lit, Model
from pencilp.model.model import Clue, Place, variables_of
from pencilp.model.variables import Array

_loaded: dict[str, tuple[bytes, type[Genre]]] = {}
"""The content and the genre of each file, by its real path."""
NO_LAYERS = ("board", "size", "puzzle")
"""Names that a layer cannot have, in addition to the attributes of ``Genre``."""
MODULE = "pencilp_own_"
"""The prefix of the module names of such files."""
NO_NAME = "[]:*?/\\"
"""Characters that the name of a genre cannot have, because sheets of workbooks are named after genres."""
_registered: dict[str, type[Genre]] = {}
"""The genres by their plain names."""

Where = Callable[[str], str]
"""Return the file and line of a declaration in a genre, or of the class if it is not declared there."""


class Checked(Model):
    """A model that checks each rule when it is stated, so that an error names the line of the genre module."""

    def require(
        self, words: str, constraint: Constraint | Lit, at: Place = None, name: str = "", clue: Clue = None
    ) -> None:
        """See ``Model.require``. Raise TypeError or ValueError also if no solver could take the rule, or its place or
        clue does not exist.
        """
        if not isinstance(words, str):
            raise TypeError(f"the words of a rule are a text, not {words!r}")
        super().require(words, constraint, at, name, clue)
        self.own_variables(words, variables_of(words, constraint))
        try:
            self.place(self.rules[-1].at)
        except InputError as error:
            raise ValueError(f"{words}: {error}") from None
        source = self.rules[-1].clue
        if source is None:
            return
        if not isinstance(source, tuple) or len(source) < 2:
            raise TypeError(f"{words}: a clue is one of self.numbers.known(), or (self.numbers, cell)")
        try:
            source[0][source[1]]
        except (LookupError, TypeError):
            raise ValueError(f"{words}: there is no clue at {source[1]!r}") from None

    def require_all(
        self, words: str, constraints: Iterable[Constraint | Lit], at: Iterable[Place] | None = None
    ) -> None:
        """See ``Model.require_all``. Raise the errors of ``require``."""
        first = len(self.rules)
        super().require_all(words, constraints, at)
        for rule in self.rules[first:]:
            if not isinstance(rule.constraint, (Constraint, Lit)):
                raise TypeError(f"{words}: {rule.constraint!r} is not a constraint")
            self.own_variables(words, variables_of(words, rule.constraint))


def is_page(name: str) -> bool:
    """Return whether ``name``, given for a genre, means a file."""
    return name.endswith(".py")


def sources() -> list[tuple[str, bytes]]:
    """Return the paths and the contents of the files that were loaded, for ``load`` in another process."""
    return [(path, source) for path, (source, _) in _loaded.items()]


def content_hash(name: str | None) -> str:
    """Return a short hash of the file whose genre is called ``name``; "" if it comes from no file."""
    hashes = [blake2b(source, digest_size=4).hexdigest() for source, genre in _loaded.values() if genre.name == name]
    return hashes[-1] if hashes else ""


def listed() -> str:
    """Return the names of the genres in the loaded files as a text, "" if there are none."""
    return ", ".join(
        f"the one in {os.path.basename(path)} is called {genre.name!r}" for path, (_, genre) in _loaded.items()
    )


STANDARD_FILES = ("<stdout>", "<stderr>", 1, 2)
"""The names of the files that pencilp flushes itself."""


def was_run() -> bool:
    """Return whether a file was run, even with an error."""
    return any(name.startswith(MODULE) for name in sys.modules)


def flush_files() -> None:
    """Write what is still in the buffers of files that a user's module has left open.

    At its end Python does so only for files to which nothing refers any more, which depends on who keeps the genre.
    Raise OSError if one cannot be written.
    """
    for file in [each for each in gc.get_objects() if isinstance(each, io.TextIOWrapper | io.BufferedWriter)]:
        if not file.closed and file.writable() and getattr(file, "name", "") not in STANDARD_FILES:
            file.flush()


def registered(name: str) -> type[Genre] | None:
    """Return the user's genre with this plain name, or None."""
    return _registered.get(name)


def is_own(genre: type[Genre]) -> bool:
    """Return whether a genre comes from a user's file."""
    return any(genre is kind for _, kind in _loaded.values())


def register(genre: type[Genre]) -> type[Genre]:
    """Register ``genre`` under its names, before the genres of the package."""
    from pencilp.genres import called, find

    for name in called(genre):
        _registered[name] = genre
    find.cache_clear()
    return genre


def load(path: str, source: bytes | None = None) -> type[Genre]:
    """Return the genre in the file ``path``, whose content is ``source`` if it is given.

    The file runs if it has not run yet, or has changed. Raise InputError with the line if it cannot be run, or does not
    hold exactly one genre.
    """
    real = os.path.realpath(path)
    try:
        if source is None:
            with open(path, "rb") as file:
                source = file.read()
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {getattr(error, 'strerror', None) or error}", path) from None
    if real not in _loaded or _loaded[real][0] != source:
        if real in _loaded:
            # the same names may mean other things now
            cache.clear_all()
        _loaded[real] = source, _run(path, source)
    return register(_loaded[real][1])


def place_of(error: BaseException) -> str:
    """Return the file and line of a user's genre at which ``error`` was raised last, "" if it was raised elsewhere."""
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
        # other exceptions, such as Ctrl-C and a time limit, come from outside
        raise InputError(said(error), f"{path}:{_line(error, path)}") from None
    own = [thing for thing in vars(module).values() if _is_genre(thing) and thing.__module__ == module.__name__]
    # a genre derived from others in the file is meant, not these
    own = [kind for kind in dict.fromkeys(own) if not any(kind in other.__mro__[1:] for other in own)]
    if not own:
        raise InputError("it holds no genre: a class derived from Genre is needed", path)
    if len(own) > 1:
        raise InputError(f"it holds {len(own)} genres where one is needed: {', '.join(k.__name__ for k in own)}", path)
    genre: type[Genre] = own[0]

    def where(key: str) -> str:
        at = [lines[name] for kind in genre.__mro__ if (name := f"{kind.__name__}.{key}") in lines]
        return f"{path}:{(at or [lines.get(genre.__name__, 1)])[0]}"

    _check_names(genre, where)
    genre.name = genre.name or stem
    genre.title = genre.title or genre.name
    genre._program = Checked
    if "symmetries" not in vars(genre):
        # nobody has tested that its answers turn with the board
        genre.symmetries = ()
    if genre.rules is Genre.rules:
        raise InputError(f"{genre.__name__} has no rules: a method rules(self, m) is needed", where(""))
    if not genre.answers:
        raise InputError(f"{genre.__name__} has no layer for the answer, such as Shading", where(""))
    _check_methods(genre, where)
    _check_boards(genre, where)
    _check_layers(genre, where)
    _check_encodings(genre, where)
    _tell_bounds(genre, where)
    return genre


def _compiled(path: str, source: bytes) -> tuple[CodeType, dict[str, int]]:
    """Return the code to run, and the line of each class and of each declaration in its body, as ``Class.name``."""
    import ast

    try:
        tree = ast.parse(source, path)
        code = compile(tree, path, "exec")
    except SyntaxError as error:
        raise InputError(f"this is no Python: {error.msg}", f"{path}:{error.lineno or 1}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"this is no Python: {error}", path) from None
    lines = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            lines[node.name] = node.lineno
            for said in node.body:
                if isinstance(said, ast.FunctionDef):
                    lines[f"{node.name}.{said.name}"] = said.lineno
                elif isinstance(said, (ast.Assign, ast.AnnAssign)):
                    for target in said.targets if isinstance(said, ast.Assign) else (said.target,):
                        if isinstance(target, ast.Name):
                            lines[f"{node.name}.{target.id}"] = said.lineno
    return code, lines


def _check_names(genre: type[Genre], where: Where) -> None:
    """Refuse names that are no texts, and layers named like an attribute of all genres or a word of puzzle texts."""
    layers = {**genre.inputs, **genre.answers}
    for key in layers:
        if hasattr(Genre, key) or key in NO_LAYERS:
            raise InputError(
                f"a layer cannot be called {key}: a genre or a puzzle has something else of that name", where(key)
            )
    for key in ("name", "title", "title_ja", "link_id", "dataset_id"):
        said = getattr(genre, key)
        if not isinstance(said, str):
            raise InputError(f"{key} is a text, not {said!r}", where(key))
        if len(said.splitlines()) > 1:
            raise InputError(f"{key} is a text of one line, not {said!r}", where(key))
    if wrong := [mark for mark in NO_NAME if mark in genre.name]:
        raise InputError(f"there is no {wrong[0]} in the name of a genre: {genre.name!r}", where("name"))
    if not isinstance(genre.aliases, (tuple, list)) or not all(isinstance(name, str) for name in genre.aliases):
        raise InputError(f'aliases are texts, as in ("one", "two"), not {genre.aliases!r}', where("aliases"))
    if genre.__init__ is not Genre.__init__:
        raise InputError(
            "a genre has no __init__ of its own; validate(self) is called for each puzzle", where("__init__")
        )


def _check_methods(genre: type[Genre], where: Where) -> None:
    """Refuse a method that cannot be called like the method of ``Genre`` of that name."""
    for key, ours in {**vars(Kind), **vars(Genre)}.items():
        theirs = next(vars(kind)[key] for kind in genre.__mro__ if key in vars(kind))
        if theirs is ours or not isinstance(ours, (FunctionType, classmethod)) or key.startswith("_"):
            continue
        mark, plain = ("@classmethod ", ours.__func__) if isinstance(ours, classmethod) else ("", ours)
        code = plain.__code__
        takes = code.co_varnames[: code.co_argcount]
        function = getattr(theirs, "__func__", theirs)
        if type(theirs) is type(ours) and isinstance(function, FunctionType):
            most = function.__code__.co_argcount
            least = most - len(function.__defaults__ or ())
            if least <= len(takes) and (len(takes) <= most or function.__code__.co_flags & 4):  # 4: it has *args
                continue
        raise InputError(f"{key} is not a method as it has to be: {mark}def {key}({', '.join(takes)})", where(key))


def _check_boards(genre: type[Genre], where: Where) -> None:
    """Refuse unknown lattices, and a usual size that no board has."""
    shapes: object = genre.shapes
    if not isinstance(shapes, (tuple, list)) or not shapes or not all(shape in SHAPES for shape in shapes):
        names = " and ".join(f'"{shape}"' for shape in SHAPES)
        raise InputError(f'shapes are some of {names}, as in ("square",), not {shapes!r}', where("shapes"))
    symmetries: object = genre.symmetries
    if not isinstance(symmetries, (tuple, list)) or not all(name in TURNS["square"] for name in symmetries):
        names = ", ".join(f'"{name}"' for name in TURNS["square"])
        raise InputError(f'symmetries are some of {names}, as in ("mirror",), not {symmetries!r}', where("symmetries"))
    size: object = genre.usual_size
    if not isinstance(size, (tuple, list)) or len(size) != 2:
        raise InputError(f"usual_size is two numbers, rows and columns, not {size!r}", where("usual_size"))
    theirs = [kind for kind in genre.__mro__ if kind not in Genre.__mro__]
    key = "own_board" if any("own_board" in vars(kind) for kind in theirs) else "usual_size"
    try:
        board = genre.usual_board()
        if not isinstance(board, Lattice):
            raise TypeError(f"{board!r} is no board")
        genre.check_board(board)
    except Exception as error:
        raise InputError(f"an empty board cannot be made: {said(error)}", where(key)) from None


def _check_layers(genre: type[Genre], where: Where) -> None:
    """Refuse layers that name unknown layers, and layers that could not be shown."""
    board = genre.usual_board()
    for key, layer in {**genre.inputs, **genre.answers}.items():
        if not isinstance(layer.text, str) or len(layer.text.splitlines()) > 1:
            raise InputError(f"{key}: what people call a layer is a text of one line, not {layer.text!r}", where(key))
        for speaks in (layer.place, layer.value):
            of = getattr(speaks, "of", None)
            if of is None:
                continue
            rooms = genre.inputs.get(of)
            if rooms is None:
                names = ", ".join(genre.inputs) or "none"
                raise InputError(f"{key}: there is no layer {of!r} in the puzzle, only {names}", where(key))
            if not isinstance(rooms, Alphabet) and not hasattr(rooms.empty(board), "groups"):
                raise InputError(f"{key}: the layer {of!r} has no rooms, cages or paths", where(key))
        try:
            layer.described(board)
            default = layer.default(board)
            if layer.on == "board" and default is not None:
                layer.bind(default, board)
        except Exception as error:
            raise InputError(f"{key}: {said(error)}", where(key)) from None


def _check_encodings(genre: type[Genre], where: Where) -> None:
    """Refuse lists with items that are no parts of links or texts."""
    for key in ("link", "pzpr", "dataset"):
        declared: Any = getattr(genre, key)
        if not isinstance(declared, (tuple, list)):
            raise InputError(f"{key} is a list of parts, not {declared!r}", where(key))
        if not declared:
            continue
        from pencilp.encodings.partial_puzzle import LinkPart, TextPart

        for entry in declared:
            if not isinstance(entry, LinkPart if key == "link" else TextPart):
                what = "a link" if key == "link" else "a text"
                raise InputError(f"{key}: {entry!r} is no part of {what}", where(key))


def _tell_bounds(genre: type[Genre], where: Where) -> None:
    """Make the layer name itself if its least or greatest number turns out to be no number, which only a puzzle
    shows."""

    def variables(self: Genre, m: Model, key: str, layer: AnswerLayer[Any]) -> Array:
        try:
            return Genre._variables(self, m, key, layer)
        except (TypeError, ValueError) as error:
            raise InputError(f"{key}: {said(error)}", place_of(error) or where(key)) from None

    genre._variables = variables  # type: ignore[method-assign]


def _is_genre(thing: object) -> bool:
    return isinstance(thing, type) and issubclass(thing, Genre) and thing is not Genre


def said(error: BaseException) -> str:
    """Return an error of a user's genre in one line."""
    says = " ".join(str(error).split())
    return (
        says if isinstance(error, PencilpError) else f"{type(error).__name__}: {says}" if says else type(error).__name__
    )


def _line(error: BaseException, path: str) -> int:
    """Return the last line of ``path`` in the traceback."""
    trace, line = error.__traceback__, 1
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
