import { setImmediate as turn } from "node:timers/promises";
import { ArrowRowError, arrowFrame } from "@wellhead/rows";
import { compareFormats } from "@wellhead/test-support/arrow/compare-formats";
import { expect, onTestFinished, test, vi } from "vitest";
import type { BatchReader } from "../rows/batch-reader.js";
import { type ArrowInput, ArrowReader } from "./arrow-reader.js";

const fields = [{ name: "id", type: { kind: "int", bits: 32, signed: true }, metadata: {} }] as const;
const frame = arrowFrame(fields, {});

/** A source whose batches a test sends, one promise each. */
class Source implements BatchReader<ArrowInput> {
  stops = 0;
  readonly #batches: (() => Promise<ArrowInput | undefined>)[];

  constructor(batches: readonly (() => Promise<ArrowInput | undefined>)[]) {
    this.#batches = [...batches];
  }

  next(): Promise<ArrowInput | undefined> {
    return (this.#batches.shift() ?? (() => Promise.resolve(undefined)))();
  }

  stop(): void {
    this.stops += 1;
  }
}

/** Returns as many rows as asked for, from an id on. */
function rowsFrom(first: number, count = 1): () => Promise<ArrowInput> {
  return () => Promise.resolve(Array.from({ length: count }, (_, index) => ({ id: first + index })));
}

const never = () => new Promise<undefined>(() => {});

function readerOf(source: Source, first?: ArrowInput): ArrowReader {
  return new ArrowReader(source, { fields, shared: frame.shared, first });
}

/** Reads all record batches. Returns the number of rows of each, and compares them with the ids from 1 on. */
async function readAll(reader: ArrowReader): Promise<readonly number[]> {
  const parts: Uint8Array[] = [frame.open];
  const counts: number[] = [];
  for (let batch = await reader.next(); batch !== undefined; batch = await reader.next()) {
    counts.push(batch.rows);
    parts.push(batch.bytes, frame.shared);
  }
  const all = counts.reduce((sum, count) => sum + count, 0);
  const lines = Array.from({ length: all }, (_, index) => `{"id":${index + 1}}`).join("\n");
  expect(compareFormats(Buffer.concat([...parts, frame.close]), lines).difference).toBeUndefined();
  return counts;
}

test("ArrowReader sends the first rows alone, and all that are ready in one record batch", async () => {
  const batches = Array.from({ length: 9 }, (_, index) => rowsFrom(index + 2));
  expect(await readAll(readerOf(new Source([rowsFrom(1), ...batches])))).toEqual([1, 9]);
  const first = await rowsFrom(1)();
  expect(await readAll(readerOf(new Source(batches), first))).toEqual([1, 9]);
});

test("ArrowReader sends the rows so far when the source is quiet", async () => {
  const reader = readerOf(new Source([rowsFrom(1), rowsFrom(2), rowsFrom(3), never]));
  expect((await reader.next())?.rows).toBe(1);
  expect((await reader.next())?.rows).toBe(2);
});

test("ArrowReader appends objects and lines of JSON, and releases the bytes of lines", async () => {
  let releases = 0;
  const bytes = Buffer.from(' {"id":2}\n{"id":3} ').subarray(1, -1);
  const lines = () => Promise.resolve({ bytes, rows: 2, release: () => void (releases += 1) });
  expect(await readAll(readerOf(new Source([rowsFrom(1), lines, rowsFrom(4)])))).toEqual([1, 3]);
  expect(releases).toBe(1);
});

test("ArrowReader ends a record batch at 65,536 rows, and leaves no row out", async () => {
  const exact = new Source([rowsFrom(1), rowsFrom(2, 65_536), rowsFrom(65_538, 5)]);
  expect(await readAll(readerOf(exact))).toEqual([1, 65_536, 5]);
  const counts = await readAll(readerOf(new Source([rowsFrom(1), rowsFrom(2, 70_000), rowsFrom(70_002, 5)])));
  const [first, second = 0, ...others] = counts;
  expect([first, others.length, counts.reduce((sum, count) => sum + count, 0)]).toEqual([1, 1, 70_006]);
  // It ends after the turn in which the maximum is reached.
  expect(second).toBeGreaterThanOrEqual(65_536);
  expect(second).toBeLessThan(65_536 + 10_000);
});

test("ArrowReader ends a record batch at 1 MiB, after the turn in which it has as many", async () => {
  const text = "x".repeat(40_000);
  const wide = [{ name: "text", type: { kind: "text" }, metadata: {} }] as const;
  const { shared } = arrowFrame(wide, {});
  const rows = Array.from({ length: 300 }, () => ({ text }));
  const source = new Source([() => Promise.resolve(rows.slice(0, 1)), () => Promise.resolve(rows.slice(1))]);
  const reader = new ArrowReader(source, { fields: wide, shared, first: undefined });
  const counts: number[] = [];
  for (let batch = await reader.next(); batch !== undefined; batch = await reader.next())
    counts.push(batch.rows);
  // The size of a row is known after the first turn: three of them are about 128 KiB.
  expect(counts).toEqual([1, ...Array.from({ length: 11 }, () => 27), 2]);
});

test("ArrowReader leaves no timer behind, and no turn to others where all rows are ready", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let isOthersTurn = false;
  setImmediate(() => (isOthersTurn = true));
  expect(await readAll(readerOf(new Source([rowsFrom(1), rowsFrom(2)])))).toEqual([1, 1]);
  expect([isOthersTurn, vi.getTimerCount()]).toEqual([false, 0]);
});

test("ArrowReader lets others work between two turns of many rows", async () => {
  const reader = readerOf(new Source([rowsFrom(1, 30_000)]));
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; turns += 1) await turn();
  })();
  expect((await reader.next())?.rows).toBe(30_000);
  isDone = true;
  await others;
  expect(turns).toBeGreaterThanOrEqual(3);
});

test("ArrowReader gives back the memory of a record batch that has been sent", async () => {
  const batch = await readerOf(new Source([rowsFrom(1)])).next();
  const { buffer } = batch?.bytes ?? {};
  if (!(buffer instanceof ArrayBuffer)) throw new TypeError("a record batch has memory of its own");
  batch?.release?.();
  const again = await readerOf(new Source([rowsFrom(1)])).next();
  expect(again?.bytes.buffer).toBe(buffer);
});

test("ArrowReader sends the rows before a failure, and then fails", async () => {
  const failing = () => Promise.reject(new Error("planted"));
  const reader = readerOf(new Source([rowsFrom(1), rowsFrom(2), failing]));
  expect([(await reader.next())?.rows, (await reader.next())?.rows]).toEqual([1, 1]);
  await expect(reader.next()).rejects.toThrow("planted");
  await expect(readerOf(new Source([failing])).next()).rejects.toThrow("planted");
});

test("ArrowReader says which row does not fit, as an error of the upstream", async () => {
  const reader = readerOf(new Source([() => Promise.resolve([{ id: "a" }])]));
  await expect(reader.next()).rejects.toMatchObject({
    code: "upstream_invalid",
    message: expect.stringContaining('the column "id" as Arrow: row 1') as string,
    cause: expect.any(ArrowRowError) as ArrowRowError,
  });
});

test("ArrowReader stops its source", () => {
  const source = new Source([]);
  readerOf(source).stop();
  expect(source.stops).toBe(1);
});
