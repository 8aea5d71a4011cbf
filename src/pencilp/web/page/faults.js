// Faults of an answer in words: broken rules, and places that differ from the only answer.

import { make, textElement } from "./dom.js";
import { t } from "./words.js";

// what the server found as a sentence and a list, each with a text and the places to highlight
export function faultsOf({ broken, says, aside = [] }) {
  if (!broken.length) {
    const each = aside.map(({ at, right, places }) => ({ text: t("at", at, right), places }));
    return { words: t(each.length ? "unbrokenlist" : "unbroken", says), each };
  }
  const each = broken.map((b) => {
    const where = b.clue || b.at;
    const words = b.found ? t("fault", b.found, b.rule) : b.rule;
    return { text: t("broken", where ? t("at", where, words) : words), places: b.places };
  });
  return { words: each.length === 1 ? t("wrongone") : t("wrong", each.length), each };
}

// a list of texts; `point` highlights the places of the one under the pointer or with the focus
export const pointing = (each, point) =>
  make("ul", {}, ...each.map(({ text, places }) =>
    textElement("li", text, { tabindex: 0, onpointerenter: () => point(places), onfocus: () => point(places),
      onpointerleave: () => point([]), onblur: () => point([]) })));
