"""Many puzzles at once: the tasks, the workers that do them, and the file of records that loses nothing."""
