// What is left at the end: the tree, the branch, the list, the other folder, what a helper found.
import type { Half } from "../../halves.ts";
import { baseOf, CLOSING, literal, NO_PR, PUSHED, UNCOMMITTED } from "../patterns.ts";
import type { Scene } from "../scene.ts";
import type { Piece, Planted, Todo } from "../script.ts";
import { asked, commit, done, edit, prompt, ran, read, reply, shell, wordy } from "../turns.ts";
import { decision } from "./settled.ts";

export function uncommitted(scene: Scene): Piece[] {
  const { say, world } = scene;
  const [name, first, second] = [scene.name(), scene.file(), scene.file()];
  const items: Planted[] = [
    {
      kind: "files",
      plant: "files not committed",
      what: `${first} and ${second} were changed last`,
      find: [literal(baseOf(first)), literal(baseOf(second))],
    },
    {
      kind: "state",
      plant: "files not committed",
      what: `${first} is not committed`,
      find: [UNCOMMITTED, literal(baseOf(first))],
      shown: [literal(baseOf(first))],
    },
  ];
  return [
    {
      phase: 80,
      steps: [
        asked(scene, say("touchUp", { name })),
        edit(scene, first, name),
        edit(scene, second, name),
        ran(world.build),
        wordy(scene, say("wrapUp", { file: first })),
      ],
      items,
    },
  ];
}

export function pushedWithoutRequest(scene: Scene): Piece[] {
  const { say, branch } = scene;
  const person = scene.draw("people");
  const output = `remote: \nremote: Create a pull request for '${branch}' on GitHub by visiting:\nremote:      https://github.com/acme/${scene.project}/pull/new/${branch}\nTo github.com:acme/${scene.project}.git\n * [new branch]      ${branch} -> ${branch}\nbranch '${branch}' set up to track 'origin/${branch}'.`;
  return [
    {
      phase: 70,
      steps: [
        asked(scene, say("push", { branch, person })),
        shell(`git push -u origin ${branch}`, output),
        wordy(scene, say("pushed", { branch })),
      ],
      items: [
        { kind: "state", plant: "pushed, no PR", what: `${branch} is pushed`, find: [literal(branch), PUSHED] },
        { kind: "open", plant: "pushed, no PR", what: "there is no PR yet", find: [NO_PR], shown: [literal(branch)] },
      ],
    },
  ];
}

const STEPS = {
  dev: [
    "migration 0042",
    "flag ff_new_rows",
    "load test with 200 clients",
    "alert on queue depth",
    "README section on limits",
    "drop table old_rows",
    "trace ids in the log",
  ],
  test: [
    "migration 0117",
    "flag ff_slot_v2",
    "soak test over 6 hours",
    "dashboard for retries",
    "ADR on storage layout",
    "remove the legacy_map view",
    "metrics per tenant",
  ],
} as const;

const listOf = (texts: readonly string[], finished: number): Todo[] =>
  texts.map((text, at) => ({ text, status: at < finished ? "completed" : at === finished ? "in_progress" : "pending" }));

export function todosLeft(scene: Scene): Piece[] {
  const { say, random, half } = scene;
  const texts = random.shuffled(STEPS[half]).slice(0, 5);
  const [name, file] = [scene.name(), scene.file()];
  const finished = random.between(2, 3);
  const left = texts.slice(finished);
  return [
    {
      phase: 9,
      steps: [
        prompt(say("goOn")),
        { do: "todos", todos: listOf(texts, 0) },
        reply(say("listed")),
        edit(scene, file, name),
        { do: "todos", todos: listOf(texts, 1) },
        commit(scene, `${name}: part one`),
        wordy(scene, say("wrapUp", { file })),
      ],
    },
    {
      phase: 72,
      steps: [
        prompt(say("goOn")),
        edit(scene, file, name),
        { do: "todos", todos: listOf(texts, finished) },
        commit(scene, `${name}: next part`),
        wordy(scene, say("wrapUp", { file })),
      ],
      items: left.map((text) => ({ kind: "next", plant: "todo list with items left", what: `left to do: ${text}`, find: [literal(text)] })),
    },
  ];
}

export function subagent(scene: Scene): Piece[] {
  const { say, random } = scene;
  const [finding, file, name] = [scene.draw("findings"), scene.file(), scene.name()];
  const line = random.between(31, 480);
  const mark = `probe-${random.hex(5)}`;
  return [
    {
      phase: 26,
      steps: [
        asked(scene, say("fillerAsk", { name, file: scene.file() })),
        {
          do: "agent",
          task: say("delegate", { place: scene.place }),
          inner: [`Listing candidates ${mark} before reading them one by one.`],
          report: say("finding", { finding, file, count: line }),
        },
        edit(scene, file, name),
        commit(scene, `${name}: cleanup`),
        wordy(scene, say("fillerDone", { file: scene.file(), name })),
      ],
      items: [
        {
          kind: "state",
          plant: "sub-agent's result",
          what: `${finding} at ${file}:${line}`,
          find: [literal(finding), literal(baseOf(file))],
        },
      ],
      noise: [{ what: "the sub-agent talking to itself", find: [mark], where: mark }],
    },
  ];
}

