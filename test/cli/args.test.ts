import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Command, parseArgs } from "../../src/cli/args.ts";
import { COMMANDS } from "../../src/cli/command-table.ts";
import { MemError } from "../../src/model/error.ts";

const parse = (line: string): Command => parseArgs(line === "" ? [] : line.split(" "), ["claude", "codex"]);
const faultOf = (line: string): MemError => {
  try {
    parse(line);
  } catch (error) {
    if (error instanceof MemError) return error;
    throw error;
  }
  throw new Error(`"${line}" was accepted`);
};

const plain = { args: [], isFresh: false, isResume: false, usesPty: true, isDryRun: false, isQuiet: false };
const agent = (word: string, isProgram = false) => ({ agent: { word, isProgram } });

describe("mem run", () => {
  test.each([
    ["run", { ...plain }],
    ["run claude", { ...plain, ...agent("claude") }],
    ["run --fresh --quiet claude", { ...plain, ...agent("claude"), isFresh: true, isQuiet: true }],
    ["run --from @2 codex --yolo", { ...plain, ...agent("codex"), from: "@2", args: ["--yolo"] }],
    ["run --from=7k3f --no-pty", { ...plain, from: "7k3f", usesPty: false }],
    ["run --resume --dry-run --then codex claude", { ...plain, ...agent("claude"), isResume: true, isDryRun: true, onLimit: "codex" }],
    ["run -- ./my-agent -- --help", { ...plain, ...agent("./my-agent", true), args: ["--", "--help"] }],
    ["run --fresh -- true", { ...plain, ...agent("true", true), isFresh: true }],
  ])("%s", (line, expected) => expect(parse(line)).toEqual({ kind: "run", ...expected }));

  test.each([
    "claude --version",
    "claude --help",
    "claude --dry-run",
    "claude -h",
    "codex --yolo -m gpt-5 do",
    "codex exec --json - --fresh",
    "claude --fresh --from x --dry-run",
    "claude -- -",
    "claude --quiet --no-pty",
  ])("everything behind the agent's name is the agent's: %s", (line) => {
    const [word, ...args] = line.split(" ");
    expect(parse(`run ${line}`)).toEqual({ kind: "run", ...plain, agent: { word, isProgram: false }, args });
  });

  test("any words behind the agent stay as they are", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (args) => {
        expect(parseArgs(["run", "--fresh", "claude", ...args])).toMatchObject({ kind: "run", args, isFresh: true });
        expect(parseArgs(["continue", "--", "x", ...args])).toMatchObject({
          kind: "continue",
          args,
          agent: { word: "x", isProgram: true },
        });
      }),
    );
  });

  test("an option's value is not taken for the agent", () => {
    expect(parse("run --from claude codex")).toMatchObject({ from: "claude", agent: { word: "codex" } });
  });
});

describe("the other commands", () => {
  test.each<[string, Command]>([
    ["", { kind: "home" }],
    ["--version", { kind: "version" }],
    ["--help", { kind: "help" }],
    ["help", { kind: "help" }],
    ["help run", { kind: "help", about: "run" }],
    ["run --help", { kind: "help", about: "run" }],
    ["sessions -h", { kind: "help", about: "sessions" }],
    ["continue --project shop codex -m x", { kind: "continue", ...plain, ...agent("codex"), project: "shop", args: ["-m", "x"] }],
    ["sessions --all --limit 5 --json", { kind: "sessions", isAll: true, limit: 5, isJson: true }],
    ["--all --json", { kind: "sessions", isAll: true, isJson: true }],
    ["sessions --project /w/shop --agent codex", { kind: "sessions", isAll: false, project: "/w/shop", agent: "codex", isJson: false }],
    ["show @1 --events", { kind: "show", session: "@1", part: "events", isJson: false }],
    ["show --json 7k3f", { kind: "show", session: "7k3f", part: "all", isJson: true }],
    [
      "brief --budget 800 --session @1 --agent codex",
      { kind: "brief", budget: 800, session: "@1", agent: "codex", isWhy: false, isJson: false },
    ],
    ["handoff", { kind: "handoff", isPending: false, isJson: false }],
    [
      "ingest a.jsonl b.jsonl --agent x",
      { kind: "ingest", files: ["a.jsonl", "b.jsonl"], agent: "x", isWatch: false, isQuiet: false, isJson: false },
    ],
    ["ingest -- -odd.jsonl", { kind: "ingest", files: ["-odd.jsonl"], isWatch: false, isQuiet: false, isJson: false }],
    ["agents --json", { kind: "agents", isJson: true }],
    ["doctor", { kind: "doctor", isJson: false }],
  ])("mem %s", (line, expected) => expect(parse(line)).toEqual(expected));
});

describe("wrong usage is exit code 2, with what to do", () => {
  test.each([
    ["rnu claude", 'mem has no command "rnu".', "Did you mean `mem run`? `mem --help` lists them all."],
    ["claude", 'mem has no command "claude".', "To start that agent: mem run claude"],
    ["xyzzy", 'mem has no command "xyzzy".', "`mem --help` lists them all."],
    ["help sesions", 'mem has no command "sesions".', "Did you mean `mem sessions`? `mem --help` lists them all."],
    ["run --frsh claude", "`mem run` has no option --frsh.", "Did you mean --fresh? `mem run --help` shows how it is used."],
    ["run --", "-- has to be followed by the program to run.", "For example: mem run -- ./my-agent"],
    ["run --fresh --from @1 claude", "--fresh and --from do not go together.", "`mem run --help` shows how it is used."],
    ["run --from --fresh", "--from needs a value: --from SESSION.", "`mem run --help` shows how it is used."],
    ["run --from", "--from needs a value: --from SESSION.", "`mem run --help` shows how it is used."],
    ["run --fresh=yes", "--fresh takes no value.", "`mem run --help` shows how it is used."],
    ["show", "`mem show` needs SESSION.", "For example: mem show @1"],
    ["show a b", '`mem show` does not know what to do with "b".', "`mem show --help` shows how it is used."],
    ["show a --events --screen", "--events and --screen do not go together.", "`mem show --help` shows how it is used."],
    ["show @1 --limit 3", "--limit goes with --events.", "`mem show --help` shows how it is used."],
    ["sessions --limit many", '--limit needs a whole number, 1 or more; "many" is none.', "`mem sessions --help` shows how it is used."],
    ["sessions --limit 0", '--limit needs a whole number, 1 or more; "0" is none.', "`mem sessions --help` shows how it is used."],
    ["--nonsense", "`mem sessions` has no option --nonsense.", "`mem sessions --help` shows how it is used."],
    ["handoff @1 --pending", "--pending takes no session.", "`mem handoff --help` shows how it is used."],
    ["agents now", '`mem agents` does not know what to do with "now".', "`mem agents --help` shows how it is used."],
  ])("mem %s", (line, message, hint) => expect(faultOf(line)).toMatchObject({ code: "bad-usage", message, hint, exitCode: 2 }));

  test("no words at all can bring anything else", () => {
    const word = fc.oneof(fc.constantFrom("--json", "--limit", "-x", "--", "-", "--from=", "=", "__proto__", "--__proto__"), fc.string());
    fc.assert(
      fc.property(fc.constantFrom(...COMMANDS.map((command) => command.name), "toString"), fc.array(word), (name, words) => {
        try {
          expect(parseArgs([name, ...words]).kind).toMatch(/^[a-z]+(-[a-z]+)?$/);
        } catch (error) {
          expect(error).toBeInstanceOf(MemError);
        }
      }),
    );
  });
});
