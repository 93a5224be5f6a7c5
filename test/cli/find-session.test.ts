import { expect, test } from "vitest";
import { findSession } from "../../src/cli/find-session.ts";
import type { AgentId, NativeId, ProjectId, SessionId } from "../../src/model/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { memoryStore } from "../support/memory-store.ts";

const P = "none" as ProjectId;

function storeWith(...ids: string[]): Store {
  const store = memoryStore();
  for (const [at, id] of ids.entries()) {
    const draft = { id: id as SessionId, agent: "toy" as AgentId, project: P, cwd: "/x", worktree: "/x", startedAt: at };
    store.sessions.save({ ...draft, nativeId: `native-${id}-${at}` as NativeId });
  }
  return store;
}

test("a session is found by its id, a unique start of it, its agent's own id, and by @n", () => {
  const store = storeWith("aaaa00000000", "aabb00000000", "cccc00000000");
  expect(findSession(store, "aaaa00000000", { project: P }).id).toBe("aaaa00000000");
  expect(findSession(store, "cc", { project: P }).id).toBe("cccc00000000");
  expect(findSession(store, "native-aabb00000000-1", { project: P }).id).toBe("aabb00000000");
  expect(findSession(store, "@1", { project: P }).id).toBe("cccc00000000");
  expect(findSession(store, "@3", {}).id).toBe("aaaa00000000");
});

test("a start that fits several sessions names them, and one that fits none says what to do", () => {
  const store = storeWith("aaaa00000000", "aabb00000000");
  expect(() => findSession(store, "aa", { project: P })).toThrow("aaaa00000000, aabb00000000");
  expect(() => findSession(store, "zz", { project: P })).toThrow('no session "zz"');
  expect(() => findSession(store, "@3", { project: P })).toThrow("in this project");
});
