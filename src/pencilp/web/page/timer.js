// The time spent on solving. It can be hidden and paused, and continues when the board is opened again.

import { keepFocus, make } from "./dom.js";
import { lasting } from "./storage.js";
import { keepSeconds, secondsOf } from "./store.js";
import { t } from "./words.js";

const HIDDEN = "pencilp:timer";

export class Timer {
  #ticking = null;
  #seconds = 0;
  #id = null;
  #paused = false;

  constructor() {
    this.face = make("span", { class: "time", role: "timer", "aria-live": "off" });
    this.button = make("button", { class: "quiet", "data-does": "timer", onclick: () => this.#turn() });
    this.pause = make("button", { class: "quiet", hidden: true, "data-does": "pause", onclick: () => this.#turnPause() });
    this.element = make("span", { class: "timer" }, this.face, this.pause, this.button);
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#rest();
      else if (this.#ticking !== null && !this.#paused) this.#tick();
    });
    this.#show();
  }

  open(id) {
    this.stop();
    this.#id = id;
    this.#seconds = secondsOf(id);
    this.#paused = false;
    this.#show();
  }

  // a stroke starts the time, or ends a pause
  start() {
    if (this.#ticking === null || this.#paused) this.#tick();
    this.#paused = false;
    this.#show();
  }

  stop() {
    this.#rest();
    this.#ticking = null;
    this.#paused = false;
    this.#show();
  }

  #tick() {
    this.#rest();
    this.#ticking = setInterval(() => {
      this.#seconds += 1;
      keepSeconds(this.#id, this.#seconds);
      this.#show();
    }, 1000);
  }

  #rest() {
    clearInterval(this.#ticking);
  }

  #turnPause() {
    this.#paused = !this.#paused;
    if (this.#paused) this.#rest();
    else this.#tick();
    this.#show();
  }

  #turn() {
    lasting.put(HIDDEN, lasting.get(HIDDEN) === "hidden" ? "shown" : "hidden");
    this.#show();
  }

  #show() {
    const hidden = lasting.get(HIDDEN) === "hidden";
    this.face.hidden = hidden;
    keepFocus(this.pause, () => (this.pause.hidden = this.#ticking === null));
    this.pause.textContent = t(this.#paused ? "resume" : "pause");
    this.button.textContent = t(hidden ? "showtime" : "hidetime");
    const [hours, minutes, seconds] = [this.#seconds / 3600, (this.#seconds / 60) % 60, this.#seconds % 60].map(Math.floor);
    const two = (n) => String(n).padStart(2, "0");
    this.face.textContent = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  }
}
