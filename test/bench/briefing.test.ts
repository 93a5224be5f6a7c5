// How the benchmark of the briefing counts: halves, baselines, what is found and what is invented.
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parseArgs } from "../../bench/briefing/args.ts";
import { BASELINES, head, tail } from "../../bench/briefing/baselines.ts";
import { toItem, toNoise } from "../../bench/briefing/case.ts";
import { halfOf } from "../../bench/briefing/halves.ts";
import { citedIn, inventionsIn } from "../../bench/briefing/invented.ts";
import { type Found, isIn, measure, tally } from "../../bench/briefing/measure.ts";
import { readCase, realCases } from "../../bench/briefing/real.ts";
import { partOf } from "../../bench/briefing/report.ts";
import { type Result, resultOf } from "../../bench/briefing/result.ts";
import { syntheticCases } from "../../bench/briefing/synthetic/generate.ts";
import { tell } from "../../bench/briefing/tell.ts";
import { summarise } from "../../src/handoff/summarise.ts";
import { tokensOf } from "../../src/model/briefing.ts";
import type { AgentId, ProjectId } from "../../src/model/ids.ts";
import type { Session } from "../../src/model/session.ts";
import { edit, events, prompt, reply, SESSION, START, shell } from "../support/events.ts";
import { sharedTempFolder } from "../support/temp-folder.ts";

const folder = sharedTempFolder();

const item = (find: readonly string[]) => toItem({ kind: "tests", what: "it", find }, "here");

describe("what is found", () => {
  test("an item needs all of its patterns, wherever they stand", () => {
    expect(isIn("red on main:\nlogin fails", item(["login", "red|fail"]))).toBe(true);
    expect(isIn("login is done", item(["login", "red|fail"]))).toBe(false);
  });

  test("marks of code and of bold are nothing that a pattern has to know", () => {
    expect(isIn("run `npm test` **first**", item(["npm test first"]))).toBe(true);
  });

  test("a case's tally counts by kind", () => {
    const told = { items: [item(["a"]), item(["b"])], noise: [toNoise({ what: "n", find: ["c"] }, "here")] };
    const found = measure({ set: "real", name: "x", half: "dev", agent: "claude", path: "", about: "", ...told }, "a c");
    expect(tally([found], 1)).toMatchObject({ total: { found: 1, of: 2 }, noise: { found: 1, of: 1 } });
    expect(tally([found], 1).byKind.get("tests")).toEqual({ found: 1, of: 2 });
  });

  test("a pattern that is none, or a kind that is none, is refused with its place", () => {
    expect(() => item(["("])).toThrow("here");
    expect(() => item([])).toThrow("no pattern");
    expect(() => toItem({ kind: "mood" as "goal", what: "it", find: ["a"] }, "here")).toThrow("mood");
  });
});

describe("baselines", () => {
  const told = events(prompt("first thing"), reply("one"), shell("ls", "x"), reply("inner", { by: "subagent" }), reply("two"));

  test("the last reply, the first prompt with it, and the end of all replies", () => {
    expect(BASELINES["last reply"](told, 100)).toBe("two");
    expect(BASELINES["first prompt + last reply"](told, 100)).toBe("first thing\n\ntwo");
    expect(BASELINES["tail of the replies"](told, 100)).toBe("one\n\ntwo");
  });

  test("none is longer than its budget, and no character is cut in two", () => {
    const long = "進捗🙂".repeat(200);
    for (const cut of [head(long, 30), tail(long, 30)]) {
      expect(tokensOf(cut)).toBeLessThanOrEqual(30);
      expect(tokensOf(cut)).toBeGreaterThan(25);
      expect(Buffer.from(cut, "utf8").toString("utf8")).toBe(cut);
    }
    const many = events(prompt("p".repeat(4000)), reply("r".repeat(4000)));
    for (const baseline of Object.values(BASELINES)) expect(tokensOf(baseline(many, 300))).toBeLessThanOrEqual(300);
  });
});

