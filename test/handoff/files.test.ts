import { expect, test } from "vitest";
import { filesOf } from "../../src/handoff/files.ts";
import { storyOf } from "../../src/handoff/story.ts";
import { call, type Draft, edit, events, prompt, shell, tool } from "../support/events.ts";

const files = (...parts: (Draft | Draft[])[]) => filesOf(storyOf(events(...parts)), "/p");

test("finished edits are counted once each, last changed first, relative to the root", () => {
  expect(files(prompt("x"), edit("/p/src/a.ts"), edit("/p/b.ts"), edit("/p/src/a.ts"))).toEqual([
    { path: "src/a.ts", edits: 2, from: [2, 6] },
    { path: "b.ts", edits: 1, from: [4] },
  ]);
});

test("an edit that failed, or was cut off, changed nothing; reading does not either", () => {
  expect(
    files(
      edit("/p/a.ts", false),
      tool("Read", "/p/a.ts", "text", { files: ["/p/a.ts"] }),
      call("Edit", "/p/b.ts", { files: ["/p/b.ts"], writes: true }),
    ),
  ).toEqual([]);
});

test("where a history records no results, calls count", () => {
  expect(files(call("Edit", "/p/a.ts", { files: ["/p/a.ts"], writes: true }))).toMatchObject([{ path: "a.ts" }]);
});

test("paths are read in the folder they were recorded in, with either separator", () => {
  expect(files(edit("src/a.ts", true, { cwd: "/p/web" }), edit("/other/x.ts"))).toMatchObject([
    { path: "/other/x.ts" },
    { path: "web/src/a.ts" },
  ]);
  expect(filesOf(storyOf(events(edit("D:\\shop\\src\\a.ts"))), "D:\\shop")).toMatchObject([{ path: "src/a.ts" }]);
});

test("what a shell writes and what a sub-agent edits is in the tree too", () => {
  expect(files(shell("cat > /p/notes.md <<'EOF'\nx\nEOF"), edit("/p/sub.ts", true, { by: "subagent" }))).toMatchObject([
    { path: "sub.ts" },
    { path: "notes.md" },
  ]);
});
