import type { Account, Application, Connector, Source } from "@wellhead/client";
import { ResultsError } from "../errors/results-error.js";
import type { NamedTable } from "../statement/named-table.js";

/** A connector that statements may name. */
export interface QueriedConnector {
  /** Its name in SQL. */
  readonly name: string;
  /** Opens the connector. Called at most once per plan, and only when the statement may read from it. */
  readonly open: () => Promise<OpenConnector>;
}

/** A connector that can be called. */
export interface OpenConnector {
  readonly connector: Connector;
  /** The account as stored; `undefined` when there is none. */
  readonly account: Account | undefined;
  /** Its description. Default: GET / is called. */
  readonly application?: Application;
}

/** A connector that a statement reads from. */
export interface Connection {
  /** Its name in SQL. */
  readonly name: string;
  readonly connector: Connector;
  readonly application: Application;
  /** The account as stored; `undefined` when there is none. */
  readonly account: Account | undefined;
}

/** A source, and the names the statement uses for it. */
export interface FoundTable {
  readonly connection: Connection;
  readonly source: Source;
  readonly tables: readonly NamedTable[];
}

/** Options of {@link findTables}. */
export interface FindTablesOptions {
  readonly connectors: readonly QueriedConnector[];
  readonly signal: AbortSignal;
}

/** Maximum number of names that an error lists. */
const maxListed = 30;

/**
 * Finds the sources that a statement names. Connectors that the statement cannot read from are not opened.
 *
 * @param tables - The tables of the statement
 * @param options - The connectors
 * @returns Each source once
 * @throws ResultsError `statement` when a connector or source does not exist, or a name is ambiguous
 */
export async function findTables(
  tables: readonly NamedTable[],
  { connectors, signal }: FindTablesOptions,
): Promise<readonly FoundTable[]> {
  const opened = new Map<string, Promise<Connection>>();
  const open = (connector: QueriedConnector) => {
    const connection = opened.get(connector.name) ?? openConnection(connector, signal);
    opened.set(connector.name, connection);
    return connection;
  };
  const found = new Map<string, FoundTable>();
  for (const table of tables) {
    const { connection, source } = await findTable(table, connectors, open);
    const key = JSON.stringify([connection.name, source.id.toLowerCase()]);
    const before = found.get(key);
    if (before !== undefined && before.source.id !== source.id)
      throw new ResultsError(
        "statement",
        `Could not read "${before.source.id}" and "${source.id}" in one query: SQL ignores the case of letters. Query one of them.`,
      );
    found.set(key, { connection, source, tables: [...(before?.tables ?? []), table] });
  }
  return [...found.values()];
}

async function openConnection({ name, open }: QueriedConnector, signal: AbortSignal): Promise<Connection> {
  const { connector, account, application } = await open();
  return { name, connector, account, application: application ?? (await connector.describe({ signal })) };
}

type Match = Pick<FoundTable, "connection" | "source">;

async function findTable(
  { schema, name }: NamedTable,
  connectors: readonly QueriedConnector[],
  open: (connector: QueriedConnector) => Promise<Connection>,
): Promise<Match> {
  if (schema === "") return findUnqualified(name, await Promise.all(connectors.map(open)));
  const named = connectors.find((connector) => connector.name.toLowerCase() === schema.toLowerCase());
  if (named === undefined)
    throw new ResultsError(
      "statement",
      `Could not find the connector "${schema}". Connectors: ${listNames(connectors.map((connector) => connector.name))}.`,
      { unknown: { name: schema, known: connectors.map((connector) => connector.name) } },
    );
  const connection = await open(named);
  const { sources } = connection.application;
  const source = matchSource(sources, name);
  if (source !== undefined) return { connection, source };
  const ids = sources.map(({ id }) => id);
  throw new ResultsError(
    "statement",
    `Could not find the source "${name}" of ${connection.name}. Sources: ${listNames(ids)}.`,
    { unknown: { name, known: ids } },
  );
}

function findUnqualified(name: string, connections: readonly Connection[]): Match {
  const matches = connections.flatMap((connection) => {
    const source = matchSource(connection.application.sources, name);
    return source === undefined ? [] : [{ connection, source }];
  });
  const [match] = matches;
  if (match !== undefined && matches.length === 1) return match;
  const known = connections.flatMap((connection) =>
    connection.application.sources.map(({ id }) => `${connection.name}."${id}"`),
  );
  throw new ResultsError(
    "statement",
    match === undefined
      ? `Could not find the source "${name}". Sources: ${listNames(known)}.`
      : `Could not find the source "${name}": ${matches.map(({ connection }) => connection.name).join(" and ")} have one of this name. Write ${match.connection.name}."${name}".`,
  );
}

/** Finds a source by its exact id, or by the only id that matches when case is ignored. */
function matchSource(sources: readonly Source[], name: string): Source | undefined {
  const exact = sources.find(({ id }) => id === name);
  if (exact !== undefined) return exact;
  const similar = sources.filter(({ id }) => id.toLowerCase() === name.toLowerCase());
  return similar.length === 1 ? similar[0] : undefined;
}

function listNames(names: readonly string[]): string {
  if (names.length === 0) return "none";
  const more = names.length - maxListed;
  return `${names.slice(0, maxListed).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
