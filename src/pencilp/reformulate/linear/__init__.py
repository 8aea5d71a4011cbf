"""Linear rows for all other constraints: one file each, named after the class of the constraint.

Each has a function ``reformulate(constraint, build)``. The text of its module names the constraint and gives the
formula. This is the compact form for files, with all rows. For some constraints a solver that can be called repeatedly
finds the answers much sooner without most of the rows. Their modules have two more functions. ``first_rows(constraint,
build)`` states the few rows that are useful from the start. ``cuts(constraint, value)`` returns, for a solution that
breaks the constraint, constraints that exclude it and hold in every right answer.

``linearise.py`` builds the rows of a model, ``program.py`` has the program, and ``layout.py`` and
``names.py`` prepare it for a file.

All rows are stated through ``build.row``, so a reformulation also works under conditions: if they are false, every row
is slack. The answer need not determine auxiliary columns, because two answers differ only in answer variables.
"""
