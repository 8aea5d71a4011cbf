"""Reasons as steps: with facts, rules, links and sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from fractions import Fraction
from typing import Any

from pencilp.analysis.phrases import Phrase, joined, joined_clauses, listed
from pencilp.analysis.steps.chains import Deduced
from pencilp.analysis.steps.graphs import Leads
from pencilp.analysis.steps.reasons import Reason
from pencilp.analysis.steps.search import Found, Search
from pencilp.analysis.steps.step import GIVEN, RULE, TRIAL, Link, Step
from pencilp.analysis.steps.words import Words, because
from pencilp.model.constraints import Count, Linear
from pencilp.model.structures import StructureRule
from pencilp.structures.groups import GroupHolds, GroupSize
from pencilp.structures.loop import Loop
from pencilp.structures.plane import Sees
from pencilp.structures.sums import SumIs

ONE_VALUE = "only one value is left"
"""The rule of a step that needs no other."""
CLASH = "{}, though {}"
"""A contradiction that names the values that clash, and the rule that they break."""
EVEN_LINES = "{}: {}; together, these rules hold only if an even number of the lines named here is drawn."
ODD_LINES = "{}: {}; together, these rules hold only if an odd number of the lines named here is drawn."
ADDED_UP = "{}: {}; together, these rules decide whether the number of values is even or odd."
"""The sentences of rules that are added up modulo two."""
MAX_CLASHING = 8
"""A contradiction names the values that clash if they are at most 8."""


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
        rule_text=listed(words.rules(reason.instances), "; ") if reason.instances else ONE_VALUE,
    )


def witness_of(search: Search, words: Words, number: int, true: Set[int]) -> tuple[tuple[Any, ...], str]:
    """Return the places that show why an instance would be broken if ``true`` held, and a clause that says so."""
    instance = search.program.instances[number]
    constraint = None if instance.rule is None else instance.rule.constraint
    if isinstance(constraint, StructureRule) and (groups := constraint.clashing(true)):
        some = [joined(words.places.cells(cells)) for cells in groups]
        return tuple(c for cells in groups for c in cells), Phrase("the piece at {} would touch the piece at {}", *some)
    if instance.native is None or instance.rule is None or not (part := instance.native.cut_off(true)):
        return (), ""
    structure = getattr(instance.rule.constraint, "of", None)
    if isinstance(instance.native, Leads):
        start, *others = (words.places.cells([c])[0] for c in (instance.native.node, *instance.native.ends))
        if len(others) > 1:
            return (*part.nodes,), Phrase("the line at {} could reach no end", start)
        return (*part.nodes,), Phrase("the line from {} could not reach {}", start, others[0])
    names = getattr(instance.rule.constraint, "places", None) or getattr(structure, "places", None)
    if names is None:
        return (), ""
    cells, fence = _cells(part.nodes, names), _cells(part.fence, names)
    at = joined(words.places.cells(cells))
    if isinstance(structure, Loop):
        closed = "a loop would close at {}, apart from the rest"
        return cells, Phrase(closed if part.closed else "the part of the loop at {} would be cut off from the rest", at)
    if not fence:
        return cells, Phrase("the part at {} would be cut off from the rest", at)
    return (*cells, *fence), Phrase("the part at {} would be cut off by {}", at, joined(words.places.cells(fence)))


def _cells(nodes: Iterable[int], names: Sequence[Any]) -> tuple[int, ...]:
    """Return the cells of nodes of a graph, each once."""
    places = [names[i] for i in nodes]
    return tuple(dict.fromkeys(c for place in places for c in ((place,) if isinstance(place, int) else place)))


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
    true = {*search.board.true, chain.supposed, *(n for link in chain.links for n in link.lits)}
    return tuple(_links_of(search, words, chain.links, {chain.supposed}, true))


def _links_of(
    search: Search, words: Words, links: Sequence[Deduced], supposed: Set[int], true: Set[int]
) -> Iterator[Link]:
    """Yield the links of a chain that begins with values that are ``supposed``."""
    said = supposed
    for link in _runs(search, words, links):
        yield _link(search, words, link, true, said)
        said = {*link.lits}


def _link(search: Search, words: Words, link: Deduced, true: Set[int], said: Set[int]) -> Link:
    """Return a link; all of ``true`` holds at the end of its chain, ``said`` are the values of the link before."""
    rules = tuple(words.rule(i) for i in link.instances)
    gives = tuple(words.fact(n) for n in link.lits)
    facts = tuple(words.fact(n) for n in link.because if n in search.board.true)
    last = "no other value is left" if any(n > 0 for n in link.lits) else "a place has one value"
    mentioned = [words.fact(n).mark for n in (*link.lits, *link.because)]
    why = joined_clauses(words.rules(link.instances, mentioned)) if link.instances else last
    witness: tuple[Any, ...] = ()
    text: str
    if link.inside is not None:
        new = {link.inside.supposed, *(n for other in link.inside.links for n in other.lits)}
        inside = {n for n in true if -n not in new} | new
        some = [other.text for other in _links_of(search, words, link.inside.links, {link.inside.supposed}, inside)]
        text = Phrase("{} (otherwise {})", joined_clauses(words.facts(link.lits)), _then(some))
    elif link.lits:
        text = Phrase("{} [{}]", _with_witness(search, words, link), why)
    elif not link.instances:
        text = Phrase("no value would be left for {}", words.place(*search.program.place[abs(link.because[0])][:2]))
    else:
        witness, shown = witness_of(search, words, link.instances[0], true)
        shown = shown or _no_place(search, words, link) or _amount(search, link, true)
        text = Phrase("{} [{}]", shown, why) if shown else _clash(words, link, said, true)
    return Link(gives, rules, facts, witness, text)


def _then(links: Sequence[str]) -> str:
    """Return links as one clause."""
    return Phrase("{}; but then {}", listed(links[:-1], "; then "), links[-1]) if len(links) > 1 else links[0]


def _runs(search: Search, words: Words, links: Sequence[Deduced]) -> list[Deduced]:
    """Return the links of a chain; those that a rule gives at several places, one after the other, as one link."""
    kinds = {link: _kind(search, words, link) for link in links}
    left, result = [*links[:-1]], list[Deduced]()
    while left:
        open_ = {n for link in left for n in link.lits}
        runs: dict[object, list[Deduced]] = {}
        for link in left:
            inside = {n for other in runs.get(kinds[link], ()) for n in other.lits}
            if all(n in inside or n not in open_ for n in link.because):
                runs.setdefault(kinds[link], []).append(link)
        run = max(runs.values(), key=len)
        left = [link for link in left if link not in run]
        given = dict.fromkeys(n for link in run for n in link.lits)
        instances = dict.fromkeys(i for link in run for i in link.instances)
        because = dict.fromkeys(n for link in run for n in link.because if n not in given)
        result.append(Deduced((*instances,), (*given,), (*because,), run[0].inside))
    return [*result, links[-1]]


def _kind(search: Search, words: Words, link: Deduced) -> object:
    """Return what links of one run have in common: the words of their rule. Others are a run of their own."""
    if len(link.instances) > 1 or any(search.program.instances[i].wide for i in link.instances):
        return link
    return words.rule(link.instances[0]).rule if link.instances else ""


def _with_witness(search: Search, words: Words, link: Deduced) -> str:
    """Return what a link gives; if a part of the board would be cut off without its first value, with this part."""
    whole = joined_clauses(words.facts(link.lits))
    if len(link.instances) != 1:
        return whole
    first = _by_place(link.lits, search)[0]
    _, shown = witness_of(search, words, link.instances[0], {*link.because, -first})
    if not shown:
        return whole
    why = "{}, since otherwise {}" if len(link.lits) == 1 else "{}, since otherwise, for example, {}"
    return Phrase(why, whole, shown)


def _clash(words: Words, broken: Deduced, said: Set[int], true: Set[int]) -> str:
    """Return which values break a rule, and the rule; only the rule if the values were ``said`` just before."""
    mentioned = [words.fact(n).mark for n in broken.because]
    if said >= {*broken.because}:
        return Phrase("this would break a rule: {}", joined_clauses(words.rules(broken.instances, mentioned)))
    if len(broken.because) > MAX_CLASHING:
        return Phrase("this would break a rule: {}", joined_clauses(words.rules(broken.instances)))
    facts = joined_clauses(words.known_facts(broken.because, true))
    return Phrase(CLASH, facts, joined_clauses(words.rules(broken.instances, mentioned)))


def _no_place(search: Search, words: Words, broken: Deduced) -> str:
    """Return how a rule about a single number is broken: it has no place, or two; "" for another rule."""
    line = words.rule(broken.instances[0]).where
    number = search.program.instances[broken.instances[0]].one_number(search.program.number, search.program.place)
    if number is None or not line:
        return ""
    value = words.bare_value(number)
    if not value:
        return ""
    if sum(n > 0 for n in broken.because) > 1:
        return Phrase("{} would be twice in {}", value, line)
    return Phrase("no place would be left for {} in {}", value, line)


def _amount(search: Search, broken: Deduced, true: Set[int]) -> str:
    """Return which amount the rule cannot have any more if ``true`` holds; "" if it states no amount."""
    instance = search.program.instances[broken.instances[0]]
    constraint = None if instance.rule is None else instance.rule.constraint
    if isinstance(constraint, SumIs):
        (constraint,) = constraint.decomposed()
    low: float | Fraction | None
    high: float | Fraction | None
    bounds: tuple[int, int] | None
    if isinstance(constraint, Sees):
        low = high = constraint.count + constraint.own
        bounds = constraint.bounds(true)
    elif isinstance(constraint, (Count, Linear, GroupSize, GroupHolds)) and instance.native is not None:
        low, high = constraint.low, constraint.high
        bounds = instance.native.bounds(true)
    else:
        return ""
    if bounds is None or low is None or high is None:
        return ""
    none, between = "", ""
    if isinstance(constraint, Linear):
        if low != high or any(factor < 0 for factor, _ in constraint.terms):
            return ""
        more, less, between = (
            "the sum would be at least {}",
            "the sum could be at most {}",
            "no values left add up to {}",
        )
    elif isinstance(constraint, GroupSize):
        more, less = "the group would have at least {} cells", "the group could have at most {} cells"
    elif isinstance(constraint, GroupHolds):
        more, less, none = (
            "the group would have at least {}",
            "the group could have at most {}",
            "the group could reach none",
        )
    elif isinstance(constraint, Sees) or (low == high and all(x.n > 0 for x in constraint.lits)):
        more, less, none = "there would be at least {}", "there could be at most {}", "there could be none"
    else:
        return ""
    least, most = bounds
    if least > high:
        return _of_cells(more, least)
    if most < low:
        return _of_cells(less, most) if most or not none else Phrase(none)
    return Phrase(between, low) if between else ""


def _of_cells(clause: str, n: int) -> str:
    """Return a clause with an amount, in the singular if that is one."""
    return Phrase(clause.replace("cells", "cell") if n == 1 else clause, n, key=clause)


def _sentence(search: Search, words: Words, reason: Reason, links: tuple[Link, ...], shown: str) -> str:
    """Return the sentence of a step. ``shown`` says what would be cut off otherwise, "" for nothing."""
    if reason.chain is not None:
        return _chain(search, words, reason, links)
    gives = joined_clauses(words.facts(_by_place(reason.lits, search), search.board.true))
    if reason.kind == TRIAL:
        rules = listed(words.rule_words(reason.instances), "; ")
        return Phrase(
            "{}: no short reason was found; if it were otherwise, one of these rules would be broken: {}.", gives, rules
        )
    lits = reason.lits if reason.kind == GIVEN else (*reason.lits, *reason.facts)
    own = {search.program.place[abs(n)][:2] for n in reason.lits}
    if (
        reason.kind == RULE
        and not reason.instances
        and all(search.program.place[abs(n)][:2] in own for n in reason.facts)
    ):
        return Phrase("{}: no other value is left.", gives)
    facts = words.known_facts(reason.facts, search.board.true)
    # a rule alone is about what follows; several need their places
    mentioned = [words.fact(n).mark for n in lits] if reason.kind in (GIVEN, RULE) else []
    rules_of = words.rules(reason.instances, mentioned, outright=reason.kind == GIVEN)
    if shown and len(reason.lits) > 1:
        # the places that would be cut off are those of the first value
        first = joined_clauses(words.facts([-_by_place(reason.lits, search)[0]]))
        broken = joined_clauses(rules_of)
        return Phrase("{}: suppose, for example, that {}; then {}, but {}.", gives, first, shown, broken)
    if shown:
        return Phrase("{}: otherwise {}, but {}.", gives, shown, joined_clauses(rules_of))
    hidden = _only_place(search, words, reason)
    if hidden:
        value, line = hidden
        rest = words.rules([i for i in reason.instances if i != reason.main], [words.fact(n).mark for n in lits])
        why = because(facts, rest)
        if not why and value:
            return Phrase("{}: it is the only place for {} in {}.", gives, value, line)
        if not why:
            return Phrase("{}: it is the only place for that in {}.", gives, line)
        if value:
            return Phrase("{}: it is the only place left for {} in {}, since {}.", gives, value, line, why)
        return Phrase("{}: it is the only place left for that in {}, since {}.", gives, line, why)
    why = because(facts, rules_of)
    if not why:
        return Phrase("{}: no other value is possible there.", gives)
    if reason.summed:
        return Phrase(_added_up(search, reason), gives, why)
    if reason.kind == RULE and reason.main < 0 and any(n > 0 and n in search.program.number for n in reason.lits):
        return Phrase("{}: no other value is left, since {}.", gives, why)
    return Phrase("{}: {}.", gives, why)


def _added_up(search: Search, reason: Reason) -> str:
    """Return the form of the sentence of rules that are added up modulo two."""
    program = search.program
    named = (*reason.facts, reason.lits[0])
    if any(program.genre.answers[program.place[abs(n)][0]].on not in ("links", "edges") for n in named):
        return ADDED_UP
    return ODD_LINES if sum(n > 0 for n in named) % 2 else EVEN_LINES


def _only_place(search: Search, words: Words, reason: Reason) -> tuple[str, str] | None:
    """Return the number and the line in which a step finds its only place; None if it does not do that.

    The number is "" if the genre has a sentence of its own for it.
    """
    program = search.program
    if reason.kind != RULE or reason.main < 0:
        return None
    if program.instances[reason.main].one_number(program.number, program.place) is None:
        return None
    whole = [n for n in reason.lits if n > 0]
    line = words.rule(reason.main).where
    if len(whole) != 1 or not line or not reason.facts:
        return None
    return words.bare_value(whole[0]), line


def _chain(search: Search, words: Words, reason: Reason, links: tuple[Link, ...]) -> str:
    """Return the sentences of a step that supposes the opposite of one value; others may follow in the same way."""
    assert reason.chain is not None
    shown = -reason.chain.supposed
    gives = joined_clauses(words.facts([shown], search.board.true))
    supposed = joined_clauses(words.facts([reason.chain.supposed]))
    # a place with a number has no other; nobody says that
    said = [link for link in links[:-1] if link.rules or any(fact.holds for fact in link.gives)]
    if said:
        way = listed([link.text for link in said], "; then ")
        text = Phrase("{}: suppose that {}; then {}; but then {}.", gives, supposed, way, links[-1].text)
    else:
        text = Phrase("{}: suppose that {}; but then {}.", gives, supposed, links[-1].text)
    end = links[-1].text
    named = {*reason.chain.links[-1].because} if isinstance(end, Phrase) and end.key == CLASH else set()
    if known := [n for n in reason.facts if n not in named]:
        text = Phrase("{} Known: {}.", text, joined_clauses(words.known_facts(known, search.board.true)))
    more = _by_place([n for n in reason.lits if n != shown], search)
    if not more:
        return text
    return Phrase("{} The same rules give: {}.", text, joined_clauses(words.facts(more, {*search.board.true, shown})))
