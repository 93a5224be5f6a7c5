// What the writers of both APIs share: ids, sizes, tool calls, and plain or failed answers.
import { offered } from "./request.mjs";

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

let serial = 0;
export const newId = (prefix) => `${prefix}_fake${String(++serial).padStart(6, "0")}`;
export const tokensOf = (value) => Math.max(1, Math.ceil((typeof value === "string" ? value : JSON.stringify(value ?? "")).length / 4));

const CHUNK_CHARS = 24;
const SLOW_CHUNK_CHARS = 4;
export const pieces = (text, turn) => text.match(new RegExp(`[\\s\\S]{1,${turn.chunkMs ? SLOW_CHUNK_CHARS : CHUNK_CHARS}}`, "g")) ?? [""];

/** The client's own way to run a shell command. */
function shellCall(command, tools) {
  const has = (name) => tools.some((tool) => tool.name === name);
  if (has("Bash")) return { name: "Bash", input: { command, description: "Scripted command" } };
  if (has("exec_command")) return { name: "exec_command", input: { cmd: command } };
  if (has("shell_command")) return { name: "shell_command", input: { command } };
  if (!has("exec")) return { name: "shell", input: { command: ["bash", "-lc", command] } };
  return {
    name: "exec",
    input: `const r = await tools.exec_command({cmd: ${JSON.stringify(command)}});\ntext(r.output ?? JSON.stringify(r));`,
  };
}

/** In "code mode" (a tool `exec` that takes JavaScript) patches go through it too. */
function patchCall(patch, tools) {
  if (tools.some((tool) => tool.name === "apply_patch")) return { name: "apply_patch", input: patch };
  return {
    name: "exec",
    input: `const r = await tools.apply_patch(${JSON.stringify(patch)});\ntext(typeof r === "string" ? r : JSON.stringify(r));`,
  };
}

export function toolCalls(turn, body) {
  const tools = offered(body);
  const calls = [...(turn.tools ?? []), ...(turn.tool ? [turn.tool] : [])];
  if (turn.bash !== undefined) calls.push(shellCall(turn.bash, tools));
  if (turn.patch !== undefined) calls.push(patchCall(turn.patch, tools));
  return calls.map((call) => {
    const known = tools.find((tool) => tool.name === call.name);
    return { ...call, isCustom: known?.type === "custom", namespace: known?.namespace };
  });
}

export function sendJson(res, status, value, headers = {}) {
  res.writeHead(status, { "content-type": "application/json", "request-id": newId("req"), ...headers });
  res.end(JSON.stringify(value));
}

/** Opens an event stream; the returned function sends one event. */
export function openStream(res, turn) {
  res.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache", "request-id": newId("req"), ...turn.headers });
  return (event, data) => res.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Streams a text piece by piece. False if the stream is over: the client left, or the turn asks for a cut. */
export async function sendPieces(res, turn, text, send) {
  for (const piece of pieces(text, turn)) {
    if (turn.chunkMs) await sleep(turn.chunkMs);
    if (res.destroyed) return false;
    send(piece);
    if (turn.cut) {
      res.destroy();
      return false;
    }
  }
  return true;
}

const ERROR_TYPES = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  500: "api_error",
  529: "overloaded_error",
};

export function sendError(res, api, error) {
  const { status, code, headers } = error;
  const isAnthropic = api === "anthropic";
  const type = error.type ?? (isAnthropic ? (ERROR_TYPES[status] ?? "api_error") : status === 429 ? "rate_limit_exceeded" : "server_error");
  const message = error.message ?? (status === 429 ? "This request would exceed your rate limit (fake)" : `fake error ${status}`);
  const value = isAnthropic
    ? { type: "error", error: { type, message }, request_id: newId("req") }
    : { error: { message, type, code: code ?? null, param: null } };
  sendJson(res, status, error.body ?? value, headers);
}
