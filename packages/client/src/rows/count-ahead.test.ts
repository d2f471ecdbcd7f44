import { expect, test } from "vitest";
import { countAhead } from "./count-ahead.js";

/** A count that ends when the test says so. */
function deferred() {
  const ends: { resolve?: (value: number) => void; reject?: (error: Error) => void } = {};
  const promise = new Promise<number>((resolve, reject) => {
    Object.assign(ends, { resolve, reject });
  });
  return { promise, ...ends };
}

const batchOf = (number: number, bytes = 1) => Object.assign(new Uint8Array(bytes), { number });

async function* batches(count: number, { bytes = 1, fault }: { bytes?: number; fault?: Error } = {}) {
  for (let number = 0; number < count; number += 1) yield batchOf(number, bytes);
  if (fault !== undefined) throw fault;
}

async function collect(results: AsyncIterable<number>) {
  const found: number[] = [];
  const error = await (async () => {
    for await (const one of results) found.push(one);
    return undefined;
  })().catch((error_: unknown) => error_);
  return { found, error };
}

test("countAhead() yields results in the order of the batches, whichever was counted first", async () => {
  const counts = Array.from({ length: 5 }, deferred);
  let started = 0;
  const read = collect(
    countAhead(batches(5), () => {
      const index = started++;
      // The third is counted at once.
      return index === 2 ? 2 : (counts[index]?.promise ?? -1);
    }),
  );
  for (const index of [1, 4, 3, 0]) {
    await new Promise(setImmediate);
    counts[index]?.resolve?.(index);
  }
  expect(await read).toEqual({ found: [0, 1, 2, 3, 4], error: undefined });
});

test("countAhead() reads further batches while it counts, up to a maximum of bytes", async () => {
  const first = deferred();
  let started = 0;
  const results = countAhead(batches(20, { bytes: 2 ** 20 }), () =>
    started++ === 0 ? first.promise : Promise.resolve(1),
  );
  const next = results.next();
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  expect(started).toBe(5);
  first.resolve?.(0);
  expect((await next).value).toBe(0);
  expect((await collect(results)).found).toHaveLength(19);
});

test("countAhead() reads as far ahead again once results were taken", async () => {
  const counts = Array.from({ length: 20 }, deferred);
  let started = 0;
  const results = countAhead(batches(20, { bytes: 2 ** 20 }), () => counts[started++]?.promise ?? -1);
  for (let taken = 0; taken < 10; taken += 1) {
    const next = results.next();
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    expect(started).toBe(taken + 5);
    counts[taken]?.resolve?.(taken);
    expect((await next).value).toBe(taken);
  }
});

test("countAhead() yields a result that is known before further batches are counted", async () => {
  const released = deferred();
  async function* source() {
    yield batchOf(0);
    await new Promise(setImmediate);
    yield batchOf(1);
    await released.promise;
  }
  const results = countAhead(source(), () => Promise.resolve(1));
  let isYielded = false;
  const next = results.next().then(() => {
    isYielded = true;
  });
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  expect(isYielded).toBe(true);
  released.resolve?.(0);
  await next;
  expect((await collect(results)).found).toEqual([1]);
});

test("countAhead() reports a fault after the results of the batches before it", async () => {
  const fault = new Error("cut");
  const count = (batch: Uint8Array) =>
    new Promise<number>((resolve) => {
      setImmediate(() => resolve(batch.length));
    });
  expect(await collect(countAhead(batches(3, { fault }), count))).toEqual({ found: [1, 1, 1], error: fault });
});

test("countAhead() reports a failed count, and stops reading", async () => {
  let isClosed = false;
  async function* source() {
    try {
      yield* batches(9);
    } finally {
      isClosed = true;
    }
  }
  const fault = new Error("no thread");
  let started = 0;
  const count = () => (started++ === 1 ? Promise.reject(fault) : Promise.resolve(started));
  expect((await collect(countAhead(source(), count))).error).toBe(fault);
  expect(isClosed).toBe(true);
});

test("countAhead() reads batches that cannot be closed", async () => {
  const all = [batchOf(0, 1), batchOf(1, 2)];
  const source: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        const value = all.shift();
        return value === undefined ? { done: true, value } : { done: false, value };
      },
    }),
  };
  expect(await collect(countAhead(source, (batch) => batch.length))).toEqual({ found: [1, 2] });
});
