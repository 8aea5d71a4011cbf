"""The examples and documents that come with pencilp.

They are in ``examples/`` and ``docs/`` of a checkout; a build copies them into the package (``hatch_build.py``).
"""

from __future__ import annotations

import os

from pencilp.errors import InputError

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def folder(name: str) -> str:
    """Return the path of the folder ``examples`` or ``docs``, in the package or in its checkout.

    Raise InputError if there is none.
    """
    checkout = os.path.dirname(os.path.dirname(_PACKAGE))
    found = next((path for root in (_PACKAGE, checkout) if os.path.isdir(path := os.path.join(root, name))), None)
    if found is None:
        raise InputError(f"the {name} are missing from this installation: install pencilp again", _PACKAGE)
    return found
