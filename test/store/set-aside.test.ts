import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileIdentity, setAside } from "../../src/store/set-aside.ts";
import { tempFolder } from "../support/temp-folder.ts";

test("the file goes with what lies beside it, under one name", () => {
  const folder = tempFolder();
  const path = join(folder, "mem.db");
  for (const suffix of ["", "-wal", "-shm"]) writeFileSync(path + suffix, `text${suffix}`);
  expect(setAside(path, fileIdentity(path) ?? "", "now")).toBe(`${path}.corrupt-now`);
  expect(readdirSync(folder).sort()).toEqual(["mem.db.corrupt-now", "mem.db.corrupt-now-shm", "mem.db.corrupt-now-wal"]);
  expect(readFileSync(`${path}.corrupt-now-wal`, "utf8")).toBe("text-wal");
});

test("a file that is not the damaged one stays where it is", () => {
  const path = join(tempFolder(), "mem.db");
  const other = `${path}-other`;
  writeFileSync(other, "damaged");
  writeFileSync(path, "fresh");
  writeFileSync(`${path}-wal`, "fresh log");
  expect(setAside(path, fileIdentity(other) ?? "", "now")).toBeUndefined();
  expect(readFileSync(path, "utf8")).toBe("fresh");
  expect(existsSync(`${path}-wal`)).toBe(true);
});

test("a file that is gone already is no fault", () => {
  expect(setAside(join(tempFolder(), "mem.db"), "1:2", "now")).toBeUndefined();
});
