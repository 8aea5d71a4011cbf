// What the page says, in English and Japanese. What genres say of themselves comes from the server.

import { always } from "./kept.js";
import { PANELS } from "./panelwords.js";

const WORDS = {
  en: {
    new: "New", open: "Open", undo: "Undo", redo: "Redo", clear: "Clear answer", check: "Check", find: "Find a genre by any of its names",
    rows: "Rows", columns: "Columns", shape: "Board", square: "squares", hexagonal: "hexagons", hexagon: "a hexagon of hexagons",
    make: "Empty board", example: "Example", close: "Close", cancel: "Cancel", puzzle: "Puzzle", answer: "Answer",
    shading: "Shadings", loops: "Loops and lines", regions: "Divisions", numbers: "Numbers", objects: "Objects",
    live: "Answers while you draw", facts: "Show what all answers share", solveit: "Solve it",
    unique: "One answer", multiple: "Several answers", none: "No answer", unknown: "Not known yet", unfinished: "Not finished",
    thinking: "Looking…", stopped: "Stopped", off: "Switched off", seconds: (s) => `${s.toFixed(s < 0.1 ? 3 : 1)} s`,
    fine: "Nothing is wrong so far.", done: "Solved. The answer is right.", wrong: (n) => `${n} rule${n === 1 ? " is" : "s are"} broken:`,
    rules: "Rules", program: "Program", take: "Take away", show: "Show it", variables: (n, m) => `${n} variables of 0 or 1, ${m} whole numbers`,
    ours: "Our formulation", paper: "The document's formulation", link: "Copy a link to this page", copied: "Copied.",
    save: "Save", paste: "Paste a link or a puzzle text here, or drop a file anywhere", read: "Read it", file: "Choose a file",
    several: (n) => `${n} puzzles: choose one`, unread: (which, why, more) => `Puzzle ${which} ${more ? `and ${more} more were` : "was"} not read: ${why}`, recent: "Recent boards", loose: "A wall ends within a room.",
    empty: "empty", nothing: "nothing", busy: "The server is busy.", away: "The server cannot be reached. Your work is kept.",
    hide: "Hide", theme: "Dark or light", lang: "日本語", board: "The whole board", stop: "Stop", layers: "Layers", panels: "Answers and rules",
    shapes: "Turn, resize, cut, move", turn: "Turn", mirror: "Mirror", transpose: "Mirror at the diagonal", resize: "Change size",
    before: "at the top and left", holes: "Cut out cells", move: "Select and move",
    howHoles: "Click on cells to cut them out, on holes to put them back; dragging does it to many",
    howMove: "Drag over cells to select them, then drag them elsewhere. Or Shift and the arrow keys to select, arrow keys to move",
    welcome: "Choose a genre, or open a link, a puzzle text or a file: paste it or drop it anywhere on this page.",
    unheard: (name) => `No genre is called “${name}”.`, all: "All genres", forget: "Forget it", manners: "The page", keys: "Keys", blank: "blank", back: "delete the last sign",
    which: "Genre, if needed", grid: (rows, columns) => `${rows} rows, ${columns} columns`,
    full: "The browser has no room left for this board. Save it as a file, or remove recent boards (Open).",
    unkept: "This browser keeps nothing of this page: before you close it, save the board as a file or send its address.",
    such: (examples) => `Such as ${examples}`,
    way: (name) => ({ n: "top", e: "right", s: "bottom", w: "left", ne: "upper right", nw: "upper left", se: "lower right", sw: "lower left" })[name],
    outside: (side, n) => `${{ top: "above column", bottom: "below column", left: "left of row", right: "right of row" }[side]} ${n}`,
    column: (n) => `column ${n}`, sentences: (...each) => each.join(". "),
    beyond: (n, least, most) => `${n} is not possible here: ${most == null ? `only numbers from ${least} on` : `only ${least ?? 0} to ${most}`}.`,
    howTyped: "Type at the cursor; a click or the arrow keys move it, Delete clears",
    howArrows: "Type at the cursor; drag an arrow out of a cell, or press Shift and an arrow key",
    howOutside: "Click beside a row or a column and type",
    howLines: "Click beside a row or a column and type its numbers with blanks between",
    howCycled: "Click to go through the signs, drag to repeat one; the second button goes back. Or press Space, or type a sign",
    howDrawn: "Click on an edge, or draw along edges: line, cross, nothing. Or W A S D around the cursor",
    howLine: "Draw from cell to cell; click between two cells for a cross. Or Shift and the arrow keys, W A S D for one side",
    howRooms: "Drag over the cells of a room, or click on edges for walls. Or W A S D for walls, Shift and the arrow keys for cells",
    howFurther: "With Shift or the second button further cells come to the room that was entered last, also apart from it; by keys with Shift and Space",
    howCages: "Drag over cells that belong together; a click takes one out. Or Shift and the arrow keys",
    howPath: "Drag from the first cell to the last; a click removes a path. Or Shift and the arrow keys",
  },
  ja: {
    new: "新規", open: "開く", undo: "元に戻す", redo: "やり直す", clear: "解答を消す", check: "チェック", find: "名前でパズルを探す",
    rows: "行", columns: "列", shape: "盤面", square: "正方形のマス", hexagonal: "六角形のマス", hexagon: "六角形の盤面",
    make: "白紙の盤面", example: "例題", close: "閉じる", cancel: "やめる", puzzle: "問題", answer: "解答",
    shading: "塗り分け", loops: "線とループ", regions: "領域分割", numbers: "数字", objects: "配置",
    live: "描きながら解の数を調べる", facts: "全解に共通する部分を表示", solveit: "解く",
    unique: "唯一解", multiple: "複数解", none: "解なし", unknown: "まだ不明", unfinished: "問題が未完成",
    thinking: "調べています…", stopped: "中止しました", off: "停止中", seconds: (s) => `${s.toFixed(s < 0.1 ? 3 : 1)} 秒`,
    fine: "今のところ誤りはありません。", done: "正解です。", wrong: (n) => `ルール違反が ${n} か所あります。`,
    rules: "ルール", program: "整数計画問題", take: "書き出し", show: "表示", variables: (n, m) => `0-1 変数 ${n}、整数変数 ${m}`,
    ours: "本ソフトの定式化", paper: "文書の定式化", link: "このページのリンクをコピー", copied: "コピーしました。",
    save: "保存", paste: "ここにリンクか問題テキストを貼り付けてください。ファイルはページのどこにドロップしてもかまいません", read: "読み込む", file: "ファイルを選ぶ",
    several: (n) => `${n} 問あります。選んでください`, unread: (which, why, more) => `${which} 問目${more ? `ほか ${more} 問` : ""}は読み込めませんでした: ${why}`, recent: "最近の盤面", loose: "部屋の途中で終わる壁があります。",
    shapes: "回転・大きさ・穴・移動", turn: "回転", mirror: "左右反転", transpose: "対角線で反転", resize: "大きさを変える",
    before: "上と左で", holes: "マスを切り抜く", move: "選択して移動",
    howHoles: "マスをクリックすると切り抜き、穴をクリックすると戻ります。ドラッグでまとめて行えます",
    howMove: "マスをドラッグして選び、選んだマスをドラッグして移します。キーなら Shift と矢印キーで選び、矢印キーで移動",
    empty: "空", nothing: "なし", busy: "サーバーが混み合っています。", away: "サーバーに接続できません。作業内容は保存されています。",
    hide: "隠す", theme: "明暗の切り替え", lang: "English", board: "盤面全体", stop: "止める", layers: "レイヤー", panels: "解とルール",
    welcome: "パズルを選ぶか、リンク・問題テキスト・ファイルを開いてください。このページに貼り付けてもドロップしてもかまいません。",
    unheard: (name) => `「${name}」というパズルはありません。`, all: "一覧へ戻る", forget: "削除", manners: "表示", keys: "キー", blank: "空白", back: "一文字消す",
    which: "種類（必要なら）", grid: (rows, columns) => `${rows} 行 ${columns} 列`,
    full: "ブラウザーの保存領域がいっぱいです。ファイルに書き出すか、「開く」で最近の盤面を削除してください。",
    unkept: "このブラウザーはこのページの盤面を保存しません。閉じる前にファイルに書き出すか、アドレスを控えてください。",
    such: (examples) => `例: ${examples}`,
    way: (name) => ({ n: "上", e: "右", s: "下", w: "左", ne: "右上", nw: "左上", se: "右下", sw: "左下" })[name],
    outside: (side, n) => `${n}${{ top: "列の上", bottom: "列の下", left: "行の左", right: "行の右" }[side]}`,
    column: (n) => `${n}列`, sentences: (...each) => each.join("。"),
    refused: (status) => ({ 408: "時間切れです。", 413: "大きすぎて受け付けられません。", 500: "pencilp の不具合です。サーバーの端末に詳細があります。", 503: "サーバーが混み合っています。少し待ってからもう一度お試しください。" })[status],
    beyond: (n, least, most) => `${n} は入りません。${least ?? 0} から${most == null ? "" : ` ${most} まで`}の数だけです。`,
    howTyped: "カーソルの位置に入力します。クリックか矢印キーで移動、Delete で消去",
    howArrows: "カーソルの位置に入力します。矢印はマスから外へドラッグするか、Shift と矢印キー",
    howOutside: "行や列の外をクリックして入力します",
    howLines: "行や列の外をクリックし、数字を空白で区切って入力します",
    howCycled: "クリックで記号が順に変わり、ドラッグで続けて入ります。右クリックは逆順。キーなら Space か文字",
    howDrawn: "辺をクリックするか、辺に沿ってドラッグします（線・×・なし）。キーなら W A S D",
    howLine: "マスからマスへドラッグします。境目をクリックすると×。キーなら Shift と矢印キー、一辺だけなら W A S D",
    howRooms: "部屋のマスをドラッグするか、辺をクリックして壁を入れます。キーなら壁は W A S D、マスは Shift と矢印キー",
    howFurther: "離れたマスは、Shift か右ボタンでドラッグすると直前の部屋に加わります。キーなら Shift と Space",
    howCages: "一緒になるマスをドラッグします。クリックで外れます。キーなら Shift と矢印キー",
    howPath: "最初のマスから最後のマスへドラッグします。クリックで消えます。キーなら Shift と矢印キー",
  },
};

let spoken = always.get("pencilp:language") ?? (navigator.language.startsWith("ja") ? "ja" : "en");

export const t = (key, ...values) => {
  const words = WORDS[spoken][key] ?? PANELS[spoken][key] ?? WORDS.en[key];
  return typeof words === "function" ? words(...values) : words;
};

export const language = () => spoken;

export const inJapanese = () => spoken === "ja";

// The language of a text of somebody else's, null where it is the page's: a genre of one's own, formulas and most messages about
// files speak English.
export function foreign(text) {
  const is = /[\u3040-\u30ff\u4e00-\u9fff]/.test(text) ? "ja" : /[A-Za-z]{3}/.test(text) ? "en" : spoken;
  return is === spoken ? null : is;
}

// the title of a genre in the page's language
export const titleOf = (genre) => (inJapanese() && genre.title_ja) || genre.title;

export function speak(other) {
  spoken = other;
  always.put("pencilp:language", other);
  document.documentElement.lang = other;
}
