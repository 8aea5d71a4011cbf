// Dialogs: only one is open, and a click outside it closes it.

import { make } from "./dom.js";
import { t } from "./words.js";

export function dialog(title, ...content) {
  document.querySelector("dialog[open]")?.close();
  const shown = make("dialog", { "aria-label": title },
    make("div", { class: "top" }, make("h2", {}, title),
      make("button", { class: "quiet", "data-does": "close", "aria-label": t("close"), title: t("close"), onclick: () => shown.close() }, "✕")),
    ...content);
  shown.addEventListener("close", () => shown.remove());
  document.body.append(shown);
  shown.addEventListener("click", (event) => event.target === shown && outside(shown, event) && shown.close());
  shown.showModal();
  return shown;
}

// whether a click was outside a dialog
function outside(shown, { clientX, clientY }) {
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
