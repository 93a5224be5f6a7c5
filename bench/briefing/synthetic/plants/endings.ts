// How it stops: a question without an answer, a limit, a kill, the middle of a call.
import type { Ending } from "../../case.ts";
import { baseOf, CUT, literal } from "../patterns.ts";
import type { Scene } from "../scene.ts";
import type { Piece, Planted } from "../script.ts";
import { asked, edit, prompt, read, reply, wordy } from "../turns.ts";

export const ENDED: Ending = { ending: "ended", exit: { code: 0 } };
export const KILLED: Ending = { ending: "crashed", exit: { code: 137, signal: 9 } };
export const AT_LIMIT: Ending = { ending: "limit", exit: { code: 0 } };

export function agentAsks(scene: Scene): Piece[] {
  const { thing, place, say } = scene;
  const [other, file, name] = [scene.draw("places"), scene.file(), scene.name()];
  return [
    {
      phase: 92,
      steps: [prompt(say("goOn")), read(scene, file, name), wordy(scene, say("ask", { thing, place, other }))],
      items: [
        {
          kind: "open",
          plant: "agent's question unanswered",
          what: `asked, and not answered: ${thing} for ${other}, too?`,
          find: [literal(other), literal(thing)],
        },
      ],
    },
  ];
}

export function userAsks(scene: Scene): Piece[] {
  const [thing, place] = [scene.draw("things"), scene.draw("places")];
  return [
    {
      phase: 94,
      steps: [asked(scene, scene.say("userAsks", { thing, place }))],
      items: [
        {
          kind: "open",
          plant: "user's question unanswered",
          what: `the user asked about ${thing} and ${place}`,
          find: [literal(thing), literal(place)],
        },
      ],
    },
  ];
}

/** A request that was cut off, in words of its own. */
function waiting(scene: Scene, plant: string): { text: string; item: Planted; file: string; name: string } {
  const [name, file] = [scene.name(), scene.file()];
  const item: Planted = {
    kind: "open",
    plant,
    what: `asked for, not finished: ${name} in ${file}`,
    find: [literal(name), literal(baseOf(file))],
  };
  return { text: scene.say("fillerAsk", { name, file }), item, file, name };
}

export function limit(scene: Scene): Piece[] {
  const { text, item } = waiting(scene, "ended by a limit");
  const state: Planted = { kind: "state", plant: "ended by a limit", what: "it stopped at a usage limit", find: ["limit"] };
  return [{ phase: 96, steps: [asked(scene, text), { do: "limit", hours: scene.random.between(1, 4) }], items: [state, item] }];
}

export function killed(scene: Scene): Piece[] {
  const { text, item, file, name } = waiting(scene, "killed");
  const state: Planted = { kind: "state", plant: "killed", what: "it was killed at work", find: [CUT], shown: [literal(baseOf(file))] };
  return [
    {
      phase: 96,
      steps: [asked(scene, text), reply(scene.say("looking", { file })), read(scene, file, name), edit(scene, file, name)],
      items: [state, item],
    },
  ];
}

const LONG_RUNS = {
  dev: ["npm run backfill -- --tenant acme-7", "bin/reindex --since 2026-03", "make snapshot-eu"],
  test: ["bin/replay --from 88120", "npm run thumbs -- --all-sizes", "make dump-west"],
} as const;

export function midCall(scene: Scene): Piece[] {
  const { random, half, say } = scene;
  const command = random.pick(LONG_RUNS[half]);
  const file = scene.file();
  const state: Planted = {
    kind: "state",
    plant: "ended in a tool call",
    what: `${command} was running when it ended`,
    find: [literal(command), CUT],
    shown: [literal(command)],
  };
  return [
    {
      phase: 97,
      steps: [prompt(say("goOn")), reply(say("looking", { file })), { do: "shell", command, output: "", ok: true, cut: true }],
      items: [state],
    },
  ];
}
