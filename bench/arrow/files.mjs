import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeData } from "../files/make-data.mjs";
import { rowCount } from "../measure/counts.mjs";
import { makeReader } from "../measure/make-reader.mjs";
import { startService } from "../measure/start-service.mjs";
import { compare } from "./compare.mjs";

/** The service of files. */
export const fileService = new URL("../files/serve-folder.mjs", import.meta.url);

/** Requests all rows of the file. */
export const fileRows = { source: "rows", account: {}, filter: {} };

/**
 * Compares Parquet to Arrow with Parquet to NDJSON.
 *
 * @returns {Promise<import("../measure/figure.mjs").Figure[]>} The figures.
 */
export async function files() {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-arrow-files-"));
  const reader = makeReader(folder);
  const service = await startService(fileService, [await makeData(rowCount, ["parquet"])]);
  try {
    return await compare({
      rows: `${rowCount.toLocaleString("en-US")} rows of Parquet`,
      count: rowCount,
      service,
      read: (accept) => reader(service, fileRows, { accept }),
      atMost: 0.5,
      maxProcessor: 0.45,
    });
  } finally {
    service.stop();
    rmSync(folder, { recursive: true });
  }
}
