// What the user can set.
export type Config = {
  run: {
    isQuiet: boolean;
    /** What happens when an agent's usage limit ended a run: "ask", "stop", or the agent that goes on. */
    onLimit: string;
  };
  brief: { tokens: number };
  redact: { patterns: readonly string[]; allow: readonly string[] };
  /** Terminal recordings of finished sessions are kept this long; 0: not at all. */
  record: { keepDays: number };
};

export const DEFAULT_CONFIG: Config = {
  run: { isQuiet: false, onLimit: "ask" },
  brief: { tokens: 2000 },
  redact: { patterns: [], allow: [] },
  record: { keepDays: 0 },
};

export type LoadedConfig = { config: Config; problems: string[] };

/** Environment variables that are settings; each beats the file, and a flag beats both. */
export const SETTING_VARIABLES = ["MEM_QUIET", "MEM_ON_LIMIT", "MEM_BRIEF_TOKENS"] as const;
