"""Boards on which no puzzle of a genre has an answer."""

from __future__ import annotations

from collections.abc import Iterator

from pencilp.analysis.left_out import changed_puzzle
from pencilp.analysis.same_rules import RulesToCompare
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.generation.fewer import PROOF_CONFLICTS
from pencilp.generation.habits import is_nothing
from pencilp.generation.job import Job
from pencilp.genres import genre_of
from pencilp.model import AllDifferent, Int, Lit, Model, Rule
from pencilp.solvers.clasp.search import Clasp

OTHER_BOARDS, MAX_TRIES = 3, 12
"""The number of random boards with which rules are compared, and the number of boards that are tried for that."""


def refuse_impossible_rules(job: Job) -> None:
    """Raise InputError if a rule cannot hold on any board of this size, and that is seen without a search."""
    start = _plain_start(job)
    if start is None:
        return
    m = _model(job, start)
    reasons = {rule.words: reason for rule in m.rules for reason in [_reason(rule)] if reason}
    if reasons and reasons.keys() & {rule.words for rule in _lasting_rules(job, m)}:
        raise _refusal(job, next(iter(reasons.values())))


def refuse_impossible_board(job: Job) -> None:
    """Raise InputError if it is proved that no puzzle of the genre on this board has an answer."""
    start = _plain_start(job)
    if start is None:
        return
    m = _model(job, start)
    m.rules = _lasting_rules(job, m)
    if Clasp(m, whole=True).refuted((), PROOF_CONFLICTS, job.look) is not None:
        raise _refusal(job, "")


def least_clues(job: Job) -> int:
    """Return a number of clues that each puzzle has at least, because the answer of one with fewer could be changed.

    If the rules only say that cells have different values, two values that no clue has may change places.
    """
    start = job.starts.stated
    if start is None or len(job.habits.clues) != 1 or len(job.genre.answers) != 1:
        return 0
    (key,), m = job.habits.clues, _model(job, start)
    ((_, numbers),) = m.answer.items()
    values = {tuple(x.values) if isinstance(x, Int) else () for x in numbers}
    plain = all(isinstance(rule.constraint, AllDifferent) for rule in m.rules if rule.clue is None)
    if not plain or len(values) != 1:
        return 0
    ((*every,),) = values
    return len(every) - 1 if every and all(_is_given_value(start, key, value) for value in every) else 0


def _is_given_value(start: Puzzle, key: str, value: int) -> bool:
    """Return whether a clue of a layer says that its cell has this value, and nothing else."""
    empty = next((at for at, held in start.genre.inputs[key].place.items(start.values[key]) if held is None), None)
    if empty is None or start.genre.inputs[key].on != "cells":
        return False
    try:
        m = genre_of(start).model(changed_puzzle(start, {(key, empty): value}))
    except InputError:
        return False
    (numbers,) = m.answer.values()
    own = [rule.constraint for rule in m.rules if rule.clue is not None and rule.at == empty]
    return [each.n for each in own if isinstance(each, Lit)] == [(numbers[empty] == value).n] and len(own) == 1


def _plain_start(job: Job) -> Puzzle | None:
    """Return a board with no more clues than it needs; None if its values are chosen, so that others may have an answer."""
    chosen = [*job.habits.boards, *(job.wishes.base or ())]
    # other boards may have another outline of a layer that is empty here, such as walls
    chosen += [
        key
        for key, layer in job.genre.inputs.items()
        if not (layer.optional or layer.usual or layer.on == "board" or _is_varied(job, key))
    ]
    return None if chosen else job.starts.stated


def _is_varied(job: Job, key: str) -> bool:
    """Return whether random boards differ in a layer, or clues are added to it."""
    habits = job.habits
    return key in habits.rooms or key in habits.paths or key in habits.clues


def _model(job: Job, start: Puzzle) -> Model:
    m = job.genre.open_model(start)[0] if job.starts.is_open else job.genre.model(start)
    m.objective = None
    return m


def _lasting_rules(job: Job, m: Model) -> list[Rule]:
    """Return those rules of a board's model that other random boards have, too: they do not depend on rooms or clues."""
    lasting = [rule for rule in m.rules if rule.words not in job.starts.absence and rule.clue is None]
    for other in _other_models(job) if lasting else ():
        kept = [rule for rule in other.rules if rule.clue is None]
        same = {
            words
            for words in {rule.words for rule in lasting}
            if RulesToCompare(m, _with(lasting, words)).same_as(other, _with(kept, words))
        }
        lasting = [rule for rule in lasting if rule.words in same]
    return lasting


def _with(rules: list[Rule], words: str) -> list[Rule]:
    return [rule for rule in rules if rule.words == words]


def _other_models(job: Job) -> Iterator[Model]:
    """Yield the models of other boards: each with one clue, of all usual values, and random ones with clues that come first."""
    board = job.starts.stated
    if board is None:
        return
    for key in job.habits.clues:
        layer = job.genre.inputs[key]
        places = [at for at, held in layer.place.items(board.values[key]) if is_nothing(layer, held)]
        for value in job.habits.values[key] if layer.on != "lines" and places else ():
            try:
                yield _model(job, changed_puzzle(board, {(key, job.chance.choice(places)): value}))
            except InputError:
                continue  # such a clue does not stand alone
    left = OTHER_BOARDS if job.habits.rooms or job.habits.paths or job.starts.present or job.starts.needed else 0
    for _ in range(MAX_TRIES):
        start = job.starts.start() if left else None
        if start is not None:
            left -= 1
            yield _model(job, start)


def _reason(rule: Rule) -> str:
    """Return in words why no answer obeys a rule; "" if some may, or if only a search could find this."""
    return "" if isinstance(rule.constraint, Lit) else rule.constraint.impossible()


def _refusal(job: Job, reason: str) -> InputError:
    size = f"{job.board.rows}x{job.board.cols}"
    because = f": {reason}" if reason else ""
    return InputError(f"no {job.genre.name} of {size} has an answer{because}; choose another size")
