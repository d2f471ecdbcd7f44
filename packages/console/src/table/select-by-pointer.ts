import type { Signal } from "@preact/signals";
import type { CellPosition } from "./move-cell.js";

/**
 * Makes the cell below the pointer the active one, and selects the cells that the pointer is dragged over. With Shift the
 * block from the active cell to this one is selected.
 */
export function selectByPointer(
  event: PointerEvent,
  cursor: Signal<CellPosition>,
  anchor: Signal<CellPosition | undefined>,
): void {
  const frame = event.currentTarget;
  const place = placeOf(event.target);
  if (place === undefined || !(frame instanceof HTMLElement) || event.button !== 0) return;
  anchor.value = event.shiftKey ? (anchor.peek() ?? cursor.peek()) : undefined;
  cursor.value = place;
  // A finger scrolls the table.
  if (event.pointerType === "touch") return;
  // Without this the browser selects the text of the page.
  if (event.shiftKey) event.preventDefault();
  frame.focus();
  const drag = (move: PointerEvent): void => {
    const over = placeOf(move.target);
    if (over === undefined || (over.row === cursor.peek().row && over.column === cursor.peek().column))
      return;
    getSelection()?.removeAllRanges();
    anchor.value ??= place;
    cursor.value = over;
  };
  frame.addEventListener("pointermove", drag);
  addEventListener("pointerup", () => frame.removeEventListener("pointermove", drag), { once: true });
}

function placeOf(target: EventTarget | null): CellPosition | undefined {
  const cell = target instanceof Element ? target.closest('[role="gridcell"]') : null;
  const [, row, column] = /^cell-(\d+)-(\d+)$/.exec(cell?.id ?? "") ?? [];
  return row === undefined ? undefined : { row: Number(row), column: Number(column) };
}
