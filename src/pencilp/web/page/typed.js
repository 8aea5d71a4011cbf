// Values that are typed, and signs that are typed or cycled by clicks.

import { nearest } from "./places.js";
import { arrowOf, cycle, directionOf, next, repeated } from "./steps.js";
import { t } from "./words.js";

const whole = (pattern) => new RegExp(`^(?:${pattern})$`);
// replacements for characters that a keyboard may lack
const INSTEAD = { "/": "\\", " ": "\\", "¥": "\\", "×": "*", "÷": "/", "−": "-" };
const MAX_CHARACTERS = 200;
const MAX_EXAMPLES = 3; // for each meaning

// Tokens are typed, and arrows are dragged out of their cells. Outside lines, all clues of a line are typed with blanks between.
export class Typed {
  #typed = "";
  #made = null; // the value at the cursor when it was typed

  constructor(ed) {
    this.ed = ed;
    this.from = null;
    this.rule = whole(ed.layer.value.pattern);
  }

  // the typed text that may continue; empty if the value has changed since, as after undo
  get typed() {
    return this.#made === this.#there ? this.#typed : "";
  }

  set typed(text) {
    this.#typed = text;
    this.#made = this.#there;
  }

  get #there() {
    return this.ed.cursor && this.ed.token(this.ed.cursor);
  }

  get how() {
    if (this.ed.layer.on === "lines") return this.ed.layer.single ? "howOutside" : "howLines";
    return this.ed.layer.value.directions?.length ? "howArrows" : "howTyped";
  }

  // examples of tokens other than plain numbers, with their meanings
  get examples() {
    const { value, text } = this.ed.layer;
    const groups = new Map();
    for (const { token, meaning } of value.tokens) if (/\D/.test(token)) groups.set(meaning, [...(groups.get(meaning) ?? []), token]);
    const listed = [...groups].map(([meaning, tokens]) => {
      const some = tokens.slice(0, MAX_EXAMPLES).join(", ");
      return meaning === text ? some : `${some} (${meaning})`;
    });
    return listed.length ? t("such", listed.join(", ")) : "";
  }

  // ends the input when another layer is chosen
  left() {
    this.finish();
  }

  down({ x, y }) {
    const place = nearest(this.ed.places, x, y, this.ed.reach);
    this.finish();
    this.from = place;
    if (place) this.ed.moveTo(place);
  }

  // highlights all cells with the value of this one until something else is entered
  twice({ x, y }) {
    const place = nearest(this.ed.places, x, y, this.ed.reach);
    if (place && this.ed.layer.on === "cells") this.ed.chosen(this.ed.alike(place.key));
  }

  move({ x, y }) {
    if (!this.from || !this.ed.layer.value.directions?.length) return;
    const [away, aside] = [x - this.from.x, y - this.from.y];
    if (Math.hypot(away, aside) < 0.6 * this.ed.layout.unit) return;
    this.turn(directionOf(this.ed.layout, away, aside));
  }

  up() {
    this.from = null;
  }

  cancel() {
    this.up();
    this.finish();
  }

  // adds an arrow to the value at the cursor
  turn(direction) {
    if (direction < 0) return;
    const { name } = this.ed.layout.directions[direction];
    const token = this.ed.token(this.ed.cursor) ?? this.typed;
    const names = [...this.ed.layer.value.directions].sort((a, b) => b.length - a.length);
    const old = names.find((n) => token.endsWith(n)) ?? "";
    const base = token.slice(0, token.length - old.length);
    for (const text of [base + name, token + name, name]) if (this.take(text)) return;
  }

  // whether a text is a token of the place at the cursor
  fits(text) {
    const { on, single } = this.ed.layer;
    const parts = on === "lines" && !single ? text.split(/[ ,]+/) : [text];
    return parts.every((part) => this.rule.test(part)) && this.outside(text) === undefined;
  }

  // the first number in a text that is too small or too large for the layer on this board
  outside(text) {
    const { least, most } = this.ed.layer;
    return text.match(/\d+/g)?.map(Number).find((n) => n < (least ?? n) || n > (most ?? n));
  }

  // puts a text if it is a token; returns whether it is
  take(text) {
    if (!this.fits(text)) return false;
    this.ed.put(this.ed.cursor, text);
    this.ed.pending("");
    this.ed.chosen([]);
    return true;
  }

  wait(text) {
    this.typed = text.slice(0, MAX_CHARACTERS);
    this.ed.pending(this.typed);
    return true;
  }

  finish() {
    this.typed = "";
    this.ed.pending("");
    this.ed.chosen([]);
  }

  moved() {
    this.finish();
  }

  key(name, event) {
    const arrow = event.shiftKey && this.ed.layer.value.directions?.length ? arrowOf(this.ed.layout, name) : -1;
    if (arrow >= 0) {
      this.turn(arrow);
      return true;
    }
    if (name === "Delete") {
      this.finish();
      this.ed.put(this.ed.cursor, null);
      return true;
    }
    if (name === "Backspace") return this.back();
    return name.length === 1 && this.type(name);
  }

  back() {
    const text = (this.typed || this.ed.token(this.ed.cursor) || "").slice(0, -1);
    if (text && this.take(text)) this.typed = text;
    else {
      this.ed.put(this.ed.cursor, null);
      this.wait(text);
    }
    return true;
  }

  type(name) {
    const { on, single } = this.ed.layer;
    if ((name === " " || name === ",") && on === "lines" && !single) {
      const before = this.typed || this.ed.token(this.ed.cursor) || "";
      return this.wait(before ? `${before} ` : "");
    }
    const other = INSTEAD[name];
    const tried = [name, name.toLowerCase(), other].filter((sign) => sign !== undefined);
    // continue the typed text; if the number becomes too large, begin anew: 1 and then 2 is a 2 if 12 is too large
    const texts = [...tried.map((sign) => this.typed + sign), ...tried];
    const taken = texts.find((text) => this.take(text));
    const refused = texts.map((text) => this.outside(text)).find((number) => number !== undefined);
    // if numbers may have two digits, explain why this one is refused
    const { least, most } = this.ed.layer;
    if (refused !== undefined && (taken === undefined || most > 9)) this.ed.warn(most == null ? t("beyondleast", refused, least) : t("beyond", refused, least ?? 0, most));
    if (taken !== undefined) {
      this.typed = taken;
      return true;
    }
    if (refused !== undefined) {
      this.finish();
      return true;
    }
    if (name === "-" && !this.typed) {
      this.ed.put(this.ed.cursor, null);
    } else if (name === " ") return false;
    // not a token yet, but it may become one
    return this.wait(this.typed + name);
  }
}

