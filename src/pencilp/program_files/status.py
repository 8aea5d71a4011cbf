"""The statuses of a linear solver."""

OPTIMAL, INFEASIBLE, UNBOUNDED, LIMIT = "optimal", "infeasible", "unbounded", "limit"
"""A best solution was found; infeasibility was proved; the objective has no bound; the time was over."""
