import { encodedRows, Pages, type Position, type Row, type Rows } from "@wellhead/sdk";
import { countRuns } from "@wellhead/test-support/properties/count-runs";
import { array, assert, asyncProperty, constantFrom, integer, nat } from "fast-check";
import { describe, expect, it } from "vitest";
import { type RowPosition, readFromPosition } from "./positioned-reader.js";

type Batches = readonly (readonly Row[])[];

async function* each(batches: Batches): AsyncGenerator<readonly Row[]> {
  yield* batches;
}

function pagesOf(batches: Batches): Pages<Row> {
  return new Pages(async function* (position: Position | undefined) {
    for (let index = Number(position ?? 0); index < batches.length; index += 1)
      yield { items: batches[index] ?? [], after: index + 1 < batches.length ? index + 1 : undefined };
  });
}

/** The same batches from every kind of source. */
const kinds: Readonly<Record<string, (batches: Batches) => Rows>> = {
  array: (batches) => batches.flat(),
  generator: each,
  pages: pagesOf,
  "changed pages": (batches) => pagesOf(batches).map((row) => ({ ...row })),
  // A list of its own for every other row, whose pages have no position.
  "children of pages": (batches) =>
    pagesOf(batches).flatMap((row) => (Number(row["id"]) % 2 === 0 ? [row] : each([[], [row], []]))),
  encoded: (batches) =>
    encodedRows({
      columns: ["id"],
      async *encode({ separator }) {
        for (const batch of batches) {
          const bytes = Buffer.from(batch.map((row) => JSON.stringify(row)).join(separator));
          yield { bytes, rows: batch.length, release: () => void bytes.fill("x") };
        }
      },
    }),
};

function batchesOf(sizes: readonly number[]): Row[][] {
  let id = 0;
  return sizes.map((size) => Array.from({ length: size }, () => ({ id: (id += 1), note: `é"${id}` })));
}

/** Reads one page, and returns where the next one begins. */
async function readPage(rows: Rows, { start, size }: { start: RowPosition | undefined; size: number }) {
  const page: Row[] = [];
  for await (const batch of readFromPosition(rows, start)) {
    expect(batch.isSegmentEnd).toBe(false);
    const taken = batch.rows.slice(0, size - page.length);
    page.push(...taken);
    if (batch.isLast && taken.length === batch.rows.length) return { page, next: undefined };
    if (page.length === size) return { page, next: wire(batch.after(taken.length)) };
  }
  throw new Error("the last batch was not marked");
}

/** A position as it comes back: as JSON. */
function wire(position: RowPosition): RowPosition {
  return JSON.parse(JSON.stringify(position)) as RowPosition;
}

describe.each(Object.entries(kinds))("pages of rows from %s", (_name, make) => {
  it("together are the whole, whatever the sizes of batches and pages; twice the same page has the same rows", async () => {
    await assert(
      asyncProperty(
        array(nat({ max: 6 }), { maxLength: 7 }),
        integer({ min: 1, max: 9 }),
        async (sizes, size) => {
          const batches = batchesOf(sizes);
          const whole: Row[] = [];
          let start: RowPosition | undefined;
          do {
            const first = await readPage(make(batches), { start, size });
            expect(await readPage(make(batches), { start, size })).toStrictEqual(first);
            whole.push(...first.page);
            start = first.next;
          } while (start !== undefined);
          expect(whole).toStrictEqual(batches.flat());
        },
      ),
      { numRuns: countRuns(150) },
    );
  });

  it("never go on where rows before the position have changed, unless the source says where it is", async () => {
    await assert(
      asyncProperty(
        array(integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 }),
        constantFrom("gone", "new", "other"),
        async (sizes, change) => {
          const batches = batchesOf(sizes);
          const size = Math.ceil(batches.flat().length / 2);
          const { page, next } = await readPage(make(batches), { start: undefined, size });
          if (next === undefined || next.rows === 0) return;
          // The first row that is read again changes.
          const at = page.length - next.rows;
          const altered = batchesOf(sizes).flat();
          if (change === "gone") altered.splice(at, 1);
          else if (change === "new") altered.splice(at, 0, { id: 0 });
          else altered[at] = { id: -1 };
          const again = (sizesNow: readonly number[]) => {
            let from = 0;
            return sizesNow.map((count, index) => {
              const to = index === sizesNow.length - 1 ? altered.length : from + count;
              return altered.slice(from, (from = to));
            });
          };
          await expect(readPage(make(again(sizes)), { start: next, size })).rejects.toMatchObject({
            code: "invalid_field",
            field: "pagination",
            message: expect.stringContaining("Start the synchronization again") as string,
          });
        },
      ),
      { numRuns: countRuns(100) },
    );
  });
});

