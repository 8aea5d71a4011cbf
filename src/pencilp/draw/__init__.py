"""Drawings of any lattice and layer: ``terminal.to_text`` for a terminal, ``svg.to_svg`` and ``svg.to_png`` for a page.

A value type says in which way its layer is drawn and makes its values into glyphs (``pencilp.board.layers.glyphs`` has the
drawing vocabulary, ``pencilp.board.layers.looks`` the looks that a page may choose). Both drawings render this vocabulary; they
know no value type. Input layers are drawn as printed, answer layers as written with a pencil.
"""
