"""Whether a board has room for the wished clues, as far as that is seen without an answer."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pencilp.analysis.left_out import Place, clues_of
from pencilp.board.lattice import Lattice
from pencilp.board.layers.several import Group
from pencilp.board.layers.sums import SumPair
from pencilp.errors import InputError, counted
from pencilp.formats import examples
from pencilp.generation.habits import is_telling, rooms_of
from pencilp.generation.places import Places
from pencilp.genres import Genre


def check_room(places: Places) -> None:
    """Raise InputError if the layers of clues have no room for the wished clues."""
    wishes, inputs, base = places.wishes, places.genre.inputs, places.wishes.base or {}
    every = {place for key in places.habits.clues for place in _places_of(places, key)}
    kept = {place for place in every if places.is_given(place)}
    free = {place for place in every - kept if places.is_wished(place)}
    if every and not kept and not free:
        raise InputError(f"no place for clues has all of its images under {wishes.symmetry} among the places", "places")
    least, most = wishes.min_clues or 0, wishes.max_clues
    if wishes.min_clues is None and most is None:
        return
    keys = _with_clues(places.genre) or {*places.habits.clues}
    layers = [inputs[key] for key in places.habits.clues if key in keys]
    kept, free = ({place for place in some if place[0] in keys} for some in (kept, free))
    given = sum(
        is_telling(layer, value)
        for layer in layers
        if layer.name in base
        for _, value in layer.place.items(layer.bind(base[layer.name], places.board))
    )
    if most is not None and given > most:
        raise InputError(f"the puzzle already has {counted(given, 'clue')}", "max_clues")
    if any(isinstance(layer.value, (Group, SumPair)) for layer in layers):
        return  # a place may have several clues
    cells = {place for place in free if inputs[place[0]].on == "cells"}
    room = len(kept) + len(free)
    if not wishes.touching:
        taken = {place[1] for place in kept if inputs[place[0]].on == "cells"}
        apart = {at for _, at in cells if not taken.intersection(places.board.near[at])}
        room -= len(cells) - max_apart(places.board, apart) * len({key for key, _ in cells})
    room -= sum(_in_taken_rooms(places, key, kept | free) for key in keys)
    if least > room:
        there = f"there {'is' if room == 1 else 'are'} only {counted(room, 'place')} for clues"
        raise InputError(f"{there}, not {least}", "min_clues")
    orbits: dict[Place, int] = {}
    for place in free:
        # a sign without a number is no clue, so some of a group may have one
        first = place if inputs[place[0]].value.kind == "either" else places.orbit(place)
        orbits[first] = orbits.get(first, 0) + 1
    numbers = 1 << len(kept)
    for size in orbits.values():
        numbers |= numbers << size
    if (
        wishes.symmetry != "none"
        and most is not None
        and not kept
        and not (numbers >> least) & ((2 << most - least) - 1)
    ):
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise InputError(f"no puzzle with this symmetry has {wanted} clues", "symmetry")


def _in_taken_rooms(places: Places, key: str, some: Collection[Place]) -> int:
    """Return how many of some places of a layer are too many, since a room has one clue at most."""
    rooms, base = rooms_of(places.genre.inputs[key]), places.wishes.base or {}
    own = [at for name, at, *_ in some if name == key]
    if rooms is None:
        return 0
    if rooms in base:
        of = places.genre.inputs[rooms].bind(base[rooms], places.board).of
        return len(own) - len({of[at] if of[at] is not None else ("cell", at) for at in own})
    sizes = places.habits.rooms[rooms].sizes
    return max(0, len(own) - len(places.board) // (min(sizes) or places.board.cols))


def _with_clues(genre: type[Genre]) -> set[str]:
    """Return the layers whose values count as clues in the genre's examples: the trees of Tents do not."""
    puzzles = [examples.example(name) for name in examples.names_of(genre)]
    return {clue.place[0] for each in puzzles for clue in clues_of(each, genre.model(each))}


def _places_of(places: Places, key: str) -> Iterator[Place]:
    """Yield the places of a layer."""
    empty = places.genre.inputs[key].empty(places.board)
    if isinstance(empty, dict):
        yield from ((key, side, i) for side, line in empty.items() for i in range(len(line)))
    else:
        yield from ((key, at) for at in range(places.genre.inputs[key].size(places.board)))


def max_apart(board: Lattice, cells: Collection[int]) -> int:
    """Return an upper bound of the number of cells, no two of them adjacent: the exact one if the board is square.

    Of each pair of adjacent cells at most one is taken; so the more disjoint pairs, the better the bound.
    """
    pair: dict[int, int] = {}

    def is_paired(cell: int, seen: set[int]) -> bool:
        for other in board.near[cell]:
            if other in cells and other not in seen:
                seen.add(other)
                if other not in pair or is_paired(pair[other], seen):
                    pair[other] = cell
                    return True
        return False

    # the colours of a chessboard: pairs have one cell of each
    dark = [cell for cell in sorted(cells) if sum(board.positions[cell]) % 2]
    return len(cells) - sum(is_paired(cell, set()) for cell in dark)
