"""Boards that nobody prints, but that somebody may type: in every genre they are solved or refused, without a traceback."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from pencilp import api, genres
from pencilp.board.lattice import square
from pencilp.board.layers import Lines, Rooms
from pencilp.errors import InputError


@pytest.mark.parametrize("text", [0, 1])
@pytest.mark.parametrize("name", genres.names())
def test_a_clue_outside_a_line_without_cells_is_solved_or_refused(name: str, text: int) -> None:
    genre, board = genres.load(name), square(5, 5, [(2, c) for c in range(5)])
    layers: dict[str, Any] = {}
    for key, layer in genre.inputs.items():
        if isinstance(layer, Lines):
            layers[key] = {side: [text] * 5 for side in layer.default(board)}
        elif isinstance(layer, Rooms) and not layer.optional:
            layers[key] = list(board.cells)
        elif not layer.optional:
            layers[key] = layer.default(board)
    if not any(isinstance(layer, Lines) for layer in genre.inputs.values()):
        pytest.skip("it has no clues outside")
    with suppress(InputError):
        assert api.solve(api.puzzle(genre, board, **layers), count=1).status in ("none", "unknown")
