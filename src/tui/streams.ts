// The user's streams as Ink may see them: it must leave them as they were.
import { StringDecoder } from "node:string_decoder";
import type { ReadStream, WriteStream } from "node:tty";
import type { Size } from "../model/launch.ts";

/** The stream's own member, as the stream itself would see it. */
function member(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target);
  return typeof value === "function" ? value.bind(target) : value;
}

/**
 * Ink calls `setEncoding`, which can't be undone: an agent started afterwards would get text where the keys' bytes are needed.
 * So the decoding happens here and the stream stays as it was.
 */
export function keysFor(stdin: ReadStream): ReadStream {
  const decoder = new StringDecoder("utf8");
  const read = (): string | null => {
    const bytes: unknown = stdin.read();
    return bytes instanceof Uint8Array ? decoder.write(Buffer.from(bytes)) : typeof bytes === "string" ? bytes : null;
  };
  return new Proxy(stdin, {
    get(target, name) {
      if (name === "setEncoding") return () => stdin;
      return name === "read" ? read : member(target, name);
    },
  });
}

/**
 * Ink clears the terminal, scroll-back included, once a frame is as high as the terminal; for a moment after the window was made smaller
 * every frame is. So it is told of no resize (our state is, and draws a frame that fits) and of no height.
 */
export function canvasFor(stdout: WriteStream, size: () => Size): WriteStream {
  return new Proxy(stdout, {
    get(target, name, self) {
      if (name === "columns") return size().cols;
      if (name === "rows") return Number.MAX_SAFE_INTEGER;
      if (name === "on") return (event: string, listener: () => void) => (event === "resize" ? self : target.on(event, listener));
      return member(target, name);
    },
  });
}
