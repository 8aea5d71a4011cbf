"""The statuses with which a linear solver ends."""

OPTIMAL, INFEASIBLE, UNBOUNDED, LIMIT = "optimal", "infeasible", "unbounded", "limit"
"""It found a best solution; it proved that there is none, or that the objective has no bound; its time was over."""
