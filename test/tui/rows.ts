// Sessions for the tests of the terminal UI.
import { type AgentId, parseAgentId, parseSessionId, type SessionId } from "../../src/model/ids.ts";
import type { AgentChoice, Preview, SessionRow } from "../../src/tui/row.ts";

export const NOW = 1_796_060_000_000;
const HOUR = 3_600_000;

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("bad id in a test");
  return value;
}

export const sessionId = (name: string): SessionId => known(parseSessionId(name.padEnd(12, "0")));
export const agentId = (name: string): AgentId => known(parseAgentId(name));

export const AGENTS: readonly AgentChoice[] = [
  { id: agentId("scout"), name: "Scout" },
  { id: agentId("pilot"), name: "Pilot" },
];

export function row(name: string, hoursAgo: number, more: Partial<SessionRow> = {}): SessionRow {
  return {
    id: sessionId(name),
    agentName: "Scout",
    isInstalled: true,
    projectName: "shop",
    root: "/home/dev/shop",
    title: `goal of ${name}`,
    state: "ended",
    stateWord: more.state === "unknown" ? "" : (more.state ?? "ended"),
    lastAt: NOW - hoursAgo * HOUR,
    turns: 3,
    ...more,
  };
}

export const ROWS: readonly SessionRow[] = [
  row("a", 0.1, { title: "Round half up in the invoice totals", state: "limit" }),
  row("b", 2, { agentName: "Pilot", title: "Retry the payment webhook when the queue is full", state: "crashed" }),
  row("c", 3, {
    projectName: "blog",
    root: "/home/dev/blog",
    title: "日本語の見出しを直す、長いタイトルは折り返さずに切る",
    state: "live",
  }),
  row("d", 30, { agentName: "Ferry", isInstalled: false, title: "Drop the advisory lock from the migrations" }),
  row("e", 900, {
    projectName: "blog",
    root: "/home/dev/old/blog",
    title: "Move to another generator\nwith a second line",
    state: "unknown",
  }),
];

export const PREVIEW: Preview = {
  goal: "Round half up in the invoice totals, in the file that has the tax rules too",
  state: "branch rounding, 2 changed files, test_half_cent fails",
  decided: [],
  failed: [],
  open: ["Does the export use the same rounding?"],
  next: ["Make test_half_cent pass", "Use round_money in export.py"],
  files: ["src/money.py", "src/export.py", "tests/test_money.py"],
};

/** `count` sessions of `projects` projects, in the order of their times. */
export const many = (count: number, projects: number): readonly SessionRow[] =>
  Array.from({ length: count }, (_, index) => {
    const project = index % projects;
    return {
      ...row("x", index / 10),
      id: sessionId(`s${String(index).padStart(11, "0")}`),
      projectName: `project-${project}`,
      root: `/home/dev/project-${project}`,
      title: `Task number ${index} of many`,
    };
  });
