import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { ByteStore } from "./byte-store.js";

test.each([[[1]], [[0, 3, 0, 5]], [[1, 1, 1, 1, 1, 7, 1]], [[1000, 1, 7000, 2]]])(
  "pieces of %j bytes come back as one, and the store is empty again",
  (lengths) => {
    const store = new ByteStore();
    for (const last of [undefined, Uint8Array.of(250, 251)]) {
      const pieces = lengths.map((length, index) => Buffer.alloc(length, index + 1));
      for (const piece of pieces) store.add(piece);
      expect(store.length).toBe(lengths.reduce((sum, length) => sum + length, 0));
      expect(store.take(last)).toEqual(Buffer.concat([...pieces, ...(last ? [last] : [])]));
      expect([store.length, store.take()]).toEqual([0, Buffer.alloc(0)]);
    }
  },
);

test("what was taken does not change when more is added, nor does what was added when its piece changes", () => {
  const store = new ByteStore();
  const piece = Buffer.from("a");
  store.add(piece);
  piece.write("b");
  store.add(Buffer.from("c"));
  const taken = store.take();
  store.add(Buffer.from("xyz"));
  expect([taken.toString(), store.take().toString()]).toEqual(["ac", "xyz"]);
});
