import { expect, test } from "vitest";
import { MinuteCount } from "./refusal-counts.js";

test("MinuteCount forgets an event after a minute and keeps the total", () => {
  const count = new MinuteCount();
  count.add(120_500);
  count.add(121_000);
  count.add(179_999);
  expect(count.lastMinute(179_999)).toBe(3);
  expect(count.lastMinute(180_000)).toBe(2);
  expect(count.lastMinute(181_000)).toBe(1);
  count.add(500_000);
  expect([count.lastMinute(500_000), count.lastMinute(559_999), count.lastMinute(560_000)]).toEqual([
    1, 1, 0,
  ]);
  expect(count.total).toBe(4);
});
