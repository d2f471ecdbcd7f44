import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";

/**
 * Writes the table of the benchmark as Parquet and CSV, once per machine. A row takes about 200 bytes as JSON and has a
 * bigint, an instant, text with umlauts, a decimal with NULLs, a boolean, text that needs escapes, and a list of text.
 *
 * @param {number} rows Number of rows.
 * @param {("parquet" | "csv")[]} kinds Kinds of files to write.
 * @returns {Promise<string>} The folder that contains `rows.parquet` and `rows-csv.csv`.
 */
export async function makeData(rows, kinds) {
  const folder = join(tmpdir(), `wellhead-bench-${rows}`);
  await mkdir(folder, { recursive: true });
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  const table = `SELECT i::BIGINT AS id,
      TIMESTAMPTZ '2020-01-01 00:00:00+00' + to_seconds(i * 7) + to_microseconds(i % 1000000) AS created,
      'Kunde Größe ' || (i % 9973) || ['Zürich', 'København', '東京', 'São Paulo'][1 + i % 4] AS customer,
      CASE WHEN i % 10 = 3 THEN NULL ELSE ((i * 37 % 10000000) / 100)::DECIMAL(12, 2) END AS amount,
      i % 3 = 0 AS paid,
      'He said "ok"' || chr(10) || 'C:\\tmp\\' || i || ' 😀 plain' AS note,
      ['alpha', 'beta ' || (i % 100)] AS tags
    FROM range(${rows}) t(i)`;
  for (const kind of kinds) {
    const path = join(folder, kind === "csv" ? "rows-csv.csv" : "rows.parquet");
    if (!existsSync(path)) await connection.run(`COPY (${table}) TO '${path}' (FORMAT ${kind})`);
  }
  connection.closeSync();
  instance.closeSync();
  return folder;
}
