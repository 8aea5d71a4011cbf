"""Solvers of linear programs with whole numbers, and the search for several answers that they share."""
