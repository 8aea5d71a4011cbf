"""The base class of genres: layers, rules, names, and the way from rules to a model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from pencilp._util import garbage
from pencilp._util.old_names import present_name
from pencilp.board.lattice import Lattice, hexagonal, square
from pencilp.board.layers import AnswerLayer, Layer
from pencilp.board.puzzle import Answer, Kind, Puzzle
from pencilp.errors import InputError
from pencilp.model import Int, Lit, Model, Rule, Solution
from pencilp.model.variables import Array, OfPlaces


class CodeGame(NamedTuple):
    """A game in which a hidden code is guessed, for ``pencilp.guess``.

    The code has one of the ``symbols`` in each of its ``columns``; with ``different``, no symbol occurs twice.
    ``symbols`` maps each number in a model to the symbol that a person writes. ``guesses`` are the numbers of each
    guess so far with its score, in which None means unknown. ``score(guess, code)`` returns the score of a guess: one
    number for each of the ``words``. If the code has numpy arrays in place of numbers, they are many codes, and the
    scores are arrays, too.
    """

    columns: int
    symbols: Mapping[int, Any]
    different: bool
    guesses: Sequence[tuple[Sequence[int], tuple[int | None, ...]]]
    score: Callable[[Sequence[int], Sequence[Any]], tuple[Any, ...]]
    words: tuple[str, ...]


class Genre(Kind):
    """One genre of puzzle. A subclass is one genre module: names, layers, ``rules``. The class is the genre. An
    instance is the genre bound to one puzzle: ``self.board`` is its lattice, every input layer has its values, and
    every answer layer has its variables. These are a list (``pencilp.model.Array``) of literals, or of Ints if a
    place has other values than 0 and 1.

    A genre may be derived from another. It then has the other's layers, and declares those that are new or differ
    (None: it does not have this layer). Names and encodings are its own.

    A subclass has a docstring with the rules as a magazine prints them, and:
    """

    name: ClassVar[str] = ""
    """The id: the module's name."""
    title: ClassVar[str] = ""
    """The English title."""
    title_ja: ClassVar[str] = ""
    """The Japanese title."""
    aliases: ClassVar[tuple[str, ...]] = ()
    """Other names: puzz.link's id, names in other solvers and datasets. Do not repeat titles."""
    shapes: ClassVar[tuple[str, ...]] = ("square",)
    """The lattices on which it is played."""
    equal_sides: ClassVar[bool] = False
    """Whether its boards have as many rows as columns."""
    symmetries: ClassVar[tuple[str, ...]] = ("turn", "mirror")
    """The operations on a board ("turn", "mirror", "transpose") after which the answers are those of the old board after
    the same operation. Their products are such, too. A genre in a user's file has none unless it declares them."""
    usual_size: ClassVar[tuple[int, int]] = (10, 10)
    """Rows and columns of an empty board if no size is given. See ``usual_board``."""
    link_id: ClassVar[str] = ""
    """Its id at puzz.link and in pzpr texts, if that is not ``name``."""
    text_id: ClassVar[str] = ""
    """Its id in pzpr texts, if that is another genre's. The word of its texts tells it apart (Word)."""
    dataset_id: ClassVar[str] = ""
    """The name of its file in the public dataset, if another genre has this name elsewhere."""
    link: ClassVar[Sequence[Any]] = ()
    """The parts of its puzz.link body, in order (pencilp.encodings); none: it has no links."""
    pzpr: ClassVar[Sequence[Any]] = ()
    """The parts of its pzpr text, in order."""
    dataset: ClassVar[Sequence[Any]] = ()
    """The parts of its text in the public dataset. The solution's parts begin at the first part of an answer layer."""
    penpa: ClassVar[Mapping[str, str]] = {}
    """The looks of layers in Penpa links, by name, if they are not their own (pencilp.formats.penpa.signs)."""
    spellings: ClassVar[dict[str, str]] = {}
    """Other names for variables of the published formulation: {"Vb": "V"} if Vb(1,2) is V(1,2)."""
    _program: ClassVar[type[Model]] = Model
    """The model in which its rules are stated."""
    inputs: ClassVar[dict[str, Layer[Any]]] = {}
    answers: ClassVar[dict[str, AnswerLayer[Any]]] = {}

    def __init_subclass__(cls) -> None:
        for key in (
            "name",
            "title",
            "title_ja",
            "aliases",
            "link_id",
            "text_id",
            "dataset_id",
            "link",
            "pzpr",
            "dataset",
        ):
            if key not in vars(cls):
                setattr(cls, key, getattr(Genre, key))
        if "paper" in vars(cls):  # its former name, in genres of users
            cls.published = vars(cls)["paper"]  # type: ignore[method-assign]
        # layers declared here come first, then inherited ones
        found: dict[str, Any] = {}
        for kind in cls.__mro__:
            for key, value in vars(kind).items():
                found.setdefault(key, value)
        layers: dict[str, Layer[Any]] = {}
        for key, value in found.items():
            if isinstance(value, Layer):
                companions = value.companions()
                if any(not isinstance(found.get(name, layer), type(layer)) for name, layer in companions.items()):
                    # a user's genre may have a layer of this name
                    companions, value = {}, value.alone()
                    setattr(cls, key, value)
                layers[key] = value
                for name, layer in companions.items():
                    if name not in found:
                        setattr(cls, name, layer)
                        layer.__set_name__(cls, name)
                        layers[name] = layer
        cls.inputs = {k: v for k, v in layers.items() if not isinstance(v, AnswerLayer)}
        cls.answers = {k: v for k, v in layers.items() if isinstance(v, AnswerLayer)}

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.board: Lattice = puzzle.lattice
        self.check_board(self.board)
        for key, value in puzzle.values.items():
            setattr(self, key, value)
        self.validate()

    @classmethod
    def usual_board(cls) -> Lattice:
        """Return an empty board to begin with: the genre's own, or one of the usual size."""
        own = cls.own_board()
        return (square if "square" in cls.shapes else hexagonal)(*cls.usual_size) if own is None else own

    @classmethod
    def check_board(cls, board: Lattice) -> None:
        """Raise InputError if the genre is not played on boards of this shape or size."""
        if board.shape not in cls.shapes:
            raise InputError(f"{cls.name} is not played on {board.shape} boards, only {' and '.join(cls.shapes)}")
        if cls.equal_sides and board.rows != board.cols:
            raise InputError(f"{cls.name} has as many rows as columns, not {board.rows} of {board.cols}")
        own = cls.own_board()
        if own is not None and board != own:
            size = f"{own.rows}x{own.cols}"
            raise InputError(
                f"{cls.name} needs its own board of {size} with {len(own)} cells; 'pencilp new {cls.name} {size}' prints one"
            )

    def validate(self) -> None:
        """Raise InputError if the puzzle makes no sense in ways that its layers do not check. Impossible clues are no
        error."""

    def bad(self, layer: str, place: int | None, message: str) -> InputError:
        """Return the error for a puzzle that makes no sense at a place of a layer (None: as a whole). ``raise`` it."""
        where = "" if place is None else self.inputs[layer].title(place, self.board)
        return self.inputs[layer].refuse(message, where)

    def refuse_both(self, layer: str, other: str, message: str) -> None:
        """Raise InputError if a cell has a clue in both of two layers."""
        both = set(getattr(self, other).given).intersection(getattr(self, layer).given)
        if both:
            raise self.bad(layer, min(both), message)

    def rules(self, m: Model) -> None:
        """State the rules in the model ``m``, which already has the answer variables."""
        raise NotImplementedError

    def open_rules(self, m: Model) -> OpenLayers:
        """State the rules of boards on which some input layers are open, so that a board is found together with its answer.

        Return for each place of these layers the literal of each of its values; if none is true, the place is empty. This is
        for new puzzles of genres whose clues say so much that few boards have an answer.
        """
        return {}

    def published(self, m: Model) -> dict[str, Any]:
        """State the published formulation of the genre, with its variables, row names and objective (unless that is a dummy).

        Return the variables of each answer layer. Raise InputError if none was published.
        """
        raise InputError(f"{self.name} has no published formulation")

    def code_game(self) -> CodeGame:
        """Return its game in which a hidden code is guessed. Raise InputError if it is no such game."""
        raise InputError(f"{self.name} is no game of guesses, as mastermind is")

    # -- from puzzle to model and back ---------------------------------------------------------------------------

    @classmethod
    @garbage.paused()
    def model(
        cls, puzzle: Puzzle, formulation: str = "rules", rules: Iterable[OwnRule] = (), *, objective: bool = False
    ) -> Model:
        """Return the integer program of ``puzzle``; ``formulation`` is "rules" (pencilp's own) or "published".

        ``rules`` are stated after those of the genre. The published objective, which has the same value in all answers, is
        stated only with ``objective``.
        """
        formulation = present_name(formulation)
        self = cls(puzzle)
        m = cls._program(puzzle.lattice.names.__getitem__)
        if formulation == "published":
            m.answer = self.published(m)
            if not objective:
                m.objective = None
            for key, variables in m.answer.items():
                setattr(self, key, variables)
        elif formulation == "rules":
            self._add_answer(m)
            self.rules(m)
        else:
            raise InputError(f"there is no formulation {formulation!r}, only rules and published")
        own = len(m.rules)
        has_rules = False
        for rule in rules:
            has_rules = True
            rule(m, self)
        if has_rules:
            m.only_variables(own)
            self._places_exist(m.rules[own:])
        return m

    @classmethod
    def open_model(cls, puzzle: Puzzle) -> tuple[Model, OpenLayers]:
        """Return the model of ``open_rules`` and what they return. The puzzle need not make sense."""
        self = object.__new__(cls)
        self.puzzle, self.board = puzzle, puzzle.lattice
        for key, value in puzzle.values.items():
            setattr(self, key, value)
        m = cls._program(puzzle.lattice.names.__getitem__)
        self._add_answer(m)
        layers = self.open_rules(m)
        # so that solvers return their values
        m.answer |= {key: [x for values in places for x in values.values()] for key, places in layers.items()}
        return m, layers

    def _add_answer(self, m: Model) -> None:
        """Add the variables of the answer layers to a model."""
        for key, layer in self.answers.items():
            m.answer[key] = self._variables(m, key, layer)
            setattr(self, key, m.answer[key])

    def _places_exist(self, rules: Sequence[Rule]) -> None:
        for words, at in [(rule.words, rule.at) for rule in rules if rule.at is not None]:
            for cell in () if isinstance(at, str) else (at,) if isinstance(at, int) else at:
                if not 0 <= cell < len(self.board):
                    raise InputError(f"{words}: there is no cell {cell}, only 0 to {len(self.board) - 1}")

    def _variables(self, m: Model, key: str, layer: AnswerLayer[Any]) -> Array:
        board = self.board
        domain = layer.domain(self)
        if domain == (0, 1):
            lits = m.binaries(key, layer.size(board), lambda: place_keys(layer.on, board))
            return OfPlaces(lits, layer.value.numbers_of_tokens)
        keys = place_keys(layer.on, board)
        domains = domain if isinstance(domain, list) else [domain] * len(keys)
        ints = [m.integer(f"{key}({k})", low, high) for k, (low, high) in zip(keys, domains, strict=True)]
        if layer.value.numbers_of_tokens:
            for x in ints:
                x.tokens = layer.value.numbers_of_tokens
        return OfPlaces(ints, layer.value.numbers_of_tokens)

    @classmethod
    def answer(cls, puzzle: Puzzle, model: Model, solution: Solution) -> Answer:
        """Return the answer that a solution of ``model`` means."""
        return cls.answer_of(puzzle, {key: solution.of(layer) for key, layer in model.answer.items()})

    @classmethod
    def answer_of(cls, puzzle: Puzzle, numbers: Mapping[str, Sequence[int | None]]) -> Answer:
        """Return the answer that the numbers of a model mean, layer by layer (None: undecided)."""
        return Answer(
            puzzle, {key: cls.answers[key].value.decode(found, puzzle.values) for key, found in numbers.items()}
        )

    @classmethod
    def numbers_of(cls, answer: Answer) -> dict[str, Sequence[int | None]]:
        """Return per layer of ``answer`` the numbers that stand for its values in a model (None: undecided)."""
        puzzle = answer.puzzle.values
        return {key: layer.value.numbers(answer[key], puzzle) for key, layer in cls.answers.items()}

    @classmethod
    def assumptions(cls, model: Model, answer: Answer) -> list[tuple[Lit, str, int]]:
        """Return the literals that ``answer`` is the solution, each with its layer and index. A value outside the
        domain of its variable gives the false literal. Places that are not filled are left out.
        """
        result = []
        unfilled = set(cls.unfilled(model, answer))
        numbers = cls.numbers_of(answer)
        for key, variables in model.answer.items():
            for i, (x, value) in enumerate(zip(variables, numbers[key], strict=True)):
                if (key, i) in unfilled:
                    continue
                if isinstance(x, Int):
                    lit = x == value
                else:
                    lit = x if value == 1 else ~x if value == 0 else model.false
                result.append((lit, key, i))
        return result

    @classmethod
    def unfilled(cls, model: Model, answer: Answer) -> list[tuple[str, int]]:
        """Return the layer and the index of every empty place of ``answer`` that needs a value."""
        result = []
        for key, variables in model.answer.items():
            blank = cls.answers[key].blank
            for i, (x, value) in enumerate(zip(variables, answer[key], strict=True)):
                if value is None or (value == blank and isinstance(x, Int) and blank not in x.values):
                    result.append((key, i))
        return result


