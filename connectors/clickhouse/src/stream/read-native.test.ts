import { Buffer } from "node:buffer";
import { array, assert, asyncProperty, constantFrom, integer, record, string } from "fast-check";
import { expect, it } from "vitest";
import { nativeColumns } from "../encode/native-columns.js";
import { ServerError } from "../protocol/server-error.js";
import { encodeNative } from "./encode-native.js";
import { readNative } from "./read-native.js";

const columns = [
  { name: "id", type: "Int64" },
  { name: "näme", type: "Nullable(String)" },
  { name: "at", type: "DateTime('Asia/Tokyo')" },
];

interface Row {
  readonly id: number;
  readonly name: string | undefined;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  const size: number[] = [];
  let rest = bytes.length;
  for (; rest > 127; rest >>= 7) size.push((rest & 127) | 128);
  return Buffer.concat([Buffer.of(...size, rest), bytes]);
}

/** Writes a block as a server does. */
function block(rows: readonly Row[], given = columns): Buffer {
  const numbers = (width: number, write: (bytes: Buffer, value: number, at: number) => void) => {
    const bytes = Buffer.alloc(width * rows.length);
    for (const [index, { id }] of rows.entries()) write(bytes, id, index * width);
    return bytes;
  };
  const values = [
    numbers(8, (bytes, value, at) => bytes.writeBigInt64LE(BigInt(value), at)),
    Buffer.concat([
      Buffer.from(rows.map(({ name }) => Number(name === undefined))),
      ...rows.map(({ name = "" }) => text(name)),
    ]),
    numbers(4, (bytes, value, at) => bytes.writeUInt32LE(Math.abs(value), at)),
  ];
  const parts = given.flatMap(({ name, type }, index) => [
    text(name),
    text(type.replace(/^DateTime\(.*/, "DateTime")),
    rows.length === 0 ? Buffer.alloc(0) : (values[index] ?? Buffer.alloc(0)),
  ]);
  return Buffer.concat([
    Buffer.of(given.length),
    text("x".repeat(rows.length)).subarray(0, rows.length > 127 ? 2 : 1),
    ...parts,
  ]);
}

async function* partsOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Reads a body, and returns the number of rows before its end. */
async function rowsOf(body: Buffer, size = 1000): Promise<number> {
  const native = nativeColumns(columns, ["id", "näme", "at"]) ?? [];
  let rows = 0;
  const blocks = readNative(partsOf(body, size), columns, native);
  const options = { columns: native, skip: 0, limit: undefined, action: "Could not run the query" };
  for await (const batch of encodeNative(blocks, options)) rows += batch.rows;
  return rows;
}

const some: readonly Row[] = [
  { id: 1, name: "one" },
  { id: -2, name: undefined },
  { id: 3, name: "Code: 7. DB::Exception: a value. (NAME)" },
];
const exception = Buffer.from(
  "Code: 395, e.displayText() = DB::Exception: Value is non zero, e.what() = DB::Exception\n",
);

it("`readNative()` finds the rows of every block, wherever the body is cut into parts", async () => {
  const row = record({ id: integer(), name: constantFrom(undefined, "", "é", "x".repeat(300)) });
  await assert(
    asyncProperty(
      array(array(row, { maxLength: 200 }), { maxLength: 4 }),
      integer({ min: 1, max: 700 }),
      async (blocks, size) => {
        const body = Buffer.concat(blocks.map((rows) => block(rows)));
        expect(await rowsOf(body, size)).toBe(blocks.flat().length);
      },
    ),
    { numRuns: 60 },
  );
});

it("`readNative()` never ends a body quietly that ends within a block", async () => {
  const first = block(some);
  const body = Buffer.concat([first, block(some)]);
  expect(await rowsOf(first)).toBe(some.length);
  for (let end = 1; end < body.length; end += 1) {
    // Only a connection that is lost shows that rows are missing between two blocks.
    if (end === first.length) continue;
    const read = rowsOf(body.subarray(0, end));
    await expect(read, `cut at ${end}`).rejects.toBeInstanceOf(ServerError);
  }
});

it("`readNative()` throws the exception that follows a block", async () => {
  for (const body of [[], [block(some)], [block(some), block([])]]) {
    const read = rowsOf(Buffer.concat([...body, exception]));
    await expect(read).rejects.toMatchObject({ code: 395, message: "Value is non zero" });
  }
});

it("`readNative()` never takes an exception for values, at whatever byte it begins, and however long it is", async () => {
  const first = block(some);
  const body = Buffer.concat([first, block(some)]);
  for (let end = 0; end <= body.length; end += 1) {
    const left = (end < first.length ? first.length : body.length) - end;
    for (const length of [40, left - 1, left, left + 1, left + first.length]) {
      const found = Buffer.from(`Code: 1. DB::Exception: ${"x".repeat(Math.max(0, length - 25))}\n`);
      const read = rowsOf(Buffer.concat([body.subarray(0, end), found]));
      await expect(read, `${found.length} bytes after ${end}`).rejects.toBeInstanceOf(ServerError);
    }
  }
});

it("`readNative()` never takes an exception for the last values of a block, whose place it fills", async () => {
  const numbers = [{ name: "id", type: "Int64" }];
  const native = nativeColumns(numbers, ["id"]) ?? [];
  const body = Buffer.concat([Buffer.of(1, 20), text("id"), text("Int64"), Buffer.alloc(160)]);
  for (let end = 0; end <= body.length; end += 1) {
    const left = body.length - end;
    const found = Buffer.from(`Code: 1. DB::Exception: ${"x".repeat(Math.max(0, left - 25))}\n`);
    const blocks = readNative(partsOf(Buffer.concat([body.subarray(0, end), found]), 50), numbers, native);
    const reading = (async () => {
      for await (const _block of blocks) continue;
    })();
    await expect(reading, `after ${end}`).rejects.toBeInstanceOf(ServerError);
  }
});

it("`readNative()` keeps a last value that is the text of an exception", async () => {
  const texts = [{ name: "text", type: "String" }];
  const native = nativeColumns(texts, ["text"]) ?? [];
  const body = Buffer.concat([Buffer.of(1, 1), text("text"), text("String"), text(String(exception))]);
  let rows = 0;
  for await (const found of readNative(partsOf(body, 50), texts, native)) rows += found.rows;
  expect(rows).toBe(1);
});

it("`readNative()` is not misled by as many columns as the first letter of an exception", async () => {
  const many = Array.from({ length: 67 }, (_unused, index) => ({ name: `c${index}`, type: "Int64" }));
  const native =
    nativeColumns(
      many,
      many.map(({ name }) => name),
    ) ?? [];
  const body = Buffer.concat([block([], many), exception]);
  const reading = (async () => {
    for await (const _block of readNative(partsOf(body, 100), many, native)) continue;
  })();
  await expect(reading).rejects.toMatchObject({ code: 395 });
});

it.each([
  ["another name", [{ name: "no", type: "Int64" }, ...columns.slice(1)]],
  ["another type", [{ name: "id", type: "Int32" }, ...columns.slice(1)]],
  ["a column less", columns.slice(1)],
])("`readNative()` refuses a block with %s", async (_what, given) => {
  await expect(rowsOf(Buffer.concat([block(some), block(some, given)]))).rejects.toBeInstanceOf(ServerError);
});

it("`readNative()` reads texts of any length", async () => {
  await assert(
    asyncProperty(array(string({ maxLength: 20_000 }), { minLength: 1, maxLength: 8 }), async (names) => {
      expect(await rowsOf(block(names.map((name, id) => ({ id, name }))), 4096)).toBe(names.length);
    }),
    { numRuns: 20 },
  );
});

it("`nativeColumns()` leaves statements with other types to text", () => {
  const typed = (type: string) => nativeColumns([{ name: "a", type }], ["a"])?.[0]?.type;
  expect(typed("Array(Int8)")).toBeUndefined();
  expect(typed("LowCardinality(String)")).toBeUndefined();
  expect(typed("Int256")).toBeUndefined();
  expect(typed("Enum8('a\\x01' = 1)")).toBeUndefined();
  expect(typed("Decimal(38, 3)")).toEqual({ kind: "decimal", precision: 38, scale: 3 });
  expect(typed("DateTime64(9)")).toEqual({ kind: "timestamp", unit: "ns", zone: "UTC" });
});
