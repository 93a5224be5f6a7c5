// What goes through: every byte, both ways, and how the program ended.
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { difference, startPeer } from "./support/peer.ts";
import { openWorld, programs, type World } from "./support/world.ts";

const OK = { code: 0, signal: 0 };
const bytesFrom = (first: number, last: number) => Uint8Array.from({ length: last - first + 1 }, (_, index) => first + index);

test("the agent's exit code is the run's", async () => {
  const world = openWorld();
  const codes = [0, 1, 2, 42, 126, 127, 130, 255];
  const ends = await Promise.all(codes.map((code) => world.run(["/bin/sh", "-c", `printf hello; exit ${code}`]).ended));
  expect(ends).toEqual(codes.map((code) => ({ code, signal: 0 })));
});

test("an agent ended by signal n gives 128 + n, as a shell does", async () => {
  const world = openWorld();
  const signals = [1, 2, 3, 6, 9, 10, 11, 15];
  const ends = await Promise.all(signals.map((signal) => world.run(["/bin/sh", "-c", `kill -${signal} $$`]).ended));
  expect(ends).toEqual(signals.map((signal) => ({ code: 128 + signal, signal: 0 })));
});

for (const { on, program } of programs) {
  test.skipIf(program === undefined)(`every byte value goes through both ways, those too that cooked terminals change, ${on}`, async () => {
    // The last one shifts back to the usual characters, or that would be done behind it.
    const all = Buffer.concat([bytesFrom(0, 255), bytesFrom(0, 255).reverse(), Buffer.from("a\nb\r\nc\rd\te\n\n\r\r\n\x0f")]);
    const peer = startPeer(openWorld(program), { write: all, cuts: [1, 7, 64], read: all.length });
    await peer.ready();
    peer.outer.type(all);
    expect(await peer.outer.ended).toEqual(OK);
    expect(difference(peer.shown(), all)).toBeUndefined();
    expect(difference(peer.took(), all)).toBeUndefined();
  });
}

test("an agent in cooked mode gets CR LF for its LF once, not twice", async () => {
  const outer = openWorld().run(["/bin/sh", "-c", "printf 'one\\ntwo\\tthree\\n'"]);
  expect(await outer.ended).toEqual(OK);
  expect(outer.text()).toBe("one\r\ntwo\tthree\r\n");
});

test("characters of several bytes stay whole wherever they are cut", async () => {
  const text = Buffer.from("é日本😀👩‍💻ＡВ—│".repeat(60));
  const peer = startPeer(openWorld(), { write: text, cuts: [1, 2, 3, 5], read: text.length });
  await peer.ready();
  for (let at = 0; at < text.length; at += 7) peer.outer.type(text.subarray(at, at + 7));
  expect(await peer.outer.ended).toEqual(OK);
  expect(difference(peer.shown(), text)).toBeUndefined();
  expect(difference(peer.took(), text)).toBeUndefined();
});

