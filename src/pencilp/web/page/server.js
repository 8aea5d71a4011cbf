// Asks the server. Every question can be cancelled by an AbortSignal.

import { language, t } from "./words.js";

export class Refused extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
  // whether it is worth asking again: the server was busy, or cannot be reached
  get passing() {
    return this.status === 503 || this.status === 0;
  }
}

// tells ("lost") when the server could not be reached
export const reach = new EventTarget();

export async function ask(job, data, signal) {
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
  if (reply.ok) return reply.json();
  const found = await reply.json().catch(() => ({ error: reply.statusText }));
  // a job answers in the page's language, the server itself in English
  throw new Refused((language() === "en" ? null : t(`refused.${reply.status}`)) ?? found.error, reply.status);
}

const PATIENCE = 80; // milliseconds that a question may take before a newer one cancels it

// A question of which only the newest counts: asking again cancels the one before. One that has just been asked is waited for
// instead, for as a rule its answer comes sooner than another process that could be asked.
export function latest(job) {
  let running = null;
  let newest = null;
  return {
    cancel() {
      newest = null;
      running?.abort();
      running = null;
    },
    // what the server found; undefined if another question came after it
    async ask(data) {
      const mine = (newest = new AbortController());
      if (running) {
        const before = running;
        const left = before.began + PATIENCE - performance.now();
        if (left > 0) await Promise.race([before.ended, new Promise((done) => setTimeout(done, left))]);
        if (newest !== mine) return undefined;
        if (running === before) before.abort();
      }
      running = mine;
      mine.began = performance.now();
      const asked = ask(job, data, mine.signal);
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
