// Whether the driver's native part fits the Node that runs us: decided before it is loaded, since a wrong pair ends the process.
import { MemError } from "../model/error.ts";
import { codeOf } from "./fault.ts";

const majorOf = (version: string): number => Number.parseInt(version, 10);

const REBUILD = "Run `npm rebuild better-sqlite3` in mem's folder, or install mem again with this Node.";

/** What is wrong with this pair, if anything: the driver's 13 needs Node 22. Pure. */
export function pairFault(nodeVersion: string, driverVersion: string): MemError | undefined {
  if (!(majorOf(nodeVersion) < 22 && majorOf(driverVersion) >= 13)) return undefined;
  return new MemError("native-mismatch", `mem was installed for Node 22 or newer, and this is Node ${nodeVersion}.`, {
    hint: "Start mem with the Node it was installed with, or install it again with this one.",
  });
}

/** What a failed load of the native part means for people; anything unknown comes back as it was. */
export function loadFault(cause: unknown, nodeVersion: string): unknown {
  const message = cause instanceof Error ? cause.message : "";
  if (codeOf(cause) === "ERR_DLOPEN_FAILED" || message.includes("NODE_MODULE_VERSION"))
    return new MemError("native-mismatch", `mem's database part was built for another Node than ${nodeVersion}, or another system.`, {
      hint: REBUILD,
      cause,
    });
  if (codeOf(cause) === "MODULE_NOT_FOUND" || message.includes("Could not locate the bindings file"))
    return new MemError("native-missing", "mem's database part is not installed.", { hint: REBUILD, cause });
  return cause;
}
