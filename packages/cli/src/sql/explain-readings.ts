import type { PlannedReading } from "./plan-readings.js";
import { printableText } from "./printable-text.js";

/**
 * Formats the requests that a query would make, without making them.
 *
 * @param readings - The planned readings
 * @param validates - Whether accounts are validated first
 * @returns Lines of text
 */
export function explainReadings(readings: readonly PlannedReading[], validates: boolean): string {
  if (readings.length === 0) return "The query reads no source.\n";
  const validated = new Set<string>();
  return readings.map((reading) => explainReading(reading, validates, validated)).join("\n");
}

function explainReading(
  { connection, source, declared, columns, filter, pushed, limit }: PlannedReading,
  validates: boolean,
  validated: Set<string>,
): string {
  const { name, base } = connection.named;
  const asks = validates && connection.accountPath !== undefined && !validated.has(name);
  validated.add(name);
  const body = {
    source: source.id,
    ...(connection.accountPath !== undefined && { account: `from ${connection.accountPath}` }),
    filter,
    ...(limit !== undefined && { limit }),
  };
  const names =
    columns === undefined
      ? undefined
      : declared.map(({ id }) => id).filter((id) => columns.has(id.toLowerCase()));
  return [
    `${name}."${source.id}" at ${base.href}`,
    ...(asks ? ["  POST /validate"] : []),
    `  POST / ${JSON.stringify(body)}`,
    ...pushed.map(({ field, reason }) => `  filter "${field}" comes from ${reason}`),
    names === undefined
      ? "  keeps all columns"
      : `  keeps ${names.length} of ${declared.length} columns${names.length === 0 ? "" : `: ${names.join(", ")}`}`,
    limit === undefined ? "  reads every row of this request" : `  reads at most ${limit} rows`,
    "",
  ]
    .map(printableText)
    .join("\n");
}
