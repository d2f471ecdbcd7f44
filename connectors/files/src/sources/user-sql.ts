import { type DuckDBConnection, type DuckDBPreparedStatement, StatementType } from "@duckdb/node-api";
import { inputInvalid } from "@wellhead/sdk";
import type { EncodedColumn } from "../encode/encoded-column.js";
import type { Engine } from "../engine/engine.js";
import { engineError } from "../engine/engine-error.js";
import { Session } from "../engine/session.js";

/** What looking at the SQL of a user needs. */
export interface UserSqlOptions {
  readonly engine: Engine;
  readonly signal: AbortSignal;
  /** Most seconds a step of the engine may take. */
  readonly timeLimit: number;
}

/** Name of the view that stands for the SQL of a user; it lives as long as the connection. */
export const userView = '"wellhead sql"';

/**
 * Checks the SQL of a user without running it.
 *
 * @param sql - What the user typed
 * @param options - The engine and what ends the check early
 * @returns The columns its rows have
 * @throws ConnectorError `invalid_field` on the field `sql` with the engine's message and its place in the text
 */
export async function sqlColumns(sql: string, options: UserSqlOptions): Promise<readonly EncodedColumn[]> {
  const session = await Session.open(options.engine, options);
  try {
    return await session.run(async (connection) => {
      await prepareSql(connection, sql);
      return readColumns(await connection.prepare(`FROM ${userView}`));
    });
  } catch (error) {
    throw sqlError(error);
  } finally {
    await session.close();
  }
}

function readColumns(statement: DuckDBPreparedStatement): readonly EncodedColumn[] {
  const columns: EncodedColumn[] = [];
  for (let index = 0; index < statement.columnCount; index++) {
    columns.push({ name: statement.columnName(index), type: statement.columnType(index) });
  }
  statement.destroySync();
  return columns;
}

/**
 * Turns an error that the SQL of a user led to into one of the field `sql`.
 *
 * @param error - What was thrown
 * @returns The error to throw
 */
export function sqlError(error: unknown): Error {
  return engineError(error, { action: "Run the SQL", field: "sql" });
}

/**
 * Makes the SQL of a user the view {@link userView} of a connection, once the engine has found it to be a single SELECT.
 *
 * @param connection - Connection that is to run it
 * @param sql - What the user typed
 * @throws ConnectorError `invalid_field` when it is anything else; the engine's error when it cannot be bound
 */
export async function prepareSql(connection: DuckDBConnection, sql: string): Promise<void> {
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) {
    throw inputInvalid(`Run the SQL: found ${statements.count} statements, wanted one SELECT`, {
      field: "sql",
    });
  }
  const statement = await statements.prepare(0);
  const { statementType, parameterCount } = statement;
  statement.destroySync();
  if (statementType !== StatementType.SELECT) {
    const found = StatementType[statementType] ?? "another statement";
    throw inputInvalid(`Run the SQL: found ${found}, wanted one SELECT`, { field: "sql" });
  }
  if (parameterCount > 0) {
    throw inputInvalid("Run the SQL: found parameters, wanted values in their place", { field: "sql" });
  }
  await connection.run(`CREATE TEMP VIEW ${userView} AS\n${sql}`);
}
