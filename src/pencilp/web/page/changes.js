// Differences of boards: what undo needs is kept as changes, as two boards differ in few places.

const isNode = (value) => value !== null && typeof value === "object";

// What turns one value into another, for JSON: a list with the new value, an empty list if there is none, or an object with the
// changes of parts. Undefined if the values are equal.
export function change(old, value) {
  if (old === value) return undefined;
  if (value === undefined) return [];
  const alike = isNode(old) && isNode(value) && Array.isArray(old) === Array.isArray(value) && (!Array.isArray(old) || old.length === value.length);
  if (!alike) return [value];
  const parts = [...new Set([...Object.keys(old), ...Object.keys(value)])].map((key) => [key, change(old[key], value[key])]);
  const changed = parts.filter(([, part]) => part !== undefined);
  return changed.length ? Object.fromEntries(changed) : undefined;
}

// the value that such a change makes of another
export function changedBy(old, made) {
  if (made === undefined || made === null) return old;
  if (Array.isArray(made)) return made[0];
  const value = Array.isArray(old) ? [...old] : { ...old };
  for (const [key, part] of Object.entries(made)) {
    const after = changedBy(value[key], part);
    if (after === undefined) delete value[key];
    else value[key] = after;
  }
  return value;
}

const known = new WeakMap(); // per board, the text of its change into another: boards are immutable

// the change of one board into another, as text
function text(from, to) {
  const before = known.get(from);
  if (before?.to === to) return before.text;
  const made = JSON.stringify(change(from, to) ?? null);
  known.set(from, { to, text: made });
  return made;
}

// A history as text, of at most `most` characters: the changes that lead back from its board, the nearest first, and then forth. The
// ones that are farthest away are left out.
export function packedHistory({ before, board, after }, most) {
  let left = most;
  const some = (boards) => {
    const texts = [];
    let from = board;
    for (const to of boards) {
      const made = text(from, to);
      left -= made.length + 1;
      if (left < 0) break;
      texts.push(made);
      from = to;
    }
    return `[${texts.join(",")}]`;
  };
  const back = some([...before].reverse());
  return `{"back":${back},"forth":${some(after)}}`;
}

// the boards before and after one, from such a text
export function unpackedHistory(found, board) {
  const boards = (changes) => {
    let at = board;
    return changes.map((made) => (at = changedBy(at, made)));
  };
  return { before: boards(found.back).reverse(), after: boards(found.forth) };
}
