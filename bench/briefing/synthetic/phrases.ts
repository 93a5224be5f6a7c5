// How people and agents say it, in their languages; what is said in one half is said in other words in the other.
import type { Half } from "../halves.ts";
import type { Random } from "./random.ts";

/** What is said → the slots of its sentence. */
export type PhraseKey =
  | "goal" // {thing} {place}
  | "correct" // {thing} {old} {new}
  | "decideUser" // {chosen} {dropped} {why}
  | "decideAgent" // {chosen} {dropped} {why}
  | "whyLicence" // {it} {term}
  | "whyRuntime"
  | "whyCost"
  | "whyLatency"
  | "revoke" // {old} {new} {why}
  | "trying" // {approach}
  | "failed" // {approach} {error}
  | "reject" // {approach} {rule}
  | "rejected" // {approach}, the agent's answer
  | "portTaken" // {taken} {service} {free}
  | "version" // {version} {host}
  | "readOnly" // {host} {person}
  | "onlyWith" // {command}
  | "push" // {branch} {person}
  | "pushed" // {branch}
  | "listed" // nothing
  | "second" // {thing} {place}
  | "beginning" // {file}
  | "ask" // {thing} {place} {other}
  | "userAsks" // {thing} {place}
  | "delegate" // {place}
  | "finding" // {finding} {file} {count}
  | "folder" // {folder} {file}
  | "pasted" // {thing} {place}
  | "thanks"
  | "bye"
  | "fillerAsk" // {name} {file}
  | "fillerDone" // {name} {file}
  | "looking" // {file}
  | "touchUp" // {name}: a small change asked for
  | "allGreen" // {count}
  | "wrapUp" // {file}
  | "goOn"
  /** Sentences of no consequence around the others. */
  | "detail" // {name} {file}, the agent's
  | "context"; // {name}, the user's

export type Phrases = Readonly<Record<PhraseKey, Readonly<Record<Half, readonly string[]>>>>;

export type Slots = Readonly<Record<string, string | number>>;

/** Throws for a slot that nobody filled: a bug of the generator's. */
export function say(phrases: Phrases, half: Half, random: Random, key: PhraseKey, slots: Slots = {}): string {
  return random.pick(phrases[key][half]).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = slots[name];
    if (value === undefined) throw new Error(`${key} has no ${name}`);
    return String(value);
  });
}
