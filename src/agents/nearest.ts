// "Did you mean": the known name closest to what was typed, pure.

/** Fewest single-letter insertions, deletions, changes and swaps of neighbours that make `to` of `from`. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const changed = from[row - 1] === to[column - 1] ? 0 : 1;
      const best = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + changed);
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = isSwap ? Math.min(best, (beforeLast[column - 2] ?? 0) + 1) : best;
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}

/** Longer input is no typing error, and comparing it would take long. */
const MAX_TYPED_CHARS = 64;

/** The closest of `names`, or undefined if none is close: more than a third of the letters (at least one) would have to change. */
export function nearest(asked: string, names: readonly string[]): string | undefined {
  if (asked.length > MAX_TYPED_CHARS) return undefined;
  const typed = asked.toLowerCase();
  let best: { name: string; distance: number } | undefined;
  for (const name of names) {
    const isStart = typed.length >= 2 && name.toLowerCase().startsWith(typed);
    const distance = isStart ? 0.5 : editDistance(typed, name.toLowerCase());
    const allowed = Math.max(1, Math.floor(Math.max(typed.length, name.length) / 3));
    if (distance <= allowed && (best === undefined || distance < best.distance)) best = { name, distance };
  }
  return best?.name;
}
