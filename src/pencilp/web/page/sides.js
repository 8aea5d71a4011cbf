// Values at the sides of cells: lines along edges, and lines that cross them from cell to cell. The cursor is at a cell; the keys
// around S stand for its sides.

import { nearest } from "./places.js";
import { cycle, drawnOf, letterOf, next } from "./steps.js";

class Sided {
  constructor(ed) {
    this.ed = ed;
    this.painted = undefined;
    this.tokens = cycle(ed.layer, ed.part);
  }

  // the place at a side of the cursor's cell
  side(direction) {
    return this.ed.sides[this.ed.layout.around[this.ed.cursor.key][direction]];
  }

  change(place, back = false) {
    if (place) this.ed.put(place, next(this.tokens, this.ed.token(place), back));
  }

  key(name, event) {
    const drawn = drawnOf(this.ed.layout, name, event);
    if (drawn >= 0) {
      this.walk(drawn);
      return true;
    }
    if (name === "Delete" || name === "Backspace") {
      for (const d of this.ed.layout.directions.keys()) if (this.side(d)) this.ed.put(this.side(d), null);
      return true;
    }
    const direction = letterOf(this.ed.layout, name);
    if (direction < 0) return false;
    this.change(this.side(direction));
    return true;
  }

  // moves to a neighbour and draws on the way
  walk(direction) {
    const place = this.side(direction);
    const there = this.ed.layout.steps[this.ed.cursor.key][direction];
    if (place) this.ed.put(place, this.drawn(place));
    if (there >= 0) this.ed.moveTo(this.ed.cells[there]);
  }

  // the token of a place after drawing over it
  drawn(place) {
    const token = this.ed.token(place);
    return next(this.tokens.filter((t) => t !== ""), token === "" ? null : token, false);
  }
}

// A click changes an edge; dragging draws along edges.
export class Drawn extends Sided {
  how = "howDrawn";

  down({ x, y, other }) {
    const place = nearest(this.ed.sides, x, y, this.ed.reach);
    if (!place) return;
    this.go({ x, y });
    this.last = place.key;
    this.painted = next(this.tokens, this.ed.token(place), other);
    this.ed.put(place, this.painted);
  }

  move({ x, y }) {
    const place = nearest(this.ed.sides, x, y, this.ed.reach * 0.5);
    if (this.painted === undefined || !place || place.key === this.last) return;
    this.last = place.key;
    this.go({ x, y });
    this.ed.put(place, this.painted);
  }

  go({ x, y }) {
    const cell = nearest(this.ed.cells, x, y);
    if (cell) this.ed.moveTo(cell, false);
  }

  up() {
    this.painted = undefined;
  }

  cancel() {
    this.up();
  }
}

// Dragging draws a line from cell to cell; a click near the border of two cells cycles through the tokens there.
export class Line extends Sided {
  how = "howLine";

  down(at) {
    this.cell = nearest(this.ed.cells, at.x, at.y, this.ed.reach * 1.4);
    this.start = at;
    this.painted = undefined;
    this.crossed = false;
    if (this.cell) this.ed.moveTo(this.cell, false);
  }

  move(at) {
    const cell = nearest(this.ed.cells, at.x, at.y, this.ed.reach);
    if (!this.cell || !cell || cell.key === this.cell.key) return;
    const direction = this.ed.layout.steps[this.cell.key].indexOf(cell.key);
    this.crossed = true;
    if (direction >= 0) {
      const place = this.side(direction);
      this.painted = this.painted === undefined ? this.drawn(place) : this.painted;
      this.ed.put(place, this.painted);
    }
    this.cell = cell;
    this.ed.moveTo(cell, false);
  }

  up() {
    if (this.start && !this.crossed) {
      const place = nearest(this.ed.sides, this.start.x, this.start.y, this.ed.reach * 0.8);
      if (place) this.change(place, this.start.other);
    }
    this.cancel();
  }

  cancel() {
    this.start = this.cell = null;
  }
}
