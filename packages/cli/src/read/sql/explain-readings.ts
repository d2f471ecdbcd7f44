import { fixedType, type PlannedReading, type TypedColumn, valuesOfRequest } from "@wellhead/results";
import { printableText } from "../../terminal/printable-text.js";
import type { NamedConnector } from "./named-connectors.js";

/** The parts of a query's requests that its readings do not contain. */
export interface ExplainOptions {
  /** Whether accounts are validated first. */
  readonly validates: boolean;
  /** Maximum number of requests for one table whose required filter comes from a join. */
  readonly maxRequests: number;
}

/**
 * Formats the requests that a query would make, without making them.
 *
 * @param readings - The planned readings
 * @param connectors - The connectors of the command line
 * @param options - Whether accounts are validated first, and how many requests a join may make
 * @returns Lines of text
 */
export function explainReadings(
  readings: readonly PlannedReading[],
  connectors: readonly NamedConnector[],
  { validates, maxRequests }: ExplainOptions,
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
      return explainReading(reading, { account, asks, maxRequests });
    })
    .join("\n");
}

interface ReadingOptions extends Pick<ExplainOptions, "maxRequests"> {
  /** File with the account; `undefined` when there is none. */
  readonly account: string | undefined;
  /** Whether the account is validated first. */
  readonly asks: boolean;
}

function explainReading(reading: PlannedReading, { account, asks, maxRequests }: ReadingOptions): string {
  const { connection, source, filter, pushed, joined, limit } = reading;
  const { name, connector } = connection;
  const body = {
    source: source.id,
    ...(account !== undefined && { account: `from ${account}` }),
    filter: { ...filter, ...Object.fromEntries((joined?.fields ?? []).map(({ id }) => [id, "…"])) },
    ...(limit !== undefined && { limit }),
  };
  return [
    `${name}."${source.id}" at ${connector.base.href}`,
    ...(asks ? ["  POST /validate"] : []),
    `  POST / ${JSON.stringify(body)}`,
    ...pushed.map(({ field, reason }) => `  filter "${field}" comes from ${reason}`),
    ...explainJoins(reading, maxRequests),
    `  ${keptColumns(reading)}`,
    ...explainTypes(reading),
    ...(reading.unpushed === undefined
      ? []
      : [`  sends no filter of WHERE and no LIMIT: ${reading.unpushed}`]),
    limit === undefined
      ? `  reads every row of ${joined === undefined ? "this request" : "these requests"}`
      : `  reads at most ${limit} rows`,
    "",
  ]
    .map(printableText)
    .join("\n");
}

/** Explains which columns are loaded. Without declared columns, only the rows show which of them exist. */
function keptColumns({ declared, columns }: PlannedReading): string {
  if (columns === undefined) return "keeps all columns";
  if (columns.size === 0) return "keeps no column";
  if (declared.length === 0) return `keeps of each row, if it has them: ${[...columns].join(", ")}`;
  const names = declared.map(({ id }) => id).filter((id) => columns.has(id.toLowerCase()));
  return `keeps ${names.length} of ${declared.length} columns${names.length === 0 ? "" : `: ${names.join(", ")}`}`;
}

/** Explains which type each column has, and who names it. */
function explainTypes({
  declared,
  columns,
  otherType,
  isComplete,
  joined,
}: PlannedReading): readonly string[] {
  const used = declared.filter(({ id }) => columns?.has(id.toLowerCase()) ?? true);
  const lines = used.map((column) => `  "${column.id}" is ${sqlType(column.type)}, ${explainOrigin(column)}`);
  const known = new Set(declared.map(({ id }) => id.toLowerCase()));
  const others = [...(columns ?? [])].filter((name) => !known.has(name));
  const isOpen = columns === undefined && !isComplete;
  const type = otherType || (joined === undefined ? "" : "text");
  const origin =
    otherType === "" ? ", because the statement decides which rows are read" : ", as --type says";
  const what = type === "" ? "has the type that the values of all rows have" : `is ${sqlType(type)}${origin}`;
  if (isOpen) return [...lines, `  every other column ${what}`];
  return [...lines, ...others.map((name) => `  "${name}" ${what}`)];
}

function sqlType(type: string): string {
  const fixed = fixedType(type);
  if (type === "id") return "a text, or an integer where the source sends numbers";
  if (fixed === undefined) return "of the type that the values of all rows have";
  return fixed === "number" ? "an exact number" : fixed;
}

function explainOrigin({ type, origin, rememberedAt = 0 }: TypedColumn): string {
  if (origin === "user") return `as --type says: ${type}`;
  if (origin === "connector") return type === "" ? "the connector declares no type" : `declared as ${type}`;
  return `remembered from all rows of ${new Date(rememberedAt).toISOString().slice(0, 16)}Z: ${type}`;
}

/** Explains where joined filters get their values, and how many requests they need. */
function explainJoins(reading: PlannedReading, maxRequests: number): readonly string[] {
  const { joined } = reading;
  if (joined === undefined) return [];
  const groups = joined.uses.flat();
  const lines = groups.map(({ fields, text }) => {
    const names = fields.map(({ id }) => `"${id}"`).join(", ");
    return `  filter ${names} gets the values of ${text}`;
  });
  return [...new Set(lines), `  makes ${countRequests(reading, maxRequests)}`];
}

function countRequests(reading: PlannedReading, maxRequests: number): string {
  const { fields, uses } = reading.joined ?? { fields: [], uses: [] };
  const size = valuesOfRequest(reading, fields);
  const count = uses.reduce(
    (sum, groups) => sum + groups.reduce((product, { alternatives }) => product * alternatives.length, 1),
    0,
  );
  if (uses.flat().every(({ from }) => from === undefined))
    return Math.ceil(count / size) === 1 ? "1 request" : `${Math.ceil(count / size)} requests`;
  if (fields.every(({ type }) => type === "date")) return "1 request for all dates, none without a date";
  const each =
    size === 1 ? "one request for each distinct value" : `one request for every ${size} distinct values`;
  return `${each}, at most ${maxRequests} (--max-requests)`;
}
