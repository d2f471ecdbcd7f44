import { describe, expect, it } from "vitest";
import { makeFolder } from "./folder.js";

/** Rows of a file that is too large to be read in full before its first rows are sent. */
const usual = `12345,"${"x".repeat(300)}"\n`.repeat(110_000);

const surprises = [
  [
    "a line that ends in another way",
    "1,one\r\n2,two\r\n",
    [
      ["1", "one"],
      ["2", "two"],
    ],
  ],
  [
    "a line end within a line",
    "1,one\r2,two\n",
    [
      ["1", "one"],
      ["2", "two"],
    ],
  ],
  [
    "a cell more than the header",
    "1,one,more\n2,two\n",
    [
      ["1", "one"],
      ["2", "two"],
    ],
  ],
  [
    "a number with a leading zero",
    "01,one\n2,two\n",
    [
      ["01", "one"],
      ["2", "two"],
    ],
  ],
] as const;

describe.each(surprises)("a large CSV file with %s after its first rows", (_name, last, expected) => {
  it("is read as it is after the first request has failed", async () => {
    await using folder = await makeFolder({ "a.csv": `zip,t\n${usual}${last}` });
    await expect(folder.rows("a")).rejects.toThrow("Try again");
    const rows = await folder.rows("a", { skip: 110_000 });
    expect(rows.map(({ zip, t }) => [String(zip), t])).toEqual(expected);
  });

  it("is read as it is after a statement has failed", async () => {
    await using folder = await makeFolder({ "a.csv": `zip,t\n${usual}${last}` });
    const filter = { sql: "SELECT count(*) AS n, count(zip) AS zips, max(length(t)) AS longest FROM a" };
    await expect(folder.rows("a", { filter })).rejects.toThrow("Try again");
    expect(await folder.rows("a", { filter })).toEqual([{ n: 110_002, zips: 110_002, longest: 300 }]);
  });
});
