import { expect, test } from "vitest";
import { failuresOf } from "../../src/handoff/failures.ts";
import { storyOf } from "../../src/handoff/story.ts";
import { checkRuns } from "../../src/handoff/tests.ts";
import { type Draft, edit, events, prompt, reply, shell, tool } from "../support/events.ts";

const failures = (...parts: (Draft | Draft[])[]) => {
  const story = storyOf(events(...parts));
  return failuresOf(story, checkRuns(story), "/p");
};

test("a command that failed for good is told with the line that says why", () => {
  expect(
    failures(prompt("deploy it"), shell("cd /p && ./deploy.sh", "Exit code 3\nloading\nfatal: no credentials for prod\nbye", false)),
  ).toEqual([{ text: "`./deploy.sh`", why: "fatal: no credentials for prod", from: [2, 3] }]);
});

test("equal failures are one, with all their events", () => {
  const found = failures(
    prompt("deploy it"),
    shell("./deploy.sh", "error: port 3001 in use", false),
    shell("./deploy.sh -f", "error: port 3002 in use", false),
  );
  expect(found).toHaveLength(1);
  expect(found[0]?.from).toEqual([2, 3, 4, 5]);
});

test("a command that worked later is no failure", () => {
  expect(
    failures(prompt("deploy it"), shell("./deploy.sh", "error: no key", false), edit("/p/key"), shell("./deploy.sh", "ok", true)),
  ).toEqual([]);
});

test("looking around, a tool's manners and checks are no failed attempts", () => {
  expect(
    failures(
      prompt("look at it"),
      shell("grep -r foo src", "", false),
      shell("ls /nowhere", "ls: cannot access '/nowhere'", false),
      edit("/p/a.ts", false),
      tool("Read", "/p/none", "File does not exist.", { ok: false, files: ["/p/none"] }),
      shell("npm test", "1 failing", false),
    ),
  ).toEqual([]);
});

test("a missing program is told even where somebody only looked", () => {
  expect(failures(prompt("look at it"), shell("rg foo", "bash: rg: command not found", false))).toMatchObject([
    { why: "bash: rg: command not found" },
  ]);
});

test("what the user refused is told with the user's words", () => {
  const refusal = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
  expect(
    failures(
      prompt("fix the test"),
      tool("Edit", "/p/a.ts (+1 -1)", refusal, { ok: false, files: ["/p/a.ts"], writes: true }),
      prompt("the code is right, change the test"),
    ),
  ).toEqual([{ text: "Refused by the user: Edit of a.ts", why: "the code is right, change the test", from: [2, 3] }]);
});

test("what the agent says did not work is told, unless it works later", () => {
  const told = reply("The advisory lock did not work because pgbouncer drops sessions.");
  expect(failures(prompt("x it"), told)).toEqual([{ text: "The advisory lock did not work because pgbouncer drops sessions.", from: [2] }]);
  expect(failures(prompt("x it"), told, reply("The advisory lock works now: pgbouncer keeps sessions, fixed."))).toEqual([]);
});

test("a user who says that it still fails is heard", () => {
  expect(failures(prompt("fix the login"), reply("Done."), prompt("no, it still fails on Safari"))).toEqual([
    { text: "The user objected: no, it still fails on Safari", from: [3] },
  ]);
});

test("red tests of which somebody spoke are no failure once they are green", () => {
  expect(
    failures(prompt("fix it"), reply("The tests failed because the stub was gone."), edit("/p/a.ts"), shell("npm test", "ok", true)),
  ).toEqual([]);
});

test("a sub-agent's failures stay inside it, what it reports counts", () => {
  expect(
    failures(
      prompt("x it"),
      tool("Bash", "./inner.sh", "fatal: inner", { ok: false, by: "subagent" }),
      tool("Task", "look into it", "The cache is not the cause. Using mmap did not work because files shrink."),
    ),
  ).toMatchObject([{ text: "Using mmap did not work because files shrink." }]);
});
