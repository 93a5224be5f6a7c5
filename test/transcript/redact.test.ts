import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemError } from "../../src/model/error.ts";
import { redactor } from "../../src/transcript/redact.ts";
import { ALL, KEYS, NAMED, TOKENS } from "./secrets.ts";

const door = redactor();

describe("secrets go", () => {
  test.each(ALL)("$name", ({ text, secret }) => {
    const clean = door.redact(`before ${text}\nafter`);
    expect(clean).not.toContain(secret);
    expect(clean).toContain("‹redacted:");
    expect(clean.startsWith("before ")).toBe(true);
    expect(clean.endsWith("after")).toBe(true);
  });

  test.each(TOKENS)("$name, coloured in the middle and split by an invisible character", ({ secret }) => {
    const half = Math.floor(secret.length / 2);
    for (const between of ["\x1b[32m", "\u200b", "\u0000", "\u202e", "\x1b]0;title\x07", "\u00ad", "\ufe0f"]) {
      expect(door.redact(`key ${secret.slice(0, half)}${between}${secret.slice(half)} end`)).not.toContain(secret.slice(0, half + 6));
    }
  });

  test.each(TOKENS)("$name, in JSON text within JSON text", ({ secret }) => {
    expect(door.redact(JSON.stringify(JSON.stringify({ a: ["x", `y\n${secret}`] })))).not.toContain(secret);
  });

  const longOnes = TOKENS.filter(({ secret }) => secret.length >= 36 && !/[/.:=]/.test(secret));
  test.each(longOnes)("$name, wrapped by a terminal of 60 columns", ({ secret }) => {
    const line = `${"x".repeat(33)} = ${secret}`;
    const wrapped = line.replace(/.{60}/g, "$&\n");
    const clean = door.redact(`${wrapped}\nnext line of words`);
    expect(clean.replace(/\n/g, "")).not.toContain(secret.slice(-12));
    expect(clean).toContain("next line of words");
  });

  test("a wrapped secret does not take the next line with it", () => {
    const [github] = TOKENS.filter(({ name }) => name === "github ghp");
    expect(door.redact(`GH=${github?.secret}\nexport FOO=1\n`)).toMatch(/^GH=‹redacted:github-token›\nexport FOO=1\n$/);
  });
});

test.each([
  'password = "my-Secret-Pass-1"',
  "password: Correct!Horse",
  'password: "(Abc123!"',
  '"password": 12345678,',
  "password: '[x9-abc'",
  "aws_secret_access_key = /abcdefGHIJKL1234/mnopqrSTUVWX56789zabcd",
  "PASSWORD_HASH='$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'",
  "_authToken=abcd1234efgh5678",
  "<password>Sommer2024</password>",
  "login --api-key abcd1234efgh5678",
])("a value that could be mistaken for something else goes: %s", (text) => {
  expect(door.redact(text)).toContain("‹redacted:");
});

describe("what stands around a secret stays", () => {
  test.each([
    ['{"apiKey": "%s", "n": 1}', '{"apiKey": "‹redacted:api-key›", "n": 1}'],
    ["export API_TOKEN='%s'", "export API_TOKEN='‹redacted:token›'"],
    ["https://bot:%s@github.com/a/b", "https://bot:‹redacted:url-password›@github.com/a/b"],
    ["Authorization: Bearer %s", "Authorization: Bearer ‹redacted:auth-header›"],
    ["password: %s # old", "password: ‹redacted:password› # old"],
    ["mysql -p%s shop", "mysql -p‹redacted:password› shop"],
  ])("%s", (text, expected) => {
    expect(door.redact(text.replace("%s", "a1B2c3D4e5F6g7H8i9J0"))).toBe(expected);
  });
});

const ORDINARY = [
  "commit 3f786850e387550fdab836ed7e6dc881de23001b",
  "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  '"integrity": "sha512-9NoJ0FbnOqhWM8iIGzR1lQ0XkRO+hfoHTrYVHbB2SdNXFmkcXrTjBDVfx3Wmz3gV7Y3jmJ7k1y0O5tLZ4R9JQA=="',
  "session 019ed99c-d00d-7613-b2e7-d2f512f78afd resumed",
  "ASIAPACIFICREGIONALS and AKIAVALLEYCOMMUNITYX are words",
  "const token = getToken();",
  "const token = await fetchToken(user.id2);",
  "password: string;",
  "secretKey: Uint8Array",
  "privateKey: CryptoKey | undefined",
  "apiKey: process.env.OPENAI_API_KEY,",
  "password = config.database.password2",
  "password=password",
  "export TOKEN=$GITHUB_TOKEN",
  "TOKEN=$" + "{TOKEN:-default}",
  "API_KEY=<your-key>",
  "API_KEY=your_api_key_here",
  'api_key: "xxxxxxxxxxxx"',
  'apiKeyEnv: "OPENAI_API_KEY"',
  "max_tokens: 20000, total_tokens=18273",
  '{"input_tokens": 16114, "token_count": 3}',
  'throw new Error("Invalid token: expected string")',
  '"password": "Password is required"',
  "if (token === undefined) return;",
  "secret: true",
  "tokenizer = AutoTokenizer.from_pretrained('gpt2')",
  "import { tokenize } from './tokenizer.ts';",
  "key: value2, keys: 3",
  "Bearer token authentication",
  "cookie: theme",
  "http://localhost:5432/path and ssh://git@github.com:22/x",
  "git@github.com:acme/shop.git",
  "passed: 12, failed: 3, PASS src/a2.test.ts",
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
  "docker run -p 8080:80 -p 127.0.0.1:5432:5432 postgres",
  "mysql -u root -p shop",
  "PWD=/home/dev/project",
  "cancellationToken: CancellationToken2",
  "see docs/token-rotation-2024.md",
  "usage: login <token> <password>",
  "<token>: the token to use",
  "type Login { password: String! token: ID! }",
  'apiKey: "[redacted by hand]"',
  "const SECRET_NAME = 'db-main-secret'",
  "the task-id-of-this-long-hyphenated-name-1 is fine",
  "sk-learn-compatible-estimators2",
  "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----",
];

