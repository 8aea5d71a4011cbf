"""Clues that fit an answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from pencilp import api
from pencilp.analysis.added_clues import Independent, fitting_clues, hold, solution_of
from pencilp.analysis.left_out import Place, changed_puzzle, value_at
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.generation.habits import is_nothing
from pencilp.generation.job import Job
from pencilp.generation.places import SYMMETRIC, distance
from pencilp.generation.random_answer import Spot
from pencilp.genres import genre_of

NEAR, MAX_NEAR_VALUES = 2.5, 16
"""How far from a change of a board clues are tried anew, and the number of values that are tried then."""

NO_RUN = (0,)
"""The clue of a line without runs. Setters of some genres, such as Coral, do not use it; puzz.link does not know it there."""

Group = tuple[str, Sequence[int]]
"""The name of a layer, and symmetric places in it."""


class Clues:
    """The clues of one puzzle's boards."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self._independent: Independent = {}

    def grown(self, start: Puzzle, answer: Answer, some: Iterable[Group] | None = None) -> Puzzle:
        """Return a board with clues of the layers that come first, all of which fit ``answer``.

        They stand at ``some`` places, None: at about as many as usual.
        """
        if some is None:
            some = [(key, places) for key in self.job.starts.present for places in self.job.starts.groups(key)]
        for key, places in some:
            for values in self.job.starts.tries(key, len(places)):
                self.job.look()
                try:
                    trial = changed_puzzle(start, {(key, at): v for at, v in zip(places, values, strict=True)})
                except InputError:
                    continue
                if is_right(trial, answer):
                    start = trial
                    break
        return start

    def found_again(
        self, start: Puzzle, answer: Answer, old_start: Puzzle, old: Puzzle, middle: Spot
    ) -> tuple[Puzzle, Answer] | None:
        """Return a board with clues that fit its ``answer``, after a change near ``middle``; None if they do not fit together.

        ``old_start`` is the board without clues before the change, ``old`` that with clues. Its clues stay if they are right.
        Other values are tried only for those that do not, and near the change.
        """
        changes = {
            place: value
            for place, value in self._different(old_start, old)
            if value_at(start, place) == value_at(old_start, place)
        }
        wrong: set[Place] = set()
        while changes:
            self.job.look()
            try:
                trial = changed_puzzle(start, changes)
            except InputError:
                self.job.did("refused with clues")
                return None
            broken = {
                each.clue[: 3 if isinstance(each.clue[1], str) else 2]
                for each in api.check(trial, Answer(trial, answer.values))
                if each.clue is not None
            } & {*changes}
            if not broken:
                break
            wrong |= broken
            changes = {place: value for place, value in changes.items() if place not in broken}
        point = self.job.places.point(*middle)
        near = {
            (key, at)
            for key in self.job.habits.clues
            if self.job.genre.inputs[key].on in SYMMETRIC
            for at in range(self.job.genre.inputs[key].size(self.job.board))
            if (key, at) not in changes and distance(self.job.places.point(key, at), point) <= NEAR
        }
        return self.found(start, answer, changes, wrong | near)

    def found(
        self, start: Puzzle, answer: Answer, changes: dict[Place, Any], only: Collection[Place] | None
    ) -> tuple[Puzzle, Answer] | None:
        """Return a board with ``changes`` and further clues that fit its ``answer``; None if they do not fit together.

        Clues are tried at the places ``only``, None: at all.
        """
        absence = self.job.starts.absence
        m = self.job.genre.model(start)
        m.objective = None
        m.rules = [rule for rule in m.rules if rule.words not in absence]
        order = self._in_order if only is None else self._few_in_order
        fitting = fitting_clues(
            start, m, answer, self.job.habits.clues, self.job.look, absence, order, self._independent, only
        )
        changes |= {
            place: value
            for place, value in fitting.items()
            if self.job.places.allows(place) and (value != NO_RUN or value in self.job.habits.values[place[0]])
            if not self._is_taken(start, place)
        }
        changes = self._one_for_each_subject(start, self._symmetric(start, changes))
        try:
            puzzle = changed_puzzle(start, changes) if changes else start
        except InputError:
            self.job.did("refused with clues")
            return None
        answer = Answer(puzzle, answer.values)
        if not is_right(puzzle, answer):
            self.job.did("wrong clues")
            return None
        return puzzle, answer

    def _is_taken(self, start: Puzzle, place: Place) -> bool:
        """Return whether a clue that boards need, such as the end of a path, stands in the cell of a place."""
        inputs = self.job.genre.inputs
        return inputs[place[0]].on == "cells" and any(
            inputs[key].on == "cells" and not is_nothing(inputs[key], start.values[key][place[1]])
            for key in self.job.starts.needed
        )

    def _symmetric(self, start: Puzzle, changes: dict[Place, Any]) -> dict[Place, Any]:
        """Return the changes without the clues whose symmetric places have none, since no clue fits there."""
        inputs = self.job.genre.inputs
        layers = [key for key in self.job.habits.clues if inputs[key].on in SYMMETRIC]
        values = {
            (key, at): value for key in layers for at, value in inputs[key].place.items(start.values[key])
        } | changes
        filled = {place for place, value in values.items() if not is_nothing(inputs[place[0]], value)}
        lonely = {
            place
            for place in filled & {*changes}
            if place[0] in layers and any((place[0], at) not in filled for at in self.job.places.alike(*place))
        }
        return {place: value for place, value in changes.items() if place not in lonely}

    def _one_for_each_subject(self, start: Puzzle, changes: dict[Place, Any]) -> dict[Place, Any]:
        """Return the changes with one clue for each subject, such as a room: the first that stands there or may stand there.

        Clues at symmetric places stay or go together.
        """
        kept = {place: value for place, value in changes.items() if self.job.genre.inputs[place[0]].on != "cells"}
        for key in dict.fromkeys(place[0] for place in changes if place not in kept):
            layer = self.job.genre.inputs[key]
            given = {at for at, value in layer.place.items(start.values[key]) if not is_nothing(layer, value)}
            taken = {layer.place.subject(at, start.values) for at in given if (key, at) not in changes}
            new = sorted((at not in given, at) for name, at, *_ in changes if name == key)
            for group in dict.fromkeys(self.job.places.alike(key, at) for _, at in new):
                some = [at for at in group if (key, at) in changes]
                about = [layer.place.subject(at, start.values) for at in some]
                if len({*about}) == len(about) and taken.isdisjoint(about):
                    taken |= {*about}
                    kept |= {(key, at): changes[key, at] for at in some}
        return kept

    def _different(self, some: Puzzle, others: Puzzle) -> Iterator[tuple[Place, Any]]:
        """Yield the places of clues at which two puzzles differ, with the value in the second."""
        for key in self.job.habits.clues:
            one, two = some.values[key], others.values[key]
            if isinstance(one, dict):
                lines = [((key, side, i), one[side][i], value) for side in two for i, value in enumerate(two[side])]
                yield from ((place, value) for place, before, value in lines if value != before)
            else:
                pairs = enumerate(zip(one.listed, two.listed, strict=True))
                yield from (((key, i), value) for i, (before, value) in pairs if value != before)

    def _few_in_order(self, key: str, values: Iterable[Any]) -> list[Any]:
        """Return the first of the values ``_in_order``."""
        return self._in_order(key, values)[:MAX_NEAR_VALUES]

    def _in_order(self, key: str, values: Iterable[Any]) -> list[Any]:
        """Return values of clues of a layer in a random order, in which those come first that are usual in the genre."""
        usual = self.job.habits.values[key]
        bare = [(value[0] if isinstance(value, tuple) and len(value) == 1 else value, value) for value in values]
        draws = [
            (-((1 + usual[alone] + usual[value]) * self.job.chance.random()), i)
            for i, (alone, value) in enumerate(bare)
        ]
        return [bare[i][1] for _, i in sorted(draws)]


def is_right(puzzle: Puzzle, answer: Answer) -> bool:
    """Return whether a complete answer obeys all rules of a puzzle; unlike ``check``, this ends at the first broken rule."""
    m = genre_of(puzzle).model(puzzle)
    try:
        return hold(m.rules, solution_of(m, answer))
    except KeyError:  # a rule speaks of more than the answer
        return not api.check(puzzle, Answer(puzzle, answer.values))
