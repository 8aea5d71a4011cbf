// Marks on the board: outlines of cells, rings at edges and corners, frames around the clues of a line.

import { placesOf } from "./places.js";
import { svg } from "./view.js";

const points = (corners) => corners.map((p) => `${p.x},${p.y}`).join(" ");

// outlines of cells
export function outlined(layout, cells) {
  return cells.map((cell) => svg("polygon", { points: points(layout.corners[cell].map((p) => layout.places.corners[p])) }));
}

// Marks at places as the server tells them: pairs of a kind ("cells", "edges", "corners", "columns") or a side, and an index.
export function marked(layout, board, places) {
  const cells = places.filter(([kind]) => kind === "cells").map(([, cell]) => cell);
  const others = places.filter(([kind]) => kind !== "cells").flatMap(([kind, index]) => pointsAt(layout, board, kind, index));
  return [...outlined(layout, cells), ...others.map((p) => svg("circle", { cx: p.x, cy: p.y, r: layout.unit * 0.3 }))];
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
