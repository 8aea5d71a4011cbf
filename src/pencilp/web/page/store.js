// Saves boards in the page's address, which can be sent, and in the browser, so that a closed tab loses nothing.
// Each board has its own key there, so that two tabs do not overwrite each other.

import { lasting, perTab } from "./storage.js";

const PLACE = "pencilp:board:";
const OWN = "pencilp:id"; // the board of this tab
const PICTURE = "pencilp:picture";
const MAX_BOARDS = 30;
const MAX_ADDRESS_CHARACTERS = 60000;
const MAX_BYTES = 8 * 2 ** 20; // of a board from an address, as for the server

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
      reader.cancel().catch(() => undefined); // ignore the rest
      throw new RangeError("a short text stands for too long a one");
    }
  }
}

// a board as text for an address
export async function packed(board) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(board)));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// the board in such a text; null if there is none
export async function unpacked(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const board = JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes, MAX_BYTES)));
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

// Checks a board from an unknown sender. The server checks its puzzle and answer; invalid parts that only the page uses are dropped.
function sound(board) {
  if (!isObject(board) || typeof board.genre !== "string" || !isObject(board.lattice)) return null;
  return Object.fromEntries(Object.entries(board).filter(([key, found]) => !OURS[key] || OURS[key](found)));
}

// the id under which this tab saves a board: its old one, unless another open tab uses it
export async function claim(id) {
  const taken = id && (await held(id)) ? id : fresh();
  if (taken !== id) await held(taken);
  own(taken);
  return taken;
}

// Notes that this tab, and this entry of its history, show the board with an id. The entry is needed because the address may be a
// stroke older than the saved board: a reloaded page has the address from when loading began.
export function own(id) {
  perTab.put(OWN, id);
  history.replaceState({ id }, "");
}

const fresh = () => crypto.randomUUID?.() ?? String(Math.random()).slice(2);

const mine = new Set();

// locks an id for this tab until it is closed; returns whether that succeeded
function held(id) {
  if (mine.has(id) || !navigator.locks) return true;
  return new Promise((tell) => {
    const asked = navigator.locks.request(PLACE + id, { ifAvailable: true }, (lock) => {
      if (lock) mine.add(id);
      tell(lock !== null);
      return lock ? new Promise(() => undefined) : undefined;
    });
    asked.catch(() => tell(true)); // a browser without storage has no locks, and no two tabs with one board
  });
}

// saves a board; returns false if the browser's storage is full
export async function remember(board, title, id) {
  newest = board;
  const done = keep(PLACE + id, JSON.stringify({ id, title, when: Date.now(), board }));
  const text = await packed(board);
  // an address that would be too long is left out: the browser saves the board anyway
  if (newest === board && perTab.get(OWN) === id) history.replaceState({ id }, "", text.length < MAX_ADDRESS_CHARACTERS ? `#${text}` : location.pathname);
  return done;
}

// whether the address is of this tab's saved board, which may be a stroke newer
export const ownAddress = () => history.state?.id === perTab.get(OWN) && ownBoard() !== null;

// the saved boards, the latest first
export function recent() {
  const found = [];
  for (const key of lasting.keys()) {
    if (!key.startsWith(PLACE)) continue;
    const entry = readable(lasting.get(key));
    if (entry?.board?.lattice && entry.id) found.push(entry);
  }
  found.sort((a, b) => b.when - a.when);
  for (const old of found.splice(MAX_BOARDS)) forget(old.id);
  return found;
}

export const forget = (id) => lasting.drop(PLACE + id);

function ownBoard() {
  const id = perTab.get(OWN);
  return id && readable(lasting.get(PLACE + id));
}

// the saved board of this tab, or else the latest one
export const current = () => ownBoard() || (recent()[0] ?? null);

// the picture of this tab's board, for a start without the server
export function keepPicture(text) {
  perTab.drop(PICTURE); // the new one may be too large for the storage
  perTab.put(PICTURE, text);
}

export const keptPicture = () => perTab.get(PICTURE);

function readable(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// stores a text; if the storage is full, the oldest boards are removed
function keep(key, text) {
  if (lasting.put(key, text)) return true;
  if (!lasting.lasts) return false;
  for (const old of recent().reverse()) {
    if (PLACE + old.id === key) continue;
    forget(old.id);
    if (lasting.put(key, text)) return true;
  }
  return false;
}
