// Scene: one session's people, project and words, while it is being made up. What was drawn once is not drawn again.
import type { Half } from "../halves.ts";
import { de } from "./phrases/de.ts";
import { en } from "./phrases/en.ts";
import { es } from "./phrases/es.ts";
import { fr } from "./phrases/fr.ts";
import { ja } from "./phrases/ja.ts";
import { zh } from "./phrases/zh.ts";
import { type PhraseKey, type Phrases, type Slots, say } from "./phrases.ts";
import type { Random } from "./random.ts";
import { WORDS, type Words } from "./words.ts";
import { type World, worldOf } from "./worlds.ts";

export const LANGUAGES = { en, de, fr, es, ja, zh } as const satisfies Readonly<Record<string, Phrases>>;
export type Language = keyof typeof LANGUAGES;

export type Scene = {
  random: Random;
  half: Half;
  language: Language;
  world: World;
  project: string;
  /** Folder the session runs in. */
  root: string;
  branch: string;
  thing: string;
  place: string;
  say(key: PhraseKey, slots?: Slots): string;
  draw<Key extends keyof Words>(key: Key): Words[Key][number];
  /** Of the project, relative. */
  file(): string;
  name(): string;
  test(): string;
};

/** Values in an order by chance; each is given once, and all again once all were. */
function dealer<T>(random: Random, values: readonly T[]): () => T {
  let left = random.shuffled(values);
  return () => {
    if (left.length === 0) left = random.shuffled(values);
    const drawn = left.pop();
    if (drawn === undefined) throw new Error("nothing to draw from");
    return drawn;
  };
}

export function sceneOf(random: Random, half: Half, language: Language): Scene {
  const words = WORDS[half];
  const world = worldOf(random);
  const decks = new Map<string, () => unknown>();
  function draw<Key extends keyof Words>(key: Key): Words[Key][number] {
    const deck = decks.get(key) ?? dealer<unknown>(random, words[key]);
    decks.set(key, deck);
    // A deck of `key` holds what `words[key]` holds.
    return deck() as Words[Key][number];
  }
  const project = draw("projects");
  const [file, name, test] = [dealer(random, world.files), dealer(random, world.names), dealer(random, world.tests)];
  return {
    random,
    half,
    language,
    world,
    project,
    root: `/home/dev/${project}`,
    branch: draw("branches"),
    thing: draw("things"),
    place: draw("places"),
    say: (key, slots) => say(LANGUAGES[language], half, random, key, slots),
    draw,
    file,
    name,
    test,
  };
}
