import { expect, test } from "vitest";
import { detachBuffer } from "./detach-buffer.js";

test("`detachBuffer()` frees the memory at once", () => {
  const before = process.memoryUsage().arrayBuffers;
  const bytes = Buffer.allocUnsafeSlow(2 ** 24).fill(1);
  const view = bytes.subarray(1, 3);
  expect(process.memoryUsage().arrayBuffers).toBeGreaterThanOrEqual(before + 2 ** 24);
  detachBuffer(bytes);
  expect(process.memoryUsage().arrayBuffers).toBeLessThan(before + 2 ** 23);
  expect([bytes.length, view.length]).toEqual([0, 0]);
});
