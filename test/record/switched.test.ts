// `/resume` inside an agent: the run goes over to a conversation that is older than itself, and ends on that one.
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { goOn } from "../../src/continue/continue.ts";
import { ingestFile } from "../../src/ingest/ingest.ts";
import type { Frame } from "../../src/model/frame.ts";
import type { AgentId, NativeId, RunId } from "../../src/model/ids.ts";
import type { Run } from "../../src/model/run.ts";
import { locate } from "../../src/project/place.ts";
import { type RecorderDeps, record } from "../../src/record/recorder.ts";
import { rawFiles } from "../../src/store/raw.ts";
import { redactor } from "../../src/transcript/redact.ts";
import { fakeIds } from "../support/fake-ids.ts";
import { fakeProc } from "../support/fake-proc.ts";
import { memoryStore } from "../support/memory-store.ts";
import { silentLog } from "../support/silent-log.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { toyEvent, toyLine, toyReader } from "../support/toy-reader.ts";

const AGENT = "toy" as AgentId;
const RUN = "0123456789abcdef" as RunId;
const clock = { now: () => Date.now() };

function setUp() {
  const folder = tempFolder();
  for (const name of ["shop", "h", "run"]) mkdirSync(join(folder, name));
  const ids = fakeIds();
  const source = { agent: AGENT, reader: toyReader, roots: [join(folder, "h")] };
  const deps: RecorderDeps = {
    store: memoryStore({ ids }),
    raw: rawFiles(join(folder, "raw")),
    door: redactor(),
    home: join(folder, "home"),
    clock,
    ids,
    log: silentLog(),
    proc: fakeProc(),
    sourceOf: () => source,
    git: () => Promise.resolve({ at: clock.now() }),
    keepFramesMs: 0,
  };
  onTestFinished(() => {
    deps.store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const place = locate(join(folder, "shop"), deps.home);
  const run: Run = {
    id: RUN,
    agent: AGENT,
    place,
    argv: ["toy"],
    startedAt: clock.now(),
    wrapper: { pid: 900 },
    child: { pid: 901 },
    mode: "pty",
    kind: "new",
    nativeId: "chosen" as NativeId,
    historyRoots: [join(folder, "h")],
    reader: "toy",
    dir: join(folder, "run"),
  };
  return { folder, deps, source, run, place };
}

const turn = (text: string, at: number): string =>
  toyEvent({ at, text }) + toyEvent({ at: at + 1, kind: "reply", by: "agent", text: "done" });

test.each([
  ["nothing was asked in the run's own one", false],
  ["something was asked in the run's own one before", true],
])("the run ends on the conversation that the user switched to, and the next one goes on there; %s", async (_, hasOwn) => {
  const { folder, deps, source, run, place } = setUp();
  const about = (id: string, at: number) =>
    toyLine({ kind: "session", nativeId: id as NativeId, cwd: join(folder, "shop"), startedAt: at });
  const hourAgo = clock.now() - 3_600_000;
  const background = join(folder, "h", "background.toy");
  writeFileSync(background, about("background", hourAgo) + turn("sweep the yard", hourAgo));
  ingestFile(deps, { path: background, agent: AGENT, reader: toyReader });
  const asked = clock.now() - 1000;
  if (hasOwn) writeFileSync(join(folder, "h", "chosen.toy"), about("chosen", asked) + turn("mend the till", asked));

  async function* feed(): AsyncGenerator<Frame> {
    yield { kind: "run", at: clock.now(), run };
    appendFileSync(join(folder, "run", "hook.jsonl"), `${JSON.stringify({ source: "resume", transcript_path: background })}\n`);
    appendFileSync(background, turn("and the porch", clock.now()));
    yield { kind: "exit", at: clock.now(), exit: { code: 0 } };
  }
  await record(deps, feed());

  const used = deps.store.sessions.byNative(AGENT, "background" as NativeId);
  expect(used).toMatchObject({ run: RUN, turns: 2, ending: "ended", exit: { code: 0 } });
  expect(deps.store.sessions.list({})).toHaveLength(hasOwn ? 2 : 1);
  const going = { ...deps, sources: [source], stateOf: () => "ended" as const, isInstalled: () => true };
  const { choice } = goOn({ ...going, abilityOf: () => ({ canResume: true, canDeliverSince: false }) }, place);
  expect(choice).toMatchObject({ how: "resume", session: { nativeId: "background" } });
});
