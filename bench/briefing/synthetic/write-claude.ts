// A script as Claude Code would have written it down: one JSON record a line, as in its version 2.1.
import { unreachable } from "../../../src/model/error.ts";
import { isoTime } from "../../../src/model/time.ts";
import type { Random } from "./random.ts";
import type { Scene } from "./scene.ts";
import type { Step } from "./script.ts";

type Record_ = Readonly<Record<string, unknown>>;

/** Put into a tool's result for the model now and then: nobody said it. */
const REMINDER_MARK = "The TodoWrite tool hasn't been used recently";
const REMINDER = `\n\n<system-reminder>\n${REMINDER_MARK}. If it would help, consider using it.\n</system-reminder>`;
export const REMINDER_NOISE = { what: "a reminder of the harness", find: [REMINDER_MARK], where: REMINDER_MARK };

const HOUR_MS = 3_600_000;

type Pen = {
  random: Random;
  records: Record_[];
  at: number;
  parent: string | null;
  base: Record_;
};

function put(pen: Pen, record: Record_, more: Record_ = {}): void {
  pen.at += pen.random.between(2, 70) * 1000;
  const uuid = pen.random.uuid();
  pen.records.push({ parentUuid: pen.parent, isSidechain: false, ...record, uuid, timestamp: isoTime(pen.at), ...pen.base, ...more });
  pen.parent = uuid;
}

const user = (content: unknown, more: Record_ = {}): Record_ => ({ type: "user", message: { role: "user", content }, ...more });

function assistant(pen: Pen, block: Record_, ends = false, more: Record_ = {}): Record_ {
  const message = {
    id: `msg_${pen.random.hex(16)}`,
    type: "message",
    role: "assistant",
    model: "claude-opus-5-5",
    stop_sequence: null,
    content: [block],
    stop_reason: block.type === "tool_use" ? "tool_use" : ends ? "end_turn" : null,
    usage: { input_tokens: pen.random.between(900, 40_000), output_tokens: pen.random.between(20, 900) },
  };
  return { message, type: "assistant", ...more };
}

type Result = { text: string; ok?: boolean; cwd?: string; details?: Record_ };

/** A call, and its result unless the session was cut off before it. */
function call(pen: Pen, { name, input, result }: { name: string; input: Record_; result: Result | undefined }): void {
  const id = `toolu_${pen.random.hex(20)}`;
  const where = result?.cwd === undefined ? {} : { cwd: result.cwd };
  put(pen, assistant(pen, { type: "tool_use", id, name, input }), where);
  if (result === undefined) return;
  const content = [{ tool_use_id: id, type: "tool_result", content: result.text, is_error: result.ok === false }];
  put(pen, user(content, { toolUseResult: result.details ?? { stdout: result.text, stderr: "", interrupted: false } }), where);
}

function agent(pen: Pen, { task, inner, report }: Extract<Step, { do: "agent" }>): void {
  const id = `toolu_${pen.random.hex(20)}`;
  const agentId = pen.random.hex(17);
  put(
    pen,
    assistant(pen, {
      type: "tool_use",
      id,
      name: "Task",
      input: { description: "Review", prompt: task, subagent_type: "general-purpose" },
    }),
  );
  const main = pen.parent;
  put(pen, user(task), { isSidechain: true, agentId });
  for (const text of inner) put(pen, assistant(pen, { type: "text", text }), { isSidechain: true, agentId });
  pen.parent = main;
  const text = `${report}\nagentId: ${agentId} (use SendMessage to continue this agent)\n<usage>subagent_tokens: 2776</usage>`;
  put(
    pen,
    user([{ tool_use_id: id, type: "tool_result", content: [{ type: "text", text }] }], {
      toolUseResult: { status: "completed", agentId },
    }),
  );
}

function limit(pen: Pen, hours: number): void {
  const resetsAt = (Math.ceil(pen.at / HOUR_MS) + hours) * 3600;
  const quota = { status: "rejected", resetsAt, rateLimitType: "five_hour" };
  const text = `You've hit your 5-hour limit · resets ${isoTime(resetsAt * 1000).slice(11, 16)} (UTC)`;
  const message = {
    id: pen.random.uuid(),
    model: "<synthetic>",
    role: "assistant",
    stop_reason: "stop_sequence",
    type: "message",
    content: [{ type: "text", text }],
  };
  put(pen, {
    type: "assistant",
    message,
    apiError: "usage_limit_reached",
    quotaLimits: quota,
    error: "rate_limit",
    isApiErrorMessage: true,
    apiErrorStatus: 429,
  });
}

function compaction(pen: Pen, text: string): void {
  put(pen, {
    type: "system",
    subtype: "compact_boundary",
    content: "Conversation compacted",
    level: "info",
    compactMetadata: { trigger: "auto", preTokens: 151_200 },
  });
  const head =
    "This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.\n\n";
  put(pen, user(`${head}${text}`, { isVisibleInTranscriptOnly: true, isCompactSummary: true }));
}

type Tool = Extract<Step, { do: "shell" | "edit" | "read" | "todos" }>;

function toolOf(pen: Pen, step: Tool): { name: string; input: Record_; result: Result | undefined } {
  switch (step.do) {
    case "shell": {
      const input = { command: step.command, description: "Run it" };
      const result = { text: step.output, ok: step.ok, ...(step.cwd !== undefined && { cwd: step.cwd }) };
      return { name: "Bash", input, result: step.cut ? undefined : result };
    }
    case "edit": {
      const input = { file_path: step.path, old_string: step.before, new_string: step.after, replace_all: false };
      const text = `The file ${step.path} has been updated successfully.`;
      return { name: "Edit", input, result: { text, details: { filePath: step.path } } };
    }
    case "read": {
      const text = `${step.output}${pen.random.chance(0.3) ? REMINDER : ""}`;
      return { name: "Read", input: { file_path: step.path }, result: { text, details: { type: "text" } } };
    }
    case "todos": {
      const todos = step.todos.map(({ text, status }) => ({ content: text, status, activeForm: text }));
      return {
        name: "TodoWrite",
        input: { todos },
        result: { text: "Todos have been modified successfully.", details: { newTodos: todos } },
      };
    }
    default:
      return unreachable(step);
  }
}

function write(pen: Pen, step: Step): void {
  switch (step.do) {
    case "prompt":
      put(pen, user(step.text, { origin: { kind: "human" }, permissionMode: "auto" }));
      break;
    case "reply":
      put(pen, assistant(pen, { type: "text", text: step.text }, step.ends));
      if (step.ends) put(pen, { type: "system", subtype: "turn_duration", durationMs: 4128, isMeta: false });
      break;
    case "agent":
      agent(pen, step);
      break;
    case "compaction":
      compaction(pen, step.text);
      break;
    case "limit":
      limit(pen, step.hours);
      break;
    default:
      call(pen, toolOf(pen, step));
  }
}

/** `startedAt` in ms. */
export function claudeHistory({ random, root, branch }: Scene, steps: readonly Step[], startedAt: number): string {
  const sessionId = random.uuid();
  const base = { userType: "external", entrypoint: "cli", cwd: root, sessionId, version: "2.1.332", gitBranch: branch };
  const pen: Pen = { random, records: [{ type: "mode", mode: "normal", sessionId }], at: startedAt, parent: null, base };
  for (const step of steps) write(pen, step);
  return pen.records.map((record) => `${JSON.stringify(record)}\n`).join("");
}
