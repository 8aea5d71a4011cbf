// Paints changed values onto the server's picture of the board, place by place, as pencilp.draw.svg draws them: tests compare the
// two.

import { captionOf, drawAround, isAround } from "./around.js";
import { coordinate, pathData } from "./coordinates.js";
import { boxOf, hasTallClues, lineClues, linesChanged } from "./outside.js";
import { keyed } from "./places.js";
import { svg } from "./view.js";
import { WHOLE } from "./wholes.js";

const SHEETS = ["ground", "grid", "paths", "walls", "shapes", "lines", "rounds", "marks", "text"];
const SIGNS = new Set(["shapes", "lines", "rounds", "text"]); // the sheets of signs, whose elements have classes
const SCALES = { corners: 0.5, links: 0.5, edges: 0.5, lines: 0.6 };
const GLYPHS = new Set(["glyphs", "areas", "circles"]);
const IN_CELLS = new Set(["cells", "groups"]);
const STROKES = new Set(["along", "across", "bridges"]);
const DASH = "2.4 2.6";
const UNTAGGED = -1; // the key of elements of a layer as a whole, which come first
const EMPTY_SIGNS = 2 ** 24; // added to the keys of signs for "empty", which come last
const SIGNS_OF_SIDES = 2 ** 25; // the key of signs that belong to no line, after all clues outside the board
const MAX_LINES = 2 ** 20; // on one side of a board
const MARGIN = 0.35; // around the picture, in cells

// the height at which a text fits into a cell
const height = (text, room = 1) => ([...text].length < 4 ? room * [0.62, 0.62, 0.54, 0.42][[...text].length] : (room * 1.3) / [...text].length);

// elements of one kind in the order of the picture: {key, element}, sorted by key
class Elements {
  constructor(parent, entries = []) {
    this.parent = parent;
    this.entries = entries;
  }

