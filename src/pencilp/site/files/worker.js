// A worker of a page without a server: Python (Pyodide) with pencilp, and clingo. The first message says what to load; each
// other message is a job, or asks to stop the present one.

import { Clingo } from "./clingo.js";
import { fetched, unpacked } from "./packed.js";
import { add, started } from "./python.js";

let loads = null; // the addresses of what to load
let worker = null; // the Python module that does the jobs
let clingo = null; // a promise of it
let engine = null; // clingo, once it has started
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
  engine ??= await clingo;
  const found = await engine.exchange(commands, answered);
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

let python = null;

async function load() {
  const here = (name) => new URL(loads[name], location.href).href;
  if (loads.searches) clingo = Clingo.start(loads);
  const snapshot = await snapshotBefore(here("snapshot"));
  const archives = Promise.all([loads.library, ...(snapshot ? [] : [loads.modules])].map(fetched));
  python = await started(here("pyodide"), {
    stdLibURL: here("standard"),
    ...(snapshot ? { _loadSnapshot: snapshot.arrayBuffer() } : { _makeSnapshot: true }),
  });
  for (const archive of await archives) add(python, unpacked(archive));
  let made;
  if (snapshot) python._api.config._loadSnapshot = null; // which is as large as Python's memory
  else {
    python.runPython("import pencilp.site.worker; pencilp.site.worker.load()");
    made = python.makeMemorySnapshot();
  }
  python.setInterruptBuffer(interrupts);
  worker = python.pyimport("pencilp.site.worker");
  worker.begin(exchange, (seconds) => (due = performance.now() + 1000 * seconds));
  return made;
}

const WITH_FILES = ["read", "export", "solution"]; // jobs that may read or write a workbook
const further = new Map(); // archives that some jobs need, each loaded once

// loads the archives that a job needs
async function prepare(job, { language }) {
  for (const name of [WITH_FILES.includes(job) ? "workbooks" : "", language]) {
    if (!Object.hasOwn(loads.further, name)) continue;
    if (!further.has(name)) further.set(name, fetched(loads.further[name]).then((bytes) => add(python, unpacked(bytes))));
    await further.get(name).catch((error) => {
      further.delete(name); // the next job tries again
      throw error;
    });
    worker.added();
  }
}

// a response with Python's memory after an earlier start, which the page has kept
async function snapshotBefore(address) {
  try {
    return await (await globalThis.caches?.open(loads.snapshots))?.match(address);
  } catch (error) {
    console.warn("nothing is kept here:", error.message); // a browser may forbid it in frames of other sites
    return undefined;
  }
}

// sends an answer, or a part of one, with the bytes of memory that Python and clingo have taken: they give none back
const post = (kind, content) => postMessage({ kind, content, bytes: python._module.HEAP8.length + (engine?.bytes ?? 0) });

// the page hears of errors, but not of rejected promises
addEventListener("unhandledrejection", (event) => { throw new Error(`${event.reason?.message ?? event.reason}\n${event.reason?.stack ?? ""}`); });

onmessage = async ({ data }) => {
  if (!loads) {
    loads = data;
    const snapshot = await load();
    postMessage({ kind: "ready", content: snapshot }, snapshot ? [snapshot.buffer] : []);
  } else if (data.stop) stopped = true;
  else {
    stopped = false;
    await prepare(data.job, data.data);
    await worker.do.callPromising(data.job, JSON.stringify(data.data), post);
  }
};
