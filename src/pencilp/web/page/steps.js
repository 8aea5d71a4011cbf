// Common parts of the ways of entry: the cycle of tokens for clicks, and the keys for directions.

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
// the keys around S are arranged like the sides of a cell: four of a square, six of a hexagon
const LETTERS = { q: [-1, -1], w: [0, -1], e: [1, -1], a: [-1, 0], d: [1, 0], z: [-1, 1], s: [0, 1], c: [1, 1] };

// the cycle of tokens for clicks; null is undecided, "" is empty
export function cycle(layer, part) {
  const tokens = layer.value.tokens.map((t) => t.token);
  const signs = "most" in layer.value ? tokens.slice(0, layer.value.most) : tokens;
  return part === "answer" && layer.value.nothing !== null ? [null, ...signs, ""] : [null, ...signs];
}

export function next(tokens, token, back) {
  const at = tokens.indexOf(token ?? null);
  return tokens[(at + (back ? tokens.length - 1 : 1)) % tokens.length];
}

// The token that a drag repeats, from the token of its first place. If there is a single sign, the first place decides whether the
// drag sets or clears; the second button sets "empty". Several signs are gone through, as by clicks.
export function repeated(tokens, token, other) {
  const [sign, ...more] = tokens.filter((each) => each);
  if (more.length) return next(tokens, token, other);
  const set = other && tokens.includes("") ? "" : sign;
  return (token ?? null) === null || (token === "" && set !== "") ? set : token === sign && set === "" ? "" : null;
}

// the direction of a board nearest to the vector (x, y); -1 if two are equally near
export function directionOf(layout, x, y) {
  const along = layout.directions.map((d) => (d.x * x + d.y * y) / Math.hypot(x, y));
  const most = Math.max(...along);
  return along.filter((a) => a > most - 0.05).length > 1 ? -1 : along.indexOf(most);
}

// the direction of an arrow key; -1: none
export function arrowOf(layout, name) {
  return ARROWS[name] ? directionOf(layout, ...ARROWS[name]) : -1;
}

// the direction of a letter; -1: none
export function letterOf(layout, name) {
  const way = LETTERS[name.toLowerCase()];
  return way ? directionOf(layout, ...way) : -1;
}

// the direction in which a key with Shift draws; -1: none
export function drawnOf(layout, name, event) {
  if (!event.shiftKey) return -1;
  const arrow = arrowOf(layout, name);
  return arrow >= 0 ? arrow : letterOf(layout, name);
}
