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
          await expect(readPage(make(again(sizes)), { start: next, size })).rejects.toThrow(
            "Start the synchronization again",
          );
        },
      ),
      { numRuns: countRuns(100) },
    );
  });
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
