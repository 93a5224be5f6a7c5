// What was to be done next: announced by the agent, or asked for and not finished.
import { own, type Redacted } from "../model/redacted.ts";
import type { Item } from "../model/summary.ts";
import { clip, part } from "./clip.ts";
import { MAYBE, PROMISES } from "./cues.ts";
import { requestsIn } from "./goal.ts";
import { FINISH, FINISH_GOAL, GO_ON } from "./labels.ts";
import { itemsUnder } from "./sentences.ts";
import type { Said, Story } from "./story.ts";
import type { Todo } from "./todos.ts";

const TEXT_CHARS = 260;
const MAX_NEXT = 8;
const LONGEST = 500;

const HEADING =
  /next|remaining|to-?do|left to do|follow-?up|outstanding|not (?:yet )?done|nächste|offen|prochaine|reste|siguiente|pendiente|próxim|prossim|следующ|осталось|下一步|待办|次|残り/;
const POLITE = /let me know|feel free|happy to|say the word|ready for|whenever you/i;

/** "Next step: …" in a list of next steps says it twice. */
const STUTTER =
  /^(?:(?:the )?next(?: steps?| up)?|remaining(?: work| steps?| tasks?)?|(?:left )?to[- ]?do|left|outstanding|still (?:open|to do)|follow-?ups?|nächste[rs]? schritte?|als nächstes|noch offen|prochaines? étapes?|siguientes? pasos?|próximos? pass?os?|下一步|待办|次のステップ|残り)(?: (?:is|are))?\s*[:：–—]\s*/iu;
const withoutStutter = (text: Redacted): Redacted => part(text, STUTTER.exec(text)?.[0].length ?? 0);

/** Items under a heading that says so, and sentences that announce; of one answer. */
function announcedIn(reply: Said): Item[] {
  const listed = itemsUnder(reply.sentences, HEADING);
  const told = reply.sentences.filter(
    ({ text, isBullet, isQuestion, heading }) =>
      !(isBullet && HEADING.test(heading)) && !isQuestion && PROMISES.test(text) && !POLITE.test(text) && !MAYBE.test(text),
  );
  return [...told.map(({ text }) => text), ...listed]
    .filter((text) => text.length < LONGEST && withoutStutter(text) !== "")
    .map((text) => ({ text: clip(withoutStutter(text), TEXT_CHARS), from: [reply.seq] }));
}

/** The request that the work stopped in: nothing was said after it that ends the turn. */
function unfinished(story: Story, goal: Item | undefined): Item[] {
  const request = requestsIn(story).at(-1);
  const last = story.last;
  const isCut = last !== undefined && last.kind !== "reply" && last.kind !== "compaction";
  if (request === undefined || !isCut || last.seq < request.seq) return [];
  const isGoal = goal?.from.includes(request.seq) === true;
  return [
    {
      text: own(isGoal ? FINISH_GOAL : `${FINISH}${clip(request.text, TEXT_CHARS)}`),
      from: [request.seq],
    },
  ];
}

export function nextOf(story: Story, todos: readonly Todo[], goal: Item | undefined): Item[] {
  const reply = story.replies.at(-1);
  const announced = reply === undefined ? [] : announcedIn(reply);
  const todo = todos[0];
  const begun = todo?.isStarted ? [{ text: own(`${GO_ON}${todo.text}`), from: todo.from }] : [];
  return [...unfinished(story, goal), ...begun, ...announced].slice(0, MAX_NEXT);
}
