import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeData } from "../files/make-data.mjs";
import { largeCount } from "../measure/counts.mjs";
import { singleFigure } from "../measure/figure.mjs";
import { makeReader } from "../measure/make-reader.mjs";
import { peakWhile } from "../measure/peak-while.mjs";
import { startService } from "../measure/start-service.mjs";
import { formats } from "./compare.mjs";
import { fileRows, fileService } from "./files.mjs";

const fewRows = 200_000;
const megabyte = 2 ** 20;

/**
 * Compares the memory of the service after a long stream of Arrow with that after a short one, each in a new service.
 *
 * @returns {Promise<import("../measure/figure.mjs").Figure[]>} The figures.
 */
export async function memory() {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-arrow-memory-"));
  const reader = makeReader(folder);
  try {
    const few = await peak(reader, fewRows);
    const many = await peak(reader, largeCount);
    const [short, long] = [fewRows, largeCount].map((count) => count.toLocaleString("en-US"));
    return [
      singleFigure(`Memory while ${long} rows of Parquet are sent as Arrow, above that of ${short}`, {
        value: Math.round((many - few) / megabyte),
        unit: "MiB",
        atMost: 64,
        published: true,
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function peak(reader, rows) {
  const service = await startService(fileService, [await makeData(rows, ["parquet"])]);
  try {
    return await peakWhile(service, () => reader(service, fileRows, { accept: formats.arrow }));
  } finally {
    service.stop();
  }
}
