import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { layoutOf } from "../../src/tui/layout.ts";
import type { SessionRow } from "../../src/tui/row.ts";
import { type Action, choicesOf, reduce, type State, selected, start } from "../../src/tui/state.ts";
import { AGENTS, agentId, many, ROWS, row, sessionId } from "./rows.ts";

const SIZE = { cols: 60, rows: 15 };
const open = (rows: readonly SessionRow[] = ROWS): State => start(rows, AGENTS, SIZE);
const press = (state: State, ...actions: Action[]): State => actions.reduce(reduce, state);
const type = (text: string): Action => ({ kind: "type", text });
const at = (state: State): string | undefined => selected(state)?.id.replace(/0+$/, "");
const DOWN: Action = { kind: "move", by: 1 };
const UP: Action = { kind: "move", by: -1 };
const RIGHT: Action = { kind: "agent", by: 1 };
const LEFT: Action = { kind: "agent", by: -1 };
const ENTER: Action = { kind: "enter" };

const told = (state: State): string[] =>
  state.lines.map((line) => (line.kind === "project" ? `${line.name} ${line.root} ${line.count}` : line.row.id.replace(/0+$/, "")));

describe("the list", () => {
  test("has the projects by their newest session, and each with its sessions, newest first", () => {
    const expected = ["shop /home/dev/shop 3", "a", "b", "d", "blog /home/dev/blog 1", "c", "blog /home/dev/old/blog 1", "e"];
    expect(told(open())).toEqual(expected);
    expect(told(open([...ROWS].reverse()))).toEqual(expected);
  });

  test("starts with the newest session chosen", () => {
    expect(at(open())).toBe("a");
  });

  test("is empty where there is nothing, and no key does harm then", () => {
    const moves: Action[] = [DOWN, UP, { kind: "page", by: 1 }, { kind: "first" }, { kind: "last" }, RIGHT, LEFT, ENTER];
    for (const move of moves) {
      const state = press(open([]), move);
      expect([at(state), state.top, state.outcome]).toEqual([undefined, 0, undefined]);
    }
  });
});

describe("moving", () => {
  test("steps over the projects' own lines, both ways, and stops at the ends", () => {
    const down = [0, 1, 2, 3, 4, 5].map((times) => at(press(open(), ...Array.from({ length: times }, () => DOWN))));
    expect(down).toEqual(["a", "b", "d", "c", "e", "e"]);
    const last = press(open(), { kind: "last" });
    const up = [0, 1, 2, 3, 4, 5].map((times) => at(press(last, ...Array.from({ length: times }, () => UP))));
    expect(up).toEqual(["e", "c", "d", "b", "a", "a"]);
  });

  test("keeps the chosen session in the window, with its project above the first of it", () => {
    const { height } = layoutOf(SIZE).list;
    let state = open(many(500, 25));
    for (const action of [...Array.from({ length: 300 }, () => DOWN), ...Array.from({ length: 280 }, () => UP)]) {
      state = reduce(state, action);
      expect(state.at).toBeGreaterThanOrEqual(state.top);
      expect(state.at).toBeLessThan(state.top + height);
      if (state.lines[state.at - 1]?.kind === "project") expect(state.top).toBeLessThan(state.at);
    }
  });

  test("by a page moves by the window's height and ends at the first and last session", () => {
    const state = open(many(500, 1));
    const { height } = layoutOf(SIZE).list;
    expect(press(state, { kind: "page", by: 1 }).at).toBe(height);
    expect(press(state, { kind: "page", by: 1 }, { kind: "page", by: -1 }).at).toBe(1);
    expect(press(state, { kind: "last" }, { kind: "page", by: 1 }).at).toBe(500);
    expect(press(state, { kind: "last" }, { kind: "first" })).toMatchObject({ at: 1, top: 0 });
  });

  test("a smaller terminal keeps the chosen session in view", () => {
    const state = press(start(many(500, 1), AGENTS, { cols: 200, rows: 50 }), ...Array.from({ length: 30 }, () => DOWN));
    const small = press(state, { kind: "resize", size: SIZE });
    expect(at(small)).toBe(at(state));
    expect(small.at - small.top).toBeLessThan(layoutOf(SIZE).list.height);
    expect(small.at).toBeGreaterThanOrEqual(small.top);
  });
});

