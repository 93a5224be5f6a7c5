#!/usr/bin/env node
// fake-llm.mjs - a scripted stand-in for the LLM APIs that coding-agent CLIs call. No dependencies.
//
// Speaks, on one loopback port:
//   Anthropic Messages    POST /v1/messages (streaming SSE and plain JSON), POST /v1/messages/count_tokens, GET /v1/models
//   OpenAI Responses      POST /v1/responses (SSE and plain JSON), POST /v1/responses/compact, GET /v1/models
//   OpenAI Chat Completions POST /v1/chat/completions (SSE and plain JSON)
// The "/v1" prefix is optional. Anything else is logged and answered 404.
//
// Usage:
//   node fake-llm.mjs [--port N] [--log FILE.jsonl] [--script FILE.json] [--port-file FILE]
//     --port       0 (default) picks a free port; "listening http://127.0.0.1:PORT" is printed on stdout
//     --log        one JSON line a request: {n, t, method, path, api, kind, headers, body, answer}
//     --script     JSON array of turns (see below), consumed first in, first out by main model calls
//     --port-file  the port is also written there once the server listens
//   Client side, for example:
//     ANTHROPIC_BASE_URL=http://127.0.0.1:PORT ANTHROPIC_API_KEY=sk-ant-fake claude -p 'say hi'
//     codex exec -c model_provider=fake -c 'model_providers.fake={name="fake",base_url="http://127.0.0.1:PORT/v1",env_key="FAKE_KEY",wire_api="responses"}' 'say hi'
//
// Which answer a main call gets (a call is "main" when it offers tools; others are side calls such as title making):
//   1. the next scripted turn, if the queue is not empty;
//   2. a directive in the newest user text:   !bash CMD | !tool NAME JSON | !error STATUS [N] | !slow MS TEXT | !say TEXT
//                                             | !usage TOKENS TEXT | !think TEXT | !hang
//   3. if the call carries tool results after the newest user text: "done: <start of the last result>";
//   4. "echo: <newest user text>".
// Side calls (no tools offered, thread titles, compaction summaries) get a fixed text and never consume turns.
//
// A turn is an object:
//   {text}                      answer with text
//   {bash}                      call the client's shell tool with this command (Bash, exec_command, shell_command, shell)
//   {tool: {name, input}}       call any tool;   {tools: [...]} several at once
//   {think}                     thinking / reasoning block before the answer
//   {error: {status, type, message, code, headers}, times}   HTTP error, "times" requests in a row (default: for ever)
//   {usage: {input, output}}    token counts to report;  {delayMs} pause before the first byte;  {chunkMs} pause between chunks
//   {cut: true}                 drop the connection in the middle of the stream;  {hang: true} never answer
// At run time:  POST /__push [turns...]   POST /__reset   GET /__log (all records so far)   POST /__quit
import http from 'node:http';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import zlib from 'node:zlib';

const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
const ERROR_TYPES = { 400: 'invalid_request_error', 401: 'authentication_error', 403: 'permission_error', 404: 'not_found_error', 413: 'request_too_large', 429: 'rate_limit_error', 500: 'api_error', 529: 'overloaded_error' };

let serial = 0;
const id = (prefix) => `${prefix}_fake${String(++serial).padStart(6, '0')}`;
const tokens = (v) => Math.max(1, Math.ceil((typeof v === 'string' ? v : JSON.stringify(v ?? '')).length / 4));
const pieces = (text, size = 24) => text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [''];

// ---- reading a request: [{role, text, result}] in order, whatever the API -------------------------------------------

function textOf(content) {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((p) => (typeof p === 'string' ? p : p.text ?? '')).filter(Boolean).join('\n');
}

function conversation(api, body) {
  const out = [];
  if (api === 'anthropic') {
    for (const m of body.messages ?? []) {
      const parts = typeof m.content === 'string' ? [{ type: 'text', text: m.content }] : m.content ?? [];
      for (const p of parts) {
        if (p.type === 'text') out.push({ role: m.role, text: p.text });
        else if (p.type === 'tool_result') out.push({ role: 'tool', text: textOf(p.content) });
      }
    }
  } else if (api === 'chat') {
    for (const m of body.messages ?? []) out.push({ role: m.role, text: textOf(m.content) });
  } else {
    const items = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input ?? [];
    for (const i of items) {
      if (i.type === 'function_call_output' || i.type === 'custom_tool_call_output') out.push({ role: 'tool', text: textOf(i.output?.content ?? i.output) });
      else if (i.role) out.push({ role: i.role, text: textOf(i.content) });
    }
  }
  return out;
}

