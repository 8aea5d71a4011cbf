"""A list of all regions of one light and one dark area of the same shape.

Sets of cells are numbers with a bit for each cell, and areas grow cell by cell. One number has the cells of one
colour on the board as it lies in all ways to turn it, one board after the other. Shifted by the place of a cell, it
has the distances by which this cell can be moved onto one of them. A whole area can be moved by the distances that
all its cells have in common.

Connected cells of one colour are a *field*. Areas grow in one field after the other, the smallest first, and are
laid only into fields that come later. So little grows where there are wide fields of one colour and small ones of the other.

A region is left out if it leaves a part of the board with different numbers of light and dark cells. It is also left
out if one of its areas has no given size and leaves too few cells for areas of given sizes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pencilp._util.cache import Cache
from pencilp.genres.dbchoco.structure import TwoColoured
from pencilp.model.bitset import members
from pencilp.structures.shapes import Region, Turn

MAX_CACHED_CELLS = 5
"""Areas of at most this size are often symmetric, and few, so their symmetries are cached."""


class Turned:
    """A board, and all boards that it becomes when it is turned and mirrored; the same for all puzzles of this shape.

    Every cell has a *spot*, which counts along the rows with a gap between two rows: a set of cells has the bits of their spots.
    And it has a *place* on each board. Places count so that an area which is moved by adding a number to all its places never
    comes to lie in part in another row, or on another board.
    """

    def __init__(self, regions: TwoColoured) -> None:
        self.turns = regions.turns
        boards = [_moved_up(_turned(turn, regions.places)) for turn in self.turns]
        own = boards[self.turns.index((1, 0, 0, 1))]
        widest = max([c for board in boards for _, c in board])
        row = 2 + max([c for _, c in own])
        self.spot = [row * r + c for r, c in own]
        """Per cell its spot."""
        self.cells = sum([1 << spot for spot in self.spot])
        self.steps = sorted({abs(self.spot[a] - self.spot[b]) for a, b in regions.links})
        """How far apart the spots of two neighbours are."""
        cell = dict(zip(self.spot, range(regions.count), strict=True))
        self.position = {spot: own[c] for spot, c in cell.items()}
        self.near = {spot: sum([1 << self.spot[n] for n, _ in regions.around[c]]) for spot, c in cell.items()}
        """The cells next to each spot."""
        row += widest
        self.place = {spot: row * r + c for spot, (r, c) in self.position.items()}
        """The place of each spot on the board that is not turned: the distance from the first place."""
        first = 1 + max(self.place.values())
        self.room = first + row * (1 + max([r for board in boards for r, _ in board]))
        """How many places each of the boards has."""
        places = [[first + self.room * k + row * r + c for r, c in board] for k, board in enumerate(boards)]
        self.onto = {spot: sum([1 << some[c] for some in places]) for spot, c in cell.items()}
        """Per spot the set of its places on all the boards."""
        self.cell = {place: c for c, place in enumerate(self.place.values())}
        self.cell.update({place: c for some in places for c, place in enumerate(some)})
        """Per place, on any board, the cell there."""
        self.bit = {place: 1 << self.spot[c] for place, c in self.cell.items()}
        """Per place the set of this cell."""
        self._unlike: dict[int, int] = {}

    def adjacent(self, cells: int) -> int:
        """Return all spots next to some cells, whether there are cells or not."""
        found = 0
        for step in self.steps:
            found |= cells << step | cells >> step
        return found

    def flooded(self, cells: int, room: int, steps: int = -1) -> int:
        """Return the cells reached from ``cells`` over those of ``room``, in at most ``steps`` if given."""
        while steps and (more := (cells | self.adjacent(cells)) & room) != cells:
            cells = more
            steps -= 1
        return cells

    def unlike(self, area: int) -> int:
        """All places on those boards on which a small area does not look as on another one."""
        shape = area // (area & -area)
        known = self._unlike.get(shape)
        if known is None:
            positions = [self.position[spot] for spot in members(area)]
            seen: dict[frozenset[tuple[int, int]], int] = {}
            for k, turn in enumerate(self.turns):
                looks = frozenset(_moved_up(_turned(opposite(turn), positions)))
                seen.setdefault(looks, ((1 << self.room) - 1) << k * self.room)
            known = self._unlike[shape] = sum(seen.values())
        return known


def _turned(turn: Turn, positions: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    a, b, d, e = turn
    return [(a * r + b * c, d * r + e * c) for r, c in positions]


def _moved_up(positions: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Positions, moved so that the first row and the first column are 0."""
    top, left = map(min, zip(*positions, strict=True))
    return [(r - top, c - left) for r, c in positions]


