// The time of a question that takes long, and a button to stop it.

import { keepFocus, make } from "./dom.js";
import { duration, t } from "./words.js";

const SHOWN_SECONDS = 0.3; // after which the time is shown

export class Waiting {
  #clock = null;

  // `halt` stops the question; `does` is the name of the button
  constructor(halt, does) {
    this.time = make("span", { class: "time" });
    this.stop = make("button", { "data-does": does, onclick: halt, class: "quiet", hidden: true }, t("stop"));
    this.element = make("p", { class: "status" }, this.time, this.stop);
  }

  // starts the time; `word` says what is done
  begin(word) {
    clearInterval(this.#clock);
    const start = performance.now();
    this.#clock = setInterval(() => {
      const seconds = (performance.now() - start) / 1000;
      if (seconds < SHOWN_SECONDS) return;
      this.time.textContent = `${t(word)} ${duration(seconds)}`;
      this.stop.hidden = false;
    }, 200);
  }

  // hides both; if the button had the focus, it goes to `next`
  end(next) {
    clearInterval(this.#clock);
    this.#clock = null;
    this.time.textContent = "";
    keepFocus(this.stop, () => (this.stop.hidden = true), next);
  }
}
