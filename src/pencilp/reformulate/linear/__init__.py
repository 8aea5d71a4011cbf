"""How everything that is not a linear row becomes linear rows: one file each, named after the constraint.

Each has a function ``reformulate(constraint, build)``; its module's text says what it takes, what it makes, and the
formula. This is the compact form: rows that say all of it, for a file. Of some constraints a solver that can be asked
again finds the answers much sooner without most of these rows. Their modules have two functions more:
``first_rows(constraint, build)`` states the few rows that are worth having from the start, and ``cuts(constraint,
value)`` gives, for a solution that breaks the constraint, constraints that exclude it and hold in every right answer.

All rows are stated through ``build.row``, so that a reformulation holds under conditions as well: where they
do not hold, every row is slack. Auxiliary columns need not be determined by the answer: answers are told apart by the
answer variables alone.
"""
