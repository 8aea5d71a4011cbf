"""Islands: the groups of unshaded cells of a board, parted by the sea of shaded ones."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.model.groups import Groups
from pencilp.model.plan import Form
from pencilp.model.variables import Lit
from pencilp.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilp.model.model import Model, Rule


class Islands(Groups):
    """The islands of a board. Nodes are its cells, active where they are not ``sea``, edges its pairs of neighbours.

    ``positions`` are the (row, column) of the cells of a square board, None on others; ``names`` are those of the cells.
    """

    def __init__(
        self,
        m: Model,
        sea: Sequence[Lit],
        links: Sequence[tuple[int, int]],
        names: Sequence[str],
        positions: Sequence[tuple[int, int]] | None = None,
    ) -> None:
        super().__init__(m, len(sea), [(a, b, None) for a, b in links], [~x for x in sea])
        self.sea, self.links, self.names, self.positions = sea, links, names, positions

    def quick(self, rules: Sequence[Rule]) -> Form | None:
        from pencilp.model.quick import islands, labels

        return islands.form(self, rules) or labels.form(self, rules)
