// Answers of workers of the browser itself: `pencilp site` builds them. The first does everything. When it has answered, two more start:
// one draws, and one waits to take the place of a search that is stopped.

import { Refused, refusal } from "./refused.js";
import { t } from "./words.js";

// in a frame of another page, only the address that is made for it shows itself
const { answers, embedded } = document.documentElement.dataset;
if (answers === "here" && window.top !== window && embedded === undefined) location.replace(`embed.html${location.hash}`);

const WORKERS = {}; // the build inserts the address of the workers' script, what they load, and the quick jobs

const STOP_MILLISECONDS = 40; // until a search that was cancelled must have stopped
const UNHURRIED = ["offers", "empty"]; // jobs that come after the verdict
const VERDICT_MILLISECONDS = 3000; // until they wait no longer for the first one: meanwhile it has the processors alone
const MAX_WORKER_BYTES = 96e6; // a worker whose memory has grown further is replaced after its job
const SHORT_MILLISECONDS = 300; // a search that is younger than this may end by itself: a new worker would take longer

class Crew {
  #idle = [];
  #waiting = [];
  #starting = 0;

  // `spares` is how many workers wait in addition to the one that works; `more` are further messages for a worker when it starts
  constructor(spares, more = {}) {
    this.spares = spares;
    this.more = more;
    this.working = new Set();
    this.#start();
  }

  // does a job; rejects with an AbortError if it is cancelled
  do(job, data, signal, part) {
    return new Promise((done, failed) => {
      const task = { job, data, part, done, failed, signal };
      if (signal?.aborted) return failed(cancelled());
      signal?.addEventListener("abort", () => this.#cancel(task), { once: true });
      this.#waiting.push(task);
      this.#next();
    });
  }

  // whether a worker has been ready, and a promise of it
  ready = false;
  #becomesReady;
  begun = new Promise((ready) => (this.#becomesReady = ready));
  // until Python's memory at the start is kept, which makes other starts short
  #kept = null;

  get busy() {
    return this.working.size > 0;
  }

  #next() {
    if (this.#waiting.length && this.#idle.length) {
      const urgent = this.#waiting.findIndex(({ job }) => !UNHURRIED.includes(job));
      this.#begin(this.#idle.shift(), ...this.#waiting.splice(Math.max(0, urgent), 1));
    }
    if (!(this.#idle.length + this.#starting + this.working.size)) this.#start();
  }

  // starts the spare workers, when nothing else is to do
  async rest() {
    await this.#kept;
    if (!this.#starting && this.#idle.length + this.working.size < 1 + this.spares) this.#start();
  }

  #start() {
    this.#starting += 1;
    const worker = new Worker(new URL(WORKERS.script, import.meta.url), { type: "module" });
    worker.postMessage({ ...WORKERS.loads, ...this.more });
    worker.onmessage = ({ data }) => {
      if (data.kind === "ready") {
        worker.ready = true;
        this.#starting -= 1;
        this.#idle.push(worker);
        this.ready = true;
        this.#becomesReady();
        if (data.content) this.#kept = keepSnapshot(data.content);
        this.#next();
      } else this.#received(worker, data.kind, data.kind === "part" || data.kind === "answer" ? JSON.parse(data.content) : data.content, data.bytes);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#died(worker, event.message);
    };
  }

  #begin(worker, task) {
    worker.task = task;
    task.worker = worker;
    task.began = performance.now();
    this.working.add(worker);
    worker.postMessage({ job: task.job, data: task.data });
  }

  #received(worker, kind, content, bytes) {
    const { task } = worker;
    if (kind === "part") return void (task.over || task.part?.(content));
    this.#free(worker);
    if (bytes > MAX_WORKER_BYTES) this.#retire(worker);
    else this.#idle.push(worker);
    if (!task.over) kind === "answer" ? task.done(content) : task.failed(refusal(content, kind));
    task.over = true;
    this.#next();
  }

  // ends a worker, in good time before its place is needed
  #retire(worker) {
    worker.terminate();
    this.rest();
  }

  #free(worker) {
    this.working.delete(worker);
    clearTimeout(worker.stopping);
    worker.task.worker = null;
  }

  // what happened in a worker that cannot go on
  #died(worker, message) {
    console.error(message);
    worker.terminate();
    this.#idle = this.#idle.filter((each) => each !== worker);
    if (!worker.ready) {
      // it could not start: nobody will answer
      globalThis.caches?.delete(WORKERS.loads.snapshots).catch(console.warn);
      this.#starting -= 1;
      for (const each of this.#waiting.splice(0)) each.failed(new Refused(t("unable"), 0));
      return;
    }
    if (this.working.has(worker)) {
      this.#free(worker);
      if (!worker.task.over) worker.task.failed(new Refused(t("died"), 503));
    }
    this.#next();
  }

