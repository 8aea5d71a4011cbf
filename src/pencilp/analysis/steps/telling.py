"""Reasons as steps: with facts, rules, links and sentences."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Any

from pencilp.analysis.steps.places import joined
from pencilp.analysis.steps.reasons import Reason
from pencilp.analysis.steps.search import Found, Search
from pencilp.analysis.steps.step import GIVEN, TRIAL, Link, Step
from pencilp.analysis.steps.words import Words, joined_clauses


def step_of(search: Search, words: Words, found: Found) -> Step:
    """Return the step that a reason is; its values must not be taken yet."""
    reason = found.reason
    gives = _by_place(reason.lits, search)
    links = _links(search, words, reason)
    witness, shown = (), ""
    if reason.chain is None and len(reason.instances) == 1:
        witness, shown = witness_of(search, words, reason.instances[0], {*search.board.true, -gives[0]})
    return Step(
        kind=reason.kind,
        gives=tuple(words.fact(n) for n in gives),
        rules=tuple(words.rule(i) for i in reason.instances),
        facts=tuple(words.fact(n) for n in reason.facts),
        supposed=(words.fact(reason.chain.supposed),) if reason.chain is not None else (),
        links=links,
        witness=links[-1].witness if links else witness,
        cost=found.cost,
        open=found.open - 1,
        text=_sentence(search, words, reason, links, shown),
        where=_where(words, gives),
    )


def witness_of(search: Search, words: Words, number: int, true: Set[int]) -> tuple[tuple[Any, ...], str]:
    """Return the places that show why an instance would be broken if ``true`` held, and a clause that says so."""
    instance = search.program.instances[number]
    if instance.native is None or instance.rule is None or not (nodes := instance.native.cut_off(true)):
        return (), ""
    structure = getattr(instance.rule.constraint, "of", None)
    names = getattr(instance.rule.constraint, "places", None) or getattr(structure, "places", None)
    if names is None:
        return (), ""
    places = [names[i] for i in nodes]
    cells = tuple(dict.fromkeys(c for place in places for c in ((place,) if isinstance(place, int) else place)))
    at = joined(words.places.cells(cells))
    return cells, f"the part at {at} would be cut off from the rest"


def _by_place(lits: Iterable[int], search: Search) -> list[int]:
    """Return literals in the order of their places; excluded numbers only where no number is given."""
    place, number = search.program.place, search.program.number
    whole = {number[n] for n in lits if n > 0 and n in number}
    kept = [n for n in lits if n > 0 or number.get(-n) not in whole]
    return sorted(kept, key=lambda n: (place[abs(n)], n))


def _where(words: Words, lits: Iterable[int]) -> str:
    """Return where to look: the places of the values that follow."""
    return words.where_to_look(sorted(words.program.place[abs(n)][:2] for n in lits))


def _links(search: Search, words: Words, reason: Reason) -> tuple[Link, ...]:
    """Return the links of a chain."""
    chain = reason.chain
    if chain is None:
        return ()
    result = []
    true = {*search.board.true, chain.supposed, *(n for link in chain.links for n in link.lits)}
    for link in chain.links:
        rules = (words.rule(link.instance),) if link.instance >= 0 else ()
        gives = tuple(words.fact(n) for n in link.lits)
        because = tuple(words.fact(n) for n in link.because if n in search.board.true)
        last = "no other value is left" if any(n > 0 for n in link.lits) else "a place has one value"
        why = words.rules([link.instance]) if link.instance >= 0 else last
        witness, shown = (), ""
        if link.lits:
            text = f"{words.facts(link.lits)} [{why}]"
        elif link.instance < 0:
            text = "no value would be left for a place"
        else:
            witness, shown = witness_of(search, words, link.instance, true)
            text = f"{shown} [{why}]" if shown else f"this would break a rule: {why}"
        result.append(Link(gives, rules, because, witness, text))
    return tuple(result)


def _sentence(search: Search, words: Words, reason: Reason, links: tuple[Link, ...], shown: str) -> str:
    """Return the sentence of a step. ``shown`` says what would be cut off otherwise, "" for nothing."""
    gives = words.gives(_by_place(reason.lits, search), search.board.true)
    facts = words.facts(reason.facts)
    if reason.chain is not None:
        supposed = words.facts([reason.chain.supposed])
        way = "; then ".join(link.text for link in links[:-1])
        middle = f"then {way}; but then " if way else ""
        known = f". Known: {facts}" if facts else ""
        return f"{gives}: suppose that {supposed}; {middle}{links[-1].text}{known}."
    rules = words.rules(reason.instances)
    if reason.kind == GIVEN:
        return (
            f"{gives}: {words.rules(reason.instances, reason.lits)}." if rules else f"{gives}: it cannot be otherwise."
        )
    if reason.kind == TRIAL:
        known = f". Known: {facts}" if facts else ""
        start = (
            f"{gives}: try the opposite; it cannot be completed, but no short reason was found. It would break one of"
        )
        return f"{start} these rules: {'; '.join(words.rule_words(reason.instances))}{known}."
    if shown:
        return f"{gives}: otherwise {shown}, but {rules}."
    if not rules:
        return f"{gives}: {facts}, and no other value is left."
    return f"{gives}: {joined_clauses([*filter(None, [facts, rules])])}."
