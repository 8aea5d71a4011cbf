// Opens links and pzpr texts with puzz.link's own code and judges answers, for bench/puzzlink.py and the tests that use it:
// node puzzlink.js PZPR.JS
//
// Each line of the input is a JSON object, each line of the output the reply:
// {"open": TEXT}: {"pid", "url", "file"} of what was opened.
// {"link": TEXT, "answer": TEXT}: {"complete", "code"}, whether the answer of the second text is right for the puzzle of the first,
// and the code of the first fault.
// {"link": TEXT, "group", "key", "values"}: {"right"}, which fillings of the group's places ("cell" or "border") with these values
// of the key are right, each as a list. Places that the page lets nobody fill stay as they are.
// {"error": MESSAGE} if a text cannot be opened.
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

function isFree(place, key) {
  return key === "anum" ? place.qnum === -1 && place.ques === 0 : key !== "qans" || place.allowShade();
}

function rightFillings({ link, group, key, values }) {
  const puzzle = opened(link);
  const places = Array.from(puzzle.board[group]);
  const free = places.filter((place) => isFree(place, key));
  const [chosen, right] = [free.map(() => 0), []];
  for (;;) {
    free.forEach((place, i) => {
      place[key] = values[chosen[i]];
      // a cell that is neither shaded nor marked counts as undecided
      if (key === "qans") place.qsub = place.qans === 0 ? 1 : 0;
    });
    puzzle.board.rebuildInfo();
    puzzle.checker.resetCache();
    if (puzzle.check(true).complete) {
      right.push(places.map((place) => (key === "anum" && place.qnum !== -1 ? place.qnum : place[key])));
    }
    let i = 0;
    while (i < chosen.length && ++chosen[i] === values.length) chosen[i++] = 0;
    if (i === chosen.length) return right;
  }
}

function reply(request) {
  if ("group" in request) {
    return { right: rightFillings(request) };
  }
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