const INJECTED = /^\s*<(system-reminder|environment_context|user_instructions|permissions|skills_instructions|command-|local-command|recommended_|plugins_|apps_|collaboration)|^\s*# AGENTS\.md/;

function newestUser(conv) {
  for (let i = conv.length - 1; i >= 0; i--) {
    if (conv[i].role === 'user' && !INJECTED.test(conv[i].text)) return { text: conv[i].text, results: conv.slice(i + 1).filter((c) => c.role === 'tool') };
  }
  return { text: '', results: conv.filter((c) => c.role === 'tool') };
}

const TITLE = /^\s*Generate a concise, single-line task title/;
const COMPACTION = /^\s*(CRITICAL: Respond with TEXT ONLY|You are performing a CONTEXT CHECKPOINT COMPACTION)/;

// Tools on offer: body.tools, or (newer Codex models) "additional_tools" items inside the input, grouped in namespaces.
function offered(body) {
  const extra = Array.isArray(body.input) ? body.input.filter((i) => i.type === 'additional_tools').flatMap((i) => i.tools ?? []) : [];
  const flat = (list, namespace) => list.flatMap((t) => (t.type === 'namespace' ? flat(t.tools ?? [], t.name) : [{ type: t.type, name: t.name ?? t.function?.name ?? t.type, namespace }]));
  return flat([...(body.tools ?? []), ...extra]);
}

// ---- choosing an answer ---------------------------------------------------------------------------------------------

function directive(text) {
  const m = /(?:^|\s)!(bash|tool|error|slow|say|usage|think|hang)\b[ \t]*([^\n]*)/.exec(text);
  if (!m) return null;
  const rest = m[2].trim();
  const two = () => { const [, a, b] = /^(\S+)\s*(.*)$/.exec(rest) ?? []; return [a, b]; };
  switch (m[1]) {
    case 'bash': return { bash: rest };
    case 'tool': { const [name, json] = two(); return { tool: { name, input: JSON.parse(json || '{}') } }; }
    case 'error': { const [status, n] = two(); return { error: { status: Number(status) }, times: n ? Number(n) : undefined, key: text }; }
    case 'slow': { const [ms, say] = two(); return { text: say || 'slow answer, in many small chunks, to be interrupted', chunkMs: Number(ms) }; }
    case 'say': return { text: rest };
    case 'usage': { const [n, say] = two(); return { text: say || 'ok', usage: { input: Number(n), output: 10 } }; }
    case 'think': return { think: rest, text: 'thought about it' };
    default: return { hang: true };
  }
}

function sideAnswer(body) {
  const wantsJson = /json_schema/.test(JSON.stringify(body.output_config ?? body.text ?? body.response_format ?? {}));
  if (body.max_tokens === 1) return { text: '#' };
  return { text: wantsJson ? JSON.stringify({ title: 'Fake title', isNewTopic: true }) : 'Side answer: a short summary of the work so far.', side: true };
}

function choose(state, api, body) {
  if (!offered(body).length) return sideAnswer(body);
  const conv = conversation(api, body);
  const { text, results } = newestUser(conv);
  if (TITLE.test(text)) return { text: 'Fake task title' };
  if (COMPACTION.test(text)) return { text: '<analysis>fake</analysis>\n<summary>FAKE SUMMARY: the user asked for small shell commands; they ran; next step: none.</summary>' };
  const story = state.stories.find((s) => new RegExp(s.when).test(text));
  if (story) return story.turns[Math.min(results.length, story.turns.length - 1)];
  if (state.queue.length) {
    const turn = state.queue[0];
    if (turn.error && turn.times === undefined) return turn;
    if (turn.error && --turn.times > 0) return { ...turn };
    return state.queue.shift();
  }
  if (results.length === 0) {
    const d = directive(text);
    if (d?.error && d.times !== undefined) {
      const seen = (state.errors.get(d.key) ?? 0) + 1;
      state.errors.set(d.key, seen);
      if (seen > d.times) return { text: `recovered after ${d.times} errors` };
    }
    if (d) return d;
    return { text: `echo: ${text.trim().slice(0, 400)}` };
  }
  return { text: `done: ${results.at(-1).text.trim().slice(0, 200)}` };
}

