// Notes of a solver: candidates (small marks at fixed places in a cell, or in its middle), and a trial (strokes that are kept or
// dropped together).

import { make } from "./dom.js";
import { marked } from "./marks.js";
import { ahead, nearest } from "./places.js";
import { svg } from "./view.js";
import { t } from "./words.js";

const MODE_KEY = ","; // goes from values to candidates, to those in the middle, and back
const MODES = { notes: "candidates", middle: "middle" }; // the part of a board, and the word of its button
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const MAX_FIXED = 36; // signs with fixed places in a cell
const AREA = 0.84; // the part of a cell's width that candidates use
const MIDDLE_SIZE = 0.3; // the size of signs in the middle, in cells

// A way of entry: typing a candidate adds it to the chosen cells, or removes it if all have it.
class Candidates {
  constructor(editor, notes, part) {
    Object.assign(this, { editor, notes, part, typed: "" });
    this.how = part === "notes" ? "howNotes" : "howMiddle";
    this.cells = new Set(); // chosen by dragging; none: that of the cursor
    this.rule = new RegExp(`^(?:${editor.layer.value.pattern})$`);
    notes.turned(part);
  }

  left() {
    this.typed = "";
    this.#choose([]);
    this.editor.pending("");
    this.notes.turned(null);
  }

  down(at) {
    const place = nearest(this.editor.places, at.x, at.y, this.editor.reach);
    if (!place) return;
    const before = at.other ? this.chosen : [];
    this.#finish();
    this.editor.moveTo(place);
    this.#choose([...before, place.key]);
  }

  move({ x, y }) {
    const place = nearest(this.editor.places, x, y, this.editor.layout.unit * 0.5);
    if (!place || !this.cells.size || this.cells.has(place.key)) return;
    this.editor.moveTo(place);
    this.#choose([...this.cells, place.key]);
  }

  // chooses all cells with the value of this one, or else with its candidates
  twice({ x, y }) {
    const place = nearest(this.editor.places, x, y, this.editor.reach);
    if (!place) return;
    const alike = this.editor.alike(place.key);
    const candidates = this.notes.state.board[this.part]?.[this.editor.layer.name] ?? {};
    const same = (key) => candidates[key]?.length && String(candidates[key]) === String(candidates[place.key]);
    this.#choose(alike.length ? alike : this.editor.cells.map(({ key }) => key).filter(same));
  }

  get chosen() {
    return this.cells.size ? [...this.cells] : [this.editor.cursor.key];
  }

  #choose(cells) {
    this.cells = new Set(cells);
    this.editor.chosen(this.cells.size > 1 ? [...this.cells] : []);
  }

  // the cursor moves alone
  moved() {
    this.#finish();
    this.#choose([]);
  }

  // ends a typed number
  #finish() {
    if (this.typed) this.#put(this.typed);
    this.typed = "";
    this.editor.pending("");
  }

  #put(token) {
    this.notes.toggle(this.part, this.editor.layer, this.chosen, token);
  }

  // whether a text is a value of the layer
  #fits(text) {
    const { least, most } = this.editor.layer;
    const number = Number(text);
    return this.rule.test(text) && !(/^\d+$/.test(text) && (number < (least ?? number) || number > (most ?? number)));
  }

  key(key, event) {
    const { editor } = this;
    if (event.shiftKey && ARROWS[key]) return this.#extend(...ARROWS[key]);
    if (key === "Delete" || key === "Backspace") {
      this.typed = "";
      editor.pending("");
      this.#put(null);
      return true;
    }
    if (key === "Enter" || key === " ") {
      this.#finish();
      return true;
    }
    if (key.length !== 1) return false;
    const text = [this.typed + key, this.typed + key.toLowerCase(), this.typed + key.toUpperCase(), key, key.toLowerCase(), key.toUpperCase()]
      .find((each) => this.#fits(each));
    if (text === undefined) {
      editor.warn(t("nocandidate", key));
      return true;
    }
    this.typed = text;
    // another digit may follow
    if (Number(text) > 0 && Number(text) * 10 <= (editor.layer.most ?? 9)) editor.pending(text);
    else this.#finish();
    return true;
  }

  // adds the next cell in a direction to the chosen ones
  #extend(dx, dy) {
    const { editor } = this;
    const there = ahead(editor.places, editor.cursor, dx, dy, editor.layout.unit);
    if (!there) return true;
    const before = this.chosen;
    this.#finish();
    editor.moveTo(there);
    this.#choose([...before, there.key]);
    return true;
  }
}

