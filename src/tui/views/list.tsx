// The list: only the lines that are in the window, whatever their number.
import { Box } from "ink";
import type { Millis } from "../../model/ids.ts";
import type { Area } from "../layout.ts";
import type { State } from "../state.ts";
import { ProjectHeading } from "./project-heading.tsx";
import { SessionLineView } from "./session-line.tsx";

export function List({ state, area, now, isColoured }: { state: State; area: Area; now: Millis; isColoured: boolean }) {
  const shown = state.lines.slice(state.top, state.top + area.height);
  return (
    <Box flexDirection="column" width={area.width} height={area.height} overflow="hidden" paddingRight={1} flexShrink={0}>
      {shown.map((line, index) =>
        line.kind === "project" ? (
          <ProjectHeading key={line.root} line={line} />
        ) : (
          <SessionLineView
            key={line.row.id}
            row={line.row}
            width={area.width}
            now={now}
            isSelected={state.top + index === state.at}
            isColoured={isColoured}
          />
        ),
      )}
    </Box>
  );
}
