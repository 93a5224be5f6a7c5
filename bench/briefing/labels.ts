// Words and counts of our own in a briefing's lines, which no event holds. Each has a reason; whatever else stands there has to be cited.

export const LABELS: readonly { pattern: RegExp; why: string }[] = [
  { pattern: /\(\d+ edits\)/g, why: "how many edits of a file the item cites" },
  { pattern: /\b(?:and )?\d+ more\b/g, why: "how many names of a list were left out" },
  { pattern: /^Left out(?: for length)?: .*$/g, why: "counts of what did not fit, and the command that shows it" },
  { pattern: /^Project: .*$/g, why: "name and folder that the briefing is asked for" },
];
