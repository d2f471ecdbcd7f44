import type { PlannedReading } from "@wellhead/results";
import { printableText } from "../terminal/printable-text.js";
import type { NamedConnector } from "./named-connectors.js";

/**
 * Formats the requests that a query would make, without making them.
 *
 * @param readings - The planned readings
 * @param connectors - The connectors of the command line
 * @param validates - Whether accounts are validated first
 * @returns Lines of text
 */
export function explainReadings(
  readings: readonly PlannedReading[],
  connectors: readonly NamedConnector[],
  validates: boolean,
): string {
  if (readings.length === 0) return "The query reads no source.\n";
  const validated = new Set<string>();
  const named = new Map(connectors.map((connector) => [connector.name, connector]));
  return readings
    .map((reading) => explainReading(reading, named.get(reading.connection.name), validates, validated))
    .join("\n");
}

function explainReading(
  { connection, source, declared, columns, filter, pushed, limit }: PlannedReading,
  named: NamedConnector | undefined,
  validates: boolean,
  validated: Set<string>,
): string {
  const { name, connector } = connection;
  const asks = validates && named?.account !== undefined && !validated.has(name);
  validated.add(name);
  const body = {
    source: source.id,
    ...(named?.account !== undefined && { account: `from ${named.account}` }),
    filter,
    ...(limit !== undefined && { limit }),
  };
  const names =
    columns === undefined
      ? undefined
      : declared.map(({ id }) => id).filter((id) => columns.has(id.toLowerCase()));
  return [
    `${name}."${source.id}" at ${connector.base.href}`,
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
