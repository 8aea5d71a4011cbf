// Help for solvers and setters: the next step in stages, the way to the answer, and clues that are not needed.

import { keepFocus, make, setText, textElement } from "./dom.js";
import { faultsOf, pointing } from "./faults.js";
import { marked } from "./marks.js";
import { latest } from "./server.js";
import { boardOf, puzzleOf } from "./state.js";
import { t } from "./words.js";
import { svg } from "./view.js";
import { Waiting } from "./waiting.js";
import { Walk } from "./walk.js";

const LIMIT_SECONDS = 60;
const STAGES = ["lookat", "userule", "{}"]; // the words around the text of each stage of a hint; none around the sentence
const MORE = ["whichrule", "showstep"]; // the buttons that reveal the next stage
const NOTE_SIZE = 0.34; // the size of a note, in cells
const NOTE_WIDTH = 1.5; // the size of a note with one sign more, in cells

// a sentence as a line of its own; names of cells stay as they are
const capital = (text) => (/^r\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));

const isAnswered = (board) => Object.values(board.answer ?? {}).some((values) => [values].flat(3).some((token) => token !== null));

// the board with the values of a step
export function taken(layout, board, { sets, excludes }) {
  const answer = { ...board.answer };
  const excluded = { ...board.excluded };
  for (const [name, index, token] of sets) {
    const { on } = layout.answers.find((layer) => layer.name === name);
    if (answer[name] === board.answer?.[name]) answer[name] = [...(answer[name] ?? new Array(layout.places[on]?.length ?? layout.cols).fill(null))];
    answer[name][index] = token;
  }
  for (const [name, index, token] of excludes) {
    const some = excluded[name]?.[index] ?? [];
    const all = [...new Set([...some, token])].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    excluded[name] = { ...excluded[name], [index]: all };
  }
  return { ...board, answer, excluded };
}

export class Insight {
  #hinting = latest("hint");
  #explaining = latest("explain");
  #leaving = latest("needless");
  #rating = latest("rate");
  #about = null; // the board of the last question
  #steps = []; // of the way, whose boards are those before and after them

  // `refade` greys the finished clues of the user's board
  constructor(state, view, layout, refade) {
    this.state = state;
    this.view = view;
    this.layout = layout;
    this.refade = refade;
    const does = (word, act, more = {}) => make("button", { "data-does": word, onclick: act, ...more }, t(word));
    this.hinted = does("hint", () => this.hint());
    this.waiting = new Waiting(() => this.halt(), "halthelp");
    this.said = make("div", { class: "said", "aria-live": "polite" });
    this.sentence = make("p", { class: "sentence", "aria-live": "polite" });
    this.list = make("ol", { class: "steps", start: 0, "aria-label": t("way.steps") });
    this.way = new Walk(state, view, {
      name: "way",
      used: ({ answer, excluded }) => this.#goOn(answer, excluded),
      shown: (at) => this.#shown(at),
      left: () => this.cancel(),
      closed: () => {
        this.show();
        this.refade();
      },
    });
    this.way.before.append(this.sentence);
    this.way.after.append(
      make("p", { class: "legend" }, make("span", { class: "key follows" }, t("way.follows")), " ", make("span", { class: "key reason" }, t("way.reason"))),
      make("details", { open: true }, make("summary", {}, t("way.steps")), this.list));
    this.element = make("section", { class: "insight", tabindex: -1, "aria-label": t("help") },
      make("div", { class: "row asks" }, this.hinted, does("explain", () => this.explain()), does("rate", () => this.rate()), does("needless", () => this.needless())),
      this.waiting.element, this.said, this.way.element);
  }

  // -- one question at a time -----------------------------------------------------------------------------------------

