import { describe, expect, test } from "vitest";
import { userConfigOf } from "../../src/agents/adapters/adapters.ts";
import { builtInAgents, findAgent, programSpec } from "../../src/agents/catalog.ts";

const codex = findAgent(builtInAgents(), "codex") ?? programSpec("codex");
const HOME = "/home/me/.codex";

const ask = (files: Record<string, string>, args: string[] = [], more: { cwd?: string; env?: Record<string, string> } = {}) => {
  const deps = { readText: (path: string) => files[path], exists: (path: string) => path in files };
  return userConfigOf(deps, codex, { args, env: {}, home: "/home/me", cwd: "/w/shop/src", ...more });
};
const says = (text: string) => `developer_instructions = "${text}"\n`;
const trusted = `[projects."/w/shop"]\ntrust_level = "trusted"\n`;

describe("the user's own developer_instructions of Codex", () => {
  test("are none where nothing says so", async () => {
    expect(await ask({})).toBe("");
    expect(await ask({ [`${HOME}/config.toml`]: 'model = "o3"\n' })).toBe("");
  });

  test("are the user's config.toml, or that of CODEX_HOME", async () => {
    const files = { [`${HOME}/config.toml`]: says("home"), "/other/config.toml": says("other") };
    expect(await ask(files)).toBe("home");
    expect(await ask(files, [], { env: { CODEX_HOME: "/other" } })).toBe("other");
    expect(await ask(files, ["exec", "--ignore-user-config", "go"])).toBe("");
  });

  test("are the profile's, if it has any", async () => {
    const files = {
      [`${HOME}/config.toml`]: says("home"),
      [`${HOME}/work.config.toml`]: says("work"),
      [`${HOME}/bare.config.toml`]: "x = 1\n",
    };
    expect(await ask(files, ["-p", "work"])).toBe("work");
    expect(await ask(files, ["exec", "--profile=bare"])).toBe("home");
  });

  test("are the last -c, in every spelling, as TOML or as plain text", async () => {
    const files = { [`${HOME}/config.toml`]: says("home") };
    expect(await ask(files, ["-c", "developer_instructions=one", "exec", "-c", 'developer_instructions="two\\n2"', "go"])).toBe("two\n2");
    expect(await ask(files, ["-cdeveloper_instructions= plain, text "])).toBe("plain, text");
    expect(await ask(files, ["--config=developer_instructions='''\nmany\nlines'''"])).toBe("many\nlines");
    expect(await ask(files, ["--", "-c", "developer_instructions=prompt"])).toBe("home");
  });

  test("are the trusted project's before the user's, the nearest folder's first", async () => {
    const files = {
      [`${HOME}/config.toml`]: says("home") + trusted,
      "/w/shop/.git": "",
      "/w/shop/.codex/config.toml": says("shop"),
    };
    expect(await ask(files)).toBe("shop");
    expect(await ask({ ...files, "/w/shop/src/.codex/config.toml": says("src") })).toBe("src");
    expect(await ask(files, ["-C", "/elsewhere"])).toBe("home");
    expect(await ask(files, ["-C", "../lib"])).toBe("shop");
  });

  test("never come from a project that nobody trusted", async () => {
    const files = { "/w/shop/.git": "", "/w/shop/.codex/config.toml": says("evil") };
    expect(await ask(files)).toBe("");
    expect(await ask({ ...files, [`${HOME}/config.toml`]: trusted.replace("trusted", "untrusted") })).toBe("");
    expect(await ask({ ...files, [`${HOME}/config.toml`]: trusted.replace("/w/shop", "/w") })).toBe("");
  });

  test("of a folder inside count if that folder is trusted, but then not its repository's", async () => {
    const files = {
      [`${HOME}/config.toml`]: says("home") + trusted.replace("/w/shop", "/w/shop/src"),
      "/w/shop/.git": "",
      "/w/shop/.codex/config.toml": says("shop"),
    };
    expect(await ask(files)).toBe("home");
    expect(await ask({ ...files, "/w/shop/src/.codex/config.toml": says("src") })).toBe("src");
  });

  test("of a linked worktree count if its main repository is trusted", async () => {
    const files = {
      [`${HOME}/config.toml`]: trusted,
      "/w/tree/.git": "gitdir: /w/shop/.git/worktrees/tree\n",
      "/w/tree/.codex/config.toml": says("tree"),
    };
    expect(await ask(files, [], { cwd: "/w/tree" })).toBe("tree");
  });

  test("are unknown where the file that holds them is no TOML", async () => {
    expect(await ask({ [`${HOME}/config.toml`]: "developer_instructions = \n" })).toBeUndefined();
    expect(await ask({ [`${HOME}/config.toml`]: "developer_instructions = \n" }, ["-c", "developer_instructions=x"])).toBe("x");
  });
});

test("an agent whose briefing is no config value has none to ask for", async () => {
  const deps = { readText: () => undefined, exists: () => false };
  const question = { args: [], env: {}, home: "/", cwd: "/" };
  expect(await userConfigOf(deps, programSpec("x"), question)).toBeUndefined();
});
