// Answers of a server.

import { lost, refusal } from "./refused.js";

const STREAMED = "application/x-ndjson"; // the type of an answer in parts

export const remote = {
  async answer(job, data, signal, part) {
    const reply = await replied(job, data, signal);
    return reply.headers.get("content-type") === STREAMED ? lines(reply, signal, part) : reply.json();
  },

  async opening() {
    const reply = await fetch("first", { cache: "no-store" }).catch(() => null);
    return reply?.ok ? reply.json() : null;
  },
};

async function lines(reply, signal, part) {
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) throw lost(); // the server has ended
      const each = (rest + value).split("\n");
      rest = each.pop();
      for (const found of each.map((line) => JSON.parse(line))) {
        if (signal.aborted) throw new DOMException("cancelled", "AbortError");
        if ("part" in found) part(found.part);
        else if ("answer" in found) return found.answer;
        else throw refusal(found.error, found.kind);
      }
    }
  } catch (error) {
    throw error instanceof TypeError ? lost() : error;
  }
}

async function replied(job, data, signal) {
  let reply;
  try {
    reply = await fetch(`api/${job}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(data),
      signal,
    });
  } catch (error) {
    throw error.name === "AbortError" ? error : lost();
  }
  if (reply.ok) return reply;
  const found = await reply.json().catch(() => ({ error: reply.statusText }));
  throw refusal(found.error, reply.status);
}
