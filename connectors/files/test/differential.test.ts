import { join } from "node:path";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { expect, it } from "vitest";
import { makeFolder, readText } from "./folder.js";
import { python } from "./python.js";

/** Total rows of all files; `npm run proof differential` reads a million. */
const totalRows = Number(process.env["WELLHEAD_DIFFERENTIAL_ROWS"] ?? (isLong ? 6000 : 2000));

/**
 * Share of the rows in each format. With a million rows, every file except the workbook is larger than the maximum for
 * reading a file in full first.
 */
const shares = { csv: 0.4, ndjson: 0.25, json: 0.25, xlsx: 0.1 };

it.each(Object.entries(shares))(
  "random rows in %s, which Python wrote, are those that Python reads",
  async (kind, share) => {
    const rowCount = Math.ceil(totalRows * share);
    await using folder = await makeFolder({}, { timeLimit: 3600 });
    const path = join(folder.path, `a.${kind}`);
    python("write_random.py", JSON.stringify({ path, kind, rows: rowCount, seed: 20_241 }));
    const read = async (): Promise<string> => `[${await readText(await folder.source("a"))}]`;
    // The last row of a large file differs from its beginning, so the first read fails with an error, and the second
    // one succeeds.
    const rows = await read().catch((error: unknown) => {
      if (error instanceof Error && error.message.includes("Try again")) return read();
      throw error;
    });
    // For a workbook, Python has written its content to a second file.
    const expected = kind === "xlsx" ? { path: `${path}.ndjson`, kind: "ndjson" } : { path, kind };
    expect(python("compare_rows.py", JSON.stringify({ ...expected, rows }))).toEqual([]);
  },
  120_000 + totalRows,
);