def opposite(turn: Turn) -> Turn:
    """The turn that takes everything back to where it was."""
    a, b, d, e = turn
    sign = a * e - b * d
    return sign * e, -sign * b, -sign * d, sign * a


class _Field(NamedTuple):
    """Connected ``cells`` of one colour. An area without a given size has at most ``left`` of them, because the
    others belong to areas of given sizes.
    """

    cells: int
    dark: bool
    left: int


class Listing:
    """The regions of one light and one dark area of the same form.

    ``sizes`` has the sizes of the areas of some cells. No more than ``most`` areas and ways to lay them are looked at.
    """

    def __init__(self, regions: TwoColoured, sizes: Mapping[int, int], most: int) -> None:
        self.regions, self.room = regions, most
        cache = Cache() if regions.cache is None else regions.cache
        known = cache.get("turned")
        if known is None:
            known = Turned(regions)
            cache.put("turned", known, 6 * regions.count * len(regions.turns))
        self.turned: Turned = known
        spot = self.turned.spot
        dark = sum([1 << s for s, is_dark in zip(spot, regions.dark, strict=True) if is_dark])
        self.colours = self.turned.cells ^ dark, dark
        self.of_size: dict[int, int] = {}
        """The cells with each given size."""
        for cell, size in sizes.items():
            self.of_size[size] = self.of_size.get(size, 0) | 1 << spot[cell]
        self.fields = sorted(self._fields(), key=lambda field: field.cells.bit_count())
        self.found: dict[int, tuple[tuple[int, ...], int]] = {}
        """The regions as sets, each with the places of an area, and what is added to these where the other one lies."""

    def all(self) -> list[Region] | None:
        """All regions that may be in an answer, the cells of each in any order; None where there is too much to look at."""
        for k, field in enumerate(self.fields):
            others = [other for other in self.fields[k + 1 :] if other.dark != field.dark]
            if others and not self._grow(field, others):
                return None
        cell, result = self.turned.cell, []
        for region in sorted(self._balanced(list(self.found))):
            places, by = self.found[region]
            result.append((*[cell[p] for p in places], *[cell[p + by] for p in places]))
        return result

    def _fields(self) -> Iterator[_Field]:
        for dark, cells in enumerate(self.colours):
            while cells:
                field = self.turned.flooded(cells & -cells, cells)
                cells ^= field
                yield _Field(field, bool(dark), field.bit_count() - self._needed(field))

    def _needed(self, field: int) -> int:
        """Return the least number of cells of a field in areas of given sizes."""
        needed = 0
        for size, of_size in self.of_size.items():
            here = of_size & field
            full, apart = -(-here.bit_count() // size), 0
            while here:
                # those that are farther away are in another area
                apart += 1
                here &= ~self.turned.flooded(here & -here, field, size - 1)
            needed += size * max(full, apart)
        return needed

    def _starts(self, field: _Field, others: Sequence[_Field]) -> Iterator[tuple[int, int, int, int]]:
        """Yield the starts of areas of a field: a cell, the cells that they may have, and the least and the greatest
        size. Every area is found once: from its first cell with a given size, or from its first cell.
        """
        of_size = 0
        for some in self.of_size.values():
            of_size |= some
        free = field.cells & ~of_size
        for size, some in self.of_size.items():
            here = some & field.cells
            while here:
                first = here & -here
                yield first, here | free, size, size
                here ^= first
        beyond = self.turned.adjacent(field.cells)
        sizes = [other.left for other in others if other.cells & beyond]
        sizes += [size for size, some in self.of_size.items() for other in others if some & other.cells]
        most = min(field.left, max(sizes, default=0))
        while free and most > 0:
            first = free & -free
            yield first, free, 1, most
            free ^= first

    def _grow(self, field: _Field, others: Sequence[_Field]) -> bool:
        """Add the regions with an area in a ``field`` and one in ``others``; False where there was no room for all."""
        turned, found, room = self.turned, self.found, self.room
        near, place, bit_at = turned.near, turned.place, turned.bit
        open_ = sum([other.cells for other in others])
        spots = members(field.cells)
        touching = {s: sum([turned.onto[n] for n in members(near[s] & open_)]) for s in spots}
        """The cells of the other colour next to each spot, on all boards."""
        if not any(touching.values()):
            return True
        opposite = self.colours[not field.dark]
        onto: dict[int, dict[int, int]] = {}
        """Per set of cells, and per spot, by how much this can be moved to come to lie on one of the cells."""
        limits: dict[int, tuple[int, int, int]] = {}
        """Per size the cells in areas of other sizes, those where only cells with this size are in such areas, and these."""
        for first, allowed, least, most in self._starts(field, others):
            cells = opposite & ~self._of_other_sizes(least) if least == most else opposite
            if cells not in onto:
                there = sum([turned.onto[s] for s in members(cells)])
                onto[cells] = {s: there >> place[s] for s in spots}
            fitting = onto[cells]
            # the places of an area, its cells, by how much it can be moved, what touches it; cells to grow into, and
            # cells to leave out
            stack: list[tuple[tuple[int, ...], int, int, int, int, int]] = [((), 0, -1, 0, first, first)]
            while stack:
                places, area, moves, around, ways, seen = stack.pop()
                size = len(places) + 1
                while ways:
                    bit = ways & -ways
                    ways ^= bit
                    s = bit.bit_length() - 1
                    moved = moves & fitting[s]
                    if not moved:
                        continue
                    room -= 1
                    grown, own, adjacent = (*places, place[s]), area | bit, around | touching[s]
                    if size >= least and adjacent:
                        laid = 0
                        for p in grown:
                            laid |= adjacent >> p
                        laid &= moved
                        if size <= MAX_CACHED_CELLS:
                            laid &= turned.unlike(own)
                        if laid:
                            if size not in limits:
                                full = sum([other.cells for other in others if other.left < size])
                                limits[size] = self._of_other_sizes(size), full, self.of_size.get(size, 0)
                            wrong, full, right = limits[size]
                            while laid:
                                by = laid.bit_length() - 1
                                laid ^= 1 << by
                                other = sum([bit_at[p + by] for p in grown])
                                if not other & wrong and (other & right or not other & full):
                                    found[own | other] = grown, by
                                room -= 1
                    if room < 0:
                        return False
                    if size < most:
                        more = ways | near[s] & allowed & ~seen
                        if more:
                            stack.append((grown, own, moved, adjacent, more, seen | near[s]))
        self.room = room
        return True

    def _of_other_sizes(self, size: int) -> int:
        """Return the cells with another given size."""
        found = 0
        for other, cells in self.of_size.items():
            if other != size:
                found |= cells
        return found

    def _balanced(self, regions: Sequence[int]) -> list[int]:
        """Those that leave parts of the board with as many light cells as dark ones.

        All are looked at together: the rest of the board for each of them lies in bytes of its own, with a free bit at the end.
        """
        turned, (_, dark) = self.turned, self.colours
        size = (turned.cells.bit_length() + max(turned.steps, default=0)) // 8 + 1
        nothing = bytes(size)
        rests = b"".join([(turned.cells ^ region).to_bytes(size, "little") for region in regions])
        found = []
        while regions:
            ones = int.from_bytes((b"\1" + nothing[1:]) * len(regions), "little")
            rest = int.from_bytes(rests, "little")
            first = rest & ~((rest | ones << 8 * size - 1) - ones)
            part = turned.flooded(first, rest)
            parts, others = part.to_bytes(len(rests), "little"), (rest ^ part).to_bytes(len(rests), "little")
            waiting, left = [], []
            for k, region in enumerate(regions):
                other = others[k * size : k * size + size]
                if other == nothing:
                    # what is left, the last part, is as balanced as all others together
                    found.append(region)
                    continue
                cells = int.from_bytes(parts[k * size : k * size + size], "little")
                if 2 * (cells & dark).bit_count() == cells.bit_count():
                    waiting.append(region)
                    left.append(other)
            regions, rests = waiting, b"".join(left)
        return found
