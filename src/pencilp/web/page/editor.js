// Edits one layer of the board with a pointer and a keyboard: the cursor, and the active way of entry.

import { wayOf } from "./entry.js";
import { boxed, framed, outlined } from "./marks.js";
import { ahead, keyed, nearest, placesOf, sameKey, tokenAt, withToken } from "./places.js";
import { svg } from "./view.js";
import { t } from "./words.js";

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const STEP_CELLS = 0.2; // the distance between the points of a stroke that are examined, in cells

export class Editor {
  // `say` reports the value at the cursor, `warn` why an input is refused. `fits` returns whether the layout is that of the board:
  // while the layout of a new lattice is loading, nothing can be entered.
  constructor(state, view, say, warn, fits) {
    this.state = state;
    this.view = view;
    this.say = say;
    this.warn = warn;
    this.fits = fits;
    this.layer = null;
    this.cursor = null;
    this.empty = null; // the cells that a single rule of a puzzle keeps empty: {puzzle, cells}
    this.further = false; // whether strokes add to the room that was entered last
    this.stroke = null; // the drawing pointer: {id, type, last, cursor}
    view.board.addEventListener("pointerdown", (event) => this.#down(event));
    view.board.addEventListener("pointermove", (event) => this.#move(event));
    view.board.addEventListener("pointerup", (event) => this.#up(event));
    // a scroll or a gesture has taken over the pointer: undo the stroke
    for (const end of ["pointercancel", "lostpointercapture"])
      view.board.addEventListener(end, (event) => event.pointerId === this.stroke?.id && this.#cancel());
    view.board.addEventListener("dblclick", (event) => this.layer && this.fits() && this.way.twice?.(this.#at(event)));
    view.board.addEventListener("contextmenu", (event) => event.preventDefault());
    view.board.addEventListener("keydown", (event) => this.#key(event));
  }

  // starts editing `layer`; `part` is "puzzle" or "answer"
  choose(layout, part, layer) {
    this.way?.left?.();
    this.tool = null;
    this.layout = layout;
    this.part = part;
    this.layer = layer;
    this.cells = keyed(layout.places.cells);
    this.links = keyed(layout.places.links);
    // lines are drawn from cell to cell, so the cursor is at cells; signs are put at their own places
    const { entry } = layer.value;
    this.sided = (layer.on === "links" || layer.on === "edges") && entry !== "typed" && entry !== "cycled";
    this.sides = this.sided ? placesOf(layout, layer) : [];
    const before = this.cursor;
    this.cursor = null;
    this.refresh();
    this.way = new (wayOf(layer))(this);
    const near = before && nearest(this.places, before.x, before.y);
    this.moveTo(near ?? this.places[0] ?? null, this.#focused);
  }

  // starts a tool, which stays active until a layer is chosen
  use(tool) {
    this.tool = tool;
    this.way.left?.();
    if (this.layer.on !== "cells" && !this.sided) {
      this.sided = true;
      this.refresh();
      this.moveTo(this.cells[0], false);
    }
    this.way = tool(this);
  }

  // continues with the same layer or tool on a board with another lattice
  follow(layout, part, layer) {
    const { tool, way } = this;
    this.choose(layout, part, layer);
    if (!tool) return;
    this.use(tool);
    if (way.chosen) this.way.chosen = way.chosen;
  }

  // whether a single rule keeps a place empty, as far as the page knows
  isKeptEmpty(place) {
    return this.empty?.puzzle === this.state.board.puzzle && (this.empty.cells[this.layer.name]?.includes(place.key) ?? false);
  }

  // updates the places, which may have moved outside the board, after a change
  refresh() {
    if (!this.layer) return;
    this.places = this.sided ? this.cells : placesOf(this.layout, this.layer, this.values);
    this.reach = this.layout.unit * (this.layer.on === "cells" ? 0.75 : this.sided ? 0.5 : 0.45);
    if (this.cursor) this.cursor = this.places.find((p) => sameKey(p.key, this.cursor.key)) ?? this.cursor;
    this.#showCursor();
    if (this.#focused) this.tell();
  }

  get #focused() {
    return document.activeElement === this.view.board;
  }

  get values() {
    return this.state.board[this.part]?.[this.layer.name] ?? null;
  }

  // the walls that end within a room: in a layer of the puzzle, or known to the page only
  get loose() {
    const { loose, [this.part]: layers } = this.state.board;
    if (this.layer.walls) return [...(layers?.[this.layer.walls] ?? []).keys()].filter((e) => Number(layers[this.layer.walls][e]));
    return (loose?.[this.layer.name] ?? []).filter((e) => this.layout.joins[e]);
  }

  token(place) {
    return tokenAt(this.values, place.key);
  }

  put(place, token) {
    if (!place || this.token(place) === token) return;
    this.state.set(this.part, this.layer.name, withToken(this.layout, this.layer, this.values, place.key, token));
    this.tell();
  }

  setAll(values, loose = []) {
    const board = this.state.board;
    if (JSON.stringify([values, loose]) === JSON.stringify([this.values, this.loose])) return;
    const layers = { ...board[this.part], [this.layer.name]: values };
    const { walls } = this.layer;
    if (walls && (loose.length || layers[walls])) layers[walls] = this.layout.joins.map((_, e) => (loose.includes(e) ? "1" : null));
    this.state.put({
      ...board,
      [this.part]: layers,
      ...(walls ? {} : { loose: { ...board.loose, [this.layer.name]: loose } }),
    }, this.part);
    this.tell();
  }

  moveTo(place, tell = true) {
    this.cursor = place;
    this.#showCursor();
    if (tell) this.tell();
  }

  isAt(place) {
    return this.cursor !== null && sameKey(place.key, this.cursor.key);
  }

  // the cells with the same value as a cell, as a clue or as an answer; none if it has no value
  alike(cell) {
    const { inputs, answers } = this.layout;
    const layers = [...answers.map((layer) => ["answer", layer]), ...inputs.map((layer) => ["puzzle", layer])]
      .filter(([, { on, value }]) => on === "cells" && value.entry === "typed");
    const valueOf = (key) => layers.map(([part, { name }]) => this.state.board[part]?.[name]?.[key]).find(Boolean);
    const wanted = valueOf(cell);
    return wanted ? this.cells.map(({ key }) => key).filter((key) => valueOf(key) === wanted) : [];
  }

  // highlights the cells of the current stroke
  chosen(cells) {
    this.view.mark("chosen", outlined(this.layout, cells));
  }

  // shows typed text that is not a token yet
  pending(text) {
    const place = this.cursor;
    const shown = text && place ? [svg("text", { x: place.x, y: place.y + this.layout.unit * 0.3 })] : [];
    if (shown.length) shown[0].textContent = `${text}…`;
    this.view.mark("pending", shown);
  }

  #showCursor() {
    const place = this.cursor;
    this.view.mark("cursor", place ? this.#around(place) : []);
  }

  #around(place) {
    const { layout } = this;
    if (this.sided || this.layer.on === "cells") return outlined(layout, [place.key]);
    if (this.layer.on === "columns") return [boxed(layout, place)];
    // one frame around all places of a line
    if (this.layer.on === "lines") return [framed(layout, this.places.filter((p) => sameKey(p.key, place.key)))];
    return [svg("circle", { cx: place.x, cy: place.y, r: layout.unit * 0.24 })];
  }

  // announces the place and its value to screen readers
  tell() {
    if (!this.cursor || !this.way) return;
    const spoken = (token) => (token === "" ? t("nothing") : token === null ? t("empty") : this.#meaning(token));
    if (!this.sided) return this.say(`${this.cursor.name}: ${spoken(this.token(this.cursor))}`);
    const sides = this.layout.directions.flatMap(({ name }, d) => {
      const place = this.sides[this.layout.around[this.cursor.key][d]];
      const token = place ? this.token(place) : null;
      return token === null ? [] : [`${t(`way.${name}`)} ${spoken(token)}`];
    });
    this.say(`${this.cursor.name}: ${sides.join(", ") || t("empty")}`);
  }

  // a token with its meaning; numbers and names stand for themselves
  #meaning(token) {
    const sign = this.layer.value.tokens.find((known) => known.token === token);
    return !sign?.meaning || /^[0-9A-Z]/.test(token) ? token : `${token} (${sign.meaning})`;
  }

  #at(event, points = this.view.points()) {
    return { ...points(event), other: event.button === 2 || event.shiftKey };
  }

  #down(event) {
    if (!this.layer || event.button === 1 || !this.fits()) return;
    const touches = event.pointerType === "touch";
    if (this.stroke?.type === "pen" && touches) return; // ignore the hand that holds the pen
    this.#cancel();
    if (touches && !event.isPrimary) return; // two fingers zoom the page
    const at = this.#at(event);
    this.warn("");
    this.stroke = { id: event.pointerId, type: event.pointerType, last: at, cursor: this.cursor };
    this.view.board.setPointerCapture(event.pointerId);
    this.view.board.focus({ preventScroll: true });
    this.state.begin();
    this.way.down?.(at);
  }

  // a fast pointer skips places: the points between two events are crossed, too
  #move(event) {
    if (event.pointerId !== this.stroke?.id) return;
    if (!this.state.drawing) return this.#cancel(); // the stroke was undone meanwhile
    if (!this.fits()) return;
    const points = this.view.points();
    for (const each of event.getCoalescedEvents?.() ?? []) this.#cross(each, points);
    this.#cross(event, points);
  }

  #cross(event, points) {
    const { last } = this.stroke;
    const at = this.#at(event, points);
    const steps = Math.ceil(Math.hypot(at.x - last.x, at.y - last.y) / (this.layout.unit * STEP_CELLS));
    for (let i = 1; i <= steps; i++)
      this.way.move?.({ ...at, x: last.x + ((at.x - last.x) * i) / steps, y: last.y + ((at.y - last.y) * i) / steps });
    this.stroke.last = at;
  }

  #up(event) {
    if (event.pointerId !== this.stroke?.id) return;
    if (!this.state.drawing) return this.#cancel();
    this.stroke = null;
    if (this.fits()) this.way.up?.(this.#at(event));
    else this.way.cancel?.();
    this.state.end();
  }

  // restores the board and the cursor from before the stroke
  #cancel() {
    if (!this.stroke) return;
    const { cursor } = this.stroke;
    this.stroke = null;
    this.way.cancel?.();
    this.state.cancel();
    this.moveTo(cursor, false);
  }

  #key(event) {
    if (!this.layer || !this.cursor || this.stroke || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.fits()) return;
    this.warn("");
    if (this.way.key?.(event.key, event)) {
      event.preventDefault();
      return;
    }
    const arrow = ARROWS[event.key];
    if (arrow) {
      event.preventDefault();
      const there = ahead(this.places, this.cursor, ...arrow, this.layout.unit);
      if (there) {
        this.way.moved?.();
        this.moveTo(there);
      }
    }
  }
}
