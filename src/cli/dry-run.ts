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
const modeText = ({ mode }: RunRequest, usesPty: boolean): string =>
  mode === "pty"
    ? "in a pseudo-terminal"
    : `on mem's own streams, as ${usesPty ? "stdin or stdout is no terminal" : "--no-pty says"} (the screen is not recorded)`;

function sessionText({ kind, nativeId }: LaunchPlan): string {
  if (kind === "plain") return "no conversation";
  return `${kind} session${nativeId ? ` ${nativeId}` : ""}`;
}

export async function dryRun(deps: RunDeps, request: RunRequest, { usesPty }: { usesPty: boolean }): Promise<string> {
  const run = newRunId(deps.ids);
  const told = await whatToTell(deps, request, run);
  const plan = await planFor(deps, request, run, told);
  const env = Object.entries(plan.env).map(([name, value]) => (value === undefined ? `unset ${name}\n` : `${name}=${shortened(value)}\n`));
  const delivery =
    plan.delivery.channel === "none" ? `not briefed: ${plan.delivery.why}` : `briefed by ${plan.delivery.channel}, ${told.tokens} tokens`;
  return [
    `argv: ${plan.argv.map(shortened).join(" ")}\n`,
    env.length > 0 ? `env:  ${env.join("      ")}` : "env:  unchanged\n",
    `mode: ${request.mode}, ${modeText(request, usesPty)}\n`,
    `told: ${sessionText(plan)}; ${delivery}\n`,
    told.text !== undefined && plan.delivery.channel !== "none" ? `\n${told.text}\n` : "",
  ].join("");
}
