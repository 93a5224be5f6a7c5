#!/usr/bin/env node
// A scripted stand-in for the model APIs that coding agents call: Anthropic Messages and OpenAI Responses on one loopback port.
//
//   node server.mjs [--port N] [--log FILE.jsonl] [--script FILE.json]     prints "listening http://127.0.0.1:PORT"
//
// Which answer a request of the conversation gets (title making and the like get a fixed text):
//   1. the newest story whose `when` (a regular expression) matches the newest prompt: its turn number <tool results since the prompt>;
//   2. the next turn of the queue;
//   3. a directive in the prompt: !bash CMD | !tool NAME JSON | !error STATUS [N] | !slow MS TEXT | !say TEXT | !usage TOKENS TEXT | !think TEXT | !hang;
//   4. after a tool result "done: <its start>", else "echo: <prompt>".
//
// A turn: {text} | {bash} | {patch} | {tool: {name, input}} | {tools: […]}, with any of {think}, {usage: {input, output}}, {delayMs} before the
// first byte, {chunkMs} between pieces, {cut: true} drops the connection in the middle, {hang: true} never answers;
// {error: {status, type, message, code, headers, body}, times} fails, `times` requests in a row (without it: for ever).
import { appendFileSync, readFileSync } from "node:fs";
import http from "node:http";
import { pathToFileURL } from "node:url";
import zlib from "node:zlib";
import { sendError, sendJson, sleep, tokensOf } from "./answer.mjs";
import { writeAnthropic } from "./anthropic.mjs";
import { choose } from "./choose.mjs";
import { writeResponses } from "./responses.mjs";

const ROUTES = [
  [/\/messages\/count_tokens$/, "anthropic", "count"],
  [/\/messages$/, "anthropic", "model"],
  [/\/responses\/compact$/, "responses", "compact"],
  [/\/responses$/, "responses", "model"],
  [/\/models$/, null, "models"],
];
const WRITERS = { anthropic: writeAnthropic, responses: writeResponses };
const SECRET = /^(authorization|x-api-key|cookie)$/i;
const COMPACTED = { type: "message", role: "user", content: [{ type: "input_text", text: "Compacted: fake summary of the work so far." }] };

async function readBody(req) {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  const raw = Buffer.concat(chunks);
  const encoding = req.headers["content-encoding"];
  const plain =
    encoding === "gzip" ? zlib.gunzipSync(raw) : encoding === "zstd" && zlib.zstdDecompressSync ? zlib.zstdDecompressSync(raw) : raw;
  const text = plain.toString("utf8");
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return { unparsed: text.slice(0, 2000) };
  }
}

function entryOf(state, req, body) {
  const path = new URL(req.url, "http://x").pathname;
  const [, api, kind] = ROUTES.find(([pattern]) => pattern.test(path)) ?? [null, null, "other"];
  const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, SECRET.test(name) ? "(hidden)" : value]));
  return { n: state.log.length + 1, t: new Date().toISOString(), method: req.method, path: req.url, api, kind, headers, body };
}

function sideRoute(res, entry) {
  if (entry.kind === "count") return sendJson(res, 200, { input_tokens: tokensOf(entry.body?.messages) });
  if (entry.kind === "models")
    return sendJson(res, 200, {
      object: "list",
      data: [{ id: "fake-model", type: "model", display_name: "Fake model", object: "model" }],
      models: [],
    });
  if (entry.kind === "compact") return sendJson(res, 200, { output: [COMPACTED] });
  if (entry.method === "HEAD") return sendJson(res, 200, {});
  return sendError(res, entry.api, { status: 404, message: `no route ${entry.path}` });
}

async function handle(state, req, res) {
  const entry = entryOf(state, req, await readBody(req));
  if (entry.kind !== "model" || entry.body === null) {
    state.record(entry);
    return sideRoute(res, entry);
  }
  const { turn, isMain } = choose(state, entry.api, entry.body);
  state.record({ ...entry, isMain, answer: turn });
  if (turn.delayMs) await sleep(turn.delayMs);
  if (turn.hang) return;
  if (turn.error) return sendError(res, entry.api, turn.error);
  return WRITERS[entry.api](res, entry.body, turn);
}

export function createFakeLlm({ turns = [], logFile } = {}) {
  const log = [];
  const record = (entry) => {
    log.push(entry);
    if (logFile) appendFileSync(logFile, `${JSON.stringify(entry)}\n`);
  };
  const state = { queue: [...turns], stories: [], errors: new Map(), log, record };
  const server = http.createServer((req, res) =>
    handle(state, req, res).catch((error) => {
      record({ n: log.length + 1, t: new Date().toISOString(), path: req.url, kind: "crash", error: String(error.stack) });
      if (res.headersSent) res.destroy();
      else sendJson(res, 500, { error: { message: String(error) } });
    }),
  );
  return {
    log,
    push: (...more) => state.queue.push(...more),
    tell: (...stories) => state.stories.unshift(...stories),
    listen: (port = 0) => new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server.address().port))),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const option = (name) => (process.argv.includes(`--${name}`) ? process.argv[process.argv.indexOf(`--${name}`) + 1] : undefined);
  const turns = option("script") ? JSON.parse(readFileSync(option("script"), "utf8")) : [];
  const port = await createFakeLlm({ turns, logFile: option("log") }).listen(Number(option("port") ?? 0));
  console.log(`listening http://127.0.0.1:${port}`);
}
