"""Linear programs from files: solves and analyses them, and runs MathProg models."""
