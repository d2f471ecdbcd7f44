import type { Connection } from "../protocol/connection.js";
import { closeStatement } from "../protocol/messages.js";
import { queryTexts } from "../protocol/query-texts.js";
import { prepareStatement, runCommand } from "../protocol/run-statement.js";

const latin1Sql = `
select cast(id as char) from information_schema.collations where character_set_name = 'latin1'`;

/**
 * Finds the columns of a statement that are declared `latin1`. The server reports the declared encoding of a column
 * only while it does not convert results.
 *
 * @param connection - A session inside a transaction
 * @param sql - The statement, which is prepared but not executed
 * @returns Their indexes, from zero
 */
export async function findMisdeclared(connection: Connection, sql: string): Promise<ReadonlySet<number>> {
  const ids = new Set((await queryTexts(connection, latin1Sql)).map(([id]) => Number(id)));
  await runCommand(connection, "set character_set_results = null");
  try {
    const { id, columns } = await prepareStatement(connection, sql);
    connection.send(closeStatement(id));
    return new Set(columns.flatMap(({ charset }, index) => (ids.has(charset) ? [index] : [])));
  } finally {
    await runCommand(connection, "set character_set_results = utf8mb4");
  }
}
