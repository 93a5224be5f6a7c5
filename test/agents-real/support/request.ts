// What a request told the model, in the order in which the model reads it.
import type { Entry } from "../../support/fake-llm/server.mjs";

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (value !== null && typeof value === "object") return Object.values(value).flatMap(textsOf);
  return [];
}

const part = (body: unknown, key: string): unknown => (body !== null && typeof body === "object" ? Reflect.get(body, key) : undefined);

/** System prompt, then the conversation; tool descriptions left out. */
export const told = ({ body }: Entry): string[] =>
  ["system", "instructions", "messages", "input"].flatMap((key) => textsOf(part(body, key)));

/** All that the model read before the first text that holds `prompt`. Throws if no text does. */
export function toldBefore(entry: Entry, prompt: string): string {
  const texts = told(entry);
  const at = texts.findIndex((text) => text.includes(prompt));
  if (at < 0) throw new Error(`request ${entry.n} does not hold ${JSON.stringify(prompt)}`);
  return texts.slice(0, at).join("\n");
}

/** Runs whose briefings are in the request. */
export const marksIn = (entry: Entry): string[] =>
  [
    ...told(entry)
      .join("\n")
      .matchAll(/mem:run:([0-9a-f]{16})/g),
  ].map((match) => match[1] ?? "");
