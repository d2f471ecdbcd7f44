import { expect, test } from "vitest";
import { ArrivingBytes } from "./arriving-bytes.js";

test("ArrivingBytes counts up to the maximum, and what was refused not at all", () => {
  const arriving = new ArrivingBytes(10);
  expect([arriving.add(4), arriving.add(6), arriving.bytes]).toEqual([undefined, undefined, 10]);
  expect(arriving.add(1)).toMatchObject({ code: "unavailable", retryAfter: 5 });
  expect(arriving.bytes).toBe(10);
  arriving.remove(4);
  expect(arriving.bytes).toBe(6);
  expect([arriving.add(5) === undefined, arriving.add(4), arriving.bytes]).toEqual([false, undefined, 10]);
});
