"""Fast form of regions with two numbers each, whose size lies between them."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.genres.araf.structure import SizeBetween
from pencilp.model.model import Rule
from pencilp.reformulate.fast.region_pairs import paired
from pencilp.reformulate.fast.regions import RegionRules
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.groups import EachHolds
from pencilp.structures.regions import Regions


def rewrite(regions: Regions, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form for ``rules``, or the reason why it does not fit."""
    about = RegionRules(regions, rules)
    if not (about.parted and about.two_each) or about.rectangles or about.each_is:
        return "the rules are not just that every region holds two numbers and has a size between them"
    two = about.two_each[0][0]
    assert isinstance(two, EachHolds)
    sizes: dict[int, tuple[SizeBetween, Rule]] = {}
    for rule in rules:
        if isinstance(size := rule[0], SizeBetween) and size.node in two.marked and size.numbers.keys() == two.marked:
            sizes[size.node] = size, rule

    def sides(clue: int, partner: int) -> tuple[int, bool, bool] | None:
        number = sizes[clue][0].numbers[clue] if clue in sizes else None
        return None if number is None else (number, *sizes[clue][0].sides(partner))

    return paired(about, [rule for _, rule in sizes.values()], sides)
