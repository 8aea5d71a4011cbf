"""The vocabulary of rules that genres share.

Every word takes the model first and states its rule on a lattice's cells, edges and corners, so that it holds on square
and hexagonal boards alike. A word that makes something (a set of literals, a definition) returns it.

A page imports words from here, or rarer ones from their module; a module is loaded when one of its words is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

_WHERE = {
    "counting": (
        "across_corners",
        "counts_outside",
        "not_touching",
        "paired",
        "segments",
        "touching",
    ),
    "loops": (
        "ahead",
        "corners_passed",
        "enters_once",
        "inside_loop",
        "loop_along_edges",
        "loop_through_cells",
        "straight_at",
        "straight_runs",
        "straights",
        "turn_at",
    ),
    "numbers": (
        "all_different",
        "consecutive",
        "distinct_sum",
        "far_apart",
        "givens",
        "latin_square",
        "lines_differ",
        "long_diagonals",
        "no_equal_neighbours",
        "pair",
        "product",
        "towers_seen",
    ),
    "paths": (
        "narrow_to_short_paths",
        "numbers_on_a_walk",
        "paths_between",
    ),
    "polyominoes": ("one_piece_each",),
    "runs": (
        "no_run_of",
        "packed_windows",
        "runs_are",
        "stretches_across",
    ),
    "sea": ("islands",),
    "shading": (
        "all_alike",
        "connected",
        "crowded_dynasty",
        "dynasty",
        "groups_touched",
        "no_crossing",
        "no_two_by_two",
        "not_adjacent",
        "reaches_outside",
    ),
    "sight": (
        "sees",
        "view",
    ),
}
"""The words by their modules."""

_HOME = {word: module for module, words in _WHERE.items() for word in words}

__all__ = [*_HOME]

if TYPE_CHECKING:
    from pencilp.rules.counting import across_corners as across_corners
    from pencilp.rules.counting import counts_outside as counts_outside
    from pencilp.rules.counting import not_touching as not_touching
    from pencilp.rules.counting import paired as paired
    from pencilp.rules.counting import segments as segments
    from pencilp.rules.counting import touching as touching
    from pencilp.rules.loops import ahead as ahead
    from pencilp.rules.loops import corners_passed as corners_passed
    from pencilp.rules.loops import enters_once as enters_once
    from pencilp.rules.loops import inside_loop as inside_loop
    from pencilp.rules.loops import loop_along_edges as loop_along_edges
    from pencilp.rules.loops import loop_through_cells as loop_through_cells
    from pencilp.rules.loops import straight_at as straight_at
    from pencilp.rules.loops import straight_runs as straight_runs
    from pencilp.rules.loops import straights as straights
    from pencilp.rules.loops import turn_at as turn_at
    from pencilp.rules.numbers import all_different as all_different
    from pencilp.rules.numbers import consecutive as consecutive
    from pencilp.rules.numbers import distinct_sum as distinct_sum
    from pencilp.rules.numbers import far_apart as far_apart
    from pencilp.rules.numbers import givens as givens
    from pencilp.rules.numbers import latin_square as latin_square
    from pencilp.rules.numbers import lines_differ as lines_differ
    from pencilp.rules.numbers import long_diagonals as long_diagonals
    from pencilp.rules.numbers import no_equal_neighbours as no_equal_neighbours
    from pencilp.rules.numbers import pair as pair
    from pencilp.rules.numbers import product as product
    from pencilp.rules.numbers import towers_seen as towers_seen
    from pencilp.rules.paths import narrow_to_short_paths as narrow_to_short_paths
    from pencilp.rules.paths import numbers_on_a_walk as numbers_on_a_walk
    from pencilp.rules.paths import paths_between as paths_between
    from pencilp.rules.polyominoes import one_piece_each as one_piece_each
    from pencilp.rules.runs import no_run_of as no_run_of
    from pencilp.rules.runs import packed_windows as packed_windows
    from pencilp.rules.runs import runs_are as runs_are
    from pencilp.rules.runs import stretches_across as stretches_across
    from pencilp.rules.sea import islands as islands
    from pencilp.rules.shading import all_alike as all_alike
    from pencilp.rules.shading import connected as connected
    from pencilp.rules.shading import crowded_dynasty as crowded_dynasty
    from pencilp.rules.shading import dynasty as dynasty
    from pencilp.rules.shading import groups_touched as groups_touched
    from pencilp.rules.shading import no_crossing as no_crossing
    from pencilp.rules.shading import no_two_by_two as no_two_by_two
    from pencilp.rules.shading import not_adjacent as not_adjacent
    from pencilp.rules.shading import reaches_outside as reaches_outside
    from pencilp.rules.sight import sees as sees
    from pencilp.rules.sight import view as view
else:

    def __getattr__(name):
        if name in _HOME:
            from importlib import import_module

            word = getattr(import_module(f"pencilp.rules.{_HOME[name]}"), name)
            globals()[name] = word
            return word
        raise AttributeError(f"module 'pencilp.rules' has no attribute {name!r}")
