from itertools import combinations

from pencilp.board.layers import InnerWalls, Rooms
from pencilp.encodings import Border, Cells, Number10, RoomIds
from pencilp.genres.tripletts import Tripletts
from pencilp.model import Clause, Constraint, Lit, Model, all_hold, exactly
from pencilp.rules.shading import connected_in_room

# no rule depends on the order of the shapes; this is their usual order
CODES = {1: "c", 2: "t", 3: "s"}
NUMBERS = {"c": 0, "s": 1, "t": 2}


class Tontonbeya(Tripletts):
    """Draw a circle, a square or a triangle into every cell. Equal shapes in a room are connected: they form a
    cluster, and all clusters in a room have the same size. Every cluster shares an edge with one of the same shape in
    just one other room.
    """

    name = "tontonbeya"
    title = "Tontonbeya"
    title_ja = "とんとんべや"

    rooms = Rooms("the rooms")
    walls = InnerWalls("further borders, inside rooms, which separate clusters")

    link = [Border("rooms"), Number10("given", CODES)]
    pzpr = [
        RoomIds("rooms"),
        Cells(("given", {str(code): shape for code, shape in CODES.items()})),
        Cells(("shape", {str(code): NUMBERS[shape] for code, shape in CODES.items()}), given=("given", NUMBERS)),
    ]

    def rules(self, m: Model) -> None:
        board, rooms = self.board, self.rooms
        self.printed_shapes_stay(m)
        drawn = [self.shape.is_(token) for token in NUMBERS]
        there = []
        for room in rooms:
            clusters = [[lits[cell] for cell in room] for lits in drawn]
            for lits in drawn:
                connected_in_room(m, board, room, lits, "equal shapes in a room are connected", self.walls)
            there.append([m.any_of(lits) for lits in clusters])
            m.require("the clusters in a room have the same size", self.equal(m, clusters, there[-1]), at=room)
        # per room and shape, and per other room, the places at which clusters of this shape touch
        touching: list[list[dict[int, list[Lit]]]] = [[{} for _ in drawn] for _ in there]
        of = rooms.of
        for a, b in (board.links[link] for link in rooms.borders(board)):
            for k, lits in enumerate(drawn):
                both = m.all_of((lits[a], lits[b]))
                touching[of[a]][k].setdefault(of[b], []).append(both)
                touching[of[b]][k].setdefault(of[a], []).append(both)
        for number, room in enumerate(rooms):
            for k, adjacent in enumerate(touching[number]):
                ways = [m.any_of(lits) for lits in adjacent.values()]
                m.require(
                    "a cluster touches one of the same shape in just one other room",
                    there[number][k] >> exactly(1, ways),
                    at=room,
                )

    def equal(self, m: Model, clusters: list[list[Lit]], there: list[Lit]) -> Constraint | Lit:
        """Return that all clusters of a room have the same number of cells."""
        parts: list[Constraint] = []
        size = len(clusters[0])
        # a single cluster has all cells
        for count in (2, 3):
            for some in combinations(range(3), count):
                others = [x if k in some else ~x for k, x in enumerate(there)]
                if size % count:
                    parts.append(Clause([~x for x in others]))
                else:
                    # the last cluster has the other cells
                    chosen = m.all_of(others)
                    parts += [chosen >> exactly(size // count, clusters[k]) for k in some[:-1]]
        return all_hold(parts)
