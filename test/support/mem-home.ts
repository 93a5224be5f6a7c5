// A home of its own with agents' histories in it, and the built `mem` to look at them.
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { tempFolder } from "./temp-folder.ts";

const MEM = resolve(import.meta.dirname, "../../dist/mem.cjs");
export const hasBuild = existsSync(MEM);

export type MemHome = {
  readonly folder: string;
  readonly home: string;
  /** A program on the PATH of `mem`, before all others. */
  program(name: string, script: string): void;
  /** `mem …` in that folder, on pipes. */
  mem(cwd: string, ...args: string[]): SpawnSyncReturns<string>;
  /** The same on a terminal of 0×0. */
  onTerminal(cwd: string, ...args: string[]): SpawnSyncReturns<string>;
  json(cwd: string, ...args: string[]): unknown;
  /** The same home with more in its environment. */
  withEnv(more: Readonly<Record<string, string>>): MemHome;
};

/** Gone when the test is over. Both agents are "installed": they say which arguments they got. */
export function memHome(): MemHome {
  const folder = tempFolder();
  const home = join(folder, "home");
  for (const path of [home, join(folder, "bin")]) mkdirSync(path);
  const env: NodeJS.ProcessEnv = {
    PATH: `${join(folder, "bin")}:${process.env.PATH ?? ""}`,
    HOME: home,
    TERM: "xterm-256color",
    MEM_DATA_DIR: join(folder, "data"),
    MEM_CONFIG_DIR: join(folder, "config"),
  };
  const program = (name: string, script: string) => writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  for (const name of ["claude", "codex"]) program(name, 'printf "%s\\n" "$@"');
  const inEnv = (env: NodeJS.ProcessEnv): MemHome => {
    const mem: MemHome["mem"] = (cwd, ...args) => spawnSync(process.execPath, [MEM, ...args], { cwd, env, encoding: "utf8" });
    const onTerminal: MemHome["onTerminal"] = (cwd, ...args) => {
      const words = [process.execPath, MEM, ...args].map((word) => `'${word}'`).join(" ");
      return spawnSync("script", ["-qec", words, "/dev/null"], { cwd, env, encoding: "utf8", input: "" });
    };
    const json: MemHome["json"] = (cwd, ...args) => JSON.parse(mem(cwd, ...args, "--json").stdout) as unknown;
    return { folder, home, program, mem, onTerminal, json, withEnv: (more) => inEnv({ ...env, ...more }) };
  };
  return inEnv(env);
}

const isoTime = (at: number): string => new Date(at).toISOString();

export const sessionIdOf = (number: number): string => `${String(number).padStart(8, "0")}-2222-4333-8444-555555555555`;

/** Records of one conversation, a prompt and an answer a second from `at`. `more` goes into each record, `message` into each answer's. */
export function claudeTurns(
  id: string,
  cwd: string,
  at: number,
  turns: readonly (readonly [string, string])[],
  more: object = {},
): object[] {
  const base = { isSidechain: false, userType: "external", cwd, sessionId: id, version: "2.1.332", gitBranch: "main", parentUuid: null };
  return turns.flatMap(([prompt, reply], index) => [
    {
      ...base,
      type: "user",
      uuid: `${id}-${at}-u${index}`,
      timestamp: isoTime(at + index * 1000),
      message: { role: "user", content: prompt },
      ...more,
    },
    {
      ...base,
      type: "assistant",
      uuid: `${id}-${at}-a${index}`,
      timestamp: isoTime(at + index * 1000 + 500),
      message: { id: `${id}-m${index}`, role: "assistant", content: [{ type: "text", text: reply }], stop_reason: "end_turn" },
      ...more,
    },
  ]);
}

export const claudeFile = ({ home }: MemHome, id: string, cwd: string): string =>
  join(home, ".claude", "projects", cwd.replace(/[^A-Za-z0-9]/g, "-"), `${id}.jsonl`);

export const codexFile = ({ home }: MemHome, id: string, at: number): string =>
  join(
    home,
    ".codex",
    "sessions",
    isoTime(at).slice(0, 10).replaceAll("-", "/"),
    `rollout-${isoTime(at).slice(0, 19).replaceAll(":", "-")}-${id}.jsonl`,
  );

export function codexTurn(id: string, cwd: string | undefined, at: number, prompt: string, reply: string): object[] {
  const said = (role: string, type: string, text: string) => ({ type: "message", role, content: [{ type, text }] });
  return [
    {
      type: "session_meta",
      payload: { id, ...(cwd !== undefined && { cwd }), cli_version: "0.171.0", source: "cli", timestamp: isoTime(at) },
    },
    { type: "response_item", payload: said("user", "input_text", prompt) },
    { type: "response_item", payload: said("assistant", "output_text", reply) },
    { type: "event_msg", payload: { type: "task_complete", last_agent_message: reply } },
  ].map((record, index) => ({ timestamp: isoTime(at + index * 1000), ...record }));
}

/** A history as its agent left it, last written at that time. Lines are records, or text as it is. */
export function leave(path: string, at: number, lines: readonly (object | string)[]): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""));
  utimesSync(path, at / 1000, at / 1000);
  return path;
}