describe("the filter", () => {
  test("keeps sessions that hold every word in project, goal or agent, whatever the case", () => {
    expect(told(press(open(), type("SHOP pilot"))).slice(1)).toEqual(["b"]);
    expect(told(press(open(), type("webhook shop"))).slice(1)).toEqual(["b"]);
    expect(press(open(), type("webhook blog")).matches).toBe(0);
    expect(press(open(), type("見出し")).matches).toBe(1);
  });

  test("finds decomposed accents by composed ones", () => {
    expect(press(open([row("a", 1, { title: "Cafe\u0301" })]), type("CAFÉ")).matches).toBe(1);
  });

  test("chooses the newest match at each letter, and comes back to all when it is erased", () => {
    const state = press(open(), DOWN, DOWN, type("b"), type("l"), type("o"), type("g"));
    expect([at(state), state.matches, state.top]).toEqual(["c", 2, 0]);
    expect(press(state, { kind: "erase", what: "all" }).matches).toBe(5);
  });

  test("erases a character as people see it, and a word", () => {
    expect(press(open(), type("ae\u0301"), { kind: "erase", what: "character" }).filter).toBe("a");
    expect(press(open(), type("one two "), { kind: "erase", what: "word" }).filter).toBe("one ");
    expect(press(open(), { kind: "erase", what: "character" })).toMatchObject({ filter: "", matches: 5 });
  });

  test("erasing in an empty filter does not move the choice", () => {
    expect(at(press(open(), DOWN, { kind: "erase", what: "character" }))).toBe("b");
  });

  test("does not start with a space, and has a longest length", () => {
    expect(press(open(), type("  ")).filter).toBe("");
    expect(press(open(), type("x".repeat(100_000))).filter.length).toBe(200);
  });

  test("Esc clears it first, then leaves", () => {
    const cleared = press(open(), type("shop"), { kind: "back" });
    expect(cleared).toMatchObject({ filter: "", matches: 5 });
    expect(cleared.outcome).toBeUndefined();
    expect(press(cleared, { kind: "back" }).outcome).toEqual({ kind: "quit" });
  });
});

describe("the agent", () => {
  const names = (state: State): string[] => choicesOf(state).map(({ name }) => name);

  test("is the session's own, then the others, round and round", () => {
    const state = press(open(), DOWN);
    expect(names(state)).toEqual(["Pilot", "Scout"]);
    expect([state, press(state, RIGHT), press(state, RIGHT, RIGHT), press(state, LEFT)].map(({ choice }) => choice)).toEqual([0, 1, 0, 1]);
  });

  test("is another one where the session's own is not installed", () => {
    const state = press(open(), { kind: "move", by: 2 });
    expect([at(state), names(state)]).toEqual(["d", ["Scout", "Pilot"]]);
    expect(press(state, ENTER).outcome).toEqual({ kind: "continue", session: sessionId("d"), agent: agentId("scout") });
  });

  test("of a program's session is that program, then the agents; other sessions are not offered the program", () => {
    const state = press(open([row("a", 1, { agentName: "bash" }), row("b", 2)]));
    expect(names(state)).toEqual(["bash", "Scout", "Pilot"]);
    expect(press(state, ENTER).outcome).toEqual({ kind: "continue", session: sessionId("a") });
    expect(names(press(state, DOWN))).toEqual(["Scout", "Pilot"]);
  });

  test("of a program's session is that program also where no agent is installed", () => {
    const state = start([row("a", 1, { agentName: "bash" })], [], SIZE);
    expect(names(state)).toEqual(["bash"]);
    expect(press(state, ENTER)).toMatchObject({ outcome: { kind: "continue", session: sessionId("a") } });
  });

  test("is the own one again for the next session", () => {
    expect(press(open(), RIGHT, DOWN).choice).toBe(0);
    expect(press(open(), RIGHT, { kind: "resize", size: { cols: 80, rows: 24 } }).choice).toBe(1);
  });
});

