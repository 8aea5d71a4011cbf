"""The registry of fast forms: the functions that may rewrite the rules about a structure.

A fast form takes a structure and the rules about it. It returns a ``Rewrite``, or the reason why it has none, in one
line. Any rule that a genre usually states may be missing, and other rules may be about the same variables.

The forms of general structures are listed here, one file for each. A genre marks its own structures, or its own rules
about general structures, with ``has_fast_form``. The module of a form is loaded when a model has such a structure or rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from pencilp._util.services import load
from pencilp.model.model import Rule
from pencilp.model.structures import Structure, StructureRule
from pencilp.reformulate.rewrite import Rewrite

FastForm = Callable[[Any, Sequence[Rule]], "Rewrite | str"]
Marked = TypeVar("Marked", bound=type[Structure] | type[StructureRule])

_FORMS: dict[str, tuple[str, ...]] = {
    "pencilp.structures.groups:Groups": ("pencilp.reformulate.fast.group_leaders:rewrite",),
    "pencilp.structures.islands:Islands": (
        "pencilp.reformulate.fast.islands:rewrite",
        "pencilp.reformulate.fast.island_labels:rewrite",
        "pencilp.reformulate.fast.rectangles:rewrite",
    ),
    "pencilp.structures.islands:OneColour": ("pencilp.reformulate.fast.rectangles:rewrite",),
    "pencilp.structures.lines:Stretches": ("pencilp.reformulate.fast.stretches:rewrite",),
    "pencilp.structures.loop:Inside": ("pencilp.reformulate.fast.loop:rewrite_inside",),
    "pencilp.structures.loop:Loop": ("pencilp.reformulate.fast.loop:rewrite",),
    "pencilp.structures.paths:Paths": (
        "pencilp.reformulate.fast.paths:rewrite",
        "pencilp.reformulate.fast.path_sources:rewrite",
    ),
    "pencilp.structures.plane:Plane": ("pencilp.reformulate.fast.plane:rewrite",),
    "pencilp.structures.regions:Regions": ("pencilp.reformulate.fast.regions:rewrite",),
    "pencilp.structures.sums:Sums": ("pencilp.reformulate.fast.sums:rewrite",),
    "pencilp.structures.touched:ShadedGroups": ("pencilp.reformulate.fast.touched:rewrite",),
    "pencilp.structures.walk:Walk": ("pencilp.reformulate.fast.walks:rewrite",),
}
"""For each structure, as ``module:class``, its forms, as ``module:function``. The first that fits is taken."""


def has_fast_form(*forms: str) -> Callable[[Marked], Marked]:
    """Return a class decorator that registers fast forms, as ``module:function``, of a structure or of a rule about one.

    The first form that fits is taken. The forms of a rule are tried before those of its structure.
    """

    def register(marked: Marked) -> Marked:
        _FORMS[_key(marked)] = forms
        return marked

    return register


def forms_of(kind: type) -> Sequence[str]:
    """Return the forms of a class of structures or rules, or of its nearest base class with forms."""
    return next((_FORMS[key] for key in map(_key, kind.__mro__) if key in _FORMS), ())


def registered() -> dict[str, tuple[str, ...]]:
    """Return a copy of the registry: structures and rules as ``module:class``, their forms as ``module:function``."""
    return dict(_FORMS)


def rewrite(structure: Structure, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the first rewrite that fits the rules about a structure, or the reasons why none does."""
    kinds = dict.fromkeys([*(type(rule[0]) for rule in rules), type(structure)])
    reasons = []
    for name in dict.fromkeys(name for kind in kinds for name in forms_of(kind)):
        result = load_form(name)(structure, rules)
        if isinstance(result, Rewrite):
            return result
        reasons.append(result)
    return "; ".join(reasons) or "none is known for this structure"


def load_form(name: str) -> FastForm:
    """Return the function ``module:function``. This imports its module."""
    form: FastForm = load(name)
    return form


def _key(structure: type) -> str:
    return f"{structure.__module__}:{structure.__qualname__}"
