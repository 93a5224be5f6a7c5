import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NO_PROJECT } from "../../src/model/ids.ts";
import { pathKey, remoteKey } from "../../src/model/project.ts";
import { accepts } from "../../src/store/projects.ts";
import { git, gitRepo } from "../support/git-repo.ts";
import { locate } from "../support/locate.ts";
import { memoryStore } from "../support/memory-store.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { place } from "./nouns.ts";

const UPSTREAM = "git@example.com:acme/shop.git";

test("find() writes nothing, resolve() remembers", () => {
  const { projects } = memoryStore();
  const shop = place("/work/shop");
  expect(projects.find(shop)).toBeUndefined();
  const made = projects.resolve(shop);
  expect(made).toMatchObject({ name: "shop", root: "/work/shop" });
  expect(projects.resolve(shop)).toEqual(made);
  expect(projects.find(shop)).toEqual(made);
  expect(projects.all()).toEqual([made]);
});

test("no project is one scope that is kept out of the list of projects", () => {
  const { projects } = memoryStore();
  const nowhere = place("/root", { kind: "none", keys: [] });
  expect(projects.resolve(nowhere).id).toBe(NO_PROJECT);
  expect(projects.find(nowhere)?.id).toBe(NO_PROJECT);
  expect(projects.get(NO_PROJECT)?.name).toBe("no project");
  expect(projects.all()).toEqual([]);
});

test("two folders of one name never mix", () => {
  const { projects } = memoryStore();
  const a = projects.resolve(place("/a/shop"));
  const b = projects.resolve(place("/b/shop"));
  expect(a.id).not.toBe(b.id);
  expect(projects.named("shop").map(({ id }) => id)).toEqual([a.id, b.id]);
  expect(projects.named("/b/shop")).toEqual([b]);
  expect(projects.named("/b/shop/")).toEqual([b]);
  expect(projects.named(a.id)).toEqual([a]);
  expect(projects.named("SHOP")).toHaveLength(2);
  expect(projects.named("sho")).toEqual([]);
});

test("a project is found by the path of a marked part", () => {
  const { projects } = memoryStore();
  const api = projects.resolve(place("/work/mono/api", { kind: "marker", name: "api", keys: [pathKey("/work/mono/api", "api")] }));
  expect(projects.named("/work/mono/api")).toEqual([api]);
  expect(projects.named("/work/mono")).toEqual([]);
});

test("a moved clone and a second clone are the same project, and the newest root is remembered", () => {
  const base = tempFolder();
  const { projects } = memoryStore();
  gitRepo(join(base, "one"), { remote: UPSTREAM });
  const first = projects.resolve(locate(join(base, "one")));
  gitRepo(join(base, "two"), { remote: "https://tok@example.com/acme/shop" });
  const second = projects.resolve(locate(join(base, "two")));
  expect(second).toEqual({ id: first.id, name: "one", root: join(base, "two") });
  renameSync(join(base, "two"), join(base, "three"));
  expect(projects.resolve(locate(join(base, "three")))).toEqual({ id: first.id, name: "three", root: join(base, "three") });
});

test("a fork is another project, at its own path and at the path of the original", () => {
  const base = tempFolder();
  const { projects } = memoryStore();
  const repo = gitRepo(join(base, "shop"), { remote: UPSTREAM });
  const original = projects.resolve(locate(repo.path));
  gitRepo(join(base, "fork"), { remote: "git@example.com:me/shop.git" });
  const fork = projects.resolve(locate(join(base, "fork")));
  expect(fork.id).not.toBe(original.id);
  repo.git("remote", "set-url", "origin", "git@example.com:other/shop.git");
  expect(projects.find(locate(repo.path))).toBeUndefined();
  expect(projects.resolve(locate(repo.path)).id).not.toBe(original.id);
  repo.git("remote", "set-url", "origin", UPSTREAM);
  expect(projects.resolve(locate(repo.path)).id).toBe(original.id);
});

test("a remote that is added later belongs to the project that the folder had", () => {
  const base = tempFolder();
  const { projects } = memoryStore();
  const repo = gitRepo(join(base, "shop"));
  const before = projects.resolve(locate(repo.path));
  repo.git("remote", "add", "origin", UPSTREAM);
  expect(projects.resolve(locate(repo.path)).id).toBe(before.id);
  gitRepo(join(base, "clone"), { remote: UPSTREAM });
  expect(projects.find(locate(join(base, "clone")))?.id).toBe(before.id);
});

test("a folder that becomes a repository stays its project", () => {
  const base = tempFolder();
  const { projects } = memoryStore();
  mkdirSync(join(base, "shop"));
  const folder = projects.resolve(locate(join(base, "shop")));
  gitRepo(join(base, "shop"));
  expect(projects.resolve(locate(join(base, "shop"))).id).toBe(folder.id);
});

test("a renamed repository without a remote is the same project, a copy beside it is not", () => {
  const base = tempFolder();
  const { projects } = memoryStore();
  gitRepo(join(base, "old"));
  const old = projects.resolve(locate(join(base, "old")));
  cpSync(join(base, "old"), join(base, "copy"), { recursive: true });
  expect(projects.resolve(locate(join(base, "copy"))).id).not.toBe(old.id);
  renameSync(join(base, "old"), join(base, "new"));
  expect(projects.resolve(locate(join(base, "new")))).toEqual({ id: old.id, name: "new", root: join(base, "new") });
});

