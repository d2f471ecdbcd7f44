import { describe, expect, it } from "vitest";
import { makeFolder } from "./folder.js";
import { type ParquetColumn, writeParquetSchema } from "./write-parquet-schema.js";

const [int32, int96, fixedBytes] = [1, 3, 7];

/** Converted type for decimals. */
const decimal = 5;

async function faultOf(column: ParquetColumn): Promise<unknown> {
  await using folder = await makeFolder({ "a.parquet": writeParquetSchema(column) });
  return await folder.rows("a").catch((error: unknown) => error);
}

describe("Parquet", () => {
  it("of decimals with more than 38 digits is refused with the name of the column", async () => {
    const column = { name: "amount", type: fixedBytes, length: 32, converted: decimal, precision: 76 };
    expect(await faultOf(column)).toMatchObject({
      code: "upstream_invalid",
      message: expect.stringMatching(/"amount" holds decimals of 76 digits, and the maximum is 38\./),
    });
  });

  it("of INT96 is refused with the name of the column", async () => {
    expect(await faultOf({ name: "moment", type: int96 })).toMatchObject({
      code: "upstream_invalid",
      message: expect.stringMatching(/"moment" holds times in nanoseconds/),
    });
  });

  it.each([
    { name: "n", type: int32 },
    { name: "amount", type: fixedBytes, length: 16, converted: decimal, precision: 38 },
  ])("of %o is read", async (column) => {
    expect(await faultOf(column)).toEqual([]);
  });
});
