// Pieces of a bank or a fleet, as tokens and as rows of "x" and ".".

const MAX_DRAWN = 60; // longer lists are not drawn
const MAX_DRAWN_LENGTH = 25; // the length of a piece that is drawn

// the rows of a piece; a number is a straight piece
export const rowsOf = (piece) => (/^\d+$/.test(piece) ? ["x".repeat(Number(piece))] : piece.split("/"));

// the pieces of a set, written as a list
export const piecesOf = (token) => (token ? token.split(",") : []);

// whether cells, given as pairs of a row and a column, are connected by their sides
export function isConnected(cells) {
  const left = new Set(cells.slice(1).map(String));
  for (const open = cells.slice(0, 1); open.length; ) {
    const [row, col] = open.pop();
    for (const other of [[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]]) if (left.delete(String(other))) open.push(other);
  }
  return !left.size;
}

// The rows of the pieces of a token, if these are few, small and valid, so that a picture has them; else null.
export function drawnPieces(token) {
  const pieces = piecesOf(token);
  const isSmall = (piece) => (/^\d+$/.test(piece) ? Number(piece) <= MAX_DRAWN_LENGTH : /^[x./]+$/.test(piece));
  if (pieces.length > MAX_DRAWN || !pieces.every(isSmall)) return null;
  const found = pieces.map(rowsOf);
  const cellsOf = (rows) => rows.flatMap((row, r) => [...row].flatMap((sign, c) => (sign === "x" ? [[r, c]] : [])));
  const isPiece = (rows) => Math.max(rows.length, rows[0].length) <= MAX_DRAWN_LENGTH && rows.every(({ length }) => length === rows[0].length) &&
    cellsOf(rows).length > 0 && isConnected(cellsOf(rows));
  return found.every(isPiece) ? found : null;
}

// the caption of pieces: how many there are of each length (2×3: two of three cells), or in all
export function piecesCaption(name, pieces) {
  if (!pieces.length) return "";
  if (pieces.some((rows) => rows.length > 1 || rows[0].includes("."))) return `${name}: ${pieces.length}`;
  const lengths = pieces.map(([row]) => row.length);
  const counted = [...new Set(lengths)].sort((a, b) => b - a).map((length) => `${lengths.filter((each) => each === length).length}×${length}`);
  return `${name}: ${counted.join(", ")}`;
}
