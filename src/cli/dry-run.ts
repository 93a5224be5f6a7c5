// --dry-run: what would be started, and what it would be told. Starts nothing, writes nothing.
import { originsIn } from "../model/briefing.ts";
import type { LaunchPlan } from "../model/launch.ts";
import { newRunId, planFor } from "../run/prepare.ts";
import type { RunDeps, RunRequest } from "../run/request.ts";
import { whatToTell } from "../run/tell.ts";
import { quoted } from "./quoted.ts";

/** `key=` in front of a briefing that travels as a value of the agent's config. */
const KEY = /^[\w.-]+=/;

/** A briefing inside an argument is told once, below; here its place is enough. */
export const shortened = (word: string): string => (originsIn(word).length > 0 ? `${KEY.exec(word)?.[0] ?? ""}‹briefing›` : quoted(word));

/** Why the agent would be given our own streams: on purpose, or because a pseudo-terminal needs one around it. */
type Streams = { usesPty: boolean; isInBackground: boolean };

function modeText({ mode }: RunRequest, { usesPty, isInBackground }: Streams): string {
  if (mode === "pty") return "in a pseudo-terminal";
  const why = isInBackground ? "it is in the background" : "stdin or stdout is no terminal";
  return `on mem's own streams, as ${usesPty ? why : "--no-pty says"} (the screen is not recorded)`;
}

function sessionText({ kind, nativeId }: LaunchPlan): string {
  if (kind === "plain") return "no conversation";
  return `${kind} session${nativeId ? ` ${nativeId}` : ""}`;
}

export async function dryRun(deps: RunDeps, request: RunRequest, streams: Streams): Promise<string> {
  const run = newRunId(deps.ids);
  const told = await whatToTell(deps, request, run);
  const plan = await planFor(deps, request, run, told);
  const env = Object.entries(plan.env).map(([name, value]) => (value === undefined ? `unset ${name}\n` : `${name}=${shortened(value)}\n`));
  const delivery =
    plan.delivery.channel === "none" ? `not briefed: ${plan.delivery.why}` : `briefed by ${plan.delivery.channel}, ${told.tokens} tokens`;
  return [
    `argv: ${plan.argv.map(shortened).join(" ")}\n`,
    env.length > 0 ? `env:  ${env.join("      ")}` : "env:  unchanged\n",
    `mode: ${request.mode}, ${modeText(request, streams)}\n`,
    `told: ${sessionText(plan)}; ${delivery}\n`,
    told.text !== undefined && plan.delivery.channel !== "none" ? `\n${told.text}\n` : "",
  ].join("");
}
