// Links, files, and printing.

import { make, save, setText } from "./dom.js";
import { pictureOf, printed } from "./print.js";
import { ask } from "./server.js";
import { boardOf } from "./state.js";
import { packed } from "./store.js";
import { t } from "./words.js";

const PROGRAMS = ["lp", "mps", "opb"]; // kinds with a formulation
const NAMES = {
  url: "puzz.link", penpa: "Penpa+", fpuzzles: "f-puzzles", sudokupad: "SudokuPad", tatham: "Simon Tatham", janko: "janko.at", sdm: ".sdm", text: t("plain"), svg: "SVG", png: "PNG", xlsx: "Excel", json: "JSON", pzpr: "pzpr", jsonl: "JSONL",
  lp: "LP", mps: "MPS", opb: "OPB", dat: "MathProg data",
};

export class Takeaway {
  constructor(state, naming, formulation) {
    this.state = state;
    this.naming = naming;
    this.formulation = formulation;
    this.status = make("p", { role: "status" });
    this.kinds = make("div", { class: "row" });
    this.programs = make("div", { class: "row" });
    this.element = make("section", { class: "takeaway" }, make("h2", {}, t("take")),
      make("div", { class: "row" },
        make("button", { "data-does": "link", onclick: () => this.copy() }, t("link")),
        make("button", { class: "quiet", "data-does": "print", onclick: () => this.print("puzzle") }, t("sheet")),
        make("button", { class: "quiet", "data-does": "printanswer", onclick: () => this.print("answer") }, t("sheetanswer"))),
      this.kinds, this.programs, this.status);
  }

  // shows another board; `offered` has its kinds of files
  opened(offered) {
    const buttons = Object.keys(NAMES).filter((kind) => kind in offered.kinds).map((kind) => [kind,
      make("button", { class: "quiet", "data-does": "take", "data-kind": kind, title: offered.kinds[kind] || null, onclick: () => this.take(kind) }, NAMES[kind])]);
    const program = ([kind]) => PROGRAMS.includes(kind) || kind === "dat";
    this.kinds.replaceChildren(...buttons.filter((pair) => !program(pair)).map(([, button]) => button));
    this.programs.replaceChildren(...buttons.filter(program).map(([, button]) => button));
    this.status.replaceChildren();
  }

  async copy() {
    const address = `${location.origin}${location.pathname}#${await packed(this.state.board)}`;
    await navigator.clipboard?.writeText(address).catch(() => undefined);
    this.status.replaceChildren(t("copied"), " ", make("a", { href: address }, address.slice(0, 60)));
  }

  async take(kind) {
    try {
      const formulation = PROGRAMS.includes(kind) ? this.formulation() : "rules";
      const found = await ask("export", { board: boardOf(this.state.board), kind, formulation });
      const link = found.text?.trim() ?? "";
      if (/^https?:\/\/\S+$/.test(link)) {
        this.status.replaceChildren(make("a", { href: link, rel: "noreferrer" }, link));
        await navigator.clipboard?.writeText(link).catch(() => undefined);
        return;
      }
      const content = found.data === undefined ? found.text : Uint8Array.from(atob(found.data), (c) => c.charCodeAt(0));
      save(found.name, content);
      this.status.textContent = t("saved", found.name);
    } catch (error) {
      setText(this.status, error.message);
    }
  }

  // prints a sheet with the puzzle alone, or with the answer on the board, or, if that is empty, a solved one
  async print(what) {
    const { answer, ...puzzle } = boardOf(this.state.board);
    try {
      const begun = Object.values(answer ?? {}).some((values) => [values].flat(3).some((token) => token));
      let shown = null;
      if (what === "answer") shown = begun ? answer : (await ask("solve", { board: puzzle, count: 1, limit: 60 })).answers[0];
      if (what === "answer" && !shown) {
        this.status.textContent = t("none");
        return;
      }
      const found = await ask("export", { board: { ...puzzle, answer: shown ?? {} }, kind: "svg" });
      printed(make("h1", {}, document.getElementById("title").textContent), this.naming.said ? make("p", {}, this.naming.said) : "", pictureOf(found.text),
        make("p", { class: "rules" }, document.querySelector("#panels .rules")?.textContent ?? ""));
    } catch (error) {
      setText(this.status, error.message);
    }
  }
}
