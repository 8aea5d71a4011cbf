// Keeps boards: in the page's address, which can be sent, and in the browser, so that a closed tab loses nothing.
// Each board has a place of its own there, so that two tabs do not overwrite each other.

const PLACE = "pencilp:board:";
const OWN = "pencilp:id"; // the board of this tab
const PICTURE = "pencilp:picture";
const ADDRESS = "pencilp:address"; // what this tab has put into its address
const MOST = 30; // boards that are kept
const LONGEST = 60000; // characters of an address

let newest = null;

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
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
    const board = JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes)));
    return typeof board?.genre === "string" ? board : null;
  } catch {
    return null;
  }
}

// the id under which this tab keeps a board: the one it had, unless another tab that is open keeps its board there
export async function claim(id) {
  const taken = id && (await held(id)) ? id : fresh();
  if (taken !== id) await held(taken);
  own(taken);
  return taken;
}

// from now on this tab shows the board with an id
export const own = (id) => sessionStorage.setItem(OWN, id);

const fresh = () => crypto.randomUUID?.() ?? String(Math.random()).slice(2);

const mine = new Set();

// whether this tab alone has the id, from now until it is closed
function held(id) {
  if (mine.has(id) || !navigator.locks) return true;
  return new Promise((tell) => {
    navigator.locks.request(PLACE + id, { ifAvailable: true }, (lock) => {
      if (lock) mine.add(id);
      tell(lock !== null);
      return lock ? new Promise(() => undefined) : undefined;
    });
  });
}

// keeps a board; returns false where the browser has no room for it
export async function remember(board, title, id) {
  newest = board;
  const done = keep(PLACE + id, JSON.stringify({ id, title, when: Date.now(), board }));
  const text = await packed(board);
  // too long an address is left out: the browser keeps the board all the same
  if (newest === board) {
    history.replaceState(null, "", text.length < LONGEST ? `#${text}` : location.pathname);
    sessionStorage.setItem(ADDRESS, location.hash);
  }
  return done;
}

// whether this tab has put its own board into the address: the one that it kept may be a stroke newer
export const ownAddress = () => location.hash !== "" && location.hash === sessionStorage.getItem(ADDRESS);

// the boards that are kept, the last one first
export function recent() {
  const found = [];
  for (let i = 0; i < localStorage.length; i++) {
    const key = localStorage.key(i);
    if (!key.startsWith(PLACE)) continue;
    const entry = readable(localStorage.getItem(key));
    if (entry?.board?.lattice && entry.id) found.push(entry);
  }
  found.sort((a, b) => b.when - a.when);
  for (const old of found.splice(MOST)) forget(old.id);
  return found;
}

export const forget = (id) => localStorage.removeItem(PLACE + id);

// the board that this tab had, or else the last one of all
export function current() {
  const id = sessionStorage.getItem(OWN);
  const found = id && readable(localStorage.getItem(PLACE + id));
  return found || (recent()[0] ?? null);
}

// the picture of this tab's board, for as long as nobody can draw another one
export function keepPicture(text) {
  try {
    sessionStorage.setItem(PICTURE, text);
  } catch {
    sessionStorage.removeItem(PICTURE); // larger than a browser keeps
  }
}

export const keptPicture = () => sessionStorage.getItem(PICTURE);

function readable(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// the oldest boards make way where the browser has no more room
function keep(key, text) {
  if (written(key, text)) return true;
  for (const old of recent().reverse()) {
    if (PLACE + old.id === key) continue;
    forget(old.id);
    if (written(key, text)) return true;
  }
  return false;
}

function written(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch (error) {
    if (error.name !== "QuotaExceededError") throw error;
    return false;
  }
}
