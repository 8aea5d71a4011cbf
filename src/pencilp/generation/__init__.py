"""New puzzles of a genre, made from its rules alone.

``generator.py`` has ``generate`` and checks the wishes (``wishes.py``); ``impossible.py`` refuses boards without any answer.
``maker.py`` makes one puzzle, step by step:

1. ``starts.py``: a board with random rooms (``rooms.py``), and with those clues that change a puzzle by being there
2. ``answers.py``: a random answer (``random_answer.py``), and the clues that are found with it (``open_boards.py``)
3. ``clues.py``: all clues that fit this answer
4. ``changes.py``: changes of the board, until it has one answer
5. ``fewer.py`` and ``finish.py``: as few clues as are enough, the level, and the proof

``job.py`` has what these steps share, ``places.py`` the places of clues. ``habits.py`` has what setters usually do in a genre, as
its examples and published puzzles show (``usual_clues.py``).
"""
