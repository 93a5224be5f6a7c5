// A seed → sessions on disk as two agents write them, and what is planted in each.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileTime } from "../../../src/model/time.ts";
import { type Case, type Ending, toItem, toNoise } from "../case.ts";
import { type Half, halfOf } from "../halves.ts";
import { literal } from "./patterns.ts";
import { AT_LIMIT, agentAsks, ENDED, KILLED, killed, limit, midCall, userAsks } from "./plants/endings.ts";
import {
  compaction,
  doneOutside,
  otherFolder,
  pushedWithoutRequest,
  secondTask,
  smallTalk,
  subagent,
  todosLeft,
  uncommitted,
} from "./plants/left.ts";
import {
  attemptFailed,
  commandWorks,
  constraint,
  decision,
  decisionRevoked,
  fixRejected,
  goalCorrected,
  testsTurnedRed,
} from "./plants/settled.ts";
import { type Random, randomOf } from "./random.ts";
import { type Language, type Scene, sceneOf } from "./scene.ts";
import type { Noise, Piece, Planted, Step } from "./script.ts";
import { asked, filler, mainWork, prompt } from "./turns.ts";
import { claudeHistory, REMINDER_NOISE } from "./write-claude.ts";
import { CONTEXT_NOISE, codexHistory } from "./write-codex.ts";

/** In each half. */
const SESSIONS = 24;
/** Of twelve sessions seven are in English. */
const TONGUES: readonly Language[] = ["en", "de", "en", "fr", "en", "en", "ja", "en", "es", "en", "zh", "en"];

const PLANTS = {
  goalCorrected,
  decision,
  decisionRevoked,
  attemptFailed,
  fixRejected,
  constraint,
  commandWorks,
  testsTurnedRed,
  uncommitted,
  pushedWithoutRequest,
  todosLeft,
  subagent,
  compaction,
  otherFolder,
  doneOutside,
  log,
  secondTask,
  smallTalk,
  agentAsks,
  userAsks,
  limit,
  killed,
  midCall,
} as const satisfies Readonly<Record<string, (scene: Scene) => Piece[]>>;
type Plant = keyof typeof PLANTS;
const isPlant = (name: string): name is Plant => name in PLANTS;
const ALL: readonly Plant[] = Object.keys(PLANTS).filter(isPlant);

/** Of each of these a session has one at most. */
const APART: readonly (readonly Plant[])[] = [
  ["smallTalk", "agentAsks", "userAsks", "limit", "killed", "midCall"],
  ["secondTask", "smallTalk", "agentAsks", "userAsks"],
  ["secondTask", "goalCorrected"],
  ["compaction", "decision"],
];
const isFit = (plant: Plant, among: readonly Plant[]): boolean =>
  !among.includes(plant) && !APART.some((group) => group.includes(plant) && group.some((other) => among.includes(other)));

/** Gives each session its plants, all of them equally often. */
function plantsFor(random: Random): () => Plant[] {
  let deck: Plant[] = [];
  return () => {
    const chosen: Plant[] = [];
    const wanted = random.between(5, 8);
    const passed: Plant[] = [];
    for (let drawn = 0; chosen.length < wanted && drawn < 3 * ALL.length; drawn += 1) {
      if (deck.length === 0) deck = random.shuffled(ALL);
      const plant = deck.pop();
      if (plant === undefined) break;
      if (isFit(plant, chosen)) chosen.push(plant);
      else passed.push(plant);
    }
    deck.push(...passed);
    return chosen;
  };
}

const goalItem = ({ thing, place }: Scene): Planted => ({
  kind: "goal",
  plant: "goal",
  what: `${thing} for ${place}`,
  find: [literal(thing), literal(place)],
});

/** The request at the head of a long log. */
function log(scene: Scene): Piece[] {
  const { random, thing, place } = scene;
  const mark = scene.draw("logMarks");
  const lines = Array.from(
    { length: random.between(60, 240) },
    (_, at) =>
      `2026-10-0${random.between(1, 9)}T0${random.between(0, 9)}:${10 + (at % 50)}:07Z ${random.pick(["INFO", "WARN", "DEBUG"])} ${mark} lag=${random.between(1, 900)} slot=${random.hex(5)}`,
  );
  return [
    {
      phase: 0,
      steps: [prompt(`${scene.say("pasted", { thing, place })}\n\n${lines.join("\n")}`)],
      items: [{ ...goalItem(scene), plant: "goal before a long log" }],
      noise: [{ what: "lines of a pasted log", find: [`${literal(mark)} lag=`] }],
    },
  ];
}

