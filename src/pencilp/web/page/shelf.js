// Collections: puzzles of a file of links, a folder or a pasted list. A shelf shows them, each with a picture and how far it is solved.
// It is kept in the browser; boards that were begun are among the recent ones, under their own ids.

import { dialog } from "./dialog.js";
import { make, save, setText, textElement } from "./dom.js";
import { pictureOf, printed } from "./print.js";
import { ask } from "./server.js";
import { lasting } from "./storage.js";
import { packed, readable, saved, sound, unpacked } from "./store.js";
import { t } from "./words.js";

const PLACE = "pencilp:shelf:";
const RATE_SECONDS = 20;
const KIND = "pencilp collection"; // the mark of an exported collection

// the collections that the browser keeps, the latest first
export function shelves() {
  const found = lasting.keys().filter((key) => key.startsWith(PLACE)).map((key) => readable(lasting.get(key)));
  return found.filter((shelf) => Array.isArray(shelf?.items)).sort((a, b) => b.when - a.when);
}

// a collection as it is kept: it may have changed since it was read
const shelfOf = (id) => JSON.parse(lasting.get(PLACE + id));

export const removeShelf = (id) => lasting.drop(PLACE + id);

const keep = (shelf) => lasting.put(PLACE + shelf.id, JSON.stringify(shelf));

// Keeps a collection of puzzles: {name, board, solved}. Returns its id.
export async function makeShelf(name, puzzles) {
  const items = await Promise.all(puzzles.map(async ({ name: title, board, solved = false }) =>
    ({ title, genre: board.genre, rows: board.lattice.rows, cols: board.lattice.cols, board: await packed(board), solved })));
  const shelf = { id: crypto.randomUUID?.() ?? String(Math.random()).slice(2), name, when: Date.now(), items };
  keep(shelf);
  return shelf.id;
}

// the puzzles of an exported collection; null if a text is none
export function collectionIn(text) {
  if (!text.includes(KIND)) return null;
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (found?.kind !== KIND || !Array.isArray(found.puzzles)) return null;
  const puzzles = found.puzzles.map(({ name, board, solved }) => ({ name: String(name ?? ""), board: sound(board), solved: solved === true }));
  return { name: String(found.name ?? ""), puzzles: puzzles.filter(({ board }) => board) };
}

// how hard a puzzle is, in words
function ratingOf({ rating }) {
  if (!rating) return "";
  return rating.status === "unique" ? t("rated", t(`level.${rating.level}`), rating.number.toFixed(1)) : t(rating.status);
}

export class Shelf {
  #pictures = new Map(); // by the packed board
  #titles = null;
  #chosen = null; // the collection and the number of the puzzle that was opened last

  // `take` opens a board and returns its id, `genres` gives the titles of all genres
  constructor(state, take, genres) {
    Object.assign(this, { state, take, genres, current: null });
    this.place = textElement("span", "", { class: "time" });
    const step = (word, by) => make("button", { class: "quiet", "data-does": word, onclick: () => this.step(by) }, t(word));
    this.back = step("shelfback", -1);
    this.next = step("shelfnext", 1);
    this.element = make("div", { class: "row shelf", role: "group", "aria-label": t("shelf"), hidden: true },
      make("button", { class: "quiet", "data-does": "shelf", onclick: () => this.show(this.current.shelf.id) }, t("shelf")), this.back, this.place, this.next);
  }

