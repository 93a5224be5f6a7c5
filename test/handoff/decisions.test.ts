import { expect, test } from "vitest";
import { decisionsOf } from "../../src/handoff/decisions.ts";
import { storyOf } from "../../src/handoff/story.ts";
import { type Draft, events, prompt, reply, shell, tool } from "../support/events.ts";

const decisions = (...parts: (Draft | Draft[])[]) => decisionsOf(storyOf(events(...parts)));
const texts = (...parts: (Draft | Draft[])[]) => decisions(...parts).map((decision) => decision.text);

test("a decision keeps its reason and cites where it was said", () => {
  expect(
    decisions(
      prompt("Make checkout safe"),
      reply("I looked around. We'll use an advisory lock because two workers can race on one cart. Now the code."),
    ),
  ).toEqual([{ text: "We'll use an advisory lock", reason: "because two workers can race on one cart.", from: [2] }]);
});

test("the sentence after a decision is its reason if it says so", () => {
  const [decision] = decisions(prompt("x it"), reply("I decided to keep the old schema. Otherwise old clients break."));
  expect(decision).toMatchObject({ text: "I decided to keep the old schema.", reason: "Otherwise old clients break." });
});

test("what the user says is wrong chooses nothing: it gives A, not B", () => {
  const wrong = ["It gives 100 cents, not 101.", "The list shows the oldest, not the newest.", "A sale of 1.005 is 100, not 101 here."];
  for (const text of wrong) expect(texts(prompt(text))).toEqual([]);
  expect(texts(prompt("Index it"), reply("How?"), prompt("Round to the cent, not the euro"))).toEqual(["Round to the cent, not the euro"]);
});

test("the user's rules are decisions: use X, not Y; never; don't", () => {
  expect(texts(prompt("Add a cache. Use valkey, not redis. Never touch the migrations folder. Please don't add dependencies."))).toEqual([
    "Use valkey, not redis.",
    "Never touch the migrations folder.",
    "Please don't add dependencies.",
  ]);
});

test("a decision that was taken back later is gone, by whom ever", () => {
  expect(
    texts(
      prompt("Make checkout safe"),
      reply("We'll use an advisory lock because workers race."),
      prompt("Drop the advisory lock, it blocks the whole table."),
    ),
  ).toEqual([]);
  expect(
    texts(
      prompt("go for it"),
      reply("Going with Redis for the queue."),
      reply("I switched to Postgres instead of Redis for the queue because it is there already."),
    ),
  ).toEqual(["I switched to Postgres instead of Redis for the queue"]);
  expect(texts(prompt("Use tabs."), reply("Done."), prompt("Actually, use spaces."))).toEqual(["Actually, use spaces."]);
});

test("of a decision said twice the later one stays", () => {
  const found = decisions(
    prompt("x it"),
    reply("We'll use the retry queue for webhooks."),
    shell("ls"),
    reply("We'll use the retry queue for webhooks, as agreed."),
  );
  expect(found).toHaveLength(1);
  expect(found[0]?.from).toEqual([5]);
});

test("what an agent does on its way is no decision", () => {
  expect(
    texts(
      prompt("fix it"),
      reply(
        "I'll use the Grep tool because it is faster. I'm switching to the log files now. Let me check instead of guessing. It now returns 404 instead of failing.",
      ),
    ),
  ).toEqual([]);
});

test("questions and mere thoughts are no decisions", () => {
  expect(texts(prompt("x it"), reply("Should we go with Redis? We could use Redis instead of Postgres. Maybe we'll use neither."))).toEqual(
    [],
  );
});

test("answers picked from the agent's choices are decisions", () => {
  expect(
    texts(
      prompt("x it"),
      tool("AskUserQuestion", "Which store? (A | B)", `User has answered your questions: "Which store?"="Postgres". You can now continue.`),
    ),
  ).toEqual(["Which store? The user chose: Postgres"]);
});

test("decisions in other languages are found and kept in them", () => {
  expect(texts(prompt("Mach den Checkout sicher"), reply("Wir verwenden Postgres statt Redis, weil es schon läuft."))).toEqual([
    "Wir verwenden Postgres statt Redis",
  ]);
  expect(texts(prompt("改一下缓存"), reply("我们决定使用 Valkey，而不是 Redis。"))).toEqual(["我们决定使用 Valkey，而不是 Redis。"]);
});

test("what a sub-agent thinks is no decision", () => {
  expect(texts(prompt("x it"), reply("We'll use Redis because it is fast.", { by: "subagent" }))).toEqual([]);
});

test("words in the middle of a long paste are not the user's", () => {
  const paste = Array.from({ length: 80 }, () => "The worker must never stop the queue.").join("\n");
  expect(texts(prompt(`Why does this happen?\n\n${"intro ".repeat(100)}\n${paste}\n${"outro ".repeat(100)}\nFind the cause.`))).toEqual([]);
});

test("how an agent goes about it is a decision where it says why", () => {
  expect(
    decisions(prompt("finish it"), reply("I'm leaving the docs edit untouched because it is not ours. I'm reading the code now.")),
  ).toMatchObject([{ text: "I'm leaving the docs edit untouched", reason: "because it is not ours." }]);
});

