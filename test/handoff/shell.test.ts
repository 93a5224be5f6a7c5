import { expect, test } from "vitest";
import { bare, shellWrites, shownCommand, simpleCommands } from "../../src/handoff/shell.ts";

test("a command line is cut at its operators, not inside quotes", () => {
  expect(simpleCommands(`cd /x && npm test -- -t "a && b" | tail -5; echo 'a;b'`)).toEqual([
    "cd /x",
    `npm test -- -t "a && b"`,
    "tail -5",
    "echo 'a;b'",
  ]);
});

test("a here-document's body is no command, what follows it is", () => {
  expect(simpleCommands("cat > a.md <<'EOF'\nrm -rf / && npm test\nEOF\ngit add a.md")).toEqual(["cat > a.md", "git add a.md"]);
});

test("a shell asked to run a script is that script", () => {
  expect(simpleCommands(`bash -lc 'npm test && git push'`)).toEqual(["npm test", "git push"]);
});

test("what only says how to run a command is taken off", () => {
  expect(bare("CI=1 timeout 60 npx vitest run")).toBe("vitest run");
  expect(bare("uv run pytest -q")).toBe("pytest -q");
  expect(bare("wrapper git push")).toBe("git push");
  expect(bare("echo git push")).toBe("echo git push");
});

test("files written by redirection, in place or by tee are known, others are not", () => {
  const writes = (command: string) => shellWrites(command, simpleCommands(command));
  expect(writes("cat > src/a.ts <<'EOF'\nx > y\nEOF")).toEqual(["src/a.ts"]);
  expect(writes("sed -i 's/a > b/c/' src/b.ts")).toEqual(["src/b.ts"]);
  expect(writes("cd web && echo hi >> notes.md")).toEqual(["web/notes.md"]);
  expect(writes(`npm test > /dev/null 2>&1; echo "a > b" | grep -c x`)).toEqual([]);
});

test("a command is shown without its folder and a long message's body", () => {
  expect(shownCommand("cd /x && npm test 2>&1")).toBe("npm test");
  expect(shownCommand(`git commit -m "$(cat <<'EOF'\nFix the lock\n\nlong body\nEOF\n)"`)).toBe(`git commit -m "Fix the lock"`);
});

test("an unfinished quote or a hundred thousand characters of input cost no time", () => {
  // Read again from each of the 20,000 quotes it would take longer than a test may.
  expect(simpleCommands(`echo "${"a ' $( <<".repeat(20_000)}`)).toHaveLength(1);
});
