import type { AnyAccount, Column, MakeSource, Source } from "@wellhead/sdk";
import { type QueryFilter, queryForm } from "../query/query-form.js";
import { type ReadQueryOptions, readQuery } from "../query/read-query.js";
import type { SqlSession } from "../session/session-protocol.js";
import type { Statement } from "../table/statement.js";
import type { ServerDatabase } from "./server-database.js";

/** A column of a query's rows: its name, and what the platform takes it for. */
export type QueryColumn = readonly [name: string, type: Column["column"]];

/** What {@link serverQuerySource} reads. */
export interface ServerQuerySourceOptions<Session extends SqlSession, Value> extends ReadQueryOptions<Value> {
  /** The database. */
  readonly database: ServerDatabase<Session, Value>;
  /** Has the server prepare a statement, and tells the columns of its rows. */
  readonly prepare: (session: Session, statement: Statement<Value>) => Promise<readonly QueryColumn[]>;
}

/**
 * Makes the source in which a person writes a query. Its values are bound, and it runs alone, in a read-only
 * transaction.
 *
 * @param make - Makes sources of the connector
 * @param options - What is read
 * @returns The source
 */
export function serverQuerySource<Session extends SqlSession, Value>(
  make: MakeSource<AnyAccount>,
  { database, prepare, ...reading }: ServerQuerySourceOptions<Session, Value>,
): Source {
  const prepared = (context: Parameters<typeof database.use>[0] & { readonly filter: QueryFilter }) => {
    const { statement, place } = readQuery(context.filter, reading);
    return database.use(context, place, (session) => prepare(session, statement));
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
    rows: (context) => {
      const { limit, skip } = context;
      return database.stream(context, { ...readQuery(context.filter, reading), limit, skip });
    },
  });
}
