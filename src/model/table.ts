// A table of named values in foreign data: an object of JSON, a table of TOML. What its values are is not known yet.

export type Table = Readonly<Record<string, unknown>>;

export const isTable = (raw: unknown): raw is Table => typeof raw === "object" && raw !== null && !Array.isArray(raw);
