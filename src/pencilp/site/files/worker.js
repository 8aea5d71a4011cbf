// A worker of a page without a server: Python (Pyodide) with pencilp, and clingo. The first message says what to load; each
// other message is a job, or asks to stop the present one.

import { Clingo } from "./clingo.js";
import { fetched, packed, unpacked } from "./packed.js";

let loads = null; // the addresses of what to load
let worker = null; // the Python module that does the jobs
let clingo = null;
let stopped = false;

const PAUSE_MILLISECONDS = 20; // between two looks for a message while a job works
const pauses = new MessageChannel();
let paused = performance.now();

// lets messages of the page arrive
function pause() {
  paused = performance.now();
  return new Promise((done) => {
    pauses.port1.onmessage = done;
    pauses.port2.postMessage(null);
  });
}

// sends commands to clingo, and returns the answer to the last of them if it is `answered`; the job ends if it was stopped
async function exchange(commands, answered) {
  clingo ??= Clingo.start(loads);
  const found = await (await clingo).exchange(commands, answered);
  if (performance.now() - paused > PAUSE_MILLISECONDS) await pause();
  if (stopped) throw new DOMException("stopped", "AbortError");
  return found;
}

// Pyodide looks here now and then, and interrupts Python if it sees the number of SIGINT
const SIGINT = 2;
let due = Infinity;
const interrupts = {
  get 0() {
    if (performance.now() < due) return 0;
    due = Infinity; // once
    return SIGINT;
  },
  set 0(_) { return; },
};

// Pyodide's list of packages: none, as the site has all that is needed
const LOCK = JSON.stringify({ info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} });

const LIBRARY = "/library";
const DATE_MILLISECONDS = 1e12; // of all files: Python uses what it compiled if the date of the source is the same

let python = null;

async function load() {
  const { loadPyodide } = await import(`${loads.pyodide}/pyodide.mjs`);
  const [started, library, compiled] = await Promise.all([
    loadPyodide({ indexURL: new URL(`${loads.pyodide}/`, location.href).href, lockFileContents: LOCK }),
    fetched(loads.library),
    compiledBefore(),
  ]);
  python = started;
  for (const files of [library, compiled]) for (const [path, bytes] of unpacked(files)) write(`${LIBRARY}/${path}`, bytes);
  python.registerJsModule("pencilp_clingo", { exchange });
  python.setInterruptBuffer(interrupts);
  python.runPython(`import sys; sys.dont_write_bytecode = False; sys.path.insert(0, "${LIBRARY}")`);
  worker = python.pyimport("pencilp.site.worker");
  if (loads.searches) {
    clingo ??= Clingo.start(loads);
    python.pyimport("pencilp.web.jobs");
  }
  worker.begin((seconds) => (due = performance.now() + 1000 * seconds));
}

function write(path, bytes) {
  python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  python.FS.writeFile(path, bytes);
  python.FS.utime(path, DATE_MILLISECONDS, DATE_MILLISECONDS);
}

// the modules that Python has compiled at an earlier visit
async function compiledBefore() {
  const found = await (await globalThis.caches?.open(loads.compiled))?.match(loads.library);
  return found ? new Uint8Array(await found.arrayBuffer()) : new TextEncoder().encode("{}\n");
}

const REST_MILLISECONDS = 2000; // after a job, before what was compiled is kept
let keeping;
let modules = 0; // that were compiled when they were last kept

// keeps what Python has compiled for the next worker and the next visit
async function keepCompiled() {
  const paths = [...filesIn(LIBRARY)].filter((path) => path.endsWith(".pyc"));
  if (paths.length === modules || !globalThis.caches) return;
  modules = paths.length;
  const files = paths.map((path) => [path.slice(LIBRARY.length + 1), python.FS.readFile(path)]);
  await (await caches.open(loads.compiled)).put(loads.library, new Response(packed(files)));
}

function* filesIn(folder) {
  for (const name of python.FS.readdir(folder)) {
    if (name.startsWith(".")) continue;
    const path = `${folder}/${name}`;
    if (python.FS.isDir(python.FS.stat(path).mode)) yield* filesIn(path);
    else yield path;
  }
}

const post = (kind, content) => postMessage({ kind, content });

// the page hears of errors, but not of rejected promises
addEventListener("unhandledrejection", (event) => { throw new Error(`${event.reason?.message ?? event.reason}\n${event.reason?.stack ?? ""}`); });

onmessage = async ({ data }) => {
  if (!loads) {
    loads = data;
    await load();
    postMessage({ kind: "ready" });
  } else if (data.stop) stopped = true;
  else {
    stopped = false;
    await worker.do.callPromising(data.job, JSON.stringify(data.data), post);
    clearTimeout(keeping);
    if (loads.searches) keeping = setTimeout(keepCompiled, REST_MILLISECONDS);
  }
};
