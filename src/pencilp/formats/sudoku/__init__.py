"""Sudokus of other editors: f-puzzles and SudokuPad."""
