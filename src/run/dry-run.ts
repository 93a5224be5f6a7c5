// --dry-run: what would be started, and what it would be told. Starts nothing, writes nothing.
import { originsIn } from "../model/briefing.ts";
import { newRunId, planFor } from "./prepare.ts";
import type { RunDeps, RunRequest } from "./request.ts";
import { whatToTell } from "./tell.ts";

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** A briefing inside an argument is told once, below; here its place is enough. */
const shortened = (word: string): string => (originsIn(word).length > 0 ? "‹briefing›" : quoted(word));

export async function dryRun(deps: RunDeps, request: RunRequest): Promise<string> {
  const run = newRunId(deps.ids);
  const told = await whatToTell(deps, request, run);
  const plan = await planFor(deps, request, run, told);
  const env = Object.entries(plan.env).map(([name, value]) => (value === undefined ? `unset ${name}\n` : `${name}=${shortened(value)}\n`));
  const delivery =
    plan.delivery.channel === "none" ? `not briefed: ${plan.delivery.why}` : `briefed by ${plan.delivery.channel}, ${told.tokens} tokens`;
  return [
    `argv: ${plan.argv.map(shortened).join(" ")}\n`,
    env.length > 0 ? `env:  ${env.join("      ")}` : "env:  unchanged\n",
    `mode: ${request.mode}, ${plan.kind} session${plan.nativeId ? ` ${plan.nativeId}` : ""}; ${delivery}\n`,
    told.text !== undefined && plan.delivery.channel !== "none" ? `\n${told.text}\n` : "",
  ].join("");
}
