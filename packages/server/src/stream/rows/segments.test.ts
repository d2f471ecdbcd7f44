import { setImmediate as turn } from "node:timers/promises";
import { encodedRows, type Position } from "@wellhead/sdk";
import { countRuns } from "@wellhead/test-support/properties/count-runs";
import { array, assert, asyncProperty, integer } from "fast-check";
import { expect, it } from "vitest";
import { type Batch, isPlaced, type PlacedRows, readSegments } from "./segments.js";

/** Where a reading of the table began, and what became of it. */
interface Reading {
  readonly after: Position | undefined;
  isOver: boolean;
}

/** A table of numbered rows that is read by its key. */
interface Table {
  readonly readings: readonly Reading[];
  /** Starts a segment. */
  read(after: Position | undefined, maxRows: number): PlacedRows;
}

/** How a table is read. Default: one row in a batch, and no failure. */
interface TableOptions {
  readonly batchRows?: number;
  /** Number of the row at which each reading of it fails. */
  readonly failsAt?: number;
}

function tableOf(count: number, { batchRows = 1, failsAt }: TableOptions = {}): Table {
  const readings: Reading[] = [];
  const read = (after: Position | undefined, maxRows: number): PlacedRows => {
    const reading: Reading = { after, isOver: false };
    readings.push(reading);
    const first = Array.isArray(after) ? Number(after[0]) + 1 : 1;
    const rows = encodedRows({
      columns: ["id"],
      positions: { columns: ["id"], maxRows },
      async *encode({ separator }) {
        try {
          // One row more than the segment has shows whether there are more.
          const last = Math.min(count, first + maxRows);
          for (let id = first; id <= last; id += batchRows) {
            if (failsAt !== undefined && id >= failsAt) throw new Error("the table was dropped");
            const ids = Array.from({ length: Math.min(batchRows, last - id + 1) }, (_, index) => id + index);
            yield {
              bytes: Buffer.from(ids.map((one) => `{"id":"${one}"}`).join(separator)),
              rows: ids.length,
            };
          }
        } finally {
          reading.isOver = true;
        }
      },
    });
    if (!isPlaced(rows)) throw new TypeError("rows with positions lost them");
    return rows;
  };
  return { readings, read };
}

function idsOf({ rows }: Batch): readonly number[] {
  return [...rows].map(({ id }) => Number(id));
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it("`readSegments()` returns every row once, whatever the sizes of table, segments and batches", async () => {
  const sizes = array(integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 });
  const run = async (count: number, segments: readonly number[], batchRows: number) => {
    const table = tableOf(count, { batchRows });
    let index = 0;
    const nextSize = () => segments[index++ % segments.length] ?? 1;
    const begun: [Position, number][] = [];
    const batches = readSegments(table.read(undefined, nextSize()), async (after, bytes) => {
      begun.push([after, bytes]);
      return table.read(after, nextSize());
    });
    const read: number[] = [];
    let ends = 0;
    for await (const batch of batches) {
      expect(ends).toBe(0);
      for (const [place, id] of idsOf(batch).entries()) expect(batch.place?.(place + 1)).toEqual([`${id}`]);
      read.push(...idsOf(batch));
      expect(batch.next).toEqual(batch.isLast ? undefined : [`${read.length}`]);
      expect(batch.isSegmentEnd).toBe(false);
      if (batch.isLast) ends += 1;
    }
    expect(read).toEqual(numbers(count));
    expect(ends).toBe(1);
    // Segments begin only where rows follow, each once.
    const expected: number[] = [];
    for (let end = segments[0] ?? 1, at = 1; end < count; at += 1) {
      expected.push(end);
      end += segments[at % segments.length] ?? 1;
    }
    expect(begun.map(([after]) => after)).toEqual(expected.map((end) => [`${end}`]));
    for (const [, bytes] of begun) expect(bytes).toBeGreaterThan(0);
  };
  const tables = asyncProperty(integer({ min: 0, max: 60 }), sizes, integer({ min: 1, max: 9 }), run);
  await assert(tables, { numRuns: countRuns(200) });
});

