// A real program under `mem run`, its bytes logged by util-linux's `script` between the two: what it wrote and took, whatever that was.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { openScreen } from "../../agents-real/support/screen.ts";
import { until } from "../../support/until.ts";
import type { Outer } from "./outer.ts";
import type { World } from "./world.ts";

/** `shows`: what the screen has to show before the keys are pressed. */
export type Step = { shows: RegExp; press: string };

export type Played = {
  /** What the terminal got, and what it sent: keys and its own answers. */
  got: Buffer;
  sent: Buffer;
  /** The screen before each step, when it had come to rest. */
  views: string[];
};

const SIZE = { cols: 100, rows: 30 };
const SCREEN_WAIT_MS = 60_000;
const STILL_MS = 200;

export const isInstalled = (command: string): boolean =>
  (process.env.PATH ?? "").split(delimiter).some((folder) => folder !== "" && existsSync(join(folder, command)));

/** The one of util-linux, which logs both ways; BSD's has other words. */
export const hasScript = (): boolean => {
  try {
    return execFileSync("script", ["--version"], { encoding: "utf8" }).includes("util-linux");
  } catch {
    return false;
  }
};

/** Without the lines that `script` puts before and behind. */
function logged(path: string): Buffer {
  const bytes = readFileSync(path);
  return bytes.subarray(bytes.indexOf("\n") + 1, bytes.lastIndexOf("\nScript done on"));
}

/** A person at this terminal, which answers as an xterm does. `wanted`: screens to wait for; without them those that come to rest are kept. */
async function play(outer: Outer, steps: readonly Step[], wanted?: readonly string[]): Promise<Played> {
  const sent: Buffer[] = [];
  const type = (keys: string) => {
    sent.push(Buffer.from(keys));
    outer.type(keys);
  };
  const screen = openScreen(SIZE, type);
  const decoder = new TextDecoder();
  let changedAt = 0;
  outer.onOutput((bytes) => {
    screen.write(decoder.decode(bytes, { stream: true }));
    changedAt = Date.now();
  });
  const views: string[] = [];
  for (const [index, { shows, press }] of steps.entries()) {
    const atRest = await until(`the screen shows ${shows}`, SCREEN_WAIT_MS, async () => {
      await screen.drawn();
      if (wanted) return screen.view() === wanted[index] || undefined;
      return (shows.test(screen.view()) && Date.now() - changedAt > STILL_MS) || undefined;
    }).catch((cause) => {
      throw new Error(`${String(cause)}\n${screen.view()}\n--- instead of ---\n${wanted?.[index] ?? ""}`, { cause });
    });
    if (atRest) views.push(screen.view());
    type(press);
  }
  await outer.ended;
  return { got: outer.output(), sent: Buffer.concat(sent), views };
}

/** The program without `mem`. */
export const playDirect = (world: World, argv: readonly string[], steps: readonly Step[]): Promise<Played> =>
  play(world.direct(argv, { size: SIZE }), steps);

/** The program under `mem run`, and what it wrote and took itself. */
export async function playLogged(
  world: World,
  argv: readonly string[],
  steps: readonly Step[],
  wanted?: readonly string[],
): Promise<Played & { wrote: Buffer; took: Buffer }> {
  const [out, input] = [join(world.root, "out.log"), join(world.root, "in.log")];
  const command = argv.map((word) => `'${word}'`).join(" ");
  const outer = world.run(["script", "-q", "-f", "-O", out, "-I", input, "-c", command], { size: SIZE });
  const played = await play(outer, steps, wanted);
  return { ...played, wrote: logged(out), took: logged(input) };
}
