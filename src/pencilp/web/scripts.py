"""Joins the page's modules into one script, which a browser loads with one request.

A browser would request the modules one by one, and the imports of a module only after reading it. So each module becomes a
function that returns the module's exports::

    // Words.                                 modules.words = (() => { // Words.
    import { lasting } from "./storage.js";   const { lasting } = modules.storage;
    export const t = (key) => ...             const t = (key) => ...
                                              return { t }; })();

Lines stay lines, so that a source map can show a browser's tools the module and line of each.
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
    """Return the names of ``first`` and of all modules that it needs, each after its own imports."""
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
    """Return one script with all modules that ``first`` needs; it exports them as ``modules``.

    Raise ValueError for an import or an export of another form than above, and for circular imports.
    """
    parts = [START]
    for name in order_of(modules, first):
        text = modules[name]
        exported = EXPORT.findall(text)
        text = EXPORT.sub("", IMPORT.sub(r"const \1 = modules.\2;", text))
        if left := LEFT.search(text):
            raise ValueError(f"{name}.js: not a form that can be joined: {left[0]}")
        # the first module is no function, as it uses ``await`` at its top level
        parts.append(
            text if name == first else f"modules.{name} = (() => {{ {text}return {{ {', '.join(exported)} }}; }})();\n"
        )
    return "".join([*parts, END])


def source_map(modules: Mapping[str, str], first: str) -> str:
    """Return the source map of the ``joined`` script, with one section for each module."""
    sections, line = [], START.count("\n")
    for name in order_of(modules, first):
        text = modules[name]
        lines = text.count("\n")
        # each line maps to the next line of the module
        found = {
            "version": 3, "names": [], "mappings": ";".join(["AAAA", *["AACA"] * (lines - 1)]),
            "sources": [f"{name}.js"], "sourcesContent": [text],
        }  # fmt: skip
        sections.append({"offset": {"line": line, "column": 0}, "map": found})
        line += lines + (name != first)
    return json.dumps({"version": 3, "sections": sections})
