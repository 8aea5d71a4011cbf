"""A lock on an open file, which ends with the process, however that ends."""

from __future__ import annotations

import os
import sys


def lock(file: int) -> None:
    """Lock the open file with the descriptor ``file``. Raise OSError if another open file holds the lock."""
    if sys.platform == "win32":
        import msvcrt  # only on Windows

        os.lseek(file, 2**62, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl  # only on Unix

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
