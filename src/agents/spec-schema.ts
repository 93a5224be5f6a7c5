// One entry of agents.toml → AgentSpec. The one place that knows the file's spelling; docs/agents-toml.md says it in words.
import * as v from "valibot";
import type { AgentSpec, BriefVia, HistorySpec } from "../model/agent.ts";
import type { AgentId } from "../model/ids.ts";

const words = v.array(v.string());
const listed = v.optional(words, []);

const via = v.variant("via", [
  v.strictObject({ via: v.literal("args"), args: words, unless: listed }),
  v.strictObject({ via: v.literal("env"), env: v.record(v.string(), v.string()) }),
  v.strictObject({ via: v.literal("dir"), args: words, file: v.string() }),
  v.strictObject({ via: v.literal("config"), flags: v.pipe(words, v.minLength(1)), key: v.string(), beside: listed, unless: listed }),
  v.strictObject({ via: v.literal("hook"), installed: v.optional(v.boolean(), false) }),
  v.strictObject({ via: v.literal("file") }),
  v.strictObject({ via: v.literal("paste") }),
  v.strictObject({ via: v.literal("none") }),
]);
/** One way, a list of them, or the bare name of one that needs no more words (`brief = "paste"`). */
const bareVia = v.picklist(["hook", "file", "paste", "none"]);
const viaList = v.array(via);
type OneBrief = v.InferOutput<typeof via> | v.InferOutput<typeof viaList> | v.InferOutput<typeof bareVia>;
const brief = v.optional(
  v.lazy((raw): v.GenericSchema<unknown, OneBrief> => {
    if (typeof raw === "string") return bareVia;
    return Array.isArray(raw) ? viaList : via;
  }),
  [],
);

const session = v.strictObject({
  choose: v.optional(words),
  resume: v.optional(words),
  resume_in: listed,
  selectors: listed,
  forks: listed,
  chosen: listed,
});

const history = v.strictObject({
  reader: v.string(),
  roots: v.pipe(words, v.minLength(1)),
  retention: v.optional(v.strictObject({ settings: v.string(), key: v.string(), days: v.pipe(v.number(), v.minValue(1)) })),
});

const entry = v.strictObject({
  name: v.optional(v.string()),
  command: v.optional(v.pipe(words, v.minLength(1))),
  level: v.optional(v.picklist(["verified", "documented", "unknown"]), "documented"),
  brief,
  resumed: brief,
  session: v.optional(session, {}),
  history: v.optional(history),
  yolo: listed,
  always: listed,
  plain: v.optional(v.strictObject({ subcommands: listed, flags: listed, unless: listed }), {}),
  valued: v.optional(v.strictObject({ one: listed, maybe: listed, many: listed }), {}),
  keys: v.optional(v.strictObject({ ctrl_z: v.optional(v.picklist(["ours", "shared", "agent", "auto"]), "auto") }), {}),
  probe: listed,
  hooks_off: listed,
  headless: listed,
  adapter: v.optional(v.string()),
});

type Entry = v.InferOutput<typeof entry>;
type Brief = Entry["brief"];

/** Keys an entry may have, for "did you mean". */
export const ENTRY_KEYS: readonly string[] = [...Object.keys(entry.entries), "like"];

/** What is wrong with one key: its path in the entry, and what was expected there. */
export type SpecProblem = { key: string; expected: string; isUnknownKey: boolean };

/** `raw` is an entry with `like` resolved already. */
export function parseSpec(id: AgentId, raw: unknown): { ok: true; spec: AgentSpec } | { ok: false; problem: SpecProblem } {
  const parsed = v.safeParse(entry, raw, { abortEarly: true });
  if (parsed.success) return { ok: true, spec: toSpec(id, parsed.output) };
  const issue = parsed.issues[0];
  const key = v.getDotPath(issue) ?? "";
  return { ok: false, problem: { key, expected: inWords(issue.expected ?? "something else"), isUnknownKey: issue.expected === "never" } };
}

/** The validator's names of types, as the file's author would say them. */
const inWords = (expected: string): string =>
  expected
    .replace(/^Array$/, "a list")
    .replace(/^Object$/, "a table")
    .replace(/^string$/, "a text")
    .replace(/^boolean$/, "true or false");

function toSpec(id: AgentId, raw: Entry): AgentSpec {
  const { choose, resume, resume_in, selectors, forks, chosen } = raw.session;
  return {
    id,
    name: raw.name ?? id,
    command: raw.command ?? [id],
    level: raw.level,
    brief: briefs(raw.brief),
    resumed: briefs(raw.resumed),
    session: { ...(choose && { choose }), ...(resume && { resume }), resumeIn: resume_in, selectors, forks, chosen },
    ...(raw.history && { history: historyOf(raw.history) }),
    yolo: raw.yolo,
    always: raw.always,
    plain: raw.plain,
    valued: raw.valued,
    keys: { ctrlZ: raw.keys.ctrl_z },
    probe: raw.probe,
    hooksOff: raw.hooks_off,
    headless: raw.headless,
    ...(raw.adapter !== undefined && { adapter: raw.adapter }),
  };
}

const historyOf = ({ reader, roots, retention }: NonNullable<Entry["history"]>): HistorySpec => ({
  reader,
  roots,
  ...(retention && { retention }),
});

function briefs(raw: Brief): BriefVia[] {
  if (raw === "hook") return [{ kind: "hook", installed: false }];
  if (typeof raw === "string") return [{ kind: raw }];
  return (Array.isArray(raw) ? raw : [raw]).map(({ via: kind, ...rest }) => ({ kind, ...rest }) as BriefVia);
}
