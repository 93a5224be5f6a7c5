// Faults a person can act on. A bug is a plain Error.

/** `code` is stable and searchable, `message` says what happened, `hint` says what to do. */
export class MemError extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  /** 1: failure, 2: wrong usage. */
  readonly exitCode: 1 | 2;

  constructor(code: string, message: string, more: { hint?: string; cause?: unknown; exitCode?: 1 | 2 } = {}) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.name = "MemError";
    this.code = code;
    this.hint = more.hint;
    this.exitCode = more.exitCode ?? 1;
  }
}

/** A compile error where a switch forgot a kind; a plain Error if foreign data brings one in. */
export function unreachable(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
