// Waiting for what can be seen, never for a time alone.

const LOOK_EVERY_MS = 50;

/** Asks until there is an answer. Throws `not within N s: <what>` at the bound. */
export async function until<T>(what: string, timeoutMs: number, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`not within ${timeoutMs / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
