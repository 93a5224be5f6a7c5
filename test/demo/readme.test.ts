// What the README shows as real output is held to what the demo puts out today; times, ids and the folder's name apart.
// To bring it up to date: npm run build && README=write npx vitest run test/demo/readme.test.ts
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import xterm from "@xterm/headless";
import pty from "node-pty";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const isBuilt = existsSync(`${root}dist/mem.cjs`);
const WAIT_MS = 120_000; // the demo types as slowly as people can follow, on machines that may be busy
const README = `${root}README.md`;
const isToBeWritten = process.env.README === "write";
let folder = "";
/** What a failed test left running. */
let opened: pty.IPty | undefined;

/** The block of the README behind `<!-- real output: name -->`. */
const block = (name: string): RegExp => new RegExp(`(<!-- real output: ${name} -->[\\s\\S]*?\`\`\`text\\n)([\\s\\S]*?)(\\n\`\`\`)`);

function hold(name: string, real: string): void {
  const whole = real.trimEnd().replace(/ +$/gm, "");
  const readme = readFileSync(README, "utf8");
  const written = isToBeWritten ? readme.replace(block(name), (_, before: string, __, after: string) => before + whole + after) : readme;
  if (isToBeWritten) writeFileSync(README, written);
  expect(normal(block(name).exec(written)?.[2] ?? "")).toBe(normal(whole));
}

const normal = (text: string): string =>
  text
    .replace(/[^\s`]*\/mem-demo-\w{6}/g, "/tmp/mem-demo")
    .replace(/mem:run:[0-9a-f]{16}/g, "mem:run:ID")
    .replace(/Session `[0-9a-z]{12}`/g, "Session `ID`")
    .replace(/last commit [0-9a-f]{7,}/g, "last commit ID")
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, "TIME")
    // Git is given 100 ms at a start: on a busy machine it has not said all by then.
    .replace(/## Working tree\n(?:.+\n)+\n/, "")
    .replace(/just now|\d+ min ago/g, "WHEN")
    .replace(/ +/g, " ")
    .replace(/ $/gm, "")
    .trim();

/** What the second agent's own history says it was told. */
function told(): string {
  const histories = join(folder, "histories", "pilot");
  const [file = ""] = readdirSync(histories, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
  const [line = ""] = readFileSync(join(histories, file), "utf8").split("\n");
  const record = JSON.parse(line) as { attachment: { systemPrompt: string[] } };
  return record.attachment.systemPrompt.join("\n");
}

/** The list after these keys: each is pressed once the screen shows the words before it. */
async function list(cols: number, rows: number, keys: readonly [sees: string, key: string][], last: string): Promise<string> {
  // Where CI is set, even to nothing, no list is drawn.
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:CI|CI_.*|CONTINUOUS_INTEGRATION)$/.test(name));
  const env = Object.fromEntries(kept);
  const terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true });
  const screen = (): string =>
    Array.from(
      { length: rows },
      (_, row) => terminal.buffer.active.getLine(terminal.buffer.active.baseY + row)?.translateToString(true) ?? "",
    ).join("\n");
  // The very command that the demo prints: it shows the demo's data, not ours, from any folder.
  const child = pty.spawn(join(folder, "mem"), [], { cols, rows, cwd: "/", env });
  opened = child;
  const ended = new Promise<void>((resolve) => void child.onExit(() => resolve()));
  const onScreen = new Set<() => void>();
  child.onData((data) =>
    terminal.write(data, () => {
      for (const look of onScreen) look();
    }),
  );
  const sees = (words: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        // A frame comes in pieces: it is whole with its last line.
        const seen = screen();
        if (seen.includes(words) && seen.includes("Esc leave") && onScreen.delete(look)) resolve();
      };
      onScreen.add(look);
      look();
    });
  for (const [words, key] of keys) {
    await sees(words);
    child.write(key);
  }
  await sees(last);
  const found = screen();
  child.write("\x1b");
  await ended;
  opened = undefined;
  terminal.dispose();
  return found;
}

describe.skipIf(!isBuilt)("the README shows (needs `npm run build`)", () => {
  beforeAll(() => {
    const env = { ...process.env, TMPDIR: "/tmp", NO_COLOR: "1" };
    const { stdout } = spawnSync(process.execPath, [`${root}demo/demo.mjs`, "--keep"], { env, encoding: "utf8", timeout: WAIT_MS });
    folder = /^Kept: (\S+)\. /m.exec(stdout)?.[1] ?? "";
  }, WAIT_MS);
  afterAll(() => {
    opened?.kill("SIGKILL");
    if (folder !== "") rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });

  test("what is kept of the demo can be looked at with one line from any folder, and shows nothing else", () => {
    const { stdout } = spawnSync(join(folder, "mem"), ["sessions", "--all"], { cwd: "/", encoding: "utf8" });
    expect(stdout.split("\n").map((line) => line.split(/ {2,}/).slice(2, 5))).toEqual([
      ["project", "agent", "state"],
      ["till", "Pilot", "ended"],
      ["till", "Scout", "limit"],
      [],
    ]);
  });

  test("the briefing as the demo's second agent was given it", () => {
    hold("briefing", told());
  });

  test("the list as the demo leaves it", async () => {
    const keys: [string, string][] = [
      ["type to filter", "\x1b[B"],
      ["cents, not 101", "\x1b[C"],
    ];
    hold("tui", await list(100, 30, keys, "start Pilot"));
  });
});
