// What the answers say that a next agent needs and no other part of the summary tells: findings, causes, limits, effects.
import { own, type Redacted } from "../model/redacted.ts";
import type { Item } from "../model/summary.ts";
import { clip, flat, part, unbold } from "./clip.ts";
import { closingsOf } from "./closing.ts";
import { BECAUSE, DECIDES, DIRECTS, FAILS, PROMISES } from "./cues.ts";
import { remembered } from "./remembered.ts";
import { isSmallTalk, STATUS } from "./small-talk.ts";
import type { Prompt, Said, Story } from "./story.ts";
import { repeats, wordsOf } from "./words.ts";

const MAX_POINTS = 60;
/** So many of the best are compared with each other. */
const MAX_COMPARED = 240;
const POINT_CHARS = 300;
/** Bits of letters and digits below which a piece says nothing alone; a sign of an unspaced script says as much as a short word. */
const ENOUGH_WEIGHT = 24;
/** Shorter answers on the way are announcements. */
const SUBSTANTIAL_CHARS = 400;
/** Two pieces that share so much of the shorter one's words say the same. */
const SAME_SHARE = 0.7;
const MAX_A_SAID = 60;

type Point = { text: Redacted; score: number; words: ReadonlySet<string>; isStatus: boolean; seq: number };

const FOUND =
  /\b(?:root cause|bug|breaking|before|instead of|only|but|not|found|finding|conclusion|verdict|recommend\p{L}*|fix(?:ed|es)?|caveat|risk|require[sd]?|needs?|blocked|depends|unsupported|missing|still|yet|unless|until|Ursache|Fehler|nur|aber|nicht|noch|vor|fehlt|cause|seulement|mais|encore|sauf|causa|sólo|solo|pero|todavía|hasta|mas|ainda)\b|原因|但|仅|只|未|ただし|のみ|まだ|必要/iu;
const NAMED = /`[^`\n]{2,80}`|[\w.-]+\/[\w./-]+|#\d+|\b[a-z]+[A-Z]\w+|\b\w+_\w+|\b\d[\d.,:]*\b/g;

const weightOf = (text: string): number =>
  (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) +
  2 * (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0);

/** Rows of tables, cells apart; without the row of titles. */
function rowsOf(text: Redacted): Redacted[] {
  if (!text.includes("|")) return [];
  const rows: Redacted[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    const row = part(text, at, at + line.length);
    at += line.length + 1;
    if (!/^\s*\|.*\|\s*$/.test(line) || line.length > 1_000) continue;
    if (/^[\s|:-]+$/.test(line)) rows.pop();
    else
      rows.push(
        own(
          flat(unbold(row))
            .split("|")
            .map((cell) => cell.trim())
            .filter((cell) => cell !== "")
            .join(" | "),
        ),
      );
  }
  return rows;
}

/** A list item stands whole; sentences of a paragraph stand alone. */
function piecesIn({ text, sentences }: Said): { text: Redacted; isListed: boolean }[] {
  const pieces: { text: Redacted; isListed: boolean; block: number }[] = [];
  for (const sentence of sentences) {
    if (sentence.isQuestion) continue;
    const last = pieces.at(-1);
    if (last !== undefined && sentence.isBullet && last.block === sentence.block) last.text = own(`${last.text} ${sentence.text}`);
    else pieces.push({ text: sentence.text, isListed: sentence.isBullet, block: sentence.block });
  }
  return [...pieces, ...rowsOf(text).map((row) => ({ text: row, isListed: true }))];
}

function scoreOf(text: string, isListed: boolean): number {
  const cues = [BECAUSE, DECIDES, DIRECTS, FAILS, PROMISES, FOUND].filter((cue) => cue.test(text)).length;
  const named = Math.min(4, text.match(NAMED)?.length ?? 0);
  return Math.min(3, cues) + named * 0.7 + (isListed ? 0.8 : 0);
}

const pointsIn = remembered((said: Said): Point[] => {
  const pieces = piecesIn(said).filter(({ text }) => weightOf(text) >= ENOUGH_WEIGHT && !isSmallTalk(text));
  return pieces
    .map(({ text, isListed }, index) => {
      const short = clip(text, POINT_CHARS);
      const isAtEnd = index === 0 || index === pieces.length - 1;
      const score = scoreOf(short, isListed) + (isAtEnd ? 0.6 : 0);
      return { text: short, score, words: wordsOf(short), isStatus: STATUS.test(short), seq: said.seq };
    })
    .filter(({ score }) => score >= 1)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_A_SAID);
});

type Told = { said: Said; turn: number; isClosing: boolean };

/** With the number of prompts that came before each; both in the order of the session. */
function withTurns(all: readonly Said[], prompts: readonly Prompt[]): { said: Said; turn: number }[] {
  let turn = 0;
  return all.map((said) => {
    while ((prompts[turn]?.seq ?? said.seq) < said.seq) turn += 1;
    return { said, turn };
  });
}

/** Of each turn the closing answer and what is long; nothing of a turn that the user objected to next. */
function toldIn(story: Story): Told[] {
  const told = [...story.replies, ...story.reports].sort((a, b) => a.seq - b.seq);
  const closings = closingsOf(story);
  return withTurns(told, story.prompts).flatMap(({ said, turn }) => {
    const closing = closings.get(turn);
    const isClosing = closing?.said === said && !closing.isOnTheWay;
    if (closing?.isObjected === true) return [];
    return isClosing || said.text.length >= SUBSTANTIAL_CHARS ? [{ said, turn, isClosing }] : [];
  });
}

/** The most telling first. What a newer answer says of the same replaces what an older one said. */
export function pointsOf(story: Story): Item[] {
  const last = story.replies.at(-1);
  const scored = toldIn(story).flatMap(({ said, turn, isClosing }) => {
    const age = story.prompts.length - turn;
    const fresh = (isClosing ? 1 : 0) + 2 / (1 + age * 0.5);
    return pointsIn(said)
      .filter(({ isStatus }) => !isStatus || said === last)
      .map((point) => ({ ...point, score: point.score + fresh }));
  });
  const best = scored.sort((a, b) => b.score - a.score).slice(0, MAX_COMPARED);
  const isSaidLater = repeats(SAME_SHARE);
  return best
    .sort((a, b) => b.seq - a.seq)
    .filter(({ words }) => !isSaidLater(words))
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_POINTS)
    .map(({ text, seq }) => ({ text, from: [seq] }));
}
