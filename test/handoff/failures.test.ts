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

const toldOf = (...parts: (Draft | Draft[])[]) => failures(...parts).map((failure) => failure.text);

test("a new report of something wrong or broken is a task, not an objection", () => {
  for (const report of [
    "the date picker shows the wrong month in Safari, fix",
    "hmm the umlauts are broken in Excel",
    "npm run lint fails",
  ])
    expect(toldOf(prompt("Add the export"), reply("The export is in."), prompt(report))).toEqual([]);
});

test("an objection counts until it is answered, and again if the answer fails", () => {
  const objected = [prompt("Fix the umlauts"), reply("Done."), prompt("hmm, they are still wrong in Excel")];
  expect(toldOf(...objected)).toEqual(["The user objected: hmm, they are still wrong in Excel"]);
  expect(toldOf(...objected, reply("Added a byte order mark."))).toEqual([]);
  expect(toldOf(...objected, reply("The byte order mark did not help, Excel reads it as Latin-1."))).toContain(
    "The user objected: hmm, they are still wrong in Excel",
  );
  expect(toldOf(prompt("Fix it"), prompt("no, it still fails"))).toEqual([]);
});

test("a rule is kept as a decision, not as a failure", () => {
  const parts = [
    prompt("Fix the date picker"),
    reply("I upgraded the date library."),
    prompt("no, don't touch the date library, patch ours"),
  ];
  expect(toldOf(...parts)).toEqual([]);
});

test.each([
  "I tried `vi.setSystemTime`, which has no effect on the worker.",
  "I considered a shared cache, but rejected it because workers fork.",
  "Memoising the row doesn't help here.",
  "A longer debounce made it worse, so I rolled that back.",
  "Setting `pool: forks` didn't fix the flake.",
  "I tried appending `T00:00`, but Safari 15 still parses it as UTC.",
  "The second request still times out with keep-alive off.",
])("a dead end is told however it is put: %s", (text) => {
  expect(toldOf(prompt("x it"), reply(text))).toEqual([text]);
});

test.each([
  "I tried it and it works.",
  "The endpoint still returns 200 for old clients.",
  "The server rejected the token.",
  "The flag has no effect on others, as intended.",
  "I rolled out the new build.",
  "This doesn't change the API.",
])("nothing failed where it only sounds like it: %s", (text) => {
  expect(toldOf(prompt("x it"), reply(text))).toEqual([]);
});

test("what the last test run says is told with it, not once more as a failure", () => {
  const red = shell("npm test", "not ok 2 - a refund is rounded like a sale", false);
  const said = reply('One test still fails: "a refund is rounded like a sale" gives -100. toFixed(2) did not work.');
  expect(toldOf(prompt("fix it"), red, said)).toEqual(["toFixed(2) did not work."]);
});

test("an option that is not known here stays so, though the program worked with others; another error is overcome", () => {
  const [failure] = failures(prompt("x"), shell("cat -A a.ts", "cat: illegal option -- A", false), shell("cat a.ts", "text"));
  expect(failure).toMatchObject({ text: "`cat -A a.ts`", why: "cat: illegal option -- A" });
  expect(failures(prompt("x"), shell("deploy --now", "connect: connection refused", false), shell("deploy --now", "ok"))).toEqual([]);
});

test("what a command did that was only meant to look is told", () => {
  const words = "One check I tried (`tool --check run.ts`) actually started the upload.";
  expect(failures(prompt("x"), reply(words)).map(({ text }) => text)).toEqual([words]);
  expect(failures(prompt("x"), reply("I tried it on three pages."))).toEqual([]);
});

test("a program that only explains how it is called has failed, though a pipe hid its exit code; a long text with such words has not", () => {
  const piped = (output: string) => failures(prompt("x"), shell("cat -A a.ts | head -3", output));
  expect(piped("cat: illegal option -- A\nusage: cat [-belnstuv] [file ...]")).toHaveLength(1);
  expect(piped("cat: illegal option -- A, as the manual says")).toEqual([]);
  expect(piped(`illegal option\nusage: x\n${"text ".repeat(600)}`)).toEqual([]);
});
