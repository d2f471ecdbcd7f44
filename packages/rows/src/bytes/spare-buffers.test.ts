import { expect, it } from "vitest";
import { SpareBuffers } from "./spare-buffers.js";

it("`SpareBuffers` returns memory that it was given, of the size that is asked for", () => {
  const spare = new SpareBuffers();
  for (const size of [64, 32]) expect(spare.take(size)).toHaveLength(size);
  const memory = new ArrayBuffer(64);
  spare.store(memory);
  spare.store(new ArrayBuffer(32));
  expect(spare.take(64).buffer).toBe(memory);
  expect(spare.take(64).buffer).not.toBe(memory);
});

it("`SpareBuffers` keeps no memory of a size that nobody asked for", () => {
  const spare = new SpareBuffers();
  const memory = new ArrayBuffer(64);
  spare.store(memory);
  expect(spare.take(64).buffer).not.toBe(memory);
});

it("`SpareBuffers` keeps no memory that was transferred to another thread, and only so much", () => {
  const spare = new SpareBuffers();
  for (const size of [0, 8, 64]) spare.take(size);
  const gone = new ArrayBuffer(64);
  structuredClone(gone, { transfer: [gone] });
  spare.store(gone);
  expect(spare.take(64)).toHaveLength(64);
  const given = Array.from({ length: 100 }, () => new ArrayBuffer(8));
  for (const buffer of given) spare.store(buffer);
  const taken = given.map(() => spare.take(8).buffer);
  expect(taken.filter((buffer) => given.some((one) => one === buffer))).toHaveLength(32);
});
