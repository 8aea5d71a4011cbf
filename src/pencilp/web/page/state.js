// The board that is being made, and all that it was before. A board is never changed: each change makes another one.

export class State extends EventTarget {
  #boards = [];
  #at = -1;

  get board() {
    return this.#boards[this.#at];
  }

  // begins with another board; nothing of the one before can be undone
  open(board) {
    this.#boards = [board];
    this.#at = 0;
    this.#tell("opened");
  }

  // a change of the board: `part` is "puzzle" or "answer", `values` the new ones of a layer
  set(part, layer, values) {
    const before = this.board;
    this.put({ ...before, [part]: { ...before[part], [layer]: values } }, part);
  }

  put(board, part = "puzzle") {
    this.#boards.length = this.#at + 1;
    this.#boards.push(board);
    this.#at += 1;
    this.#tell("changed", part);
  }

  get canUndo() {
    return this.#at > 0;
  }

  get canRedo() {
    return this.#at + 1 < this.#boards.length;
  }

  undo() {
    if (this.canUndo) {
      this.#at -= 1;
      this.#tell("changed", "both");
    }
  }

  redo() {
    if (this.canRedo) {
      this.#at += 1;
      this.#tell("changed", "both");
    }
  }

  #tell(type, part) {
    this.dispatchEvent(new CustomEvent(type, { detail: { part } }));
  }
}

// what the server is asked about: the puzzle alone, or with its answer; what the page alone knows stays here
export const puzzleOf = ({ genre, lattice, puzzle }) => ({ genre, lattice, puzzle });
export const boardOf = ({ genre, lattice, puzzle, answer }) => ({ genre, lattice, puzzle, answer });
