// The dialogs to choose a board: by genre, from a text or file, or a recent one.

import { base64, make, setText, textElement } from "./dom.js";
import { ask } from "./server.js";
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

function dialog(title, ...content) {
  document.querySelector("dialog[open]")?.close(); // only one dialog is open
  const shown = make("dialog", { "aria-label": title },
    make("div", { class: "top" }, make("h2", {}, title),
      make("button", { class: "quiet", "data-does": "close", "aria-label": t("close"), title: t("close"), onclick: () => shown.close() }, "✕")),
    ...content);
  shown.addEventListener("close", () => shown.remove());
  document.body.append(shown);
  shown.addEventListener("click", (event) => event.target === shown && beside(shown, event) && shown.close());
  shown.showModal();
  return shown;
}

// whether a click was outside a dialog
function beside(shown, { clientX, clientY }) {
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
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

// shows the choice of genres, and calls done(board) with an empty board or an example
export async function chooseGenre(done) {
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
    openPuzzle(done, text);
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
    const begin = async (question, job) => {
      try {
        const { board } = await ask(job, question);
        shown.close();
        done(board);
      } catch (problem) {
        setText(error, problem.message);
      }
    };
    search.hidden = true;
    list.replaceChildren(
      make("div", { class: "row" },
        make("button", { type: "button", class: "quiet", "data-does": "back", onclick: () => { search.hidden = false; show(); search.focus(); } }, `← ${t("all")}`),
        make("img", { src: `pictures/${genre.name}.svg`, alt: "", width: 56, height: 56 }), textElement("strong", genre.title)),
      make("form", { class: "size", onsubmit: (event) => {
        event.preventDefault();
        begin({ genre: genre.name, lattice: latticeOf(shape.value, Number(rows.value), Number(columns.value)) }, "new");
      } },
        ...(genre.own ? [] : [[t("shape"), shape], [t("rows"), rows], [t("columns"), columns]]).map((field) => make("label", {}, ...field)),
        make("button", { class: "primary" }, t("make")),
        make("button", { type: "button", onclick: () => begin({ genre: genre.name }, "example") }, t("example"))),
      error,
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

let reads = null; // the function that reads into the open dialog, if any

// shows the dialog to paste, drop or upload a puzzle; `given` goes into the dialog if it is open
// a text without a genre is read as the genre on the page
export function openPuzzle(done, given = null, current = null) {
  if (reads && given) return reads(given);
  const text = make("textarea", { rows: 8, "aria-label": t("paste"), placeholder: t("paste") });
  const genre = make("input", { type: "text", "aria-label": t("which"), placeholder: t("which"), list: "known" });
  const known = make("datalist", { id: "known" });
  genres().then((all) => known.append(...all.map((g) => make("option", { value: g.name }, g.title))), () => undefined);
  const file = make("input", { type: "file", "aria-label": t("file"), onchange: () => file.files[0] && readFile(file.files[0]) });
  const error = make("p", { class: "error", role: "alert" });
  const found = make("div", { class: "cards" });
  const last = recent();
  const shown = dialog(t("open"), text,
    make("div", { class: "row" }, make("button", { class: "primary", onclick: () => read({ text: text.value }) }, t("read")), genre, known, file),
    error, found,
    last.length ? make("h3", {}, t("recent")) : null,
    make("ul", { class: "recent" }, ...last.map(kept)));
  function kept({ id, title, when, board }) {
    const words = `${title} ${board.lattice.rows}×${board.lattice.cols}`;
    const item = make("li", {},
      make("button", { class: "kept", onclick: () => { shown.close(); done(board, id); } }, `${words} · `,
        make("span", { class: "time" }, new Date(when).toLocaleString(languageTag()))),
      make("button", { class: "quiet", "aria-label": `${t("forget")}: ${words}`, title: t("forget"), onclick: () => drop() }, "✕"));
    const drop = () => {
      const next = item.nextElementSibling ?? item.previousElementSibling;
      forget(id);
      item.remove();
      (next?.lastElementChild ?? text).focus();
    };
    return item;
  }
  async function readFile(chosen) {
    await read({ data: base64(new Uint8Array(await chosen.arrayBuffer())), name: chosen.name });
  }
  async function read(question) {
    try {
      const reply = await ask("read", { ...question, genre: genre.value || null, shown: current });
      const bad = reply.bad.slice(0, 1).map(({ which, why }) => reply.bad.length > 1 ? t("unreadmore", which, reply.bad.length - 1, why) : t("unread", which, why));
      if (reply.puzzles.length === 1) {
        shown.close();
        done(reply.puzzles[0].board, null, [...reply.puzzles[0].remarks, ...bad]);
        return;
      }
      setText(error, sentences(...(reply.count ? [t("several", reply.count)] : []), ...bad));
      found.replaceChildren(...reply.puzzles.map((puzzle) =>
        make("button", { onclick: () => { shown.close(); done(puzzle.board, null, puzzle.remarks); } }, puzzle.name || `${puzzle.number}`)));
    } catch (problem) {
      found.replaceChildren();
      setText(error, problem.message);
    }
  }
  const mine = (one) => {
    text.value = typeof one === "string" ? one : "";
    if (typeof one !== "string") return readFile(one);
    if (given) return read({ text: one });
    setText(error, ""); // remove the error of an earlier text
    text.focus(); // the user opened the dialog: the text is read with the button
  };
  reads = mine;
  shown.addEventListener("close", () => reads === mine && (reads = null));
  if (given) mine(given);
  else text.focus();
}
