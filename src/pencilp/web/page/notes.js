// Notes of a solver: candidates (small marks in a cell), and a trial (strokes that are kept or dropped together).

import { make } from "./dom.js";
import { marked } from "./marks.js";
import { nearest } from "./places.js";
import { svg } from "./view.js";
import { t } from "./words.js";

// A way of entry: typing a candidate adds it to the cell, or removes it.
class Candidates {
  constructor(editor, notes) {
    this.editor = editor;
    this.notes = notes;
    this.typed = "";
  }

  down(at) {
    const place = nearest(this.editor.places, at.x, at.y, this.editor.reach);
    if (!place) return;
    this.moved();
    this.editor.moveTo(place);
  }

  // ends a typed number when the cursor moves
  moved() {
    if (this.typed) this.notes.toggle(this.editor.layer, this.editor.cursor.key, this.typed);
    this.typed = "";
  }

  key(key) {
    const { layer, cursor } = this.editor;
    if (key === "Delete" || key === "Backspace") {
      this.typed = "";
      this.notes.toggle(layer, cursor.key, null);
      return true;
    }
    if (key === "Enter" || key === " ") {
      this.moved();
      return true;
    }
    if (key.length !== 1) return false;
    this.typed += key.toLowerCase();
    const number = Number(this.typed);
    // another digit may follow
    if (Number.isInteger(number) && number > 0 && number * 10 <= (layer.most ?? 9)) return true;
    this.moved();
    return true;
  }
}

export class Notes {
  constructor(state, view, layout, editor) {
    this.state = state;
    this.view = view;
    this.layout = layout;
    this.editor = editor;
    this.small = make("button", { class: "quiet", "aria-pressed": "false", "data-does": "candidates", onclick: () => this.#turn() }, t("candidates"));
    this.begin = make("button", { class: "quiet", "data-does": "try", onclick: () => this.#begin() }, t("try"));
    this.keep = make("button", { "data-does": "keep", onclick: () => this.#end(this.state.board.answer) }, t("keep"));
    this.drop = make("button", { "data-does": "drop", onclick: () => this.#end(this.state.board.trial) }, t("drop"));
    this.told = make("span", { class: "message", role: "status" });
    this.element = make("div", { class: "row notes" }, this.small, this.begin, this.keep, this.drop, this.told);
  }

  // adapts to another layer: candidates need a typed answer in cells
  chosen(part, layer) {
    this.small.hidden = part !== "answer" || layer.on !== "cells" || layer.value.entry !== "typed";
    this.begin.disabled = part !== "answer";
    this.small.setAttribute("aria-pressed", "false");
  }

  show() {
    const { notes = {}, trial } = this.state.board;
    this.begin.hidden = trial !== undefined;
    this.keep.hidden = this.drop.hidden = trial === undefined;
    const noting = this.small.getAttribute("aria-pressed") === "true";
    this.told.textContent = trial !== undefined ? t("trying") : noting ? t("howNotes") : "";
    this.view.mark("notes", Object.entries(notes).flatMap(([layer, cells]) => this.#small(layer, cells)));
    this.view.mark("trial", trial === undefined ? [] : this.#tried(trial));
  }

  toggle(layer, cell, token) {
    const board = this.state.board;
    const cells = board.notes?.[layer.name] ?? {};
    const before = cells[cell] ?? [];
    const after = token === null ? [] : before.includes(token) ? before.filter((other) => other !== token) : [...before, token];
    after.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    this.state.put({ ...board, notes: { ...board.notes, [layer.name]: { ...cells, [cell]: after } } }, "notes");
  }

  #turn() {
    const on = this.small.getAttribute("aria-pressed") !== "true";
    this.small.setAttribute("aria-pressed", String(on));
    if (on) this.editor.way = new Candidates(this.editor, this);
    else this.editor.choose(this.layout(), this.editor.part, this.editor.layer);
    this.told.textContent = on ? t("howNotes") : "";
    this.view.board.focus();
  }

  // the marks of candidates; cells with a value show none
  #small(name, cells) {
    const layout = this.layout();
    const values = this.state.board.answer?.[name];
    return Object.entries(cells).flatMap(([cell, tokens]) => {
      const at = layout.places.cells[cell];
      if (!at || !tokens.length || values?.[cell]) return [];
      const wide = Math.max(3, Math.ceil(Math.sqrt(tokens.length)));
      const step = (layout.unit * 0.84) / wide;
      return tokens.map((token, i) => {
        const x = at.x + (i % wide - (wide - 1) / 2) * step;
        const y = at.y - layout.unit * 0.27 + Math.floor(i / wide) * step;
        const text = svg("text", { x, y: y + step * 0.32, "font-size": Math.min(step * 0.95, (step * 1.7) / token.length) });
        text.textContent = token;
        return text;
      });
    });
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