function toolCalls(turn, body) {
  const tools = offered(body);
  const calls = [...(turn.tools ?? []), ...(turn.tool ? [turn.tool] : [])];
  if (turn.bash !== undefined) calls.push(shellCall(turn.bash, tools));
  return calls.map((c) => {
    const known = tools.find((t) => t.name === c.name);
    return { ...c, custom: known?.type === 'custom', namespace: known?.namespace };
  });
}

function shellCall(command, tools) {
  const has = (name) => tools.some((t) => t.name === name);
  if (has('Bash')) return { name: 'Bash', input: { command, description: 'Scripted command' } };
  if (has('exec_command')) return { name: 'exec_command', input: { cmd: command } };
  if (has('shell_command')) return { name: 'shell_command', input: { command } };
  if (has('exec')) return { name: 'exec', input: `const r = await tools.exec_command({cmd: ${JSON.stringify(command)}});\ntext(r.output ?? JSON.stringify(r));` };
  return { name: 'shell', input: { command: ['bash', '-lc', command] } };
}

// ---- writing answers ------------------------------------------------------------------------------------------------

function sse(res, turn) {
  res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'request-id': id('req'), ...turn.headers });
  return (event, data) => res.write(`${event ? `event: ${event}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
}

async function anthropic(res, body, turn) {
  const blocks = [];
  if (turn.think) blocks.push({ type: 'thinking', thinking: turn.think, signature: 'ZmFrZS1zaWduYXR1cmU=' });
  if (turn.text) blocks.push({ type: 'text', text: turn.text });
  const calls = toolCalls(turn, body);
  for (const c of calls) blocks.push({ type: 'tool_use', id: id('toolu'), name: c.name, input: c.input });
  const usage = { input_tokens: turn.usage?.input ?? tokens(body.messages), cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: turn.usage?.output ?? tokens(blocks) };
  const stop_reason = calls.length ? 'tool_use' : 'end_turn';
  const head = { id: id('msg'), type: 'message', role: 'assistant', model: body.model, stop_sequence: null };
  if (!body.stream) return json(res, 200, { ...head, content: blocks, stop_reason, usage });
  const send = sse(res, turn);
  send('message_start', { type: 'message_start', message: { ...head, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } } });
  for (const [index, b] of blocks.entries()) {
    const empty = b.type === 'text' ? { type: 'text', text: '' } : b.type === 'thinking' ? { type: 'thinking', thinking: '', signature: '' } : { ...b, input: {} };
    send('content_block_start', { type: 'content_block_start', index, content_block: empty });
    const whole = b.type === 'text' ? b.text : b.type === 'thinking' ? b.thinking : JSON.stringify(b.input);
    for (const p of pieces(whole, turn.chunkMs ? 4 : 24)) {
      if (turn.chunkMs) await sleep(turn.chunkMs);
      if (res.destroyed) return;
      const delta = b.type === 'text' ? { type: 'text_delta', text: p } : b.type === 'thinking' ? { type: 'thinking_delta', thinking: p } : { type: 'input_json_delta', partial_json: p };
      send('content_block_delta', { type: 'content_block_delta', index, delta });
      if (turn.cut) return res.destroy();
    }
    if (b.type === 'thinking') send('content_block_delta', { type: 'content_block_delta', index, delta: { type: 'signature_delta', signature: b.signature } });
    send('content_block_stop', { type: 'content_block_stop', index });
  }
  send('message_delta', { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: usage.output_tokens } });
  send('message_stop', { type: 'message_stop' });
  res.end();
}

