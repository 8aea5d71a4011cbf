// The picture of the board from the server, and above it the cursor and marks of the page.

import { ask } from "./server.js";
import { boardOf } from "./state.js";

const SVG = "http://www.w3.org/2000/svg";

export function svg(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// marks of thin lines, which need a rim to be visible on dark cells
const RIMMED = new Set(["cursor", "broken", "conflict", "differing", "pointed", "trial", "follows", "reason", "together", "alone"]);

export class View {
  #marks = new Map();
  #drawing = null;
  #wanted = null;
  #faded = new Set();

  constructor(board, picture, overlay, signs) {
    this.board = board;
    this.picture = picture;
    this.overlay = overlay;
    this.signs = signs;
    this.problems = [];
  }

  // Shows a board; returns false if a newer board was requested before this one was drawn. A drawing that has begun is never
  // cancelled, so that the picture keeps up with fast strokes.
  async show(board) {
    this.#wanted = board;
    await this.#drawing?.catch(() => undefined);
    if (this.#wanted !== board) return false;
    const mine = (this.#drawing = ask("draw", { board: boardOf(board) }));
    const found = await mine;
    if (this.#drawing === mine) this.#drawing = null;
    const drawn = new DOMParser().parseFromString(found.svg, "image/svg+xml").documentElement;
    this.picture.replaceChildren(document.importNode(drawn, true));
    for (const above of [this.overlay, this.signs]) above.setAttribute("viewBox", drawn.getAttribute("viewBox"));
    // clues are copied above the marks, to stay readable
    this.signs.setAttribute("font-family", drawn.getAttribute("font-family"));
    this.signs.replaceChildren(...[...this.picture.querySelectorAll("text.given")].map((text) => text.cloneNode(true)));
    this.#fade();
    this.problems = found.problems;
    return true;
  }

  // greys the clues at these places, and no others
  fade(names) {
    this.#faded = new Set(names);
    this.#fade();
  }

  #fade() {
    for (const sign of this.board.querySelectorAll(".given"))
      sign.classList.toggle("finished", Object.values(sign.dataset).some((name) => this.#faded.has(name)));
  }

  // the point of the picture under a pointer
  point(event) {
    const there = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.overlay.getScreenCTM().inverse());
    return { x: there.x, y: there.y };
  }

  // replaces all marks of a kind
  mark(kind, elements) {
    const shown = this.#marks.get(kind) ?? this.#begin(kind);
    shown.rim?.replaceChildren(...elements.map((element) => element.cloneNode(true)));
    shown.group.replaceChildren(...elements);
  }

  #begin(kind) {
    const shown = { group: svg("g", { class: kind }), rim: RIMMED.has(kind) ? svg("g", { class: "rim" }) : null };
    this.#marks.set(kind, shown);
    this.overlay.append(...Object.values(shown).filter(Boolean).reverse());
    return shown;
  }
}
