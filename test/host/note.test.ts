import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readNote, reserveNote, writeNote } from "../../src/host/note.ts";
import { tempFolder } from "../support/temp-folder.ts";

const placeOf = (folder: string, name: string) => statSync(join(folder, name)).ino;

test("a note is what was written last, whole, for its owner only, and nothing else is left", () => {
  const folder = tempFolder();
  for (const text of ['{"code":130,"asked":true}', "{}", "é".repeat(9000)]) {
    writeNote(folder, "a.json", text);
    expect(readNote(folder, "a.json")).toBe(text);
  }
  expect(readdirSync(folder)).toEqual(["a.json"]);
  expect(statSync(join(folder, "a.json")).mode & 0o777).toBe(0o600);
});

test("a reserved note is none until it is written, and then takes the place that was kept for it", () => {
  const folder = tempFolder();
  reserveNote(folder, "a.json", 128);
  expect(readNote(folder, "a.json")).toBeUndefined();
  const [reserved] = readdirSync(folder);
  const place = placeOf(folder, reserved ?? "");
  writeNote(folder, "a.json", "{}");
  expect(readNote(folder, "a.json")).toBe("{}");
  expect(placeOf(folder, "a.json")).toBe(place);
});