test.each(ORDINARY)("stays: %s", (text) => {
  expect(door.redact(text)).toBe(text);
});

describe("the door", () => {
  const soup = fc.array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(...ALL.map(({ text }) => text)),
      fc.constantFrom("password=", "token: ", '"', "'", "\\n", "\n", "sk-", "://a:", "@", "\x1b[", "‹redacted:"),
    ),
    { maxLength: 12 },
  );

  test("never throws, and leaves its own result as it is", () => {
    fc.assert(
      fc.property(soup, (parts) => {
        const once = door.redact(parts.join(""));
        expect(door.redact(once)).toBe(once);
      }),
      { numRuns: 400 },
    );
  });

  test("lets no planted secret through, whatever stands around it", () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...TOKENS), fc.string(), (before, { secret }, after) => {
        // A letter that touches a token can make another word of it.
        expect(door.redact(`${before} ${secret} ${after}`)).not.toContain(secret);
      }),
      { numRuns: 400 },
    );
  });

  const MB = 1_000_000;
  const hostile: readonly (readonly [string, string])[] = [
    ["starts of tokens", "ghp_".repeat(MB / 4)],
    ["starts of JWTs", "eyJa".repeat(MB / 4)],
    ["almost a JWT", `eyJ${"a".repeat(500)}.`.repeat(MB / 504)],
    ["one long word", "a1".repeat(MB / 2)],
    ["keywords", "password".repeat(MB / 8)],
    ["assignments", "token=".repeat(MB / 6)],
    ["quotes", `token="`.repeat(MB / 7)],
    ["escaped quotes", `token=\\"\\"`.repeat(MB / 10)],
    ["key beginnings", "-----BEGIN PRIVATE KEY-----\n".repeat(MB / 28)],
    ["URLs", "://a:b".repeat(MB / 6)],
    ["escapes", "\x1b[".repeat(MB / 2)],
    ["title sequences", "\x1b]0;".repeat(MB / 4)],
    ["commands", "docker login mysql curl -u ".repeat(MB / 27)],
    ["headers", "Authorization: Bearer ".repeat(MB / 22)],
    ["cookies", "Cookie: a=".repeat(MB / 10)],
    ["wrapped words", `${"sk-ant-".repeat(8)}a1\n`.repeat(MB / 59)],
    ["spaces", `password${" ".repeat(60)}`.repeat(MB / 68)],
    ["discord-like", "MTIzNDU2Nzg5MDEyMzQ1Njc4.".repeat(MB / 25)],
  ];
  test.each(hostile)("takes time in proportion to the length: 1 MB of %s", (_, text) => {
    // In proportion to its square it would take hours; a test may take half a minute, which a busy machine keeps.
    expect(door.redact(text).length).toBeLessThan(2 * MB);
  });

  test("uses the user's patterns, and leaves what the user allows", () => {
    const own = redactor({ patterns: ["ACME-\\d{6}"], allow: ["hunter2hunter2"] });
    expect(own.redact("ACME-123456 password=hunter2hunter2")).toBe("‹redacted:custom› password=hunter2hunter2");
    expect(own.redact(own.redact("ACME-123456"))).toBe("‹redacted:custom›");
  });

  test.each(["(", "a*", ""])("refuses the pattern %j with a hint", (pattern) => {
    const make = () => redactor({ patterns: [pattern] });
    expect(make).toThrow(MemError);
    expect(make).toThrow(expect.objectContaining({ code: "bad-pattern", hint: expect.stringContaining("regular expression") }));
  });

  test("names at least 26 kinds of secrets", () => {
    const kinds = new Set([...TOKENS, ...NAMED, ...KEYS].map(({ text }) => /‹redacted:([^›]+)›/.exec(door.redact(text))?.[1]));
    expect(kinds.size).toBeGreaterThanOrEqual(26);
    expect(kinds).not.toContain(undefined);
  });
});