  // forgets what was found about another board; candidates and trials change nothing
  changed() {
    if (this.way.open || JSON.stringify(this.#asked) !== this.#about) this.cancel();
  }

  // forgets everything that was found
  cancel() {
    for (const question of [this.#hinting, this.#explaining, this.#leaving, this.#rating]) question.cancel();
    this.#rest();
    this.#say();
    this.way.end(this.hinted);
    this.#steps = [];
    this.list.replaceChildren();
    this.sentence.textContent = "";
    this.#mark({});
    for (const kind of ["alone", "together"]) this.view.mark(kind, []);
  }

  halt() {
    for (const question of [this.#hinting, this.#explaining, this.#leaving, this.#rating]) question.cancel();
    this.#rest();
    this.said.append(make("p", {}, t("stopped")));
  }

  // begins a question: the time and a button to stop it are shown if it takes long
  #begin() {
    if (this.way.open) this.way.close();
    else this.cancel();
    this.#about = JSON.stringify(this.#asked);
    this.element.setAttribute("aria-busy", "true");
    this.waiting.begin("thinking");
  }

  #rest() {
    this.element.setAttribute("aria-busy", "false");
    this.waiting.end(this.element);
  }

  #say(...said) {
    keepFocus(this.said, () => this.said.replaceChildren(...said), this.hinted);
  }

  // asks a question; returns undefined if it was cancelled or refused
  async #ask(question, data, part) {
    this.#begin();
    try {
      const found = await question.ask({ limit: LIMIT_SECONDS, ...data }, part);
      if (found !== undefined) this.#rest();
      return found;
    } catch (error) {
      this.#rest();
      this.said.append(textElement("p", error.message, { class: "error" }));
      return undefined;
    }
  }

  get #asked() {
    return { ...boardOf(this.state.board), excluded: this.state.board.excluded };
  }

  // -- marks ----------------------------------------------------------------------------------------------------------

  #mark({ follows = [], reason = [], scope = [], notes = [] }) {
    const layout = this.layout();
    for (const [kind, places] of Object.entries({ scope, reason, follows })) this.view.mark(kind, layout ? marked(layout, this.state.board, places) : []);
    this.view.mark("links", notes.flatMap(([place, text]) => this.#note(place, text)));
  }

  #note([kind, index], text) {
    const layout = this.layout();
    const at = kind === "columns" ? null : layout?.places[kind]?.[index];
    if (!at) return [];
    const size = layout.unit * Math.min(NOTE_SIZE, NOTE_WIDTH / text.length);
    const note = svg("text", { x: at.x, y: at.y + size * 0.35, "font-size": size });
    note.textContent = text;
    return note;
  }

  // shows values that the user knows not to be there, in cells that are still open and have no note of the step that is shown
  show() {
    const { at, boards } = this.way;
    const { answer = {}, excluded = {} } = boards[at] ?? this.state.board;
    const noted = new Set((this.#steps[at - 1]?.notes ?? []).map(([place]) => place.join()));
    const layout = this.layout();
    this.view.mark("excluded", Object.entries(excluded).flatMap(([name, places]) => {
      const layer = layout.answers.find((each) => each.name === name);
      return Object.entries(places).flatMap(([index, tokens]) =>
        answer[name]?.[index] == null && layer && !noted.has(`${layer.on},${index}`) ? this.#note([layer.on, Number(index)], `≠${tokens.join(",")}`) : []);
    }));
  }

  // -- a hint ---------------------------------------------------------------------------------------------------------

  async hint() {
    const found = await this.#ask(this.#hinting, { board: this.#asked });
    if (!found) return;
    if (!found.stages) return this.#end(found);
    let stage = 0;
    const texts = make("div", {});
    const more = make("button", { class: "primary", "data-does": "more", onclick: () => reveal() });
    const reveal = () => {
      if (stage === STAGES.length) return this.#apply(found);
      const { text, ...marks } = found.stages[stage];
      const words = STAGES[stage] === "{}" ? capital(text) : t(STAGES[stage], text);
      texts.append(textElement("p", words, { class: stage ? "" : "place" }));
      this.#mark(marks);
      more.textContent = t(MORE[stage] ?? "apply");
      stage += 1;
    };
    reveal();
    this.#say(texts, more);
  }

  #apply(step) {
    this.state.put(taken(this.layout(), this.state.board, step), "answer");
    this.#say(make("p", {}, t("applied")));
    this.hinted.focus();
  }

  // says why there is no step
  #end(found) {
    if (found.kind === "mistake") {
      const { words, each } = faultsOf(found);
      this.#mark({ follows: each.flatMap(({ places }) => places) });
      const point = (places) => this.view.mark("pointed", marked(this.layout(), this.state.board, places));
      return this.#say(make("p", { class: "wrong" }, t("mistake")), textElement("p", words), pointing(each, point), this.#again());
    }
    this.#say(make("p", { class: found.kind === "done" ? "done" : "" }, this.#why(found)));
  }

  #why({ kind, solved, status, late, seconds }) {
    if (solved) return t("done");
    if (kind === "done") return t(status === "multiple" ? "allcommon" : "allfound");
    if (status === "none") return t("noanswer");
    return late ? t("nostepintime", seconds.toFixed(0)) : t("nostep");
  }

  // -- the way --------------------------------------------------------------------------------------------------------

  // a button for the way from the empty board
  #again() {
    return make("button", { class: "quiet", "data-does": "fromempty", onclick: () => this.explain({}) }, t("fromempty"));
  }

