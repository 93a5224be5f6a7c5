// The keys.
import { Box, Text } from "ink";
import { KEYS } from "../keys.ts";
import type { Area } from "../layout.ts";

const KEY_COLS = 27;

export function Help({ area }: { area: Area }) {
  return (
    <Box flexDirection="column" width={area.width} height={area.height} overflow="hidden" flexShrink={0}>
      {KEYS.map(([keys, does]) => (
        <Box key={keys} height={1} flexShrink={0}>
          <Box width={KEY_COLS} flexShrink={0}>
            <Text bold>{keys}</Text>
          </Box>
          <Text wrap="truncate-end">{does}</Text>
        </Box>
      ))}
      <Text dimColor>Any key goes back.</Text>
    </Box>
  );
}
