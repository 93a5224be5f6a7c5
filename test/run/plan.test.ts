import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { builtInAgents, findAgent, programSpec } from "../../src/agents/catalog.ts";
import { HOOK_MAX_CHARS } from "../../src/agents/hook-output.ts";
import type { AgentSpec } from "../../src/model/agent.ts";
import { bareMark, originsIn, withoutBriefings } from "../../src/model/briefing.ts";
import { type NativeId, parseNativeId, parseRunId, type RunId } from "../../src/model/ids.ts";
import { isConversation, type PlanRequest, planLaunch } from "../../src/run/plan.ts";

const known = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error("test data must parse");
  return value;
};
const agents = builtInAgents();
const claude = known(findAgent(agents, "claude"));
const codex = known(findAgent(agents, "codex"));
const RUN: RunId = known(parseRunId("0123456789abcdef"));
const OLD: NativeId = known(parseNativeId("99999999-2222-4333-8444-555555555555"));
const UUID = "11111111-2222-4333-8444-555555555555";
const BRIEF = `<mem-briefing origin="mem:run:${RUN}">\nWe chose "b" over \\a.\n</mem-briefing>`;

const request = (spec: AgentSpec, more: Partial<PlanRequest> = {}): PlanRequest => ({
  spec,
  executable: `/bin/${spec.command[0]}`,
  args: [],
  run: RUN,
  runDir: "/run/r1",
  pluginDir: "/mem/plugins/x",
  uuid: UUID,
  features: new Set(spec.probe),
  userConfig: "",
  env: {},
  ...more,
});

const hookText = (json: string | undefined): string => JSON.parse(json ?? "{}").hookSpecificOutput.additionalContext;
/** Value of the last `-c developer_instructions=`, as TOML (and JSON) reads it. */
const instructions = (argv: readonly string[]): string | undefined => {
  const last = argv.findLast((arg) => arg.startsWith("developer_instructions="));
  return last === undefined ? undefined : JSON.parse(last.slice("developer_instructions=".length));
};

