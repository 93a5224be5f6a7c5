// Project: the code that sessions are about. Place: what a folder says about its project, before the store was asked.
import type { ProjectId } from "./ids.ts";

export type Project = {
  id: ProjectId;
  /** For people; two projects may share it. */
  name: string;
  /** The main repository, marked folder or plain folder; the newest known path of it. */
  root: string;
};

/** Found from files alone: no git process, no database. All paths are real paths (links resolved). */
export type Place = {
  kind: "marker" | "repository" | "folder" | "none";
  name: string;
  /** Main repository of all worktrees, folder of the marker, or the folder itself. */
  root: string;
  /** Root of the working tree that the folder is in; equals `root` outside repositories and in the main tree. */
  worktree: string;
  cwd: string;
  /** Identity, strongest first: `remote:<host/path>[#<marker>]`, then `path:<root>[#<marker>]`. Empty for kind "none". */
  keys: readonly string[];
  /** Globs from `[capture] ignore` of the marker. */
  ignore: readonly string[];
};

/** State of a working tree at one moment. Everything is absent that git could not say in time. */
export type GitState = {
  at: number;
  branch?: string;
  /** Short hash and subject. */
  lastCommit?: string;
  /** Lines of `git status --porcelain`, at most 50; `dirtyCount` is the true number. */
  dirty?: readonly string[];
  dirtyCount?: number;
};
