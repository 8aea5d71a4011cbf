// Builds the page: the board in the middle, and the panels at its side.

import { Check } from "./check.js";
import { chooseGenre, filesOf, genres, openPuzzle } from "./chooser.js";
import { Colours } from "./colours.js";
import { $, base64, keepFocus, make, setText } from "./dom.js";
import { Editor } from "./editor.js";
import { Insight } from "./insight.js";
import { lasting, perTab } from "./storage.js";
import { showKeys } from "./keypad.js";
import { Maker } from "./maker.js";
import { Naming } from "./naming.js";
import { Notes } from "./notes.js";
import { Rules, drawSolution } from "./program.js";
import { Painter } from "./painter.js";
import { keepShell, watch } from "./reach.js";
import { Refused, reach } from "./refused.js";
import { ask, asking, opening } from "./server.js";
import { Shapes } from "./shapes.js";
import { Shelf } from "./shelf.js";
import { State, boardOf, puzzleOf } from "./state.js";
import { claim, current, equal, keepPicture, keptPicture, own, ownAddress, remember, tidy, unpacked, withHistory } from "./store.js";
import { Takeaway } from "./takeaway.js";
import { Verdict } from "./verdict.js";
import { View, svg } from "./view.js";
import { Walk } from "./walk.js";
import { Whole } from "./fields.js";
import { language, languages, sentences, speak, t } from "./words.js";
import { Zoom } from "./zoom.js";

const state = new State();
const view = new View($("board"), $("picture"), $("overlay"), $("signs"), (board, error) => state.board === board && refusedBoard(error));
let layout = null;
let laid = null; // the lattice of the layout
const fits = () => layout !== null && (laid === state.board.lattice || JSON.stringify(laid) === JSON.stringify(state.board.lattice));
const editor = new Editor(state, view, (text) => ($("spoken").textContent = text), (text) => ($("refused").textContent = text), fits);
const REST_MILLISECONDS = 300; // of a pointer, after which questions about an unfinished stroke are asked
let resting = null; // the timer until then
let waiting = null; // the board to save when the strokes pause: {board, title, id, timer}

const button = (word, act, more = {}) => make("button", { onclick: act, "data-does": word, ...more }, t(word));
const sign = (word, shown, act, does = word) =>
  make("button", { class: "quiet sign", onclick: act, "data-does": does, "aria-label": t(word), title: t(word) }, shown);

const verdict = new Verdict(state, view, $("shared"), () => layout, () => check.fade());
const check = new Check(state, view, () => layout);
const insight = new Insight(state, view, () => layout, () => check.fade());
const rules = new Rules(state, view, () => layout);
const maker = new Maker(() => puzzleOf(state.board), (board, remarks) => take(board, undefined, remarks), {
  current: () => state.board,
  filled: ({ puzzle }) => state.put({ ...state.board, puzzle: { ...state.board.puzzle, ...puzzle } }),
});
maker.element.prepend(make("h2", {}, t("makelike")));
const naming = new Naming(state);
const takeaway = new Takeaway(state, naming, () => rules.formulation.value || "rules");
const colours = new Colours(state, view, () => layout, editor, useTool);
const notes = new Notes(state, view, () => layout, editor, useTool, colours);
const whole = new Whole(state, $("whole"));
const shapes = new Shapes(state, (Way) => useTool((ed) => new Way(ed, shapes)));
const zoom = new Zoom($("frame"), $("board"));
const further = make("button", { class: "quiet", "data-does": "further", "aria-pressed": "false", onclick: () => addFurther(!editor.further) }, t("further"));
$("handles").append(zoom.element, further);
$("whole").after(shapes.element, naming.element);
// undo is in the bar, too, for phones: the bar stays on the screen
const undoHere = sign("undo", "↶", () => state.undo(), "undohere");
const redoHere = sign("redo", "↷", () => state.redo(), "redohere");
$("hint").before(make("div", { class: "bar" }, make("span", { class: "strokes" }, undoHere, redoHere), notes.element, colours.button), colours.palette);
$("panels").append(verdict.element, insight.element, check.element, rules.element, maker.element, takeaway.element);

