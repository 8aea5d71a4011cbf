"""Books: puzzles on paper, with their rules, levels and answers.

``book.py`` collects puzzles and solves them. ``pages.py`` divides them into pages. ``pdf.py`` and ``html.py`` write the pages:
the first with the library typst and the template ``book.typ``, the second as one file with the style ``book.css``.
"""
