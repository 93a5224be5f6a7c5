// What sessions before the one left off leave unfinished: told on until something later finishes it, each with the session it is from.

import type { Line } from "./choose.ts";
import { clip } from "./clip.ts";
import { FAULT, STOPPED, unlabelled } from "./labels.ts";
import { credit, type Ranked } from "./lasting.ts";
import { code, safe } from "./safe.ts";
import { inFull, type Standing } from "./standing.ts";
import { failingNames } from "./verdict.ts";

const MAX_SESSIONS = 6;
const MAX_A_SESSION = 8;
const TEXT_CHARS = 220;
/** After decisions and failures, before what other sessions were about. */
const FIRST = 9.5;
const FIRST_ELSEWHERE = 16;
const STEP = 1.5;

/** How a session ended is told of it elsewhere. */
const isEnding = (text: string): boolean => text.startsWith(FAULT) || text.startsWith(STOPPED);

/** Most pressing first: what was under way, red tests, the rest. */
function textsOf(past: Ranked, { stands, redOf }: Standing): string[] {
  const { summary } = past;
  const items = [...summary.next, ...summary.open].filter((item) => !isEnding(item.text) && stands(past, item));
  const byPiece = new Map<string, string>();
  for (const { text } of items.map((item) => inFull(item, summary)))
    if (!byPiece.has(unlabelled(text))) byPiece.set(unlabelled(text), safe(clip(text, TEXT_CHARS)));
  const [first, ...rest] = byPiece.values();
  const red = redOf(past);
  const tests = red && `Tests failed, ${code(red.command)}${red.failing.length > 0 ? `: ${failingNames(red.failing)}` : ""}.`;
  return [first, tests, ...rest].flatMap((text) => text ?? []).slice(0, MAX_A_SESSION);
}

export type Carried = { lines: Line[]; sessions: ReadonlySet<Ranked> };

/** `pasts`: those that may have left something, newest first. `worktree`: where it was left off; elsewhere other work goes on. */
export function carried(pasts: readonly Ranked[], worktree: string | undefined, standing: Standing): Carried {
  const isNear = ({ rank, session }: Ranked): boolean => rank < 2 || session.worktree === worktree;
  const found = [...pasts.filter(isNear), ...pasts.filter((past) => !isNear(past))]
    .map((past) => ({ past, texts: textsOf(past, standing) }))
    .filter(({ texts }) => texts.length > 0)
    .slice(0, MAX_SESSIONS);
  let count = 0;
  const lines = found.flatMap(({ past, texts }) =>
    texts.map((text): Line => {
      const priority = (isNear(past) ? FIRST : FIRST_ELSEWHERE) + STEP * count++;
      const where = isNear(past) ? "" : ` In ${code(past.session.worktree)}.`;
      return { section: "unfinished", text: `${text}${credit(past)}${where}`, priority, session: past.session.id };
    }),
  );
  return { lines, sessions: new Set(found.map(({ past }) => past)) };
}
