// A script as Codex would have written it down: a rollout, one JSON record a line, as in its version 0.140.
import { isoTime } from "../../../src/model/time.ts";
import type { Random } from "./random.ts";
import type { Scene } from "./scene.ts";
import type { Step } from "./script.ts";

const HOUR_MS = 3_600_000;

type Payload = Readonly<Record<string, unknown>>;
type Pen = { random: Random; records: Payload[]; at: number; root: string };

function put(pen: Pen, type: string, payload: Payload): void {
  pen.at += pen.random.between(1, 50) * 1000;
  pen.records.push({ timestamp: isoTime(pen.at), type, payload });
}

const item = (pen: Pen, payload: Payload): void => put(pen, "response_item", payload);
const event = (pen: Pen, payload: Payload): void => put(pen, "event_msg", payload);

/** What was said is written twice, once for the model and once for the screen. */
function say(pen: Pen, role: "user" | "assistant", text: string): void {
  item(pen, { type: "message", role, content: [{ type: role === "user" ? "input_text" : "output_text", text }] });
  event(pen, role === "user" ? { type: "user_message", message: text, images: [] } : { type: "agent_message", message: text });
}

function call(pen: Pen, name: string, input: Payload, output: string | undefined): void {
  const call_id = `call_${pen.random.hex(24)}`;
  item(pen, { type: "function_call", name, arguments: JSON.stringify(input), call_id });
  if (output !== undefined) item(pen, { type: "function_call_output", call_id, output });
}

const ranTo = (pen: Pen, output: string, ok: boolean): string =>
  `Chunk ID: ${pen.random.hex(6)}\nWall time: 0.${pen.random.between(1, 9)} seconds\nProcess exited with code ${ok ? 0 : 1}\nOriginal token count: ${output.length >> 2}\nOutput:\n${output}`;

function patch(pen: Pen, { path, before, after }: Extract<Step, { do: "edit" }>): void {
  const call_id = `call_${pen.random.hex(24)}`;
  const lines = [...before.split("\n").map((line) => `-${line}`), ...after.split("\n").map((line) => `+${line}`)];
  const input = ["*** Begin Patch", `*** Update File: ${path}`, "@@", ...lines, "*** End Patch"].join("\n");
  item(pen, { type: "custom_tool_call", status: "completed", call_id, name: "apply_patch", input });
  const output = JSON.stringify({
    output: `Success. Updated the following files:\nM ${path}\n`,
    metadata: { exit_code: 0, duration_seconds: 0.1 },
  });
  item(pen, { type: "custom_tool_call_output", call_id, output });
}

function begin(pen: Pen): void {
  const turn_id = pen.random.uuid();
  event(pen, { type: "task_started", turn_id, model_context_window: 475_000 });
  put(pen, "turn_context", { turn_id, cwd: pen.root, approval_policy: "on-request", model: "gpt-6.2-sol" });
}

function limit(pen: Pen, hours: number): void {
  const resets_at = (Math.ceil(pen.at / HOUR_MS) + hours) * 3600;
  event(pen, {
    type: "token_count",
    info: null,
    rate_limits: { limit_id: "codex", primary: { used_percent: 100, window_minutes: 300, resets_at } },
  });
  const message = `You’ve hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro) or try again at ${isoTime(resets_at * 1000).slice(11, 16)}.`;
  event(pen, {
    type: "task_complete",
    turn_id: pen.random.uuid(),
    last_agent_message: null,
    error: { message, codex_error_info: "usage_limit_exceeded" },
  });
}

const COMPACTED =
  "Another language model started to solve this problem and produced a summary of its thinking process. Use this to build on the work that has already been done and avoid duplicating work. Here is the summary:\n";

function write(pen: Pen, step: Step): void {
  switch (step.do) {
    case "prompt":
      begin(pen);
      say(pen, "user", step.text);
      break;
    case "reply":
      say(pen, "assistant", step.text);
      if (step.ends) event(pen, { type: "task_complete", turn_id: pen.random.uuid(), last_agent_message: step.text });
      break;
    case "shell":
      call(
        pen,
        "exec_command",
        { cmd: step.command, workdir: step.cwd ?? pen.root, yield_time_ms: 10_000 },
        step.cut ? undefined : ranTo(pen, step.output, step.ok),
      );
      break;
    case "edit":
      patch(pen, step);
      break;
    case "read":
      call(pen, "exec_command", { cmd: `sed -n '1,120p' ${step.path}`, workdir: pen.root }, ranTo(pen, step.output, true));
      break;
    case "todos":
      call(pen, "update_plan", { plan: step.todos.map(({ text, status }) => ({ step: text, status })) }, "Plan updated");
      break;
    case "agent":
      // Its own talk is in a file of its own.
      call(pen, "spawn_agent", { task_name: "review", prompt: step.task }, step.report);
      break;
    case "compaction":
      put(pen, "compacted", { message: `${COMPACTED}${step.text}`, replacement_history: [] });
      break;
    case "limit":
      limit(pen, step.hours);
      break;
  }
}

export const CONTEXT_NOISE = {
  what: "what the harness tells the model of its surroundings",
  find: ["environment_context|danger-full-access"],
  where: "danger-full-access",
};

/** `startedAt` in ms. */
export function codexHistory({ random, root, branch }: Scene, steps: readonly Step[], startedAt: number): string {
  const id = random.uuid();
  const pen: Pen = { random, records: [], at: startedAt, root };
  put(pen, "session_meta", {
    id,
    timestamp: isoTime(startedAt),
    cwd: root,
    originator: "codex_cli_rs",
    cli_version: "0.140.0",
    source: "cli",
    git: { branch },
  });
  const context = `<environment_context>\n  <cwd>${root}</cwd>\n  <sandbox_mode>danger-full-access</sandbox_mode>\n  <shell>bash</shell>\n</environment_context>`;
  item(pen, { type: "message", role: "user", content: [{ type: "input_text", text: context }] });
  for (const step of steps) write(pen, step);
  return pen.records.map((record) => `${JSON.stringify(record)}\n`).join("");
}
