"""Penpa+ links: drawings of puzzles by hand.

``container`` is the text in a link, ``sketch`` the elements in it. ``signs`` and ``pens`` draw and read single values, ``layers``
whole layers. ``names`` finds the genre, and ``links`` reads and writes.
"""
