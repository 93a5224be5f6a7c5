import { describe, expect, test } from "vitest";
import type { DraftEvent } from "../../src/model/event.ts";
import { MAX_TEXT_CHARS } from "../../src/transcript/reader.ts";
import { redactor } from "../../src/transcript/redact.ts";
import { seal } from "../../src/transcript/seal.ts";
import { ALL, TOKENS } from "./secrets.ts";

const door = redactor();
const draft = (more: Partial<DraftEvent>): DraftEvent => ({
  key: "k",
  at: 1,
  kind: "tool_result",
  by: "tool",
  files: [],
  text: "SALT=1",
  ...more,
});
const sealed = (more: Partial<DraftEvent>, ignore: readonly string[] = []) => seal(draft(more), door, ignore);

describe("what was read from an ignored file is dropped", () => {
  test.each([
    ".env",
    "/repo/.env",
    "/repo/.env.local",
    "config/.env.production",
    "/home/a/.ssh/id_rsa",
    "/home/a/.ssh/id_ed25519",
    "server.pem",
    "C:\\repo\\.env",
    "/home/a/.netrc",
    "/home/a/.npmrc",
    "/home/a/.aws/credentials",
    "tls/private.key",
  ])("by a read tool: %s", (path) => {
    expect(sealed({ files: [path] }).text).toMatch(/^‹dropped: ignored file [^/\\]+›$/);
  });

  test.each([
    "cat .env",
    "cat ./.env",
    "head -5 config/.env",
    "head ./config/.env",
    "grep KEY .env",
    "grep -r KEY . .env",
    "source .env && npm start",
    ". ./.env; env",
    "cat '.env'",
    'cat "/repo/.env"',
    "cd app && cat .env",
    "cat //repo//.env",
    "cat /repo/./.env",
    "cat<.env",
    "export $(cat .env | xargs)",
    "cat .env*",
    "cat *.pem",
    'bash -c "cat .env"',
    "node -e \"console.log(require('fs').readFileSync('.env', 'utf8'))\"",
    "git show HEAD:.env",
    "docker run --env-file=.env app",
    "sudo cat /root/.ssh/id_rsa",
    "type C:\\repo\\.env",
    "sed -n 1,5p .env",
    "awk '{print}' .env",
    "cat \\\n  .env",
  ])("by a shell: %s", (call) => {
    expect(sealed({ tool: "Bash", call }).text).toMatch(/^‹dropped: ignored file /);
  });

  test("and so is what was written into one", () => {
    expect(sealed({ kind: "tool_call", writes: true, files: ["/repo/.env"], text: "/repo/.env (+1 -0)\n+ A=1" }).text).toBe(
      ".env ‹dropped: ignored file .env›",
    );
  });

  test("and so are the lines of a search that come from one", () => {
    expect(sealed({ call: "rg -n HOST .", text: "src/a.ts:3:HOST\n.env:1:HOST=10.0.0.1\n./b/.env.local:2:HOST" }).text).toBe(
      "src/a.ts:3:HOST\n.env:‹dropped: ignored file›\n./b/.env.local:‹dropped: ignored file›",
    );
  });

  test("with the project's own globs beside the usual ones", () => {
    const ignore = ["private/**", "*.sqlite", "!.env.test"];
    expect(sealed({ files: ["/repo/private/a/b.txt"] }, ignore).text).toContain("‹dropped");
    expect(sealed({ call: "sqlite3 data/app.sqlite .dump" }, ignore).text).toContain("‹dropped");
    expect(sealed({ files: ["/repo/.env.test"] }, ignore).text).toBe("SALT=1");
  });
});

describe("other output stays", () => {
  test.each([
    "cat .env.example",
    "cat src/env.ts",
    "grep -rn process.env src",
    "grep -n 'event.key' src/a.ts",
    "rg credentials src",
    "git commit -m 'ignore .env and *.pem'",
    "echo 'never commit .env'",
    "ls -la",
    "cat environment.md",
    "ssh-keygen -lf id_rsa.pub",
    "npm run build",
  ])("%s", (call) => {
    expect(sealed({ call }).text).toBe("SALT=1");
  });

  test("the command itself stays, as it says what was done", () => {
    expect(sealed({ kind: "tool_call", tool: "Bash", text: "cat .env" }).text).toBe("cat .env");
  });
});

test.each(ALL)("no event holds a planted secret: $name", ({ text, secret }) => {
  const event = sealed({ kind: "prompt", text: `look: ${text}`, files: [`/tmp/${TOKENS[2]?.secret}/a`], cwd: "/repo", call: text });
  expect(JSON.stringify(event)).not.toContain(secret);
  expect(JSON.stringify(event)).not.toContain(TOKENS[2]?.secret);
});

describe("a long text", () => {
  test("keeps head and tail, and says how much is gone", () => {
    const { text } = sealed({ text: `START${"word ".repeat(40_000)}END` });
    expect(text.length).toBeLessThanOrEqual(MAX_TEXT_CHARS);
    expect(text.startsWith("START")).toBe(true);
    expect(text.endsWith("END")).toBe(true);
    expect(text).toMatch(/\n… \d+ characters cut …\n/);
  });

  test("is redacted before it is cut, so that no half of a secret stays", () => {
    const secret = TOKENS[2]?.secret ?? "";
    for (let shift = 0; shift < secret.length; shift += 3) {
      const cutAt = Math.floor(MAX_TEXT_CHARS * 0.6);
      const filler = ".".repeat(cutAt - shift);
      expect(sealed({ text: `${filler} ${secret} ${".".repeat(MAX_TEXT_CHARS)}` }).text).not.toContain(secret.slice(0, 10));
    }
  });

  test("is never cut within a character", () => {
    for (const before of ["", "a"]) {
      const { text } = sealed({ text: `${before}${"🙂".repeat(MAX_TEXT_CHARS)}` });
      expect(text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, "")).not.toMatch(/[\ud800-\udfff]|\ufffd/);
    }
  });
});

test("the text of the call is not stored", () => {
  expect(sealed({ call: "ls" })).not.toHaveProperty("call");
});
