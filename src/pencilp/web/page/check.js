// Solving by hand: which rules the answer breaks, which clues are finished, whether the answer is right, and the time.

import { keepFocus, make, setText, textElement } from "./dom.js";
import { faultsOf, pointing } from "./faults.js";
import { lasting } from "./storage.js";
import { called, marked, outlined, pointsAt } from "./marks.js";
import { latest } from "./server.js";
import { Replay } from "./replay.js";
import { Timer } from "./timer.js";
import { boardOf } from "./state.js";
import { t } from "./words.js";

const LIMIT_SECONDS = 10;
const SWITCH = "pencilp:grey";
const LEVEL = "pencilp:check"; // how much a check says
const LEVELS = ["exact", "part", "whether"];
const PARTS = 3; // a board has as many parts along each side

export class Check {
  #asking = latest("check");
  #watching = latest("check");
  #ending = latest("outlook");
  #clues = latest("clues");
  #seen = null; // the answer that was checked last

  constructor(state, view, layout) {
    this.state = state;
    this.view = view;
    this.layout = layout;
    this.timer = new Timer();
    this.replay = new Replay(state, view, () => this.fade());
    this.result = make("div", { role: "status" });
    this.level = make("select", { class: "quiet", "aria-label": t("checklevel"), "data-does": "checklevel", onchange: () => lasting.put(LEVEL, this.level.value) },
      ...LEVELS.map((value) => make("option", { value, selected: value === lasting.get(LEVEL) }, t(`checklevel.${value}`))));
    this.grey = make("input", { type: "checkbox", checked: lasting.get(SWITCH) !== "no", "data-does": "grey", onchange: () => this.#switch() });
    this.element = make("section", { class: "check" },
      make("div", { class: "row" }, make("button", { "data-does": "check", onclick: () => this.ask() }, t("check")), this.level, this.timer.element),
      this.result, make("label", {}, this.grey, t("grey")), this.replay.element);
  }

  // shows another board, with its own time
  opened(id) {
    this.#seen = JSON.stringify(this.state.board.answer ?? {});
    this.timer.open(id);
    this.replay.changed();
    this.clear();
    this.fade();
  }

  // checks the board after a change
  changed() {
    this.clear();
    this.fade();
    this.replay.changed();
    const answer = JSON.stringify(this.state.board.answer ?? {});
    if (answer === this.#seen) return;
    this.#seen = answer;
    const begun = Object.values(this.state.board.answer ?? {}).some((values) => [values].flat(3).some((token) => token));
    if (begun) this.timer.start();
    if (begun) this.#watch();
  }

  // reports a right answer without being asked
  async #watch() {
    try {
      const found = await this.#watching.ask({ board: boardOf(this.state.board), limit: LIMIT_SECONDS });
      if (found?.finished) this.#tell(found);
    } catch (error) {
      if (!error.passing && error.status !== 422) setText(this.result, error.message); // 422: the puzzle is unfinished
    }
  }

  async ask() {
    try {
      const board = boardOf(this.state.board);
      const found = await this.#asking.ask({ board, limit: LIMIT_SECONDS });
      if (!found) return;
      if (found.finished || found.broken.length) return this.#tell(found);
      // no rule is broken, but it may be impossible to finish
      this.#say("", t("thinking"));
      const end = await this.#ending.ask({ board, limit: LIMIT_SECONDS });
      if (end) this.#tellEnd(end);
    } catch (error) {
      setText(this.result, error.message);
    }
  }

  clear() {
    this.#watching.cancel();
    this.#asking.cancel();
    this.#ending.cancel();
    keepFocus(this.result, () => this.result.replaceChildren());
    this.view.mark("broken", []);
    this.view.mark("pointed", []);
  }

  // cancels all questions, as another board is being opened
  cancel() {
    this.clear();
    this.#clues.cancel();
  }

  #mark(kind, wrong) {
    this.view.mark(kind, marked(this.layout(), this.state.board, wrong.flatMap((each) => each.places)));
  }

  #say(kind, words) {
    this.result.removeAttribute("lang");
    this.result.replaceChildren(textElement("p", words, { class: kind }));
    this.view.mark("broken", []);
  }

  #tell({ broken, finished }) {
    if (finished) {
      this.timer.stop();
      this.state.dispatchEvent(new Event("solved"));
      return this.#say("done", t("done"));
    }
    this.#list({ broken });
  }

  // says no more of a mistake than is wished: its place roughly, or that there is one
  #roughly({ broken, aside = [] }) {
    const [place] = [...broken, ...aside].flatMap(({ places }) => places.flatMap((one) => pointsAt(this.layout(), this.state.board, ...one)));
    const part = place && this.level.value === "part" ? this.#partAt(place) : [];
    this.#say("wrong", t(part.length ? "wrongpart" : "wrongsomewhere"));
    this.view.mark("broken", outlined(this.layout(), part));
  }

  // the cells of the part of the board around a point
  #partAt(point) {
    const { places, unit } = this.layout();
    const within = (axis) => {
      const all = places.cells.map((cell) => cell[axis]);
      const first = Math.min(...all) - unit / 2;
      const size = (Math.max(...all) + unit / 2 - first) / PARTS;
      const part = (at) => Math.min(Math.max(Math.floor((at[axis] - first) / size), 0), PARTS - 1);
      return (cell) => part(cell) === part(point);
    };
    const [across, down] = [within("x"), within("y")];
    return [...places.cells.keys()].filter((c) => across(places.cells[c]) && down(places.cells[c]));
  }

  // shows whether an answer that breaks no rule can be finished
  #tellEnd({ can, says, aside }) {
    if (can) return this.#say("fine", t("fine"));
    if (can === null) return this.#say("fine", t("unsure", LIMIT_SECONDS));
    this.#list({ broken: [], says, aside });
  }

  // lists faults, and highlights their places
  #list(found) {
    if (this.level.value !== "exact") return this.#roughly(found);
    const { words, each } = faultsOf(found);
    this.#say("wrong", words);
    this.#mark("broken", each);
    this.result.append(pointing(each, (places) => this.#mark("pointed", [{ places }])));
  }

  #switch() {
    lasting.put(SWITCH, this.grey.checked ? "yes" : "no");
    this.fade();
  }

  // greys finished clues
  async fade() {
    this.#clues.cancel();
    const board = this.state.board;
    const empty = !Object.values(board.answer ?? {}).some((values) => [values].flat(3).some((token) => token !== null));
    if (!this.grey.checked || empty) return this.view.fade([]);
    try {
      const found = await this.#clues.ask({ board: boardOf(board), limit: LIMIT_SECONDS });
      if (found) this.view.fade(found.finished.map((place) => called(this.layout(), place)));
    } catch (error) {
      this.view.fade([]);
      if (error.status !== 422 && !error.passing) throw error;
    }
  }
}
