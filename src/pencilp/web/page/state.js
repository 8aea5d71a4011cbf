// The board that is being made, and all that it was before, also the boards before it. A board is never changed: each change
// makes another one.

export class State extends EventTarget {
  #steps = []; // each with its board, and the id of what is made of it
  #at = -1;
  #before = null; // while a stroke is being made: all steps, and which was shown, before it

  get board() {
    return this.#steps[this.#at]?.board;
  }

  get id() {
    return this.#steps[this.#at]?.id;
  }

  // begins with another board
  open(board, id) {
    this.#before = null;
    this.#add({ board, id });
    this.#tell("opened");
  }

  // a change of the board: `part` is "puzzle" or "answer", `values` the new ones of a layer
  set(part, layer, values) {
    const before = this.board;
    this.put({ ...before, [part]: { ...before[part], [layer]: values } }, part);
  }

  put(board, part = "puzzle") {
    this.#add({ board, id: this.id });
    this.#tell("changed", part);
  }

  #add(step) {
    const again = this.#before !== null && this.#at > this.#before.at;
    this.#steps.length = again ? this.#at : this.#at + 1;
    this.#at = this.#steps.push(step) - 1;
  }

  // from now until `end` all changes are one stroke, which is undone at once, and which `cancel` takes back
  begin() {
    this.#before = { steps: [...this.#steps], at: this.#at };
  }

  end() {
    this.#before = null;
  }

  cancel() {
    const before = this.#before;
    this.#before = null;
    if (before === null || before.at === this.#at) return;
    this.#steps = before.steps;
    this.#at = before.at;
    this.#tell("changed", "both");
  }

  // whether a stroke is being made
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

// what the server is asked about: the puzzle alone, or with its answer; what the page alone knows stays here
export const puzzleOf = ({ genre, lattice, puzzle }) => ({ genre, lattice, puzzle });
export const boardOf = ({ genre, lattice, puzzle, answer }) => ({ genre, lattice, puzzle, answer });
// all that lies on a board
export const laidOut = ({ genre, lattice, puzzle, answer, trial, notes, loose }) => ({ genre, lattice, puzzle, answer, trial, notes, loose });
