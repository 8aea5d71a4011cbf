from pencilp.board.layers import Loop, Numbers
from pencilp.encodings import Cells, Matrix, Number16
from pencilp.genres.base import Genre
from pencilp.genres.hashi import codec
from pencilp.genres.hashi.rules import bridges_between, bridges_end, bridges_join_all, some_bridge
from pencilp.model import Model


class Hashi(Genre):
    """Join all islands into one group by bridges: straight lines from an island to the next one in its row or column, one or
    two between the same two islands. There is at least one bridge, and bridges do not cross. A number says how many bridges
    end at its island.
    """

    name = "hashi"
    title = "Hashiwokakero"
    title_ja = "橋をかけろ"
    aliases = ("hashikake", "bridges", "ai-ki-ai", "橋渡し")
    shapes = ("square", "hexagonal")
    link_id = "hashikake"

    islands = Numbers("how many bridges end at the island", low=1, high="bridges", look="circle")
    bridges = Loop("the bridges", most=2)

    link = [Number16("islands")]
    pzpr = [Cells("islands"), Matrix("bridges")]
    dataset = [Cells("islands"), codec.Bridges("bridges", "islands")]

    def rules(self, m: Model) -> None:
        islands = self.islands
        straight, cross = "a bridge goes straight on to the next island", "bridges do not cross"
        bridges = bridges_between(m, self.board, self.bridges, islands.given, straight, cross)
        for clue in islands.known():
            bridges_end(
                m, bridges, clue.cell, clue.value, "as many bridges end at an island as its number says", clue=clue
            )
        some_bridge(m, bridges, "there is a bridge")
        bridges_join_all(m, bridges, "the bridges join all islands")
