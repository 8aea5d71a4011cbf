// Python in WebAssembly (Pyodide), and a folder from which it imports.

// Pyodide's list of packages: none, as the site has all that is needed
const LOCK = JSON.stringify({ info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} });
const LIBRARY = "/library";

const PAGE_BYTES = 65536; // of WebAssembly's memory

// Starts Python; `address` is that of Pyodide's folder, `options` are those of Pyodide. A snapshot may be a promise.
export async function started(address, options) {
  const { loadPyodide } = await import(`${address}pyodide.mjs`);
  const snapshot = await options._loadSnapshot;
  const start = () => loadPyodide({ indexURL: address, lockFileContents: LOCK, ...options });
  const python = await (snapshot ? withRoom(snapshot.byteLength, start) : start());
  if (!options._loadSnapshot) python.runPython(`import sys; sys.path.insert(0, "${LIBRARY}")`);
  return python;
}

// Starts Python in a memory of at least so many bytes: a snapshot may be larger than the memory with which Python begins, and Pyodide
// copies it there without growing that first.
async function withRoom(bytes, start) {
  const { instantiate, instantiateStreaming } = WebAssembly;
  const grown = (make) => async (...given) => {
    const made = await make.apply(WebAssembly, given);
    const { memory, PyObject_GetAttrString } = (made.instance ?? made).exports;
    const more = Math.ceil(bytes / PAGE_BYTES) - memory?.buffer.byteLength / PAGE_BYTES;
    if (PyObject_GetAttrString && more > 0) memory.grow(more); // not that of clingo, which may start at the same time
    return made;
  };
  Object.assign(WebAssembly, { instantiate: grown(instantiate), instantiateStreaming: grown(instantiateStreaming) });
  try {
    return await start();
  } finally {
    Object.assign(WebAssembly, { instantiate, instantiateStreaming });
  }
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
