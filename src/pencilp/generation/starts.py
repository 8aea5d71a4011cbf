"""Boards to begin with: random rooms, and those clues that change a puzzle by being there.

Most clues only say something about the answer. They are chosen when the answer is known. Others change the puzzle by their
presence: a black cell, the number of an island. They come first, in their weakest form: a black cell without a number, a ``?``.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from pencilp.analysis.added_clues import absence_rules, has_own_rules, keeps_other_rules, values_of
from pencilp.analysis.left_out import PlacedClue
from pencilp.board.lattice import Lattice
from pencilp.board.layers import UNKNOWN
from pencilp.board.layers.arrows import Arrow
from pencilp.board.layers.layer import Layer
from pencilp.board.layers.several import Group
from pencilp.board.layers.sums import SumPair
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.generation.habits import LEAST_SHARE, MOST_SHARE, ROW, Habits, is_nothing, rooms_of
from pencilp.generation.open_boards import open_model
from pencilp.generation.places import Places
from pencilp.generation.random_answer import random_answer
from pencilp.generation.rooms import random_paths, random_rectangles, random_rooms
from pencilp.genres import Genre
from pencilp.genres.base import OpenLayers
from pencilp.model import Model
from pencilp.solvers.clasp.search import Clasp

PROBES = 3
"""The number of places at which it is tried whether a clue changes other rules."""

MAX_POOL, MAX_TRIES = 60, 8
"""The number of values of a clue among which some are drawn, and the number of those that are tried."""

MORE_ROOMS = 1.2
"""How many more rooms there are than clues that each need a room of their own."""

FIT_CONFLICTS = 2000
"""The number of conflicts within which an answer must be found with a fleet, or another value for the whole board."""


class Starts:
    """Makes boards of a genre to begin with.

    ``present`` are the layers whose clues come first. Clues stand only at ``places`` that are allowed. All boards have the
    values ``base``. ``blank`` is one with no more clues than these, ``bare`` also has random values in its ``open_layers`` and
    those that are ``needed``. They are None if the genre refuses such boards.
    """

    def __init__(
        self, genre: type[Genre], board: Lattice, habits: Habits, chance: random.Random, places: Places
    ) -> None:
        self.genre, self.board, self.habits, self.chance, self.places = genre, board, habits, chance, places
        self.base = places.wishes.base or {}
        self.weak: dict[str, Any] = {}
        """For each of ``present`` the weakest value of a clue; None: it has none."""
        self.present: list[str] = []
        self.absence: set[str] = set()
        """The texts of rules about places without a clue. They do not bind the answer: every clue that fits it is given."""
        self.refusal = ""
        """Why the genre refused the last board that it refused."""
        self.needed: list[str] = []
        """The layers without which the genre refuses boards: each of their values occurs once, as do the ends of a path."""
        self._later: dict[str, Any] = {}
        """The layers whose clues are chosen when the answer is known, each with the weakest value of a clue."""
        self._boards = {key: value for key, value in habits.boards.items() if key not in self.base}
        if self._unusual_boards() and self._checked(self._bare_values()) is None:
            # values of another size of board
            self._boards = {key: value for key, value in self._boards.items() if key not in self._unusual_boards()}
        self._fit_boards()
        self.usual_number = True
        """Whether open layers have about as many clues as usual. There may be no such answer: small boards need more clues."""
        self.is_open = genre.open_rules is not Genre.open_rules
        self.open_layers: frozenset[str] = frozenset()
        """The layers whose values are found together with the answer."""
        self.blank = self._unchecked(self._bare_values())
        if self.blank is not None and self.is_open:
            self.open_layers = frozenset(self.model(self.blank)[1])
        bare = self.bare = self._filled(self.blank)
        if bare is None and not self.open_layers:
            self.needed = [key for key in habits.clues if key in habits.once]
            bare = self.bare = self._checked(self._bare_values())
            if bare is None:
                self.needed.clear()
        m = None if bare is None else genre.model(bare)
        for key in habits.clues:
            layer = genre.inputs[key]
            if key in self.open_layers or key in habits.fillings or key in self.needed:
                continue
            if layer.on == "lines":
                if bare is not None and m is not None:
                    side = next(iter(bare.values[key]))
                    self.absence |= absence_rules(bare, m, (key, side, 0), (1,)) or set()
                continue
            weak = self.weakest(layer)
            if bare is not None and m is not None:
                empty = [
                    (key, place) for place, value in layer.place.items(bare.values[key]) if is_nothing(layer, value)
                ]
                some = self.chance.sample(empty, min(PROBES, len(empty)))
                known = [value for value in values_of(layer, bare) if value in habits.values[key]]
                tried = [value for value in (weak, *known) if value is not None][:2]
                # clues without rules of their own say something together with other clues
                if (
                    tried
                    and all(keeps_other_rules(bare, m, some, value) for value in tried)
                    and any(has_own_rules(bare, some[0], value) for value in tried)
                ):
                    self._later[key] = weak
                    continue
                lost = absence_rules(bare, m, some[0], tried[-1]) if some and tried else None
                if lost is not None:
                    self.absence |= lost
                    self._later[key] = weak
                    continue
            self.present.append(key)
            self.weak[key] = weak

    def _unusual_boards(self) -> list[str]:
        """Return the names of values for the whole board that a puzzle need not give."""
        return [key for key in self._boards if self.genre.inputs[key].optional]

    def _fit_boards(self) -> None:
        """Change a value for the whole board, such as a fleet or the size of all regions, if the board has no answer with it."""
        boards = [layer for key, layer in self.genre.inputs.items() if layer.on == "board" and key not in self.base]
        for layer in boards:
            value = self._boards.get(layer.name, layer.default(self.board))
            others: Iterable[Any]
            if layer.value.kind == "fleet":
                pieces = self.chance.sample(value, len(value))
                others = [tuple(pieces[i:]) for i in range(1, len(pieces))]
            elif layer.value.kind == "number" and type(value) is int and value > 1:
                others = [value + step for way in range(1, len(self.board)) for step in (-way, way) if value + step > 0]
            else:
                continue
            before = dict(self._boards)
            if self._has_answer(before):
                return
            fitting = ({**before, layer.name: other} for other in others if other != value)
            self._boards = next((each for each in fitting if self._has_answer(each)), before)

    def _has_answer(self, boards: dict[str, Any]) -> bool:
        """Return whether a board with these values and without clues has an answer that is found soon."""
        self._boards = boards
        puzzle = self._checked(self._bare_values())
        if puzzle is None:
            return False
        m = self.genre.model(puzzle)
        m.objective = None
        return Clasp(m, whole=True).example((), FIT_CONFLICTS) is not None

    @property
    def stated(self) -> Puzzle | None:
        """The board with the fewest clues that has a model; None if there is none."""
        return self.blank if self.open_layers else self.bare

    def put_all_first(self) -> None:
        """Let all clues come first: without them there is no answer, or not all that fit an answer can be given."""
        self.present += self._later
        self.weak |= self._later
        self.absence.clear()
        self._later.clear()

    def start(self, *, bare: bool = False) -> Puzzle | None:
        """Return a board with random rooms and, unless it is ``bare``, clues of the layers ``present``.

        Its open layers are empty. None if the genre refuses it.
        """
        values = self._bare_values()
        if not bare:
            values |= {key: self._sown(key) for key in self.present}
        return self._unchecked(values) if self.open_layers else self._checked(values)

    def _bare_values(self) -> dict[str, Any]:
        """Return the values of a board with random rooms, and no clues but those of the layers ``needed``."""
        values: dict[str, Any] = {**self._boards, **self.base}
        # rooms come before those that divide them
        for key, usual in sorted(self.habits.rooms.items(), key=lambda item: item[1].within is not None):
            if key in values:
                continue
            outer = (
                None if usual.within is None else self.genre.inputs[usual.within].bind(values[usual.within], self.board)
            )
            sizes = self._sizes_of_rooms(key)
            if outer is None and usual.rectangular and len(self.board) == self.board.rows * self.board.cols:
                values[key] = random_rectangles(self.board, sizes, self.chance)
            else:
                values[key] = random_rooms(
                    self.board, sizes, usual.inside, self.chance, None if outer is None else outer.of
                )
        for key, (lengths, share) in self.habits.paths.items():
            if key not in values:
                values[key] = random_paths(self.board, lengths, share, self.chance)
        for key, room in self.habits.fillings.items():
            if key not in values:
                of = self.genre.inputs[room].bind(values[room], self.board).of
                nothing = self.genre.inputs[key].value.nothing
                values[key] = [self._usual_value(key) if at is None else nothing for at in of]
        for key, layer in self.genre.inputs.items():
            if key not in values and not layer.optional and not layer.usual and layer.on != "board":
                values[key] = layer.empty(self.board)
        return values | {key: self._sown(key) for key in self.needed}

    def _sizes_of_rooms(self, key: str) -> list[int]:
        """Return the sizes of rooms: the usual ones, but small enough for the wished number of clues if each room has one."""
        sizes = sorted(size if size != ROW else self.board.cols for size in self.habits.rooms[key].sizes)
        least = self.places.wishes.min_clues
        if least and any(key == rooms_of(self.genre.inputs[clues]) for clues in self.habits.clues):
            while len({*sizes}) > 1 and MORE_ROOMS * least * sum(sizes) > len(self.board) * len(sizes):
                sizes.pop()
        return sizes

    def model(self, board: Puzzle) -> tuple[Model, OpenLayers]:
        """Return the model of a board, with open layers if the genre has rules for these, and their literals."""
        if self.is_open:
            return open_model(board, self.places, usual_number=self.usual_number)
        m = self.genre.model(board)
        m.objective = None
        return m, {}

    def _filled(self, blank: Puzzle | None) -> Puzzle | None:
        """Return a board with random values in the open layers; None if the genre refuses it."""
        if blank is None or not self.open_layers:
            return None if blank is None else self._checked(blank.values)
        for self.usual_number in (True, False):
            m, layers = self.model(blank)
            answer = random_answer(blank, m, self.chance, lambda: None, open_layers=layers)
            if answer is not None:
                return answer.puzzle
        return None

    def _unchecked(self, values: Mapping[str, Any]) -> Puzzle | None:
        """Return the puzzle with these values, even if the genre refuses it; None if a layer does."""
        try:
            return Puzzle(self.genre, self.board, values)
        except InputError:
            return None

    def _checked(self, values: Mapping[str, Any]) -> Puzzle | None:
        """Return the puzzle with these values; None if the genre refuses it, for example because it needs clues."""
        try:
            puzzle = Puzzle(self.genre, self.board, values)
            self.genre(puzzle)
        except InputError as error:
            self.refusal = error.message
            return None
        return puzzle

    def _sown(self, key: str) -> list[Any]:
        """Return the values of a layer with clues at random places."""
        layer = self.genre.inputs[key]
        found = [*self.base[key]] if key in self.base else [layer.value.nothing] * layer.size(self.board)
        if key in self.habits.once:
            values = [value for value in self.habits.values[key] if value not in found]
            free = self._free(key)
            some = self.chance.sample(free, min(len(free), len(values)))
            for place, value in zip(some, values, strict=False):
                found[place] = value
            return found
        for group in self.groups(key):
            for place in group:
                found[place] = self.value(key)
        return found

    def groups(self, key: str) -> list[list[int]]:
        """Return random groups of symmetric places of a layer, about as many as usually have a clue."""
        chance, layer = self.chance, self.genre.inputs[key]
        size = layer.size(self.board)
        share = self.habits.clues[key]
        if share < 1:
            share *= chance.uniform(LEAST_SHARE, MOST_SHARE)
        wanted = min(size, max(1, round(share * size)))
        groups: dict[Any, list[int]] = {}
        for place in self._free(key):
            groups.setdefault(self.places.orbit((key, place)), []).append(place)
        placed = sum(self.places.is_given((key, place)) for place in range(size))
        found = []
        for group in chance.sample([*groups.values()], len(groups)):
            if placed >= wanted:
                break
            found.append(group)
            placed += len(group)
        return found

    def tries(self, key: str, number: int) -> Iterator[list[Any]]:
        """Yield different lists of values for a ``number`` of clues that come first: the weakest, then random ones."""
        layer, weak = self.genre.inputs[key], self.weak[key]
        if weak is not None:
            yield [weak] * number
        usual = self.habits.values[key]
        pool = list(dict.fromkeys([*usual, *islice(values_of(layer, self.bare), MAX_POOL)])) if self.bare else [*usual]
        weights = [1 + 3 * usual[value] for value in pool]
        for _ in range(min(MAX_TRIES, len(pool))):
            values = self.chance.choices(range(len(pool)), weights, k=number)
            yield [pool[i] for i in values]
            if number == 1:
                weights[values[0]] = 0

    def _free(self, key: str) -> list[int]:
        """Return the places of a layer that may get a clue."""
        places = range(self.genre.inputs[key].size(self.board))
        return [at for at in places if self.places.allows((key, at)) and not self.places.is_given((key, at))]

    def may_sow(self) -> bool:
        """Return whether further clues may come first."""
        return any(self._free(key) for key in self.present)

    def stays(self, clue: PlacedClue) -> bool:
        """Return whether leaving out a clue would change one of ``base``."""
        if not self.places.is_given(clue.place):
            return False
        given = self.places.given(clue.place)
        return bool(clue.value == given or clue.way is None or clue.way(clue.value) != given)

    def value(self, key: str) -> Any:
        """Return a value for a clue of a layer that comes first: the weakest one, or one that is usual."""
        weak = self.weak[key]
        if weak is None:
            return self._usual_value(key)
        usual = self._usual_value(key) if isinstance(self.genre.inputs[key].value, Group) else UNKNOWN
        # how many numbers a cell has says something, too
        return weak * len(usual) if isinstance(usual, tuple) else weak

    def _usual_value(self, key: str) -> Any:
        """Return a random one of the values that are usual in a layer."""
        usual = self.habits.values[key]
        if not usual:
            return UNKNOWN
        return self.chance.choices([*usual], [*usual.values()])[0]

    def weakest(self, layer: Layer[Any]) -> Any:
        """Return the value of a clue of a layer that says the least; None if each says as much as the others."""
        kind = layer.value
        if kind.nothing != UNKNOWN and kind.allows(UNKNOWN):
            return UNKNOWN
        if isinstance(kind, Arrow):
            for colour in kind.colors or [None]:
                some = (*([colour] if colour is not None else []), UNKNOWN, None)
                if kind.allows(some):
                    return some
            return None
        if isinstance(kind, Group):
            return (UNKNOWN,) if kind.allows((UNKNOWN,)) else None
        if isinstance(kind, SumPair):
            return next((pair for pair in ((UNKNOWN, UNKNOWN), (None, None)) if kind.allows(pair)), None)
        signs = [value for value, _ in kind.samples() if isinstance(value, str) and value != kind.nothing]
        return signs[0] if kind.kind == "either" and signs else None
