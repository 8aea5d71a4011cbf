// The ways to enter values. A value type names its own (`entry`, `drawn`); none of them knows a genre.
//
// A way may have: down(at), move(at), up(at), and cancel() for a stroke that ends without effect; `at` is {x, y, other}, a point of
// the picture and whether the second button or Shift was used; key(name, event), which returns whether it used the key; moved(),
// which is called after the cursor has moved; and `how`, the key of its hint (words.js). `ed` is the editor, with layout, layer,
// values, places and cursor.

import { Path, Rooms } from "./groups.js";
import { Drawn, Line } from "./sides.js";
import { Cycled, Typed } from "./typed.js";

const DRAGGED = { tubes: Path, across: Line, bridges: Line };
const ENTERED = { typed: Typed, cycled: Cycled, drawn: Drawn };

// the way to enter values of a layer
export function wayOf({ value: { entry, drawn } }) {
  return entry === "dragged" ? (DRAGGED[drawn] ?? Rooms) : (ENTERED[entry] ?? Typed);
}
