"""The page's script: its modules in one file, which a browser fetches and reads at once.

Each module stays a file of its own for who reads and changes it. A browser would ask for them one by one, and for those that a
module imports only when it has read that module. So each becomes a function here, which returns what the module exports::

    // Words.                             modules.words = (() => { // Words.
    import { always } from "./kept.js";   const { always } = modules.kept;
    export const t = (key) => ...         const t = (key) => ...
                                          return { t }; })();

Lines stay lines. So a source map tells a browser's tools in which module a line stands, and where.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

IMPORT = re.compile(r'import (\{ [\w$, ]+ \}) from "\./(\w+)\.js";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function) ([\w$]+))", re.MULTILINE)
LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
START, END = "const modules = {};\n", "export { modules };\n"


def order_of(modules: Mapping[str, str], first: str) -> list[str]:
    """Return the names of ``first`` and of all that it imports, each after those that it imports itself."""
    uses: dict[str, list[str]] = {}
    left = [first]
    while left:
        name = left.pop()
        if name not in uses:
            uses[name] = [used for _, used in IMPORT.findall(modules[name])]
            left += uses[name]
    try:
        return list(TopologicalSorter(uses).static_order())
    except CycleError as error:
        raise ValueError(f"modules of the page import each other: {', '.join(error.args[1])}") from None


def joined(modules: Mapping[str, str], first: str) -> str:
    """Return one module of all that ``first`` needs, by the texts of the ``modules``; it exports them all as ``modules``.

    Raise ValueError for an import or an export of another form than those above, and for modules that import each
    other.
    """
    parts = [START]
    for name in order_of(modules, first):
        text = modules[name]
        exported = EXPORT.findall(text)
        text = EXPORT.sub("", IMPORT.sub(r"const \1 = modules.\2;", text))
        if left := LEFT.search(text):
            raise ValueError(f"{name}.js: not a form that can be joined: {left[0]}")
        # what waits in the page's first module waits for the server
        parts.append(
            text if name == first else f"modules.{name} = (() => {{ {text}return {{ {', '.join(exported)} }}; }})();\n"
        )
    return "".join([*parts, END])


def source_map(modules: Mapping[str, str], first: str) -> str:
    """Return where the lines of what is ``joined`` come from, as a browser's tools read it: one section for each module."""
    sections, line = [], START.count("\n")
    for name in order_of(modules, first):
        text = modules[name]
        lines = text.count("\n")
        # each line begins where the next one of the module begins
        found = {
            "version": 3, "names": [], "mappings": ";".join(["AAAA", *["AACA"] * (lines - 1)]),
            "sources": [f"{name}.js"], "sourcesContent": [text],
        }  # fmt: skip
        sections.append({"offset": {"line": line, "column": 0}, "map": found})
        line += lines + (name != first)
    return json.dumps({"version": 3, "sections": sections})
