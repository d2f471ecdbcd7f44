import { expect, test } from "vitest";
import { RowScanner } from "./row-scanner.js";
import { RowWindow } from "./row-window.js";

function scanned(from: number, count: number): ReturnType<RowScanner["push"]> {
  const rows = Array.from({ length: count }, (_, index) => ({ n: from + index }));
  return new RowScanner().push(new TextEncoder().encode(JSON.stringify(rows)));
}

function at(window: RowWindow, index: number): string {
  return new TextDecoder().decode(window.row(index));
}

test("`RowWindow.row()` finds every row across stretches", () => {
  const window = new RowWindow({ rows: 100, bytes: 10_000 });
  window.add(scanned(0, 3));
  window.add(scanned(3, 1));
  window.add(scanned(4, 5));
  expect(Array.from({ length: window.length }, (_, index) => at(window, index))).toEqual(
    Array.from({ length: 9 }, (_, index) => `{"n":${index}}`),
  );
  expect(window.row(9)).toBeUndefined();
  expect(window.row(-1)).toBeUndefined();
});

test("`RowWindow.add()` keeps the first rows without a gap, up to its bounds", () => {
  const rows = new RowWindow({ rows: 4, bytes: 10_000 });
  rows.add(scanned(0, 3));
  rows.add(scanned(3, 3));
  rows.add(scanned(6, 1));
  expect(rows.length).toBe(4);
  const bytes = new RowWindow({ rows: 100, bytes: 30 });
  bytes.add(scanned(0, 2));
  bytes.add(scanned(2, 5));
  bytes.add(scanned(7, 1));
  expect(bytes.length).toBe(2);
});
