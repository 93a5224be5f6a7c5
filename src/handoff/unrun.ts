// Commands that the user named as a check to be made, and that no call of the session shows.
import { own } from "../model/redacted.ts";
import type { Item } from "../model/summary.ts";
import { clip, part } from "./clip.ts";
import { UNRUN } from "./labels.ts";
import { remembered } from "./remembered.ts";
import type { Sentence } from "./sentences.ts";
import type { Prompt, Story } from "./story.ts";

const MAX_UNRUN = 3;
const COMMAND_CHARS = 120;
const CODE = /`([^`\n]{4,120})`/g;
const COMMAND =
  /^(?:npm|pnpm|yarn|bunx?|npx|deno|node|make|just|cargo|go|python3?|pytest|uv|poetry|ruff|tox|mix|rake|bundle|(?:\.\/)?gradlew?|mvn|dotnet|docker|terraform|kubectl|mise|task|swift|flutter|composer|php) \S/;
/** The title above it, or its own words, say that it is to be run. */
const CHECKS_TITLE = /verif|test|check|prüf|vérif|comprob|проверк|验证|驗證|確認|検証/iu;
const ASKS =
  /(?<!\p{L})(?:run|verify|check|execute|start|make sure|führe?|starte|prüfe?|lance[rz]?|exécute[rz]?|vérifie[rz]?|ejecuta|corre|verifica|rode|запусти)(?!\p{L})|运行|执行|実行/iu;
/** What went wrong is told with its command, too, and needs no run. */
const REPORTS =
  /(?<!\p{L})(?:fails?|failed|failing|broken|breaks|error|hangs|schlägt|fehl|échoue|falla|падает)(?!\p{L})|don['’]t|do not|never|失败|失敗/iu;

const spaced = (text: string): string => text.replace(/\s+/g, " ").trim();

function isAsked({ text, heading }: Sentence): boolean {
  const words = text.replace(CODE, "");
  return (CHECKS_TITLE.test(heading) || ASKS.test(words)) && !REPORTS.test(words);
}

const namedIn = remembered((prompt: Prompt): Item[] =>
  prompt.sentences.filter(isAsked).flatMap(({ text }) =>
    [...text.matchAll(CODE)]
      .filter(([, command = ""]) => COMMAND.test(command))
      .map((match) => ({
        text: clip(part(text, match.index + 1, match.index + match[0].length - 1), COMMAND_CHARS),
        from: [prompt.seq],
      })),
  ),
);

/** Only where the session ran commands at all: else nobody knows. */
export function unrunIn(story: Story): Item[] {
  const named = story.prompts.flatMap((prompt) => namedIn(prompt));
  if (named.length === 0 || !story.steps.some(({ isShell, result }) => isShell && result !== undefined)) return [];
  const isRun = ({ text }: Item): boolean =>
    story.steps.some(({ commands }) => commands.some((each) => spaced(each).includes(spaced(text))));
  const unrun = new Map(named.filter((item) => !isRun(item)).map((item) => [item.text, item]));
  return [...unrun.values()].slice(0, MAX_UNRUN).map(({ text, from }) => ({ text: own(`${UNRUN}\`${text}\``), from }));
}
