"""Helpers that do not depend on puzzles: a cache, time limits, reading files up to a size, decoding texts, numbers."""
