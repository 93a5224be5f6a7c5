// SessionEvents → who said and did what, with noise left out and each tool's result beside its call.

import type { SessionEvent } from "../model/event.ts";
import type { Seq } from "../model/ids.ts";
import { own, type Redacted } from "../model/redacted.ts";
import { withoutShownBriefings } from "../model/shown-briefing.ts";
import { less, part } from "./clip.ts";
import { isAcknowledgement, said } from "./noise.ts";
import { remembered } from "./remembered.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";
import { simpleCommands } from "./shell.ts";

export type Said = { seq: Seq; text: Redacted; sentences: readonly Sentence[] };

export type Prompt = Said & {
  /** "ok", "8", "thanks": an answer at most. */
  isEmpty: boolean;
};

/** One use of a tool. `result` is absent while it runs, and where the session was cut off. */
export type Step = {
  /** The simple commands of a shell's call; empty for other tools. */
  commands: readonly string[];
  seq: Seq;
  tool: string;
  call?: SessionEvent;
  result?: SessionEvent;
  isSubagent: boolean;
  isShell: boolean;
};

export type Story = {
  prompts: readonly Prompt[];
  /** The agent's own. */
  replies: readonly Said[];
  /** What sub-agents reported to it at their end: of their work only this counts. */
  reports: readonly Said[];
  steps: readonly Step[];
  /** Newest event that is not a sub-agent's; undefined for an empty session. */
  last: SessionEvent | undefined;
};

const SHELL =
  /^(?:bash|shell|sh|zsh|powershell|pwsh|cmd)$|shell|bash|terminal|exec(?:ute)?[-_]?(?:command|code)?$|^run_?(?:command|shell)|command$/i;
const isShellTool = (tool: string): boolean => SHELL.test(tool);

const PASTED_CHARS = 1_500;

/** Of a long prompt the user's own words stand at its ends; between them is pasted text. */
const ownWords = (text: Redacted): Redacted => (text.length <= PASTED_CHARS ? text : own(`${part(text, 0, 500)}\n\n${part(text, -500)}`));

/** Wrapped lines of a screen are joined already: a line that ends there is an end, not the middle of a sentence. */
const linesApart = (text: string): string => text.replaceAll("\n", "\n\n");

const toSaid = (seq: Seq, text: Redacted): Said => ({ seq, text, sentences: sentencesOf(text) });

const reportIn = remembered((result: SessionEvent) => toSaid(result.seq, result.text));
const DELEGATES = /^(?:task|agent|subagent|spawn|delegate|dispatch)/i;
const reportsOf = (steps: readonly Step[]): Said[] =>
  steps.flatMap(({ tool, isSubagent, result }) =>
    !isSubagent && DELEGATES.test(tool) && result !== undefined && result.ok !== false ? [reportIn(result)] : [],
  );

type Waiting = Map<string, Step[]>;

function pair(waiting: Waiting, event: SessionEvent): Step | undefined {
  const named = waiting.get(event.tool ?? "");
  const queue =
    named !== undefined && named.length > 0
      ? named
      : event.tool === undefined
        ? [...waiting.values()].find((each) => each.length > 0)
        : undefined;
  return queue?.shift();
}

/** Always the same, so that what is remembered of a step's commands is so of none as well. */
const NO_COMMANDS: readonly string[] = [];
const commandsIn = remembered((call: SessionEvent) => simpleCommands(call.text));

function toStep(event: SessionEvent): Step {
  const tool = event.tool ?? "";
  const isShell = isShellTool(tool);
  const commands = isShell && event.kind === "tool_call" ? commandsIn(event) : NO_COMMANDS;
  return {
    commands,
    seq: event.seq,
    tool,
    isSubagent: event.by === "subagent",
    isShell,
    ...(event.kind === "tool_call" ? { call: event } : { result: event }),
  };
}

/** Results are told apart by tool and order: the record of a result does not name its call. */
function stepsOf(events: readonly SessionEvent[]): Step[] {
  const steps: Step[] = [];
  const waiting: { main: Waiting; sub: Waiting } = { main: new Map(), sub: new Map() };
  for (const event of events) {
    if (event.kind === "prompt" && event.by !== "subagent") waiting.main.clear(); // what the user cut off gets no result any more
    if (event.kind !== "tool_call" && event.kind !== "tool_result") continue;
    const mine = event.by === "subagent" ? waiting.sub : waiting.main;
    if (event.kind === "tool_call") {
      const step = toStep(event);
      steps.push(step);
      const queue = mine.get(step.tool) ?? [];
      queue.push(step);
      mine.set(step.tool, queue);
      continue;
    }
    const step = pair(mine, event);
    if (step === undefined) steps.push(toStep(event));
    else step.result = event;
  }
  return steps;
}

/** What its author said in a prompt or reply; undefined if that is nothing. */
const saidIn = remembered((event: SessionEvent): Prompt | undefined => {
  const text = said(event.by === "screen" ? less(event.text, withoutShownBriefings) : event.text);
  if (text === "") return undefined;
  if (event.kind === "reply") return { ...toSaid(event.seq, event.by === "screen" ? less(text, linesApart) : text), isEmpty: false };
  return { seq: event.seq, text, sentences: sentencesOf(ownWords(text)), isEmpty: isAcknowledgement(text) };
});

export function storyOf(events: readonly SessionEvent[]): Story {
  const prompts: Prompt[] = [];
  const replies: Said[] = [];
  let last: SessionEvent | undefined;
  for (const event of events) {
    if (event.by === "subagent") continue;
    last = event;
    if (event.kind !== "prompt" && event.kind !== "reply") continue;
    const told = saidIn(event);
    if (told === undefined) continue;
    if (event.kind === "reply") replies.push(told);
    else prompts.push(told);
  }
  const steps = stepsOf(events);
  return { prompts, replies, reports: reportsOf(steps), steps, last };
}
