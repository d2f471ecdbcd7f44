import type { DuckDBConnection } from "@duckdb/node-api";
import { quoteText } from "../engine/quote.js";
import type { FoundFile } from "../folder/found-file.js";
import { columnIds } from "./column-ids.js";
import type { FileLayout } from "./file-layout.js";
import { isChanged, isInt96, parquetColumns, type SchemaColumn } from "./parquet-schema.js";

/** How the engine reads a Parquet file. */
export interface ParquetLayout {
  readonly layout: FileLayout;
  /** Whether it has timestamps of which the engine drops digits, if they have so many. */
  readonly hasInt96: boolean;
}

/**
 * Finds the layouts of Parquet files.
 *
 * @param connection - Connection to the engine
 * @param files - The files by their paths, as the engine sees them
 * @returns The layout of each file that the engine reads as it is; files with equal columns share one
 */
export async function parquetLayouts(
  connection: DuckDBConnection,
  files: ReadonlyMap<string, Pick<FoundFile, "settings">>,
): Promise<ReadonlyMap<string, ParquetLayout>> {
  const columns = await parquetColumns(connection, [...files.keys()]);
  const found = new Map<string, ParquetLayout>();
  const layouts = new Map<string, FileLayout>();
  for (const [path, { settings }] of files) {
    const list: readonly SchemaColumn[] | undefined = columns?.get(path);
    if (list === undefined || list.some(isChanged)) continue;
    const options = settings?.binaryAsText === true ? "binary_as_string = true" : "";
    const key = [options, ...list.map(({ all }) => all)].join("\n");
    const layout = layouts.get(key) ?? (await parquetLayout(connection, path, options));
    layouts.set(key, layout);
    found.set(path, { layout, hasInt96: list.some(isInt96) });
  }
  return found;
}

async function parquetLayout(
  connection: DuckDBConnection,
  path: string,
  options: string,
): Promise<FileLayout> {
  const args = [quoteText(path), "hive_partitioning = false", ...(options === "" ? [] : [options])];
  const result = await connection.runAndReadAll(
    `SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM read_parquet(${args.join(", ")}))`,
  );
  const rows = result.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
  const labels = columnIds(rows.map(({ name }) => name));
  return {
    reader: "read_parquet",
    options,
    columns: rows.map((column, index) => ({ ...column, label: labels[index] ?? column.name })),
  };
}
