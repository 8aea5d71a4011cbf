"""What proves each genre, in a module of its name: docs/adding-a-genre.md says what stands in it."""
