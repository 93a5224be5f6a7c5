import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBeside } from "../../../src/transcript/readers/claude-open.ts";
import { tempFolder } from "../../support/temp-folder.ts";

test("each process's file names its conversation; keys, damaged files and those of other shapes are passed over", () => {
  const folder = tempFolder();
  mkdirSync(join(folder, "sessions"));
  const put = (name: string, text: string): void => writeFileSync(join(folder, "sessions", name), text);
  put("71.json", JSON.stringify({ pid: 71, sessionId: "a", procStart: "1113024", kind: "bg", status: "idle" }));
  put("72.json", JSON.stringify({ pid: 72, sessionId: "b", kind: "interactive" }));
  put("71.ab12.key", "k");
  put("73.json", '{"pid":73,"sess');
  put("74.json", JSON.stringify({ pid: 74, sessionId: 5 }));
  mkdirSync(join(folder, "sessions", "75.json"));
  expect(openBeside(join(folder, "projects"))).toEqual([
    { nativeId: "a", process: { pid: 71, startTicks: "1113024" } },
    { nativeId: "b", process: { pid: 72 } },
  ]);
});

test("where there is no such folder nothing is open", () => {
  expect(openBeside(join(tempFolder(), "projects"))).toEqual([]);
});
