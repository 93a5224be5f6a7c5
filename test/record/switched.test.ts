// `/resume` inside an agent: the run goes over to a conversation that is older than itself, and ends on that one.
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { goOn } from "../../src/continue/continue.ts";
import { ingestFile } from "../../src/ingest/ingest.ts";
import type { Frame } from "../../src/model/frame.ts";
import type { NativeId } from "../../src/model/ids.ts";
import { type RecorderDeps, record } from "../../src/record/recorder.ts";
import { fakeProc } from "../support/fake-proc.ts";
import { silentLog } from "../support/silent-log.ts";
import { toyEvent, toyReader } from "../support/toy-reader.ts";
import { RUN, TOY, toyWorld } from "../support/toy-world.ts";

const clock = { now: () => Date.now() };

function setUp() {
  const world = toyWorld(clock);
  const deps: RecorderDeps = {
    ...world.deps,
    log: silentLog(),
    proc: fakeProc(),
    sourceOf: () => world.source,
    git: () => Promise.resolve({ at: clock.now() }),
    keepFramesMs: 0,
  };
  const { delivered: _none, ...run } = world.run({ nativeId: "chosen" as NativeId });
  return { ...world, deps, run };
}

const turn = (text: string, at: number): string =>
  toyEvent({ at, text }) + toyEvent({ at: at + 1, kind: "reply", by: "agent", text: "done" });

test.each([
  ["nothing was asked in the run's own one", false],
  ["something was asked in the run's own one before", true],
])("the run ends on the conversation that the user switched to, and the next one goes on there; %s", async (_, hasOwn) => {
  const { folder, deps, source, run, place, about } = setUp();
  const hourAgo = clock.now() - 3_600_000;
  const background = join(folder, "h", "background.toy");
  writeFileSync(background, about("background", { startedAt: hourAgo }) + turn("sweep the yard", hourAgo));
  ingestFile(deps, { path: background, agent: TOY, reader: toyReader });
  const asked = clock.now() - 1000;
  if (hasOwn) writeFileSync(join(folder, "h", "chosen.toy"), about("chosen", { startedAt: asked }) + turn("mend the till", asked));

  async function* feed(): AsyncGenerator<Frame> {
    yield { kind: "run", at: clock.now(), run };
    appendFileSync(join(folder, "run", "hook.jsonl"), `${JSON.stringify({ source: "resume", transcript_path: background })}\n`);
    appendFileSync(background, turn("and the porch", clock.now()));
    yield { kind: "exit", at: clock.now(), exit: { code: 0 } };
  }
  await record(deps, feed());

  const used = deps.store.sessions.byNative(TOY, "background" as NativeId);
  expect(used).toMatchObject({ run: RUN, turns: 2, ending: "ended", exit: { code: 0 } });
  expect(deps.store.sessions.list({})).toHaveLength(hasOwn ? 2 : 1);
  const going = { ...deps, sources: [source], stateOf: () => "ended" as const, isInstalled: () => true };
  const { choice } = goOn({ ...going, abilityOf: () => ({ canResume: true, canDeliverSince: false }) }, place);
  expect(choice).toMatchObject({ how: "resume", session: { nativeId: "background" } });
});