async function responses(res, body, turn) {
  const output = [];
  if (turn.think) output.push({ type: 'reasoning', id: id('rs'), summary: [{ type: 'summary_text', text: turn.think }] });
  if (turn.text) output.push({ type: 'message', id: id('msg'), role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: turn.text, annotations: [] }] });
  for (const c of toolCalls(turn, body)) {
    output.push(c.custom
      ? { type: 'custom_tool_call', id: id('ctc'), call_id: id('call'), name: c.name, namespace: c.namespace, input: c.input }
      : { type: 'function_call', id: id('fc'), call_id: id('call'), name: c.name, namespace: c.namespace, arguments: JSON.stringify(c.input), status: 'completed' });
  }
  const input_tokens = turn.usage?.input ?? tokens(body.input);
  const output_tokens = turn.usage?.output ?? tokens(output);
  const response = { id: id('resp'), object: 'response', created_at: Math.floor(Date.now() / 1000), model: body.model, status: 'in_progress', output: [] };
  const usage = { input_tokens, input_tokens_details: { cached_tokens: 0 }, output_tokens, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: input_tokens + output_tokens };
  const final = { ...response, status: 'completed', output, usage, end_turn: !output.some((o) => /call$/.test(o.type)) };
  if (!body.stream) return json(res, 200, final);
  const send = sse(res, turn);
  send('response.created', { type: 'response.created', response });
  for (const [output_index, item] of output.entries()) {
    const started = item.type === 'message' ? { ...item, status: 'in_progress', content: [] } : item.type === 'reasoning' ? { ...item, summary: [] } : item;
    send('response.output_item.added', { type: 'response.output_item.added', output_index, item: started });
    if (item.type === 'message') {
      send('response.content_part.added', { type: 'response.content_part.added', item_id: item.id, output_index, content_index: 0, part: { type: 'output_text', text: '' } });
      for (const delta of pieces(turn.text, turn.chunkMs ? 4 : 24)) {
        if (turn.chunkMs) await sleep(turn.chunkMs);
        if (res.destroyed) return;
        send('response.output_text.delta', { type: 'response.output_text.delta', item_id: item.id, output_index, content_index: 0, delta });
        if (turn.cut) return res.destroy();
      }
    }
    if (item.type === 'reasoning') {
      send('response.reasoning_summary_part.added', { type: 'response.reasoning_summary_part.added', item_id: item.id, output_index, summary_index: 0 });
      send('response.reasoning_summary_text.delta', { type: 'response.reasoning_summary_text.delta', item_id: item.id, output_index, summary_index: 0, delta: turn.think });
    }
    send('response.output_item.done', { type: 'response.output_item.done', output_index, item });
  }
  send('response.completed', { type: 'response.completed', response: final });
  res.end();
}

async function chat(res, body, turn) {
  const tool_calls = toolCalls(turn, body).map((c, index) => ({ index, id: id('call'), type: 'function', function: { name: c.name, arguments: JSON.stringify(c.input) } }));
  const finish_reason = tool_calls.length ? 'tool_calls' : 'stop';
  const prompt_tokens = turn.usage?.input ?? tokens(body.messages);
  const completion_tokens = turn.usage?.output ?? tokens(turn.text);
  const usage = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
  const head = { id: id('chatcmpl'), created: Math.floor(Date.now() / 1000), model: body.model };
  if (!body.stream) {
    const message = { role: 'assistant', content: turn.text ?? null, ...(tool_calls.length ? { tool_calls } : {}) };
    return json(res, 200, { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage });
  }
  const send = sse(res, turn);
  const chunk = (delta, finish = null) => send(null, { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] });
  chunk({ role: 'assistant' });
  for (const content of turn.text ? pieces(turn.text, turn.chunkMs ? 4 : 24) : []) {
    if (turn.chunkMs) await sleep(turn.chunkMs);
    if (res.destroyed) return;
    chunk({ content });
    if (turn.cut) return res.destroy();
  }
  for (const call of tool_calls) chunk({ tool_calls: [call] });
  chunk({}, finish_reason);
  send(null, { ...head, object: 'chat.completion.chunk', choices: [], usage });
  send(null, '[DONE]');
  res.end();
}

function json(res, status, value, headers = {}) {
  res.writeHead(status, { 'content-type': 'application/json', 'request-id': id('req'), ...headers });
  res.end(JSON.stringify(value));
}

function fail(res, api, { status, type, message, code, headers, body }) {
  type ??= api === 'anthropic' ? ERROR_TYPES[status] ?? 'api_error' : status === 429 ? 'rate_limit_exceeded' : 'server_error';
  message ??= status === 429 ? 'This request would exceed your rate limit (fake)' : status === 529 ? 'Overloaded' : `fake error ${status}`;
  const value = body ?? (api === 'anthropic' ? { type: 'error', error: { type, message }, request_id: id('req') } : { error: { message, type, code: code ?? null, param: null } });
  json(res, status, value, headers);
}

// ---- the server -----------------------------------------------------------------------------------------------------

