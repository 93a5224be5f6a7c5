// Small nouns for the tests of the store.
import type { AgentId, ProjectId, SessionId } from "../../src/model/ids.ts";
import { type Place, pathKey } from "../../src/model/project.ts";
import { own } from "../../src/model/redacted.ts";
import type { NewEvent, SessionDraft } from "../../src/store/store.ts";

export const place = (root: string, more: Partial<Place> = {}): Place => ({
  kind: "repository",
  name: root.slice(root.lastIndexOf("/") + 1),
  root,
  worktree: root,
  cwd: root,
  keys: [pathKey(root)],
  ignore: [],
  ...more,
});

export const draft = (project: ProjectId, more: Partial<SessionDraft> = {}): SessionDraft => ({
  id: "000000000abc" as SessionId,
  agent: "alpha" as AgentId,
  project,
  cwd: "/work/shop",
  worktree: "/work/shop",
  startedAt: 1000,
  ...more,
});

export const said = (key: string, text: string, more: Partial<NewEvent> = {}): NewEvent => ({
  key,
  at: 2000,
  kind: "prompt",
  by: "user",
  text: own(text),
  files: [],
  ...more,
});
