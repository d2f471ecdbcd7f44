import type { DuckDBConnection } from "@duckdb/node-api";
import { upstreamInvalid } from "@wellhead/sdk";
import { quoteText } from "../engine/quote.js";
import type { FoundFile } from "../folder/found-file.js";
import { columnIds } from "./column-ids.js";
import type { FileLayout } from "./file-layout.js";
import type { Reading, TableText } from "./reading.js";

/** Maximum digits of the engine's DECIMAL. */
const maxDecimalDigits = 38;

/**
 * Finds the layouts of Parquet files.
 *
 * @param connection - Connection to the engine
 * @param files - The files by their paths, as the engine sees them
 * @returns The layout of each path; files with equal columns share one
 * @throws ConnectorError `upstream_invalid` when the engine would change values of a column
 */
export async function parquetLayouts(
  connection: DuckDBConnection,
  files: ReadonlyMap<string, Pick<FoundFile, "name">>,
): Promise<ReadonlyMap<string, FileLayout>> {
  const keys = new Map<string, string>();
  const result = await connection.runAndReadAll(
    `SELECT file_name, name, type, precision, logical_type,
       CAST(to_json(row(name, type, precision, scale, num_children, converted_type, logical_type)) AS VARCHAR)
     FROM parquet_schema([${[...files.keys()].map(quoteText).join(", ")}])`,
  );
  for (const [file, name, type, precision, logical, column] of result.getRows()) {
    const path = String(file);
    const fault = columnFault(String(type), Number(precision ?? 0), String(logical ?? ""));
    if (fault !== undefined)
      throw upstreamInvalid(
        `Could not read "${files.get(path)?.name}": the column "${String(name)}" ${fault}`,
      );
    keys.set(path, `${keys.get(path) ?? ""}${String(column)}\n`);
  }
  const layouts = new Map<string, FileLayout>();
  for (const [path, key] of keys) {
    if (!layouts.has(key)) layouts.set(key, await parquetLayout(connection, path));
  }
  return new Map(
    [...keys].flatMap(([path, key]) => {
      const layout = layouts.get(key);
      return layout === undefined ? [] : [[path, layout] as const];
    }),
  );
}

async function parquetLayout(connection: DuckDBConnection, path: string): Promise<FileLayout> {
  const result = await connection.runAndReadAll(
    `SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM read_parquet(${quoteText(path)}, hive_partitioning = false))`,
  );
  const rows = result.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
  const labels = columnIds(rows.map(({ name }) => name));
  return {
    reader: "read_parquet",
    options: "",
    columns: rows.map((column, index) => ({ ...column, label: labels[index] ?? column.name })),
  };
}

/**
 * Creates the table of a Parquet file.
 *
 * @param reading - The file
 * @returns The table
 * @throws ConnectorError `upstream_invalid` when the engine would change values of a column
 */
export async function parquetTable({ connection, standIn, sample, name }: Reading): Promise<TableText> {
  const result = await connection.runAndReadAll(
    `SELECT name, type, precision, logical_type FROM parquet_schema(${quoteText(sample ?? standIn)})`,
  );
  for (const [column, type, precision, logical] of result.getRows()) {
    const fault = columnFault(String(type), Number(precision ?? 0), String(logical ?? ""));
    if (fault === undefined) continue;
    throw upstreamInvalid(`Could not read "${name}": the column "${String(column)}" ${fault}`);
  }
  return {
    from: `read_parquet(${quoteText(standIn)})`,
    ...(sample !== undefined && { sampleFrom: `read_parquet(${quoteText(sample)})` }),
  };
}

function columnFault(type: string, precision: number, logical: string): string | undefined {
  const digits = Number(/precision=(\d+)/.exec(logical)?.[1] ?? precision);
  if (digits > maxDecimalDigits) {
    return `holds decimals of ${digits} digits, and the maximum is ${maxDecimalDigits}. Write it as text instead.`;
  }
  // The engine drops the last three digits of these types.
  const isNanoseconds =
    /isAdjustedToUTC=1.*NANOS=Nano/.test(logical) ||
    (logical.startsWith("TimeType") && /NANOS=Nano/.test(logical));
  if (isNanoseconds || type === "INT96") {
    return "holds times in nanoseconds, of which three digits would be lost. Write it in microseconds instead.";
  }
  return undefined;
}
