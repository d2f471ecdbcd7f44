import { expect, test } from "vitest";
import { PendingText } from "./pending-text.js";

test.each([0, 1, 1023, 1024, 1025, 5000])("take() returns the text of %i pieces once", (count) => {
  const pending = new PendingText();
  const pieces = Array.from({ length: count }, (_, index) => String(index % 10));
  for (const piece of pieces) pending.add(piece);
  expect(pending.length).toBe(count);
  expect(pending.take()).toBe(pieces.join(""));
  expect([pending.length, pending.take()]).toEqual([0, ""]);
});
