// Requests to the server. An AbortSignal can cancel each.

import { language, t } from "./words.js";

export class Refused extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
  // whether a retry may help: the server was busy, or cannot be reached
  get passing() {
    return this.status === 503 || this.status === 0;
  }
}

// dispatches "lost" when the server cannot be reached
export const reach = new EventTarget();

export async function ask(job, data, signal) {
  return counted(async () => (await replied(job, data, signal)).json());
}

let underway = 0;

// how many requests have no answer yet
export const asking = () => underway;

async function counted(work) {
  underway += 1;
  try {
    return await work();
  } finally {
    underway -= 1;
  }
}

// asks for an answer that comes in parts: `part` is called with each
export const streaming = (job, data, signal, part) => counted(() => lines(job, data, signal, part));

async function lines(job, data, signal, part) {
  const reply = await replied(job, data, signal);
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) throw new Refused(t("away"), 0); // the server has ended
      const each = (rest + value).split("\n");
      rest = each.pop();
      for (const found of each.map((line) => JSON.parse(line))) {
        if (signal.aborted) throw new DOMException("cancelled", "AbortError");
        if ("part" in found) part(found.part);
        else if ("answer" in found) return found.answer;
        else throw new Refused((language() === "en" ? null : t(`refused.${STATUS[found.kind]}`)) ?? found.error, STATUS[found.kind]);
      }
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    reach.dispatchEvent(new Event("lost"));
    throw new Refused(t("away"), 0);
  }
}

const STATUS = { late: 408, failed: 500, busy: 503 }; // of an error after the first part

async function replied(job, data, signal) {
  let reply;
  try {
    reply = await fetch(`api/${job}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...data, language: language() }),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    reach.dispatchEvent(new Event("lost"));
    throw new Refused(t("away"), 0);
  }
  if (reply.ok) return reply;
  const found = await reply.json().catch(() => ({ error: reply.statusText }));
  // jobs answer in the page's language, the server itself in English
  throw new Refused((language() === "en" ? null : t(`refused.${reply.status}`)) ?? found.error, reply.status);
}

const PATIENCE_MILLISECONDS = 80; // before a newer request cancels a running one

// A job of which only the newest request counts: a new one cancels the one before. It first waits PATIENCE_MILLISECONDS for that
// one, whose answer usually comes sooner than another process is free. `asks` is `ask` or `streaming`.
export function latest(job, asks = ask) {
  let running = null;
  let newest = null;
  return {
    cancel() {
      newest = null;
      running?.abort();
      running = null;
    },
    // returns the answer; undefined if a newer request was made
    async ask(data, part) {
      const mine = (newest = new AbortController());
      if (running) {
        const before = running;
        const left = before.began + PATIENCE_MILLISECONDS - performance.now();
        if (left > 0) await Promise.race([before.ended, new Promise((done) => setTimeout(done, left))]);
        if (newest !== mine) return undefined;
        if (running === before) before.abort();
      }
      running = mine;
      mine.began = performance.now();
      const asked = asks(job, data, mine.signal, part);
      mine.ended = asked.catch(() => undefined);
      try {
        const found = await asked;
        return newest === mine ? found : undefined;
      } catch (error) {
        if (error.name === "AbortError") return undefined;
        throw error;
      } finally {
        if (running === mine) running = null;
      }
    },
  };
}
