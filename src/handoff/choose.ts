// Lines that could stand in a briefing → those that fit, by priority. Whole lines only.
import type { Seq, SessionId } from "../model/ids.ts";
import { type Layout, SECTIONS, type Section } from "./sections.ts";

export type Line = {
  section: Section;
  text: string;
  /** Lower goes in first. */
  priority: number;
  session: SessionId;
  /** The session's events that it rests on; none for what the machine tells now. */
  from: readonly Seq[];
};

/** A line's words and what they rest on. */
export type Piece = Pick<Line, "text" | "from">;

/** Room in UTF-8 bytes and in characters (UTF-16 units). */
export type Room = { bytes: number; chars: number };

export const bytesOf = (text: string): number => Buffer.byteLength(text, "utf8");

/** The chosen lines keep the order they were given in. A line that does not fit is passed over, and a later, shorter one may fit. */
export function choose(lines: readonly Line[], layout: Layout, room: Room): { chosen: Line[]; left: Line[] } {
  const opened = new Set<Section>();
  const chosen = new Set<Line>();
  let { bytes, chars } = room;
  for (const line of [...lines].sort((a, b) => a.priority - b.priority)) {
    const { before, between } = layout[line.section];
    const text = `${opened.has(line.section) ? between : before}${line.text}`;
    const size = bytesOf(text);
    if (size > bytes || text.length > chars) continue;
    bytes -= size;
    chars -= text.length;
    opened.add(line.section);
    chosen.add(line);
  }
  return { chosen: lines.filter((line) => chosen.has(line)), left: lines.filter((line) => !chosen.has(line)) };
}

export const render = (lines: readonly Line[], layout: Layout): string =>
  SECTIONS.map((section) => {
    const texts = lines.filter((line) => line.section === section).map((line) => line.text);
    return texts.length === 0 ? "" : `${layout[section].before}${texts.join(layout[section].between)}`;
  }).join("");