describe("a new session", () => {
  test("Claude Code gets an id of ours, the briefing in a file, our plugin, then the user's own arguments", () => {
    const plan = planLaunch(request(claude, { briefing: BRIEF, args: ["--model", "opus", "fix it"] }));
    expect(plan.argv).toEqual([
      ...["/bin/claude", "--session-id", UUID, "--append-system-prompt-file", "/run/r1/brief.md"],
      ...["--plugin-dir", "/mem/plugins/x", "--model", "opus", "fix it"],
    ]);
    expect(plan).toMatchObject({ kind: "new", nativeId: UUID, delivery: { channel: "args" }, files: { "brief.md": BRIEF } });
    expect(plan.env.MEM_RUN_DIR).toBe("/run/r1");
  });

  test("one answer for a program gets no hook of ours in its stream, unless the hook has to carry the briefing", () => {
    const args = ["-p", "--output-format", "stream-json", "hi"];
    const plan = planLaunch(request(claude, { briefing: BRIEF, args }));
    expect(plan.argv).not.toContain("--plugin-dir");
    expect([plan.delivery.channel, plan.env.MEM_RUN_DIR]).toEqual(["args", undefined]);
    const byHook = planLaunch(request(claude, { briefing: BRIEF, args: [...args, "--append-system-prompt-file", "own.md"] }));
    expect(byHook.argv).toContain("--plugin-dir");
    expect(byHook.delivery.channel).toBe("hook");
    const resumed = planLaunch(request(claude, { since: BRIEF, args: ["--continue", ...args] }));
    expect(resumed.argv).toContain("--plugin-dir");
  });

  test("Codex gets the user's own instructions in front of the briefing, before the user's arguments", () => {
    const plan = planLaunch(request(codex, { briefing: BRIEF, args: ["exec", "go"], userConfig: "Speak German." }));
    expect(plan.argv.slice(4)).toEqual(["exec", "go"]);
    expect(plan.argv[2]).toBe("-c");
    expect(instructions(plan.argv)).toBe(`Speak German.\n\n${BRIEF}`);
    expect(plan).toMatchObject({ kind: "new", delivery: { channel: "config" }, files: {} });
    expect(plan.nativeId).toBeUndefined();
  });

  test("Codex is asked for no background server, or warns that our -c keeps it off; once, where it knows the word, and not if it warns anyway", () => {
    const asked = (more: Partial<PlanRequest>) => planLaunch(request(codex, more)).argv.filter((arg) => arg === "--no-daemon");
    expect(planLaunch(request(codex, { briefing: BRIEF, args: ["go"] })).argv.slice(1, 3)).toEqual(["--no-daemon", "-c"]);
    expect(asked({})).toHaveLength(1);
    expect(asked({ since: BRIEF, args: ["resume", OLD] })).toHaveLength(1);
    expect(asked({ briefing: BRIEF, args: ["--no-daemon", "go"] })).toHaveLength(1);
    expect(asked({ briefing: BRIEF, args: ["-c", "model=o3", "go"] })).toEqual([]);
    expect(asked({ briefing: BRIEF, args: ["--remote", "ws://x"] })).toEqual([]);
    const old = planLaunch(request(codex, { briefing: BRIEF, features: new Set() }));
    expect([old.argv[1], old.delivery.channel]).toEqual(["-c", "config"]);
  });

  test("the user's own -c developer_instructions stays, and ours comes right after it, with the user's text in front", () => {
    const args = ["exec", "-c", "developer_instructions=Mine.", "-m", "gpt-5", "go"];
    const plan = planLaunch(request(codex, { briefing: BRIEF, args, userConfig: "Mine." }));
    expect(plan.argv.slice(1, 5)).toEqual(["exec", "-c", "developer_instructions=Mine.", "-c"]);
    expect(plan.argv.slice(6)).toEqual(["-m", "gpt-5", "go"]);
    expect(instructions(plan.argv)).toBe(`Mine.\n\n${BRIEF}`);
  });

  test("instructions that nobody could read are not replaced", () => {
    const { userConfig: _none, ...unread } = request(codex, { briefing: BRIEF });
    const plan = planLaunch(unread);
    expect(plan.argv).toEqual(["/bin/codex"]);
    expect(plan.delivery).toEqual({ channel: "none", why: "your own developer_instructions could not be read, so it is kept" });
  });

  test("instructions too long for an argument are left alone, and it is said", () => {
    const plan = planLaunch(request(codex, { briefing: BRIEF, userConfig: "x".repeat(200_000) }));
    expect(plan.delivery).toMatchObject({ channel: "none", why: expect.stringContaining("too long") });
    expect(plan.argv).toEqual(["/bin/codex"]);
  });

  test("a flag that the config value does not go together with keeps it away", () => {
    const plan = planLaunch(request(codex, { briefing: BRIEF, args: ["exec", "--remote", "ws://x", "go"] }));
    expect(plan.argv).toEqual(["/bin/codex", "exec", "--remote", "ws://x", "go"]);
    expect(plan.delivery).toEqual({ channel: "none", why: "with your own --remote it cannot be passed" });
  });

  test("without a briefing a session whose id we choose carries nothing; another carries a mark that says nothing", () => {
    const chosen = planLaunch(request(claude));
    expect(chosen.argv).toEqual(["/bin/claude", "--session-id", UUID, "--plugin-dir", "/mem/plugins/x"]);
    expect(chosen.delivery).toEqual({ channel: "none", why: "no briefing" });
    const marked = planLaunch(request(codex, { userConfig: "Mine." }));
    expect(instructions(marked.argv)).toBe(`Mine.\n\n${bareMark(RUN)}`);
    expect(originsIn(instructions(marked.argv) ?? "")).toEqual([RUN]);
    expect(withoutBriefings(instructions(marked.argv) ?? "")).toBe("Mine.");
    expect(marked.delivery).toEqual({ channel: "none", why: "no briefing" });
  });

  test("the user's own --session-id is kept and is the session's id", () => {
    const plan = planLaunch(request(claude, { args: ["--session-id", OLD] }));
    expect(plan.argv.filter((arg) => arg === "--session-id")).toHaveLength(1);
    expect(plan).toMatchObject({ kind: "new", nativeId: OLD });
    expect(planLaunch(request(claude, { args: ["--session-id", UUID], resume: OLD, briefing: BRIEF })).argv).not.toContain("--resume");
  });

  test("the user's own --append-system-prompt stays beside our file", () => {
    const plan = planLaunch(request(claude, { briefing: BRIEF, args: ["--append-system-prompt", "Mine."] }));
    expect(plan.argv).toContain("--append-system-prompt-file");
    expect(plan.argv.slice(-2)).toEqual(["--append-system-prompt", "Mine."]);
  });

  test("of two --append-system-prompt-file the last would win, so beside the user's ours goes through the hook", () => {
    const plan = planLaunch(request(claude, { briefing: BRIEF, args: ["--append-system-prompt-file", "mine.md"] }));
    expect(plan.argv.filter((arg) => arg === "--append-system-prompt-file")).toHaveLength(1);
    expect(plan.delivery).toEqual({ channel: "hook" });
    expect(hookText(plan.files["start.json"])).toBe(BRIEF);
  });

  test("where hooks are off too, the text itself is the last way", () => {
    const old = new Set(["--append-system-prompt", "--plugin-dir", "--session-id"]);
    const plan = planLaunch(request(claude, { briefing: BRIEF, args: ["--bare"], features: old }));
    expect(plan.argv).toContain(BRIEF);
    expect(plan.delivery).toEqual({ channel: "args" });
    expect(plan.env.MEM_RUN_DIR).toBeUndefined();
  });

  test("a version that knows none of our flags starts with the user's arguments alone, and it is said why", () => {
    const plan = planLaunch(request(claude, { briefing: BRIEF, args: ["hi"], features: new Set() }));
    expect(plan.argv).toEqual(["/bin/claude", "hi"]);
    expect(plan.delivery).toEqual({ channel: "none", why: "this version of Claude Code does not know --append-system-prompt-file" });
    expect(plan.nativeId).toBeUndefined();
  });

  test("a text that the hook could not pass whole is cut at a line, and its fence still closes", () => {
    const long = BRIEF.replace("We", `${"long line\n".repeat(1200)}We`);
    const plan = planLaunch(request(claude, { briefing: long, args: ["--append-system-prompt-file", "mine.md"] }));
    const text = hookText(plan.files["start.json"]);
    expect(text.length).toBeLessThanOrEqual(HOOK_MAX_CHARS);
    expect(text.endsWith("long line\n[mem: the rest did not fit here]\n</mem-briefing>")).toBe(true);
  });

  test("what an outer run left in the environment is removed", () => {
    const outer = { env: { MEM_RUN_DIR: "/outer", MEM_BRIEFING: "/outer/brief.md" } };
    expect(planLaunch(request({ ...codex, resumed: [] }, outer)).env).toEqual({ MEM_RUN_DIR: undefined, MEM_BRIEFING: undefined });
    expect(planLaunch(request(codex, outer)).env.MEM_RUN_DIR).toBe(request(codex).runDir);
  });

  test("any other program is told by a file named in its environment", () => {
    const spec = programSpec("./my-agent");
    const plan = planLaunch(request(spec, { executable: "/w/my-agent", args: ["--resume", "--version"], briefing: BRIEF }));
    expect(plan.argv).toEqual(["/w/my-agent", "--resume", "--version"]);
    expect(plan).toMatchObject({ kind: "new", delivery: { channel: "file" }, files: { "brief.md": BRIEF } });
    expect(plan.env.MEM_BRIEFING).toBe("/run/r1/brief.md");
    expect(planLaunch(request(spec)).files).toEqual({});
  });
});

