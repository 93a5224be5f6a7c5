// A real terminal with fingers: starts a command in a pseudo-terminal, shows what it prints, waits for words and types.
import { stripVTControlCharacters } from "node:util";
import pty from "node-pty";

const KEY_MS = 12;
const WAIT_MS = 20_000;

/** To a terminal as it comes, to anything else as plain lines. */
function screen() {
  if (process.stdout.isTTY) return { show: (data) => process.stdout.write(data), end: () => undefined };
  let line = "";
  return {
    show(data) {
      const whole = (line + data).split("\n");
      line = whole.pop() ?? "";
      for (const text of whole) process.stdout.write(`${stripVTControlCharacters(text).replace(/\r/g, "")}\n`);
    },
    end: () => line !== "" && process.stdout.write(`${stripVTControlCharacters(line).replace(/\r/g, "")}\n`),
  };
}

export function openTerminal(command, { cwd, env }) {
  const { show, end } = screen();
  const [file, ...args] = command;
  const child = pty.spawn(file, args, { cwd, env, cols: process.stdout.columns || 80, rows: process.stdout.rows || 24 });
  let seen = "";
  let exit;
  const watchers = new Set();
  const changed = () => {
    for (const watcher of watchers) watcher();
  };
  child.onData((data) => {
    seen += data;
    show(data);
    changed();
  });
  child.onExit((how) => {
    exit = how;
    end();
    changed();
  });
  /** Until `isThere`; false if the command ended before. */
  const until = (isThere, what) =>
    new Promise((resolve, reject) => {
      const settle = (how, value) => {
        clearTimeout(timer);
        watchers.delete(check);
        how(value);
      };
      const timer = setTimeout(() => {
        child.kill();
        settle(reject, new Error(`waited ${WAIT_MS / 1000} s for ${what}`));
      }, WAIT_MS);
      const check = () => {
        if (isThere()) settle(resolve, true);
        else if (exit !== undefined) settle(resolve, false);
      };
      watchers.add(check);
      check();
    });
  return {
    /** Waits for these words after what was waited for before. */
    async sees(pattern) {
      const found = await until(() => pattern.test(seen), String(pattern));
      seen = "";
      return found;
    },
    async types(text) {
      for (const key of text) {
        child.write(key);
        await new Promise((resolve) => setTimeout(resolve, KEY_MS));
      }
      child.write("\r");
    },
    /** As if its window was closed. */
    close: () => exit === undefined && child.kill(),
    async ended() {
      await until(() => exit !== undefined, "the end");
      return exit.exitCode;
    },
  };
}
