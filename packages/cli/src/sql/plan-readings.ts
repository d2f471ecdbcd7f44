import { resolve } from "node:path";
import type { Account, Application, Column, Connector, Source } from "@wellhead/client";
import type { Condition, NamedTable, StatementReads } from "@wellhead/results";
import { didYouMean } from "../command/nearest.js";
import { usageError } from "../command-error.js";
import { readAccountFile } from "../pull/account-file.js";
import { findSource } from "../pull/find-source.js";
import { readCallerHeaders } from "../remote/caller-headers.js";
import { connect } from "../remote/connect.js";
import type { Terminal } from "../terminal/terminal.js";
import { findConnector, type NamedConnector } from "./named-connectors.js";
import { type PushedFilter, pushFilters } from "./push-filters.js";
import { readTableFilters } from "./read-table-filters.js";

/** A connector that a statement reads from. */
export interface Connection {
  readonly named: NamedConnector;
  readonly connector: Connector;
  readonly application: Application;
  /** File with the account; `undefined` when there is none. */
  readonly accountPath: string | undefined;
  /** The account as stored. */
  readonly account: Account;
}

/** The planned reading of one table of a statement. */
export interface PlannedReading {
  readonly connection: Connection;
  readonly source: Source;
  readonly declared: readonly Column[];
  /** Whether the statement also uses the table's name without the connector's. */
  readonly isPlain: boolean;
  /** Columns to load, in lower case; `undefined` means all. */
  readonly columns: ReadonlySet<string> | undefined;
  readonly filter: Readonly<Record<string, unknown>>;
  /** The parts of the filter that come from WHERE or from the columns of the statement. */
  readonly pushed: readonly PushedFilter[];
  readonly limit: number | undefined;
}

