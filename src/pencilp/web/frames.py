"""What the server and its workers say to each other.

A request is two frames: the head, which is JSON with a ``job``, a ``limit`` in seconds and what is ``allowed``, and what the page
has asked. A frame is four bytes with its length, the highest first, and so many bytes. An answer is a byte that says of what kind
it is, a byte that is 1 when the process had better be ended now, and a frame: JSON when the job is done, else a line that says
what is wrong.
"""

from __future__ import annotations

DONE, READY, INPUT, LATE, FAILED = range(5)
"""A job is done; a process has started; the request is wrong; it took too long; pencilp has a fault."""
REFUSALS = {INPUT: "input", LATE: "late", FAILED: "failed"}
"""The reason why a job was not done, for the page."""
QUICK = frozenset({"draw", "layout", "new", "change", "genres", "example", "picture"})
"""The jobs that do not take long."""
SEARCHES = frozenset({
    "read", "export", "program", "offers", "solution", "clues", "conflict", "repair", "count", "check", "outlook", "live",
    "shared", "solve",
})  # fmt: skip
"""The jobs that may take long: drawing does not wait for them."""
LONGEST = 32 * 2**20
"""Bytes of an answer."""
