"""Files, links and workbooks that hold puzzles and answers. Imports board and genres, never model or solvers."""
