"""clasp, the default solver: ``statement`` states a model to it, ``search`` searches.

Stating a model does not need clasp itself: ``aspif`` writes the same program as text.
"""
