"""Steps and needless clues as the page receives them."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Any

from pencilp import api
from pencilp.analysis.check import Broken, find_completion
from pencilp.analysis.needless import Needless, NeedlessClue, found_needless
from pencilp.analysis.phrases import said
from pencilp.analysis.steps.pictures import view_of
from pencilp.analysis.steps.step import DONE, MISTAKE, NONE, Fact, Step, after
from pencilp.analysis.steps.walk import Walk
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.genres import genre_of
from pencilp.genres.base import lineage_of
from pencilp.translations import Catalogue, catalogue
from pencilp.web.drafts import Draft, record_of

Stream = Generator[dict[str, Any], None, dict[str, Any]]
"""A job that yields parts of its answer, and returns the rest."""
STAGES = ("where", "rule", "step")
"""How much of a hint is revealed, one after the other."""


def hint_of(draft: Draft, limit: float, language: str) -> dict[str, Any]:
    """Return the easiest next step of a board in its ``stages``, or the mistake in its answer.

    Each stage has the places to highlight and a ``text``. ``kind`` is that of the step; "done" if nothing is left to find, "none"
    if there is no step, with the ``status`` of the puzzle. A mistake has what ``faults_of`` returns.
    """
    puzzle = draft.puzzle()
    answer = draft.answer(puzzle)
    say = catalogue(language, lineage_of(draft.genre), steps=True)
    if end := _known_end(draft, puzzle, answer, say):
        return end
    walk = Walk(puzzle, answer, one=True, excluded=draft.excluded)
    walk.run(limit)
    if walk.mistake is not None:
        return {"kind": MISTAKE, "broken": [], **outlook_of(puzzle, answer, limit, say)}
    if not walk.steps and not walk.outright:
        return {"kind": DONE if walk.finished else NONE, **_end_of(walk)}
    step = _said(walk.first, walk.board, language)
    printed = [fact for each in walk.outright for fact in each.gives]
    return {
        "kind": step.kind,
        "stages": [_view_of(step, walk.board, stage) for stage in STAGES],
        **_values_of([*printed, *step.gives], puzzle),
    }


def way_of(draft: Draft, limit: float, language: str) -> Stream:
    """Yield the steps to the answer, each with the values that it gives, and return how the way ends.

    The first part has the ``answer`` from which the way starts. A mistake has what ``hint_of`` returns.
    """
    puzzle = draft.puzzle()
    answer = draft.answer(puzzle)
    say = catalogue(language, lineage_of(draft.genre), steps=True)
    if end := _known_end(draft, puzzle, answer, say):
        return end
    walk = Walk(puzzle, answer, excluded=draft.excluded)
    board = None
    for sent, step in enumerate(_every(walk, limit)):
        if sent == 0:
            board = walk.start
            yield {"answer": record_of(puzzle, board)["answer"]}
        assert board is not None
        translated = _said(step, board, language)
        yield {"step": {"kind": step.kind, **_view_of(translated, board, "step"), **_values_of(step.gives, puzzle)}}
        board = after(board, step)
    if walk.mistake is not None:
        return {"kind": MISTAKE, "broken": [], **outlook_of(puzzle, answer, limit, say)}
    return {"kind": DONE if walk.finished else NONE, **_end_of(walk)}


def _known_end(draft: Draft, puzzle: Puzzle, answer: Answer, say: Catalogue) -> dict[str, Any] | None:
    """Return the answer about a board that breaks a rule or is finished; None if a step has to be searched for."""
    if faults := broken_of(api.check(puzzle, answer, unfinished=True), say):
        return {"kind": MISTAKE, "broken": faults}
    begun = any(value is not None for values in answer.values.values() for value in values)
    if begun and not api.check(puzzle, draft.whole_answer(puzzle)):
        return {"kind": DONE, "solved": True}
    return None


def _every(walk: Walk, limit: float) -> Iterable[Step]:
    """Yield each step of a walk, also one that the limit has hidden from its iterator."""
    number = 0
    for step in walk.found(limit):
        number += 1
        yield step
    yield from walk.steps[number:]


def _end_of(walk: Walk) -> dict[str, Any]:
    """Return why a walk ends where it does."""
    return {"status": walk.status, "late": not walk.in_time, "seconds": walk.seconds}


def _said(step: Step, before: Answer, language: str) -> Step:
    """Return a step with its texts in a language."""
    return step._replace(before=before).in_language(language)


def _view_of(step: Step, before: Answer, stage: str) -> dict[str, Any]:
    """Return the places to highlight for a stage of a step, its notes in cells, and its text."""
    view = view_of(step, before, stage=stage)
    return {
        "text": view.text,
        "follows": places_of(view.follows),
        "reason": places_of(view.reason),
        "scope": places_of(view.scope),
        "notes": [[*places_of([place]), text] for place, text in view.notes],
    }


def _values_of(facts: Iterable[Fact], puzzle: Puzzle) -> dict[str, Any]:
    """Return the tokens that a step gives (``sets``) and excludes, each with its layer and index."""
    tokens: tuple[list[list[Any]], list[list[Any]]] = ([], [])
    for fact in facts:
        layer = puzzle.genre.answers[fact.layer]
        token = "" if fact.value == layer.value.nothing else layer.token(fact.value)
        tokens[fact.holds].append([fact.layer, fact.index, token])
    return {"sets": tokens[True], "excludes": tokens[False]}


def broken_of(broken: Sequence[Broken], say: Catalogue) -> list[dict[str, Any]]:
    """Return broken rules, each with its clue, its place, and the places to highlight."""
    return [
        {
            "rule": say.of_genre(b.rule), "at": say.places(b.at), "clue": said(b.given, say), "found": say(b.found),
            "cells": list(b.cells),
            "places": places_of(dict.fromkeys((*b.cells, *b.places))),
        }
        for b in broken
    ]  # fmt: skip


def outlook_of(puzzle: Puzzle, answer: Answer, limit: float, say: Catalogue) -> dict[str, Any]:
    """Return whether an answer that breaks no rule can be finished (``can``; null: the time was not enough).

    If it cannot, ``says`` has the reason, and ``aside`` the differences from the only answer.
    """
    result = find_completion(genre_of(puzzle), puzzle, answer, time_limit=limit)
    aside = [{"right": say(a.right), "at": say.places(a.at), "places": places_of(a.places)} for a in result.differences]
    return {"can": result.can, "says": say(result.says), "aside": aside}


def needless_of(puzzle: Puzzle, limit: float, say: Catalogue) -> Stream:
    """Yield needless clues as they are found, and return the rest.

    A part has the clues that are needless ``alone`` and were not in a part before, and, if it has changed, the largest set found
    that is needless ``together``, with the ``board`` without these clues. The answer has all clues, and the ``undecided`` ones.
    """
    result = Needless(puzzle)
    sent: dict[Any, None] = {}
    minimal = None
    for result in found_needless(puzzle, time_limit=limit):
        new = [clue for clue in result.alone if clue.clue not in sent]
        part: dict[str, Any] = {}
        if new:
            part |= {"alone": _clues_of(new, say), "clues": result.clues}
            sent |= dict.fromkeys(clue.clue for clue in new)
        if result.minimal is not minimal:
            minimal = result.minimal
            part |= _together(result, say)
        if part:
            yield part
    return {
        "status": result.status, "clues": result.clues, "largest": result.largest, "complete": result.complete,
        "alone": _clues_of(result.alone, say), "undecided": _clues_of(result.undecided, say),
        **_together(result, say),
    }  # fmt: skip


def _together(result: Needless, say: Catalogue) -> dict[str, Any]:
    board = None if result.minimal is None else record_of(result.minimal)["puzzle"]
    return {"together": _clues_of(result.together, say), "board": board}


def _clues_of(clues: Iterable[NeedlessClue], say: Catalogue) -> list[dict[str, Any]]:
    return [{"clue": said(clue.given, say), "left": clue.left, "places": places_of([clue.mark])} for clue in clues]


def places_of(marks: Iterable[Any]) -> list[list[Any]]:
    """Return places to highlight (``pencilp.draw.drawn.Marked``) as pairs of a kind or side and an index."""
    return [["cells", mark] if isinstance(mark, int) else list(mark) for mark in marks]
