// What a killed agent leaves in its terminal, mode by mode: the real agents switch on what they like, and after their death all is as it was.
import { expect } from "vitest";
import { type Found, processesOf } from "../support/processes.ts";
import { until } from "../support/until.ts";
import { type TerminalState, watchTerminal } from "../terminal/support/terminal-state.ts";
import { type Agent, ask } from "./support/person.ts";
import type { Terminal } from "./support/terminal.ts";
import { story, type World } from "./support/world.ts";

const SIGKILL_CODE = 137;
const PROCESS_WAIT_MS = 20_000;
const SIZE = { cols: 110, rows: 36 };
/** A terminal of whose keyboard protocol both agents make use, unasked. */
const MODERN = { ...SIZE, env: { TERM: "xterm-ghostty", TERM_PROGRAM: "ghostty" } };

const isWrapper = ({ command }: Found) => /mem\.c?js (run|continue)/.test(command);
const isRecorder = ({ command }: Found) => /recorder\.c?js/.test(command);
const isAgent = (found: Found) => /(^|\/)(claude|codex)( |$)/.test(found.command) && !isWrapper(found) && !isRecorder(found);
const find = (world: World, what: string, isIt: (found: Found) => boolean): Promise<Found> =>
  until(`there is ${what}`, PROCESS_WAIT_MS, () => processesOf(world.home).find(isIt));

async function stateOf(terminal: Terminal): Promise<TerminalState> {
  const watched = watchTerminal(SIZE);
  await watched.write(terminal.raw());
  return watched.state();
}

const UNTOUCHED = watchTerminal(SIZE).state();
const different = (state: TerminalState): string[] =>
  Object.keys(UNTOUCHED).filter((name) => JSON.stringify(state[name]) !== JSON.stringify(UNTOUCHED[name]));

/** The first and last `stty -a` of a shell script, from the screen. */
function settingsIn(terminal: Terminal): string[] {
  const text = terminal.raw().replaceAll("\r", "");
  return [...text.matchAll(/<stty>\n(.*?)<\/stty>/gs)].map((match) => match[1] ?? "");
}

const STTY = 'echo "<stty>"; stty -a; echo "</stty>"';

for (const agent of ["claude", "codex"] as const satisfies readonly Agent[]) {
  story(`modes: ${agent} killed in the middle of its screen leaves the terminal as it was`, async (world) => {
    world.model.tell({ when: "A long answer", turns: [{ text: "slow ".repeat(400), chunkMs: 100 }] });
    const terminal = world.terminal(["sh", "-c", `${STTY}; mem run ${agent}; echo "[code $?]"; ${STTY}`], MODERN);
    await ask(world, terminal, "A long answer", /slow slow/);
    // Else there would be nothing to undo, and nothing shown.
    expect(different(await stateOf(terminal))).toEqual(expect.arrayContaining(["bracketedPasteMode", "keyboard"]));
    process.kill((await find(world, "an agent", isAgent)).pid, "SIGKILL");
    await terminal.waitForExit();
    expect(terminal.raw()).toContain(`[code ${SIGKILL_CODE}]`);
    expect(different(await stateOf(terminal))).toEqual([]);
    const [before, after] = settingsIn(terminal);
    expect(before).toContain("icanon");
    expect(after).toBe(before);
  });

  story(`modes: ${agent} under a killed wrapper leaves a terminal that \`mem fix-term\` puts right`, async (world) => {
    const terminal = world.terminal(["sh", "-c", `${STTY}; mem run ${agent}; mem fix-term; ${STTY}`], MODERN);
    await ask(world, terminal, "A short answer", /echo: A short/);
    process.kill((await find(world, "a wrapper", isWrapper)).pid, "SIGKILL");
    await terminal.waitForExit();
    expect(terminal.raw()).toContain("mem: this terminal was raw;");
    expect(different(await stateOf(terminal))).toEqual([]);
    const [before, after] = settingsIn(terminal);
    expect(after).toBe(before);
  });
}
