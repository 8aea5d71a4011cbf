// New puzzles: wishes, a button that asks for one, and the time until it is there.

import { make, setText, textElement } from "./dom.js";
import { latest } from "./server.js";
import { Waiting } from "./waiting.js";
import { t } from "./words.js";

const LIMIT_SECONDS = 60;
const LEVELS = ["easy", "normal", "hard", "expert"];
const SYMMETRIES = ["none", "h", "v", "rot180", "rot90", "diagonal"];
const SEEDS = 1_000_000; // as many are chosen from by chance

export class Maker {
  #making = latest("generate");

  // `wanted` returns a board of the genre and lattice of the new puzzle; `opened(board, remarks)` opens it. If `current` returns
  // something else when the puzzle is there than when it was asked for, a button opens it. With `filled` the clues of the board can
  // be kept and others added; it is called with the new board.
  constructor(wanted, opened, { current = () => null, filled = null } = {}) {
    this.wanted = wanted;
    this.opened = opened;
    this.current = current;
    this.filled = filled;
    const choice = (name, options) => make("select", { name }, ...options.map(([value, word]) => make("option", { value }, t(word))));
    this.level = choice("level", [["", "wish.any"], ...LEVELS.map((level) => [level, `level.${level}`])]);
    this.symmetry = choice("symmetry", SYMMETRIES.map((symmetry) => [symmetry, `symmetry.${symmetry}`]));
    this.seed = make("input", { type: "number", name: "seed", min: 0, max: 1e9, step: 1, placeholder: t("wish.random") });
    this.button = make("button", { "data-does": "makeone" }, t("makeone"));
    const fill = filled && make("button", { type: "button", "data-does": "fillup", title: t("fillup.how"), onclick: () => this.make(true) }, t("fillup"));
    this.waiting = new Waiting(() => this.halt(), "haltmaking");
    this.said = make("div", { class: "said", role: "status" });
    const field = (word, input) => make("label", {}, t(word), input);
    this.element = make("section", { class: "maker", "aria-label": t("makeone") },
      make("form", { class: "size", onsubmit: (event) => { event.preventDefault(); this.make(); } },
        field("wish.level", this.level), field("wish.symmetry", this.symmetry), field("wish.seed", this.seed), this.button, fill),
      this.waiting.element, this.said);
  }

  cancel() {
    this.#making.cancel();
    this.waiting.end(this.button);
    this.element.setAttribute("aria-busy", "false");
  }

  halt() {
    this.cancel();
    setText(this.said, t("stopped"));
  }

  // makes a new puzzle, or with `fill` one that has the clues of the board
  async make(fill = false) {
    const seed = this.seed.value === "" ? Math.floor(Math.random() * SEEDS) : Number(this.seed.value);
    const question = { board: this.wanted(), fill, seed, symmetry: this.symmetry.value, difficulty: this.level.value || null };
    const before = this.current();
    this.said.replaceChildren();
    this.waiting.begin("making");
    this.element.setAttribute("aria-busy", "true");
    try {
      const found = await this.#making.ask({ limit: LIMIT_SECONDS, ...question });
      if (found === undefined) return; // it was stopped
      this.cancel();
      this.#show(found, { fill, seed, before });
    } catch (error) {
      this.cancel();
      this.said.replaceChildren(textElement("p", error.message, { class: "error" }));
    }
  }

  #show({ board, why, limit }, { fill, seed, before }) {
    if (!board) {
      this.said.replaceChildren(make("p", {}, t(fill ? "notfilled" : "notmade", limit.toFixed(0))), textElement("p", t("notmadewhy", why.join(", ")), { class: "time" }));
      return;
    }
    const open = () => {
      this.said.replaceChildren();
      this.opened(board, [t("made", seed)]);
    };
    if (before === this.current()) {
      if (!fill) return open();
      this.filled(board);
      setText(this.said, t("filled"));
    } else this.said.replaceChildren(make("button", { class: "primary", "data-does": "openmade", onclick: open }, t("openmade")));
  }
}
