// The dialogs to choose a board: by genre, from a text or file, or a recent one.

import { dialog } from "./dialog.js";
import { base64, make, setText, textElement } from "./dom.js";
import { usualSets } from "./fleet.js";
import { Maker } from "./maker.js";
import { ask } from "./server.js";
import { collectionIn, makeShelf, removeShelf, shelves } from "./shelf.js";
import { forget, recent } from "./store.js";
import { languageTag, sentences, t } from "./words.js";

const FAMILIES = ["shading", "loops", "regions", "numbers", "objects"];
// normalised names: ヌリカベ equals ぬりかべ
const plain = (text) => text.normalize("NFKC").toLowerCase().replace(/[\s_-]/g, "")
  .replace(/[ァ-ヶ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x60));

let known = null;

export async function genres() {
  known ??= (await ask("genres", {})).genres;
  return known;
}

const namesOf = (genre) => [genre.name, genre.title, ...genre.names].map(plain);

// how well a word matches the names of a genre: 0 equal, 1 a prefix, 2 contained, 3 contained in its family's name, 4 not at all
function distance(genre, wanted) {
  const each = namesOf(genre);
  const far = [(name) => name === wanted, (name) => name.startsWith(wanted), (name) => name.includes(wanted)].findIndex((is) => each.some(is));
  if (far >= 0) return far;
  return plain(t(genre.family)).includes(wanted) ? 3 : 4;
}

