// Values at the sides of cells: lines along edges, and lines that cross them from cell to cell. The cursor is at a cell; the keys
// around S stand for its sides.

import { keyed, nearest } from "./places.js";
import { cycle, drawnOf, letterOf, next, repeated } from "./steps.js";

class Sided {
  constructor(ed) {
    this.ed = ed;
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

const NEAR_DOT = 0.3; // of an edge: a pointer that comes down nearer to its end may go along any edge from there
const CLICK = 0.2; // of an edge: a pointer that has moved less was clicked

// A click changes an edge. Dragging draws along edges: from dot to dot, or from the middle of an edge. If the pointer comes down
// near a dot, the edge is known only when it has moved.
export class Drawn extends Sided {
  how = "howDrawn";

  constructor(ed) {
    super(ed);
    const { ends, places } = ed.layout;
    this.dots = keyed(places.corners);
    this.between = new Map(ed.sides.flatMap((place) => [ends[place.key], [...ends[place.key]].reverse()].map((pair) => [pair.join(), place])));
    const [a, b] = (ends[0] ?? []).map((corner) => this.dots[corner]);
    this.length = a ? Math.hypot(a.x - b.x, a.y - b.y) : ed.layout.unit;
  }

  down(at) {
    this.cancel();
    const { x, y } = at;
    const place = nearest(this.ed.sides, x, y, this.ed.reach);
    const dot = nearest(this.dots, x, y);
    const waits = Math.hypot(dot.x - x, dot.y - y) < NEAR_DOT * this.length;
    if (!place && !waits) return;
    this.go(at);
    Object.assign(this, { start: at, place, dot, waits });
    if (waits) return;
    this.first = { place, token: this.ed.token(place) };
    this.painted = next(this.tokens, this.first.token, at.other);
    this.ed.put(place, this.painted);
  }

  move({ x, y }) {
    if (!this.start) return;
    const dot = nearest(this.dots, x, y);
    if (dot.key !== this.dot.key) {
      this.draw(this.between.get(`${this.dot.key},${dot.key}`), { x, y });
      this.dot = dot;
    }
    if (!this.waits) this.draw(nearest(this.ed.sides, x, y, this.ed.reach * 0.5), { x, y });
  }

  draw(place, at) {
    if (!place) return;
    const { other } = this.start;
    if (!this.first) {
      this.first = { place, token: this.ed.token(place), drags: true };
      this.painted = repeated(this.tokens, this.first.token, other);
    } else if (!this.first.drags && place.key !== this.first.place.key) {
      this.first.drags = true;
      this.painted = repeated(this.tokens, this.first.token, other);
      this.ed.put(this.first.place, this.painted);
    }
    this.go(at);
    this.ed.put(place, this.painted);
  }

  go({ x, y }) {
    const cell = nearest(this.ed.cells, x, y);
    if (cell && !this.ed.isAt(cell)) this.ed.moveTo(cell, false);
  }

  up({ x, y }) {
    const { start, first, place } = this;
    this.cancel();
    if (!start || first || !place) return;
    if (Math.hypot(x - start.x, y - start.y) < CLICK * this.length) this.change(place, start.other);
  }

  cancel() {
    this.start = this.first = null;
  }
}

// Dragging draws a line from cell to cell, or with the second button crosses; a click near the border of two cells cycles through
// the tokens there.
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
      if (this.painted === undefined) this.painted = this.start.other ? this.crossedOut(place) : this.drawn(place);
      this.ed.put(place, this.painted);
    }
    this.cell = cell;
    this.ed.moveTo(cell, false);
  }

  // the token of a place after the second button was dragged over it: a cross if there was none, otherwise nothing
  crossedOut(place) {
    return this.tokens.includes("") && this.ed.token(place) !== "" ? "" : null;
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
