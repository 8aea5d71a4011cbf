"""Which genres stand for all in the browser, and which of their layers: those with a way of entry that none before them has."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

Layer = tuple[str, str]
"""The part, "puzzle" or "answer", and the layer's name."""


def chosen(ways: Mapping[str, Mapping[Layer, Hashable]], cost: Mapping[str, float]) -> dict[str, set[Layer]]:
    """For some of the genres the layers that have together all ``ways``, each of them once; ``cost`` is what a genre takes."""
    left = {way for layers in ways.values() for way in layers.values()}
    found: dict[str, set[Layer]] = {}
    while left:
        name = max(ways, key=lambda name: len(left.intersection(ways[name].values())) / cost[name])
        new = {way: layer for layer, way in reversed(ways[name].items()) if way in left}
        found[name] = set(new.values())
        left -= set(new)
    return found


def way_of_entry(part: str, on: str, value: Mapping[str, Any]) -> Hashable:
    """What hands do and what the page does for it; the page knows no genre, but the descriptions of layers alone."""
    return (
        part, on, value["type"], value["drawn"], value["entry"], value["closed"], bool(value.get("partial")),
        bool(value.get("colors")), "directions" in value, value["nothing"] is None,
    )  # fmt: skip