// the edit distance of two words; swapped neighbours count as one mistake
function mistakes(word, name) {
  let [before, last] = [[], Array.from({ length: name.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= word.length; i++) {
    const row = [i];
    for (let j = 1; j <= name.length; j++) {
      row[j] = Math.min(row[j - 1] + 1, last[j] + 1, last[j - 1] + (word[i - 1] !== name[j - 1]));
      if (i > 1 && j > 1 && word[i - 1] === name[j - 2] && word[i - 2] === name[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    [before, last] = [last, row];
  }
  return last[name.length];
}

// the genres with names similar to a mistyped one, the most similar first
function meant(all, wanted) {
  const most = Math.floor(wanted.length / 3);
  const each = all.map((genre) => ({ genre, far: Math.min(...namesOf(genre).map((name) => mistakes(wanted, name))) }));
  return each.filter(({ far }) => far <= most).sort((a, b) => a.far - b.far).slice(0, 6);
}

// shows the choice of genres, and calls done(board) with an empty board, an example or a new puzzle (done(board, undefined, remarks)), or opens(text) with a pasted link or text
export async function chooseGenre(done, opens) {
  let all;
  try {
    all = await genres();
  } catch (error) {
    dialog(t("new"), textElement("p", error.message, { class: "error", role: "alert" }));
    return;
  }
  const list = make("div", { class: "genres" });
  const search = make("input", { type: "search", placeholder: t("find"), "aria-label": t("find"), oninput: show, onkeydown: first, onpaste: pasted });
  const shown = dialog(t("new"), search, list);
  function show() {
    const wanted = plain(search.value);
    if (wanted) {
      const found = all.map((genre) => ({ genre, far: distance(genre, wanted) })).filter(({ far }) => far < 4).sort((a, b) => a.far - b.far);
      const shown = found.length ? found : meant(all, wanted);
      list.replaceChildren(found.length ? "" : make("p", { role: "status" }, t("unheard", search.value)), cards(shown.map(({ genre }) => genre)));
      return;
    }
    list.replaceChildren(...FAMILIES.flatMap((family) =>
      [make("h3", {}, t(family)), cards(all.filter((genre) => genre.family === family))]));
  }
  function first(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    list.querySelector(".card")?.click();
  }
  // a pasted link or puzzle text is opened, not searched
  function pasted(event) {
    const text = event.clipboardData.getData("text");
    if (!/[\n/:]/.test(text.trim())) return;
    event.preventDefault();
    opens(text);
  }
  function cards(found) {
    return make("div", { class: "cards" }, ...found.map(card));
  }
  function card(genre) {
    return make("button", { class: "card", "data-genre": genre.name, onclick: () => size(genre) },
      make("img", { src: `pictures/${genre.name}.svg`, alt: "", loading: "lazy", width: 96, height: 96 }),
      textElement("span", genre.title));
  }
  function size(genre) {
    const number = (name, value) => make("input", { type: "number", min: 1, max: 99, value, name, "aria-label": t(name) });
    const [rows, columns] = [number("rows", genre.size[0]), number("columns", genre.size[1])];
    if (genre.equal)
      for (const [one, other] of [[rows, columns], [columns, rows]]) one.addEventListener("input", () => (other.value = one.value));
    const kinds = [...genre.shapes, ...(genre.shapes.includes("hexagonal") ? ["hexagon"] : [])];
    const shape = make("select", { "aria-label": t("shape") }, ...kinds.map((kind) => make("option", { value: kind }, t(kind))));
    const error = make("p", { class: "error", role: "alert" });
    let pieces = null;
    const bank = genre.bank ? make("label", {}, t("fleet.pieces"), usualSets((token) => (pieces = token || null))) : null;
    const begin = async (question, job) => {
      try {
        const { board } = await ask(job, question);
        shown.close();
        const filled = job === "new" && pieces ? { ...board, puzzle: { ...board.puzzle, [genre.bank]: pieces } } : board;
        done(filled);
      } catch (problem) {
        setText(error, problem.message);
      }
    };
    const lattice = () => latticeOf(shape.value, Number(rows.value), Number(columns.value));
    const maker = new Maker(() => ({ genre: genre.name, lattice: lattice() }), (board, remarks) => {
      shown.close();
      done(board, undefined, remarks);
    });
    shown.addEventListener("close", () => maker.cancel());
    const back = () => {
      maker.cancel();
      search.hidden = false;
      show();
      search.focus();
    };
    search.hidden = true;
    list.replaceChildren(
      make("div", { class: "row" },
        make("button", { type: "button", class: "quiet", "data-does": "back", onclick: back }, `← ${t("all")}`),
        make("img", { src: `pictures/${genre.name}.svg`, alt: "", width: 56, height: 56 }), textElement("strong", genre.title)),
      make("form", { class: "size", onsubmit: (event) => {
        event.preventDefault();
        begin({ genre: genre.name, lattice: lattice() }, "new");
      } },
        ...(genre.own ? [] : [[t("shape"), shape], [t("rows"), rows], [t("columns"), columns]]).map((field) => make("label", {}, ...field)), bank,
        make("button", { class: "primary" }, t("make")),
        make("button", { type: "button", onclick: () => begin({ genre: genre.name }, "example") }, t("example"))),
      error,
      make("h3", {}, t("makeone.wishes")), maker.element,
    );
    if (genre.own) return list.querySelector(".primary").focus();
    rows.focus();
    rows.select();
  }
  show();
  search.focus();
}

// the lattice of a board with these rows and columns; for a hexagon, `rows` is the number of cells on a side
export function latticeOf(shape, rows, cols) {
  if (shape !== "hexagon") return { shape, rows, cols, missing: [] };
  const wide = 2 * rows - 1;
  const missing = [];
  for (let r = 0; r < wide; r++)
    for (let c = 0; c < wide; c++) if (Math.abs(r - c) >= rows) missing.push(r * wide + c);
  return { shape: "hexagonal", rows: wide, cols: wide, missing };
}

const MAX_CHARACTERS = 4e6; // of a text that is read
const MAX_FILE_BYTES = 6e6; // a request may have 8 MB, in base64
const MAX_FILES = 1000; // of a folder

let reads = null; // the function that reads into the open dialog, if any

// Shows the dialog to paste, drop or upload puzzles; `given`, a text or files, is read at once. A text without a genre is read as the
// genre on the page (`current`). `shelf` shows collections.
export function openPuzzle(done, shelf, given = null, current = null) {
  if (reads && given) return reads(given);
  const text = make("textarea", { rows: 8, "aria-label": t("paste"), placeholder: t("paste"), onpaste: pasted });
  const genre = make("input", { type: "text", "aria-label": t("which"), placeholder: t("which"), list: "known" });
  const known = make("datalist", { id: "known" });
  genres().then((all) => known.append(...all.map((g) => make("option", { value: g.name }, g.title))), () => undefined);
  const chosen = (event) => event.target.files.length && readFiles([...event.target.files]);
  const file = make("input", { type: "file", multiple: true, "aria-label": t("file"), onchange: chosen });
  const folder = make("input", { type: "file", webkitdirectory: true, hidden: true, "data-does": "folder", onchange: chosen });
  const error = make("p", { class: "error", role: "alert" });
  const [collections, last] = [shelves(), recent()];
  const shown = dialog(t("open"), text,
    make("div", { class: "row" }, make("button", { class: "primary", onclick: () => readText(text.value) }, t("read")), genre, known, file,
      make("button", { class: "quiet", onclick: () => folder.click() }, t("folder")), folder),
    error,
    collections.length ? make("h3", {}, t("shelves")) : null,
    make("ul", { class: "recent shelves" }, ...collections.map(collected)),
    last.length ? make("h3", {}, t("recent")) : null,
    make("ul", { class: "recent boards" }, ...last.map(kept)));
  // an item of a list: a button that opens it, and one that removes it
  function item(words, when, open, remove) {
    const element = make("li", {},
      make("button", { class: "kept", onclick: () => { shown.close(); open(); } }, `${words} · `,
        make("span", { class: "time" }, new Date(when).toLocaleString(languageTag()))),
      make("button", { class: "quiet", "aria-label": `${t("forget")}: ${words}`, title: t("forget"), onclick: () => drop() }, "✕"));
    const drop = () => {
      const next = element.nextElementSibling ?? element.previousElementSibling;
      remove();
      element.remove();
      (next?.lastElementChild ?? text).focus();
    };
    return element;
  }
  function kept(entry) {
    const { id, title, when, board } = entry;
    return item(`${title} ${board.lattice.rows}×${board.lattice.cols}`, when, () => done(board, entry), () => forget(id));
  }
  function collected(each) {
    const solved = each.items.filter((one) => one.solved).length;
    return item(`${each.name || t("shelf")} · ${t("shelfstatus", solved, each.items.length)}`, each.when, () => shelf.show(each.id), () => removeShelf(each.id));
  }
  function pasted(event) {
    if (event.clipboardData.getData("text").length <= MAX_CHARACTERS) return;
    event.preventDefault(); // laying it into the field would take minutes
    setText(error, t("toolarge"));
  }
  function readText(content) {
    if (content.length > MAX_CHARACTERS) return setText(error, t("toolarge"));
    const found = collectionIn(content);
    if (found) return collect(found.name, found.puzzles);
    return read({ text: content });
  }
  async function readFiles(files) {
    if (files.length === 1) return readFile(files[0]);
    const all = { puzzles: [], bad: [] };
    for (const [n, one] of files.slice(0, MAX_FILES).entries()) {
      if (!shown.isConnected) return; // the user has closed the dialog
      setText(error, t("readingfiles", n + 1, files.length));
      try {
        const { puzzles, bad } = await asked(await contentOf(one));
        all.puzzles.push(...puzzles.map((puzzle) => ({ ...puzzle, name: puzzle.name || one.name })));
        all.bad.push(...bad.map(({ which, why }) => ({ which: `${one.name} ${which}`, why })));
      } catch (problem) {
        all.bad.push({ which: one.name, why: problem.message });
      }
    }
    const name = files[0].webkitRelativePath?.split("/")[0];
    opened({ ...all, count: all.puzzles.length }, name || t("shelf"));
  }
  async function readFile(one) {
    try {
      const found = one.size > MAX_FILE_BYTES || !/\.json$/i.test(one.name) ? null : collectionIn(await one.text());
      if (found) return collect(found.name || one.name, found.puzzles);
      await read(await contentOf(one), one.name);
    } catch (problem) {
      setText(error, problem.message);
    }
  }
  async function contentOf(one) {
    if (one.size > MAX_FILE_BYTES) throw new RangeError(t("toolarge"));
    return { data: base64(new Uint8Array(await one.arrayBuffer())), name: one.name };
  }
  const asked = (question) => ask("read", { ...question, genre: genre.value || null, shown: current });
  async function read(question, name = "") {
    try {
      opened(await asked(question), name.replace(/\.\w+$/, ""));
    } catch (problem) {
      setText(error, problem.message);
    }
  }
  function opened({ puzzles, bad, count }, name) {
    const faults = bad.slice(0, 1).map(({ which, why }) => bad.length > 1 ? t("unreadmore", which, bad.length - 1, why) : t("unread", which, why));
    if (!puzzles.length) return setText(error, sentences(...faults));
    if (puzzles.length > 1) return collect(name, puzzles, sentences(...(count > puzzles.length ? [t("onlyfirst", puzzles.length, count)] : []), ...faults));
    shown.close();
    done(puzzles[0].board, undefined, [...puzzles[0].remarks, ...faults]);
  }
  async function collect(name, puzzles, message = "") {
    if (!puzzles.length) return setText(error, t("nopuzzles"));
    const made = await makeShelf(name, puzzles);
    await shelf.show(made, message);
  }
  const mine = (one) => {
    text.value = typeof one === "string" && one.length <= MAX_CHARACTERS ? one : "";
    if (typeof one !== "string") return readFiles(one);
    if (given || one.length > MAX_CHARACTERS) return readText(one);
    setText(error, ""); // remove the error of an earlier text
    text.focus(); // the user opened the dialog: the text is read with the button
  };
  reads = mine;
  shown.addEventListener("close", () => reads === mine && (reads = null));
  if (given) mine(given);
  else text.focus();
}

// the files that were dropped, with those in folders
export async function filesOf(data) {
  const found = [];
  async function within(entry) {
    if (found.length >= MAX_FILES || entry.name.startsWith(".")) return;
    if (entry.isFile) return void found.push(await new Promise((done, failed) => entry.file(done, failed)));
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((done, failed) => reader.readEntries(done, failed));
      if (!some.length) return;
      for (const one of some) await within(one);
    }
  }
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const files = [...data.files]; // both are gone after the event
  if (!entries.some((entry) => entry.isDirectory)) return files;
  for (const entry of entries) await within(entry);
  return found;
}
