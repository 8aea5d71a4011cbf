"""PNG images of SVG pictures, made by the library resvg."""

from __future__ import annotations

from typing import Any

from pencilp.draw.svg.style import PAPER
from pencilp.errors import PencilpError, install


def to_png(svg: str, path: Any = None, width: int | None = None) -> bytes:
    """Return ``svg`` as a PNG image, and write it to ``path`` if given.

    The image is ``width`` pixels wide (None: twice its own size). Raise PencilpError if the library for it is not
    installed or cannot read the SVG.
    """
    make = png_maker()
    try:
        size = {"width": width} if width is not None else {"zoom": 2.0}
        image = bytes(make(svg_string=svg, background=PAPER, **size))
    except ValueError as error:
        raise PencilpError(f"the picture cannot be made into a PNG: {error}") from None
    if path is not None:
        with open(path, "wb") as file:
            file.write(image)
    return image


def png_maker() -> Any:
    """Return the function that renders an SVG as PNG. Raise PencilpError if its library is not installed."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise PencilpError(f"PNG pictures need the library resvg_py: {install('png')}") from None
    return svg_to_bytes
