// Branded ids and their parsers: a string becomes an id only here.

declare const brand: unique symbol;
type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/** Milliseconds since 1970-01-01 UTC. */
export type Millis = number;
/** Position of an event in its session, from 1, without gaps at the time of writing. */
export type Seq = number;

/** Key of an agent in `agents.toml`, or `program:<name>` for a program we do not know. */
export type AgentId = Brand<string, "AgentId">;
/** Our id of a session: 12 characters of Crockford's base 32 in lower case. */
export type SessionId = Brand<string, "SessionId">;
/** The agent's own id of a conversation. */
export type NativeId = Brand<string, "NativeId">;
/** Our id of a project: 12 characters like a session's, or `none`. */
export type ProjectId = Brand<string, "ProjectId">;
/** Id of one process started by `mem run`: 16 hexadecimal digits. It is what an origin mark carries. */
export type RunId = Brand<string, "RunId">;

/** The scope of sessions in `$HOME` or `/`: kept, and never mixed with a project. */
export const NO_PROJECT = "none" as ProjectId;

const SHORT_ID = /^[0-9a-hjkmnp-tv-z]{12}$/;

export const parseAgentId = (raw: string): AgentId | undefined =>
  /^(program:)?[A-Za-z0-9][\w.+-]{0,63}$/.test(raw) ? (raw as AgentId) : undefined;

export const parseSessionId = (raw: string): SessionId | undefined => (SHORT_ID.test(raw) ? (raw as SessionId) : undefined);

export const parseProjectId = (raw: string): ProjectId | undefined =>
  SHORT_ID.test(raw) || raw === NO_PROJECT ? (raw as ProjectId) : undefined;

export const parseRunId = (raw: string): RunId | undefined => (/^[0-9a-f]{16}$/.test(raw) ? (raw as RunId) : undefined);

/** Any agent's id of a conversation that is safe to print and to put on a command line. */
export const parseNativeId = (raw: string): NativeId | undefined =>
  /^[A-Za-z0-9_][A-Za-z0-9_.:-]{0,127}$/.test(raw) ? (raw as NativeId) : undefined;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Twelve characters of base 32 from at least twelve random bytes. */
export const shortId = (random: Uint8Array): string => Array.from(random.subarray(0, 12), (byte) => ALPHABET[byte & 31]).join("");

/** A version 4 UUID (RFC 9562) from 16 random bytes. */
export function uuidOf(random: Uint8Array): string {
  const bytes = Buffer.from(random);
  bytes[6] = 0x40 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}
