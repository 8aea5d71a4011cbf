"""Helpers that know nothing of puzzles: a cache, time limits, reading files with a limit, encodings of texts, numbers."""
