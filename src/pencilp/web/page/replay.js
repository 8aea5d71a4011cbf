// Shows the strokes on a board again, from the first one that undo still has to the last.

import { keepFocus, make } from "./dom.js";
import { Walk } from "./walk.js";
import { t } from "./words.js";

const STROKE_MILLISECONDS = 400; // between two strokes

export class Replay {
  #playing = null;

  // `refade` greys the finished clues of the user's board
  constructor(state, view, refade) {
    this.state = state;
    this.start = make("button", { class: "quiet", "data-does": "replay", onclick: () => this.begin() }, t("replay"));
    this.pause = make("button", { class: "quiet", "data-does": "pausereplay", onclick: () => (this.#playing ? this.halt() : this.play()) });
    this.walk = new Walk(state, view, {
      name: "replay",
      used: (board) => this.#use(board),
      left: () => {
        this.halt();
        this.start.hidden = false;
      },
      closed: refade,
    });
    this.walk.before.append(this.pause);
    this.element = make("div", { class: "replay" }, this.start, this.walk.element);
    this.halt();
  }

  // shows whether there are strokes
  changed() {
    const { before, after } = this.state.history();
    keepFocus(this.start, () => (this.start.disabled = before.length + after.length === 0));
  }

  begin() {
    const { before, board, after } = this.state.history();
    this.walk.begin([...before, board, ...after]);
    this.start.hidden = true;
    this.walk.go(0);
    this.play();
    this.pause.focus();
  }

  play() {
    this.pause.textContent = t("pause");
    if (this.walk.at + 1 === this.walk.boards.length) this.walk.go(0);
    this.#playing = setInterval(() => {
      this.walk.go(this.walk.at + 1);
      if (this.walk.at + 1 === this.walk.boards.length) this.halt();
    }, STROKE_MILLISECONDS);
  }

  halt() {
    clearInterval(this.#playing);
    this.#playing = null;
    this.pause.textContent = t("play");
  }

  #use({ answer, excluded, puzzle }) {
    this.state.put({ ...this.state.board, puzzle, answer, excluded }, "both");
  }
}
