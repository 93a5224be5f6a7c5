// What is known of the chosen session: beside the list with all its words, or below it a line a part.
import { Box, Text, Transform } from "ink";
import type { Area } from "../layout.ts";
import type { Preview } from "../row.ts";
import { type Section, sectionsOf } from "../sections.ts";

const LABEL_COLS = 8;
const UNKNOWN = "Nothing is known of this session yet.";
const EMPTY = "It was read; there is nothing to tell of it.";

function Short({ sections }: { sections: readonly Section[] }) {
  return sections.map(({ label, items }) => (
    <Box key={label} height={1} flexShrink={0}>
      <Box width={LABEL_COLS} flexShrink={0}>
        <Text dimColor>{label}</Text>
      </Box>
      <Text wrap="truncate-end">{items.join(" · ")}</Text>
    </Box>
  ));
}

/** Ink keeps the space that a line was broken at. */
const withoutIndent = (line: string): string => line.trimStart();

function Long({ sections }: { sections: readonly Section[] }) {
  return sections.map(({ label, items }) => (
    <Box key={label} flexDirection="column" flexShrink={0} marginBottom={1}>
      <Text bold>{label}</Text>
      {items.map((item) => (
        <Transform key={item} transform={withoutIndent}>
          <Text wrap="wrap">{items.length > 1 ? `- ${item}` : item}</Text>
        </Transform>
      ))}
    </Box>
  ));
}

export function PreviewPane({ preview, area }: { preview: Preview | undefined; area: Area & { at: "right" | "below" } }) {
  const sections = preview === undefined ? [] : sectionsOf(preview);
  const isBeside = area.at === "right";
  return (
    <Box
      width={area.width}
      height={area.height}
      flexDirection="column"
      flexShrink={0}
      overflow="hidden"
      borderStyle="single"
      borderDimColor
      borderTop={!isBeside}
      borderLeft={isBeside}
      borderRight={false}
      borderBottom={false}
      paddingLeft={isBeside ? 1 : 0}
    >
      {sections.length === 0 && <Text dimColor>{preview === undefined ? UNKNOWN : EMPTY}</Text>}
      {isBeside ? <Long sections={sections} /> : <Short sections={sections} />}
    </Box>
  );
}
