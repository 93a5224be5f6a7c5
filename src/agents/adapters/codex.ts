// What data cannot say about Codex: the user's own value of a config key, which ours on the command line would replace.
// Measured on 0.171.0: the last -c wins; then the trusted project's .codex/config.toml nearest to the working folder, the profile's
// file, the user's config.toml. Read-only; nothing of Codex's own settings is ever written.
import { dirname, join, resolve } from "node:path";
import { isTable, type Table } from "../../model/table.ts";
import { hasFlag, lastAssignment, readArgs, valuesOf, type Word } from "../argv.ts";
import type { UserConfig, UserConfigDeps, UserConfigRequest } from "./adapter.ts";

/** A file that holds the key and that we cannot read: what it says must not be replaced. */
class Unreadable extends Error {}

/** A table, or undefined where there is no file or it does not hold `word` at all: then no parser is loaded. */
async function readToml(deps: UserConfigDeps, path: string, word: string): Promise<Table | undefined> {
  const text = deps.readText(path);
  if (!text?.includes(word)) return undefined;
  const table = await tableOf(text);
  if (table === undefined) throw new Unreadable(path);
  return table;
}

async function tableOf(text: string): Promise<Table | undefined> {
  const { parseToml } = await import("../parse-toml.ts");
  try {
    const parsed = parseToml(text);
    return isTable(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** `-c key=value` as Codex reads it: TOML if it parses, else the text without the spaces and quotes around it. */
async function argumentValue(raw: string): Promise<string | undefined> {
  const parsed = await tableOf(`value = ${raw}`);
  if (parsed === undefined) return raw.trim().replace(/^["']+|["']+$/g, "");
  return typeof parsed.value === "string" ? parsed.value : undefined; // another type: Codex refuses it
}

/** From the working folder up to its repository's root; the folder alone outside a repository. */
function projectFolders(deps: UserConfigDeps, cwd: string): { folders: string[]; root: string } {
  const folders: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(folder);
    if (deps.exists(join(folder, ".git"))) return { folders, root: folder };
    if (dirname(folder) === folder) return { folders: [cwd], root: cwd };
  }
}

/** The main repository of a linked worktree, whose trust Codex extends to it. */
function mainRepository(deps: UserConfigDeps, root: string): string {
  const pointer = deps.readText(join(root, ".git"))?.match(/^gitdir:\s*(.+?)[\\/]\.git[\\/]worktrees[\\/]/m)?.[1];
  return pointer === undefined ? root : resolve(root, pointer);
}

/** Trust is written down for the folder itself, its repository, or that one's main repository; the nearest that says anything decides. */
function isTrusted(projects: unknown, folders: readonly string[]): boolean {
  const said = folders.map((folder) => (isTable(projects) ? projects[folder] : undefined));
  const decided = said.find((entry) => isTable(entry) && typeof entry.trust_level === "string");
  return isTable(decided) && decided.trust_level === "trusted";
}

/** Only what Codex itself would use: text of a folder that nobody trusted must not reach a model through us. */
async function projectValue(
  deps: UserConfigDeps,
  key: string,
  { cwd, userFile }: { cwd: string; userFile: string },
): Promise<string | undefined> {
  const { folders, root } = projectFolders(deps, cwd);
  const fileOf = (folder: string): string => join(folder, ".codex", "config.toml");
  const found = folders.filter((folder) => deps.readText(fileOf(folder))?.includes(key));
  if (found.length === 0) return undefined;
  const projects = (await readToml(deps, userFile, "trust_level"))?.projects;
  for (const folder of found) {
    if (!isTrusted(projects, [folder, root, mainRepository(deps, root)])) continue;
    const value = (await readToml(deps, fileOf(folder), key))?.[key];
    if (typeof value === "string") return value;
  }
  return undefined;
}

async function fileValue(deps: UserConfigDeps, words: readonly Word[], request: UserConfigRequest): Promise<string | undefined> {
  const { key } = request;
  const home = request.env.CODEX_HOME || join(request.home, ".codex");
  const userFile = join(home, "config.toml");
  const cwd = resolve(request.cwd, valuesOf(words, ["-C", "--cd"]).at(-1) ?? ".");
  if (hasFlag(words, ["--ignore-user-config"])) return undefined;
  const profile = valuesOf(words, ["-p", "--profile"]).at(-1);
  const places = profile === undefined ? [userFile] : [join(home, `${profile}.config.toml`), userFile];
  const inProject = await projectValue(deps, key, { cwd, userFile });
  if (inProject !== undefined) return inProject;
  for (const place of places) {
    const value = (await readToml(deps, place, key))?.[key];
    if (typeof value === "string") return value;
  }
  return undefined;
}

/** The text that would be in force without us; "" if there is none. */
export const codexUserConfig: UserConfig = async (deps, request) => {
  const words = readArgs(request.valued, request.args);
  const argument = lastAssignment(words, request.flags, request.key);
  if (argument !== undefined) return (await argumentValue(argument.value)) ?? "";
  try {
    return (await fileValue(deps, words, request)) ?? "";
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
};
