"""Analyses of one puzzle or one answer: check it, find what all answers share, explain why there is none, repair it."""