describe("a resumed session", () => {
  test("Claude Code resumes by id and is told what happened since by its hook", () => {
    const plan = planLaunch(request(claude, { resume: OLD, since: BRIEF, args: ["--model", "opus"] }));
    expect(plan.argv).toEqual(["/bin/claude", "--plugin-dir", "/mem/plugins/x", "--resume", OLD, "--model", "opus"]);
    expect(plan).toMatchObject({ kind: "resumed", nativeId: OLD, delivery: { channel: "hook" } });
    expect(hookText(plan.files["resume.json"])).toBe(BRIEF);
  });

  test("Codex resumes by its subcommand, behind `exec` if the user asks for that", () => {
    const plan = planLaunch(request(codex, { resume: OLD, args: ["--yolo"] }));
    expect(plan.argv.slice(4)).toEqual(["resume", OLD, "--yolo"]);
    const headless = planLaunch(request(codex, { resume: OLD, args: ["-m", "gpt-5", "exec", "--json", "go"] }));
    expect(headless.argv.slice(4)).toEqual(["-m", "gpt-5", "exec", "resume", OLD, "--json", "go"]);
  });

  test("Codex cannot be told what happened since without its own hook: the plan says so, and the mark still goes along", () => {
    const plan = planLaunch(request(codex, { resume: OLD, since: BRIEF }));
    expect(plan.delivery).toMatchObject({ channel: "none", why: expect.stringContaining("hook") });
    expect(instructions(plan.argv)).toBe(bareMark(RUN));
  });

  test("a hook of ours that Codex's user may have installed finds this run's folder", () => {
    for (const args of [[], ["resume", OLD], ["exec", "go"]])
      expect(planLaunch(request(codex, { args })).env.MEM_RUN_DIR).toBe(request(codex).runDir);
  });

  test("with hooks off nothing can be told", () => {
    const plan = planLaunch(request(claude, { resume: OLD, since: BRIEF, args: ["--safe-mode"] }));
    expect(plan.delivery).toMatchObject({ channel: "none", why: expect.stringContaining("--safe-mode") });
    expect(plan.files).toEqual({});
  });

  test.each([
    ["claude", ["--resume", OLD], OLD],
    ["claude", [`--resume=${OLD}`, "go on"], OLD],
    ["claude", ["-r", OLD], OLD],
    ["claude", ["-r", "my title"], undefined],
    ["claude", ["-c"], undefined],
    ["claude", ["-pc", "go on"], undefined],
    ["claude", ["--resume", OLD, "--fork-session"], undefined],
    ["codex", ["resume", OLD], OLD],
    ["codex", ["-m", "gpt-5", "resume", "--last"], undefined],
    ["codex", ["exec", "resume", OLD, "go on"], OLD],
    ["codex", ["fork", OLD], undefined],
  ])("%s %j is the user's own choice of session", (agent, args, nativeId) => {
    const spec = known(findAgent(agents, agent));
    const plan = planLaunch(request(spec, { args, briefing: BRIEF, resume: known(parseNativeId("other")) }));
    expect(plan.kind).toBe("resumed");
    expect(plan.nativeId).toBe(nativeId);
    expect(plan.argv.slice(-args.length)).toEqual(args);
    expect(plan.argv).not.toContain("--session-id");
    expect(plan.argv.join(" ")).not.toContain("other");
  });

  test.each([
    ["claude", ["--append-system-prompt", "--resume"]],
    ["claude", ["-p", "--", "-c"]],
    ["codex", ["-c", "model=o3"]],
    ["codex", ["exec", "please resume"]],
    ["codex", ["-p", "resume", "go"]],
  ])("%s %j is a new session", (agent, args) => {
    expect(planLaunch(request(known(findAgent(agents, agent)), { args })).kind).toBe("new");
  });

  test("an agent that cannot resume is a fault with a hint", () => {
    expect(() => planLaunch(request(programSpec("cat"), { resume: OLD }))).toThrow("cannot resume");
  });
});

