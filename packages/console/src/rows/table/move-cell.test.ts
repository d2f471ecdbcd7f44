import { expect, test } from "vitest";
import { moveCell } from "./move-cell.js";

const measures = { rows: 100, columns: 5, page: 10 };

function press(key: string, ctrlKey = false): ReturnType<typeof moveCell> {
  return moveCell({ row: 50, column: 2 }, { key, ctrlKey, metaKey: false }, measures);
}

test("`moveCell()` follows the keys of a grid and stays inside it", () => {
  expect(press("ArrowDown")).toEqual({ row: 51, column: 2 });
  expect(press("PageUp")).toEqual({ row: 40, column: 2 });
  expect(press("End")).toEqual({ row: 50, column: 4 });
  expect(press("End", true)).toEqual({ row: 99, column: 4 });
  expect(press("ArrowLeft", true)).toEqual({ row: 50, column: 0 });
  expect(
    moveCell({ row: 0, column: 0 }, { key: "ArrowUp", ctrlKey: false, metaKey: false }, measures),
  ).toEqual({ row: -1, column: 0 });
});

test("`moveCell()` leaves other keys alone", () => {
  expect(press("a")).toBeUndefined();
  expect(press("constructor")).toBeUndefined();
});
