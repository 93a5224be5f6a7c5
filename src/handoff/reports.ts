// What sub-agents reported at their end. Of their work only this, and the files they changed, counts.
import type { SessionEvent } from "../model/event.ts";
import { own, type Redacted } from "../model/redacted.ts";
import type { Item } from "../model/summary.ts";
import { clip, ends, less, part, unbold } from "./clip.ts";
import { remembered } from "./remembered.ts";
import { sentencesOf } from "./sentences.ts";
import { isSmallTalk } from "./small-talk.ts";
import type { Step, Story } from "./story.ts";

const MAX_REPORTS = 6;
const REPORT_CHARS = 420;
const TASK_CHARS = 70;
const ENOUGH_CHARS = 20;

/** Tools that give work away and wait for it; lists of tasks are called like them. */
const DELEGATES =
  /^(?:task|agent|oracle)$|sub[-_]?agent|^(?:spawn|delegate|dispatch|run)[-_]?(?:agent|task)|new_task|^wait(?:_agent)?$|taskoutput|agent_?output/i;
const STARTED =
  /^(?:async agent launched|agent (?:launched|started)|the agent is (?:working|running)|task (?:started|is running)|spawned\b|running in (?:the )?background)/i;
const FRAME =
  /^agentId: .*$|<usage>[\s\S]{0,400}?<\/usage>|^\s*(?:```|~~~).*$|^#{1,6} |<\/?(?:result|output|task_result|retrieval_status|status|task_id|task_type)>/gm;

/** "Perfect. Now I have the whole picture. Here is my report:" */
function withoutOpener(text: Redacted): Redacted {
  const [opener] = sentencesOf(part(text, 0, HEAD_CHARS));
  const at = opener === undefined || !isSmallTalk(opener.text) ? -1 : text.indexOf(opener.text);
  return at < 0 || opener === undefined ? text : withoutOpener(part(text, at + opener.text.length));
}
const HEAD_CHARS = 600;

const reportIn = remembered((result: SessionEvent): Redacted | undefined => {
  if (STARTED.test(result.text.trimStart().slice(0, 80)) || /^\s*[{[]/.test(result.text)) return undefined;
  const text = ends(unbold(withoutOpener(less(result.text, (whole) => whole.replace(FRAME, "")))), REPORT_CHARS);
  return text.length < ENOUGH_CHARS ? undefined : text;
});

function itemOf({ tool, call, result, isSubagent }: Step): Item[] {
  if (isSubagent || result === undefined || result.ok === false || !DELEGATES.test(tool)) return [];
  const report = reportIn(result);
  if (report === undefined) return [];
  const [first = ""] = call?.text.split("\n") ?? [];
  const task =
    call === undefined || /^[{[]/.test(first)
      ? undefined
      : clip(
          less(call.text, () => first),
          TASK_CHARS,
        );
  return [
    {
      text: own(task === undefined || task === "" ? report : `${task} → ${report}`),
      from: call === undefined ? [result.seq] : [call.seq, result.seq],
    },
  ];
}

/** Oldest first. */
export const reportsOf = (story: Story): Item[] => story.steps.flatMap(itemOf).slice(-MAX_REPORTS);
