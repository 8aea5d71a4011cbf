// Boards that are shown one after another in place of the user's: the steps of a way, all answers, the strokes so far.
//
// While such a walk is on the board, the board has the class `way`, and nothing can be entered. The state keeps the user's board.

import { keepFocus, make } from "./dom.js";
import { t } from "./words.js";

const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

export class Walk {
  static #open = null; // the walk that is on the board
  boards = []; // empty while the user's board is shown
  at = 0;

  // `name` is the beginning of the names of its buttons. `shown` is called with the number of each board before it is drawn, `left`
  // when the walk ends, and then `closed` if the user goes back to their board. `used` takes a shown board as the user's own.
  // `number` is that of the first board.
  constructor(state, view, { name, used, number = 0, shown = () => undefined, left = () => undefined, closed = () => undefined }) {
    Object.assign(this, { state, view, number, shown, left, closed });
    const step = (word, to) => make("button", { class: "quiet", "data-does": `${name}.${word}`, onclick: () => this.go(to()) }, t(`way.${word}`));
    this.first = step("first", () => 0);
    this.back = step("back", () => this.at - 1);
    this.next = step("next", () => this.at + 1);
    this.last = step("last", () => this.boards.length - 1);
    const named = (word) => (name === "way" ? word : `${name}.${word}`);
    this.slider = make("input", { type: "range", min: 0, max: 0, step: 1, "aria-label": t("way.step"), "data-does": named("slide"),
      oninput: () => this.go(Number(this.slider.value)) });
    this.place = make("output", { class: "walked" });
    this.from = make("button", { class: "primary", "data-does": named("goon"), onclick: () => used(this.boards[this.at]) }, t("goon"));
    this.leave = make("button", { "data-does": named("closeway"), onclick: () => this.close() }, t("closeway"));
    this.before = make("div", {});
    this.after = make("div", {});
    this.element = make("div", { class: "walk", hidden: true, onkeydown: (event) => this.#key(event) },
      this.before,
      make("div", { class: "row", role: "group", "aria-label": t("way.steps") }, this.first, this.back, this.next, this.last),
      make("div", { class: "row" }, this.slider, this.place),
      make("div", { class: "row" }, this.from, this.leave),
      this.after);
    for (const type of ["pointerdown", "contextmenu"])
      view.board.addEventListener(type, (event) => this.open && event.stopImmediatePropagation(), true);
    view.board.addEventListener("keydown", (event) => this.open && this.#guarded(event), true);
  }

  get open() {
    return Walk.#open === this;
  }

  // ends the walk that is on the board, as another board is to be shown
  static end() {
    Walk.#open?.end();
  }

  // begins with these boards; another walk ends
  begin(boards) {
    if (!this.open) Walk.end();
    Walk.#open = this;
    this.boards = boards;
    this.at = 0;
    this.view.board.classList.add("way");
    this.view.fade([]);
    this.element.hidden = false;
    this.count();
  }

  add(board) {
    this.boards.push(board);
    this.count();
  }

  // shows the number of the board, and which buttons lead on
  count() {
    const last = this.boards.length - 1;
    const words = `${this.at + this.number} / ${last + this.number}`;
    this.slider.max = last;
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", words);
    this.place.textContent = words;
    for (const button of [this.first, this.back]) keepFocus(button, () => (button.disabled = this.at === 0), this.slider);
    for (const button of [this.next, this.last]) keepFocus(button, () => (button.disabled = this.at === last), this.slider);
  }

  async go(number) {
    this.at = Math.min(Math.max(number, 0), this.boards.length - 1);
    this.count();
    this.shown(this.at);
    this.view.board.setAttribute("aria-busy", "true");
    if (await this.view.show(this.boards[this.at])) this.view.board.setAttribute("aria-busy", "false");
  }

  // ends the walk; the caller shows another board
  end(focus) {
    if (!this.open) return;
    Walk.#open = null;
    this.boards = [];
    this.at = 0;
    this.view.board.classList.remove("way");
    keepFocus(this.element, () => (this.element.hidden = true), focus);
    this.left();
  }

  // goes back to the user's board
  close() {
    this.end();
    this.view.show(this.state.board);
    this.closed();
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.target === this.slider) return;
    if (event.key === "Escape") this.close();
    else if (event.key in KEYS) this.go(this.at + KEYS[event.key]);
    else return;
    event.preventDefault();
  }

  // keys on the board while it shows a walk
  #guarded(event) {
    if (event.key === "Tab" || event.ctrlKey || event.metaKey) return;
    event.stopImmediatePropagation();
    this.#key(event);
  }
}