test("a rule that the user lays down while objecting is a decision", () => {
  expect(
    texts(
      prompt("Fix the date picker"),
      reply("I upgraded the date library."),
      prompt("no, don't touch the date library, patch our wrapper"),
      reply("Patched the wrapper."),
    ),
  ).toEqual(["no, don't touch the date library, patch our wrapper"]);
});

test("a change of course with its reason is a decision, in whatever form of the verb; a turn to the next file is none", () => {
  expect(decisions(prompt("x it"), reply("Switching to a streaming parser instead of the DOM one, since files reach 2 GB."))).toMatchObject(
    [{ text: "Switching to a streaming parser instead of the DOM one", reason: "since files reach 2 GB." }],
  );
  expect(texts(prompt("x it"), reply("Switching to the log files now. Moving on to the parser."))).toEqual([]);
});

test("a decision cut from its reason ends without the comma between them", () => {
  expect(decisions(prompt("x it"), reply("I decided to split the parser with a small helper, because the old code copies."))).toMatchObject(
    [{ text: "I decided to split the parser with a small helper", reason: "because the old code copies." }],
  );
});

test("what was taken back in the same breath is no decision", () => {
  const said = (text: string) => texts(prompt("make the suite quick"), reply(text));
  expect(said("I moved the hook to beforeAll; that made it worse, so I rolled that back.")).toEqual([]);
  expect(said("I chose an LRU cache, but that leaked memory, so I dropped it again.")).toEqual([]);
  expect(said("I moved the hook to beforeAll, so I can share one server.")).toHaveLength(1);
});

test.each([
  ["en", "Pick NATS for this.", "RabbitMQ has no client for Zig."],
  ["en", "NATS it is.", "RabbitMQ has no client for Zig."],
  ["de", "Nimm hier NATS.", "RabbitMQ läuft auf Zig nicht."],
  ["es", "Tira de NATS aquí.", "RabbitMQ no tiene cliente para Zig."],
])("a terse choice of the user keeps the statement behind it as its reason (%s)", (_language, choice, why) => {
  expect(decisions(prompt("Move the queue"), reply("Which broker?"), prompt(`${choice} ${why}`))).toEqual([
    { text: choice, reason: why, by: "user", from: [3] },
  ]);
});

test("what is to be done next is no reason, and who takes a look or a turn chooses nothing", () => {
  const [decision] = decisions(prompt("x it"), reply("Ready."), prompt("Pick NATS for this. Then run the load test."));
  expect(decision?.reason).toBeUndefined();
  expect(texts(prompt("x it"), reply("Ready."), prompt("Take care of the flaky job. Take your time. Take a look at it."))).toEqual([]);
});

test("one thing and not another is a choice; what negates a verb, or comes not yet, is none", () => {
  expect(texts(prompt("Index it"), reply("How?"), prompt("I want trigrams here, not stems"))).toEqual(["I want trigrams here, not stems"]);
  expect(
    texts(prompt("Index it"), reply("How?"), prompt("I am not sure about it, and not only today. It is slow, but not yet red.")),
  ).toEqual([]);
});

test.each([
  ["heads-up: 5433 is taken by the old cluster", true],
  ["Finger weg von legacy-eu, nur Jonas darf da ran", true],
  ["cuidado, nuestra instancia escucha en 5434", true],
  ["注意：5433 被旧集群占用", true],
  ["the log shows port 5433", false],
])("how things are here, told by the user as a warning, is kept: %s", (text, isKept) => {
  expect(texts(prompt("Move the queue"), reply("Ok."), prompt(text)).length > 0).toBe(isKept);
});

test("the alternative that was passed over is told with what was taken", () => {
  expect(texts(prompt("Index it"), reply("It now runs on tantivy. The alternative was lunr, but lunr holds all in memory."))).toEqual([
    "It now runs on tantivy. The alternative was lunr, but lunr holds all in memory.",
  ]);
  expect(texts(prompt("Index it"), reply("There is an alternative route in the settings."))).toEqual([]);
});

test("where to go on in a menu is no decision; a choice about the work is", () => {
  const picked = (question: string, answer: string) =>
    texts(prompt("x it"), tool("AskUserQuestion", question, `User has answered your questions: "${question}"="${answer}".`));
  expect(picked("What would you like to do with this task?", "Work on it now")).toEqual([]);
  expect(picked("Was möchtest du mit der Aufgabe tun?", "Jetzt angehen")).toEqual([]);
  expect(picked("What would you like to use for the queue?", "NATS")).toHaveLength(1);
});

test("what should be done is a proposal, no decision, once the user asks back or says no", () => {
  const proposal = [prompt("x it"), reply("We should read it from the header rather than guessing.")];
  expect(texts(...proposal, prompt("Why not from the path?"))).toEqual([]);
  expect(texts(...proposal, prompt("No, that is not what I meant."))).toEqual([]);
  expect(texts(...proposal, prompt("yes"))).toHaveLength(1);
  expect(texts(...proposal)).toHaveLength(1);
});
