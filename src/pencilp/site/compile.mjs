// Compiles Python modules by Pyodide in node, with `pencilp.site.bytecode`:
//
//     node compile.mjs FOLDER LIBRARY COMPILED
//
// FOLDER has Pyodide's files. LIBRARY is pencilp, packed by gzip (see packed.js); COMPILED is written, packed as well, but not by gzip.

import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { packed, unpacked } from "./files/packed.js";
import { add, started } from "./files/python.js";

async function compile(folder, library, compiled) {
  const python = await started(`${folder}/`, { env: { PYTHONHASHSEED: "0", HOME: "/" } });
  add(python, unpacked(gunzipSync(readFileSync(library))));
  const files = python.pyimport("pencilp.site.bytecode").compiled().toJs();
  writeFileSync(compiled, new Uint8Array(await packed(Object.entries(files)).arrayBuffer()));
}

compile(...process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
