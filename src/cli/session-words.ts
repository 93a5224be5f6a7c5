// A session in a few words, the same in every list: how it ended, and what stands for it where no request was worth a line. Pure.
import type { Session, SessionState } from "../model/session.ts";
import { quoted } from "./quoted.ts";

/** Programs end with all kinds of codes, and mean something by them: that is no crash. */
const exitOfProgram = ({ nativeId, exit }: Session, state: SessionState): number | undefined =>
  state === "crashed" && nativeId === undefined && exit !== undefined && exit.signal === undefined ? exit.code : undefined;

/** At most 8 characters; nothing where nobody told how it ended. */
export function stateWord(session: Session, state: SessionState): string {
  const code = exitOfProgram(session, state);
  if (code !== undefined) return `exit ${code}`;
  return state === "unknown" ? "" : state;
}

export function stateSentence(session: Session, state: SessionState): string {
  if (state === "unknown") return "not known: it was started without mem";
  const code = exitOfProgram(session, state);
  if (code !== undefined) return `ended, exit code ${code}`;
  return `${state}${session.exit ? `, exit code ${session.exit.code}` : ""}`;
}

/** `argv`: of a program's run, the program first. What it was asked is not known; what it was started with is. */
export function titleOf({ goal, nativeId, turns, continues }: Session, argv: readonly string[] = []): string {
  if (goal !== undefined) return goal;
  const [path = "", ...args] = argv;
  if (nativeId === undefined)
    return args.length === 0 ? "(recorded from the screen)" : [path.replace(/^.*[\\/]/, ""), ...args].map(quoted).join(" ");
  return turns > 0 || continues ? "(went on with what was there)" : "(nothing asked yet)";
}
