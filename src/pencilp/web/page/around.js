// Draws what is above and below the board: captions and pieces of the whole board, and a row of boxes with one value per column, as
// pencilp.draw.svg.around draws them.

import { drawnPieces, piecesCaption } from "./pieces.js";

const PIECE = 0.3; // the side of a cell of a piece, in cells of the board
const [SIZE, LINE] = [0.34, 0.6]; // the sizes of a caption's letters and of its line
const FULL_WIDTH = "\u2e80"; // the first of the letters of East Asia, which are about twice as wide as others
const AWAY = 0.35; // between the board and the boxes below it

export const isAround = ({ on }) => on === "board" || on === "columns";

// The caption and the pieces of a layer of the whole board with a token: {words, pieces}. Returns null if only the server knows them.
export function captionOf(layer, token) {
  if (token === null) return { words: "", pieces: [] };
  if (layer.value.type === "fleet") {
    const pieces = drawnPieces(token);
    return pieces && { words: piecesCaption(layer.title, pieces), pieces };
  }
  const words = layer.captions.get(token);
  return words === undefined ? null : { words, pieces: [] };
}

// The lines above a board, from above: {words, pieces}. Names with their values share the first line.
function captions(layers, valuesOf) {
  const found = layers.filter(({ on }) => on === "board").map((layer) => ({ layer, ...captionOf(layer, valuesOf(layer)) }));
  const isShort = ({ layer, words, pieces }) => !pieces.length && words.startsWith(`${layer.title}:`);
  const short = found.filter(isShort).map(({ words }) => words).join(", ");
  return [{ words: short, pieces: [] }, ...found.filter((each) => !isShort(each))];
}

// pieces in rows of at most `width` cells, with a cell between two pieces
function inRows(pieces, width) {
  const rows = [];
  let used = 0;
  for (const piece of pieces) {
    if (!rows.length || used + 1 + piece[0].length > width) {
      rows.push([]);
      used = -1;
    }
    rows.at(-1).push(piece);
    used += 1 + piece[0].length;
  }
  return rows;
}

// Draws everything around a board onto `mark`, in the order of the picture. `box` is what the board and its clues take up: left,
// top, right, bottom. Returns what is taken up now.
export function drawAround(p, mark, box) {
  let [left, top, right, bottom] = box;
  const { layers, layout, unit } = p;
  const square = (x, y, side) => [[x, y], [x + side, y], [x + side, y + side], [x, y + side]];
  const inColumns = layers.filter(({ on }) => on === "columns");
  if (inColumns.length) {
    const y = bottom + AWAY * unit;
    for (let col = 0; col < layout.cols; col++) p.polygon(mark, "walls", square(col * unit, y, unit), "none", p.ink, 0.05);
    for (const layer of inColumns)
      for (let col = 0; col < layout.cols; col++) p.sign(mark, layer, p.values(layer)?.[col] ?? null, { x: (col + 0.5) * unit, y: y + unit / 2 });
    [left, right, bottom] = [Math.min(left, 0), Math.max(right, layout.cols * unit), y + unit];
  }
  for (const { words, pieces } of captions(layers, (layer) => p.values(layer)).reverse()) {
    const side = PIECE * unit;
    for (const row of inRows(pieces, Math.max(Math.trunc((right - left) / side), ...pieces.map((piece) => piece[0].length))).reverse()) {
      top -= (Math.max(...row.map((piece) => piece.length)) + 0.6) * side;
      let x = left;
      for (const piece of row) {
        piece.forEach((line, r) => [...line].forEach((sign, c) => sign === "x" && p.polygon(mark, "shapes", square(x + c * side, top + r * side, side), p.grey, p.ink, 0.03)));
        x += (piece[0].length + 1) * side;
      }
      right = Math.max(right, x - side);
    }
    if (!words) continue;
    p.text(mark, left, top - 0.58 * LINE * unit, words, SIZE, p.ink, { anchor: "start" });
    top -= LINE * unit;
    right = Math.max(right, left + 0.56 * SIZE * unit * [...words].reduce((sum, letter) => sum + (letter >= FULL_WIDTH ? 2 : 1), 0));
  }
  return [left, top, right, bottom];
}
