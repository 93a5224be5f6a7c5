// One turn as an OpenAI Responses answer, streamed or whole.
import { newId, openStream, sendJson, sendPieces, tokensOf, toolCalls } from "./answer.mjs";

function callItem(call) {
  const head = { call_id: newId("call"), name: call.name, namespace: call.namespace };
  return call.isCustom
    ? { type: "custom_tool_call", id: newId("ctc"), ...head, input: call.input }
    : { type: "function_call", id: newId("fc"), ...head, arguments: JSON.stringify(call.input), status: "completed" };
}

function itemsOf(turn, body) {
  const content = [{ type: "output_text", text: turn.text, annotations: [] }];
  return [
    ...(turn.think ? [{ type: "reasoning", id: newId("rs"), summary: [{ type: "summary_text", text: turn.think }] }] : []),
    ...(turn.text ? [{ type: "message", id: newId("msg"), role: "assistant", status: "completed", content }] : []),
    ...toolCalls(turn, body).map(callItem),
  ];
}

function usageOf(turn, body, output) {
  const input_tokens = turn.usage?.input ?? tokensOf(body.input);
  const output_tokens = turn.usage?.output ?? tokensOf(output);
  return {
    input_tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input_tokens + output_tokens,
  };
}

const STARTED = {
  message: (item) => ({ ...item, status: "in_progress", content: [] }),
  reasoning: (item) => ({ ...item, summary: [] }),
};

async function sendMessage(res, turn, send, item, output_index) {
  const at = { item_id: item.id, output_index, content_index: 0 };
  send("response.content_part.added", { type: "response.content_part.added", ...at, part: { type: "output_text", text: "" } });
  const delta = (text) => send("response.output_text.delta", { type: "response.output_text.delta", ...at, delta: text });
  return sendPieces(res, turn, turn.text, delta);
}

function sendReasoning(turn, send, item, output_index) {
  const at = { item_id: item.id, output_index, summary_index: 0 };
  send("response.reasoning_summary_part.added", { type: "response.reasoning_summary_part.added", ...at });
  send("response.reasoning_summary_text.delta", { type: "response.reasoning_summary_text.delta", ...at, delta: turn.think });
}

export async function writeResponses(res, body, turn) {
  const output = itemsOf(turn, body);
  const created_at = Math.floor(Date.now() / 1000);
  const response = { id: newId("resp"), object: "response", created_at, model: body.model, status: "in_progress", output: [] };
  const end_turn = !output.some((item) => item.type.endsWith("call"));
  const final = { ...response, status: "completed", output, usage: usageOf(turn, body, output), end_turn };
  if (!body.stream) return sendJson(res, 200, final);
  const send = openStream(res, turn);
  send("response.created", { type: "response.created", response });
  for (const [output_index, item] of output.entries()) {
    const started = STARTED[item.type]?.(item) ?? item;
    send("response.output_item.added", { type: "response.output_item.added", output_index, item: started });
    if (item.type === "message" && !(await sendMessage(res, turn, send, item, output_index))) return;
    if (item.type === "reasoning") sendReasoning(turn, send, item, output_index);
    send("response.output_item.done", { type: "response.output_item.done", output_index, item });
  }
  send("response.completed", { type: "response.completed", response: final });
  res.end();
}
