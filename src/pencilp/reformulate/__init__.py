"""How a model is stated to a solver: the plan, fast forms of structures, and linear rows."""
