// Which conversations Claude Code has open: `sessions/<pid>.json` beside `projects/`, one for each of its processes, those in the background
// included. Seen in 2.1.332: `{pid, sessionId, procStart, kind: "interactive" | "bg", …}`; `procStart` is the start time of /proc/<pid>/stat.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseRec, str } from "../json.ts";
import type { OpenConversation } from "../reader.ts";

function openIn(path: string, pid: number): OpenConversation[] {
  try {
    const record = parseRec(readFileSync(path, "utf8")) ?? {};
    const nativeId = str(record, "sessionId");
    const startTicks = str(record, "procStart");
    return nativeId === undefined ? [] : [{ nativeId, process: { pid, ...(startTicks !== undefined && { startTicks }) } }];
  } catch {
    return []; // gone since, or not ours to read
  }
}

export function openBeside(root: string): OpenConversation[] {
  const folder = join(dirname(root), "sessions");
  try {
    return readdirSync(folder).flatMap((name) => (/^\d+\.json$/.test(name) ? openIn(join(folder, name), Number.parseInt(name, 10)) : []));
  } catch {
    return []; // an older version, or never started
  }
}
