// Project: the code that sessions are about. Place: what a folder says about its project, before the store was asked.
import type { ProjectId } from "./ids.ts";
import type { Redacted } from "./redacted.ts";

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
  /**
   * Identity, strongest first: `remote:<host/path>[#<marker>]`, `path:<root>[#<marker>]`; for a marker at a repository's root then the
   * same without the marker; last `path:` of a linked worktree and `birth:<…>`. Empty for kind "none".
   */
  keys: readonly string[];
  /** Globs from `[capture] ignore` of the marker. */
  ignore: readonly string[];
  /** What is wrong with a marker that was found, for people; the marker was ignored as far as it could not be read. */
  problem?: string;
};

const keyText = (base: string, marker: string | undefined): string => {
  const safe = base.normalize("NFC").replaceAll("%", "%25").replaceAll("#", "%23");
  return marker === undefined ? safe : `${safe}#${marker.normalize("NFC")}`;
};

/** The key of a folder; one spelling for names that differ only in how accents are composed. */
export const pathKey = (root: string, marker?: string): string => `path:${keyText(root, marker)}`;
/** `remote`: `host/path`, normalised. */
export const remoteKey = (remote: string, marker?: string): string => `remote:${keyText(remote, marker)}`;
/** A folder's number and time of birth: it stays what it is when the folder is renamed. */
export const birthKey = (birth: string): string => `birth:${birth}`;

const SHARED_FOLDERS: ReadonlySet<string> = new Set([
  "/tmp",
  "/var/tmp",
  "/private/tmp",
  "/private/var/tmp",
  "/dev/shm",
  "/home",
  "/Users",
  "/mnt",
  "/media",
  "/srv",
]);

/** Folders of everybody's: what lies in them has nothing to do with them, and anybody may put a marker or a repository there. */
export const isSharedFolder = (path: string): boolean => SHARED_FOLDERS.has(path);

/** Begun and not finished; `branch` is the one being rebased. */
export type GitOperation = { kind: "rebase" | "am" | "merge" | "cherry-pick" | "revert" | "bisect"; branch?: Redacted };

/** State of a working tree at one moment. Everything is absent that git could not say in time. */
export type GitState = {
  at: number;
  branch?: Redacted;
  /** No branch is checked out. */
  isDetached?: true;
  operation?: GitOperation;
  /** Short hash and subject. */
  lastCommit?: Redacted;
  /** The ones before it, newest first, at most 9. Not kept with a summary. */
  earlierCommits?: readonly Redacted[];
  /** Lines of `git status --porcelain`, at most 50; `dirtyCount` is the true number. */
  dirty?: readonly Redacted[];
  dirtyCount?: number;
};
