// The rules in words, the integer program rule by rule, and a comparison of solvers.

import { keepFocus, make, setText, textElement } from "./dom.js";
import { outlined } from "./marks.js";
import { nearest } from "./places.js";
import { ask } from "./server.js";
import { boardOf, puzzleOf } from "./state.js";
import { duration, t } from "./words.js";

const LIMIT_SECONDS = 30; // for each solver
const MAX_RULES = 60; // rules that are listed for a cell

export class Rules {
  #running = null;
  #raced = null; // the puzzle of the comparison
  #shown = null;

  constructor(state, view, layout) {
    this.state = state;
    this.view = view;
    this.layout = layout;
    this.text = make("p", { class: "rules" });
    this.counts = make("p", { class: "counts" });
    this.here = make("div", { class: "here", role: "status" });
    this.program = make("div", { class: "program" });
    this.formulation = make("select", { "aria-label": t("formulation"), "data-does": "formulation", onchange: () => this.show() });
    this.details = make("details", { "data-does": "program", ontoggle: () => this.details.open && this.#current !== this.#shown && this.show() },
      make("summary", {}, t("program")),
      make("div", { class: "row" }, this.formulation, make("button", { onclick: () => this.show() }, t("show"))),
      this.counts, this.here, this.program);
    this.times = make("div", { class: "times", role: "status" });
    this.start = make("button", { disabled: true, "data-does": "compare", onclick: () => this.compare() }, t("compare"));
    this.halt = make("button", { class: "quiet", hidden: true, "data-does": "halt", onclick: () => this.#running?.abort() }, t("stop"));
    this.race = make("details", { "data-does": "race" }, make("summary", {}, t("solvers")),
      make("div", { class: "row" }, this.start, this.halt),
      this.times);
    this.element = make("section", {}, make("h2", {}, t("rules")), this.text, this.details, this.race);
    view.board.addEventListener("pointermove", (event) => !event.buttons && this.#pointed(view.point(event)));
    view.board.addEventListener("pointerleave", () => this.#pointed(null));
  }

  get #current() {
    return JSON.stringify(puzzleOf(this.state.board)) + this.formulation.value;
  }

  // shows the rules of another genre; its solvers are known later
  tell(rules) {
    this.text.textContent = rules;
    keepFocus(this.start, () => (this.start.disabled = true));
  }

  // shows another board; `offered` has its formulations and solvers
  opened(offered) {
    this.solvers = offered.solvers;
    this.start.disabled = false;
    this.formulation.replaceChildren(...offered.formulations.map((value) => make("option", { value }, t(value === "published" ? "published" : "ours"))));
    this.formulation.hidden = offered.formulations.length < 2;
    this.#forget();
    if (this.details.open) this.show();
  }

  // removes the program and the comparison of an earlier puzzle
  changed() {
    setText(this.text, this.layout().rules); // they need not wait for the offers
    if (this.#shown !== null && this.#shown !== this.#current) this.#forget();
    if (this.#raced !== null && this.#raced !== this.#current) this.#endRace();
  }

  #forget() {
    this.#endRace();
    this.#shown = null;
    this.found = null;
    for (const part of [this.program, this.counts, this.here]) keepFocus(part, () => part.replaceChildren());
  }

  #endRace() {
    this.#running?.abort();
    this.#raced = null;
    keepFocus(this.times, () => this.times.replaceChildren());
  }

  async show() {
    const asked = this.#current;
    this.#shown = asked;
    try {
      const found = await ask("program", { board: puzzleOf(this.state.board), formulation: this.formulation.value });
      if (asked !== this.#current) return;
      this.found = found;
      this.counts.textContent = `${t("extent", found.rows, found.columns, found.nonzeros)} ${t("variables", found.variables, found.integers)}`;
      this.program.replaceChildren(...found.rules.map((rule) => this.#rule(rule)));
      if (found.cut) this.program.append(make("p", {}, t("cut")));
    } catch (error) {
      this.counts.replaceChildren();
      this.program.replaceChildren(textElement("p", error.message, { class: "error" }));
    }
  }

  // one rule; its instances are added when it is opened
  #rule(rule) {
    const cells = [...new Set(rule.instances.flatMap((one) => one.cells))];
    const summary = make("summary", {}, textElement("span", rule.words || t("definitions")), " ",
      make("span", { class: "many" }, [rule.many ? `×${rule.many}` : "", rule.rows ? rule.rows === 1 ? t("nrow") : t("nrows", rule.rows) : ""].filter(Boolean).join(" · ")));
    const list = make("ul");
    const element = make("details", { class: "rule", ontoggle: () =>
      list.childElementCount || list.append(...rule.instances.map((one) => this.#instance(one))) }, summary, list);
    this.#lights(summary, cells);
    return element;
  }

  #instance(one) {
    const line = make("li", { tabindex: 0 }, one.at ? make("b", {}, `${one.at} `) : null, one.text ? textElement("span", one.text) : null,
      one.rows.length ? textElement("pre", one.rows.join("\n")) : null);
    this.#lights(line, one.cells);
    return line;
  }

  // highlights cells while the pointer is on an element
  #lights(element, cells) {
    const light = () => this.view.mark("pointed", outlined(this.layout(), cells));
    const dark = () => this.view.mark("pointed", []);
    for (const [event, act] of [["pointerenter", light], ["focusin", light], ["pointerleave", dark], ["focusout", dark]])
      element.addEventListener(event, act);
  }

  // lists the rules about the cell under the pointer
  #pointed(at) {
    if (!this.found || !this.details.open) return;
    const layout = this.layout();
    const cells = layout.places.cells.map((place, key) => ({ ...place, key }));
    const place = at && nearest(cells, at.x, at.y, layout.unit * 0.75);
    if (place?.key === this.lit) return;
    this.lit = place?.key;
    const speaks = (rule) => (place ? rule.instances.filter((one) => one.cells.includes(place.key)) : []);
    const about = this.found.rules.map(speaks);
    [...this.program.children].forEach((element, i) => element.classList.toggle("lit", Boolean(about[i]?.length)));
    const lines = this.found.rules.flatMap((rule, i) => about[i].map((one) => make("li", {}, textElement("span", rule.words || t("definitions")), ": ", textElement("span", one.text || one.rows[0] || ""))));
    this.here.replaceChildren(...(place ? [make("b", {}, place.name), make("ul", {}, ...lines.slice(0, MAX_RULES))] : []));
  }

  // solves the puzzle with each installed solver, one after another
  async compare() {
    this.#running?.abort();
    const mine = (this.#running = new AbortController());
    this.#raced = this.#current;
    this.halt.hidden = false;
    mine.signal.addEventListener("abort", () => (this.halt.hidden = true));
    const rows = make("tbody");
    this.times.replaceChildren(make("table", {},
      make("thead", {}, make("tr", {}, ...[t("solver"), t("result"), t("time")].map((words) => make("th", { scope: "col" }, words)))), rows));
    const board = puzzleOf(this.state.board);
    for (const solver of this.solvers) {
      const [result, time] = [make("td", {}, t("thinking")), make("td", { class: "time" })];
      rows.append(make("tr", {}, make("th", { scope: "row" }, solver), result, time));
      try {
        const found = await ask("solve", { board, solver, formulation: this.formulation.value || "rules", count: 2, limit: LIMIT_SECONDS }, mine.signal);
        result.textContent = t(found.status);
        time.textContent = duration(found.seconds.total);
      } catch (error) {
        setText(result, error.name === "AbortError" ? t("stopped") : error.message);
        if (mine.signal.aborted) break;
      }
    }
    if (this.#running === mine) this.halt.hidden = true;
  }
}

// Draws the answer of a solution file that was dropped onto the page.
export async function drawSolution(state, file) {
  const found = await ask("solution", { board: boardOf(state.board), ...file });
  state.put({ ...state.board, answer: found.answer }, "answer");
  return found.notes;
}
