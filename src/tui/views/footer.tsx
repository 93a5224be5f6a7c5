// The last lines: what Enter will do, and the keys.
import { Box, Text } from "ink";
import { plain } from "../../model/plain.ts";
import { choicesOf, type State, selected } from "../state.ts";

function enterDoes(state: State): string {
  const row = selected(state);
  const choices = choicesOf(state);
  const choice = choices[state.choice];
  if (row === undefined || choice === undefined) return "";
  const where = row.projectName === "" ? "" : ` in ${plain(row.projectName)}`;
  const missing = row.isInstalled ? "" : `${plain(row.agentName)} is not installed here. `;
  const own = choice.agent === undefined;
  const does = own ? `go on with ${plain(choice.name)}${where}` : `start ${plain(choice.name)}${where}, told of this session`;
  const which = choices.length > 1 ? `  (← → agent ${state.choice + 1} of ${choices.length})` : "";
  return own && missing !== "" ? missing : `${missing}Enter: ${does}${which}`;
}

export function Footer({ state, showKeys }: { state: State; showKeys: boolean }) {
  return (
    <Box flexDirection="column" flexShrink={0}>
      <Box height={1}>
        <Text wrap="truncate-end" bold>
          {state.notice ?? enterDoes(state)}
        </Text>
      </Box>
      {showKeys && (
        <Box height={1}>
          <Text wrap="truncate-end" dimColor>
            {state.filter === "" ? "↑ ↓ choose · ← → agent · ? keys · Esc leave" : "↑ ↓ choose · ← → agent · Esc clear the filter"}
          </Text>
        </Box>
      )}
    </Box>
  );
}
