// The time spent on solving. It can be hidden, and continues when the page is opened again.

import { make } from "./dom.js";
import { lasting } from "./storage.js";
import { t } from "./words.js";

const KEPT = "pencilp:time";
const HIDDEN = "pencilp:timer";

export class Timer {
  #ticking = null;
  #seconds = 0;
  #id = null;

  constructor() {
    this.face = make("span", { class: "time", role: "timer", "aria-live": "off" });
    this.button = make("button", { class: "quiet", "data-does": "timer", onclick: () => this.#turn() });
    this.element = make("span", { class: "timer" }, this.face, this.button);
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#rest() : this.#ticking === null || this.#tick()));
    this.#show();
  }

  open(id) {
    this.stop();
    const kept = JSON.parse(lasting.get(KEPT) ?? "null");
    this.#id = id;
    this.#seconds = kept?.id === id ? kept.seconds : 0;
    this.#show();
  }

  start() {
    if (this.#ticking === null) this.#tick();
  }

  stop() {
    this.#rest();
    this.#ticking = null;
  }

  #tick() {
    this.#rest();
    this.#ticking = setInterval(() => {
      this.#seconds += 1;
      lasting.put(KEPT, JSON.stringify({ id: this.#id, seconds: this.#seconds }));
      this.#show();
    }, 1000);
  }

  #rest() {
    clearInterval(this.#ticking);
  }

  #turn() {
    lasting.put(HIDDEN, lasting.get(HIDDEN) === "hidden" ? "shown" : "hidden");
    this.#show();
  }

  #show() {
    const hidden = lasting.get(HIDDEN) === "hidden";
    this.face.hidden = hidden;
    this.button.textContent = t(hidden ? "showtime" : "hidetime");
    const [hours, minutes, seconds] = [this.#seconds / 3600, (this.#seconds / 60) % 60, this.#seconds % 60].map(Math.floor);
    const two = (n) => String(n).padStart(2, "0");
    this.face.textContent = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  }
}
