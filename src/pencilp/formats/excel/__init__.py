"""Puzzles and answers in Excel workbooks."""
