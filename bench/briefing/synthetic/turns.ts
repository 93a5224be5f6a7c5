// Turns that pieces are made of: real work which is done and does not matter later, and the small steps of all work.
import type { Random } from "./random.ts";
import type { Scene } from "./scene.ts";
import type { Piece, Step } from "./script.ts";
import { chatter } from "./worlds.ts";

export const prompt = (text: string): Step => ({ do: "prompt", text });
export const reply = (text: string): Step => ({ do: "reply", text });
export const done = (text: string): Step => ({ do: "reply", text, ends: true });

/** So many sentences of no consequence around what matters, as people and agents talk. */
function among(random: Random, core: string, others: readonly string[], between: string): string {
  const at = random.between(0, others.length);
  return [...others.slice(0, at), core, ...others.slice(at)].join(between);
}

const several = (count: number, make: () => string): string[] => [...new Set(Array.from({ length: count }, make))];

/** The agent's last words of a turn, with all that it says beside. */
export function wordy(scene: Scene, core: string): Step {
  const { random, say } = scene;
  const details = several(random.pick([0, 2, 3, 4, 5, 6, 8]), () => say("detail", { name: scene.name(), file: scene.file() }));
  if (random.chance(0.3))
    return done(among(random, core, details.length === 0 ? [] : [details.map((text) => `- ${text}`).join("\n")], "\n\n"));
  return done(among(random, core, details, random.chance(0.5) ? " " : "\n\n"));
}

/** What the user asks, and sometimes why or when. */
export function asked(scene: Scene, core: string): Step {
  const { random, say } = scene;
  return prompt(
    among(
      random,
      core,
      several(random.pick([0, 0, 1, 2]), () => say("context", { name: scene.name() })),
      random.chance(0.3) ? "\n\n" : " ",
    ),
  );
}

export const shell = (command: string, output: string, ok = true): Step => ({ do: "shell", command, output, ok });
export const ran = ({ command, output }: { command: string; output: string }, ok = true): Step => shell(command, output, ok);

/** `name` stands in what is read, so that the file is about it. */
export function read({ random, root }: Scene, file: string, name: string): Step {
  const lines = Array.from({ length: random.between(8, 60) }, (_, at) =>
    at === 3
      ? `${name}(rows, limit)`
      : `  ${random.pick(["const", "let", "return", "if", "for"])} part${at} = rows[${at}] // ${random.hex(6)}`,
  );
  return { do: "read", path: `${root}/${file}`, output: lines.map((line, at) => `${at + 1}\t${line}`).join("\n") };
}

export function edit({ random, root }: Scene, file: string, name: string, folder = root): Step {
  const mark = random.hex(4);
  return {
    do: "edit",
    path: `${folder}/${file}`,
    before: `${name}(rows) {\n  return rows;`,
    after: `${name}(rows, limit) {\n  // step ${mark}\n  return rows.slice(0, limit);`,
  };
}

export function commit({ random, branch }: Scene, subject: string): Step {
  const short = subject.slice(0, 50);
  return shell(`git commit -qam "${short}" && git log --oneline -1`, `${random.hex(7)} (HEAD -> ${branch}) ${short}`);
}

/** A request of no consequence: asked, looked at, done, committed. */
export function filler(scene: Scene, phase: number): Piece {
  const { random, world, say } = scene;
  const [file, name] = [scene.file(), scene.name()];
  const looks: Step[] = Array.from({ length: random.between(0, 2) }, () =>
    random.chance(0.3) ? shell(`rg -n ${name}`, chatter(random, random.between(4, 90))) : read(scene, scene.file(), name),
  );
  return {
    phase,
    steps: [
      asked(scene, say("fillerAsk", { file, name })),
      reply(say("looking", { file })),
      read(scene, file, name),
      ...looks,
      edit(scene, file, name),
      ran(world.build),
      commit(scene, `${name}: small cleanup`),
      wordy(scene, say("fillerDone", { file, name })),
    ],
  };
}

/** The work on what was asked first: looked at, written and committed. */
export function mainWork(scene: Scene, phase: number): Piece {
  const { random, world, say } = scene;
  const name = scene.name();
  const files = Array.from({ length: random.between(2, 4) }, () => scene.file());
  const changes = files.flatMap((file) => [reply(say("looking", { file })), read(scene, file, name), edit(scene, file, name)]);
  return {
    phase,
    steps: [
      ...changes,
      ran(world.build),
      commit(scene, `${scene.thing}: first part`),
      wordy(scene, say("wrapUp", { file: files[0] ?? "" })),
    ],
  };
}
