// What a terminal is set to, asked of `stty`: Node can set one mode of it and read none.
import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

/** The output of `stty -a`, some ms later; empty if it is missing or says no. */
export function settingsOf(fd: number): Promise<string> {
  const { spawn }: typeof import("node:child_process") = load("node:child_process");
  const reader = spawn("stty", ["-a"], { stdio: [fd, "pipe", "ignore"] });
  let settings = "";
  reader.stdout?.on("data", (text) => {
    settings += text;
  });
  return new Promise((resolve) => reader.on("error", () => resolve("")).on("close", () => resolve(settings)));
}

/** Of a terminal that hands over lines, which is what it does where nobody has changed it. */
export const handsOverLines = (settings: string): boolean => !/(?<!\w)-icanon\b/.test(settings);
/** Of a terminal whose keys make signals. */
export const makesSignals = (settings: string): boolean => /(?<![-\w])isig\b/.test(settings);

/** In the background; where `stty` is missing or says no, nothing happens. */
export function setTerminal(fd: number, args: readonly string[]): void {
  const { spawn }: typeof import("node:child_process") = load("node:child_process");
  spawn("stty", args, { stdio: [fd, "ignore", "ignore"] }).on("error", () => {});
}
