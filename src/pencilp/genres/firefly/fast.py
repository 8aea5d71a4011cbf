"""Beams in their direction: each line has a direction, and every cell on it knows the number of turns to come.

Per link and direction a literal says that a line goes that way: at a stop, out over a dot and in over the other
sides. At other cells a line that comes in goes out elsewhere. Per cell and number k a literal says that the line
turns k times or more from here on, here among them. If it goes straight on from a cell to the next, both have the
same number. If it turns, the next has one less. At a stop the number is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from pencilp.genres.firefly.structure import Arriving, ways_of
from pencilp.model.constraints import Clause, Constraint, all_hold
from pencilp.model.model import Rule, stated
from pencilp.model.structures import BoardFamily, Degrees
from pencilp.reformulate.rewrite import Rewrite

if TYPE_CHECKING:
    from pencilp.genres.firefly.structure import Beams, Way
    from pencilp.model.variables import Lit


def rewrite(beams: Beams, rules: Sequence[Rule]) -> Rewrite | str:
    """The form for ``rules``, if they say of all lines that they go on, and lead from a dot to another side of a stop.

    With g_ab, that a line goes from a to its neighbour b, and t_k(c), that from c on k turns or more are to come: the line
    between a and b is g_ab or g_ba, not both; g_ab >> exactly one g_bc with c other than a; g_ab, straight on from the cell
    before >> t_k(a) = t_k(b); g_ab, after a turn in a >> t_k(a) = t_(k-1)(b); at a stop only t_0 is true. The line that begins
    at a dot turns n times where t_n and not t_(n+1) hold in its first cell.
    """
    on = {cell for rule in rules if isinstance(rule[0], Degrees) for cell in rule[0].at}
    led = [rule[0] for rule in rules if isinstance(rule[0], Arriving)]
    from_dots = {rule.way for rule in led if rule.from_dot}
    to_others = {rule.way for rule in led if rule.from_dot is False and rule.turns is None}
    if len(on) + len(beams.stops) < len(beams.board) or not (
        from_dots.issuperset(beams.others) and to_others.issuperset(beams.dots)
    ):
        return "the rules do not say that every line leads from a dot to another side of a firefly"
    spoken = [rule for rule in rules if isinstance(rule[0], Arriving) and rule[0].turns is not None]
    if any(rule[0].from_dot is not None or rule[0].way not in beams.dots for rule in spoken):  # type: ignore[union-attr]
        return "a number is not about a line from a dot"
    m, board = beams.m, beams.board
    dots, others = {*beams.dots}, {*beams.others}
    goes: dict[Way, Lit] = {}
    parts: list[Constraint | Lit] = []
    for way in beams.ways:
        if way in goes:
            continue
        back, x = beams.back(way), beams.over(way)
        # what begins at a dot goes out there, what ends at another side of a stop comes in
        out, into = way in dots or back in others, way in others or back in dots
        if out or into:
            goes[way], goes[back] = x if out else m.false, x if into else m.false
            if out and into:
                parts.append(~x)
            continue
        goes[way], goes[back] = one, other = m.binaries("goes", 2)
        parts += [Clause((~one, ~other)), Clause((~x, one, other)), Clause((~one, x)), Clause((~other, x))]
    lits = [m.true, *[goes[way] for way in beams.ways], *[m.true if c in beams.stops else m.false for c in board.cells]]
    parts.append(_GoesOn(board, lits, board.cells))
    if spoken:
        # per number and cell whether at least this number of turns is to come
        turns: list[Sequence[Lit]] = [[m.true] * len(board)]
        for _ in range(beams.most + 1):
            new = m.binaries("turns", len(board))
            turns.append([m.false if cell in beams.stops else x for cell, x in enumerate(new)])
        parts += [_Turns(board, [*lits, *more, *less], board.cells) for less, more in pairwise(turns)]
    result = [*stated(rules[0].words, parts)]
    for rule in spoken:
        arriving: Arriving = rule[0]  # type: ignore[assignment]
        x, k, first = beams.over(arriving.way), arriving.turns or 0, beams.back(arriving.way)[0]
        right = [turns[k][first], ~turns[k + 1][first]] if k <= beams.most else [m.false]
        result += [rule._replace(constraint=Clause((~x, y))) for y in right]
    return Rewrite("directions and turns of lines from dots", list(rules), result)


class _GoesOn(BoardFamily):
    """State that a line that comes into a cell goes out elsewhere, once, and the other way round.

    ``lits`` are a literal that is always true, those of the ways, and per cell whether it is a stop, which is exempt.
    """

    __slots__ = ()

    def made(self, at: Sequence[int], lits: Sequence[Lit]) -> list[Constraint | Lit]:
        ways = ways_of(self.board)
        number = {way: i for i, way in enumerate(ways, 1)}
        result = []
        for cell in at:
            out = [(n, lits[number[cell, d]]) for d, n in enumerate(self.board.step[cell]) if (cell, d) in number]
            into = [(n, lits[number[n, self.board.opposite(d)]]) for d, n in enumerate(self.board.step[cell])
                    if (cell, d) in number]  # fmt: skip
            end = lits[1 + len(ways) + cell]
            parts = []
            for some, more in ((into, out), (out, into)):
                parts += [Clause((end, ~x, ~y)) for (_, x), (_, y) in combinations(some, 2)]
                parts += [Clause((end, ~x, *[y for n, y in more if n != m])) for m, x in some]
            result.append(all_hold(parts))
        return result


class _Turns(BoardFamily):
    """State the turns to come. If a line goes straight on from a cell to the next, at least k turns are to come at
    both or at neither. If it turns in the cell, at least k are to come exactly if at least k - 1 are at the next.

    ``lits`` are those of ``_GoesOn``, and per cell the literals of k and of one less.
    """

    __slots__ = ()

    def made(self, at: Sequence[int], lits: Sequence[Lit]) -> list[Constraint | Lit]:
        board, count, ways = self.board, len(self.board), ways_of(self.board)
        number = {way: i for i, way in enumerate(ways, 1)}
        ends, more, less = lits[-3 * count : -2 * count], lits[-2 * count : -count], lits[-count:]
        result = []
        for cell in at:
            parts = [Clause((~more[cell], less[cell]))]
            for d, n in enumerate(board.step[cell]):
                if (cell, d) not in number:
                    continue
                here = ends[cell], ~lits[number[cell, d]]
                behind = board.step[cell][board.opposite(d)], d
                if behind in number:
                    straight = lits[number[behind]]
                    parts.append(Clause((*here, ~straight, ~more[cell], more[n])))
                    parts.append(Clause((*here, ~straight, more[cell], ~more[n])))
                    here = (*here, straight)  # type: ignore[assignment]
                parts += [Clause((*here, ~more[cell], less[n])), Clause((*here, more[cell], ~less[n]))]
            result.append(all_hold(parts))
        return result
