import type { IncompleteRowsError } from "@wellhead/client";
import type { Results } from "@wellhead/results";
import { CommandError } from "../command-error.js";
import { keepAccount } from "../pull/account-file.js";
import type { Progress } from "../pull/progress.js";
import { formatNumber } from "../terminal/format-number.js";
import type { Connection, PlannedReading } from "./plan-readings.js";

/** Options of `loadReadings()`. */
export interface LoadReadingsOptions {
  readonly results: Results;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Whether accounts are validated first. */
  readonly validates: boolean;
  /** Whether rows are used even when some are missing. */
  readonly allowsPartial: boolean;
}

/** A table with missing rows. */
export interface PartialTable {
  /** How the stream of rows ended. */
  readonly ending: IncompleteRowsError["ending"];
  /** A sentence that describes the problem. */
  readonly message: string;
}

/**
 * Reads the sources of a query into tables, one after the other.
 *
 * @param readings - The planned readings
 * @param options - The destination, and whether missing rows are allowed
 * @returns The tables with missing rows; empty unless they are allowed
 * @throws CommandError `marked` or `cut` when rows are missing; ConnectorError when the connector refuses a request
 */
export async function loadReadings(
  readings: readonly PlannedReading[],
  options: LoadReadingsOptions,
): Promise<readonly PartialTable[]> {
  const accounts = new Map<Connection, Connection["account"]>();
  const partial: PartialTable[] = [];
  for (const reading of readings) {
    const { connection } = reading;
    const account = accounts.get(connection) ?? (await validAccount(connection, options));
    accounts.set(connection, account);
    const incomplete = await loadReading({ ...reading, connection: { ...connection, account } }, options);
    if (incomplete === undefined) continue;
    if (!options.allowsPartial)
      throw new CommandError(
        incomplete.ending,
        `${incomplete.message} Try again, or query the rows that arrived with --allow-partial.`,
      );
    partial.push(incomplete);
  }
  return partial;
}

async function validAccount(
  { connector, accountPath, account }: Connection,
  { validates, signal }: LoadReadingsOptions,
): Promise<Connection["account"]> {
  if (accountPath === undefined || !validates) return account;
  const valid = await connector.validate(account, { signal });
  await keepAccount(accountPath, account, valid);
  return valid;
}

async function loadReading(
  { connection, source, declared, isPlain, columns, filter, limit }: PlannedReading,
  { results, progress, signal }: LoadReadingsOptions,
): Promise<PartialTable | undefined> {
  const { named, connector, account } = connection;
  const rows = await connector.rows({ source: source.id, account, validate: false, filter, limit, signal });
  const { incomplete, rowCount } = await results.load(rows, {
    schema: named.name,
    name: source.id,
    declared,
    isPlain,
    columns,
    onBatch: (count, bytes) => progress.add(count, bytes),
  });
  if (incomplete === undefined) return undefined;
  const who = incomplete.ending === "marked" ? "the connector stopped" : "the stream broke";
  return {
    ending: incomplete.ending,
    message: `Could not read all of ${named.name}."${source.id}": ${who} after ${formatNumber(rowCount)} rows: ${incomplete.message.replace(/\.$/, "")}.`,
  };
}
