import { expect, test } from "vitest";
import { earlyWindow } from "./early-rows.js";

test("`earlyWindow()` answers as the service does, for columns in any order", () => {
  const early = {
    columns: ["a", "b"],
    rows: [
      ["1", "x"],
      ["2", null],
      ["3", "z"],
    ],
  };
  expect(earlyWindow(early, { offset: 1, limit: 5, columns: ["b", "a"] })).toEqual({
    offset: 1,
    matching: 3,
    columns: ["b", "a"],
    rows: [
      [null, "2"],
      ["z", "3"],
    ],
    numbers: [1, 2],
  });
});
