// A session in the list. Its state is a word; colour only repeats it.
import { Box, Text } from "ink";
import type { Millis } from "../../model/ids.ts";
import type { SessionState } from "../../model/session.ts";
import { ago } from "../../model/time.ts";
import { plain } from "../plain.ts";
import type { SessionRow } from "../row.ts";

const COLOUR: Readonly<Record<SessionState, string | undefined>> = {
  live: "green",
  limit: "yellow",
  crashed: "red",
  ended: undefined,
  unknown: undefined,
};

const MARK_COLS = 2;
const AGE_COLS = 12;
const STATE_COLS = 8;
const AGE_FROM_COLS = 48;
const AGENT_FROM_COLS = 36;
const WIDE_FROM_COLS = 76;

type Props = { row: SessionRow; width: number; now: Millis; isSelected: boolean; isColoured: boolean };

function Column({ width, children, ...look }: { width: number; children: string; bold: boolean; color?: string; dimColor?: boolean }) {
  return (
    <Box width={width} paddingRight={1} flexShrink={0}>
      <Text wrap="truncate-end" {...look}>
        {children}
      </Text>
    </Box>
  );
}

export function SessionLineView({ row, width, now, isSelected, isColoured }: Props) {
  const colour = isColoured ? COLOUR[row.state] : undefined;
  const age = width >= AGE_FROM_COLS ? AGE_COLS : 0;
  const agent = width < AGENT_FROM_COLS ? 0 : width < WIDE_FROM_COLS ? 12 : 16;
  const goal = Math.max(1, width - MARK_COLS - age - STATE_COLS - agent);
  return (
    <Box height={1}>
      <Column width={MARK_COLS} bold={isSelected}>
        {isSelected ? ">" : " "}
      </Column>
      {age > 0 && (
        <Column width={age} bold={isSelected} dimColor={!isSelected}>
          {ago(row.lastAt, now)}
        </Column>
      )}
      {agent > 0 && (
        <Column width={agent} bold={isSelected}>
          {plain(row.agentName)}
        </Column>
      )}
      <Column width={STATE_COLS} bold={isSelected} {...(colour === undefined ? {} : { color: colour })}>
        {row.state}
      </Column>
      <Column width={goal} bold={isSelected}>
        {plain(row.goal ?? "") || "(nothing was asked)"}
      </Column>
    </Box>
  );
}
