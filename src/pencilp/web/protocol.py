"""The protocol between the server and its workers.

A frame is a length (four bytes, big-endian) and that number of bytes. A request is two frames: a JSON head with a ``job``, a
``limit`` in seconds and what is ``allowed``, then the page's request. An answer is a byte with its kind, a byte that is 1 if the
process should be replaced, and a frame: JSON if the job is done, otherwise an error message. Some jobs send parts of their
answer before it, as soon as they are found, each like an answer of its own.
"""

from __future__ import annotations

DONE, READY, INPUT, LATE, FAILED, PART = range(6)
"""The kinds of answers: done, process started, wrong request, timeout, bug in pencilp, part of an answer."""
REFUSALS = {INPUT: "input", LATE: "late", FAILED: "failed"}
"""The page's name for each kind of refusal."""
QUICK = frozenset({"draw", "layout", "new", "change", "genres", "example", "picture"})
"""The jobs that are quick."""
SEARCHES = frozenset({
    "read", "export", "program", "offers", "solution", "clues", "empty", "conflict", "repair", "count", "check", "outlook",
    "live", "shared", "solve", "hint", "explain", "needless", "rate", "generate",
})  # fmt: skip
"""The jobs that may take long. They have processes of their own, so that drawing does not wait."""
STREAMED = frozenset({"explain", "needless"})
"""The searches that send parts of their answer while they work."""
MAX_ANSWER_BYTES = 32 * 2**20
"""Bytes of an answer with all its parts."""