  #at(key) {
    let [low, high] = [0, this.entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.entries[middle].key < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // replaces all elements with a key
  put(key, elements) {
    const from = this.#at(key);
    const gone = this.entries.splice(from, this.#at(key + 1) - from, ...elements.map((element) => ({ key, element })));
    for (const { element } of gone) element.remove();
    const next = this.entries[from + elements.length]?.element ?? null;
    for (const element of elements) this.parent.insertBefore(element, next);
  }

  get(key) {
    return this.entries.slice(this.#at(key), this.#at(key + 1)).map(({ element }) => element);
  }
}

// Paints the board of a layout. The kinds of layers are: `strokes`, whose values are numbers of lines; those with glyphs; and those
// of which all or some elements follow from all their values (`WHOLE`).
export class Painter {
  constructor(layout) {
    this.layout = layout;
    this.unit = layout.unit;
    const described = (part, layers) => layers.map((layer) => ({
      ...layer, part, answered: part === "answer", way: layer.value.drawn, strokes: STROKES.has(layer.value.drawn),
      glyphs: new Map(Object.entries(layer.glyphs)), captions: new Map(Object.entries(layer.captions)),
    }));
    // printed layers are above pencilled layers
    this.layers = [...described("answer", layout.answers), ...described("puzzle", layout.inputs)].map((layer, rank) => ({ ...layer, rank }));
    this.inCells = this.layers.filter((layer) => IN_CELLS.has(layer.on) && GLYPHS.has(layer.way));
    this.ways = new Set(this.layers.map((layer) => layer.way));
    this.alongEdges = layout.answers.some((layer) => layer.on === "edges" && layer.value.drawn === "along");
    const ink = (paint) => layout.paints[paint];
    [this.ink] = ink("ink");
    [this.grey] = ink("grey");
    [this.faint] = ink("faint");
    [this.paper] = ink("paper");
    this.pencilLine = ink("line")[1];
    this.pencilShade = ink("shade")[1];
    this.places = { cells: keyed(layout.places.cells), corners: keyed(layout.places.corners), edges: keyed(layout.places.edges) };
    this.places.links = this.places.edges;
    this.board = null;
  }

  // takes over a picture that the server has drawn of a board
  adopt(picture, board, drawn) {
    this.learn(drawn);
    this.board = board;
    this.picture = picture;
    this.sheets = null;
  }

  // learns the glyphs and captions of tokens on a board
  learn({ glyphs, captions }) {
    for (const layer of this.layers) {
      for (const [token, words] of Object.entries(captions[layer.name] ?? {})) layer.captions.set(token, words);
      for (const [token, glyph] of Object.entries(glyphs[layer.name] ?? {})) layer.glyphs.set(token, glyph);
    }
  }

  // Changes the picture to that of another board. Returns which clues' elements are new ("none", "some"), or null if only the
  // server can draw a change: then nothing is painted.
  paint(board) {
    const before = this.board;
    if (!before || before.genre !== board.genre || !sameLattice(before.lattice, board.lattice)) return null;
    const changes = this.#changes(before, board);
    if (changes === null) return null;
    if (!changes.length) {
      this.board = board;
      return "none";
    }
    this.sheets ??= this.#found();
    if (this.sheets === null) return null;
    const looks = new Map();
    const note = (cell) => looks.has(cell) || looks.set(cell, this.#look(cell));
    for (const [layer, place] of changes) this.#cellsOf(layer, place).forEach(note);
    const crowded = this.#hasCorners(board);
    if (crowded !== this.crowded) this.places.cells.forEach(({ key }) => note(key));
    this.board = board;
    this.crowded = crowded;
    this.#paint(changes, looks);
    if (changes.some(([layer]) => layer.on === "lines" || isAround(layer))) this.#around();
    return this.fresh ? "some" : "none";
  }

  // the changed places: [layer, place]; null if the page cannot paint one of them
  #changes(before, board) {
    const found = [];
    for (const layer of this.layers) {
      const [old, now] = [before, board].map((each) => this.#atPlaces(layer, each));
      if (old === now) continue;
      if (layer.on === "board") {
        found.push([layer, null]);
        continue;
      }
      const changed = layer.on === "lines" ? linesChanged(layer, old, now) : placesChanged(old, now);
      const places = changed.map(([place]) => place);
      // a counter shows what changes elsewhere
      if (changed.length && layer.counter !== null) now?.forEach((token, place) => token === layer.counter && places.push(place));
      const tokens = changed.flatMap(([, each]) => each);
      if (GLYPHS.has(layer.way) && tokens.some((token) => !this.#knows(layer, token, board))) return null;
      found.push(...places.map((place) => [layer, place]));
    }
    // all signs in a changed cell must be known, as they may be drawn in another way
    const cells = new Set(found.flatMap(([layer, place]) => this.#cellsOf(layer, place)));
    for (const layer of this.inCells) for (const cell of cells) if (!this.#knows(layer, this.#token(board, layer, cell), board)) return null;
    // what is around the board must be known, as clues outside move it
    const known = this.layers.every((layer) => layer.on !== "board" || captionOf(layer, this.values(layer, board)));
    return known || !found.some(([layer]) => layer.on === "lines" || isAround(layer)) ? found : null;
  }

  // whether the glyph of a token is known
  #knows(layer, token, board) {
    return !token || layer.joined || layer.glyphs.has(token + this.#counted(layer, token, board));
  }

  // the ending of a counter's token: the number of runs on a board
  #counted(layer, token, board) {
    if (token === null || token !== layer.counter) return "";
    const values = this.values(layer, board);
    const isFirst = (kind, place) => kind in layer.runs && (values[this.layout.steps[place][layer.runs[kind]]] ?? null) !== kind;
    return `/${values.filter((kind, place) => kind !== null && isFirst(kind, place)).length}`;
  }

  // the values of a layer, which may be the usual ones; null if there are none
  values(layer, board = this.board) {
    return board[layer.part]?.[layer.name] ?? layer.usual ?? null;
  }

  #cellsOf(layer, place) {
    if (layer.way === "across" || layer.way === "bridges") return this.layout.joins[place];
    if (!IN_CELLS.has(layer.on)) return [];
    return layer.joined ? [place, ...this.layout.steps[place].filter((cell) => cell >= 0)] : [place];
  }

  #token(board, layer, place) {
    return this.#atPlaces(layer, board)?.[place] ?? null;
  }

  // the values of a layer at their places; those of groups are at the first cell of each
  #atPlaces(layer, board) {
    const values = this.values(layer, board);
    if (layer.on !== "groups") return values;
    const labels = board[layer.part]?.[layer.of] ?? [];
    if (this.grouped?.values === values && this.grouped.labels === labels) return this.grouped.tokens;
    const tokens = labels.map(() => null);
    const seen = new Set();
    for (const [cell, label] of labels.entries()) {
      if (label === null || seen.has(label)) continue;
      tokens[cell] = values?.[seen.size] ?? null;
      seen.add(label);
    }
    this.grouped = { values, labels, tokens };
    return tokens;
  }

  // the glyph of a token. A clue that is missing is nothing, an answer that is missing is undecided.
  // The neighbours of a joined value determine its glyph.
  #glyph(layer, token, place) {
    if (token === null && layer.answered) return null;
    const joined = layer.joined ? this.layout.steps[place].map((cell) => Number(cell >= 0 && this.#token(this.board, layer, cell) === token)).join("") : "";
    return layer.glyphs.get((token ?? "") + (joined && `/${joined}`) + this.#counted(layer, token, this.board)) ?? null;
  }

  // whether a clue is in a corner anywhere: then all answers have the size of answers next to a clue
  #hasCorners(board) {
    return this.inCells.some((layer) => !layer.answered &&
      (this.values(layer, board) ?? []).some((token, place) => isCorner(this.#glyph(layer, token, place))));
  }

  // the elements of the picture, by sheet and layer
  #found() {
    const layered = this.picture.querySelectorAll("g.layers");
    if (layered.length !== SHEETS.length) return null;
    const numbers = Object.fromEntries(["cells", "corners", "edges"].map((on) =>
      [on, new Map(this.places[on].map(({ tag, name, key }) => [tag ?? name, key]))]));
    const keyOf = (element, layer) => {
      const { cell, corner, edge, line } = element.dataset;
      if (layer.on === "lines") return line === undefined ? SIGNS_OF_SIDES : lineKey(layer, line);
      const place = cell !== undefined ? numbers.cells.get(cell) : corner !== undefined ? numbers.corners.get(corner) : edge !== undefined ? numbers.edges.get(edge) : UNTAGGED;
      return element.classList.contains("nothing") ? place + EMPTY_SIGNS : place;
    };
    const listed = (parent, layer) => new Elements(parent, [...parent.children].map((element) => ({ key: keyOf(element, layer), element })));
    const ranks = new Map(this.layers.map((layer) => [layer.name, layer.rank]));
    const sheets = {};
    SHEETS.forEach((sheet, i) => {
      const groups = [...layered[i].children].map((element) => ({ key: ranks.get(element.dataset.layer), element }));
      sheets[sheet] = { groups: new Elements(layered[i], groups), layers: new Map(groups.map(({ key, element }) => [key, listed(element, this.layers[key])])) };
    });
    for (const layer of this.layers.filter(({ strokes }) => strokes)) {
      const [drawn] = sheets[this.#sheetOf(layer)].layers.get(layer.rank)?.get(UNTAGGED) ?? [];
      layer.lines = drawn ? listed(drawn, layer) : null;
    }
    this.crowded = this.#hasCorners(this.board);
    this.tall = hasTallClues(this.layout, this.layers, (layer) => this.values(layer));
    const looks = this.places.cells.map(({ key }) => this.#look(key));
    [this.dark, this.mercury] = ["dark", "mercury"].map((name) => new Set(looks.flatMap((look, cell) => (look[name] ? [cell] : []))));
    return sheets;
  }

  // puts the elements of a layer with a key on a sheet
  #put(sheet, layer, key, elements) {
    const { groups, layers } = this.sheets[sheet];
    let each = layers.get(layer.rank);
    if (!each) {
      if (!elements.length) return;
      each = new Elements(svg("g", { "data-layer": layer.name }));
      layers.set(layer.rank, each);
      groups.put(layer.rank, [each.parent]);
    }
    each.put(key, elements);
    if (each.entries.length) return;
    layers.delete(layer.rank);
    groups.put(layer.rank, []);
  }

  #paint(changes, looks) {
    this.fresh = false;
    const wholes = new Set(); // layers that are drawn anew as a whole
    const changed = new Map(this.layers.map((layer) => [layer, new Set()]));
    for (const [layer, place] of changes) {
      if (layer.way in WHOLE) wholes.add(layer);
      if (layer.on === "lines") this.#clues(layer, place);
      else if (layer.strokes) this.#line(layer, place);
      else if (IN_CELLS.has(layer.on)) for (const cell of this.#cellsOf(layer, place)) changed.get(layer).add(cell);
      else if (!isAround(layer)) this.#value(layer, place, null);
    }
    for (const [cell, before] of looks) {
      const now = this.#look(cell);
      for (const name of ["dark", "mercury"]) this[name][now[name] ? "add" : "delete"](cell);
      for (const layer of this.layers) if (WHOLE[layer.way]?.follows(before, now)) wholes.add(layer);
      for (const layer of this.inCells) {
        if (changed.get(layer).has(cell) || !sameLook(before, now)) this.#value(layer, cell, now);
      }
    }
    for (const layer of wholes)
      for (const [sheet, elements] of Object.entries(WHOLE[layer.way].draw(this, layer))) this.#put(sheet, layer, UNTAGGED, elements);
  }

  // what decides how signs in a cell are drawn
  #look(cell) {
    const look = { shaded: false, dark: false, clue: null, written: null, crowded: this.crowded ?? false, lined: false, black: false, printed: false, tubed: false, mercury: false };
    look.tubed = this.layers.some((layer) => layer.way === "tubes" && this.#token(this.board, layer, cell));
    for (const layer of this.inCells) {
      const glyph = this.#glyph(layer, this.#token(this.board, layer, cell), cell);
      if (!glyph) continue;
      const fill = fillOf(glyph);
      if (fill === "shade" && layer.answered) look[look.tubed ? "mercury" : "shaded"] = true;
      if (fill === "ink") look.dark = true;
      if (isCorner(glyph)) look.crowded = true;
      else if (glyph.repeats) look[layer.answered ? "written" : "clue"] = glyph.text;
      if (layer.answered) continue;
      if (fill === "ink") look.black = true;
      if (!isCorner(glyph)) look.printed = true;
    }
    look.dark ||= look.shaded;
    if (look.clue !== null && look.written !== null && look.clue !== look.written) look.crowded = true;
    const { around, joins } = this.layout;
    look.lined = this.layers.some((layer) => (layer.way === "across" || layer.way === "bridges") &&
      around[cell].some((edge) => edge >= 0 && edge < joins.length && Number(this.#token(this.board, layer, edge))));
    return look;
  }

  // draws the clues of a line outside the board anew
  #clues(layer, { side, line }) {
    const clues = lineClues(this.layout, this.values(layer)?.[side]?.[line] ?? [], side, line);
    const parts = {};
    for (const { token, x, y } of clues) this.sign({ parts }, layer, token, { x, y, tagged: { "data-line": `${side}${line + 1}` } });
    this.#replace(layer, lineKey(layer, `${side}${line + 1}`), parts);
  }

  // adds the elements of a token outside cells to those of a mark
  sign({ parts }, layer, token, at) {
    const glyph = this.#glyph(layer, token);
    if (glyph) this.#drawn(layer, glyph, at, parts);
  }

  // adds the elements of a glyph to `parts`, by sheet
  #drawn(layer, glyph, { x, y, tagged = {}, cell = null, look = null }, parts = {}) {
    const classes = layer.answered ? "" : ["given", look?.shaded ? "shaded" : "",
      glyph.shapes.some(({ shape, fill }) => (shape === "circle" || shape === "polygon") && fill === "ink") ? "solid" : ""].filter(Boolean).join(" ");
    const mark = { x, y, scale: SCALES[layer.on] ?? 1, layer, cell, glyph, look, tagged, classes, parts };
    for (const shape of glyph.shapes) DRAW[shape.shape](this, mark, shape);
    return parts;
  }

  // replaces the signs of a layer with a key; signs of a finished clue stay grey
  #replace(layer, key, parts) {
    const there = (sheet) => this.sheets[sheet].layers.get(layer.rank)?.get(key) ?? [];
    const finished = !layer.answered && SHEETS.some((sheet) => there(sheet).some((e) => e.classList.contains("finished")));
    for (const sheet of SHEETS) {
      const elements = parts[sheet] ?? [];
      if (finished) for (const element of elements) if (element.classList.contains("given")) element.classList.add("finished");
      if (!layer.answered && (elements.length || there(sheet).length)) this.fresh = true;
      this.#put(sheet, layer, key, elements);
    }
  }

  // draws anew what is around the board, and gives the picture the frame and the grid that it needs now
  #around() {
    const valuesOf = (layer) => this.values(layer);
    const parts = {};
    const [left, top, right, bottom] = drawAround(this, { parts, tagged: {} }, boxOf(this.layout, this.layers, valuesOf));
    for (const sheet of SHEETS) {
      const { parent } = this.sheets[sheet].groups;
      if (parent.nextElementSibling) parent.nextElementSibling.remove();
      if (!parts[sheet]) continue;
      parent.after(svg("g", { class: "around" }));
      parent.nextElementSibling.append(...parts[sheet]);
    }
    const margin = MARGIN * this.unit;
    const [x, y, width, height] = [left - margin, top - margin, right - (left - margin) + margin, bottom - (top - margin) + margin].map(coordinate);
    const frame = `${x} ${y} ${width} ${height}`;
    if (this.picture.getAttribute("viewBox") !== frame) {
      const changes = [[this.picture, { viewBox: frame, width, height }], [this.picture.querySelector("rect"), { x, y, width, height }]];
      for (const [element, attributes] of changes) for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    }
    const tall = hasTallClues(this.layout, this.layers, valuesOf);
    if (this.tall !== tall) this.#regrid(tall);
  }

  // makes every fifth line of the grid thicker for tall clues, and only for these
  #regrid(tall) {
    this.tall = tall;
    const pieces = this.layout.joins.map((_, e) => this.ends(e)).filter(([from, to]) => from.some((at, k) => at === to[k] && at % (5 * this.unit) === 0));
    const { parent } = this.sheets.grid.groups;
    if (tall && pieces.length) parent.before(svg("path", this.stroke(pieces, this.ink, 0.04, "butt")));
    else if (pieces.length) parent.previousElementSibling.remove();
  }

  // draws the value of a layer at a place anew; `look` is that of its cell
  #value(layer, place, look) {
    const token = this.#token(this.board, layer, place);
    const glyph = this.#glyph(layer, token, place);
    const inCell = look !== null;
    const { x, y, tag, name } = this.places[inCell ? "cells" : layer.on][place];
    const tagged = { [inCell ? "data-cell" : layer.on === "corners" ? "data-corner" : "data-edge"]: tag ?? name };
    const repeated = layer.answered && glyph?.repeats && look && look.clue === glyph.text; // the clue shows it already
    this.#replace(layer, place, glyph && !repeated ? this.#drawn(layer, glyph, { x, y, tagged, cell: inCell ? place : null, look }) : {});
    if (layer.answered && layer.value.nothing !== null) this.#nothing(layer, place, look, token === "" && !glyph, { x, y, tagged });
  }

  // draws the sign for "empty": a dot in cells, a cross elsewhere
  #nothing(layer, place, look, is, { x, y, tagged }) {
    const elements = [];
    const attributes = { ...tagged, class: "nothing" };
    if (is && layer.on === "cells" && !look.black) {
      const [aside, r] = look.printed ? [0.38 * this.unit, 0.075] : [0, 0.09];
      elements.push(svg("circle", { ...attributes, ...this.round(x + aside, y - aside, r, this.pencilLine, "none", 0) }));
    } else if (is && layer.on !== "cells") {
      const r = 0.075 * this.unit;
      const pieces = [[[x - r, y - r], [x + r, y + r]], [[x - r, y + r], [x + r, y - r]]];
      elements.push(svg("path", { ...attributes, ...this.stroke(pieces, this.pencilLine, 0.035, "round") }));
    }
    this.#put("lines", layer, place + EMPTY_SIGNS, elements);
  }

  #sheetOf(layer) {
    if (layer.way !== "along") return "lines";
    return layer.value.dashed ? "grid" : layer.answered || this.alongEdges ? "lines" : "walls";
  }

  // the two points of an edge
  ends(edge) {
    return this.layout.ends[edge].map((corner) => [this.places.corners[corner].x, this.places.corners[corner].y]);
  }

  // draws the lines across or along an edge anew
  #line(layer, edge) {
    const token = this.#token(this.board, layer, edge);
    const count = Number(token ?? 0);
    const along = layer.way === "along";
    const sheet = this.#sheetOf(layer);
    if (count && !layer.lines) {
      const color = layer.answered ? this.pencilLine : along ? this.ink : this.grey;
      const width = along ? 0.11 : layer.way === "bridges" ? 0.07 : 0.13;
      const dashed = along && layer.value.dashed;
      layer.lines = new Elements(svg("g", { fill: "none", stroke: dashed ? this.faint : color, "stroke-width": coordinate((dashed ? 0.04 : width) * this.unit),
        "stroke-linecap": dashed ? "butt" : "round", ...(dashed ? { "stroke-dasharray": DASH } : {}) }));
      this.#put(sheet, layer, UNTAGGED, [layer.lines.parent]);
    }
    const place = this.places.edges[edge];
    const tagged = { "data-edge": place.tag ?? place.name };
    const pieces = along ? [this.ends(edge)] : this.#across(edge, count);
    layer.lines?.put(edge, count ? [svg("path", { ...tagged, d: pathData(pieces) })] : []);
    if (layer.lines && !layer.lines.entries.length) {
      layer.lines = null;
      this.#put(sheet, layer, UNTAGGED, []);
    }
    if (layer.answered) this.#nothing(layer, edge, null, token === "", { ...place, tagged });
  }

  // parallel lines between two cells, which share the available width
  #across(edge, count) {
    const [[x1, y1], [x2, y2]] = this.layout.joins[edge].map((cell) => [this.places.cells[cell].x, this.places.cells[cell].y]);
    if (count === 1) return [[[x1, y1], [x2, y2]]];
    const gap = count > 2 ? (0.22 / (count - 1)) * this.unit : 0.17 * this.unit;
    const length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5;
    const [ux, uy] = [((y2 - y1) / length) * gap, ((x1 - x2) / length) * gap];
    return Array.from({ length: count }, (_, k) => {
      const f = k - (count - 1) / 2;
      return [[x1 + f * ux, y1 + f * uy], [x2 + f * ux, y2 + f * uy]];
    });
  }

  // -- attributes of basic shapes; sizes and widths are in cells ---------------------------------------------------------

  round(x, y, r, fill, stroke, width) {
    return { cx: coordinate(x), cy: coordinate(y), r: coordinate(r * this.unit), fill, stroke, "stroke-width": coordinate(width * this.unit) };
  }

  outlined(fill, stroke, width) {
    return width ? { fill, stroke, "stroke-width": coordinate(width * this.unit), "stroke-linejoin": "round" } : { fill };
  }

  stroke(pieces, color, width, cap, dash = "") {
    return { d: pathData(pieces), fill: "none", stroke: color, "stroke-width": coordinate(width * this.unit), "stroke-linecap": cap,
      ...(dash ? { "stroke-dasharray": dash } : {}) };
  }

  // -- parts of a glyph ----------------------------------------------------------------------------------------------------

  add(mark, sheet, name, attributes) {
    const classes = mark.classes && SIGNS.has(sheet) ? { class: mark.classes } : {};
    const element = svg(name, { ...mark.tagged, ...classes, ...attributes });
    (mark.parts[sheet] ??= []).push(element);
    return element;
  }

  circle(mark, sheet, x, y, r, fill, stroke, width) {
    this.add(mark, sheet, "circle", this.round(x, y, r, fill, stroke, width));
  }

  polygon(mark, sheet, points, fill, stroke = "none", width = 0) {
    this.add(mark, sheet, "polygon", { points: points.map(([x, y]) => `${coordinate(x)},${coordinate(y)}`).join(" "), ...this.outlined(fill, stroke, width) });
  }

  segments(mark, sheet, pieces, color, width, cap = "round") {
    if (pieces.length) this.add(mark, sheet, "path", this.stroke(pieces, color, width, cap));
  }

  text(mark, x, y, text, size, color, { anchor = "middle", rim = 0 } = {}) {
    const tall = size * this.unit;
    const rimmed = rim ? { stroke: this.paper, "stroke-width": coordinate(rim * this.unit), "stroke-linejoin": "round", "paint-order": "stroke" } : {};
    const element = this.add(mark, "text", "text", {
      x: coordinate(x), y: coordinate(y + 0.355 * tall), "font-size": coordinate(tall), fill: color, ...(anchor === "middle" ? {} : { "text-anchor": anchor }), ...rimmed,
    });
    element.textContent = text;
  }

  cellPoints(cell) {
    return this.layout.corners[cell].map((corner) => [this.places.corners[corner].x, this.places.corners[corner].y]);
  }

  // the colour of a paint, and the point of the picture for a point of the glyph's unit square
  color(mark, paint) {
    return this.layout.paints[paint][mark.layer.answered ? 1 : 0];
  }

  at(mark, [x, y]) {
    return [mark.x + x * mark.scale * this.unit, mark.y + y * mark.scale * this.unit];
  }

  // the colour of a text: ink becomes paper in a dark cell
  legible(mark, paint) {
    const onPaper = mark.glyph.shapes.some(({ shape, fill }) => shape === "circle" && fill === "paper");
    return paint === "ink" && mark.look?.dark && !onPaper ? this.paper : this.color(mark, paint);
  }

  // a text in the upper left corner of a square, or at the top of a hexagon
  small(mark, text) {
    const length = [...text].length;
    const size = length < 5 ? 0.32 : 1.3 / length;
    const color = mark.look.dark ? this.paper : this.color(mark, "ink");
    const hexagonal = this.layout.shape === "hexagonal";
    const [x, y] = hexagonal ? [mark.x, mark.y - 0.36 * this.unit] : [mark.x - 0.43 * this.unit, mark.y - 0.29 * this.unit];
    const anchor = hexagonal ? "middle" : "start";
    if (this.ways.has("cages") && !mark.look.dark) {
      // the text interrupts the dashes
      const half = 0.16 * this.unit;
      const left = x - (anchor === "start" ? 0.03 : 0.09 * length + 0.03) * this.unit;
      const right = left + (0.18 * length + 0.06) * this.unit;
      this.polygon(mark, "shapes", [[left, y - half], [right, y - half], [right, y + half], [left, y + half]], this.paper);
    }
    this.text(mark, x, y, text, size, color, { anchor, rim: mark.look.lined ? 0.1 : 0 });
  }
}

const fillOf = (glyph) => glyph?.shapes.find(({ shape }) => shape === "fill")?.paint ?? "";
const isCorner = (glyph) => Boolean(glyph?.shapes.some(({ shape, corner }) => shape === "text" && corner));
// the key of a line outside the board, given by its name in pictures: "top3"
function lineKey(layer, name) {
  const [, side, line] = /^([a-z]+)([0-9]+)$/.exec(name);
  return layer.sides.indexOf(side) * MAX_LINES + Number(line);
}

// the places with different tokens: [place, [the token before, the token now]]
function placesChanged(old, now) {
  return Array.from({ length: (old ?? now).length }, (_, place) => [place, [old?.[place] ?? null, now?.[place] ?? null]]).filter(([, [was, is]]) => was !== is);
}

const sameLook = (one, other) => Object.keys(one).every((key) => one[key] === other[key]);
const sameLattice = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);

// how each shape of the drawing vocabulary (pencilp.board.layers.glyphs) is drawn
const DRAW = {
  fill(p, mark, { paint }) {
    const r = 0.36;
    if (mark.cell === null) p.polygon(mark, "shapes", [[-r, -r], [r, -r], [r, r], [-r, r]].map((point) => p.at(mark, point)), p.color(mark, paint));
    else if (paint !== "shade" || !mark.look.tubed) p.polygon(mark, "ground", p.cellPoints(mark.cell), p.color(mark, paint));
  },

  frame(p, mark, { paint, width }) {
    if (mark.cell !== null) p.polygon(mark, "walls", p.cellPoints(mark.cell), "none", p.color(mark, paint), width);
  },

  circle(p, mark, { x, y, r, fill, stroke, width, level }) {
    p.circle(mark, mark.cell === null ? "rounds" : level, ...p.at(mark, [x, y]), r * mark.scale, p.color(mark, fill), p.color(mark, stroke), stroke === "none" ? 0 : width);
  },

  polygon(p, mark, { points, fill, stroke, width, level }) {
    p.polygon(mark, level, points.map((point) => p.at(mark, point)), p.color(mark, fill), p.color(mark, stroke), width);
  },

  strokes(p, mark, { pieces, paint, width, cap, level }) {
    p.segments(mark, level, pieces.map((piece) => piece.map((point) => p.at(mark, point))), p.color(mark, paint), width, cap);
  },

  curve(p, mark, { steps, fill, stroke, width, turn, level }) {
    const d = steps.map(([name, ...numbers]) => {
      const r = name === "A" ? coordinate(numbers.shift() * mark.scale * p.unit) : "";
      const points = [];
      for (let i = 0; i < numbers.length; i += 2) points.push(p.at(mark, numbers.slice(i, i + 2)).map(coordinate).join(" "));
      return `${name}${r && `${r} ${r} 0 0 1 `}${points.join(" ")}`;
    }).join("");
    const turned = turn ? { transform: `rotate(${[turn, mark.x, mark.y].map(coordinate).join(" ")})` } : {};
    p.add(mark, level, "path", { d, ...p.outlined(p.color(mark, fill), p.color(mark, stroke), width), ...turned });
  },

  text(p, mark, { text, size, room, x: aside, y: down, paint, corner, free }) {
    const color = p.legible(mark, paint);
    if (corner && mark.cell !== null) return p.small(mark, text);
    let [x, y] = p.at(mark, [aside, down]);
    const length = [...text].length;
    if (mark.cell === null) {
      if (mark.layer.on === "columns") return p.text(mark, x, y, text, size ?? height(text, room), color);
      if (mark.layer.on === "lines" && free) return p.text(mark, x, y, text, length < 3 ? 0.5 : 0.36, color);
      if (mark.layer.on !== "corners" || !(free || corner)) return p.text(mark, x, y, text, (size ?? height(text, room)) * 0.6, color, { rim: mark.layer.on === "lines" ? 0 : 0.1 }); // cells on both sides may be shaded
      // a number or a result in a small circle
      p.circle(mark, "rounds", x, y, length < 2 ? 0.23 : 0.28, p.paper, color, 0.03);
      return p.text(mark, x, y, text, length < 3 ? 0.34 : 0.84 / length, color);
    }
    let tall = size ?? height(text, room);
    const { look, layer, glyph } = mark;
    if (free && layer.answered && look.crowded) [tall, y] = [height(text, 0.85), y + 0.1 * p.unit];
    else if (free && !layer.answered && (look.written ?? glyph.text) !== glyph.text) return p.small(mark, text);
    const onSign = glyph.shapes.some(({ shape }) => shape === "circle" || shape === "polygon");
    p.text(mark, x, y, text, tall, color, { rim: look.lined && !onSign ? (tall > 0.4 ? 0.14 : 0.1) : 0 });
  },

  // a number with an arrow: above it if the arrow points sideways, otherwise next to it
  pointer(p, mark, { text, direction, paint }) {
    const color = p.legible(mark, paint);
    const unit = p.unit * mark.scale;
    const { x: ux, y: uy } = p.layout.directions[direction];
    const lined = mark.look?.lined ?? false;
    const rim = lined ? 0.14 : 0;
    let { x, y } = mark;
    if (text && (Math.abs(ux) > Math.abs(uy) || uy === 0) && Math.abs(uy) < 0.1) {
      p.text(mark, x, y + 0.14 * unit, text, height(text, 0.85) * mark.scale, color, { rim });
      y -= 0.28 * unit;
    } else if (text) {
      p.text(mark, x - 0.12 * unit, y, text, height(text, 0.85) * mark.scale, color, { rim });
      x += 0.29 * unit;
    }
    const length = 0.3 * unit;
    const tip = [x + ux * length, y + uy * length];
    const neck = [x + ux * length * 0.35, y + uy * length * 0.35];
    const wide = 0.1 * unit;
    const tail = [x - ux * length, y - uy * length];
    if (lined) p.segments(mark, "text", [[tail, tip]], p.paper, 0.2 * mark.scale, "butt");
    p.segments(mark, "text", [[tail, neck]], color, 0.05 * mark.scale, "butt");
    p.polygon(mark, "text", [tip, [neck[0] - uy * wide, neck[1] + ux * wide], [neck[0] + uy * wide, neck[1] - ux * wide]], color);
  },

  spokes(p, mark, { directions, paint }) {
    const pieces = directions.map((d) => [p.at(mark, [0, 0]), p.at(mark, [p.layout.directions[d].x / 2, p.layout.directions[d].y / 2])]);
    p.segments(mark, "shapes", pieces, p.color(mark, paint), 0.13 * mark.scale);
  },

  heads(p, mark, { directions, paint }) {
    for (const d of directions) {
      const { x: ux, y: uy } = p.layout.directions[d];
      const [tip, back, wide] = [0.63, 0.33, 0.1];
      const points = [[tip * ux, tip * uy], ...[wide, -wide].map((w) => [back * ux - w * uy, back * uy + w * ux])];
      p.polygon(mark, "rounds", points.map((point) => p.at(mark, point)), p.color(mark, paint));
    }
  },
};
