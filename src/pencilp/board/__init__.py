"""Boards: lattices of cells, the layers written on them, puzzles and answers. Imports nothing of ours but errors."""
