"""The part of a page without a server that answers its questions: it runs in a worker of the browser, in Pyodide."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from importlib import import_module

from pencilp._util.timeout import interrupt_by
from pencilp.board.lattice import MAX_CELLS
from pencilp.solvers.installed import IN_BROWSERS
from pencilp.translations import languages
from pencilp.web.answers import answer
from pencilp.web.protocol import DONE, FAILED, INPUT, LATE, PART, QUICK

KINDS = {DONE: "answer", PART: "part", INPUT: "input", LATE: "late", FAILED: "failed"}
"""The page's names for the kinds of answers."""
PACKAGES = ("pencilp.reformulate", "pencilp.rules", "pencilp.structures")
"""Packages with modules that searches import when they need them."""
QUICK_SECONDS, SEARCH_SECONDS = 10.0, 60.0
"""The time limits of quick jobs and of searches."""


def load() -> None:
    """Import all that jobs need, but genres and what a single genre needs."""
    import_module("pencilp.web.jobs")  # the worker's first jobs do without, so this module does not import it
    for package in PACKAGES:
        for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
            import_module(module.name)


def begin(exchange: Callable[..., object], interrupt: Callable[[float], object]) -> None:
    """Prepare for jobs; ``exchange`` is that of ``pencilp.solvers.clasp.browser``.

    ``interrupt`` sends SIGINT after some seconds (infinity: never).
    """
    import_module(IN_BROWSERS).exchange = exchange  # type: ignore[attr-defined]
    interrupt_by(interrupt)


def added() -> None:
    """Notice languages whose catalogues were added to the library."""
    languages.cache_clear()


def do(job: str, asked: str, post: Callable[[str, str], object]) -> None:
    """Do a job of the page; ``post`` is called with the kind and the content of the answer, and of each part before it."""
    head = {
        "job": job,
        "limit": QUICK_SECONDS if job in QUICK else SEARCH_SECONDS,
        "allowed": {"cells": MAX_CELLS, "embedded": True},
    }
    try:
        result = answer(head, asked.encode(errors="surrogatepass"), lambda part: post(KINDS[PART], part.decode()))
    except KeyboardInterrupt:
        post(KINDS[LATE], "the job was stopped")
    else:
        post(KINDS[result.kind], result.content.decode())
