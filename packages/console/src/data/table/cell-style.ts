import type { CSSProperties } from "preact";
import { numberWidth } from "./table-measures.js";

/** Returns the position and width of the cells of a column. */
export function cellStyle(offsets: readonly number[], column: number): CSSProperties {
  const left = offsets[column] ?? 0;
  return { left: `${left + numberWidth}px`, width: `${(offsets[column + 1] ?? left) - left}px` };
}