it("pages of a source are read from the page of the position, each before the next is asked for", async () => {
  const pages = batchesOf([2, 2, 1]);
  const asked: unknown[] = [];
  const rows = new Pages<Row>(async function* (position: Position | undefined) {
    for (let index = Number(position ?? 0); index < pages.length; index += 1) {
      asked.push(index);
      yield { items: pages[index] ?? [], after: index < 2 ? index + 1 : undefined };
    }
  });
  const seen: unknown[] = [];
  for await (const batch of readFromPosition(rows, { base: 1, rows: 0, digest: "" }))
    seen.push([...asked, batch.rows.length, batch.isLast, batch.after(batch.rows.length)]);
  expect(seen).toEqual([
    [1, 2, false, { base: 2, rows: 0, digest: "" }],
    [1, 2, 1, true, { base: 2, rows: 1, digest: expect.any(String) as string }],
  ]);
});

it("no batch begins before the position", async () => {
  const rows = batchesOf([1, 1, 0, 2]);
  const { next } = await readPage(each(rows), { start: undefined, size: 3 });
  const begins: RowPosition[] = [];
  // A member that only has the name of the method of pages does not change that.
  for await (const batch of readFromPosition(Object.assign(each(rows), { from: 1 }), next))
    begins.push(batch.after(0));
  expect(begins).toStrictEqual([next]);
});

it("rows with positions of their own are continued after any of them, and their segments too", async () => {
  const placed = (from: number): Rows =>
    encodedRows({
      columns: ["id"],
      positions: { columns: ["id"], maxRows: 2 },
      async *encode({ separator }) {
        const lines = [1, 2, 3, 4, 5].slice(from, from + 3).map((id) => `{"id":"${id}"}`);
        yield { bytes: Buffer.from(lines.join(separator)), rows: lines.length };
      },
    });
  const segments: Position[] = [];
  const nextSegment = async (after: Position) => {
    segments.push(after);
    return placed(2 * segments.length);
  };
  const places: unknown[] = [];
  for await (const batch of readFromPosition(placed(0), undefined, nextSegment))
    for (let count = 0; count <= batch.rows.length; count += 1) places.push(batch.after(count).base);
  expect(places).toEqual([undefined, ["1"], ["2"], ["2"], ["3"], ["4"], ["4"], ["5"]]);
  expect(segments).toEqual([["2"], ["4"]]);
});

it("a batch of bytes is released when the next one is requested, and not sooner", async () => {
  const released: number[] = [];
  const rows = encodedRows({
    columns: ["id"],
    async *encode() {
      for (const id of [1, 2, 3])
        yield { bytes: Buffer.from(`{"id":${id}}`), rows: 1, release: () => void released.push(id) };
    },
  });
  const seen: number[][] = [];
  for await (const batch of readFromPosition(rows)) {
    expect(batch.rows).toHaveLength(1);
    seen.push([...released]);
  }
  expect([seen, released]).toEqual([
    [[], [1], [1, 2]],
    [1, 2, 3],
  ]);
});

it("a position has a digest of the rows before it, whatever follows, and of 64-bit integers too", async () => {
  const digestOf = async (rows: readonly Row[], count: number) => {
    for await (const batch of readFromPosition(rows)) return batch.after(count).digest;
    return undefined;
  };
  const [one, two] = [{ id: 2n ** 60n }, { id: 2n ** 60n + 1n }];
  const digest = await digestOf([one, two], 1);
  expect(digest).toMatch(/^[\w-]{43}$/);
  expect(await digestOf([one, one], 1)).toBe(digest);
  expect(await digestOf([two, one], 1)).not.toBe(digest);
  expect(await digestOf([one, two], 2)).not.toBe(digest);
  expect(await digestOf([one], 0)).toBe("");
});
