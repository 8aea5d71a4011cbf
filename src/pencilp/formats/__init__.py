"""Formats: how puzzles and answers are written down. Imports board and genres, never model or solvers."""
