// A project in the list: its name, and the folder that tells two of one name apart.
import { Text } from "ink";
import { plain } from "../../model/plain.ts";
import type { ProjectLine } from "../lines.ts";

export function ProjectHeading({ line }: { line: ProjectLine }) {
  return (
    <Text wrap="truncate-middle">
      <Text bold>{plain(line.name) || "no project"}</Text>
      <Text dimColor>{`  ${plain(line.root)}`}</Text>
    </Text>
  );
}
