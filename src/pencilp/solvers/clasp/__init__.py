"""clasp, the default solver: how a model is stated to it (``statement``), and how it is searched (``search``).

What states a model needs no clasp: ``aspif`` writes the same program as text.
"""
