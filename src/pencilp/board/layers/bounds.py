"""Upper bounds of clues on a board, by what they count. Genre modules name them: ``Numbers("...", high="cells")``.

A number that is impossible on every board of this shape and size is refused when it is read. A number that is
impossible only because of other clues is not an error: that puzzle has no answer.
"""

from __future__ import annotations

from collections.abc import Callable

from pencilp.board.lattice import Lattice


def sides(lattice: Lattice) -> int:
    """Return the number of sides of a cell: 4, or 6 for hexagons."""
    return len(lattice.direction_names)


def around(lattice: Lattice) -> int:
    """Return the number of cells around a cell, including corners: 8, or 6 for hexagons."""
    return 8 if lattice.shape == "square" else 6


def around_and_here(lattice: Lattice) -> int:
    """Return the same including the cell itself."""
    return around(lattice) + 1


def at_corner(lattice: Lattice) -> int:
    """Return the number of cells that meet at a corner: 4, or 3 for hexagons."""
    return 4 if lattice.shape == "square" else 3


def bridges(lattice: Lattice) -> int:
    """Return two lines for each side of a cell."""
    return 2 * sides(lattice)


def cells(lattice: Lattice) -> int:
    """Return the number of cells of the board."""
    return len(lattice)


def twice_the_cells(lattice: Lattice) -> int:
    """Return twice the number of cells of the board."""
    return 2 * len(lattice)


def half_the_cells(lattice: Lattice) -> int:
    """Return half the number of cells of the board."""
    return len(lattice) // 2


def other_cells(lattice: Lattice) -> int:
    """Return the number of cells of the board minus one."""
    return len(lattice) - 1


def line(lattice: Lattice) -> int:
    """Return the length of the longest row or column."""
    return max(lattice.rows, lattice.cols)


def other_cells_of_line(lattice: Lattice) -> int:
    """Return the length of the longest row or column minus one."""
    return line(lattice) - 1


def shorter_line(lattice: Lattice) -> int:
    """Return the smaller of the lengths of rows and columns: the side of the largest square."""
    return min(lattice.rows, lattice.cols)


def two_lines(lattice: Lattice) -> int:
    """Return the length of the longest row plus that of the longest column."""
    return lattice.rows + lattice.cols


def row_and_column(lattice: Lattice) -> int:
    """Return the number of cells of a row and a column together."""
    return lattice.rows + lattice.cols - 1


def columns(lattice: Lattice) -> int:
    """Return the number of columns."""
    return lattice.cols


def sum_of_line(lattice: Lattice) -> int:
    """Return the sum of the numbers from 1 to the number of columns."""
    return lattice.cols * (lattice.cols + 1) // 2


def sum_of_longest_line(lattice: Lattice) -> int:
    """Return the sum of the numbers from 1 to the number of cells of its longest row or column."""
    return line(lattice) * (line(lattice) + 1) // 2


def sum_around(lattice: Lattice) -> int:
    """Return the sum of all cells around one, if each has the length of the longest row or column as its number."""
    return around(lattice) * line(lattice)


def sum_of_numbers(lattice: Lattice) -> int:
    """Return the sum of the longest row or column, if each cell has the number of cells of the board."""
    return line(lattice) * cells(lattice)


IN_WORDS: dict[Callable[[Lattice], int], str] = {
    sides: "the number of sides of a cell",
    around: "the number of cells around a cell",
    around_and_here: "the number of cells around a cell, and itself",
    at_corner: "the number of cells at a corner",
    bridges: "twice the number of sides of a cell",
    cells: "the number of cells of the board",
    twice_the_cells: "twice the number of cells of the board",
    half_the_cells: "half the number of cells of the board",
    other_cells: "the number of cells of the board minus one",
    line: "the length of the longest row or column",
    other_cells_of_line: "the length of the longest row or column minus one",
    shorter_line: "the smaller of the lengths of rows and columns",
    two_lines: "the length of the longest row plus that of the longest column",
    row_and_column: "the number of cells of a row and a column together",
    columns: "the number of columns",
    sum_of_line: "the sum of the numbers from 1 to the number of columns",
    sum_of_longest_line: "the sum of the numbers from 1 to the length of the longest row or column",
    sum_around: "the sum of the greatest numbers around a cell",
    sum_of_numbers: "the sum of the greatest numbers of a row or column",
}
"""The bounds, each in words for people who see no board."""
GREATEST = {bound.__name__: bound for bound in IN_WORDS}


def greatest(high: int | str | None) -> Callable[[Lattice], int] | None:
    """Return the function for a word; None for a number or None. Raise ValueError for an unknown word."""
    if not isinstance(high, str):
        return None
    if high not in GREATEST:
        raise ValueError(f"there is no bound {high!r}, only {', '.join(GREATEST)}")
    return GREATEST[high]
