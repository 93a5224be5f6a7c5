// What a terminal is set to, asked of `stty`: Node can set one mode of it and read none.
import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

/** Calls back with the output of `stty -a`, some ms later; empty if it is missing or says no. */
export function settingsOf(fd: number, tell: (settings: string) => void): void {
  const { spawn }: typeof import("node:child_process") = load("node:child_process");
  const reader = spawn("stty", ["-a"], { stdio: [fd, "pipe", "ignore"] });
  let settings = "";
  reader.on("error", () => {});
  reader.stdout?.on("data", (text) => {
    settings += text;
  });
  reader.on("close", () => tell(settings));
}

/** In the background; where `stty` is missing or says no, nothing happens. */
export function setTerminal(fd: number, args: readonly string[]): void {
  const { spawn }: typeof import("node:child_process") = load("node:child_process");
  spawn("stty", args, { stdio: [fd, "ignore", "ignore"] }).on("error", () => {});
}
