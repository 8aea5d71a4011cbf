"""Files of linear programs, of their solutions and of MathProg models."""