describe("what is no conversation runs untouched", () => {
  test.each([
    ["claude", ["--version"]],
    ["claude", ["mcp", "list"]],
    ["claude", ["--settings", "s.json", "mcp", "list", "--yolo"]],
    ["claude", ["-p", "x", "--help"]],
    ["claude", ["--bg", "do it"]],
    ["codex", ["-c", "a=b", "login"]],
    ["codex", ["exec", "--help"]],
    ["codex", ["-V"]],
  ])("%s %j", (agent, args) => {
    const spec = known(findAgent(agents, agent));
    const plan = planLaunch(request(spec, { args, briefing: BRIEF, resume: OLD }));
    expect(plan).toMatchObject({ kind: "plain", argv: [`/bin/${agent}`, ...args], env: {}, files: {} });
    expect(isConversation(spec, args)).toBe(false);
  });

  test.each([
    ["claude", ["-p", "say mcp"]],
    ["claude", ["-p", "mcp"]],
    ["claude", ["doctor", "--print"]],
    ["claude", ["--append-system-prompt", "--help"]],
    ["claude", ["--add-dir", "mcp", "doctor"]],
    ["codex", ["-C", "login"]],
    ["codex", ["--", "login"]],
    ["codex", ["exec", "--", "--help"]],
    ["codex", ["-i", "a.png", "login", "--", "what is this"]],
  ])("but %s %j is one", (agent, args) => {
    expect(isConversation(known(findAgent(agents, agent)), args)).toBe(true);
  });
});

