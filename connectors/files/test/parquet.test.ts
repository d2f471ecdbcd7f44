import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, it } from "vitest";
import { makeFolder, readText } from "./folder.js";
import { type ParquetColumn, writeParquet } from "./write-parquet.js";

const [int32, int64, int96, bytes, fixedBytes] = [1, 2, 3, 6, 7];

/** Converted type for decimals, encoding that splits the bytes of numbers, and a codec. */
const [decimal, byteStreamSplit, hadoopLz4] = [5, 9, 5];

const nanosecondsPerDay = 86_400_000_000_000n;

/** Returns the bytes of timestamps of the physical type INT96: days since 1970, and nanoseconds after midnight. */
function int96Bytes(moments: ReadonlyArray<readonly [day: number, nanoseconds: bigint]>): Buffer {
  return Buffer.concat(
    moments.map(([day, nanoseconds]) => {
      const value = Buffer.alloc(12);
      value.writeBigInt64LE(nanoseconds, 0);
      value.writeInt32LE(day + 2_440_588, 8);
      return value;
    }),
  );
}

function int96File(moments: Parameters<typeof int96Bytes>[0]): Uint8Array {
  return writeParquet({
    name: "at",
    type: int96,
    pages: [{ values: moments.length, bytes: int96Bytes(moments) }],
  });
}

/** Returns bytes in the frame of Hadoop, as a block of LZ4 without any repetition. */
function hadoopBlock(content: Buffer): Buffer {
  // A token with fifteen literals or more is followed by the rest of their number, here less than 255.
  const block = Buffer.concat([Buffer.from([0xf0, content.length - 15]), content]);
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32BE(content.length, 0);
  sizes.writeUInt32BE(block.length, 4);
  return Buffer.concat([sizes, block]);
}

/** Returns the bytes of numbers with the first byte of each first, and so on. */
function split(content: Buffer, width: number): Buffer {
  const count = content.length / width;
  return Buffer.from(
    Array.from(
      { length: content.length },
      (_, at) => content[(at % count) * width + Math.floor(at / count)] ?? 0,
    ),
  );
}

async function rowsOf(column: ParquetColumn): Promise<unknown> {
  await using folder = await makeFolder({ "a.parquet": writeParquet(column) });
  return await folder.rows("a").catch((error: unknown) => error);
}

describe("timestamps of the physical type INT96", () => {
  const noon = 12n * 3_600_000_000_000n;

  it.each<[string, Parameters<typeof int96Bytes>[0], readonly string[]]>([
    [
      "in microseconds",
      [
        [19_724, noon],
        [0, 0n],
        [-1, nanosecondsPerDay - 1000n],
        [19_782, 123_456_000n],
        [2_932_896, noon],
        [-719_528, 0n],
      ],
      [
        "2024-01-02T12:00:00",
        "1970-01-01T00:00:00",
        "1969-12-31T23:59:59.999999",
        "2024-02-29T00:00:00.123456",
        "9999-12-31T12:00:00",
        "0000-01-01T00:00:00",
      ],
    ],
    [
      "in nanoseconds",
      [
        [19_724, noon],
        [0, 1n],
        [-1, nanosecondsPerDay - 1n],
      ],
      ["2024-01-02T12:00:00", "1970-01-01T00:00:00.000000001", "1969-12-31T23:59:59.999999999"],
    ],
    [
      "in nanoseconds, in years that no type of the engine has with them",
      [
        [0, 1n],
        [2_932_896, noon],
        [-865_625, 0n],
      ],
      ["1970-01-01T00:00:00.000000001", "9999-12-31T12:00:00", "-000400-01-01T00:00:00"],
    ],
    // Spark adds the days before 1970 to the microseconds, which wraps around.
    ["that wrapped around", [[-108_302_820, -32_509_551_616_000n]], ["+290000-12-30T23:00:00"]],
    ["after the end of their day", [[0, nanosecondsPerDay + noon]], ["1970-01-02T12:00:00"]],
  ])("%s are read exactly", async (_, moments, texts) => {
    await using folder = await makeFolder({ "a.parquet": int96File(moments) });
    expect(await folder.rows("a")).toEqual(texts.map((at) => ({ at })));
    expect(await folder.rows("a", { filter: { sql: "SELECT count(*) AS n FROM a" } })).toEqual([
      { n: moments.length },
    ]);
  });

  it("of some files of a table are read exactly, after a mark if the table was read before they were seen", async () => {
    await using folder = await makeFolder({
      "t/.table.json": '{"fileColumn":false}',
      "t/a.parquet": int96File([[0, 1000n]]),
      "t/b.parquet": int96File([[0, 1n]]),
      "t/c.parquet": int96File([[1, 5000n]]),
    });
    await expect(folder.rows("t")).rejects.toMatchObject({
      code: "upstream_invalid",
      message: expect.stringContaining(
        'Could not read "t/b.parquet": it has timestamps in nanoseconds',
      ) as string,
    });
    // Of two types of the engine, text holds both. The files that are read in the same way come one after another.
    expect(await folder.rows("t")).toEqual([
      { at: "1970-01-01 00:00:00.000001" },
      { at: "1970-01-02 00:00:00.000005" },
      { at: "1970-01-01 00:00:00.000000001" },
    ]);
  });

  it("are checked at the end of the rows of a large file, and read exactly by the next request", async () => {
    const moments = Array.from(
      { length: 1000 },
      (_, index) => [19_724, index === 999 ? noon + 7n : noon] as const,
    );
    const pages = [{ values: moments.length, bytes: int96Bytes(moments) }];
    const large = writeParquet({ name: "at", type: int96, pages, unused: 33 * 2 ** 20 });
    await using folder = await makeFolder({ "a.parquet": large });
    const source = await folder.source("a");
    await expect(readText(source, { limit: 1 })).rejects.toThrow("lack three digits. Try again");
    const rows = await folder.rows("a", { skip: 998 });
    expect(rows).toEqual([{ at: "2024-01-02T12:00:00" }, { at: "2024-01-02T12:00:00.000000007" }]);
  });
});

