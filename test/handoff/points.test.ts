import { expect, test } from "vitest";
import { summarise } from "../../src/handoff/summarise.ts";
import { type Draft, events, prompt, reply, SESSION } from "../support/events.ts";

const points = (...parts: (Draft | Draft[])[]) =>
  (summarise(SESSION, events(...parts), { root: "/p" }).points ?? []).map(({ text }) => text);

test("rows of a table and items of a list are told, with what names things", () => {
  const told = points(
    prompt("Compare the queues"),
    reply(
      "Let me sum this up.\n\n| Queue | Verdict |\n| --- | --- |\n| `beanstalk` | only on port 11300, not with TLS |\n\n- `src/queue/pump.ts` drops jobs because `maxAge` is 0.",
    ),
  );
  expect(told).toContain("`beanstalk` | only on port 11300, not with TLS");
  expect(told).toContain("`src/queue/pump.ts` drops jobs because `maxAge` is 0.");
  expect(told.join("\n")).not.toMatch(/Let me|Verdict/);
});

test("findings are told in other languages, too", () => {
  expect(points(prompt("Warum?"), reply("Der Fehler liegt in `lib/puffer.ts`, weil `leeren()` zweimal läuft."))).toHaveLength(1);
  expect(points(prompt("なぜ"), reply("原因は `lib/buffer.ts` の `flush()` が二回呼ばれることです。"))).toHaveLength(1);
});

test("what the user objected to at once is no point, and counts of tests of an older turn are none", () => {
  const told = points(
    prompt("Fix the clock"),
    reply("The clock in `src/clock.ts` must use `Date.now()` because ticks drift."),
    prompt("No, that is wrong"),
    reply("`src/clock.ts` takes `hrtime()` now because it is monotonic. 3 tests fail in `clock.test.ts`."),
    prompt("Then the names"),
    reply("The names in `src/names.ts` are only lower case because `sort()` needs it."),
  );
  expect(told.join("\n")).not.toMatch(/Date\.now|3 tests/);
  expect(told.join("\n")).toMatch(/hrtime/);
});

test("questions, thanks and announcements are no points", () => {
  expect(
    points(prompt("Go"), reply("Thanks for `a/b.ts`! Shall I change `a/b.ts` because of #12? I'll now check `c/d.ts` before #13.")),
  ).toEqual([]);
});
