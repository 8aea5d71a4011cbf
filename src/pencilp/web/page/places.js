// The places of a layer on the picture, for the pointer and the cursor.

import { t } from "./words.js";

const CLUE_DISTANCE = 0.62; // the distance between two clues outside a line, in cells

// places with their index as key
export const keyed = (places) => places.map((place, key) => ({ ...place, key }));

// The places of a layer: {key, x, y, name}. The key is the position of the token in the layer's values: a number, or {side, line}.
// All clues outside a line share one key: their token has all clues with blanks between them.
export function placesOf(layout, layer, values) {
  if (layer.on === "lines") return outside(layout, layer, values ?? {});
  if (layer.on === "board") return [];
  if (layer.on === "columns") return columns(layout);
  return keyed(layout.places[layer.on] ?? []);
}

export function tokenAt(values, key) {
  if (values == null) return null;
  if (typeof key !== "object") return Array.isArray(values) ? values[key] : values;
  return values[key.side]?.[key.line]?.join(" ") || null;
}

// the values of a layer with another token at a place
export function withToken(layout, layer, values, key, token) {
  if (layer.on === "board") return token;
  if (layer.on !== "lines") {
    const changed = values ? [...values] : new Array(layout.places[layer.on]?.length ?? layout.cols).fill(null);
    changed[key] = token;
    return changed;
  }
  const sides = Object.fromEntries(
    layer.sides.map((side) => [side, [...(values?.[side] ?? emptyLines(layout, side))]]),
  );
  sides[key.side][key.line] = (token ?? "").split(/[ ,]+/).filter(Boolean);
  return sides;
}

function emptyLines(layout, side) {
  return new Array(side === "top" || side === "bottom" ? layout.cols : layout.rows).fill([]);
}

function columns(layout) {
  const bottom = Math.max(...layout.places.corners.map((p) => p.y));
  return Array.from({ length: layout.cols }, (_, key) => ({
    key,
    x: (key + 0.5) * layout.unit,
    y: bottom + 0.85 * layout.unit,
    name: t("column", key + 1),
  }));
}

function outside(layout, layer, values) {
  const found = [];
  for (const side of layer.sides) {
    const ends = layout.outside[side];
    ends.forEach((end, line) => {
      if (!end) return;
      const clues = layer.single ? 1 : Math.max(1, values[side]?.[line]?.length ?? 0) + 1;
      for (let n = 0; n < clues; n++) {
        const far = (0.9 + CLUE_DISTANCE * n) * layout.unit;
        found.push({ key: { side, line }, x: end.x + end.away.x * far, y: end.y + end.away.y * far, name: t(`outside.${side}`, line + 1) });
      }
    });
  }
  return found;
}

// the place nearest to a point, the first of several; null if all are at least `most` away
export function nearest(places, x, y, most = Infinity) {
  if (!places.length) return null;
  if (!TABLES.has(places)) TABLES.set(places, new Table(places));
  return TABLES.get(places).nearest(x, y, most);
}

const TABLES = new WeakMap(); // the table of each list of places

// Places by the square of the picture in which they lie, about one in each square.
class Table {
  constructor(places) {
    this.places = places;
    const [xs, ys] = [places.map((place) => place.x), places.map((place) => place.y)];
    const most = (all) => all.reduce((a, b) => Math.max(a, b));
    [this.left, this.top] = [-most(xs.map((x) => -x)), -most(ys.map((y) => -y))];
    const [width, height] = [most(xs) - this.left, most(ys) - this.top];
    this.side = Math.max(Math.sqrt((width * height) / places.length), Math.max(width, height) / places.length, 1);
    [this.cols, this.rows] = [width, height].map((size) => Math.floor(size / this.side) + 1);
    this.squares = Array.from({ length: this.cols * this.rows }, () => []);
    places.forEach((place, i) => this.squares[this.#row(place.y) * this.cols + this.#col(place.x)].push(i));
  }

  #col(x) {
    return Math.min(Math.max(Math.floor((x - this.left) / this.side), 0), this.cols - 1);
  }

  #row(y) {
    return Math.min(Math.max(Math.floor((y - this.top) / this.side), 0), this.rows - 1);
  }

  // looks in the square of the point, then in the squares around it, ring by ring
  nearest(x, y, most) {
    let best = -1;
    let least = most * most;
    const [row, col] = [this.#row(y), this.#col(x)];
    for (let ring = 0; ring < Math.max(this.rows, this.cols); ring++) {
      if ((Math.max(ring - 1, 0) * this.side) ** 2 > least) break;
      for (let r = Math.max(row - ring, 0); r <= Math.min(row + ring, this.rows - 1); r++) {
        const step = Math.abs(r - row) === ring ? 1 : 2 * ring; // of an inner row only the two ends belong to the ring
        for (let c = col - ring; c <= col + ring; c += step || 1) {
          if (c < 0 || c >= this.cols) continue;
          for (const i of this.squares[r * this.cols + c]) {
            const away = (this.places[i].x - x) ** 2 + (this.places[i].y - y) ** 2;
            if (away < least || (away === least && i < best)) [best, least] = [i, away];
          }
        }
      }
    }
    return this.places[best] ?? null;
  }
}

// The next place in the direction (dx, dy) of an arrow key. Places in the same row or column come first, even beyond a hole (`unit`
// is the width of a cell; rows of hexagons are shifted by half a cell), then places that are more ahead than aside.
export function ahead(places, from, dx, dy, unit) {
  let best = null;
  let least = Infinity;
  for (const place of places) {
    if (sameKey(place.key, from.key)) continue;
    const along = (place.x - from.x) * dx + (place.y - from.y) * dy;
    const aside = Math.abs((place.x - from.x) * dy - (place.y - from.y) * dx);
    if (along <= 1) continue;
    const far = along + 1.5 * aside + (aside <= unit / 2 + 1 ? 0 : aside <= along + 0.01 ? 1e6 : 1e7);
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

export function sameKey(a, b) {
  return a === b || (typeof a === "object" && a.side === b.side && a.line === b.line);
}
