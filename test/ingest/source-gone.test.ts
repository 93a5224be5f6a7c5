import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HistorySource } from "../../src/ingest/discover.ts";
import { type IngestDeps, ingestFile } from "../../src/ingest/ingest.ts";
import { asSeenNow, isSourceGone, looker, noteGoneSources, ownFiles } from "../../src/ingest/source-gone.ts";
import type { AgentId, NativeId, SessionId } from "../../src/model/ids.ts";
import { rawFiles } from "../../src/store/raw.ts";
import { redactor } from "../../src/transcript/redact.ts";
import { fakeIds } from "../support/fake-ids.ts";
import { memoryStore } from "../support/memory-store.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { toyEvent, toyLine, toyReader } from "../support/toy-reader.ts";

describe("isSourceGone()", () => {
  test.each([
    [true, ["gone"]],
    [true, ["gone", "gone"]],
    [false, ["gone", "there"]],
    [false, ["unknown", "there"]],
    [undefined, ["gone", "unknown"]],
    [undefined, []],
  ] as const)("is %s for files that are %j", (expected, looks) => {
    expect(isSourceGone(looks)).toBe(expected);
  });
});

describe("ownFiles()", () => {
  const session = { nativeId: "talk-1" as NativeId };

  test("are those named by the session's own id: a sub-agent's file that is left is none", () => {
    expect(ownFiles(session, ["/h/talk-1.toy", "/h/talk-1/subagents/inner.toy"])).toEqual(["/h/talk-1.toy"]);
  });

  test("are all of them where no name tells", () => {
    expect(ownFiles(session, ["/h/copy.toy"])).toEqual(["/h/copy.toy"]);
    expect(ownFiles({}, ["/h/a.toy", "/h/b.toy"])).toEqual(["/h/a.toy", "/h/b.toy"]);
  });
});

describe("looking at files", () => {
  let folder: string;
  let deps: IngestDeps;
  let sources: HistorySource[];
  const root = (): string => join(folder, "agent", "histories");
  const path = (id: string): string => join(root(), "shop", `${id}.toy`);

  beforeEach(() => {
    folder = tempFolder();
    const ids = fakeIds();
    const clock = { now: () => 10_000_000 };
    deps = { store: memoryStore({ ids }), raw: rawFiles(join(folder, "raw")), door: redactor(), home: folder, ids, clock };
    sources = [{ agent: "toy" as AgentId, reader: toyReader, roots: [root()] }];
    for (const name of ["shop", "agent/histories/shop", "elsewhere"]) mkdirSync(join(folder, name), { recursive: true });
  });
  afterEach(() => deps.store.close());

  function ingested(id: string, at: string = path(id)): SessionId {
    const about = toyLine({ kind: "session", nativeId: id as NativeId, cwd: join(folder, "shop"), startedAt: 1000 });
    writeFileSync(at, about + toyEvent({ text: `do ${id}` }));
    const [session] = ingestFile(deps, { path: at, agent: "toy" as AgentId, reader: toyReader }).sessions.keys();
    if (session === undefined) throw new Error("no session");
    return session;
  }
  const look = (): SessionId[] => noteGoneSources(deps, sources);
  const isFlagged = (id: SessionId): boolean | undefined => deps.store.sessions.get(id).sourceGone;

  test("a session whose file was deleted is flagged, told once, and keeps its events", () => {
    const [lost, kept] = [ingested("lost"), ingested("kept")];
    expect(look()).toEqual([]);
    rmSync(path("lost"));
    expect(look()).toEqual([lost]);
    expect([isFlagged(lost), isFlagged(kept)]).toEqual([true, undefined]);
    expect(deps.store.events.count(lost)).toBe(1);
    expect(look()).toEqual([]);
    expect(isFlagged(lost)).toBe(true);
  });

  test("a file that is there again takes the flag back", () => {
    const id = ingested("talk");
    renameSync(path("talk"), join(folder, "talk.aside"));
    look();
    renameSync(join(folder, "talk.aside"), path("talk"));
    expect(look()).toEqual([]);
    expect(isFlagged(id)).toBeUndefined();
  });

  test("the agent's folder of a project may be gone with its files; a whole root that is gone tells nothing", () => {
    const id = ingested("talk");
    renameSync(root(), join(folder, "unmounted"));
    expect(look()).toEqual([]);
    expect(isFlagged(id)).toBeUndefined();
    mkdirSync(root());
    expect(look()).toEqual([id]);
    rmSync(root(), { recursive: true });
    look();
    expect(isFlagged(id)).toBe(true);
  });

  test("a file from elsewhere is gone if its own folder is still there", () => {
    const at = join(folder, "elsewhere", "old.toy");
    const id = ingested("old", at);
    renameSync(join(folder, "elsewhere"), join(folder, "unplugged"));
    expect(look()).toEqual([]);
    renameSync(join(folder, "unplugged"), join(folder, "elsewhere"));
    rmSync(at);
    expect(look()).toEqual([id]);
  });

  // Root sees everything.
  test.skipIf(process.getuid?.() === 0)("a root that may not be looked into tells nothing", () => {
    const id = ingested("talk");
    chmodSync(root(), 0o000);
    expect(look()).toEqual([]);
    chmodSync(root(), 0o700);
    expect(isFlagged(id)).toBeUndefined();
  });

  test("a root that is a file tells nothing", () => {
    writeFileSync(join(folder, "file"), "");
    expect(looker([join(folder, "file")])(join(folder, "file", "talk.toy"))).toBe("unknown");
  });

  test("a session known by its run only is not flagged", () => {
    const place = { agent: "toy" as AgentId, cwd: folder, worktree: folder, startedAt: 1000 };
    const { id } = deps.store.sessions.save({ id: "000000000abc" as SessionId, project: "none" as never, ...place });
    expect(look()).toEqual([]);
    expect(isFlagged(id)).toBeUndefined();
    expect(asSeenNow(deps, sources, [deps.store.sessions.get(id)])[0]?.sourceGone).toBeUndefined();
  });

  test("only sessions of the agents asked about are looked at", () => {
    const id = ingested("talk");
    rmSync(path("talk"));
    expect(noteGoneSources(deps, [{ agent: "other" as AgentId, reader: toyReader, roots: [root()] }])).toEqual([]);
    expect(look()).toEqual([id]);
  });

  test("who shows a session sees how it is now, and writes nothing down", () => {
    const id = ingested("talk");
    const seen = () => asSeenNow(deps, sources, [deps.store.sessions.get(id)])[0]?.sourceGone;
    rmSync(path("talk"));
    expect(seen()).toBe(true);
    expect(isFlagged(id)).toBeUndefined();
    look();
    ingested("talk");
    expect(isFlagged(id)).toBe(true);
    expect(seen()).toBeUndefined();
  });
});
