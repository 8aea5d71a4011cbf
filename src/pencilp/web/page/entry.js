// The ways of entering values. A value type says which is its own (`entry`, `drawn`); none of them knows a genre.
//
// A way has some of: down(at), move(at), up(at), cancel() for a stroke that was not meant, where `at` is {x, y, other}, a point of the picture and whether the second button
// or Shift was used; key(name, event), which returns whether it took the key; moved(), when the cursor has gone elsewhere; and
// `how`, the word for it (words.js). `ed` is the editor: its layout, layer, values, places, cursor.

import { Path, Rooms } from "./groups.js";
import { Drawn, Line } from "./sides.js";
import { Cycled, Typed } from "./typed.js";

const DRAGGED = { tubes: Path, across: Line, bridges: Line };
const ENTERED = { typed: Typed, cycled: Cycled, drawn: Drawn };

// the way in which values of a layer are entered
export function wayOf({ value: { entry, drawn } }) {
  return entry === "dragged" ? (DRAGGED[drawn] ?? Rooms) : (ENTERED[entry] ?? Typed);
}
