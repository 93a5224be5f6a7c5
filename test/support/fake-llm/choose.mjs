// Which answer a request gets. Pure but for the queue and the error counts in `state`.
import { conversation, isCompaction, isTitleMaking, newestUser, offered } from "./request.mjs";

const DIRECTIVE = /(?:^|\s)!(bash|tool|error|slow|say|usage|think|hang)\b[ \t]*([^\n]*)/;

function firstWord(text) {
  const [, word, rest] = /^(\S+)\s*(.*)$/.exec(text) ?? [];
  return [word, rest];
}

/** A turn that the prompt itself asks for, e.g. `!bash ls`. */
function directive(text) {
  const match = DIRECTIVE.exec(text);
  if (match === null) return undefined;
  const rest = match[2].trim();
  const [word, more] = firstWord(rest);
  switch (match[1]) {
    case "bash":
      return { bash: rest };
    case "tool":
      return { tool: { name: word, input: JSON.parse(more || "{}") } };
    case "error":
      return { error: { status: Number(word) }, times: more ? Number(more) : undefined, key: text };
    case "slow":
      return { text: more || "slow answer, in many small chunks, to be interrupted", chunkMs: Number(word) };
    case "say":
      return { text: rest };
    case "usage":
      return { text: more || "ok", usage: { input: Number(word), output: 10 } };
    case "think":
      return { think: rest, text: "thought about it" };
    default:
      return { hang: true };
  }
}

function sideAnswer(body) {
  const wantsJson = /json_schema/.test(JSON.stringify(body.output_config ?? body.text ?? body.response_format ?? {}));
  if (body.max_tokens === 1) return { text: "#" };
  return {
    text: wantsJson ? JSON.stringify({ title: "Fake title", isNewTopic: true }) : "Side answer: a short summary of the work so far.",
  };
}

/** An error without `times` stays at the head of the queue for ever. */
function nextScripted(queue) {
  const turn = queue[0];
  if (turn.error && turn.times === undefined) return turn;
  if (turn.error && --turn.times > 0) return { ...turn };
  return queue.shift();
}

function spontaneous(state, text, results) {
  if (results.length > 0) return { text: `done: ${results.at(-1).text.trim().slice(0, 200)}` };
  const turn = directive(text);
  if (turn?.error && turn.times !== undefined) {
    const seen = (state.errors.get(turn.key) ?? 0) + 1;
    state.errors.set(turn.key, seen);
    if (seen > turn.times) return { text: `recovered after ${turn.times} errors` };
  }
  return turn ?? { text: `echo: ${text.trim().slice(0, 400)}` };
}

/** `{turn, isMain}`; a main call is one of the conversation itself: it offers tools, and is no title or compaction. */
export function choose(state, api, body) {
  if (offered(body).length === 0) return { turn: sideAnswer(body), isMain: false };
  const { text, results } = newestUser(conversation(api, body));
  if (isTitleMaking(text)) return { turn: { text: "Fake task title" }, isMain: false };
  if (isCompaction(text))
    return { turn: { text: "<analysis>fake</analysis>\n<summary>FAKE SUMMARY: small steps; next step: none.</summary>" }, isMain: false };
  const story = state.stories.find((one) => new RegExp(one.when).test(text));
  if (story) return { turn: story.turns[Math.min(results.length, story.turns.length - 1)], isMain: true };
  if (state.queue.length > 0) return { turn: nextScripted(state.queue), isMain: true };
  return { turn: spontaneous(state, text, results), isMain: true };
}
