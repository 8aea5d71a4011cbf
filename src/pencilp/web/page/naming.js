// The title and the author of a board: shown above it, and two fields to set them.

import { make } from "./dom.js";
import { t } from "./words.js";

const MAX_CHARACTERS = 200;

export class Naming {
  constructor(state) {
    this.state = state;
    this.line = make("p", { class: "named", hidden: true });
    this.fields = Object.fromEntries(["name", "author"].map((key) => [key, make("input", {
      type: "text", maxlength: MAX_CHARACTERS, autocomplete: "off", "data-does": key, onchange: () => this.#put(key),
    })]));
    this.element = make("details", { class: "naming" }, make("summary", {}, t("naming")),
      make("div", { class: "row" }, ...Object.entries(this.fields).map(([key, field]) => make("label", {}, t(`naming.${key}`), " ", field))));
  }

  // the title with the author, as text; "" if the board has neither
  get said() {
    const { name, author } = this.state.board;
    return name && author ? t("naming.both", name, author) : author ? t("naming.by", author) : name ?? "";
  }

  // updates the line and the fields after a change of the board
  show() {
    for (const [key, field] of Object.entries(this.fields)) field.value = this.state.board[key] ?? "";
    this.line.textContent = this.said;
    this.line.hidden = !this.said;
  }

  // a field without a text removes its part of the board
  #put(key) {
    const { [key]: before, ...board } = this.state.board;
    const text = this.fields[key].value.trim();
    if (text !== (before ?? "")) this.state.put(text ? { ...board, [key]: text } : board, "both");
  }
}
