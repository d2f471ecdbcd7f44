import type { Connection } from "../protocol/connection.js";
import { closeStatement } from "../protocol/messages.js";
import { queryTexts } from "../protocol/query-texts.js";
import { prepareStatement, runCommand } from "../protocol/run-statement.js";

const latin1Sql = `
select cast(id as char) from information_schema.collations where character_set_name = 'latin1'`;

/**
 * Finds the columns of a statement that are declared `latin1`. The server names the encoding of a column only while it
 * converts nothing.
 *
 * @param connection - A session inside a transaction
 * @param sql - The statement, which is prepared and not run
 * @returns Their numbers, counted from zero
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
