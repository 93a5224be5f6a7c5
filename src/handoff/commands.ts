// Commands that changed something a next agent must know of: history of the repository, dependencies, data, deployments.
import { own, type Redacted } from "../model/redacted.ts";
import type { Item } from "../model/summary.ts";
import { clip, less } from "./clip.ts";
import { ofFinished } from "./finished-steps.ts";
import { bare, shownCommand } from "./shell.ts";
import type { Step, Story } from "./story.ts";

const MATTERS: readonly RegExp[] = [
  /^git (?:-C \S+ )?(?:commit|push|merge|rebase|tag|reset|revert|cherry-pick|stash|pull|clone|init|worktree (?:add|remove)|submodule|checkout -[bB]|switch -[cC]|branch -[dDmM]|am|apply|rm|mv|restore)\b/,
  /^(?:gh|glab) (?:pr|mr|issue|release|repo|workflow) (?:create|merge|close|edit|comment|review|reopen|delete|run|ready)\b/,
  /^(?:npm|pnpm|yarn|bun) (?:i|install|ci|add|remove|rm|uninstall|update|upgrade|publish|version|link)\b|^yarn$/,
  /^(?:pip3?|uv pip|pipx|conda|mamba|gem|brew|apt|apt-get|dnf|apk|pacman|winget|choco|cargo|go|uv|poetry|composer|mix|nuget|dotnet) (?:-\S+ )*(?:install|add|remove|uninstall|update|upgrade|get|sync|lock|publish|require|deps\.get|mod tidy|tool install)\b/,
  /\bmigrat(?:e|ions?)\b|^(?:alembic|flyway|liquibase|atlas|dbmate|knex|prisma|drizzle-kit|sqlx|diesel)\b|^(?:rails|rake) db:/,
  /^(?:terraform|tofu|pulumi|cdk|sls|serverless) (?:apply|deploy|up|destroy|import)\b|^kubectl (?:apply|delete|rollout|scale)\b|^helm (?:install|upgrade|uninstall)\b|^(?:fly|flyctl|vercel|netlify|wrangler|gcloud|aws|az|heroku|firebase)\b.* (?:deploy|push|publish|up|sync)\b/,
  /^docker (?:compose )?(?:up|down|build|push|run|volume rm)\b|^docker-compose (?:up|down|build)\b|^systemctl (?:start|stop|restart|enable|disable)\b/,
  /^(?:rm|mv|chmod|chown|ln) /,
];

const HARMLESS =
  /\s--(?:help|dry-run|version|list|points-at)\b|^git (?:tag|stash list|submodule status)(?: -l.*)?$|(?:\s|"|')(?:\/tmp\/|\$\{?TMP|\$\(mktemp)/;

const COMMAND_CHARS = 160;
const OUTCOME_CHARS = 120;
const MAX_COMMANDS = 30;

/** The line of a command's output that says what came of it. */
const OUTCOMES: readonly (readonly [RegExp, RegExp])[] = [
  [/^git (?:-C \S+ )?commit\b/, /^\[\S+ (?:\([^)]*\) )?[0-9a-f]{5,40}\] .+$/m],
  [/^git (?:-C \S+ )?push\b/, /^.*(?:\[new branch\]|[0-9a-f]{6,}\.{2,3}[0-9a-f]{6,}).*$|^Everything up-to-date$/m],
  [/^(?:gh|glab) (?:pr|mr|issue|release) create\b/, /https?:\/\/\S+\/(?:pull|issues|merge_requests|releases\/tag)\/v?\d\S*/],
];

function outcomeOf(call: string, output: Redacted | undefined): Redacted | undefined {
  const pattern = OUTCOMES.find(([command]) => command.test(call))?.[1];
  const line = output === undefined ? undefined : pattern?.exec(output)?.[0];
  return line === undefined || output === undefined
    ? undefined
    : clip(
        less(output, () => line),
        OUTCOME_CHARS,
      );
}

/** `git commit` of a long command whose outcome tells the rest. */
const headOf = (command: string): string => /^\S+(?: [a-z][\w-]*){1,2}/.exec(bare(command))?.[0] ?? command;

const itemsOf = ofFinished((step: Step): { key: string; item: Item }[] => {
  const call = step.call;
  if (call === undefined || !step.isShell || step.isSubagent || step.result?.ok === false || step.result === undefined) return [];
  return step.commands.flatMap((simple) => {
    const command = bare(simple);
    if (!MATTERS.some((pattern) => pattern.test(command)) || HARMLESS.test(command)) return [];
    const outcome = outcomeOf(command, step.result?.text);
    const shown = clip(
      less(call.text, () => shownCommand(simple)),
      COMMAND_CHARS,
    );
    const text = outcome === undefined ? own(`\`${shown}\``) : own(`\`${less(shown, headOf)}\` → ${outcome}`);
    return [
      {
        key: outcome === undefined ? command : text,
        item: { text, from: step.result === undefined ? [call.seq] : [call.seq, step.result.seq] },
      },
    ];
  });
});

/** Those that worked, oldest first; of equal ones the last. */
export function commandsOf(story: Story): Item[] {
  const found = new Map<string, Item>();
  for (const { key, item } of story.steps.flatMap((step) => itemsOf(step))) {
    found.delete(key);
    found.set(key, item);
  }
  return [...found.values()].slice(-MAX_COMMANDS);
}
