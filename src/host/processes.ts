// Other processes: who lives, who is whose parent, what they hold open. Linux by /proc, elsewhere by `ps`, else "unknown".
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import type { ProcessRef } from "../model/run.ts";
import type { Proc } from "./host.ts";

type Stat = { state: string; parent: number; hasTerminal: boolean; startTicks: string };

/** Bound of one `ps` call; then the answer is "unknown". */
const PS_WAIT_MS = 500;
/** More ancestors than this is a loop or a machine we do not understand. */
const MAX_ANCESTORS = 64;

function procStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The command's name stands in brackets and may hold anything, so fields are counted from its end.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", parent: Number(fields[1]), hasTerminal: fields[4] !== "0", startTicks: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}

/** The module takes some ms to load, and a start on Linux does not need it. */
const load = createRequire(import.meta.url);

function psStat(pid: number): Stat | undefined {
  try {
    const { execFileSync }: typeof import("node:child_process") = load("node:child_process");
    const text = execFileSync("ps", ["-o", "stat=,ppid=,tty=,lstart=", "-p", String(pid)], {
      encoding: "utf8",
      timeout: PS_WAIT_MS,
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
    const [, state = "", parent, tty = "", startTicks = ""] = /^(\S+)\s+(\d+)\s+(\S+)\s+(.+)$/.exec(text) ?? [];
    // No terminal is "??" on macOS, "-" on FreeBSD.
    return parent === undefined ? undefined : { state, parent: Number(parent), hasTerminal: !/^(\?+|-)$/.test(tty), startTicks };
  } catch {
    return undefined;
  }
}

const children = (pid: number): number[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "latin1").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
};

function openPaths(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        const target = readlinkSync(`/proc/${pid}/fd/${fd}`);
        return target.startsWith("/") && !target.startsWith("/dev/") ? [target] : [];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

function family(pid: number): number[] {
  const found = [pid];
  for (let next = 0; next < found.length && next < 1000; next++) found.push(...children(found[next] ?? 0));
  return found;
}

/** What a process was started as: its own name (the first word of a title it gave itself), and the script's if an interpreter runs it. */
function commandsOf(pid: number): string[] {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, 2);
    return words.map((word) => basename(word).replace(/ .*$|\.\w+$/, ""));
  } catch {
    return [];
  }
}

function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function someoneWorksIn(cwd: string, commands: readonly string[]): boolean {
  const pids = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids.some((pid) => folderOf(pid) === cwd && commandsOf(pid).some((command) => commands.includes(command)));
}

/** `self` and `kill` are the caller's: only `cli/` may name the process itself. */
export function systemProcesses(platform: string, selfPid: number, kill: (pid: number, signal: NodeJS.Signals | 0) => void): Proc {
  const stat = platform === "linux" ? procStat : psStat;
  const exists = (pid: number): boolean => {
    try {
      kill(pid, 0);
      return true;
    } catch (cause) {
      return (cause as NodeJS.ErrnoException).code === "EPERM";
    }
  };
  const describe = (pid: number): ProcessRef => {
    const ticks = stat(pid)?.startTicks;
    return ticks ? { pid, startTicks: ticks } : { pid };
  };
  return {
    self: () => describe(selfPid),
    describe,
    isAlive: (ref) => {
      if (!exists(ref.pid)) return false;
      const now = stat(ref.pid);
      if (now === undefined || now.state.startsWith("Z")) return now === undefined && platform !== "linux";
      return ref.startTicks === undefined || ref.startTicks === now.startTicks;
    },
    ancestors: () => {
      const found: number[] = [];
      for (let at = stat(selfPid)?.parent ?? 0; at > 1 && found.length < MAX_ANCESTORS; at = stat(at)?.parent ?? 0) found.push(at);
      return found;
    },
    openFiles: (pid) => (platform === "linux" ? [...new Set(family(pid).flatMap(openPaths))] : []),
    hasTerminal: (pid) => stat(pid)?.hasTerminal,
    worksIn: (cwd, commands) => (platform === "linux" ? someoneWorksIn(cwd, commands) : undefined),
    kill: (pid, signal) => {
      try {
        kill(pid, signal);
      } catch {
        // Gone already: what was wanted.
      }
    },
  };
}
