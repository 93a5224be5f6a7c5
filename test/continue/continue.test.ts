// From what is on the disk to what is gone on with: a history counts only where its agent, started now, would find it.
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type ContinueDeps, folderOf, goOn, lastPlace } from "../../src/continue/continue.ts";
import { type IngestDeps, ingestFile } from "../../src/ingest/ingest.ts";
import type { AgentId, NativeId } from "../../src/model/ids.ts";
import type { Place } from "../../src/model/project.ts";
import type { SessionState } from "../../src/model/session.ts";
import { toyEvent, toyLine, toyReader } from "../support/toy-reader.ts";
import { TOY, toyWorld } from "../support/toy-world.ts";

let folder: string;
let place: Place;
let deps: ContinueDeps & IngestDeps;

beforeEach(() => {
  const world = toyWorld();
  ({ folder, place } = world);
  mkdirSync(join(folder, "h2"));
  deps = {
    ...world.deps,
    sources: [world.source],
    stateOf: () => "ended",
    isInstalled: () => true,
    abilityOf: () => ({ canResume: true, canDeliverSince: false }),
  };
});

function read(path: string, about: object, by: "user" | "subagent" = "user"): string {
  const session = toyLine({ kind: "session", nativeId: "talk" as NativeId, startedAt: 1000, ...about });
  writeFileSync(
    path,
    session + toyEvent({ by, text: "mend the till" }) + toyEvent({ by: by === "user" ? "agent" : by, kind: "reply", text: "done" }),
  );
  ingestFile(deps, { path, agent: TOY, reader: toyReader });
  return path;
}
const talk = () => read(join(folder, "h", "talk.toy"), { cwd: join(folder, "shop") });
const choice = () => goOn(deps, place).choice;

test("a conversation whose own file is there is resumed", () => {
  talk();
  expect(choice()).toMatchObject({ how: "resume", session: { nativeId: "talk" } });
});

test("one whose file is gone is not, though a sub-agent's file outlived it", () => {
  const path = talk();
  read(join(folder, "h", "inner.toy"), { nativeId: "inner", parent: "talk", isSubagent: true }, "subagent");
  expect(choice()?.how).toBe("resume");
  rmSync(path);
  expect(choice()).toMatchObject({ how: "anew", why: "its own history is no longer there" });
});

test("one in another home of its agent is not: the agent started now would not find it", () => {
  const path = talk();
  deps = { ...deps, sources: [{ agent: TOY, reader: toyReader, roots: [join(folder, "h2")] }] };
  expect(choice()?.how).toBe("anew");
  renameSync(path, join(folder, "h2", "talk.toy"));
  ingestFile(deps, { path: join(folder, "h2", "talk.toy"), agent: TOY, reader: toyReader });
  expect(choice()?.how).toBe("resume");
});

test("another agent's file of that name is no history of it", () => {
  talk();
  deps = { ...deps, sources: deps.sources.map((source) => ({ ...source, agent: "other" as AgentId })) };
  expect(choice()?.how).toBe("anew");
});

test("a session that is still live is not gone on with, neither here nor from anywhere", () => {
  talk();
  const live = { ...deps, stateOf: (): SessionState => "live" };
  expect(goOn(live, place)).toMatchObject({ skipped: [{ why: "it is still running" }] });
  expect(goOn(live, place).choice).toBeUndefined();
  expect(lastPlace(live).choice).toBeUndefined();
});

test("a session whose history names no folder has none to go to, and never another one", () => {
  read(join(folder, "h", "talk.toy"), {});
  const [session] = deps.store.sessions.list({});
  expect(session?.cwd).toBe("");
  expect(session && folderOf(deps.store, session)).toBeUndefined();
  expect(lastPlace(deps)).toMatchObject({ skipped: [{ why: "it was in no project" }] });
});
