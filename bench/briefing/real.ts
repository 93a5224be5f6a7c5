// Real sessions: files of real/, each what a person who read that session wrote down of it. The sessions themselves lie beside the repository.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isTable } from "../../src/model/table.ts";
import { list, parseRec, type Rec, recs, str } from "../../src/transcript/json.ts";
import { type Case, type ItemKind, toItem, toNoise } from "./case.ts";
import { halfOf } from "./halves.ts";

/** Folders of the corpus → id of the reader. */
const AGENTS: Readonly<Record<string, string>> = { "claude-code": "claude", codex: "codex" };

const strings = (from: Rec, key: string): string[] => list(from, key).filter((each) => typeof each === "string");
const numbers = (from: Rec, key: string): number[] => list(from, key).filter((each) => typeof each === "number");

function itemOf(from: Rec, where: string) {
  // What is no kind is refused by toItem, with its name.
  const kind = str(from, "kind") as ItemKind;
  return toItem({ kind, what: str(from, "what") ?? "", find: strings(from, "find"), at: numbers(from, "at") }, where);
}

/** `corpus`: folder of the sessions. Throws for a file that is no case; undefined if its session is not there. */
export function readCase(path: string, corpus: string): Case | undefined {
  const from = parseRec(readFileSync(path, "utf8"));
  if (!isTable(from)) throw new Error(`${path} is not JSON.`);
  const file = str(from, "file") ?? "";
  const agent = AGENTS[file.split("/")[0] ?? ""];
  if (agent === undefined) throw new Error(`${path}: there is no reader for "${file}".`);
  if (!existsSync(join(corpus, file))) return undefined;
  const name = basename(file).replace(/\.jsonl$/, "");
  return {
    set: "real",
    name,
    half: halfOf(name),
    agent,
    path: join(corpus, file),
    about: str(from, "about") ?? "",
    items: recs(from, "items").map((item) => itemOf(item, path)),
    noise: recs(from, "noise").map((noise) => toNoise({ what: str(noise, "what") ?? "", find: strings(noise, "find") }, path)),
  };
}

/** All of `folder` whose sessions are there, by name. */
export function realCases(folder: string, corpus: string): Case[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.sort().flatMap((name) => readCase(join(folder, name), corpus) ?? []);
}
