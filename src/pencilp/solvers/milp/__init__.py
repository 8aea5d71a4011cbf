"""MILP solvers, and the search for several answers that they share."""
