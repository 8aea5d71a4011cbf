"""Results of fast forms: rules that replace those about a structure and have the same answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pencilp.model.constraints import Constraint, Value
from pencilp.model.model import Definition, Rule, Solution
from pencilp.model.variables import Lit, Var


class Derived(NamedTuple):
    """Answer variables that follow from the variables of a fast form, such as borders between placements.

    A solver may leave them out of its search if nothing else mentions them. For a solution it then calls
    ``read(value)``. That returns their values, and the true literals that decide them. No other answer has all of these
    literals true, so the clause "one of them is false" excludes exactly this answer. If they are not left out,
    ``define()`` returns their definitions, and rules to be stated.

    ``deciding`` are all literals that may decide them. Solutions with the same answer have the same values of these.

    ``differing(value)``, if it is there, returns literals for each variable. One of them is true in every solution that
    gives the variable another value.
    """

    xs: Sequence[Var]
    read: Callable[[Value], tuple[Sequence[int], Sequence[Lit]]]
    define: Callable[[], tuple[Sequence[Definition], Sequence[Rule]]]
    deciding: Sequence[Lit]
    differing: Callable[[Value], Sequence[Sequence[Lit]]] | None = None


class Narrowing(NamedTuple):
    """Additional constraints that keep the answer to these questions: is there an answer, and is it unique?

    They are for structures whose answers have small variations, such as a detour of a path through empty cells. If
    nothing else mentions the variables ``of``, two things are guaranteed. If there is an answer, one satisfies all
    ``constraints``. If exactly one answer satisfies them, and ``another(value)`` finds no variation of it, that answer
    is unique. ``another`` returns the new values of the answer variables that change, or None.

    ``likely`` is a literal that holds in the answers of most puzzles. Such answers are searched first.
    """

    of: Sequence[Var]
    constraints: Sequence[Constraint]
    another: Callable[[Solution], Mapping[Lit, int] | None]
    likely: Lit | None


class Rewrite(NamedTuple):
    """The rules that replace those about a structure.

    ``form`` names the fast form for people, in one line: "listed placements of 6 shapes". ``replaced`` are the rules
    that need not be stated, ``rules`` those stated instead. ``claimed`` are the numbers of variables without
    definitions, because a constraint of ``rules`` decides them. With ``look_ahead`` a solver tries single values before
    each guess. That pays if each value decides much of the board.

    ``second_statement_rules`` returns implied rules that are expensive, or slow down as many searches as they help.
    They are stated only when a search has taken long (see ``AdditionalRules``). ``deferred_rules`` returns implied
    rules that help hard searches, but take longer to state than most searches take. They are added to a search that is
    not done soon.
    """

    form: str
    replaced: Sequence[Rule]
    rules: Sequence[Rule]
    derived: Sequence[Derived] = ()
    narrowing: Narrowing | None = None
    claimed: frozenset[int] = frozenset()
    look_ahead: bool = False
    second_statement_rules: Callable[[], Sequence[Rule]] | None = None
    deferred_rules: Callable[[], Sequence[Rule]] | None = None
