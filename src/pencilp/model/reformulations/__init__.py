"""How everything that is not a linear row becomes linear rows: one file each, named after the constraint.

Each has a function ``reformulate(constraint, build)``; its module's text says what it takes, what it makes, and the
formula. All rows are stated through ``build.row``, so that a reformulation holds under conditions as well: where they
do not hold, every row is slack. Auxiliary columns need not be determined by the answer: answers are told apart by the
answer variables alone.
"""