/** Options of `planReadings()`. */
export interface PlanReadingsOptions {
  readonly reads: StatementReads;
  readonly connectors: readonly NamedConnector[];
  /** The values of each `--filter`. */
  readonly filters: readonly string[];
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** A source, and the names the statement uses for it. */
interface Named {
  readonly connection: Connection;
  readonly source: Source;
  readonly tables: readonly NamedTable[];
}

/**
 * Plans what to read for a statement: only the sources it names, and only the columns and rows it needs.
 *
 * @param options - The statement, the connectors, the filters
 * @returns The readings
 * @throws CommandError when a connector or source does not exist, or a required filter has no value
 */
export async function planReadings(options: PlanReadingsOptions): Promise<readonly PlannedReading[]> {
  const named = await findSources(options);
  const withColumns = await Promise.all(
    named.map(async (entry) => ({ ...entry, declared: await columnsOf(entry, options.signal) })),
  );
  const filters = readTableFilters(
    options.filters,
    named.map(({ connection, source }) => ({ name: connection.named.name, source })),
  );
  return Promise.all(
    withColumns.map(async ({ connection, source, tables, declared }, index): Promise<PlannedReading> => {
      const others = withColumns.flatMap((other, position) => (position === index ? [] : other.declared));
      const columns = neededColumns(options.reads, declared, others);
      const given = filters[index] ?? {};
      const pushed = await pushFilters({
        source,
        declared,
        columns,
        conditions: conditionsOn(tables, options.reads.conditions),
        given,
        options: (field) =>
          connection.connector.options({
            source: source.id,
            field,
            account: connection.account,
            signal: options.signal,
          }),
      });
      const filter = { ...Object.fromEntries(pushed.map(({ field, value }) => [field, value])), ...given };
      checkRequired(source, filter, connection.named.name);
      return {
        connection,
        source,
        declared,
        isPlain: tables.some(({ schema }) => schema === ""),
        columns,
        filter,
        pushed,
        limit: options.reads.limit,
      };
    }),
  );
}

async function findSources(options: PlanReadingsOptions): Promise<readonly Named[]> {
  const opened = new Map<string, Promise<Connection>>();
  const open = (named: NamedConnector) => {
    const connection = opened.get(named.name) ?? openConnection(named, options);
    opened.set(named.name, connection);
    return connection;
  };
  const found = new Map<string, Named>();
  for (const table of options.reads.tables) {
    const { connection, source } = await findTable(table, options, open);
    const key = JSON.stringify([connection.named.name, source.id.toLowerCase()]);
    const before = found.get(key);
    if (before !== undefined && before.source.id !== source.id) {
      throw usageError(
        `Could not read "${before.source.id}" and "${source.id}" in one query: SQL ignores the case of letters.`,
      );
    }
    found.set(key, { connection, source, tables: [...(before?.tables ?? []), table] });
  }
  return [...found.values()];
}

async function findTable(
  { schema, name }: NamedTable,
  { connectors }: PlanReadingsOptions,
  open: (named: NamedConnector) => Promise<Connection>,
): Promise<{ readonly connection: Connection; readonly source: Source }> {
  if (schema !== "") {
    const connection = await open(findConnector(schema, connectors));
    return {
      connection,
      source: matchSource(connection.application, name) ?? findSource(connection.application, name),
    };
  }
  const all = await Promise.all(connectors.map(open));
  const matches = all.flatMap((connection) => {
    const source = matchSource(connection.application, name);
    return source === undefined ? [] : [{ connection, source }];
  });
  const [match] = matches;
  if (match !== undefined && matches.length === 1) return match;
  const names = (match === undefined ? all : matches.map(({ connection }) => connection)).map(
    ({ named }) => named.name,
  );
  const known = all.flatMap(({ application }) => application.sources.map(({ id }) => id));
  throw usageError(
    match === undefined
      ? `Could not find the source "${name}"${didYouMean(name, known)}. Write connector."source".`
      : `Could not tell which source "${name}" means: ${names.join(" and ")} have one. Write ${names[0]}."${name}".`,
  );
}

/** Finds a source by its exact id, or by the only id that matches when case is ignored. */
function matchSource({ sources }: Application, name: string): Source | undefined {
  const exact = sources.find(({ id }) => id === name);
  if (exact !== undefined) return exact;
  const similar = sources.filter(({ id }) => id.toLowerCase() === name.toLowerCase());
  return similar.length === 1 ? similar[0] : undefined;
}

async function openConnection(
  named: NamedConnector,
  { terminal, signal }: PlanReadingsOptions,
): Promise<Connection> {
  const connector = connect(named.base, await readCallerHeaders(named.caller, terminal));
  const accountPath = named.account === undefined ? undefined : resolve(terminal.directory, named.account);
  const account = accountPath === undefined ? {} : await readAccountFile(accountPath);
  return { named, connector, application: await connector.describe({ signal }), accountPath, account };
}

async function columnsOf(
  { connection: { connector, account }, source }: Named,
  signal: AbortSignal,
): Promise<readonly Column[]> {
  if (source.columns !== undefined) return source.columns;
  // The rows also show the columns, so a connector that cannot list them is not an obstacle.
  return (await connector.schema({ source: source.id, account, signal }).catch(() => undefined)) ?? [];
}

/** Returns the names that may refer to a column of a table: those it declares, and those that no table declares. */
function neededColumns(
  { columns }: StatementReads,
  declared: readonly Column[],
  others: readonly Column[],
): ReadonlySet<string> | undefined {
  if (columns === undefined) return undefined;
  const own = new Set(declared.map(({ id }) => id.toLowerCase()));
  const foreign = new Set(others.map(({ id }) => id.toLowerCase()));
  return new Set([...columns].filter((name) => own.has(name) || !foreign.has(name)));
}

function conditionsOn(tables: readonly NamedTable[], conditions: readonly Condition[]): readonly Condition[] {
  return conditions.filter(({ table }) =>
    tables.some(({ schema, name }) => schema === table.schema && name === table.name),
  );
}

function checkRequired(source: Source, filter: Readonly<Record<string, unknown>>, name: string): void {
  const displayed = new Set(["link", "oauth", "highlightText"]);
  const missing = source.filter.find(
    ({ id, required, defaultValue, type }) =>
      required &&
      !displayed.has(type) &&
      (defaultValue === undefined || defaultValue === null || defaultValue === "") &&
      filter[id] === undefined,
  );
  if (missing === undefined) return;
  throw usageError(
    `Could not read ${name}."${source.id}": its filter "${missing.id}" is required. Add --filter '${name}.${source.id}.${missing.id}=…'.`,
  );
}
