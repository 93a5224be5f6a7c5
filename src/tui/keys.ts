// A key press, as Ink tells it → what it means. Pure.
import type { Action } from "./state.ts";

/** The part of Ink's key that we look at. */
export type Key = {
  upArrow: boolean;
  downArrow: boolean;
  leftArrow: boolean;
  rightArrow: boolean;
  pageUp: boolean;
  pageDown: boolean;
  home: boolean;
  end: boolean;
  return: boolean;
  escape: boolean;
  backspace: boolean;
  delete: boolean;
  ctrl: boolean;
  meta: boolean;
};

/** For the help screen; the keys that fit go below the list. */
export const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ["type", "filter by project, goal or agent"],
  ["↑ ↓  PgUp PgDn  Home End", "choose a session"],
  ["← →", "choose the agent to go on with"],
  ["Enter", "go on with it, in its folder"],
  ["Esc", "clear the filter, then leave"],
  ["Ctrl-U  Ctrl-W", "clear the filter, its last word"],
  ["Ctrl-C", "leave"],
];

const NAMED: readonly (readonly [keyof Key, Action])[] = [
  ["upArrow", { kind: "move", by: -1 }],
  ["downArrow", { kind: "move", by: 1 }],
  ["leftArrow", { kind: "agent", by: -1 }],
  ["rightArrow", { kind: "agent", by: 1 }],
  ["pageUp", { kind: "page", by: -1 }],
  ["pageDown", { kind: "page", by: 1 }],
  ["home", { kind: "first" }],
  ["end", { kind: "last" }],
  ["return", { kind: "enter" }],
  ["escape", { kind: "back" }],
  ["backspace", { kind: "erase", what: "character" }],
  ["delete", { kind: "erase", what: "character" }],
];

const CONTROL: Readonly<Record<string, Action>> = {
  c: { kind: "quit" },
  u: { kind: "erase", what: "all" },
  w: { kind: "erase", what: "word" },
  p: { kind: "move", by: -1 },
  n: { kind: "move", by: 1 },
};

/** Control characters inside a burst: fast typing and slow lines bring several keys as one text. */
const IN_BURST: Readonly<Record<string, Action>> = {
  "\r": { kind: "enter" },
  "\x7f": { kind: "erase", what: "character" },
  "\b": { kind: "erase", what: "character" },
  "\x03": { kind: "quit" },
  "\x15": { kind: "erase", what: "all" },
  "\x17": { kind: "erase", what: "word" },
};

// Ink gives the marks of a bracketed paste without their first character.
const PASTE_STARTS = "[200~";
const PASTE_ENDS = "[201~";

const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/;

function burst(text: string): Action[] {
  const actions: Action[] = [];
  for (const part of text.split(/([\u0000-\u001f\u007f-\u009f])/)) {
    const action = IN_BURST[part];
    if (action !== undefined) actions.push(action);
    else if (part !== "" && !CONTROLS.test(part)) actions.push({ kind: "type", text: part });
  }
  return actions;
}

const pasted = (text: string): Action[] => [{ kind: "type", text: text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ") }];

/** `isPasting`: the state's. An unknown key means nothing. */
export function actionsOf(input: string, key: Key, isPasting: boolean): readonly Action[] {
  if (input === PASTE_STARTS || input === PASTE_ENDS) return [{ kind: "paste", isPasting: input === PASTE_STARTS }];
  if (isPasting) return key.return ? pasted(" ") : pasted(input);
  const named = NAMED.find(([name]) => key[name]);
  if (named !== undefined) return [named[1]];
  if (key.ctrl) return CONTROL[input] === undefined ? [] : [CONTROL[input]];
  return key.meta ? [] : burst(input);
}
