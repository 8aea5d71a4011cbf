"""What proves each genre, in a module of its name: docs/proofs.md says what stands in it."""
