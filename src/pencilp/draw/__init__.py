"""Drawings of any lattice and layer: ``terminal.to_text`` for a terminal, ``svg.to_svg`` and ``svg.to_png`` for a page.

A value type chooses how its layer is drawn and turns its values into glyphs. ``pencilp.board.layers.glyphs`` has the
drawing vocabulary, ``pencilp.board.layers.looks`` the looks that genres may choose. Both renderers draw this vocabulary
and know no value type. Input layers look printed, answer layers pencilled.
"""
