// Colours: cells that the user colours, candidates in colours, and, as a display, a colour for each piece of a line or a group of cells.

import { keepFocus, make } from "./dom.js";
import { nearest } from "./places.js";
import { lasting } from "./storage.js";
import { svg } from "./view.js";
import { t } from "./words.js";

// the colours of the palette; the first two are for inside and outside a loop
const COLOURS = ["#f2c200", "#3fa34d", "#2f7fd6", "#d64545", "#8e5bd0", "#e8862e", "#2aa8a8", "#8a8a8a"];
const GOLDEN_ANGLE = 137.508; // the hues of any number of pieces differ
const SWITCH = "pencilp:pieces";
const LINE_WIDTH = 0.17; // of a coloured line, in cells

// A way of entry: a click or a drag gives cells the chosen colour, or takes it away.
class Colouring {
  how = "howColours";

  constructor(editor, colours) {
    Object.assign(this, { editor, colours, erases: null });
    colours.turned(true);
  }

  left() {
    this.colours.turned(false);
  }

  #at({ x, y }, reach) {
    return nearest(this.editor.cells, x, y, this.editor.layout.unit * reach);
  }

  down(at) {
    const place = this.#at(at, 0.75);
    if (!place) return;
    this.editor.moveTo(place, false);
    this.erases = at.other || this.colours.of(place.key) === this.colours.chosen;
    this.#paint(place.key);
  }

  move(at) {
    const place = this.#at(at, 0.5);
    if (this.erases === null || !place) return;
    this.editor.moveTo(place, false);
    this.#paint(place.key);
  }

  up() {
    this.erases = null;
  }

  cancel() {
    this.up();
  }

  #paint(cell) {
    this.colours.paint(cell, this.erases ? null : this.colours.chosen);
  }

  key(key) {
    const { key: cell } = this.editor.cursor;
    const number = Number(key);
    if (key === "Delete" || key === "Backspace" || key === "0") this.colours.paint(cell, null);
    else if (key === " " || key === "Enter") this.colours.paint(cell, this.colours.of(cell) === this.colours.chosen ? null : this.colours.chosen);
    else if (number >= 1 && number <= COLOURS.length) {
      this.colours.choose(number - 1);
      this.colours.paint(cell, number - 1);
    } else return false;
    return true;
  }
}

export class Colours {
  chosen = null; // the number of the colour for cells and candidates; null: candidates are not coloured

