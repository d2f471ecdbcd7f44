import { Buffer } from "node:buffer";
import { arrowFrame, withoutShared } from "@wellhead/rows";
import { jsonCell } from "@wellhead/test-support/arrow/json-cell";
import { type ReadArrow, readArrow } from "@wellhead/test-support/arrow/read-arrow";
import { describe, expect, it } from "vitest";
import { encodeNative } from "../stream/encode-native.js";
import { type NativeBlock, nativeColumns } from "./native-columns.js";

/** Writes an integer as the server stores it. */
function integer(width: number): (value: bigint) => Buffer {
  return (value) => {
    const bytes = Buffer.alloc(width);
    for (let at = 0; at < width; at += 1) bytes[at] = Number((value >> BigInt(8 * at)) & 255n);
    return bytes;
  };
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  const size = bytes.length;
  return Buffer.concat([Buffer.from(size < 128 ? [size] : [(size & 127) | 128, size >> 7]), bytes]);
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

/** The bytes of a null, which the server does not clear. */
const anyBytes = 0xee;

/** Values of a type as the server stores them, and as JSON of Arrow. */
interface Stored {
  readonly type: string;
  readonly values: readonly (readonly [Buffer, string])[];
}

function integers(type: string, width: number, ...values: readonly bigint[]): Stored {
  return { type, values: values.map((value) => [integer(width)(value), String(value)]) };
}

const minimum = (bits: bigint) => -(2n ** (bits - 1n));
const maximum = (bits: bigint) => 2n ** bits - 1n;

const types: readonly Stored[] = [
  integers("Int8", 1, minimum(8n), -1n, 0n, maximum(7n)),
  integers("Int16", 2, minimum(16n), -1n, 0n, maximum(15n)),
  integers("Int32", 4, minimum(32n), -1n, 0n, maximum(31n)),
  integers("Int64", 8, minimum(64n), -1n, 2n ** 53n + 1n, maximum(63n)),
  integers("UInt8", 1, 0n, 127n, 128n, maximum(8n)),
  integers("UInt16", 2, 0n, 32_768n, maximum(16n)),
  integers("UInt32", 4, 0n, 2n ** 31n, maximum(32n)),
  integers("UInt64", 8, 0n, 2n ** 63n, maximum(64n)),
  { type: "Float64", values: [0.1, -1e300, 5e-324].map((value) => [double(value), String(value)]) },
  {
    type: "Date",
    values: [
      [integer(2)(0n), '"1970-01-01"'],
      [integer(2)(65_535n), '"2149-06-06"'],
    ],
  },
  {
    type: "DateTime('Asia/Tokyo')",
    values: [
      [integer(4)(0n), '"1970-01-01T00:00:00Z"'],
      [integer(4)(maximum(32n)), '"2106-02-07T06:28:15Z"'],
    ],
  },
  {
    type: "Decimal(9, 2)",
    values: [
      [integer(4)(-999_999_999n), "-9999999.99"],
      [integer(4)(5n), "0.05"],
    ],
  },
  {
    type: "Decimal(15, 0)",
    values: [
      [integer(8)(999_999_999_999_999n), "999999999999999"],
      [integer(8)(-1n), "-1"],
    ],
  },
  {
    type: "Decimal(18, 3)",
    values: [
      [integer(8)(-999_999_999_999_999_999n), "-999999999999999.999"],
      [integer(8)(2n ** 53n + 1n), "9007199254740.993"],
    ],
  },
  {
    type: "String",
    values: ["", "é", "x".repeat(127), "y".repeat(300), "日本"].map((value) => [
      text(value),
      JSON.stringify(value),
    ]),
  },
];

/** Encodes blocks of one column, and reads them with another library. */
async function read(
  type: string,
  blocks: readonly NativeBlock[],
  range: { readonly skip: number; readonly limit?: number } = { skip: 0 },
): Promise<ReadArrow> {
  const columns = nativeColumns([{ name: "a", type }], ["a"]) ?? [];
  const fields = columns.map((column) => ({ name: column.name, type: column.type }));
  const { open, shared, close } = arrowFrame(fields, {});
  async function* given() {
    yield* blocks;
  }
  const parts = [Buffer.from(open)];
  const options = { columns, limit: undefined, ...range, action: "Could not read the rows" };
  for await (const { bytes } of encodeNative(given(), options))
    parts.push(Buffer.from(withoutShared(bytes, shared)), Buffer.from(shared));
  return readArrow(Buffer.concat([...parts, close]));
}

function blockOf(values: readonly Buffer[], nulls?: readonly number[]): NativeBlock {
  // Values of other columns are before and after them.
  const before = Buffer.alloc(3, anyBytes);
  const bytes = Buffer.concat([before, Buffer.from(nulls ?? []), ...values, before]);
  return { rows: values.length, bytes, starts: [before.length] };
}

describe.each(types)("values of $type as Arrow", ({ type, values }) => {
  const stored = values.map(([bytes]) => bytes);
  const shown = values.map(([, json]) => json);
  const cells = (found: ReadArrow, expected: readonly string[]) =>
    expected.map((json) => [jsonCell(json, found.fields[0]?.type ?? "")]);

  it("are those of the server", async () => {
    const found = await read(type, [blockOf(stored), blockOf(stored.toReversed())]);
    expect([found.fault, found.rows]).toEqual([undefined, cells(found, [...shown, ...shown.toReversed()])]);
  });

  it("are null where the server says so, whatever their bytes are", async () => {
    // Texts that are null are empty.
    const lost = type === "String" ? text("") : Buffer.alloc(stored[0]?.length ?? 0, anyBytes);
    const given = [...stored.flatMap((bytes) => [bytes, lost]), ...stored];
    const nulls = [...stored.flatMap(() => [0, 1]), ...stored.map(() => 0)];
    const whole = blockOf(
      stored,
      stored.map(() => 0),
    );
    const found = await read(`Nullable(${type})`, [whole, blockOf(given, nulls), whole]);
    const expected = [...shown, ...shown.flatMap((json) => [json, "null"]), ...shown, ...shown];
    expect([found.fault, found.rows]).toEqual([undefined, cells(found, expected)]);
  });

  it("begin and end in the middle of a block", async () => {
    const blocks = [blockOf(stored), blockOf(stored)];
    const found = await read(type, blocks, { skip: 1, limit: stored.length });
    expect(found.rows).toEqual(cells(found, [...shown.slice(1), ...shown.slice(0, 1)]));
  });
});

it.each([
  ["Decimal(9, 2)", integer(4)(1_000_000_000n)],
  ["Decimal(15, 0)", integer(8)(-(10n ** 15n))],
  ["Decimal(18, 3)", integer(8)(10n ** 18n)],
])("a value of %s with more digits is an error that names its row", async (type, tooLarge) => {
  const fitting = integer(tooLarge.length)(1n);
  await expect(read(type, [blockOf([fitting]), blockOf([fitting, tooLarge])])).rejects.toThrow(
    /column "a" as Arrow: row 3 does not fit/,
  );
});

it("a text that is not UTF-8 is an error that names its row", async () => {
  const half = [text("a"), Buffer.concat([Buffer.of(1), Buffer.from("é").subarray(0, 1)])];
  const rest = Buffer.concat([Buffer.of(1), Buffer.from("é").subarray(1)]);
  await expect(read("String", [blockOf([...half, rest])])).rejects.toThrow(/row 2/);
});
