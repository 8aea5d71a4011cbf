// Keeps boards: in the page's address, which can be sent, and in the browser, so that a closed tab loses nothing.
// Each board has a place of its own there, so that two tabs do not overwrite each other.

import { always, here } from "./kept.js";

const PLACE = "pencilp:board:";
const OWN = "pencilp:id"; // the board of this tab
const PICTURE = "pencilp:picture";
const MOST = 30; // boards that are kept
const LONGEST = 60000; // characters of an address
const LARGEST = 8 * 2 ** 20; // bytes of a board from an address: the server takes no more either

let newest = null;

async function through(stream, bytes, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(value);
    size += value.length;
    if (size > most) {
      reader.cancel().catch(() => undefined); // nobody waits for the rest
      throw new RangeError("a short text stands for too long a one");
    }
  }
}

// a board as text that fits into an address
export async function packed(board) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(board)));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// the board in such a text; null where there is none
export async function unpacked(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const board = JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes, LARGEST)));
    return sound(board);
  } catch {
    return null;
  }
}

const isObject = (found) => found !== null && typeof found === "object" && !Array.isArray(found);
const each = (found, right) => isObject(found) && Object.values(found).every(right);
const listOf = (right) => (found) => Array.isArray(found) && found.every(right);
const OURS = {
  notes: (found) => each(found, (cells) => each(cells, listOf((token) => typeof token === "string"))),
  trial: (found) => each(found, (values) => values === null || typeof values === "object" || typeof values === "string"),
  loose: (found) => each(found, listOf(Number.isInteger)),
};

// A board that anybody may have sent: the server says whether its puzzle and answer are any; what the page alone knows is taken
// where it can be used.
function sound(board) {
  if (!isObject(board) || typeof board.genre !== "string" || !isObject(board.lattice)) return null;
  return Object.fromEntries(Object.entries(board).filter(([key, found]) => !OURS[key] || OURS[key](found)));
}

// the id under which this tab keeps a board: the one it had, unless another tab that is open keeps its board there
export async function claim(id) {
  const taken = id && (await held(id)) ? id : fresh();
  if (taken !== id) await held(taken);
  own(taken);
  return taken;
}

// From now on this tab shows the board with an id, and so does this entry of its history. The entry tells whose the address is, for
// the address itself may be a stroke older than what is kept: a page that is loaded again has the one from when that began.
export function own(id) {
  here.put(OWN, id);
  history.replaceState({ id }, "");
}

const fresh = () => crypto.randomUUID?.() ?? String(Math.random()).slice(2);

const mine = new Set();

// whether this tab alone has the id, from now until it is closed
function held(id) {
  if (mine.has(id) || !navigator.locks) return true;
  return new Promise((tell) => {
    const asked = navigator.locks.request(PLACE + id, { ifAvailable: true }, (lock) => {
      if (lock) mine.add(id);
      tell(lock !== null);
      return lock ? new Promise(() => undefined) : undefined;
    });
    asked.catch(() => tell(true)); // a browser that keeps nothing has no locks either, and no two tabs with one board
  });
}

// keeps a board; returns false where the browser has no room for it
export async function remember(board, title, id) {
  newest = board;
  const done = keep(PLACE + id, JSON.stringify({ id, title, when: Date.now(), board }));
  const text = await packed(board);
  // too long an address is left out: the browser keeps the board all the same
  if (newest === board && here.get(OWN) === id) history.replaceState({ id }, "", text.length < LONGEST ? `#${text}` : location.pathname);
  return done;
}

// whether the address is of the board that this tab keeps: what is kept may be a stroke newer
export const ownAddress = () => history.state?.id === here.get(OWN) && ownBoard() !== null;

// the boards that are kept, the last one first
export function recent() {
  const found = [];
  for (const key of always.keys()) {
    if (!key.startsWith(PLACE)) continue;
    const entry = readable(always.get(key));
    if (entry?.board?.lattice && entry.id) found.push(entry);
  }
  found.sort((a, b) => b.when - a.when);
  for (const old of found.splice(MOST)) forget(old.id);
  return found;
}

export const forget = (id) => always.drop(PLACE + id);

function ownBoard() {
  const id = here.get(OWN);
  return id && readable(always.get(PLACE + id));
}

// the board that this tab had, or else the last one of all
export const current = () => ownBoard() || (recent()[0] ?? null);

// the picture of this tab's board, for as long as nobody can draw another one
export function keepPicture(text) {
  here.drop(PICTURE); // the next one may be larger than a browser keeps
  here.put(PICTURE, text);
}

export const keptPicture = () => here.get(PICTURE);

function readable(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// the oldest boards make way where the browser has no more room
function keep(key, text) {
  if (always.put(key, text)) return true;
  if (!always.lasts) return false;
  for (const old of recent().reverse()) {
    if (PLACE + old.id === key) continue;
    forget(old.id);
    if (always.put(key, text)) return true;
  }
  return false;
}
