// Keys below the board, for devices without a keyboard: the characters of the chosen layer's tokens.

import { make } from "./dom.js";
import { t } from "./words.js";

const DIGITS = [..."0123456789"];
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

// the characters that tokens of a layer may contain
function signs({ on, single, value, least, most }) {
  const { pattern } = value;
  const from = least === 0 || (most ?? Infinity) >= 10 ? 0 : 1;
  const digits = pattern.includes("[0-9]") ? DIGITS.filter((digit) => from <= digit && digit <= (most ?? digit)) : [];
  const letters = pattern.includes("\\W") ? LETTERS : pattern.includes("[A-Za-z]") ? LETTERS.slice(0, most ?? undefined) : [];
  const others = value.tokens.flatMap(({ token }) => [...(token ?? "")]);
  const more = [...(pattern.includes("?]") ? ["?"] : []), ...(on === "lines" && !single ? [" "] : [])];
  return [...new Set([...digits, ...letters, ...others, ...more])];
}

const KEYS_IN_A_ROW = 8; // on a phone

export function showKeys(keypad, board, layer) {
  const press = (key) => board.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const key = (name, shown, label) =>
    make("button", { "data-key": name, "aria-label": label, onpointerdown: (event) => event.preventDefault(), onclick: () => press(name) }, shown);
  keypad.hidden = layer.value.entry !== "typed";
  if (keypad.hidden) return;
  const named = { " ": ["␣", t("blank")] };
  const keys = [...signs(layer).map((sign) => key(sign, ...(named[sign] ?? [sign]))), key("Backspace", "⌫", t("back")), key("Delete", "✕", t("empty"))];
  keypad.replaceChildren(...keys);
  keypad.style.setProperty("--across", Math.ceil(keys.length / Math.ceil(keys.length / KEYS_IN_A_ROW)));
}
