"""Analyses of a puzzle or an answer: check it, find what answers share, explain it step by step, repair it."""