describe("Parquet that the engine cannot read", () => {
  const numbers = Buffer.from(BigInt64Array.from([1n, -2n, 2n ** 62n, 0n]).buffer);
  const int64Rows = [1, -2, 2 ** 62, 0].map((n) => ({ n }));

  it("because of the codec LZ4 in the frame of Hadoop is read", async () => {
    const page = { values: 4, bytes: hadoopBlock(numbers), codec: hadoopLz4, size: numbers.length };
    expect(await rowsOf({ name: "n", type: int64, pages: [page] })).toEqual(int64Rows);
  });

  it("because the bytes of whole numbers are split is read", async () => {
    const page = { values: 4, bytes: split(numbers, 8), encoding: byteStreamSplit };
    expect(await rowsOf({ name: "n", type: int64, pages: [page] })).toEqual(int64Rows);
  });

  it("because it has decimals of more than 38 digits is read with every digit", async () => {
    const value = Buffer.alloc(32, 0x11);
    const column = { name: "amount", type: fixedBytes, length: 32, converted: decimal, precision: 76 };
    await using folder = await makeFolder({
      "a.parquet": writeParquet({ ...column, pages: [{ values: 1, bytes: value }] }),
    });
    const source = await folder.source("a");
    expect(source.fields).toMatchObject({ amount: { column: "number" } });
    expect(await readText(source)).toBe(`{"amount":${BigInt(`0x${value.toString("hex")}`)}}`);
  });

  it("is refused in our words if another reader cannot read it either", async () => {
    const page = { values: 4, bytes: numbers.subarray(0, 20), encoding: byteStreamSplit };
    expect(await rowsOf({ name: "n", type: int64, pages: [page] })).toMatchObject({
      code: "upstream_invalid",
    });
    const unknown = { values: 4, bytes: numbers, codec: 77, encoding: byteStreamSplit };
    expect(await rowsOf({ name: "n", type: int64, pages: [unknown] })).toMatchObject({
      code: "upstream_invalid",
    });
  });

  it.each<ParquetColumn>([
    { name: "n", type: int32 },
    { name: "at", type: int96 },
    { name: "amount", type: fixedBytes, length: 16, converted: decimal, precision: 38 },
    { name: "amount", type: fixedBytes, length: 32, converted: decimal, precision: 76 },
  ])("and that has no rows, of %o, has none", async (column) => {
    expect(await rowsOf(column)).toEqual([]);
  });
});

describe("bytes of a Parquet file without a type", () => {
  const texts = Buffer.concat(
    ["Zürich", "", "b"].flatMap((text) => {
      const size = Buffer.alloc(4);
      size.writeUInt32LE(Buffer.byteLength(text));
      return [size, Buffer.from(text)];
    }),
  );
  const file = writeParquet({ name: "city", type: bytes, pages: [{ values: 3, bytes: texts }] });

  it("are Base64, and the description says so", async () => {
    await using folder = await makeFolder({ "a.parquet": file });
    expect(await folder.rows("a")).toEqual([{ city: "WsO8cmljaA==" }, { city: "" }, { city: "Yg==" }]);
    const { description } = await folder.source("a");
    expect(description).toContain('the bytes of "city" are text, so they are shown as Base64');
    expect(description).toContain('{"settings": {"*.parquet": {"binaryAsText": true}}}');
  });

  it("are text if the settings say so, in a file and in a table", async () => {
    await using folder = await makeFolder({
      ".table.json": '{"settings":{"*.parquet":{"binaryAsText":true}}}',
      "t/.table.json": '{"fileColumn":false,"settings":{"**/*.parquet":{"binaryAsText":true}}}',
      "a.parquet": file,
      "t/x=1/a.parquet": file,
    });
    const rows = [{ city: "Zürich" }, { city: "" }, { city: "b" }];
    expect(await folder.rows("a")).toEqual(rows);
    expect((await folder.source("a")).description).toBe("File a.parquet");
    expect(await folder.rows("t")).toEqual(rows.map((row) => ({ ...row, x: 1 })));
  });
});

it("values of the type VARIANT are JSON, and their null is NULL", async () => {
  await using folder = await makeFolder();
  const engine = await DuckDBInstance.create(":memory:");
  const connection = await engine.connect();
  const values = [
    ["'alice'", '"alice"'],
    ["{'name': 'a\"b', 'n': [{'x': 1.50}, NULL]}", '{"n":[{"x":1.50},null],"name":"a\\"b"}'],
    ["NULL", "null"],
    ["true", "true"],
  ];
  const rows = values.map(([sql], index) => `(${index}, ${sql}::VARIANT)`);
  await connection.run(
    `COPY (SELECT * FROM (VALUES ${rows.join(", ")}) t(id, v)) TO '${folder.path}/a.parquet'`,
  );
  engine.closeSync();
  expect(await readText(await folder.source("a"))).toBe(
    values.map(([, v], id) => `{"id":${id},"v":${v}}`).join(","),
  );
});
