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

export function nearest(places, x, y, most = Infinity) {
  let best = null;
  let least = most * most;
  for (const place of places) {
    const away = (place.x - x) ** 2 + (place.y - y) ** 2;
    if (away < least) [best, least] = [place, away];
  }
  return best;
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
