import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isSharedFolder } from "../../src/model/project.ts";
import { locate } from "../../src/project/place.ts";
import { git, gitRepo } from "../support/git-repo.ts";
import { tempFolder } from "../support/temp-folder.ts";

const HOME = "/nonexistent/home";
const folder = (...parts: string[]): string => {
  const path = join(...parts);
  mkdirSync(path, { recursive: true });
  return path;
};
const mark = (at: string, text: string): void => writeFileSync(join(at, ".mem.toml"), text);

test("a main repository is found from itself and from its subfolders", () => {
  const root = join(tempFolder(), "shop");
  gitRepo(root);
  const top = locate(root, HOME);
  expect(top).toMatchObject({ kind: "repository", name: "shop", root, worktree: root, cwd: root });
  const below = locate(folder(root, "packages", "x"), HOME);
  expect(below).toEqual({ ...top, cwd: join(root, "packages", "x") });
});

test("all worktrees are their main repository, each with its own worktree", () => {
  const base = tempFolder();
  const main = gitRepo(join(base, "shop"));
  main.git("worktree", "add", "-q", join(base, "shop-feature"));
  main.git("worktree", "add", "-q", join(main.path, ".worktrees", "inner"));
  const outer = locate(folder(base, "shop-feature", "src"), HOME);
  expect(outer).toMatchObject({ kind: "repository", name: "shop", root: main.path, worktree: join(base, "shop-feature") });
  const inner = locate(join(main.path, ".worktrees", "inner"), HOME);
  expect(inner).toMatchObject({ name: "shop", root: main.path, worktree: join(main.path, ".worktrees", "inner") });
  expect(outer.keys[0]).toBe(locate(main.path, HOME).keys[0]);
  expect(outer.keys).toContain(`path:${join(base, "shop-feature")}`);
});

test("a worktree inside its repository is still found when it was removed", () => {
  const main = gitRepo(join(tempFolder(), "shop"));
  const gone = join(main.path, ".worktrees", "inner");
  main.git("worktree", "add", "-q", gone);
  main.git("worktree", "remove", gone);
  expect(locate(join(gone, "src"), HOME)).toMatchObject({
    kind: "repository",
    root: main.path,
    worktree: main.path,
    cwd: join(gone, "src"),
  });
});

test("worktrees of a bare repository are one project", () => {
  const base = tempFolder();
  gitRepo(join(base, "seed"));
  git(base, "clone", "-q", "--bare", "seed", "shop.git");
  git(join(base, "shop.git"), "worktree", "add", "-q", join(base, "a"), "-b", "a");
  git(join(base, "shop.git"), "worktree", "add", "-q", join(base, "b"), "-b", "b");
  const bare = locate(join(base, "shop.git"), HOME);
  expect(bare).toMatchObject({ kind: "repository", name: "shop", root: join(base, "shop.git") });
  for (const name of ["a", "b"])
    expect(locate(join(base, name), HOME)).toMatchObject({ name: "shop", root: bare.root, worktree: join(base, name) });
});

test("a hidden bare repository beside its worktrees has the name of its folder", () => {
  const base = tempFolder();
  gitRepo(join(base, "seed"));
  const shop = folder(base, "shop");
  git(base, "clone", "-q", "--bare", "seed", join(shop, ".bare"));
  writeFileSync(join(shop, ".git"), "gitdir: ./.bare\n");
  git(shop, "worktree", "add", "-q", join(shop, "main-tree"), "-b", "x");
  expect(locate(shop, HOME)).toMatchObject({ name: "shop", root: shop });
  expect(locate(join(shop, "main-tree"), HOME)).toMatchObject({ name: "shop", root: shop, worktree: join(shop, "main-tree") });
});

test("a submodule is a repository of its own, and so are its worktrees", () => {
  const base = tempFolder();
  gitRepo(join(base, "lib"));
  const shop = gitRepo(join(base, "shop"));
  shop.git("submodule", "add", "-q", join(base, "lib"), "vendor/lib");
  const sub = join(shop.path, "vendor", "lib");
  expect(locate(sub, HOME)).toMatchObject({ kind: "repository", name: "lib", root: sub, worktree: sub });
  git(sub, "worktree", "add", "-q", join(base, "lib-wt"));
  expect(locate(join(base, "lib-wt"), HOME)).toMatchObject({ name: "lib", root: sub, worktree: join(base, "lib-wt") });
});

test("inside a .git folder the repository around it is meant", () => {
  const main = gitRepo(join(tempFolder(), "shop"));
  expect(locate(join(main.path, ".git", "hooks"), HOME)).toMatchObject({ kind: "repository", root: main.path });
});

test("an empty .git folder is no repository", () => {
  const path = folder(tempFolder(), "x");
  mkdirSync(join(path, ".git"));
  expect(locate(path, HOME).kind).toBe("folder");
});

test("the remote is the strongest key, without its credentials", () => {
  const root = join(tempFolder(), "shop");
  gitRepo(root, { remote: "https://me:s3cret@Example.com/Acme/shop.git" });
  const { keys } = locate(root, HOME);
  expect(keys.slice(0, 2)).toEqual(["remote:example.com/Acme/shop", `path:${root}`]);
  expect(JSON.stringify(locate(root, HOME))).not.toContain("s3cret");
});

