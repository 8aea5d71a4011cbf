// Draws what follows from all values of a layer: walls between rooms, borders of areas, cages, tubes and diagonals, as pencilp.draw.svg.lines
// draws them. Each way has `draw`, which returns the elements by sheet, and `follows`, which returns whether a cell that looks
// different now changes them.

import { coordinate } from "./coordinates.js";
import { svg } from "./view.js";

const RIM = 0.15; // the width of a wall with its rim of paper, in cells
const INSET = 0.08; // between a cage and the sides of its cells, in cells
const SLANT = { square: 1, hexagonal: 0.8660254037844386 };
const [BULB, TUBE, GLASS] = [0.37, 0.42, 0.08]; // the radius of a bulb, the width of a tube, and the glass on both sides

const darkens = (before, now) => before.dark !== now.dark;
const never = () => false;

const path = (p, pieces, ...manner) => (pieces.length ? [svg("path", p.stroke(pieces, ...manner))] : []);
const links = (p) => p.layout.joins.map((_, e) => e);

// rims of paper along the walls of dark cells, which would hide the walls
function rims(p, walls) {
  const shown = p.dark.size ? walls.filter((e) => p.layout.joins[e]?.some((cell) => p.dark.has(cell))) : [];
  return path(p, shown.map((e) => p.ends(e)), p.paper, RIM, "butt");
}

// the walls between cells with different values
function walls(p, layer) {
  const values = p.values(layer) ?? [];
  return links(p).filter((e) => {
    const [a, b] = p.layout.joins[e].map((cell) => values[cell] ?? null);
    return a !== b;
  });
}

// the borders between cells with different values that are known
function borders(p, layer) {
  const values = p.values(layer) ?? [];
  const known = (cell) => (values[cell] === "" && layer.value.nothing === null ? null : values[cell] ?? null);
  return links(p).filter((e) => {
    const [a, b] = p.layout.joins[e].map(known);
    return a !== b && a !== null && b !== null;
  });
}

// the dashed outlines of cages, a little inside their cells
function cages(p, layer) {
  const { layout, unit } = p;
  const of = p.values(layer) ?? [];
  const around = layout.directions.length;
  const point = (corner) => [p.places.corners[corner].x, p.places.corners[corner].y];
  const opposite = (d) => (d + around / 2) % around;
  // whether the cage goes on across a side of a cell
  const open = (cell, d) => layout.steps[cell][d] >= 0 && (of[layout.steps[cell][d]] ?? null) === of[cell];
  const inner = (cell, corner) => {
    const { x: cx, y: cy } = p.places.cells[cell];
    const [x, y] = point(corner);
    return [cx + (x - cx) * (1 - 2 * INSET), cy + (y - cy) * (1 - 2 * INSET)];
  };
  // the clockwise end (turn 1) or the other end (turn -1) of the line along a side
  const end = (cell, d, turn) => {
    const corners = layout.corners[cell];
    const corner = turn === 1 ? corners[d] : corners.at(d - 1);
    const next = (d + turn + around) % around;
    if (!open(cell, next)) return inner(cell, corner);
    const other = layout.steps[cell][next];
    if (open(other, (opposite(next) + turn + around) % around)) return inner(other, corner);
    const [a, b] = [corners.at(next - 1), corners[next]];
    const [[x, y], [qx, qy]] = [point(corner), point(a === corner ? b : a)];
    const f = (INSET * unit) / SLANT[layout.shape] / ((qx - x) ** 2 + (qy - y) ** 2) ** 0.5;
    return [x + (qx - x) * f, y + (qy - y) * f];
  };
  return p.places.cells.flatMap(({ key }) => ((of[key] ?? null) === null ? [] :
    layout.directions.flatMap((_, d) => (open(key, d) ? [] : [[end(key, d, -1), end(key, d, 1)]]))));
}

// the tubes with their bulbs at place 1 (of glass if an answer fills them, else grey), and the mercury in them
function tubes(p, layer) {
  const found = new Map((p.values(layer) ?? []).flatMap((token, cell) => (token ? [[token, cell]] : [])));
  const center = (cell) => [p.places.cells[cell].x, p.places.cells[cell].y];
  const next = (token) => {
    const [label, place] = token.split(".");
    return `${label}.${Number(place) + 1}`;
  };
  const bulbs = (cells, r, color) => [...cells].filter(([token]) => token.endsWith(".1")).map(([, cell]) => svg("circle", p.round(...center(cell), r, color, "none", 0)));
  const pieces = [...found].filter(([token]) => found.has(next(token))).map(([token, cell]) => [center(cell), center(found.get(next(token)))]);
  const glass = p.layout.answers.some((each) => each.on === "cells" && each.marks) ? [[p.ink, 0], [p.paper, GLASS]] : [[p.grey, 0]];
  const filled = new Map([...found].filter(([, cell]) => p.mercury.has(cell)));
  const mercury = [...filled].map(([token, cell]) => [center(cell), center(filled.get(next(token)) ?? cell)]);
  return [
    ...glass.flatMap(([color, less]) => [...path(p, pieces, color, TUBE - less, "round"), ...bulbs(found, BULB - less / 2, color)]),
    ...path(p, mercury, p.pencilShade, 0.25, "round"), ...bulbs(filled, 0.29, p.pencilShade),
  ];
}

// the two long diagonals of a square board, cell by cell
function diagonals(p) {
  const { unit, layout } = p;
  return p.places.cells.flatMap(({ x, y }) => {
    const [row, col] = [Math.floor(y / unit), Math.floor(x / unit)];
    const slopes = [...(row === col ? [1] : []), ...(row + col === layout.cols - 1 ? [-1] : [])];
    return slopes.map((slope) => [[x - unit / 2, y - (slope * unit) / 2], [x + unit / 2, y + (slope * unit) / 2]]);
  });
}

export const WHOLE = {
  along: {
    follows: darkens,
    draw: (p, layer) => (layer.value.dashed ? {} : { paths: rims(p, links(p).filter((e) => Number(p.values(layer)?.[e]))) }),
  },
  outlines: {
    follows: darkens,
    draw: (p, layer) => {
      const edges = walls(p, layer);
      return { paths: rims(p, edges), walls: path(p, edges.map((e) => p.ends(e)), p.ink, 0.075, "round") };
    },
  },
  areas: {
    follows: never,
    draw: (p, layer) => ({ lines: path(p, borders(p, layer).map((e) => p.ends(e)), p.pencilLine, 0.11, "round") }),
  },
  cages: {
    follows: never,
    draw: (p, layer) => ({ paths: path(p, cages(p, layer), p.ink, 0.028, "butt", `${coordinate(0.09 * p.unit)} ${coordinate(0.06 * p.unit)}`) }),
  },
  diagonals: {
    follows: never,
    draw: (p, layer) => ({ paths: path(p, Number(p.values(layer)) ? diagonals(p) : [], p.grey, 0.05, "round") }),
  },
  tubes: {
    follows: (before, now) => before.mercury !== now.mercury,
    draw: (p, layer) => ({ paths: tubes(p, layer) }),
  },
};
