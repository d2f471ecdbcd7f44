import { expect, test } from "vitest";
import { waterfall } from "./waterfall.js";

test("`waterfall()` places each request on one axis, with the wait before the answer", () => {
  const bars = waterfall(
    [
      { at: 1_000, firstByte: 100, elapsed: 250 },
      { at: 1_500, firstByte: undefined, elapsed: undefined },
    ],
    2_000,
  );
  expect(bars).toEqual([
    { start: 0, wait: 10, receive: 15 },
    { start: 50, wait: 50, receive: 0 },
  ]);
});

test("`waterfall()` shows a request that took no time, and none at all", () => {
  expect(waterfall([{ at: 5, firstByte: 0, elapsed: 0 }], 5)).toEqual([{ start: 0, wait: 0.8, receive: 0 }]);
  expect(waterfall([], 5)).toEqual([]);
});
