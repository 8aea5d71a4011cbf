// Pieces of a bank or a fleet as pictures: a click removes a piece, a small grid draws another, and usual sets are chosen from a list.

import { make, setText, textElement } from "./dom.js";
import { isConnected, piecesOf, rowsOf } from "./pieces.js";
import { svg } from "./view.js";
import { t } from "./words.js";

const SIDE = 5; // cells of a new piece along each side
const CELL = 9; // pixels of a cell of a piece

// usual sets, as tokens
const SETS = {
  "fleet.3": "3,2,2,1,1,1",
  "fleet.4": "4,3,3,2,2,2,1,1,1,1",
  "fleet.5": "5,4,4,3,3,3,2,2,2,2,1,1,1,1,1",
  "fleet.tetrominoes": "4,xx/xx,xxx/.x.,xx./.xx,xxx/x..",
  "fleet.pentominoes": "5,.xx/xx./.x.,xxxx/x...,xxx./..xx,xx/xx/x.,xxx/.x./.x.,x.x/xxx,x../x../xxx,x../xx./.xx,.x./xxx/.x.,xxxx/.x..,xx./.x./.xx",
};

// a list of usual sets, which calls `chosen` with a token
export function usualSets(chosen, current = "") {
  const list = make("select", { "aria-label": t("fleet.sets"), "data-does": "fleetset", onchange: () => chosen(SETS[list.value] ?? "") },
    make("option", { value: "" }, t("fleet.sets")), ...Object.entries(SETS).map(([name, token]) => make("option", { value: name, selected: token === current }, t(name))));
  return list;
}

function pictureOf(piece) {
  const rows = rowsOf(piece);
  const picture = svg("svg", { width: Math.max(...rows.map((row) => row.length)) * CELL + 2, height: rows.length * CELL + 2, "aria-hidden": "true" });
  rows.forEach((row, r) => [...row].forEach((sign, c) => sign === "x" && picture.append(svg("rect", { x: c * CELL + 1, y: r * CELL + 1, width: CELL, height: CELL }))));
  return picture;
}

export class FleetField {
  // `put` takes a token, null for none
  constructor(layer, put) {
    Object.assign(this, { put, token: null });
    this.pieces = make("div", { class: "pieces" });
    this.text = make("input", { type: "text", title: layer.text, "data-layer": layer.name, autocomplete: "off", "aria-label": t("fleet.text"),
      onchange: () => put(this.text.value.trim() || null) });
    this.wrong = make("p", { class: "error", role: "alert" });
    this.cells = Array.from({ length: SIDE * SIDE }, (_, n) => make("button", { type: "button", class: "cell", "aria-pressed": "false",
      "aria-label": `r${Math.floor(n / SIDE) + 1}c${(n % SIDE) + 1}`, onclick: () => this.#turn(n) }));
    this.element = make("fieldset", { class: "fleet" }, textElement("legend", layer.text), this.pieces,
      make("div", { class: "row" }, usualSets((token) => token && put(token))),
      make("details", {}, make("summary", {}, t("fleet.more")),
        make("div", { class: "piece" }, ...this.cells),
        make("div", { class: "row" }, make("button", { type: "button", "data-does": "addpiece", onclick: () => this.#add() }, t("fleet.add"))), this.wrong,
        make("label", {}, make("span", {}, t("fleet.text")), " ", this.text)));
  }

  show(token) {
    if (this.text !== document.activeElement) this.text.value = token ?? "";
    if (this.token === token) return;
    this.token = token;
    const all = piecesOf(token);
    this.pieces.replaceChildren(...all.map((piece, n) => {
      const name = `${t("fleet.without")}: ${piece}`;
      const button = make("button", { type: "button", class: "quiet", "aria-label": name, title: name, onclick: () => this.#without(all, n) });
      button.append(pictureOf(piece));
      return button;
    }));
  }

  #without(all, n) {
    this.put(all.toSpliced(n, 1).join(",") || null);
    (this.pieces.children[n] ?? this.pieces.lastElementChild ?? this.text).focus();
  }

  #turn(n) {
    const pressed = this.cells[n].getAttribute("aria-pressed") === "true";
    this.cells[n].setAttribute("aria-pressed", String(!pressed));
  }

  // adds the piece that was drawn
  #add() {
    const taken = [...this.cells.keys()].filter((n) => this.cells[n].getAttribute("aria-pressed") === "true");
    if (!taken.length || !isConnected(taken.map((n) => [Math.floor(n / SIDE), n % SIDE]))) return setText(this.wrong, t("fleet.apart"));
    this.wrong.textContent = "";
    const [rows, cols] = [taken.map((n) => Math.floor(n / SIDE)), taken.map((n) => n % SIDE)];
    const [top, left] = [Math.min(...rows), Math.min(...cols)];
    const wide = Math.max(...cols) - left + 1;
    const lines = Array.from({ length: Math.max(...rows) - top + 1 }, (_, r) =>
      Array.from({ length: wide }, (_, c) => (taken.includes((r + top) * SIDE + c + left) ? "x" : ".")).join(""));
    const piece = lines.length === 1 ? String(wide) : lines.join("/");
    for (const cell of this.cells) cell.setAttribute("aria-pressed", "false");
    this.put([...piecesOf(this.token), piece].join(","));
  }
}
