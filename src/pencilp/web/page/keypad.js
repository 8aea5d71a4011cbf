// Keys below the board for who has no keyboard: those of which the tokens of the chosen layer are made.

import { make } from "./dom.js";
import { t } from "./words.js";

const DIGITS = [..."0123456789"];
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

// the signs that tokens of a layer may have
function signs({ on, single, value, least, most }) {
  const { pattern } = value;
  const from = least === 0 || (most ?? Infinity) >= 10 ? 0 : 1;
  const digits = pattern.includes("[0-9]") ? DIGITS.filter((digit) => from <= digit && digit <= (most ?? digit)) : [];
  const letters = pattern.includes("\\W") ? LETTERS : [];
  const others = value.tokens.flatMap(({ token }) => [...(token ?? "")]);
  const more = [...(pattern.includes("?]") ? ["?"] : []), ...(on === "lines" && !single ? [" "] : [])];
  return [...new Set([...digits, ...letters, ...others, ...more])];
}

export function showKeys(keypad, board, layer) {
  const press = (key) => board.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const key = (name, shown, label) =>
    make("button", { "data-key": name, "aria-label": label, onpointerdown: (event) => event.preventDefault(), onclick: () => press(name) }, shown);
  keypad.hidden = layer.value.entry !== "typed";
  if (keypad.hidden) return;
  const named = { " ": ["␣", t("blank")] };
  keypad.replaceChildren(
    ...signs(layer).map((sign) => key(sign, ...(named[sign] ?? [sign]))),
    key("Backspace", "⌫", t("back")), key("Delete", "✕", t("empty")),
  );
}
