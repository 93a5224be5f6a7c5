// The feed's recorder: started, and started again if it dies; what it did not get is counted.
import { type Clock, type Log, steadily } from "../host/host.ts";
import type { Millis } from "../model/ids.ts";
import { frameOutlet } from "./frame-outlet.ts";
import type { RecorderProcess, StartRecorder } from "./recorder-process.ts";

/** A recorder that keeps dying is started so often within that time. */
export const MAX_STARTS = 3;
const STARTS_WITHIN_MS = 60_000;

export type PipeDeps = { clock: Clock; log: Log };

/** What the recorder has not got, and what it says of itself. */
export type Losses = {
  /** Output that was left out, or went with a recorder that died. */
  bytes: number;
  /** No recorder could be had in the end. */
  isAlone: boolean;
  /** What keeps the recorder from storing anything. */
  trouble?: string;
};

type Pipe = {
  start(hide: readonly number[]): void;
  /** `taken` is called once the frame's memory can be used again. */
  sendOutput(frame: Buffer, outputBytes: number, taken: () => void): void;
  sendSize(frame: Buffer): void;
  /** Resolves when all is written out, or CLOSE_WAIT_MS later. */
  end(exitFrame: Buffer): Promise<void>;
  losses(): Losses;
};

/** Every recorder that is started gets `runFrame()` first. */
export function recorderPipe(deps: PipeDeps, startRecorder: StartRecorder, runFrame: () => Buffer): Pipe {
  let isEnding = false;
  const said = troubleOf();
  const outlet = frameOutlet(deps.clock);
  const onDeath = ({ stdin }: RecorderProcess) => {
    if (isEnding || !outlet.isConnectedTo(stdin)) return;
    deps.log.error("recorder ended", { unsentBytes: stdin.writableLength });
    outlet.disconnect();
    starter.start();
  };
  const starter = limitedStarter(deps.clock, (hide) => {
    try {
      const fresh = startRecorder(hide);
      said.listenTo(fresh);
      fresh.stdin.on("error", () => onDeath(fresh));
      fresh.onEnd(() => onDeath(fresh));
      outlet.connect(fresh.stdin, runFrame());
    } catch (cause) {
      deps.log.error("recorder not started", { cause });
      starter.start();
    }
  });
  return {
    start(hide) {
      starter.allow(hide);
      starter.start();
    },
    sendOutput: outlet.sendOutput,
    sendSize: outlet.sendSize,
    end(exitFrame) {
      if (!outlet.isConnectedTo()) starter.start();
      starter.stop();
      isEnding = true;
      return outlet.end(exitFrame);
    },
    losses: () => ({ bytes: outlet.lostBytes(), isAlone: !outlet.isConnectedTo(), ...said.last() }),
  };
}

/** What the newest recorder says of itself; what the one before it could not do is no longer said. */
function troubleOf() {
  let trouble = "";
  return {
    listenTo(recorder: RecorderProcess): void {
      trouble = "";
      recorder.onTrouble((line) => {
        trouble = line;
      });
    },
    last: (): { trouble?: string } => (trouble === "" ? {} : { trouble }),
  };
}

type Starter = { allow(hide: readonly number[]): void; start(): void; stop(): void };

/** Starts at once, or when the limit allows it: at most MAX_STARTS within STARTS_WITHIN_MS. Nothing before `allow`. */
function limitedStarter(clock: Clock, start: (hide: readonly number[]) => void): Starter {
  let hidden: readonly number[] | undefined;
  let startedAt: Millis[] = [];
  let retry: NodeJS.Timeout | undefined;
  const startWhenAllowed = (): void => {
    if (hidden === undefined) return;
    clearTimeout(retry);
    const now = steadily(clock);
    startedAt = startedAt.filter((at) => now - at < STARTS_WITHIN_MS);
    const oldest = startedAt[0];
    if (startedAt.length < MAX_STARTS || oldest === undefined) {
      startedAt.push(now);
      start(hidden);
    } else retry = setTimeout(startWhenAllowed, Math.max(1, oldest + STARTS_WITHIN_MS - now)).unref();
  };
  return {
    allow: (hide) => {
      hidden = hide;
    },
    start: startWhenAllowed,
    stop: () => clearTimeout(retry),
  };
}