/** As a modern terminal is asked and answers. */
const QUERIES = [
  { query: "\x1b[6n", answer: "\x1b[12;40R" },
  { query: "\x1b[c", answer: "\x1b[?62;4;22c" },
  { query: "\x1b[>c", answer: "\x1b[>41;390;0c" },
  { query: "\x1b]11;?\x07", answer: "\x1b]11;rgb:1111/2222/3333\x07" },
  { query: "\x1b]10;?\x1b\\", answer: "\x1b]10;rgb:ffff/ffff/ffff\x1b\\" },
  { query: "\x1b[>0q", answer: "\x1bP>|Terminal(1.2)\x1b\\" },
  { query: "\x1b[?u", answer: "\x1b[?1u" },
  { query: "\x1b[?2026$p", answer: "\x1b[?2026;2$y" },
  { query: "\x1bP+q544e\x1b\\", answer: "\x1bP1+r544e=787465726d\x1b\\" },
  { query: "\x1b[14t", answer: "\x1b[4;720;1280t" },
  { query: "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\", answer: "\x1b_Gi=31;OK\x1b\\" },
] as const;

test("what a terminal is asked reaches it once, and only it answers", async () => {
  const asked = Buffer.from(QUERIES.map(({ query }) => query).join(""));
  const answers = QUERIES.map(({ answer }) => answer).join("");
  // The first key comes when all was asked and nothing answered: whatever else answers would be before it.
  const given = Buffer.from(`k${answers}z`);
  const peer = startPeer(openWorld(), { write: asked, cuts: [3], read: given.length });
  await peer.outer.sees(QUERIES.at(-1)?.query ?? "");
  peer.outer.type("k");
  for (const { answer } of QUERIES) peer.outer.type(answer);
  peer.outer.type("z");
  expect(await peer.outer.ended).toEqual(OK);
  expect(difference(peer.shown(), asked)).toBeUndefined();
  expect(difference(peer.took(), given)).toBeUndefined();
});

test("focus, mouse and kitty keyboard are turned on at the terminal, and what they send comes to the agent", async () => {
  const turnedOn = Buffer.from("\x1b[?1004h\x1b[?1000h\x1b[?1002h\x1b[?1003h\x1b[?1006h\x1b[>1u\x1b[=5;1u\x1b[>4;2m\x1b[?2004h\x1b[?2031h");
  const sent = Buffer.concat([
    Buffer.from(
      "\x1b[I\x1b[O\x1b[<0;12;7M\x1b[<0;12;7m\x1b[<64;80;24M\x1b[97;5u\x1b[13;2u\x1b[57441;2:3u\x1b[27;5;13~\x1b[?997;1n\x1b\x1b[A\x1bOP",
    ),
    Buffer.from([0x1b, 0x5b, 0x4d, 0x20, 0xff, 0xfe]), // a mouse far to the right, as old terminals tell it
    Buffer.from("\x03\x1a\x1c\x04\x11\x13\x16\x0f"),
  ]);
  const turnedOff = Buffer.from("\x1b[?1004l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[<u\x1b[=0;1u\x1b[>4;0m\x1b[?2004l\x1b[?2031l");
  const stream = Buffer.concat([turnedOn, turnedOff]);
  const peer = startPeer(openWorld(), { write: stream, cuts: [turnedOn.length], read: sent.length });
  await peer.ready();
  for (const byte of sent) peer.outer.type(Uint8Array.of(byte));
  expect(await peer.outer.ended).toEqual(OK);
  expect(difference(peer.took(), sent)).toBeUndefined();
  // Whatever else stands behind it undoes what a program of that kind may have left on.
  expect(difference(peer.shown().subarray(0, stream.length), stream)).toBeUndefined();
});

test("keys typed before the agent reads are there when it does", async () => {
  const peer = startPeer(openWorld(), { read: 5 });
  peer.outer.type("early");
  expect(await peer.outer.ended).toEqual(OK);
  expect(peer.took().toString()).toBe("early");
});

/** What a program is started with: environment but for ours, open files, signals, folder, limits of its terminal's keys. */
const LOOK_AROUND = [
  "env | grep -v -e ^MEM_ -e ^_= | sort",
  "ls /proc/self/fd",
  "grep -e SigBlk -e SigIgn /proc/self/status",
  "pwd",
  "umask",
  "stty size",
].join("; ");

test.skipIf(!existsSync("/proc/self/status"))("the agent finds its environment, open files and signals as without mem", async () => {
  const world = openWorld();
  const env = { COLUMNS: "99", LINES: "7", TMUX: "/tmp/tmux,1,0", STY: "1.pts", COLORTERM: "truecolor", NO_COLOR: "1", ODD: "a=b\nc" };
  const look = async (start: World["run"]) => {
    const outer = start(["/bin/sh", "-c", LOOK_AROUND], { env, size: { cols: 93, rows: 17 } });
    expect(await outer.ended).toEqual(OK);
    return outer.text().split("\r\n");
  };
  expect(await look(world.run)).toEqual(await look(world.direct));
});

test("the terminal's own settings are the same before and after", async () => {
  const world = openWorld();
  const script = 'stty -ixon erase "^H"; before=$(stty -g); "$@"; [ "$(stty -g)" = "$before" ] && echo unchanged';
  const outer = world.direct([
    "/bin/sh",
    "-c",
    script,
    "sh",
    ...world.mem("run", "--quiet", "--", "/bin/sh", "-c", "stty raw -echo; echo x"),
  ]);
  await outer.ended;
  expect(outer.text()).toBe("x\nunchanged\r\n");
});