/** Decided before the agent's context was compacted; its own account of it says nothing of that. */
export function compaction(scene: Scene): Piece[] {
  const summary = `Summary:\n1. Primary Request and Intent: ${scene.thing} for ${scene.place}.\n2. Key Technical Concepts: see the files below.\n3. Files and Code Sections: ${scene.file()}, ${scene.file()}.\n4. Current Work: small cleanups asked for by the user.`;
  return [
    ...decision(scene, "decision before compaction", 8),
    {
      phase: 45,
      steps: [{ do: "compaction", text: summary }],
      noise: [
        {
          what: "what a compaction is introduced with",
          find: ["continued from a previous conversation|Another language model started|Key Technical Concepts"],
        },
      ],
    },
  ];
}

const NEIGHBOURS = { dev: ["web-client", "infra-live"], test: ["mobile-shell", "terraform-eu"] } as const;

export function otherFolder(scene: Scene): Piece[] {
  const { say, random, half } = scene;
  const folder = `/home/dev/${random.pick(NEIGHBOURS[half])}`;
  const [name, file] = [scene.name(), random.pick(["lib/api.ts", "modules/edge/main.tf", "core/client.kt"])];
  return [
    {
      phase: 58,
      steps: [
        asked(scene, say("folder", { folder, file })),
        { do: "shell", command: "git status --short", output: "", ok: true, cwd: folder },
        edit(scene, file, name, folder),
        { do: "shell", command: `git commit -qam "follow ${name}"`, output: "", ok: true, cwd: folder },
        wordy(scene, say("wrapUp", { file })),
      ],
      items: [
        {
          kind: "files",
          plant: "several folders",
          what: `${file} in ${folder} was changed, too`,
          find: [literal(baseOf(folder)), literal(baseOf(file))],
        },
      ],
    },
  ];
}

export function smallTalk(scene: Scene): Piece[] {
  return [{ phase: 95, steps: [prompt(scene.say("thanks")), done(scene.say("bye"))], noise: [{ what: "small talk", find: [CLOSING] }] }];
}

/** The last thing asked for is another one than what the session was about, and has only just begun. */
export function secondTask(scene: Scene): Piece[] {
  const [thing, place, file, name] = [scene.draw("things"), scene.draw("places"), scene.file(), scene.name()];
  return [
    {
      phase: 90,
      steps: [
        asked(scene, scene.say("second", { thing, place })),
        reply(scene.say("beginning", { file })),
        read(scene, file, name),
        edit(scene, file, name),
      ],
      items: [
        {
          kind: "goal",
          plant: "second task begun",
          what: `${thing} for ${place} is what is worked on now`,
          find: [literal(thing), literal(place)],
        },
      ],
    },
  ];
}

const OUTSIDE: Readonly<Record<Half, readonly { command: string; output: string; mark: string }[]>> = {
  dev: [
    { command: "bin/migrate up --env staging", output: "applied 0042_add_limits (312 ms)\nschema is at 0042", mark: "0042_add_limits" },
    { command: "npm publish --tag next", output: "+ @acme/core@3.8.0-rc.2", mark: "3.8.0-rc.2" },
    { command: "flyctl deploy -a parcel-stage", output: "release v211 created\n2 machines updated", mark: "parcel-stage" },
  ],
  test: [
    { command: "make migrate-staging", output: "upgraded to revision 7c1f0e_split_slots", mark: "7c1f0e" },
    { command: "git tag v5.12.0 && git push origin v5.12.0", output: " * [new tag]         v5.12.0 -> v5.12.0", mark: "v5.12.0" },
    { command: "helm upgrade rota-canary ./chart", output: "Release rota-canary has been upgraded. REVISION: 48", mark: "rota-canary" },
  ],
};

/** Something was changed that no commit takes back. */
export function doneOutside(scene: Scene): Piece[] {
  const { say, random, half } = scene;
  const { command, output, mark } = random.pick(OUTSIDE[half]);
  const file = scene.file();
  return [
    {
      phase: 52,
      steps: [prompt(say("goOn")), shell(command, output), wordy(scene, say("wrapUp", { file }))],
      items: [
        { kind: "done", plant: "done outside the tree", what: `${command}: done, ${mark}`, find: [`${literal(mark)}|${literal(command)}`] },
      ],
    },
  ];
}
