// The values of the whole board: a checkbox for yes or no, pictures for pieces, a field for all others.

import { make } from "./dom.js";
import { FleetField } from "./fleet.js";

const MIN_CHARACTERS = 6; // the width of a field

export class Whole {
  constructor(state, element) {
    this.state = state;
    this.element = element;
    this.fields = [];
  }

  opened(layout) {
    this.fields = layout.inputs.filter((layer) => layer.on === "board").map((layer) => this.#field(layer));
    this.element.replaceChildren(...this.fields.map(({ element }) => element));
    this.show();
  }

  // updates the fields after a change of the board
  show() {
    for (const { layer, input, ticked, fleet } of this.fields) {
      const token = this.state.board.puzzle?.[layer.name] ?? null;
      if (fleet) fleet.show(token);
      else if (ticked) input.checked = (token ?? String(layer.initial)) === "1";
      else {
        if (input !== document.activeElement || input.value.trim() !== (token ?? "")) input.value = token ?? "";
        input.size = Math.max(MIN_CHARACTERS, input.value.length + 1);
      }
    }
  }

  #field(layer) {
    const put = (token) => this.state.set("puzzle", layer.name, token);
    if (layer.value.type === "fleet") {
      const fleet = new FleetField(layer, put);
      return { layer, fleet, element: fleet.element };
    }
    const ticked = layer.value.high === 1;
    const input = make("input", {
      type: ticked ? "checkbox" : "text", title: layer.text, "data-layer": layer.name, autocomplete: "off",
      placeholder: layer.initial ?? "",
      // an empty field has no value
      onchange: () => put(ticked ? String(Number(input.checked)) : input.value.trim() || null),
    });
    const words = make("span", {}, withoutToken(layer.text));
    return { layer, input, ticked, element: make("label", { title: layer.text }, ...(ticked ? [input, words] : [words, input])) };
  }
}

// the text of a value without its token: "1: the loop ..." is for writers of files
function withoutToken(text) {
  const words = text.replace(/^1(:|：) ?/, "");
  return words[0].toUpperCase() + words.slice(1);
}
