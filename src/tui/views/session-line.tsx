// A session in the list. Its state is a word; colour only repeats it.
import { Text } from "ink";
import type { Millis } from "../../model/ids.ts";
import { plain } from "../../model/plain.ts";
import type { SessionState } from "../../model/session.ts";
import { ago } from "../../model/time.ts";
import type { SessionRow } from "../row.ts";

const COLOUR: Readonly<Record<SessionState, string | undefined>> = {
  live: "green",
  limit: "yellow",
  crashed: "red",
  ended: undefined,
  unknown: undefined,
};

const AGE_CHARS = 11;
const STATE_CHARS = 8;
const AGE_FROM_COLS = 48;
const AGENT_FROM_COLS = 36;
const WIDE_FROM_COLS = 76;

/** Cut or filled to exactly this many characters, and a space. */
const column = (text: string, chars: number): string => `${text.length > chars ? `${text.slice(0, chars - 1)}…` : text.padEnd(chars)} `;

/**
 * One text a line: a box a column costs a layout node each, and the first frame must be quick. Ink measures wide characters and cuts the
 * whole at the list's width; an agent's name of wide characters only pushes its own line to the right.
 */
export function SessionLineView(props: { row: SessionRow; width: number; now: Millis; isSelected: boolean; isColoured: boolean }) {
  const { row, width, now, isSelected, isColoured } = props;
  const colour = isColoured ? COLOUR[row.state] : undefined;
  const age = width >= AGE_FROM_COLS ? column(ago(row.lastAt, now), AGE_CHARS) : "";
  const agent = width >= AGENT_FROM_COLS ? column(plain(row.agentName), width < WIDE_FROM_COLS ? 11 : 15) : "";
  return (
    <Text wrap="truncate-end" bold={isSelected}>
      {`${isSelected ? "> " : "  "}${age}${agent}`}
      <Text {...(colour === undefined ? {} : { color: colour })}>{column(row.stateWord, STATE_CHARS)}</Text>
      {plain(row.title)}
    </Text>
  );
}