describe("what is invented", () => {
  const told = events(
    prompt("make src/app.ts start on port 4100"),
    shell("npm test", "Tests  3 failed | 9 passed (12)", false),
    reply("It starts on 4100 since loadPort() reads it."),
  );
  const session: Session = {
    id: SESSION,
    agent: "claude" as AgentId,
    project: "none" as ProjectId,
    cwd: "/w",
    worktree: "/w",
    startedAt: START,
    lastAt: START,
    turns: 1,
  };
  const summary = summarise(SESSION, told, { root: "/w" });
  const inventions = (text: string) => inventionsIn(text, { session, summary, events: told }).map(({ token }) => token);

  test("what stands in the cited events is not", () => {
    expect(inventions("Goal: make src/app.ts start on port 4100\n## Last answer\nIt starts on 4100 since `loadPort()` reads it.")).toEqual(
      [],
    );
  });

  test("a number, a path, a name or a command that they do not hold is", () => {
    expect(inventions("Goal: make src/app.ts start on port 4101")).toEqual(["4101"]);
    expect(inventions("Goal: make src/app.ts start on port 4100 in lib/app.ts")).toContain("lib/app.ts");
    expect(inventions("It starts on 4100 since readPort() reads it.")).toEqual(["readPort"]);
    expect(inventions("It starts on 4100 since `npm start` reads it.")).toEqual(["npm start"]);
  });

  test("a path of Windows with slashes, and a command without its here-document or where its errors go, are not", () => {
    const on = events(
      prompt("Ship it"),
      edit("C:\\w\\lib\\app.ts"),
      shell("git commit -m \"$(cat <<'EOF'\nkeep the order\n\nof rows\nEOF\n)\"", "done"),
      shell("docker push shop/api \\\n  --quiet 2>&1 --all-tags", "done"),
    );
    const text =
      '- `git commit -m "keep the order"`\n- `docker push shop/api --quiet --all-tags`\nChanged and not committed: `lib/app.ts`.';
    const made = summarise(SESSION, on, { root: "C:\\w" });
    expect(inventionsIn(text, { session, summary: made, events: on })).toEqual([]);
    expect(inventionsIn(text.replace("order", "odour"), { session, summary: made, events: on })).toHaveLength(1);
  });

  test("a line that no item stands behind may say nothing but what is known of the session", () => {
    expect(inventions("- Somebody saw 17 rows")).toEqual(["17"]);
    expect(inventions("Session `0123456789ab`, last active 2026-11-30 10:00 UTC, in `/w`.")).toEqual([]);
  });

  test("whatever a summary holds is looked at, under any name", () => {
    expect(citedIn({ goal: { text: "a", from: [1] }, later: [{ of: { text: "b", why: "c", from: [2, 3] } }] })).toEqual([
      { texts: ["a"], from: [1] },
      { texts: ["b", "c"], from: [2, 3] },
    ]);
  });

  test("a briefing with one number changed is caught", () => {
    const [one] = syntheticCases(1, join(folder, "made"));
    if (one === undefined) throw new Error("no session");
    tell(one, join(folder, "raw"), ({ session: of, events: all, summary: made, briefing }) => {
      if (made === undefined) throw new Error("no summary");
      const around = { session: of, events: all, summary: made };
      const text = briefing(1500);
      const before = inventionsIn(text, around).map(({ token }) => token);
      const forged = text.replace(/^Goal: /m, "Goal: 31337 ");
      expect(forged).not.toBe(text);
      expect(inventionsIn(forged, around).map(({ token }) => token)).toEqual(
        [...before, "31337"].sort((a, b) => forged.indexOf(a) - forged.indexOf(b)),
      );
    });
  });
});

describe("halves and reports", () => {
  test("the half of a session is told by its name", () => {
    expect([halfOf("made-01"), halfOf("made-03")]).toEqual(["test", "dev"]);
  });

  test("of the half that is only reported there is nothing but totals", () => {
    const one = syntheticCases(1, join(folder, "shown")).find(({ half }) => half === "test");
    if (one === undefined) throw new Error("no session");
    const part = partOf([resultOf(one, join(folder, "raw"))], "test half", false);
    expect(part).toContain("| mem |");
    for (const { what, kind } of one.items) {
      expect(part).not.toContain(what);
      expect(part).not.toContain(`| ${kind} |`);
    }
  });

  test("a gate is met at its budget and missed below it", () => {
    const items = Array.from({ length: 10 }, () => item(["a"]));
    const made = (set: "real" | "synthetic", mem: number, rest: number, noise: number): Result => {
      const split = (found: number, noisy: number): Found => ({
        found: items.slice(0, found),
        missed: items.slice(found),
        noise: Array.from({ length: noisy }, () => ({ what: "n", find: [/n/] })),
      });
      const of = { set, name: "x", half: "dev" as const, agent: "claude", path: "", about: "", items, noise: [] };
      return { case: of, found: (way) => (way === "mem" ? split(mem, noise) : split(rest, 3)), whole: split(10, 0), inventions: [] };
    };
    const verdicts = (result: Result): string[] =>
      partOf([result], "x", false)
        .split("\n")
        .flatMap((line) => /(met|MISSED) \|$/.exec(line)?.[1] ?? []);
    // At 800, at 1500, invented; of real sessions misses and noise at both.
    expect(verdicts(made("synthetic", 9, 5, 0))).toEqual(["met", "MISSED", "met"]);
    expect(verdicts(made("synthetic", 8, 5, 0))).toEqual(["MISSED", "MISSED", "met"]);
    expect(verdicts(made("real", 7, 4, 1))).toEqual(["met", "met", "met", "met", "met"]);
    expect(verdicts(made("real", 6, 4, 2))).toEqual(["MISSED", "MISSED", "MISSED", "MISSED", "met"]);
    const forged = { ...made("real", 7, 4, 1), inventions: [{ line: "17 rows", token: "17" }] };
    expect(verdicts(forged).at(-1)).toBe("MISSED");
  });

  test("what is asked for wrongly is said", () => {
    expect(parseArgs(["--half", "both", "--write"])).toMatchObject({ half: "both", writes: true });
    expect(() => parseArgs(["--half", "best"])).toThrow("dev, test, both");
    expect(() => parseArgs(["--only", "real", "--write"])).toThrow("everything");
    expect(() => parseArgs(["--fast"])).toThrow("--fast");
  });
});

describe("real sessions", () => {
  const real = fileURLToPath(new URL("../../bench/briefing/real", import.meta.url));
  const corpus = fileURLToPath(new URL("../../../shared/corpus", import.meta.url));

  test("a file that is no case is refused", () => {
    writeFileSync(join(folder, "bad.json"), "no");
    expect(() => readCase(join(folder, "bad.json"), corpus)).toThrow("bad.json");
  });

  test.skipIf(!existsSync(corpus))("all that was written down can be read, with unique names", () => {
    const names = existsSync(real) ? readdirSync(real).filter((name) => name.endsWith(".json")) : [];
    const cases = realCases(real, corpus);
    expect(cases.map(({ name }) => `${name}.json`)).toEqual(names.sort());
    expect(cases.every(({ items }) => items.length > 0)).toBe(true);
  });
});
