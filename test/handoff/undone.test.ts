import { describe, expect, test } from "vitest";
import { storyOf } from "../../src/handoff/story.ts";
import { undoneIn } from "../../src/handoff/undone.ts";
import { type Draft, events, prompt, reply, shell, tool } from "../support/events.ts";

type Parts = (Draft | Draft[])[];
const undone = (...parts: Parts) => undoneIn(storyOf(events(...parts)), "/p");
const change = (before: string, after: string, path = "/p/cart.ts"): Draft[] =>
  tool("Edit", `${path} (+1 -1)\n- ${before}\n+ ${after}`, "done", { files: [path], writes: true });

describe("an edit that git takes back is told with what it had put in and the error that came between", () => {
  test.each(["git checkout -- cart.ts", "git restore cart.ts", "git restore .", "git reset --hard", "git checkout -- ."])(
    "%s",
    (command) => {
      const [failure] = undone(
        reply("Ich versuche es mit mmap."),
        change("read(file)", "mmapAll(file)"),
        shell("npm test", "RangeError: mmap is not supported\nexit status 1", false),
        shell(command),
      );
      expect(failure?.text).toContain("mmapAll(file), in an edit of cart.ts");
      expect(failure?.text).toContain("Ich versuche es mit mmap.");
      expect(failure?.text).toContain(`taken back by \`${command}\``);
      expect(failure?.why).toBe("RangeError: mmap is not supported");
      expect(failure?.from).toEqual([1, 2, 4, 5, 6]);
    },
  );
});

test("an edit that puts the old text back is told, one that goes on is not", () => {
  expect(undone(change("sort(rows)", "sortLazily(rows)"), change("sortLazily(rows)", "sort(rows)"))[0]?.text).toContain("sortLazily(rows)");
  expect(undone(change("sort(rows)", "sortLazily(rows)"), change("sortLazily(rows)", "sortOnce(rows)"))).toEqual([]);
});

test("nothing is undone by a branch that is switched to, by what is taken from the index, or after a commit", () => {
  const put = change("read(file)", "mmapAll(file)");
  expect(undone(put, shell("git checkout main"))).toEqual([]);
  expect(undone(put, shell("git restore --staged cart.ts"))).toEqual([]);
  expect(undone(put, shell("git commit -qam x"), shell("git checkout -- cart.ts"))).toEqual([]);
  expect(undone(put, shell("git checkout -- other.ts"))).toEqual([]);
});

describe("tests that were taken out are named", () => {
  test.each([
    ["go", "func TestKeepsOrder(t *testing.T) {", "TestKeepsOrder"],
    ["python", "async def test_keeps_order(cart):", "test_keeps_order"],
    ["vitest", 'test("behält die Reihenfolge", () => {', "behält die Reihenfolge"],
    ["rust", "fn test_keeps_order() {", "test_keeps_order"],
  ])("%s", (_name, line, name) => {
    expect(undone(change(line, "// nothing"))[0]?.text).toBe(`Taken out again: tests in cart.ts: \`${name}\``);
  });

  test("not those that are only moved or come back", () => {
    const line = "func TestKeepsOrder(t *testing.T) {";
    expect(undone(change(line, `${line} // now`))).toEqual([]);
    expect(undone(change(line, "// nothing"), change("// nothing at all", line))).toEqual([]);
  });
});

test("what the user said before an edit was taken back is why; without such words the error is", () => {
  const put = change("read(file)", "mmapAll(file)");
  const [failure] = undone(put, prompt("No mmap in here, RFC-9 rules it out."), shell("git checkout -- cart.ts"));
  expect(failure?.why).toBe("the user said: No mmap in here, RFC-9 rules it out.");
  expect(failure?.from).toEqual([3, 1, 4]);
  const [other] = undone(prompt("Make it fast"), put, shell("npm test", "Error: too slow", false), shell("git checkout -- cart.ts"));
  expect(other?.why).toBe("Error: too slow");
});
