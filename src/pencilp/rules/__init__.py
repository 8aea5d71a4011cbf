"""The vocabulary of rules that genres share.

Every word takes the model first and states its rule on a lattice's cells, edges and corners, so that it holds on square
and hexagonal boards alike. A word that makes something (a set of literals, a definition) returns it.
"""

from pencilp.rules.counting import counts_outside, not_touching, paired, segments, touching
from pencilp.rules.islands import islands
from pencilp.rules.loops import (
    ahead,
    corners_passed,
    enters_once,
    inside_loop,
    loop_along_edges,
    loop_through_cells,
    straight_at,
    straight_runs,
    straights,
    turn_at,
)
from pencilp.rules.numbers import (
    all_different,
    consecutive,
    distinct_sum,
    far_apart,
    givens,
    latin_square,
    lines_differ,
    long_diagonals,
    no_equal_neighbours,
    pair,
    product,
    towers_seen,
)
from pencilp.rules.paths import narrow_to_short_paths, paths_between
from pencilp.rules.polyominoes import one_piece_each
from pencilp.rules.runs import no_run_of, packed_windows, runs_are, stretches_across
from pencilp.rules.shading import (
    all_alike,
    connected,
    crowded_dynasty,
    dynasty,
    groups_touched,
    no_crossing,
    no_two_by_two,
    not_adjacent,
    reaches_outside,
)
from pencilp.rules.sight import sees, view

__all__ = [
    "ahead",
    "all_alike",
    "all_different",
    "connected",
    "consecutive",
    "corners_passed",
    "counts_outside",
    "crowded_dynasty",
    "distinct_sum",
    "dynasty",
    "enters_once",
    "far_apart",
    "givens",
    "groups_touched",
    "inside_loop",
    "islands",
    "latin_square",
    "lines_differ",
    "long_diagonals",
    "loop_along_edges",
    "loop_through_cells",
    "narrow_to_short_paths",
    "no_crossing",
    "no_equal_neighbours",
    "no_run_of",
    "no_two_by_two",
    "not_adjacent",
    "not_touching",
    "one_piece_each",
    "packed_windows",
    "pair",
    "paired",
    "paths_between",
    "product",
    "reaches_outside",
    "runs_are",
    "sees",
    "segments",
    "straight_at",
    "straight_runs",
    "straights",
    "stretches_across",
    "touching",
    "towers_seen",
    "turn_at",
    "view",
]
