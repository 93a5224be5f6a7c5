import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { hookOutput } from "../../src/agents/hook-output.ts";
import { tempFolder } from "../support/temp-folder.ts";

const plugin = fileURLToPath(new URL("../../plugins/claude/", import.meta.url));
const said = (source: string, more: object = {}) =>
  JSON.stringify({ session_id: "s1", transcript_path: "/h/s1.jsonl", cwd: "/w", ...more, hook_event_name: "SessionStart", source });
const hook = (runDir: string | undefined, what: string, input: string | Buffer) =>
  spawnSync("sh", [join(plugin, "hooks", "mem-hook.sh"), what], {
    input,
    encoding: "utf8",
    env: { PATH: "/usr/bin:/bin", ...(runDir !== undefined && { MEM_RUN_DIR: runDir }) },
  });

test("each start and end becomes one line of hook.jsonl, for our eyes only", () => {
  const dir = tempFolder();
  for (const [what, input] of [
    ["start", `${said("startup")}\n`],
    ["start", said("clear", { cwd: '/w/"source":"resume" %s \\n' })],
    ["end", '{"session_id":"s1",\n"reason":"other"}\r\n'],
  ] as const) {
    expect(hook(dir, what, input)).toMatchObject({ status: 0, stdout: "", stderr: "" });
  }
  const lines = readFileSync(join(dir, "hook.jsonl"), "utf8").trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).source ?? JSON.parse(line).reason)).toEqual(["startup", "clear", "other"]);
  expect(JSON.parse(lines[1] ?? "").cwd).toBe('/w/"source":"resume" %s \\n');
  expect(statSync(join(dir, "hook.jsonl")).mode & 0o777).toBe(0o600);
});

test("a resumed session is given what happened since, once: the next one in the same process is another conversation", () => {
  const dir = tempFolder();
  writeFileSync(join(dir, "resume.json"), hookOutput("since\u0001 „x“"));
  expect(JSON.parse(hook(dir, "start", said("resume")).stdout)).toEqual({
    hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "since\u0001 „x“" },
  });
  expect(hook(dir, "start", said("resume"))).toMatchObject({ status: 0, stdout: "", stderr: "" });
});

test("a compacted session is given its own back, each time", () => {
  const dir = tempFolder();
  writeFileSync(join(dir, "compact-s1.json"), hookOutput("kept"));
  writeFileSync(join(dir, "resume.json"), hookOutput("since"));
  for (let time = 0; time < 2; time++) expect(hook(dir, "start", said("compact")).stdout).toContain("kept");
  expect(hook(dir, "end", said("compact")).stdout).toBe("");
});

test("of several sessions in one run each is given its own back, and one that is not this run's nothing", () => {
  const dir = tempFolder();
  const compact = (id: string) => `{"cwd":"/w/\\"session_id\\":\\"two\\"", "session_id": "${id}", "source": "compact"}`;
  for (const id of ["one", "two"]) writeFileSync(join(dir, `compact-${id}.json`), hookOutput(`kept of ${id}`));
  expect(hook(dir, "start", compact("one")).stdout).toContain("kept of one");
  for (const id of ["three", "", "../one", "*", "$(id)", "one two"])
    expect(hook(dir, "start", compact(id)), id).toMatchObject({ status: 0, stdout: "", stderr: "" });
  expect(hook(dir, "start", '{"source":"compact"}')).toMatchObject({ status: 0, stdout: "", stderr: "" });
});

test("a new session and a cleared one are given the briefing that went this way", () => {
  const dir = tempFolder();
  writeFileSync(join(dir, "start.json"), hookOutput("brief"));
  expect(hook(dir, "start", said("startup")).stdout).toContain("brief");
  expect(hook(dir, "start", said("clear")).stdout).toContain("brief");
  expect(hook(dir, "start", said("resume")).stdout).toBe("");
});

test("outside mem run, and where nothing can be written, it does nothing and never fails", () => {
  const dir = tempFolder();
  expect(hook(undefined, "start", said("startup"))).toMatchObject({ status: 0, stdout: "", stderr: "" });
  expect(hook("", "start", said("startup"))).toMatchObject({ status: 0, stdout: "", stderr: "" });
  expect(hook(join(dir, "gone"), "start", said("startup"))).toMatchObject({ status: 0, stdout: "", stderr: "" });
  writeFileSync(join(dir, "hook.jsonl"), "");
  chmodSync(join(dir, "hook.jsonl"), 0o400);
  expect(hook(dir, "start", said("startup"))).toMatchObject({ status: 0, stdout: "", stderr: "" });
  expect(hook(dir, "start", "")).toMatchObject({ status: 0, stdout: "", stderr: "" });
  expect(hook(dir, "start", Buffer.alloc(300_000, "x"))).toMatchObject({ status: 0, stdout: "", stderr: "" });
});

test("the plugin is what the agent expects: a manifest, and hooks that call the script through sh", () => {
  const manifest: unknown = JSON.parse(readFileSync(join(plugin, ".claude-plugin", "plugin.json"), "utf8"));
  expect(manifest).toMatchObject({ name: "mem" });
  const hooks: unknown = JSON.parse(readFileSync(join(plugin, "hooks", "hooks.json"), "utf8"));
  const command = (what: string) => ({ hooks: [{ type: "command", command: `sh "\${CLAUDE_PLUGIN_ROOT}/hooks/mem-hook.sh" ${what}` }] });
  expect(hooks).toMatchObject({ hooks: { SessionStart: [command("start")], SessionEnd: [command("end")] } });
  expect(existsSync(join(plugin, "hooks", "mem-hook.sh"))).toBe(true);
  expect(readdirSync(plugin).sort()).toEqual([".claude-plugin", "hooks"]);
});