it("`readSegments()` starts the next segment when half of the current one is taken, and not sooner", async () => {
  const table = tableOf(100);
  const batches = readSegments(table.read(undefined, 10), async (after) => table.read(after, 10));
  for (let taken = 1; taken <= 4; taken += 1) await batches.next();
  await turn();
  expect(table.readings).toHaveLength(1);
  await batches.next();
  await expect.poll(() => table.readings.map(({ after }) => after)).toEqual([undefined, ["10"]]);
  await batches.return(undefined);
});

it("`readSegments()` says where a segment ends when it may not start another one", async () => {
  const read = async (count: number) => {
    const found: Batch[] = [];
    for await (const batch of readSegments(tableOf(count).read(undefined, 3))) found.push(batch);
    return found.map((batch) => [...idsOf(batch), batch.isLast, batch.isSegmentEnd]);
  };
  const rows = [
    [1, false, false],
    [2, false, false],
  ];
  expect(await read(4)).toEqual([...rows, [3, false, true]]);
  expect(await read(3)).toEqual([...rows, [3, true, true]]);
});

it("`readSegments()` fails after the rows before the failure, and starts nothing after it", async () => {
  for (const failsAt of [2, 8, 10, 11]) {
    const table = tableOf(100, { failsAt });
    const read: number[] = [];
    const reading = (async () => {
      for await (const batch of readSegments(table.read(undefined, 10), async (after) =>
        table.read(after, 10),
      ))
        read.push(...idsOf(batch));
    })();
    await expect(reading).rejects.toThrow("the table was dropped");
    // The row before the failure is read, but held back: only the next one shows whether it is the last.
    expect(read).toEqual(numbers(failsAt - 2));
    expect(table.readings.map(({ after }) => after)).toEqual([undefined]);
  }
});

it("`readSegments()` fails when the next segment cannot be started, after all rows of the first", async () => {
  const start = {
    refused: async () => {
      throw new Error("too many connections");
    },
    "without positions": async () => [{ id: "11" }],
  };
  for (const [message, next] of [
    ["too many connections", start.refused],
    ["no longer has positions", start["without positions"]],
  ] as const) {
    const read: number[] = [];
    const reading = (async () => {
      for await (const batch of readSegments(tableOf(20).read(undefined, 10), next)) {
        read.push(...idsOf(batch));
        // The failure may come while its rows are still being taken.
        await turn();
      }
    })();
    await expect(reading).rejects.toThrow(message);
    expect(read).toEqual(numbers(10));
  }
});

it("`readSegments()` reads some mebibytes more than are taken, and then waits", async () => {
  let asked = 0;
  const rows = encodedRows({
    columns: ["id"],
    positions: { columns: ["id"], maxRows: 100 },
    async *encode() {
      for (; asked < 90; asked += 1)
        yield { bytes: Buffer.from(`{"id":"${asked}","x":"${"x".repeat(2 ** 20)}"}`), rows: 1 };
    },
  });
  if (!isPlaced(rows)) throw new TypeError("rows with positions lost them");
  const batches = readSegments(rows);
  await batches.next();
  await expect.poll(() => asked).toBeGreaterThanOrEqual(4);
  for (let turns = 0; turns < 20; turns += 1) await turn();
  expect(asked).toBeLessThan(9);
  for (let taken = 0; taken < 20; taken += 1) await batches.next();
  expect(asked).toBeGreaterThanOrEqual(20);
  await batches.return(undefined);
});

it("`readSegments()` ends both readings when its reader stops", async () => {
  const table = tableOf(1_000_000, { batchRows: 20_000 });
  const batches = readSegments(table.read(undefined, 400_000), async (after) => table.read(after, 400_000));
  for (let taken = 0; taken < 200_000; taken += 20_000) await batches.next();
  await expect.poll(() => table.readings).toHaveLength(2);
  await batches.return(undefined);
  await expect.poll(() => table.readings.map(({ isOver }) => isOver)).toEqual([true, true]);
});