  async explain(answer = null) {
    const board = answer ? { ...boardOf(this.state.board), answer } : this.#asked;
    const found = await this.#ask(this.#explaining, { board }, (part) => this.#arrived(part));
    if (!found) return;
    if (!this.#steps.length && found.solved && !answer) return this.explain({});
    if (!this.way.open) return this.#end(found);
    this.#say(found.kind === "done" && found.status === "unique" ? "" : make("p", {}, this.#why(found)),
      !answer && isAnswered(this.state.board) ? this.#again() : "");
  }

  // shows a part of the way as soon as it has been found
  #arrived({ answer, step }) {
    if (answer) {
      const before = { ...this.state.board, answer };
      if (!isAnswered({ answer })) delete before.excluded;
      this.way.begin([before]);
      this.list.replaceChildren(this.#item(0, t("way.start")));
      return;
    }
    this.#steps.push(step);
    this.way.add(taken(this.layout(), this.way.boards.at(-1), step));
    this.list.append(this.#item(this.#steps.length, step.text));
    if (this.#steps.length === 1) this.way.go(1);
  }

  #item(number, text) {
    return make("li", {}, textElement("button", text, { class: "step", onclick: () => this.way.go(number) }));
  }

  // shows the sentence of a step, and its marks on the board, which has what was known before it
  #shown(at) {
    const step = this.#steps[at - 1];
    setText(this.sentence, step ? `${at}. ${step.text}` : t("way.start"));
    for (const item of this.list.querySelectorAll("button")) item.removeAttribute("aria-current");
    const item = this.list.children[at].firstElementChild;
    item.setAttribute("aria-current", "step");
    const { offsetTop, offsetHeight } = item;
    if (offsetTop < this.list.scrollTop) this.list.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = offsetTop + offsetHeight - this.list.clientHeight;
    this.#mark(step ?? {});
    this.show();
  }

  // the user goes on from the board that is shown
  #goOn(answer, excluded) {
    this.state.put({ ...this.state.board, answer, excluded }, "answer");
    this.view.board.focus();
  }

  // -- how hard it is -------------------------------------------------------------------------------------------------

  async rate() {
    const found = await this.#ask(this.#rating, { board: puzzleOf(this.state.board) });
    if (!found) return;
    if (found.status !== "unique") return this.#say(make("p", {}, t(`norating.${found.status}`)));
    const level = t(`level.${found.level}`);
    const rated = t("rated", level, found.number.toFixed(1));
    const parts = [t("nsteps", found.steps), found.hardest && t("hardest", t(`kind.${found.hardest}`)), found.chains && t("nchains", found.chains),
      found.trials && t("ntrials", found.trials), found.bottlenecks && t("nbottlenecks", found.bottlenecks)];
    this.#say(make("p", { class: "rated" }, found.finished ? rated : t("atleasthard", rated)),
      make("ul", {}, ...parts.filter(Boolean).map((part) => make("li", {}, part))));
  }

  // -- clues ----------------------------------------------------------------------------------------------------------

  async needless() {
    const so = { alone: [], together: [], clues: 0, board: null };
    const found = await this.#ask(this.#leaving, { board: puzzleOf(this.state.board) }, ({ alone = [], ...part }) => {
      Object.assign(so, part, { alone: [...so.alone, ...alone] });
      this.#clues(so);
    });
    if (!found) return;
    if (found.status !== "unique") return this.#say(make("p", {}, t(`notneedless.${found.status}`)));
    this.#clues(found);
  }

  #clues({ alone, together, undecided = [], clues, board, largest, complete }) {
    const placesOf = (some) => some.flatMap(({ places }) => places);
    const both = new Set(together.map(({ clue }) => clue));
    const light = (kind, some) => this.view.mark(kind, marked(this.layout(), this.state.board, placesOf(some)));
    light("together", together);
    light("alone", alone.filter(({ clue }) => !both.has(clue)));
    const list = (words, some) => some.length ? [make("p", {}, words), make("p", { class: "why" }, ...some.map((each) => this.#clue(each)))] : [];
    const more = largest === undefined ? "" : t(largest ? "nolarger" : "maybelarger");
    const leave = () => this.state.put({ ...this.state.board, puzzle: { ...this.state.board.puzzle, ...board } });
    this.#say(
      ...(complete && !alone.length ? [make("p", {}, t(clues ? "allneeded" : "noclues"))] : []),
      ...list(t("alone", alone.length, clues), alone),
      ...list(`${t("together", together.length)} ${more}`.trim(), together),
      ...(board && together.length ? [make("button", { class: "quiet", "data-does": "leaveout", onclick: leave }, t("leaveout"))] : []),
      ...list(t("undecided", undecided.length), undecided),
      complete === false ? make("p", {}, t("notallclues")) : "");
  }

  // a button that highlights a clue
  #clue({ clue, left, places }) {
    const light = (some) => () => this.view.mark("pointed", marked(this.layout(), this.state.board, some));
    return textElement("button", left ? t("stays", clue, left) : clue,
      { class: "place", onpointerenter: light(places), onpointerleave: light([]), onfocus: light(places), onblur: light([]) });
  }
}
