"""Boards: lattices of cells, the layers on them, puzzles and answers."""
