// Which processes belong to a sandbox: those that have its home in their environment or work in its folders (Linux).
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

export type Found = { pid: number; parent: number; command: string; state: string };

const attempt = <T>(look: () => T): T | undefined => {
  try {
    return look();
  } catch {
    return undefined; // it ended while we looked, or is not ours to see
  }
};

function describe(pid: number): Found | undefined {
  return attempt(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state = "?", parent = "0"] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ").trim();
    return { pid, parent: Number(parent), command, state };
  });
}

function belongs(pid: number, home: string): boolean {
  const environ = attempt(() => readFileSync(`/proc/${pid}/environ`, "utf8")) ?? "";
  const cwd = attempt(() => readlinkSync(`/proc/${pid}/cwd`)) ?? "";
  return environ.split("\0").includes(`HOME=${home}`) || cwd === home || cwd.startsWith(`${home}/`);
}

/** Living processes of a sandbox, zombies left out, ours (the test runner) too. */
export function processesOf(home: string): Found[] {
  if (!existsSync("/proc/self/stat")) return [];
  const pids = readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid);
  return pids
    .filter((pid) => belongs(pid, home))
    .flatMap((pid) => describe(pid) ?? [])
    .filter((found) => found.state !== "Z");
}

/** Ends what a failed test left behind, by number. */
export async function endAll(found: readonly Found[]): Promise<void> {
  for (const { pid } of found) attempt(() => process.kill(pid, "SIGKILL"));
  if (found.length > 0) await new Promise((resolve) => setTimeout(resolve, 200));
}

export const filesOf = (pid: number): string[] =>
  (attempt(() => readdirSync(`/proc/${pid}/fd`)) ?? []).flatMap((fd) => attempt(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? []);
