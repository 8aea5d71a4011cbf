// The verdict after each stroke: whether the board has an answer, the common values of its answers, or why there is none.

import { keepFocus, make, textElement } from "./dom.js";
import { marked } from "./marks.js";
import { latest } from "./server.js";
import { puzzleOf } from "./state.js";
import { Walk } from "./walk.js";
import { duration, t } from "./words.js";

const LIMIT_SECONDS = 10; // for the verdict
const CONFLICT_SECONDS = 5;
const REPAIR_SECONDS = 30;
const COUNT_SECONDS = 30;
const MAX_ANSWERS = 1000; // answers that are counted
const SOLVE_SECONDS = 60; // for "Solve it"
const MAX_SHOWN = 100; // answers that are shown one after another
const MAX_REASONS = 10; // clues and rules of a contradiction that are listed at first
const SIGNS = { unique: "●", multiple: "◐", none: "✕", unknown: "?", unfinished: "…", thinking: "…", off: "–" };
const MARKS = ["differing", "conflict"];

export class Verdict {
  #asking = latest("live");
  #sharing = latest("shared");
  #drawing = latest("draw");
  #reason = latest("conflict");
  #repairing = latest("repair");
  #counting = latest("count");
  #filling = latest("solve");
  #paging = latest("solve");
  #clock = null;
  #chosen = false; // whether the user has chosen to show or hide the common values

  // `refade` greys the finished clues of the user's board
  constructor(state, view, shared, layout, refade) {
    this.state = state;
    this.view = view;
    this.shared = shared;
    this.layout = layout;
    this.refade = refade;
    this.asked = null;
    this.word = make("strong", { class: "word", "aria-live": "polite" });
    this.time = make("span", { class: "time" });
    this.message = make("div", { class: "message", "aria-live": "polite" });
    this.stop = make("button", { class: "quiet", hidden: true, "data-does": "stop", onclick: () => this.halt() }, t("stop"));
    this.many = make("button", { class: "quiet", hidden: true, "data-does": "count", onclick: () => this.count() }, t("howmany"));
    this.each = make("button", { class: "quiet", hidden: true, "data-does": "each", onclick: () => this.page() }, t("each"));
    this.pages = new Walk(state, view, { name: "answers", number: 1,
      used: ({ answer }) => this.#use(answer),
      left: () => this.#hide(this.each, this.element.dataset.status !== "multiple"),
      closed: () => this.refade(),
    });
    this.live = make("input", { type: "checkbox", checked: true, "data-does": "live", onchange: () => this.again() });
    this.legend = make("p", { class: "legend", hidden: true }, t("legend"));
    this.facts = make("input", { type: "checkbox", "data-does": "facts", onchange: () => this.choose() });
    this.element = make("section", { class: "verdict", tabindex: -1 },
      make("p", { class: "status" }, this.word, this.time, this.stop, this.many, this.each), this.message, this.pages.element,
      make("label", {}, this.live, t("live")), make("label", {}, this.facts, t("facts")), this.legend,
      make("button", { "data-does": "solve", onclick: () => this.fill() }, t("solveit")));
  }

