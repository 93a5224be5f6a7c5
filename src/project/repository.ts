// The git repository a folder is in, found from files alone: no git process, which would cost more than all the rest.
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { kindOf, realPath, textOf } from "./files.ts";
import { originUrl, parseGitConfig } from "./git-config.ts";
import { normalRemote } from "./remote.ts";

export type Repository = {
  /** Of the main working tree, or the folder of a bare repository. */
  root: string;
  /** Of the working tree that was asked about. */
  worktree: string;
  /** True if `worktree` is not the main one. */
  isLinked: boolean;
  /** `host/path`, normalised. */
  remote?: string;
  /** What stays the same when the folder is renamed. */
  births: readonly string[];
  /** A git folder that is kept elsewhere: a submodule's, or one that was separated. */
  gitDir?: string;
};

/** Pointers (`gitdir: …`, `commondir`) are one line; a config with more is no one's. */
const MAX_POINTER_BYTES = 16 * 1024;
const MAX_CONFIG_BYTES = 1024 * 1024;
const REFLOG_HEAD_BYTES = 512;

/** What git itself asks of a git folder; a linked worktree's has its objects elsewhere. */
const isGitDir = (path: string): boolean =>
  kindOf(join(path, "HEAD")) === "file" && (kindOf(join(path, "objects")) === "folder" || kindOf(join(path, "commondir")) === "file");

const isBare = (path: string): boolean => isGitDir(path) && kindOf(join(path, "refs")) === "folder";

/** Git folder that `folder/.git` is or points to; undefined if it is none, or points to one that is gone. */
export function gitDirOf(folder: string): string | undefined {
  const dot = join(folder, ".git");
  const kind = kindOf(dot);
  if (kind === "folder") return isGitDir(dot) ? dot : undefined;
  const pointer = kind === "file" ? /^gitdir:\s*(.+?)\s*$/m.exec(textOf(dot, MAX_POINTER_BYTES) ?? "")?.[1] : undefined;
  if (pointer === undefined) return undefined;
  const target = realPath(resolve(folder, pointer));
  return isGitDir(target) ? target : undefined;
}

/** The first entry of the main tree's reflog: commit and second in which this very folder was made or cloned. */
function firstReflog(gitDir: string): string | undefined {
  try {
    const fd = openSync(join(gitDir, "logs", "HEAD"), "r");
    try {
      const head = Buffer.alloc(REFLOG_HEAD_BYTES);
      const line = head.toString("utf8", 0, readSync(fd, head, 0, head.length, 0));
      const entry = /^[0-9a-f]+ ([0-9a-f]{7,64}) .*?> (\d+) /.exec(line);
      return entry === null ? undefined : `log-${entry[1]}-${entry[2]}`;
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

/** Number and time of birth of a folder; undefined where the file system does not know the time. */
export function birthOf(folder: string): string | undefined {
  try {
    const stat = statSync(folder, { bigint: true });
    return stat.birthtimeNs > 0n && stat.birthtimeNs !== stat.ctimeNs ? `ino-${stat.ino}-${stat.birthtimeNs}` : undefined;
  } catch {
    return undefined;
  }
}

/** Root of the main working tree of a linked one. `core.worktree` tells it for a submodule. */
function mainRoot(common: string, coreWorktree: string | undefined): string {
  if (coreWorktree !== undefined) return realPath(resolve(common, coreWorktree));
  return [".git", ".bare"].includes(basename(common)) ? dirname(common) : common;
}

function describe(worktree: string, gitDir: string): Repository {
  const pointer = textOf(join(gitDir, "commondir"), MAX_POINTER_BYTES)?.trim();
  const common = pointer ? realPath(resolve(gitDir, pointer)) : gitDir;
  const config = parseGitConfig(textOf(join(common, "config"), MAX_CONFIG_BYTES) ?? "");
  const coreWorktree = config.find(({ section, key }) => section === "core" && key === "worktree")?.value;
  const isLinked = common !== gitDir;
  const root = isLinked ? mainRoot(common, coreWorktree) : worktree;
  const url = originUrl(config);
  const remote = url === undefined ? undefined : normalRemote(url, root);
  const births = [firstReflog(common), birthOf(common)].filter((birth) => birth !== undefined);
  const isElsewhere = !isLinked && common !== worktree && common !== join(worktree, ".git");
  return { root, worktree, isLinked, births, ...(remote && { remote }), ...(isElsewhere && { gitDir: common }) };
}

/** The repository whose top is exactly this folder: a working tree, or a bare repository. `folder` is a real path. */
export function repositoryAt(folder: string): Repository | undefined {
  const gitDir = gitDirOf(folder);
  if (gitDir !== undefined) return describe(folder, gitDir);
  if (!isBare(folder)) return undefined;
  // Inside a `.git` folder the repository around it is meant.
  return basename(folder) === ".git" ? describe(dirname(folder), folder) : describe(folder, folder);
}
