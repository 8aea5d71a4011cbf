"""The puzzle text: one format for all genres that a person can type and read."""
