from collections.abc import Sequence

from pencilp.board.layers import Loop, Numbers
from pencilp.encodings import Bridges, Cells, Matrix, Number16
from pencilp.genres.base import Genre
from pencilp.model import Connected, Int, Model, Var, any_of, at_most, total


class Hashi(Genre):
    """Join all islands into one group by bridges: straight lines from an island to the next one in its row or column,
    one or two between the same two islands. Bridges do not cross. A number says how many bridges end at its island.
    """

    name = "hashi"
    title = "Hashiwokakero"
    title_ja = "橋をかけろ"
    aliases = ("hashikake", "bridges", "ai-ki-ai", "橋渡し")
    shapes = ("square", "hexagonal")
    link_id = "hashikake"

    islands = Numbers("how many bridges end at the island", low=1, look="circle")
    bridges = Loop("the bridges", most=2)

    link = [Number16("islands")]
    pzpr = [Cells("islands"), Matrix("bridges")]
    dataset = [Cells("islands"), Bridges("bridges", "islands")]

    def variables(self, m: Model) -> dict[str, Sequence[Var]]:
        # one number for the bridges between two islands, on all the links between them
        board = self.board
        on_link: list[Var] = [m.false] * len(board.links)
        self.spans: dict[tuple[int, int], Int] = {}
        self.over: list[list[Int]] = [[] for _ in board.cells]
        for a in self.islands.given:
            for d in board.link_directions:
                ray = board.rays[a][d]
                length = next((k for k, c in enumerate(ray) if self.islands[c] is not None), None)
                if length is not None:
                    b = ray[length]
                    span = m.integer(f"bridges({board.names[a]},{board.names[b]})", 0, 2)
                    self.spans[a, b] = span
                    for c in (a, *ray[:length]):
                        on_link[board.link_to[c][d]] = span
                    for c in ray[:length]:
                        self.over[c].append(span)
        return {"bridges": on_link}

    def rules(self, m: Model) -> None:
        ends: dict[int, list[Int]] = {a: [] for a in self.islands.given}
        for (a, b), span in self.spans.items():
            ends[a].append(span)
            ends[b].append(span)
        for a, n in self.islands.known():
            m.require("as many bridges end at an island as its number says", total(ends[a]) == n, at=a)
        for c, spans in enumerate(self.over):
            if len(spans) > 1:
                m.require("bridges do not cross", at_most(1, [span >= 1 for span in spans]), at=c)
        m.require("there is a bridge", any_of([span >= 1 for span in self.spans.values()]))
        node = {a: i for i, a in enumerate(ends)}
        joined = [(node[a], node[b], span >= 1) for (a, b), span in self.spans.items()]
        m.require("the bridges join all islands", Connected([m.true] * len(node), joined, roots=range(len(node))[:1]))
