"""Visible towers.

Takes ``Towers``: k of the heights x_1 ... x_n have none as high before them.
Makes 0/1 columns

    b_iv = 1 if one of the first i is v or higher          (only for heights v that a later place can have)
    s_i  = 1 if x_i is visible

and rows, with [x = v] the 0/1 column of the value,

    b_iv >= b_(i-1)v,   b_iv >= b_iw for the next higher w,   b_iv >= [x_i = u] for v <= u < w;   b_iv <= their sum
    s_i >= [x_i = v] - b_(i-1)v,   s_i + [x_i = v] + b_(i-1)v <= 2,   s_i <= sum of [x_i = v] over v > 0
    s_1 + ... + s_n = k
    sum of [x_i = v] over the heights that would hide too many <= 0

A value that is certain or equals another one gets no column.
"""

from __future__ import annotations

from pencilp.model.visible_towers import Towers, visibility
from pencilp.reformulate.linear.linearise import Build
from pencilp.reformulate.linear.program import INTEGER


def reformulate(constraint: Towers, build: Build) -> None:
    """State ``constraint``."""
    columns = {x.index: build.value_columns(x) for x in constraint.line}

    def define(ways: list[tuple[int, ...]]) -> int:
        made = build.column("seen" if any(len(way) > 1 for way in ways) else "as_high", 0, 1, INTEGER)
        for lit, *hidden in ways:
            build.row([(1, made), (-1, lit), *[(-1, x) for x in hidden]], -len(hidden), None)
            for x in hidden:
                build.row([(1, made), (1, lit), (-1, x)], None, 1)
        build.row([(-1, made), *[(1, way[0]) for way in ways]], 0, None)
        return made

    sure, literals = visibility([sorted(columns[x.index].items()) for x in constraint.line], define)
    build.row([(1, x) for x in literals], constraint.count - sure, constraint.count - sure)
    wrong = [columns[x.index][v] for v, places in constraint.excluded_values() for x in places if v in columns[x.index]]
    if wrong:
        build.row([(1, x) for x in wrong], None, 0, "too_high")
