"""How large a clue can ever be on a board, by what it counts. A page names it: ``Numbers("...", high="cells")``.

A number that no board of this kind and size can use is refused where it is read, wherever it comes from. One that only the other
clues make impossible is no error: that puzzle has no answer.
"""

from __future__ import annotations

from collections.abc import Callable

from pencilp.board.lattice import Lattice


def sides(lattice: Lattice) -> int:
    """Return as many sides as a cell has: 4, or 6 of a hexagon."""
    return len(lattice.direction_names)


def around(lattice: Lattice) -> int:
    """Return as many cells as lie around a cell, also across its corners: 8, or 6 around a hexagon."""
    return 8 if lattice.shape == "square" else 6


def around_and_here(lattice: Lattice) -> int:
    """Return the same with the cell itself."""
    return around(lattice) + 1


def at_corner(lattice: Lattice) -> int:
    """Return as many cells as meet at a corner: 4, or 3 hexagons."""
    return 4 if lattice.shape == "square" else 3


def bridges(lattice: Lattice) -> int:
    """Two lines for each side of a cell."""
    return 2 * sides(lattice)


def cells(lattice: Lattice) -> int:
    """Return as many cells as the board has."""
    return len(lattice)


def half_the_cells(lattice: Lattice) -> int:
    """Half as many cells as the board has."""
    return len(lattice) // 2


def other_cells(lattice: Lattice) -> int:
    """Return the number of cells of the board minus one."""
    return len(lattice) - 1


def line(lattice: Lattice) -> int:
    """Return as many cells as its longest row or column has."""
    return max(lattice.rows, lattice.cols)


def other_cells_of_line(lattice: Lattice) -> int:
    """Return the length of the longest row or column minus one."""
    return line(lattice) - 1


def shorter_line(lattice: Lattice) -> int:
    """Return as many cells as the shorter of its rows and columns have: the side of the largest square."""
    return min(lattice.rows, lattice.cols)


def two_lines(lattice: Lattice) -> int:
    """Return as many cells as a row and a column have."""
    return lattice.rows + lattice.cols


def row_and_column(lattice: Lattice) -> int:
    """Return as many cells as a row and a column have that cross."""
    return lattice.rows + lattice.cols - 1


def columns(lattice: Lattice) -> int:
    """Return as many columns as the board has."""
    return lattice.cols


def sum_of_line(lattice: Lattice) -> int:
    """Return the sum of the numbers from 1 to the number of columns."""
    return lattice.cols * (lattice.cols + 1) // 2


def sum_of_longest_line(lattice: Lattice) -> int:
    """Return the sum of the numbers from 1 to the number of cells of its longest row or column."""
    return line(lattice) * (line(lattice) + 1) // 2


def sum_around(lattice: Lattice) -> int:
    """Return as many cells as lie around one, each with a number as large as the longest row or column."""
    return around(lattice) * line(lattice)


def sum_of_numbers(lattice: Lattice) -> int:
    """Return as many numbers as its longest row or column has cells, each as large as the board has cells."""
    return line(lattice) * cells(lattice)


GREATEST: dict[str, Callable[[Lattice], int]] = {
    bound.__name__: bound
    for bound in (
        sides, around, around_and_here, at_corner, bridges, cells, half_the_cells, other_cells, line, other_cells_of_line,
        shorter_line, two_lines, row_and_column, columns, sum_of_line, sum_of_longest_line, sum_around, sum_of_numbers,
    )
}  # fmt: skip


def greatest(high: int | str | None) -> Callable[[Lattice], int] | None:
    """Return the function that a page names by a word; None for a number or none.

    Raise ValueError for a word that is none of these.
    """
    if not isinstance(high, str):
        return None
    if high not in GREATEST:
        raise ValueError(f"there is no bound {high!r}, only {', '.join(GREATEST)}")
    return GREATEST[high]
