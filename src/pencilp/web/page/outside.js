// Clues outside the board: their places, what they take up, and which lines have changed, as pencilp.draw.svg.around has them.

const [FIRST, GAP] = [0.9, 0.62]; // the distances of the first clue from its line, and of two clues, in cells
const [ROOM, ASIDE] = [0.25, 0.4]; // around a clue, and of signs that say what clues count

const ofLines = (layers) => layers.filter(({ on }) => on === "lines");
const isNear = (side) => side === "top" || side === "left";

// the place of the n-th clue of a line, counted from the board
const away = (end, n, unit) => ({ x: end.x + end.away.x * (FIRST + GAP * n) * unit, y: end.y + end.away.y * (FIRST + GAP * n) * unit });

// the clues of a line: {token, x, y}
export function lineClues(layout, tokens, side, line) {
  const end = layout.outside[side][line];
  return end ? tokens.map((token, k) => ({ token, ...away(end, isNear(side) ? tokens.length - 1 - k : k, layout.unit) })) : [];
}

// the lines with different clues: [{side, line}, all tokens of both]
export function linesChanged(layer, old, now) {
  return layer.sides.flatMap((side) => {
    const [before, after] = [old?.[side] ?? [], now?.[side] ?? []];
    if (before === after) return [];
    return Array.from({ length: Math.max(before.length, after.length) }, (_, line) => [{ side, line }, [...(before[line] ?? []), ...(after[line] ?? [])]])
      .filter(([{ line }]) => String(before[line] ?? []) !== String(after[line] ?? []));
  });
}

// Whether most lines of a square board have several clues: then every fifth line of its grid is thicker. `valuesOf` returns the
// values of a layer.
export function hasTallClues(layout, layers, valuesOf) {
  const several = (values) => Object.values(values ?? {}).flat().filter((tokens) => tokens.length > 1).length;
  return layout.shape === "square" && ofLines(layers).some((layer) => layer.sides.includes("top") && several(valuesOf(layer)) > layout.rows / 2);
}

// What a board and its clues outside take up: left, top, right, bottom. There is room for one more clue than the longest line of each
// side has.
export function boxOf(layout, layers, valuesOf) {
  const { unit } = layout;
  const [left, top, right, bottom] = layout.extent;
  const box = [left, top, right, bottom];
  const reach = (x, y) => {
    const room = ROOM * unit;
    box.splice(0, 4, Math.min(box[0], x - room), Math.min(box[1], y - room), Math.max(box[2], x + room), Math.max(box[3], y + room));
  };
  for (const layer of ofLines(layers)) {
    for (const side of layer.sides) {
      const longest = layer.single ? 0 : Math.max(0, ...(valuesOf(layer)?.[side] ?? []).map((tokens) => tokens.length));
      for (const end of layout.outside[side].filter(Boolean)) {
        const { x, y } = away(end, longest, unit);
        reach(x, y);
      }
    }
    const signs = [[left - ASIDE * unit, top - ASIDE * unit], [right + ASIDE * unit, bottom + ASIDE * unit]];
    for (const place of signs.slice(0, layer.signs.length)) reach(...place);
  }
  return box;
}
