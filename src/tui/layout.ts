// The terminal's size → where the list and the preview go. Pure.
import type { Size } from "../model/launch.ts";

export type Area = { width: number; height: number };
export type Layout = {
  width: number;
  /** One less than the terminal has: the last row stays free, so that nothing ever scrolls. */
  height: number;
  list: Area;
  preview?: Area & { at: "right" | "below" };
  showKeys: boolean;
};

const RIGHT_FROM_COLS = 100;
const BELOW_FROM_ROWS = 14;
const KEYS_FROM_ROWS = 8;
/** The filter above the list, and what Enter does below it. */
const FRAME_ROWS = 2;

/** Of a terminal that says 0×0: it does not know. */
const UNTOLD: Size = { cols: 80, rows: 24 };

export function layoutOf(size: Size): Layout {
  const width = size.cols || UNTOLD.cols;
  const rows = size.rows || UNTOLD.rows;
  const height = Math.max(FRAME_ROWS + 1, rows - 1);
  const showKeys = rows >= KEYS_FROM_ROWS;
  const body = height - FRAME_ROWS - (showKeys ? 1 : 0);
  const frame = { width, height, showKeys };
  if (width >= RIGHT_FROM_COLS && showKeys) {
    const preview = Math.min(90, Math.floor(width * 0.45));
    return { ...frame, list: { width: width - preview, height: body }, preview: { at: "right", width: preview, height: body } };
  }
  if (rows >= BELOW_FROM_ROWS) {
    const preview = Math.min(12, Math.max(5, Math.floor(body * 0.4)));
    return { ...frame, list: { width, height: body - preview }, preview: { at: "below", width, height: preview } };
  }
  return { ...frame, list: { width, height: body } };
}
