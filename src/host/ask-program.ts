// A program asked for what it prints, for a bounded time. It leads a process group of its own: what it started ends with it.
import { type ChildProcess, spawn } from "node:child_process";
import type { Proc } from "./host.ts";

type Question = {
  argv: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  waitMs: number;
  /** More output than this is no answer. */
  maxBytes: number;
};

/** What it printed; undefined if it failed, is not there, said too much, or was not done in time. Never throws. */
export function askProgram({ kill }: Pick<Proc, "kill">, { argv, cwd, env, waitMs, maxBytes }: Question): Promise<string | undefined> {
  return new Promise((resolve) => {
    const [file = "", ...args] = argv;
    // Typed as what it may be: without a free descriptor it has no streams.
    let child: ChildProcess;
    try {
      child = spawn(file, args, { cwd, env, detached: true, windowsHide: true, stdio: ["ignore", "pipe", "ignore"] });
    } catch {
      return resolve(undefined); // no memory, or more words than the system takes
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    const answer = (text: string | undefined) => {
      clearTimeout(timer);
      resolve(text);
    };
    const giveUp = () => {
      if (child.pid !== undefined) kill(-child.pid, "SIGKILL");
      // Where there are no process groups.
      child.kill("SIGKILL");
      // Somebody that left the group may hold the pipe: nobody waits for it.
      child.stdout?.destroy();
      child.unref();
      answer(undefined);
    };
    const timer = setTimeout(giveUp, waitMs);
    child.stdout?.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) giveUp();
    });
    child.once("error", () => answer(undefined));
    child.once("close", (code) => answer(code === 0 ? Buffer.concat(chunks).toString("utf8") : undefined));
  });
}
