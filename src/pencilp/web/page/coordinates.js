// Coordinates as text, as pencilp.draw.svg.canvas writes them.

// a coordinate, rounded to a hundredth; half a hundredth is rounded to even, as in Python
export function coordinate(x) {
  const eighths = x * 8;
  const tie = Number.isInteger(eighths) && eighths % 2 !== 0;
  const rounded = tie ? Math.trunc(x) + [0.12, 0.38, 0.62, 0.88][(Math.abs(eighths) % 8 - 1) / 2] * Math.sign(x) : x;
  const text = rounded.toFixed(2).replace(/\.?0+$/, "");
  return text === "-0" ? "0" : text;
}

// straight pieces as the data of a path
export const pathData = (pieces) =>
  pieces.map(([[a, b], [x, y]]) => `M${coordinate(a)} ${coordinate(b)}L${coordinate(x)} ${coordinate(y)}`).join("");