const ROUTES = [
  [/\/messages\/count_tokens$/, 'anthropic', 'count'],
  [/\/messages$/, 'anthropic', 'model'],
  [/\/responses\/compact$/, 'responses', 'compact'],
  [/\/responses$/, 'responses', 'model'],
  [/\/chat\/completions$/, 'chat', 'model'],
  [/\/models$/, null, 'models'],
];
const WRITERS = { anthropic, responses, chat };
const SECRET = /^(authorization|x-api-key|cookie)$/i;

async function readBody(req) {
  const chunks = [];
  for await (const c of req) chunks.push(c);
  let raw = Buffer.concat(chunks);
  const enc = req.headers['content-encoding'];
  if (enc === 'gzip') raw = zlib.gunzipSync(raw);
  if (enc === 'zstd' && zlib.zstdDecompressSync) raw = zlib.zstdDecompressSync(raw);
  const text = raw.toString('utf8');
  try { return text ? JSON.parse(text) : null; } catch { return { unparsed: text.slice(0, 2000) }; }
}

export function createFakeLlm({ turns = [], logFile } = {}) {
  const state = { queue: [...turns], stories: [], errors: new Map(), log: [] };

  function record(entry) {
    state.log.push(entry);
    if (logFile) appendFileSync(logFile, JSON.stringify(entry) + '\n');
  }

  async function control(path, body, res) {
    if (path === '/__push') state.queue.push(...[body].flat());
    else if (path === '/__reset') { state.queue = []; state.errors.clear(); state.log = []; }
    else if (path === '/__quit') setTimeout(() => { server.close(); server.closeAllConnections(); }, 50);
    json(res, 200, path === '/__log' ? state.log : { ok: true, queued: state.queue.length });
  }

  async function handle(req, res) {
    const path = new URL(req.url, 'http://x').pathname;
    const body = await readBody(req);
    if (path.startsWith('/__')) return control(path, body, res);
    const [, api, kind] = ROUTES.find(([re]) => re.test(path)) ?? [null, null, 'other'];
    const headers = Object.fromEntries(Object.entries(req.headers).map(([k, v]) => [k, SECRET.test(k) ? '(hidden)' : v]));
    const entry = { n: state.log.length + 1, t: new Date().toISOString(), method: req.method, path: req.url, api, kind, headers, body };
    if (kind === 'model' && body) {
      const turn = choose(state, api, body);
      record({ ...entry, main: offered(body).length > 0, answer: turn });
      if (turn.delayMs) await sleep(turn.delayMs);
      if (turn.hang) return;
      if (turn.error) return fail(res, api, turn.error);
      return WRITERS[api](res, body, turn);
    }
    record(entry);
    if (kind === 'count') return json(res, 200, { input_tokens: tokens(body?.messages) });
    if (kind === 'models') return json(res, 200, { object: 'list', data: [{ id: 'fake-model', type: 'model', display_name: 'Fake model', object: 'model' }], models: [] });
    if (kind === 'compact') return json(res, 200, { output: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Compacted: fake summary of the work so far.' }] }] });
    if (req.method === 'HEAD') return json(res, 200, {});
    return fail(res, api, { status: 404, message: `fake-llm: no route ${path}` });
  }

  const server = http.createServer((req, res) => handle(req, res).catch((e) => {
    record({ n: state.log.length + 1, t: new Date().toISOString(), path: req.url, kind: 'crash', error: String(e.stack) });
    if (!res.headersSent) json(res, 500, { error: { message: String(e) } }); else res.destroy();
  }));
  return {
    server,
    log: state.log,
    push: (...more) => state.queue.push(...more),
    tell: (...stories) => state.stories.unshift(...stories),
    listen: (port = 0) => new Promise((r) => server.listen(port, '127.0.0.1', () => r(server.address().port))),
    close: () => new Promise((r) => { server.close(r); server.closeAllConnections(); }),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const opt = (name) => { const i = process.argv.indexOf(`--${name}`); return i < 0 ? undefined : process.argv[i + 1]; };
  if (process.argv.includes('--help')) { console.log('node fake-llm.mjs [--port N] [--log FILE] [--script FILE] [--port-file FILE]   (see the head of this file)'); process.exit(0); }
  const turns = opt('script') ? JSON.parse(readFileSync(opt('script'), 'utf8')) : [];
  const port = await createFakeLlm({ turns, logFile: opt('log') }).listen(Number(opt('port') ?? 0));
  if (opt('port-file')) writeFileSync(opt('port-file'), String(port));
  console.log(`listening http://127.0.0.1:${port}`);
}
