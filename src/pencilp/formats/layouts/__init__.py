"""Boards as people lay them out: bare grids, lists, tables, drawn boxes, blanks for empty cells, clues around the board.

The puzzle text (``pencilp.formats.text``) is read first. These readers come in where it finds no puzzle, or where what it finds
may be meant otherwise. Each step knows nothing of the others:

=========== =========================================================================================================
``rows``    the lines as they were typed, and which belong to which layer
``title``   the first line: a genre, with a size or a number behind it
``lists``   lists of JSON, Python and other languages
``tables``  values with commas or semicolons between them
``ruled``   lines around and between cells
``blanks``  rows in which a blank is an empty cell
``signs``   what stands for an empty cell, for circles, for numbers above 9, by what the genre's layers take
``frames``  clues around the board
``headers`` names of rows and columns around the board
``boards``  puts them together, and refuses a text with two readings
``pages``   tables of web pages and of notes
``objects`` objects of JSON
``between`` signs between cells
``keys``    values of rooms below their grid
``prose``   sentences above and below a board
``split``   several puzzles in one text
=========== =========================================================================================================

All give rows of tokens with the line and column at which they stand, so every error names its place.
"""
