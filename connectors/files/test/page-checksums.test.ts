import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { expect, it } from "vitest";
import { makeFolder } from "./folder.js";

/**
 * Files written by pyarrow 25 with `write_page_checksum`: 300 rows in 2 row groups, with pages of version 1 and version
 * 2.
 */
const versions = ["1", "2"].map(
  (version) =>
    [version, readFileSync(join(import.meta.dirname, `page-checksums-${version}.parquet`))] as const,
);

/** Number of changed bytes in each file. */
const changes = isLong ? 60 : 20;

/** Returns the position of the footer; the pages are before it. */
function footerOf(bytes: Buffer): number {
  return bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
}

function changed(bytes: Buffer, at: number, bits: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ bits;
  return copy;
}

it.each(versions)(
  "a page of Parquet version %s with a changed byte is an error and never other rows",
  async (_, bytes) => {
    const step = Math.floor(footerOf(bytes) / changes);
    const places = Array.from({ length: changes }, (_place, index) => 4 + index * step);
    const files = places.map(
      (at, index) => [`${index}.parquet`, changed(bytes, at, 1 << (index % 8))] as const,
    );
    await using folder = await makeFolder(Object.fromEntries([["whole.parquet", bytes], ...files]));
    const whole = await folder.rows("whole");
    expect(whole.slice(298)).toEqual([
      { id: 298, name: "n 22", list: [298, 299], value: 37.25 },
      { id: 299, name: "n 21", list: [299, 300], value: 37.375 },
    ]);
    const outcomes = await Promise.all(
      places.map((at, index) =>
        folder.rows(String(index)).then(
          (rows) => [at, rows] as const,
          (error: unknown) => [at, error] as const,
        ),
      ),
    );
    // A change in a page header may affect only its statistics, not the rows.
    const errors = outcomes.filter(([, outcome]) => !Array.isArray(outcome));
    for (const [at, outcome] of outcomes)
      expect([at, Array.isArray(outcome) ? outcome : []]).toEqual([at, Array.isArray(outcome) ? whole : []]);
    for (const [, error] of errors) expect(error).toMatchObject({ code: "upstream_invalid" });
    expect(errors.length).toBeGreaterThan(changes / 2);
  },
);

it.runIf(isLong)(
  "a damaged page of a Parquet file of more than 32 MiB is an error where the rows end, also if none is of that page",
  async () => {
    const [[, bytes]] = versions as [(typeof versions)[number]];
    const footer = footerOf(bytes);
    // Nothing refers to the bytes between the pages and the footer.
    const gap = Buffer.alloc(33 * 2 ** 20);
    const large = (pages: Buffer) => Buffer.concat([pages.subarray(0, footer), gap, bytes.subarray(footer)]);
    await using folder = await makeFolder({
      "whole.parquet": large(bytes),
      "damaged.parquet": large(changed(bytes, footer - 1, 1)),
    });
    expect(await folder.rows("whole", { limit: 1, filter: { columns: ["id"] } })).toEqual([{ id: 0 }]);
    await expect(folder.rows("damaged", { limit: 1, filter: { columns: ["id"] } })).rejects.toMatchObject({
      code: "upstream_invalid",
      message: expect.stringContaining('incorrect checksum of a page of the column "') as string,
    });
  },
);
