// Types of server.mjs for the tests.
export type Turn = Record<string, unknown>;
export type Story = { when: string; turns: readonly Turn[] };
export type Entry = {
  n: number;
  t: string;
  method: string;
  path: string;
  api: string | null;
  kind: string;
  headers: Record<string, string>;
  body: unknown;
  /** True for requests of the conversation itself: no titles, probes, compactions. */
  isMain?: boolean;
  answer?: Turn;
};
export type FakeLlm = {
  readonly log: Entry[];
  push(...turns: readonly Turn[]): void;
  tell(...stories: readonly Story[]): void;
  listen(port?: number): Promise<number>;
  close(): Promise<void>;
};
export function createFakeLlm(options?: { turns?: readonly Turn[]; logFile?: string }): FakeLlm;
