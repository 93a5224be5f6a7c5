// What the user of Claude Code went back to before (Esc Esc, `/rewind`). Its history is a tree, told by `parentUuid`, and nothing is ever taken
// out: a prompt that replaces another has the parent that the other one had. Measured in 2.1.332: for a prompt that replaces the first
// one that parent is null, and a `last-prompt` record says so, with a leaf of zeros.
import type { DraftEvent, Fact } from "../../model/event.ts";
import { flag, type Rec, str } from "../json.ts";

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
  /** The newest prompt has no parent, though others came before: it replaces them, if that is said. */
  unsure?: Left & { count: number };
  /** Compacted since the newest prompt: then the next one's parent may be one of the messages that were kept. */
  isCompacted: boolean;
  /** Two processes write here, each with a branch of its own: none of them is left for good. */
  isShared: boolean;
};

export const noBranches = (): Branches => ({ heads: [], left: [], tip: "", last: "", isCompacted: false, isShared: false });

/** Of so many prompts the place is remembered; to go back further is not noticed. */
const MAX_HEADS = 300;
const MAX_LEFT = 8;
const ID_DIGITS = 13;
const NO_ID = /^[0-]+$/;

const shortened = (id: string): string => id.slice(0, ID_DIGITS);

const rewound = ({ from, upTo }: Left, isBack = false): Fact => ({
  kind: "rewound",
  events: { kind: "range", from, upTo },
  ...(isBack && { isBack: true }),
});

function leave(tree: Branches, left: Left): Fact[] {
  tree.left = [...tree.left, left].slice(-MAX_LEFT);
  return [rewound(left)];
}

/** The prompt that this one takes the place of, with all that followed. Queued prompts never take another's place. */
function replaced(tree: Branches, record: Rec, parent: string): Fact[] {
  const at = tree.heads.findIndex((head) => head.parent === parent);
  const first = tree.heads[at];
  if (first === undefined || tree.isShared || record.type !== "user") return [];
  const left = { tip: tree.tip, from: first.key, upTo: tree.last };
  if (parent === "") {
    tree.unsure = { ...left, count: tree.heads.length };
    return [];
  }
  if (tree.isCompacted) return [];
  tree.heads = tree.heads.slice(0, at);
  return leave(tree, left);
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

/** The record that says that the conversation begins anew with its newest prompt. */
function begunAnew(tree: Branches, record: Rec): Fact[] {
  const { unsure } = tree;
  const leaf = str(record, "leafUuid");
  if (unsure === undefined || record.type !== "last-prompt" || !flag(record, "explicit") || leaf === undefined || !NO_ID.test(leaf))
    return [];
  delete tree.unsure;
  tree.heads = tree.heads.slice(unsure.count);
  const { count: _, ...left } = unsure;
  return leave(tree, left);
}

/** To be asked of each record, with the events that were made of it. `tree` grows with it. */
export function branchFacts(tree: Branches, record: Rec, events: readonly DraftEvent[]): Fact[] {
  const id = str(record, "uuid");
  if (id === undefined) return begunAnew(tree, record);
  const prompt = events.find(({ kind, by }) => kind === "prompt" && by === "user");
  const own = record.parentUuid;
  const parent = typeof own === "string" ? shortened(own) : own === null ? "" : undefined;
  let facts: Fact[] = [];
  if (parent !== undefined && prompt !== undefined) {
    delete tree.unsure;
    facts = goneOnWith(tree, parent) ?? replaced(tree, record, parent);
    tree.heads = [...tree.heads, { parent, key: prompt.key }].slice(-MAX_HEADS);
    tree.isCompacted = false;
  }
  if (events.some(({ kind }) => kind === "compaction")) tree.isCompacted = true;
  grow(tree, shortened(id), parent ?? "");
  tree.last = events.at(-1)?.key ?? tree.last;
  return facts;
}