const shelf = new Shelf(state, take, genres);
$("layers").before(shelf.element, naming.line);
const openDialog = (given = null) => openPuzzle(take, shelf, given, state.board?.genre ?? null);
const newDialog = () => chooseGenre(take, openDialog);
const undo = sign("undo", "↶", () => state.undo());
const redo = sign("redo", "↷", () => state.redo());
const clear = button("clear", () => state.put({ ...state.board, answer: {}, excluded: undefined }, "answer"));
$("tools").setAttribute("aria-label", t("puzzle"));
$("manners").setAttribute("aria-label", t("manners"));
$("keypad").setAttribute("aria-label", t("keys"));
$("panels").setAttribute("aria-label", t("panels"));
$("tools").append(
  button("new", newDialog),
  button("open", () => openDialog()),
  undo, redo, clear,
);
$("manners").append(
  sign("theme", "◐", turnTheme),
  make("select", { class: "quiet", "data-does": "lang", "aria-label": t("lang"), onchange: (event) => turnLanguage(event.target.value) },
    ...languages().map(({ code, tag, name }) => make("option", { value: code, lang: tag, selected: code === language() }, name))),
);
$("welcome").append(
  make("p", {}, t("welcome")),
  make("div", { class: "row" }, button("new", newDialog, { class: "primary" }), button("open", () => openDialog())),
);

// starts a tool in place of the values of the layer, which come back without one (null)
function useTool(tool) {
  if (!tool) return choose(editor.part, editor.layer);
  editor.use(tool);
  tell();
}

// shows a notice on every view of the page; an empty text removes it
function notice(text) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
}

// offers to change to a newer version of the page
function offerNewer(change) {
  notice(t("newer"));
  $("notice").append(" ", button("reload", change, { class: "quiet" }));
}

// shows the board, or the welcome text if there is none
function begun(yes) {
  $("welcome").hidden = yes;
  $("work").hidden = !yes;
  for (const each of [undo, redo, clear]) each.hidden = !yes;
}

// opens a board, or its saved entry, with what undo needs
async function open(board, entry = equal(board), remarks = []) {
  const steps = entry ? withHistory(entry) : {};
  const id = await claim(entry?.id ?? null);
  state.open(board, id, steps);
  const gone = tidy(id);
  setText($("remarks"), sentences(...remarks, ...(gone.length ? [t("forgotten", gone.join(", "))] : [])));
}

// opens a board that the user has chosen, and gives it the focus; returns its id
async function take(board, entry = undefined, remarks = []) {
  await open(board, entry, remarks);
  $("board").focus({ preventScroll: true });
  return state.id;
}

async function opened() {
  const { board, id } = state;
  own(id);
  begun(true);
  shelf.opened();
  Walk.end();
  for (const panel of [verdict, check, insight]) panel.cancel();
  $("remarks").textContent = ""; // they are about the board before
  $("board").setAttribute("aria-busy", "true");
  layout = null;
  try {
    const found = await ask("layout", { board });
    if (state.id !== id) return; // another board was opened meanwhile
    layout = found;
  } catch (error) {
    if (state.id === id) refusedBoard(error);
    return;
  }
  setText($("title"), layout.title);
  document.title = `${layout.title} · pencilp`;
  laid = board.lattice;
  view.opened(new Painter(layout));
  $("board").setAttribute("aria-label", `${layout.title}, ${t("grid", layout.rows, layout.cols)}`);
  check.opened(id);
  rules.tell(layout.rules);
  showLayers();
  shapes.opened(layout);
  zoom.opened(layout);
  showOffers();
  learnEmpty();
  choose(...firstLayer());
  await changed();
}

// continues with the same layer or tool on a board with another lattice
async function reshaped() {
  const [part, name] = [editor.part, editor.layer.name];
  const { board } = state;
  const found = await ask("layout", { board: boardOf(board) });
  if (state.board !== board) return;
  layout = found;
  laid = board.lattice;
  view.opened(new Painter(layout));
  shapes.opened(layout);
  zoom.opened(layout);
  editor.follow(layout, part, [...layout.inputs, ...layout.answers].find((layer) => layer.name === name));
}

// the layer to begin with: clues on an empty board, otherwise the answer
function firstLayer() {
  const empty = layout.inputs.every((layer) => {
    const values = state.board.puzzle?.[layer.name];
    const tokens = typeof values === "object" && values ? Object.values(values).flat(3) : [values];
    return new Set(tokens).size < 2;
  });
  const first = layout.inputs.find((layer) => layer.on !== "board"); // layers of the whole board have fields
  return empty && first ? ["puzzle", first] : ["answer", layout.answers[0]];
}

function choose(part, layer) {
  editor.choose(layout, part, layer);
  tell();
  addFurther(false);
  further.hidden = !editor.way.apart;
  notes.chosen(part, layer);
  verdict.setting(part === "puzzle");
  showKeys($("keypad"), $("board"), layer);
  for (const tab of $("layers").querySelectorAll("button")) tab.setAttribute("aria-pressed", tab.dataset.layer === `${part}.${layer.name}`);
}

