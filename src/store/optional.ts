// Between nouns, where absence is a missing key, and rows, where it is null.

export const orNull = <T>(value: T | undefined): T | null => value ?? null;

export const flag = (value: boolean | undefined): number | null => (value === undefined ? null : value ? 1 : 0);

type Present<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], null | undefined> };

/** The fields that are there: those that are null or undefined are left out. */
export function present<Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as Present<Fields>;
}