export class Notes {
  // `use` starts a tool of the editor; `colours` gives candidates their colours
  constructor(state, view, layout, editor, use, colours) {
    Object.assign(this, { state, view, layout, editor, use, colours, mode: null });
    this.modes = Object.fromEntries(Object.entries(MODES).map(([part, word]) => [part,
      make("button", { class: "quiet", "aria-pressed": "false", "aria-keyshortcuts": MODE_KEY, "data-does": word,
        onclick: () => this.#turn(this.mode === part ? null : part) }, t(word))]));
    this.begin = make("button", { class: "quiet", "data-does": "try", onclick: () => this.#begin() }, t("try"));
    this.keep = make("button", { "data-does": "keep", onclick: () => this.#end(this.state.board.answer) }, t("keep"));
    this.drop = make("button", { "data-does": "drop", onclick: () => this.#end(this.state.board.trial) }, t("drop"));
    this.status = make("span", { class: "message", role: "status" });
    this.element = make("div", { class: "row notes" }, ...Object.values(this.modes), this.begin, this.keep, this.drop, this.status);
    view.board.addEventListener("keydown", (event) => this.#key(event), true);
  }

  // adapts to another layer: candidates need a typed answer in cells
  chosen(part, layer) {
    this.fits = part === "answer" && layer.on === "cells" && layer.value.entry === "typed";
    for (const button of Object.values(this.modes)) button.hidden = !this.fits;
    this.begin.disabled = part !== "answer";
  }

  // shows which candidates are entered, if any
  turned(part) {
    this.mode = part;
    for (const [each, button] of Object.entries(this.modes)) button.setAttribute("aria-pressed", String(each === part));
  }

  show() {
    const { trial } = this.state.board;
    this.begin.hidden = trial !== undefined;
    this.keep.hidden = this.drop.hidden = trial === undefined;
    this.status.textContent = trial === undefined ? "" : t("trying");
    this.view.mark("notes", this.#small());
    this.view.mark("trial", trial === undefined ? [] : this.#tried(trial));
  }

  // adds a candidate to cells, or removes it if all have it in the chosen colour; null removes all
  toggle(part, layer, cells, token) {
    const board = this.state.board;
    const of = board[part]?.[layer.name] ?? {};
    const colours = this.colours.ofCandidates(layer);
    const had = token !== null && cells.every((cell) => of[cell]?.includes(token));
    const recolours = had && this.colours.chosen !== null && cells.some((cell) => colours[`${cell} ${token}`] !== this.colours.chosen);
    const after = { ...of };
    const tinted = { ...colours };
    for (const cell of cells) {
      const before = after[cell] ?? [];
      const others = before.filter((other) => other !== token);
      after[cell] = token === null ? [] : had && !recolours ? others : [...others, token];
      after[cell].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
      for (const gone of before.filter((other) => !after[cell].includes(other))) delete tinted[`${cell} ${gone}`];
      if (token === null || !after[cell].includes(token)) continue;
      if (this.colours.chosen === null) delete tinted[`${cell} ${token}`];
      else tinted[`${cell} ${token}`] = this.colours.chosen;
    }
    this.state.put({ ...board, [part]: { ...board[part], [layer.name]: after }, ...this.colours.withCandidates(layer, tinted) }, "notes");
  }

  #key(event) {
    if (event.key !== MODE_KEY || !this.fits || this.view.board.classList.contains("way") || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const each = [null, ...Object.keys(MODES)];
    this.#turn(each[(each.indexOf(this.mode) + 1) % each.length]);
  }

  #turn(part) {
    if (part) this.use((editor) => new Candidates(editor, this, part));
    else this.use(null);
    this.view.board.focus();
  }

  // the marks of candidates; cells with a value show none
  #small() {
    const layout = this.layout();
    const { notes = {}, middle = {}, answer = {} } = this.state.board;
    const names = new Set([...Object.keys(notes), ...Object.keys(middle)]);
    return [...names].flatMap((name) => {
      const layer = layout.answers.find((each) => each.name === name);
      if (!layer || layer.on !== "cells") return [];
      const colours = this.colours.ofCandidates(layer);
      const top = this.#top();
      const open = (cells) => Object.entries(cells ?? {}).filter(([cell, tokens]) => layout.places.cells[cell] && tokens.length && !answer[name]?.[cell]);
      const shown = (cell, token, at, size) => {
        const text = svg("text", { x: at.x, y: at.y + size * 0.34, "font-size": size, "data-token": token });
        text.textContent = token;
        const colour = colours[`${cell} ${token}`];
        if (colour !== undefined) text.classList.add(`colour${colour}`);
        return text;
      };
      return [
        ...open(notes[name]).flatMap(([cell, tokens]) => this.#spots(layer, tokens, top, Boolean(middle[name]?.[cell]?.length))
          .map(({ token, x, y, size }) => shown(cell, token, { x: layout.places.cells[cell].x + x, y: layout.places.cells[cell].y + y }, size))),
        ...open(middle[name]).flatMap(([cell, tokens]) => this.#inMiddle(tokens)
          .map(({ token, x, size }) => shown(cell, token, { x: layout.places.cells[cell].x + x, y: layout.places.cells[cell].y + top / 2 }, size))),
      ];
    });
  }

  // where the candidates of a cell are, from its middle: each sign has its own place, at the top and bottom if the middle is in use
  #spots(layer, tokens, top, split) {
    const { unit } = this.layout();
    const signs = fixedSigns(layer);
    const place = (token, i) => (signs.includes(token) ? signs.indexOf(token) : i);
    const count = Math.max(signs.length, ...tokens.map((token, i) => place(token, i) + 1));
    const wide = split ? Math.ceil(count / 2) : Math.max(2, Math.ceil(Math.sqrt(count)));
    const rows = split ? 2 : Math.ceil(count / wide);
    const [width, height] = [unit * AREA, unit * AREA - top];
    // digits are less high than their lines
    const size = Math.min((width / wide) * 0.95, (split ? height / 4 : height / rows) * 1.25);
    return tokens.map((token, i) => {
      const [row, column] = [Math.floor(place(token, i) / wide), place(token, i) % wide];
      const y = split ? (row ? 1 : -1) * (height - size) / 2 : (row - (rows - 1) / 2) * (height / rows);
      return { token, x: (column - (wide - 1) / 2) * (width / wide), y: y + top / 2, size: Math.min(size, ((width / wide) * 1.7) / token.length) };
    });
  }

  // the candidates in the middle of a cell, in one line
  #inMiddle(tokens) {
    const { unit } = this.layout();
    const length = tokens.join("").length;
    const size = Math.min(unit * MIDDLE_SIZE, (unit * AREA) / (length * 0.62));
    let x = (-length * size * 0.58) / 2;
    return tokens.map((token) => {
      const width = token.length * size * 0.58;
      x += width;
      return { token, x: x - width / 2, size };
    });
  }

  // the height that signs in the upper left corners of cells need, such as sums of cages
  #top() {
    const { places, unit } = this.layout();
    const bottoms = [...this.view.picture.querySelectorAll("text.given[data-cell]")].flatMap((text) => {
      const y = Number(text.getAttribute("y"));
      const cell = places.cells.find((at) => at.name === text.dataset.cell);
      return cell && y < cell.y - unit * 0.1 ? [y + unit * 0.05 - (cell.y - (unit * AREA) / 2)] : [];
    });
    return Math.min(Math.max(0, ...bottoms), unit * 0.4);
  }

  #begin() {
    this.state.put({ ...this.state.board, trial: this.state.board.answer ?? {} }, "trial");
    this.view.board.focus();
  }

  #end(answer) {
    const { trial, ...board } = this.state.board;
    this.state.put({ ...board, answer }, "answer");
    this.view.board.focus();
  }

  // highlights the changes since the trial began
  #tried(trial) {
    const layout = this.layout();
    const places = layout.answers.flatMap((layer) => {
      const [now, then] = [this.state.board.answer?.[layer.name], trial[layer.name]];
      const kind = layer.on === "links" ? "edges" : layer.on;
      const count = Math.max(now?.length ?? 0, then?.length ?? 0);
      return Array.from({ length: count }, (_, i) => i).filter((i) => (now?.[i] ?? null) !== (then?.[i] ?? null)).map((i) => [kind, i]);
    });
    return marked(layout, this.state.board, places);
  }
}

// the signs of a layer with fixed places in a cell, in order; none if there are too many
function fixedSigns({ least, most, value }) {
  const numbers = most == null ? [] : Array.from({ length: Math.max(0, most - (least ?? 1) + 1) }, (_, i) => String((least ?? 1) + i));
  const signs = numbers.length ? numbers : value.tokens.map(({ token }) => token).filter(Boolean);
  return signs.length <= MAX_FIXED ? signs : [];
}
