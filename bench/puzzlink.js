// Opens links and pzpr texts with puzz.link's own code and judges answers, for bench/puzzlink.py: node puzzlink.js PZPR.JS
//
// Each line of the input is a JSON object: {"open": TEXT} or {"link": TEXT, "answer": TEXT}. Each line of the output is
// the reply: {"pid", "url", "file"} of what was opened, or {"complete", "code"}: whether the answer of the second text is right
// for the puzzle of the first, and the code of the first fault. {"error": MESSAGE} if a text cannot be opened.
"use strict";

const readline = require("readline");
const pzpr = require(require("path").resolve(process.argv[2]));

function opened(text) {
  const puzzle = new pzpr.Puzzle();
  puzzle.open(text);
  if (!puzzle.ready) {
    throw new Error("it is not opened");
  }
  return puzzle;
}

function withAnswer(link, text) {
  const [puzzle, answered] = [opened(link), opened(text)];
  if (puzzle.pid !== answered.pid) {
    throw new Error(`the link is of ${puzzle.pid}, the answer of ${answered.pid}`);
  }
  for (const group of ["cell", "cross", "border", "excell"]) {
    const [to, from] = [puzzle.board[group], answered.board[group]];
    if (to.length !== from.length) {
      throw new Error(`the boards differ: ${to.length} and ${from.length} of ${group}`);
    }
    for (let i = 0; i < to.length; i++) {
      for (const property of ["qans", "anum", "line", "qsub"]) {
        to[i][property] = from[i][property];
      }
    }
  }
  puzzle.board.rebuildInfo();
  return puzzle;
}

function reply(request) {
  if ("answer" in request) {
    const check = withAnswer(request.link, request.answer).check(true);
    return { complete: check.complete, code: check.complete ? "" : check[0] };
  }
  const puzzle = opened(request.open);
  return { pid: puzzle.pid, url: puzzle.getURL(), file: puzzle.getFileData() };
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  let said;
  try {
    said = reply(JSON.parse(line));
  } catch (error) {
    said = { error: String((error && error.message) || error) };
  }
  process.stdout.write(JSON.stringify(said) + "\n");
});
