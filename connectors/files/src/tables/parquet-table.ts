import { upstreamInvalid } from "@wellhead/sdk";
import { quoteText } from "../engine/quote.js";
import type { Reading, TableText } from "./reading.js";

/** Maximum digits of the engine's DECIMAL. */
const maxDecimalDigits = 38;

/**
 * Creates the table of a Parquet file.
 *
 * @param reading - The file
 * @returns The table
 * @throws ConnectorError `upstream_invalid` when the engine would change values of a column
 */
export async function parquetTable({ connection, standIn, name }: Reading): Promise<TableText> {
  const result = await connection.runAndReadAll(
    `SELECT name, type, precision, logical_type FROM parquet_schema(${quoteText(standIn)})`,
  );
  for (const [column, type, precision, logical] of result.getRows()) {
    const fault = columnFault(String(type), Number(precision ?? 0), String(logical ?? ""));
    if (fault === undefined) continue;
    throw upstreamInvalid(`Could not read "${name}": the column "${String(column)}" ${fault}`);
  }
  return { from: `read_parquet(${quoteText(standIn)})` };
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
