// Streams of real programs: recorded ones of agents, and programs that live while they are tested.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { difference, programFile, startPeer } from "./support/peer.ts";
import { hasScript, isInstalled, playDirect, playLogged, type Step } from "./support/program.ts";
import { openWorld, type World } from "./support/world.ts";

const RECORDINGS = fileURLToPath(new URL("../../../shared/corpus/terminal/", import.meta.url));
const recordings = existsSync(RECORDINGS) ? readdirSync(RECORDINGS) : [];

type Stream = { output: Buffer; cuts: number[]; input: Buffer };
type CastEvent = [seconds: number, kind: string, data: string];

/** An asciinema recording in its own cuts; any other file is output in cuts of many sizes. */
function streamOf(name: string): Stream {
  const bytes = readFileSync(join(RECORDINGS, name));
  if (!name.endsWith(".cast")) return { output: bytes, cuts: [1, 80, 511, 512, 4095, 4097], input: bytes };
  const [, ...lines] = bytes.toString("utf8").trim().split("\n");
  const events = lines.map((line) => JSON.parse(line) as CastEvent);
  const data = (kind: string) => events.flatMap((event) => (event[1] === kind ? [Buffer.from(event[2])] : []));
  return { output: Buffer.concat(data("o")), cuts: data("o").map(({ length }) => length), input: Buffer.concat([...data("i"), bytes]) };
}

describe.skipIf(recordings.length === 0)("recorded streams of agents (../shared)", () => {
  test.each(recordings)("%s goes through byte by byte, as output and as input", async (name) => {
    const { output, cuts, input } = streamOf(name);
    const peer = startPeer(openWorld(), { write: output, cuts, read: input.length });
    await peer.ready();
    peer.outer.type(input);
    expect(await peer.outer.ended).toEqual({ code: 0, signal: 0 });
    // Behind it stands what undoes the modes that a recording left on when it was cut off.
    expect(difference(peer.shown().subarray(0, output.length), output)).toBeUndefined();
    expect(difference(peer.took(), input)).toBeUndefined();
  });
});

type Live = {
  name: string;
  needs?: string;
  argv(world: World): string[];
  steps: readonly Step[];
  /** Shows the machine as it is: no two runs draw the same. */
  isEverNew?: true;
};

function longText(world: World): string {
  const path = join(world.root, "long.txt");
  writeFileSync(path, Array.from({ length: 500 }, (_, line) => `line ${line} é日本😀\t${"-".repeat(line % 150)}\n`).join(""));
  return path;
}

const PROGRAMS: readonly Live[] = [
  {
    name: "vim",
    needs: "vim",
    argv: (world) => ["vim", "-N", "-n", "-i", "NONE", "-u", "NONE", longText(world)],
    steps: [
      { shows: /line 0 /, press: "ihello " },
      { shows: /hello line 0 [\s\S]*INSERT/, press: "\x1b" },
      { shows: /^(?![\s\S]*INSERT)hello line 0 /, press: ":set number hlsearch\r" },
      { shows: /1 hello/, press: "/line 300\r" },
      { shows: /301 line 300/, press: "Gdd" },
      { shows: /499 line 498/, press: ":q!\r" },
    ],
  },
  {
    name: "less",
    needs: "less",
    argv: (world) => ["less", longText(world)],
    steps: [
      { shows: /line 0 .*/, press: " " },
      { shows: /line 40 .*/, press: "/line 250\r" },
      { shows: /line 250 .*/, press: "G" },
      { shows: /line 499 .*\n.*END/, press: "q" },
    ],
  },
  {
    name: "htop",
    needs: "htop",
    argv: () => ["htop"],
    isEverNew: true,
    steps: [
      { shows: /F10/, press: "t" },
      { shows: /F10/, press: "\x1bOP" },
      { shows: /htop \d/, press: " " },
      { shows: /F10/, press: "q" },
    ],
  },
  {
    name: "a program made with Ink",
    argv: () => [process.execPath, programFile("ink.mjs")],
    steps: [
      { shows: /all done/, press: "h" },
      { shows: /> h\s/, press: "i é日" },
      { shows: /> hi é日/, press: "q" },
    ],
  },
];

const canLog = hasScript();

for (const { name, needs, argv, steps, isEverNew } of PROGRAMS) {
  const isHere = canLog && (needs === undefined || isInstalled(needs));
  test.skipIf(!isHere)(
    `${name}${isHere ? "" : " (needs it, and util-linux's script)"}: the terminal gets what it wrote and it what the terminal sent, byte by byte, and shows the same as without mem`,
    { timeout: 180_000 },
    async () => {
      const world = openWorld();
      const command = argv(world);
      const views = isEverNew ? undefined : (await playDirect(world, command, steps)).views;
      const { got, sent, wrote, took } = await playLogged(world, command, steps, views);
      expect(wrote.length).toBeGreaterThan(1000);
      expect(difference(got.subarray(0, wrote.length), wrote)).toBeUndefined();
      // vim and htop leave the scroll region set; only that may be undone behind it.
      expect(["", "\x1b7\x1b[r\x1b8"]).toContain(got.subarray(wrote.length).toString());
      expect(difference(took, sent)).toBeUndefined();
    },
  );
}