const opening = (scene: Scene): Piece => ({
  phase: 0,
  steps: [asked(scene, scene.say("goal", { thing: scene.thing, place: scene.place }))],
  items: [goalItem(scene)],
});

function endingOf(plants: readonly Plant[]): Ending {
  if (plants.includes("limit")) return AT_LIMIT;
  return plants.includes("killed") || plants.includes("midCall") ? KILLED : ENDED;
}

type Made = { steps: Step[]; items: Planted[]; noise: Noise[] };

function makeUp(scene: Scene, plants: readonly Plant[]): Made {
  const { random } = scene;
  const pieces: Piece[] = [
    ...(plants.includes("log") ? [] : [opening(scene)]),
    mainWork(scene, 2),
    ...plants.flatMap((plant) => PLANTS[plant](scene)),
    ...Array.from({ length: random.between(0, 11) }, () => filler(scene, random.between(5, 66))),
  ].sort((a, b) => a.phase - b.phase);
  const items = pieces.flatMap((piece) => piece.items ?? []);
  // What was asked first is not the goal any more.
  const isPast = plants.includes("goalCorrected") || plants.includes("secondTask");
  return {
    steps: pieces.flatMap((piece) => piece.steps),
    items: items.filter(({ plant }) => !isPast || !plant?.startsWith("goal") || plant === "goal corrected"),
    noise: pieces.flatMap((piece) => piece.noise ?? []),
  };
}

const START = Date.parse("2026-10-05T07:30:00Z");
const HOUR_MS = 3_600_000;

/** `shown`: for each item what has to stand in the session for it. */
export type Synthetic = Case & { shown: readonly { what: string; find: readonly RegExp[] }[] };

type Order = { name: string; half: Half; agent: "claude" | "codex"; language: Language; plants: readonly Plant[] };

function write(order: Order, seed: number, folder: string): Synthetic {
  const { name, half, agent, language, plants } = order;
  const random = randomOf(seed, name);
  const scene = sceneOf(random, half, language);
  const { steps, items, noise } = makeUp(scene, plants);
  const startedAt = START + random.between(0, 1200) * HOUR_MS;
  const isClaude = agent === "claude";
  const text = isClaude ? claudeHistory(scene, steps, startedAt) : codexHistory(scene, steps, startedAt);
  const file = isClaude ? `${random.uuid()}.jsonl` : `rollout-${fileTime(startedAt).slice(0, -1)}-${random.uuid()}.jsonl`;
  const path = join(folder, file);
  writeFileSync(path, text);
  return {
    set: "synthetic",
    name,
    half,
    agent,
    path,
    about: `${language}; ${plants.join(", ")}`,
    items: items.map((item) => toItem(item, name)),
    noise: [...noise, REMINDER_NOISE, CONTEXT_NOISE]
      .filter(({ where }) => where === undefined || text.includes(where))
      .map((each) => toNoise(each, name)),
    ending: endingOf(plants),
    shown: items.map(({ what, find, shown }) => ({ what, find: (shown ?? find).map((source) => new RegExp(source, "iu")) })),
  };
}

/** Names until each half has its sessions; in each half every other one is of the other agent. */
function orders(seed: number): Order[] {
  const made: Order[] = [];
  const plants = { dev: plantsFor(randomOf(seed, "plants dev")), test: plantsFor(randomOf(seed, "plants test")) };
  for (let number = 1; made.length < 2 * SESSIONS; number += 1) {
    const name = `made-${String(number).padStart(2, "0")}`;
    const half = halfOf(name);
    const count = made.filter((order) => order.half === half).length;
    if (count === SESSIONS) continue;
    // Not in step with the agents: each speaks each language.
    const language = TONGUES[(count + Math.floor(count / TONGUES.length)) % TONGUES.length] ?? "en";
    made.push({ name, half, agent: count % 2 === 0 ? "claude" : "codex", language, plants: plants[half]() });
  }
  return made;
}

/** Writes the histories into `folder`, which is made. */
export function syntheticCases(seed: number, folder: string): Synthetic[] {
  mkdirSync(folder, { recursive: true });
  return orders(seed).map((order) => write(order, seed, folder));
}