// A click puts the next sign, the second button the previous one. Dragging puts the same sign on all crossed places, or takes it
// away if the first place has it; it leaves out cells that a rule keeps empty.
export class Cycled extends Typed {
  constructor(ed) {
    super(ed);
    this.painted = undefined;
    this.tokens = cycle(ed.layer, ed.part);
  }

  get how() {
    return "howCycled";
  }

  get examples() {
    return "";
  }

  down({ x, y, other }) {
    const place = nearest(this.ed.places, x, y, this.ed.reach);
    this.finish();
    if (!place) return;
    this.ed.moveTo(place);
    this.first = { place, token: this.ed.token(place), other };
    this.painted = next(this.tokens, this.first.token, other);
    this.ed.put(place, this.painted);
  }

  move({ x, y }) {
    const place = nearest(this.ed.places, x, y, this.ed.layout.unit * 0.5);
    if (this.painted === undefined || !place || this.ed.isAt(place)) return;
    if (this.first) {
      const { place: first, token, other } = this.first;
      this.painted = repeated(this.tokens, token, other);
      this.ed.put(first, this.leftOut(first) ? token : this.painted);
      this.first = null;
    }
    this.ed.moveTo(place);
    if (this.leftOut(place)) return;
    this.ed.put(place, this.painted);
  }

  // two clicks are two signs
  twice() {}

  leftOut(place) {
    return Boolean(this.painted) && this.ed.isKeptEmpty(place);
  }

  up() {
    this.painted = undefined;
  }

  fits(text) {
    return text !== "" && this.tokens.includes(text);
  }

  key(name, event) {
    const place = this.ed.cursor;
    if (name === " " || name === "Enter") {
      this.finish();
      this.ed.put(place, next(this.tokens, this.ed.token(place), event.shiftKey));
    } else if (name === "Delete" || name === "Backspace") {
      this.finish();
      this.ed.put(place, null);
    } else if (name.length !== 1) return false;
    else return this.type(name);
    return true;
  }

  type(name) {
    for (const text of [this.typed + name, this.typed + name.toLowerCase(), name, name.toLowerCase()])
      if (this.take(text)) {
        this.typed = text;
        return true;
      }
    // a digit chooses a sign that has no key; the beginning of a longer sign waits for the rest
    if (name === "." && this.tokens.includes("")) this.ed.put(this.ed.cursor, "");
    else if (/^[1-9]$/.test(name) && this.tokens[Number(name)]) this.ed.put(this.ed.cursor, this.tokens[Number(name)]);
    else return this.tokens.some((token) => token?.startsWith(this.typed + name)) && this.wait(this.typed + name);
    this.finish();
    return true;
  }
}
