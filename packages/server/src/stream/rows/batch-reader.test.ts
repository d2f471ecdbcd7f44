import { types } from "node:util";
import { expect, test } from "vitest";
import { checkRowBatch } from "./batch-reader.js";

class Batch extends Array<unknown> {}

/** Arrays that a source could change, or that could change themselves, between two reads of their rows. */
const odd: Readonly<Record<string, (rows: readonly unknown[]) => unknown>> = {
  "a proxy": (rows) => new Proxy(rows, {}),
  "a subclass": (rows) => Batch.from(rows),
  "another prototype": (rows) => {
    const batch = [...rows];
    Object.setPrototypeOf(batch, Object.create(Array.prototype));
    return batch;
  },
  "an iterator of its own": (rows) =>
    Object.assign([...rows], { [Symbol.iterator]: () => [][Symbol.iterator]() }),
  "a slice of its own": (rows) => Object.assign([...rows], { slice: () => [] }),
  "a constructor of its own": (rows) => Object.assign([...rows], { constructor: Batch }),
};

test.each(Object.entries(odd))("the rows of %s are copied once", (_name, make) => {
  const rows = [{ id: 1 }, { id: 2 }];
  const batch = make(rows);
  const checked = checkRowBatch(batch);
  expect(checked).not.toBe(batch);
  expect(types.isProxy(checked)).toBe(false);
  expect(Object.getPrototypeOf(checked)).toBe(Array.prototype);
  expect(checked).toEqual(rows);
  expect(Array.from(checked ?? [])).toEqual(rows);
});

test("a copied batch cannot have a hole, however long it says it is", () => {
  const endless = new Proxy([{ id: 1 }], {
    get: (target, name): unknown => (name === "length" ? 1_000_000_000 : Reflect.get(target, name)),
  });
  expect(() => checkRowBatch(endless)).toThrow("a batch has a hole");
});

test("an ordinary array is not copied", () => {
  const rows = [{ id: 1 }];
  expect(checkRowBatch(rows)).toBe(rows);
  expect(checkRowBatch([])).toBeUndefined();
});
