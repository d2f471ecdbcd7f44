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
    .map((reading) => {
      const { name } = reading.connection;
      const account = named.get(name)?.account;
      const asks = validates && account !== undefined && !validated.has(name);
      validated.add(name);
      return explainReading(reading, account, asks);
    })
    .join("\n");
}

function explainReading(
  { connection, source, declared, columns, filter, pushed, limit }: PlannedReading,
  account: string | undefined,
  asks: boolean,
): string {
  const { name, connector } = connection;
  const body = {
    source: source.id,
    ...(account !== undefined && { account: `from ${account}` }),
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
