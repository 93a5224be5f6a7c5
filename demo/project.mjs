// The project that the demo agents work on: a till that rounds money wrongly, with tests that show it.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const FILES = {
  "package.json": '{ "name": "till", "private": true, "type": "module" }\n',
  "README.md": "# till\n\nA cash register without dependencies.\n",
  "src/money.js": "/** Euros, as a text → whole cents. */\nexport function cents(euros) {\n  return Math.round(euros * 100);\n}\n",
  "src/receipt.js":
    'import { cents } from "./money.js";\n\nexport const total = (prices) => prices.reduce((sum, price) => sum + cents(price), 0);\n',
  "test/money.test.js": `import assert from "node:assert/strict";
import test from "node:test";
import { cents } from "../src/money.js";

test("half a cent is rounded up", () => assert.equal(cents("1.005"), 101));
test("a refund is rounded like a sale", () => assert.equal(cents("-1.005"), -101));
`,
};

export function makeProject(folder, env) {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const git = (...args) => execFileSync("git", args, { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"] });
  git("init", "--quiet");
  git("symbolic-ref", "HEAD", "refs/heads/main"); // older gits have no --initial-branch
  git("add", ".");
  git(
    "-c",
    "user.name=demo",
    "-c",
    "user.email=demo@localhost",
    "-c",
    "commit.gpgsign=false",
    "commit",
    "--quiet",
    "--message=A till that almost adds up",
  );
}
