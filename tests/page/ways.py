"""The ways of entry, as hands do them: how a value is taken away and entered, by mouse and by keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from tests.page.hands import ARROWS, LETTERS, Hands

MOUSE, KEYS = "mouse", "keys"


def way_of(hands: Hands) -> Way:
    """The way for the layer that is being entered."""
    layer = hands.layer
    entry, drawn = layer["value"]["entry"], layer["value"]["drawn"]
    if layer["on"] == "board":
        return Field(hands)
    if entry == "dragged":
        return {"tubes": Tubes, "across": Lines, "bridges": Lines}.get(drawn, Cells)(hands)
    return {"typed": Typed, "cycled": Signs, "drawn": Edges}[entry](hands)


class Way:
    """One way of entry of the layer of some hands."""

    def __init__(self, hands: Hands) -> None:
        self.hands, self.layer = hands, hands.layer

    @property
    def cycle(self) -> list[str | None]:
        """What clicks go through."""
        value = self.layer["value"]
        tokens = [t["token"] for t in value["tokens"]]
        signs = tokens[: value["most"]] if "most" in value else tokens
        return [None, *signs, ""] if self.hands.part == "answer" and value["nothing"] is not None else [None, *signs]

    def clear(self, by: str) -> None:
        """Take away all values, one by one."""
        for place, token in self.hands.tokens(self.hands.values()):
            self.change(place, token, None, by)
        assert self.hands.tokens(self.hands.values()) == []

    def fill(self, values: Any, by: str) -> None:
        """Enter values, one by one, where nothing is."""
        for place, token in self.hands.tokens(values):
            self.change(place, None, token, by)

    def change(self, place: Any, old: str | None, new: str | None, by: str) -> None:
        """Enter the token ``new`` in place of ``old`` (None: nothing)."""
        raise NotImplementedError


class Field(Way):
    def clear(self, by: str) -> None:
        self.hands.field(None)

    def change(self, place: Any, old: str | None, new: str | None, by: str) -> None:
        self.hands.field(new)


class Typed(Way):
    def change(self, place: Any, old: str | None, new: str | None, by: str) -> None:
        hands = self.hands
        if self.layer["on"] == "lines":
            hands.drawn()  # lines with more clues make the picture larger, and what the verdict says may move it
            hands.tab.wait_for_selector('.verdict[aria-busy="false"]')
            hands.matrix = []
        if by == MOUSE:
            hands.click(*hands.point(place))
        else:
            hands.go(place)
        if old:
            hands.press("Delete")
        if new is None:
            return
        base, arrow = self.arrow(new)
        hands.tab.keyboard.type(base)
        if arrow and by == MOUSE:
            way = next(d for d in hands.layout["directions"] if d["name"] == arrow)
            (x, y), unit = hands.point(place), hands.layout["unit"]
            hands.drag([(x, y), (x + way["x"] * unit, y + way["y"] * unit)])
        elif arrow in ARROWS:
            hands.press(f"Shift+{ARROWS[arrow]}")
        else:
            hands.tab.keyboard.type(arrow)

    def arrow(self, token: str) -> tuple[str, str]:
        """A token without its direction, and the direction."""
        value = self.layer["value"]
        colors = 1 if value.get("colors") else 0
        ends = [d for d in value.get("directions", ()) if token[colors:].endswith(d)]
        end = max(ends, key=len, default="")
        return token.removesuffix(end), end


class Signs(Way):
    def change(self, place: Any, old: str | None, new: str | None, by: str) -> None:
        hands, cycle = self.hands, self.cycle
        if by == MOUSE:
            hands.click(*hands.point(place), times=(cycle.index(new) - cycle.index(old)) % len(cycle))
            return
        hands.go(place)
        hands.press("Delete")
        if new:
            hands.tab.keyboard.type(new)
        elif new == "":
            hands.press(".")

    def fill(self, values: Any, by: str) -> None:
        if by == KEYS:
            super().fill(values, by)
            return
        # one sign after the other, dragged over cells that touch
        hands, cycle = self.hands, self.cycle
        near = hands.layout["steps"] if self.layer["on"] == "cells" else None
        for token in cycle[1:]:
            places = [p for p, t in hands.tokens(values) if t == token]
            for chain in chains(places, near):
                points = [hands.point(p) for p in chain]
                if token == "" and cycle.index(token) == 2:
                    hands.drag(points, "right")  # a single sign is set by the first button, "empty" by the second
                    continue
                hands.click(*points[0], times=cycle.index(token) - 1)
                hands.drag(points)


class Edges(Way):
    def change(self, place: Any, old: str | None, new: str | None, by: str) -> None:
        hands, cycle = self.hands, self.cycle
        times = (cycle.index(new) - cycle.index(old)) % len(cycle)
        if by == MOUSE:
            hands.click(*hands.point(place), times=times)
            return
        cell, direction = next(hands.sides(place))
        hands.go(cell)
        hands.press(*[LETTERS[direction]] * times)

    def fill(self, values: Any, by: str) -> None:
        if by == KEYS:
            super().fill(values, by)
            return
        hands = self.hands
        for token, places in by_token(hands.tokens(values)):
            assert self.cycle[1] == token
            ends = hands.layout["ends"]
            touching = [[q for q in places if q != p and set(ends[p]) & set(ends[q])] for p in places]
            near = dict(zip(places, touching, strict=True))
            for chain in chains(places, near):
                hands.drag([hands.point(p) for p in chain])


class Lines(Edges):
    def change(self, place: Any, old: str | None, new: str | None, by: str) -> None:
        if by == MOUSE and not old:
            a, b = self.hands.layout["joins"][place]
            for _ in range(int(new or 0)):
                self.hands.drag([self.hands.cell(a), self.hands.cell(b)])
        else:
            super().change(place, old, new, by)

    def fill(self, values: Any, by: str) -> None:
        hands = self.hands
        for token, places in by_token(hands.tokens(values)):
            for cells in self.walks(places):
                for _ in range(int(token)):
                    if by == MOUSE:
                        hands.drag([hands.cell(c) for c in cells])
                    else:
                        hands.go(cells[0])
                        hands.press(*shifted(hands, cells))

    def walks(self, places: list[int]) -> Iterator[list[int]]:
        """Ways from cell to cell that cross each of the links once."""
        joins = self.hands.layout["joins"]
        left = {frozenset(joins[p]) for p in places}
        while left:
            first = min(left, key=sorted)
            left.remove(first)
            cells = sorted(first)
            for _ in range(2):
                while follows := [link for link in left if cells[-1] in link]:
                    link = min(follows, key=sorted)
                    left.remove(link)
                    cells.append(next(iter(link - {cells[-1]})))
                cells.reverse()
            yield cells


class Cells(Way):
    """Rooms and cages."""

    @property
    def partial(self) -> bool:
        return bool(self.layer["value"]["partial"])

    def links(self, values: list[str | None]) -> list[int]:
        return [e for e, (a, b) in enumerate(self.hands.layout["joins"]) if values[a] != values[b]]

    def clear(self, by: str) -> None:
        hands = self.hands
        values = hands.values()
        if self.partial:
            for cell in range(len(values)):
                if values[cell] is None:
                    continue
                if by == MOUSE:
                    hands.click(*hands.cell(cell))
                else:
                    hands.go(cell)
                    hands.press("Delete")
            assert hands.tokens(hands.values()) == []
            return
        self.walls(values, by)
        assert set(hands.values()) == {"1"}

    def walls(self, values: list[str | None], by: str) -> None:
        """Turn all walls there are between some rooms."""
        hands = self.hands
        for link in self.links(values):
            if by == MOUSE:
                place = hands.layout["places"]["links"][link]
                hands.click(place["x"], place["y"])
            else:
                cell, direction = next(hands.sides(link))
                hands.go(cell)
                hands.press(LETTERS[direction])

    def fill(self, values: Any, by: str) -> None:
        hands = self.hands
        if by == KEYS and not self.partial:
            self.walls(values, by)
            return
        for _, cells in by_token(hands.tokens(values)):
            walk = walked(cells, hands.layout["steps"])
            if len(walk) == 1 and by == MOUSE and not self.partial:
                continue  # what all others leave
            if by == MOUSE:
                hands.drag([hands.cell(c) for c in walk])
                continue
            hands.go(walk[0])
            hands.press("Space")
            done = {walk[0]}
            for before, cell in pairwise(walk):
                if cell not in done:
                    hands.press(*shifted(hands, [before, cell]))
                else:
                    hands.go(cell)
                done.add(cell)
        if not self.partial:
            # single cells are what walls part from the rest
            now = hands.values()
            for link, (a, b) in enumerate(hands.layout["joins"]):
                if values[a] != values[b] and now[a] == now[b]:
                    place = hands.layout["places"]["links"][link]
                    hands.click(place["x"], place["y"])


class Tubes(Way):
    def paths(self, values: list[str | None]) -> list[list[int]]:
        found: dict[str, dict[int, int]] = {}
        for cell, token in self.hands.tokens(values):
            label, _, place = token.partition(".")
            found.setdefault(label, {})[int(place)] = cell  # type: ignore[assignment]
        return [[path[k] for k in sorted(path)] for _, path in sorted(found.items(), key=lambda item: int(item[0]))]

    def clear(self, by: str) -> None:
        for path in self.paths(self.hands.values()):
            if by == MOUSE:
                self.hands.click(*self.hands.cell(path[0]))
            else:
                self.hands.go(path[0])
                self.hands.press("Delete")
        assert self.hands.tokens(self.hands.values()) == []

    def fill(self, values: Any, by: str) -> None:
        for path in self.paths(values):
            if by == MOUSE:
                self.hands.drag([self.hands.cell(c) for c in path])
            else:
                self.hands.go(path[0])
                self.hands.press(*shifted(self.hands, path))


def shifted(hands: Hands, cells: list[int]) -> Iterator[str]:
    """The keys that draw from cell to cell."""
    for a, b in pairwise(cells):
        name = hands.layout["directions"][hands.layout["steps"][a].index(b)]["name"]
        yield f"Shift+{ARROWS.get(name) or LETTERS[name].upper()}"


def by_token(items: Iterable[tuple[Any, str]]) -> list[tuple[str, list[Any]]]:
    """The places of each token."""
    found: dict[str, list[Any]] = {}
    for place, token in items:
        found.setdefault(token, []).append(place)
    return list(found.items())


def chains(places: list[Any], near: Any) -> Iterator[list[Any]]:
    """The places in chains of which each touches the next; ``near`` are the neighbours of each (None: none touch)."""
    left = dict.fromkeys(places)
    while left:
        chain = [next(iter(left))]
        del left[chain[0]]
        while near is not None and (follow := next((p for p in near[chain[-1]] if p in left), None)) is not None:
            chain.append(follow)
            del left[follow]
        yield chain


def walked(cells: list[int], steps: list[list[int]]) -> list[int]:
    """A walk over all the cells, from neighbour to neighbour where they hang together, back over cells where it must."""
    left, walk = set(cells), []
    while left:
        first = min(left)
        left.remove(first)
        walk.append(first)
        back = [first]
        while back:
            here = back[-1]
            follow = next((n for n in steps[here] if n in left), None)
            if follow is None:
                back.pop()
                if back and left:
                    walk.append(back[-1])
            else:
                left.remove(follow)
                walk.append(follow)
                back.append(follow)
    return walk
