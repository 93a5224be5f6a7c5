import { mkdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import xterm from "@xterm/headless";
import { build } from "esbuild";
import pty from "node-pty";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
// Inside the project, so that the script finds Ink.
const folder = `${root}.cache/tui-test-${process.pid}`;
const script = `${folder}/real-terminal.mjs`;
const WAIT_MS = 20_000;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: ["test/tui/real-terminal.ts"],
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    external: ["ink", "react"],
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a failed test left running. */
const running = new Set<pty.IPty>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});

/** The script in a terminal of this size; `screen` is what a person would see. */
function open(cols: number, rows: number, ...args: string[]) {
  return openWith({}, cols, rows, ...args);
}

function openWith(more: Record<string, string>, cols: number, rows: number, ...args: string[]) {
  const terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true });
  const env = { PATH: process.env.PATH ?? "", HOME: folder, TERM: "xterm-256color", LANG: "C.UTF-8", ...more };
  const child = pty.spawn(process.execPath, [script, ...args], { cols, rows, cwd: folder, env });
  let raw = "";
  const checks = new Set<() => void>();
  child.onData((data) => {
    raw += data;
    terminal.write(data, () => {
      for (const check of checks) check();
    });
  });
  const screen = (): string =>
    Array.from({ length: terminal.rows }, (_, y) => {
      const { active } = terminal.buffer;
      return active.getLine(active.viewportY + y)?.translateToString(true, 0, terminal.cols) ?? "";
    }).join("\n");
  const shows = (what: string | RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`not seen in ${WAIT_MS} ms: ${what}\n${screen()}`)), WAIT_MS);
      const check = (): void => {
        if (screen().search(what) < 0) return;
        clearTimeout(timer);
        checks.delete(check);
        resolve(screen());
      };
      checks.add(check);
      check();
    });
  running.add(child);
  const exited = new Promise<{ exitCode: number; signal?: number }>((resolve) => {
    child.onExit((how) => {
      running.delete(child);
      resolve(how);
    });
  });
  const resize = (c: number, r: number): void => {
    terminal.resize(c, r);
    child.resize(c, r);
  };
  return {
    type: (text: string) => child.write(text),
    kill: (signal: string) => child.kill(signal),
    shows,
    resize,
    exited,
    terminal,
    raw: () => raw,
  };
}

/** What the terminal was told last of a mode; undefined if nothing. */
const lastOf = (raw: string, mode: number): string | undefined =>
  raw
    .match(new RegExp(`\\x1b\\[\\?${mode}[hl]`, "g"))
    ?.at(-1)
    ?.slice(-1);

describe.each([
  [60, 15],
  [200, 50],
])("in a real terminal of %i×%i", (cols, rows) => {
  test("typing filters, Enter goes on, and the terminal is as before", async () => {
    const ui = open(cols, rows);
    await ui.shows("Esc leave");
    expect(ui.terminal.buffer.active.type).toBe("alternate");
    ui.type("lock");
    await ui.shows("1 of 5");
    ui.type("\x1b[C");
    await ui.shows("start Pilot in shop");
    ui.type("\r");
    await ui.shows("READY");
    const screen = await ui.shows("OUTCOME");
    expect(screen).toContain("OUTCOME continue d00000000000 pilot");
    expect(screen).toContain("TERMINAL as before");
    expect(ui.terminal.buffer.active.type).toBe("normal");
    expect(ui.terminal.modes.bracketedPasteMode).toBe(false);
    expect(lastOf(ui.raw(), 25)).toBe("h");
    ui.type("x");
    await ui.shows("NEXT KEY as bytes");
    expect((await ui.exited).exitCode).toBe(0);
  });
});

test("a word and Enter in one burst are not lost", async () => {
  const ui = open(80, 24);
  await ui.shows("Esc leave");
  ui.type("webhook\r");
  expect(await ui.shows("OUTCOME")).toContain("OUTCOME continue b00000000000\n");
  ui.type("x");
  await ui.exited;
});

