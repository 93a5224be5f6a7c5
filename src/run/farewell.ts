// After Ctrl-Z: the wait for an agent to leave its screen, or to show that it does not.

/** One that was given the key and has undone its modes has left its screen, once it was quiet for so long. */
const LEFT_MS = 50;
/** So long it has time to. */
const LEAVES_WITHIN_MS = 1000;

type Expected = {
  /** How often it had left before the key: one more is enough, since it is coming back already. Absent: it stays away, and is waited for to be quiet. */
  before?: number;
  /** It has left at the latest when its time is over, whatever it shows: in a dialog, under load. */
  isSure: boolean;
};

export type Farewell = { begin(expected: Expected): void; noteActivity(): void; end(): void };

export function farewell(modes: { isOff(): boolean; goodbyes(): number }, onLeft: () => void): Farewell {
  let expected: Expected | undefined;
  let latest: NodeJS.Timeout | undefined;
  let quiet: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(latest);
    clearTimeout(quiet);
    expected = undefined;
  };
  const noteActivity = () => {
    if (expected === undefined) return;
    clearTimeout(quiet);
    if (expected.before === undefined) {
      if (modes.isOff()) quiet = setTimeout(onLeft, LEFT_MS);
    } else if (modes.goodbyes() > expected.before) onLeft();
  };
  return {
    begin(next) {
      if (expected !== undefined) return;
      expected = next;
      latest = setTimeout(next.isSure ? onLeft : end, LEAVES_WITHIN_MS);
      if (next.before !== undefined) noteActivity();
    },
    noteActivity,
    end,
  };
}
