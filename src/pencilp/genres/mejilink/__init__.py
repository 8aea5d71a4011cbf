from pencilp.board.layers import EdgeLoop, GivenMarks
from pencilp.encodings import EdgeSets, Inside
from pencilp.genres.base import Genre
from pencilp.genres.mejilink import codec
from pencilp.model import Model, none_of, total
from pencilp.rules.loops import loop_along_edges


class Mejilink(Genre):
    """Draw one closed loop along dotted lines. Dotted lines divide the board into areas. The number of dotted lines
    around an area that the loop does not use is the number of cells of the area. A dotted line with the same area on
    both sides counts twice. An area that is open to the outside, because a dotted line is missing at the edge of the
    board, may have any size.
    """

    name = "mejilink"
    title = "Mejilink"
    title_ja = "メジリンク"
    shapes = ("square", "hexagonal")

    dotted = GivenMarks("the dotted lines", on="edges", dashed=True)
    line = EdgeLoop("the loop")

    link = [codec.Dotted("dotted")]
    pzpr = [codec.DottedAndLine("dotted", "line")]
    dataset = [EdgeSets("dotted"), Inside("line")]

    def rules(self, m: Model) -> None:
        board, dotted, line = self.board, self.dotted, self.line
        loop_along_edges(m, board, line)
        for edge, is_dotted in enumerate(dotted):
            if not is_dotted:
                m.require("the loop runs along dotted lines", none_of([line[edge]]), at=board.edge_cells[edge])
        outline = range(len(board.links), len(board.edges))
        opened = {cell for edge in outline if not dotted[edge] for cell in board.edge_cells[edge]}
        for area in board.groups(dotted[: len(board.links)]):
            if opened.isdisjoint(area):
                left_out = total([~line[edge] for cell in area for edge in board.cell_edges[cell] if dotted[edge]])
                m.require(
                    "the loop leaves out as many dotted lines around an area as it has cells",
                    left_out == len(area),
                    at=area,
                )
