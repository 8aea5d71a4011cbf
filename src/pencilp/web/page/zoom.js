// The size of the cells: chosen by buttons, by Ctrl and the wheel, or by two fingers, and remembered for each size of board. A board
// that is larger than its frame is scrolled there: by the wheel, the middle button or two fingers.

import { make } from "./dom.js";
import { lasting } from "./storage.js";
import { t } from "./words.js";

const STEP = 1.25; // of the buttons
const NOTCH = 1.1; // of the wheel
const [LEAST, MOST] = [0.5, 8]; // times the size at which the whole board is seen
const KEY = "pencilp:zoom:";

export class Zoom {
  #size = ""; // of the board, as in its key
  #factor = 1;
  #fingers = new Map(); // pointer id -> event
  #held = null; // the pointer that moves the board with the middle button

  constructor(frame, board) {
    this.frame = frame;
    this.board = board;
    const button = (word, shown, act) => make("button", { class: "quiet sign", onclick: act, "data-does": word, "aria-label": t(word), title: t(word) }, shown);
    this.element = make("div", { class: "row zoom", role: "group", "aria-label": t("zoom") },
      button("smaller", "−", () => this.#turn(1 / STEP)), button("larger", "+", () => this.#turn(STEP)),
      (this.all = button("fitted", "⤢", () => this.#turn(1 / this.#factor))));
    frame.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    // before the editor, as a moved board enters nothing
    for (const kind of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) frame.addEventListener(kind, (event) => this.#pointer(event), true);
    // the browser's own use of the middle button: it scrolls, and on Linux it pastes the selected text, which would open a dialog
    for (const kind of ["mousedown", "mouseup", "auxclick"]) frame.addEventListener(kind, (event) => event.button === 1 && event.preventDefault());
    this.#show();
  }

  // shows a board with the size that was chosen for boards like this
  opened({ rows, cols }) {
    this.#size = `${rows}x${cols}`;
    const kept = Number(lasting.get(KEY + this.#size));
    this.#factor = kept >= LEAST && kept <= MOST ? kept : 1;
    this.#show();
  }

  #show() {
    this.frame.style.setProperty("--zoom", this.#factor);
    this.frame.classList.toggle("large", this.#factor > 1);
    this.all.disabled = this.#factor === 1;
  }

  // makes the board larger by a factor; the point at (x, y) of the screen stays there
  #turn(by, x, y) {
    const { left, top, width, height } = this.frame.getBoundingClientRect();
    const [atX, atY] = [(x ?? left + width / 2), (y ?? top + height / 2)];
    const before = this.board.getBoundingClientRect();
    const factor = Math.min(Math.max(this.#factor * by, LEAST), MOST);
    this.#factor = Math.abs(factor - 1) < 0.02 ? 1 : factor;
    lasting.put(KEY + this.#size, String(this.#factor));
    this.#show();
    const after = this.board.getBoundingClientRect();
    const moved = (from, size, now, sizeNow, at) => now + ((at - from) / size) * sizeNow - at;
    this.frame.scrollBy(moved(before.left, before.width, after.left, after.width, atX), moved(before.top, before.height, after.top, after.height, atY));
  }

  #wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    if (event.deltaY) this.#turn(event.deltaY < 0 ? NOTCH : 1 / NOTCH, event.clientX, event.clientY);
  }

  #pointer(event) {
    if (event.pointerType === "touch") return this.#finger(event);
    if (event.type === "pointerdown" && event.button === 1) {
      event.stopPropagation();
      this.#held = event;
      this.frame.setPointerCapture(event.pointerId);
    } else if (this.#held?.pointerId === event.pointerId) {
      event.stopPropagation();
      if (event.type === "pointermove") this.frame.scrollBy(this.#held.clientX - event.clientX, this.#held.clientY - event.clientY);
      this.#held = event.type === "pointermove" ? event : null;
    }
  }

  // Two fingers move a large board and change its size; a small one is left to the browser's own gesture.
  #finger(event) {
    if (event.type === "pointerup" || event.type === "pointercancel") return this.#fingers.delete(event.pointerId);
    const before = [...this.#fingers.values()];
    if (event.type === "pointermove" && !this.#fingers.has(event.pointerId)) return;
    this.#fingers.set(event.pointerId, event);
    if (event.type !== "pointermove" || before.length !== 2 || !this.frame.classList.contains("large")) return;
    const now = [...this.#fingers.values()];
    const middle = ([a, b]) => [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2];
    const apart = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    const [[x, y], [atX, atY]] = [middle(before), middle(now)];
    this.frame.scrollBy(x - atX, y - atY);
    if (apart(before) > 0) this.#turn(apart(now) / apart(before), atX, atY);
  }
}
