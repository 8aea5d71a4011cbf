// What the panels beside the board say, in English and Japanese: a part of words.js.

export const PANELS = {
  en: {
    howmany: "How many?", answers: (n) => `${n} answers`, atleast: (n) => `at least ${n} answers`,
    legend: "Drawn lightly: what all answers share. Dotted: where two of them differ.", saved: (name) => `Saved as ${name}.`,
    toolong: (s) => `Not found out within ${s} s.`,
    contradict: "These clues and rules contradict each other:", impossible: "These rules contradict each other on this board:",
    fewer: "Fewer may do: the time was not enough to find out.",
    legend: "Dotted: two answers differ there. Pale: all answers share it.",
    grey: "Finished clues go grey", hidetime: "Hide the time", showtime: "Show the time",
    candidates: "Candidates", howNotes: "Type candidates: small marks in the cell; the same again removes one",
    try: "Begin a trial", keep: "Keep the trial", drop: "Drop the trial", trying: "Strokes with a ring are a trial.",
    formulation: "Formulation", definitions: "definitions and whole numbers", nrows: (n) => `${n} row${n === 1 ? "" : "s"}`,
    extent: (r, c, n) => `${r} rows, ${c} columns, ${n} non-zeros.`, cut: "Not all is listed here: the files have all.",
    solvers: "Solvers side by side", compare: "Compare them", solver: "Solver", result: "Result", time: "Time",
    sheet: "Print the puzzle", sheetanswer: "Print with the answer", drawnfrom: (name) => `The answer is from ${name}.`,
  },
  ja: {
    howmany: "解はいくつ?", answers: (n) => `解は ${n} 個`, atleast: (n) => `解は ${n} 個以上`,
    legend: "薄い所は全解に共通、点線の所は二つの解で異なります。", saved: (name) => `${name} を保存しました。`,
    toolong: (s) => `${s} 秒では分かりませんでした。`,
    contradict: "次の手がかりとルールは両立しません:", impossible: "この盤面では次のルールが両立しません:",
    fewer: "もっと少なくても矛盾するかもしれません(時間切れ)。",
    legend: "点線: 解によって異なる所。薄い色: すべての解に共通。",
    grey: "済んだ手がかりを薄くする", hidetime: "時間を隠す", showtime: "時間を表示",
    candidates: "候補", howNotes: "候補を入力すると小さく書き込まれます。もう一度入力すると消えます",
    try: "仮置き", keep: "仮置きを採用", drop: "仮置きを破棄", trying: "丸で囲んだ所は仮置きです。",
    formulation: "定式化", definitions: "定義と整数変数", nrows: (n) => `${n} 行`,
    extent: (r, c, n) => `${r} 行、${c} 列、非零要素 ${n}。`, cut: "一部を省いています。ファイルには全部あります。",
    solvers: "ソルバーの比較", compare: "比較する", solver: "ソルバー", result: "結果", time: "時間",
    sheet: "問題を印刷", sheetanswer: "解答付きで印刷", drawnfrom: (name) => `${name} の解答です。`,
  },
};
