"""Boards as people type them: bare grids, lists, tables, drawn boxes, blanks for empty cells, clues around them.

The puzzle text (``pencilp.formats.text``) is read first. These readers are used if it finds no puzzle, or if the text
may have another meaning. The steps are independent of each other:

=========== =========================================================================================================
``rows``    the lines as they were typed, and their layers
``title``   the first line: a genre, perhaps with a size or a number
``lists``   lists of JSON, Python and other languages
``tables``  values with commas or semicolons between them
``ruled``   lines around and between cells
``blanks``  rows in which a blank is an empty cell
``signs``   signs for empty cells, circles and numbers above 9, as far as the genre's layers allow them
``frames``  clues around the board
``headers`` names of rows and columns around the board
``boards``  puts them together, and refuses a text with two readings
``markup``  tables of web pages and of notes
``objects`` objects of JSON
``between`` signs between cells
``keys``    values of rooms below their grid
``prose``   sentences above and below a board
``split``   several puzzles in one text
=========== =========================================================================================================

All return rows of tokens with their line and column, so every error names its place.
"""
