// One turn as an Anthropic Messages answer, streamed or whole.
import { newId, openStream, sendJson, sendPieces, tokensOf, toolCalls } from "./answer.mjs";

const SIGNATURE = "ZmFrZS1zaWduYXR1cmU=";

function blocksOf(turn, body) {
  return [
    ...(turn.think ? [{ type: "thinking", thinking: turn.think, signature: SIGNATURE }] : []),
    ...(turn.text ? [{ type: "text", text: turn.text }] : []),
    ...toolCalls(turn, body).map((call) => ({ type: "tool_use", id: newId("toolu"), name: call.name, input: call.input })),
  ];
}

const EMPTIED = {
  text: () => ({ type: "text", text: "" }),
  thinking: () => ({ type: "thinking", thinking: "", signature: "" }),
  tool_use: (block) => ({ ...block, input: {} }),
};
const WHOLE = { text: (block) => block.text, thinking: (block) => block.thinking, tool_use: (block) => JSON.stringify(block.input) };
const DELTA = {
  text: (text) => ({ type: "text_delta", text }),
  thinking: (thinking) => ({ type: "thinking_delta", thinking }),
  tool_use: (partial_json) => ({ type: "input_json_delta", partial_json }),
};

async function sendBlock(res, turn, send, block, index) {
  send("content_block_start", { type: "content_block_start", index, content_block: EMPTIED[block.type](block) });
  const delta = (value) => send("content_block_delta", { type: "content_block_delta", index, delta: value });
  if (!(await sendPieces(res, turn, WHOLE[block.type](block), (piece) => delta(DELTA[block.type](piece))))) return false;
  if (block.type === "thinking") delta({ type: "signature_delta", signature: SIGNATURE });
  send("content_block_stop", { type: "content_block_stop", index });
  return true;
}

export async function writeAnthropic(res, body, turn) {
  const content = blocksOf(turn, body);
  const stop_reason = content.some((block) => block.type === "tool_use") ? "tool_use" : "end_turn";
  const usage = {
    input_tokens: turn.usage?.input ?? tokensOf(body.messages),
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: turn.usage?.output ?? tokensOf(content),
  };
  const head = { id: newId("msg"), type: "message", role: "assistant", model: body.model, stop_sequence: null };
  if (!body.stream) return sendJson(res, 200, { ...head, content, stop_reason, usage });
  const send = openStream(res, turn);
  send("message_start", {
    type: "message_start",
    message: { ...head, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
  });
  for (const [index, block] of content.entries()) {
    if (!(await sendBlock(res, turn, send, block, index))) return;
  }
  send("message_delta", {
    type: "message_delta",
    delta: { stop_reason, stop_sequence: null },
    usage: { output_tokens: usage.output_tokens },
  });
  send("message_stop", { type: "message_stop" });
  res.end();
}
