// One test's world: a home and a project of its own, the built `mem` on a terminal, and nothing of the real machine.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { endAll, processesOf } from "../../support/processes.ts";
import { type Outer, type OuterStart, openOuter } from "./outer.ts";

/** A Node and the `mem` built for it. */
export type Program = { readonly name: string; readonly node: string; readonly mem: string };

export type World = {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  /** mem's data folder. */
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly program: Program;
  /** `mem` with these words, as argv. */
  mem(...words: string[]): string[];
  /** `mem run --quiet -- argv` on a terminal of the test's. */
  run(argv: readonly string[], options?: Options): Outer;
  /** The same terminal without `mem`. */
  direct(argv: readonly string[], options?: Options): Outer;
};

export type Options = Partial<Pick<OuterStart, "size" | "cwd">> & { env?: Readonly<Record<string, string>>; flags?: readonly string[] };

const REPO = fileURLToPath(new URL("../../..", import.meta.url));

export const builtMem: Program = { name: `Node ${process.versions.node}`, node: process.execPath, mem: join(REPO, "dist", "mem.cjs") };

/** A program of scripts/test-terminal.mjs for that major version; undefined if it could not be had. */
export function memOn(major: string): Program | undefined {
  const folder = process.env[`MEM_TEST_NODE_${major}`];
  if (!folder) return undefined;
  return { name: `Node ${major}`, node: join(folder, "node"), mem: join(folder, "dist", "mem.cjs") };
}

/** Which one tests use that do not choose: `MEM_TEST_ON=24` for all of them on another Node. */
const usual = (): Program => {
  const major = process.env.MEM_TEST_ON;
  if (major === undefined) return builtMem;
  const program = memOn(major);
  if (program === undefined) throw new Error(`MEM_TEST_ON=${major}: no such Node here`);
  return program;
};

/** The Node that runs the tests, and the others, for `test.each` and `test.skipIf`. */
export const programs: readonly { on: string; program: Program | undefined }[] = [
  { on: `on ${builtMem.name}`, program: builtMem },
  ...["22", "24"].map((major) => {
    const program = memOn(major);
    return { on: `on Node ${major}${program === undefined ? " (not installed)" : ""}`, program };
  }),
];

/** Call it inside a test. Everything that was started in it is ended with the test, and its folder removed. */
export function openWorld(program: Program = usual()): World {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "mem-terminal-")));
  const [home, project] = [join(root, "home"), join(root, "home", "shop")];
  mkdirSync(project, { recursive: true });
  onTestFinished(async () => {
    await endAll(processesOf(home));
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });
  const env = {
    PATH: `${dirname(program.node)}:${process.env.PATH ?? "/usr/bin:/bin"}`,
    HOME: home,
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    SHELL: "/bin/sh",
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_CONFIG_HOME: join(home, ".config"),
    GIT_CONFIG_NOSYSTEM: "1",
  };
  const mem = (...words: string[]) => [program.node, program.mem, ...words];
  const direct: World["direct"] = (argv, { size, cwd = project, env: more } = {}) =>
    openOuter({ argv, cwd, env: { ...env, ...more }, ...(size && { size }) });
  return {
    root,
    home,
    project,
    dataDir: join(home, ".local", "share", "mem"),
    env,
    program,
    mem,
    run: (argv, options) => direct(mem("run", "--quiet", ...(options?.flags ?? []), "--", ...argv), options),
    direct,
  };
}
