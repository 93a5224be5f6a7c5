// Calls that wait for their result: a result's record often holds no more than the call's id.

export type Call = { id: string; tool: string; text: string; files: readonly string[]; writes: boolean };

/** Room for calls in a reader's state, which is stored with the cursor and must stay small. In characters. */
const ROOM_CHARS = 24_000;
const MAX_TEXT_CHARS = 8000;
const MAX_FILES = 8;

const sizeOf = (call: Call): number => 100 + call.text.length + call.files.reduce((sum, path) => sum + path.length, 0);

/** Remembers a call; the oldest are forgotten where there is no more room. A long text keeps head and tail: commands end in the point. */
export function remember(calls: Call[], call: Call): void {
  const half = MAX_TEXT_CHARS / 2;
  const text = call.text.length > MAX_TEXT_CHARS ? `${call.text.slice(0, half)}\n…\n${call.text.slice(-half)}` : call.text;
  calls.push({ ...call, text, files: call.files.slice(0, MAX_FILES).map((path) => path.slice(0, 1000)) });
  let size = calls.reduce((sum, known) => sum + sizeOf(known), 0);
  while (size > ROOM_CHARS && calls.length > 1) {
    const gone = calls.shift();
    if (gone !== undefined) size -= sizeOf(gone);
  }
}

/** The call with this id, which is then forgotten; undefined if it is not known any more. */
export function recall(calls: Call[], id: string): Call | undefined {
  const at = calls.findIndex((call) => call.id === id);
  return at < 0 ? undefined : calls.splice(at, 1)[0];
}