  #cancel(task) {
    if (task.over) return;
    task.over = true;
    task.failed(cancelled());
    const { worker } = task;
    if (!worker) return void this.#waiting.splice(this.#waiting.indexOf(task), 1);
    worker.postMessage({ stop: true });
    const left = Math.max(STOP_MILLISECONDS, SHORT_MILLISECONDS - (performance.now() - task.began));
    worker.stopping = setTimeout(() => {
      worker.terminate();
      this.#free(worker);
      this.#next();
    }, left);
  }
}

const cancelled = () => new DOMException("cancelled", "AbortError");

// keeps Python's memory for later starts, if the browser has the space
async function keepSnapshot(bytes) {
  try {
    const cache = await globalThis.caches?.open(WORKERS.loads.snapshots);
    await cache?.put(new URL(WORKERS.loads.snapshot, import.meta.url), new Response(bytes));
  } catch (error) {
    console.warn(error);
  }
}

// The last verdict, which the page shows at once if it is loaded again with the same board. It is kept when strokes rest.
const VERDICT = "../verdict";
const REST_MILLISECONDS = 300;
let resting = null;

function keepVerdict(data, answer) {
  clearTimeout(resting);
  resting = setTimeout(async () => {
    try {
      const cache = await globalThis.caches?.open(WORKERS.loads.snapshots);
      await cache?.put(new URL(VERDICT, import.meta.url), new Response(JSON.stringify({ data, answer })));
    } catch (error) {
      console.warn(error);
    }
  }, REST_MILLISECONDS);
}

async function keptVerdict(data) {
  const cache = await globalThis.caches?.open(WORKERS.loads.snapshots);
  const found = await cache?.match(new URL(VERDICT, import.meta.url));
  const last = await found?.json();
  return same(last?.data, data) ? last.answer : null;
}

let drawing, searching;
let asked = false;

// has all that was loaded cached in the browser, once
async function keep() {
  if (asked || !navigator.serviceWorker) return;
  asked = true;
  (await navigator.serviceWorker.ready).active.postMessage("keep");
}

function begin() {
  searching ??= new Crew(1, { searches: true });
}

// starts the other workers; the first one needs no help before
async function rest() {
  await searching.rest();
  drawing ??= new Crew(0);
}

let judged;
const verdict = new Promise((done) => (judged = done));

// waits for the first verdict, but not for long
async function firstVerdict() {
  const late = searching.begun.then(() => new Promise((done) => setTimeout(done, VERDICT_MILLISECONDS)));
  await Promise.race([verdict, late]);
  rest();
}

// who draws: the one who searches, if the other is not there or is not ready yet, and nobody would wait for a search
function drawer() {
  if (searching.busy) drawing ??= new Crew(0);
  return drawing?.ready || searching.busy ? drawing : searching;
}

// The answer that the build has prepared, null if there is none: the list of genres, and an example and an empty board of each
// genre with their layouts and pictures.
async function prepared(job, data) {
  if (job === "genres") return start(`genres.${data.language}`);
  const boards = await start(`${data.genre ?? data.board?.genre}.${data.language}`);
  for (const known of boards) {
    if (known.job === job && (job === "example" || same(known.lattice, data.lattice))) return { board: known.board };
    if (known[job] && !data.over && isOf(data.board, known.board)) return known[job];
  }
  return null;
}

const started = new Map(); // the files of prepared answers, by their names

function start(name) {
  if (!/^[\w.-]+$/.test(name)) throw new Error("no genre's name");
  if (!started.has(name)) started.set(name, fetchedJSON(new URL(`${WORKERS.start}/${name}.gz`, import.meta.url)));
  return started.get(name);
}

async function fetchedJSON(address) {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
  const bytes = await reply.blob();
  const [first] = new Uint8Array(await bytes.slice(0, 1).arrayBuffer());
  if (first !== 0x1f) return JSON.parse(await bytes.text()); // the server has said that it is compressed
  return new Response(bytes.stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// whether a board is a prepared one, with nothing entered
const isOf = (board, known) =>
  ["lattice", "puzzle"].every((part) => same(board[part], known[part])) && Object.values(board.answer ?? {}).every((values) => values === null);

export const local = {
  async answer(job, data, signal, part) {
    if (!WebAssembly.Suspending) throw new Refused(t("oldbrowser"), 500);
    begin();
    if (WORKERS.quick.includes(job)) {
      if (!searching.ready) {
        const known = await prepared(job, data).catch(() => null);
        if (known) return known;
      }
      return drawer().do(job, data, signal, part);
    }
    if (job === "live" && !searching.ready) {
      const known = await keptVerdict(data).catch(() => null);
      if (known) return known;
    }
    if (UNHURRIED.includes(job)) await firstVerdict();
    const asked = searching.do(job, data, signal, part);
    const answer = await (job === "live" ? asked.finally(() => signal.aborted || judged()) : asked);
    if (job === "live" && answer.status !== "unknown") keepVerdict(data, answer);
    rest();
    keep();
    return answer;
  },

  async opening() {
    if (WebAssembly.Suspending) begin(); // so that they are ready soon
    return { board: null };
  },
};
