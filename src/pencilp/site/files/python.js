// Python in WebAssembly (Pyodide), and a folder from which it imports.

// Pyodide's list of packages: none, as the site has all that is needed
const LOCK = JSON.stringify({ info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} });
const LIBRARY = "/library";

// Starts Python; `address` is that of Pyodide's folder, `options` are those of Pyodide.
export async function started(address, options) {
  const { loadPyodide } = await import(`${address}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: address, lockFileContents: LOCK, ...options });
  if (!options._loadSnapshot) python.runPython(`import sys; sys.path.insert(0, "${LIBRARY}")`);
  return python;
}

// adds files, with their paths and bytes, to the folder
export function add(python, files) {
  const made = new Set();
  for (const [path, bytes] of files) {
    const folder = `${LIBRARY}/${path.slice(0, Math.max(0, path.lastIndexOf("/")))}`;
    if (!made.has(folder)) python.FS.mkdirTree(folder);
    made.add(folder);
    python.FS.writeFile(`${LIBRARY}/${path}`, bytes);
  }
}