OpenLayers = Mapping[str, Sequence[Mapping[Any, Lit]]]
"""For each place of some input layers the literal of each value that may stand there."""

OwnRule = Callable[[Model, Any], object]
"""A user's rule, called with the model and the genre bound to the puzzle (``self`` in ``Genre.rules``)."""


def place_keys(on: str, board: Lattice) -> list[str]:
    """Return for each place of a layer the key of its variable in published formulations: row and column from 1."""
    cells = [f"{row + 1},{col + 1}" for row, col in board.positions]
    if on == "cells":
        return cells
    if on == "links":
        return [f"{cells[a]},{cells[b]}" for a, b in board.links]
    if on == "edges":
        result = [""] * len(board.edges)
        for c, edges in enumerate(board.cell_edges):
            for d, e in enumerate(edges):
                result[e] = result[e] or f"{cells[c]},{board.direction_names[d]}"
        return result
    return [str(i + 1) for i in range(len(getattr(board, on)))]


def lineage_of(genre: type[Genre]) -> list[str]:
    """Return the names of a genre and of the genres that it is derived from."""
    return [kind.name for kind in genre.__mro__ if issubclass(kind, Genre) and kind.name]


def genre_of(puzzle: Puzzle) -> type[Genre]:
    """Return the genre class of a puzzle. Raise TypeError for anything but a puzzle, InputError for an unknown genre."""
    if not isinstance(puzzle, Puzzle):
        raise TypeError(f"a Puzzle is needed (pencilp.load reads one), not {type(puzzle).__name__}")
    genre = puzzle.genre
    if not (isinstance(genre, type) and issubclass(genre, Genre)):
        raise InputError(f"{genre!r} is not a genre")
    return genre