test("a pasted line end is not taken for Enter", async () => {
  const ui = open(80, 24);
  await ui.shows("Esc leave");
  ui.type("\x1b[200~webhook\r\x1b[201~");
  await ui.shows("1 of 5");
  ui.type("\x1b");
  await ui.shows("5 sessions");
  ui.type("\x1b");
  expect(await ui.shows("OUTCOME")).toContain("OUTCOME quit");
  ui.type("x");
  await ui.exited;
});

test("Ctrl-C leaves, and the terminal is as before", async () => {
  const ui = open(80, 24);
  await ui.shows("Esc leave");
  ui.type("\x03");
  const screen = await ui.shows("READY");
  expect(screen).toContain("OUTCOME quit");
  expect(screen).toContain("TERMINAL as before");
  ui.type("x");
  expect((await ui.exited).exitCode).toBe(0);
});

test.each(["SIGTERM", "SIGHUP"])("%s ends it, and the terminal is as before", async (signal) => {
  const ui = open(80, 24);
  await ui.shows("Esc leave");
  ui.kill(signal);
  await ui.exited;
  expect(ui.terminal.buffer.active.type).toBe("normal");
  expect([lastOf(ui.raw(), 25), lastOf(ui.raw(), 2004)]).toEqual(["h", "l"]);
});

test("a fault in the preview ends the UI and leaves the terminal as before", async () => {
  const ui = open(80, 24, "broken");
  const screen = await ui.shows("READY");
  expect(screen).toContain("OUTCOME Error: no preview of a00000000000");
  expect(screen).toContain("TERMINAL as before");
  ui.type("x");
  await ui.exited;
});

test("follows the terminal's size, and never clears its scroll-back", async () => {
  const ui = open(200, 50);
  await ui.shows("Esc leave");
  ui.resize(60, 15);
  await ui.shows(/^Goal +Round half up/m);
  ui.resize(40, 9);
  const small = await ui.shows(/> Scout +limit/);
  expect(small.split("\n")[0]).toMatch(/^mem +type to filter +5 sessions$/);
  ui.resize(120, 30);
  await ui.shows("- Make test_half_cent pass");
  expect(ui.raw()).not.toContain("\x1b[3J");
  ui.type("\x03");
  await ui.shows("READY");
  ui.type("x");
  await ui.exited;
});

test("10,000 sessions scroll and filter", async () => {
  const ui = open(120, 30, "many");
  await ui.shows("10000 sessions");
  ui.type("\x1b[F");
  await ui.shows("> .*Task number 9999 of many");
  ui.type("number 1234");
  await ui.shows("1 of 10000");
  ui.type("\r");
  await ui.shows("READY");
  ui.type("x");
  await ui.exited;
});

test.each([
  ["with colour", {}, true],
  ["without, by NO_COLOR", { NO_COLOR: "1" }, false],
] as const)("states are words, %s", async (_, env, isColoured) => {
  const ui = openWith(env, 80, 24);
  const screen = await ui.shows("Esc leave");
  for (const state of ["limit", "crashed", "live", "ended"]) expect(screen).toMatch(new RegExp(` ${state} `));
  expect(/\x1b\[(?:3[0-8]|9[0-7])/.test(ui.raw())).toBe(isColoured);
  ui.type("\x03");
  await ui.shows("READY");
  ui.type("x");
  await ui.exited;
});

test("a screen reader's mode has the same lines and keys", async () => {
  const ui = openWith({ INK_SCREEN_READER: "true" }, 80, 24);
  await ui.shows("> 6 min ago");
  ui.type("\x1b[B");
  await ui.shows("> 2 h ago +Pilot +crashed");
  ui.type("\r");
  await ui.shows("OUTCOME continue b00000000000");
  ui.type("x");
  await ui.exited;
});
