// The sections of a briefing: their order, titles, and what their lines are called when they do not fit.

/** In the order in which they stand: what changes least comes first. */
export const SECTIONS = [
  "decisions",
  "failed",
  "left",
  "asides",
  "requests",
  "answers",
  "reports",
  "points",
  "done",
  "edits",
  "fixes",
  "tests",
  "state",
  "open",
  "next",
  "unfinished",
  "files",
  "reply",
  "earlier",
  "live",
] as const;
export type Section = (typeof SECTIONS)[number];

/** What stands before a section's first line, and between two lines. */
export type Layout = Readonly<Record<Section, { before: string; between: string }>>;

const list = (title: string) => ({ before: `\n\n## ${title}\n- `, between: "\n- " });
const lines = (title: string) => ({ before: `\n\n## ${title}\n`, between: "\n" });

const LEFT = { ran: "What happened since this session last ran", ever: "What was done in other sessions" } as const;

/** `since`: for a session that is resumed. */
export const layoutFor = (since?: keyof typeof LEFT): Layout => ({
  decisions: list("Decisions that hold"),
  failed: list("Tried, did not work"),
  left: lines(since === undefined ? "Where we left off" : LEFT[since]),
  asides: list("Since then, changing nothing"),
  requests: list("Asked after that"),
  answers: list("What the agent answered on the way"),
  reports: list("What sub-agents reported"),
  points: list("Also said by the agent"),
  done: list("Commands that changed something"),
  edits: list("What edits changed"),
  fixes: list("Errors and what fixed them"),
  tests: lines("Tests"),
  state: lines("Working tree"),
  open: list("Open"),
  next: list("Next"),
  unfinished: list("Left unfinished before that, and not known to be done"),
  files: { before: "\n\n## Files changed\n", between: ", " },
  reply: lines("Last answer of the agent"),
  earlier: list("Earlier sessions"),
  live: list("Running now, in parallel (their work is not told here)"),
});

const NOUNS: Readonly<Record<Section, readonly [one: string, many: string]>> = {
  decisions: ["decision", "decisions"],
  failed: ["failed attempt", "failed attempts"],
  left: ["line on where we left off", "lines on where we left off"],
  asides: ["later question", "later questions"],
  requests: ["request", "requests"],
  answers: ["answer on the way", "answers on the way"],
  reports: ["report of a sub-agent", "reports of sub-agents"],
  points: ["further statement", "further statements"],
  done: ["command", "commands"],
  edits: ["edit", "edits"],
  fixes: ["fix", "fixes"],
  tests: ["test result", "test results"],
  state: ["line on the working tree", "lines on the working tree"],
  open: ["open point", "open points"],
  next: ["next step", "next steps"],
  unfinished: ["older open point", "older open points"],
  files: ["file", "files"],
  reply: ["last answer", "last answers"],
  earlier: ["earlier session", "earlier sessions"],
  live: ["running session", "running sessions"],
};

/** "3 decisions", "1 file". */
export const sectionCount = (section: Section, count: number): string => `${count} ${NOUNS[section][count === 1 ? 0 : 1]}`;
