// Operations on the whole board: rotate, mirror, resize, cut out cells, and move a part. The server transforms all layers.

import { make, setText } from "./dom.js";
import { nearest } from "./places.js";
import { ask } from "./server.js";
import { laidOut } from "./state.js";
import { arrowOf } from "./steps.js";
import { svg } from "./view.js";
import { t } from "./words.js";

const SIZES = { rows: ["down", 1], cols: ["right", 1] };

export class Shapes {
  constructor(state, use) {
    this.state = state;
    this.status = make("p", { class: "error", role: "alert" });
    const does = (word, act) => make("button", { "data-does": word, title: t(word), onclick: act }, t(word));
    const size = (name) => make("input", { type: "number", min: 1, max: 999, name, "aria-label": t(name === "cols" ? "columns" : "rows") });
    this.fields = { rows: size("rows"), cols: size("cols") };
    this.element = make("details", { class: "shapes" }, make("summary", {}, t("shapes")),
      make("div", { class: "row" }, ...["turn", "mirror", "transpose"].map((done) => does(done, () => this.change({ done })))),
      make("form", { class: "row", onsubmit: (event) => { event.preventDefault(); this.resize(); } },
        this.fields.rows, "×", this.fields.cols, make("button", { "data-does": "resize" }, t("resize")),
        make("label", {}, (this.before = make("input", { type: "checkbox" })), t("before"))),
      make("div", { class: "row" }, does("holes", () => use(Holes)), does("move", () => use(Move))),
      this.status);
  }

  opened(layout) {
    for (const name of Object.keys(SIZES)) this.fields[name].value = layout[name];
    this.status.textContent = "";
  }

  // lets the server change the board, and shows the result
  async change(change) {
    const before = this.state.board;
    try {
      const found = await ask("change", { board: laidOut(before), ...change });
      if (this.state.board === before) this.state.put(found.board, "both");
      this.status.textContent = "";
      return true;
    } catch (error) {
      setText(this.status, error.message);
      return false;
    }
  }

  // adds or removes rows and columns at the end, or before the first ones
  resize() {
    const { lattice } = this.state.board;
    const rows = Number(this.fields.rows.value);
    const cols = Number(this.fields.cols.value);
    const first = this.before.checked;
    return this.change({ done: "resize", rows, cols, down: first ? rows - lattice.rows : 0, right: first ? cols - lattice.cols : 0 });
  }
}

// the common part of the tools that cut out or move cells; they replace the way of entry
class Framed {
  constructor(ed, shapes) {
    this.ed = ed;
    this.shapes = shapes;
    this.cells = null;
    this.frame = ed.layout.places.frame.map((place, key) => ({ ...place, key }));
  }

  at({ x, y }) {
    return nearest(this.frame, x, y, this.ed.layout.unit * 0.7);
  }

  mark(cells) {
    const r = this.ed.layout.unit * 0.42;
    this.ed.view.mark("chosen", cells.map((n) => {
      const { x, y } = this.frame[n];
      return svg("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r });
    }));
  }

  moved() {}

  left() {
    this.mark([]);
  }
}

// A click cuts out a cell, or puts back the cell of a hole.
export class Holes extends Framed {
  how = "howHoles";

  down(at) {
    const place = this.at(at);
    if (!place) return;
    this.missing = new Set(this.ed.state.board.lattice.missing ?? []);
    this.cut = !this.missing.has(place.key);
    this.cells = new Set([place.key]);
    this.mark([...this.cells]);
  }

  move(at) {
    const place = this.at(at);
    if (!this.cells || !place) return;
    this.cells.add(place.key);
    this.mark([...this.cells]);
  }

  up() {
    if (!this.cells) return;
    for (const n of this.cells) this.cut ? this.missing.add(n) : this.missing.delete(n);
    this.cancel();
    this.shapes.change({ done: "holes", missing: [...this.missing].sort((a, b) => a - b) });
  }

  cancel() {
    this.cells = null;
    this.mark([]);
  }

  key(name) {
    const cell = this.ed.cursor?.key;
    if ((name !== " " && name !== "Delete") || cell === undefined) return false;
    this.down(this.ed.cells[cell]);
    this.up();
    return true;
  }
}

// Dragging selects cells; then they are moved, with their values, by dragging or by the arrow keys.
export class Move extends Framed {
  how = "howMove";
  chosen = [];

  down(at) {
    const place = this.at(at);
    this.from = place;
    this.carried = place !== null && this.chosen.includes(place.key);
    if (!this.carried) this.choose(place, place);
  }

  move(at) {
    const place = this.at(at);
    if (!this.from || !place) return;
    if (!this.carried) this.choose(this.from, place);
    else this.mark(this.shifted(...this.away(place)) ?? this.chosen);
  }

  up(at) {
    const place = this.at(at);
    const from = this.from;
    this.from = null;
    if (from && place && this.carried && place.key !== from.key) this.carry(...this.away(place, from));
  }

  cancel() {
    this.from = null;
    this.mark(this.chosen);
  }

  away(place, from = this.from) {
    const { cols } = this.ed.layout;
    return [Math.floor(place.key / cols) - Math.floor(from.key / cols), (place.key % cols) - (from.key % cols)];
  }

  // selects all cells of the frame between two corners
  choose(one, other) {
    const { cols } = this.ed.layout;
    if (!one || !other) this.chosen = [];
    else {
      const [r1, r2] = [one, other].map((p) => Math.floor(p.key / cols)).sort((a, b) => a - b);
      const [c1, c2] = [one, other].map((p) => p.key % cols).sort((a, b) => a - b);
      this.chosen = this.frame.map((p) => p.key).filter((n) => {
        const [r, c] = [Math.floor(n / cols), n % cols];
        return r >= r1 && r <= r2 && c >= c1 && c <= c2;
      });
    }
    this.mark(this.chosen);
  }

  // the new positions of the selected cells; null if one would leave the frame
  shifted(down, right) {
    const { rows, cols } = this.ed.layout;
    const there = this.chosen.map((n) => [Math.floor(n / cols) + down, (n % cols) + right]);
    return there.every(([r, c]) => r >= 0 && r < rows && c >= 0 && c < cols) ? there.map(([r, c]) => r * cols + c) : null;
  }

  async carry(down, right) {
    const there = this.shifted(down, right);
    if (there && (await this.shapes.change({ done: "move", chosen: this.chosen, down, right }))) this.chosen = there;
    this.mark(this.chosen);
  }

  key(name, event) {
    const direction = arrowOf(this.ed.layout, name);
    if (direction < 0 || !this.ed.cursor) return false;
    const { row, col } = this.ed.layout.directions[direction];
    if (event.shiftKey) {
      // extend the selection from the cursor
      const at = this.ed.cells[this.ed.cursor.key];
      const start = (this.start ??= this.at(at));
      const there = this.ed.layout.steps[this.ed.cursor.key][direction];
      if (there >= 0) this.ed.moveTo(this.ed.cells[there]);
      this.choose(start, this.at(this.ed.cursor));
      return true;
    }
    this.start = null;
    if (!this.chosen.length) return false;
    this.carry(row, col);
    return true;
  }
}