// lets strokes add cells to the room that was entered last
function addFurther(yes) {
  editor.further = yes;
  further.setAttribute("aria-pressed", String(yes));
}

function tell() {
  $("hint").classList.remove("file");
  const { way, layer } = editor;
  setText($("hint"), editor.tool ? t(way.how) : sentences(...[layer.text, t(way.how), way.examples].filter(Boolean)));
}

function showLayers() {
  const groups = [["puzzle", layout.inputs], ["answer", layout.answers]].map(([part, layers]) => {
    const tabs = layers.filter((layer) => layer.on !== "board").map((layer) =>
      make("button", { title: layer.text, "data-layer": `${part}.${layer.name}`,
        onclick: () => { choose(part, layer); $("board").focus(); } }, layer.title));
    return tabs.length ? make("div", { role: "group", "aria-label": t(part) }, make("span", { class: "part", "aria-hidden": "true" }, t(part)), ...tabs) : null;
  });
  $("layers").replaceChildren(...groups.filter(Boolean));
  whole.opened(layout);
}

// During a stroke only the picture follows. All else follows when the stroke ends or rests.
function stroked() {
  const { board } = state;
  clearTimeout(resting);
  if (!fits()) return changed();
  resting = setTimeout(changed, REST_MILLISECONDS);
  notes.show();
  colours.show();
  view.show(board).catch((error) => state.board === board && refusedBoard(error));
}

async function changed() {
  clearTimeout(resting);
  const { board } = state;
  for (const [each, can] of [[undo, state.canUndo], [redo, state.canRedo], [undoHere, state.canUndo], [redoHere, state.canRedo]]) keepFocus(each, () => (each.disabled = !can));
  keepSoon();
  naming.show();
  Walk.end();
  insight.changed();
  if (!layout) return; // the server has not answered yet
  whole.show();
  $("board").setAttribute("aria-busy", "true");
  try {
    if (fits()) editor.refresh();
    else await reshaped();
    if (state.board !== board) return; // a later change is shown by its own call
    const drawn = view.show(board);
    check.changed();
    rules.changed();
    notes.show();
    colours.show();
    verdict.ask();
    if (!(await drawn) || state.board !== board) return; // the picture failed or is outdated, or another board is being opened
    fit();
    showLoose();
    notes.show(); // signs in corners may be new
    insight.show();
    $("board").setAttribute("aria-busy", "false");
  } catch (error) {
    if (state.board === board) refusedBoard(error);
  }
}

// shows an error in place of the picture
function refusedBoard(error) {
  if (!(error instanceof Refused)) console.error(error);
  setText($("hint"), error instanceof Refused ? error.message : t("damaged"));
  $("board").setAttribute("aria-busy", "false");
}

// saves the board when the strokes pause or the page is left, so that no key waits for it
function keepSoon() {
  if (waiting && waiting.id !== state.id) keep();
  clearTimeout(waiting?.timer);
  const { board, id, touched } = state;
  waiting = { id, touched, steps: state.history(), title: layout ? layout.title : board.genre, timer: setTimeout(keep, 250) };
}

addEventListener("pagehide", () => waiting && keep());
// a phone may end a hidden page without another event
document.addEventListener("visibilitychange", () => document.hidden && waiting && keep());

// asks for the cells that a rule keeps empty, which drags leave out
async function learnEmpty() {
  const { board } = state;
  try {
    const { cells } = await ask("empty", { board: puzzleOf(board) });
    editor.empty = { puzzle: board.puzzle, cells };
  } catch (error) {
    if (!(error instanceof Refused)) throw error; // then drags leave out nothing
  }
}

// shows the formulations, solvers and files for this board
async function showOffers() {
  try {
    const offered = await ask("offers", { board: boardOf(state.board) });
    if (!layout) return; // another board is being opened
    rules.opened(offered);
    takeaway.opened(offered);
  } catch (error) {
    setText($("hint"), error.message);
  }
}

async function keep() {
  const { steps, touched, title, id, timer } = waiting;
  clearTimeout(timer);
  waiting = null;
  const { kept, gone } = await remember(steps, title, id, touched);
  if (!kept) notice(t(lasting.lasts ? "full" : "unkept"));
  else if (gone.length) notice(t("madeway", gone.join(", ")));
  else if ($("notice").textContent === t("full")) notice("");
}

