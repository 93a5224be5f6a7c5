// What is settled on the way: goals, decisions, what was tried, what the surroundings demand.
import { FAILS, literal, staleOn } from "../patterns.ts";
import type { Scene } from "../scene.ts";
import type { Piece, Planted } from "../script.ts";
import { asked, commit, edit, prompt, ran, read, reply, shell, wordy } from "../turns.ts";

/** Two turns that say what is wanted, the second of which has it right. */
export function goalCorrected(scene: Scene): Piece[] {
  const { thing, place: old, say } = scene;
  const [next, file, name] = [scene.draw("places"), scene.file(), scene.name()];
  const item: Planted = {
    kind: "goal",
    plant: "goal corrected",
    what: `${thing} for ${next}, no longer ${old}`,
    find: [literal(thing), literal(next)],
  };
  return [
    {
      phase: 34,
      steps: [
        asked(scene, say("correct", { thing, old, new: next })),
        reply(say("looking", { file })),
        read(scene, file, name),
        edit(scene, file, name),
        commit(scene, `${thing}: moved`),
        wordy(scene, say("wrapUp", { file })),
      ],
      items: [item],
      noise: [{ what: `the goal is still ${old}`, find: [staleOn(old, next, thing)] }],
    },
  ];
}

const reasoned = (scene: Scene, it: string): { why: string; term: string } => {
  const { kind, term } = scene.draw("reasons");
  return { why: scene.say(kind, { it, term }), term };
};

export function decision(scene: Scene, plant = "decision", phase = 14): Piece[] {
  const { say, random } = scene;
  const [{ chosen, dropped }, file, name] = [scene.draw("pairs"), scene.file(), scene.name()];
  const { why, term } = reasoned(scene, dropped);
  const work = [read(scene, file, name), edit(scene, file, name), commit(scene, `${name}: use ${chosen}`)];
  const steps = random.chance(0.5)
    ? [asked(scene, say("decideUser", { chosen, dropped, why })), ...work, wordy(scene, say("wrapUp", { file }))]
    : [prompt(say("goOn")), ...work, wordy(scene, say("decideAgent", { chosen, dropped, why }))];
  return [
    {
      phase,
      steps,
      items: [{ kind: "decision", plant, what: `${chosen}, since ${dropped}: ${term}`, find: [literal(chosen), literal(term)] }],
    },
  ];
}

export function decisionRevoked(scene: Scene): Piece[] {
  const { say } = scene;
  const [first, later] = [scene.draw("pairs"), scene.draw("pairs")];
  const [old, next, file, name] = [first.chosen, later.chosen, scene.file(), scene.name()];
  const [before, after] = [reasoned(scene, first.dropped), reasoned(scene, old)];
  return [
    {
      phase: 12,
      steps: [
        asked(scene, say("decideUser", { chosen: old, dropped: first.dropped, why: before.why })),
        read(scene, file, name),
        edit(scene, file, name),
        commit(scene, `${name}: first version`),
        wordy(scene, say("wrapUp", { file })),
      ],
    },
    {
      phase: 48,
      steps: [
        asked(scene, say("revoke", { old, new: next, why: after.why })),
        edit(scene, file, name),
        commit(scene, `${name}: second version`),
        wordy(scene, say("wrapUp", { file })),
      ],
      items: [
        {
          kind: "decision",
          plant: "decision revoked",
          what: `${next} instead of ${old}: ${after.term}`,
          find: [literal(next), literal(after.term)],
        },
      ],
      noise: [{ what: `${old} told as if it still held`, find: [staleOn(old, next)] }],
    },
  ];
}

/** Said in words, or only shown by the output while the agent goes on in silence. */
export function attemptFailed(scene: Scene): Piece[] {
  const { say, random, world } = scene;
  const [{ approach, error, line }, file, name] = [scene.draw("troubles"), scene.file(), scene.name()];
  const isSaid = random.chance(0.7);
  const item: Planted = {
    kind: "failed",
    plant: isSaid ? "attempt failed" : "attempt failed, shown only",
    what: `${approach} was tried and ended in ${error}`,
    find: [literal(approach), literal(error)],
  };
  return [
    {
      phase: 22,
      steps: [
        prompt(say("goOn")),
        reply(say("trying", { approach })),
        edit(scene, file, `${name}_${approach.replace(/\W/g, "_")}`),
        shell(world.build.command, `${line}\n    at ${file}:${random.between(12, 240)}\nexit status 1`, false),
        shell(`git checkout -- ${file}`, ""),
        edit(scene, file, name),
        ran(world.build),
        commit(scene, `${name}: plain loop`),
        wordy(scene, isSaid ? say("failed", { approach, error }) : say("wrapUp", { file })),
      ],
      items: [item],
    },
  ];
}

