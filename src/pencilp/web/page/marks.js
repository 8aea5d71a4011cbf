// Marks on the board: outlines of cells, rings at edges and corners, frames around boxes and the clues of a line.

import { placesOf } from "./places.js";
import { svg } from "./view.js";

const points = (corners) => corners.map((p) => `${p.x},${p.y}`).join(" ");

const MARK_SIZE = 0.9; // the size of a mark in its cell, so that it does not touch the cell's border
const CORNER_CUT = 0.3; // the part of each side that is cut at corners with clues
const RADIUS = { corners: 0.28, edges: 0.18, links: 0.2 };

const between = (p, q, part) => ({ x: p.x + (q.x - p.x) * part, y: p.y + (q.y - p.y) * part });

// outlines of cells; none while another board is being opened, as its layout is missing
export function outlined(layout, cells) {
  if (!layout) return [];
  const cut = layout.inputs.some((layer) => layer.on === "corners");
  return cells.map((cell) => {
    const corners = layout.corners[cell].map((p) => between(layout.places.cells[cell], layout.places.corners[p], MARK_SIZE));
    const around = cut ? corners.flatMap((p, i) => [between(p, corners.at(i - 1), CORNER_CUT), between(p, corners[(i + 1) % corners.length], CORNER_CUT)]) : corners;
    return svg("polygon", { points: points(around) });
  });
}

// a frame around the clues of a line
export function framed(layout, clues) {
  const far = layout.unit * 0.31;
  const [xs, ys] = [clues.map((p) => p.x), clues.map((p) => p.y)];
  const [x, y] = [Math.min(...xs) - far, Math.min(...ys) - far];
  return svg("rect", { x, y, width: Math.max(...xs) + far - x, height: Math.max(...ys) + far - y, rx: far / 2 });
}

// a frame in a box below the board
export function boxed(layout, { x, y }) {
  const size = layout.unit * MARK_SIZE;
  return svg("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size });
}

// Marks at places from the server: pairs of a kind ("cells", "edges", "corners", "columns") or a side, and an index.
// Duplicates have one mark.
export function marked(layout, board, places) {
  const each = [...new Map(places.map((place) => [place.join(), place])).values()];
  return each.flatMap(([kind, index]) => {
    if (kind === "cells" || !layout) return outlined(layout, [index]);
    const found = pointsAt(layout, board, kind, index);
    if (kind in layout.outside) return found.length ? framed(layout, found) : [];
    if (kind === "columns") return found.map((p) => boxed(layout, p));
    return found.map((p) => svg("circle", { cx: p.x, cy: p.y, r: layout.unit * (RADIUS[kind] ?? 0.3) }));
  });
}

// the name of a place in the picture
export function called(layout, [kind, index]) {
  if (kind in layout.outside) return `${kind}${index + 1}`;
  const place = layout.places[kind]?.[index];
  return place?.tag ?? place?.name;
}

// the points of such a place, on each of which there is a clue or a value
export function pointsAt(layout, board, kind, index) {
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
