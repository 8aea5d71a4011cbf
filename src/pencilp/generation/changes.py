"""Changes of a board that has several answers, until it has one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pencilp.analysis.added_clues import solution_of
from pencilp.analysis.left_out import Place, changed_puzzle
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.generation.answers import Answers
from pencilp.generation.clues import Clues, Group
from pencilp.generation.fewer import Fewer
from pencilp.generation.habits import MOST_SHARE
from pencilp.generation.job import Job
from pencilp.generation.places import distance
from pencilp.generation.random_answer import Spot
from pencilp.generation.rooms import divided_room, moved_border, moved_rectangles
from pencilp.solvers.clasp.search import Clasp, variable_key

MOST_MOVES = 40
"""The number of changes of a board in a row that bring nothing, after which another board is begun."""
MOVED_SHARE = 0.4
"""How often a clue without a weakest form is moved; else clues are chosen when the answer is known."""
DIVIDED_SHARE = 0.3
"""How often a room is divided; else its border is moved."""
SHARED_LIMITS = 60, 4000
"""The number of answers of an unfinished board that are looked at, and of conflicts for each of them."""


class Changes:
    """The changes of one puzzle's boards."""

    def __init__(self, job: Job, answers: Answers, clues: Clues) -> None:
        self.job, self.answers, self.clues = job, answers, clues

    def improved(self, start: Puzzle, puzzle: Puzzle, answer: Answer) -> tuple[Fewer, Puzzle, Answer] | None:
        """Change a board near the places where its answers differ, until it has one answer only."""
        self.job.did("improved")
        open_places = self._open(puzzle, answer)
        stale = 0
        while open_places and stale < MOST_MOVES:
            self.job.look()
            self.job.did("moves")
            middle = self.job.chance.choice(open_places)
            changed, emptied = self._changed(start, middle)
            found = None
            if changed is not None:
                other = self.answers.random_answer(
                    changed, answer, self.job.places.around(middle, self.job.starts.open_layers)
                )
                if other is not None:
                    changed = self.clues.grown(other.puzzle, other, emptied)
                    found = self.clues.found_again(changed, other, start, puzzle, middle)
            stale += 1
            if found is None or changed is None:
                continue
            left = self._open(*found)
            if left is None:
                continue
            if not left:
                fewer = Fewer(self.job, *found)
                if fewer.unique:
                    return fewer, *found
                continue
            if len(left) <= len(open_places):
                stale = 0 if len(left) < len(open_places) else stale
                start, (puzzle, answer), open_places = changed, found, left
        return None

    def _open(self, puzzle: Puzzle, answer: Answer) -> list[Spot] | None:
        """Return the places where answers differ, as far as ``SHARED_LIMITS`` show; None if that is not decided."""
        m = self.job.genre.model(puzzle)
        m.objective = None
        clasp = Clasp(m, whole=True, options=[f"--seed={self.job.chance.randrange(10**6)}", "--rand-freq=0.05"])
        found = clasp.shared(solution_of(m, answer), SHARED_LIMITS, self.job.look)
        if not (found.complete or found.gave_up):
            return None
        return [
            (key, i)
            for key, variables in m.answer.items()
            for i, x in enumerate(variables)
            if variable_key(x) not in found.agreed
        ]

    def _changed(self, start: Puzzle, spot: Spot) -> tuple[Puzzle | None, list[Group]]:
        """Return the board with a border of rooms, or a clue that comes first, moved near a place; None if it is refused.

        Return also places that may get clues when the answer is known.
        """
        chance = self.job.chance
        rooms = self.job.habits.rooms if self.job.wishes.base is None else {}
        # rooms that others divide stay
        divided = {usual.within for usual in rooms.values()}
        ways = [*(key for key in rooms if key not in divided), *self.job.starts.present]
        ways += self.job.starts.needed
        if not ways or chance.random() < 0.2:
            return start, []
        key = chance.choice(ways)
        emptied: list[Group] = []
        if key in self.job.habits.rooms:
            x, y = self.job.places.point(*spot)
            near = sorted(self.job.board.cells, key=lambda cell: distance(self.job.board.center(cell), (x, y)))[:6]
            moved = self._changed_rooms(start, key, near)
            if moved is None:
                return None, []
            changes = {(key, cell): room for cell, room in enumerate(moved) if room != start.values[key][cell]}
        else:
            changes, emptied = self._changed_clues(start, key, self.job.places.point(*spot))
        try:
            return changed_puzzle(start, changes), emptied
        except InputError:
            return None, []

    def _changed_rooms(self, start: Puzzle, key: str, near: Sequence[int]) -> list[int | None] | None:
        """Return the rooms of a layer with another border near some cells, None if that cannot be."""
        board, usual, chance, of = self.job.board, self.job.habits.rooms[key], self.job.chance, start.values[key].listed
        if usual.within is not None:
            return moved_border(board, of, near, chance, start.values[usual.within].of)
        if usual.rectangular:
            return moved_rectangles(board, of, near, chance)
        if len({*usual.sizes}) > 1 and chance.random() < DIVIDED_SHARE:
            return divided_room(board, of, near, min(usual.sizes), chance)
        return moved_border(board, of, near, chance)

    def _changed_clues(
        self, start: Puzzle, key: str, point: tuple[float, float]
    ) -> tuple[dict[Place, Any], list[Group]]:
        """Return changes of clues of a layer near a point, and places that may get clues when the answer is known."""
        chance, layer = self.job.chance, self.job.genre.inputs[key]
        nothing = layer.value.nothing
        items = [(place, value) for place, value in layer.place.items(start.values[key])]
        items.sort(key=lambda item: distance(self.job.places.point(key, item[0]), point) + 2 * chance.random())
        clues = [at for at, value in items if value != nothing and not self.job.places.is_given((key, at))]
        empty = [at for at, value in items if value == nothing and self.job.places.allows((key, at))]
        if key in self.job.habits.once and clues and empty:
            # a clue is moved
            return {(key, clues[0]): nothing, (key, empty[0]): start.values[key][clues[0]]}, []
        draw = chance.random()
        if len(clues) > MOST_SHARE * self.job.habits.clues[key] * len(items):
            # more clues always leave fewer answers, but a player would not take a board full of them
            draw *= 0.6
        gone, new = clues[: draw < 0.6], empty[: draw > 0.3]
        # where each region has one clue, only a clue that moves leaves an answer
        if self.job.starts.weak[key] is not None or chance.random() < MOVED_SHARE:
            return self._with(key, gone, nothing) | self._with(key, new, self.job.starts.value(key)), []
        if not empty or (clues and chance.random() < 0.3):
            # every place has a clue, or the value of one is changed
            return self._with(key, clues[:1], self.job.starts.value(key)), []
        return self._with(key, clues[:3], nothing), [
            (key, self.job.places.alike(key, at)) for at in [*clues[len(gone) : 3], *new]
        ]

    def _with(self, key: str, places: Iterable[int], value: Any) -> dict[Place, Any]:
        """Return changes that put a value at places of a layer and at those that are symmetric to them."""
        return {(key, at): value for place in places for at in self.job.places.alike(key, place)}
