"""The puzzle text: one format for all genres that people can type and read."""
