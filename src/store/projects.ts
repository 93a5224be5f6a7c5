// Tables `projects` and `project_keys`: which project a place belongs to. What a place is was found out by project/place.ts.
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Ids } from "../host/host.ts";
import { NO_PROJECT, type ProjectId } from "../model/ids.ts";
import { isSharedFolder, type Place, type Project, pathKey } from "../model/project.ts";
import type { Sql } from "./sql.ts";
import type { ProjectTable } from "./store.ts";

type ProjectRow = { id: string; name: string; root: string };

const GET = "select id, name, root from projects where id = ?";
const BY_KEY = "select id, name, root from projects where id = (select project from project_keys where key = ?)";
const BY_NAME = "select id, name, root from projects where name = ? and id <> 'none' order by id";
const BY_NAME_ANY_CASE = "select id, name, root from projects where lower(name) = lower(?) and id <> 'none' order by id";
// A marked folder's keys go on with `#` and the marker's name.
const BY_PATH = `select id, name, root from projects where id in
  (select project from project_keys where key = @key or (key > @key || '#' and key < @key || '$')) order by id`;
const ALL = "select id, name, root from projects where id <> 'none' order by name, id";
const KEYS = "select key from project_keys where project = ?";
const INSERT = "insert into projects (id, name, root) values (@id, @name, @root)";
const UPDATE = "update projects set name = @name, root = @root where id = @id";
const TAKE_KEY = "insert into project_keys (key, project) values (@key, @project) on conflict (key) do update set project = @project";
const ADD_KEY = "insert into project_keys (key, project) values (@key, @project) on conflict (key) do nothing";

const toProject = (row: ProjectRow): Project => ({ id: row.id as ProjectId, name: row.name, root: row.root });
const one = (sql: Sql, text: string, value: string): Project | undefined => sql.all<ProjectRow>(text, [value]).map(toProject)[0];
const keysOf = (sql: Sql, id: ProjectId): string[] => sql.all<{ key: string }>(KEYS, [id]).map(({ key }) => key);

const isRemote = (key: string): boolean => key.startsWith("remote:");
const isMarked = (key: string): boolean => key.includes("#");

type KnownProject = { keys: readonly string[]; isRootGone: boolean };

/**
 * Whether a place may be taken for a project that one of its keys names, although its stronger keys are new. Pure.
 * A first remote or marker is added to a project that had none; with another one it is another project (a fork, another marked part).
 */
export function accepts(place: Place, key: string, { keys: known, isRootGone }: KnownProject): boolean {
  const [strongest = key] = place.keys;
  if (key === strongest) return true;
  const isOtherRemote = place.keys.some(isRemote) && !isRemote(key) && known.some(isRemote);
  const isOtherMarker = isMarked(strongest) && !isMarked(key) && known.some(isMarked);
  if (isOtherRemote || isOtherMarker) return false;
  // A renamed folder: the old name must be gone, and where there is a remote it alone decides.
  return !key.startsWith("birth:") || (isRootGone && !place.keys.some(isRemote) && !known.some(isRemote));
}

function byKeys(sql: Sql, place: Place): Project | undefined {
  for (const key of place.keys) {
    const project = one(sql, BY_KEY, key);
    if (project !== undefined && accepts(place, key, { keys: keysOf(sql, project.id), isRootGone: !existsSync(project.root) }))
      return project;
  }
  return undefined;
}

/** Of a plain folder: the nearest folder above it that is known. */
function byAncestor(sql: Sql, place: Place): Project | undefined {
  if (place.kind !== "folder") return undefined;
  for (let folder = dirname(place.root); folder !== dirname(folder); folder = dirname(folder)) {
    const project = isSharedFolder(folder) ? undefined : one(sql, BY_KEY, pathKey(folder));
    if (project !== undefined) return project;
  }
  return undefined;
}

/** The project as this place shows it: a living root is newer than a known one, a plain folder only if the known one is gone. */
function refreshed(project: Project, place: Place): Project {
  const isKnownGone = !existsSync(project.root);
  const isNewer = existsSync(place.root) && (place.kind !== "folder" || isKnownGone);
  const root = isNewer ? place.root : project.root;
  const isRenamed = place.kind === "marker" || (isKnownGone && isNewer);
  return { id: project.id, root, name: isRenamed ? place.name : project.name };
}

/** Keys that the place has and the project has not, and whether each may be taken from another project. */
function newKeys(place: Place, known: readonly string[]): { key: string; take: boolean }[] {
  const [strongest = ""] = place.keys;
  return place.keys
    .filter((key) => !known.includes(key))
    .map((key) => ({ key, take: key.startsWith("path:") && isMarked(key) === isMarked(strongest) }));
}

function remember(sql: Sql, project: Project, place: Place): Project {
  const now = refreshed(project, place);
  if (now.root !== project.root || now.name !== project.name) sql.run(UPDATE, now);
  for (const { key, take } of newKeys(place, keysOf(sql, project.id))) sql.run(take ? TAKE_KEY : ADD_KEY, { key, project: project.id });
  return now;
}

function create(sql: Sql, ids: Ids, place: Place): Project {
  const project = { id: ids.short() as ProjectId, name: place.name, root: place.root };
  sql.run(INSERT, project);
  return project;
}

/** True if resolving would write nothing: the usual case, which must not wait for other writers. */
function isUpToDate(sql: Sql, project: Project, place: Place): boolean {
  const now = refreshed(project, place);
  if (now.root !== project.root || now.name !== project.name) return false;
  return newKeys(place, keysOf(sql, project.id)).every(({ key, take }) => !take && one(sql, BY_KEY, key) !== undefined);
}

function resolve(sql: Sql, ids: Ids, place: Place): Project {
  if (place.kind === "none") return noProject(sql);
  const known = byKeys(sql, place);
  if (known !== undefined && isUpToDate(sql, known, place)) return known;
  return sql.transact(() => {
    const found = byKeys(sql, place);
    if (found !== undefined) return remember(sql, found, place);
    return byAncestor(sql, place) ?? remember(sql, create(sql, ids, place), place);
  });
}

function noProject(sql: Sql): Project {
  const row = one(sql, GET, NO_PROJECT);
  if (row === undefined) throw new Error("the row of no project is missing");
  return row;
}

function named(sql: Sql, text: string): Project[] {
  const byId = sql.all<ProjectRow>(GET, [text]);
  if (byId.length > 0) return byId.map(toProject);
  const byPath = sql.all<ProjectRow>(BY_PATH, { key: pathKey(text.replace(/(?<=.)[/\\]+$/, "")) });
  if (byPath.length > 0) return byPath.map(toProject);
  const byName = sql.all<ProjectRow>(BY_NAME, [text]);
  return (byName.length > 0 ? byName : sql.all<ProjectRow>(BY_NAME_ANY_CASE, [text])).map(toProject);
}

export function projectTable(sql: Sql, ids: Ids): ProjectTable {
  return {
    find: (place) => (place.kind === "none" ? noProject(sql) : (byKeys(sql, place) ?? byAncestor(sql, place))),
    resolve: (place) => resolve(sql, ids, place),
    get: (id) => one(sql, GET, id),
    named: (text) => named(sql, text),
    all: () => sql.all<ProjectRow>(ALL).map(toProject),
  };
}
