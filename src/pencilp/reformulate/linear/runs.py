"""Runs.

Takes ``Runs``: the runs of true literals in the sequence x_1 ... x_n have the lengths l_1 ... l_m, in this order.
Makes, with S_k the places at which run k can start, for each k and each t of S_k but the last a 0/1 column

    s_kt = 1 if run k starts at t or before

(it is 0 before the first place of S_k, 1 from the last on, and between two places the value at the first of them), and
rows that hold exactly for the right sequences, with e_kt = s_k(t-l_k) for "run k has ended before place t":

    s_kt <= s_ku                        (u the place in S_k after t)
    s_kt <= e_(k-1)(t-1)                a run starts after the end of the run before it, with a gap
    x_t >= s_kt - e_kt                  in run k
    x_t <= s_kt + 1 - e_(k-1)t          between the runs k - 1 and k; before the first run without e, after the last without s

A run of unknown length has columns e_kt of its own, and  e_kt <= e_ku,  e_kt <= s_k(t-1).
"""

from __future__ import annotations

from pencilp.model.constraints import Runs
from pencilp.model.line_runs import Line
from pencilp.reformulate.linear.linearise import Build
from pencilp.reformulate.linear.program import INTEGER


def reformulate(constraint: Runs, build: Build) -> None:
    """State ``constraint``."""
    line = Line(constraint)
    if not line.narrow():
        build.row([], 1, None)
        return
    for x in line.fixed:
        build.row([(1, x)], 1, None, "fixed")

    def new(name: str, count: int) -> list[int]:
        return [build.column(f"{name}_{i + 1}", 0, 1, INTEGER) for i in range(count)]

    for name, contradictions in line.contradictions(new):
        for lits in contradictions:
            build.row([(1, -x) for x in lits], 1, None, name)
