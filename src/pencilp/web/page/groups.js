// Groups of cells: rooms, cages and paths.

import { nearest } from "./places.js";
import { drawnOf, letterOf } from "./steps.js";
import { t } from "./words.js";

// the common part: the cells that a pointer crosses
class Gathered {
  constructor(ed) {
    this.ed = ed;
    this.cells = null;
  }

  down(at) {
    this.start = at;
    const cell = nearest(this.ed.cells, at.x, at.y, this.ed.reach * 1.5);
    this.cells = cell ? [cell.key] : null;
    if (cell) this.ed.moveTo(cell, false);
  }

  move({ x, y }) {
    const cell = nearest(this.ed.cells, x, y, this.ed.layout.unit * 0.5);
    if (!this.cells || !cell || cell.key === this.cells.at(-1)) return;
    this.cross(cell.key);
    this.ed.moveTo(cell, false);
    this.ed.chosen(this.cells);
  }

  up() {
    const cells = this.cells;
    this.cancel();
    if (cells) this.done(cells);
  }

  cancel() {
    this.cells = null;
    this.ed.chosen([]);
  }

  labels() {
    const values = this.ed.values ?? [];
    return this.ed.cells.map((_, c) => values[c] ?? null);
  }

  // the first unused number
  unused(labels, of = (label) => label) {
    const used = new Set(labels.map(of));
    let n = 1;
    while (used.has(String(n))) n += 1;
    return String(n);
  }

  key(name, event) {
    const drawn = drawnOf(this.ed.layout, name, event);
    if (drawn < 0) return false;
    const there = this.ed.layout.steps[this.ed.cursor.key][drawn];
    if (there >= 0) {
      this.walk(this.ed.cursor.key, there);
      this.ed.moveTo(this.ed.cells[there]);
    }
    return true;
  }
}

// The cells that a pointer crosses become one group. If groups cover the board, a click on the border between two cells sets or
// removes a wall, and the walls then determine the groups. If a room need not be connected, Shift, the second button or a switch
// (`ed.further`) adds cells to the room that was entered or clicked last.
export class Rooms extends Gathered {
  room = null; // a cell of it

  get how() {
    return this.partial ? "howCages" : "howRooms";
  }

  get examples() {
    return this.apart ? t("howFurther") : "";
  }

  get apart() {
    return !this.ed.layer.value.connected;
  }

  down(at) {
    super.down(at);
    this.further = (at.other || this.ed.further) && this.apart;
  }

  get partial() {
    return this.ed.layer.value.partial;
  }

  cross(cell) {
    if (!this.cells.includes(cell)) this.cells.push(cell);
  }

  done(cells) {
    if (this.further) return this.add(cells);
    this.room = cells[0];
    if (cells.length > 1) return this.join(cells, this.unused(this.labels()));
    const { x, y } = this.start;
    const link = nearest(this.ed.links, x, y, this.ed.layout.unit * 0.25);
    if (link && !this.partial) this.toggle(link.key);
    else if (this.partial) this.alone(cells[0]);
  }

  // adds cells to the room that was entered last
  add(cells) {
    const labels = this.labels();
    this.join(cells, labels[this.room ?? cells[0]] ?? this.unused(labels));
  }

  // makes a cell a group of its own, or removes it from its group
  alone(cell) {
    const labels = this.labels();
    this.join([cell], labels[cell] === null ? this.unused(labels) : null);
  }

  // makes cells a group; a group that this cuts into pieces becomes several groups
  join(cells, label) {
    const before = this.labels();
    const labels = [...before];
    for (const cell of cells) labels[cell] = label;
    const [whole, pieces] = [this.pieces(before), this.pieces(labels)];
    const count = (group, among, found) => new Set(found.filter((_, c) => among[c] === group)).size;
    const touched = new Set(cells.map((cell) => before[cell]).filter((group) => group !== null && group !== label));
    const cut = new Set([...touched].filter((group) => count(group, labels, pieces) > count(group, before, whole)));
    if (label !== null && this.ed.layer.value.connected) cut.add(label);
    this.put(this.divided(labels, cut, pieces));
  }

  // numbers the groups in the reading order of their first cells
  put(labels, loose = this.inside(labels)) {
    const numbers = new Map();
    const numbered = labels.map((label) => {
      if (label !== null && !numbers.has(label)) numbers.set(label, String(numbers.size + 1));
      return label === null ? null : numbers.get(label);
    });
    this.ed.setAll(numbered, loose);
  }

  // the walls that still end within a room
  inside(labels) {
    if (!this.ed.layer.walls) return [];
    return this.ed.loose.filter((e) => this.ed.layout.joins[e].every((cell) => labels[cell] === labels[this.ed.layout.joins[e][0]]));
  }

