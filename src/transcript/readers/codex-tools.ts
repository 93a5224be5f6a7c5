// Tool calls and their results in Codex's history: function calls, scripts of its code mode, and the items that tell what was really run.
import type { Fact } from "../../model/event.ts";
import { isTable } from "../../model/table.ts";
import { parseRec, type Rec, rec, recs, str } from "../json.ts";
import { type CodexState, eventFact, type Line } from "./codex-state.ts";
import { commandText, diffText, type Essence, essenceOf, patchEssence } from "./essence.ts";
import { type Call, recall, remember } from "./pending.ts";

const SHELLS = new Set(["exec_command", "shell", "shell_command", "local_shell", "container.exec", "local_shell_call", "unified_exec"]);
/** The tool of code mode: its input is a script that calls the real tools. */
const SCRIPT = "exec";
const POLL = "write_stdin";

const plainPath = (path: string): string => {
  if (!path.startsWith("file://")) return path;
  try {
    return decodeURIComponent(path.slice("file://".length));
  } catch {
    return path.slice("file://".length);
  }
};

const cwdOf = (input: Rec): { cwd?: string } => {
  const cwd = str(input, "workdir") ?? str(input, "cwd");
  return cwd === undefined ? {} : { cwd: plainPath(cwd) };
};

export type Output = { text: string; ok?: boolean; running?: string };

const exitOk = (code: number | undefined): { ok?: boolean } => (code === undefined ? {} : { ok: code === 0 });

const OUTPUT_HEAD = /^(?:(?:Chunk ID|Wall time|Exit code|Process|Original token count|Total output lines|Script)[^\n]*\n)+Output:(?:\n|$)/;

/** A result as the model got it: `Exit code: 1 … Output:` and the output, or JSON with `output` and `metadata`. */
function parseOutput(raw: unknown): Output {
  if (isTable(raw))
    return { text: str(raw, "content") ?? str(raw, "output") ?? "", ...(typeof raw.success === "boolean" && { ok: raw.success }) };
  const parts = Array.isArray(raw) ? raw.filter(isTable).map((part) => str(part, "text") ?? `[${str(part, "type") ?? "content"}]`) : [];
  const text =
    typeof raw === "string"
      ? raw
      : parts
          .map((part) => (part.endsWith("\n") ? part : `${part}\n`))
          .join("")
          .trimEnd();
  const wrapped = text.startsWith('{"output"') ? parseRec(text) : undefined;
  if (wrapped !== undefined) {
    const code = rec(wrapped, "metadata").exit_code;
    return { text: str(wrapped, "output") ?? "", ...exitOk(typeof code === "number" ? code : undefined) };
  }
  const head = OUTPUT_HEAD.exec(text)?.[0];
  if (head === undefined) return { text };
  const code = /(?:Exit code: |Process exited with code )(-?\d+)/.exec(head)?.[1];
  const running = /Process running with session ID (\S+)/.exec(head)?.[1];
  const failed = /^Script (?:failed|errored)/m.test(head);
  return {
    text: text.slice(head.length),
    ...(failed ? { ok: false } : exitOk(code === undefined ? undefined : Number(code))),
    ...(running !== undefined && { running }),
  };
}

const callDraft = (call: Call) => ({
  kind: "tool_call" as const,
  tool: call.tool,
  text: call.text,
  files: call.files,
  ...(call.writes && { writes: true }),
});

function resultFact(state: CodexState, line: Line, { call, output }: { call: Call; output: Output }): Fact {
  return eventFact(state, line, {
    part: "result",
    kind: "tool_result",
    text: output.text,
    tool: call.tool,
    call: call.text,
    files: call.files,
    ...(call.writes && { writes: true }),
    ...(output.ok !== undefined && { ok: output.ok }),
  });
}

/** A call as the model made it. A script says nothing by itself: its items will, or its end. */
export function callFacts(state: CodexState, line: Line): Fact[] {
  const { payload } = line;
  const id = str(payload, "call_id") ?? str(payload, "id") ?? "";
  const tool = str(payload, "name") ?? (str(payload, "type") ?? "tool").replace(/_call$/, "");
  const input = payload.input ?? payload.arguments ?? payload.action;
  const isScript = tool === SCRIPT && payload.type === "custom_tool_call" && typeof input === "string";
  const essence = isScript ? { text: input, files: [], writes: false } : essenceOf(input);
  const call: Call = { id, tool, ...essence };
  state.isOpen = true;
  if (tool === POLL) return pollFacts(state, line, { poll: call, input });
  remember(state.calls, call);
  if (isScript || essence.writes || SHELLS.has(tool)) {
    state.open.push({ id, kind: isScript ? "script" : "direct", isCovered: false });
    if (state.open.length > 16) state.open.shift();
  }
  if (isScript) return [];
  const args = typeof input === "string" ? (parseRec(input) ?? {}) : isTable(input) ? input : {};
  return [eventFact(state, line, { part: "call", ...callDraft(call), ...cwdOf(args) })];
}

/** Waiting for a command that runs in the background: its output is the command's, so it is remembered under the command's own text. */
function pollFacts(state: CodexState, line: Line, { poll, input }: { poll: Call; input: unknown }): Fact[] {
  const args = typeof input === "string" ? parseRec(input) : undefined;
  const session = args?.session_id;
  const known = state.running.find((running) => running.id === String(session))?.call;
  const typed = args === undefined ? "" : (str(args, "chars") ?? "");
  remember(state.calls, { ...(known ?? poll), id: poll.id });
  return typed === "" ? [] : [eventFact(state, line, { part: "call", kind: "tool_call", tool: POLL, text: typed })];
}

