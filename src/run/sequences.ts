// Control sequences in an agent's output, in any cut. Pure, no I/O. A scanner, not an emulator: it looks at nothing but what follows an ESC.
// Sources: ECMA-48, xterm's ctlseqs.

const [ESC, BEL, CAN, SUB, CSI, OSC] = [0x1b, 0x07, 0x18, 0x1a, 0x5b, 0x5d];
/** DCS, SOS, PM, APC: text for somebody, up to a terminator. */
const OTHER_STRINGS: readonly number[] = [0x50, 0x58, 0x5e, 0x5f];
/** A control sequence longer than this is none of ours; it bounds what is kept between two chunks. */
const MAX_SEQUENCE_BYTES = 64;
/** As much of an OSC as is looked at; the rest of a longer one is passed over. */
const MAX_STRING_BYTES = 256;

export type SequenceHandlers = {
  /** `ESC [ body final`. */
  csi(body: string, final: string): void;
  /** `ESC [ … m`; its parameters are `bytes` from `from` to before `to`. */
  sgr(bytes: Uint8Array, from: number, to: number): void;
  /** `ESC body`: intermediates, if any, and the final byte. */
  esc(body: string): void;
  /** What an OSC says, or how one begins that is too long. */
  osc(text: string): void;
};

type SequenceScanner = {
  see(chunk: Uint8Array): void;
  /** True if all ends in the middle of a sequence: what came next would be taken for more of it. */
  isInside(): boolean;
  /** That sequence so far, if it is short. */
  unfinished(): Uint8Array;
};

const NOTHING = Buffer.alloc(0);
const FINALS_OF_INTEREST = new Set(Buffer.from("hlumnrqpt"));

const isIn = (byte: number | undefined, first: number, last: number): boolean => byte !== undefined && byte >= first && byte <= last;

/** Index of the byte that ends a string, or -1. An ESC ends it, too: it begins what comes next, most often the terminator. */
function endOfString(bytes: Buffer, from: number, isOsc: boolean): number {
  const ends = [ESC, CAN, SUB, ...(isOsc ? [BEL] : [])].map((byte) => bytes.indexOf(byte, from)).filter((at) => at >= 0);
  return ends.length === 0 ? -1 : Math.min(...ends);
}

/** The index after the sequence at `from`, or -1 if it does not end in these bytes. */
function readCsi(on: SequenceHandlers, bytes: Buffer, from: number): number {
  const first = from + 2;
  const limit = Math.min(bytes.length, from + MAX_SEQUENCE_BYTES);
  let at = first;
  while (at < limit && isIn(bytes[at], 0x20, 0x3f)) at++;
  if (at >= limit) return at < bytes.length || at - from >= MAX_SEQUENCE_BYTES ? at : -1;
  const final = bytes[at] ?? 0;
  if (!FINALS_OF_INTEREST.has(final)) return final === ESC ? at : at + 1;
  if (final === 0x6d && !isIn(bytes[first], 0x3c, 0x3f)) on.sgr(bytes, first, at);
  else on.csi(bytes.toString("latin1", first, at), String.fromCharCode(final));
  return at + 1;
}

function readEsc(on: SequenceHandlers, bytes: Buffer, from: number): number {
  let at = from + 1;
  while (at - from < MAX_SEQUENCE_BYTES && isIn(bytes[at], 0x20, 0x2f)) at++;
  const final = bytes[at];
  if (final === undefined) return -1;
  if (final === ESC) return at;
  on.esc(bytes.toString("latin1", from + 1, at + 1));
  return at + 1;
}

/** Strings, of which long ones are passed over once enough of them is known. */
function stringReader(on: SequenceHandlers) {
  /** In the middle of such a one. */
  let passing: { isOsc: boolean } | undefined;
  return {
    /** The index after the string at `from`, or -1 if more of it has to be seen. */
    read(bytes: Buffer, from: number, isOsc: boolean): number {
      const end = endOfString(bytes, from + 2, isOsc);
      const isLong = (end < 0 ? bytes.length : end) - from > MAX_STRING_BYTES;
      if (end < 0 && !isLong) return -1;
      if (end < 0) passing = { isOsc };
      const isCalledOff = bytes[end] === CAN || bytes[end] === SUB;
      if (isOsc && !isCalledOff)
        on.osc(bytes.toString("latin1", from + 2, Math.min(from + MAX_STRING_BYTES, end < 0 ? bytes.length : end)));
      if (end < 0) return bytes.length;
      return bytes[end] === ESC ? end : end + 1;
    },
    /** The index where the string that is being passed over ends. */
    passOver(bytes: Buffer): number {
      if (passing === undefined) return 0;
      const end = endOfString(bytes, 0, passing.isOsc);
      if (end < 0) return bytes.length;
      passing = undefined;
      return end;
    },
    isPassing: () => passing !== undefined,
  };
}

export function sequenceScanner(on: SequenceHandlers): SequenceScanner {
  const strings = stringReader(on);
  let rest: Buffer = NOTHING;

  const readSequence = (bytes: Buffer, from: number): number => {
    const kind = bytes[from + 1];
    if (kind === undefined) return -1;
    if (kind === CSI) return readCsi(on, bytes, from);
    if (kind === OSC) return strings.read(bytes, from, true);
    return OTHER_STRINGS.includes(kind) ? strings.read(bytes, from, false) : readEsc(on, bytes, from);
  };
  return {
    see(chunk) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      rest = NOTHING;
      for (let at = bytes.indexOf(ESC, strings.passOver(bytes)); at >= 0; ) {
        const end = readSequence(bytes, at);
        if (end < 0) {
          rest = Buffer.from(bytes.subarray(at));
          return;
        }
        at = bytes.indexOf(ESC, end);
      }
    },
    isInside: () => rest.length > 0 || strings.isPassing(),
    unfinished: () => rest,
  };
}
