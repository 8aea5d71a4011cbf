// Prints elements alone, without the page around them.

import { make } from "./dom.js";

export function printed(...elements) {
  document.getElementById("sheet")?.remove();
  const sheet = make("section", { id: "sheet" }, ...elements);
  document.body.append(sheet);
  addEventListener("afterprint", () => sheet.remove(), { once: true });
  print();
}

// the picture in a file of the kind SVG, in its size on paper
export function pictureOf(text) {
  const drawn = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  drawn.style.setProperty("--wide", drawn.viewBox.baseVal.width);
  return drawn;
}
