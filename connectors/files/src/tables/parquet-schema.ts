import type { DuckDBConnection } from "@duckdb/node-api";
import { quoteText } from "../engine/quote.js";

/** Maximum digits of the engine's DECIMAL. */
const maxDecimalDigits = 38;

/** A column, or a part of one, as the footer describes it. */
export interface SchemaColumn {
  readonly name: string;
  readonly type: string;
  readonly precision: number;
  readonly converted: string;
  readonly logical: string;
  /** All of the description as text. */
  readonly all: string;
}

/**
 * Returns the columns in the footers of Parquet files.
 *
 * @param connection - Connection to the engine
 * @param paths - The files
 * @returns The columns of each file; `undefined` when the engine does not understand them
 */
export async function parquetColumns(
  connection: DuckDBConnection,
  paths: readonly string[],
): Promise<ReadonlyMap<string, readonly SchemaColumn[]> | undefined> {
  try {
    const result = await connection.runAndReadAll(
      `SELECT file_name, name, type, precision, converted_type, logical_type,
         CAST(to_json(row(name, type, precision, scale, num_children, converted_type, logical_type)) AS VARCHAR)
       FROM parquet_schema([${paths.map(quoteText).join(", ")}])`,
    );
    const found = new Map<string, SchemaColumn[]>(paths.map((path) => [path, []]));
    for (const [file, name, type, precision, converted, logical, all] of result.getRows())
      found.get(String(file))?.push({
        name: String(name),
        type: String(type),
        precision: Number(precision ?? 0),
        converted: String(converted ?? ""),
        logical: String(logical ?? ""),
        all: String(all),
      });
    return found;
  } catch (error) {
    // A map without values is a set of keys.
    if (error instanceof Error && error.message.includes("MAP_KEY_VALUE requires two children"))
      return undefined;
    throw error;
  }
}

/** Returns whether the engine would drop digits of a column. It has no types for such values. */
export function isChanged({ type, precision, logical }: SchemaColumn): boolean {
  const digits = Number(/precision=(\d+)/.exec(logical)?.[1] ?? precision);
  const isNanoseconds =
    /isAdjustedToUTC=1.*NANOS=Nano/.test(logical) ||
    (logical.startsWith("TimeType") && /NANOS=Nano/.test(logical));
  return type !== "INT96" && (digits > maxDecimalDigits || isNanoseconds);
}

/** Returns whether a column has timestamps of which the engine drops digits, if they have so many. */
export function isInt96({ type }: SchemaColumn): boolean {
  return type === "INT96";
}

/** Returns whether a column has bytes of which nothing says what they mean. */
export function isPlainBinary({ type, converted, logical }: SchemaColumn): boolean {
  return type === "BYTE_ARRAY" && converted === "" && logical === "";
}