  // shows which puzzle of a collection is on the board
  opened() {
    const { id } = this.state;
    // equal puzzles of a collection are one board: the one that was chosen counts
    const at = (shelf) => (shelf.id === this.#chosen?.id && shelf.items[this.#chosen.at]?.id === id ? this.#chosen.at : shelf.items.findIndex((item) => item.id === id));
    const found = shelves().map((shelf) => ({ shelf, at: at(shelf) })).find((each) => each.at >= 0);
    this.current = found ?? null;
    this.element.hidden = !found;
    if (!found) return;
    const { name, items } = found.shelf;
    this.place.textContent = t("ofshelf", found.at + 1, items.length, name);
    this.back.disabled = found.at === 0;
    this.next.disabled = found.at + 1 === items.length;
  }

  // marks the puzzle on the board as solved
  solved() {
    const { id } = this.state;
    for (const shelf of shelves()) {
      const items = shelf.items.filter((item) => item.id === id && !item.solved);
      for (const item of items) item.solved = true;
      if (items.length) keep(shelf);
    }
  }

  step(by) {
    const { shelf, at } = this.current;
    return this.open(shelf.id, at + by);
  }

  async open(id, at) {
    const item = shelfOf(id).items[at];
    const entry = item.id ? saved(item.id) : null;
    const board = entry?.board ?? (await unpacked(item.board));
    const mine = await this.take(board, entry ?? undefined);
    const shelf = shelfOf(id);
    shelf.items[at].id = mine;
    keep(shelf);
    this.#chosen = { id, at };
    this.opened();
  }

  // shows a collection; `message` says what could not be read
  async show(id, message = "") {
    const shelf = shelfOf(id);
    this.#titles ??= Object.fromEntries((await this.genres()).map(({ name, title }) => [name, title]));
    const status = textElement("p", message, { role: "status" });
    const does = (word, act) => make("button", { "data-does": word, onclick: async () => {
      try {
        setText(status, (await act()) ?? "");
      } catch (error) {
        setText(status, error.message);
      }
    } }, t(word));
    const cards = shelf.items.map((item, at) => this.#card(shelf, item, at));
    const solved = shelf.items.filter((item) => item.solved).length;
    const shown = dialog(shelf.name || t("shelf"),
      make("p", {}, t("shelfstatus", solved, shelf.items.length)),
      make("div", { class: "row" }, does("shelfrate", () => this.#rate(id, cards)), does("booklet", () => this.#print(shelf)), does("shelflinks", () => this.#links(shelf)), does("shelffile", () => this.#file(shelf))),
      status, make("div", { class: "cards" }, ...cards));
    // pictures are drawn as they are scrolled to, one after another
    const waiting = [];
    const seen = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        seen.unobserve(target);
        waiting.push(target);
        if (waiting.length === 1) this.#draw(waiting, shown);
      }
    });
    for (const card of cards) seen.observe(card);
    (cards.find((_, at) => !shelf.items[at].solved) ?? cards[0])?.focus({ preventScroll: false });
  }

  #card(shelf, item, at) {
    const entry = item.id ? saved(item.id) : null;
    const status = item.solved ? "shelf.solved" : entry?.touched ? "shelf.begun" : "shelf.new";
    const card = make("button", { class: "card", "data-status": status.slice(6), onclick: () => {
      card.closest("dialog").close();
      this.open(shelf.id, at);
    } },
      make("img", { alt: "", width: 96, height: 96 }),
      textElement("span", `${at + 1}. ${item.title || this.#titles[item.genre] || item.genre}`),
      make("span", { class: "rating" }, ratingOf(item)),
      make("span", { class: "time" }, `${item.title ? `${this.#titles[item.genre] ?? item.genre} ` : ""}${item.rows}×${item.cols} · ${item.solved ? "✓ " : ""}${t(status)}`));
    card.item = item;
    return card;
  }

  async #draw(waiting, shown) {
    while (waiting.length) {
      const card = waiting[0];
      if (!shown.isConnected) return;
      try {
        card.querySelector("img").src = await this.#picture(card.item);
      } catch (error) {
        card.title = error.message; // the card stays without a picture
      }
      waiting.shift();
    }
  }

  async #picture({ board }) {
    if (!this.#pictures.has(board)) {
      const { svg } = await ask("draw", { board: { ...(await unpacked(board)), answer: {} } });
      this.#pictures.set(board, `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`);
    }
    return this.#pictures.get(board);
  }

  // rates all puzzles, one after another, until the dialog is closed
  async #rate(id, cards) {
    for (const card of cards) {
      if (!card.isConnected) return;
      const at = cards.indexOf(card);
      if (shelfOf(id).items[at].rating) continue;
      const { answer, ...board } = await unpacked(card.item.board);
      const { status, level, number } = await ask("rate", { board, limit: RATE_SECONDS });
      const shelf = shelfOf(id);
      shelf.items[at].rating = { status, level, number };
      keep(shelf);
      card.querySelector(".rating").textContent = ratingOf(shelf.items[at]);
    }
  }

  // all puzzles for paper, each genre's rules with its first puzzle
  async #print({ name, items }) {
    const shown = new Set();
    const leaves = [];
    for (const [at, item] of items.entries()) {
      const { answer, ...board } = await unpacked(item.board);
      const { text } = await ask("export", { board: { ...board, answer: {} }, kind: "svg" });
      const rules = shown.has(item.genre) ? null : (await ask("layout", { board })).rules;
      shown.add(item.genre);
      leaves.push(make("section", { class: "leaf" }, textElement("h2", `${at + 1}. ${item.title || this.#titles[item.genre]}`), pictureOf(text),
        rules ? textElement("p", rules, { class: "rules" }) : null));
    }
    printed(textElement("h1", name || t("shelf")), ...leaves);
  }

  // a file with the links of all puzzles that have one
  async #links({ name, items }) {
    const links = [];
    for (const item of items) {
      const link = await ask("export", { board: { ...(await unpacked(item.board)), answer: {} }, kind: "url" }).catch((error) => {
        if (error.status !== 422) throw error;
        return null; // the puzzle has no link
      });
      if (link) links.push(link.text.trim());
    }
    const file = `${name || "collection"}.txt`;
    save(file, `${links.join("\n")}\n`);
    return links.length < items.length ? t("somelinks", file, links.length, items.length) : t("saved", file);
  }

  // a file with all boards as they are, and which are solved
  async #file({ name, items }) {
    const puzzles = await Promise.all(items.map(async (item) =>
      ({ name: item.title, board: (item.id && saved(item.id)?.board) || (await unpacked(item.board)), solved: item.solved })));
    const file = `${name || "collection"}.json`;
    save(file, `${JSON.stringify({ kind: KIND, name, puzzles })}\n`);
    return t("saved", file);
  }
}
