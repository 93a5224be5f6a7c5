// What one could tell the next agent without any thought, at the same budget.

import { tokensOf } from "../../src/model/briefing.ts";
import type { SessionEvent } from "../../src/model/event.ts";

const isLow = (text: string, at: number): boolean => /[\udc00-\udfff]/.test(text[at] ?? "");

/** The longest beginning that fits into so many tokens. */
export function head(text: string, tokens: number): string {
  if (tokensOf(text) <= tokens) return text;
  let [fits, not] = [0, text.length];
  while (not - fits > 1) {
    const middle = (fits + not) >> 1;
    if (tokensOf(text.slice(0, middle)) <= tokens) fits = middle;
    else not = middle;
  }
  return text.slice(0, isLow(text, fits) ? fits - 1 : fits);
}

/** The longest end that fits. */
export function tail(text: string, tokens: number): string {
  if (tokensOf(text) <= tokens) return text;
  let [not, fits] = [0, text.length];
  while (fits - not > 1) {
    const middle = (fits + not) >> 1;
    if (tokensOf(text.slice(middle)) <= tokens) fits = middle;
    else not = middle;
  }
  return text.slice(isLow(text, fits) ? fits + 1 : fits);
}

const said = (events: readonly SessionEvent[], kind: "prompt" | "reply"): string[] =>
  events.filter((event) => event.kind === kind && event.by !== "subagent" && event.text.trim() !== "").map((event) => event.text);

export const BASELINES = {
  "last reply": (events, tokens) => head(said(events, "reply").at(-1) ?? "", tokens),
  "first prompt + last reply": (events, tokens) => {
    const first = head(said(events, "prompt")[0] ?? "", Math.floor(tokens / 2));
    return `${first}\n\n${head(said(events, "reply").at(-1) ?? "", tokens - tokensOf(`${first}\n\n`))}`;
  },
  "tail of the replies": (events, tokens) => tail(said(events, "reply").join("\n\n"), tokens),
} as const satisfies Readonly<Record<string, (events: readonly SessionEvent[], tokens: number) => string>>;
export type Baseline = keyof typeof BASELINES;
