import type { EncodedBatch } from "@wellhead/sdk";
import { array, assert, asyncProperty, integer, nat, pre, string, stringMatching } from "fast-check";
import { describe, expect, test } from "vitest";
import { earlyRows } from "./early-rows.js";

const separator = "\r\n";

/** Joins rows to batches, using the given sizes in turn. */
function batchesOf(rows: readonly string[], sizes: readonly number[]): EncodedBatch[] {
  const batches: EncodedBatch[] = [];
  for (let begin = 0; begin < rows.length; ) {
    const part = rows.slice(begin, begin + (sizes[batches.length % sizes.length] ?? 1));
    batches.push({ bytes: Buffer.from(part.join(separator)), rows: part.length });
    begin += part.length;
  }
  return batches;
}

async function* give(batches: readonly EncodedBatch[], failure?: Error): AsyncGenerator<EncodedBatch> {
  yield* batches;
  if (failure !== undefined) throw failure;
}

async function read(
  first: AsyncIterable<EncodedBatch>,
  all: AsyncGenerator<EncodedBatch>,
): Promise<readonly EncodedBatch[]> {
  const given: EncodedBatch[] = [];
  const rows = earlyRows({ first, all, separator, changed: () => new Error("changed") });
  for await (const batch of rows) given.push(batch);
  return given;
}

function textOf(batches: readonly EncodedBatch[]): string {
  return batches.map(({ bytes }) => Buffer.from(bytes).toString()).join(separator);
}

const sizes = array(integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 });

describe("`earlyRows()`", () => {
  test("returns every row once, however both are cut into batches", async () => {
    const rows = array(string({ unit: "binary" }), { maxLength: 40 });
    await assert(
      asyncProperty(rows, nat(40), sizes, sizes, async (all, few, early, late) => {
        const given = await read(give(batchesOf(all.slice(0, few), early)), give(batchesOf(all, late)));
        expect(textOf(given)).toBe(all.join(separator));
        expect(given.reduce((sum, batch) => sum + batch.rows, 0)).toBe(all.length);
        expect(given.every((batch) => batch.rows > 0)).toBe(true);
      }),
    );
  });

  test("fails when all rows do not begin with the early ones", async () => {
    const rows = array(stringMatching(/^[ab\r\n]{0,3}$/), { minLength: 1, maxLength: 6 });
    await assert(
      asyncProperty(rows, rows, sizes, sizes, async (few, all, early, late) => {
        pre(!`${all.join(separator)}${separator}`.startsWith(`${few.join(separator)}${separator}`));
        await expect(read(give(batchesOf(few, early)), give(batchesOf(all, late)))).rejects.toThrow(
          "changed",
        );
      }),
    );
  });

  test("takes over from all rows once a megabyte of early ones has been sent", async () => {
    const rows = Array.from({ length: 30 }, (_, index) => `${index}`.padEnd(100_000, "x"));
    let early = 0;
    async function* first(): AsyncGenerator<EncodedBatch> {
      for (const batch of batchesOf(rows, [1])) {
        early += 1;
        yield batch;
      }
    }
    expect(textOf(await read(first(), give(batchesOf(rows, [4]))))).toBe(rows.join(separator));
    expect(early).toBe(11);
  });

  test("passes on what fails on either side, and ends both", async () => {
    const rows = batchesOf(["a", "b", "c"], [1]);
    await expect(read(give(rows.slice(0, 1), new Error("early")), give(rows))).rejects.toThrow("early");
    await expect(read(give(rows), give([], new Error("late")))).rejects.toThrow("late");
    const ended: string[] = [];
    async function* noted(name: string): AsyncGenerator<EncodedBatch> {
      try {
        yield* rows;
      } finally {
        ended.push(name);
      }
    }
    const options = {
      first: noted("first"),
      all: noted("all"),
      separator,
      changed: () => new Error("changed"),
    };
    for await (const _ of earlyRows(options)) break;
    expect(ended).toEqual(["first", "all"]);
  });

  test("lets batches that were not needed be used again", async () => {
    const released: number[] = [];
    const all = batchesOf(["a", "b", "c"], [1]).map((batch, index) => ({
      ...batch,
      release: () => released.push(index),
    }));
    await read(give(batchesOf(["a", "b"], [2])), give(all));
    expect(released).toEqual([0, 1]);
  });
});
