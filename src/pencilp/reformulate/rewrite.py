"""What a fast form makes of the rules about a structure: other rules with the same answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pencilp.model.constraints import Constraint, Value
from pencilp.model.model import Definition, Rule, Solution
from pencilp.model.variables import Lit, Var


class Derived(NamedTuple):
    """Answer variables that follow from the variables of a fast form, such as borders between placements.

    A solver may leave them out of its search, as long as nothing else speaks of them. On a solution it then calls
    ``read(value)``. That returns their values, and the true literals that decide them: no other answer has all of these
    true, so that the clause "one of them is false" excludes exactly this answer. Where they are not left out,
    ``define()`` makes what defines them: definitions, and rules to be stated.

    ``deciding`` are the literals that may be among these. In all solutions with the same answer they have the same values.

    ``differing(value)``, where it is known, returns literals for each variable. One of them is true in every other solution
    that gives the variable another value.
    """

    xs: Sequence[Var]
    read: Callable[[Value], tuple[Sequence[int], Sequence[Lit]]]
    define: Callable[[], tuple[Sequence[Definition], Sequence[Rule]]]
    deciding: Sequence[Lit]
    differing: Callable[[Value], Sequence[Sequence[Lit]]] | None = None


class Narrowing(NamedTuple):
    """What may be asked of answers when the question is only whether there is one, and whether there is a second.

    For structures whose answers can be changed a little at a time, as when a path takes a detour through cells that
    nothing else needs. Two things are promised, as long as nothing else speaks of the variables ``of``. If there is an
    answer at all, there is one with all ``constraints``. And if exactly one answer has them, and ``another(value)`` finds no
    variation of that one (it returns the values of the answer variables that change, or None), then that answer is the
    only one at all.

    ``likely`` is a literal that the answers of most puzzles satisfy: they are looked for first.
    """

    of: Sequence[Var]
    constraints: Sequence[Constraint]
    another: Callable[[Solution], Mapping[Lit, int] | None]
    likely: Lit | None


class Rewrite(NamedTuple):
    """What is stated instead of the rules about a structure.

    ``form`` names the fast form in one plain line, for people: "listed placements of 6 shapes". ``replaced`` are the rules
    that need not be stated; ``rules`` those that are; ``claimed`` the numbers of variables whose definitions are left out,
    because a constraint of ``rules`` decides them. With ``look_ahead`` a solver tries single values before each guess,
    because each of them decides much of the board.

    ``second_statement_rules`` returns more rules, which follow from all the others. They cost much, or slow down as many
    searches as they help, so they are stated only when a search has taken long (see ``AdditionalRules``). ``deferred_rules``
    returns rules that follow as well, and help hard searches, but take longer to state than most searches take: a search that
    is not done soon gets them and goes on with them.
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
