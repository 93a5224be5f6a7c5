import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { adapters } from "../../src/agents/adapters/adapters.ts";
import { builtInAgents, findAgent, loadAgents, noSuchAgent, programSpec } from "../../src/agents/catalog.ts";
import { mergeAgents, parseAgents } from "../../src/agents/entries.ts";
import { ENTRY_KEYS } from "../../src/agents/spec-schema.ts";
import { MemError } from "../../src/model/error.ts";

const FILE = "/home/me/.config/mem/agents.toml";
const faultOf = (work: () => unknown): MemError => {
  try {
    work();
  } catch (error) {
    if (error instanceof MemError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
};
const load = (text: string | undefined) => loadAgents({ readText: (path) => (path === FILE ? text : undefined) }, "/home/me/.config/mem");

describe("the agents that come with mem", () => {
  test("Claude Code and Codex are complete", () => {
    const agents = builtInAgents();
    for (const id of ["claude", "codex"]) {
      const agent = findAgent(agents, id);
      expect(agent).toMatchObject({ level: "verified", history: { reader: id } });
      expect(agent?.brief.length).toBeGreaterThan(0);
      expect(agent?.yolo.length).toBe(1);
      expect(agent?.session.resume?.join(" ")).toContain("{id}");
      expect(agent?.plain.flags).toContain("--version");
    }
  });

  test("every adapter that an entry names is there", () => {
    for (const agent of builtInAgents()) if (agent.adapter !== undefined) expect(Object.keys(adapters)).toContain(agent.adapter);
  });

  test("every flag we pass that an old version may lack is one that is asked for", () => {
    const claude = findAgent(builtInAgents(), "claude");
    const ours = [...(claude?.always ?? []), ...(claude?.session.choose ?? [])];
    const told = claude?.brief.flatMap((via) => (via.kind === "args" ? via.args : [])) ?? [];
    for (const arg of [...ours, ...told]) if (arg.startsWith("--")) expect(claude?.probe).toContain(arg);
    for (const { brief, probe } of builtInAgents())
      for (const via of brief) if (via.kind === "config") expect(probe).toEqual(expect.arrayContaining([...via.beside]));
  });

  test("no word is both a conversation's and not", () => {
    for (const agent of builtInAgents()) {
      const words = [...agent.session.selectors, ...agent.session.chosen, ...agent.session.resumeIn];
      for (const plain of [...agent.plain.subcommands, ...agent.plain.flags]) expect(words).not.toContain(plain);
    }
  });
});

describe("a file of agents", () => {
  test("has no key that its page does not explain", () => {
    const page = readFileSync(new URL("../../docs/agents-toml.md", import.meta.url), "utf8");
    for (const key of ENTRY_KEYS) expect(page).toMatch(new RegExp(`\`${key}[\`.]`));
  });

  test("fills in what an entry leaves out", () => {
    const [acme] = parseAgents({ agents: { acme: { brief: "paste" } } }, FILE);
    expect(acme).toMatchObject({
      id: "acme",
      name: "acme",
      command: ["acme"],
      level: "documented",
      brief: [{ kind: "paste" }],
      resumed: [],
    });
  });

  test.each([
    [{ agents: { acme: { comand: ["x"] } } }, `${FILE}: agent "acme": unknown key "comand".`, 'Did you mean "command"?'],
    [{ agents: { acme: { command: "x" } } }, `${FILE}: agent "acme": command: expected a list.`, undefined],
    [
      { agents: { acme: { level: "great" } } },
      `${FILE}: agent "acme": level: expected ("verified" | "documented" | "unknown").`,
      undefined,
    ],
    [{ agents: { acme: { session: { choose: [1] } } } }, `${FILE}: agent "acme": session.choose.0: expected a text.`, undefined],
    [{ agents: { acme: { like: "nobody" } } }, `${FILE}: agent "acme": like = "nobody": there is no such agent.`, undefined],
    [{ agents: { acme: 1 } }, `${FILE}: agent "acme": has to be a table: [agents.acme].`, undefined],
    [{ agents: { "a b": {} } }, `${FILE}: agent "a b": a name has letters, digits and . _ + - only.`, undefined],
    [{ agnts: {} }, `${FILE}: unknown key "agnts".`, "Every agent is a table [agents.NAME]."],
    [[], `${FILE}: "agents" has to be a table: [agents.NAME].`, undefined],
  ])("%j is refused with file, agent, key and what was expected", (raw, message, hint) => {
    const fault = faultOf(() => parseAgents(raw, FILE));
    expect(fault.code).toBe("bad-agents-file");
    expect(fault.message).toBe(message);
    expect(fault.hint).toBe(hint);
  });

  test("a way to brief that does not exist is told with the ones that do", () => {
    const fault = faultOf(() => parseAgents({ agents: { acme: { brief: { via: "telepathy" } } } }, FILE));
    expect(fault.message).toContain("brief");
    expect(fault.message).toContain('"args"');
  });

  test("like = takes everything but the name from another entry, in chains, and merges tables key by key", () => {
    const agents = parseAgents(
      {
        agents: {
          a: { name: "A", command: ["a"], plain: { subcommands: ["s"], flags: ["-v"] }, yolo: ["-y"], brief: { via: "paste" } },
          b: { like: "a", plain: { flags: ["-V"] } },
          c: { like: "b", command: ["c"], brief: { via: "dir", args: ["-d", "{brief_dir}"], file: "X.md" } },
        },
      },
      FILE,
    );
    expect(agents[1]).toMatchObject({ id: "b", name: "b", command: ["a"], yolo: ["-y"], plain: { subcommands: ["s"], flags: ["-V"] } });
    expect(agents[2]).toMatchObject({ command: ["c"], plain: { flags: ["-V"] }, brief: [{ kind: "dir", file: "X.md" }] });
  });

  test("a circle of like = is refused, and shown", () => {
    const fault = faultOf(() => parseAgents({ agents: { a: { like: "b" }, b: { like: "a" } } }, FILE));
    expect(fault.message).toContain("a → b → a");
    expect(faultOf(() => parseAgents({ agents: { a: { like: "a" } } }, FILE)).message).toContain("a → a");
  });
});

describe("the user's own file", () => {
  test("adds agents and overrides keys of known ones", async () => {
    const { agents, problems } = await load(
      '[agents.claude]\ncommand = ["claude-beta"]\nkeys = { ctrl_z = "agent" }\n[agents.work]\nlike = "claude"\ncommand = ["work-claude"]\n',
    );
    expect(problems).toEqual([]);
    expect(findAgent(agents, "claude")).toMatchObject({ name: "Claude Code", command: ["claude-beta"], keys: { ctrlZ: "agent" } });
    expect(findAgent(agents, "work")).toMatchObject({ name: "work", command: ["work-claude"], history: { reader: "claude" } });
  });

  test("that is not there changes nothing", async () => {
    expect(await load(undefined)).toEqual({ agents: builtInAgents(), problems: [] });
  });

  test.each(["[agents.claude\ncommand", "agents = 3", "x".repeat(2_000_000)])(
    "that cannot be read (%#) leaves the known agents and says so",
    async (text) => {
      const { agents, problems } = await load(text);
      expect(agents).toEqual(builtInAgents());
      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain(FILE);
    },
  );

  test("with one bad entry keeps the others, and the known agent as it was", async () => {
    const { agents, problems } = await load('[agents.claude]\ncommand = 7\n[agents.mine]\nyolo = ["-y"]\n[agents.bad]\nnope = 1\n');
    expect(findAgent(agents, "claude")).toEqual(findAgent(builtInAgents(), "claude"));
    expect(findAgent(agents, "mine")?.yolo).toEqual(["-y"]);
    expect(findAgent(agents, "bad")).toBeUndefined();
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain('agent "claude": command: expected a list');
  });

  test("with a byte order mark is read", async () => {
    expect((await load('\uFEFF[agents.mine]\nname = "M"\n')).problems).toEqual([]);
  });

  test("cannot make a program's id its own", () => {
    expect(mergeAgents({}, { agents: { "program:x": {} } }, FILE).problems).toHaveLength(1);
  });
});

describe("finding an agent", () => {
  const agents = builtInAgents();

  test("by its key, or by the path of its program", () => {
    expect(findAgent(agents, "codex")?.id).toBe("codex");
    expect(findAgent(agents, "/opt/bin/claude")?.id).toBe("claude");
    expect(findAgent(agents, "C:\\x\\codex.exe")?.id).toBe("codex");
    expect(findAgent(agents, "./my-agent")).toBeUndefined();
    expect(findAgent(agents, "Claude Code")).toBeUndefined();
  });

  test("a name that nobody has is answered with the nearest one", () => {
    expect(noSuchAgent(agents, "cluade")).toMatchObject({
      code: "agent-not-found",
      message: 'No agent is called "cluade".',
      hint: "Did you mean claude? `mem agents` lists them all; any other program runs too: mem run -- ./my-agent",
      exitCode: 2,
    });
    expect(noSuchAgent(agents, "zzzzzz").hint).not.toContain("Did you mean");
  });

  test("any program has a spec, whatever its name", () => {
    expect(programSpec("./my-agent")).toMatchObject({
      id: "program:my-agent",
      command: ["./my-agent"],
      level: "unknown",
      brief: [{ kind: "file" }],
    });
    expect(programSpec("/x/.ünî cödé").id).toMatch(/^program:[\w.+-]+$/);
    expect(programSpec("/x/…").id).toBe("program:unnamed");
  });
});

test("a file that is no TOML is told by line and column, not by all that the parser would have taken", async () => {
  const { problems } = await loadAgents({ readText: () => "[agents.x]\nname =\n" }, "/config");
  expect(problems).toEqual(["/config/agents.toml cannot be read, so your own agents are missing: line 2, column 7: a value is missing"]);
});
