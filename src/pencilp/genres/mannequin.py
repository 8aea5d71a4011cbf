from pencilp.board.layers import InnerWalls, InRooms, Numbers, Rooms, Shading
from pencilp.encodings import Border, Cells, Ignored, RoomNumber16, Walls
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model, exactly, none_of, not_all
from pencilp.rules.shading import connected


class MannequinGate(Genre):
    """Shade two cells of every room. A number says how many cells lie between them on a shortest way within the room. Rooms
    that share a border have different distances between their shaded cells. The unshaded cells form one group.
    """

    name = "mannequin"
    title = "Mannequin Gate"
    title_ja = "マネキンゲート"
    aliases = ("mannequin gate", "manekingeto")
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    walls = InnerWalls("further borders, inside rooms, which ways do not cross")
    numbers = Numbers("how many cells lie between the shaded cells", high="cells", on=InRooms("rooms"))
    shaded = Shading("the shaded cells")

    link = [Border("rooms"), RoomNumber16("numbers")]
    pzpr = [Walls("rooms"), Cells("numbers"), Cells("shaded"), Ignored(".", optional=True)]

    def rules(self, m: Model) -> None:
        board, rooms, shaded = self.board, self.rooms, self.shaded
        for room in rooms:
            m.require("a room holds two shaded cells", exactly(2, shaded[room]), at=room)
        far = [self.distances(m, room) for room in rooms]
        for clue in rooms.numbers(self.numbers):
            others = [x for steps, x in far[rooms.of[clue.cells[0]]].items() if steps != clue.value + 1]
            m.require("a number counts the cells between the shaded ones", none_of(others), clue=clue)
        sharing = {tuple(sorted((rooms.of[a], rooms.of[b]))) for a, b in board.links if rooms.of[a] != rooms.of[b]}
        for one, other in sorted(sharing):
            for steps in sorted({*far[one]} & {*far[other]} - {0}):
                words = "rooms that share a border have different distances between their shaded cells"
                places = (*rooms.groups[one], *rooms.groups[other])
                m.require(words, not_all((far[one][steps], far[other][steps])), at=places)
        connected(m, board, [~x for x in shaded], "the unshaded cells form one group")

    def distances(self, m: Model, room: tuple[int, ...]) -> dict[int, Lit]:
        """Return for each distance within a room the literal that two shaded cells have it; 0 means that no way joins them."""
        borders = {self.board.links[e] for e in self.rooms.borders(self.board, self.walls)}
        pairs: dict[int, list[Lit]] = {}
        for start in room:
            steps = {start: 0}
            for cell in (order := [start]):
                for n in self.board.near[cell]:
                    if n not in steps and (min(n, cell), max(n, cell)) not in borders:
                        steps[n] = steps[cell] + 1
                        order.append(n)
            for end in room:
                if start < end:
                    pairs.setdefault(steps.get(end, 0), []).append(m.all_of((self.shaded[start], self.shaded[end])))
        return {steps: m.any_of(ways) for steps, ways in pairs.items()}
