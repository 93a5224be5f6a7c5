// What the user took back by going back in the conversation: a way that was tried and not wanted.
import type { SessionEvent } from "../model/event.ts";
import type { Rewinding } from "../model/summary.ts";
import type { Piece } from "./choose.ts";
import { clip, flat } from "./clip.ts";
import { said } from "./noise.ts";
import { safe } from "./safe.ts";

const REQUEST_CHARS = 120;
const MAX_KEPT = 10;
/** The newest ones are still on the user's mind. */
const MAX_TOLD = 3;

/** Events of the conversation as it is now: what holds. The same list if the user never went back. */
export const thatHold = (events: readonly SessionEvent[]): readonly SessionEvent[] =>
  events.some(({ rewound }) => rewound) ? events.filter(({ rewound }) => !rewound) : events;

/** What was done, whatever of the talk was taken back: all but edits that were put back with it. */
export const thatWereDone = (events: readonly SessionEvent[]): readonly SessionEvent[] =>
  events.filter(({ putBack, writes }) => putBack !== true || writes !== true);

/** Stretches of events that were taken back, sub-agents' talk left out. */
function stretches(events: readonly SessionEvent[]): SessionEvent[][] {
  const found: SessionEvent[][] = [];
  let isOpen = false;
  for (const event of events) {
    if (event.by === "subagent") continue;
    if (event.rewound === true && isOpen) found.at(-1)?.push(event);
    else if (event.rewound === true) found.push([event]);
    isOpen = event.rewound === true;
  }
  return found;
}

const isWork = ({ kind }: SessionEvent): boolean => kind === "reply" || kind === "tool_call";

/** Undefined where nothing came of it: a request that was taken back at once was only put in other words. */
function rewindingIn(events: readonly SessionEvent[], held: readonly SessionEvent[]): Rewinding | undefined {
  const prompts = events.filter(({ kind, text }) => kind === "prompt" && said(text) !== "");
  const [first] = prompts;
  if (first === undefined || !events.some(isWork)) return undefined;
  const text = flat(said(first.text));
  return {
    text: clip(text, REQUEST_CHARS),
    from: [first.seq],
    turns: prompts.length,
    ...(held.some((event) => event.kind === "prompt" && event.seq > first.seq && flat(said(event.text)) === text) && { again: true }),
    ...(events.some(({ writes }) => writes === true) && { changed: events.some(({ putBack }) => putBack) ? "put-back" : "left" }),
  };
}

/** `held`: those of the events that hold. */
export const rewoundOf = (events: readonly SessionEvent[], held: readonly SessionEvent[]): Rewinding[] =>
  stretches(events)
    .flatMap((stretch) => rewindingIn(stretch, held) ?? [])
    .slice(-MAX_KEPT);

const FILES = { left: " Files changed there may still be so.", "put-back": " The files edited there were put back, too." } as const;

function sentence({ text, turns, again, changed }: Rewinding): string {
  const what = turns === 1 ? "took back a request and its answer" : `took back ${turns} turns`;
  const then = again ? "asked it anew: only the later answer holds" : "nothing said there holds";
  return `The user ${what}${turns === 1 ? "" : ", from here on"}: "${safe(text)}"; ${then}.${changed === undefined ? "" : FILES[changed]}`;
}

export const rewoundPieces = (rewound: readonly Rewinding[] = []): Piece[] =>
  rewound.slice(-MAX_TOLD).map((each) => ({ text: sentence(each), from: each.from }));
