import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Fact } from "../../src/model/event.ts";
import { claude } from "../../src/transcript/readers/claude.ts";

const demo = fileURLToPath(new URL("../../demo/", import.meta.url));
const ID = "11111111-2222-4333-8444-555555555555";
const PROMPTS = ["Receipts are a cent off.", "Should we take a decimal library?", "Then make the refund right."];
const folder = realpathSync(mkdtempSync(join(tmpdir(), "mem-demo-agent-")));
const project = join(folder, "till");
let printed = "";
let facts: Fact[] = [];

beforeAll(async () => {
  mkdirSync(project);
  const { makeProject } = (await import(`${demo}project.mjs`)) as { makeProject(folder: string, env: NodeJS.ProcessEnv): void };
  makeProject(project, process.env);
  const args = [`${demo}agent.mjs`, "scout", join(folder, "histories"), "--session-id", ID];
  printed = execFileSync(process.execPath, args, { cwd: project, input: `${PROMPTS.join("\n")}\n`, encoding: "utf8" });
  const below = join(folder, "histories", readdirSync(join(folder, "histories"))[0] ?? "");
  const path = join(below, `${ID}.jsonl`);
  const state = claude.start(path);
  const lines = readFileSync(path, "utf8").trim().split("\n");
  facts = lines.flatMap((text, index) => claude.step(state, { line: index + 1, text, sizeBytes: text.length }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the demo's agent", () => {
  test("really edits the file and really runs the failing test", () => {
    expect(readFileSync(join(project, "src/money.js"), "utf8")).toContain("euros + 'e2'");
    expect(printed).toContain("not ok 2 - a refund is rounded like a sale");
    expect(printed).toMatch(/You've hit your 5-hour limit · resets \d\d:\d\d \(UTC\)\s*$/);
  });

  test("keeps a history that is read whole: session, prompts, calls with results, replies, the limit", () => {
    expect(facts.filter((fact) => fact.kind === "skipped")).toEqual([]);
    expect(facts.find((fact) => fact.kind === "session")).toMatchObject({ nativeId: ID, cwd: project, branch: "main" });
    const events = facts.flatMap((fact) => (fact.kind === "event" ? [fact.event] : []));
    expect(events.map(({ kind, tool, ok }) => [kind, tool, ok].filter((part) => part !== undefined).join(" "))).toEqual([
      "prompt",
      "tool_call Read",
      "tool_result Read true",
      "tool_call Bash",
      "tool_result Bash true",
      "tool_call Edit",
      "tool_result Edit true",
      "tool_call Bash",
      "tool_result Bash false",
      "reply",
      "prompt",
      "reply",
      "prompt",
      "limit",
    ]);
    expect(events.filter(({ kind }) => kind === "prompt").map(({ text }) => text)).toEqual(PROMPTS);
    expect(events.at(-1)?.resetsAt).toBeGreaterThan(events.at(-1)?.at ?? Number.POSITIVE_INFINITY);
  });
});
