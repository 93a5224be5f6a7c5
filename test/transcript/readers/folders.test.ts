import { mkdirSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { claudeFolders, dayFolders, encodedFolder } from "../../../src/transcript/readers/folders.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const withFolders = (names: readonly string[]): string => {
  const root = tempFolder();
  for (const name of names) mkdirSync(join(root, name), { recursive: true });
  return root;
};
const below = (root: string, found: readonly string[]): string[] => found.map((path) => relative(root, path));

test("a folder's name has a hyphen for every character that is no letter or digit, after NFC", () => {
  expect(encodedFolder("/home/dev/my_shop.v2 é")).toBe("-home-dev-my-shop-v2--");
  expect(encodedFolder("/a/e\u0301")).toBe(encodedFolder("/a/\u00e9"));
});

test("a folder's own histories and those of folders below it are likely, its neighbours' are not", () => {
  const root = withFolders(["-w-shop", "-w-shop-packages-x", "-w-shopping", "-w"]);
  expect(below(root, claudeFolders(root, "/w/shop"))).toEqual(["-w-shop", "-w-shop-packages-x"]);
});

test("a very long folder is found by the beginning of its name", () => {
  const cwd = `/w/${"very-long-name/".repeat(20)}`;
  const root = withFolders([`${encodedFolder(cwd).slice(0, 200)}-1x2y3z`]);
  expect(claudeFolders(root, cwd)).toHaveLength(1);
});

test("a link is looked up by where it leads", () => {
  const place = tempFolder();
  mkdirSync(join(place, "real"));
  symlinkSync(join(place, "real"), join(place, "link"));
  const root = withFolders([encodedFolder(join(place, "real"))]);
  expect(claudeFolders(root, join(place, "link"))).toHaveLength(1);
});

test("days since a moment are likely, and the day before it", () => {
  const root = withFolders(["2025/12/31", "2026/01/01", "2026/01/02", "2026/11/30", "2026/xx", "archive"]);
  expect(below(root, dayFolders(root, Date.UTC(2026, 0, 2, 12)))).toEqual(["2026/01/01", "2026/01/02", "2026/11/30"]);
  expect(below(root, dayFolders(root, 0))).toHaveLength(4);
});

test("a root that is not there has no folders", () => {
  expect(claudeFolders("/nowhere/at/all", "/w")).toEqual([]);
  expect(dayFolders("/nowhere/at/all", 0)).toEqual([]);
});