test("worktrees and subfolders are one project, also after the worktree is gone", () => {
  const base = tempFolder();
  const { projects } = memoryStore();
  const main = gitRepo(join(base, "shop"));
  const tree = join(base, "elsewhere", "shop-feature");
  main.git("worktree", "add", "-q", tree);
  const inTree = projects.resolve(locate(tree));
  mkdirSync(join(main.path, "src"));
  expect(projects.resolve(locate(join(main.path, "src"))).id).toBe(inTree.id);
  expect(inTree.root).toBe(main.path);
  main.git("worktree", "remove", tree);
  expect(projects.resolve(locate(join(tree, "src")))).toEqual(inTree);
});

test("what happened in a repository that is gone is still found", () => {
  const base = tempFolder();
  const { projects } = memoryStore();
  gitRepo(join(base, "shop"));
  const shop = projects.resolve(locate(join(base, "shop")));
  rmSync(join(base, "shop"), { recursive: true });
  expect(projects.find(locate(join(base, "shop", "packages", "x")))?.id).toBe(shop.id);
});

test("a plain folder below a known one belongs to the nearest", () => {
  const base = tempFolder();
  const { projects } = memoryStore();
  mkdirSync(join(base, "notes", "deep", "deeper"), { recursive: true });
  const notes = projects.resolve(locate(join(base, "notes")));
  expect(projects.resolve(locate(join(base, "notes", "deep", "deeper")))).toEqual(notes);
  expect(projects.find(locate(join(base, "other")))).toBeUndefined();
});

test("a shared folder like /tmp captures nothing below it", () => {
  const { projects } = memoryStore();
  const plain = (root: string) => place(root, { kind: "folder" });
  projects.resolve(plain("/tmp"));
  projects.resolve(plain("/work"));
  expect(projects.find(plain("/tmp/x"))).toBeUndefined();
  expect(projects.find(plain("/work/x"))?.root).toBe("/work");
});

test("a repository that gets a marker stays its project; a second marker of another name makes another one", () => {
  const base = tempFolder();
  const { projects } = memoryStore();
  const one = gitRepo(join(base, "one"), { remote: UPSTREAM });
  const before = projects.resolve(locate(one.path));
  writeFileSync(join(one.path, ".mem.toml"), 'project = "store"\n');
  expect(projects.resolve(locate(one.path))).toEqual({ ...before, name: "store" });
  const two = gitRepo(join(base, "two"), { remote: UPSTREAM });
  writeFileSync(join(two.path, ".mem.toml"), 'project = "kiosk"\n');
  expect(projects.resolve(locate(two.path)).id).not.toBe(before.id);
  rmSync(join(one.path, ".mem.toml"));
  expect(projects.resolve(locate(one.path)).id).toBe(before.id);
});

test("a marked part is not its repository", () => {
  const base = tempFolder();
  const { projects } = memoryStore();
  const mono = gitRepo(join(base, "mono"), { remote: UPSTREAM });
  mkdirSync(join(mono.path, "api"));
  writeFileSync(join(mono.path, "api", ".mem.toml"), 'project = "api"\n');
  const whole = projects.resolve(locate(mono.path));
  const part = projects.resolve(locate(join(mono.path, "api")));
  expect(part.id).not.toBe(whole.id);
  git(base, "clone", "-q", "mono", "second");
});

test("a dead path in an old history does not become the project's root", () => {
  const base = tempFolder();
  const { projects } = memoryStore();
  gitRepo(join(base, "old"), { remote: UPSTREAM });
  const shop = projects.resolve(locate(join(base, "old")));
  renameSync(join(base, "old"), join(base, "new"));
  projects.resolve(locate(join(base, "new")));
  expect(projects.resolve(locate(join(base, "old")))).toMatchObject({ id: shop.id, root: join(base, "new") });
});

test("a remote decides over a path", () => {
  const remote = place("/x", { keys: [remoteKey("example.com/a/b"), pathKey("/x")] });
  expect(accepts(remote, pathKey("/x"), { keys: [pathKey("/x")], isRootGone: false })).toBe(true);
  expect(accepts(remote, pathKey("/x"), { keys: [pathKey("/x"), remoteKey("example.com/c/d")], isRootGone: false })).toBe(false);
});

test("a time of birth decides only where the old path is gone and nothing has a remote", () => {
  const moved = place("/y", { keys: [pathKey("/y"), "birth:1"] });
  expect(accepts(moved, "birth:1", { keys: ["birth:1"], isRootGone: true })).toBe(true);
  expect(accepts(moved, "birth:1", { keys: ["birth:1"], isRootGone: false })).toBe(false);
  expect(accepts(moved, "birth:1", { keys: ["birth:1", remoteKey("h/a")], isRootGone: true })).toBe(false);
  expect(accepts({ ...moved, keys: [remoteKey("h/a"), ...moved.keys] }, "birth:1", { keys: ["birth:1"], isRootGone: true })).toBe(false);
});
