"""Integer programs as files: LP, MPS and lp_solve formats, and the solution files of solvers."""
