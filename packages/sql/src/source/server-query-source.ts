import {
  type AnyAccount,
  type Column,
  type Context,
  inputInvalid,
  type MakeSource,
  type Source,
} from "@wellhead/sdk";
import {
  type QueryFilter,
  queryForm,
  type ReadQueryOptions,
  readQuery,
  type TypedQuery,
} from "../query/read-query.js";
import { type SqlSyntax, scanSql } from "../query/scan-sql.js";
import type { SqlSession } from "../session/session-protocol.js";
import type { Statement } from "../table/statement.js";
import type { ServerDatabase } from "./server-database.js";

/** A column of a query's rows: its name and its type on the platform. */
export type QueryColumn = readonly [name: string, type: Column["column"]];

/** Options of {@link serverQuerySource}. */
export interface ServerQuerySourceOptions<Session extends SqlSession, Value>
  extends Omit<ReadQueryOptions<Value>, "syntax"> {
  /** The database. */
  readonly database: ServerDatabase<Session, Value>;
  /** All the ways in which a server of this kind may parse a statement, the usual one first. */
  readonly syntaxes: readonly [SqlSyntax, ...SqlSyntax[]];
  /** Finds out how the server parses a statement. Called only for statements that the syntaxes parse differently. */
  readonly findSyntax: (session: Session) => Promise<SqlSyntax>;
  /** Has the server prepare a statement, and returns the columns of its rows. */
  readonly prepare: (session: Session, statement: Statement<Value>) => Promise<readonly QueryColumn[]>;
}

/**
 * Creates the source in which a person writes a query. Its values are bound, and it runs as a single statement in a
 * read-only transaction.
 *
 * @param make - Creates sources of the connector
 * @param options - The database and how it parses queries
 * @returns The source
 */
export function serverQuerySource<Session extends SqlSession, Value>(
  make: MakeSource<AnyAccount>,
  options: ServerQuerySourceOptions<Session, Value>,
): Source {
  const { database, prepare } = options;
  const prepared = async (context: QueryContext) => {
    const { statement, errorContext } = await typedQuery(context, options);
    return database.use(context, errorContext, (session) => prepare(session, statement));
  };
  return make({
    name: "SQL query",
    description: "Rows of a query you write",
    pages: true,
    filter: queryForm,
    fields: async (context) =>
      Object.fromEntries(
        (await prepared(context)).map(([name, column]): [string, Column] => [name, { column, title: name }]),
      ),
    validateFilter: async (context) => void (await prepared(context)),
    rows: async (context) => {
      const { limit, skip } = context;
      return database.stream(context, { ...(await typedQuery(context, options)), limit, skip });
    },
  });
}

/** A request whose filter is a query. */
interface QueryContext extends Pick<Context<AnyAccount>, "account" | "signal"> {
  readonly filter: QueryFilter;
  /** Rows to skip at the start. Absent when no rows are read. */
  readonly skip?: number;
}

async function typedQuery<Session extends SqlSession, Value>(
  context: QueryContext,
  { database, syntaxes, findSyntax, ...reading }: ServerQuerySourceOptions<Session, Value>,
): Promise<TypedQuery<Value>> {
  const [usual] = syntaxes;
  const isClear = new Set(syntaxes.map((syntax) => shapeOf(context.filter.sql, syntax))).size === 1;
  const errorContext = { action: "Could not run the query", field: "sql" };
  const syntax = isClear ? usual : await database.use(context, errorContext, findSyntax);
  if ((context.skip ?? 0) > 0 && !isOrdered(context.filter.sql, syntax)) {
    throw inputInvalid(
      "Could not skip rows of the query: without ORDER BY, their order may differ each time. End the query with an ORDER BY whose columns are unique together.",
      { field: "sql" },
    );
  }
  return readQuery(context.filter, { ...reading, syntax });
}

/**
 * Returns whether a query sorts its rows: whether it has an ORDER BY outside parentheses.
 *
 * @param sql - The query
 * @param syntax - How the database parses it
 * @returns Whether it does
 */
export function isOrdered(sql: string, syntax: SqlSyntax): boolean {
  let depth = 0;
  let before = "";
  for (const { kind, text } of scanSql(sql, syntax)) {
    if (kind === "comment") continue;
    const word = text.toLowerCase();
    if (word === "(") depth += 1;
    else if (word === ")") depth -= 1;
    else if (depth === 0 && kind === "word" && before === "order" && word === "by") return true;
    before = kind === "word" ? word : "";
  }
  return false;
}

function shapeOf(sql: string, syntax: SqlSyntax): string {
  return Array.from(scanSql(sql, syntax), ({ kind, start }) => `${kind}${start}`).join();
}
