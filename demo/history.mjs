// The demo agents' history: one JSON record a line, in the shape of Claude Code's, so that mem reads it with a reader it has.
import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** A history below `root` for a conversation in `cwd`; the file appears with the first record. */
export function openHistory({ root, cwd, sessionId, branch }) {
  const real = realpathSync(cwd);
  const folder = join(root, real.replace(/[^A-Za-z0-9]/g, "-"));
  const file = join(folder, `${sessionId}.jsonl`);
  let parentUuid = null;
  const write = (record) => {
    const uuid = randomUUID();
    const base = { parentUuid, isSidechain: false, uuid, timestamp: new Date().toISOString(), userType: "external", entrypoint: "cli" };
    mkdirSync(folder, { recursive: true });
    appendFileSync(file, `${JSON.stringify({ ...base, cwd: real, sessionId, version: "0.1-demo", gitBranch: branch, ...record })}\n`);
    parentUuid = uuid;
  };
  const message = (content, stop_reason) => ({
    id: `msg_${randomUUID()}`,
    type: "message",
    role: "assistant",
    model: "demo",
    content,
    stop_reason,
  });
  return {
    /** What the agent was given as its instructions: the evidence that a briefing arrived. */
    instructions: (text) => write({ type: "attachment", attachment: { type: "prompt_snapshot", systemPrompt: [text] } }),
    prompt: (text) => write({ type: "user", message: { role: "user", content: text }, origin: { kind: "human" }, promptSource: "typed" }),
    call(name, input) {
      const id = `toolu_${randomUUID()}`;
      write({ type: "assistant", message: message([{ type: "tool_use", id, name, input }], "tool_use") });
      return (text, isError) =>
        write({
          type: "user",
          message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: text, is_error: isError }] },
        });
    },
    remark: (text) => write({ type: "assistant", message: message([{ type: "text", text }], "tool_use") }),
    reply(text) {
      write({ type: "assistant", message: message([{ type: "text", text }], "end_turn") });
      write({ type: "system", subtype: "turn_duration", durationMs: 1000, isMeta: false });
    },
    limit(text, resetsAt) {
      write({
        type: "assistant",
        message: { ...message([{ type: "text", text }], "stop_sequence"), model: "<synthetic>" },
        isApiErrorMessage: true,
        apiErrorStatus: 429,
        error: "rate_limit",
        apiError: "usage_limit_reached",
        quotaLimits: { status: "rejected", resetsAt: Math.round(resetsAt / 1000), rateLimitType: "five_hour" },
      });
    },
  };
}