export function fixRejected(scene: Scene): Piece[] {
  const { say, world } = scene;
  const [{ approach }, rule, file, name] = [scene.draw("troubles"), scene.draw("rules"), scene.file(), scene.name()];
  return [
    {
      phase: 28,
      steps: [
        asked(scene, say("fillerAsk", { name, file })),
        reply(say("trying", { approach })),
        edit(scene, file, name),
        ran(world.build),
        wordy(scene, say("wrapUp", { file })),
        asked(scene, say("reject", { approach, rule })),
        shell(`git checkout -- ${file}`, ""),
        edit(scene, file, name),
        commit(scene, `${name}: without it`),
        wordy(scene, say("rejected")),
      ],
      items: [
        {
          kind: "failed",
          plant: "fix rejected",
          what: `the user refused ${approach}, because of ${rule}`,
          find: [literal(approach), literal(rule)],
        },
      ],
    },
  ];
}

const PORTS = [5432, 3000, 8080, 9200, 6379] as const;

function demand(scene: Scene): { text: string; what: string; find: string[] } {
  const { say, random } = scene;
  const host = scene.draw("hosts");
  const kind = random.pick(["portTaken", "version", "readOnly"] as const);
  if (kind === "portTaken") {
    const taken = random.pick(PORTS);
    const [free, service] = [taken + random.between(3, 60), scene.draw("services")];
    return {
      text: say(kind, { taken, service, free }),
      what: `ours is on port ${free}, ${taken} is taken`,
      find: [`(?<!\\d)${free}(?!\\d)`],
    };
  }
  if (kind === "version") {
    const version = scene.draw("versions");
    return { text: say(kind, { version, host }), what: `${host} has ${version}`, find: [literal(version), literal(host)] };
  }
  const person = scene.draw("people");
  return { text: say(kind, { host, person }), what: `${host} is changed by ${person} only`, find: [literal(host), literal(person)] };
}

export function constraint(scene: Scene): Piece[] {
  const [{ text, what, find }, file, name] = [demand(scene), scene.file(), scene.name()];
  return [
    {
      phase: 18,
      steps: [
        asked(scene, text),
        read(scene, file, name),
        edit(scene, file, name),
        commit(scene, `${name}: adapted`),
        wordy(scene, scene.say("wrapUp", { file })),
      ],
      items: [{ kind: "constraint", plant: "environment constraint", what, find }],
    },
  ];
}

const SUITES = {
  dev: ["PGPORT=5437", "TZ=Pacific/Apia", "UV_THREADPOOL_SIZE=2"],
  test: ["DOCKER_HOST=tcp://127.0.0.1:2399", "LC_ALL=tr_TR.UTF-8", "GOMAXPROCS=3"],
} as const;
const TARGETS = { dev: ["make itest", "make smoke", "just e2e"], test: ["make contract", "task full", "just nightly"] } as const;

/** Two calls that fail, then one that works: said, or only shown. */
export function commandWorks(scene: Scene): Piece[] {
  const { say, random, half } = scene;
  const [setting, target] = [random.pick(SUITES[half]), random.pick(TARGETS[half])];
  const command = `${setting} ${target}`;
  const isSaid = random.chance(0.5);
  const [file, name] = [scene.file(), scene.name()];
  return [
    {
      phase: 40,
      steps: [
        asked(scene, say("fillerAsk", { name, file })),
        edit(scene, file, name),
        shell(target, "connect: connection refused\nmake: *** [itest] Error 2", false),
        shell(`${target} VERBOSE=1`, "connect: connection refused\nmake: *** [itest] Error 2", false),
        shell(command, "18 scenarios (18 passed)\n0m12.4s"),
        commit(scene, `${name}: checked`),
        wordy(scene, isSaid ? say("onlyWith", { command }) : say("fillerDone", { file, name })),
      ],
      items: [
        {
          kind: "constraint",
          plant: isSaid ? "command that works" : "command that works, shown only",
          what: `it takes ${command}`,
          find: [literal(setting), literal(target)],
        },
      ],
    },
  ];
}

/** All was green and said to be; the very last run is not, and nobody says so. */
export function testsTurnedRed(scene: Scene): Piece[] {
  const { say, random, world } = scene;
  const [count, failing, name, file] = [random.between(61, 239), scene.test(), scene.name(), scene.file()];
  const ends = random.chance(0.5) ? [wordy(scene, say("wrapUp", { file }))] : [];
  return [
    { phase: 62, steps: [prompt(say("goOn")), ran(world.green(count)), wordy(scene, say("allGreen", { count }))] },
    {
      phase: 86,
      steps: [asked(scene, say("touchUp", { name })), edit(scene, file, name), ran(world.red(count + 1, failing), false), ...ends],
      items: [{ kind: "tests", plant: "tests turned red, unsaid", what: `${failing} fails`, find: [literal(failing), FAILS] }],
      noise: [{ what: `${count} tests pass, told as if it still held`, find: [`(?:^|\\n)(?![^\\n]*fail)[^\\n]*(?<!\\d)${count}(?!\\d)`] }],
    },
  ];
}
