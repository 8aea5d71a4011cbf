// What puzz.link's own code says of boards with walls inside rooms. Reads a JSON object a line from standard input, writes one a
// line. {open: [texts]}: each text opened and written back as a link and as a pzpr text. {link, group, key,
// values}: which of all fillings of the cells or borders with these values puzz.link accepts, each as a list. {link, text}: the first fault of the answer
// in a pzpr text, laid onto the board of the link; "" if there is none.
"use strict";
const pzpr = require(require("path").resolve(process.argv[2]));

function opened(text) {
  const puzzle = new pzpr.Puzzle();
  puzzle.open(text);
  return puzzle;
}

function fault(puzzle) {
  puzzle.board.rebuildInfo();
  puzzle.checker.resetCache();
  const found = puzzle.check(true);
  return found.complete ? "" : found.undecided ? "undecided" : String(found[0]);
}

function accepted({ link, group, key, values }) {
  const puzzle = opened(link);
  const places = Array.from({ length: puzzle.board[group].length }, (_, i) => puzzle.board[group][i]);
  const free = places.filter((at) => key !== "anum" || (at.qnum === -1 && at.ques === 0));
  const result = [];
  const chosen = free.map(() => 0);
  for (;;) {
    free.forEach((at, i) => {
      at[key] = values[chosen[i]];
      // a cell that is not shaded is marked: otherwise it counts as undecided
      if (key === "qans") at.qsub = at.qans === 0 ? 1 : 0;
    });
    if (fault(puzzle) === "") result.push(places.map((at) => (free.includes(at) ? at[key] : at.qnum)));
    let i = 0;
    while (i < chosen.length && ++chosen[i] === values.length) chosen[i++] = 0;
    if (i === chosen.length) return result;
  }
}

function judged({ link, text }) {
  const [puzzle, drawn] = [opened(link), opened(text)];
  const [onto, from] = [puzzle.board, drawn.board];
  for (let i = 0; i < onto.cell.length; i++)
    for (const key of ["qans", "qsub", "anum"]) onto.cell[i][key] = from.cell[i][key];
  for (let i = 0; i < onto.border.length; i++) onto.border[i].line = from.border[i].line;
  if (onto.cell.length !== from.cell.length) return "another board";
  return fault(puzzle);
}

function answer(asked) {
  if (asked.open)
    return asked.open.map((text) => {
      const puzzle = opened(text);
      return { id: puzzle.pid, link: puzzle.getURL(), text: puzzle.getFileData() };
    });
  return asked.group ? accepted(asked) : judged(asked);
}

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter(Boolean);
for (const line of lines) {
  let said;
  try {
    said = answer(JSON.parse(line));
  } catch (error) {
    said = { error: String(error) };
  }
  process.stdout.write(JSON.stringify(said) + "\n");
}
