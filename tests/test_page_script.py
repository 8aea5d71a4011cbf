"""The page's modules joined into one script, and the map back to them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import pencilp.web
from pencilp.web.scripts import joined, source_map

MODULES = {
    "main": """\
// Begins.

import { Box, put } from "./box.js";
import { $ } from "./dom.js";

put(new Box());
await $();
""",
    "box": """\
// A box.

import { $ } from "./dom.js";

const own = 1;
export class Box {}
export function put(box) {
  $(box, own);
}
""",
    "dom": """\
// Elements.

export const $ = (each) => each;
export async function wait() {}
""",
    "other": "export const unused = 1;\n",
}
JOINED = """\
const modules = {};
modules.dom = (() => { // Elements.

const $ = (each) => each;
async function wait() {}
return { $, wait }; })();
modules.box = (() => { // A box.

const { $ } = modules.dom;

const own = 1;
class Box {}
function put(box) {
  $(box, own);
}
return { Box, put }; })();
// Begins.

const { Box, put } = modules.box;
const { $ } = modules.dom;

put(new Box());
await $();
export { modules };
"""


def test_each_module_stands_after_those_that_it_imports() -> None:
    assert joined(MODULES, "main") == JOINED


@pytest.mark.parametrize(
    "line",
    [
        'import * as dom from "./dom.js";', 'import dom from "./dom.js";', 'import { $ as find } from "./dom.js"',
        'import { $ } from "/dom.js";', 'import "./dom.js";', "export default 1;", "export let $ = 1;", "export { $ };",
        "export function* $() {}",
    ],
)  # fmt: skip
def test_paths_that_cannot_be_joined_are_no_script(line: str) -> None:
    with pytest.raises(ValueError, match=r"box.js: .*" + re.escape(line[:12])):
        joined({**MODULES, "box": f"{line}\nexport class Box {{}}\nexport const put = 1;\n"}, "main")


def test_modules_that_import_each_other_are_no_script() -> None:
    with pytest.raises(ValueError, match=r"import each other: .*box"):
        joined({**MODULES, "dom": 'import { put } from "./box.js";\nexport const $ = 1;\n'}, "main")


def test_the_map_leads_from_each_line_to_that_of_its_module() -> None:
    lines = joined(MODULES, "main").split("\n")
    found = {}
    for section in json.loads(source_map(MODULES, "main"))["sections"]:
        of = section["map"]
        assert section["offset"]["column"] == 0
        ((source,), (text,)) = of["sources"], of["sourcesContent"]
        # from the beginning of the first line, and each time of the next one
        assert set(of["mappings"].split(";")[1:]) == {"AACA"}
        assert of["mappings"].startswith("AAAA;")
        first = section["offset"]["line"]
        own = text.split("\n")
        for n in range(len(of["mappings"].split(";"))):
            found[first + n] = source
            if not own[n].startswith(("import", "export", "//")):
                assert lines[first + n] == own[n]
        assert text == MODULES[source.removesuffix(".js")]
    assert [found.get(n) for n, line in enumerate(lines) if "put" in line] == ["box.js", None, "main.js", "main.js"]


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize(
    "module",
    [pytest.param(path, id=path.stem) for path in sorted((Path(pencilp.web.__file__).parent / "page").glob("*.js"))],
)
def test_every_module_of_the_page_is_javascript(module: Path) -> None:
    # two changes that each are right can declare a name twice
    done = subprocess.run(
        ["node", "--input-type=module", "--check"], input=module.read_text(encoding="utf-8"), capture_output=True,
        encoding="utf-8", timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
