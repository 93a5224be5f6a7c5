// mem brief: exactly what the next agent would get, and why each part is in.
import { dirname } from "node:path";
import type { Briefing, BriefingItem } from "../../model/briefing.ts";
import type { SessionId } from "../../model/ids.ts";
import type { Place } from "../../model/project.ts";
import { gitState } from "../../project/git-state.ts";
import { locate } from "../../project/place.ts";
import type { Command } from "../args.ts";
import { budgetOf } from "../budget.ts";
import { agentNamed, type Door, printJson, projectNamed, scopeHere, withMemory } from "../door.ts";
import { findSession } from "../find-session.ts";
import type { OpenMemory } from "../memory.ts";
import { briefShape } from "../shapes.ts";

type BriefCommand = Extract<Command, { kind: "brief" }>;

const GIT_WAIT_MS = 1000;

/** The place to brief for: this folder, or the root of the project that was named. */
function placeFor(memory: OpenMemory, here: Place, command: BriefCommand): Place {
  if (command.project === undefined) return here;
  const { root } = projectNamed(memory, command.project);
  return locate(root === "" ? dirname(here.root) : root, memory.home);
}

const SHOWN_CHARS = 100;

/** Each line with its section and events; beginnings only, the text itself stands above. */
function itemLines(items: readonly BriefingItem[]): string {
  const shown = (text: string) => (text.length <= SHOWN_CHARS ? text : `${text.slice(0, SHOWN_CHARS)}…`);
  const cited = ({ session, from }: BriefingItem) =>
    from.length === 0 ? "as of now" : `${session.slice(0, 8)} ${from.length === 1 ? "event" : "events"} ${from.join(", ")}`;
  return items.map((item) => `  ${item.section}, ${cited(item)}: ${shown(item.text)}\n`).join("");
}

function whyLines({ items }: Briefing): string {
  const [told, left] = [items.filter(({ isIn }) => isIn), items.filter(({ isIn }) => !isIn)];
  const session = items.find(({ from }) => from.length > 0)?.session.slice(0, 8);
  const how = session === undefined ? "" : `\`mem show ${session} --events\` prints events with their numbers.\n`;
  return `\nWhat each line rests on:\n${itemLines(told)}${left.length === 0 ? "" : `\nFound no room:\n${itemLines(left)}`}${how}`;
}

function explained(briefing: Briefing, nameOf: (source: Briefing["sources"][number]) => string): string {
  const sources = briefing.sources.map((source) => `  ${nameOf(source)}: ${source.why}\n`).join("");
  const leftOut = briefing.leftOut.map((what) => `  left out: ${what}\n`).join("");
  return `\n${briefing.tokens} tokens, ${briefing.text.length} characters. From:\n${sources}${leftOut}`;
}

export function briefCommand(door: Door, command: BriefCommand): Promise<number> {
  return withMemory(door, async (memory, here) => {
    const { brief } = await import("../../handoff/handoff.ts");
    // What an agent gets does not depend on which one it is, so far; a name that is none is told all the same.
    if (command.agent !== undefined) agentNamed(door, memory, command.agent);
    const place = placeFor(memory, here, command);
    const from = command.session === undefined ? undefined : findSession(memory.store, command.session, scopeHere(memory, place)).id;
    const { clock, env, proc } = door.world;
    const git = await gitState(place.worktree, GIT_WAIT_MS, { clock, env, proc, redact: memory.door.redact });
    const briefing = brief(memory, { place, git, budget: budgetOf(door.world.config, command.budget), ...(from && { from }) });
    if (command.isJson) printJson(door, briefShape(briefing));
    else if (!briefing) door.io.out("Nothing to brief with: no session in this project has done any work yet.\n");
    else {
      door.io.out(`${briefing.text}\n`);
      const named = (id: SessionId): string => `${id.slice(0, 8)}, ${memory.agentName(memory.store.sessions.get(id).agent)}`;
      door.io.err(explained(briefing, (source) => named(source.session)));
      if (command.isWhy) door.io.err(whyLines(briefing));
    }
    return 0;
  });
}
