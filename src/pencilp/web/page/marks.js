// Marks on the board: outlines of cells, rings at edges and corners, frames around boxes and the clues of a line.

import { placesOf } from "./places.js";
import { svg } from "./view.js";

const points = (corners) => corners.map((p) => `${p.x},${p.y}`).join(" ");

export const INSIDE = 0.86; // how large an outline is that leaves the borders of its cell to be seen

// outlines of cells, as large as they are or smaller
export function outlined(layout, cells, size = 1) {
  return cells.map((cell) => {
    const { x, y } = layout.places.cells[cell];
    const corners = layout.corners[cell].map((p) => layout.places.corners[p]);
    return svg("polygon", { points: points(corners.map((p) => ({ x: x + (p.x - x) * size, y: y + (p.y - y) * size }))) });
  });
}

// a frame around points, so far from them
export function framed(around, far) {
  const [xs, ys] = [around.map((p) => p.x), around.map((p) => p.y)];
  const [x, y] = [Math.min(...xs) - far, Math.min(...ys) - far];
  return svg("rect", { x, y, width: Math.max(...xs) + far - x, height: Math.max(...ys) + far - y, rx: far / 3 });
}

// Marks at places as the server tells them: pairs of a kind ("cells", "edges", "corners", "columns") or a side, and an index.
// Each has one mark, however often it is told. `size` is that of the outlines of cells.
export function marked(layout, board, places, size = 1) {
  const once = new Map(places.map((place) => [String(place), place]));
  return [...once.values()].flatMap(([kind, index]) => {
    if (kind === "cells") return outlined(layout, [index], size);
    const found = pointsAt(layout, board, kind, index);
    if (kind in layout.outside) return found.length ? framed(found, layout.unit * 0.31) : [];
    if (kind === "columns") return found.map((p) => framed([p], layout.unit * 0.5 * size));
    return found.map((p) => svg("circle", { cx: p.x, cy: p.y, r: layout.unit * 0.21 }));
  });
}

// discs over places, as large as what is written there
export function covered(layout, board, places) {
  return places.flatMap(([kind, index]) => pointsAt(layout, board, kind, index).map((p) =>
    svg("circle", { cx: p.x, cy: p.y, r: layout.unit * (kind === "cells" ? 0.4 : kind in layout.outside ? 0.3 : 0.24) })));
}

function pointsAt(layout, board, kind, index) {
  if (kind in layout.outside) {
    const layers = layout.inputs.filter((layer) => layer.on === "lines" && layer.sides.includes(kind));
    return layers.flatMap((layer) => {
      const values = board.puzzle?.[layer.name];
      const line = placesOf(layout, layer, values).filter(({ key }) => key.side === kind && key.line === index);
      return line.slice(0, Math.max(1, values?.[kind]?.[index]?.length ?? 0));
    });
  }
  if (kind === "columns") return placesOf(layout, { on: "columns" }, null).slice(index, index + 1);
  const at = layout.places[kind]?.[index];
  return at ? [at] : [];
}
