import type { CellPlace } from "./move-cell.js";
import { numberWidth, rowHeight } from "./table-measures.js";

/** Scrolls by the smallest distance that makes a cell visible. */
export function revealCell(frame: HTMLElement, cell: CellPlace, offsets: readonly number[]): void {
  const [top, left] = [cell.row * rowHeight, offsets[cell.column] ?? 0];
  const right = offsets[cell.column + 1] ?? left;
  const [height, width] = [frame.clientHeight - rowHeight, frame.clientWidth - numberWidth];
  if (top < frame.scrollTop) frame.scrollTop = top;
  else if (top + rowHeight > frame.scrollTop + height) frame.scrollTop = top + rowHeight - height;
  if (left < frame.scrollLeft) frame.scrollLeft = left;
  else if (right > frame.scrollLeft + width) frame.scrollLeft = Math.min(left, right - width);
}