describe("Enter", () => {
  test("goes on with the chosen session and its own agent", () => {
    expect(press(open(), ENTER).outcome).toEqual({ kind: "continue", session: sessionId("a") });
  });

  test("goes on with the agent that was chosen", () => {
    expect(press(open(), RIGHT, ENTER).outcome).toEqual({ kind: "continue", session: sessionId("a"), agent: agentId("pilot") });
  });

  test("does not go on with a session that is still running, and says so until the next move", () => {
    const refused = press(open(), { kind: "move", by: 3 }, DOWN, UP, ENTER);
    expect(at(refused)).toBe("c");
    expect([refused.outcome, refused.notice]).toEqual([undefined, "It is still running: end it there first, or choose another."]);
    expect(press(refused, RIGHT, ENTER).outcome).toBeUndefined();
    expect(press(refused, DOWN).notice).toBeUndefined();
    expect(press(refused, type("a")).notice).toBeUndefined();
  });

  test("does not go on where no agent is installed", () => {
    const refused = press(start([row("a", 1, { isInstalled: false })], [], SIZE), ENTER);
    expect([refused.outcome, refused.notice]).toEqual([undefined, "Scout is not installed here, nor is another agent."]);
  });

  test("is the last thing that counts", () => {
    const done = press(open(), ENTER);
    expect(press(done, DOWN, { kind: "quit" }, type("x"))).toBe(done);
  });
});

describe("the keys' screen", () => {
  test("comes with ? only while nothing is typed, and goes with any key", () => {
    const help = press(open(), type("?"));
    expect(help.isHelpShown).toBe(true);
    expect(press(help, type("x"))).toMatchObject({ isHelpShown: false, filter: "" });
    expect(press(help, { kind: "back" })).toMatchObject({ isHelpShown: false });
    expect(press(help, ENTER).outcome).toBeUndefined();
    expect(press(open(), type("a"), type("?"))).toMatchObject({ isHelpShown: false, filter: "a?" });
    expect(press(open(), { kind: "paste", isPasting: true }, type("?"))).toMatchObject({ isHelpShown: false, filter: "?" });
  });

  test("Ctrl-C leaves from there too", () => {
    expect(press(open(), type("?"), { kind: "quit" }).outcome).toEqual({ kind: "quit" });
  });
});

test("start() and a filter over 10,000 sessions look at each session a few times, not at each pair", () => {
  let reads = 0;
  const counted = many(10_000, 100).map((one) => ({
    ...one,
    get lastAt() {
      reads += 1;
      return one.lastAt;
    },
  }));
  press(start(counted, AGENTS, SIZE), type("task"), type(" 99"));
  expect(reads).toBeLessThan(10_000 * 40);
});

test("whatever keys are pressed, a session is chosen if there is one, and it is in the window", () => {
  const action: fc.Arbitrary<Action> = fc.oneof(
    fc.constantFrom<Action>(DOWN, UP, RIGHT, LEFT, { kind: "first" }, { kind: "last" }, { kind: "page", by: 1 }, { kind: "page", by: -1 }),
    fc.constantFrom("task", " ", "1", "?", "project-2", "語", "\u0301").map(type),
    fc.constantFrom<Action>({ kind: "erase", what: "character" }, { kind: "erase", what: "word" }, { kind: "erase", what: "all" }),
    fc
      .record({ cols: fc.integer({ min: 1, max: 220 }), rows: fc.integer({ min: 1, max: 60 }) })
      .map((size): Action => ({ kind: "resize", size })),
    fc.boolean().map((isPasting): Action => ({ kind: "paste", isPasting })),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.array(action, { maxLength: 60 }), (count, actions) => {
      const state = press(open(many(count, 4)), ...actions);
      const { height } = layoutOf(state.size).list;
      expect(selected(state) === undefined).toBe(state.matches === 0);
      expect(state.top).toBeGreaterThanOrEqual(0);
      if (state.matches === 0) return;
      expect(state.at).toBeGreaterThanOrEqual(state.top);
      expect(state.at).toBeLessThan(state.top + height);
      expect(choicesOf(state)[state.choice]).toBeDefined();
    }),
    { numRuns: 300 },
  );
});