  // by default, common values are shown while a puzzle is set, and hidden while it is solved
  setting(is) {
    if (this.#chosen || this.facts.checked === is) return;
    this.facts.checked = is;
    this.showShared();
  }

  choose() {
    this.#chosen = true;
    this.showShared();
  }

  again() {
    this.asked = null;
    this.ask();
  }

  halt() {
    this.cancel();
    this.#tell(this.found?.status ?? "unknown", t("stopped"));
  }

  // cancels all requests
  cancel() {
    for (const question of [this.#asking, this.#reason, this.#repairing, this.#counting, this.#sharing, this.#drawing, this.#filling, this.#paging])
      question.cancel();
    clearInterval(this.#clock);
    this.asked = null;
  }

  async ask() {
    const board = puzzleOf(this.state.board);
    const question = JSON.stringify(board);
    if (question === this.asked) return; // the puzzle has not changed
    this.asked = question;
    this.found = null;
    for (const question of [this.#counting, this.#reason, this.#repairing, this.#filling, this.#paging]) question.cancel();
    for (const kind of MARKS) this.view.mark(kind, []);
    this.showShared();
    if (!this.live.checked) {
      this.#asking.cancel();
      return this.#tell("off");
    }
    this.element.setAttribute("aria-busy", "true");
    this.#run(performance.now());
    try {
      const found = await this.#asking.ask({ board, limit: LIMIT_SECONDS });
      if (!found) return;
      this.found = found;
      this.#tell(found.status, found.status === "unknown" ? t("toolong", LIMIT_SECONDS) : found.message, found.seconds?.total);
      this.showShared();
      if (found.status === "none") await this.#why(board);
    } catch (error) {
      this.#tell("unknown", error.message);
    }
  }

  // shows why there is no answer
  async #why(board) {
    const found = await this.#reason.ask({ board, limit: CONFLICT_SECONDS });
    if (found?.status !== "none") return;
    this.view.mark("conflict", marked(this.layout(), this.state.board, found.rules.flatMap((rule) => rule.places)));
    const clues = found.rules.some((rule) => rule.clue);
    const list = make("ul", { class: "why" });
    const show = (rules) => list.replaceChildren(...this.#reasons(rules));
    const [some, others] = [found.rules.slice(0, MAX_REASONS), found.rules.length - MAX_REASONS];
    show(some);
    const more = make("button", { class: "quiet", "data-does": "allreasons", onclick: () => {
      show(found.rules);
      keepFocus(more, () => more.remove(), list.querySelector("button") ?? this.element);
    } }, t("andmore", others));
    this.#message(
      make("p", {}, t(clues ? "contradict" : "impossible")), list, others > 0 ? more : "",
      found.minimal || !clues ? "" : make("p", {}, t("fewer")),
      clues ? make("button", { class: "quiet", "data-does": "repair", onclick: () => this.repair() }, t("repair")) : "");
  }

  // items of a list of rules, one for each text, with a button for each clue or place
  #reasons(rules) {
    const groups = new Map();
    for (const rule of rules) {
      const places = groups.get(rule.rule) ?? groups.set(rule.rule, []).get(rule.rule);
      if (rule.clue || rule.at) places.push(rule);
    }
    return [...groups].map(([words, places]) =>
      make("li", {}, textElement("span", words), places.length ? ": " : "", ...places.map((rule) => this.#place(rule))));
  }

  // finds the fewest clues to change for exactly one answer, and offers to change them
  async repair() {
    const before = this.state.board;
    this.element.setAttribute("aria-busy", "true");
    this.#run(performance.now());
    try {
      const found = await this.#repairing.ask({ board: puzzleOf(before), limit: REPAIR_SECONDS });
      if (!found) return;
      this.#rest("none");
      if (!found.changes.length)
        return this.#message(make("p", {}, t(found.single ? "norepairofone" : "norepair")));
      const take = () => this.state.put({ ...this.state.board, puzzle: { ...this.state.board.puzzle, ...found.board } });
      this.#message(
        make("p", {}, t("repaired")),
        make("ul", { class: "why" }, ...found.changes.map((change) =>
          make("li", {}, this.#place(change), ": ", change.after ? t("inplaceof", change.after, change.before) : t("without", change.before)))),
        make("button", { class: "quiet", "data-does": "takerepair", onclick: take }, t("takerepair")));
    } catch (error) {
      this.#tell("none", error.message);
    }
  }

  // a button that highlights places on the board
  #place(rule) {
    const light = (places) => () => this.view.mark("pointed", marked(this.layout(), this.state.board, places));
    return make("button", { class: "place", onpointerenter: light(rule.places), onpointerleave: light([]),
      onfocus: light(rule.places), onblur: light([]) }, rule.clue || rule.at);
  }

  // replaces the message below the verdict; its focus goes to the board
  #message(...said) {
    keepFocus(this.message, () => this.message.replaceChildren(...said));
  }

  // hides a button; its focus goes to the panel
  #hide(button, hidden) {
    keepFocus(button, () => (button.hidden = hidden), this.element);
  }

  // counts the answers
  async count() {
    const start = performance.now();
    this.#hide(this.many, true);
    this.#run(start);
    try {
      const found = await this.#counting.ask({ board: puzzleOf(this.state.board), most: MAX_ANSWERS, limit: COUNT_SECONDS });
      if (!found) return;
      this.#tell("multiple", t(found.complete ? "answers" : "atleast", found.found), found.seconds.total);
      this.#hide(this.many, true);
    } catch (error) {
      this.#tell("multiple", error.message);
    }
  }

  // shows all answers one after another on the board
  async page() {
    this.#hide(this.each, true);
    this.#run(performance.now());
    const { board } = this.state;
    try {
      const found = await this.#paging.ask({ board: puzzleOf(board), count: MAX_SHOWN, limit: COUNT_SECONDS });
      if (!found) return;
      const { length } = found.answers;
      this.#tell("multiple", t(found.complete ? "answers" : "firstanswers", length), found.seconds.total);
      this.#hide(this.each, true);
      this.pages.begin(found.answers.map((answer) => ({ ...board, answer })));
      await this.pages.go(0);
    } catch (error) {
      this.#tell("multiple", error.message);
    }
  }

  #use(answer) {
    this.state.put({ ...this.state.board, answer }, "answer");
    this.view.board.focus();
  }

  #run(start) {
    clearInterval(this.#clock);
    this.#clock = setInterval(() => {
      const seconds = (performance.now() - start) / 1000;
      if (seconds > 0.3) this.#say("thinking", duration(seconds), true);
    }, 200);
  }

  #tell(status, message = "", seconds = undefined) {
    this.#rest(status, seconds);
    this.#message(message ? textElement("p", message) : "");
  }

  // ends the progress display
  #rest(status, seconds) {
    clearInterval(this.#clock);
    this.#clock = null;
    this.element.setAttribute("aria-busy", "false");
    this.#say(status, seconds === undefined ? "" : duration(seconds), false);
    for (const button of [this.many, this.each]) this.#hide(button, status !== "multiple");
  }

  #say(status, time, running) {
    this.element.dataset.status = status;
    const word = `${SIGNS[status] ?? ""} ${t(status)}`;
    if (this.word.textContent !== word) this.word.textContent = word; // avoid announcing it twice
    this.time.textContent = time;
    this.#hide(this.stop, !running);
    if (running) for (const button of [this.many, this.each]) this.#hide(button, true);
  }

  // draws the common values of all answers over the board, and highlights where two of them differ
  async showShared() {
    this.#sharing.cancel();
    this.#drawing.cancel();
    this.shared.replaceChildren();
    this.view.mark("differing", []);
    this.legend.hidden = true;
    const found = this.found;
    if (!this.facts.checked || !["unique", "multiple"].includes(found?.status)) return;
    const board = puzzleOf(this.state.board);
    this.legend.hidden = found.status !== "multiple";
    this.view.mark("differing", marked(this.layout(), this.state.board, found.differing));
    try {
      const only = found.status === "unique" ? { answer: found.answers[0] } : await this.#sharing.ask({ board, limit: LIMIT_SECONDS });
      if (!only?.answer) return;
      const drawing = await this.#drawing.ask({ board: { ...board, answer: only.answer }, over: true });
      if (!drawing) return;
      const drawn = new DOMParser().parseFromString(drawing.svg, "image/svg+xml").documentElement;
      this.shared.replaceChildren(document.importNode(drawn, true));
    } catch (error) {
      this.#message(textElement("p", error.message));
    }
  }

  // puts the first answer onto the board
  async fill() {
    const before = this.found;
    this.#asking.cancel();
    this.element.setAttribute("aria-busy", "true");
    this.#run(performance.now());
    try {
      const found = await this.#filling.ask({ board: puzzleOf(this.state.board), count: 1, limit: SOLVE_SECONDS });
      if (!found) return;
      // keep the reasons for a missing answer, if they are shown
      if (!found.answers.length && found.status !== before?.status)
        return this.#tell(found.status, found.status === "unknown" ? t("toolong", SOLVE_SECONDS) : "", found.seconds.total);
      if (before || !this.live.checked) this.#rest(before?.status ?? "off", before?.seconds?.total);
      else this.again();
      if (found.answers.length) this.state.put({ ...this.state.board, answer: found.answers[0] }, "answer");
    } catch (error) {
      this.#tell("unknown", error.message);
    }
  }
}
