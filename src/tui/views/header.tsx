// The first line: the filter, and how much it leaves.
import { Box, Text } from "ink";
import type { State } from "../state.ts";

function count(state: State): string {
  const all = state.all.length;
  if (state.filter !== "") return `${state.matches} of ${all}`;
  return all === 1 ? "1 session" : `${all} sessions`;
}

export function Header({ state }: { state: State }) {
  return (
    <Box height={1} justifyContent="space-between">
      <Box flexShrink={1} marginRight={1} height={1}>
        <Text wrap="truncate-start">
          <Text bold>mem</Text>
          {"  "}
          {state.filter === "" ? <Text dimColor>type to filter</Text> : <Text>{`${state.filter}▏`}</Text>}
        </Text>
      </Box>
      <Box flexShrink={0}>
        <Text dimColor>{count(state)}</Text>
      </Box>
    </Box>
  );
}
