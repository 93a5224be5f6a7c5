// Output of which any byte that is missing, doubled or in the wrong place shows.
const PIECE = 65_536;

export function bulkOf(bytes) {
  const pieces = [];
  for (let at = 0; at < bytes; at += PIECE)
    pieces.push(`${at.toString(36)} `.padEnd(Math.min(PIECE, bytes - at), `${(at / PIECE).toString(36)}.`));
  return pieces.join("");
}