test("a named marker makes a project of a part of a repository", () => {
  const root = join(tempFolder(), "mono");
  gitRepo(root, { remote: "git@example.com:acme/mono.git" });
  const api = folder(root, "packages", "api");
  mark(api, 'project = "api"\n[capture]\nignore = ["*.pem"]\n');
  expect(locate(folder(api, "src"), HOME)).toEqual({
    kind: "marker",
    name: "api",
    root: api,
    worktree: api,
    cwd: join(api, "src"),
    keys: ["remote:example.com/acme/mono#api", `path:${api}#api`],
    ignore: ["*.pem"],
  });
  expect(locate(root, HOME)).toMatchObject({ kind: "repository", name: "mono" });
});

test("a marked part is the same project in every worktree, tracked or not", () => {
  const base = tempFolder();
  const main = gitRepo(join(base, "mono"));
  const api = folder(main.path, "api");
  mark(api, 'project = "api"\n');
  main.commit("marker");
  main.git("worktree", "add", "-q", join(base, "wt"));
  const expected = { kind: "marker", name: "api", root: api, worktree: join(base, "wt", "api") };
  const tracked = locate(join(base, "wt", "api"), HOME);
  expect(tracked).toMatchObject(expected);
  rmSync(join(base, "wt", "api", ".mem.toml"));
  const untracked = locate(join(base, "wt", "api"), HOME);
  expect(untracked).toMatchObject(expected);
  expect(untracked.keys).toEqual(locate(api, HOME).keys);
});

test("a marker without a name changes no identity, and its ignored paths count", () => {
  const root = join(tempFolder(), "shop");
  gitRepo(root);
  const sub = folder(root, "sub");
  mark(sub, '[capture]\nignore = ["secret/**"]\n');
  mark(root, '[capture]\nignore = ["*.key"]\n');
  expect(locate(sub, HOME)).toMatchObject({ kind: "repository", root, ignore: ["secret/**", "*.key"] });
});

test("a marker above several repositories makes them one project", () => {
  const all = folder(tempFolder(), "all");
  mark(all, 'project = "all"\n');
  gitRepo(join(all, "a"), { remote: "git@example.com:acme/a.git" });
  gitRepo(join(all, "b"));
  const [a, b] = [locate(join(all, "a"), HOME), locate(join(all, "b"), HOME)];
  expect(a).toMatchObject({ kind: "marker", name: "all", root: all, worktree: join(all, "a"), keys: [`path:${all}#all`] });
  expect(b.keys).toEqual(a.keys);
});

test("a marker that cannot be read is told and does not stop anything", () => {
  const root = join(tempFolder(), "shop");
  gitRepo(root);
  mark(root, 'project = "shop\nfoo');
  const found = locate(root, HOME);
  expect(found).toMatchObject({ kind: "repository", root });
  expect(found.problem).toMatch(/\.mem\.toml: not understood: project = "shop/);
});

test("$HOME and / are no project, even when they are repositories", () => {
  const home = join(tempFolder(), "me");
  gitRepo(home, { remote: "git@example.com:me/dotfiles.git" });
  mark(home, 'project = "home"\n');
  expect(locate(home, home)).toMatchObject({ kind: "none", keys: [] });
  expect(locate("/", home)).toMatchObject({ kind: "none", keys: [] });
});

test("a folder below a $HOME that is a repository is a plain folder, and a repository there is one", () => {
  const home = join(tempFolder(), "me");
  gitRepo(home);
  expect(locate(folder(home, "notes"), home)).toMatchObject({ kind: "folder", name: "notes", root: join(home, "notes") });
  gitRepo(join(home, "work", "shop"));
  expect(locate(folder(home, "work", "shop", "src"), home)).toMatchObject({ kind: "repository", name: "shop" });
});

test("a link to a folder is that folder, and $HOME through a link is $HOME", () => {
  const base = tempFolder();
  gitRepo(join(base, "real"));
  symlinkSync(join(base, "real"), join(base, "link"));
  expect(locate(join(base, "link"), HOME)).toEqual(locate(join(base, "real"), HOME));
  expect(locate(join(base, "real"), join(base, "link")).kind).toBe("none");
});

test("a folder that is gone is known by its path", () => {
  const base = tempFolder();
  const gone = join(base, "gone", "deep");
  expect(locate(gone, HOME)).toEqual({
    kind: "folder",
    name: "deep",
    root: gone,
    worktree: gone,
    cwd: gone,
    keys: [`path:${gone}`],
    ignore: [],
  });
});

test("names that differ only in composition have one key", () => {
  const base = tempFolder();
  expect(locate(join(base, "caf\u00e9"), HOME).keys).toEqual(locate(join(base, "cafe\u0301"), HOME).keys);
});

test("a # in a folder's name does not look like a marker", () => {
  const base = tempFolder();
  expect(locate(join(base, "c#"), HOME).keys).toEqual([`path:${base}/c%23`]);
});

test("a renamed repository keeps a key", () => {
  const base = tempFolder();
  gitRepo(join(base, "old"));
  const births = (path: string) => locate(path, HOME).keys.filter((key) => key.startsWith("birth:log-"));
  const before = births(join(base, "old"));
  renameSync(join(base, "old"), join(base, "new"));
  expect(before).toHaveLength(1);
  expect(births(join(base, "new"))).toEqual(before);
});

test("folders of everybody's are told from what is in them", () => {
  expect(isSharedFolder("/tmp")).toBe(true);
  expect(isSharedFolder("/tmp/x")).toBe(false);
});
