// Markdown → sentences. Code blocks and tables are not sentences.
import { own, type Redacted } from "../model/redacted.ts";
import { flat, part, unbold } from "./clip.ts";

export type Sentence = {
  /** One line, without its list mark. */
  text: Redacted;
  isBullet: boolean;
  /** The nearest title above it, lower case; empty if there is none. */
  heading: string;
  isQuestion: boolean;
  /** Number of the paragraph or list item it stands in. */
  block: number;
};

type Block = { text: Redacted; isBullet: boolean; heading: string };

const BULLET = /^\s{0,12}(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;
const HEADING = /^\s{0,3}#{1,6}\s+(.+)$/;
const BOLD_HEADING = /^\s*\*\*([^*]{1,80})\*\*:?\s*$/;
const LABEL = /^\s*(\p{L}[^.:!?\n]{0,60})[:：]\s*$/u;
const FENCE = /^\s*(?:```|~~~)/;
const TABLE = /^\s*\|.*\|\s*$/;
const RULE = /^\s*(?:[-=_*─━] ?){3,}\s*$/;

const titleOf = (line: string): string | undefined =>
  (HEADING.exec(line) ?? BOLD_HEADING.exec(line) ?? LABEL.exec(line))?.[1]?.trim().toLowerCase();

/** Paragraphs and list items, in order; lines of one paragraph are joined. */
function blocksOf(text: Redacted): Block[] {
  const blocks: Block[] = [];
  let heading = "";
  let isCode = false;
  let open: { from: number; to: number; isBullet: boolean } | undefined;
  const close = () => {
    if (open) blocks.push({ text: part(text, open.from, open.to), isBullet: open.isBullet, heading });
    open = undefined;
  };
  let at = 0;
  for (const line of text.split("\n")) {
    const from = at;
    at += line.length + 1;
    if (FENCE.test(line)) {
      close();
      isCode = !isCode;
      continue;
    }
    if (isCode) continue;
    const title = titleOf(line);
    if (title !== undefined || line.trim() === "" || TABLE.test(line) || RULE.test(line)) {
      close();
      heading = title ?? heading;
      continue;
    }
    const mark = BULLET.exec(line)?.[0].length ?? 0;
    if (mark > 0) close();
    open = open === undefined ? { from: from + mark, to: from + line.length, isBullet: mark > 0 } : { ...open, to: from + line.length };
  }
  close();
  return blocks;
}

const END = /[.!?]["')\]*`”’]{0,3}(?=\s)|[。！？]["」』）]?/gu;
const NO_END = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|no|nr|z\.B|d\.h|bzw|ca|p\.ex|\p{L}|\d{1,3})\.$/iu;

/** After "a `$(...)` in it" the sentence goes on: the mark is the code's. */
const GOES_ON = /^\s+\p{Ll}/u;

function* cuts(block: string): Generator<[number, number]> {
  let from = 0;
  for (const match of block.matchAll(END)) {
    const to = match.index + match[0].length;
    if (NO_END.test(block.slice(Math.max(0, match.index - 8), match.index + 1))) continue;
    if (match[0].includes("`") && GOES_ON.test(block.slice(to, to + 4))) continue;
    yield [from, to];
    from = to;
  }
  yield [from, block.length];
}

const LONGEST_BLOCK = 4_000; // a longer paragraph without a line break is pasted data

export function sentencesOf(text: Redacted): Sentence[] {
  const sentences: Sentence[] = [];
  for (const [number, block] of blocksOf(text).entries()) {
    if (block.text.length > LONGEST_BLOCK) continue;
    for (const [from, to] of cuts(block.text)) {
      const sentence = unbold(flat(part(block.text, from, to)));
      if (!/\p{L}/u.test(sentence)) continue;
      sentences.push({
        text: sentence,
        isBullet: block.isBullet,
        heading: block.heading,
        isQuestion: /[?？]["')\]*`”’」]{0,3}$/u.test(sentence),
        block: number,
      });
    }
  }
  return sentences;
}

/** List items under a title that `heading` knows, whole. */
export function itemsUnder(sentences: readonly Sentence[], heading: RegExp): Redacted[] {
  const items = new Map<number, Redacted>();
  for (const sentence of sentences) {
    if (!sentence.isBullet || !heading.test(sentence.heading)) continue;
    const before = items.get(sentence.block);
    items.set(sentence.block, before === undefined ? sentence.text : own(`${before} ${sentence.text}`));
  }
  return [...items.values()];
}
