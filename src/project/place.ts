// Place: what a folder says about its project, from files alone. The store then says which project that is.
//
// Nearest marker with a name, else the main repository, else the folder. $HOME and `/` are "none". A repository or marker at $HOME
// itself (dotfiles) makes no project of what is below it: a folder there is what it would be without that repository.
import { basename, dirname, join, relative, resolve } from "node:path";
import { birthKey, isSharedFolder, type Place, pathKey, remoteKey } from "../model/project.ts";
import { realPath, textOf } from "./files.ts";
import { MAX_MARKER_BYTES, type Marker, parseMarker } from "./marker.ts";
import { birthOf, type Repository, repositoryAt } from "./repository.ts";

const MARKER = ".mem.toml";

type Marked = { folder: string; marker: Marker };

/** From the folder upwards, never as far as `home` or the top, and past folders of everybody's. */
function* upwards(from: string, home: string): Generator<string> {
  for (let folder = from; folder !== home && folder !== dirname(folder); folder = dirname(folder))
    if (folder === from || !isSharedFolder(folder)) yield folder;
}

const isWithin = (folder: string, ancestor: string): boolean => {
  const way = relative(ancestor, folder);
  return way === "" || (way !== ".." && !/^\.\.[/\\]/.test(way) && resolve(ancestor, way) === folder);
};

function markerAt(folder: string): Marked | undefined {
  const text = textOf(join(folder, MARKER), MAX_MARKER_BYTES);
  return text === undefined ? undefined : { folder, marker: parseMarker(text) };
}

function findRepository(cwd: string, home: string): Repository | undefined {
  for (const folder of upwards(cwd, home)) {
    const found = repositoryAt(folder);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Markers from the folder upwards, nearest first; for a linked worktree also those of the main tree, which may be untracked. */
function findMarkers(cwd: string, home: string, repository: Repository | undefined): Marked[] {
  const own = [...upwards(cwd, home)].flatMap((folder) => markerAt(folder) ?? []);
  if (repository === undefined || !repository.isLinked || !isWithin(cwd, repository.worktree)) return own;
  const twin = join(repository.root, relative(repository.worktree, cwd));
  const main = [...upwards(twin, home)].flatMap((folder) => markerAt(folder) ?? []);
  return [...own, ...main.filter(({ folder }) => !own.some((marked) => marked.folder === folder))];
}

/** The same folder in the main working tree. */
function inMainTree(folder: string, repository: Repository | undefined): string {
  if (repository === undefined || !isWithin(folder, repository.worktree)) return folder;
  return join(repository.root, relative(repository.worktree, folder));
}

/** The same folder in the working tree that we are in; a marker above all of it is seen from that tree's top. */
function inThisTree(root: string, repository: Repository | undefined): string {
  if (repository === undefined) return root;
  return isWithin(root, repository.root) ? join(repository.worktree, relative(repository.root, root)) : repository.worktree;
}

function repositoryKeys(repository: Repository): string[] {
  return [
    ...(repository.remote === undefined ? [] : [remoteKey(repository.remote)]),
    pathKey(repository.root),
    ...(repository.gitDir === undefined ? [] : [pathKey(repository.gitDir)]),
    // So that what happened in a worktree finds its project when the worktree is gone.
    ...(repository.isLinked ? [pathKey(repository.worktree)] : []),
    ...repository.births.map(birthKey),
  ];
}

function markedKeys(root: string, name: string, repository: Repository | undefined): string[] {
  const isInside = repository !== undefined && isWithin(root, repository.root);
  const remote = isInside ? repository.remote : undefined;
  const keys = [...(remote === undefined ? [] : [remoteKey(remote, name)]), pathKey(root, name)];
  // A repository that is given a name stays what it was.
  return repository !== undefined && root === repository.root ? [...keys, ...repositoryKeys(repository)] : keys;
}

type Found = Pick<Place, "kind" | "name" | "root" | "worktree" | "keys">;

function identify(cwd: string, named: Marked | undefined, repository: Repository | undefined): Found {
  const name = named?.marker.project;
  if (named !== undefined && name !== undefined) {
    const root = inMainTree(named.folder, repository);
    return { kind: "marker", name, root, worktree: inThisTree(root, repository), keys: markedKeys(root, name, repository) };
  }
  if (repository !== undefined) {
    const { root, worktree } = repository;
    return {
      kind: "repository",
      name: basename(root).replace(/\.git$/, "") || basename(root),
      root,
      worktree,
      keys: repositoryKeys(repository),
    };
  }
  const birth = birthOf(cwd);
  const keys = [pathKey(cwd), ...(birth === undefined ? [] : [birthKey(birth)])];
  return { kind: "folder", name: basename(cwd), root: cwd, worktree: cwd, keys };
}

/** `cwd` need not exist any more. `home` is the user's; empty if there is none. Never throws. */
export function locate(cwd: string, home: string): Place {
  const folder = realPath(resolve(cwd));
  const realHome = home === "" ? "/" : realPath(resolve(home));
  if (folder === dirname(folder) || folder === realHome)
    return { kind: "none", name: "no project", root: folder, worktree: folder, cwd: folder, keys: [], ignore: [] };
  const repository = findRepository(folder, realHome);
  const markers = findMarkers(folder, realHome, repository);
  const found = identify(
    folder,
    markers.find(({ marker }) => marker.project !== undefined),
    repository,
  );
  const problems = markers.flatMap((marked) => (marked.marker.problem ? [`${join(marked.folder, MARKER)}: ${marked.marker.problem}`] : []));
  return {
    ...found,
    cwd: folder,
    ignore: [...new Set(markers.flatMap(({ marker }) => marker.ignore))],
    ...(problems.length > 0 && { problem: problems.join("; ") }),
  };
}
