// The picture of the board, from the server or painted, and above it the cursor and marks of the page.

import { ask } from "./server.js";
import { boardOf } from "./state.js";

const SVG = "http://www.w3.org/2000/svg";

export function svg(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

const PAUSE_MILLISECONDS = 300; // after which a painted picture is compared with the server's

// marks of thin lines, which need a rim to be visible on dark cells
const RIMMED = new Set(["cursor", "broken", "conflict", "differing", "pointed", "trial", "follows", "reason", "together", "alone"]);

export class View {
  #marks = new Map();
  #drawing = null;
  #wanted = null;
  #painted = null; // the board that was painted last
  #faded = new Set();
  #painter = null;
  #comparing = null; // the timer until a painted picture is compared with the server's

  // `refused` reports an error of the server about a board that is painted already
  constructor(board, picture, overlay, signs, refused) {
    this.board = board;
    this.picture = picture;
    this.overlay = overlay;
    this.signs = signs;
    this.refused = refused;
    this.problems = [];
  }

  // paints boards with a layout from now on
  opened(painter) {
    this.#painter = painter;
  }

  // Paints what has changed at once, and returns whether the picture is that of the board now.
  #paint(board) {
    const clues = this.#painter?.paint(board) ?? null;
    if (clues === null) return false;
    this.#wanted = this.#painted = board;
    clearTimeout(this.#comparing);
    if (clues === "some") this.#copySigns();
    this.#frame();
    return true;
  }

  // gives the layers above the picture its frame
  #frame() {
    const frame = this.picture.firstElementChild.getAttribute("viewBox");
    for (const above of [this.overlay, this.signs]) if (above.getAttribute("viewBox") !== frame) above.setAttribute("viewBox", frame);
  }

  // Shows a board; returns false if a newer board was requested before this one was drawn. A drawing that has begun is never
  // cancelled, so that the picture keeps up with fast strokes. A board that could be painted is compared with the server's picture
  // when the strokes pause.
  async show(board) {
    if (this.#paint(board)) {
      this.#comparing = setTimeout(() => this.#draw(board).catch((error) => this.refused(board, error)), PAUSE_MILLISECONDS);
      return true;
    }
    return this.#draw(board);
  }

  async #draw(board) {
    this.#wanted = board;
    clearTimeout(this.#comparing);
    await this.#drawing?.catch(() => undefined);
    if (this.#wanted !== board) return false;
    const painter = this.#painter;
    const mine = (this.#drawing = ask("draw", { board: boardOf(board) }));
    const found = await mine;
    if (this.#drawing === mine) this.#drawing = null;
    if (this.#wanted !== board && this.#wanted === this.#painted) return false; // a newer board is painted
    this.problems = found.problems;
    const drawn = new DOMParser().parseFromString(found.svg.replaceAll(">\n<", "><"), "image/svg+xml").documentElement;
    this.#fade(drawn);
    if (this.picture.firstElementChild?.isEqualNode(drawn)) {
      painter?.learn(found);
      return true;
    }
    this.picture.replaceChildren(document.importNode(drawn, true));
    painter?.adopt(this.picture.firstElementChild, board, found);
    this.#frame();
    this.signs.setAttribute("font-family", drawn.getAttribute("font-family"));
    this.#copySigns();
    return true;
  }

  // clues are copied above the marks, to stay readable
  #copySigns() {
    this.signs.replaceChildren(...[...this.picture.querySelectorAll("text.given")].map((text) => text.cloneNode(true)));
  }

  // greys the clues at these places, and no others
  fade(names) {
    this.#faded = new Set(names);
    this.#fade(this.board);
  }

  #fade(root) {
    for (const sign of root.querySelectorAll(".given"))
      sign.classList.toggle("finished", Object.values(sign.dataset).some((name) => this.#faded.has(name)));
  }

  // the point of the picture under a pointer
  point(event) {
    return this.points()(event);
  }

  // Returns a function from events to points of the picture. Asking where the picture is lays out the page, so ask once for many.
  points() {
    const matrix = this.overlay.getScreenCTM().inverse();
    return ({ clientX, clientY }) => {
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
      return { x, y };
    };
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
