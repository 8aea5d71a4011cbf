"""New puzzles of a genre, made from its rules alone.

``starts.py`` makes a board with random rooms, and with those clues that change a puzzle by being there. ``random_answer.py``
finds a random answer, ``open_boards.py`` the clues that are found with it. ``fewer.py`` leaves out clues as long as the answer
stays the only one. ``generator.py`` puts these together. ``habits.py`` has what setters usually do in a genre, as its examples
and published puzzles show.
"""
