"""Steps: what follows next on a board, why, and the whole way to the answer."""