describe("--yolo", () => {
  test("becomes the agent's own flag, in its place", () => {
    const plan = planLaunch(request(claude, { args: ["-p", "--yolo", "go"] }));
    expect(plan.argv.slice(-3)).toEqual(["-p", "--dangerously-skip-permissions", "go"]);
  });

  test("stays where the agent spells it so, where it is a value, and after --", () => {
    expect(planLaunch(request(codex, { args: ["--yolo"] })).argv.at(-1)).toBe("--yolo");
    expect(planLaunch(request(claude, { args: ["--name", "--yolo"] })).argv.slice(-2)).toEqual(["--name", "--yolo"]);
    expect(planLaunch(request(claude, { args: ["--", "--yolo"] })).argv.at(-1)).toBe("--yolo");
  });

  test("of several words does not move what is inserted behind it", () => {
    const wordy = { ...codex, yolo: ["--sandbox", "none", "--ask", "never"] };
    const args = ["--yolo", "-c", "developer_instructions=Mine.", "exec", "go"];
    const plan = planLaunch(request(wordy, { args, userConfig: "Mine.", briefing: BRIEF, resume: OLD }));
    expect(plan.argv.slice(1, 8)).toEqual([...wordy.yolo, "-c", "developer_instructions=Mine.", "-c"]);
    expect(plan.argv.slice(9)).toEqual(["exec", "resume", OLD, "go"]);
  });
});

describe("for any arguments after the agent's name", () => {
  const word = fc.oneof(
    fc.constantFrom("-c", "--resume", "resume", "exec", "--", "-", "-p", "developer_instructions=x", "-cdeveloper_instructions=y", "-i"),
    fc.constantFrom(
      "--append-system-prompt-file",
      "--plugin-dir",
      "mcp",
      "--session-id",
      "-rx",
      "--bare",
      "--config=developer_instructions=z",
    ),
    fc.string(),
  );
  const isWithin = (part: readonly string[], all: readonly string[]): boolean => {
    let from = 0;
    return part.every((one) => {
      from = all.indexOf(one, from) + 1;
      return from !== 0;
    });
  };
  const anyRequest = fc.record({
    args: fc.array(word, { maxLength: 12 }),
    spec: fc.constantFrom(claude, codex, programSpec("x")),
    isAsked: fc.boolean(),
    features: fc.constantFrom(new Set<string>(), new Set(claude.probe)),
  });

  test("all of the user's words are in the plan, in their order", () => {
    fc.assert(
      fc.property(anyRequest, ({ args, spec, isAsked, features }) => {
        const resume = isAsked && spec.session.resume !== undefined ? { resume: OLD } : {};
        const plan = planLaunch(request(spec, { args, features, briefing: BRIEF, since: BRIEF, userConfig: "u", ...resume }));
        expect(
          isWithin(
            args.filter((arg) => arg !== "--yolo"),
            plan.argv.slice(1),
          ),
        ).toBe(true);
        if (plan.kind === "plain") expect(plan.argv.slice(1)).toEqual(args);
      }),
    );
  });
});
