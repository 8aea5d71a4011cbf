// Questions to whatever answers them: a server (remote.js), or workers of the browser itself (local.js), as index.html says. An
// AbortSignal can cancel each.

import { local } from "./local.js";
import { remote } from "./remote.js";
import { language } from "./words.js";

const side = document.documentElement.dataset.answers === "here" ? local : remote;

let underway = 0;

// how many questions have no answer yet
export const asking = () => underway;

// asks for an answer; `part` is called with each part of one that comes in parts
export async function ask(job, data, signal, part) {
  underway += 1;
  try {
    return await side.answer(job, { ...data, language: language() }, signal, part);
  } finally {
    underway -= 1;
  }
}

// the board that the page begins with: {board}; null if nobody answers
export const opening = () => side.opening();

const PATIENCE_MILLISECONDS = 80; // before a newer request cancels a running one

// A job of which only the newest request counts: a new one cancels the one before. It first waits PATIENCE_MILLISECONDS for that
// one, whose answer usually comes sooner than another process is free.
export function latest(job) {
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
      const asked = ask(job, data, mine.signal, part);
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
