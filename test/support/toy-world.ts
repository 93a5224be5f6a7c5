// A project, a place for histories, and a store: what reading, recording and going on are tried with.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Clock } from "../../src/host/host.ts";
import type { HistorySource } from "../../src/ingest/discover.ts";
import type { IngestDeps } from "../../src/ingest/ingest.ts";
import type { AgentId, NativeId, RunId } from "../../src/model/ids.ts";
import type { Place } from "../../src/model/project.ts";
import type { Run } from "../../src/model/run.ts";
import { locate } from "../../src/project/place.ts";
import { rawFiles } from "../../src/store/raw.ts";
import { redactor } from "../../src/transcript/redact.ts";
import { fakeIds } from "./fake-ids.ts";
import { memoryStore } from "./memory-store.ts";
import { tempFolder } from "./temp-folder.ts";
import { toyLine, toyReader } from "./toy-reader.ts";

export const TOY = "toy" as AgentId;
export const RUN = "0123456789abcdef" as RunId;

export type ToyWorld = {
  /** Holds `shop`, a folder to work in; `h`, the histories; `run`, the run's own. */
  readonly folder: string;
  readonly deps: IngestDeps;
  readonly source: HistorySource;
  readonly place: Place;
  /** A line of a history that says whose conversation in `shop` it is. */
  about(id: string, more?: object): string;
  /** Started when this world was made. */
  run(more?: Partial<Run>): Run;
};

/** Gone when the test is over; call it inside a test or before each. Its clock is the world's, as files' times are, unless another is given. */
export function toyWorld(clock: Clock = { now: () => Date.now() }): ToyWorld {
  const folder = tempFolder();
  for (const name of ["shop", "h", "run"]) mkdirSync(join(folder, name));
  const ids = fakeIds();
  const deps = {
    store: memoryStore({ ids }),
    raw: rawFiles(join(folder, "raw")),
    door: redactor(),
    home: join(folder, "home"),
    ids,
    clock,
  };
  onTestFinished(() => deps.store.close());
  const roots = [join(folder, "h")];
  const startedAt = clock.now();
  const place = locate(join(folder, "shop"), deps.home);
  return {
    folder,
    deps,
    source: { agent: TOY, reader: toyReader, roots },
    place,
    about: (id, more = {}) =>
      toyLine({ kind: "session", nativeId: id as NativeId, cwd: join(folder, "shop"), startedAt: clock.now(), ...more }),
    run: (more = {}) => ({
      id: RUN,
      agent: TOY,
      place,
      argv: ["toy"],
      startedAt,
      wrapper: { pid: 900 },
      child: { pid: 901 },
      mode: "pty",
      kind: "new",
      historyRoots: roots,
      reader: "toy",
      dir: join(folder, "run"),
      delivered: { channel: "args", tokens: 5, chars: 20, sources: [] },
      ...more,
    }),
  };
}
