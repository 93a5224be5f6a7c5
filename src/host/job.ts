// What job of a shell we are: which of them may read a terminal and set it, and which is stopped for it.
import { closeSync, readFileSync } from "node:fs";
import { platform } from "node:os";
import type { ReadStream } from "node:tty";

/** "none": no terminal stands above us. Where nobody can tell (other systems than Linux) "foreground". */
export type Job = "foreground" | "background" | "none";

/** Whether we are the job that a terminal's keys go to. Fields of `/proc/self/stat` after the name: state ppid pgrp session tty tpgid. */
export function jobNow(): Job {
  if (platform() !== "linux") return "foreground";
  try {
    const stat = readFileSync("/proc/self/stat", "latin1");
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (foreground === "-1") return "none";
    return group === foreground ? "foreground" : "background";
  } catch {
    return "foreground";
  }
}

const STANDARD = [0, 1, 2];

/**
 * Just before our end in the background: Node and libuv put a terminal back to how they found it, which by now is another program's, and
 * are stopped for trying. Neither does without its descriptor.
 */
export function forsakeTerminal({ stdin }: { readonly stdin: ReadStream }): void {
  stdin.destroy();
  for (const fd of STANDARD) {
    try {
      closeSync(fd);
    } catch {
      // It was closed before.
    }
  }
}
