// What a request says, whatever the API: the conversation in order, the newest thing the person said, the tools on offer.

/** Text parts of a content value, joined by newlines. */
export function textOf(content) {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part) => (typeof part === "string" ? part : (part.text ?? "")))
    .filter(Boolean)
    .join("\n");
}

function anthropicParts(message) {
  const parts = typeof message.content === "string" ? [{ type: "text", text: message.content }] : (message.content ?? []);
  return parts.flatMap((part) => {
    if (part.type === "text") return [{ role: message.role, text: part.text }];
    if (part.type === "tool_result") return [{ role: "tool", text: textOf(part.content) }];
    return [];
  });
}

function responsesParts(item) {
  const isResult = item.type === "function_call_output" || item.type === "custom_tool_call_output";
  if (isResult) return [{ role: "tool", text: textOf(item.output?.content ?? item.output) }];
  return item.role ? [{ role: item.role, text: textOf(item.content) }] : [];
}

/** `[{role, text}]`, oldest first; role is `user`, `assistant`, `system`, `developer` or `tool` (a result). */
export function conversation(api, body) {
  if (api === "anthropic") return (body.messages ?? []).flatMap(anthropicParts);
  const items = typeof body.input === "string" ? [{ role: "user", content: body.input }] : (body.input ?? []);
  return items.flatMap(responsesParts);
}

/** What the harness of an agent says in the user's place. */
const INJECTED =
  /^\s*<(system-reminder|environment_context|user_instructions|permissions|skills_instructions|command-|local-command|recommended_|plugins_|apps_|collaboration)|^\s*# AGENTS\.md/;

/** The newest text a person typed, and the tool results since. */
export function newestUser(said) {
  const at = said.findLastIndex((part) => part.role === "user" && !INJECTED.test(part.text));
  return { text: at < 0 ? "" : said[at].text, results: said.slice(at + 1).filter((part) => part.role === "tool") };
}

export const isTitleMaking = (text) => /^\s*Generate a concise, single-line task title/.test(text);
export const isCompaction = (text) =>
  /^\s*(CRITICAL: Respond with TEXT ONLY|You are performing a CONTEXT CHECKPOINT COMPACTION)/.test(text);

/** Tools on offer: `body.tools`, or "additional_tools" items inside the input (newer Codex), perhaps grouped in namespaces. */
export function offered(body) {
  const extra = Array.isArray(body.input)
    ? body.input.filter((item) => item.type === "additional_tools").flatMap((item) => item.tools ?? [])
    : [];
  const flat = (tools, namespace) =>
    tools.flatMap((tool) =>
      tool.type === "namespace"
        ? flat(tool.tools ?? [], tool.name)
        : [{ type: tool.type, name: tool.name ?? tool.function?.name ?? tool.type, namespace }],
    );
  return flat([...(body.tools ?? []), ...extra]);
}
