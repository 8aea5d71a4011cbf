"""Drawings of any lattice and layer: ``text.to_text`` for a terminal, ``svg.to_svg`` and ``svg.to_png`` for a page.

A layer says what it is by its ``look``; both drawings have a table from look to what is drawn. The looks, by what a
layer lies on:

cells
    ``text`` (a number), ``small`` and ``calculation`` (in the upper left corner), ``symbol`` (its token), ``circle`` (a
    white, black or grey one for the tokens ``w b g``, otherwise a number in a circle; shading looks like black circles
    among white ones), ``center`` (a small one; ``we``, ``ws``, ``wse`` on the right or lower edge or the corner between),
    ``arrow``, ``wall`` (a black cell, with its number), ``sums`` (a black
    cell with the pair of sums (below, right)), ``grey``, ``star``, ``bulb``, ``tent``, ``tree``, ``mine``, ``dot``,
    ``cross``, ``magnet`` (``+ - x``; ``_`` is ``-`` too), ``ship`` (``n e s w`` ends, ``m`` middle, ``o`` alone, ``x`` or
    ``~`` water), ``slash``, ``triangle`` (``nw ne sw se``), ``pipe`` (the directions it opens to: ``ns``), ``path`` (a
    thermometer: pairs (label, place), place 1 is the bulb), ``shade``, ``fill`` (the same, and what fills a ``path``),
    ``digit``, ``areas`` (digits with borders between different ones), ``marks``,
    ``rooms`` and ``cage`` (outlines of groups of cells)
links
    ``line`` (from cell to cell), ``bridge`` (the same on a board without grid), ``border`` and ``wall`` (between the two
    cells); anything else as on cells
edges
    ``edgeline`` and ``wall`` (along the edge); anything else as on cells
corners
    ``corner`` (a number in a small circle); anything else as on cells
columns, lines, board
    below the board, ``outside``, ``caption``

Input layers are drawn as printed, answer layers as written with a pencil. A look that no table knows is drawn as its token.
"""
