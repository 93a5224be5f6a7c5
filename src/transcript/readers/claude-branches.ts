// What the user of Claude Code went back to before (Esc Esc, `/rewind`). Its history is a tree, told by `parentUuid`, and nothing is ever taken
// out: a prompt that replaces another has the parent that the other one had, null where it replaces the first. Measured in 2.1.332, which
// says after such a prompt that it does: a `last-prompt` record with `explicit` and a leaf of zeros. Without that it may be a second process
// in the same history, or one that was resumed at the wrong place (both are known faults, and then nobody took anything back).
import type { DraftEvent, Fact } from "../../model/event.ts";
import { flag, type Rec, str } from "../json.ts";
import { arePutBack, type Copies, noCopies, noteCopies } from "./claude-copies.ts";

/** `parent`: digits of the parent's id; "" for none. `key`: the prompt's event. */
type Head = { parent: string; key: string };
/** A branch that was left: its newest record, and its events. */
type Left = { tip: string; from: string; upTo: string };

export type Branches = {
  /** Prompts of the conversation as it is now, oldest first. */
  heads: Head[];
  left: Left[];
  /** The newest record of the conversation as it is now, and the newest event. */
  tip: string;
  last: string;
  /** What the newest prompt takes the place of, if that is said yet. */
  unsure?: Left;
  /** What was left last, by the newest prompt: whether the files were put back is not known yet. */
  cut?: Left & { prompts: string[] };
  copies: Copies;
  /** Compacted since the newest prompt: then the next one's parent may be one of the messages that were kept. */
  isCompacted: boolean;
  /** Two processes write here, each with a branch of its own: none of them is left for good. */
  isShared: boolean;
};

export const noBranches = (): Branches => ({
  heads: [],
  left: [],
  tip: "",
  last: "",
  isCompacted: false,
  isShared: false,
  copies: noCopies(),
});

/** Of so many prompts the place is remembered; to go back further is not noticed. */
const MAX_HEADS = 240;
const MAX_LEFT = 8;
const ID_DIGITS = 13;
const NO_ID = /^[0-]+$/;

const shortened = (id: string): string => id.slice(0, ID_DIGITS);

const rewound = ({ from, upTo }: Left, isBack = false): Fact => ({
  kind: "rewound",
  events: { kind: "range", from, upTo },
  ...(isBack && { isBack: true }),
});

/** The first version that is known to say so. */
const SAYING: readonly number[] = [2, 1, 332];

/** True for a version before that. None at all: what wrote this is not known. */
function isOlder(record: Rec): boolean {
  const version = (str(record, "version") ?? "").split(".").map((part) => Number.parseInt(part, 10));
  const at = SAYING.findIndex((part, index) => version[index] !== part);
  return version.length >= SAYING.length && at >= 0 && (version[at] ?? Number.NaN) < (SAYING[at] ?? 0);
}

/** All prompts but the newest, from the one on that it takes the place of, are no part of the conversation any more. */
function leave(tree: Branches, left: Left): Fact[] {
  const at = tree.heads.findIndex(({ key }) => key === left.from);
  if (at < 0) return [];
  tree.cut = { ...left, prompts: tree.heads.slice(at, -1).map(({ key }) => shortened(key)) };
  tree.heads = [...tree.heads.slice(0, at), ...tree.heads.slice(-1)];
  tree.left = [...tree.left, left].slice(-MAX_LEFT);
  return [rewound(left), ...putBack(tree)];
}

/** That the files were put back, too: known once there is a snapshot for the newest prompt, which may come before or after it. */
function putBack(tree: Branches): Fact[] {
  const { cut } = tree;
  if (cut === undefined || tree.copies.newest !== shortened(tree.heads.at(-1)?.key ?? "")) return [];
  delete tree.cut;
  const events = { kind: "range", from: cut.from, upTo: cut.upTo } as const;
  return arePutBack(tree.copies, cut.prompts) ? [{ kind: "rewound", events, isPutBack: true }] : [];
}

/** The prompt that a prompt with this parent takes the place of, with all that followed. Queued prompts never take another's place. */
function replacedBy(tree: Branches, record: Rec, parent: string): Left | undefined {
  const first = tree.heads.find((head) => head.parent === parent);
  return first === undefined || tree.isShared || record.type !== "user" ? undefined : { tip: tree.tip, from: first.key, upTo: tree.last };
}

/** A prompt at the end of a branch that was thought to be left. */
function goneOnWith(tree: Branches, parent: string): Fact[] | undefined {
  const left = tree.left.find(({ tip }) => tip === parent);
  if (left === undefined) return undefined;
  tree.isShared = true;
  tree.left = tree.left.filter((each) => each !== left);
  return [rewound(left, true)];
}

function grow(tree: Branches, id: string, parent: string): void {
  const left = parent === "" ? undefined : tree.left.find(({ tip }) => tip === parent);
  if (left === undefined) tree.tip = id;
  else left.tip = id;
}

/** The record that says that the newest prompt takes another's place. */
function said(tree: Branches, record: Rec): Fact[] {
  const { unsure } = tree;
  const leaf = str(record, "leafUuid");
  if (unsure === undefined || record.type !== "last-prompt" || !flag(record, "explicit") || leaf === undefined || !NO_ID.test(leaf))
    return [];
  delete tree.unsure;
  return leave(tree, unsure);
}

/** `key`: of the prompt's event. */
function prompted(tree: Branches, record: Rec, { parent, key }: Head): Fact[] {
  const back = goneOnWith(tree, parent);
  const left = back === undefined ? replacedBy(tree, record, parent) : undefined;
  // Older versions: not where there is no parent, which files of other origin never have, nor where one of the kept messages may be it.
  const isSure = parent !== "" && !tree.isCompacted && isOlder(record);
  tree.heads = [...tree.heads, { parent, key }].slice(-MAX_HEADS);
  tree.isCompacted = false;
  delete tree.unsure;
  delete tree.cut;
  if (left === undefined) return back ?? [];
  if (isSure) return leave(tree, left);
  tree.unsure = left;
  return [];
}

/** To be asked of each record, with the events that were made of it. `tree` grows with it. */
export function branchFacts(tree: Branches, record: Rec, events: readonly DraftEvent[]): Fact[] {
  const id = str(record, "uuid");
  if (id === undefined) {
    noteCopies(tree.copies, record, shortened);
    return [...said(tree, record), ...putBack(tree)];
  }
  const prompt = events.find(({ kind, by }) => kind === "prompt" && by === "user");
  const own = record.parentUuid;
  const parent = typeof own === "string" ? shortened(own) : own === null ? "" : undefined;
  const facts = parent === undefined || prompt === undefined ? [] : prompted(tree, record, { parent, key: prompt.key });
  if (events.some(({ kind }) => kind === "compaction")) tree.isCompacted = true;
  grow(tree, shortened(id), parent ?? "");
  tree.last = events.at(-1)?.key ?? tree.last;
  return facts;
}
