// The current board and its history, with earlier boards. Boards are immutable: each change makes a new one.

export class State extends EventTarget {
  #steps = []; // each has a board, the id under which it is saved, and whether something was entered since it was opened (`touched`)
  #at = -1;
  #before = null; // during a stroke: all steps and the current index before it

  get board() {
    return this.#steps[this.#at]?.board;
  }

  get id() {
    return this.#steps[this.#at]?.id;
  }

  // whether something was entered on the board
  get touched() {
    return this.#steps[this.#at].touched;
  }

  // opens another board; `before` and `after` are the boards to which undo and redo lead from it
  open(board, id, { touched = false, before = [], after = [] } = {}) {
    this.#before = null;
    this.#add(...before.map((each) => ({ board: each, id, touched })), { board, id, touched });
    this.#steps.push(...after.map((each) => ({ board: each, id, touched: true })));
    this.#tell("opened");
  }

  // the boards with the id of the current one to which undo and redo lead, and the current one
  history() {
    const { id } = this;
    const first = this.#steps.slice(0, this.#at).findLastIndex((step) => step.id !== id) + 1;
    const next = this.#steps.slice(this.#at).findIndex((step) => step.id !== id);
    const boards = (from, to) => this.#steps.slice(from, to).map(({ board }) => board);
    return { before: boards(first, this.#at), board: this.board, after: boards(this.#at + 1, next < 0 ? undefined : this.#at + next) };
  }

  // changes the values of a layer; `part` is "puzzle" or "answer"
  set(part, layer, values) {
    const before = this.board;
    this.put({ ...before, [part]: { ...before[part], [layer]: values } }, part);
  }

  // values that were known not to be there are known no more if the puzzle changes
  put(board, part = "puzzle") {
    const { excluded, ...others } = board;
    this.#add({ board: part === "puzzle" && excluded ? others : board, id: this.id, touched: true });
    this.#tell(this.drawing ? "stroked" : "changed", part);
  }

  #add(...steps) {
    const again = this.drawing && this.#at > this.#before.at;
    this.#steps.length = again ? this.#at : this.#at + 1;
    this.#at = this.#steps.push(...steps) - 1;
  }

  // begins a stroke: all changes until `end` are undone together; `cancel` takes them back. During a stroke each change is
  // "stroked"; the board has "changed" when it ends.
  begin() {
    this.#before = { steps: [...this.#steps], at: this.#at };
  }

  end() {
    const before = this.#before;
    this.#before = null;
    if (before !== null && before.at !== this.#at) this.#tell("changed", "both");
  }

  cancel() {
    const before = this.#before;
    this.#before = null;
    if (before === null || before.at === this.#at) return;
    this.#steps = before.steps;
    this.#at = before.at;
    this.#tell("changed", "both");
  }

  // whether a stroke has begun
  get drawing() {
    return this.#before !== null;
  }

  get canUndo() {
    return this.#at > 0;
  }

  get canRedo() {
    return this.#at + 1 < this.#steps.length;
  }

  undo() {
    if (this.drawing) this.cancel();
    else if (this.canUndo) this.#go(this.#at - 1);
  }

  redo() {
    if (this.canRedo && !this.drawing) this.#go(this.#at + 1);
  }

  #go(at) {
    const { id } = this;
    this.#at = at;
    this.#tell(this.id === id ? "changed" : "opened", "both");
  }

  #tell(type, part) {
    this.dispatchEvent(new CustomEvent(type, { detail: { part } }));
  }
}

// the parts of a board for requests: the puzzle, or the puzzle and its answer, without the parts that only the page knows
export const puzzleOf = ({ genre, lattice, puzzle }) => ({ genre, lattice, puzzle });
export const boardOf = ({ genre, name, author, lattice, puzzle, answer }) => ({ genre, name, author, lattice, puzzle, answer });
// all layers of a board, with the parts that only the page knows
export const laidOut = ({ genre, name, author, lattice, puzzle, answer, trial, notes, middle, colours, loose }) =>
  ({ genre, name, author, lattice, puzzle, answer, trial, notes, middle, colours, loose });