  walls(labels) {
    const walls = new Set();
    this.ed.layout.joins.forEach(([a, b], e) => labels[a] !== labels[b] && walls.add(e));
    return walls;
  }

  // for each cell the first cell of its component, where walls separate cells
  pieces(labels, walls = this.walls(labels)) {
    const found = labels.map(() => null);
    found.forEach((known, first) => {
      if (known !== null) return;
      const open = [first];
      found[first] = first;
      while (open.length) {
        const cell = open.pop();
        this.ed.layout.steps[cell].forEach((other, d) => {
          if (other < 0 || found[other] !== null || walls.has(this.ed.layout.around[cell][d])) return;
          found[other] = first;
          open.push(other);
        });
      }
    });
    return found;
  }

  // labels in which each piece of the given groups has its own label
  divided(labels, groups, pieces) {
    return labels.map((label, cell) => (groups.has(label) ? `piece ${pieces[cell]}` : label));
  }

  // adds or removes a wall; it ends within a room until walls divide the room
  toggle(link) {
    const labels = this.labels().map((label) => label ?? "1");
    const [a, b] = this.ed.layout.joins[link];
    const walls = this.walls(labels);
    for (const e of this.ed.loose) walls.add(e);
    if (!walls.delete(link)) walls.add(link);
    const divided = this.divided(labels, new Set([labels[a], labels[b]]), this.pieces(labels, walls));
    const loose = [...walls].filter((e) => divided[this.ed.layout.joins[e][0]] === divided[this.ed.layout.joins[e][1]]);
    this.put(divided, loose);
  }

  // adds a neighbour to the group of a cell
  walk(cell, there) {
    const labels = this.labels();
    const label = labels[cell] ?? this.unused(labels);
    this.room = there;
    this.join([cell, there], label);
  }

  key(name, event) {
    if (super.key(name, event)) return true;
    const { key } = this.ed.cursor;
    const direction = letterOf(this.ed.layout, name);
    const links = this.ed.layout.around[key].filter((e, d) => this.ed.layout.steps[key][d] >= 0);
    if (direction >= 0 && !this.partial) {
      if (this.ed.layout.steps[key][direction] >= 0) this.toggle(this.ed.layout.around[key][direction]);
    } else if (name === " " || name === "Enter") {
      if (event.shiftKey && this.apart) this.add([key]);
      else {
        this.room = key;
        if (this.partial) this.alone(key);
        else this.join([key], this.unused(this.labels()));
      }
    } else if (name === "Delete" || name === "Backspace") {
      if (this.partial) this.join([key], null);
      else {
        const walls = this.walls(this.labels());
        for (const e of this.ed.loose) walls.add(e);
        for (const e of links) if (walls.has(e)) this.toggle(e);
      }
    } else return false;
    return true;
  }
}

// A path is dragged from its first cell to its last. A click on a path removes it.
export class Path extends Gathered {
  how = "howPath";

  cross(cell) {
    const back = this.cells.indexOf(cell);
    if (back >= 0) this.cells.length = back + 1;
    else if (this.touch(this.cells.at(-1), cell)) this.cells.push(cell);
  }

  // whether a path may go from one cell to another: across an edge, or, if it may be diagonal, across a corner
  touch(cell, other) {
    const { steps, corners } = this.ed.layout;
    return this.ed.layer.value.diagonal ? corners[cell].some((p) => corners[other].includes(p)) : steps[cell].includes(other);
  }

  done(cells) {
    const labels = this.without(cells);
    if (cells.length > 1) {
      const label = this.unused(labels, nameOf);
      cells.forEach((cell, i) => (labels[cell] = `${label}.${i + 1}`));
    }
    this.ed.setAll(labels);
  }

  // the values without the paths through the given cells
  without(cells) {
    const labels = this.labels();
    const gone = new Set(cells.map((cell) => nameOf(labels[cell])).filter(Boolean));
    return labels.map((token) => (gone.has(nameOf(token)) ? null : token));
  }

  // the cells of the path through a cell, in order
  pathOf(cell) {
    const labels = this.labels();
    const name = nameOf(labels[cell]);
    if (!name) return [cell];
    const cells = labels.flatMap((token, c) => (nameOf(token) === name ? [c] : []));
    return cells.sort((a, b) => placeOf(labels[a]) - placeOf(labels[b]));
  }

  // extends a path from its last cell
  walk(cell, there) {
    const path = this.pathOf(cell);
    if (path.at(-1) === cell && !path.includes(there)) this.done([...path, there]);
  }

  key(name, event) {
    if (super.key(name, event)) return true;
    if (name !== "Delete" && name !== "Backspace") return false;
    this.ed.setAll(this.without([this.ed.cursor.key]));
    return true;
  }
}

const nameOf = (token) => token?.split(".")[0];
const placeOf = (token) => Number(token.split(".")[1]);
