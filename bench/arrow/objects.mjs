import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeReader } from "../measure/make-reader.mjs";
import { startService } from "../measure/start-service.mjs";
import { compare } from "./compare.mjs";

const objectCount = Number(process.env["BENCH_OBJECTS"] ?? 500_000);

/**
 * Compares rows from objects as Arrow with the same rows as NDJSON.
 *
 * @returns {Promise<import("../measure/figure.mjs").Figure[]>} The figures.
 */
export async function objects() {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-arrow-objects-"));
  const reader = makeReader(folder);
  const service = await startService(new URL("../server/wellhead.mjs", import.meta.url), ["silent"]);
  const body = { source: "rows", account: { token: "a-token-of-the-bench" }, limit: objectCount };
  try {
    return await compare({
      rows: `${objectCount.toLocaleString("en-US")} rows from objects`,
      count: objectCount,
      service,
      read: (accept) => reader(service, body, { accept }),
      atMost: 1,
    });
  } finally {
    service.stop();
    rmSync(folder, { recursive: true });
  }
}
