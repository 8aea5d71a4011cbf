"""Reasons as steps: with facts, rules, links and sentences."""

from __future__ import annotations

from collections.abc import Iterable

from pencilp.analysis.steps.reasons import Reason
from pencilp.analysis.steps.search import Found, Search
from pencilp.analysis.steps.step import GIVEN, TRIAL, Link, Step
from pencilp.analysis.steps.words import Words, joined, joined_clauses


def step_of(search: Search, words: Words, found: Found) -> Step:
    """Return the step that a reason is; its values must not be taken yet."""
    reason = found.reason
    facts = tuple(words.fact(n) for n in reason.facts)
    links = _links(search, words, reason)
    gives = _by_place(reason.lits, search)
    return Step(
        kind=reason.kind,
        gives=tuple(words.fact(n) for n in gives),
        rules=tuple(words.rule(i) for i in reason.instances),
        facts=facts,
        supposed=(words.fact(reason.chain.supposed),) if reason.chain is not None else (),
        links=links,
        witness=(),
        cost=found.cost,
        open=found.open - 1,
        text=_sentence(words, reason, links),
        where=_where(words, reason.lits),
    )


def _by_place(lits: Iterable[int], search: Search) -> list[int]:
    return sorted(lits, key=lambda n: (search.program.place[abs(n)], n))


def _where(words: Words, lits: Iterable[int]) -> str:
    """Return where to look: the places of the values that follow."""
    places = [words.program.place[abs(n)] for n in lits]
    names = dict.fromkeys(words.place(key, i) for key, i, _ in sorted(places))
    return joined([*names])


def _links(search: Search, words: Words, reason: Reason) -> tuple[Link, ...]:
    """Return the links of a chain."""
    chain = reason.chain
    if chain is None:
        return ()
    result = []
    for link in chain.links:
        rules = (words.rule(link.instance),) if link.instance >= 0 else ()
        gives = tuple(words.fact(n) for n in link.lits)
        because = tuple(words.fact(n) for n in link.because if n in search.board.true)
        why = words.rules([link.instance]) if link.instance >= 0 else "no other value is left"
        text = f"{words.facts(link.lits)} ({why})" if link.lits else _broken(words, link.instance)
        result.append(Link(gives, rules, because, (), text))
    return tuple(result)


def _broken(words: Words, instance: int) -> str:
    if instance < 0:
        return "no value would be left for a place"
    return f"this rule would be broken: {words.rules([instance])}"


def _sentence(words: Words, reason: Reason, links: tuple[Link, ...]) -> str:
    """Return the sentence of a step."""
    gives = words.facts(reason.lits)
    facts = words.facts(reason.facts)
    if reason.chain is not None:
        supposed = words.facts([reason.chain.supposed])
        way = "; then ".join(link.text for link in links[:-1])
        middle = f"then {way}; " if way else ""
        known = f" ({facts})" if facts else ""
        return f"{gives}: suppose that {supposed}; {middle}{links[-1].text}{known}."
    rules = words.rules(reason.instances)
    if reason.kind == GIVEN:
        return f"{gives}: {rules}." if rules else f"{gives}: it cannot be otherwise."
    if reason.kind == TRIAL:
        start = f"{gives}: no short reason was found; trying the opposite fails by {len(reason.instances)} rules"
        return f"{start}: {joined_clauses([*filter(None, [facts, rules])])}."
    if not rules:
        return f"{gives}: {facts}, and no other value is left."
    return f"{gives}: {joined_clauses([*filter(None, [facts, rules])])}."
