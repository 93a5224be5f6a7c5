// No session to show: what to do about it.
import { Box, Text } from "ink";
import type { Area } from "../layout.ts";
import type { State } from "../state.ts";

function advice(state: State): readonly string[] {
  if (state.all.length > 0) return [`No session matches “${state.filter}”.`, "Esc clears the filter."];
  const agent = state.agents[0];
  if (agent === undefined) return ["No sessions yet, and no agent was found on PATH.", "`mem agents` lists the ones that mem knows."];
  return [
    "No sessions yet.",
    `\`mem run ${agent.id}\` in a project starts the first one.`,
    "`mem ingest` reads the ones you had before mem.",
  ];
}

export function Empty({ state, area }: { state: State; area: Area }) {
  return (
    <Box flexDirection="column" width={area.width} height={area.height} overflow="hidden" flexShrink={0} paddingLeft={2}>
      {advice(state).map((line) => (
        <Text key={line} wrap="truncate-end">
          {line}
        </Text>
      ))}
    </Box>
  );
}
