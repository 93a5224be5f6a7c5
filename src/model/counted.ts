// A number with its noun: "1 session", "3 sessions". For nouns whose plural is an s.
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
