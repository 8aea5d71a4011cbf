"""What comes with pencilp besides its source: the examples and the documents.

They lie in ``examples/`` and ``docs/`` of a checkout, and are put into the package when it is built (``hatch_build.py``).
"""

from __future__ import annotations

import os

from pencilp.errors import InputError

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def folder(name: str) -> str:
    """Return the folder ``examples`` or ``docs``: in the package, or of the checkout that it lies in.

    Raise InputError where there is none.
    """
    checkout = os.path.dirname(os.path.dirname(_PACKAGE))
    found = next((path for root in (_PACKAGE, checkout) if os.path.isdir(path := os.path.join(root, name))), None)
    if found is None:
        raise InputError(f"the {name} are missing from this installation: install pencilp again", _PACKAGE)
    return found
