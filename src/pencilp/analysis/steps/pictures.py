"""Steps and ways as pictures: chooses what a drawing marks and writes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pencilp.analysis.steps.step import MISTAKE, Fact, Step, Way, after
from pencilp.board.puzzle import Answer
from pencilp.draw.svg.steps import StepView, step_picture, strip
from pencilp.genres.base import genre_of

CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"


def view_of(step: Step, before: Answer, *, stage: str = "step") -> StepView:
    """Return what a picture of a step shows; ``before`` is what was known before it.

    ``stage`` is how much it reveals: "where" to look, also which "rule" to use, or the whole "step".
    """
    if step.kind == MISTAKE:
        return StepView(before, step.witness, text=step.text if stage == "step" else step.where)
    if stage == "where":
        return StepView(before, step.marks, text=step.where)
    clues = [rule.mark for rule in step.rules if rule.mark is not None]
    links = [fact for link in step.links for fact in link.gives]
    reason = [mark for mark in step.reason_marks if mark not in step.marks]
    scope = sorted({cell for rule in step.rules for cell in rule.cells})
    if len(scope) > len(before.puzzle.lattice.cells) / 2:
        scope = []  # a background of most of the board points at nothing
    if stage == "rule":
        return StepView(before, step.marks, clues, scope, text=step.rule_text)
    board = after(before, step)
    return StepView(
        board,
        step.marks,
        list(dict.fromkeys([*reason, *(fact.mark for fact in links if fact.mark not in step.marks)])),
        scope,
        _one_each([*_excluded((*step.gives, *step.facts), board), *_numbers(step, board)]),
        step.text,
    )


def step_svg(step: Step, **how: Any) -> str:
    """Return the picture of a step as an SVG document, "" if its board is not known. ``how`` as in ``step_picture``."""
    return "" if step.before is None else step_picture(view_of(step, step.before), **how)


def views_of(way: Way) -> list[StepView]:
    """Return what the pictures of a way's steps show."""
    return [view_of(step, before) for step, before in zip(way.steps, way.boards(), strict=False)]


def way_svg(way: Way, **how: Any) -> str:
    """Return numbered pictures of all steps as one SVG document; ``how`` as in ``strip``."""
    genre = genre_of(way.puzzle)
    title = " ".join(filter(None, (genre.title or genre.name, way.puzzle.name)))
    return strip(views_of(way), **{"title": title, "last": way.stopped, **how})


def _excluded(facts: tuple[Fact, ...], board: Answer) -> list[tuple[Any, str]]:
    """Return a note for each place with excluded values, if its value is not known: "≠3"."""
    values: dict[Any, list[str]] = {}
    for fact in facts:
        if not fact.holds and board[fact.layer][fact.index] is None:
            values.setdefault(fact.mark, []).append(_sign(board, fact))
    return [(mark, f"≠{','.join(some)}") for mark, some in values.items()]


def _sign(board: Answer, fact: Fact) -> str:
    """Return the value of a fact as the board shows it: "□" for a square, "-" for an empty place."""
    value = board.puzzle.genre.answers[fact.layer].value
    if fact.value == value.nothing:
        return "-"
    glyph = value.glyph(fact.value, board.puzzle.lattice)
    return (glyph.sign if glyph is not None else "") or value.token(fact.value)


def _one_each(notes: Iterable[tuple[Any, str]]) -> list[tuple[Any, str]]:
    """Return one note for each place: "≠3 ①"."""
    texts: dict[Any, list[str]] = {}
    for mark, text in notes:
        texts.setdefault(mark, []).append(text)
    return [(mark, " ".join(some)) for mark, some in texts.items()]


def _numbers(step: Step, board: Answer) -> list[tuple[Any, str]]:
    """Return the number of the link for each place to which a chain gives a value, if the board shows none there."""
    first: dict[Any, int] = {}
    for number, link in enumerate(step.links, 1):
        for fact in link.gives:
            if fact.mark not in step.marks and board[fact.layer][fact.index] is None:
                first.setdefault(fact.mark, number)
    return [(mark, CIRCLED[n - 1] if n <= len(CIRCLED) else str(n)) for mark, n in first.items()]
