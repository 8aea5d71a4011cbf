"""Functions of higher packages that lower ones call by name: solve a model, draw or edit a puzzle.

A puzzle does not know how it is drawn, nor a model who solves it. They ask here. The module of a service is loaded when the
service is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

_SERVICES: dict[str, str | Callable[..., Any]] = {
    "draw as svg": "pencilp.draw.svg:to_svg",
    "draw as text": "pencilp.draw.terminal:to_text",
    "edit puzzle": "pencilp.web.notebook:edit",
    "solve model": "pencilp.solvers:solve",
}
"""Per service its function, or where it is: ``module:function``."""


def service(name: str) -> Callable[..., Any]:
    """Return the function of a service. Raises KeyError if there is none of this name."""
    found = _SERVICES[name]
    return load(found) if isinstance(found, str) else found


def register_service(name: str, function: str | Callable[..., Any]) -> None:
    """Register a function, or ``module:function``, for a service. It replaces the one before."""
    _SERVICES[name] = function


def services() -> dict[str, str | Callable[..., Any]]:
    """Return a copy of the registry."""
    return dict(_SERVICES)


@cache
def load(entry: str) -> Any:
    """Return what ``module:name`` names; its module is imported."""
    module, _, name = entry.partition(":")
    return getattr(import_module(module), name)