// gives the board's frame the size of its picture
function fit() {
  const { width, height } = $("picture").firstElementChild.viewBox.baseVal;
  const { style } = $("stage");
  if (style.getPropertyValue("--wide") === String(width) && style.getPropertyValue("--high") === String(height)) return;
  style.setProperty("--wide", width);
  style.setProperty("--high", height);
}

// shows the last picture while the server cannot be reached
function showKept() {
  const text = keptPicture();
  if (!text || layout) return;
  $("picture").replaceChildren(document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true));
  fit();
}

// shows the walls that do not divide a room yet, which only the page knows
function showLoose() {
  const walls = Object.values(state.board.loose ?? {}).flat().filter((e) => layout.ends[e]).map((e) => {
    const [a, b] = layout.ends[e].map((p) => layout.places.corners[p]);
    return svg("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y });
  });
  view.mark("loose", walls);
}

const AT_LANGUAGE = "pencilp:switched"; // the page was reloaded in another language: the choice of languages has the focus
const SOLUTIONS = /\.(sol|out|log|sln|json)$/i; // file names of solutions

// draws a dropped solution file; a file that is none may be a puzzle
async function dropSolution(file) {
  $("hint").classList.add("file"); // the text begins with a file name, which must not be capitalised
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const lines = await drawSolution(state, { name: file.name, data: base64(bytes) });
    setText($("hint"), [t("drawnfrom", file.name), ...lines].join(" "));
  } catch (error) {
    if (/\.json$/i.test(file.name)) return openDialog([file]);
    setText($("hint"), error.message);
  }
}

function turnTheme() {
  const dark = document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const other = dark === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = other;
  lasting.put("pencilp:theme", other);
}

function turnLanguage(other) {
  speak(other);
  perTab.put(AT_LANGUAGE, "yes");
  location.reload();
}

// for tests and the curious
window.pencilp = Object.freeze({
  get board() { return state.board; },
  get layout() { return layout; },
  get asking() { return asking(); },
  get cursor() { return editor.cursor; },
});

watch(notice, async () => {
  if (!state.board) return begin();
  if (!layout) return opened();
  verdict.again();
  await changed();
}, offerNewer);
$("board").addEventListener("focus", () => editor.tell());
if (perTab.get(AT_LANGUAGE)) {
  perTab.drop(AT_LANGUAGE);
  $("manners").querySelector("[data-does=lang]").focus();
}
addEventListener("pagehide", () => {
  const drawn = $("picture").firstElementChild; // missing, if the server has refused it
  if (layout && drawn) keepPicture(new XMLSerializer().serializeToString(drawn));
});
state.addEventListener("opened", opened);
state.addEventListener("changed", changed);
state.addEventListener("stroked", stroked);
state.addEventListener("solved", () => shelf.solved());
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || !["z", "y"].includes(event.key.toLowerCase())) return;
  if (event.target.matches?.("input, textarea") || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  if (event.shiftKey || event.key.toLowerCase() === "y") state.redo();
  else state.undo();
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const { dataTransfer: data } = event;
  const [file] = data.files;
  if (file && data.files.length === 1 && state.board && SOLUTIONS.test(file.name)) return dropSolution(file);
  if (!file) return openDialog(data.getData("text"));
  filesOf(data).then((files) => files.length && openDialog(files));
});
document.addEventListener("paste", (event) => {
  if (event.target.matches?.("input:not([type=file]), textarea")) return;
  const text = event.clipboardData.getData("text");
  if (text) openDialog(text);
});
// use the address of the event, as the page may have replaced the current one meanwhile
addEventListener("hashchange", async (event) => {
  const board = await unpacked(new URL(event.newURL).hash.slice(1));
  if (!board) return;
  if (JSON.stringify(board) === JSON.stringify(state.board)) own(state.id);
  else open(board);
});

speak(language());
const theme = lasting.get("pencilp:theme");
if (theme) document.documentElement.dataset.theme = theme;
keepShell(offerNewer);
await begin();

// opens the board of the address, the one that the server was started with, the last one, or the choice of genres
async function begin() {
  const reply = await opening();
  const first = reply?.board;
  const sent = location.hash.length > 1 && !ownAddress() ? await unpacked(location.hash.slice(1)) : null;
  const kept = current();
  if (sent) await open(sent, kept && JSON.stringify(kept.board) === JSON.stringify(sent) ? kept : undefined);
  else if (first && !ownAddress()) await open(first);
  else if (kept) await open(kept.board, kept);
  else {
    begun(false);
    if (reply) newDialog();
    else reach.dispatchEvent(new Event("lost"));
  }
  if (!reply) showKept();
}
