// Saves boards in the page's address, which can be sent, and in the browser, so that a closed tab loses nothing.
// Each board has its own key there, so that two tabs do not overwrite each other. Boards on which something was entered stay until the
// user removes them.

import { packedHistory, unpackedHistory } from "./changes.js";
import { lasting, perTab } from "./storage.js";

const PLACE = "pencilp:board:";
const HISTORY = "pencilp:undo:"; // of a board: what undo and redo need
const SECONDS = "pencilp:time:"; // of a board: how long it was worked on
const LATEST_SECONDS = "pencilp:time"; // of one board, from earlier versions
const OWN = "pencilp:id"; // the board of this tab
const PICTURE = "pencilp:picture";
const MAX_UNTOUCHED = 30; // boards on which nothing was entered
const MAX_HISTORY_CHARACTERS = 200000;
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
const isText = (found) => typeof found === "string";
const isToken = (found) => found === null || isText(found);
// the values of a layer: one for the board, one for each place, or a list for each line of each side
const areValues = (found) => isToken(found) || listOf(isToken)(found) || each(found, listOf(listOf(isToken)));
const areLayers = (found) => found === null || each(found, areValues);
const areLists = (found) => each(found, (places) => each(places, listOf(isText)));
const OURS = {
  name: isText,
  author: isText,
  notes: areLists,
  middle: areLists,
  excluded: areLists,
  trial: (found) => found !== null && areLayers(found),
  loose: (found) => each(found, listOf(Number.isInteger)),
  colours: (found) => each(found, (places) => each(places, Number.isInteger)),
};

// Checks a board from an unknown sender; null if it is none. The server checks the values; invalid parts that only the page uses are
// dropped.
export function sound(board) {
  if (!isObject(board) || !isText(board.genre) || !isObject(board.lattice)) return null;
  if (!areLayers(board.puzzle ?? null) || !areLayers(board.answer ?? null)) return null;
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

// Saves a board with the `steps` before and after it (the history of a state). Returns whether the storage had room (`kept`), and the
// titles of the boards that had to go for it (`gone`).
export async function remember(steps, title, id, touched) {
  const { board } = steps;
  newest = board;
  const when = Date.now();
  const done = keep(id, JSON.stringify({ id, title, when, touched, board }));
  // the history is for this board alone: the time is the same
  if (done.kept) lasting.drop(HISTORY + id);
  if (done.kept && steps.before.length + steps.after.length)
    lasting.put(HISTORY + id, `{"when":${when},${packedHistory(steps, MAX_HISTORY_CHARACTERS).slice(1)}`, false);
  const text = await packed(board);
  // an address that would be too long is left out: the browser saves the board anyway
  if (newest === board && perTab.get(OWN) === id) history.replaceState({ id }, "", text.length < MAX_ADDRESS_CHARACTERS ? `#${text}` : location.pathname);
  return done;
}

// Whether the address is of this tab's saved board, which may be a stroke newer. A reload counts as such by itself: a browser that
// begins it while `remember` replaces the address loses the note of `own`.
export const ownAddress = () => ownBoard() !== null && (history.state?.id === perTab.get(OWN) || isReload());

const isReload = () => performance.getEntriesByType("navigation")[0]?.type === "reload";

// the saved boards, the latest first
export function recent() {
  const found = lasting.keys().filter((key) => key.startsWith(PLACE)).map((key) => readable(lasting.get(key)));
  return found.filter((entry) => entry?.board?.lattice && entry.id).sort((a, b) => b.when - a.when);
}

// a saved board with what undo and redo need, for the state
export function withHistory({ id, board, when, touched = true }) {
  const found = readable(lasting.get(HISTORY + id));
  const fits = found?.when === when && Array.isArray(found.back) && Array.isArray(found.forth);
  return { touched, ...(fits ? unpackedHistory(found, board) : {}) };
}

// the saved board with an id; null if there is none
export const saved = (id) => readable(lasting.get(PLACE + id));

// the saved board that equals one; boards with strokes come first
export function equal(board) {
  const text = JSON.stringify(board);
  const found = recent().filter((entry) => JSON.stringify(entry.board) === text);
  return found.find(begun) ?? found[0] ?? null;
}

const begun = ({ touched = true }) => touched; // boards from earlier versions may have strokes

// Removes the oldest boards on which nothing was entered if there are too many; returns their titles.
export function tidy(id) {
  const untouched = recent().filter((entry) => !begun(entry) && entry.id !== id);
  return untouched.slice(MAX_UNTOUCHED - 1).map((entry) => {
    forget(entry.id);
    return entry.title;
  });
}

export function forget(id) {
  for (const kind of [PLACE, HISTORY, SECONDS]) lasting.drop(kind + id);
}

// how long a board was worked on
export function secondsOf(id) {
  const kept = Number(lasting.get(SECONDS + id));
  if (kept) return kept;
  const before = readable(lasting.get(LATEST_SECONDS));
  return before?.id === id ? before.seconds : 0;
}

export const keepSeconds = (id, seconds) => lasting.put(SECONDS + id, String(seconds));

function ownBoard() {
  const id = perTab.get(OWN);
  return id && saved(id);
}

// the saved board of this tab, or else the latest one
export const current = () => ownBoard() || (recent()[0] ?? null);

// the picture of this tab's board, for a start without the server
export function keepPicture(text) {
  perTab.drop(PICTURE); // the new one may be too large for the storage
  perTab.put(PICTURE, text);
}

export const keptPicture = () => perTab.get(PICTURE);

// what a text of the storage has; null if it is no JSON
export function readable(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// Stores the text of a board. If the storage is full, histories of other boards go first, and then boards on which nothing was entered.
function keep(id, text) {
  const put = () => lasting.put(PLACE + id, text);
  const gone = [];
  if (put()) return { kept: true, gone };
  const others = lasting.lasts ? recent().reverse().filter((entry) => entry.id !== id) : [];
  for (const { id: other } of others) {
    lasting.drop(HISTORY + other);
    if (put()) return { kept: true, gone };
  }
  for (const entry of others.filter((each) => !begun(each))) {
    forget(entry.id);
    gone.push(entry.title);
    if (put()) return { kept: true, gone };
  }
  return { kept: false, gone };
}
