// One test's world: a home of its own, a project under git with a failing test, a scripted model, and nothing of the real machine.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { endAll, processesOf } from "../../support/processes.ts";
import { binFolder, cacheRoot } from "./agents.ts";
import { type FakeModel, startFakeModel } from "./model.ts";

export type Sandbox = {
  readonly home: string;
  readonly project: string;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly model: FakeModel;
  /** A second folder beside the project, known to both agents as trusted. */
  trust(folder: string): void;
  dispose(): Promise<void>;
};

const REPO = fileURLToPath(new URL("../../..", import.meta.url));
const ANTHROPIC_KEY = "sk-ant-fake-key-0123456789-abcdefghijklmnop";

/** The few settings a person would have answered in dialogs. */
function writeSettings(home: string, url: string, trusted: readonly string[]): void {
  const claude = {
    hasCompletedOnboarding: true,
    theme: "dark",
    customApiKeyResponses: { approved: [ANTHROPIC_KEY.slice(-20)], rejected: [] },
    projects: Object.fromEntries(trusted.map((folder) => [folder, { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true }])),
  };
  writeFileSync(join(home, ".claude.json"), JSON.stringify(claude));
  mkdirSync(join(home, ".claude"), { recursive: true });
  writeFileSync(
    join(home, ".claude", "settings.json"),
    // Auto mode off: it is offered in a dialog that comes now and then.
    JSON.stringify({ permissions: { allow: ["Bash", "Edit", "Write", "Read"], defaultMode: "acceptEdits", disableAutoMode: "disable" } }),
  );
  mkdirSync(join(home, ".codex"), { recursive: true });
  const codex = [
    'model_provider = "fake"',
    'approval_policy = "never"',
    'sandbox_mode = "danger-full-access"',
    "check_for_update_on_startup = false",
    "[model_providers.fake]",
    'name = "fake"',
    `base_url = "${url}/v1"`,
    'env_key = "FAKE_KEY"',
    'wire_api = "responses"',
    ...trusted.flatMap((folder) => [`[projects."${folder}"]`, 'trust_level = "trusted"']),
  ];
  writeFileSync(join(home, ".codex", "config.toml"), `${codex.join("\n")}\n`);
}

function script(path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

function writeProject(project: string, env: Readonly<Record<string, string>>): void {
  mkdirSync(join(project, "src"), { recursive: true });
  mkdirSync(join(project, "test"), { recursive: true });
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ name: "shop", version: "1.0.0", type: "module", scripts: { test: "node --test test/" } }, null, 2),
  );
  writeFileSync(join(project, "README.md"), "# shop\n\nA queue of orders.\n");
  writeFileSync(join(project, "src", "claim.js"), "export const claim = (orders) => orders[0];\n");
  writeFileSync(
    join(project, "test", "claim.test.js"),
    'import { test } from "node:test";\nimport assert from "node:assert";\nimport { claim } from "../src/claim.js";\n' +
      'test("two workers never claim one order", () => assert.equal(claim([{ taken: true }, { taken: false }]).taken, false));\n',
  );
  const git = (...args: string[]) => execFileSync("git", args, { cwd: project, env, stdio: "pipe" });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "An order queue with a failing test");
}

function environment(home: string, bin: string, url: string): Record<string, string> {
  const path = [bin, dirname(process.execPath), binFolder("claude"), binFolder("codex"), "/usr/bin", "/bin"];
  return {
    PATH: path.join(":"),
    HOME: home,
    TMPDIR: join(home, "..", "tmp"), // beside the home, not above it
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    SHELL: "/bin/sh",
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_CACHE_HOME: join(home, ".cache"),
    XDG_STATE_HOME: join(home, ".local", "state"),
    ANTHROPIC_API_KEY: ANTHROPIC_KEY,
    ANTHROPIC_BASE_URL: url,
    FAKE_KEY: "fake",
    DISABLE_TELEMETRY: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_ERROR_REPORTING: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.org",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.org",
    NPM_CONFIG_UPDATE_NOTIFIER: "false",
  };
}

/** Codex refuses helper programs under the system's temporary folder, so homes live beside the cached agents. */
export async function openSandbox(): Promise<Sandbox> {
  const homes = join(cacheRoot(), "homes");
  mkdirSync(homes, { recursive: true });
  const root = realpathSync(mkdtempSync(join(homes, "h-")));
  const home = join(root, "home");
  const project = join(home, "work", "shop");
  const bin = join(root, "bin");
  mkdirSync(bin);
  mkdirSync(join(root, "tmp"));
  mkdirSync(project, { recursive: true });
  script(join(bin, "mem"), `#!/bin/sh\nexec "${process.execPath}" "${REPO}dist/mem.cjs" "$@"\n`);
  const model = await startFakeModel();
  const env = environment(home, bin, model.url);
  const trusted = [project];
  writeSettings(home, model.url, trusted);
  writeProject(project, env);
  return {
    home,
    project,
    dataDir: join(home, ".local", "share", "mem"),
    env,
    model,
    trust: (folder) => {
      trusted.push(folder);
      writeSettings(home, model.url, trusted);
    },
    dispose: async () => {
      await endAll(processesOf(home));
      await model.close();
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
