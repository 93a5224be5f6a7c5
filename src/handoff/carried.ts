// What sessions before the one left off leave unfinished: told on until something later finishes it, each with the session it is from.

import type { Line, Piece } from "./choose.ts";
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
function piecesOf(past: Ranked, { stands, redOf }: Standing): Piece[] {
  const { summary } = past;
  const items = [...summary.next, ...summary.open].filter((item) => !isEnding(item.text) && stands(past, item));
  const byWords = new Map<string, Piece>();
  for (const { text, from } of items.map((item) => inFull(item, summary)))
    if (!byWords.has(unlabelled(text))) byWords.set(unlabelled(text), { text: safe(clip(text, TEXT_CHARS)), from });
  const [first, ...rest] = byWords.values();
  const red = redOf(past);
  const names = red && red.failing.length > 0 ? `: ${failingNames(red.failing)}` : "";
  const tests = red && { text: `Tests failed, ${code(red.command)}${names}.`, from: red.from };
  return [first, tests, ...rest].flatMap((piece) => piece ?? []).slice(0, MAX_A_SESSION);
}

export type Carried = { lines: Line[]; sessions: ReadonlySet<Ranked> };

/** `pasts`: those that may have left something, newest first. `worktree`: where it was left off; elsewhere other work goes on. */
export function carried(pasts: readonly Ranked[], worktree: string | undefined, standing: Standing): Carried {
  const isNear = ({ rank, session }: Ranked): boolean => rank < 2 || session.worktree === worktree;
  const found = [...pasts.filter(isNear), ...pasts.filter((past) => !isNear(past))]
    .map((past) => ({ past, pieces: piecesOf(past, standing) }))
    .filter(({ pieces }) => pieces.length > 0)
    .slice(0, MAX_SESSIONS);
  let count = 0;
  const lines = found.flatMap(({ past, pieces }) =>
    pieces.map(({ text, from }): Line => {
      const priority = (isNear(past) ? FIRST : FIRST_ELSEWHERE) + STEP * count++;
      const where = isNear(past) ? "" : ` In ${code(past.session.worktree)}.`;
      return { section: "unfinished", text: `${text}${credit(past)}${where}`, priority, session: past.session.id, from };
    }),
  );
  return { lines, sessions: new Set(found.map(({ past }) => past)) };
}