const SCRIPT_COMMAND = /\bcmd:\s*("(?:[^"\\]|\\.)*")/;
const SCRIPT_PATCH = /\bapply_patch\(\s*("(?:[^"\\]|\\.)*")/;

function quotedIn(script: string, pattern: RegExp): string | undefined {
  const quoted = pattern.exec(script)?.[1];
  const parsed = quoted === undefined ? undefined : parseRec(`{"text":${quoted}}`);
  return parsed === undefined ? undefined : str(parsed, "text");
}

/** What a script does, if no item told: the command or the patch in it, else the script itself. */
function scriptEssence(script: string): Essence {
  const patch = quotedIn(script, SCRIPT_PATCH);
  return patch === undefined ? { text: quotedIn(script, SCRIPT_COMMAND) ?? script, files: [], writes: false } : patchEssence(patch);
}

function keepRunning(state: CodexState, call: Call, id: string): void {
  const text = call.text.length > 1000 ? `${call.text.slice(0, 500)}\n…\n${call.text.slice(-500)}` : call.text;
  state.running = [...state.running.filter((running) => running.id !== id), { id, call: { ...call, text } }].slice(-8);
}

export function outputFacts(state: CodexState, line: Line): Fact[] {
  const id = str(line.payload, "call_id") ?? str(line.payload, "id") ?? "";
  const open = state.open.find((call) => call.id === id);
  state.open = state.open.filter((call) => call.id !== id);
  const call = recall(state.calls, id);
  if (open?.isCovered) return [];
  const output = parseOutput(line.payload.output ?? line.payload.tools);
  const known = call ?? { id, tool: "tool", text: "", files: [], writes: false };
  if (output.running !== undefined) keepRunning(state, known, output.running);
  if (output.running !== undefined && output.text.trim() === "") return [];
  if (open?.kind !== "script") return [resultFact(state, line, { call: known, output })];
  const script = { ...known, ...scriptEssence(known.text) };
  return [eventFact(state, line, { part: "call", ...callDraft(script) }), resultFact(state, line, { call: script, output })];
}

/** Marks the call that this item belongs to. A direct call was told already, so only its result is left to tell. */
function cover(state: CodexState, item: Call): Call | undefined {
  const isSame = (call: Call): boolean => (item.writes ? call.writes : call.text.trim() === item.text.trim());
  const direct = state.open.find(
    (open) => open.kind === "direct" && !open.isCovered && state.calls.some((call) => call.id === open.id && isSame(call)),
  );
  const open = direct ?? state.open.find((call) => call.kind === "script");
  if (open !== undefined) open.isCovered = true;
  return direct === undefined ? undefined : state.calls.find((call) => call.id === direct.id);
}

/** Changes by path: `unified_diff` of an update, `content` of a new or deleted file. */
function changeCall(id: string, item: Rec): Call {
  const changes = isTable(item.changes)
    ? Object.entries(item.changes)
    : recs(item, "changes").map((change) => [str(change, "path") ?? "", change] as const);
  const texts = changes.map(([path, raw]) => {
    const change = isTable(raw) ? raw : {};
    const mark = str(change, "type") === "delete" ? "-" : "+";
    return diffText(path, str(change, "unified_diff") ?? (str(change, "content") ?? "").replace(/^(?=.)/gm, mark));
  });
  return { id, tool: "apply_patch", text: texts.join("\n"), files: changes.map(([path]) => plainPath(path)), writes: true };
}

function itemCall(item: Rec): Call {
  const id = str(item, "id") ?? "";
  const type = str(item, "type") ?? "tool";
  if (type === "CommandExecution") {
    const words = item.command;
    const text = Array.isArray(words) ? commandText(words) : (str(item, "command") ?? "");
    return { id, tool: "exec_command", text, files: [], writes: false };
  }
  if (type === "FileChange") return changeCall(id, item);
  const tool = [str(item, "server"), str(item, "tool")].filter((name) => name !== undefined).join(".");
  return { id, tool: tool === "" ? type : tool, ...essenceOf(item.arguments ?? item.action ?? str(item, "query") ?? "") };
}

function itemOutput(item: Rec): Output {
  const code = item.exit_code;
  const status = str(item, "status");
  const ok = typeof code === "number" ? code === 0 : status === undefined ? undefined : status === "completed";
  const text = str(item, "aggregated_output") ?? str(item, "stdout") ?? parseOutput(item.output ?? item.result).text;
  return { text, ...(ok !== undefined && { ok }) };
}

const TOOL_ITEMS = new Set(["CommandExecution", "FileChange", "McpToolCall", "DynamicToolCall", "WebSearch", "ImageView"]);

export const isToolItem = (item: Rec): boolean => TOOL_ITEMS.has(str(item, "type") ?? "");

/** What was really run: a command with its exit code, a change of files, a call of another server's tool. */
export function itemFacts(state: CodexState, line: Line, item: Rec): Fact[] {
  const call = itemCall(item);
  const told = cover(state, call);
  state.isOpen = true;
  const result = resultFact(state, line, { call, output: itemOutput(item) });
  return told === undefined ? [eventFact(state, line, { part: "call", ...callDraft(call), ...cwdOf(item) }), result] : [result];
}
