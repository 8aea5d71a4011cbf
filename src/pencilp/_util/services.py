"""Functions of higher packages that lower packages call by name: solve a model, draw or edit a puzzle.

A puzzle does not depend on code that draws it, nor a model on solvers. Both look up the function here. The module of a
service is imported on first use.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

_SERVICES: dict[str, str | Callable[..., Any]] = {
    "draw as svg": "pencilp.draw.svg:to_svg",
    "draw as text": "pencilp.draw.terminal:to_text",
    "draw step": "pencilp.analysis.steps.pictures:step_svg",
    "draw way": "pencilp.analysis.steps.pictures:way_svg",
    "edit puzzle": "pencilp.web.notebook:edit",
    "solve model": "pencilp.solvers:solve",
    "way as page": "pencilp.web.way:to_html",
}
"""The function of each service, or its place: ``module:function``."""


def service(name: str) -> Callable[..., Any]:
    """Return the function of a service. Raise KeyError if there is none of this name."""
    found = _SERVICES[name]
    return load(found) if isinstance(found, str) else found


def register_service(name: str, function: str | Callable[..., Any]) -> None:
    """Register a function, or ``module:function``, for a service, in place of any earlier one."""
    _SERVICES[name] = function


def services() -> dict[str, str | Callable[..., Any]]:
    """Return a copy of the registry."""
    return dict(_SERVICES)


@cache
def load(entry: str) -> Any:
    """Import the module of ``module:name`` and return the object."""
    module, _, name = entry.partition(":")
    return getattr(import_module(module), name)
