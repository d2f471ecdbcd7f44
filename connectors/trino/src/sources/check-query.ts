import { inputInvalid } from "@wellhead/sdk";
import { type SqlSyntax, scanSql } from "@wellhead/sql";

const reading: ReadonlySet<string> = new Set([
  "select",
  "with",
  "values",
  "table",
  "show",
  "describe",
  "desc",
  "explain",
]);

/**
 * Checks that a typed statement begins as one that reads. `EXPLAIN ANALYZE` would run a statement of any kind, and
 * `WITH SESSION` would change the limits of the query.
 *
 * @param sql - The statement
 * @param options - How to parse the statement, and its filter field
 * @throws ConnectorError `invalid_field` when the statement is not allowed
 */
export function checkQuery(
  sql: string,
  { syntax, field }: { readonly syntax: SqlSyntax; readonly field: string },
): void {
  const words: string[] = [];
  for (const { kind, text } of scanSql(sql, syntax)) {
    if (kind === "comment" || (text === "(" && words.length === 0)) continue;
    words.push(kind === "word" ? text.toLowerCase() : text.slice(0, 40));
    if (words.length === 2) break;
  }
  const [first = "", second] = words;
  const refuse = (reason: string) => inputInvalid(`Could not run the query: ${reason}`, { field });
  if (!reading.has(first)) throw refuse(`expected a statement that reads, such as SELECT, got "${first}".`);
  if (first === "explain" && second === "analyze")
    throw refuse("EXPLAIN ANALYZE runs the statement. Write EXPLAIN.");
  if (first === "with" && second === "session")
    throw refuse("WITH SESSION is not allowed. Set session properties in the account.");
}
