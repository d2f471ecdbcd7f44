import type { Cell } from "./cell.js";

/** Approximate width of a character in a cell, in pixels. */
const characterWidth = 7.6;
const padding = 28;
const narrowest = 72;
const widest = 320;

/** Returns the width that fits a column's name and its first cells, within limits. */
export function columnWidth(name: string, cells: readonly Cell[]): number {
  const longest = Math.max(name.length + 2, ...cells.map((cell) => cell.text.length));
  return Math.round(Math.min(widest, Math.max(narrowest, longest * characterWidth + padding)));
}