  // `use` starts a tool of the editor, or ends it (null)
  constructor(state, view, layout, editor, use) {
    Object.assign(this, { state, view, layout, editor, use });
    this.button = make("button", { class: "quiet", "aria-pressed": "false", "data-does": "colours", onclick: () => this.#turn() }, t("colours"));
    this.swatches = COLOURS.map((colour, n) => {
      const name = n < 2 ? `${t(`colour.${n}`)} (${t(n ? "outsideloop" : "insideloop")})` : t(`colour.${n}`);
      return make("button", { class: `swatch colour${n}`, "aria-pressed": "false", "data-colour": n, "aria-label": name, title: name,
        onclick: () => this.#pick(n) }, String(n + 1));
    });
    this.erase = make("button", { class: "quiet", "data-does": "uncolour", onclick: () => this.#clear() }, t("uncolour"));
    this.pieces = make("input", { type: "checkbox", checked: lasting.get(SWITCH) === "yes", "data-does": "pieces", onchange: () => {
      lasting.put(SWITCH, this.pieces.checked ? "yes" : "no");
      this.show();
    } });
    this.palette = make("div", { class: "row palette", role: "group", "aria-label": t("colours"), hidden: true }, ...this.swatches, this.erase,
      make("label", {}, this.pieces, t("pieces")));
  }

  // the palette stays open when candidates are entered, as these have colours, too
  #turn() {
    const opens = this.palette.hidden;
    keepFocus(this.palette, () => (this.palette.hidden = !opens), this.button);
    this.button.setAttribute("aria-expanded", String(opens));
    if (!opens) {
      this.choose(null);
      this.use(null);
    } else {
      this.choose(0);
      this.#start();
    }
  }

  #start() {
    this.use((editor) => new Colouring(editor, this));
    this.view.board.focus();
  }

  // chooses a colour of the palette; the one that is chosen is given up
  #pick(number) {
    this.choose(this.chosen === number ? null : number);
    if (!this.editor.tool) this.#start(); // candidates have colours, too
  }

  // shows whether cells are being coloured
  turned(on) {
    this.button.setAttribute("aria-pressed", String(on));
  }

  choose(number) {
    this.chosen = number;
    for (const [n, swatch] of this.swatches.entries()) swatch.setAttribute("aria-pressed", String(n === number));
  }

  // the colour of a cell
  of(cell) {
    return this.state.board.colours?.cells?.[cell] ?? null;
  }

  paint(cell, colour) {
    if (this.of(cell) === colour) return;
    const { [cell]: before, ...cells } = this.state.board.colours?.cells ?? {};
    if (colour !== null) cells[cell] = colour;
    this.#put("cells", cells);
  }

  #put(kind, places) {
    const board = this.state.board;
    this.state.put({ ...board, colours: { ...board.colours, [kind]: places } }, "notes");
  }

  #clear() {
    if (this.state.board.colours) this.state.put({ ...this.state.board, colours: {} }, "notes");
  }

  // the colours of a layer's candidates, by "cell candidate"
  ofCandidates(layer) {
    return this.state.board.colours?.[`notes ${layer.name}`] ?? {};
  }

  // the part of a board with other colours of a layer's candidates
  withCandidates(layer, tinted) {
    const { colours } = this.state.board;
    if (!Object.keys(tinted).length && !colours) return {};
    return { colours: { ...colours, [`notes ${layer.name}`]: tinted } };
  }

  show() {
    const layout = this.layout();
    if (!layout) return;
    const cells = Object.entries(this.state.board.colours?.cells ?? {}).filter(([cell, n]) => layout.corners[cell] && n in COLOURS);
    this.view.mark("colours", cells.map(([cell, n]) => filled(layout, cell, COLOURS[n])));
    this.view.mark("pieces", this.pieces.checked ? layout.answers.flatMap((layer) => coloured(layout, layer, this.state.board.answer?.[layer.name])) : []);
  }
}

function filled(layout, cell, fill) {
  return svg("polygon", { points: layout.corners[cell].map((p) => `${layout.places.corners[p].x},${layout.places.corners[p].y}`).join(" "), fill });
}

// the pieces of a layer's answer in colours: lines that are connected, or groups of cells with one sign
function coloured(layout, layer, values) {
  if (!Array.isArray(values)) return [];
  const hue = (n) => `hsl(${Math.round(n * GOLDEN_ANGLE) % 360} 75% 45%)`;
  if (layer.on === "cells") {
    const joined = layout.joins.filter(([a, b]) => values[a] && values[a] === values[b]);
    const groups = components(layout.places.cells.length, joined);
    return groups.flatMap((cells, n) => (values[cells[0]] ? cells.map((cell) => filled(layout, cell, hue(n))) : []));
  }
  const ends = { links: [layout.joins, layout.places.cells], edges: [layout.ends, layout.places.corners] }[layer.on];
  if (!ends) return [];
  const [joins, points] = ends;
  const lines = [...values.keys()].filter((e) => values[e] && joins[e]);
  const groups = components(points.length, lines.map((e) => joins[e])).filter((group) => group.length > 1);
  const number = new Map(groups.flatMap((group, n) => group.map((point) => [point, n])));
  return lines.map((e) => {
    const [a, b] = joins[e].map((p) => points[p]);
    return svg("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, stroke: hue(number.get(joins[e][0])), "stroke-width": layout.unit * LINE_WIDTH });
  });
}

// the connected components of points 0 to `count` - 1, in the order of their first points
function components(count, joins) {
  const adjacent = Array.from({ length: count }, () => []);
  for (const [a, b] of joins) {
    adjacent[a].push(b);
    adjacent[b].push(a);
  }
  const seen = new Set();
  const found = [];
  for (let first = 0; first < count; first++) {
    if (seen.has(first)) continue;
    seen.add(first);
    const group = [first];
    for (const point of group) for (const other of adjacent[point]) if (!seen.has(other)) seen.add(other) && group.push(other);
    found.push(group);
  }
  return found;
}
